"""Random information sets of the full deck: the reference program completes each, and its values
are compared with the engine's, action by action.

Short decks leave out what only the whole one has: all ranks in all suits, and the engine's own
numbering of so many cards. Here every way in which the cards not seen can lie is dealt, and every
later decision made, for as many information sets as time allows. Where the engine lists all
information sets, their values are those of the whole solution; where it holds them by streets, they
are those that advice gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import assert_never

from combin.cards import cards_text, mask_of
from combin.counting import Keep, Plan, method_of, tallies, verify_memory
from combin.errors import CombinError, refuse
from combin.families.listed import family_of
from combin.proof import reference
from combin.proof.verify import MINUTE, work_of
from combin.records import dataclass
from combin.rules import Deal, Decide, Draw, Part, Split, Turns
from combin.rules.facts import path_key
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs

MOST_WORK = 3 * MINUTE  # for one information set, in the units of `work`; more is left out
TOGETHER = 2 * MINUTE  # for all of them, where that leaves at least one of each decision

Cards = dict[str, int]  # zone -> mask
# What each action is worth, by the actions taken before.
Answers = dict[reference.Path, dict[str, Fraction]]


@dataclass(frozen=True)
class Place:
    """A decision of a bet at which information sets are drawn.

    bet: its key.
    number: of the decision, from 0.
    name: of the decision.
    completions: in how many ways the cards not seen there can lie.
    work: what completing one takes, in the units of `work`.
    drawn: how many are drawn; 0 where one takes too long, or fewer are asked for than there are
        decisions.
    """

    bet: str
    number: int
    name: str
    completions: int
    work: int
    drawn: int = 0

    @property
    def is_too_long(self) -> bool:
        """Whether completing one takes too long."""
        return self.work > MOST_WORK


@dataclass(frozen=True)
class ActionValue:
    """What an action is worth, found twice.

    history: the actions taken before.
    action: its name.
    engine, reference: its expected net, None where it is not offered.
    """

    history: reference.Path
    action: str
    engine: Fraction | None
    reference: Fraction | None


@dataclass(frozen=True)
class Sampled:
    """One information set, and the values found there.

    place: the decision.
    cards: as people write them.
    values: of every action after every history.
    """

    place: Place
    cards: str
    values: tuple[ActionValue, ...]

    @property
    def different(self) -> tuple[ActionValue, ...]:
        """The values that differ."""
        return tuple(value for value in self.values if value.engine != value.reference)


def places(game: Game, keys: Sequence[str], number: int) -> tuple[Place, ...]:
    """Return the decisions of some bets, with how many information sets to draw at each: as many at
    one as at another, fewer where they take long.

    number: how many to draw in all. Raises CombinError where no bet leaves anything to decide, for
    a number below 1, where one information set takes too long at every decision, and for a game
    from a shoe.
    """
    plan = Plan(game, game.first_settled)
    refuse(
        not family_of(plan).of_one_pack,
        f"{game.slug}: information sets are drawn from one pack; short shoes are recounted "
        "whole, without --situations",
    )
    refuse(number < 1, f"at least one information set is drawn, not {number}")
    found = [place for key in keys for place in _places(game, key)]
    refuse(not found, f"{game.slug}: nothing is decided in {' or '.join(map(repr, keys))}")
    able = [place for place in found if not place.is_too_long]
    if not able:
        least = min(found, key=lambda place: place.work)
        raise CombinError(
            f"{game.slug}: {least.completions:,} completions of one information set of "
            f"{least.bet!r} take too long; --ranks and --suits shorten the deck"
        )
    each, left = divmod(number, len(able))
    asked = [each + 1] * left + [each] * (len(able) - left)
    drawn = {
        place: min(share, max(1, TOGETHER // (len(able) * place.work)))
        for place, share in zip(able, asked)
    }
    return tuple(replace(place, drawn=drawn.get(place, 0)) for place in found)


def _places(game: Game, key: str) -> Iterator[Place]:
    steps = reference.steps_of(game, game.bet(key))
    number, left = 0, len(game.deck)
    for at, step in enumerate(steps):
        match step:
            case Deal():
                left -= step.cards
            case Draw() | Split() | Turns():
                pass
            case Decide() | Part():
                ways, work = work_of(game, game.bet(key), steps[at:], left)
                yield Place(key, number, step.name, ways, work)
                number += 1
            case _:
                assert_never(step)


def drawn(
    game: Game,
    asked: Sequence[Place],
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Sampled]:
    """Yield information sets drawn at random at some decisions, each with the values of its
    actions.

    seed: the same one draws the same cards.
    progress: called with the work done and all of it.
    """
    done = 0
    whole = sum(place.work * place.drawn for place in asked)
    for key in dict.fromkeys(place.bet for place in asked if place.drawn):
        hands = [
            (place, _dealt(game, place, seed, at))
            for place in asked
            if place.bet == key
            for at in range(place.drawn)
        ]
        found = _by_engine(game, key, hands)
        completer = reference.Completer(game, key)
        for (place, cards), engine in zip(hands, found):
            literal = completer.nets(place.number, tuple(cards.values()))
            done += place.work
            if progress:
                progress(done, whole)
            text = " / ".join(map(cards_text, cards.values()))
            yield Sampled(place, text, tuple(_compared(engine, literal)))


def _dealt(game: Game, place: Place, seed: int, at: int) -> Cards:
    """Return cards drawn at random for the zones that are dealt before a decision.

    at: the number of the draw there.
    """

    def shuffled(card: int) -> bytes:
        return sha256(f"{seed} {place.bet} {place.number} {at} {card}".encode()).digest()

    left = sorted(game.deck.cards, key=shuffled)
    cards, decisions = Cards(), 0
    for step in reference.steps_of(game, game.bet(place.bet)):
        match step:
            case Deal():
                cards[step.zone] = mask_of(left[: step.cards])
                del left[: step.cards]
            case Draw() | Split() | Turns():
                pass
            case Decide() | Part():
                if decisions == place.number:
                    break
                decisions += 1
            case _:
                assert_never(step)
    return cards


def _compared(engine: Answers, literal: Answers) -> Iterator[ActionValue]:
    for history in dict.fromkeys((*literal, *engine)):
        ours = engine.get(history, {})
        theirs = literal.get(history, {})
        for action in dict.fromkeys((*theirs, *ours)):
            yield ActionValue(history, action, ours.get(action), theirs.get(action))


# --- What the engine says ----------------------------------------------------------------------


def _by_engine(game: Game, key: str, hands: Sequence[tuple[Place, Cards]]) -> list[Answers]:
    """Return the engine's values of some information sets of a bet."""
    plan = Plan(game, game.bet(key))
    payoffs, family = Payoffs(plan), family_of(plan)
    listed: dict[tuple[int, tuple[int, ...]], Answers] = {}
    alone = family.answers_alone(plan)
    if not alone:
        for place, cards in hands:
            if place.number != plan.informed:
                listed[place.number, _listed_as(plan, place.number, cards)] = {}
        _look_up(payoffs, listed)
    found = []
    for place, cards in hands:
        if alone or place.number == plan.informed:
            said = family.answers(payoffs, place.number, cards)
            found.append({answer.history: answer.values for answer in said})
        else:
            found.append(listed[place.number, _listed_as(plan, place.number, cards)])
    return found


def _listed_as(plan: Plan, number: int, cards: Cards) -> tuple[int, ...]:
    method = method_of(plan)
    return tuple(method.relabelled(plan, method.seen(plan, plan.stages[number], cards).states))


def _look_up(payoffs: Payoffs, wanted: dict[tuple[int, tuple[int, ...]], Answers]) -> None:
    """Solve a bet and write down what actions are worth at some information sets, by the number of
    the decision and the cards as they are listed.
    """
    plan = payoffs.plan
    if not wanted:
        return
    verify_memory(plan, Keep.VALUES)
    for tally in tallies(plan):
        folded = payoffs.fold(tally, keep=True)
        for place, level in enumerate(tally.levels):
            deals = folded.deals(place)
            for row in range(len(level)):
                said = wanted.get((level.stage.number, level.state(row)))
                if said is not None:
                    said |= {
                        path_key(history): folded[history].nets(row, deals[row] * payoffs.scale)
                        for history in plan.deciding(level.stage)
                    }
