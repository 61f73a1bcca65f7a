"""Tests cards from a shoe: each card drawn against the cards left in the shoe, and the results of
whole shoes.

Whatever was seen of a shoe, and whatever was decided, the next card is any of those not seen yet,
each as likely; cards that were burnt or lie behind the cut are among them. So the number of times
that a card is drawn, less the sum of its chances, is a sum of mean 0. Its variance is that of its
terms together, at most that of the binomial law with their mean chance, as p (1 - p) is concave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from combin.checker import chances
from combin.checker.fits import LEAST, SMALL, Label, Test, bonferroni
from combin.kernels.deals import Shoes
from combin.logs.frequencies import Raw
from combin.records import dataclass

SHARE = Fraction(3, 4)  # of the rounds of the first shoe, that later ones are compared by
FEW_SHOES = 20  # below which their results are not tested
SHORT = Fraction(1, 100)  # of the shoes may have fewer rounds than that
MANY = 100  # rounds of a kind that are expected, so that their number is nearly normal

Groups = Mapping[str, Sequence[int]]  # a card, a rank or a suit -> its card numbers


@dataclass(frozen=True)
class ShoeDraw:
    """How often something was drawn, and how often the cards left say.

    what: in words.
    hits: how often.
    draws: of how many cards.
    expected: the sum of its chances.
    """

    what: str
    hits: int
    draws: int
    expected: Fraction

    @property
    def chance(self) -> Fraction:
        """The two-sided chance of a number as far from what is expected."""
        return chances.binomial_tails(self.hits, self.draws, self.expected / self.draws)


def shoe_order_tests(
    shoes: Shoes, zones: Sequence[str], groups: Groups, dealt_on: bool
) -> Iterator[Test]:
    """Yield the tests of cards drawn one after the other.

    zones: of the places of a row. dealt_on: whether several rounds are dealt from a shoe.
    """
    yield from _test("cards drawn", drawn_cards(shoes, zones, groups))
    yield from _test("places of the deal before", _alike(shoes, zones))
    found = [
        _drawn(what, hits, left)
        for what, (hits, left) in (
            ("a card at its place in the shoe before", shoes.same_in_shoe),
            ("a card after the two that it followed in the shoe before", shoes.following),
        )
        if dealt_on and left
    ]
    yield from _test("cards of the shoe before", found)
    # How many of the drawn card were left: fewer than expected where cards are put back, more where
    # the shoe has fewer packs than it is said to have.
    away, variance = scarcity(shoes)
    draws = sum(many for _, left in shoes.cards for many, _ in left.values())
    if dealt_on and draws >= SMALL and variance:
        squared = away**2 / variance
        z = chances.root(squared) * (1 if away > 0 else -1)
        about = "how many of the drawn card were left, z"
        yield Test("scarce cards", about, z, 0, chances.beyond(squared))


def scarcity(shoes: Shoes) -> tuple[Fraction, Fraction]:
    """Return how far the number left of the drawn cards is from its mean, and its variance."""
    away = variance = Fraction(0)
    for cards, (drawn, squares, cubes, fourths) in shoes.scarcity.items():
        away += drawn - Fraction(squares, cards)
        variance += Fraction(cubes, cards) - Fraction(fourths, cards**2)
    return away, variance


def _test(name: str, found: Iterable[ShoeDraw]) -> Iterator[Test]:
    """Yield the test of the least likely of some numbers; none where all have too few draws."""
    enough = [one for one in found if one.draws >= SMALL and one.expected >= LEAST]
    if enough:
        chance, place = min((one.chance, place) for place, one in enumerate(enough))
        least = enough[place]
        about = f"{len(enough)} numbers by the cards left; the least likely is {least.what}"
        if len(enough) == 1:
            about = f"{least.what}, by the cards left"
        away = least.hits - least.expected
        yield Test(name, about, away, 0, bonferroni(chance, len(enough)))


def drawn_cards(shoes: Shoes, zones: Sequence[str], groups: Groups) -> Iterator[ShoeDraw]:
    """Yield how often each card, rank and suit was drawn to each zone and to all of them."""
    found = [(zone, *table) for zone, table in zip(zones, shoes.cards)]
    if len(found) > 1:
        found.insert(0, ("all zones", *_together(found)))
    for zone, drawn, left in found:
        for name, cards in groups.items():
            hits = sum(drawn[card] for card in cards)
            there = {
                size: (draws, sum(often[card] for card in cards))
                for size, (draws, often) in left.items()
            }
            yield _drawn(f"{name} in {zone}", hits, there)


def _together(
    found: Sequence[tuple[str, list[int], Mapping[int, tuple[int, list[int]]]]],
) -> tuple[list[int], dict[int, tuple[int, list[int]]]]:
    drawn = [sum(counts) for counts in zip(*(table for _, table, _ in found))]
    left: dict[int, tuple[int, list[int]]] = {}
    for _, _, table in found:
        for size, (draws, often) in table.items():
            before, so_far = left.get(size, (0, [0] * len(often)))
            left[size] = before + draws, list(map(int.__add__, so_far, often))
    return drawn, left


def _alike(shoes: Shoes, zones: Sequence[str]) -> Iterator[ShoeDraw]:
    """Yield how often the card of one place comes again at a place of the next row, or at a later
    one of the same.
    """
    same = shoes.same
    for before, place in product(range(2 * shoes.width), range(shoes.width)):
        row = "the row before" if before < shoes.width else "its row"
        what = f"{zones[before % shoes.width]} of {row} in {zones[place]}"
        yield _drawn(what, *same[before, place])


def _drawn(what: str, hits: int, left: Mapping[int, tuple[int, int]]) -> ShoeDraw:
    """Return how often something was drawn beside its chances.

    left: cards left -> draws, and how many of the cards left would have counted.
    """
    unit = lcm(*left)
    expected = sum(there * (unit // size) for size, (_, there) in left.items())
    return ShoeDraw(what, hits, sum(draws for draws, _ in left.values()), Fraction(expected, unit))


# --- The results of whole shoes ------------------------------------------------------------------


class ShoeResults:
    """Counts the results of shoes, each shoe by its first rounds.

    The n-th round of a shoe has the law of the first, as long as it is always dealt; shoes are
    independent of one another. How many rounds are taken is found from the first shoe, which is
    then left out.
    """

    def __init__(self) -> None:
        self.rounds: int | None = None  # that are taken of each shoe
        self.shoes = self.short = 0
        self._now: list[Raw] = []
        self._sums: Counter[Raw] = Counter()
        self._products: Counter[tuple[Raw, Raw]] = Counter()

    def take(self, rows: Iterable[Raw], fresh: Iterable[int]) -> None:
        """Count some rows; fresh: 1 for a row that begins a shoe."""
        for raw, begins in zip(rows, fresh):
            if begins and self._now:
                self._close()
                self._now = []
            self._now.append(raw)

    def _close(self) -> None:
        """Count a shoe that has ended."""
        if self.rounds is None:
            self.rounds = max(1, int(len(self._now) * SHARE))
            return
        self.shoes += 1
        if len(self._now) < self.rounds:
            self.short += 1
            return
        counts = Counter(self._now[: self.rounds])
        self._sums.update(counts)
        for (one, many), (other, more) in product(counts.items(), repeat=2):
            self._products[one, other] += many * more

    def tests(
        self,
        labels: Mapping[Raw, Label],
        law: Mapping[Label, Fraction],
        nets: Mapping[Raw, Fraction] | None,
        mean: Fraction,
    ) -> Iterator[Test]:
        """Yield the tests of the mean net of shoes and of how often each kind of round comes.

        labels: what each kind of row is, of which `law` has the chances. nets: of each kind of row,
            None where they are not known. mean: the exact value of a round.
        """
        rounds, shoes = self.rounds or 0, self.shoes - self.short
        if shoes < FEW_SHOES or self.short > SHORT * self.shoes:
            return
        about = f"the first {rounds} rounds of {shoes:,} shoes"
        if nets is not None:
            away, squares = self._away(nets, mean)
            if squares:
                chance = chances.self_normalized(away**2 / squares, shoes)
                yield Test("mean of shoes", about, away, 0, chance)
        found = []
        for label, chance in law.items():
            if shoes * rounds * chance >= MANY:
                counts = {raw: Fraction(one == label) for raw, one in labels.items()}
                away, squares = self._away(counts, chance)
                if squares:
                    found.append((chances.self_normalized(away**2 / squares, shoes), away))
        if found:
            least, away = min(found)
            chance = bonferroni(least, len(found))
            yield Test("outcomes of shoes", f"{about}, {len(found)} outcomes", away, 0, chance)

    def _away(self, worth: Mapping[Raw, Fraction], mean: Fraction) -> tuple[Fraction, Fraction]:
        """Return how far the sum over all shoes is from its mean, and the sum of the squares of how
        far each shoe is.

        worth: what a row of each kind counts; mean: of a round, by the law.
        """
        shoes, each = self.shoes - self.short, (self.rounds or 0) * mean
        total = sum((many * worth[raw] for raw, many in self._sums.items()), Fraction(0))
        squares = Fraction(0)
        for (one, other), many in self._products.items():
            squares += many * worth[one] * worth[other]
        return total - shoes * each, squares - 2 * each * total + shoes * each**2
