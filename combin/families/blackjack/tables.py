"""The rules of the house as tables: a hand is a small automaton, an end is a row.

What may be done with a hand depends on its kind, what a rule may see of its cards, and on its
stage, what has been done with it: it ends, or gets a card in a stage. What it wins is said by the
first row whose conditions hold of the hand and of where the dealer ends. Here alone rules are read;
who walks from hand to hand sees kinds, stages and ends.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from math import gcd, lcm
from typing import NamedTuple

from combin.families.blackjack.drawer import (
    BUST,
    CHARLIE_COLUMN,
    COLUMNS,
    NATURAL_COLUMN,
    PUSHED,
    Cards,
    column_of,
)
from combin.families.blackjack.house import (
    LIMIT,
    RANKS,
    SOFT,
    VALUES,
    House,
    Pays,
    mean_of,
    pays_of,
    seen_of,
)
from combin.families.blackjack.lattice import Lattice
from combin.kernels import stages as kernel
from combin.rules.blackjack import Double, Turns

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
ZAP = "zap"  # two cards are given back for two others
RESCUE = "rescue"  # half of what is on a doubled hand is given up

ENDS, NO_END = -1, -1  # in the place of a stage: no card comes; and of an end
DRAWS, OTHER = 255, 254
NO_BONUS = -1
NO_CARD = 0  # what the dealer's counts: no rule names one
MOST_CARDS = 99
MOST_NUMBERED = 9  # cards from which a row of a chart may be hit
ANY, LESS, EQUAL, MORE = "any", "less", "equal", "more"  # the dealer's end against the hand's


class HandStage(NamedTuple):
    """What a hand carries that its cards do not say.

    won, lost: units that it wins, and loses. doubled: how often. split: whether it is of a split,
    and not doubled. closed: whether it gets no card more by choice. dealt: whether it is the first
    two cards, before the dealer looks for a natural. exchanged: whether it is two that came for
    these.
    """

    won: int = 1
    lost: int = 1
    doubled: int = 0
    split: bool = False
    closed: bool = False
    dealt: bool = False
    exchanged: bool = False


class HandKind(NamedTuple):
    """What a rule may see of the cards: of those of which a rule names the ranks, all of them.

    size: their number, many being one number. near: whether one card more makes of them a bonus of
    named cards, each once, that hands of a split win, too.
    """

    hard: int
    ace: bool
    size: int
    cards: Cards
    near: bool = False

    @property
    def soft(self) -> bool:
        return self.ace and self.hard + SOFT <= LIMIT

    @property
    def total(self) -> int:
        return self.hard + SOFT if self.soft else self.hard


class When(NamedTuple):
    """A condition on a hand: all that is said must hold; numbers are of those listed."""

    total: Container[int] | None = None
    hard: Container[int] | None = None
    soft: bool | None = None
    size: Container[int] | None = None
    cards: Cards = ()
    doubled: Container[int] | None = None
    split: bool | None = None
    dealt: bool | None = None
    exchanged: bool | None = None

    def holds(self, kind: HandKind, stage: HandStage) -> bool:
        return (
            (self.size is None or kind.size in self.size)
            and (self.doubled is None or stage.doubled in self.doubled)
            and self.split in (None, stage.split)
            and self.dealt in (None, stage.dealt)
            and self.exchanged in (None, stage.exchanged)
            and (not self.cards or self.cards == kind.cards)
            and (self.hard is None or kind.hard in self.hard)
            and (self.total is None or kind.total in self.total)
            and self.soft in (None, kind.soft)
        )


class PayRow(NamedTuple):
    """What is paid for each unit on a hand, by its suits perhaps: a gain for each that it wins.

    dealer: where he ends, a column, or how his total compares. bonus: its place among the bonuses.
    """

    pays: Pays
    when: When = When()
    dealer: int | str = ANY
    bonus: int = NO_BONUS


class HandAction(NamedTuple):
    """What may be done beside standing. adds, free: units that the player, or the house, adds to
    each that lies on the hand. rows: by these a hand ends at once; none: a card comes.
    """

    name: str
    when: When = When()
    adds: int = 0
    free: int = 0
    rows: tuple[PayRow, ...] = ()

    def then(self, stage: HandStage) -> HandStage:
        more = self.adds + self.free
        if not more:
            return stage._replace(dealt=False, exchanged=False)
        won, lost = stage.won * (1 + more), stage.lost + stage.won * self.adds
        return HandStage(won, lost, stage.doubled + 1)


class Act(NamedTuple):
    """An action with a hand of a kind in a stage.

    into: the stage in which a card comes, ENDS where the hand ends. end: the number of its end.
    """

    name: str
    into: int
    end: int


class HandEnding(NamedTuple):
    """How a hand ends.

    lost: what it counts as lost from the beginning. nets: by the dealer's column, what it wins.
    bonus: the place of the bonus whose suits say what it wins; NO_BONUS of all others.
    counts: whether a natural of the dealer's that takes one unit is met by it.
    """

    lost: int
    nets: tuple[Pays, ...]
    bonus: int
    counts: bool

    @property
    def back(self) -> list[Fraction]:
        """By the dealer's column, the mean of what comes back: nothing where all is lost."""
        back = [mean_of(net) + self.lost for net in self.nets]
        return back if self.counts else [*back[:NATURAL_COLUMN], Fraction(0)]


# --- The words of the house -----------------------------------------------------------------------


def _sure(pay: int | Fraction) -> Pays:
    return ((Fraction(pay), Fraction(1)),)


WIN, PUSH, LOSE, HALF = _sure(1), _sure(0), _sure(-1), _sure(Fraction(-1, 2))
FRESH, TWO = (0,), (2,)
NATURAL = When(total=(LIMIT,), size=TWO, dealt=True)


def at_least(number: int) -> range:
    return range(number, MOST_CARDS)


def bonuses_of(house: House, up: int) -> Iterator[PayRow]:
    for at, bonus in enumerate(house.turns.bonuses):
        if bonus.fits(up):
            pays = pays_of(house.deck, bonus)
            total = None if bonus.total is None else (bonus.total,)
            size = at_least(bonus.cards) if bonus.cards else None
            split = None if bonus.split else False
            when = When(total, None, None, size, bonus.counts, FRESH, split)
            yield PayRow(pays, when, ANY, at if len(pays) > 1 else NO_BONUS)


def at_once(house: House, up: int) -> Iterator[PayRow]:
    """Yield the hands that win at once."""
    yield from bonuses_of(house, up)
    if house.turns.wins_21:
        yield PayRow(WIN, When(total=(LIMIT,)))


def rows_of(house: House, up: int) -> Iterator[PayRow]:
    """Yield how hands end that are stood on, the first that fits."""
    turns, dealer = house.turns, house.turns.dealer
    tied = house.naturals if turns.natural.beats else _sure(turns.natural.tied)
    yield PayRow(tied, NATURAL, NATURAL_COLUMN)
    yield PayRow(house.naturals, NATURAL)
    yield from at_once(house, up)
    yield PayRow(LOSE, dealer=NATURAL_COLUMN)
    if turns.charlie:
        yield PayRow(WIN, When(size=at_least(turns.charlie), doubled=FRESH))
    if dealer.pushes:
        yield PayRow(WIN, When(total=dealer.beaten), PUSHED)
        yield PayRow(PUSH, dealer=PUSHED)
    yield PayRow(WIN, dealer=BUST)
    yield PayRow(WIN, dealer=LESS)
    if turns.ties != "push":
        losing = turns.ties if isinstance(turns.ties, tuple) else range(LIMIT + 1)
        yield PayRow(LOSE, When(total=losing), EQUAL)
    yield PayRow(PUSH, dealer=EQUAL)
    yield PayRow(LOSE, dealer=MORE)


def doubles_of(double: Double) -> Iterator[HandAction]:
    """Yield how the bet on a hand is doubled, without a bet of the player's first."""
    hard = When(hard=double.totals, soft=False) if double.totals else When()
    totals = [total for total in double.free if double.allows(total, soft=False)]
    bases = (
        (When(hard=totals, soft=False), 0, 1),
        (hard, double.up_to - 1, 0),
        (When(total=double.soft, soft=True), double.up_to - 1, 0),
    )
    size = at_least(2) if double.later else TWO
    split = None if double.split else False
    for when, adds, free in bases:
        yield HandAction(DOUBLE, when._replace(size=size, doubled=FRESH, split=split), adds, free)
        yield HandAction(DOUBLE, when._replace(doubled=range(1, double.times)), adds, free)


def actions_of(turns: Turns) -> Iterator[HandAction]:
    """Yield what may be done beside standing; of two of one name the first that is allowed."""
    surrender = turns.surrender
    yield HandAction(HIT, When(doubled=FRESH))
    if turns.double.rescue:
        yield HandAction(RESCUE, When(doubled=at_least(1)), rows=(PayRow(HALF),))
    yield from doubles_of(turns.double)
    if surrender.when:
        late = (PayRow(LOSE, dealer=NATURAL_COLUMN),) if surrender.when == "late" else ()
        rows = (*late, PayRow(HALF))
        yield HandAction(SURRENDER, When(dealt=True), rows=rows)
        yield HandAction(SURRENDER, When(exchanged=True), rows=rows)
        split = None if surrender.split else False
        if surrender.split:
            yield HandAction(SURRENDER, When(size=TWO, doubled=FRESH), rows=rows)
        if surrender.later:
            yield HandAction(
                SURRENDER, When(size=at_least(3), doubled=FRESH, split=split), rows=rows
            )


def _fits(dealer: int | str, column: int, total: int) -> bool:
    """Return whether an end of the dealer's is meant; total: of the hand."""
    if dealer in (ANY, column):
        return True
    if column in (BUST, PUSHED, CHARLIE_COLUMN):
        return dealer == BUST
    own = column_of(total)
    return dealer == (LESS if column < own else EQUAL if column == own else MORE)


# --- The tables -----------------------------------------------------------------------------------


class Tables:
    """Rules for the hands of a shoe.

    kind, kinds: of each hand the number of its kind, and these.
    stages: the first is that of a hand that is played on. played: so many are come to from it by
    cards. dealt, exchanged, split, closed: the numbers of further ones.
    acts: of each stage and kind, what may be done, to stand first, then to be hit; nothing with a
    hand of one card.
    ends: all ends. unit: how many parts a unit has, so that what comes back is whole.
    backs: of each end, by the dealer's column, the parts that come back.
    most: units that come back, or lie on a hand, at most.
    doubled: by how often a hand is doubled, the stage in which it loses most.
    firsts: of each hand, where the actions of its kind begin that are `width` at most.
    """

    def __init__(self, house: House, hands: Lattice, up: int, lost: int) -> None:
        """up: what the dealer's card counts, if a rule names it. lost: units that a hand loses."""
        self.house, self.hands = house, hands
        bonuses, charlie = house.turns.bonuses, house.turns.charlie
        named = {bonus.counts for bonus in bonuses if bonus.counts}
        near = {
            (*cards[:rank], 0, *cards[rank + 1 :])
            for cards in (row.when.cards for row in bonuses_of(house, up) if row.when.split is None)
            for rank, many in enumerate(cards)
            if many and max(cards) == 1
        }
        counted = MOST_NUMBERED * any(bonus.cards for bonus in bonuses)
        most = max(3, charlie or 0, *(bonus.cards for bonus in bonuses), counted)
        numbers: dict[HandKind, int] = {}
        self.kind = array("H")
        for cards, size, hard in zip(hands.cards, hands.size, hands.hard):
            known = cards if cards in named else ()
            kind = HandKind(hard, cards[0] > 0, min(size, most), known, cards in near)
            self.kind.append(numbers.setdefault(kind, len(numbers)))
        self.kinds = list(numbers)
        self._actions, self._rows = [*actions_of(house.turns)], [*rows_of(house, up)]
        self._over = [NATURAL, *(row.when for row in at_once(house, up))]
        if charlie:
            self._over.append(When(size=at_least(charlie), doubled=FRESH))
        self._ends: dict[HandEnding, int] = {}
        self.stages = [HandStage(lost=lost)]
        self.acts: list[list[tuple[Act, ...]]] = []
        self._find_acts()
        self.played = len(self.stages)
        self.dealt, self.exchanged, self.split, self.closed = (
            self.played + more for more in range(4)
        )
        fresh = self.stages[0]
        self.stages += [
            *(fresh._replace(dealt=True), fresh._replace(exchanged=True)),
            *(fresh._replace(split=True), fresh._replace(split=True, closed=True)),
        ]
        self._find_acts()
        self.width = max(len(acts) for stage in self.acts for acts in stage)
        self.firsts = [self.width * kind for kind in self.kind]
        self.ends = list(self._ends)
        backs = [end.back for end in self.ends]
        self.unit = lcm(*(one.denominator for back in backs for one in back))
        self.backs = [[int(one * self.unit) for one in back] for back in backs]
        self.most = max(stage.won + stage.lost for stage in self.stages)
        self.most = max(self.most, *(int(max(back)) + 1 for back in backs))
        self.doubled = [
            max(
                (at for at, stage in enumerate(self.stages) if stage.doubled == times),
                key=lambda at: self.stages[at].lost,
            )
            for times in range(max(stage.doubled for stage in self.stages) + 1)
        ]

    def _find_acts(self) -> None:
        """Find what may be done in stages, and in those to which that leads."""
        while len(self.acts) < len(self.stages):
            stage = self.stages[len(self.acts)]
            self.acts.append([self._of(kind, stage) for kind in self.kinds])

    def _of(self, kind: HandKind, stage: HandStage) -> tuple[Act, ...]:
        if kind.size < 2 or (kind.size > 2 and (stage.dealt or stage.exchanged)):
            return ()
        acts = {STAND: Act(STAND, ENDS, self._end(kind, stage))}
        if stage.closed or any(over.holds(kind, stage) for over in self._over):
            return (acts[STAND],)
        for action in self._actions:
            if action.name not in acts and action.when.holds(kind, stage):
                into = ENDS if action.rows else self._number(action.then(stage))
                end = self._end(kind, stage, action.rows) if action.rows else NO_END
                acts[action.name] = Act(action.name, into, end)
        return tuple(acts.values())

    def _number(self, stage: HandStage) -> int:
        """Return the number of a stage, which may be new."""
        if stage not in self.stages:
            self.stages.append(stage)
        return self.stages.index(stage)

    def _end(self, kind: HandKind, stage: HandStage, first: tuple[PayRow, ...] = ()) -> int:
        """Return the number of the end of a hand; first: rows before those of all hands."""
        rows = [row for row in (*first, *self._rows) if row.when.holds(kind, stage)]
        nets, bonus = [], NO_BONUS
        for column in range(COLUMNS):
            row = next(row for row in rows if _fits(row.dealer, column, kind.total))
            nets.append(_won(row.pays, stage.won, stage.lost))
            bonus = max(bonus, row.bonus)
        end = HandEnding(
            stage.lost, tuple(nets), bonus, stage.dealt or not self.house.turns.natural.takes_one
        )
        return self._ends.setdefault(end, len(self._ends))

    def of(self, hand: int, stage: int = 0) -> tuple[Act, ...]:
        """Return what may be done with a hand in a stage."""
        return self.acts[stage][self.kind[hand]]

    def ended(self, hand: int, stage: int = 0) -> bool:
        """Return True if a hand stands, whatever the player would do."""
        return len(self.of(hand, stage)) < 2

    @cached_property
    def codes(self) -> list[list[int]]:
        """Of each stage and, from `firsts` on, each action with a hand, what comes of it: DRAWS in
        the same stage, the number of an end that waits for the dealer, or OTHER.
        """
        return [
            [
                self._code(acts[place], stage) if place < len(acts) else OTHER
                for acts in of_kinds
                for place in range(self.width)
            ]
            for stage, of_kinds in enumerate(self.acts)
        ]

    def _code(self, act: Act, stage: int) -> int:
        if act.into != ENDS:
            return DRAWS if act.into == stage else OTHER
        return OTHER if self._waits_not(act.end) else act.end

    def _waits_not(self, end: int) -> bool:
        """Return whether an end pays the same wherever the dealer ends, but with a natural."""
        *row, natural = self.backs[end]
        return len({*row}) == 1 and natural in (0, row[BUST])

    @cached_property
    def scored(self) -> list[tuple[int, bytes]]:
        """Of each stage parts of a unit, and of each end how many times these come back by the
        dealer's column: of those with which hands wait for him in the stage.
        """
        found = []
        for codes in self.codes:
            waits = {code for code in codes if code < OTHER}
            gain = gcd(*(back for end in waits for back in self.backs[end])) or 1
            rows = (
                [back // gain if end in waits else 0 for back in backs]
                for end, backs in enumerate(self.backs)
            )
            found.append((gain, bytes(chain.from_iterable(rows))))
        return found

    @cached_property
    def walked(self) -> kernel.Stages:
        """The stages that are come to by cards, as the kernel takes them."""
        hands = self.hands
        stages = [acts for of_kinds in self.acts[: self.played] for acts in of_kinds]
        acts = [act for some in stages for act in (*some, *[NO_ACT] * (self.width - len(some)))]
        met = {act.end for act in acts}
        gains = [gcd(*back) if end in met else 0 for end, back in enumerate(self.backs)]
        rows = ([one // gain if gain else 0 for one in row] for gain, row in zip(gains, self.backs))
        return kernel.Stages(
            *(len(RANKS), hands.packed, hands.packed_after, self.kind),
            *(array("i", [one for act in acts for one in act[1:]]), self.width),
            array("q", [stage.lost for stage in self.stages[: self.played]]),
            *(array("q", gains), bytes(chain.from_iterable(rows))),
        )


@lru_cache(maxsize=1024)
def _won(pays: Pays, won: int, lost: int) -> Pays:
    return tuple((pay * (won if pay > 0 else lost), chance) for pay, chance in pays)


def tables_of(house: House, hands: Lattice, up: int, lost: int = 1) -> Tables:
    """Return the tables of a house against a card of the dealer's; lost: as `Tables` takes it."""
    named = any(bonus.up for bonus in house.turns.bonuses)
    return _tables_of(house.against(up), hands, VALUES[seen_of(up)[0]] if named else NO_CARD, lost)


_tables_of = lru_cache(maxsize=32)(Tables)

NO_ACT = Act("", -2, NO_END)
