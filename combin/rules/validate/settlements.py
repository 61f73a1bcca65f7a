"""Checks a settlement: its columns, its rows and the cells where they meet."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import assert_never, get_args

from combin.errors import nearest
from combin.rules.parts import Rules
from combin.rules.validate.checks import check_part_of_address, check_tuple, fault
from combin.rules.validate.conditions import validate_row_condition
from combin.rules.validate.paytables import check_loss, validate_pays
from combin.rules.validate.reached import validate_reached
from combin.rules.words import Always, Bet, Cell, Pays, Paytable, Row, Settlement


def validate_settlement(
    game: Rules, bet: Bet, settlement: Settlement, tables: dict[str, Paytable]
) -> None:
    """Raise CombinError where a settlement does not say what each outcome comes to.

    tables: name -> the paytables met so far in this bet; those of the settlement are added.
    """
    _check_columns(game, bet, settlement)
    called = ", ".join(settlement.columns)
    check_tuple(game, settlement.rows, Row, f"the rows that settle {called}")
    if not settlement.rows or not isinstance(settlement.rows[-1].when, Always):
        raise fault(
            game, f"some outcomes of {called} have no pay; the last row's condition must be ALWAYS"
        )
    for row in settlement.rows:
        check_part_of_address(game, "row", row.name)
        validate_row_condition(game, row)
        _check_cells(game, bet, settlement, row, tables)
    _check_row_names(game, bet, settlement)
    validate_reached(game, settlement)


def _check_columns(game: Rules, bet: Bet, settlement: Settlement) -> None:
    columns = settlement.columns
    check_tuple(game, columns, str, f"the columns of a settlement of bet {bet.key!r}")
    if not columns:
        raise fault(game, f"a settlement of bet {bet.key!r} settles no wager")
    if len(set(columns)) < len(columns):
        raise fault(game, f"a settlement of bet {bet.key!r} names a wager twice")
    wagers = [wager.name for wager in bet.wagers]
    for column in columns:
        if column not in wagers:
            near = nearest(column, wagers)
            raise fault(
                game, f"bet {bet.key!r} settles {column!r}, which is none of its wagers{near}"
            )


def _check_cells(
    game: Rules, bet: Bet, settlement: Settlement, row: Row, tables: dict[str, Paytable]
) -> None:
    check_tuple(game, row.cells, get_args(Cell), f"the cells of row {row.name!r}")
    cells = len(row.cells)
    wagers = len(settlement.columns)
    if cells != wagers:
        raise fault(
            game,
            f"row {row.name!r} has {cells} cell{'' if cells == 1 else 's'} "
            f"for {wagers} wager{'' if wagers == 1 else 's'}",
        )
    for cell in row.cells:
        match cell:
            case Pays():
                validate_pays(game, bet, cell, tables)
            case Fraction():
                check_loss(game, bet, cell, f"row {row.name!r}")
            case _:
                assert_never(cell)


def _check_row_names(game: Rules, bet: Bet, settlement: Settlement) -> None:
    """Check that an outcome's name says which row it is."""
    lines = {line for table in settlement.tables() for line in table.lines}
    if lines:
        lines.add("less")
    for name, count in Counter(row.name for row in settlement.rows if row.name).items():
        if count > 1:
            raise fault(game, f"two rows of a settlement of bet {bet.key!r} are called {name!r}")
        if name in lines:
            raise fault(
                game,
                f"a row of bet {bet.key!r} and a line of its paytable are both called {name!r}",
            )
