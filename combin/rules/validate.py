"""Finds what contradicts itself in the rules of a game, before anything is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any, assert_never, get_args

from combin.cards import Deck
from combin.errors import CombinError, nearest
from combin.ranking import HandRanking
from combin.rules.addresses import address_of, cell_address, line_of, symbol_of
from combin.rules.choices import OTHERWISE, Amount, Choice, Chosen, Pick
from combin.rules.facts import Fact, Line, Order, Under, fact_of, holds, rows_left
from combin.rules.game import Game
from combin.rules.sheet import Sheet
from combin.rules.words import (
    LOSE,
    Action,
    Always,
    Beats,
    Below,
    Bet,
    Cell,
    Chose,
    Condition,
    Decide,
    Hand,
    OfMeter,
    Pay,
    Pays,
    Paytable,
    Row,
    Settlement,
    Step,
    Ties,
    Wager,
)

MARKS = ":#/"  # what parts names in strategies of lines and in logs
JOINTS = ".="  # what parts names in the addresses of pays, and those from their values
READING: tuple[type, ...] = (*get_args(Cell), *get_args(Condition))  # what may read a hand
MOST_CASES = 20_000  # ways in which the hands of a settlement may compare, that are tried


# --- The game as written, its choices open -----------------------------------------------------


def validate_choices(sheet: Sheet) -> None:
    """Raise CombinError, in one line, where the picks of a game as written are not those of its
    choices.
    """
    _tuple_of(sheet, sheet.choices, (Choice, Amount), "the choices")
    _distinct(sheet, "choice", [choice.name for choice in sheet.choices])
    for choice in sheet.choices:
        if isinstance(choice, Choice):
            _values(sheet, choice)
    known = {choice.name: choice for choice in sheet.choices}
    for part in _written(sheet):
        if isinstance(part, Pick):
            _pick(sheet, part, known)
        if isinstance(part, Chosen) and not isinstance(known.get(part.amount), Amount):
            raise CombinError(
                f"{sheet.slug}: Chosen names the amount {part.amount!r}, which the game does not "
                "declare"
            )


def validate_use(sheet: Sheet) -> None:
    """Raise CombinError, in one line, for a choice or a hand of a game as written that decides
    nothing.
    """
    parts = list(_written(sheet))
    read = {part.choice for part in parts if isinstance(part, Pick)}
    read |= {part.amount for part in parts if isinstance(part, Chosen)}
    for choice in sheet.choices:
        if choice.name not in read:
            raise CombinError(
                f"{sheet.slug}: the choice {choice.name!r} decides nothing: no Pick or Chosen "
                "names it"
            )
    reading: list[Any] = [part for part in parts if isinstance(part, READING)]
    used = {name for part in reading for hand in _hands_read(part) for name in _texts(hand)}
    for name in (name for part in parts if isinstance(part, Hand) for name in _texts(part.name)):
        if name not in used:
            raise CombinError(
                f"{sheet.slug}: the hand {name!r} decides nothing: no bet pays or compares it"
            )


def _hands_read(word: Cell | Condition) -> tuple[str, ...]:
    """Return the hands that a cell or a condition reads; on a sheet a Pick may stand for each."""
    match word:
        case Pays() | Below():
            return (word.hand,)
        case Beats() | Ties():
            return word.hand, word.other
        case Fraction() | Always() | Chose():
            return ()
        case _:
            assert_never(word)


def _written(sheet: Sheet) -> Iterator[Any]:
    return _parts(
        (sheet.title, sheet.source, sheet.deck, sheet.play, sheet.hands, sheet.bets, sheet.notes)
    )


def _values(sheet: Sheet, choice: Choice) -> None:
    _of_type(sheet, choice.values, Mapping, f"what choice {choice.name!r} can be")
    if not choice.values:
        raise CombinError(f"{sheet.slug}: choice {choice.name!r} has no values")
    for text in (*choice.values, *choice.values.values(), choice.meaning):
        _of_type(sheet, text, str, f"each value of choice {choice.name!r}, and what it means,")


def _parts(item: Any) -> Iterator[Any]:
    """Yield everything that stands in a piece of the rules, whatever is chosen."""
    yield item
    if isinstance(item, tuple):
        inner: Iterable[Any] = item
    elif isinstance(item, Mapping):
        inner = item.values()
    elif is_dataclass(item) and not isinstance(item, (type, Deck, HandRanking)):
        inner = [getattr(item, one.name) for one in fields(item)]
    else:
        return
    for part in inner:
        yield from _parts(part)


def _pick(sheet: Sheet, pick: Pick, known: Mapping[str, Choice | Amount]) -> None:
    """Check that a pick says something for every value of its choice, and for nothing else."""
    choice = known.get(pick.choice)
    if choice is None:
        near = nearest(str(pick.choice), known)
        raise CombinError(
            f"{sheet.slug}: a Pick names the choice {pick.choice!r}, which the game does not "
            f"declare{near}"
        )
    _of_type(sheet, pick.values, Mapping, f"what the Pick on {choice.name!r} stands for")
    named = [value for value in pick.values if value != OTHERWISE]
    if isinstance(choice, Amount):
        for value in named:
            if choice.accept(value) != value:
                raise CombinError(
                    f"{sheet.slug}: a Pick on {choice.name!r} writes {choice.accept(value)} as "
                    f"{value!r}"
                )
        if OTHERWISE not in pick.values:
            raise CombinError(
                f"{sheet.slug}: the Pick on {choice.name!r} says nothing for other amounts; give "
                "it OTHERWISE"
            )
        return
    for value in named:
        if value not in choice.values:
            near = nearest(str(value), choice.values)
            raise CombinError(
                f"{sheet.slug}: a Pick on {choice.name!r} names {value!r}, none of its values{near}"
            )
    missing = [value for value in choice.values if value not in named]
    if missing and OTHERWISE not in pick.values:
        raise CombinError(
            f"{sheet.slug}: the Pick on {choice.name!r} says nothing for {missing[0]!r}"
        )
    if not missing and OTHERWISE in pick.values:
        raise CombinError(
            f"{sheet.slug}: the Pick on {choice.name!r} names every value, so its OTHERWISE stands "
            "for nothing"
        )


def _texts(item: Any) -> Iterator[str]:
    """Yield the texts that may stand in one place, whatever is chosen."""
    if isinstance(item, Pick):
        for value in item.values.values():
            yield from _texts(value)
    elif isinstance(item, str):
        yield item


# --- The resolved game -------------------------------------------------------------------------


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
    _addresses(game)
    _side_bets(game)
    _stakes(game)


def _distinct(game: Sheet, what: str, names: list[str]) -> None:
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise CombinError(
                f"{game.slug}: each {what} has a name, text that is not empty, not {name!r}"
            )
        if names.count(name) > 1:
            raise CombinError(f"{game.slug}: two {what}s are called {name!r}")


def _part_of_address(game: Sheet, what: str, name: object) -> None:
    if not isinstance(name, str) or set(name) & set(JOINTS):
        raise CombinError(
            f"{game.slug}: the name of a {what} is text without {' '.join(JOINTS)}, not {name!r}"
        )


def _of_type(game: Sheet, item: object, kinds: type | tuple[type, ...], where: str) -> None:
    if not isinstance(item, kinds):
        listed = kinds if isinstance(kinds, tuple) else (kinds,)
        names = " or ".join("number" if kind is Fraction else kind.__name__ for kind in listed)
        raise CombinError(f"{game.slug}: {where} is a {names}, not {item!r}")


def _tuple_of(game: Sheet, items: object, kinds: type | tuple[type, ...], where: str) -> None:
    if not isinstance(items, tuple):
        raise CombinError(f"{game.slug}: {where} stand in a tuple, (item,) for one, not {items!r}")
    for item in items:
        _of_type(game, item, kinds, f"each of {where}")


def _play(game: Game) -> None:
    _tuple_of(game, game.play, get_args(Step), "the play's steps")
    _distinct(game, "zone", [deal.zone for deal in game.deals])
    _distinct(game, "decision", [decision.name for decision in game.decisions])
    for deal in game.deals:
        if type(deal.cards) is not int or deal.cards < 1:
            raise CombinError(
                f"{game.slug}: zone {deal.zone!r} has a whole number of cards from 1 up, not "
                f"{deal.cards!r}"
            )
    dealt = sum(deal.cards for deal in game.deals)
    if dealt > len(game.deck):
        raise CombinError(f"{game.slug} deals {dealt} cards from a deck of {len(game.deck)}")
    if not game.deals:
        raise CombinError(f"{game.slug} deals no cards")
    if isinstance(game.play[0], Decide):
        raise CombinError(
            f"{game.slug}: the decision {game.play[0].name!r} comes before any card is seen"
        )
    for decision in game.decisions:
        _tuple_of(game, decision.actions, Action, f"the actions of {decision.name!r}")
        _distinct(
            game, f"action of {decision.name!r}", [action.name for action in decision.actions]
        )
        if not decision.actions:
            raise CombinError(f"{game.slug}: the decision {decision.name!r} has no actions")
        for name in (decision.name, *(action.name for action in decision.actions)):
            if not name.strip() or set(name) & set(MARKS):
                raise CombinError(
                    f"{game.slug}: a decision or action has a name without {' '.join(MARKS)}, not "
                    f"{name!r}"
                )
        for action in decision.actions:
            _of_type(game, action.ends, bool, f"whether the action {action.name!r} ends the play")
            _of_type(game, action.adds, Mapping, f"what the action {action.name!r} adds")
    for before, decision in pairwise(game.decisions):
        if all(action.ends for action in before.actions):
            raise CombinError(
                f"{game.slug}: the decision {decision.name!r} is never reached: {before.name!r} "
                "ends the play"
            )


def _hands(game: Game) -> None:
    _tuple_of(game, game.hands, Hand, "the hands")
    _distinct(game, "hand", [hand.name for hand in game.hands])
    sizes = {deal.zone: deal.cards for deal in game.deals}
    for hand in game.hands:
        _of_type(game, hand.ranking, HandRanking, f"the ranking of hand {hand.name!r}")
        _tuple_of(game, hand.zones, str, f"the zones of hand {hand.name!r}")
        _tuple_of(game, hand.must_use, str, f"the zones that hand {hand.name!r} must use")
        for zone in (*hand.zones, *hand.must_use):
            if zone not in sizes:
                raise CombinError(
                    f"{game.slug}: hand {hand.name!r} uses the zone {zone!r}, which is not "
                    f"dealt{nearest(zone, sizes)}"
                )
        if len(set(hand.zones)) < len(hand.zones) or len(set(hand.must_use)) < len(hand.must_use):
            raise CombinError(f"{game.slug}: hand {hand.name!r} names a zone twice")
        if not set(hand.must_use) <= set(hand.zones):
            raise CombinError(
                f"{game.slug}: hand {hand.name!r} must use a zone that is not among its zones"
            )
        if sum(sizes[zone] for zone in hand.must_use) > hand.ranking.size:
            raise CombinError(
                f"{game.slug}: hand {hand.name!r} must use more cards than its {hand.ranking.size} "
                "places"
            )
        if sum(sizes[zone] for zone in hand.zones) < hand.ranking.size:
            raise CombinError(
                f"{game.slug}: hand {hand.name!r} has fewer than the {hand.ranking.size} cards its "
                "ranking needs"
            )
        if game.deck.jokers and hand.ranking.joker is None:
            raise CombinError(
                f"{game.slug}: the deck has a joker, but the ranking of hand {hand.name!r} says "
                "nothing of it"
            )


def _bet(game: Game, bet: Bet) -> None:
    _tuple_of(game, bet.wagers, Wager, f"the wagers of bet {bet.key!r}")
    _tuple_of(game, bet.settlements, Settlement, f"the settlements of bet {bet.key!r}")
    wagers = [wager.name for wager in bet.wagers]
    _distinct(game, "wager", wagers)
    for what, names in (
        ("bet", [bet.key]),
        ("wager", wagers),
        ("settlement", [one.name for one in bet.settlements]),
    ):
        for name in names:
            _part_of_address(game, what, name)
    if bet.base not in wagers:
        raise CombinError(
            f"{game.slug}: the base {bet.base!r} of bet {bet.key!r} is none of its "
            f"wagers{nearest(bet.base, wagers)}"
        )
    for wager in bet.wagers:
        _of_type(game, wager.stake, Fraction, f"the stake of wager {wager.name!r}")
        if wager.stake < 0:
            raise CombinError(f"{game.slug}: the stake of wager {wager.name!r} is negative")
        if not any(wager.name in settlement.columns for settlement in bet.settlements):
            raise CombinError(
                f"{game.slug}: the wager {wager.name!r} of bet {bet.key!r} is never settled"
            )
    if not any(wager.stake for wager in bet.wagers):
        raise CombinError(f"{game.slug}: nothing is staked on bet {bet.key!r} before the deal")
    tables: dict[str, Paytable] = {}
    for settlement in bet.settlements:
        _settlement(game, bet, settlement, wagers, tables)


def _settlement(
    game: Game, bet: Bet, settlement: Settlement, wagers: list[str], tables: dict[str, Paytable]
) -> None:
    _tuple_of(game, settlement.columns, str, f"the columns of a settlement of bet {bet.key!r}")
    if not settlement.columns:
        raise CombinError(f"{game.slug}: a settlement of bet {bet.key!r} settles no wager")
    if len(set(settlement.columns)) < len(settlement.columns):
        raise CombinError(f"{game.slug}: a settlement of bet {bet.key!r} names a wager twice")
    for column in settlement.columns:
        if column not in wagers:
            raise CombinError(
                f"{game.slug}: bet {bet.key!r} settles {column!r}, which is none of its "
                f"wagers{nearest(column, wagers)}"
            )
    _tuple_of(game, settlement.rows, Row, f"the rows that settle {', '.join(settlement.columns)}")
    if not settlement.rows or not isinstance(settlement.rows[-1].when, Always):
        where = ", ".join(settlement.columns)
        raise CombinError(
            f"{game.slug}: some outcomes of {where} have no pay; the last row's condition is ALWAYS"
        )
    for row in settlement.rows:
        _part_of_address(game, "row", row.name)
        _condition(game, row)
        _tuple_of(game, row.cells, get_args(Cell), f"the cells of row {row.name!r}")
        if len(row.cells) != len(settlement.columns):
            raise CombinError(
                f"{game.slug}: row {row.name!r} has {len(row.cells)} cells for "
                f"{len(settlement.columns)} wagers"
            )
        for cell in row.cells:
            match cell:
                case Pays():
                    _pays(game, bet, cell, tables)
                case Fraction():
                    _loss(game, bet, cell, f"row {row.name!r}")
                case _:
                    assert_never(cell)
    _row_names(game, bet, settlement)
    _reached(game, bet, settlement)


def _loss(game: Game, bet: Bet, net: Fraction, where: str) -> None:
    """A stake can be lost and no more: what is lost beside it is a wager of its own."""
    if net < LOSE:
        raise CombinError(
            f"{game.slug}: {where} of bet {bet.key!r} loses more than the stake ({net} a unit); -1 "
            "is the least"
        )


def _row_names(game: Game, bet: Bet, settlement: Settlement) -> None:
    """Check that an outcome's name says which row it is."""
    lines = {line for table in settlement.tables() for line in table.lines}
    for name, count in Counter(row.name for row in settlement.rows if row.name).items():
        if count > 1:
            raise CombinError(
                f"{game.slug}: two rows of a settlement of bet {bet.key!r} are called {name!r}"
            )
        if name in lines or (lines and name == "less"):
            raise CombinError(
                f"{game.slug}: a row of bet {bet.key!r} and a line of its paytable are both called "
                f"{name!r}"
            )


# --- Rows that nothing comes to ----------------------------------------------------------------


def _reached(game: Game, bet: Bet, settlement: Settlement) -> None:
    """Check that every row is the first that holds for some actions of the player and some
    strengths of the hands.
    """
    rows = settlement.rows
    names = [decision.name for decision in game.decisions]
    left = {
        tuple(map(rows.index, rows_left(settlement, tuple(zip(names, path)))))
        for path in game.paths()
    }
    facts = [fact for row in rows if (fact := fact_of(row.when))]
    if prod(len(places) for places in _strengths(game, facts).values()) > MOST_CASES:
        return
    cases = list(_cases(game, facts))
    found = {
        next(at for at in places if holds(rows[at].when, values))
        for places in left
        for values in cases
    }
    for at, row in enumerate(rows):
        if at not in found:
            called = f"row {row.name!r}" if row.name else f"row {at + 1}"
            raise CombinError(
                f"{game.slug}: {called} that settles {', '.join(settlement.columns)} never "
                "applies: those above it leave "
                "nothing (the last that can apply has the condition ALWAYS)"
            )


Strength = tuple[
    int, int
]  # the highest threshold that a hand reaches, and its place among hands that reach no other


def _strengths(game: Game, facts: list[Fact]) -> dict[str, list[Strength]]:
    """Return hand -> strengths enough for every way in which the hands of some facts can
    compare.
    """
    names = list(dict.fromkeys(name for fact in facts for name in fact.hands))
    found = {}
    for name in names:
        ranking = game.hand(name).ranking
        alike = [other for other in names if game.hand(other).ranking == ranking]
        limits = {
            ranking.threshold(fact.name)
            for fact in facts
            if isinstance(fact, Under) and fact.hand in alike
        }
        found[name] = [
            (limit, place) for limit in sorted({0, *limits}) for place in range(len(alike))
        ]
    return found


def _cases(game: Game, facts: list[Fact]) -> Iterator[dict[Fact, int]]:
    """Yield the values of some facts in every way in which their hands can compare."""
    strengths = _strengths(game, facts)
    never_below = [
        (game.hand(one), game.hand(other))
        for one, other in product(strengths, repeat=2)
        if one != other
    ]
    never_below = [(one, other) for one, other in never_below if _contains(one, other)]
    for case in product(*strengths.values()):
        held = dict(zip(strengths, case))
        if all(held[one.name] >= held[other.name] for one, other in never_below):
            yield {fact: _value(game, fact, held) for fact in facts}


def _contains(hand: Hand, other: Hand) -> bool:
    """Tell whether whatever makes `other` can make `hand`."""
    return (
        hand.ranking == other.ranking and not hand.must_use and set(other.zones) <= set(hand.zones)
    )


def _value(game: Game, fact: Fact, held: Mapping[str, Strength]) -> int:
    match fact:
        case Under(hand, name):
            return int(held[hand][0] < game.hand(hand).ranking.threshold(name))
        case Order(hand, other):
            return 1 + (held[hand] > held[other]) - (held[hand] < held[other])
        case Line():
            raise AssertionError("no condition asks for a line")
        case _:
            assert_never(fact)


# --- Conditions and pays -----------------------------------------------------------------------


def _condition(game: Game, row: Row) -> None:
    _of_type(game, row.when, get_args(Condition), f"the condition of row {row.name!r}")
    names = [hand.name for hand in game.hands]
    for name in _hands_read(row.when):
        if name not in names:
            raise CombinError(
                f"{game.slug}: row {row.name!r} names the hand {name!r}{nearest(name, names)}"
            )
    match row.when:
        case Below(hand, name):
            game.hand(hand).ranking.threshold(name)
            _natural(game, row)
        case Beats(hand, other) | Ties(hand, other):
            _natural(game, row)
            _compared(game, row, game.hand(hand), game.hand(other))
        case Chose():
            _offered(game, row, row.when)
        case Always():
            pass
        case _:
            assert_never(row.when)


def _natural(game: Game, row: Row) -> None:
    if game.deck.jokers:
        raise CombinError(
            f"{game.slug}: hands that may hold the joker can be paid but not compared (row "
            f"{row.name!r})"
        )


def _offered(game: Game, row: Row, when: Chose) -> None:
    decisions = [decision for decision in game.decisions if when.at in ("", decision.name)]
    if not any(action.name == when.action for decision in decisions for action in decision.actions):
        where = f" at {when.at!r}" if when.at else ""
        raise CombinError(
            f"{game.slug}: row {row.name!r} speaks of the action {when.action!r}, which is not "
            f"offered{where}"
        )


def _compared(game: Game, row: Row, hand: Hand, other: Hand) -> None:
    if hand == other:
        raise CombinError(
            f"{game.slug}: row {row.name!r} compares the hand {hand.name!r} with itself"
        )
    if hand.ranking != other.ranking:
        raise CombinError(
            f"{game.slug}: {hand.name!r} and {other.name!r} have different rankings and cannot be "
            "compared"
        )
    if _contains(hand, other) and _contains(other, hand):
        raise CombinError(
            f"{game.slug}: row {row.name!r} compares {hand.name!r} with {other.name!r}, which are "
            "the same cards and always tie"
        )


def _pays(game: Game, bet: Bet, cell: Pays, tables: dict[str, Paytable]) -> None:
    table = cell.table
    _of_type(game, table, Paytable, f"a table of bet {bet.key!r}")
    _part_of_address(game, f"paytable of bet {bet.key!r}", table.name)
    _of_type(game, table.pays, Mapping, f"what a paytable of bet {bet.key!r} pays")
    _of_type(game, table.for_one, bool, f"whether a paytable of bet {bet.key!r} pays for 1")
    if cell.hand not in [hand.name for hand in game.hands]:
        raise CombinError(
            f"{game.slug}: bet {bet.key!r} pays the hand "
            f"{cell.hand!r}{nearest(cell.hand, [h.name for h in game.hands])}"
        )
    if tables.setdefault(table.name, table) != table:
        raise CombinError(
            f"{game.slug}: bet {bet.key!r} has two different paytables called {table.name!r}"
        )
    if not table.pays:
        raise CombinError(f"{game.slug}: a paytable of bet {bet.key!r} has no lines")
    _of_type(game, table.less, Fraction, f"what a paytable of bet {bet.key!r} pays for less")
    if table.meter is not None:
        _of_type(game, table.meter, Fraction, f"the meter of bet {bet.key!r}")
        if not any(isinstance(pay, OfMeter) for pay in table.pays.values()):
            raise CombinError(
                f"{game.slug}: a paytable of bet {bet.key!r} has a meter, and no line pays a share "
                "of it"
            )
    ranking = game.hand(cell.hand).ranking
    places = [ranking.threshold(line) for line in table.pays]
    for line, high, low in zip(list(table.pays)[1:], places, places[1:]):
        if high <= low:
            raise CombinError(
                f"{game.slug}: the paytable of bet {bet.key!r} lists {line!r} below a hand that it "
                "beats or equals"
            )
    for line, pay in table.pays.items():
        _of_type(game, pay, get_args(Pay), f"the pay of {line!r}")
        match pay:
            case Fraction():
                pass
            case OfMeter(share):
                _of_type(game, share, Fraction, f"the share of the meter that {line!r} pays")
                if table.meter is None:
                    raise CombinError(
                        f"{game.slug}: {line!r} pays a share of a meter, and the paytable has none"
                    )
            case _:
                assert_never(pay)
    for place, line in enumerate((*table.lines, "less")):
        _loss(game, bet, table.net(place), f"line {line!r}")
    _joker_pays(game, bet, cell)


def _joker_pays(game: Game, bet: Bet, cell: Pays) -> None:
    """With the joker among more cards than a hand has, the best-paying hand must be the best one:
    then only one is meant.
    """
    hand, table = game.hand(cell.hand), cell.table
    cards = sum(deal.cards for deal in game.deals if deal.zone in hand.zones)
    nets = (
        [table.net(line) for line in range(len(table.pays) + 1)]
        if game.deck.jokers and cards > hand.ranking.size
        else []
    )
    if any(better < worse for better, worse in pairwise(nets)):
        raise CombinError(
            f"{game.slug}: bet {bet.key!r} pays a worse hand more than a better one, which is not "
            "defined for the best of "
            f"{cards} cards with the joker"
        )


def _addresses(game: Game) -> None:
    """Check that an address, and what a formula makes of it, is that of one pay alone."""
    known: dict[str, tuple[object, str]] = {}
    for bet in game.bets:
        for address, place, called in _addressed(bet):
            for way in (address, f"base.{address}") if bet.key == "base" else (address,):
                first, name = known.setdefault(symbol_of(way), (place, called))
                if first != place:
                    raise CombinError(
                        f"{game.slug}: {name} and {called} have one address, {way!r}; rename one "
                        "of them"
                    )


def _addressed(bet: Bet) -> Iterator[tuple[str, object, str]]:
    """Yield the address of every pay of a bet, what it is the address of, and its description."""
    for number, entry in enumerate(bet.cells()):
        match entry.cell:
            case Pays(table):
                for line, pay in table.pays.items():
                    name = line_of(line, pay)
                    called = f"{name!r} of paytable {table.name!r} of bet {bet.key!r}"
                    yield address_of(bet, table.name, name), (bet.key, table.name, name), called
            case Fraction():
                if entry.row.name:
                    called = f"row {entry.row.name!r}, wager {entry.wager!r} of bet {bet.key!r}"
                    yield cell_address(bet, entry), (bet.key, number), called
            case _:
                assert_never(entry.cell)


def _side_bets(game: Game) -> None:
    """Decisions are made for the base game: what they change of a side bet has no best play of its
    own.
    """
    for bet in game.bets[1:]:
        if any(isinstance(row.when, Chose) for row in bet.rows()):
            raise CombinError(
                f"{game.slug}: bet {bet.key!r} depends on what is done, and decisions belong to "
                "the base game"
            )


def _stakes(game: Game) -> None:
    """Check that actions add to wagers that exist and never take back more than is there."""
    names = {wager.name for bet in game.bets for wager in bet.wagers}
    for decision in game.decisions:
        for action in decision.actions:
            for wager, units in action.adds.items():
                _of_type(
                    game, units, Fraction, f"what the action {action.name!r} adds to {wager!r}"
                )
                if wager not in names:
                    raise CombinError(
                        f"{game.slug}: the action {action.name!r} adds to {wager!r}, which is no "
                        f"wager{nearest(wager, names)}"
                    )
                if wager not in {w.name for w in game.bets[0].wagers}:
                    raise CombinError(
                        f"{game.slug}: the action {action.name!r} adds to {wager!r}, which is not "
                        "of the base bet"
                    )
    for path in game.paths():
        for end in range(len(path) + 1):
            for wager, units in game.stakes(game.bets[0], path[:end]).items():
                if units < 0:
                    raise CombinError(
                        f"{game.slug}: the action {path[end - 1].name!r} takes back more of "
                        f"{wager!r} than was staked"
                    )
