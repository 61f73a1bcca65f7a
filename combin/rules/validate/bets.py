"""Checks the bets of a game: their wagers, and what decides a side bet."""

from __future__ import annotations

from fractions import Fraction

from combin.rules.blackjack import DealerBet
from combin.rules.checks import (
    check_known,
    check_names,
    check_part_of_address,
    check_tuple,
    check_type,
    refuse,
)
from combin.rules.facts import speaks_of_actions
from combin.rules.parts import Rules
from combin.rules.validate.settlements import validate_settlement
from combin.rules.words import Paytable, Settlement, Wager


def validate_bets(game: Rules) -> None:
    """Raise CombinError where a bet stakes nothing, or where its settlements contradict its wagers
    or each other.
    """
    beside = [bet.key for bet in game.bets if isinstance(bet, DealerBet)]
    refuse(game, beside, f"a bet on the dealer's cards stands beside turns: {', '.join(beside)}")
    refuse(game, not game.bets or game.bets[0].key != "base", "the first bet has the key 'base'")
    check_names(game, "bet", [bet.key for bet in game.bets])
    for bet in game.bets:
        check_tuple(game, bet.wagers, Wager, f"the wagers of bet {bet.key!r}")
        check_tuple(game, bet.settlements, Settlement, f"the settlements of bet {bet.key!r}")
        wagers = [wager.name for wager in bet.wagers]
        check_names(game, "wager", wagers)
        check_part_of_address(game, "bet", bet.key)
        for wager in bet.wagers:
            check_part_of_address(game, "wager", wager.name)
        for settlement in bet.settlements:
            check_part_of_address(game, "settlement", settlement.name)
        check_known(
            game,
            bet.base,
            wagers,
            f"the base {bet.base!r} of bet {bet.key!r} is none of its wagers",
        )
        for wager in bet.wagers:
            check_type(game, wager.stake, Fraction, f"the stake of wager {wager.name!r}")
            refuse(game, wager.stake < 0, f"the stake of wager {wager.name!r} is negative")
            refuse(
                game,
                not any(wager.name in settlement.columns for settlement in bet.settlements),
                f"the wager {wager.name!r} of bet {bet.key!r} is never settled",
            )
        refuse(
            game,
            not any(wager.stake for wager in bet.wagers),
            f"nothing is staked on bet {bet.key!r} before the deal",
        )
        tables: dict[str, Paytable] = {}
        for settlement in bet.settlements:
            validate_settlement(game, bet, settlement, tables)
    check_names(game, "wager", [wager.name for bet in game.bets for wager in bet.wagers])


def validate_side_bets(game: Rules) -> None:
    """Raise CombinError where a side bet depends on actions: decisions are made for the base game,
    so such a bet has no best play of its own.
    """
    for bet in game.bets[1:]:
        refuse(
            game,
            any(speaks_of_actions(row.when) for row in bet.rows()),
            f"bet {bet.key!r} depends on what is done, and decisions belong to the base game",
        )
