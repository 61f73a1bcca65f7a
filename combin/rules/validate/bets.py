"""Checks the bets of a game: their wagers, and what decides a side bet."""

from __future__ import annotations

from fractions import Fraction

from combin.errors import nearest
from combin.rules.facts import speaks_of_actions
from combin.rules.parts import Rules
from combin.rules.validate.checks import (
    check_names,
    check_part_of_address,
    check_tuple,
    check_type,
    fault,
)
from combin.rules.validate.settlements import validate_settlement
from combin.rules.words import Bet, Paytable, Settlement, Wager


def validate_bets(game: Rules) -> None:
    """Raise CombinError where a bet stakes nothing, or where its settlements contradict its wagers
    or each other.
    """
    if not game.bets or game.bets[0].key != "base":
        raise fault(game, "the first bet has the key 'base'")
    check_names(game, "bet", [bet.key for bet in game.bets])
    for bet in game.bets:
        _check_bet(game, bet)
    check_names(game, "wager", [wager.name for bet in game.bets for wager in bet.wagers])


def _check_bet(game: Rules, bet: Bet) -> None:
    check_tuple(game, bet.wagers, Wager, f"the wagers of bet {bet.key!r}")
    check_tuple(game, bet.settlements, Settlement, f"the settlements of bet {bet.key!r}")
    wagers = [wager.name for wager in bet.wagers]
    check_names(game, "wager", wagers)
    _check_parts_of_addresses(game, bet)
    if bet.base not in wagers:
        near = nearest(bet.base, wagers)
        raise fault(game, f"the base {bet.base!r} of bet {bet.key!r} is none of its wagers{near}")
    for wager in bet.wagers:
        _check_wager(game, bet, wager)
    if not any(wager.stake for wager in bet.wagers):
        raise fault(game, f"nothing is staked on bet {bet.key!r} before the deal")
    tables: dict[str, Paytable] = {}
    for settlement in bet.settlements:
        validate_settlement(game, bet, settlement, tables)


def _check_parts_of_addresses(game: Rules, bet: Bet) -> None:
    check_part_of_address(game, "bet", bet.key)
    for wager in bet.wagers:
        check_part_of_address(game, "wager", wager.name)
    for settlement in bet.settlements:
        check_part_of_address(game, "settlement", settlement.name)


def _check_wager(game: Rules, bet: Bet, wager: Wager) -> None:
    check_type(game, wager.stake, Fraction, f"the stake of wager {wager.name!r}")
    if wager.stake < 0:
        raise fault(game, f"the stake of wager {wager.name!r} is negative")
    if not any(wager.name in settlement.columns for settlement in bet.settlements):
        raise fault(game, f"the wager {wager.name!r} of bet {bet.key!r} is never settled")


def validate_side_bets(game: Rules) -> None:
    """Raise CombinError where a side bet depends on actions: decisions are made for the base game,
    so such a bet has no best play of its own.
    """
    for bet in game.bets[1:]:
        if any(speaks_of_actions(row.when) for row in bet.rows()):
            raise fault(
                game,
                f"bet {bet.key!r} depends on what is done, and decisions belong to the base game",
            )
