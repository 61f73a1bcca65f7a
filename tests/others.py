"""Logs that owe combin nothing: Caribbean Stud dealt by Python or numpy, ranked by eval7 or
pokerkit, settled as on the felt.

The player raises with ace-king or better. `Fault` breaks the simulator in one of the ways in which
simulators are broken.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
STRATEGY = "raise: ace-king or better\nfold: otherwise"
PAYS = {
    "royal-flush": 100, "straight-flush": 50, "four-of-a-kind": 20, "full-house": 7, "flush": 5, "straight": 4,
    "three-of-a-kind": 3, "two-pair": 2, "pair": 1, "ace-king": 1, "less": 1,
}  # fmt: skip
FULL = ["round", "player", "up", "down", "fold or raise", "outcome", "staked", "net"]
OUTCOME = ["actions", "outcome", "net"]

Hand = tuple[Any, str]  # strength, greater is better; the line of the paytable
Row = dict[str, Any]


# --- Shufflers: ten cards a round --------------------------------------------------------------


def python_shuffler(seed: int) -> Iterator[list[str]]:
    dice = random.Random(seed)
    while True:
        yield dice.sample(DECK, 10)


def numpy_shuffler(seed: int) -> Iterator[list[str]]:
    import numpy

    dice = numpy.random.default_rng(seed)
    while True:
        for order in dice.random((1000, 52)).argsort(axis=1)[:, :10]:
            yield [DECK[place] for place in order]


# --- Evaluators --------------------------------------------------------------------------------

NAMES = {
    "Straight Flush": "straight-flush", "Quads": "four-of-a-kind", "Full House": "full-house", "Flush": "flush",
    "Straight": "straight", "Trips": "three-of-a-kind", "Two Pair": "two-pair", "Pair": "pair", "High Card": "less",
}  # fmt: skip


def _line(name: str, cards: list[str]) -> str:
    ranks = {card[0] for card in cards}
    if name == "straight-flush" and ranks == set("TJQKA"):
        return "royal-flush"
    return "ace-king" if name == "less" and {"A", "K"} <= ranks else name


def eval7_evaluator() -> Callable[[list[str]], Hand]:
    import eval7

    known = {card: eval7.Card(card) for card in DECK}

    def rank(cards: list[str]) -> Hand:
        value = eval7.evaluate([known[card] for card in cards])
        return value, _line(NAMES[eval7.handtype(value)], cards)

    return rank


def pokerkit_evaluator() -> Callable[[list[str]], Hand]:
    from pokerkit import StandardHighHand

    spoken = {
        "Straight flush": "straight-flush", "Four of a kind": "four-of-a-kind", "Full house": "full-house", "Flush": "flush",
        "Straight": "straight", "Three of a kind": "three-of-a-kind", "Two pair": "two-pair", "One pair": "pair",
        "High card": "less",
    }  # fmt: skip

    def rank(cards: list[str]) -> Hand:
        hand = StandardHighHand("".join(cards))
        return hand, _line(spoken[hand.entry.label.value], cards)

    return rank


# --- The simulator -----------------------------------------------------------------------------


class Fault:
    """A way to be broken; the honest simulator has none of them.

    qualifies: ranks of which a dealer without a pair needs one beside his ace.
    pays: the schedule.
    done: how much of the log is written, from 0 to 1.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed, self.dice = seed, random.Random(seed + 1_000_000)
        self.done = Fraction(0)

    def shuffler(self) -> Iterator[list[str]] | None:
        """Yield the cards of each round, if they are not shuffled well."""
        return None

    qualifies = "K"
    pays = PAYS

    def deals(self, cards: list[str]) -> list[str]:
        """Return what becomes of the shuffled cards."""
        return cards

    def plays(self, action: str, cards: list[str], line: str) -> str:
        """Return what becomes of the action."""
        return action

    def logs(self, row: Row) -> list[Row]:
        """Return the rows that are written for a round."""
        return [row]


def placed(cards: list[str], place: int, card: str) -> list[str]:
    """Return cards with one of them put in a place; where it is among them already, two change
    places.
    """
    return [
        card if i == place else cards[place] if held == card else held
        for i, held in enumerate(cards)
    ]


class WrongPay(Fault):
    pays = {**PAYS, "flush": 6}


class AceQueen(Fault):
    """The dealer is in with ace-queen, too."""

    qualifies = "KQ"


class FavouredCard(Fault):
    """One deal in fifty puts the ace of spades where the first card was, if it is not dealt
    already.
    """

    def deals(self, cards: list[str]) -> list[str]:
        return ["As", *cards[1:]] if self.dice.random() < 0.02 and "As" not in cards else cards


class StuckBottom(Fault):
    """The deuce of clubs never leaves the bottom."""

    def deals(self, cards: list[str]) -> list[str]:
        if "2c" not in cards:
            return cards
        spare = next(card for card in self.dice.sample(DECK, 52) if card not in cards)
        return [spare if card == "2c" else card for card in cards]


class Repeats(Fault):
    """One deal in fifty is the one before."""

    last: list[str] | None = None

    def deals(self, cards: list[str]) -> list[str]:
        if self.last is None or self.dice.random() >= 0.02:
            self.last = cards
        return self.last


class FoldsDeuces(Fault):
    """A pair of twos is thrown away."""

    def plays(self, action: str, cards: list[str], line: str) -> str:
        return "fold" if line == "pair" and sum(card[0] == "2" for card in cards) == 2 else action


class CutShort(Fault):
    """One raise in twenty is not played to its end: its last cards are missing; without cards, it
    is not logged.
    """

    def logs(self, row: Row) -> list[Row]:
        if row["fold or raise"] == "raise" and self.dice.random() < 0.05:
            return [{**row, "down": "", "missing": True}]
        return [row]


class Dollars(Fault):
    def logs(self, row: Row) -> list[Row]:
        return [{**row, "net": 5 * row["net"]}]


class TwiceWritten(Fault):
    """One row in fifty stands twice."""

    def logs(self, row: Row) -> list[Row]:
        return [row, row] if self.dice.random() < 0.02 else [row]


class NeverShuffled(Fault):
    """The pack is shuffled once; the cards played go under the others, and it is riffled `riffles`
    times.
    """

    riffles = 0

    def shuffler(self) -> Iterator[list[str]]:
        pack = self.dice.sample(DECK, 52)
        while True:
            yield pack[:10]
            pack = pack[10:] + pack[:10]
            for _ in range(self.riffles):
                pack = self.riffled(pack)

    def riffled(self, pack: list[str]) -> list[str]:
        """Cut and let the halves fall into each other, a card as likely from each half as it has
        cards (Gilbert and Shannon).
        """
        cut = sum(self.dice.random() < 0.5 for _ in pack)
        left, right = pack[:cut][::-1], pack[cut:][::-1]
        found: list[str] = []
        while left or right:
            from_left = self.dice.random() * (len(left) + len(right)) < len(left)
            found.append((left if from_left else right).pop())
        return found


class FiveRiffles(NeverShuffled):
    riffles = 5


class SevenRiffles(NeverShuffled):
    riffles = 7


class ShortSeeds(Fault):
    """Every round is shuffled from a seed of its own, one of 65,536."""

    def shuffler(self) -> Iterator[list[str]]:
        while True:
            yield random.Random(self.dice.randrange(1 << 16)).sample(DECK, 10)


class Randu(Fault):
    """Shuffled by the generator RANDU, x -> 65539 x modulo 2 ** 31, and the remainder of x."""

    def shuffler(self) -> Iterator[list[str]]:
        state = 2 * self.seed + 1
        while True:
            pack = DECK[:]
            for place in range(10):
                state = 65539 * state % 2**31
                other = place + state % (52 - place)
                pack[place], pack[other] = pack[other], pack[place]
            yield pack[:10]


class CarriedCard(Fault):
    """In one deal of fifty the last card of the one before is the first."""

    last: list[str] | None = None

    def deals(self, cards: list[str]) -> list[str]:
        if self.last and self.dice.random() < 0.02:
            cards = placed(cards, 0, self.last[-1])
        self.last = cards
        return cards


class StickyCard(Fault):
    """In one deal of fifty the third card is that of the deal before."""

    last: list[str] | None = None

    def deals(self, cards: list[str]) -> list[str]:
        if self.last and self.dice.random() < 0.02:
            cards = placed(cards, 2, self.last[2])
        self.last = cards
        return cards


class AcesLate(Fault):
    """In the second half of the log one deal in fifty begins with an ace put in."""

    def deals(self, cards: list[str]) -> list[str]:
        late = 2 * self.done > 1 and self.dice.random() < 0.02
        return placed(cards, 0, f"A{self.dice.choice(SUITS)}") if late else cards


class Spades(Fault):
    """One deal in fifty begins with a spade put in."""

    often = 0.02

    def deals(self, cards: list[str]) -> list[str]:
        return (
            placed(cards, 0, f"{self.dice.choice(RANKS)}s")
            if self.dice.random() < self.often
            else cards
        )


def faults() -> list[type[Fault]]:
    """Return every way to be broken."""
    found = Fault.__subclasses__()
    for fault in found:
        found += fault.__subclasses__()
    return found


def rows(
    rounds: int,
    seed: int,
    rank: Callable[[list[str]], Hand],
    shuffler: Callable[[int], Iterator[list[str]]] = python_shuffler,
    fault: type[Fault] = Fault,
) -> Iterator[Row]:
    broken = fault(seed)
    deals = broken.shuffler() or shuffler(seed)
    for number in range(1, rounds + 1):
        broken.done = Fraction(number, rounds)
        cards = broken.deals(next(deals))
        player, dealer = cards[:5], cards[5:]
        mine, line = rank(player)
        action = broken.plays("fold" if line == "less" else "raise", player, line)
        outcome, net = "fold", -1
        if action == "raise":
            theirs, their_line = rank(dealer)
            ranks = {card[0] for card in dealer}
            if their_line in ("less", "ace-king") and not (
                "A" in ranks and ranks & set(broken.qualifies)
            ):
                outcome, net = "dealer-does-not-qualify", 1
            elif mine == theirs:
                outcome, net = "tie", 0
            elif mine > theirs:
                outcome, net = f"player-wins.{line}", 1 + 2 * broken.pays[line]
            else:
                outcome, net = "dealer-wins", -3
        staked = 1 if action == "fold" else 3
        yield from broken.logs({
            "round": number, "player": " ".join(player), "up": dealer[0], "down": " ".join(dealer[1:]), "fold or raise": action,
            "actions": action, "outcome": outcome, "staked": staked, "net": net,
        })  # fmt: skip


def write(path: Path, found: Iterator[Row], columns: list[str]) -> Path:
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for row in found:
            if "missing" not in row or "down" in columns:
                writer.writerow([row[column] for column in columns])
    return path
