"""Linear forms in the pays: the value of an end of a bet for any pays.

For a fixed reading of the hand and fixed actions the net is a sum of stake x pay, so it is linear;
where the player chooses, the way that is best at given pays is taken, and the form holds as long as
it stays best.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from typing import Any, assert_never

from combin.counting import Plan
from combin.errors import CombinError, nearest, refuse
from combin.records import dataclass
from combin.rules.addresses import METER, address_of, cell_address, line_of, symbol_of
from combin.rules.facts import (
    Fact,
    FactValues,
    PaidLine,
    Path,
    best_line,
    fact_read,
    facts_of,
    holds,
    path_key,
    rows_left,
)
from combin.rules.game import Game
from combin.rules.words import Bet, Entry, OfMeter, Pays
from combin.solving.payoffs import Payoffs

Coefficients = Mapping[str, Fraction]


@dataclass(frozen=True)
class LinearForm:
    """(constant + the sum of coefficient x pay) / denominator, all whole numbers without a common
    divisor.

    constant: a whole number.
    coefficients: address of a pay -> whole number; those that are 0 are left out.
    denominator: above 0.
    """

    constant: int
    coefficients: Mapping[str, int]
    denominator: int

    @staticmethod
    def of(constant: Fraction, coefficients: Coefficients) -> LinearForm:
        """Return the form with these rational numbers."""
        numbers = [constant, *coefficients.values()]
        below = lcm(*(number.denominator for number in numbers))
        common = gcd(below, *(int(number * below) for number in numbers))
        whole = {
            name: int(number * below) // common for name, number in coefficients.items() if number
        }
        return LinearForm(int(constant * below) // common, whole, below // common)

    def at(self, pays: Mapping[str, Fraction]) -> Fraction:
        """Return the exact value at some pays, by address."""
        moved = (number * Fraction(pays[name]) for name, number in self.coefficients.items())
        return sum(moved, Fraction(self.constant)) / self.denominator

    def slope(self, name: str) -> Fraction:
        """Return the value that one unit more on a pay adds."""
        return Fraction(self.coefficients.get(name, 0), self.denominator)

    def as_sympy(self) -> Any:
        """Return the form as a sympy expression, with a symbol for each pay: see `symbol_of`."""
        import sympy

        terms = (
            number * sympy.Symbol(symbol_of(name)) for name, number in self.coefficients.items()
        )
        return sympy.Add(sympy.Integer(self.constant), *terms) / self.denominator

    def latex(self) -> str:
        """Return the form in LaTeX, each pay's address set as text."""
        import sympy

        names = {sympy.Symbol(symbol_of(name)): rf"\text{{{name}}}" for name in self.coefficients}
        return str(sympy.latex(self.as_sympy(), symbol_names=names))


def table_pays(bet: Bet) -> list[str]:
    """Return the addresses of a bet's pays that stand in a paytable, a meter among them: what a
    designer sets.
    """
    found = (
        address_of(bet, table.name, line_of(line, pay))
        for table in bet.tables()
        for line, pay in table.pays.items()
    )
    return list(dict.fromkeys(found))


def the_pay(game: Game, bet: str, name: str) -> str:
    """Return the address of a pay of a bet, by its key, which may be left out in front, or by its
    line where that stands in one paytable alone.

    Raises CombinError, naming the nearest pay, where the bet has none of that name.
    """
    known = game.pays_in(bet)
    lines = [address for address in known if address.endswith(f".{name}")]
    alone = lines if len(lines) == 1 else []
    for address in (game.pay_meant(name), game.pay_meant(f"{bet}.{name}"), *alone):
        if address in known:
            return address
    refuse(
        game.pay_meant(name) in game.pays(),
        f"the pay {name!r} belongs to another bet than {bet!r}; --bet chooses the bet",
    )
    raise CombinError(f"bet {bet!r} of {game.slug} has no pay {name!r}{nearest(name, known)}")


# --- What the ends are worth ---------------------------------------------------------------------

Exact = tuple[Fraction, Mapping[str, Fraction]]  # a constant, and a coefficient for each address


NOTHING = LinearForm(0, {}, 1)


class EndForms:
    """The forms of all ends of a bet, at pays where its payoffs are known.

    pays: address -> value.
    met: the joint numbers whose forms are found; all where it is None.
    forms: for each path as the last decision on cards sees it (and each that ends earlier), a form
        for each joint number of facts, in the order of `Payoffs`. Each form is checked against the
        net of its end, which is settled by other code.
    """

    def __init__(self, payoffs: Payoffs, met: Collection[int] | None = None) -> None:
        """met: the joint numbers that some deal has, if only these are of interest; the form of any
        other is 0.
        """
        self.plan, self.met = payoffs.plan, met
        self.pays = self.plan.game.pays_in(self.plan.bet.key)
        self._made: dict[tuple[object, ...], LinearForm] = {}
        self.forms = {path: self._forms(payoffs, path) for path in payoffs.tables}

    def _forms(self, payoffs: Payoffs, path: Path) -> list[LinearForm]:
        facts, table = payoffs.facts(path), payoffs.tables[path]
        met = range(len(table)) if self.met is None else self.met
        forms = [NOTHING] * len(table)
        for number in met:
            way, result = table[number]
            values = self.plan.values(facts, number)
            key = (path_key(way), *(values[fact] for fact in facts_of(self.plan.bet, way)))
            if key not in self._made:
                self._made[key] = LinearForm.of(
                    *form_of(self.plan.game, self.plan.bet, way, values)
                )
            form = self._made[key]
            worth = form.at(self.pays)
            if worth != result.net:
                raise ArithmeticError(
                    f"{self.plan.game.slug}: an end is worth {result.net}, its form {worth}"
                )
            forms[number] = form
        return forms


def form_of(game: Game, bet: Bet, path: Path, values: FactValues) -> Exact:
    """Return the form of a deal with these facts after the actions of `path`, hands read as pays
    best.
    """
    stakes = bet.stakes(action for _, action in path)
    constant = Fraction(0)
    coefficients = defaultdict[str, Fraction](Fraction)
    for settlement in bet.settlements:
        row = next(row for row in rows_left(settlement, path) if holds(row.when, values))
        for entry in settlement.cells(row):
            stake = stakes[entry.wager]
            fixed, paid = _cell_form(bet, entry, values)
            constant += stake * fixed
            for address, share in paid.items():
                coefficients[address] += stake * share
    return constant, coefficients


def _cell_form(bet: Bet, entry: Entry, values: FactValues) -> Exact:
    match entry.cell:
        case Pays(table) as cell:
            line = best_line(table, values[fact_read(cell)])
            if line == len(table.pays):
                return table.less, {}
            name, pay = list(table.pays.items())[line]
            inside = Fraction(-1 if table.for_one else 0)
            match pay:
                case Fraction():
                    return inside, {address_of(bet, table.name, name): Fraction(1)}
                case OfMeter(share):
                    return inside, {address_of(bet, table.name, METER): share}
                case _:
                    assert_never(pay)
        case Fraction():
            if entry.row.name:
                return Fraction(0), {cell_address(bet, entry): Fraction(1)}
            return entry.cell, {}
        case _:
            assert_never(entry.cell)


# --- Where the player, or the hand's best reading, may choose another way ------------------------


def other_ways(plan: Plan, path: Path, values: FactValues) -> list[LinearForm]:
    """Return the forms of every way that is open at one end: each reading of a joker, each action
    of a last informed choice.
    """
    paths = [path]
    if plan.informed is not None and len(path) > plan.informed:
        paths = plan.offered_after(path[: plan.informed], values)
    found: dict[tuple[object, ...], LinearForm] = {}
    for way in paths:
        for read in _readings(values, facts_of(plan.bet, way)):
            form = LinearForm.of(*form_of(plan.game, plan.bet, way, read))
            key = form.constant, *sorted(form.coefficients.items()), form.denominator
            found.setdefault(key, form)
    return list(found.values())


def _readings(values: FactValues, facts: Iterable[Fact]) -> Iterable[FactValues]:
    """Yield the facts with each hand called by a single line of its menu."""
    menus = {
        fact: menu
        for fact in facts
        if isinstance(fact, PaidLine) and isinstance(menu := values[fact], tuple)
    }
    for lines in product(*menus.values()):
        yield {**values, **{fact: (line,) for fact, line in zip(menus, lines)}}
