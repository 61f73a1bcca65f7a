"""Every hand of a bet, by classes that decide alike: the data with which a page tells the value of
any hand and the probability of each outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards import card_text, cards_of
from combin.counting import Level, Plan, method_of
from combin.counting.classes import Classes, SetClass, classified
from combin.counting.memory import most_sets
from combin.records import dataclass
from combin.rules import Deal
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.solving.executor import Workers

MOST_SETS = 60_000  # information sets of a decision, beyond which no page carries the hands

Hand = tuple[int, tuple[str, ...]]  # how many deals stand behind it, and its cards


@dataclass(frozen=True)
class DecisionHands:
    """One decision.

    decision: its name.
    zones: those dealt since the decision before.
    roles: for each set of cards that is seen alike, its zones.
    classes: what can follow, see `SetClass`.
    hands: for each class how many deals stand behind each of its hands, and its cards, role by
        role, each role's in the order of the deck; from a shoe each card by the one that stands for
        its kind.
    """

    decision: str
    zones: tuple[Deal, ...]
    roles: tuple[tuple[str, ...], ...]
    classes: tuple[SetClass, ...]
    hands: tuple[tuple[Hand, ...], ...]


@dataclass(frozen=True)
class HistoryAction:
    """One action after a history.

    action: its name.
    path: the names of the actions so far, this one included.
    leads_on: whether another decision on cards follows.
    offered: for every joint number of the facts known whether it is offered; empty if always.
    ends: the number of the outcome at every joint number of facts; empty where it leads on.
    """

    action: str
    path: tuple[str, ...]
    leads_on: bool
    offered: bytes
    ends: tuple[int, ...]


@dataclass(frozen=True)
class AllHands:
    """Every hand of a bet.

    game, bet: as resolved, and its key.
    deck: its cards, and how many copies of each there are.
    alike: card -> the one that stands for all of its kind; from one pack, itself.
    streets: its decisions, the first one first.
    ways: history -> what can be done, the action of smallest stake first.
    outcomes: how a round can end: its name and the units won.
    columns: of the last street's counts.
    """

    game: Game
    bet: str
    deck: dict[str, int]
    alike: dict[str, str]
    streets: tuple[DecisionHands, ...]
    ways: dict[tuple[str, ...], tuple[HistoryAction, ...]]
    outcomes: tuple[tuple[str, Fraction], ...]
    columns: int


def hands(game: Game, key: str, threads: Workers = None) -> AllHands | str:
    """Return every hand of a bet, or why a page cannot carry them."""
    asked = Plan(game, game.bet(key))
    if not asked.stages:
        return "There is no decision before all cards are known."
    if (many := most_sets(asked)) > MOST_SETS:
        return (
            f"This page cannot hold its {many:,} situations. "
            "combin advise says what to do with given cards."
        )
    counted = Counted(game, key, threads, together=False)
    outcomes: dict[tuple[str, Fraction], int] = {}
    plan = counted.plan
    ways = {}
    for stage in plan.stages:
        for history in plan.deciding(stage):
            ways[_names(history)] = tuple(_ways(counted.payoffs, history, outcomes))
    alike = _alike(plan)
    streets = tuple(_streets(counted, alike))
    deck = {card_text(card): copies for card, copies in game.deck.copies.items()}
    return AllHands(game, key, deck, alike, streets, ways, tuple(outcomes), plan.size(plan.columns))


def _alike(plan: Plan) -> dict[str, str]:
    """Return card -> the one that stands for all that a bet treats alike."""
    kinds = method_of(plan).kinds(plan)
    first: dict[int, str] = {}
    alike = {}
    for card in plan.game.deck.copies:
        alike[card_text(card)] = first.setdefault(kinds.get(card, card), card_text(card))
    return alike


def _names(path: Path) -> tuple[str, ...]:
    return tuple(action.name for _, action in path)


def _ways(
    payoffs: Payoffs, history: Path, outcomes: dict[tuple[str, Fraction], int]
) -> Iterator[HistoryAction]:
    """Yield what can be done after a history; outcomes: name and net -> number, added to."""
    plan = payoffs.plan
    last = len(history) + 1 == len(plan.stages)
    for path in plan.after(history):
        _, action = path[-1]
        leads_on = not last and not action.ends
        table = () if leads_on else payoffs.tables[path]
        ends = (outcomes.setdefault((end.outcome, end.net), len(outcomes)) for _, end in table)
        yield HistoryAction(action.name, _names(path), leads_on, plan.offered(path), tuple(ends))


def _streets(counted: Counted, alike: Mapping[str, str]) -> Iterator[DecisionHands]:
    plan = counted.plan
    levels = [Classes() for _ in plan.stages]
    listed = _listed(counted, alike, levels)
    for stage, classes, hands_of in zip(plan.stages, levels, listed):
        zones = [tuple(_ordered(plan, role.zones)) for role in stage.roles]
        of_classes = [tuple(hands_of[place]) for place in range(len(classes.places))]
        yield DecisionHands(
            plan.decisions[stage.number].name,
            _dealt(plan, stage.number),
            tuple(zones),
            tuple(classes.places),
            tuple(of_classes),
        )


def _listed(
    counted: Counted, alike: Mapping[str, str], levels: Sequence[Classes]
) -> list[dict[int, list[Hand]]]:
    """Return for each level the hands of each of its classes, which are numbered in `levels`."""
    plan = counted.plan
    listed: list[dict[int, list[Hand]]] = [defaultdict(list) for _ in plan.stages]
    for tally, sets in zip(counted.pooled.tallies, counted.pooled.sets):
        members = classified(plan, tally, levels, sets)
        for level, mine, hands_of in zip(tally.levels, members, listed):
            after = plan.deals_after(level.stage)
            for at, (place, _) in enumerate(mine):
                hand = tuple(alike[card] for card in _cards_at(level, at))
                hands_of[place].append((level.weights[at] * after, hand))
    return listed


def _cards_at(level: Level, at: int) -> list[str]:
    """Return the cards of an information set, zone by zone."""
    cards: list[int] = []
    for mask in level.state(at):
        cards += cards_of(mask)
    return list(map(card_text, cards))


def _ordered(plan: Plan, zones: frozenset[str]) -> Sequence[str]:
    return [deal.zone for deal in plan.game.deals if deal.zone in zones]


def _dealt(plan: Plan, number: int) -> tuple[Deal, ...]:
    """Return the zones that are dealt between a decision and the one before it."""
    zones: set[str] = set()
    for group in plan.groups:
        if group.stage == number:
            zones.update(group.zones)
    return tuple(deal for deal in plan.game.deals if deal.zone in zones)
