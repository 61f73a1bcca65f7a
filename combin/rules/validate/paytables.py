"""Checks the paytables of a bet: their lines, the order of these, and the pays."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import assert_never, get_args

from combin.ranking import HandRanking, Points, Spread
from combin.rules.checks import (
    check_known,
    check_part_of_address,
    check_type,
    fault,
    refuse,
)
from combin.rules.facts import margin_named
from combin.rules.parts import Rules
from combin.rules.validate.conditions import check_compared
from combin.rules.validate.hands import hands_read
from combin.rules.words import LOSE, Bet, Hand, Margin, OfMeter, Pay, Pays, Paytable


def validate_pays(game: Rules, bet: Bet, cell: Pays, tables: dict[str, Paytable]) -> None:
    """Raise CombinError where a paytable cannot be read with its hand.

    tables: name -> the paytables met so far in this bet; the cell's own is added.
    """
    table = cell.table
    called = f"a paytable of bet {bet.key!r}"
    check_type(game, table, Paytable, f"a table of bet {bet.key!r}")
    check_part_of_address(game, f"paytable of bet {bet.key!r}", table.name)
    check_type(game, table.pays, Mapping, f"what {called} pays")
    check_type(game, table.for_one, bool, f"whether {called} pays for 1")
    check_type(game, table.less, Fraction, f"what {called} pays for less")
    refuse(game, not table.pays, f"{called} has no lines")
    hands = [hand.name for hand in game.hands]
    for name in hands_read(cell):
        check_known(game, name, hands, f"bet {bet.key!r} pays the hand {name!r}")
    if isinstance(cell.by, Margin):
        _check_margin(game, bet, cell.table, *map(game.hand, hands_read(cell)))
    refuse(
        game,
        tables.setdefault(table.name, table) != table,
        f"bet {bet.key!r} has two different paytables called {table.name!r}",
    )
    if table.meter is not None:
        check_type(game, table.meter, Fraction, f"the meter of bet {bet.key!r}")
    named = margin_named if isinstance(cell.by, Margin) else game.hand(cell.by).ranking.threshold
    thresholds = [(named(line), line) for line in cell.table.lines]
    for (above, _), (threshold, line) in pairwise(thresholds):
        refuse(
            game,
            above <= threshold,
            f"the paytable of bet {bet.key!r} lists {line!r} below a hand that it beats or equals",
        )
    reads_meter = False
    for line, pay in table.pays.items():
        check_type(game, pay, get_args(Pay), f"the pay of {line!r}")
        match pay:
            case Fraction():
                pass
            case OfMeter(share):
                reads_meter = True
                check_type(game, share, Fraction, f"the share of the meter that {line!r} pays")
                refuse(
                    game,
                    table.meter is None,
                    f"{line!r} of bet {bet.key!r} pays a share of a meter, and the paytable has "
                    "none",
                )
            case _:
                assert_never(pay)
    refuse(
        game,
        table.meter is not None and not reads_meter,
        f"a paytable of bet {bet.key!r} has a meter, and no line pays a share of it",
    )
    for number, line in enumerate((*table.lines, "less")):
        check_loss(game, bet, table.net(number), f"line {line!r}")
    _check_joker(game, bet, cell)


def _check_margin(game: Rules, bet: Bet, table: Paytable, hand: Hand, other: Hand) -> None:
    where = f"the margin by which bet {bet.key!r} pays"
    check_compared(game, where, hand, other)
    match hand.ranking:
        case Points() as points:
            most = points.most(len(hand.zones))
        case HandRanking(size=size) as ranking if ranking.of_longest_flush:
            most = size - 1
        case HandRanking() | Spread():
            raise fault(
                game,
                f"{where} is of hands ranked by points or by their longest flush, not by "
                f"{hand.ranking.name}",
            )
        case _:
            assert_never(hand.ranking)
    for line in table.lines:
        refuse(
            game,
            margin_named(line) > most,
            f"{where} is {most} at most, and {line!r} is never reached",
        )


def check_loss(game: Rules, bet: Bet, net: Fraction, where: str) -> None:
    """Refuse a pay that loses more than the stake: what is lost beside it is a wager of its own."""
    refuse(
        game,
        net < LOSE,
        f"{where} of bet {bet.key!r} loses more than the stake ({net} a unit); -1 is the least",
    )


def _check_joker(game: Rules, bet: Bet, cell: Pays) -> None:
    """Check that no worse hand pays more where a joker is among more cards than a hand has.

    Otherwise the best hand of those cards and their best-paying hand may differ, and the rules do
    not say which is meant.
    """
    if not game.deck.jokers or isinstance(cell.by, Margin):
        return
    hand = game.hand(cell.by)
    table = cell.table
    cards = sum(deal.cards for deal in game.deals if deal.zone in hand.zones)
    if cards <= hand.by_families().size:
        return
    nets = [table.net(line) for line in range(len(table.pays) + 1)]
    refuse(
        game,
        any(better < worse for better, worse in pairwise(nets)),
        f"bet {bet.key!r} pays a worse hand more than a better one, which is not defined for "
        f"the best of {cards} cards with the joker",
    )
