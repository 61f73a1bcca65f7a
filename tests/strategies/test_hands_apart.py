"""Decisions between hands of the player's own: words for each of them and for two compared, against
their literal meaning, and lists of such words against deals one by one.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from operator import eq, gt, le

import pytest

import combin
from combin.cards import Deck, cards_of, mask_of
from combin.counting import Plan, tallies
from combin.errors import CombinError
from combin.proof.reference import HandReader, reaches
from combin.strategies.ladder import find
from combin.strategies.matching import matched, traits_of, traits_read
from combin.strategies.pricing import price
from combin.strategies.reading import parse
from combin.strategies.vocabulary import View
from literal import Seen, holds, longest, points
from views import pays

FILE = """\
Pick  (pick)
source: nobody's
cards: 52

PLAY
  2 cards to base
  {deals}
  decide pick
    {actions}
  2 cards to under

HANDS
  {hands}

MAIN GAME
  wagers: coin 1
  outcome  if  coin
  {rows}
  -  otherwise  table by with-{last}
  table, for 1
    royal flush       1,000
    straight flush      200
    four of a kind      100
    full house           18
    flush                15
    straight             11
    three of a kind       5
    two pair              3
    pair of nines         2

NAMES
{names}
"""
TO_A_STRAIGHT_FLUSH = "three to a straight flush in three ways"
LINES = f"""
pick a: three to a royal flush with a and a higher hand with a than with b
pick b: {TO_A_STRAIGHT_FLUSH} with b or nearer to a flush with b than with a
pick a: a pair of nines or better with a and less than a pair of nines with b
pick b: no higher hand with a than with b and as near to a straight with a as with b
pick a: otherwise
"""


def game_of(folder, stacks, ranks, suits):
    """Return a game in which one of some stacks completes two cards; the last row is of the last."""
    hands = [f"with-{name} = poker of base, {name}, under" for name in stacks]
    rows = [f'-  chose "pick {name}"  table by with-{name}' for name in stacks[:-1]]
    text = FILE.format(
        names="  with-c = last hand" if "c" in stacks else "",
        deals="\n  ".join(f"1 card to {name}" for name in stacks),
        actions="\n    ".join(f'"pick {name}"' for name in stacks),
        hands="\n  ".join(hands),
        rows="\n  ".join(rows),
        last=stacks[-1],
    )
    (folder / "pick.game").write_text(text)
    return replace(combin.load(str(folder / "pick.game")), deck=Deck(ranks, suits))


def measure(words, seen):
    """Return what hands are compared by, the literal way."""
    if "points" in words:
        return points(seen)
    if "high" in words:
        return sorted(((seen.ranks.count(rank), rank) for rank in {*seen.ranks}), reverse=True)
    if "royal" in words:
        return max(sum(rank >= 8 for rank in suit) for suit in seen.suits())
    if "straight" in words:
        return max(draw[:2] for draw in seen.draw("straight flush" in words))
    return longest(seen)


def is_true(phrase, seen, whose):
    """Tell whether a phrase on hands apart holds; seen: words for each hand -> its cards."""
    for one, other in product(whose, repeat=2):
        for joint, ways in ((" than ", {"no": le, "": gt}), (" as ", {"as": eq})):
            if phrase.endswith(f" {one}{joint}{other}"):
                words = phrase.removesuffix(f" {one}{joint}{other}")
                how = ways.get(words.split()[0], ways.get(""))
                return how(*(measure(words, seen[name]) for name in (one, other)))
    one = next(name for name in whose if phrase.endswith(f" {name}"))
    return holds(phrase.removesuffix(f" {one}"), seen[one])


@pytest.mark.parametrize(
    ("stacks", "ranks", "suits"), [("ab", "2789TA", "cd"), ("abc", "9TQA", "cd")]
)
def test_words_of_hands_apart_mean_what_they_say(tmp_path, stacks, ranks, suits):
    game = game_of(tmp_path, stacks, ranks, suits)
    plan = Plan(game, game.bets[0])
    (tally,) = tallies(plan, 0, 1)
    view = View(plan, plan.stages[0])
    whose = [one.whose for one in view.apart]
    assert whose == ["with a", "with b", "in last hand"][: len(stacks)]
    rows = traits_of(view, tally, 0, range(view.width))
    said = [one for one in view.phrases.values() if one.phrase.endswith(tuple(whose))]
    assert len(said) > 200
    for condition in said[::40]:
        alone = traits_read(view, tally, 0, {condition.trait})
        met = matched(alone.rows, len(alone.columns), [(1, (condition,))], alone.columns)
        assert met == matched(rows, view.width, [(1, (condition,))])
    for condition in said:
        assert view.read(condition.phrase) == condition
        met = matched(rows, view.width, [(1, (condition,))])
        for at in range(0, len(tally.levels[0]), len(tally.levels[0]) // 12 + 1):
            base, *tops = map(cards_of, tally.levels[0].state(at))
            seen = {
                name: Seen([*base, *top], 5, None, pays(view)) for name, top in zip(whose, tops)
            }
            right = is_true(condition.phrase, seen, whose)
            assert (met[at] == 1) == right, (condition.phrase, tally.levels[0].cards(at))


@pytest.mark.slow
def test_a_list_is_worth_what_its_deals_pay(tmp_path):
    """Every deal of a short deck is played by the list, its words and hands read literally."""
    game = game_of(tmp_path, "ab", "TJQKA", "cd")
    lines, plan = parse(LINES, game), Plan(game, game.bets[0])
    view = View(plan, plan.stages[0])
    reader = HandReader(game.hand("with-a"), ["base", "a", "under"])
    cards, net, deals = {*game.deck.cards}, Fraction(), 0
    for base in combinations(cards, 2):
        for tops in permutations(cards.difference(base), 2):
            seen = {
                f"with {name}": Seen([*base, top], 5, None, pays(view))
                for name, top in zip("ab", tops)
            }
            first = next(
                line
                for line in lines.blocks["pick"]
                if all(is_true(one.phrase, seen, [*seen]) for one in line.conditions)
            )
            top = tops["ab".index(first.action[-1])]
            for under in combinations(cards.difference(base, tops), 2):
                made = reader.values((mask_of(base), mask_of([top]), mask_of(under)))[0]
                reached = (line for line in view.table.lines if reaches(made, line, view.ranking))
                net += view.table.units(view.table.pays.get(next(reached, "less"), 0)) - 1
                deals += 1
    assert price(game, lines).result.expected_value == net / deals


def test_a_list_found_compares_hands(tmp_path):
    """Without words for the other hand, twenty lines cost four percent of the bet."""
    game = game_of(tmp_path, "ab", "2789TQA", "cd")
    ladder = find(game)
    last = ladder.rungs[-1]
    assert last.cost == price(game, last.lines).cost
    assert last.cost < Fraction(5, 10_000)
    assert parse(str(last.lines), game) == last.lines


@pytest.mark.parametrize(
    "words", ["K-Q-6 or better with a", "a pair of nines or better with c", "a higher hand"]
)
def test_what_is_not_told_apart_is_refused(tmp_path, words):
    with pytest.raises(CombinError, match="strategy:2:9: unknown phrase"):
        parse(
            f"game: pick\npick a: {words}\npick b: otherwise",
            game_of(tmp_path, "ab", "2468TQKA", "cd"),
        )
