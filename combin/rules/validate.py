"""Finds what contradicts itself in the rules of a game, before anything is counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from combin.errors import CombinError, nearest
from combin.ranking import HandRanking
from combin.rules import (
    Action,
    Always,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    OfMeter,
    Pays,
    Paytable,
    Row,
    Settlement,
    Ties,
    Wager,
)  # fmt: skip

MARKS = ":#/"  # what parts names in strategies of lines and in logs


def validate(game: Game) -> None:
    """Raise CombinError, in one line, for the first contradiction in a resolved game."""
    for text in (game.slug, game.title, game.source, *game.notes):
        _of_type(game, text, str, "each of slug, title, source and notes")
    if not game.title.strip():
        raise CombinError(f"{game.slug}: the title is empty")
    _play(game)
    _hands(game)
    if not game.bets or game.bets[0].key != "base":
        raise CombinError(f"{game.slug}: the first bet has the key 'base'")
    _distinct(game, "bet", [bet.key for bet in game.bets])
    for bet in game.bets:
        _bet(game, bet)
    _distinct(game, "wager", [wager.name for bet in game.bets for wager in bet.wagers])
    _side_bets(game)
    _stakes(game)


def _distinct(game: Game, what: str, names: list[str]) -> None:
    for name in names:
        if not isinstance(name, str) or names.count(name) > 1:
            raise CombinError(f"{game.slug}: two {what}s are called {name!r}")


def _of_type(game: Game, item: object, kinds: type | tuple[type, ...], where: str) -> None:
    if not isinstance(item, kinds):
        names = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise CombinError(f"{game.slug}: {where} is a {names}, not {item!r}")


def _tuple_of(game: Game, items: object, kinds: type | tuple[type, ...], where: str) -> None:
    if not isinstance(items, tuple):
        raise CombinError(f"{game.slug}: {where} stand in a tuple, (item,) for one, not {items!r}")
    for item in items:
        _of_type(game, item, kinds, f"each of {where}")


def _play(game: Game) -> None:
    _tuple_of(game, game.play, (Deal, Decide), "the play's steps")
    _distinct(game, "zone", [deal.zone for deal in game.deals])
    _distinct(game, "decision", [decision.name for decision in game.decisions])
    for deal in game.deals:
        if not isinstance(deal.cards, int) or deal.cards < 1:
            raise CombinError(f"{game.slug}: zone {deal.zone!r} has a whole number of cards from 1 up, not {deal.cards!r}")
    dealt = sum(deal.cards for deal in game.deals)
    if dealt > len(game.deck):
        raise CombinError(f"{game.slug} deals {dealt} cards from a deck of {len(game.deck)}")
    if not game.deals:
        raise CombinError(f"{game.slug} deals no cards")
    if isinstance(game.play[0], Decide):
        raise CombinError(f"{game.slug}: the decision {game.play[0].name!r} comes before any card is seen")
    for decision in game.decisions:
        _tuple_of(game, decision.actions, Action, f"the actions of {decision.name!r}")
        _distinct(game, f"action of {decision.name!r}", [action.name for action in decision.actions])
        if not decision.actions:
            raise CombinError(f"{game.slug}: the decision {decision.name!r} has no actions")
        for name in (decision.name, *(action.name for action in decision.actions)):
            if not name.strip() or set(name) & set(MARKS):
                raise CombinError(f"{game.slug}: a decision or action has a name without {' '.join(MARKS)}, not {name!r}")


def _hands(game: Game) -> None:
    _tuple_of(game, game.hands, Hand, "the hands")
    _distinct(game, "hand", [hand.name for hand in game.hands])
    sizes = {deal.zone: deal.cards for deal in game.deals}
    for hand in game.hands:
        _of_type(game, hand.ranking, HandRanking, f"the ranking of hand {hand.name!r}")
        for zone in (*hand.zones, *hand.must_use):
            if zone not in sizes:
                raise CombinError(
                    f"{game.slug}: hand {hand.name!r} uses the zone {zone!r}, which is not dealt{nearest(zone, sizes)}"
                )
        if len(set(hand.zones)) < len(hand.zones) or len(set(hand.must_use)) < len(hand.must_use):
            raise CombinError(f"{game.slug}: hand {hand.name!r} names a zone twice")
        if not set(hand.must_use) <= set(hand.zones):
            raise CombinError(f"{game.slug}: hand {hand.name!r} must use a zone that is not among its zones")
        if sum(sizes[zone] for zone in hand.must_use) > hand.ranking.size:
            raise CombinError(f"{game.slug}: hand {hand.name!r} must use more cards than its {hand.ranking.size} places")
        if sum(sizes[zone] for zone in hand.zones) < hand.ranking.size:
            raise CombinError(f"{game.slug}: hand {hand.name!r} has fewer than the {hand.ranking.size} cards its ranking needs")
        if game.deck.jokers and hand.ranking.joker is None:
            raise CombinError(f"{game.slug}: the deck has a joker, but the ranking of hand {hand.name!r} says nothing of it")


def _bet(game: Game, bet: Bet) -> None:
    _tuple_of(game, bet.wagers, Wager, f"the wagers of bet {bet.key!r}")
    _tuple_of(game, bet.settlements, Settlement, f"the settlements of bet {bet.key!r}")
    wagers = [wager.name for wager in bet.wagers]
    _distinct(game, "wager", wagers)
    if bet.base not in wagers:
        raise CombinError(
            f"{game.slug}: the base {bet.base!r} of bet {bet.key!r} is none of its wagers{nearest(bet.base, wagers)}"
        )
    for wager in bet.wagers:
        _of_type(game, wager.stake, (int, Fraction), f"the stake of wager {wager.name!r}")
        if wager.stake < 0:
            raise CombinError(f"{game.slug}: the stake of wager {wager.name!r} is negative")
        if not any(wager.name in settlement.columns for settlement in bet.settlements):
            raise CombinError(f"{game.slug}: the wager {wager.name!r} of bet {bet.key!r} is never settled")
    if not any(wager.stake for wager in bet.wagers):
        raise CombinError(f"{game.slug}: nothing is staked on bet {bet.key!r} before the deal")
    tables: dict[str, Paytable] = {}
    for settlement in bet.settlements:
        _settlement(game, bet, settlement, wagers, tables)


def _settlement(game: Game, bet: Bet, settlement: Settlement, wagers: list[str], tables: dict[str, Paytable]) -> None:
    if len(set(settlement.columns)) < len(settlement.columns):
        raise CombinError(f"{game.slug}: a settlement of bet {bet.key!r} names a wager twice")
    for column in settlement.columns:
        if column not in wagers:
            raise CombinError(
                f"{game.slug}: bet {bet.key!r} settles {column!r}, which is none of its wagers{nearest(column, wagers)}"
            )
    _tuple_of(game, settlement.rows, Row, f"the rows that settle {', '.join(settlement.columns)}")
    if not settlement.rows or not isinstance(settlement.rows[-1].when, Always):
        where = ", ".join(settlement.columns)
        raise CombinError(f"{game.slug}: some outcomes of {where} have no pay; the last row's condition is ALWAYS")
    for row in settlement.rows:
        _condition(game, row)
        _tuple_of(game, row.cells, (int, Fraction, Pays), f"the cells of row {row.name!r}")
        if len(row.cells) != len(settlement.columns):
            raise CombinError(f"{game.slug}: row {row.name!r} has {len(row.cells)} cells for {len(settlement.columns)} wagers")
        for cell in row.cells:
            if isinstance(cell, Pays):
                _pays(game, bet, cell, tables)


def _condition(game: Game, row: Row) -> None:
    when = row.when
    _of_type(game, when, (Always, Chose, Below, Beats, Ties), f"the condition of row {row.name!r}")
    names = [hand.name for hand in game.hands]
    for name in {Below: ("hand",), Beats: ("hand", "other"), Ties: ("hand", "other")}.get(type(when), ()):
        if getattr(when, name) not in names:
            raise CombinError(
                f"{game.slug}: row {row.name!r} names the hand {getattr(when, name)!r}{nearest(getattr(when, name), names)}"
            )
    if isinstance(when, Below):
        game.hand(when.hand).ranking.threshold(when.name)
    if isinstance(when, (Beats, Ties)) and game.hand(when.hand).ranking != game.hand(when.other).ranking:
        raise CombinError(f"{game.slug}: {when.hand!r} and {when.other!r} have different rankings and cannot be compared")
    if isinstance(when, (Below, Beats, Ties)) and game.deck.jokers:
        raise CombinError(f"{game.slug}: hands that may hold the joker can be paid but not compared (row {row.name!r})")
    if isinstance(when, Chose):
        offered = {d.name: [action.name for action in d.actions] for d in game.decisions if when.at in ("", d.name)}
        if not any(when.action in actions for actions in offered.values()):
            where = f" at {when.at!r}" if when.at else ""
            raise CombinError(
                f"{game.slug}: row {row.name!r} speaks of the action {when.action!r}, which is not offered{where}"
            )


def _pays(game: Game, bet: Bet, cell: Pays, tables: dict[str, Paytable]) -> None:
    table = cell.table
    _of_type(game, table, Paytable, f"a table of bet {bet.key!r}")
    if cell.hand not in [hand.name for hand in game.hands]:
        raise CombinError(
            f"{game.slug}: bet {bet.key!r} pays the hand {cell.hand!r}{nearest(cell.hand, [h.name for h in game.hands])}"
        )
    if tables.setdefault(table.name, table) != table:
        raise CombinError(f"{game.slug}: bet {bet.key!r} has two different paytables called {table.name!r}")
    if not table.pays:
        raise CombinError(f"{game.slug}: a paytable of bet {bet.key!r} has no lines")
    _of_type(game, table.less, (int, Fraction), f"what a paytable of bet {bet.key!r} pays for less")
    _of_type(game, table.meter, (int, Fraction, type(None)), f"the meter of bet {bet.key!r}")
    ranking = game.hand(cell.hand).ranking
    places = [ranking.threshold(line) for line in table.pays]
    for line, high, low in zip(list(table.pays)[1:], places, places[1:]):
        if high <= low:
            raise CombinError(
                f"{game.slug}: the paytable of bet {bet.key!r} lists {line!r} below a hand that it beats or equals"
            )
    for line, pay in table.pays.items():
        _of_type(game, pay, (int, Fraction, OfMeter), f"the pay of {line!r}")
        if isinstance(pay, OfMeter):
            _of_type(game, pay.share, (int, Fraction), f"the share of the meter that {line!r} pays")
        if isinstance(pay, OfMeter) and table.meter is None:
            raise CombinError(f"{game.slug}: {line!r} pays a share of a meter, and the paytable has none")
    _joker_pays(game, bet, cell)


def _joker_pays(game: Game, bet: Bet, cell: Pays) -> None:
    """With the joker among more cards than a hand has, the best-paying hand must be the best one: then only one is meant."""
    hand, table = game.hand(cell.hand), cell.table
    cards = sum(deal.cards for deal in game.deals if deal.zone in hand.zones)
    nets = [table.net(line) for line in range(len(table.pays) + 1)] if game.deck.jokers and cards > hand.ranking.size else []
    if any(better < worse for better, worse in pairwise(nets)):
        raise CombinError(
            f"{game.slug}: bet {bet.key!r} pays a worse hand more than a better one, which is not defined for the best of "
            f"{cards} cards with the joker"
        )


def _side_bets(game: Game) -> None:
    """Decisions are made for the base game: what they change of a side bet has no best play of its own."""
    for bet in game.bets[1:]:
        if any(isinstance(row.when, Chose) for settlement in bet.settlements for row in settlement.rows):
            raise CombinError(f"{game.slug}: bet {bet.key!r} depends on what is done, and decisions belong to the base game")


def _stakes(game: Game) -> None:
    """Check that actions add to wagers that exist and never take back more than is there."""
    names = {wager.name for bet in game.bets for wager in bet.wagers}
    for decision in game.decisions:
        for action in decision.actions:
            for wager, units in action.adds.items():
                _of_type(game, units, (int, Fraction), f"what the action {action.name!r} adds to {wager!r}")
                if wager not in names:
                    raise CombinError(
                        f"{game.slug}: the action {action.name!r} adds to {wager!r}, which is no wager{nearest(wager, names)}"
                    )
                if wager not in {w.name for w in game.bets[0].wagers}:
                    raise CombinError(
                        f"{game.slug}: the action {action.name!r} adds to {wager!r}, which is not of the base bet"
                    )
    for path in game.paths():
        for end in range(len(path) + 1):
            for wager, units in game.stakes(game.bets[0], path[:end]).items():
                if units < 0:
                    raise CombinError(
                        f"{game.slug}: the action {path[end - 1].name!r} takes back more of {wager!r} than was staked"
                    )
