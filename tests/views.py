"""What a player's view of a decision says of pays and outs, read off the rules literally."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from combin.cards import mask_of
from combin.proof.reference import HandReader, Value, reaches
from combin.strategies.hands import line_words
from combin.strategies.vocabulary import View


def pays(view: View) -> Callable[[int], Fraction] | None:
    """Return what a pair of each rank wins, read off the paytable's names."""
    if not view.table or not any(view.points):
        return None
    table = view.table
    lines = [line for line in table.pays if line.startswith("pair-of")]

    def net(rank: int) -> Fraction:
        names = [line for line in lines if rank >= view.ranking.threshold(line) >> 16 & 15]
        return table.units(table.pays[names[0]]) if names else Fraction(-1)

    return net


def outs(view: View, own: Sequence[int]) -> dict[str, int] | None:
    """Return line -> how many of the unseen cards make it or a better one, by the literal reader of
    hands.
    """
    if not view.outs_fact or not view.table:
        return None
    table, must = view.table, must_of(view, own)
    zones = ["must", "rest"]
    hand = replace(view.hand, zones=tuple(zones), must_use=("must",) if must else ())
    reader = HandReader(hand, zones)
    lines = view.outs_fact.lines
    found = dict.fromkeys(map(line_words, lines), 0)

    def line_of(value: Value) -> int:
        """Return the number of the first line that a hand reaches."""
        reached = (at for at, name in enumerate(lines) if reaches(value, name, view.ranking))
        return next(reached, len(lines))

    for card in set(view.plan.game.deck.cards) - set(own):
        rest = {*own, card} - set(must)
        values = reader.values((mask_of(must), mask_of(rest)))
        best = max(set(map(line_of, values)), key=lambda line: (table.net(line), -line))
        for line in lines[best:]:
            found[line_words(line)] += 1
    return found


def must_of(view: View, own: Sequence[int]) -> Sequence[int]:
    """Return the cards that the hand has to use: the player's come first."""
    zones = view.hand.must_use
    return own[: sum(deal.cards for deal in view.plan.game.deals if deal.zone in zones)]
