"""Rounds played from the first card to the settlement, block by block."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from combin.counting import Plan, zeros
from combin.families.listed import family_of
from combin.kernels import deal, ends
from combin.rounds.settle import End, Replay
from combin.rounds.strategies import Strategy
from combin.rounds.zones import zones_of
from combin.solving.executor import Made, Workers, in_order

# Rounds from one stream of random numbers; another size would give other rounds for the same seed.
BLOCK = 1 << 16


class RoundBatch(NamedTuple):
    """Some rounds, one after the other.

    first: the number of the first one, from 1.
    cards: each round's cards as a log shows them, zone by zone in the order in which they were
        dealt, as numbers of `combin.cards`, 62 for none; not to be looked at where the simulation
        tells no cards.
    ends: for each round the number of its end.
    """

    first: int
    cards: bytearray
    ends: array[int]


class Simulation:
    """One bet of a resolved game, ready to be played.

    plan, strategy: the bet, and who plays it.
    tree: what can be decided.
    told: whether the cards are told, and not only how rounds end.
    zones: what a log tells of the cards, column by column, and how many they are at most.
    ends: every way a round can end.
    """

    def __init__(self, plan: Plan, strategy: Strategy, told: bool = True) -> None:
        self.plan, self.strategy, self.tree = plan, strategy, strategy.tree
        self.told = told
        self._dealing = family_of(plan).dealing(plan)
        self.zones = self._dealing.shown()
        self._replay = Replay(plan, self.tree.ends)
        self._deck = bytes(plan.game.deck.cards)
        self._sizes = array("q", (deal.cards for deal in zones_of(plan)))

    @property
    def ends(self) -> tuple[End, ...]:
        return self._replay.ends

    def block(self, seed: int, number: int, rounds: int = BLOCK) -> RoundBatch:
        """Return the first rounds of one block; seed: a whole number below 2**64."""
        sizes = self._sizes
        cards = bytearray(rounds * sum(sizes))
        masks = zeros("Q", rounds * len(sizes))
        deal.deal(seed, number, self._deck, sizes, cards, masks)
        nodes = array("i", [self.tree.root]) * rounds
        for stage in self.plan.stages:
            self.strategy.decide(stage, masks, nodes)
        cards, masks = self._dealing.complete(self.strategy, cards, masks, nodes, self.told)
        return RoundBatch(number * BLOCK + 1, cards, self._replay.outcomes(masks, nodes))

    def play(
        self, rounds: int, seed: int, threads: Workers, make: Callable[[RoundBatch], Made]
    ) -> Iterator[tuple[Made, array[int]]]:
        """Yield, block by block in their order, what `make` makes of a block and how many of its
        rounds came to each end.

        make: called in up to `threads` threads at the same time.
        """
        yield from in_order(
            partial(self._made, rounds, seed, make), range(-(-rounds // BLOCK)), threads
        )

    def _made(
        self, rounds: int, seed: int, make: Callable[[RoundBatch], Made], number: int
    ) -> tuple[Made, array[int]]:
        batch = self.block(seed, number, min(BLOCK, rounds - number * BLOCK))
        counts = zeros("q", len(self.ends))
        ends.tally(batch.ends, counts)
        return make(batch), counts
