"""What to do in one situation, or in every one: each action's exact expected value."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, assert_never

from combin.cards import card_text, cards_text, parse_card
from combin.counting import (
    Keep,
    Level,
    Plan,
    Tally,
    around,
    completions,
    conditional,
    facts_number,
    seen_level,
    tallies,
    verify_memory,
)
from combin.errors import CombinError
from combin.results import Result
from combin.rules import Deal, Decide
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.solving.induction import Folded
from combin.solving.payoffs import Payoffs
from combin.version import version


class Answer(NamedTuple):
    """The actions open after one history, and what they are worth.

    history: the actions taken before. values: action -> expected net of the whole bet, in units.
        best: the action to take.
    tied: all actions worth as much as the best, if there are several.
    """

    history: tuple[str, ...]
    values: dict[str, Fraction]
    best: str
    tied: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Advice(Result):
    """The answers for the cards seen: one a history, or the bet's value where there is nothing to
    decide.

    game, bet: as asked. seen: the cards, zone by zone. decision: its name, or None. value: the
        expected net in units, where
    decision is None. version: of combin.
    """

    game: Game
    bet: str
    seen: str
    decision: str | None
    rows: tuple[Answer, ...] = ()
    value: Fraction | None = None
    version: str = field(default_factory=version)

    def _written(self, form: str) -> str:
        from combin.render.situations import advice

        return advice(self, form)

    def _headline(self) -> str:
        from combin.render.situations import advised

        return f"{self.game.slug}: {self.bet}, {self.seen}: {advised(self)}"


class Situation(NamedTuple):
    """One information set up to a relabelling of the suits, after one history.

    cards: an example, the sets that are alike for the rest of the play parted by slashes. deals:
        how many of the walked deals
    come there, whatever was done before.
    """

    decision: str
    cards: str
    deals: int
    answer: Answer


def advise(game: Game, text: str, bet: str = "base") -> Advice:
    """Return the exact value of every action with the given cards; game: resolved.

    text: cards in the order of the play, zones parted by " / " or simply one after the other. Where
        one decision follows
    straight on another, so that both see the same cards, the first is answered.
    Raises CombinError for cards that are not there, stand twice, or do not end at a decision.
    """
    plan = Plan(game, game.bet(bet))
    cards, number = _zones_of(plan, text)
    payoffs = Payoffs(plan)
    seen = " / ".join(cards_text(mask) for mask in cards.values())
    if not plan.decisions:
        return Advice(game, bet, seen, None, value=_mean(payoffs, conditional(plan, cards)))
    name = plan.decisions[number].name
    if number == plan.informed:
        return Advice(game, bet, seen, name, tuple(_informed(payoffs, number, cards)))
    return Advice(
        game,
        bet,
        seen,
        name,
        tuple(_answers(payoffs, seen_level(plan, plan.stages[number], cards))),
    )


class Situations(Result):
    """Every information set of a bet of a resolved game, found one after the other, anew each time
    they are gone through.

    Raises CombinError at once for a bet that leaves nothing to decide before all cards are known.
    """

    def __init__(self, game: Game, bet: str = "base") -> None:
        self.game, self.bet = game, bet
        situations(game, bet)  # it refuses at once

    def __iter__(self) -> Iterator[Situation]:
        return situations(self.game, self.bet)

    def _written(self, form: str) -> str:
        from combin.render.situations import situations_text

        return situations_text(self, form)

    def _headline(self) -> str:
        return f"{self.game.slug}: {self.bet}"


def situations(game: Game, bet: str = "base") -> Iterator[Situation]:
    """Return every information set of a bet of a resolved game, one after the other.

    Raises CombinError at once for a bet that leaves nothing to decide before all cards are known.
    """
    plan = Plan(game, game.bet(bet))
    if not plan.stages:
        why = (
            "leaves nothing to decide before all cards are known"
            if plan.decisions
            else "has no decisions"
        )
        raise CombinError(f"{game.slug}: bet {bet!r} {why}, so there are no situations to list")
    verify_memory(plan, Keep.VALUES)
    return _situations(Payoffs(plan))


def _situations(payoffs: Payoffs) -> Iterator[Situation]:
    plan = payoffs.plan
    for tally in tallies(plan):
        folded = payoffs.fold(tally, keep=True)
        for history in folded.decisions:
            yield from _situations_of(payoffs, folded, history)


# --- Cards as people write them ----------------------------------------------------------------


def _zones_of(plan: Plan, text: str) -> tuple[dict[str, int], int]:
    """Return zone -> mask for the cards of `text`, and the number of the decision they lead to (or
    of the last zone).
    """
    spoken = [[parse_card(word) for word in part.split()] for part in text.split("/")]
    cards = [card for part in spoken for card in part]
    deck = set(plan.game.deck.cards)
    for place, card in enumerate(cards):
        if card not in deck:
            raise CombinError(
                f"{card_text(card)} is not in the deck of {plan.game.slug} ({plan.game.deck})"
            )
        if card in cards[:place]:
            raise CombinError(f"{card_text(card)} stands twice in {text!r}")
    ends = _ends(plan)
    if len(cards) not in ends:
        raise CombinError(_wrong_count(plan, ends, len(cards)))
    zones: dict[str, int] = {}
    sizes: list[int] = []
    for deal in _deals(plan):
        if sum(sizes) < len(cards):
            zones[deal.zone] = sum(
                1 << card for card in cards[sum(sizes) : sum(sizes) + deal.cards]
            )
            sizes.append(deal.cards)
    borders = [sum(sizes[:end]) for end in range(1, len(sizes) + 1)]
    at = 0
    for part in spoken:
        at += len(part)
        if at not in borders or not part:
            raise CombinError(
                f"the groups of {text!r} are not those of the game: {_described(plan, len(cards))}"
            )
    return zones, ends.index(len(cards))


def _deals(plan: Plan) -> list[Deal]:
    zones = {zone for group in plan.groups for zone in group.zones}
    return [deal for deal in plan.game.deals if deal.zone in zones]


def _ends(plan: Plan) -> list[int]:
    """Return how many cards are seen at each decision, or, where there is none, after each zone."""
    seen, ends = 0, []
    zones = {deal.zone for deal in _deals(plan)}
    for step in plan.game.play:
        match step:
            case Decide():
                ends += [seen] if plan.decisions else []
            case Deal(zone, cards):
                if zone in zones:
                    seen += cards
                    ends += [] if plan.decisions else [seen]
            case _:
                assert_never(step)
    return ends


def _described(plan: Plan, count: int) -> str:
    """Return ``player 5 / up 1`` for the zones that the first `count` cards fill."""
    words, seen = [], 0
    for deal in _deals(plan):
        if seen < count:
            words.append(f"{deal.zone} {deal.cards}")
            seen += deal.cards
    return " / ".join(words)


def _wrong_count(plan: Plan, ends: list[int], count: int) -> str:
    many = (
        "too few" if count < min(ends) else "too many" if count > max(ends) else "a wrong number of"
    )
    wanted = " or ".join(f"{end} ({_described(plan, end)})" for end in ends)
    verb = "decides on" if plan.decisions else "is valued on"
    return f"{many} cards: {plan.game.slug} {verb} {wanted} cards, not {count}"


# --- Values ------------------------------------------------------------------------------------


def _mean(payoffs: Payoffs, counts: array[int]) -> Fraction:
    total = sum(
        (result.net * count for (_, result), count in zip(payoffs.ends[()], counts)), Fraction(0)
    )
    return total / sum(counts)


def _answer(plan: Plan, history: Path, values: list[Fraction]) -> Answer:
    """Return the answer for values in the order of preference."""
    actions = [action.name for action in plan.actions(history)]
    best = max(values)
    tied = tuple(action for action, value in zip(actions, values) if value == best)
    offered = plan.decisions[len(history)].actions
    worth = dict(zip(actions, values))
    return Answer(
        path_key(history),
        {a.name: worth[a.name] for a in offered},
        tied[0],
        tied if len(tied) > 1 else (),
    )


def _answers(payoffs: Payoffs, level: Level) -> Iterator[Answer]:
    """Yield the answers at one information set, for every history that leads there."""
    plan = payoffs.plan
    if level.stage is plan.stages[-1]:
        tally = Tally(
            (level,),
            completions(plan, level.stage, level.states, level.weights),
            plan.size(plan.columns),
        )
        at = 0
    else:
        tally, at = around(plan, level)
    folded, histories = payoffs.fold(tally, keep=True), plan.histories(level.stage)
    deals = folded.deals(folded[histories[0]].place)[at]
    for history in histories:
        yield _answer_at(payoffs, folded, history, at, deals)


def _answer_at(payoffs: Payoffs, folded: Folded, history: Path, at: int, deals: int) -> Answer:
    values = [Fraction(value[at], deals * payoffs.scale) for (value,) in folded[history].values]
    return _answer(payoffs.plan, history, values)


def _informed(payoffs: Payoffs, number: int, cards: dict[str, int]) -> Iterator[Answer]:
    """Yield the answers at the last decision where everything is known."""
    plan = payoffs.plan
    facts = (*payoffs.known, *plan.columns)
    values = plan.values(facts, facts_number(plan, cards, facts))
    for history in dict.fromkeys(path[:number] for path in plan.paths if len(path) > number):
        yield _answer(
            plan, history, [payoffs.settler.settle(way, values).net for way in plan.after(history)]
        )


def _situations_of(payoffs: Payoffs, folded: Folded, history: Path) -> Iterator[Situation]:
    place = folded[history].place
    level, deals = folded.tally.levels[place], folded.deals(place)
    name = payoffs.plan.decisions[level.stage.number].name
    for at in range(len(level)):
        masks = level.states[at * level.roles : (at + 1) * level.roles]
        cards = " / ".join(cards_text(mask) for mask in masks)
        yield Situation(name, cards, deals[at], _answer_at(payoffs, folded, history, at, deals[at]))
