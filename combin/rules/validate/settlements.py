"""Checks a settlement: its columns, its rows and the cells where they meet."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import assert_never, get_args

from combin.rules.checks import (
    check_known,
    check_part_of_address,
    check_tuple,
    refuse,
)
from combin.rules.parts import Rules
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
    columns = settlement.columns
    check_tuple(game, columns, str, f"the columns of a settlement of bet {bet.key!r}")
    refuse(game, not columns, f"a settlement of bet {bet.key!r} settles no wager")
    refuse(
        game,
        len(set(columns)) < len(columns),
        f"a settlement of bet {bet.key!r} names a wager twice",
    )
    wagers = [wager.name for wager in bet.wagers]
    for column in columns:
        check_known(
            game, column, wagers, f"bet {bet.key!r} settles {column!r}, which is none of its wagers"
        )
    called = ", ".join(columns)
    check_tuple(game, settlement.rows, Row, f"the rows that settle {called}")
    refuse(
        game,
        not settlement.rows or not isinstance(settlement.rows[-1].when, Always),
        f"some outcomes of {called} have no pay; the last row's condition must be ALWAYS",
    )
    for row in settlement.rows:
        check_part_of_address(game, "row", row.name)
        validate_row_condition(game, row)
        check_tuple(game, row.cells, get_args(Cell), f"the cells of row {row.name!r}")
        cells, stakes = len(row.cells), len(columns)
        refuse(
            game,
            cells != stakes,
            f"row {row.name!r} has {cells} cell{'' if cells == 1 else 's'} for {stakes} "
            f"wager{'' if stakes == 1 else 's'}",
        )
        for cell in row.cells:
            match cell:
                case Pays():
                    validate_pays(game, bet, cell, tables)
                case Fraction():
                    check_loss(game, bet, cell, f"row {row.name!r}")
                case _:
                    assert_never(cell)
    # The name of an outcome says which row it is.
    lines = {line for table in settlement.tables() for line in table.lines}
    if lines:
        lines.add("less")
    for name, count in Counter(row.name for row in settlement.rows if row.name).items():
        refuse(game, count > 1, f"two rows of a settlement of bet {bet.key!r} are called {name!r}")
        refuse(
            game,
            name in lines,
            f"a row of bet {bet.key!r} and a line of its paytable are both called {name!r}",
        )
    validate_reached(game, settlement)
