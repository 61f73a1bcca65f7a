"""Tests whether the cards of a blackjack log come from a shuffled shoe: the first cards of a fresh
shoe by their exact probabilities, each card by the cards left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

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


class CardsSeen:
    """What was counted of the cards of rounds.

    rounds: how many of them begin with a fresh shoe. dealt_on: whether others follow from it.
    hidden: whether rows leave out a second card of the dealer that was dealt.
    """

    def __init__(self, rules: GameRules, dealt_on: bool) -> None:
        self.rules, self.dealt_on, self.rounds, self.hidden = rules, dealt_on, 0, False
        self.suited: bool | None = None
        self._player: Counter[int] = Counter()
        self._up: Counter[int] = Counter()
        self._hole: Counter[int] = Counter()
        self._first: Counter[tuple[int, int, int]] = Counter()
        self._shoes: Shoes | None = None
        # of rounds that are not counted yet, for `Shoes`
        self._cards, self._places = bytearray(), bytearray()
        self._sizes, self._fresh = bytearray(), bytearray()

    def take(self, row: LoggedRow, fresh: bool, whole: bool = True) -> None:
        """Count a round; fresh: whether it begins a shoe. whole: whether the row has all cards, and
        not the first ones alone.
        """
        own, cards = row.dealt, row.cards
        suited = min(cards) < NO_SUIT
        if self.suited is None:
            self.suited = suited
        if suited is not self.suited or (suited and max(cards) >= NO_SUIT):
            raise CombinError("some cards have a suit and others none")
        self.rounds += fresh
        if fresh and own:
            dealer = row.dealer if whole else row.dealer[: self.rules.turns.dealer.cards_seen]
            self._begin(own, dealer, row.kind is not None or not whole)
        dealt = [*self._dealt(row, whole)]
        self._cards += bytes(card % NO_SUIT for card, _ in dealt)
        self._places += bytes(place for _, place in dealt)
        self._sizes.append(len(dealt))
        self._fresh.append(fresh)
        if len(self._cards) > AT_ONCE:
            self._count()

    def _begin(self, own: Sequence[int], dealer: Sequence[int], in_order: bool) -> None:
        """Count the first cards of a round that begins a shoe; in_order: whether it is known which
        of them were dealt together.
        """
        self._player.update(own)
        self._up[dealer[0]] += 1
        self._hole.update(dealer[1:2])
        if in_order:
            one, other = sorted(map(HOUSE_RANK.__getitem__, own[:2]))
            shown = tuple(
                sorted(map(HOUSE_RANK.__getitem__, dealer[: self.rules.turns.dealer.cards_seen]))
            )
            self._first[one, other, SEEN.index(shown)] += 1

    def _dealt(self, row: LoggedRow, whole: bool) -> Iterator[tuple[int, int]]:
        """Yield the cards of a round with their places, in an order in which they may have been
        dealt.

        A hole card comes before what is drawn, as a natural ends the round; a second card that is
        left out or not dealt where the player busts comes after it.
        """
        turns, own, (up, *dealer) = self.rules.turns, row.dealt, row.dealer
        yield from ((card, OWN | SET) for card in own[::2])
        yield up, LOOSE if self.rules.given else UP | SET
        yield from ((card, OWN | SET) for card in own[1::2])
        if not whole:
            yield from ((card, SECOND) for card in dealer[: turns.dealer.cards_seen - 1])
            return
        drawn = row.drawn[: len(row.drawn) - len(dealer[1:])]
        known = len(row.cards) == len(own) + len(drawn) + len(row.dealer)
        if not known:  # hands of a split, whose cards come in turns
            drawn = [*(Counter(row.cards) - Counter([*own, *row.dealer])).elements()]
        looks = turns.natural.looks == "first"
        hidden = looks and (self.hidden or not dealer)
        # that the round went on says something of a hole card that is not seen
        loose = self.rules.given > 1 or (hidden and HOUSE_RANK[up] in (ACE, TEN))
        hits = [(card, DRAWN if known and not loose else LOOSE) for card in drawn]
        second = [(card, LOOSE if loose else SECOND) for card in dealer[:1]]
        yield from (*second, *hits) if looks and not hidden else (*hits, *second)
        yield from ((card, DRAWN) for card in dealer[1:])

    def _count(self) -> None:
        """Count the cards kept so far."""
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
            zones = [(PLACES[OWN], self.rules.own, self._player), (PLACES[UP], 1, self._up)]
            if self._hole.total() == self.rounds:
                zones.append((PLACES[SECOND], 1, self._hole))
            found, groups = card_tests(zones, self._copies, self.rounds), groups_of([*self._copies])
        tests = [*found.tests, *self._first_test(decisions)]
        tests += shoe_order_tests(self._shoes, PLACES, groups, self.dealt_on)
        return Dealt(tests, found.tables, found.strays)

    def _first_test(self, decisions: Decisions) -> Iterator[Test]:
        """Yield the test of the player's two cards and the up card together, by what they count."""
        if self._first.total() < self.rounds:
            return
        cells, solved = [], decisions.alone
        for spot in solved.spots:
            key = (*spot.ranks, spot.up)
            expected = Fraction(spot.deals * self.rounds, solved.deals)
            cells.append(Bin(key, self._first[key], expected, Fraction(1)))
        kept = merged(cells)
        if len(kept) < 2 or min(mean for _, mean in kept) < LEAST:
            return
        table = GivenCounts("first cards", kept)
        chance = chances.chi_square_tail(table.square, table.degrees)
        about = f"two cards and the up card, {len(kept)} cells"
        yield Test(table.about, about, table.square, table.degrees, chance)
