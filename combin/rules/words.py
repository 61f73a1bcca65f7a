"""The words in which a game is written: cards, decisions, wagers and how each wager is settled, as
frozen data.

A page of text (`rules/text/`) is read into them, and a `Game` in Python is made of them. Nothing
here computes: counting reads the cards, solving reads the money. On a sheet a `Pick` may stand for
any value; each field is typed as what it holds once the picks are replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import assert_never

from combin.cards import card_text, cards_of, cards_text, mask_of
from combin.errors import CombinError
from combin.ranking import HandRanking, Ranking
from combin.records import dataclass
from combin.rules.ways import Way

LOSE = Fraction(-1)  # the stake is lost
PUSH = Fraction(0)  # the stake comes back
MOST_PARTED = 5  # cards of a zone that are parted: every way is an action
CARDS_SPLIT, CARDS_IN_FRONT = 7, 2  # of a hand that is split into a high and a low one


# --- Conditions ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Always:
    """The condition that every other case meets."""


ALWAYS = Always()


@dataclass(frozen=True)
class Chose:
    """The player took an action.

    action: the name of the action.
    at: the name of the decision at which it was taken; empty for any.
    """

    action: str
    at: str = ""


@dataclass(frozen=True)
class Reaches:
    """A hand is at least the weakest that deserves a name: the dealer qualifies.

    hand: the name of the hand.
    name: the weakest hand that reaches it (``queen-high``).
    """

    hand: str
    name: str


@dataclass(frozen=True)
class Below:
    """A hand does not reach a named one: the dealer does not qualify.

    hand: the name of the hand.
    name: the weakest hand that is not below (``queen-high``).
    """

    hand: str
    name: str


@dataclass(frozen=True)
class Beats:
    """A hand is stronger than another.

    hand: the name of the stronger hand.
    other: the name of the weaker one.
    """

    hand: str
    other: str


@dataclass(frozen=True)
class Ties:
    """A hand is exactly as strong as another.

    hand: the name of one hand.
    other: the name of the other.
    """

    hand: str
    other: str


@dataclass(frozen=True)
class Not:
    """A condition does not hold.

    part: the condition.
    """

    part: Condition


@dataclass(frozen=True)
class All:
    """Every one of some conditions holds.

    parts: two conditions or more.
    """

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Any:
    """At least one of some conditions holds.

    parts: two conditions or more.
    """

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Is:
    """A hand is of just this kind: it reaches the name, and is below the next stronger one.

    It stands in a sheet only; `resolve` says it with `Reaches` and `Below`.

    hand: the name of the hand.
    name: a family of its ranking (``pair``), a number of points (``6``), or how far apart its cards
        are (``consecutive``).
    """

    hand: str
    name: str


Condition = Always | Chose | Reaches | Below | Beats | Ties | Not | All | Any


# --- The play: cards and decisions, in the order in which they happen ----------------------------


@dataclass(frozen=True)
class Deal:
    """Cards that become known together.

    zone: the name by which hands refer to them.
    cards: how many, 1 or more.
    note: whose they are, in the words of the rule card.
    when: the condition, on hands dealt before or on what was chosen, under which they are dealt;
        else the zone stays empty.
    """

    zone: str
    cards: int
    note: str = ""
    when: Condition = ALWAYS


@dataclass(frozen=True)
class Action:
    """Something the player may do.

    name: how the action is called.
    adds: wager -> units put down; negative where units are taken back.
    ends: whether no decision follows; what is still face down then no longer matters to the
        player's bets.
    when: the condition, on hands whose cards are all seen, under which it is offered.
    """

    name: str
    adds: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    ends: bool = False
    when: Condition = ALWAYS


@dataclass(frozen=True)
class Decide:
    """A decision, made on every card dealt before it in the play.

    name: how the decision is called.
    actions: what the player may do, at least one action.
    when: the condition, on hands whose cards are all seen, under which it is made; else it is
        passed in silence.
    """

    name: str
    actions: tuple[Action, ...]
    when: Condition = ALWAYS

    @property
    def options(self) -> tuple[Action, ...]:
        """What can happen: each action with all that it depends on, and that the decision is
        passed, an action without a name.
        """
        if self.when == ALWAYS:
            return self.actions
        offered = []
        for action in self.actions:
            both = self.when if action.when == ALWAYS else All((self.when, action.when))
            offered.append(replace(action, when=both))
        return (*offered, Action("", when=Not(self.when)))


@dataclass(frozen=True)
class Hold(Action):
    """Some cards of a zone are kept, and the others leave it: an action of a `Part`.

    name: which cards are kept, by their places.
    adds: nothing.
    ends: never.
    when: always.
    kept: a bit for each card of the zone, from its lowest, 1 where it is kept.
    """

    kept: int = 0

    def called(self, zone: int) -> str:
        """Return the name of the hold with its cards; zone: the cards that lie there, as a mask."""
        return held(self.cards(zone))

    def cards(self, zone: int) -> int:
        """Return the cards kept of those that lie in the zone, both as masks."""
        return mask_of(card for place, card in enumerate(cards_of(zone)) if self.kept >> place & 1)


def in_places(cards: int) -> str:
    """Return the cards of a zone in the order in which a hold numbers them."""
    return " ".join(map(card_text, cards_of(cards)))


def held(cards: int) -> str:
    """Return the name of keeping some cards: ``hold Jh Td``."""
    return f"{HOLD} {cards_text(cards) or 'none'}"


HOLD = "hold"  # what a line of a list does
HOLD_NONE = held(0)


@dataclass(frozen=True)
class Part:
    """A decision that parts the cards of a zone: some of them move into a new zone.

    name: how the decision is called.
    zone: where the cards lie.
    into: the new zone.
    cards: how many may move.
    """

    name: str
    zone: str
    into: str
    cards: tuple[int, ...]

    def actions(self, size: int) -> tuple[Hold, ...]:
        """Return every way to part a zone of `size` cards, those that keep most first."""
        return tuple(
            Hold(f"hold {places_text(kept)}", kept=kept)
            for kept in sorted(range(1 << size), key=lambda kept: (-kept.bit_count(), kept))
            if size - kept.bit_count() in self.cards
        )


def places_text(kept: int) -> str:
    """Return the numbers of some cards, the lowest being 1: ``1 2 5``."""
    return " ".join(str(place + 1) for place in range(kept.bit_length()) if kept >> place & 1) or (
        "none"
    )


@dataclass(frozen=True)
class Draw:
    """As many cards as lie in a zone, dealt together.

    zone: the name by which hands refer to them.
    like: the zone that says how many.
    note: whose they are, in the words of the rule card.
    """

    zone: str
    like: str
    note: str = ""


@dataclass(frozen=True)
class Split:
    """Seven cards are parted: five stay in their zone, a high hand, and two move into a new zone, a
    low hand, which may not outrank the high one.

    name: how the decision is called.
    zone: where the cards lie.
    into: the new zone.
    by: the way that says how they are parted; None where the player chooses.
    """

    name: str
    zone: str
    into: str
    by: Way | None = None


# --- Hands ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """The best hand that the cards of some zones make.

    name: the name by which conditions and pays refer to it.
    ranking: which hands there are, and which beats which.
    zones: where its cards come from.
    must_use: zones whose cards all have to be used (``both hole cards``).
    """

    name: str
    ranking: Ranking
    zones: tuple[str, ...]
    must_use: tuple[str, ...] = ()

    def by_families(self) -> HandRanking:
        """Its ranking, where that is one of families; raises CombinError for points."""
        if isinstance(self.ranking, HandRanking):
            return self.ranking
        raise CombinError(f"hand {self.name!r} counts points, and this asks for a poker ranking")


# --- Settlement ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfMeter:
    """A pay that is a share of the progressive meter.

    share: the part of the meter that is paid, 1 for all of it.
    """

    share: Fraction


Pay = Fraction | OfMeter


@dataclass(frozen=True)
class Paytable:
    """What hands pay, best first; a hand is paid on the first line it reaches.

    name: how a pay is addressed, ``ante-bonus.straight``; empty for a bet's main table, whose pays
        go by the line alone.
    pays: line -> units won per unit staked. A line is a hand the ranking knows (``flush``,
        ``pair-of-tens``); a sheet may say None for a line that the resolved game leaves out.
    less: what a hand below the last line gets: LOSE, or PUSH for a bonus without a stake of its
        own.
    for_one: whether pays are `for 1`, the stake inside the pay; otherwise `to 1`.
    meter: units on the progressive meter, where a line pays a share of it.
    """

    name: str
    pays: Mapping[str, Pay] = field(hash=False)
    less: Fraction = LOSE
    for_one: bool = False
    meter: Fraction | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self.pays)

    def net(self, line: int) -> Fraction:
        """Return the units won per unit staked on line number `line`; one past the last line is
        `less`.
        """
        if line == len(self.pays):
            return self.less
        units = self.units(list(self.pays.values())[line])
        return units - 1 if self.for_one else units

    def units(self, pay: Pay) -> Fraction:
        """Return the units that a pay of this table comes to, per unit staked, at the meter as it
        stands.
        """
        match pay:
            case Fraction():
                return pay
            case OfMeter(share):
                if self.meter is None:
                    raise CombinError(
                        f"paytable {self.name!r} pays a share of a meter, and has none"
                    )
                return share * self.meter
            case _:
                assert_never(pay)


@dataclass(frozen=True)
class Margin:
    """How much more a hand has than another: cards of its longest flush, or points.

    hand: the name of the one hand.
    other: the name of the hand whose cards or points are taken off.
    """

    hand: str
    other: str


By = str | Margin


@dataclass(frozen=True)
class Pays:
    """A settlement cell that is a paytable.

    table: what the wager is paid by.
    by: what its lines are read by: the name of a hand, or a margin, whose lines are ``by-3``,
        ``by-2``, each for a margin of as many cards or points, or more.
    """

    table: Paytable
    by: By


Cell = Fraction | Pays


@dataclass(frozen=True)
class Row:
    """One line of a settlement.

    name: how the outcome is called; a cell that is a paytable adds the line reached. Empty: the
        line alone.
    when: the condition under which this row applies, if none above it did.
    cells: for each column, units won per unit staked (PUSH, LOSE, a number) or `Pays`.
    """

    name: str
    when: Condition
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Settlement:
    """How some wagers are settled, as on the felt: the first row whose condition holds applies.

    columns: the wagers settled, in the order of each row's cells. A wager may stand in several
        settlements (a bonus paid on it); what they pay adds up.
    rows: the outcomes; the last row is for all that the others leave.
    name: shown in front of the outcome where a bet has several settlements.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    name: str = ""

    def cells(self, row: Row) -> Iterator[Entry]:
        """Yield the cells of one of its rows, wager by wager."""
        yield from (Entry(self, row, wager, cell) for wager, cell in zip(self.columns, row.cells))

    def tables(self) -> Iterator[Paytable]:
        """Yield the paytable of every cell that has one, in order; the same one perhaps several
        times.
        """
        for row in self.rows:
            for cell in row.cells:
                match cell:
                    case Pays(table):
                        yield table
                    case Fraction():
                        pass
                    case _:
                        assert_never(cell)


@dataclass(frozen=True)
class Wager:
    """A named stake.

    name: how the wager is called.
    stake: units put down before the deal; actions may add to it.
    """

    name: str
    stake: Fraction = Fraction(0)


@dataclass(frozen=True)
class Entry:
    """One cell of a bet's settlements, and where it stands.

    settlement: the settlement that holds it.
    row: the row that holds it.
    wager: the name of the wager that it settles.
    cell: units won per unit staked, or `Pays`.
    """

    settlement: Settlement
    row: Row
    wager: str
    cell: Cell


@dataclass(frozen=True)
class Bet:
    """Wagers that are won and lost together: the base game, or a side bet.

    key: ``base`` for the game itself, else the side bet's name.
    wagers: its stakes, at least one of them put down before the deal.
    base: the name of the wager; the house edge is the expected loss divided by one unit of it.
    settlements: how the wagers are settled; each settlement applies to every round.
    """

    key: str
    wagers: tuple[Wager, ...]
    base: str
    settlements: tuple[Settlement, ...]

    def rows(self) -> Iterator[Row]:
        """Yield the rows of every settlement, in order."""
        for settlement in self.settlements:
            yield from settlement.rows

    def cells(self) -> Iterator[Entry]:
        """Yield every cell with its place: settlement by settlement, row by row, wager by wager."""
        for settlement in self.settlements:
            for row in settlement.rows:
                yield from settlement.cells(row)

    def tables(self) -> Iterator[Paytable]:
        """Yield the paytables of every settlement, in order; the same one perhaps several times."""
        for settlement in self.settlements:
            yield from settlement.tables()

    def stakes(self, actions: Iterable[Action]) -> dict[str, Fraction]:
        """Return wager -> units in play after some actions."""
        stakes = {wager.name: wager.stake for wager in self.wagers}
        for action in actions:
            for wager, units in action.adds.items():
                if wager in stakes:
                    stakes[wager] += units
        return stakes

    @property
    def for_one(self) -> bool:
        """Whether its players count what comes back, the stake inside: all its paytables do."""
        tables = list(self.tables())
        return bool(tables) and all(table.for_one for table in tables)


def SideBet(key: str, rows: tuple[Row, ...]) -> Bet:
    """Return a bet of one wager that is called as the bet, one unit of it put down before the deal.

    key: the name of bet and wager.
    rows: how it is settled; each row has one cell.
    """
    return Bet(key, (Wager(key, Fraction(1)),), key, (Settlement((key,), rows),))
