"""Where rounds start in a shoe that is dealt to a cut card, by the count, and what they win there.

Ranks of one tag are a group. Given how many cards of each group are left, those of a group are
taken for a random subset of the group's cards in the full shoe; `_ext/starts.pyx` has the sums. In
the full shoe that is exact. Later it is not quite, as the end of a round tells something of the
ranks of its last cards: with six decks the edge at a count is 0.0004 % too low, with one or two
0.0013 %, measured against simulated shoes. Hands of a pair that becomes three or more are taken
for random likewise, each beside the others: that moves the edge by less than 0.0004 %. A count of
more than three tags is walked by the cards left and the running count alone, to three figures.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from combin.errors import refuse
from combin.families.blackjack.drawer import CHARLIE_COLUMN, NATURAL_COLUMN, Drawer
from combin.families.blackjack.house import ACE, NATURAL, RANKS, VALUES, House, Pays, house_of
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import SPLIT
from combin.families.blackjack.questions import shoe_of_game
from combin.families.blackjack.solve import Spot, UpCard, columns_of, gathered
from combin.families.blackjack.split_ends import always, second_cards
from combin.families.blackjack.tables import ENDS, Act, Tables
from combin.kernels import starts as kernel
from combin.questions.spreads import AtCount, CountReading, RoundStarts
from combin.rules.game import Game
from combin.subject import Tell

BITS = 6  # of a rank, or a group, in a key
BYTE = 8  # of a net
WORD = (1 << 64) - 1
DONE = 8  # where the dealer ends, for the kernel, if no hand waits for him
NATURAL_PART = 7  # with a natural
GROUPS = 3  # that are walked through together
ONE = 1 << 56  # a round, for the kernel


def round_starts(
    game: Game,
    tags: Mapping[str, int | Fraction],
    cut: int,
    reading: CountReading,
    tell: Tell = lambda text: None,
) -> RoundStarts:
    """Return where the rounds of a shoe start, played by the chart of the full shoe.

    tags: of ranks, T for all that counts ten; 0 of others. cut: a round starts with so many cards
        left, or more.
    Raises CombinError for rules by which rounds are not told by groups.
    """
    verify_one_hand(game)
    shoe = shoe_of_game(game)
    scale = lcm(*(Fraction(tag).denominator for tag in tags.values()))
    tag_of = [int(scale * tags.get(rank, 0)) for rank in RANKS]
    kinds = sorted({tag for tag, many in zip(tag_of, shoe) if many})
    kinds += [0] * (GROUPS - len(kinds))
    groups = bytes(kinds.index(tag) if many else 0 for tag, many in zip(tag_of, shoe))
    cards = [sum(n for n, group in zip(shoe, groups) if group == at) for at in range(len(kinds))]
    tell("the chart")
    table = RoundTable(shoe, house_of(game), groups, tell)
    tell("the starts of rounds")
    lowest = sum(min(0, kind * many) for kind, many in zip(kinds, cards))
    highest = sum(max(0, kind * many) for kind, many in zip(kinds, cards))
    read = [
        count
        for left in range(cut, sum(shoe) + 1)
        for count in reading.counts(range(lowest, highest + 1), scale, left)
    ]
    counts = sorted({*read})
    places = {count: place for place, count in enumerate(counts)}
    *found, left_out = table.starts(kinds, cut, lowest, [places[one] for one in read], len(counts))
    tell("")
    width = len(table.nets) + 1
    rounds, begun, told = sum(found[::width]), [], 0
    for count, at in zip(counts, range(0, len(found), width)):
        starts, *won = found[at : at + width]
        told += sum(won)
        if every := sum(won):
            law = {
                net: Fraction(one * ONE // every, ONE) for net, one in zip(table.nets, won) if one
            }
            begun.append(AtCount(count, Fraction(starts * ONE // rounds, ONE), law))
    lost = Fraction(abs(rounds - told) + left_out, ONE)
    return RoundStarts(Fraction(rounds, ONE), tuple(begun), lost, table.played.value)


def verify_one_hand(game: Game) -> None:
    """Raise CombinError for rules by which rounds are not told by groups."""
    turns = game.turns
    for rule, words in (
        (turns.switch, "two hands"),
        (turns.zap.totals, "two cards given back for others"),
        (not turns.pairs.unlike, "a split of like tens alone"),
    ):
        refuse(rule, f"{game.slug}: round starts are not available for rules with {words}")


class RoundTable:
    """The rounds of a shoe, played by its chart, by their cards of each group and their nets.

    nets: of a round, the lowest first. rounds: the kernel's.
    played: the game by the chart, from the full shoe.
    """

    def __init__(
        self,
        shoe: tuple[int, ...],
        house: House,
        groups: bytes,
        tell: Tell = lambda text: None,
    ) -> None:
        """groups: of each rank, its group."""
        self._groups = groups
        columns = list(columns_of(shoe, house, "total"))
        nets = [net for column in columns for net in nets_of(column)]
        self._unit = lcm(*(net.denominator for net in nets))
        self._cards = [
            sum(many << BITS * rank for rank, many in enumerate(cards))
            for cards in columns[0].hands.cards
        ]
        most = int(self._unit * max(map(abs, nets)) * house.turns.pairs.hands)
        self.nets = [Fraction(net, self._unit) for net in range(-most, most + 1)]
        self.rounds = kernel.GroupedRounds(array("i", shoe), groups, most)
        self.played = gathered(shoe, house, "total", columns)
        for done, column in enumerate(columns, 1):
            tell(f"{done} of {len(columns)} up cards")
            self._add(column, [spot for spot in self.played.spots if spot.up == column.up])

    def starts(
        self, tags: Sequence[int], cut: int, lowest: int, slots: Sequence[int], number: int
    ) -> array[int]:
        """Return what the kernel does; more than three groups by the count alone."""
        walk = self.rounds.starts if len(tags) == GROUPS else self.rounds.starts_by_count
        return walk(array("i", tags), cut, lowest, array("i", slots), number)

    def _add(self, column: UpCard, spots: Sequence[Spot]) -> None:
        """Add the rounds against what is seen of the dealer's cards; spots: of two cards each."""
        ends = HandEnds(column, self._unit, self._cards)
        drawer, up = column.drawer, sum(1 << BITS * rank for rank in column.drawer.seen)
        waited, done, natural = (
            kernel.DealerDraws(self._groups, *packed(draws)) for draws in draws_of(drawer)
        )
        none = kernel.DealerDraws(self._groups, *packed([]))
        splits = [spot.ranks[0] for spot in spots if spot.taken == SPLIT]
        if column.house.turns.natural.looks == "first":
            self.rounds.deal(ends.met(spots), up, none, none, natural)
            natural = none
        if column.beaten:
            return
        for some in (ends.unsplit(spots), *map(ends.split, splits)):
            self.rounds.deal(some, up, waited, done, natural)
        for pair in splits:
            for hands in range(3, ends.most(pair) + 1):
                gone = up + (hands << BITS * pair)
                many = ManyHands(self.rounds, ends, pair, hands, gone)
                for part in range(CHARLIE_COLUMN):
                    waits, others = many.ending(part)
                    self.rounds.deal_grouped(waits, gone, waited, part)
                self.rounds.deal_grouped(others, gone, done, DONE)
                self.rounds.deal_grouped(many.ending(NATURAL_PART)[0], gone, natural, NATURAL_PART)


Grouped = tuple[kernel.RoundHands, kernel.RoundHands]  # hands of which one waits, and others


class ManyHands:
    """A pair that becomes three hands or more, by the cards of each group."""

    def __init__(
        self, rounds: kernel.GroupedRounds, ends: HandEnds, pair: int, hands: int, gone: int
    ) -> None:
        """ends: how each hand ends. hands: how many. gone: the cards that are known."""
        self._rounds, self._gone, self._lost = rounds, gone, ends.no_hand()
        self._any, self._others = ends.hands(pair, hands, 0), ends.hands(pair, hands, hands)
        self._times = [second_cards(ends.most(pair)).get((hands, at), 0) for at in range(hands + 1)]

    def ending(self, part: int) -> Grouped:
        """Return all hands together where the dealer ends in a part."""
        known: dict[kernel.RoundHands, Grouped] = {}

        def grouped(hand: kernel.RoundHands) -> Grouped:
            if hand not in known:
                of = self._rounds.group
                known[hand] = of(hand, self._gone, part, True), of(hand, self._gone, part, False)
            return known[hand]

        none = grouped(self._lost)
        found, dealt = together(none, none, self._times[0]), none
        for any_, other, times in zip(self._any, self._others, self._times[1:]):
            found, dealt = together(found, grouped(any_)), together(dealt, grouped(other))
            found = together(dealt, none, times, found)
        return found


def together(
    one: Grouped, other: Grouped, times: int = 1, before: Grouped | None = None
) -> Grouped:
    """Return hands dealt one after the other, so many times, beside some before."""
    waits, others = before or (kernel.RoundHands(), kernel.RoundHands())
    if times:
        waits.multiply(one[0], other[0], 0, 0, times)
        waits.multiply(one[0], other[1], 0, 0, times)
        waits.multiply(one[1], other[0], 0, 0, times)
        others.multiply(one[1], other[1], 0, 0, times)
    return waits, others


def nets_of(column: UpCard) -> set[Fraction]:
    """Return all that a hand may win; raises CombinError where it is paid by its suits."""
    pays = [pay for end in column.tables.ends for pay in end.nets]
    refuse(max(map(len, pays)) > 1, "rounds of hands that are paid by their suits are not told")
    return {net for ((net, _),) in pays}


Draw = tuple[int, int, int]  # the dealer's cards, packed, where he ends, and in how many orders


def draws_of(drawer: Drawer) -> tuple[list[Draw], list[Draw], list[Draw]]:
    """Return the dealer's further cards where hands wait for him, where none does, and those that
    make a natural.
    """
    times = len({*drawer.seen})  # orders of the cards that are seen
    if drawer.seen == NATURAL:
        return [], [], [(0, NATURAL_PART, times)]
    waited = [
        (sum(1 << BITS * rank for rank in path), column, times * orders)
        for path, (column, orders) in drawer.finishes.items()
        if column < CHARLIE_COLUMN
    ]
    holes = [rank for rank in drawer.told or range(len(RANKS)) if rank != drawer.other]
    done = [(1 << BITS * rank, DONE, 1) for rank in holes]
    natural = [] if drawer.other is None else [(1 << BITS * drawer.other, NATURAL_PART, 1)]
    return waited, [(0, DONE, times)] if len(drawer.seen) > 1 else done, natural


def packed(draws: Sequence[Draw]) -> tuple[array[int], bytes, array[int]]:
    cards, parts, orders = zip(*draws) if draws else ((), (), ())
    return array("Q", cards), bytes(parts), array("q", orders)


class HandEnds:
    """How hands end against what is seen of the dealer's cards."""

    def __init__(self, column: UpCard, unit: int, cards: Sequence[int]) -> None:
        """unit: its parts, in which nets are whole. cards: of all hands, packed."""
        self._column, self._unit, self._hands, self._cards = column, unit, column.hands, cards
        self._takes_one = column.house.turns.natural.takes_one
        self._known: dict[tuple[int, int, bool], kernel.RoundHands] = {}

    def unsplit(self, spots: Sequence[Spot]) -> kernel.RoundHands:
        """Return all hands of two cards that are not split, played on; with their two cards."""
        tables, values = self._column.tables, self._column.values
        walk = HandWalk(self._cards, tables, self._unit, -self._unit if self._takes_one else None)
        for spot in spots:
            if spot.taken != SPLIT:
                act = self._decided(spot)
                against = self._beaten(act) if self._takes_one else None
                walk.act(self._hands.of(*spot.ranks), orders_of_two(spot), act, against)
        for stage in range(tables.played):
            walk.play(stage, values.places(stage))
        return walk.hands()

    def met(self, spots: Sequence[Spot]) -> kernel.RoundHands:
        """Return all hands of two cards, where a natural of the dealer's ends the round."""
        found = kernel.RoundHands()
        nets = [
            -self._unit if spot.taken == SPLIT else self._beaten(self._decided(spot))
            for spot in spots
        ]
        found.put(
            array("Q", [self._cards[self._hands.of(*spot.ranks)] for spot in spots]),
            array("Q", [net << BYTE * NATURAL_PART & WORD for net in nets]),
            array("q", map(orders_of_two, spots)),
        )
        return found

    def most(self, pair: int) -> int:
        return self._column.house.turns.pairs.most_hands(pair == ACE)

    @property
    def _lost(self) -> int:
        """What a split loses against a natural beside what each hand does, packed."""
        return (-self._unit << BYTE * NATURAL_PART) & WORD if self._takes_one else 0

    def no_hand(self) -> kernel.RoundHands:
        """Return what a split loses beside its hands."""
        found = kernel.RoundHands()
        found.put(array("Q", [0]), array("Q", [self._lost]), array("q", [1]))
        return found

    def split(self, pair: int) -> kernel.RoundHands:
        """Return a pair that is split in two hands."""
        found = kernel.RoundHands()
        resplit = self.most(pair) > 2
        one, other = self.hands(pair, 2, 2 * resplit)
        found.multiply(one, other, 2 << BITS * pair, self._lost, 1)
        return found

    def hands(self, pair: int, hands: int, dealt: int) -> list[kernel.RoundHands]:
        """Return the hands of a split, without their first cards; of the first ones, so many as are
        dealt, the second card is no pair card.
        """
        free = VALUES[pair] in self._column.house.turns.pairs.free
        return [self.one_hand(pair, 0 if free and at else 1, at < dealt) for at in range(hands)]

    def one_hand(self, pair: int, lost: int, other: bool) -> kernel.RoundHands:
        """Return a hand of a split, without its first card; lost: units that it loses. other:
        whether its second card is no pair card.
        """
        if (pair, lost, other) not in self._known:
            actions = self._column.split_actions(pair, lost)
            walk = HandWalk(self._cards, actions.tables, self._unit, 0 if self._takes_one else None)
            for rank, hand in enumerate(self._hands.after[self._hands.of(pair)]):
                if rank != pair or not other:
                    walk.wait(actions.stage, hand, 1)
            for stage, places in actions.places.items():
                walk.play(stage, places)
            self._known[pair, lost, other] = walk.hands(1 << BITS * pair)
        return self._known[pair, lost, other]

    def _decided(self, spot: Spot) -> Act:
        """Return what is done with two cards that are not split."""
        acts = self._column.tables.of(self._hands.of(*spot.ranks), self._column.tables.dealt)
        return next((act for act in acts if act.name == spot.taken), acts[0])

    def _beaten(self, act: Act) -> int:
        """Return what two cards win by what is done with them where the dealer has a natural that
        takes one unit, whatever is done.
        """
        if act.into != ENDS:
            return -self._unit
        ((net, _),) = self._column.tables.ends[act.end].nets[NATURAL_COLUMN]
        return int(net * self._unit)


class HandWalk:
    """Hands that are played on, the smaller ones first.

    cards, nets, orders of those that have ended.
    """

    def __init__(self, keys: Sequence[int], tables: Tables, unit: int, against: int | None) -> None:
        """keys: the cards of all hands, packed. unit: its parts. against: parts won against a
        dealer's natural; None: by the rules.
        """
        self._keys, self._tables, self._hands = keys, tables, tables.hands
        self._unit, self._against = unit, against
        self._waiting = [[0] * len(keys) for _ in tables.stages]
        self._cards, self._nets, self._orders = array("Q"), array("Q"), array("q")
        self._packed: dict[tuple[int, int | None], int] = {}  # nets of an end, or of a bust

    def wait(self, stage: int, hand: int, orders: int) -> None:
        if hand != NONE:
            self._waiting[stage][hand] += orders

    def play(self, stage: int, places: bytes) -> None:
        """Play on all hands of a stage; places: of each, that of what is done with it."""
        for hand, place in enumerate(places):
            if orders := self._waiting[stage][hand]:
                self.act(hand, orders, self._tables.of(hand, stage)[place], self._against)

    def act(self, hand: int, orders: int, act: Act, against: int | None) -> None:
        """Do something with a hand; against: as for the whole, if the hand ends by it."""
        tables = self._tables
        if act.into == ENDS:
            self._end(self._keys[hand], orders, act.end, against)
            return
        for rank, after in enumerate(self._hands.after[hand]):
            if after == NONE:
                cards, lost = self._keys[hand] + (1 << BITS * rank), tables.stages[act.into].lost
                self._end(cards, orders, -1 - lost, self._against)
            else:
                self._waiting[act.into][after] += orders

    def _end(self, cards: int, orders: int, end: int, against: int | None) -> None:
        """Add a hand; end: its number, or where it has bust -1 and beyond that what it loses."""
        if (end, against) not in self._packed:
            nets = always(end + 1) if end < 0 else self._tables.ends[end].nets
            self._packed[end, against] = packed_nets(nets, self._unit, against)
        self._cards.append(cards)
        self._orders.append(orders)
        self._nets.append(self._packed[end, against])

    def hands(self, without: int = 0) -> kernel.RoundHands:
        """Return the hands that have ended; without: cards that are left out."""
        found = kernel.RoundHands()
        cards = array("Q", [one - without for one in self._cards]) if without else self._cards
        found.put(cards, self._nets, self._orders)
        return found


def packed_nets(nets: Sequence[Pays], unit: int, against: int | None) -> int:
    """Return parts of a unit by where the dealer ends, a signed byte each."""
    parts = [int(net * unit) for ((net, _),) in nets[:CHARLIE_COLUMN]]
    ((natural, _),) = nets[NATURAL_COLUMN]
    parts.append(int(natural * unit) if against is None else against)
    return sum(net << BYTE * place for place, net in enumerate(parts)) & WORD


def orders_of_two(spot: Spot) -> int:
    return 1 if spot.ranks[0] == spot.ranks[1] else 2
