"""A count for the main game: its correlations with the effects of removal on the game and on
insurance, its indices, and what bets by it win at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from time import process_time

from combin.errors import refuse
from combin.exact import whole_number
from combin.families.blackjack.card_counting import (
    LEAST_LEFT,
    cut_of,
    effects_on,
    marks_of,
    tens_alike,
)
from combin.families.blackjack.house import ACE, RANKS, beyond, house_of, without
from combin.families.blackjack.indices import (
    GIVEN_UP,
    MOST_TAGS,
    PLAYS,
    GoneCards,
    Index,
    hard_hands,
    hard_indices,
    insurance_index,
)
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.questions import solved_from
from combin.families.blackjack.round_starts import round_starts, verify_one_hand
from combin.families.blackjack.solve import Solved, UpCard
from combin.families.blackjack.solve import solve as solved
from combin.families.blackjack.switch import Switched
from combin.questions.card_counting import (
    LEVEL,
    CardCounting,
    CountedPlay,
    by_tag,
    tags_of,
    total_of,
)
from combin.questions.spreads import (
    FLAT,
    BettingSpread,
    bankroll_asked,
    best_trigger,
    ramps,
    reading_of,
    spread_asked,
)
from combin.questions.tags import COUNTS, MOST_LEVEL, Tags, best_tags, correlation
from combin.records import dataclass
from combin.rules.blackjack import InsuranceBet
from combin.rules.game import Game
from combin.subject import CountAsked
from combin.telling import note

BASIC = "hi-lo"  # the count where none is given, by the rules of blackjack
SOON = 5  # seconds, in which nobody wonders what is done
MOST_SEATS = 7
MOST_LOST = 10**5  # of rounds one may run out of cards
Tell = Callable[[str], None]  # shows what is computed next; empty: done


@dataclass(frozen=True)
class TaggedGame:
    """A game whose cards have tags.

    copies: rank -> cards of it in the shoe. found: the game with the whole shoe. left: rank -> the
    game without a card of it. tags, level: as `CardCounting` has them.
    """

    copies: Mapping[str, int]
    found: Solved | Switched
    left: Mapping[str, Solved | Switched]
    tags: Tags
    level: int | None

    @property
    def effects(self) -> dict[str, Fraction]:
        return {rank: one.value - self.found.value for rank, one in self.left.items()}


def play_counting(
    game: Game,
    tags: Mapping[str, int] | None = None,
    level: int | None = None,
    tell: Tell = lambda text: None,
) -> CardCounting:
    """Return what a count tells of the game itself.

    tags: ranks -> whole number, ``{"23456": 1, "TA": -1}``, the default by the rules of blackjack;
        T is all that counts 10.
    level: instead, the best balanced tags up to this number, the default by other rules.
    Raises CombinError for tags of ranks that are not there.
    """
    tagged = _tagged(game, tags, level, tell)
    chosen, copies = tagged.tags, tagged.copies
    bet = next((one for one in game.beside if isinstance(one, InsuranceBet)), None)
    insurance = None if bet is None else correlation(chosen, effects_on(game, bet)[1], copies)
    tell("indices")
    cards = by_tag(chosen, copies)
    unindexed = _unindexed(game, len(cards))
    indices = tuple(_indices(game, chosen, cards, bet, of_hands=not unindexed))
    varied = [_variation(one, tagged) for one in indices]
    tell("")
    playing = (None if one is None else correlation(chosen, one, copies) for one in varied)
    return CardCounting(
        game,
        "base",
        "bet",
        tags=chosen,
        level=tagged.level,
        trigger=None,
        is_best=False,
        cut=None,
        value=tagged.found.value,
        effects=tagged.effects,
        correlation=correlation(chosen, tagged.effects, copies),
        depths={},
        is_certain=False,
        is_played=False,
        total=total_of(chosen, copies),
        model=tagged.found.model,
        play=CountedPlay(insurance, indices, unindexed, tuple(playing)),
    )


def betting_spread(game: Game, asked: CountAsked, tell: Tell = lambda text: None) -> BettingSpread:
    """Return what bets by a count win at a table, played by the chart of the full shoe; raises
    CombinError for bets, tags or a cut that there cannot be, and for rules whose rounds are not
    followed.
    """
    verify_one_hand(game)
    spread = spread_asked(asked)
    money = bankroll_asked(asked, spread)
    shoe, house = tuple(game.shoe.values()), house_of(game)
    cut = cut_of(asked.cut, sum(shoe), LEAST_LEFT)
    seats = 1 if asked.seats is None else whole_number(asked.seats, "seats", 1, MOST_SEATS)
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    if asked.tags is None and asked.level is None:
        asked = replace(asked, tags=_basic(copies), name=BASIC)
    if asked.tags is None:
        chosen = _tagged(game, None, asked.level, tell).tags
    else:
        chosen = tags_of(tens_alike(asked.tags), copies)
    parts = COUNTS[asked.name].parts if asked.name else 1
    counted = {rank: Fraction(tag, parts) for rank, tag in chosen.items()}
    reading = reading_of(asked, total_of(chosen, copies))
    tell("the chart")
    value = solved(shoe, house, "total").value
    starts = round_starts(game, counted, cut, reading, seats, tell)
    tell("")
    refuse(
        starts.lost > starts.rounds / MOST_LOST,
        f"with {cut} cards behind the cut card rounds run out of cards; leave more behind it",
    )
    spread = spread or FLAT._replace(out=best_trigger(starts) - 1)
    return BettingSpread(
        game,
        "base",
        "bet",
        asked,
        counted,
        reading,
        value,
        cut,
        seats,
        spread,
        starts,
        *ramps(starts, spread),
        *money,
    )


def _basic(copies: Mapping[str, int]) -> Tags:
    """Return the tags of the count where none is given, of the ranks that are in the shoe."""
    tags = tens_alike(COUNTS[BASIC].tags)
    return {rank: tag for ranks, tag in tags.items() for rank in ranks if rank in copies}


def _tagged(
    game: Game, tags: Mapping[str, int] | None, level: int | None, tell: Tell
) -> TaggedGame:
    """Return a game with the tags that are given, or those found."""
    shoe, house = tuple(game.shoe.values()), house_of(game)
    if beyond(game.turns) and tags is None and level is None:
        level = LEVEL
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    largest = None if level is None else whole_number(level, "the level of the tags", 1, MOST_LEVEL)
    read = tags_of(_basic(copies) if tags is None else tens_alike(tags), copies)
    tell("the whole shoe")
    started = process_time()
    found = solved_from(game, shoe, house)
    if (more := int((process_time() - started) * len(copies))) >= SOON:
        note(f"{len(copies)} shoes with a card less each: about {more} s of processor time")
    left = {}
    for rank, name in enumerate(RANKS):
        if shoe[rank]:
            tell(f"one {name} removed")
            left[name] = solved_from(game, without(shoe, rank), house)
    effects = {rank: one.value - found.value for rank, one in left.items()}
    chosen = read if largest is None else best_tags(effects, copies, largest)
    return TaggedGame(copies, found, left, chosen, largest)


def _unindexed(game: Game, tags: int) -> str:
    """Return why there are no indices of hands; empty where there are. tags: how many different."""
    if tags > MOST_TAGS:
        return "combin has them only for counts of up to three different tags"
    if game.turns.switch:
        return "a decision depends on both hands of the player"
    if game.turns.dealer.seen != 1:
        return "they are for one up card, and both cards of the dealer are seen"
    return ""


def _indices(
    game: Game,
    tags: Tags,
    cards: Mapping[int, int],
    bet: InsuranceBet | None,
    *,
    of_hands: bool,
) -> Iterator[Index]:
    """Yield the index of insurance, and those of hands; cards: of each tag."""
    if len(cards) > MOST_TAGS:
        return
    shoe, house, marks = tuple(game.shoe.values()), house_of(game), marks_of(tags, cards)
    gone = GoneCards(cards)
    if bet and shoe[ACE]:
        yield from insurance_index(bet, shoe, gone, marks)
    if not of_hands:
        return
    for name, totals in PLAYS.items():
        up = RANKS.index(name)
        if not shoe[up]:
            continue
        column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, game.turns.model)
        if game.turns.model == "total":
            column.follow(None)
        more = GIVEN_UP.get(name, ()) if house.turns.surrender.when else ()
        yield from hard_indices(column, sorted({*totals, *more}), gone, marks)


def _variation(index: Index, tagged: TaggedGame) -> dict[str, Fraction] | None:
    """Return the effects of removal on what the second action of an index wins more than the first;
    None for insurance.
    """
    if index.total is None:
        return None
    gain = _gain(index, tagged.found)
    return {rank: _gain(index, one) - gain for rank, one in tagged.left.items()}


def _gain(index: Index, found: Solved | Switched) -> Fraction:
    """Return what the second action of an index wins more than the first."""
    assert isinstance(found, Solved)  # two hands have no indices
    up = RANKS.index(index.up)
    pairs = (found.spot(*ranks, up) for ranks in hard_hands(index.total or 0))
    spots = [spot for spot in pairs if spot]
    gains = (
        spot.deals * (spot.actions[index.after] - spot.actions[index.before]) for spot in spots
    )
    deals = sum(spot.deals for spot in spots)
    return sum(gains, Fraction(0)) / deals if deals else Fraction(0)
