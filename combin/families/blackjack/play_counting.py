"""A count for the main game: its correlations with the effects of removal on the game and on
insurance, its indices, and what a player wins by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from combin.exact import parse_number, whole_number
from combin.families.blackjack.card_counting import (
    LEAST_LEFT,
    cut_of,
    effects_on,
    marks_of,
    tens_alike,
)
from combin.families.blackjack.efficiency import StrategyVariation, playing_efficiency
from combin.families.blackjack.full_memory import FULL
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
from combin.families.blackjack.questions import solve, solved_from
from combin.families.blackjack.solve import VARIANCE, Solved, UpCard
from combin.families.blackjack.switch import Switched
from combin.questions.card_counting import (
    LEVEL,
    Betting,
    CardCounting,
    CountedPlay,
    CountedShoe,
    TaggedRounds,
    by_tag,
    tags_of,
    total_of,
)
from combin.questions.tags import MOST_LEVEL, Tags, best_tags, correlation
from combin.records import dataclass
from combin.rules.blackjack import InsuranceBet
from combin.rules.game import Game

HI_LO = {"23456": 1, "TA": -1}
# The errors are of two hands at most that play a chart by Hi-Lo. Six decks, 52 cards behind the cut
# card: all rounds by their cards of each tag, summed over the same depths. One deck, no splits, 26
# cards behind: over the depths at which the rounds of one player begin.
BY_EFFECTS = (
    "All figures at a count are estimates with two digits at most: the edge is taken as linear, "
    "by effects of removal. With n of N cards left each card gone adds its effect of removal, less "
    "the mean effect of all cards, times (N - 1) / n. Rounds below the trigger are not played. "
    "The size of the error, with Hi-Lo from a true count of 2 on: for six decks the model has 0.28 "
    "units per 100 rounds, and the chart of the full shoe wins exactly 0.25 in the same rounds; "
    "for one deck the model has 0.49, and the chart wins 0.38 at a table."
)
OF_THE_SHOE = " The standard deviation is that of a round from the full shoe."
NO_DEVIATION = (
    " Standard deviation, desirability index and N0 are left out: combin has no variance of this "
    "game where pairs are split."
)
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

    def counted(self, game: Game, **found: Any) -> CardCounting:
        """Return what is known of a count of the game; found: what is asked of it."""
        known: dict[str, Any] = {"trigger": None, "is_best": False, "cut": None, "depths": {}}
        return CardCounting(
            **{**known, **found},
            game=game,
            bet="base",
            wager="bet",
            tags=self.tags,
            level=self.level,
            value=self.found.value,
            effects=self.effects,
            correlation=correlation(self.tags, self.effects, self.copies),
            is_certain=False,
            is_played=False,
            total=total_of(self.tags, self.copies),
            model=self.found.model,
        )


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
    tell("the playing efficiency")
    half = sum(copies.values()) // 2
    hands = [one for one in varied if one]
    efficiency = playing_efficiency(hands, chosen, copies, half) if hands else None
    tell("")
    playing = (None if one is None else correlation(chosen, one.effects, copies) for one in varied)
    play = CountedPlay(insurance, indices, unindexed, tuple(playing), half, efficiency)
    return tagged.counted(game, play=play)


def play_betting(
    game: Game,
    tags: Mapping[str, int] | None = None,
    trigger: object = None,
    cut: int | None = None,
    level: int | None = None,
    tell: Tell = lambda text: None,
) -> CardCounting:
    """Return what a player wins who plays rounds at a count alone, by effects of removal.

    The edge that is linear in the cards left is what a bet on the next card wins, if a card wins
    the value of the game less N - 1 times what its effect is beyond the mean.

    tags, level: as `play_counting` takes them.
    trigger, cut: as `card_counting` takes them.
    Raises CombinError for tags of ranks that are not there, or a cut that there cannot be.
    """
    cards = sum(game.shoe.values())
    given = None if trigger is None else parse_number(trigger, "the trigger, a true count,")
    left = cut_of(cut, cards, LEAST_LEFT)
    tagged = _tagged(game, tags, level, tell)
    found, effects, copies = tagged.found, tagged.effects, tagged.copies
    square = found.square if isinstance(found, Solved) else None
    is_varied = not beyond(game.turns) and game.turns.model != FULL  # where pairs are split
    if isinstance(found, Solved) and square is None and is_varied:
        tell("the variance")
        square = solve(game, asked=VARIANCE).square
    tell("every depth")
    counts = by_tag(tagged.tags, copies)
    rounds = by_effects(found.value, effects, tagged.tags, copies)
    counted = CountedShoe(counts, rounds, range(cards - left + 1))
    best = counted.best_trigger(found.value) if given is None else given
    depths = {}
    for gone in counted.starts:
        here = counted.counted(gone, best)
        depths[gone] = Betting(
            here.share, here.gain, None if square is None else here.share * square
        )
    tell("")
    remark = BY_EFFECTS + (NO_DEVIATION if square is None else OF_THE_SHOE)
    made = {"trigger": best, "is_best": given is None, "cut": left, "depths": depths}
    return tagged.counted(game, **made, remark=remark, by_effects=True)


def by_effects(
    value: Fraction, effects: Mapping[str, Fraction], tags: Tags, copies: Mapping[str, int]
) -> TaggedRounds:
    """Return bets on the next card that win the edge with the cards left, by effects of removal;
    cards of a tag may change places, so each wins the mean of them.
    """
    cards, counts = sum(copies.values()), by_tag(tags, copies)
    mean = sum((copies[rank] * effect for rank, effect in effects.items()), Fraction(0)) / cards
    wins = dict.fromkeys(counts, Fraction(0))
    for rank, effect in effects.items():
        tag = tags[rank]
        wins[tag] += Fraction(copies[rank], counts[tag]) * (value - (cards - 1) * (effect - mean))
    low, scale = min(wins.values()), lcm(*(win.denominator for win in wins.values()))
    deals = {
        (int((win - low) * scale), tuple(int(tag == other) for other in counts)): counts[tag]
        for tag, win in wins.items()
    }
    return TaggedRounds(1, low, max(wins.values()), scale, deals)


def _tagged(
    game: Game, tags: Mapping[str, int] | None, level: int | None, tell: Tell
) -> TaggedGame:
    """Return a game with the tags that are given, or those found."""
    shoe, house = tuple(game.shoe.values()), house_of(game)
    if beyond(game.turns) and tags is None and level is None:
        level = LEVEL
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    largest = None if level is None else whole_number(level, "the level of the tags", 1, MOST_LEVEL)
    hi_lo = {rank: tag for ranks, tag in HI_LO.items() for rank in ranks if rank in copies}
    read = tags_of(hi_lo if tags is None else tens_alike(tags), copies)
    tell("the whole shoe")
    found = solved_from(game, shoe, house)
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


def _variation(index: Index, tagged: TaggedGame) -> StrategyVariation | None:
    """Return the two actions of an index, and how the cards left decide between them; None for
    insurance.
    """
    if index.total is None:
        return None
    chance, gain = _gain(index, tagged.found)
    effects = {rank: _gain(index, one)[1] - gain for rank, one in tagged.left.items()}
    return StrategyVariation(chance, gain, effects)


def _gain(index: Index, found: Solved | Switched) -> tuple[Fraction, Fraction]:
    """Return how likely the hands of an index are, and what its second action wins more than the
    first.
    """
    assert isinstance(found, Solved)  # two hands have no indices
    up = RANKS.index(index.up)
    pairs = (found.spot(*ranks, up) for ranks in hard_hands(index.total or 0))
    spots = [spot for spot in pairs if spot]
    gains = (
        spot.deals * (spot.actions[index.after] - spot.actions[index.before]) for spot in spots
    )
    deals = sum(spot.deals for spot in spots)
    gain = sum(gains, Fraction(0)) / deals if deals else Fraction(0)
    return Fraction(deals, found.deals), gain
