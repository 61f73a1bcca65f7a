"""Game protection: the edge with the best play when the player sees cards that are meant to be
hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from combin.cards import RANKS, cards_of, rank_of, suits_apart
from combin.counting import Keep, Level, Plan, tallies, verify_memory
from combin.errors import CombinError
from combin.results import Result
from combin.rules.exposed import OTHERS, SEEN, exposed
from combin.rules.game import Game
from combin.rules.words import Deal, Decide, Draw, Part
from combin.solving.executor import Workers
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs
from combin.solving.solve import solve
from combin.version import version

Tell = Callable[[str, int], None]  # a zone and how many of its cards are seen next; empty: done


@dataclass(frozen=True)
class Exposure:
    """What it is worth to see some cards.

    zone: whose they are; empty where none is seen.
    cards: how many.
    edge: the house edge with the best play; None where it was not counted.
    why: then the reason.
    ranks: where of one card no more is seen than whether it is of one of these; else empty.
    """

    zone: str
    cards: int
    edge: Fraction | None
    why: str = ""
    ranks: str = ""


@dataclass(frozen=True, repr=False)
class Protection(Result):
    """The edge of a bet for each number of cards that the player sees.

    game, bet: as resolved, and its key.
    wager: one unit of it divides the expected loss.
    exposures: the game as it should be first, then zone by zone.
    asked: the zones that were asked for, with how many cards or which ranks; by default none.
    version: of combin.
    """

    game: Game
    bet: str
    wager: str
    exposures: tuple[Exposure, ...]
    asked: tuple[tuple[str, int | str], ...]
    version: str

    def _written(self, form: str) -> str:
        from combin.render.protection import protection_text

        return protection_text(self, form)

    def _headline(self) -> str:
        return f"{self.game.slug}: {self.bet}, {len(self.exposures) - 1} ways to see cards"


def protect(
    game: Game,
    bet: str = "base",
    seen: Mapping[str, int | str] | None = None,
    threads: Workers = None,
    tell: Tell | None = None,
) -> Protection:
    """Return the edge of a bet of a resolved game for each number of cards that the player sees.

    seen: zone -> up to how many of its cards, or some ranks: then the player sees of one of its
        cards whether it is of these, as where edges are sorted; by default every zone that the bet
        settles by and that is dealt after the first decision, all of its cards.
    tell: called before each count.
    Raises CombinError where nothing is decided, or for a zone that cannot be asked for. What cannot
    be counted is listed with the reason.
    """
    plan = Plan(game, game.bet(bet))
    if not plan.decisions:
        raise CombinError(
            f"{game.slug}: nothing is decided in bet {plan.bet.key!r}, so seeing gains nothing"
        )
    asked: dict[str, int | str] = dict(seen) if seen else dict(_hidden(plan))
    for zone, most in asked.items():
        # It refuses what cannot be seen.
        exposed(game, {zone: 1 if isinstance(most, str) else most})
    found = [_exposure(game, bet, "", 0, threads)]
    for zone, most in asked.items():
        if isinstance(most, str):
            found.append(_classed(game, bet, zone, ranks_of(game, most)))
            continue
        for count in range(1, most + 1):
            if tell:
                tell(zone, count)
            found.append(_exposure(game, bet, zone, count, threads))
    if tell:
        tell("", 0)
    named = tuple(seen.items()) if seen else ()
    return Protection(game, plan.bet.key, plan.bet.base, tuple(found), named, version())


def _hidden(plan: Plan) -> dict[str, int]:
    """Return zone -> its cards, for those dealt after the first decision that the bet looks at."""
    used = {zone for group in plan.groups for zone in group.zones}
    found, decided = dict[str, int](), False
    for step in plan.game.play:
        match step:
            case Decide() | Part():
                decided = True
            case Deal(zone, cards):
                if decided and zone in used:
                    found[zone] = cards
            case Draw():
                pass
            case _:
                assert_never(step)
    return found


def _exposure(game: Game, bet: str, zone: str, count: int, threads: Workers) -> Exposure:
    there = exposed(game, {zone: count}) if zone else game
    try:
        return Exposure(zone, count, solve(there, [bet], threads)[bet].house_edge)
    except CombinError as error:
        return Exposure(zone, count, None, str(error))


# --- A class of a card -------------------------------------------------------------------------

Seen = tuple[tuple[tuple[int, ...], ...], bool]  # the other cards seen, and the class of the one


def ranks_of(game: Game, text: str) -> str:
    """Return some ranks of the deck in their order; raises CombinError for others, or for all."""
    known = game.deck.ranks
    if not set(text) < set(known) or len(set(text)) != len(text):
        raise CombinError(f"a class of cards is some of the ranks {known}, not {text!r}")
    return "".join(rank for rank in known if rank in text)


def _classed(game: Game, bet: str, zone: str, ranks: str) -> Exposure:
    try:
        edge = _edge_by_class(exposed(game, {zone: 1}), bet, f"{zone}-{SEEN}", ranks)
    except CombinError as error:
        return Exposure(zone, 1, None, str(error), ranks)
    return Exposure(zone, 1, edge, "", ranks)


def _edge_by_class(game: Game, bet: str, zone: str, ranks: str) -> Fraction:
    """Return the house edge when the player sees of the card of `zone` only whether it is of one of
    some ranks.

    The values of actions are added up over the information sets in which the card is seen, as far
    as its class tells them apart; only then is an action chosen.
    """
    plan = Plan(game, game.bet(bet))
    if len(plan.stages) != 1 or plan.informed is not None or game.deck.jokers:
        raise CombinError(
            f"{game.slug}: a class of a card is counted only with one decision, on cards without "
            "a joker"
        )
    payoffs = Payoffs(plan)
    worth: dict[Seen, dict[int, Fraction]] = {}
    verify_memory(plan, Keep.VALUES)
    for tally in tallies(plan):
        decision = payoffs.fold(tally, keep=True)[()]
        for at, seen in _merged(plan, tally.levels[0], zone, ranks):
            for state, share in seen.items():
                _add(worth.setdefault(state, {}), decision, at, share)
    best = sum(max(sums.values()) for sums in worth.values())
    return -Fraction(best) / (payoffs.scale * plan.deals)


def _add(sums: dict[int, Fraction], decision: Decision, at: int, share: Fraction) -> None:
    """Add what each action that is offered at an information set is worth in a share of its
    deals.
    """
    for number, (value,) in enumerate(decision.values):
        if decision.is_offered(number, at):
            sums[number] = sums.get(number, Fraction(0)) + value[at] * share


def _merged(
    plan: Plan, level: Level, zone: str, ranks: str
) -> Iterator[tuple[int, dict[Seen, Fraction]]]:
    """Yield for each information set of a level what the player sees of it, and which part of its
    deals looks so: any card of the role of `zone` is as often the one of which a class is seen.
    """
    numbers = set(map(RANKS.index, ranks))
    role = next(at for at, role in enumerate(plan.stages[0].roles) if zone in role.zones)
    for at in range(len(level)):
        masks = level.state(at)
        cards = cards_of(masks[role])
        found: dict[Seen, Fraction] = {}
        for card in cards:
            rest = [*masks[:role], masks[role] ^ 1 << card, *masks[role + 1 :]]
            seen = suits_apart(rest), rank_of(card) in numbers
            found[seen] = found.get(seen, Fraction(0)) + Fraction(1, len(cards))
        yield at, found


__all__ = ["OTHERS", "Exposure", "Protection", "protect"]
