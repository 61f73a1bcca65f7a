"""The best way to split a hand into a high and a low one, against a dealer whose way is fixed: for
all hands together, and for one hand with every setting.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TypeAlias

from combin.cards import cards_text
from combin.counting import zeros
from combin.counting.compared import World, compared
from combin.counting.splits import COLUMNS, OneHand, SplitCounts
from combin.errors import CombinError
from combin.solving.executor import Progress, Workers, at_once, in_order
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

FRONT = "front"  # how a setting is called: ``front As Kd``

Taken: TypeAlias = "tuple[array[int], array[int]]"  # as `SplitCounts.taken` returns it

# Of pays under which bets were solved: a few numbers, found in half a minute.
_known: dict[Hashable, Taken] = {}


class PricedSettings:
    """What the nine numbers of a setting are worth under some payoffs.

    open: the values of the facts about the dealer's high hand with which it matters how the player
        sets his own.
    nets: what each of the nine is worth with them.
    rest: what the hands of the dealer's with other values are worth, however the player sets his.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.payoffs, self.plan, self.both = payoffs, payoffs.plan, compared(payoffs.plan)
        nets = {world: self._nets(world) for world in self.both.worlds}
        differing = [net for net in nets.values() if len(set(net)) > 1]
        others = {net[0] for net in nets.values() if net not in differing}
        if len(set(differing)) != 1 or len(others) > 1:
            raise CombinError(
                f"{payoffs.plan.game.slug}: settings are counted where the pays tell at most two "
                "kinds of the dealer's high hands apart, one of which settles the bet by itself"
            )
        self.nets = differing[0]
        self.open = tuple(world for world, net in nets.items() if net == self.nets)
        self.rest = others.pop() if others else Fraction(0)
        if not self.both.sides.player.by:
            self._verify_order()

    def _nets(self, world: World) -> tuple[Fraction, ...]:
        table = self.payoffs.ends[()]
        return tuple(
            table[self.both.number(self.plan, column, world)][1].net for column in range(COLUMNS)
        )

    def _verify_order(self) -> None:
        """Refuse pays under which a setting that is nowhere worse may be worth less."""
        for column, net in enumerate(self.nets):
            high, low = divmod(column, 3)
            higher = [column + 3] * (high < 2) + [column + 1] * (low < 2)
            if any(self.nets[other] < net for other in higher):
                raise CombinError(
                    f"{self.plan.game.slug}: a higher hand is paid less, and settings are "
                    "counted where it is not"
                )

    @property
    def scaled(self) -> array[int]:
        """The nets as integers, of which the sums over the dealer's hands have room."""
        scale = self.payoffs.scale
        scaled = [int(net * scale) for net in self.nets]
        if max(map(abs, scaled)) * self.both.pack.against >= 2**62:
            raise CombinError(
                f"{self.plan.game.slug}: pays with a common denominator of {scale} pass 63 "
                "bits; use smaller or rounder pays"
            )
        return array("q", scaled)

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
    asked: Sequence[Payoffs], threads: Workers = None, progress: Progress | None = None
) -> list[Root]:
    """Return what happens when every hand is set as is worth most, or by the player's way, for each
    of some payoffs of bets whose deals are counted alike.
    """
    priced = [PricedSettings(payoffs) for payoffs in asked]
    return [one.root(_taken(one, threads, progress)) for one in priced]


def _taken(priced: PricedSettings, threads: Workers, progress: Progress | None) -> Taken:
    """Return the nine numbers of all hands under some payoffs, and the ties; both are kept."""
    both, pays = priced.both, priced.scaled
    asked = both.asked, priced.open, tuple(pays)
    if asked not in _known:
        _known[asked] = _counted(priced, threads, progress).taken(pays)
    return _known[asked]


def _counted(priced: PricedSettings, threads: Workers, progress: Progress | None) -> SplitCounts:
    """Return the counts of all settings that may be best, found once; threads share the work and
    the memory.
    """
    both, worlds = priced.both, priced.open
    if worlds in both.counts:
        return both.counts[worlds]
    counts = SplitCounts(both.dealer(worlds), both.hands)
    assert both.hands.suits, "they are found before the threads start"
    workers = threads if isinstance(threads, int) else at_once(threads)
    for done, _ in enumerate(in_order(counts.count, counts.pieces, workers), 1):
        if progress:
            progress(priced.plan.bet.key, done, len(counts.pieces))
    both.counts[worlds] = counts
    return counts


def settings(priced: PricedSettings, cards: int) -> dict[str, Fraction]:
    """Return what every setting of seven cards is worth, ``front As Kd`` and so on, the best first,
    of equals the highest in front; of a player who follows a way only his.
    """
    both = priced.both
    hand = OneHand(both.pack, cards, both.sides.player.by)
    counts = SplitCounts(both.dealer(priced.open), hand)
    for piece in counts.pieces:
        counts.count(piece)
    worth = [
        (f"{FRONT} {cards_text(front)}", priced.worth(row))
        for front, row in zip(hand.fronts, hand.compared(counts))
    ]
    return dict(sorted(worth, key=lambda one: -one[1]))
