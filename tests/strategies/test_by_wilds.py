"""Lists of holds by the number of wild cards: every hand is held as under the list itself."""

from __future__ import annotations

from array import array

import pytest

import combin
from combin.counting import Plan
from combin.families.draw.holds.by_wilds import by_wilds, grouped, wild_cards
from combin.families.listed import family_of
from combin.solving.payoffs import Payoffs
from combin.strategies import parse
from combin.strategies.policies import policy_of


class Holds:
    """A fold: hand -> the number of what is held."""

    def __init__(self):
        self.found = {}

    def take(self, block):
        action = block.choice.action
        for sets in block.sets(array("i", range(len(action)))):
            rows = sets.row or range(len(sets.states))
            self.found.update((state, action[row]) for state, row in zip(sets.states, rows))

    def end(self, root):
        pass


def holds(payoffs, lines):
    found = {}
    for (share,) in family_of(payoffs.plan).each(payoffs, [policy_of(payoffs, lines)], Holds):
        found |= share.found
    return found


def verify(slug, lines):
    """Play each group's lines on the hands with so many wild cards; the price is then the same."""
    game = combin.load(slug)
    plan = Plan(game, game.bets[0])
    payoffs, wild = Payoffs(plan), wild_cards(plan)
    whole = holds(payoffs, lines)
    seen = 0
    for count, listed in grouped(plan, lines, wild).items():
        text = [f"{action}: {phrase}" for action, phrase in listed if action == "hold"]
        own = holds(payoffs, parse("\n".join((*text, "hold none: otherwise")), game))
        hands = [hand for hand in whole if (hand & wild).bit_count() == count]
        assert [own[hand] for hand in hands] == [whole[hand] for hand in hands]
        seen += len(hands)
    assert seen == len(whole) > 0


SHORT = (
    "hold: a full house, pat four deuces, five of a kind or four of a kind with a deuce",
    "hold: three deuces",
    "hold: two deuces",
    "hold: a straight, a flush or three of a kind with a deuce",
    "hold: a pair",
    "hold: a deuce",
    "hold none: otherwise",
)


@pytest.mark.slow
def test_a_short_list():
    game = combin.load("deuces-wild")
    lines = parse("\n".join(SHORT), game)
    verify("deuces-wild", lines)
    told = by_wilds(game, lines)
    assert list(told) == ["four deuces", "three deuces", "two deuces", "one deuce", "no deuce"]
    assert told["one deuce"][-1] == ("hold", "a deuce")
    assert told["no deuce"][-1] == ("hold none", "otherwise")


@pytest.mark.whole
@pytest.mark.parametrize("slug", ["deuces-wild", "joker-poker"])
def test_the_printed_lists(slug):
    best = combin.strategy(slug).ladder.rungs[-1].lines
    verify(slug, best)


@pytest.mark.slow
def test_a_list_without_wild_cards_and_one_that_discards_them():
    game = combin.load("jacks-or-better")
    assert by_wilds(game, parse("hold: a high pair\nhold none: otherwise", game)) == {}
    wild = combin.load("deuces-wild")
    assert by_wilds(wild, parse("hold: a pair\nhold none: otherwise", wild)) == {}
