"""The words in which a game is written: cards, decisions, wagers and how each wager is settled, as frozen data.

A game file is one `Game(...)`. Nothing here computes: counting reads the cards, solving reads the money. Where a rule
has several readings or paytables, a `Choice` names them and a `Pick` stands where they differ; `Game.resolve` replaces
every pick by what was chosen. `docs/rules-language.md` shows how other games would be written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from itertools import product
from numbers import Number
from typing import Any

from combin.cards import Deck
from combin.errors import CombinError, nearest
from combin.exact import parse_number, plain, whole_number
from combin.ranking import HandRanking
from combin.results import Result

LOSE = Fraction(-1)  # the stake is lost
PUSH = Fraction(0)  # the stake comes back


# --- Choices: what a user may set -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A named alternative of the rules. The first value is the default.

    values: value -> what it means, in one line.
    """

    name: str
    meaning: str
    values: Mapping[str, str] = field(hash=False)

    @property
    def default(self) -> str:
        return next(iter(self.values))

    @property
    def tried(self) -> tuple[str, ...]:
        """The values by which it is found out what the choice changes: all of them."""
        return tuple(self.values)

    def accept(self, value: Any) -> str:
        text = str(value)
        if text not in self.values:
            raise CombinError(f"choice {self.name} has no value {text!r}; it takes {', '.join(self.values)}")
        return text


@dataclass(frozen=True)
class Amount:
    """A number the user may set, any rational from `least` (0 or below) up. Its default is 0."""

    name: str
    meaning: str
    least: Fraction = Fraction(0)
    default = "0"
    tried = ("0", "1/10", "1")  # the values by which it is found out what the amount changes

    def __post_init__(self) -> None:
        object.__setattr__(self, "least", parse_number(self.least, f"`least` of amount {self.name!r}"))
        if self.least > 0:
            raise CombinError(f"amount {self.name!r} is 0 unless it is set, so `least` is at most 0, not {self.least}")

    def accept(self, value: Any) -> str:
        number = parse_number(value, f"choice {self.name}")
        if number < self.least:
            raise CombinError(f"choice {self.name} is at least {self.least}, not {value}")
        return str(number)


OTHERWISE = "otherwise"


@dataclass(frozen=True)
class Pick:
    """Stands for one of several pieces of the rules, by the value of a choice; `OTHERWISE` catches the rest."""

    choice: str
    values: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True)
class Chosen:
    """Stands for the number that an `Amount` was set to."""

    amount: str



# --- The play: cards and decisions, in the order in which they happen ------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """Cards that become known together.

    zone: the name by which hands refer to them.
    cards: how many.
    note: whose they are, in the words of the rule card.
    """

    zone: str
    cards: int
    note: str = ""


@dataclass(frozen=True)
class Action:
    """Something the player may do.

    adds: wager -> units put down; negative where units are taken back.
    ends: no decision follows, and what is still face down no longer matters to the player's bets.
    """

    name: str
    adds: Mapping[str, Any] = field(default_factory=dict, hash=False)
    ends: bool = False


@dataclass(frozen=True)
class Decide:
    """A decision, made on every card dealt before it in the play."""

    name: str
    actions: tuple[Action, ...]


# --- Hands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """The best hand that the cards of some zones make.

    zones: where its cards come from.
    must_use: zones of which every card has to be used (``both hole cards``).
    """

    name: str
    ranking: HandRanking
    zones: tuple[str, ...]
    must_use: tuple[str, ...] = ()


# --- Settlement ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfMeter:
    """A pay that is a share of the progressive meter."""

    share: Any


@dataclass(frozen=True)
class Paytable:
    """What hands pay, best first; a hand is paid on the first line it reaches.

    name: how a pay is addressed, ``ante-bonus.straight``; empty for a bet's main table, whose pays go by the line alone.
    pays: line -> units won per unit staked. A line is a hand the ranking knows (``flush``, ``pair-of-tens``); a line
        whose pay is None is left out.
    less: what a hand below the last line gets: LOSE, or PUSH for a bonus without a stake of its own.
    for_one: pays are `for 1`, the stake inside the pay; otherwise `to 1`.
    meter: units on the progressive meter, where a line pays a share of it.
    """

    name: str
    pays: Mapping[str, Any] = field(hash=False)
    less: Any = LOSE
    for_one: bool = False
    meter: Any = None

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self.pays)

    def net(self, line: int) -> Fraction:
        """Return the units won per unit staked on line number `line`; one past the last line is `less`."""
        if line == len(self.pays):
            return Fraction(self.less)
        pay = list(self.pays.values())[line]
        if isinstance(pay, OfMeter):
            pay = pay.share * self.meter
        return Fraction(pay - 1 if self.for_one else pay)


@dataclass(frozen=True)
class Pays:
    """A settlement cell: the wager is settled by `table`, read with `hand`."""

    table: Paytable
    hand: str


@dataclass(frozen=True)
class Always:
    """The condition that every other case meets."""


ALWAYS = Always()


@dataclass(frozen=True)
class Chose:
    """The player took `action`, at the decision named `at` (or at any)."""

    action: str
    at: str = ""


@dataclass(frozen=True)
class Below:
    """`hand` does not reach the named hand: the dealer does not qualify."""

    hand: str
    name: str


@dataclass(frozen=True)
class Beats:
    """`hand` is stronger than `other`."""

    hand: str
    other: str


@dataclass(frozen=True)
class Ties:
    """`hand` is exactly as strong as `other`."""

    hand: str
    other: str


Condition = Always | Chose | Below | Beats | Ties


@dataclass(frozen=True)
class Row:
    """One line of a settlement.

    name: how the outcome is called; a cell that is a paytable adds the line reached. Empty: the line alone.
    when: the condition under which this row applies, if none above it did.
    cells: for each column, units won per unit staked (PUSH, LOSE, a number) or `Pays`.
    """

    name: str
    when: Condition
    cells: tuple[Any, ...]


@dataclass(frozen=True)
class Settlement:
    """How some wagers are settled, as on the felt: the first row whose condition holds applies.

    columns: the wagers settled, in the order of each row's cells. A wager may stand in several settlements (a bonus paid
        on it); what they pay adds up.
    name: shown in front of the outcome where a bet has several settlements.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    name: str = ""


@dataclass(frozen=True)
class Wager:
    """A named stake.

    stake: units put down before the deal; actions may add to it.
    """

    name: str
    stake: Any = Fraction(0)


@dataclass(frozen=True)
class Bet:
    """Wagers that are won and lost together: the base game, or a side bet.

    key: ``base`` for the game itself, else the side bet's name.
    base: the wager of which one unit divides the expected loss to give the house edge.
    """

    key: str
    wagers: tuple[Wager, ...]
    base: str
    settlements: tuple[Settlement, ...]


# --- The game --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Game(Result):
    """The complete rules of a game.

    slug: its name on the command line.
    title: its name for people.
    source: where the rules were read.
    deck, play, hands, bets: the rules; the base game is the first bet, and the play's decisions belong to it.
    choices: the readings, paytables and amounts that can be set.
    notes: what a reader of the results should know.
    chosen: choice -> value, filled in by `resolve`.
    priced, usual: the pays that were replaced, address -> value, now and before; filled in by `with_pays`.
    sheet: of a resolved game the rules with their choices open.
    """

    slug: str
    title: str
    source: str
    deck: Deck
    play: Any
    hands: tuple[Hand, ...]
    bets: tuple[Bet, ...]
    choices: tuple[Choice | Amount, ...] = ()
    notes: tuple[str, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)
    priced: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    usual: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    sheet: Game | None = field(default=None, compare=False, repr=False)

    def _written(self, form: str) -> str:
        from combin.render.rules import show

        return show(self.resolve() if self.sheet is None else self, form)

    def _headline(self) -> str:
        settings = (f"{name}={value}" for name, value in self.chosen.items())
        return ", ".join((f"{self.slug}: {self.title}", f"bets {' '.join(bet.key for bet in self.bets)}", *settings))

    def resolve(self, settings: Mapping[str, Any] | None = None) -> Game:
        """Return the game with every pick replaced by what `settings` (choice -> value) and the defaults say.

        Every number of the rules becomes an integer or a Fraction of Python's own.
        Raises CombinError for an unknown choice or value, or where the rules contradict themselves.
        """
        from combin.rules.validate import validate_choices, validate_use

        validate_choices(self)
        known = {choice.name: choice for choice in self.choices}
        settings = dict(settings or {})
        for name in settings:
            if name not in known:
                raise CombinError(f"{self.slug} has no choice {name!r}{nearest(str(name), known)}")
        if self.chosen:  # its picks are gone
            for name, value in settings.items():
                if known[name].accept(value) != self.chosen[name]:
                    raise CombinError(
                        f"{self.slug} is resolved already, with {name}={self.chosen[name]}; load it with {name}={value}"
                    )
        chosen = self.chosen or {name: choice.accept(settings.get(name, choice.default)) for name, choice in known.items()}
        sheet = self.sheet or self
        concrete = _resolved(replace(self, choices=(), sheet=None), chosen)
        game: Game = replace(concrete, choices=self.choices, chosen=chosen, sheet=sheet)
        game._validated()
        if not self.chosen:
            validate_use(self)
        return game

    def _validated(self) -> Game:
        from combin.rules.validate import validate

        try:
            validate(self)
        except (TypeError, ValueError, AttributeError, LookupError) as error:  # a value of a kind that no word expects
            reason = error if isinstance(error, CombinError) else f"{self.slug}: the rules do not fit together ({error})"
            raise CombinError(str(reason)) from None
        return self

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(step for step in self.play if isinstance(step, Deal))

    @property
    def decisions(self) -> tuple[Decide, ...]:
        return tuple(step for step in self.play if isinstance(step, Decide))

    def hand(self, name: str) -> Hand:
        return next(hand for hand in self.hands if hand.name == name)

    def bet(self, key: str) -> Bet:
        """Return the bet with that key; raises CombinError naming the known ones."""
        for bet in self.bets:
            if bet.key == key:
                return bet
        raise CombinError(f"{self.slug} has no bet {key!r}{nearest(key, [bet.key for bet in self.bets])}")

    def choices_of(self, *keys: str) -> tuple[Choice | Amount, ...]:
        """Return the choices of a resolved game that, beside the others as they are chosen, change some of these bets."""
        return tuple(choice for choice in self.choices if any(self._changes(choice, key) for key in keys))

    def _changes(self, choice: Choice | Amount, key: str) -> bool:
        if self.sheet is None:
            return True
        sheet = replace(self.sheet, choices=())
        settings = ({**self.chosen, choice.name: value} for value in (self.chosen[choice.name], *choice.tried))
        here, *others = (_resolved(sheet, chosen).rules_of(key) for chosen in settings)
        return any(other != here for other in others)

    def settings_of(self, *keys: str) -> dict[str, str]:
        """Return choice -> value of the choices that change some of these bets."""
        return {choice.name: self.chosen[choice.name] for choice in self.choices_of(*keys)}

    def priced_in(self, *keys: str) -> dict[str, Fraction]:
        """Return the pays of these bets that were replaced, address -> units."""
        known = {address for key in keys for address, _ in _pays_of(self.bet(key))}
        return {address: pay for address, pay in self.priced.items() if address in known}

    def meters(self, *keys: str) -> dict[str, Fraction]:
        """Return where the meters of these bets stand, address -> units."""
        tables = [(bet, table) for bet in map(self.bet, keys) for table in _tables_of(bet)]
        return {address_of(bet, table.name, "meter"): table.meter for bet, table in tables if table.meter is not None}

    def rules_of(self, key: str) -> str:
        """Return what decides a bet, as text: equal texts, equal rules."""
        play = self.play if key == self.bets[0].key else self.deals
        return repr((self.deck, play, self.hands, self.bet(key)))

    def paths(self) -> Iterator[tuple[Action, ...]]:
        """Yield every complete sequence of actions, one action a decision, ended early where an action ends the play."""
        seen = set()
        for path in product(*(decision.actions for decision in self.decisions)):
            ends = next((i for i, action in enumerate(path) if action.ends), len(path) - 1)
            names = tuple(action.name for action in path[: ends + 1])
            if names not in seen:
                seen.add(names)
                yield path[: ends + 1]

    def stakes(self, bet: Bet, path: tuple[Action, ...]) -> dict[str, Fraction]:
        """Return wager -> units in play on `bet` after the actions of `path`."""
        stakes = {wager.name: wager.stake for wager in bet.wagers}
        for action in path:
            for wager, units in action.adds.items():
                if wager in stakes:
                    stakes[wager] += units
        return stakes

    def pays(self) -> dict[str, Fraction]:
        """Return every pay's address -> its value: ``flush``, ``big-8.flush``, ``player-wins.ante``."""
        return {address: value for bet in self.bets for address, value in _pays_of(bet)}

    def pays_in(self, key: str) -> dict[str, Fraction]:
        """Return every pay of one bet, address -> its value."""
        return dict(_pays_of(self.bet(key)))

    def with_pays(self, pays: Mapping[str, Any]) -> Game:
        """Return the (resolved) game with some pays replaced; raises CombinError for an unknown address or no number."""
        new = {}
        known = self.pays()
        for address, value in pays.items():
            base = address if address in known else address.removeprefix("base.")
            if base not in known:
                raise CombinError(f"{self.slug} has no pay {address!r}{nearest(address, known)}")
            if base in new:
                raise CombinError(f"pay {base} is given twice")
            new[base] = parse_number(value, f"pay {address}")
        new = {address: pay for address, pay in new.items() if pay != known[address]}
        if not new:
            return self
        priced, usual = {**self.priced, **new}, {**{address: known[address] for address in new}, **self.usual}
        return replace(self, bets=tuple(_repriced(bet, new) for bet in self.bets), priced=priced, usual=usual)._validated()


def _resolved(item: Any, chosen: Mapping[str, str], where: str = "the game") -> Any:
    """Return `item` with every Pick and Chosen below it replaced, and paytable lines that pay None left out.

    Texts and numbers become Python's own; `where` names what holds them.
    """
    if isinstance(item, Pick):
        value = chosen[item.choice]
        return _resolved(item.values[value if value in item.values else OTHERWISE], chosen, where)
    if isinstance(item, Chosen):
        return Fraction(chosen[item.amount])
    if isinstance(item, (Deck, HandRanking, bool, type(None))):
        return item
    if isinstance(item, str):
        return str(item)
    if isinstance(item, Number):
        return plain(item, f"each number in {where}")
    if isinstance(item, tuple):
        return tuple(_resolved(part, chosen, where) for part in item)
    if isinstance(item, Mapping):
        return {_resolved(key, chosen, where): _resolved(part, chosen, where) for key, part in item.items()}
    if is_dataclass(item) and not isinstance(item, type):
        parts = {f.name: _resolved(getattr(item, f.name), chosen, _called(item, where)) for f in fields(item)}
        if isinstance(item, Deal):
            parts["cards"] = whole_number(parts["cards"], f"the number of cards of zone {item.zone!r}", 1)
        if isinstance(item, Paytable):
            parts["pays"] = {line: pay for line, pay in parts["pays"].items() if pay is not None}
        return replace(item, **parts)
    raise CombinError(f"{item!r} cannot stand in the rules of a game")


def _called(item: Any, where: str) -> str:
    """Return what people call a part of the rules, ``row 'tie'``; what has no name is known by what holds it."""
    name = item.key if isinstance(item, Bet) else item.slug if isinstance(item, Game) else getattr(item, "name", "")
    return f"{type(item).__name__.lower()} {name!r}" if isinstance(name, str) and name else where


def address_of(bet: Bet, *parts: str) -> str:
    """Return the address of a pay of a bet's table: ``flush``, ``ante-bonus.straight``, ``big-8.flush``."""
    return ".".join(part for part in ("" if bet.key == "base" else bet.key, *parts) if part)


def cell_address(bet: Bet, settlement: Settlement, row: Row, column: str) -> str:
    """Return the address of a number in a settlement: ``player-wins.ante``, ``hand-1.fold.play``."""
    return address_of(bet, settlement.name if len(bet.settlements) > 1 else "", row.name, column)


def symbol_of(address: str) -> str:
    """Return the name by which a formula calls a pay: ``ante_bonus_straight``."""
    return address.replace("-", "_").replace(".", "_")


def _tables_of(bet: Bet) -> Iterator[Paytable]:
    cells = (cell for settlement in bet.settlements for row in settlement.rows for cell in row.cells)
    return (cell.table for cell in cells if isinstance(cell, Pays))


def _pays_of(bet: Bet) -> Iterator[tuple[str, Fraction]]:
    for settlement in bet.settlements:
        for row in settlement.rows:
            for column, cell in zip(settlement.columns, row.cells):
                if not isinstance(cell, Pays):
                    if row.name:
                        yield cell_address(bet, settlement, row, column), cell
                    continue
                if cell.table.meter is not None:
                    yield address_of(bet, cell.table.name, "meter"), cell.table.meter
                for line, pay in cell.table.pays.items():
                    if not isinstance(pay, OfMeter):
                        yield address_of(bet, cell.table.name, line), pay


def _repriced(bet: Bet, new: Mapping[str, Fraction]) -> Bet:
    def table(old: Paytable) -> Paytable:
        pays = {line: new.get(address_of(bet, old.name, line), pay) for line, pay in old.pays.items()}
        return replace(old, pays=pays, meter=new.get(address_of(bet, old.name, "meter"), old.meter))

    def cell(within: Settlement, row: Row, column: str, old: Any) -> Any:
        if isinstance(old, Pays):
            return replace(old, table=table(old.table))
        return new.get(cell_address(bet, within, row, column), old) if row.name else old

    def settlement(old: Settlement) -> Settlement:
        cells = ((row, tuple(cell(old, row, *pair) for pair in zip(old.columns, row.cells))) for row in old.rows)
        return replace(old, rows=tuple(replace(row, cells=filled) for row, filled in cells))

    return replace(bet, settlements=tuple(map(settlement, bet.settlements)))
