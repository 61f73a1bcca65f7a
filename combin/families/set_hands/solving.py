"""The best setting of a hand against a dealer with a house way: for all hands together, and for one
hand with every setting.

Where the player sees the dealer's hand first, each setting is worth what it comes to against that
hand: all deals of equal worth are counted together (`combin.families.set_hands.pareto`), and
settings of equal worth, which most deals have, are not.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from combin.cards import cards_text
from combin.counting import memory, zeros
from combin.counting.memory import Need
from combin.errors import CombinError, refuse
from combin.families.set_hands.counting import (
    COLUMNS,
    Dealer,
    HandClasses,
    OneHand,
    SetHands,
    SettingCounts,
    SettingWork,
    every_hand,
)
from combin.families.set_hands.counting import set_by as settings_by
from combin.families.set_hands.matchup import World, compared
from combin.families.set_hands.pareto import KINDS, Stairs, in_three_ways, is_both, is_either
from combin.families.set_hands.sums import SettingSums, size
from combin.recent import Recent
from combin.rules import Way
from combin.rules.facts import DealResult
from combin.solving.executor import Progress, Workers, at_once, in_order, verify_here
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

FRONT = "front"  # how a setting is called: ``front As Kd``

Taken: TypeAlias = "tuple[array[int], array[int]]"  # as `SettingCounts.taken` returns it

# Of pays under which bets were solved: a few numbers, found in half a minute.
_known: Recent[Taken] = Recent(64)
# By pack the counts of all settings that may be best, and the dealer whom they are against: another
# dealer's hands are mostly set alike. Of one pack, for they take a gigabyte.
_turned: Recent[tuple[Dealer, SettingCounts]] = Recent(1)


class PricedSettings:
    """What the nine numbers of a setting are worth under some payoffs.

    open: the values of the facts about the dealer's hands with which it matters how the player sets
        his own.
    nets: what each of the nine is worth with them.
    rest: what the hands of the dealer's with other values are worth, however the player sets his.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.payoffs, self.plan, self.both = payoffs, payoffs.plan, compared(payoffs.plan)
        table, self._results = payoffs.ends[()], dict[World, tuple[DealResult, ...]]()
        for world in self.both.worlds:
            places = (self.both.number(self.plan, column, world) for column in range(COLUMNS))
            self._results[world] = tuple(table[place][1] for place in places)
        every = self._results.values()
        differing = {nine for nine in every if len({result.net for result in nine}) > 1}
        others = {result for nine in every if nine not in differing for result in nine}
        refuse(
            len(differing) != 1 or len(others) > 1,
            f"{payoffs.plan.game.slug}: settings are counted where the pays tell at most two "
            "kinds of the dealer's hands apart, one of which settles the bet by itself",
        )
        [chosen] = differing
        self.nets = tuple(result.net for result in chosen)
        self.open = tuple(world for world, nine in self._results.items() if nine == chosen)
        self.rest = others.pop().net if others else Fraction(0)
        if not self.both.sides.player.by:
            for column, net in enumerate(self.nets):
                high, low = divmod(column, 3)
                higher = [column + 3] * (high < 2) + [column + 1] * (low < 2)
                refuse(
                    any(self.nets[other] < net for other in higher),
                    f"{self.plan.game.slug}: a higher hand is paid less, and settings are "
                    "counted where it is not",
                )
        if self.both.sides.answers:
            # Pays of which the best setting against each hand is not counted are refused.
            for columns in self.levels:
                least = min(self.nets[column] for column in columns)
                refuse(
                    not is_both(columns) and not is_either(columns),
                    f"{self.plan.game.slug}: against a hand that is seen, settings are counted "
                    "where a pay asks how well both hands compare, or either",
                )
                equal = {
                    self.result(at, self.open[0]).outcome
                    for at in columns
                    if self.nets[at] == least
                }
                if len(equal) > 1:
                    raise CombinError(
                        f"{self.plan.game.slug}: {' and '.join(sorted(equal))} are worth the same, "
                        "and against a hand that is seen it is not counted which of them happens; "
                        "ask for pays that tell them apart"
                    )

    def result(self, column: int, world: World) -> DealResult:
        """Return what one of the nine comes to; world: the values of the facts about the dealer's
        hands alone.
        """
        return self._results[world][column]

    @property
    def levels(self) -> list[list[int]]:
        """For each net, the largest first, the columns in which a setting is worth it at least."""
        return [
            [column for column in range(COLUMNS) if self.nets[column] >= net]
            for net in sorted(set(self.nets), reverse=True)
        ]

    @property
    def scaled(self) -> array[int]:
        """The nets as integers, of which the sums over the dealer's hands have room."""
        scale = self.payoffs.scale
        scaled = [int(net * scale) for net in self.nets]
        refuse(
            max(map(abs, scaled)) * self.both.pack.against >= 2**62,
            f"{self.plan.game.slug}: pays with a common denominator of {scale} pass 63 "
            "bits; use smaller or rounder pays",
        )
        return array("q", scaled)

    @property
    def scaled_rest(self) -> int:
        """The worth of the hands of the dealer's that settle the bet by themselves, scaled."""
        return int(self.rest * self.payoffs.scale)

    @property
    def beyond(self) -> array[int]:
        """What each of the nine is worth beyond those hands, scaled: together with their worth
        against every hand a setting is worth what it comes to against all of them.
        """
        return array("q", (net - self.scaled_rest for net in self.scaled))

    def worth(self, row: Sequence[int]) -> Fraction:
        """Return what a setting with these nine numbers is worth on average."""
        against = self.both.pack.against
        worth = sum((net * deals for net, deals in zip(self.nets, row)), Fraction(0))
        return (worth + self.rest * (against - sum(row))) / against

    def root(self, taken: Taken) -> Root:
        """Return what happens when every hand is set as is worth most, or by the player's way."""
        total, (situations, hands) = taken
        ends = zeros("q", self.plan.size(self.plan.columns))
        for column, deals in enumerate(total):
            ends[self.both.number(self.plan, column, self.open[0])] += deals
        for other in [world for world in self.both.worlds if world not in self.open][:1]:
            ends[self.both.number(self.plan, 0, other)] += self.plan.deals - sum(total)
        root = Root({(): ends})
        root.ties[0, "situations"] = situations
        root.ties[0, "deals"] = hands * self.both.pack.against
        return root


def play(
    priced: Sequence[PricedSettings], threads: Workers = None, progress: Progress | None = None
) -> list[Root]:
    """Return what happens when every hand is set as is worth most, or by the player's way, for each
    of some payoffs of bets whose deals are counted alike.
    """
    return [one.root(_taken(one, threads, progress)) for one in priced]


def _taken(priced: PricedSettings, threads: Workers, progress: Progress | None) -> Taken:
    """Return the nine numbers of all hands under some payoffs, and the ties; both are kept."""
    if priced.both.sides.answers:
        # Each hand is set as is worth most; deals that are worth the same stand together in one of
        # the columns that are worth it.
        known, worlds = priced.both.stairs, priced.open
        if worlds not in known:  # how all hands compare with all hands that are seen
            hands, kind = in_three_ways(priced.both.hands)
            _verify_memory(priced, size(hands))
            sums = SettingSums(priced.both.dealer(worlds), hands, kind, len(KINDS))
            _count(priced, sums, threads, progress)
            known[worlds] = Stairs(*sums.totals)
        total, above = zeros("q", COLUMNS), 0
        for columns in priced.levels:
            deals = known[worlds].deals(columns)
            assert deals is not None, "such pays are refused"
            total[min(columns, key=priced.nets.__getitem__)] = deals - above
            above = deals
        return total, zeros("q", 2)
    both, pays = priced.both, priced.scaled
    asked = both.asked, priced.open, tuple(pays)
    return _known.get(asked, lambda: _found(priced, threads, progress))


def _found(priced: PricedSettings, threads: Workers, progress: Progress | None) -> Taken:
    both, pays = priced.both, priced.scaled
    if priced.open in both.counts:
        return both.counts[priced.open].taken(pays)
    if both.sides.player.by and both.pack not in _turned:
        hands, dealer = both.hands, both.dealer(priced.open)
        return count_all(priced, dealer, hands, threads, progress).taken(pays)
    counts = _turned_to(priced, threads, progress)
    if both.sides.player.by:
        return set_by(priced, counts, both.sides.player.by), zeros("q", 2)
    return counts.taken(pays)


def set_by(priced: PricedSettings, counts: SettingCounts, way: Way) -> array[int]:
    """Return the nine numbers of all hands, set by a way: those that are counted among all
    settings, and the few that are not.
    """
    hands, pack = counts.hands, priced.both.pack
    classes = hands.classes
    only, high_low = array("i"), zip(*settings_by(way, pack, classes))
    for begin, end, one in zip(hands.first, hands.first[1:], high_low):
        settings_here = [*zip(hands.high[begin:end], hands.low[begin:end])]
        only.append(settings_here.index(one) if one in settings_here else -1)
    left, every = [at for at, number in enumerate(only) if number < 0], counts.every(only)
    if not left:
        return every
    others = HandClasses(
        array("Q", (classes.counts[at] for at in left)),
        array("H", (classes.suited[at] for at in left)),
    )
    rest = count_all(priced, priced.both.dealer(priced.open), SetHands(pack, others, way), 1)
    return array("q", map(int.__add__, every, rest.every()))


def _turned_to(
    priced: PricedSettings, threads: Workers, progress: Progress | None
) -> SettingCounts:
    """Return the counts of all settings that may be best; they hold until others are asked for."""
    both, hands = priced.both, every_hand(priced.both.pack)
    dealer, known = both.dealer(priced.open), _turned.pop(both.pack)
    if known is None:
        _turned.clear()
        counts = count_all(priced, dealer, hands, threads, progress)
    else:
        before, counts = known
        counts.turn(before, dealer)
        _count(priced, counts, threads, progress)
    _, counts = _turned.get(both.pack, lambda: (dealer, counts))
    return counts


def every_count(
    priced: PricedSettings, threads: Workers = None, progress: Progress | None = None
) -> SettingCounts:
    """Return the counts of all settings that may be best, found once; threads share the work and
    the memory.
    """
    both, worlds = priced.both, priced.open
    if worlds not in both.counts:
        both.counts[worlds] = _turned_to(priced, threads, progress)
        _turned.pop(both.pack)
    return both.counts[worlds]


def _verify_memory(priced: PricedSettings, size: int) -> None:
    """Raise CombinError where the settings of all hands take more memory than there is, also when
    no others are kept.
    """
    needs = [Need("the settings of all hands", size)]
    try:
        memory.verify(priced.plan, needs)
    except CombinError:
        _turned.clear()
        memory.verify(priced.plan, needs)


def count_all(
    priced: PricedSettings,
    dealer: Dealer,
    hands: SetHands,
    threads: Workers,
    progress: Progress | None = None,
) -> SettingCounts:
    """Return the counts of all settings of some hands.

    Raises CombinError where they take more memory than there is.
    """
    _verify_memory(priced, hands.size)
    counts = SettingCounts(dealer, hands)
    _count(priced, counts, threads, progress)
    return counts


def _count(
    priced: PricedSettings, counts: SettingWork, threads: Workers, progress: Progress | None
) -> None:
    verify_here(threads, priced.plan.game.slug)
    counts.prepare()
    workers = threads if isinstance(threads, int) else at_once(threads)
    pieces = len(counts.pieces)
    if progress:  # what all of them ask took its own time
        progress(priced.plan.bet.key, 0, pieces)
    for done, _ in enumerate(in_order(counts.count, counts.pieces, workers), 1):
        if progress:
            progress(priced.plan.bet.key, done, pieces)


def settings(priced: PricedSettings, cards: int) -> dict[str, Fraction]:
    """Return what every setting of seven cards is worth, ``front As Kd`` and so on, the best first,
    of equals the highest in front; of a player who follows a way only his.
    """
    hand = OneHand(priced.both.pack, cards, priced.both.sides.player.by)
    worth = [
        (f"{FRONT} {cards_text(front)}", priced.worth(row))
        for front, row in zip(hand.fronts, rows_of(priced, hand))
    ]
    return _best_first(worth)


def rows_of(priced: PricedSettings, hand: OneHand) -> list[list[int]]:
    """Return the nine numbers of each setting of a hand, counted for it alone."""
    counts = SettingCounts(priced.both.dealer(priced.open), hand)
    for piece in counts.pieces:
        counts.count(piece)
    return hand.compared(counts)


def settings_seeing(priced: PricedSettings, cards: int, dealt: int) -> dict[str, Fraction]:
    """Return what every setting of seven cards is worth against seven cards of the dealer's, in the
    order of `settings`.
    """
    both = priced.both
    hand = OneHand(both.pack, cards, both.sides.player.by)
    dealer = OneHand(both.pack, dealt, both.sides.dealer.by)
    [high], [low] = dealer.high, dealer.low
    world = both.world(high, low)
    columns = (
        3 * order(mine, high) + order(front, low) for mine, front in zip(hand.high, hand.low)
    )
    return _best_first(
        [
            (f"{FRONT} {cards_text(front)}", priced.result(column, world).net)
            for front, column in zip(hand.fronts, columns)
        ]
    )


def order(one: int, other: int) -> int:
    """Return how a hand compares with another: 0 weaker, 1 as strong, 2 stronger."""
    return 1 + (one > other) - (one < other)


def _best_first(worth: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    """Return settings and their worth, the best first; equal ones stay as they are."""
    return dict(sorted(worth, key=lambda one: -one[1]))
