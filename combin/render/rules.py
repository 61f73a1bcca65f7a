"""Formats the rules of a game as combin reads them, to compare with the rule card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import chain
from textwrap import wrap
from typing import assert_never

from combin.dossier.tableau import Tableau, tableau
from combin.ranking import HandRanking, Points, Spread
from combin.records import dataclass
from combin.render import number
from combin.render.tables import MACHINE, TEXT, dump_json, of_rules, provenance, separated
from combin.render.turns import turns_told
from combin.rules import (
    ALWAYS,
    Action,
    All,
    Always,
    Amount,
    Any,
    Beats,
    Below,
    Bet,
    Cell,
    Choice,
    Chose,
    Condition,
    Deal,
    Decide,
    Draw,
    Hand,
    Not,
    OfMeter,
    Part,
    Pay,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Split,
    Ties,
    Turns,
)
from combin.rules.game import Game
from combin.rules.glossary import glossary
from combin.rules.words import CARDS_IN_FRONT

WIDTH = 100
CONDITION = 64  # of the width of a row
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

DRAWN = "by points (D: drawn, S: not, -: cannot come):"

JOKER = {
    "ace-or-straight-flush": "The joker completes a straight flush; otherwise it is an ace of no "
    "suit.",
    "any-ace-or-straight-flush": "The joker completes a straight flush; otherwise it is an ace of "
    "any suit not held.",
    "wild": "The joker is any card, whatever makes the best hand.",
    "bug": "The joker is an ace, or completes a straight, a flush or a straight flush.",
}


def rules_text(game: Game, form: str = TEXT) -> str:
    """Return the rules of a resolved game as plain text, or what programs read of it in the format
    `form`.
    """
    pays = {
        bet.key: {address: number.exact(pay) for address, pay in game.pays_in(bet.key).items()}
        for bet in game.bets
    }
    if form == "json":
        from combin.version import version

        about = {
            "title": game.title,
            "source": game.source,
            "bets": pays,
            "notes": list(game.notes),
            "names": glossary(game),
        }
        return dump_json(provenance(game, version()) | about)
    if form in MACHINE and game.has_turns:
        told = (
            (
                game.slug,
                choice.name,
                value,
                getattr(choice, "values", {}).get(value, choice.meaning),
            )
            for choice in game.choices
            for value in [game.chosen[choice.name]]
        )
        return "".join(separated([("game", "choice", "value", "meaning"), *told], form))
    if form in MACHINE:
        rows = ((game.slug, key, *pay) for key, paid in pays.items() for pay in paid.items())
        head = ("game", "bet", "pay", "units")
        return "".join(separated(of_rules(chain([head], rows), game), form))
    text = "\n\n".join("\n".join(lines) for lines in map(list, _parts(game)) if lines) + "\n"
    return f"<pre>{escape(text)}</pre>\n" if form == "html" else text


def _parts(game: Game) -> Iterator[Iterable[str]]:
    """Yield the parts of the rules as text."""
    yield [f"{game.title.upper()}  ({game.slug})", game.source, f"Played with {game.deck}."]
    if not game.has_turns:
        bets = (_bet(game, bet) for bet in game.bets)
        yield from (_play(game), _hands(game), *bets, choices_told(game), notes_told(game))
        yield _names(game)
        return
    yield turns_told(game)
    pays = [(name, number.plain(pay)) for name, pay in game.alone.pays().items()]
    yield ["PAYS  (to 1; to change one: --pay NAME=NUMBER)", *_aligned(pays, "  ")]
    if dealt := game.dealt:
        _, *deals = _play(dealt)
        bets = (_bet(dealt, bet) for bet in dealt.bets[1:])
        yield ["BETS ON THE FIRST CARDS", *deals]
        yield from (_hands(dealt), *bets, _names(dealt))
    yield from (choices_told(game), notes_told(game))


def rules_line(game: Game) -> str:
    """Return in a line which game it is, and its settings."""
    settings = (f"{name}={value}" for name, value in game.chosen.items())
    bets = " ".join(bet.key for bet in game.bets)
    return ", ".join((f"{game.slug}: {game.title}", f"bets {bets}", *settings))


# --- Words and columns -------------------------------------------------------------------------


def _count(items: int, noun: str) -> str:
    return f"{WORDS[items] if items < len(WORDS) else items} {noun}{'' if items == 1 else 's'}"


def _numbers(numbers: Sequence[int]) -> str:
    """Return ``0, 1, 2 or 3`` for the numbers that are possible."""
    *others, last = map(str, numbers)
    return (f"{', '.join(others)} or {last}" if others else last).capitalize()


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _aligned(rows: Sequence[Sequence[str]], indent: str) -> Iterator[str]:
    """Yield lines with the cells of each column under each other."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        yield (indent + "   ".join(cell.ljust(width) for cell, width in zip(row, widths))).rstrip()


def _wrapped(text: str, indent: str, first: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


# --- Deck, play, hands -------------------------------------------------------------------------


def _play(game: Game) -> Iterator[str]:
    yield "PLAY"
    for place, step in enumerate(steps(game), 1):
        yield from _wrapped(step.line, "      ", f"{place:>3}.  ")
        yield from _aligned(step.actions or step.drawing, "        ")


@dataclass(frozen=True)
class PlayStep:
    """A step of the play.

    line: a sentence.
    actions: each action of a decision, and what it means.
    drawing: the table by which a card is dealt, its head first.
    """

    line: str
    actions: Sequence[tuple[str, str]] = ()
    drawing: Sequence[tuple[str, ...]] = ()


def steps(game: Game) -> Iterator[PlayStep]:
    """Yield the steps of the play."""
    yield PlayStep(_stakes(game))
    for step in game.play:
        match step:
            case Deal(zone, cards, note, when):
                told_note = f": {note}" if note else ""
                dealt = f"{_count(cards, 'card').capitalize()} to {zone}{told_note}"
                if by_points := tableau(game, step):
                    yield PlayStep(f"{dealt}, {DRAWN}", drawing=[*_drawing(by_points)])
                else:
                    yield PlayStep(f"{dealt}{_only(when)}.")
            case Decide(name, actions, when):
                told = [(game.called(action.name), _meaning(action, game)) for action in actions]
                yield PlayStep(f"Decision: {name}{_only(when)}.", told)
            case Part(name, zone, into, numbers):
                yield PlayStep(
                    f"Decision: {name}. {_numbers(numbers)} cards of {zone} go to {into}."
                )
            case Split(name, zone, into, way):
                kind = "Fixed" if way else "Decision"
                ruled = f"by the house way {way.name}" if way else "the player chooses which"
                yield PlayStep(
                    f"{kind}: {name}. Two cards of {zone} go to {into}, {ruled}; they may not "
                    "outrank the five that stay."
                )
            case Draw(zone, like, note):
                told_note = f": {note}" if note else ""
                yield PlayStep(f"Cards to {zone}, as many as in {like}{told_note}.")
            case Turns():
                pass  # `turns_told` tells them
            case _:
                assert_never(step)
    yield PlayStep("All bets are settled." if len(game.bets) > 1 else "The bet is settled.")


def _drawing(rule: Tableau) -> Iterator[tuple[str, ...]]:
    """Yield a drawing rule: what is known, then a row for each number of points."""
    points = [column.points for column in rule.columns]
    cards = [column.card for column in rule.columns]
    for name, cells in ((rule.other, points), (rule.card, cards)):
        if name and any(cells):
            yield (name, *cells)
    marks = {True: "D", False: "S", None: "-"}
    for place, held in enumerate(rule.rows):
        yield (f"{rule.hand} {held}", *(marks[column.drawn[place]] for column in rule.columns))


def _only(when: Condition) -> str:
    """Return in words when a step happens, nothing where it always does."""
    return "" if when == ALWAYS else f", only if {applies(when)}"


def _stakes(game: Game) -> str:
    base, *sides = (
        [
            f"{_units(wager.stake)} on {game.called(wager.name)}"
            for wager in bet.wagers
            if wager.stake
        ]
        for bet in game.bets
    )
    optional = f"; optional: {_listed([*chain(*sides)])}" if sides else ""
    return f"Wagered: {_listed(base)}{optional}."


def _units(units: Fraction) -> str:
    return f"{number.plain(units)} unit{'' if units == 1 else 's'}"


def _meaning(action: Action, game: Game) -> str:
    parts = [
        f"{_units(units)} more on {game.called(wager)}"
        if units > 0
        else f"take back {_units(-units)} of {game.called(wager)}"
        for wager, units in action.adds.items()
        if units
    ]
    if action.ends:
        parts.append("the player makes no further decision")
    if action.when != ALWAYS:
        parts.append(f"only if {applies(action.when)}")
    return "; ".join(parts) or "nothing changes"


def _hands(game: Game) -> Iterator[str]:
    yield "HANDS"
    yield from _aligned([(hand.name, _made(game, hand)) for hand in game.hands], "  ")
    for ranking in dict.fromkeys(hand.ranking for hand in game.hands):
        yield ""
        match ranking:
            case HandRanking():
                yield f"  {ranking.name}, best first:"
                yield from _wrapped(" > ".join(ranking.families), "    ", "    ")
                if ranking.joker:
                    yield from _wrapped(JOKER[ranking.joker], "    ", "    ")
            case Points(name, values, modulo):
                yield f"  {name}, the sum{f' modulo {modulo}' if modulo else ''} of:"
                counted = ", ".join(f"{card} {value}" for card, value in values.items())
                yield from _wrapped(f"{counted}; any other card 0", "    ", "    ")
            case Spread(name):
                yield f"  {name}, how far apart the highest and the lowest card are, lowest first:"
                yield from _wrapped(" < ".join(["equal", *ranking.known_names()]), "    ", "    ")
            case _:
                assert_never(ranking)
    rankings = [hand.ranking for hand in game.hands if isinstance(hand.ranking, HandRanking)]
    told = {_straights(one) for one in rankings if any("straight" in name for name in one.families)}
    for line in sorted(told):
        yield from ("", f"  {line}")


def _straights(ranking: HandRanking) -> str:
    """Return what straights are made of."""
    if ranking.lowest_run is None:
        return f"A straight follows {'-'.join(ranking.running)}; the ace is only high."
    if not ranking.lowest_run:
        return "A straight runs ace-high or ace-low and never around the corner."
    lowest = "-".join("A" + ranking.running[: ranking.size - 1])
    return f"A straight runs ace-high or ace-low, {lowest} the lowest, and never around the corner."


def _made(game: Game, hand: Hand) -> str:
    if not isinstance(hand.ranking, HandRanking):
        return f"all cards of {_listed(hand.zones)}; ranked as {hand.ranking.name}"
    held, size = _held(game, hand), hand.ranking.size
    cards = (
        f"the {_count(size, 'card')} of"
        if held == size
        else f"the best {WORDS[size]} of the {_count(held, 'card')} of"
    )
    every = (
        f", every card of {_listed(hand.must_use)} used" if hand.must_use and held > size else ""
    )
    return f"{cards} {_listed(hand.zones)}{every}; ranked as {hand.ranking.name}"


def _held(game: Game, hand: Hand) -> int:
    """Return how many cards are dealt to the zones of a hand, and split off or added to them."""
    held = 0
    for step in game.play:
        match step:
            case Deal(zone, cards):
                held += cards * (zone in hand.zones)
            case Split(_, zone, into):
                held += CARDS_IN_FRONT * ((into in hand.zones) - (zone in hand.zones))
            case Decide() | Part() | Draw() | Turns():
                pass
            case _:
                assert_never(step)
    return held


# --- Bets --------------------------------------------------------------------------------------


def _bet(game: Game, bet: Bet) -> Iterator[str]:
    name, unit = game.shown(bet.key), game.unit(bet.base)
    key = f"; --bet {bet.key}" if name != bet.key else ""
    yield f"{name.upper()}  (the house edge is the expected loss per unit of {unit}{key})"
    settled: set[str] = set()
    for settlement in bet.settlements:
        yield from _settlement(bet, settlement, set(settlement.columns) <= settled)
        settled |= set(settlement.columns)
    for table in {table.name: table for table in bet.tables()}.values():
        yield ""
        yield from _paytable(bet, table)


def _settlement(bet: Bet, settlement: Settlement, bonus: bool) -> Iterator[str]:
    """Yield the lines of a settlement; a bonus is one whose wagers another settlement has already
    settled.
    """
    extra = f" ({settlement.name})" if settlement.name else ""
    if bonus:
        extra = f", in addition ({settlement.name})"
    named = list(chain.from_iterable(_row(row, bonus) for row in settlement.rows))
    columns = _listed(settlement.columns)
    if len(settlement.rows) == 1:
        yield f"  {columns}{extra}: {_listed(named[0][2:])}"
    elif len(settlement.columns) == 1:
        yield f"  {columns}{extra}, the first line that applies:"
        yield from _aligned(named, "    ")
    else:
        hint = f"(to change a cell: --pay {_address(bet, 'LINE.WAGER')}=NUMBER)"
        yield f"  {columns}{extra}, the first line that applies  {hint}"
        yield from _aligned([("", "", *settlement.columns), *named], "    ")


def _row(row: Row, bonus: bool) -> Iterator[tuple[str, ...]]:
    """Yield the cells of a row; a long condition goes on below."""
    first, *more = wrap(applies(row.when), CONDITION, break_on_hyphens=False)
    yield row.name, first, *(cell_words(cell, bonus) for cell in row.cells)
    for words in more:
        yield "", words, *[""] * len(row.cells)


def _address(bet: Bet, *parts: str) -> str:
    return ".".join(filter(None, ("" if bet.key == "base" else bet.key, *parts)))


def applies(when: Condition) -> str:
    """Return a condition in words."""
    match when:
        case Chose(action, at):
            return f"the player chose {action}" + (f" {at}" if at else "")
        case Reaches(hand, name) if name.isdigit():
            return f"{hand} is {name} or more"
        case Reaches(hand, name):
            return f"{hand} is {name.removesuffix('-or-better')} or better"
        case Below(hand, name):
            return f"{hand} is below {name}"
        case Beats(hand, other):
            return f"{hand} beats {other}"
        case Ties(hand, other):
            return f"{hand} equals {other}"
        case Not(part):
            return f"not ({applies(part)})"
        case All(parts):
            return _exactly(parts) or " and ".join(map(_part, parts))
        case Any(parts):
            inside = between(parts)
            if inside:
                return "{} is between {} and {}".format(*inside)
            return " or ".join(map(_part, parts))
        case Always():
            return "otherwise"
        case _:
            assert_never(when)


def between(parts: Sequence[Condition]) -> tuple[str, str, str] | None:
    """Return the hand that one of some conditions has between two others, and these; None where
    they are other ones.
    """
    joined = [both for both in parts if isinstance(both, All)]
    beats = [part for both in joined for part in both.parts if isinstance(part, Beats)]
    if len(beats) != 4:
        return None
    hand, low, high = beats[0].hand, beats[0].other, beats[1].hand
    above = All((Beats(hand, low), Beats(high, hand)))
    below = All((Beats(hand, high), Beats(low, hand)))
    return (hand, low, high) if tuple(parts) == (above, below) else None


def _exactly(parts: Sequence[Condition]) -> str:
    """Return in words that a hand has just so many points, nothing for other conditions."""
    if len(parts) != 2:
        return ""
    least, above = parts
    if not (isinstance(least, Reaches) and isinstance(above, Below) and least.hand == above.hand):
        return ""
    points = least.name
    is_next = points.isdigit() and above.name == str(int(points) + 1)
    return f"{least.hand} is {points}" if is_next else ""


def _part(when: Condition) -> str:
    """Return a condition that is joined to others in words."""
    match when:
        case All() | Any():
            alone = _exactly(when.parts) if isinstance(when, All) else between(when.parts)
            return applies(when) if alone else f"({applies(when)})"
        case Always() | Chose() | Reaches() | Below() | Beats() | Ties() | Not():
            return applies(when)
        case _:
            assert_never(when)


def cell_words(cell: Cell, bonus: bool) -> str:
    """Return what a cell pays in words; bonus: whether its wager is settled by another settlement
    too.
    """
    match cell:
        case Pays(table, by):
            hand = by if isinstance(by, str) else f"the margin of {by.hand} over {by.other}"
            return f"table {table.name}".strip() + f" by {hand}"
        case Fraction():
            return _odds(cell, bonus)
        case _:
            assert_never(cell)


def _pay_words(pay: Pay, for_one: bool) -> str:
    match pay:
        case Fraction():
            return _odds(pay, for_one=for_one)
        case OfMeter(share):
            return f"{number.plain(share * 100)} % of the meter"
        case _:
            assert_never(pay)


def _odds(pay: Fraction, bonus: bool = False, for_one: bool = False) -> str:
    """Return a number of units as the felt writes it."""
    if for_one or pay > 0:
        return f"{number.plain(pay)} {'for' if for_one else 'to'} 1"
    if pay == 0:
        return "nothing" if bonus else "push"
    return "lost" if pay == -1 else f"{number.plain(-pay)} lost"


def _paytable(bet: Bet, table: Paytable) -> Iterator[str]:
    name = f"Table {table.name}".strip()
    fixed = [line for line, pay in table.pays.items() if isinstance(pay, Fraction)]
    if fixed:
        name += f"  (to change a line: --pay {_address(bet, table.name, fixed[0])}=NUMBER)"
    yield f"  {name}"
    rows = [(line, _pay_words(pay, table.for_one)) for line, pay in table.pays.items()]
    rows.append(("less", _odds(table.less, bonus=True)))
    # Dots lead from the line to its pay, as on the felt.
    left = max(len(line) for line, _ in rows) + 3
    right = max(len(pay) for _, pay in rows)
    for line, pay in rows:
        yield "    " + f"{line} ".ljust(left, ".") + "." * (right - len(pay)) + f" {pay}"
    if table.meter is not None:
        yield (
            f"    The meter stands at {_units(table.meter)}  (--pay "
            f"{_address(bet, table.name, 'meter')}=NUMBER)."
        )


# --- Choices and notes -------------------------------------------------------------------------


def choices_told(game: Game) -> Iterator[str]:
    """Yield the choices of a game, what each can be, and the one in force."""
    if game.choices:
        yield "CHOICES  (--set NAME=VALUE; the one in force is marked *)"
    for choice in game.choices:
        yield from _wrapped(f"{choice.name}: {choice.meaning}", "    ", "  ")
        yield from _values(choice, game.chosen[choice.name])


def _values(choice: Choice | Amount, chosen: str) -> Iterator[str]:
    if isinstance(choice, Amount):
        yield f"    * {chosen} (any number from {number.plain(choice.least)} up)"
        return
    rows = [
        ("*" if value == chosen else " ", value, meaning)
        for value, meaning in choice.values.items()
    ]
    width = max(len(value) for _, value, _ in rows)
    for mark, value, meaning in rows:
        yield f"    {mark} {value.ljust(width)}   {meaning}"


def notes_told(game: Game) -> Iterator[str]:
    """Yield what a reader of the results should know."""
    if game.notes:
        yield "NOTES"
    for note in game.notes:
        yield from _wrapped(note, "  ", "  ")


def _names(game: Game) -> Iterator[str]:
    """Yield what people say for names, beside the names that commands, pays and logs read."""
    if names := glossary(game):
        yield "NAMES  (as people say them, and as commands, pays and logs do)"
        yield from _aligned([(spoken, name) for name, spoken in names.items()], "  ")
