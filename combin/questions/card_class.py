"""The edge of a player who learns only the class of one hidden card, as by edge sorting.

With one decision the values of its actions are added up over the cards of a class, as far as the
player sees them alike. With several, each class is a game of its own, in which nothing is won or
lost in any other deal: whoever knows the class plays best in both games, so their edges add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product

from combin.cards import RANK_NAMES, RANKS, cards_of, rank_of, suits_apart
from combin.counting import Keep, Level, Plan, tallies, verify_memory
from combin.errors import refuse
from combin.families.listed import family_of
from combin.questions.shares import Kept
from combin.questions.solve import solve
from combin.ranking import TWO_CARD
from combin.rules.exposed import SEEN, exposed, one_apart
from combin.rules.facts import joined
from combin.rules.game import Game
from combin.rules.words import (
    PUSH,
    All,
    Any,
    Below,
    Condition,
    Hand,
    Not,
    Reaches,
    Row,
)
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs

Seen = tuple[tuple[tuple[int, ...], ...], bool]  # the other cards seen, and the class of the one


def ranks_of(game: Game, text: str) -> str:
    """Return some ranks of the deck in their order; raises CombinError for others, or for all."""
    known = game.deck.ranks
    refuse(
        not set(text) < set(known) or len(set(text)) != len(text),
        f"the ranks of a seen card are some of {known}, not {text!r}",
    )
    return "".join(rank for rank in known if rank in text)


def edge_by_class(
    game: Game,
    bet: str,
    classes: Mapping[str, str],
    threads: Workers = None,
    progress: Progress | None = None,
    kept: Callable[[Game], Kept | None] | None = None,
) -> Fraction:
    """Return the house edge when the player sees of one card of each of some zones only whether it
    is of one of some ranks; raises CombinError where that is not counted.

    classes: zone -> the ranks.
    progress, kept: as for `protect`, of the game of each class where there are several decisions.
    """
    there = exposed(game, dict.fromkeys(classes, 1))
    plan = Plan(there, there.bet(bet))
    refuse(
        game.deck.jokers, f"{game.slug}: a class of a card is counted only on cards without a joker"
    )
    if len(classes) == len(plan.stages) == 1 and plan.informed is None:
        [(zone, ranks)] = classes.items()
        # The values of actions are added up over the information sets in which the card is seen, as
        # far as its class tells them apart; only then is an action chosen.
        payoffs = Payoffs(plan)
        worth: dict[Seen, dict[int, Fraction]] = {}
        verify_memory(plan, Keep.VALUES)
        for tally in tallies(plan):
            decision = payoffs.fold(tally, keep=True)[()]
            for at, seen in _merged(plan, tally.levels[0], f"{zone}-{SEEN}", ranks):
                for state, share in seen.items():
                    sums = worth.setdefault(state, {})
                    for number, (value,) in enumerate(decision.values):
                        if decision.is_offered(number, at):
                            sums[number] = sums.get(number, Fraction(0)) + value[at] * share
        best = sum(max(sums.values()) for sums in worth.values())
        return -Fraction(best) / (payoffs.scale * plan.deals)
    refuse(
        not family_of(plan).of_one_pack,
        f"{game.slug}: classes of cards of a shoe are counted only for one card, and with one "
        "decision",
    )
    apart = reduce(one_apart, classes, game)
    held = [_is_of(f"{zone}-{SEEN}", ranks) for zone, ranks in classes.items()]
    hands = [f"{zone}-{SEEN}" for zone in classes]
    found = Fraction(0)
    for when in product(*((one, Not(one)) for one in held)):
        single = (Hand(hand, TWO_CARD, (hand,)) for hand in hands)
        other = Not(joined(All, when))
        asked = apart.bet(bet)
        settlements = (
            replace(one, rows=(Row("other-class", other, (PUSH,) * len(one.columns)), *one.rows))
            for one in asked.settlements
        )
        pushed = replace(asked, settlements=tuple(settlements))
        bets = tuple(pushed if one.key == bet else one for one in apart.bets)
        settled = replace(apart, hands=(*apart.hands, *single), bets=bets)
        folder = kept(settled) if kept else None
        found += solve(settled, [bet], threads, progress, folder)[bet].house_edge
    return found


def _is_of(hand: str, ranks: str) -> Condition:
    """Return the condition that a hand of one card is of some ranks, told by the ends of their
    runs.
    """
    numbers = set(map(RANKS.index, ranks))
    firsts = (number for number in sorted(numbers) if number - 1 not in numbers)
    runs = []
    for first in firsts:
        after = next(number for number in range(first, len(RANKS) + 1) if number not in numbers)
        ends: list[Condition] = []
        if first:
            ends.append(Reaches(hand, f"{RANK_NAMES[first]}-high"))
        if after < len(RANKS):
            ends.append(Below(hand, f"{RANK_NAMES[after]}-high"))
        runs.append(joined(All, ends))
    return joined(Any, runs)


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
