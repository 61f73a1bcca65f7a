"""The drawing rule of a card that is dealt only sometimes, as a table, found by trial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, groupby, product
from math import prod
from typing import assert_never

from combin.ranking import NUMBER_OF_CARDS, Points
from combin.records import dataclass
from combin.rules import ALWAYS, Deal, Hand
from combin.rules.facts import (
    Fact,
    Lead,
    Order,
    PaidLine,
    Under,
    facts_asked,
    hand_names,
    holds,
    speaks_of_actions,
)
from combin.rules.game import Game

MOST = 20_000  # combinations of points that are tried

Seen = tuple[int | None, int | None]  # points of a hand, and of a card: None where it is not dealt
Drawn = tuple[bool | None, ...]  # by points of the hand that draws; None where these cannot come


@dataclass(frozen=True)
class TableauColumn:
    """What is known beside the points of the hand that draws.

    points: of the other hand, ``0-7``; empty where they do not matter.
    card: what a card dealt before counts, ``none`` where it is not dealt; empty for no such card.
    drawn: row by row, whether the card is dealt; None where this cannot come.
    """

    points: str
    card: str
    drawn: Drawn


@dataclass(frozen=True)
class Tableau:
    """When a card is dealt.

    hand: the one that draws.
    rows: its points.
    other: the hand whose points matter, too; empty for none.
    card: the hand of a card dealt before that matters; empty for none.
    columns: what is known of these.
    """

    hand: str
    rows: tuple[str, ...]
    other: str
    card: str
    columns: tuple[TableauColumn, ...]


def tableau(game: Game, deal: Deal) -> Tableau | None:
    """Return when a card is dealt, by the points of the hand that it joins; None where something
    else decides.
    """
    deals = [step for step in game.play if isinstance(step, Deal)]
    upto = deals[: deals.index(deal) + 1]
    at_times = {step.zone: step for step in upto if step.when != ALWAYS}
    if any(speaks_of_actions(step.when) for step in at_times.values()):
        return None
    asked = hand_names(chain.from_iterable(facts_asked(step.when) for step in at_times.values()))
    hands = {hand.name: hand for hand in game.hands if hand.name in asked}
    if not all(isinstance(hand.ranking, Points) for hand in hands.values()):
        return None
    counted = [hand for hand in hands.values() if hand.ranking != NUMBER_OF_CARDS]
    cards = [hand for hand in counted if at_times.keys() & {*hand.zones}]
    whole = [hand for hand in counted if hand not in cards]
    whole.sort(key=lambda hand: not _joined(game, hand, deal))
    own, others = next(iter(whole), None), whole[1:]
    simple = len(others) < 2 and len(cards) < 2 and all(len(card.zones) == 1 for card in cards)
    if deal.when == ALWAYS or own is None or not simple or not _joined(game, own, deal):
        return None
    ranges = [range(_most(hand, upto) + 1) for hand in (own, *others, *cards)]
    if prod(map(len, ranges)) > MOST:
        return None
    found: dict[Seen, dict[int, bool]] = {}
    for points in product(*ranges):
        values = dict(zip((hand.name for hand in (own, *others, *cards)), points))
        dealt = _dealt(upto, hands, values)
        other = values[others[0].name] if others else None
        card = values[cards[0].name] if cards and cards[0].zones[0] in dealt else None
        found.setdefault((other, card), {})[points[0]] = deal.zone in dealt
    drawn = {seen: tuple(rows.get(points) for points in ranges[0]) for seen, rows in found.items()}
    return _laid_out(own.name, next(iter(others), None), next(iter(cards), None), drawn)


def _joined(game: Game, hand: Hand, deal: Deal) -> bool:
    """Return whether the card joins the cards of a hand in another one."""
    return any({*hand.zones, deal.zone} <= {*other.zones} for other in game.hands)


def _most(hand: Hand, deals: Sequence[Deal]) -> int:
    assert isinstance(hand.ranking, Points)
    return hand.ranking.most(sum(step.cards for step in deals if step.zone in hand.zones))


def _dealt(
    deals: Sequence[Deal], hands: Mapping[str, Hand], values: Mapping[str, int]
) -> dict[str, int]:
    """Return the zones that get cards where hands have some points, and how many."""
    dealt: dict[str, int] = {}

    def points(name: str) -> int:
        if name not in values:  # its cards are counted
            return sum(dealt.get(zone, 0) for zone in hands[name].zones)
        return values[name] if dealt.keys() >= {*hands[name].zones} else 0

    def value(fact: Fact) -> int:
        match fact:
            case Under(hand, name):
                return points(hand) < hands[hand].ranking.threshold(name)
            case Order(hand, other):
                return 1 + (points(hand) > points(other)) - (points(hand) < points(other))
            case PaidLine() | Lead():
                raise AssertionError("pays ask for these, and conditions do not")
            case _:
                assert_never(fact)

    for step in deals:
        if holds(step.when, {fact: value(fact) for fact in facts_asked(step.when)}):
            dealt[step.zone] = step.cards
    return dealt


# --- The table ---------------------------------------------------------------------------------


def _laid_out(own: str, other: Hand | None, card: Hand | None, drawn: dict[Seen, Drawn]) -> Tableau:
    """Return the table of what was found, rows and columns that are alike drawn together."""
    columns: list[TableauColumn] = []
    worth = sorted({seen[1] for seen in drawn}, key=lambda points: (points is None, points))
    for points in worth:
        known = {seen[0]: column for seen, column in drawn.items() if seen[1] == points}
        runs = _runs(dict(sorted(known.items(), key=lambda item: item[0] or 0)))
        counts = "" if card is None else "none" if points is None else str(points)
        columns += [
            TableauColumn(run if len(runs) > 1 else "", counts, column) for run, column in runs
        ]
    rows = [*zip(*(column.drawn for column in columns))]
    spans = [[*places] for _, places in groupby(range(len(rows)), key=rows.__getitem__)]
    kept = [
        TableauColumn(column.points, column.card, tuple(column.drawn[span[0]] for span in spans))
        for column in columns
    ]
    told = tuple(_span(span[0], span[-1]) for span in spans)
    other_name, card_name = (hand.name if hand else "" for hand in (other, card))
    return Tableau(own, told, other_name, card_name, tuple(kept))


def _runs(columns: Mapping[int | None, Drawn]) -> list[tuple[str, Drawn]]:
    """Return runs of points with one column: what cannot come with some of them is as it is with
    the others.
    """
    runs: list[tuple[list[int | None], Drawn]] = []
    for points, column in columns.items():
        if runs and all(a is None or b is None or a == b for a, b in zip(runs[-1][1], column)):
            runs[-1][0].append(points)
            joined = (b if a is None else a for a, b in zip(runs[-1][1], column))
            runs[-1] = runs[-1][0], tuple(joined)
        else:
            runs.append(([points], column))
    return [(_span(run[0], run[-1]), column) for run, column in runs]


def _span(first: int | None, last: int | None) -> str:
    return f"{first}" if first == last else f"{first}-{last}"
