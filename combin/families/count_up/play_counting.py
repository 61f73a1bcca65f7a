"""A count for the game itself: how its tags follow the effects of removal on the game and on
insurance, and the running counts from which on other actions are better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from combin.errors import CombinError
from combin.exact import whole_number
from combin.families.count_up.card_counting import (
    card_counting,
    effects_on,
    marks_of,
    tens_alike,
)
from combin.families.count_up.house import ACE, RANKS, house_of, verify_plain
from combin.families.count_up.indices import (
    GIVEN_UP,
    MOST_TAGS,
    PLAYS,
    GoneCards,
    Index,
    hard_hands,
    hard_indices,
    insurance_index,
)
from combin.families.count_up.lattice import lattice_of
from combin.families.count_up.questions import shoe_of_game, solve
from combin.families.count_up.removal import played_anew
from combin.families.count_up.solve import Solved, UpCard
from combin.questions.card_counting import LEVEL, CardCounting, by_tag, tags_of
from combin.questions.tags import MOST_LEVEL, Tags, best_tags, correlation
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.count_up import CountUpGame, InsuranceBet

HI_LO = {"23456": 1, "TA": -1}
Tell = Callable[[str], None]  # shows what is computed next; empty: done
Correlation = tuple[int, Fraction]  # the sign and the square


@dataclass(frozen=True, repr=False)
class PlayCounting(Result):
    """What a count tells of the game itself.

    game: the rules.
    tags: rank -> what the running count changes by when a card of it is gone.
    level: the tags are the best within it; None where they were given.
    found: the game with the whole shoe.
    effects: rank -> effect of removal on the game, played anew by its model.
    betting: the correlation of the tags with these effects.
    insurance: with those on insurance; None where the game has none.
    indices: where other actions become better, insurance first; none for too many tags.
    playing: of each index the correlation of the tags with the effects of removal on what the
        second action wins more than the first; None for insurance.
    """

    game: CountUpGame
    tags: Tags
    level: int | None
    found: Solved
    effects: Mapping[str, Fraction]
    betting: Correlation
    insurance: Correlation | None
    indices: tuple[Index, ...]
    playing: tuple[Correlation | None, ...]

    _columns = columns(words="hand,up,before,after,model", counts="left,count", true_count="true")


def count(
    game: CountUpGame,
    bet: str = "base",
    tags: Mapping[str, int] | None = None,
    level: int | None = None,
    trigger: Any = None,
    cut: int | None = None,
    tell: Tell = lambda text: None,
) -> PlayCounting | CardCounting:
    """Return what a count tells of the game itself, or what it wins on a bet beside the game.

    Raises CombinError as `play_counting` and `card_counting` do, and for a trigger or a cut of the
    game itself.
    """
    if bet != "base":
        return card_counting(game, bet, tags, trigger, cut, LEVEL if level is None else level)
    for what, given in (("trigger", trigger), ("cut", cut)):
        if given is not None:
            bets = ", ".join(one.key for one in game.bets)
            raise CombinError(f"a {what} is for bets beside {game.slug}: {bets}")
    return play_counting(game, tags, level, tell)


def play_counting(
    game: CountUpGame,
    tags: Mapping[str, int] | None = None,
    level: int | None = None,
    tell: Tell = lambda text: None,
) -> PlayCounting:
    """Return what a count tells of the game itself.

    tags: ranks -> whole number, ``{"23456": 1, "TA": -1}``, the default; T is all that counts 10.
    level: instead, the best balanced tags up to this number.
    Raises CombinError for tags of ranks that are not there.
    """
    verify_plain(house_of(game), "count")
    shoe = shoe_of_game(game)
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    largest = None if level is None else whole_number(level, "the level of the tags", 1, MOST_LEVEL)
    hi_lo = {rank: tag for ranks, tag in HI_LO.items() for rank in ranks if rank in copies}
    read = tags_of(hi_lo if tags is None else tens_alike(tags), copies)
    found = solve(game)
    left = played_anew(game, tell)
    effects = {rank: one.value - found.value for rank, one in left.items()}
    chosen = read if largest is None else best_tags(effects, copies, largest)
    bet = next((one for one in game.bets if isinstance(one, InsuranceBet)), None)
    insurance = None if bet is None else correlation(chosen, effects_on(game, bet)[1], copies)
    tell("indices")
    indices = tuple(_indices(game, chosen, copies, bet))
    tell("")
    return PlayCounting(
        game,
        chosen,
        largest,
        found,
        effects,
        correlation(chosen, effects, copies),
        insurance,
        indices,
        tuple(_playing(one, found, left, chosen, copies) for one in indices),
    )


def _indices(
    game: CountUpGame, tags: Tags, copies: Mapping[str, int], bet: InsuranceBet | None
) -> Iterator[Index]:
    cards = by_tag(tags, copies)
    if len(cards) > MOST_TAGS:
        return
    shoe, house, marks = shoe_of_game(game), house_of(game), marks_of(tags, cards)
    gone = GoneCards(cards)
    if bet and shoe[ACE]:
        yield from insurance_index(bet, shoe, gone, marks)
    for name, totals in PLAYS.items():
        up = RANKS.index(name)
        if not shoe[up]:
            continue
        column = UpCard(lattice_of(shoe, house.charlie), house, shoe, up, game.model)
        if game.model == "total":
            column.follow(None)
        more = GIVEN_UP.get(name, ()) if house.surrender != "none" else ()
        yield from hard_indices(column, sorted({*totals, *more}), gone, marks)


def _playing(
    index: Index,
    found: Solved,
    left: Mapping[str, Solved],
    tags: Tags,
    copies: Mapping[str, int],
) -> Correlation | None:
    """Return how tags follow what one action wins more than another; None for insurance."""
    if index.total is None:
        return None
    before = _gain(index, found)
    return correlation(
        tags, {rank: _gain(index, one) - before for rank, one in left.items()}, copies
    )


def _gain(index: Index, found: Solved) -> Fraction:
    """Return what the second action of an index wins more than the first."""
    up = RANKS.index(index.up)
    pairs = (found.spot(*ranks, up) for ranks in hard_hands(index.total or 0))
    spots = [spot for spot in pairs if spot]
    gains = (
        spot.deals * (spot.actions[index.after] - spot.actions[index.before]) for spot in spots
    )
    deals = sum(spot.deals for spot in spots)
    return sum(gains, Fraction(0)) / deals if deals else Fraction(0)
