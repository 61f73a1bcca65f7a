"""The value of every bet under every setting, for any pays: the data of the page's editable
paytable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.dossier.felt_tables import MaximaTable, tables
from combin.dossier.settings import Setting, is_searched_once, situations
from combin.families.listed import family_of
from combin.grouping import grouped
from combin.records import dataclass
from combin.rules.game import Game
from combin.sensitivity.best_forms import BestForms
from combin.sensitivity.best_value import value_of
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm, table_pays
from combin.sensitivity.maxima import CONSTANT, Bounds, TooLong, Value
from combin.sensitivity.normalised import normalised

if TYPE_CHECKING:
    from combin.dossier.settings import Happened
    from combin.families.drawn_value import DrawnValue
    from combin.solving.executor import Workers

WHOLE = 20_000  # numbers of a value that a page carries for any pays
FACTORS = (Fraction(2), Fraction(3, 2), Fraction(4, 3), Fraction(6, 5))  # of bounds, by preference
MOST_CARRIED = 60_000  # that it carries for pays within bounds
ROWS = 1_000_000  # different information sets, beyond which no value is made of them
LONG = 200_000_000  # ways to see the cards of a decision, beyond which no page carries the value


@dataclass(frozen=True)
class Edited:
    """A bet under one setting of its choices, at any pays.

    setting: of the choices.
    value: equal ones are the same.
    tables: of its maxima; none for a value whose play the page finds by itself.
    bounds: between which pays the value holds; None for any pays.
    kept: why the value is that of the play which is best at the setting's own pays; empty where it
        is that of the best play at any pays.
    """

    setting: Setting
    value: Value | DrawnValue
    tables: list[MaximaTable]
    bounds: Bounds | None
    kept: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether the bet leaves anything to decide here, if only once all cards are known."""
        plan = Plan(self.setting.game, self.setting.game.bet(self.setting.result.key))
        return bool(plan.stages or plan.informed is not None)


@dataclass(frozen=True)
class Felt:
    """A bet to be edited.

    settings: those that a page can carry, the default first if it is one of them.
    refused: why it cannot carry the others, one reason a setting.
    """

    settings: tuple[Edited, ...]
    refused: tuple[str, ...] = ()


def felt(settings: Sequence[Setting], threads: Workers = None) -> Felt:
    """Return a bet with the values of its settings."""
    key = settings[0].result.key
    carried: list[Setting] = []
    refused: list[str] = []
    edited: list[Edited] = []
    drawn: dict[str, DrawnValue | None] = {}
    for setting in settings:
        plan = Plan(setting.game, setting.game.bet(key))
        by = plan.counted_by
        if by not in drawn:
            drawn[by] = family_of(plan).drawn_value(plan)
        if held := drawn[by]:
            edited.append(Edited(setting, held, [], None))
            continue
        why = why_not(setting.game, key)
        if why and setting.formula:
            edited.append(Edited(setting, _kept(setting.formula, setting), [], None, why))
        elif why:
            refused.append(why)
        else:
            carried.append(setting)
    values = _SettingValues(key, carried)
    for setting in values.settings:
        rows = values.rows(setting.game, threads)
        why = f"there are {rows:,} kinds of situations"
        found = None
        if rows <= ROWS:
            why = f"the value of every play has more than {WHOLE:,} numbers"
            found = values.of(setting.game, threads)
        if found is None:
            edited.append(values.kept(setting, threads, why))
            continue
        value, bounds = found
        if value.at(setting.game.pays_in(key)) != setting.result.expected_value:
            raise ArithmeticError(f"{setting.game.slug}, {key}: the value to edit is another")
        edited.append(Edited(setting, value, values.tables(value), bounds))
    return Felt(tuple(edited), tuple(refused))


def with_formulas(listed: Sequence[Setting], happened: Happened) -> Iterator[Setting]:
    """Yield the settings of a bet with the formula of their best play, where a page cannot carry
    the value of every play.

    happened: what happens in each setting.
    """
    for setting in listed:
        game, key = setting.game, setting.result.key
        plan = Plan(game, game.bet(key))
        if not family_of(plan).keeps and why_not(game, key):  # what is kept would be counted again
            root = happened[game.rules_of(key)]
            setting = replace(setting, formula=Counted(game, key, root=root).formula)
        yield setting


def _kept(formula: LinearForm, setting: Setting) -> Value:
    """Return a formula as a value in which nothing is left to decide."""
    pays = tuple(setting.game.pays_in(setting.result.key))
    total = {CONSTANT: formula.constant}
    total |= {place: formula.coefficients.get(pay, 0) for place, pay in enumerate(pays, 1)}
    total = {key: times for key, times in total.items() if times}
    return Value(pays, (), total, formula.denominator)


def why_not(game: Game, key: str) -> str:
    """Return why a page cannot carry the value of every play of a bet, or nothing."""
    if not family_of(Plan(game, game.bet(key))).by_lines:
        return "there are millions of hands to set"
    ways = situations(game, key)
    long = ways > LONG or is_searched_once(game, key)
    return f"there are {ways:,} ways to see the cards" if long else ""


class _SettingValues:
    """The values of a bet under its settings; those that differ in pays alone are found once."""

    def __init__(self, key: str, settings: Sequence[Setting]) -> None:
        self.key, self.settings = key, settings
        self._counted: dict[str, Counted] = {}
        self._found: dict[str, tuple[Value, Bounds | None] | None] = {}
        self._tables: dict[int, list[MaximaTable]] = {}

    def of(self, game: Game, threads: Workers) -> tuple[Value, Bounds | None] | None:
        """Return the value of the bet in a game, and the widest bounds in which it is short enough:
        none where it is short. Return nothing where it is too long within any bounds.
        """
        counted = self._count(game, threads)
        ends = BestForms(counted)
        if ends.key not in self._found:
            self._found[ends.key] = None
            for bounds in (None, *self._bounds()):
                with suppress(TooLong):
                    most = MOST_CARRIED if bounds else WHOLE
                    value = normalised(value_of(counted, ends, bounds, most))
                    self._found[ends.key] = value, bounds
                    break
        return self._found[ends.key]

    def kept(self, setting: Setting, threads: Workers, why: str) -> Edited:
        """Return the bet with its best play kept, and why it is."""
        formula = self._count(setting.game, threads).formula
        return Edited(setting, _kept(formula, setting), [], None, why)

    def tables(self, value: Value) -> list[MaximaTable]:
        """Return the tables of a value that was found here."""
        if id(value) not in self._tables:
            self._tables[id(value)] = tables(value)
        return self._tables[id(value)]

    def rows(self, game: Game, threads: Workers) -> int:
        """Return how many different information sets the bet has."""
        tallies = self._count(game, threads).tallies
        return sum(len(level) for tally in tallies for level in tally.levels)

    def _count(self, game: Game, threads: Workers) -> Counted:
        """Return the bet counted; games that are counted alike are counted once."""
        plan = Plan(game, game.bet(self.key))
        if plan.counted_by not in self._counted:
            self._counted[plan.counted_by] = Counted(game, self.key, threads)
        return self._counted[plan.counted_by].under(game)

    def _bounds(self) -> Iterator[Bounds]:
        """Yield bounds of the pays, the widest first: from the least that any setting pays, divided
        by a factor, to the most, multiplied by it; what does not stand in a paytable stays.
        """
        games = [setting.game for setting in self.settings]
        tables = {pay for game in games for pay in table_pays(game.bet(self.key))}
        paid = grouped(pay for game in games for pay in game.pays_in(self.key).items())
        for factor in FACTORS:
            bounds = {
                pay: _reach(units, factor if pay in tables else 1) for pay, units in paid.items()
            }
            if any(low < high for low, high in bounds.values()):
                yield bounds


def _reach(units: Sequence[Fraction], factor: Fraction | int) -> tuple[Fraction, Fraction]:
    low, high = min(units), max(units)
    if low > 0:
        low /= factor
    if high > 0:
        high *= factor
    return low, high


Felts = Mapping[str, Felt]  # by bet
