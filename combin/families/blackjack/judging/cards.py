"""Tests whether the cards of a blackjack log come from a shuffled shoe: the first cards of a fresh
shoe by their exact probabilities, each card by the cards left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import itemgetter

from combin.checker import chances
from combin.checker.cards import CARDS
from combin.checker.deals import Dealt, card_tests, groups_of
from combin.checker.fits import LEAST, Bin, GivenCounts, Test, merged
from combin.checker.shoes import shoe_order_tests
from combin.errors import CombinError
from combin.families.blackjack.house import ACE, SEEN, TEN
from combin.families.blackjack.judging.rows import (
    HOUSE_RANK,
    NO_SUIT,
    RANKS_OF,
    LoggedRound,
    LoggedRow,
    text_of,
)
from combin.families.blackjack.judging.two_rows import GameRules
from combin.families.blackjack.rounds import Decisions
from combin.kernels.deals import Shoes

PLACES = ("the player", "the dealer's up card", "the dealer's second card", "the cards drawn")
OWN, UP, SECOND, DRAWN = range(len(PLACES))
SET, LOOSE = 128, 255  # of cards dealt at once, and of one whose order is not known: deals.pyx
AT_ONCE = 1 << 16  # cards that are kept before they are counted
WITHOUT_SUIT = bytes(card % NO_SUIT for card in range(256))  # of a card whose suit is not said


class CardsSeen:
    """What was counted of the cards of rounds.

    rounds: how many of them begin with a fresh shoe. dealt_on: whether others follow from it.
    hidden: whether rows leave out a second card of the dealer that was dealt.
    """

    def __init__(self, rules: GameRules, dealt_on: bool) -> None:
        self.rules, self.dealt_on, self.rounds, self.hidden = rules, dealt_on, 0, False
        self.suited: bool | None = None
        self._zones: list[Counter[int]] = [Counter(), Counter(), Counter()]  # of first cards
        self._first: Counter[tuple[int, ...]] = Counter()  # ranks: the player's two, the dealer's
        self._shoes: Shoes | None = None
        # by the cards of one hand, of the dealer, and whether he may have a natural: the order and
        # the places
        self._orders: dict[tuple[int, int, bool], tuple[Callable[[bytes], Iterable[int]], bytes]]
        self._orders = {}
        # of rounds that are not counted yet: the first cards in each place, and all for `Shoes`
        self._seen = [bytearray() for _ in self._zones]
        self._cards, self._places = bytearray(), bytearray()
        self._sizes, self._fresh = bytearray(), bytearray()

    def take(self, row: LoggedRow, fresh: bool, whole: bool = True) -> None:
        """Count a round; fresh: whether it begins a shoe. whole: whether the row has all cards, and
        not the first ones alone.
        """
        shown = row.dealer[: self.rules.turns.dealer.cards_seen]
        dealt, places = self._in_order(row, HOUSE_RANK[shown[0]] in (ACE, TEN), whole)
        first = tuple(map(HOUSE_RANK.__getitem__, (*row.dealt[:2], *shown)))
        if row.kind is None and whole:  # it is not known which cards were dealt together
            first = ()
        zones = row.dealt, shown[:1], (row.dealer if whole else shown)[1:2]
        self.count(row.cards, dealt, places, zones, first, fresh)

    def take_hand(self, cards: bytes, size: int, fresh: bool) -> None:
        """Count a round of one hand; cards: its own, `size` of them, and then the dealer's."""
        ranks = cards.translate(RANKS_OF)
        key = size, len(cards), ranks[size] in (ACE, TEN)
        if key not in self._orders:
            own, his = [*range(size)], [*range(size, len(cards))]
            order, places = self._in_order(LoggedRound([own], his, [""]), key[2])
            self._orders[key] = itemgetter(*order), places
        dealt, places = self._orders[key]
        zones = cards[:2], cards[size : size + 1], cards[size + 1 : size + 2]
        shown = ranks[size : size + self.rules.turns.dealer.cards_seen]
        self.count(cards, dealt(cards), places, zones, (*ranks[:2], *shown), fresh)

    def count(
        self,
        cards: Sequence[int],
        dealt: Iterable[int],
        places: bytes,
        zones: Sequence[Iterable[int]],
        first: tuple[int, ...],
        fresh: bool,
    ) -> None:
        """Count the cards of a round.

        dealt: those with places, in an order in which they may have been dealt. zones: the player's
        first ones and the dealer's two. first: the ranks of those that are tested together.
        """
        suited = min(cards) < NO_SUIT
        if self.suited is None:
            self.suited = suited
        if suited is not self.suited or (suited and max(cards) >= NO_SUIT):
            raise CombinError("some cards have a suit and others none")
        self.rounds += fresh
        if fresh and self.rules.own:
            for seen, some in zip(self._seen, zones):
                seen += bytes(some)
            if first:
                self._first[first] += 1
        self._cards += bytes(dealt).translate(WITHOUT_SUIT)
        self._places += places
        self._sizes.append(len(places))
        self._fresh.append(fresh)
        if len(self._cards) > AT_ONCE:
            self._count()

    def _in_order(self, row: LoggedRow, asks: bool, whole: bool = True) -> tuple[list[int], bytes]:
        """Return the cards of a round in an order in which they may have been dealt, and their
        places; asks: whether the card that is up may belong to a natural.

        A hole card comes before what is drawn, as a natural ends the round; a second card that is
        left out or not dealt where the player busts comes after it.
        """
        turns, own, (up, *dealer) = self.rules.turns, row.dealt, row.dealer
        cards = [*own[::2], up, *own[1::2]]
        places = bytearray([OWN | SET]) * len(cards)
        places[len(own[::2])] = LOOSE if self.rules.given else UP | SET
        if not whole:
            shown = dealer[: turns.dealer.cards_seen - 1]
            return [*cards, *shown], bytes(places) + bytes([SECOND]) * len(shown)
        hits = row.drawn[: len(row.drawn) - len(dealer[1:])]
        known = len(row.cards) == len(own) + len(hits) + len(row.dealer)
        if not known:  # hands of a split, whose cards come in turns
            hits = [*(Counter(row.cards) - Counter([*own, *row.dealer])).elements()]
        looks = turns.natural.looks == "first"
        hidden = looks and (self.hidden or not dealer)
        # that the round went on says something of a hole card that is not seen
        loose = self.rules.given > 1 or (hidden and asks)
        drawn = [(card, DRAWN if known and not loose else LOOSE) for card in hits]
        second = [(card, LOOSE if loose else SECOND) for card in dealer[:1]]
        rest = [*second, *drawn] if looks and not hidden else [*drawn, *second]
        rest += [(card, DRAWN) for card in dealer[1:]]
        return [*cards, *(card for card, _ in rest)], bytes(
            [*places, *(place for _, place in rest)]
        )

    def _count(self) -> None:
        for zone, seen in zip(self._zones, self._seen):
            zone.update(seen)
            seen.clear()
        if self._shoes is None:
            copies = bytearray(CARDS)
            for card, many in self._copies.items():
                copies[card % NO_SUIT] = many
            self._shoes = Shoes(copies, len(PLACES))
        spent = bytearray(len(self._sizes))  # rows that have one are impossible
        self._shoes.take(self._cards, self._places, self._sizes, self._fresh, spent)
        for kept in (self._cards, self._places, self._sizes, self._fresh):
            kept.clear()

    @property
    def _copies(self) -> dict[int, int]:
        """Card, with its suit or without one as the log has it -> how many a shoe has."""
        copies = self.rules.copies.items()
        return {one: many for one, many in copies if (one < NO_SUIT) is self.suited and many}

    def dealt(self, decisions: Decisions) -> Dealt:
        """Return what there is to say of the cards."""
        if not self.rounds:
            return Dealt([], [], ())
        self._count()
        assert self._shoes
        found, groups = Dealt([], [], ()), {text_of([one]): [one % NO_SUIT] for one in self._copies}
        if self.suited and self.rules.own:
            sizes = (self.rules.own, 1, 1)
            zones = [*zip(PLACES, sizes, self._zones)]
            if self._zones[SECOND].total() < self.rounds:
                del zones[SECOND]
            found, groups = card_tests(zones, self._copies, self.rounds), groups_of([*self._copies])
        tests = [*found.tests, *self._first_test(decisions)]
        tests += shoe_order_tests(self._shoes, PLACES, groups, self.dealt_on)
        return Dealt(tests, found.tables, found.strays)

    def _first_test(self, decisions: Decisions) -> Iterator[Test]:
        """Yield the test of the player's two cards and the up card together, by what they count."""
        if self._first.total() < self.rounds:
            return
        cells, solved, observed = [], decisions.alone, Counter[tuple[int, ...]]()
        for (one, other, *shown), rounds in self._first.items():
            observed[*sorted((one, other)), SEEN.index((*sorted(shown),))] += rounds
        for spot in solved.spots:
            key = (*spot.ranks, spot.up)
            expected = Fraction(spot.deals * self.rounds, solved.deals)
            cells.append(Bin(key, observed[key], expected, Fraction(1)))
        kept = merged(cells)
        if len(kept) < 2 or min(mean for _, mean in kept) < LEAST:
            return
        table = GivenCounts("first cards", kept)
        chance = chances.chi_square_tail(table.square, table.degrees)
        about = f"two cards and the up card, {len(kept)} cells"
        yield Test(table.about, about, table.square, table.degrees, chance)
