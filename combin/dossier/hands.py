"""Every hand of a bet, by classes that decide alike: the data with which a page tells the value of
any hand and the probability of each outcome.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate, count
from typing import TYPE_CHECKING

from combin.cards import card_text, cards_of, mask_of
from combin.counting import Level, Plan, Tally, method_of, seen_level, tallies, tally_of
from combin.counting.classes import Classes, SetClass, classified
from combin.counting.memory import most_sets
from combin.counting.plan import Stage
from combin.families.listed import family_of
from combin.records import dataclass
from combin.rules import Deal
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import other_ways
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.solving.executor import Workers

MOST_SETS = 60_000  # information sets of a decision, beyond which no page carries the hands

SAMPLE = 300  # hands of the last decision that a page carries where it cannot carry all
STEPS = 100_000  # to count one hand by itself, beyond which all are counted by removal

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
    """

    ways: dict[tuple[str, ...], tuple[HistoryAction, ...]]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class AllHands:
    """Every hand of a bet.

    game, bet: as resolved, and its key.
    deck: its cards, and how many copies of each there are.
    alike: card -> the one that stands for all of its kind; from one pack, itself.
    streets: its decisions, the first one first.
    rules: those of the game, then those of other settings where they differ but for the pays.
    of_settings: for each setting the place of its rules, -1 where it is counted otherwise.
    columns: of the last street's counts.
    sampled: whether only some hands of the last decision are there, drawn at random.
    """

    game: Game
    bet: str
    deck: dict[str, int]
    alike: dict[str, str]
    streets: tuple[DecisionHands, ...]
    rules: tuple[RoundRules, ...]
    of_settings: tuple[int, ...]
    columns: int
    sampled: bool = False


def hands(
    game: Game, key: str, threads: Workers = None, settings: Sequence[Game] = ()
) -> AllHands | str:
    """Return every hand of a bet, or why a page cannot carry them; empty where nothing is decided
    before all cards are known.

    settings: of its choices, in the order in which the page has them.
    """
    asked = Plan(game, game.bet(key))
    if not family_of(asked).by_lines:
        return "This page cannot set hands. combin advise says how to set given cards."
    if not asked.stages:
        return ""
    if (many := most_sets(asked)) > MOST_SETS:
        return (
            f"This page cannot hold its {many:,} situations. "
            "combin advise says what to do with given cards."
        )
    counted = Counted(game, key, threads, together=False)
    plan, alike = counted.plan, _alike(counted.plan)
    levels = [Classes() for _ in plan.stages]
    listed = _listed(counted, alike, levels)
    streets = tuple(
        _street(
            plan,
            stage,
            tuple(classes.places),
            tuple(tuple(hands_of[place]) for place in range(len(classes.places))),
        )
        for stage, classes, hands_of in zip(plan.stages, levels, listed)
    )
    return _all(plan, alike, streets, settings)


def sampled_hands(game: Game, key: str, settings: Sequence[Game] = ()) -> AllHands | None:
    """Return hands of the last decision of a bet, drawn at random, the same each time; None where
    the cards that come after them cannot be counted hand by hand.
    """
    plan = Plan(game, game.bet(key))
    if not plan.stages or plan.holds or not family_of(plan).by_lines:
        return None
    alike = {text: text for text in map(card_text, game.deck.copies)}
    method = method_of(plan)
    long = method.sweeps and method.steps(plan) > STEPS
    lots = count()

    def below(many: int) -> int:
        return int.from_bytes(blake2b(b"%d" % next(lots)).digest()) % many

    seen = dict((_counted_hands if long else _drawn_hands)(plan, below))
    streets = (
        *(_street(plan, each, (), ()) for each in plan.stages[:-1]),
        _street(plan, plan.stages[-1], tuple(seen.values()), tuple(((1, one),) for one in seen)),
    )
    return _all(plan, alike, streets, settings, sampled=True)


Seen = Iterator[tuple[tuple[str, ...], SetClass]]  # a hand, and what can follow
Below = Callable[[int], int]  # draws a whole number below another


def _drawn_hands(plan: Plan, below: Below) -> Seen:
    """Yield hands of the last decision, drawn and then counted."""
    stage = plan.stages[-1]
    dealt = [deal for at in range(stage.number + 1) for deal in _dealt(plan, at)]
    deals = [deal for deal in plan.game.deals if deal in dealt]  # in the order of the play
    levels = []
    for _ in range(SAMPLE):
        left = plan.game.deck.cards
        zones = {
            deal.zone: mask_of([left.pop(below(len(left))) for _ in range(deal.cards)])
            for deal in deals
        }
        levels.append(seen_level(plan, stage, zones))
    first = levels[0]
    states, known = array("Q"), array(first.known.typecode)
    for level in levels:
        states += level.states
        known += level.known
    ones = array("q", [1] * len(levels))
    level = Level(stage, first.roles, states, ones, known, array("i"))
    yield from _seen(plan, tally_of(plan, level), range(len(level)))


def _counted_hands(plan: Plan, below: Below) -> Seen:
    """Yield hands of the last decision, drawn while all are counted, which takes less."""
    whole = plan.deals // plan.deals_after(plan.stages[-1])
    before = 0
    for tally in tallies(plan):
        weights = tally.levels[-1].weights
        after = before + sum(weights)
        many = SAMPLE * after // whole - SAMPLE * before // whole
        before = after
        sums = list(accumulate(weights))
        yield from _seen(plan, tally, [bisect(sums, below(sums[-1])) for _ in range(many)])


def _seen(plan: Plan, tally: Tally, places: Iterable[int]) -> Seen:
    """Yield the hands at some places of the last decision."""
    level = tally.levels[-1]
    deals = plan.deals_after(level.stage)
    for at in places:
        row = tally.counts[at * tally.columns : (at + 1) * tally.columns]
        counts = tuple(
            (column, many // level.weights[at]) for column, many in enumerate(row) if many
        )
        yield tuple(_cards_at(level, at)), SetClass(level.known[at], deals, counts)


def _all(
    plan: Plan,
    alike: dict[str, str],
    streets: tuple[DecisionHands, ...],
    settings: Sequence[Game],
    sampled: bool = False,
) -> AllHands:
    """Return hands with what can be done and won under the settings."""
    game, key = plan.game, plan.bet.key
    rules = [_rules(game, key)]
    of_settings = []
    for setting in settings:
        if Plan(setting, setting.bet(key)).counted_by != plan.counted_by:
            of_settings.append(-1)
            continue
        if (mine := _rules(setting, key)) not in rules:
            rules.append(mine)
        of_settings.append(rules.index(mine))
    deck = {card_text(card): copies for card, copies in game.deck.copies.items()}
    columns = plan.size(plan.columns)
    return AllHands(
        game, key, deck, alike, streets, tuple(rules), tuple(of_settings), columns, sampled
    )


def _rules(game: Game, key: str) -> RoundRules:
    payoffs = Payoffs(plan := Plan(game, game.bet(key)))
    outcomes: dict[Outcome, int] = {}
    ways = {
        _names(history): tuple(_ways(payoffs, history, outcomes))
        for stage in plan.stages
        for history in plan.deciding(stage)
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
    zones = tuple(
        tuple(deal.zone for deal in plan.game.deals if deal.zone in role.zones)
        for role in stage.roles
    )
    name = plan.decisions[stage.number].name
    return DecisionHands(name, _dealt(plan, stage.number), zones, classes, of_classes)


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
    return [card_text(card) for mask in level.state(at) for card in cards_of(mask)]


def _dealt(plan: Plan, number: int) -> tuple[Deal, ...]:
    """Return the zones that are dealt between a decision and the one before it."""
    zones = {zone for group in plan.groups if group.stage == number for zone in group.zones}
    return tuple(deal for deal in plan.game.deals if deal.zone in zones)
