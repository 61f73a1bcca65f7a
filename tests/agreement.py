"""Compares the engine with the literal reference, to the last integer: outcomes, information sets
and exact ties.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from typing import TypeVar

from combin.cards import Deck, cards_text, mask_of, parse_card
from combin.counting import Plan
from combin.counting.plan import Stage
from combin.families.block import Answer
from combin.families.listed import family_of
from combin.proof import reference
from combin.proof.verify import verify
from combin.questions import solve as solver
from combin.questions.advice import advise, situations
from combin.ranking import WILD, HandRanking
from combin.rounds import Simulation, best_play
from combin.rules import Deal
from combin.rules.game import Game
from combin.solving.result import BetResult

Actions = tuple[str, ...]
Outcome = tuple[Actions, str, Fraction, Fraction]  # actions, outcome, net, staked
Cards = tuple[frozenset[int], ...]  # seen, zone by zone
State = tuple[tuple[int, ...], ...]  # of the cards of an information set, suits relabelled
Place = tuple[int, State, Actions]  # number of the decision, state, history
Worth = TypeVar("Worth")


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def mask(text: str) -> int:
    return mask_of(cards(text))


def shortened(
    game: Game, ranks: str, suits: str = "cdhs", jokers: int | None = None, packs: int = 1
) -> Game:
    """Return the game on a shorter deck; the joker stays unless `jokers` says otherwise."""
    jokers = game.deck.jokers if jokers is None else jokers
    return replace(game, deck=Deck(ranks, suits, jokers, packs))


def wild_rankings(reading: str) -> Iterator[HandRanking]:
    """Yield every ranking with a joker of one reading: all subsets of the families that it may
    leave out.
    """
    optional = ("five-aces", "royal-flush", "straight-flush", "flush", "straight")
    for left_out in chain.from_iterable(
        combinations(optional, count) for count in range(len(optional) + 1)
    ):
        families = tuple(family for family in WILD if family not in left_out)
        yield HandRanking("wild", 5, families, reading)


def short_plan(game: Game, key: str = "base") -> Plan:
    return Plan(game, game.bet(key))


# --- Outcomes ----------------------------------------------------------------------------------


def outcomes_of(result: BetResult, scale: Fraction = Fraction(1)) -> dict[Outcome, Fraction]:
    """Return (actions, outcome, net, staked) -> deals x scale of a `BetResult`."""
    outcomes = {
        (o.actions, o.outcome, o.net, o.staked): o.combinations * scale for o in result.outcomes
    }
    assert len(outcomes) == len(result.outcomes)
    return outcomes


def assert_outcomes_agree(found: BetResult, counted: reference.Reference) -> None:
    """found: what the engine says of the bet. The reference deals zone by zone, the engine pools
    zones.
    """
    scale = Fraction(counted.deals, found.deals)
    assert outcomes_of(found, scale) == {
        outcome: count for outcome, count in counted.outcomes.items() if count
    }
    assert found.expected_value == counted.expected_value


def assert_agree(game: Game, key: str = "base") -> None:
    """Engine and reference find the same outcomes, and value every action at every information set
    alike. From a shoe, and where a hand is parted or split, the information sets are compared by the
    recount that ships: cards of a kind, holds of cards and settings have other names in the two.
    """
    plan = short_plan(game, key)
    if game.from_shoe or plan.draw or plan.sets_hands:
        assert_recount_agrees(game, key)
        return
    found, counted = solver.solve(game, [key], threads=1).bets[key], reference.solve(game, key)
    assert_outcomes_agree(found, counted)
    assert_simulation_agrees(game, key, counted)
    if counted.information_sets:
        assert_information_sets_agree(game, key, counted)
        assert all(
            tie.engine == tie.reference
            for tie in family_of(plan).comparing(plan).ties(found, counted)
        )
        assert_advice_agrees(game, key, counted)


def assert_recount_agrees(game: Game, key: str) -> None:
    deck = game.deck
    report = verify(game, key, deck.ranks, deck.suits, packs=deck.packs)
    assert report.deals and report.rows
    assert report.agrees


# --- Information sets --------------------------------------------------------------------------


def canonical(masks: tuple[int, ...], suits: list[int]) -> State:
    """Return what is the same for all states that a relabelling of the suits makes of `masks`."""
    lanes = sorted(tuple(cards >> 16 * suit & 0x1FFF for cards in masks) for suit in suits)
    return (*lanes, tuple(cards >> 63 for cards in masks))


def suits_of(game: Game) -> list[int]:
    return sorted({number >> 4 for number in game.deck.cards if number < 63})


def _seen(plan: Plan, seen: Cards, stage: Stage) -> tuple[int, ...]:
    """Return the role masks of what a player has seen, zone by zone, in the reference."""
    zones = {zone for group in plan.groups for zone in group.zones}
    dealt = dict(zip((deal.zone for deal in plan.game.deals if deal.zone in zones), seen))
    return tuple(sum(mask_of(dealt[zone]) for zone in role.zones) for role in stage.roles)


def decided(
    plan: Plan, information_sets: Mapping[tuple[Cards, Actions], Worth]
) -> dict[Place, Worth]:
    """Return (decision, canonical state, history) -> the values there, and a check that alike sets
    are worth the same.
    """
    values: dict[Place, Worth] = {}
    for (seen, path), nets in information_sets.items():
        if len(path) < len(plan.stages):
            state = canonical(_seen(plan, seen, plan.stages[len(path)]), suits_of(plan.game))
            assert values.setdefault((len(path), state, path), nets) == nets
    return values


def assert_information_sets_agree(game: Game, key: str, counted: reference.Reference) -> None:
    plan = short_plan(game, key)
    names = [decision.name for decision in plan.decisions]
    worth = decided(plan, counted.information_sets)
    taken = decided(plan, {seen: {"": action} for seen, action in counted.choices.items()})
    found: dict[Place, Answer] = {}
    for there in situations(game, key) if plan.stages else ():
        state = canonical(tuple(map(mask, there.cards.split("/"))), suits_of(game))
        found[names.index(there.decision), state, there.answer.history] = there.answer
    assert {place: answer.values for place, answer in found.items()} == worth
    assert {place: {"": answer.best} for place, answer in found.items()} == taken


def assert_advice_agrees(game: Game, key: str, counted: reference.Reference, most: int = 3) -> None:
    """Advice on a few information sets of every decision, with suits as they were dealt.

    Of decisions that see the same cards, one straight after the other, advice is given on the
    first.
    """
    answers: dict[tuple[int, Cards], dict[Actions, object]] = defaultdict(dict)
    for (seen, path), nets in counted.information_sets.items():
        answers[len(path), seen][path] = nets, counted.choices[seen, path]
    for place, decision in enumerate(game.decisions):
        if game.play[game.play.index(decision) - 1] in game.decisions:
            continue
        there = [seen for number, seen in answers if number == place]
        for seen in there[:: max(1, len(there) // most)]:
            said = advise(game, " / ".join(cards_text(mask_of(zone)) for zone in seen), key)
            assert said.decision == decision.name
            assert {row.history: (row.values, row.best) for row in said.rows} == answers[
                place, seen
            ]


# --- Simulated rounds --------------------------------------------------------------------------


def assert_simulation_agrees(
    game: Game, key: str, counted: reference.Reference, rounds: int = 40
) -> None:
    """Rounds dealt at random are decided as the reference decides, and end as it settles them."""
    plan = short_plan(game, key)
    simulation = Simulation(plan, best_play(plan))
    batch, sizes = simulation.block(rounds, 0, rounds), list(simulation.zones.values())
    for number, end in enumerate(batch.ends):
        dealt = list(batch.cards[number * sum(sizes) : (number + 1) * sum(sizes)])
        zones = {
            zone: [dealt.pop(0) for _ in range(size)] for zone, size in simulation.zones.items()
        }
        actions = simulation.ends[end].actions
        seen: list[frozenset[int]] = []
        path: Actions = ()
        for step in reference.steps_of(game, game.bet(key)):
            if isinstance(step, Deal):
                seen.append(frozenset(zones[step.zone]))
            elif len(path) < len(actions):
                assert counted.choices[tuple(seen), path] == actions[len(path)]
                path = actions[: len(path) + 1]
        assert tuple(simulation.ends[end]) == reference.settle(game, key, zones, actions)
