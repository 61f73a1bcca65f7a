"""What to do in one situation, or in every one: each action's exact expected value."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from hashlib import blake2b
from itertools import compress, count, islice
from operator import itemgetter
from typing import NamedTuple, assert_never

from combin.cards import card_text, cards_text, mask_of
from combin.counting import (
    Keep,
    Level,
    Plan,
    around,
    conditional,
    facts_number,
    seen_level,
    tallies,
    tally_of,
    verify_memory,
)
from combin.counting.compared import compared
from combin.counting.memory import all_sets
from combin.errors import CombinError
from combin.records import dataclass
from combin.results import Column, Result, columns
from combin.rules import Deal, Decide, Draw, Part, Split
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.rules.words import in_places
from combin.solving.induction import Folded
from combin.solving.payoffs import Payoffs
from combin.solving.result import SMALLER_STAKE, taken_of_equals
from combin.spelling import cards_in
from combin.version import version

PASSED = ""  # the action, without a name, of a decision that is not made


class Answer(NamedTuple):
    """The actions open after one history, and what they are worth.

    history: the actions taken before.
    values: action -> expected net of the whole bet, in units.
    best: the action to take.
    tied: all actions worth as much as the best, if there are several.
    taken: which of those is taken, in words.
    """

    history: tuple[str, ...]
    values: dict[str, Fraction]
    best: str
    tied: tuple[str, ...]
    taken: str = SMALLER_STAKE


@dataclass(frozen=True, repr=False)
class Advice(Result):
    """The answers for the cards seen: one a history, or the bet's value where there is nothing to
    decide.

    game: the rules.
    bet: the key of the bet.
    seen: the cards, zone by zone.
    decision: its name; None where there is nothing to decide.
    rows: the answers, one a history.
    value: the expected net in units where there is nothing to decide, else None.
    version: of combin.
    """

    game: Game
    bet: str
    seen: str
    decision: str | None
    rows: tuple[Answer, ...] = ()
    value: Fraction | None = None
    version: str = field(default_factory=version)

    _columns = columns(words="cards,decision,history,action,best", units="value")


class Situation(NamedTuple):
    """One information set up to a relabelling of the suits, after one history.

    decision: its name.
    cards: an example; slashes part the sets that are alike for the rest of the play.
    deals: how many of the walked deals come there, whatever was done before.
    answer: the actions open there and what they are worth.
    """

    decision: str
    cards: str
    deals: int
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
    if plan.is_split:
        return _split(game, payoffs, cards)
    if not plan.decisions:
        return Advice(game, bet, shown, None, value=_mean(payoffs, conditional(plan, cards)))
    name = plan.decisions[number].name
    found = tuple(answers(payoffs, number, cards))
    if any(PASSED in answer.values for answer in found):
        raise CombinError(
            f"{game.slug}: nothing is decided with {shown}; `combin show {game.slug}` says when "
            f"{name!r} is"
        )
    return Advice(game, bet, shown, name, found)


def _split(game: Game, payoffs: Payoffs, cards: dict[str, int]) -> Advice:
    """Return what every setting of a hand is worth that is split into two."""
    from combin.solving import splits  # other games start sooner without it

    sides = compared(payoffs.plan).sides
    zones = [sides.player.zone, *[sides.dealer.zone] * sides.seen]
    if cards.keys() != set(zones):
        raise CombinError(
            f"{game.slug} is advised on the cards of {' and '.join(zones)}"
            + ("" if sides.seen else " alone")
        )
    priced, dealt = splits.PricedSettings(payoffs), [cards[zone] for zone in zones]
    values = (
        splits.settings_seeing(priced, *dealt) if sides.seen else splits.settings(priced, *dealt)
    )
    best = next(iter(values))
    tied = tuple(name for name, value in values.items() if value == values[best])
    answer = Answer((), values, best, tied if tied[1:] else (), taken_of_equals(payoffs.plan))
    shown = " / ".join(map(cards_text, cards.values()))
    return Advice(game, payoffs.plan.bet.key, shown, sides.player.name, (answer,))


def answers(payoffs: Payoffs, number: int, cards: dict[str, int]) -> Iterator[Answer]:
    """Return the answers at a decision, one a history.

    number: of the decision, from 0.
    cards: zone -> the mask of its cards, for all zones seen there.
    """
    plan = payoffs.plan
    if number == plan.informed:
        yield from _informed(payoffs, number, cards)
        return
    level = seen_level(plan, plan.stages[number], cards)
    for answer in _answers(payoffs, level):
        yield _called(answer, plan, level.states[0]) if plan.holds else answer


class Situations(Result):
    """Every information set of a bet of a resolved game; each iteration finds them anew.

    Raises CombinError at once for a bet that leaves nothing to decide before all cards are known.
    """

    def __init__(self, game: Game, bet: str = "base") -> None:
        self.game, self.bet = game, bet
        situations(game, bet)  # it refuses at once

    def __iter__(self) -> Iterator[Situation]:
        return situations(self.game, self.bet)

    _columns = columns(words="decision,cards,history,best,tied", counts="deals")
    _others = Column("", Fraction, "units")


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
# Rows of a level after a history, and what makes the situation of one of them.
Rows = tuple[Sequence[int], Callable[[int], Situation]]


def situations(game: Game, bet: str = "base", chosen: Listing = EVERY) -> Iterator[Situation]:
    """Return the information sets of a bet of a resolved game, one after the other.

    Raises CombinError at once for a bet that leaves nothing to decide before all cards are known,
    and for a decision that it has not.
    """
    plan = listed_plan(game, bet)
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    if chosen.decision and chosen.decision not in names:
        raise CombinError(
            f"{game.slug}, bet {bet!r}: no decision {chosen.decision!r} has situations to list "
            f"(known: {', '.join(names)})"
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
    plan.verify_unsplit()
    if not plan.stages:
        why = "has no decisions"
        if plan.decisions:
            why = "leaves nothing to decide before all cards are known"
        raise CombinError(f"{game.slug}: bet {bet!r} {why}, so there are no situations to list")
    return plan


def _sampled(found: Iterator[Rows], number: int, seed: int) -> Iterator[Situation]:
    """Yield some of many, each as likely, in their order, on any machine the same.

    Those of the rows before and of the next rows are two samples in random order; of both together
    each is taken from one of the two, as likely as it has rows that are not taken yet.
    """
    lots = count()

    def below(many: int) -> int:
        digest = blake2b(f"{seed} {next(lots)}".encode()).digest()
        return int.from_bytes(digest) % many

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
    for _, situation in sorted(kept, key=itemgetter(0)):
        yield situation


def _in_random_order(many: int, below: Callable[[int], int]) -> Iterator[int]:
    """Yield the numbers from 0 on in random order; below: draws a number below another."""
    moved: dict[int, int] = {}
    for place in range(many):
        other = place + below(many - place)
        yield moved.get(other, other)
        moved[other] = moved.get(place, place)


def _situations(payoffs: Payoffs, decision: str) -> Iterator[Rows]:
    """Yield the rows of each level after each history, and what makes the situation of one."""
    plan = payoffs.plan
    for tally in tallies(plan):
        folded = payoffs.fold(tally, keep=True)
        for history in folded.decided:
            if decision in ("", plan.decisions[len(history)].name):
                yield _situations_of(payoffs, folded, history)


# --- Cards as people write them ----------------------------------------------------------------


def _zones_of(plan: Plan, text: str) -> tuple[dict[str, int], int]:
    """Return zone -> mask for the cards of `text`, and the number of the decision they lead to (or
    of the last zone).
    """
    spoken = [list(cards_in(part)) for part in text.split("/")]
    cards = [card for part in spoken for card in part]
    _verify_cards(plan, text, cards)
    ends = _ends(plan)
    if len(cards) not in ends:
        raise CombinError(_wrong_count(plan, ends, len(cards)))
    zones: dict[str, int] = {}
    borders = []
    begin = 0
    for deal in _deals(plan):
        if begin == len(cards):
            break
        end = begin + deal.cards
        zones[deal.zone] = mask_of(cards[begin:end])
        borders.append(end)
        begin = end
    if not _parted_at(spoken, borders):
        raise CombinError(
            f"the groups of {text!r} are not those of the game: {_described(plan, len(cards))}"
        )
    return zones, ends.index(len(cards))


def _verify_cards(plan: Plan, text: str, cards: list[int]) -> None:
    copies = plan.game.deck.copies
    for place, card in enumerate(cards):
        if card not in copies:
            raise CombinError(
                f"{card_text(card)} is not in the deck of {plan.game.slug} ({plan.game.deck})"
            )
        if card in cards[:place] and plan.game.deck.packs == 1:
            raise CombinError(f"{card_text(card)} stands twice in {text!r}")
        if cards.count(card) > copies[card]:
            raise CombinError(
                f"{card_text(card)} stands {cards.count(card)} times in {text!r}, and the deck has "
                f"{copies[card]}"
            )


def _parted_at(spoken: list[list[int]], borders: list[int]) -> bool:
    """Return whether every group of cards ends where a zone ends; borders: where zones end."""
    end = 0
    for part in spoken:
        end += len(part)
        if not part or end not in borders:
            return False
    return True


def _deals(plan: Plan) -> list[Deal]:
    zones = {zone for group in plan.groups for zone in group.zones}
    return [deal for deal in plan.game.deals if deal.zone in zones]


def _ends(plan: Plan) -> list[int]:
    """Return how many cards are seen at each decision, or, where there is none, after each zone."""
    seen, at_decisions, after_zones = 0, [], []
    deals = _deals(plan)
    for step in plan.game.play:
        match step:
            case Decide() | Part():
                at_decisions.append(seen)
            case Deal():
                if step in deals:
                    seen += step.cards
                    after_zones.append(seen)
            case Draw() | Split():
                pass
            case _:
                assert_never(step)
    return at_decisions if plan.decisions else after_zones


def _described(plan: Plan, count: int) -> str:
    """Return ``player 5 / up 1`` for the zones that the first `count` cards fill."""
    words, seen = [], 0
    for deal in _deals(plan):
        if seen < count:
            words.append(f"{deal.zone} {deal.cards}")
            seen += deal.cards
    return " / ".join(words)


def _wrong_count(plan: Plan, ends: list[int], count: int) -> str:
    many = "a wrong number of"
    if count < min(ends):
        many = "too few"
    elif count > max(ends):
        many = "too many"
    wanted = " or ".join(f"{end} ({_described(plan, end)})" for end in ends)
    verb = "decides on" if plan.decisions else "is valued on"
    return f"{many} cards: {plan.game.slug} {verb} {wanted} cards, not {count}"


# --- Values ------------------------------------------------------------------------------------


def _mean(payoffs: Payoffs, counts: array[int]) -> Fraction:
    total = Fraction(0)
    for number, deals in enumerate(counts):
        if deals:
            total += payoffs.ends[()][number][1].net * deals
    return total / sum(counts)


def _answer(plan: Plan, history: Path, worth: Mapping[str, Fraction]) -> Answer:
    """Return the answer for the values of the actions offered, in the order of preference."""
    largest = max(worth.values())
    best, *others = (action for action, value in worth.items() if value == largest)
    listed = [action.name for action in plan.decisions[len(history)].actions]
    tied = (best, *others) if others else ()
    values = {name: worth[name] for name in (*listed, PASSED) if name in worth}
    return Answer(path_key(history), values, best, tied)


def _answers(payoffs: Payoffs, level: Level) -> Iterator[Answer]:
    """Yield the answers at one information set, for every history that leads there."""
    plan = payoffs.plan
    if level.stage is plan.stages[-1]:
        tally, at = tally_of(plan, level), 0
    else:
        tally, at = around(plan, level)
    folded = payoffs.fold(tally, keep=True)
    histories = plan.deciding(level.stage)
    deals = folded.deals(folded[histories[0]].place)[at]
    for history in histories:
        yield _answer_at(payoffs, folded, history, at, deals)


def _answer_at(payoffs: Payoffs, folded: Folded, history: Path, at: int, deals: int) -> Answer:
    decision = folded[history]
    answer = _answer(payoffs.plan, history, decision.nets(at, deals * payoffs.scale))
    if not answer.tied:
        return answer
    best = decision.paths[decision.action[at]][-1][1].name
    return answer._replace(best=best, taken=taken_of_equals(payoffs.plan))


def _called(answer: Answer, plan: Plan, hand: int) -> Answer:
    """Return an answer whose holds are called by the cards of a hand, those worth most first."""
    names = {hold.name: hold.called(hand) for hold in plan.holds}
    values = sorted(answer.values.items(), key=lambda item: -item[1])
    return answer._replace(
        values={names[name]: value for name, value in values},
        best=names[answer.best],
        tied=tuple(names[name] for name in answer.tied),
    )


def _informed(payoffs: Payoffs, number: int, cards: dict[str, int]) -> Iterator[Answer]:
    """Yield the answers at the last decision where everything is known."""
    plan = payoffs.plan
    facts = (*payoffs.known, *plan.columns)
    values = plan.values(facts, facts_number(plan, cards, facts))
    for history in dict.fromkeys(path[:number] for path in plan.paths if len(path) > number):
        if plan.waits(history):
            continue
        worth = {
            way[-1][1].name: payoffs.settler.settle(way, values).net
            for way in plan.offered_after(history, values)
        }
        yield _answer(plan, history, worth)


def _situations_of(payoffs: Payoffs, folded: Folded, history: Path) -> Rows:
    place = folded[history].place
    level, deals = folded.tally.levels[place], folded.deals(place)
    name = payoffs.plan.decisions[level.stage.number].name
    made = folded[history].made

    def situation(at: int) -> Situation:
        written = in_places if folded.plan.holds else cards_text
        cards = " / ".join(map(written, level.state(at)))
        answer = _answer_at(payoffs, folded, history, at, deals[at])
        return Situation(name, cards, deals[at], answer)

    every = range(len(level))
    return (array("q", compress(every, made)) if made else every), situation
