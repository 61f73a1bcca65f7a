"""A count-up game, solved: what every action is worth for every two cards against every up card,
and the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.errors import CombinError
from combin.families.count_up.chart import Chart, found
from combin.families.count_up.drawer import drawer_of
from combin.families.count_up.full_memory import (
    FULL,
    SplitHands,
    Unions,
    decides,
    verify_hands,
)
from combin.families.count_up.house import (
    NATURAL,
    RANKS,
    House,
    Shoe,
    falling,
    verify_plain,
    without,
)
from combin.families.count_up.lattice import Lattice, lattice_of
from combin.families.count_up.law import law_of
from combin.families.count_up.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from combin.families.count_up.splits import Act, Mean, SplitPair
from combin.records import dataclass
from combin.rules.count_up import MODELS
from combin.solving.executor import in_order

if TYPE_CHECKING:
    from combin.solving.executor import Workers

Law = Mapping[Fraction, Fraction]  # net -> chance
VALUE, VARIANCE, LAW = "value", "variance", "law"  # what is asked of a game
ONE = Fraction(1)
PAID = "natural"  # what is done with one
ROUNDS = 5  # in which a chart is fitted to its pairs; two or three have done so far


@dataclass(frozen=True)
class Spot:
    """Two cards of the player's against an up card.

    ranks: the two cards, the lower first. up: the dealer's card.
    deals: in how many orders the three are dealt.
    actions: what each action is worth, the best first.
    taken: what is done; a chart may err.
    extra: how many units beyond the first are wagered on average, by action.
    natural: how likely the dealer has one, where that loses one unit whatever was done.
    """

    ranks: tuple[int, int]
    up: int
    deals: int
    actions: Mapping[str, Fraction]
    taken: str
    extra: Mapping[str, Fraction]
    natural: Fraction

    @property
    def value(self) -> Fraction:
        return self.actions[self.taken]


@dataclass(frozen=True)
class Solved:
    """A game under its best play, of a named model.

    shoe, house, model: what was asked.
    spots: all two cards against all up cards.
    charts: up card -> the chart found or given; none where hands are played by their cards.
    law: net -> chance, in ascending order; None where a pair is split and it was not asked.
    square: the mean of the square of the net; None where neither it nor the law was asked.
    """

    shoe: Shoe
    house: House
    model: str
    spots: tuple[Spot, ...]
    charts: Mapping[int, Chart]
    law: Law | None
    square: Fraction | None

    @cached_property
    def deals(self) -> int:
        return sum(spot.deals for spot in self.spots)

    @cached_property
    def value(self) -> Fraction:
        """The expected net of one unit."""
        return sum((spot.value * spot.deals for spot in self.spots), Fraction(0)) / self.deals

    @property
    def house_edge(self) -> Fraction:
        return -self.value

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss of a unit wagered."""
        return -self.value / self.mean_wager

    @cached_property
    def mean_wager(self) -> Fraction:
        extra = (spot.extra.get(spot.taken, Fraction(0)) * spot.deals for spot in self.spots)
        return 1 + sum(extra, Fraction(0)) / self.deals

    @property
    def variance(self) -> Fraction | None:
        """That of the net of one unit; None where it was not asked."""
        return None if self.square is None else self.square - self.value**2

    def spot(self, one: int, other: int, up: int) -> Spot | None:
        """Return two cards against an up card; None where they cannot be dealt."""
        return self._by_cards.get((min(one, other), max(one, other), up))

    @cached_property
    def _by_cards(self) -> dict[tuple[int, int, int], Spot]:
        return {(*spot.ranks, spot.up): spot for spot in self.spots}


def solve(
    shoe: Shoe,
    house: House,
    model: str = "zero-memory",
    charts: Mapping[int, Chart] | None = None,
    asked: str = VALUE,
    workers: Workers = None,
    tell: Callable[[int, int], None] | None = None,
) -> Solved:
    """Return a game solved.

    model: how hands are played. charts: those to play by, under `total`, one for each up card; the
        best if None.
    asked: what is found of a game in which pairs are split: the `value` alone, the `variance`, too,
        or the `law`, too. Where a pair becomes two hands at most, the law comes with the variance.
    workers: who finds these two, in threads. tell: is told how many splits of how many are done,
        or, under full memory, how many up cards.
    Raises CombinError where the shoe runs out, the model is unknown or a chart has no such cell.
    """
    if model not in MODELS:
        raise CombinError(f"model is one of {', '.join(MODELS)}, not {model!r}")
    if model == FULL and asked != VALUE:
        raise CombinError(f"of hands played by {FULL} the value is found, not the {asked}")
    if asked != VALUE and house.hands > 1:
        verify_plain(house, f"the {asked} where pairs are split")
    columns = columns_of(shoe, house, model, charts, tell)
    return gathered(shoe, house, model, columns, asked, workers, tell)


def columns_of(
    shoe: Shoe,
    house: House,
    model: str,
    charts: Mapping[int, Chart] | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Iterator[UpCard]:
    """Yield what is done against each up card; raises CombinError as `solve` does.

    tell: is told, under full memory, how many up cards of how many are done.
    """
    hands = lattice_of(shoe, house.charlie)
    ups = [up for up, count in enumerate(shoe) if count]
    for up in ups:
        if charts is not None and up not in charts:
            raise CombinError(f"the chart has no column for {RANKS[up]}")

    def column_of(up: int) -> UpCard:
        column = UpCard(hands, house, shoe, up, model)
        if model == "total":
            column.follow(charts[up] if charts is not None else None)
        return column.ready() if model == FULL else column

    # kernels do most of the work of full memory, without the interpreter lock
    found = in_order(column_of, ups, None if model == FULL else 1)
    for done, column in enumerate(found, 1):
        yield column
        if tell and model == FULL:
            tell(done, len(ups))


def gathered(
    shoe: Shoe,
    house: House,
    model: str,
    columns: Iterable[UpCard],
    asked: str = VALUE,
    workers: Workers = None,
    tell: Callable[[int, int], None] | None = None,
) -> Solved:
    """Return a game of which the columns are given, one for each up card; the rest as for
    `solve`.
    """
    found = [(column, column.spots()) for column in columns]
    played = {column.up: column.chart for column, _ in found if column.chart is not None}
    spots = tuple(spot for _, here in found for spot in here)
    if asked == VARIANCE and house.hands <= 2:
        asked = LAW
    law, square = _outcomes(found, asked, workers, tell)
    return Solved(shoe, house, model, spots, played, law, square)


def _outcomes(
    columns: Sequence[tuple[UpCard, Sequence[Spot]]],
    asked: str,
    workers: Workers,
    tell: Callable[[int, int], None] | None,
) -> tuple[Law | None, Fraction | None]:
    """Return the law, and the mean of the square of the net, as far as they are asked."""
    splits = [(column, spot) for column, here in columns for spot in here if spot.taken == SPLIT]
    if splits and asked == VALUE:
        return None, None
    deals = sum(spot.deals for _, here in columns for spot in here)
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for column, here in columns:
        for net, within in column.law(here).items():
            law[net] += within
    square = _square(law)
    for (_, spot), (nets, squared) in zip(splits, _after_splits(splits, asked, workers, tell)):
        chance = Fraction(spot.deals, deals)
        square += squared * chance
        for net, within in nets.items():
            law[net] += within * chance
    known = {net: law[net] for net in sorted(law) if law[net]}
    return (known if asked == LAW or not splits else None), square


def _after_splits(
    splits: Sequence[tuple[UpCard, Spot]],
    asked: str,
    workers: Workers,
    tell: Callable[[int, int], None] | None,
) -> Iterator[tuple[Law, Fraction]]:
    """Yield of each split the law of its net, empty where the variance is asked alone, and the mean
    of the square.
    """
    if not splits:
        return
    from combin.solving.executor import threads  # other answers start sooner without it

    with threads(workers) as pool:
        for done, (column, spot) in enumerate(splits, 1):
            yield column.after_split(spot, asked, pool)
            if tell:
                tell(done, len(splits))


def _square(law: Law) -> Fraction:
    """Return the mean of the square."""
    return sum((net * net * chance for net, chance in law.items()), Fraction(0))


class UpCard:
    """All two cards against one up card."""

    def __init__(
        self, hands: Lattice, house: House, shoe: Shoe, up: int, model: str, *more: int
    ) -> None:
        """more: further cards of the dealer's that are known, which the shoe has no longer."""
        if model == FULL:
            verify_plain(house, f"model {FULL}")
            verify_hands(house)
        self.hands, self.house, self.shoe, self.up, self.model = hands, house, shoe, up, model
        self.drawer = drawer_of(up, house.hits_soft_17, *more)
        self.values = Values(hands, self.drawer, house, without(shoe, up))
        self.chart: Chart | None = None
        self._splits: dict[int, SplitPair] = {}
        self._means: dict[int, Mean] = {}  # of pairs that are played by every card seen
        self._unions: Unions | None = None

    def follow(self, chart: Chart | None) -> Chart:
        """Play by a chart, the best if None."""
        if chart is not None:
            self.chart = chart
            self.values.play(chart.drawing(self.hands), chart.later(self.hands, self.house))
            return chart
        self.chart = found(self.values, self.house, {})
        for _ in range(ROUNDS):
            before, pairs = self.chart, self._best_with_pairs()
            self.chart = found(self.values, self.house, pairs)
            if (before.hits, before.first) == (self.chart.hits, self.chart.first):
                break
            self._splits.clear()
        return self.chart

    def _best_with_pairs(self) -> dict[int, str]:
        """Return rank -> what is best with a pair of it."""
        best = {}
        for rank in range(len(RANKS)):
            hand = self.hands.of(rank, rank)
            if hand in self.values.lefts:
                actions, _ = self._actions(rank, rank, hand)
                best[rank] = max(actions, key=actions.__getitem__)
        return best

    def split_hands(self, pair: int) -> SplitHands:
        """Return a pair that is split and played by every card seen."""
        if self._unions is None:
            self._unions = Unions(self.drawer, self.shoe)
        return SplitHands(self.hands, self.drawer, self.house, self._unions, pair)

    def ready(self) -> UpCard:
        """Return it with every pair split."""
        for rank, count in enumerate(without(self.shoe, self.up)):
            if count > 1 and self.house.hands > 1:
                self._mean_of_split(rank)
        self._unions = None
        return self

    def spots(self) -> list[Spot]:
        spots = []
        for one in range(len(RANKS)):
            for other in range(one, len(RANKS)):
                hand = self.hands.of(one, other)
                if hand in self.values.lefts:
                    spots.append(self.spot(one, other))
        return spots

    def spot(self, one: int, other: int) -> Spot:
        """Return two cards, the lower first."""
        hand = self.hands.of(one, other)
        deals = self.shoe[self.up] * (1 if one == other else 2)
        left = without(self.shoe, self.up)
        deals *= left[one] * without(left, one)[other]
        if (one, other) == NATURAL:
            alone = 1 - self.values.chance_of_natural(hand)
            worth = {PAID: self.house.natural_mean * (1 if self.house.beats_natural else alone)}
            return Spot((one, other), self.up, deals, worth, PAID, {}, Fraction(0))
        actions, extra = self._actions(one, other, hand)
        ranked = dict(sorted(actions.items(), key=lambda item: -item[1]))
        taken = self.chart.taken(self.hands, hand) if self.chart else next(iter(ranked))
        if taken not in ranked:
            cards = f"{RANKS[one]} {RANKS[other]} / {RANKS[self.up]}"
            raise CombinError(
                f"the chart says {taken or 'nothing'} of {cards}, where one may {', '.join(ranked)}"
            )
        natural = self.values.chance_of_natural(hand) if self.house.looks else Fraction(0)
        return Spot((one, other), self.up, deals, ranked, taken, extra, natural)

    def law(self, spots: Sequence[Spot]) -> dict[Fraction, Fraction]:
        """Return net -> the chance of the up card and the net, where no pair is split."""
        first = {
            self.hands.of(*spot.ranks): (spot.taken, spot.deals)
            for spot in spots
            if spot.taken != SPLIT
        }
        every = falling(sum(self.shoe), 3) * self.values.scale[2]
        found = law_of(self.values, first)
        return {net: Fraction(orders, every) for net, orders in found.items()}

    def _actions(
        self, one: int, other: int, hand: int
    ) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        values, house = self.values, self.house
        lost = values.chance_of_natural(hand) if house.looks else Fraction(0)
        counted = 1 - lost
        actions = {
            STAND: values.mean(hand, values.stand[hand]) - lost,
            HIT: values.mean(hand, values.hit[hand]) - lost,
        }
        extra = {}
        if later := values.wagered(hand, HIT):
            extra[HIT] = values.mean(hand, later)
        if hand in values.double:
            actions[DOUBLE] = values.mean(hand, values.double[hand]) - lost
            extra[DOUBLE] = values.mean(hand, values.wagered(hand, DOUBLE))
        if one == other and house.hands > 1:
            split = self._mean_of_split(one)
            actions[SPLIT] = split.net - lost
            extra[SPLIT] = split.stake - counted
        if house.surrender != "none":
            actions[SURRENDER] = values.mean(hand, values.surrendered(hand)) / 2 - lost
        return actions, extra

    def after_split(self, spot: Spot, asked: str, workers: Workers) -> tuple[Law, Fraction]:
        """Return the law of the net where a pair is split, empty where the variance is asked alone,
        and the mean of the square of the net.
        """
        from combin.families.count_up.together import Together  # other answers start sooner

        split = self._split(spot.ranks[0])
        together = Together(split, workers)
        if asked == LAW:
            law = together.law()
            law[-ONE] = law.get(-ONE, Fraction(0)) + spot.natural
            assert sum(net * chance for net, chance in law.items()) == spot.actions[SPLIT], spot
            return law, _square(law)
        assert together.mean() == split.mean.net, spot
        return {}, together.square() + spot.natural

    def _mean_of_split(self, pair: int) -> Mean:
        if self.model != FULL or not decides(self.house, pair):
            return self._split(pair).mean
        if pair not in self._means:
            self._means[pair] = self.split_hands(pair).mean
        return self._means[pair]

    def _split(self, pair: int) -> SplitPair:
        if pair not in self._splits:
            self._splits[pair] = SplitPair(
                self.hands, self.drawer, self.house, self.shoe, pair, self.act(pair)
            )
        return self._splits[pair]

    def act(self, pair: int) -> Act:
        """Return what is done with each hand of a split."""
        if self.model == "first-hand":
            within = [hand for hand, cards in enumerate(self.hands.cards) if cards[pair]]
            values = Values(
                self.hands, self.drawer, self.house, without(self.shoe, self.up, pair), within
            )
        else:
            values = self.values
        house, hands, chart = self.house, self.hands, self.chart

        def act(hand: int, times: int) -> str:
            if times:
                return values.doubled.action(hand, times)
            two = hands.size[hand] == 2
            doubles = house.das and (two or house.doubles_later)
            gives_up = house.surrenders_split and (two or house.surrenders_later)
            if chart:
                return chart.goes_on(hands, hand, doubles, gives_up)
            return values.goes_on(hand, doubles, gives_up)

        return act
