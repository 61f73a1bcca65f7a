"""What to do in one situation, or in every one: each action's exact expected value."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from hashlib import blake2b
from itertools import accumulate, compress, count, islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from combin.cards import card_text, cards_text, mask_of
from combin.counting import (
    Keep,
    Plan,
    method_of,
    verify_memory,
)
from combin.counting.memory import all_sets
from combin.errors import CombinError, refuse
from combin.families.answers import answer_at
from combin.families.block import OWN, PASSED, Answer, Block
from combin.families.listed import family_of
from combin.records import dataclass
from combin.results import Result
from combin.rules import Deal
from combin.rules.game import Game
from combin.rules.words import in_places
from combin.solving.payoffs import Payoffs
from combin.solving.result import AboutGame
from combin.spelling import VERSUS, cards_in, starting_hand

if TYPE_CHECKING:
    from combin.families.blackjack.letters import ChartFound


@dataclass(frozen=True, repr=False)
class Advice(AboutGame):
    """The answers for the cards seen: one a history, or the bet's value where there is nothing to
    decide.

    bet: the key of the bet.
    seen: the cards, zone by zone.
    decision: its name; None where there is nothing to decide.
    rows: the answers, one a history.
    value: the expected net in units where there is nothing to decide, else None.
    model: by which a split is played; empty where there is one way.
    looked: whether the dealer has looked and has no natural, which the values take for granted.
    whose: with hands of a split, of what that is the worth.
    insurance: what insurance of half the bet adds, by the cards seen; None where it is not offered.
    """

    bet: str
    seen: str
    decision: str | None
    rows: tuple[Answer, ...] = ()
    value: Fraction | None = None
    model: str = ""
    looked: bool = False
    whose: str = ""
    insurance: Fraction | None = None


class Situation(NamedTuple):
    """One information set up to a relabelling of the suits, after one history.

    decision: its name.
    cards: an example; slashes part the sets that are alike for the rest of the play.
    deals: how many of the walked deals come there, whatever was done before; a mean where a shoe
        does not say how many tens it has of each rank.
    answer: the actions open there and what they are worth.
    """

    decision: str
    cards: str
    deals: int | Fraction
    answer: Answer


def advise(game: Game, text: str, bet: str = "base") -> Advice:
    """Return the exact value of every action with the given cards.

    Where one decision follows another without a deal, both see the same cards: the first is
    answered. Raises CombinError for cards that are not in the deck, stand twice, or do not end at
    a decision.

    game: resolved.
    text: cards in the order of the play, zones parted by " / " or simply one after the other.
    bet: its key.
    """
    plan = Plan(game, game.bet(bet))
    cards, number = _zones_of(plan, text)
    payoffs = Payoffs(plan)
    shown = " / ".join(cards_text(mask) for mask in cards.values())
    family = family_of(plan)
    decisions = family.decisions(plan)
    if not decisions:
        counts, ends = method_of(plan).conditional(plan, cards), payoffs.ends[()]
        nets = (ends[at][1].net * deals for at, deals in enumerate(counts) if deals)
        return Advice(game, bet, shown, None, value=sum(nets, Fraction(0)) / sum(counts))
    found = tuple(family.answers(payoffs, number, cards))
    name = decisions[number if plan.decisions else 0]
    refuse(
        any(PASSED in answer.values for answer in found),
        f"{game.slug}: nothing is decided with {shown}; `combin show {game.on_command_line}` "
        f"says when {name!r} is",
    )
    return Advice(game, bet, shown, name, found)


class Situations(Result):
    """Every information set of a bet of a resolved game; each iteration finds them anew.

    each: finds them. actions: gives the names of what may be done there.
    chart: finds the chart that is printed in their place; None where there is none.
    """

    game: Game
    bet: str

    def __init__(
        self,
        game: Game,
        bet: str,
        each: Callable[[], Iterator[Situation]],
        actions: Callable[[], Iterable[str]],
        chart: Callable[[], ChartFound] | None = None,
    ) -> None:
        self.game, self.bet, self._each, self._actions, self._chart = (
            game,
            bet,
            each,
            actions,
            chart,
        )

    def __iter__(self) -> Iterator[Situation]:
        return self._each()

    @property
    def actions(self) -> list[str]:
        """The names of what may be done in some of them."""
        return list(dict.fromkeys(self._actions()))

    @cached_property
    def chart(self) -> ChartFound | None:
        """The chart that was found, which is printed in their place; None where there is none."""
        return self._chart() if self._chart else None


@dataclass(frozen=True)
class Listing:
    """Which situations are asked for; all by default.

    decision: the name of the only decision, empty for all.
    limit: how many at most, the first ones.
    sample: how many, drawn at random from all of them, each as likely, in their order.
    seed: the same seed draws the same sample.
    """

    decision: str = ""
    limit: int | None = None
    sample: int | None = None
    seed: int = 0


EVERY = Listing()


def listed(game: Game, bet: str = "base") -> Situations:
    """Return the information sets of a bet as a result; raises CombinError at once for a bet that
    leaves nothing to decide before all cards are known.
    """
    situations(game, bet)  # it refuses at once
    return Situations(game, bet, partial(situations, game, bet), partial(action_names, game))


def action_names(game: Game) -> list[str]:
    """Return the names of what may be done at some decision of a game."""
    named = (action.name for decision in game.decisions for action in decision.actions)
    return list(dict.fromkeys(named))


# Rows of a level after a history, and what makes the situation of one of them.
Rows = tuple[Sequence[int], Callable[[int], Situation]]


def situations(game: Game, bet: str = "base", chosen: Listing = EVERY) -> Iterator[Situation]:
    """Return the information sets of a bet of a resolved game, one after the other.

    Raises CombinError at once for a bet that leaves nothing to decide before all cards are known,
    and for a decision that it has not.
    """
    plan = listed_plan(game, bet)
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    refuse(
        chosen.decision and chosen.decision not in names,
        f"{game.slug}, bet {bet!r}: no decision {chosen.decision!r} has situations to list "
        f"(known: {', '.join(names)})",
    )
    verify_memory(plan, Keep.VALUES)
    found = _situations(Payoffs(plan), chosen.decision)
    if chosen.sample is not None:
        return _sampled(found, chosen.sample, chosen.seed)
    return islice((make(at) for rows, make in found for at in rows), chosen.limit)


def lines_to_come(game: Game, bet: str, decision: str = "") -> int:
    """Return about how many situations a bet has: as many as its information sets, up to a
    relabelling of the suits, have histories.
    """
    plan = listed_plan(game, bet)
    stages = [stage for stage in plan.stages if decision in ("", plan.decisions[stage.number].name)]
    return sum(all_sets(plan, stage) * len(plan.deciding(stage)) for stage in stages)


def listed_plan(game: Game, bet: str) -> Plan:
    """Return the plan of a bet whose situations can be listed; raise CombinError for another."""
    plan = Plan(game, game.bet(bet))
    plan.verify_listable()
    if not plan.stages:
        late = "leaves nothing to decide before all cards are known"
        why = late if plan.decisions else "has no decisions"
        raise CombinError(f"{game.slug}: bet {bet!r} {why}, so there are no situations to list")
    return plan


def _sampled(found: Iterator[Rows], number: int, seed: int) -> Iterator[Situation]:
    """Yield some of many, each as likely, in their order, on any machine the same.

    Those of the rows before and of the next rows are two samples in random order; of both together
    each is taken from one of the two, as likely as it has rows that are not taken yet.
    """
    lots = count()

    def below(many: int) -> int:
        return int.from_bytes(blake2b(f"{seed} {next(lots)}".encode()).digest()) % many

    kept: list[tuple[int, Situation]] = []
    before = 0
    for rows, make in found:
        fresh, known = _in_random_order(len(rows), below), _in_random_order(len(kept), below)
        old, new, taken = before, len(rows), []
        for _ in range(min(number, old + new)):
            if below(old + new) < old:
                old -= 1
                taken.append(kept[next(known)])
            else:
                new -= 1
                at = next(fresh)
                taken.append((before + at, make(rows[at])))
        kept = taken
        before += len(rows)
    yield from (situation for _, situation in sorted(kept, key=itemgetter(0)))


def _in_random_order(many: int, below: Callable[[int], int]) -> Iterator[int]:
    """Yield the numbers from 0 on in random order; below: draws a number below another."""
    moved: dict[int, int] = {}
    for place in range(many):
        other = place + below(many - place)
        yield moved.get(other, other)
        moved[other] = moved.get(place, place)


def _situations(payoffs: Payoffs, decision: str) -> Iterator[Rows]:
    """Yield the rows of each block of the best play, and what makes the situation of one."""
    family = family_of(payoffs.plan)
    names, equals = family.decisions(payoffs.plan), family.equals
    for block in family.decided(payoffs):
        name = names[block.stage.number]
        if decision in ("", name):
            yield _situations_of(payoffs, block, name, equals)


# --- Cards as people write them ----------------------------------------------------------------


def _zones_of(plan: Plan, text: str) -> tuple[dict[str, int], int]:
    """Return zone -> mask for the cards of `text`, and the number of the decision they lead to (or
    of the last zone).
    """
    parts = VERSUS.split(text)
    spoken = [list(starting_hand(part) if len(parts) == 1 else cards_in(part)) for part in parts]
    cards = [card for part in spoken for card in part]
    copies = plan.game.deck.copies
    for place, card in enumerate(cards):
        refuse(
            card not in copies,
            f"{card_text(card)} is not in the deck of {plan.game.slug} ({plan.game.deck})",
        )
        refuse(
            card in cards[:place] and plan.game.deck.packs == 1,
            f"{card_text(card)} stands twice in {text!r}",
        )
        refuse(
            cards.count(card) > copies[card],
            f"{card_text(card)} stands {cards.count(card)} times in {text!r}, and the deck has "
            f"{copies[card]}",
        )
    deals = _deals(plan)
    ends = borders = [*accumulate(deal.cards for deal in deals)]  # of zones
    if plan.decisions:
        after = {zone: group.stage for group in plan.groups for zone in group.zones}
        ends = [
            sum(deal.cards for deal in deals if after[deal.zone] <= number)
            for number in range(len(plan.decisions))
        ]
    if len(cards) not in ends:
        count = len(cards)
        many = "a wrong number of"
        if count < min(ends):
            many = "too few"
        elif count > max(ends):
            many = "too many"
        wanted = " or ".join(f"{end} ({_described(plan, end)})" for end in ends)
        verb = "decides on" if plan.decisions else "is valued on"
        wrong = f"{many} cards: {plan.game.slug} {verb} {wanted} cards, not {count}"
        raise CombinError(wrong)
    seen = [(deal, end) for deal, end in zip(deals, borders) if end <= len(cards)]
    zones = {deal.zone: mask_of(cards[end - deal.cards : end]) for deal, end in seen}
    refuse(
        not all(spoken) or not set(accumulate(map(len, spoken))) <= set(borders),
        f"the groups of {text!r} are not those of the game: {_described(plan, len(cards))}",
    )
    return zones, ends.index(len(cards))


def _deals(plan: Plan) -> list[Deal]:
    zones = {zone for group in plan.groups for zone in group.zones}
    return [deal for deal in plan.game.deals if deal.zone in zones]


def _described(plan: Plan, count: int) -> str:
    """Return ``player 5 / up 1`` for the zones that the first `count` cards fill."""
    deals = _deals(plan)
    ends = zip(deals, accumulate(deal.cards for deal in deals))
    return " / ".join(f"{deal.zone} {deal.cards}" for deal, end in ends if end - deal.cards < count)


# --- Values ------------------------------------------------------------------------------------


def _situations_of(payoffs: Payoffs, block: Block, name: str, equals: str) -> Rows:
    [rows] = block.sets(OWN)
    written = in_places if block.plan.holds else cards_text

    def situation(at: int) -> Situation:
        cards = " / ".join(map(written, rows.states[at * rows.roles : (at + 1) * rows.roles]))
        return Situation(name, cards, block.deals[at], answer_at(payoffs, block, at, equals))

    every, made = range(len(block.best)), block.made
    return (array("q", compress(every, made)) if made else every), situation
