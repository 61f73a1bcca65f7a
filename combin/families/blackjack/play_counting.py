"""A count for the main game: its correlations with the effects of removal on the game and on
insurance, its indices, and what bets by it win at a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

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
    hard_indices,
    insurance_index,
)
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.questions import solved_from
from combin.families.blackjack.round_starts import round_starts
from combin.families.blackjack.solve import UpCard
from combin.questions.card_counting import (
    LEVEL,
    CardCounting,
    CountedPlay,
    by_tag,
    tags_of,
    total_of,
)
from combin.questions.spreads import BettingSpread, ramps, reading_of, wagers_asked
from combin.questions.tags import COUNTS, MOST_LEVEL, NamedCount, Tags, best_tags, correlation
from combin.rules.blackjack import InsuranceBet
from combin.rules.game import Game
from combin.subject import CountAsked, Tell

BASIC = "hi-lo"  # the count where none is given, by the rules of blackjack


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
    shoe, house = tuple(game.shoe.values()), house_of(game)
    if beyond(house.turns) and tags is None and level is None:
        level = LEVEL
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    largest = None if level is None else whole_number(level, "the level of the tags", 1, MOST_LEVEL)
    read = tags_of(_basic(copies) if tags is None else tens_alike(tags), copies)
    tell("the whole shoe")
    found = solved_from(game, shoe, house)
    effects: dict[str, Fraction] = {}
    for name in copies:
        tell(f"one {name} removed")
        left = solved_from(game, without(shoe, RANKS.index(name)), house)
        effects[name] = left.value - found.value
    chosen = read if largest is None else best_tags(effects, copies, largest)
    bet = next((one for one in game.beside if isinstance(one, InsuranceBet)), None)
    insurance = None if bet is None else correlation(chosen, effects_on(game, bet)[1], copies)
    tell("indices")
    cards = by_tag(chosen, copies)
    unindexed = _unindexed(game, len(cards))
    indices = tuple(_indices(game, chosen, cards, bet, of_hands=not unindexed))
    tell("")
    return CardCounting(
        game,
        "base",
        "bet",
        tags=chosen,
        level=largest,
        trigger=None,
        is_best=False,
        cut=None,
        value=found.value,
        effects=effects,
        correlation=correlation(chosen, effects, copies),
        depths={},
        is_certain=False,
        is_played=False,
        total=total_of(chosen, copies),
        model=found.model,
        play=CountedPlay(insurance, indices, unindexed),
    )


def betting_spread(game: Game, asked: CountAsked, tell: Tell = lambda text: None) -> BettingSpread:
    """Return what bets by a count win at a table, played by the chart of the full shoe; raises
    CombinError for bets, tags or a cut that there cannot be, and for rules whose rounds are not
    followed.
    """
    wagers, bankroll = wagers_asked(asked)
    shoe = tuple(game.shoe.values())
    cut = cut_of(asked.cut, sum(shoe), LEAST_LEFT)
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    if asked.tags is None:
        asked = replace(asked, tags=_basic(copies), name=BASIC)
    chosen = tags_of(tens_alike(asked.tags or {}), copies)
    title, _, _, parts = COUNTS.get(asked.name, NamedCount("", {}))
    counted = {rank: Fraction(tag, parts) for rank, tag in chosen.items()}
    reading = reading_of(asked, total_of(chosen, copies))
    starts = round_starts(game, counted, cut, reading, tell)
    refuse(
        10**5 * starts.lost > starts.rounds,
        f"with {cut} cards behind the cut card rounds run out of cards; leave more behind it",
    )
    found = ramps(starts, wagers)
    about = (game, "base", "bet", asked, counted, reading, cut, starts, wagers)
    return BettingSpread(*about, *found, bankroll, title)


def _basic(copies: Mapping[str, int]) -> Tags:
    """Return the tags of the count where none is given, of the ranks that are in the shoe."""
    tags = tens_alike(COUNTS[BASIC].tags)
    return {rank: tag for ranks, tag in tags.items() for rank in ranks if rank in copies}


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
