"""Solves a blackjack game: the value of every action for every two cards against every up card, and
of the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain
from math import perm
from typing import TYPE_CHECKING

from combin.errors import CombinError, refuse
from combin.families.blackjack.chart import Chart, found
from combin.families.blackjack.drawer import drawer_of
from combin.families.blackjack.full_memory import FULL, SplitHands, Unions, verify_hands
from combin.families.blackjack.house import (
    ACE,
    NATURAL,
    RANKS,
    SEEN,
    TEN,
    VALUES,
    House,
    Shoe,
    chart_columns,
    falling,
    seen_of,
    up_name,
    ups_of,
    verify_plain,
    without,
)
from combin.families.blackjack.lattice import Lattice, lattice_of
from combin.families.blackjack.law import law_of
from combin.families.blackjack.player import (
    SPLIT,
    STAND,
    SURRENDER,
    ZAP,
    Values,
    values_of,
)
from combin.families.blackjack.split_play import SplitActions, SplitPlay
from combin.families.blackjack.splits import NOTHING, Mean, SplitPair
from combin.families.blackjack.tables import tables_of
from combin.records import dataclass
from combin.rules.blackjack import MODELS, Surrender
from combin.solving.executor import handed_out

if TYPE_CHECKING:
    from combin.solving.executor import Workers

Law = Mapping[Fraction, Fraction]  # net -> chance
VALUE, VARIANCE, LAW = "value", "variance", "distribution"  # what is asked of a game
ONE = Fraction(1)
PAID = "natural"  # what is done with one,
TIED = "tied natural"  # with one against a natural that is seen,
BEATEN = "beaten by a natural"  # and with any other hand against that
ROUNDS = 5  # in which a chart is fitted to its pairs; two or three have done so far


@dataclass(frozen=True)
class Spot:
    """Two cards of the player's against what is seen of the dealer's.

    ranks: the two cards, the lower first. up: the number of what is seen, of one card its rank.
    deals: in how many orders all these cards are dealt; a mean where it is not said how many tens
        of each rank a shoe has.
    actions: what each action is worth, the best first.
    taken: what is done; a chart may err.
    extra: how many units beyond the first are wagered on average, by action.
    natural: how likely the dealer has one, where that loses one unit whatever was done.
    unlike: whether they are tens of two ranks, which are no pair.
    """

    ranks: tuple[int, int]
    up: int
    deals: int | Fraction
    actions: Mapping[str, Fraction]
    taken: str
    extra: Mapping[str, Fraction]
    natural: Fraction
    unlike: bool = False

    @property
    def cards(self) -> str:
        """The two cards, ``8 8``; of unlike tens with that word."""
        return " ".join(RANKS[rank] for rank in self.ranks) + " unlike" * self.unlike

    @property
    def value(self) -> Fraction:
        return self.actions[self.taken]

    @property
    def against(self) -> str:
        """What is seen of the dealer's, ``6`` or ``6T``."""
        return up_name(self.up)


@dataclass(frozen=True)
class Solved:
    """A game under its best play, of a named model.

    shoe, house, model: what was asked.
    spots: all two cards against all that may be seen of the dealer's.
    charts: what is seen -> the chart found or given; none where hands are played by their cards.
    law: net -> chance, in ascending order; None where a pair is split and it was not asked.
    square: the mean of the square of the net; None where neither it nor the law was asked.
    free_charts: what is seen -> the chart found for hands on free bets, where charts are followed.
    """

    shoe: Shoe
    house: House
    model: str
    spots: tuple[Spot, ...]
    charts: Mapping[int, Chart]
    law: Law | None
    square: Fraction | None
    free_charts: Mapping[int, Chart] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        return int(sum(spot.deals for spot in self.spots))

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

    @property
    def mean_wager(self) -> Fraction:
        extra = (spot.extra.get(spot.taken, Fraction(0)) * spot.deals for spot in self.spots)
        return 1 + sum(extra, Fraction(0)) / self.deals

    @property
    def variance(self) -> Fraction | None:
        """That of the net of one unit; None where it was not asked."""
        return None if self.square is None else self.square - self.value**2

    hands = 1  # that a player has
    exchanged = None  # in which share of the deals cards are; there is one hand

    def spot(self, one: int, other: int, up: int, unlike: bool = False) -> Spot | None:
        """Return two cards against an up card; None where they cannot be dealt. unlike: whether
        they are tens of two ranks, if that matters.
        """
        two = min(one, other), max(one, other), up
        return self._by_cards.get((*two, unlike), self._by_cards.get((*two, False)))

    @cached_property
    def _by_cards(self) -> dict[tuple[int, int, int, bool], Spot]:
        return {(*spot.ranks, spot.up, spot.unlike): spot for spot in self.spots}


def solve(
    shoe: Shoe,
    house: House,
    model: str = "zero-memory",
    charts: Mapping[int, Chart] | None = None,
    asked: str = VALUE,
    workers: Workers = None,
    tell: Callable[[int, int], None] | None = None,
    numbered: bool = True,
) -> Solved:
    """Return a game solved.

    model: how hands are played. charts: those to play by, under `total`, one for each up card; the
        best if None.
    asked: what is found of a game in which pairs are split: the `value` alone, the `variance`, too,
        or the `distribution`, too; that comes with the variance where a pair becomes two hands at
        most.
    workers: who finds these two, in threads, or, under full memory, the up cards. tell: is told how
        many splits of how many are done, or, under full memory, how many up cards. numbered: as
        `found` of `chart.py` takes it.
    Raises CombinError where the shoe runs out, the model is unknown or a chart has no such cell.
    """
    if model not in MODELS:
        raise CombinError(f"model is one of {', '.join(MODELS)}, not {model!r}")
    if model == FULL and asked != VALUE:
        raise CombinError(f"of hands played by {FULL} the value is found, not the {asked}")
    columns = columns_of(shoe, house, model, charts, workers, tell, numbered)
    return gathered(shoe, house, model, columns, asked, workers, tell)


def solve_alike(shoe: Shoe, houses: Sequence[House], model: str) -> Iterator[Solved]:
    """Yield the value of a game under each of some rules of the house, which are `playing` alike:
    hands that are played by their own cards are valued once.
    """
    known: dict[House, list[UpCard]] = {}  # by how pairs are split
    first = list(columns_of(shoe, houses[0], model))
    for house in houses:
        columns = [column.under(house) for column in known.get(house.splitting, first)]
        known[house.splitting] = columns
        yield gathered(shoe, house, model, columns)
        for column in columns:
            column.keep_means()


def columns_of(
    shoe: Shoe,
    house: House,
    model: str = "zero-memory",
    charts: Mapping[int, Chart] | None = None,
    workers: Workers = None,
    tell: Callable[[int, int], None] | None = None,
    numbered: bool = True,
) -> Iterator[UpCard]:
    """Yield what is done against each up card; raises CombinError as `solve` does.

    workers, tell: who solves up cards under full memory, and is told how many of how many are done.
    """
    hands = lattice_of(shoe, house.turns.charlie)
    ups = ups_of(shoe, house.turns.dealer)
    if model == FULL:
        # kernels do most of this work, without the interpreter lock
        found = handed_out(partial(_means_of_splits, shoe, house), ups, workers)
        for done, (up, means) in enumerate(zip(ups, found), 1):
            yield UpCard(hands, house, shoe, up, model, means=means)
            if tell:
                tell(done, len(ups))
        return
    for up in ups:
        if charts is not None and up not in charts and seen_of(up) != NATURAL:
            raise CombinError(f"the chart has no column for {up_name(up)}")

    for alike in _alike(house, ups):
        columns = [UpCard(hands, house, shoe, up, model) for up in alike]
        if model == "total" and not columns[0].beaten:
            follow(columns, charts, numbered)
        yield from columns


def _means_of_splits(shoe: Shoe, house: House, up: int) -> dict[int, Mean]:
    """Return the mean of each pair that is split and played by every card seen."""
    column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, FULL)
    pairs = [
        rank
        for rank, count in enumerate(column.unseen)
        if count > 1 and house.turns.pairs.hands > 1
    ]
    return {rank: column.mean_of_split(rank) for rank in pairs}


def _alike(house: House, ups: Collection[int]) -> list[list[int]]:
    """Return what is seen of the dealer's cards, those together that a chart plays alike; against a
    natural that is seen nothing is played.
    """
    columns = sorted(chart_columns(house.turns.dealer).values())
    if house.turns.dealer.cards_seen == 2:
        columns.append((SEEN.index(NATURAL),))
    return list(filter(None, ([up for up in alike if up in ups] for alike in columns)))


def gathered(
    shoe: Shoe,
    house: House,
    model: str,
    columns: Iterable[UpCard],
    asked: str = VALUE,
    workers: Workers = None,
    tell: Callable[[int, int], None] | None = None,
) -> Solved:
    """Return a game of which the columns are given, one for all that may be seen of the dealer's;
    the rest as for `solve`.
    """
    found = [(column, column.spots()) for column in columns]
    found.sort(key=lambda item: item[0].up)
    played = {column.up: column.chart for column, _ in found if column.chart is not None}
    free = {column.up: chart for column, _ in found if (chart := column.free_chart) is not None}
    spots = tuple(spot for _, here in found for spot in here)
    if asked == VARIANCE and house.turns.pairs.hands <= 2 and not house.correlated:
        asked = LAW
    law, square = _outcomes(found, asked, workers, tell)
    return Solved(shoe, house, model, spots, played, law, square, free)


def _outcomes(
    columns: Sequence[tuple[UpCard, Sequence[Spot]]],
    asked: str,
    workers: Workers,
    tell: Callable[[int, int], None] | None,
) -> tuple[Law | None, Fraction | None]:
    """Return the law, and the mean of the square of the net, as far as they are asked."""
    spots = [(column, spot) for column, here in columns for spot in here]
    splits = [(column, spot) for column, spot in spots if spot.taken == SPLIT]
    zaps = any(spot.taken == ZAP for _, spot in spots)
    if (splits or zaps) and asked == VALUE:
        return None, None
    refuse(
        zaps,
        "variance and distribution are not available where two cards are given back for others",
    )
    suited = [one.counts for one in columns[0][0].house.turns.bonuses if one.by_suit and one.split]
    refuse(
        asked == LAW and any(counts[spot.ranks[0]] for _, spot in splits for counts in suited),
        "the distribution where pairs are split is not available: what two hands are paid by their "
        "suits depends on each other",
    )
    deals = sum(spot.deals for _, here in columns for spot in here)
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for column, here in columns:
        for net, within in column.law(here).items():
            law[net] += within
    square = _square(law)
    if splits:
        from combin.solving.executor import threads  # other answers start sooner without it

        with threads(workers) as pool:
            for done, (column, spot) in enumerate(splits, 1):
                # The law of its net, empty where the variance is asked alone.
                nets, squared = column.after_split(spot, asked, pool)
                chance = Fraction(spot.deals, deals)
                square += squared * chance
                for net, within in nets.items():
                    law[net] += within * chance
                if tell:
                    tell(done, len(splits))
    known = {net: law[net] for net in sorted(law) if law[net]}
    return (known if asked == LAW or not splits else None), square


def whole(number: Fraction) -> int | Fraction:
    """Return a number, an int where it is one."""
    return number.numerator if number.denominator == 1 else number


def _square(law: Law) -> Fraction:
    return sum((net * net * chance for net, chance in law.items()), Fraction(0))


class UpCard:
    """All two cards against what is seen of the dealer's.

    beaten: whether that is a natural.
    """

    def __init__(
        self,
        hands: Lattice,
        house: House,
        shoe: Shoe,
        up: int,
        model: str,
        *more: int,
        means: Mapping[int, Mean] | None = None,
        zapped: bool = False,
    ) -> None:
        """more: further cards of the dealer's that are known, which the shoe has no longer.

        means: of pairs that are split, where they are known. zapped: whether the two cards came for
            others, so that none is a natural.
        """
        if model == FULL:
            verify_plain(house.turns, f"model {FULL}")
            verify_hands(house)
        self.hands, self.house, self.shoe, self.up, self.model = (
            hands,
            house.against(up),
            shoe,
            up,
            model,
        )
        house = self.house
        self.drawer = drawer_of(
            up, house.turns.dealer.hits_soft_17, *more, pushes=house.turns.dealer.pushes
        )
        self.beaten = self.drawer.seen == NATURAL
        self.unseen = without(shoe, *self.drawer.seen)
        self.values = values_of(hands, self.drawer, house.playing, self.unseen).under(house)
        self.tables = self.values.tables
        self.chart: Chart | None = None
        self._forget_splits()
        self._means.update(means or {})
        self._unions: Unions | None = None
        self._zapped = zapped
        self._zaps: dict[int, Mean] = {}
        if house.turns.zap.totals and not zapped:
            self._zap()

    def under(self, house: House) -> UpCard:
        """Return the same cards under rules that are `playing` alike; pairs that both split alike
        are counted once.
        """
        other, house = copy(self), house.against(self.up)
        other.house, other.values = house, self.values.under(house)
        other.tables = other.values.tables
        if house.splitting != self.house.splitting:
            other._forget_splits()
        if house.turns.zap.totals:
            other._zap()
        return other

    def _forget_splits(self) -> None:
        self._split_actions: dict[tuple[int | None, int], SplitActions] = {}
        self._plays: dict[tuple[int, int], SplitPlay] = {}  # by the pair and what a hand loses
        self._means: dict[int, Mean] = {}  # of a pair split from the whole shoe

    def keep_means(self) -> None:
        """Keep of pairs that are split nothing but their means."""
        self._plays.clear()

    @cached_property
    def dealt(self) -> int:
        """In how many orders what is seen is dealt."""
        return ups_of(self.shoe, self.house.turns.dealer)[self.up]

    def follow(self, chart: Chart | None) -> None:
        """Play by a chart, the best for the whole column if None."""
        if self.beaten:
            return
        if chart is not None:
            self.play(chart)
            return
        alike = next(
            ups for ups in chart_columns(self.house.turns.dealer).values() if self.up in ups
        )
        others = (
            up for up in alike if up != self.up and up in ups_of(self.shoe, self.house.turns.dealer)
        )
        asked = (self.hands, self.house, self.shoe)
        follow([self, *(UpCard(*asked, up, self.model) for up in others)])

    def play(self, chart: Chart) -> None:
        """Play by a chart."""
        self.values.play(*chart.all_places(self.tables))
        self.take(chart)

    def take(self, chart: Chart) -> None:
        """Take for the chart one by which the values are played already."""
        self.chart = chart
        self._forget_splits()

    def worth(self, rank: int) -> dict[str, Fraction]:
        """Return what each action is worth with a pair, times the orders in which it is dealt; none
        where it cannot be dealt.
        """
        hand = self.hands.of(rank, rank)
        if hand not in self.values.lefts:
            return {}
        orders = self.dealt * perm(self.unseen[rank], 2)
        actions, _ = self._actions(rank, rank, hand)
        return {action: value * orders for action, value in actions.items()}

    def split_hands(self, pair: int) -> SplitHands:
        """Return a pair that is split and played by every card seen."""
        if self._unions is None:
            self._unions = Unions(self.drawer, self.shoe)
        return SplitHands(self.hands, self.drawer, self.house, self._unions, pair)

    def spots(self, charted: bool = False) -> list[Spot]:
        """Return all two cards; charted: as `spot` takes it."""
        spots = []
        for one in range(len(RANKS)):
            for other in range(one, len(RANKS)):
                hand = self.hands.of(one, other)
                if hand in self.values.lefts and self.holes(hand):
                    spots.append(self.spot(one, other, charted))
                    if one == other == TEN and self.house.tens:
                        spots.append(self.spot(one, other, charted, unlike=True))
        return spots

    def holes(self, hand: int) -> int:
        """Return how many cards may be the hole card beside a hand; 1 where nothing is told."""
        told, left = self.drawer.told, self.values.lefts[hand]
        return sum(map(left.__getitem__, told)) if told else 1

    def _told(self, hand: int) -> Fraction:
        """Return how likely what is told of the hole card is beside a hand."""
        if not self.drawer.told:
            return ONE
        return Fraction(self.holes(hand), sum(self.values.lefts[hand]))

    def spot(self, one: int, other: int, charted: bool = False, unlike: bool = False) -> Spot:
        """Return two cards, the lower first; charted: without what a split is worth that the chart
        does not make. unlike: whether they are tens of two ranks, if that matters.
        """
        unlike = unlike and one == other == TEN and bool(self.house.tens)
        hand = self.hands.of(one, other)
        deals: int | Fraction = self.dealt * (1 if one == other else 2)
        deals *= self.unseen[one] * without(self.unseen, one)[other] * self.holes(hand)
        if one == other == TEN and self.house.tens:
            deals = whole(deals * (1 - self.house.alike if unlike else self.house.alike))
        if self.beaten:
            tied = (one, other) == NATURAL
            end, net = (TIED, self.house.turns.natural.tied) if tied else (BEATEN, Fraction(-1))
            return Spot((one, other), self.up, deals, {end: net}, end, {}, Fraction(0))
        if (one, other) == NATURAL and not self._zapped:
            natural = self.values.lost(hand)
            net = self.values.mean(hand, self.values.worth(hand, self.tables.dealt)[STAND])
            worth = {PAID: (net - natural) / (self._told(hand))}
            return Spot((one, other), self.up, deals, worth, PAID, {}, Fraction(0))
        said = self.chart.taken(self.tables, hand, unlike) if self.chart else None
        splits = not unlike and (not charted or said == SPLIT)
        actions, extra = self._actions(one, other, hand, splits)
        ranked = dict(sorted(actions.items(), key=lambda item: -item[1]))
        taken = said if self.chart else next(iter(ranked))
        if taken not in ranked:
            cards = f"{RANKS[one]} {RANKS[other]} / {up_name(self.up)}"
            raise CombinError(
                f"the chart says {taken or 'nothing'} of {cards}, where one may {', '.join(ranked)}"
            )
        natural = self.values.lost(hand)
        natural /= self._told(hand)
        return Spot((one, other), self.up, deals, ranked, taken, extra, natural, unlike)

    def law(self, spots: Sequence[Spot]) -> dict[Fraction, Fraction]:
        """Return net -> the chance of what is seen and the net, where no pair is split."""
        if self.beaten:
            every = falling(sum(self.shoe), 2 + len(self.drawer.seen))
            chances: dict[Fraction, Fraction] = {}
            for spot in spots:
                before = chances.get(spot.value, Fraction(0))
                chances[spot.value] = before + Fraction(spot.deals, every)
            return chances
        first = [
            (
                hand := self.hands.of(*spot.ranks),
                spot.taken,
                whole(spot.deals / Fraction(self.holes(hand))),
            )
            for spot in spots
            if spot.taken != SPLIT
        ]
        every = falling(sum(self.shoe), 2 + len(self.drawer.seen)) * self.values.scale[2]
        return {net: Fraction(orders, every) for net, orders in law_of(self.values, first).items()}

    def _actions(
        self, one: int, other: int, hand: int, splits: bool = True
    ) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        values, tables = self.values, self.tables
        lost = values.lost(hand)
        stage = tables.exchanged if self._zapped else tables.dealt
        actions = {
            name: values.mean(hand, value) - lost
            for name, value in values.worth(hand, stage).items()
        }
        extra = {
            act.name: values.mean(hand, more)
            for act in tables.of(hand, stage)
            if (more := values.more(hand, act, stage))
        }
        if one == other and self.house.turns.pairs.hands > 1 and splits:
            split = self.mean_of_split(one)
            given_up = actions.pop(SURRENDER, None)  # the last of actions that are worth as much
            actions[SPLIT] = split.net - lost
            extra[SPLIT] = split.stake - values.mean(hand, values.counted(values.lefts[hand], 2))
            if given_up is not None:
                actions[SURRENDER] = given_up
        if told := self.drawer.told and self._told(hand):
            actions = {action: value / told for action, value in actions.items()}
            extra = {action: units / told for action, units in extra.items()}
        if zapped := self._zaps.get(hand):
            actions[ZAP], extra[ZAP] = zapped.net, zapped.stake - 1
        return actions, extra

    def _zap(self) -> None:
        """Find what two cards are worth for which others come, which are played by the cards."""
        by_cards = MODELS[0] if self.model == "total" else self.model
        for hand in self.hands.first_two:
            soft, total = self.hands.row[hand]
            given = not soft and total in self.house.turns.zap.totals
            if given and hand in self.values.lefts and self.holes(hand):
                cards = self.hands.cards[hand]
                ranks = tuple(rank for rank, many in enumerate(cards) for _ in range(many))
                left = without(self.shoe, *ranks)
                mean = self._zaps[hand] = zapped(left, self.house, self.up, by_cards)
                net = mean.net * self._told(hand) + self.values.lost(hand)
                self.values.zapped = {**self.values.zapped, hand: net * self.values.scale[2]}

    def after_split(self, spot: Spot, asked: str, workers: Workers) -> tuple[Law, Fraction]:
        """Return the law of the net where a pair is split, empty where the variance is asked alone,
        and the mean of the square of the net.
        """
        from combin.families.blackjack.together import Together  # other answers start sooner

        refuse(
            spot.ranks[0] == TEN and self.house.tens,
            "variance and distribution are not available where tens are split that are alike "
            "alone; of the value they are known",
        )
        first, others = self._split(self.shoe, spot.ranks[0])
        together, told = Together(first, workers, others), self._told(self.hands.of(*spot.ranks))
        if asked == LAW:
            law = {net: chance / told for net, chance in together.law().items()}
            law[-ONE] = law.get(-ONE, Fraction(0)) + spot.natural
            assert sum(net * chance for net, chance in law.items()) == spot.actions[SPLIT], spot
            return law, _square(law)
        assert together.mean() / told - spot.natural == spot.actions[SPLIT], spot
        return {}, together.square() / told + spot.natural

    def mean_of_split(self, pair: int) -> Mean:
        """Return the mean of a pair that is split from the whole shoe."""
        if pair not in self._means:
            by_all_cards = self.model == FULL and not self.house.turns.pairs.one_card(pair == ACE)
            self._means[pair] = (
                self.split_hands(pair).mean if by_all_cards else self.mean_of(self.shoe, pair)
            )
        return self._means[pair]

    def mean_of(self, shoe: Shoe, pair: int, begun: int = 2) -> Mean:
        """Return the mean of a pair that is split, from a shoe that may lack other cards; begun:
        how many hands it has become already.
        """
        likely: Mapping[int | None, Fraction] = {None: ONE}
        if pair == TEN and self.house.tens:
            likely = dict(self.house.like_tens(shoe[TEN] - self.drawer.seen.count(TEN) - 2).items())
        mean = NOTHING
        for pairs, chance in likely.items():
            first, others = self._split(shoe, pair, begun, pairs)
            mean = mean.plus(first.beside(others) if others else first.mean, chance)
        return mean

    def _split(
        self, shoe: Shoe, pair: int, begun: int = 2, pairs: int | None = None
    ) -> tuple[SplitPair, SplitPair | None]:
        """Return a pair that is split; where that is free, also as all hands but the first are
        played. pairs: as `SplitPair` takes it.
        """
        first = SplitPair(self.split_play(pair), shoe, begun, 0, pairs)
        if VALUES[pair] not in self.house.turns.pairs.free:
            return first, None
        return first, SplitPair(self.split_play(pair, lost=0), shoe, begun, 0, pairs)

    def split_play(self, pair: int, lost: int = 1) -> SplitPlay:
        """Return how the hands of a split are played; lost: how many units each loses."""
        if (pair, lost) not in self._plays:
            self._plays[pair, lost] = SplitPlay(self.split_actions(pair, lost), self.drawer, pair)
        return self._plays[pair, lost]

    def split_actions(self, pair: int, lost: int = 1) -> SplitActions:
        """Return what is done with each hand of a split; lost: how many units it loses."""
        differs = self.house.turns.pairs.one_card(pair == ACE) or self.model == "first-hand"
        key = pair if differs else None, lost  # hands of all other pairs are played alike
        if key not in self._split_actions:
            self._split_actions[key] = self._found_actions(pair, lost)
        return self._split_actions[key]

    def _found_actions(self, pair: int, lost: int) -> SplitActions:
        hands, tables = self.hands, self.tables
        chart = self.chart if lost else self.free_chart
        values = self.values if lost else self.free
        if self.house.turns.pairs.one_card(pair == ACE):
            return SplitActions(values, tables.closed, bytes(len(hands)))
        if self.model == "first-hand":
            within = [hand for hand, cards in enumerate(hands.cards) if cards[pair]]
            values = Values(hands, self.drawer, values.tables, without(self.unseen, pair), within)
        if chart:
            return SplitActions(values, tables.split, chart.places(values.tables, tables.split))
        return SplitActions(values, tables.split, values.places_among(tables.split))

    @cached_property
    def free(self) -> Values:
        """Hands on a free bet, played for what they win."""
        tables = tables_of(self.house, self.hands, self.up, lost=0)
        return Values(self.hands, self.drawer, tables, self.unseen)

    @cached_property
    def free_chart(self) -> Chart | None:
        """The chart by which hands on a free bet are played: the best, if a chart is followed."""
        if self.chart is None or not self.house.turns.pairs.free:
            return None
        return found([(self.free, 1)], {}, numbered=False)


@lru_cache(maxsize=256)
def zapped(shoe: Shoe, house: House, up: int, model: str) -> Mean:
    """Return what two cards are worth that come for two given back, which the shoe lacks."""
    early = house.turns.surrender.when == "early"
    late = replace(house, turns=house.turns.without(Surrender)) if early else house
    spots = UpCard(
        lattice_of(shoe, house.turns.charlie), late, shoe, up, model, zapped=True
    ).spots()
    mean, deals = Mean(Fraction(0), Fraction(0)), sum(spot.deals for spot in spots)
    for spot in spots:
        one = Mean(spot.value, 1 + spot.extra.get(spot.taken, Fraction(0)))
        mean = mean.plus(one, Fraction(spot.deals, deals))
    return mean


def follow(
    columns: Sequence[UpCard], charts: Mapping[int, Chart] | None = None, numbered: bool = True
) -> dict[int, Chart]:
    """Play what is seen of the dealer's and goes by one column of a chart by that; return it for
    each.

    charts: what is seen -> the chart to play by; the best for all of them together if None.
    numbered: as `found` takes it.
    """
    if charts is not None:
        for column in columns:
            column.play(charts[column.up])
        return dict(charts)
    weighed = _weighed(columns)
    chart = found(weighed, {}, numbered)
    for _ in range(ROUNDS):
        for column in columns:
            column.take(chart)
        # Rank -> what is best with a pair of it.
        best: dict[int, str] = {}
        for rank in range(len(RANKS)):
            worth: defaultdict[str, Fraction] = defaultdict(Fraction)
            for action, value in chain(*(column.worth(rank).items() for column in columns)):
                worth[action] += value
            if worth:
                best[rank] = max(worth, key=worth.__getitem__)
        before, chart = chart, found(weighed, best, numbered, chart)
        if before == replace(chart, pairs=before.pairs):
            for column in columns:
                column.chart = chart
            break
    else:
        for column in columns:
            column.take(chart)
    return {column.up: chart for column in columns}


def _weighed(columns: Sequence[UpCard]) -> list[tuple[Values, int]]:
    """Return the values of each, and what takes its orders, scaled, to those of whole deals."""
    deepest = max(column.values.deep for column in columns)
    left = [(column, column.values.deep) for column in columns]
    return [
        (column.values, column.dealt * falling(sum(column.unseen) - deep, deepest - deep))
        for column, deep in left
    ]
