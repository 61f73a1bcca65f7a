"""Rounds that are drawn, set and settled by what a printed card says, and by nothing else but what
every player knows: what cards count, and which of two hands is higher.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import groupby, product
from math import prod

import pytest

import combin
from combin.cards import Deck, mask_of
from combin.proof import ways as literal
from combin.render import cards
from combin.rules.house_ways import FOXWOODS, SHORT
from pdfs import pages_of
from set_hands import settled
from way_reader import Held, fronts_read

pytest.importorskip("typst")

TYPED = {0x2019: "'", 0x2013: "-", 0xA0: " "}  # apostrophe, dash, space that does not break


def lines_of(page):
    """Return the lines of a side, each the words in it that stand apart."""
    told = groupby(page, key=lambda run: round(run.y, 1))
    return [[run.text.strip() for run in runs if run.text.strip()] for _, runs in told]


def words_of(page):
    """Return the words of a side in a piece, in letters that are typed."""
    lines = ("".join(run.text for run in runs) for _, runs in groupby(page, key=lambda run: run.y))
    return " ".join(" ".join(lines).translate(TYPED).split())


# --- Baccarat ------------------------------------------------------------------------------------

LEFT = [416, 415, 414, 413, 412, 411]  # cards of eight decks, before each that may be dealt


class BaccaratCard:
    """A card of Baccarat, read.

    pays: a name of a bet -> the words of each outcome paid, its pay, in order.
    edges: a name of a bet -> its edge in percent, as printed.
    draws: the player's totals that draw, and the banker's against which they do.
    heads, rows: of the banker's chart.
    bare: the player's totals for which the column without a third card is.
    """

    def __init__(self, sides):
        self.pays, self.edges, self.heads, self.rows = {}, {}, [], {}
        for line in lines_of(sides[0]):
            paid = re.fullmatch(
                r"(Banker|Player|Tie)(?:,? ([^(]+?))? ?(?:\(([\d.]+) ?%\))? ?([\d.]+|push)",
                " ".join(line),
            )
            if line[0] == "Banker" and len(line) == 12:
                self.heads = [*line[1:-1], "-"]
            elif self.heads and len(line) == 12:
                self.rows[line[0]] = dict(zip(self.heads, line[1:]))
            elif paid:
                bet, words, edge, pay = paid.groups()
                self.pays.setdefault(bet, []).append((words or "", pay))
                self.edges |= {bet: edge} if edge else {}
        told = " ".join(map(words_of, sides))
        self.draws = re.search(r"Player draws with (\S+) against (\S+)\.", told).groups()
        assert "Across: the player's third card" in told and "Nobody else draws." in told
        self.bare = re.search(r"- without one, against (\S+)\.", told)[1]

    def player_draws(self, player, banker):
        return within(player, self.draws[0]) and within(banker, self.draws[1])

    def banker_draws(self, banker, player, third):
        if third is None and not within(player, self.bare):
            return False
        [row] = [row for total, row in self.rows.items() if within(banker, total)] or [{}]
        return row.get("-" if third is None else str(third)) == "D"

    def paid(self, bet, player, banker, cards):
        """Return what a bet nets where the banker ends with so many cards."""
        won = {"Banker": banker > player, "Player": player > banker, "Tie": player == banker}
        if not won[bet]:
            return Fraction(0 if player == banker else -1)
        for words, pay in self.pays[bet]:
            asked = re.fullmatch(r"(?:wins(?: with (three-card )?(\d))?)?", words)
            if (not asked[1] or cards == 3) and (not asked[2] or banker == int(asked[2])):
                return Fraction(0 if pay == "push" else pay)
        raise AssertionError(words)


def within(total, span):
    ends = [int(end) for end in span.split("-")]
    return ends[0] <= total <= ends[-1]


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("commission", ["5", "ez", "super-6"])
def test_baccarat_played_by_its_card_has_the_printed_edges(commission):
    """Every deal, by the points of its cards; the weights are those of eight decks."""
    drawn = combin.card("baccarat", commission=commission)
    card = BaccaratCard(pages_of(cards.render(drawn.model)))
    assert list(card.pays) == ["Banker", "Player", "Tie"]
    deck, rounds = [128] + [32] * 9, Counter()
    for four in product(range(10), repeat=4):
        weight, left = 1, [*deck]
        for points in four:
            weight *= left[points]
            left[points] -= 1
        player, banker = (four[0] + four[1]) % 10, (four[2] + four[3]) % 10
        for third in range(10) if card.player_draws(player, banker) else [None]:
            here, now, after, unseen = weight, left, player, LEFT[4:]
            if third is not None:
                here *= left[third]
                now, after, unseen = [*left], (player + third) % 10, LEFT[5:]
                now[third] -= 1
            if card.banker_draws(banker, player, third):
                for last in range(10):
                    times = here * now[last] * prod(unseen[1:])
                    rounds[after, (banker + last) % 10, 3] += times
            else:
                rounds[after, banker, 2] += here * prod(unseen)
    assert rounds.total() == prod(LEFT)
    for bet, edge in card.edges.items():
        net = sum(times * card.paid(bet, *ended) for ended, times in rounds.items())
        assert f"{float(round(-100 * net / prod(LEFT), 4)):.4f}" == edge, bet


# --- Pai Gow Poker -------------------------------------------------------------------------------


def numbered(page):
    """Return the numbered lines of a side, each in one piece."""
    first = next(run for run in page if run.text == "1" and run.size >= 8)
    lines = []
    for run in page:
        if run.size != first.size:
            continue
        if run.text == str(len(lines) + 1) and run.x < 30:
            lines.append("")
        elif lines:
            lines[-1] += run.text if run.text.strip() else " "
    return [" ".join(line.replace("\u00a0", " ").split()) for line in lines]


def settled_by(words, mine, low, theirs, their_low):
    """Return the net of a round, by the sentences of a card."""
    wins = {"high": mine > theirs, "low": low > their_low}
    for when, then in re.findall(r"([^.:]+): wager ([^.]+(?:\.\d+)?[^.]*)\.", words):
        asked = re.findall(r"layer (high|low) (beats|does not beat) dealer \1", when)
        assert asked or when.strip() == "Otherwise"
        if all(wins[which] == (verb == "beats") for which, verb in asked):
            pay = re.fullmatch(r"pays (\S+) to 1", then)
            return Fraction(pay[1]) if pay else {"loses": -1, "pushes": 0}[then]
    raise AssertionError(words)


@pytest.mark.slow_after(2)
def test_pai_gow_played_by_its_card_is_settled_as_by_the_rules():
    """Five hundred rounds: the list in front sets the player's hand, the back the dealer's and
    settles.
    """
    front, back = pages_of(cards.render(combin.card("pai-gow-poker", format="a6").model, "a6"))
    mine, theirs = numbered(front), numbered(back)
    assert len(mine) == 7 and len(theirs) == 17
    sentences = words_of(back).partition("The first that fits decides. ")[2]
    sentences = sentences.partition(" The dealer's house")[0]
    deal, nets = random.Random(7), set()
    for _ in range(500):
        dealt = deal.sample(Deck(jokers=1).cards, 14)
        player, dealer = mask_of(dealt[:7]), mask_of(dealt[7:])
        by_rules = settled(
            player, literal.set_by(SHORT, player)[2], dealer, literal.set_by(FOXWOODS, dealer)[2]
        )[1]
        read = {
            settled_by(sentences, high, low, their_high, their_low)
            for low, high in fronts_read(mine, Held(player))
            for their_low, their_high in fronts_read(theirs, Held(dealer))
        }
        assert by_rules in read
        assert len(read) == 1, "two ways of setting are one to the card"
        nets |= read
    assert nets == {Fraction(19, 20), Fraction(0), Fraction(-1)}
