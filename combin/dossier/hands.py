"""Every hand of a bet, by classes that decide alike: the data with which a page tells the value of
any hand and the probability of each outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.cards import card_text, cards_of
from combin.counting import Plan, method_of
from combin.counting.classes import Classes, SetClass, classified
from combin.counting.memory import most_sets
from combin.counting.plan import Stage
from combin.dossier.charts import starting
from combin.families.listed import family_of
from combin.questions.measures import StartingHand, has_starting_hands
from combin.ranking import HandRanking
from combin.records import dataclass
from combin.rules import ALWAYS, Deal
from combin.rules import Hand as RankedHand
from combin.rules.facts import Fact, Path
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import other_ways
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.families.set_hands.matchup import HouseWay
    from combin.solving.executor import Workers

MOST_SETS = 60_000  # information sets of a decision, beyond which no page carries the hands

MOST_DEALS = 3_000_000  # hands that a page values to count what follows on given cards
# Families of hands that a page values.
VALUED = {
    "royal-flush", "suited-ace-king-queen", "straight-flush", "four-of-a-kind", "full-house",
    "flush", "straight", "three-of-a-kind", "two-pair", "pair", "high-card",
}  # fmt: skip

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


Form = tuple[int, int, tuple[tuple[str, int], ...]]  # see `LinearForm`: below, constant, pays
Outcome = tuple[str, tuple[Form, ...]]  # its name, and the sums of which it pays the largest


@dataclass(frozen=True)
class RoundRules:
    """What can be done, and what it pays, under rules that are counted alike.

    ways: history -> what can be done, the action of smallest stake first.
    outcomes: how a round can end: its name and the units won, as sums of pays.
    house: by which way the dealer sets his hands; the one action then stands for every setting.
    """

    ways: dict[tuple[str, ...], tuple[HistoryAction, ...]]
    outcomes: tuple[Outcome, ...]
    house: HouseWay | None = None


@dataclass(frozen=True)
class HandCounting:
    """What a page needs to count what follows on given cards.

    hands: those that the facts are about.
    facts: for each decision those known there, then those open at the last one.
    hidden: the zones dealt after the last decision.
    starts: what the first hands are worth at the rules and pays of the game; none where the page
        counts them.
    """

    hands: tuple[RankedHand, ...]
    facts: tuple[tuple[Fact, ...], ...]
    hidden: tuple[Deal, ...]
    starts: tuple[StartingHand, ...]


@dataclass(frozen=True)
class AllHands:
    """Every hand of a bet.

    game, bet: as resolved, and its key.
    pays: those of the game, then those that other settings have beside them.
    deck: its cards, and how many copies of each there are.
    alike: card -> the one that stands for all of its kind; from one pack, itself.
    streets: its decisions, the first one first.
    rules: those of the game, then those of other settings where they differ but for the pays.
    of_settings: for each setting the place of its rules, -1 where it is counted otherwise.
    columns: of the last street's counts.
    counting: what a page needs that counts the hands by itself; None where it carries them.
    """

    game: Game
    bet: str
    pays: dict[str, Fraction]
    deck: dict[str, int]
    alike: dict[str, str]
    streets: tuple[DecisionHands, ...]
    rules: tuple[RoundRules, ...]
    of_settings: tuple[int, ...]
    columns: int
    counting: HandCounting | None = None


def hands(
    game: Game, key: str, threads: Workers = None, settings: Sequence[Game] = ()
) -> AllHands | None:
    """Return every hand of a bet, to carry or to count; None where nothing is decided before all
    cards are known, and where a page can do neither.

    settings: of its choices, in the order in which the page has them.
    """
    plan = Plan(game, game.bet(key))
    family, counting = family_of(plan), None
    deck = {card_text(card): copies for card, copies in game.deck.copies.items()}
    alike = dict(zip(deck, deck))
    if house := family.house_way(plan):
        deals = tuple(deal for deal in game.deals if deal.zone == house.zone)
        streets = [DecisionHands(family.decisions(plan)[0], deals, ((house.zone,),), (), ())]
    elif not plan.stages:
        return None
    elif most_sets(plan) > MOST_SETS:
        if (counting := _counting(plan)) is None:
            return None
        streets = [_street(plan, stage, (), ()) for stage in plan.stages]
    else:
        counted = Counted(game, key, threads, together=False)
        plan, levels = counted.plan, [Classes() for _ in plan.stages]
        alike = _alike(plan)
        listed = _listed(counted, alike, levels)
        streets = [
            _street(
                plan,
                stage,
                tuple(classes.places),
                tuple(tuple(hands_of[place]) for place in range(len(classes.places))),
            )
            for stage, classes, hands_of in zip(plan.stages, levels, listed)
        ]
    rules, pays = [_rules(game, key)], dict(game.pays_in(key))
    of_settings = []
    for setting in settings:
        other = Plan(setting, setting.bet(key))
        if other.counted_by != plan.counted_by and not family_of(other).house_way(other):
            of_settings.append(-1)
            continue
        if (mine := _rules(setting, key)) not in rules:
            rules.append(mine)
        of_settings.append(rules.index(mine))
        pays = {**setting.pays_in(key), **pays}
    return AllHands(
        game,
        key,
        pays,
        deck,
        alike,
        tuple(streets),
        tuple(rules),
        tuple(of_settings),
        plan.size(plan.columns),
        counting,
    )


def _counting(plan: Plan) -> HandCounting | None:
    """Return what a page needs to count the hands of a bet; None where that is too much for it."""
    hands, game = plan.hands_read(plan.facts), plan.game
    zones = {zone for hand in hands for zone in hand.zones}
    deals = [deal for deal in game.deals if deal.zone in zones]
    is_simple = plan.is_dealt_once and all(deal.when == ALWAYS for deal in deals)
    if not (is_simple and all(map(_is_valued, hands))):
        return None
    starts: Sequence[StartingHand] = ()
    if has_starting_hands(game) and _valued(plan, 0) > MOST_DEALS:
        starts = starting(game)
    if _valued(plan, 1 if starts else 0) > MOST_DEALS:
        return None
    hidden = {zone for group in plan.hidden for zone in group.zones}
    return HandCounting(
        hands,
        (*(stage.known for stage in plan.stages), plan.columns),
        tuple(deal for deal in deals if deal.zone in hidden),
        tuple(starts),
    )


def _is_valued(hand: RankedHand) -> bool:
    """Return True if a page values a hand."""
    ranking = hand.ranking
    return (
        isinstance(ranking, HandRanking)
        and not hand.must_use
        and (
            ranking.of_longest_flush
            or (not ranking.has_wild and VALUED.issuperset(ranking.families))
        )
    )


def _valued(plan: Plan, number: int) -> int:
    """Return how many hands a page values to count what follows on the cards of a decision; the
    longest flushes of the last hand are counted suit by suit.
    """
    left, many = len(plan.game.deck), 1
    last = next(
        hand for hand in plan.hands_read(plan.facts) if plan.groups[-1].zones[0] in hand.zones
    )
    counted = plan.groups[: -1 if last.by_families().of_longest_flush else None]
    for group in counted:
        many *= comb(left, group.size) if group.stage > number else 1
        left -= group.size
    return many


def _rules(game: Game, key: str) -> RoundRules:
    payoffs = Payoffs(plan := Plan(game, game.bet(key)))
    outcomes: dict[Outcome, int] = {}
    if house := family_of(plan).house_way(plan):
        ends = tuple(outcomes.setdefault(end, len(outcomes)) for end in _ends(payoffs, ()))
        return RoundRules({(): (HistoryAction("", (), False, b"", ends),)}, tuple(outcomes), house)
    ways = {
        _names(history): tuple(_ways(payoffs, history, outcomes))
        for stage in plan.stages
        for history in plan.histories(stage)
    }
    return RoundRules(ways, tuple(outcomes))


def _alike(plan: Plan) -> dict[str, str]:
    """Return card -> the one that stands for all that a bet treats alike."""
    kinds = method_of(plan).kinds(plan)
    first: dict[int, str] = {}
    return {
        card_text(card): first.setdefault(kinds.get(card, card), card_text(card))
        for card in plan.game.deck.copies
    }


def _names(path: Path) -> tuple[str, ...]:
    return tuple(action.name for _, action in path)


def _ways(payoffs: Payoffs, history: Path, outcomes: dict[Outcome, int]) -> Iterator[HistoryAction]:
    """Yield what can be done after a history; outcomes: each with its number, added to."""
    plan = payoffs.plan
    last = len(history) + 1 == len(plan.stages)
    for path in plan.after(history):
        _, action = path[-1]
        leads_on = not last and not action.ends
        ends = [] if leads_on else _ends(payoffs, path)
        places = (outcomes.setdefault(end, len(outcomes)) for end in ends)
        yield HistoryAction(action.name, _names(path), leads_on, plan.offered(path), tuple(places))


def _ends(payoffs: Payoffs, path: Path) -> Iterator[Outcome]:
    """Yield the outcome at every joint number of facts."""
    plan, facts = payoffs.plan, payoffs.facts(path)
    pays = plan.game.pays_in(plan.bet.key)
    for number, (_, end) in enumerate(payoffs.tables[path]):
        forms = other_ways(plan, path, plan.values(facts, number))
        if max(form.at(pays) for form in forms) != end.net:
            raise ArithmeticError(f"{plan.game.slug}: an end is not worth {end.net}")
        yield (
            end.outcome,
            tuple(
                (form.denominator, form.constant, tuple(form.coefficients.items()))
                for form in forms
            ),
        )


def _street(
    plan: Plan,
    stage: Stage,
    classes: tuple[SetClass, ...],
    of_classes: tuple[tuple[Hand, ...], ...],
) -> DecisionHands:
    name, deals = plan.decisions[stage.number].name, plan.game.deals
    new = {zone for group in plan.groups if group.stage == stage.number for zone in group.zones}
    return DecisionHands(
        name,
        tuple(deal for deal in deals if deal.zone in new),
        tuple(
            tuple(deal.zone for deal in deals if deal.zone in role.zones) for role in stage.roles
        ),
        classes,
        of_classes,
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
                cards = (card for mask in level.state(at) for card in cards_of(mask))
                hand = tuple(alike[card_text(card)] for card in cards)
                hands_of[place].append((level.weights[at] * after, hand))
    return listed
