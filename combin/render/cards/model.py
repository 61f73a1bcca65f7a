"""What a strategy card says, as plain text and names of tones: nothing is left to compute when it
is laid out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from combin.render import number
from combin.render.tables import at_meter, command_of
from combin.rules import LOSE, Action, Amount, Bet, OfMeter, Pay, Pays, Paytable
from combin.rules.game import Game
from combin.rules.glossary import called

if TYPE_CHECKING:
    from combin.solving.measures import Hand
    from combin.solving.result import BetResult, Solution

# decision -> (action, phrase): the first phrase that fits decides, the last one is `otherwise`
Lines = Mapping[str, Sequence[tuple[str, str]]]

NBSP = "\u00a0"
MINUS = "\u2212"
RUNT = 14  # letters: the last two words together, if they are kept on one line


@dataclass(frozen=True)
class Look:
    """How an action is marked.

    name: what people call the action.
    mark: a letter for small cells.
    tone: of the palette: most, more, some, none or end.
    """

    name: str
    mark: str
    tone: str


@dataclass(frozen=True)
class Line:
    """One line of a strategy.

    action: taken where the phrase is the first that fits.
    phrase: what it says of the cards.
    """

    action: str
    phrase: str


@dataclass(frozen=True)
class Block:
    """The lines of one decision.

    name: of the decision.
    lines: in their order.
    """

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class PayTable:
    """A paytable.

    title: what it pays.
    rows: hand and pay.
    """

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Measure:
    """A figure.

    figure: printed.
    label: what it is.
    """

    figure: str
    label: str


@dataclass(frozen=True)
class Cell:
    """One starting hand.

    label: its ranks, ``AKs``.
    action: to take with it.
    """

    label: str
    action: str


@dataclass(frozen=True)
class Grid:
    """The action at each starting hand.

    decision: the one that is made on it.
    caption: stands above the square.
    cells: row by row from the aces, suited above the diagonal.
    """

    decision: str
    caption: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class CardModel:
    """Everything printed on a card.

    title: the game.
    source: of the rules.
    measures: the figures at the foot.
    blocks: the lines of each decision.
    actions: name -> look, for every action of the game.
    tables: the paytables.
    readings: the choices in force, and what words mean.
    command: prints the card again.
    list_command: prints the full list, should the card be too small for it.
    version: what computed it.
    notes: sentences under the list, such as what a shortened list costs.
    grid: the square of starting hands, where the format has room for it.
    """

    title: str
    source: str
    measures: tuple[Measure, ...]
    blocks: tuple[Block, ...]
    actions: dict[str, Look]
    tables: tuple[PayTable, ...]
    readings: tuple[str, ...]
    command: str
    list_command: str
    version: str
    notes: tuple[str, ...] = ()
    grid: Grid | None = None


@dataclass(frozen=True)
class Request:
    """How a card was asked for.

    name: the game as the user called it.
    path: where the card goes.
    options: further words of the command.
    hands: what the list does with each starting hand, for the grid; empty for no grid.
    """

    name: str = ""
    path: str = "card.pdf"
    options: Sequence[str] = ()
    hands: Sequence[Hand] = ()


ANYHOW = Request()


# --- Text --------------------------------------------------------------------------------------


def typeset(text: str) -> str:
    """Return `text` with a true minus sign before a number, true apostrophes, and percent signs
    tied to their numbers.
    """
    return (
        (MINUS + text[1:] if text[:1] == "-" else text)
        .replace("'", "\u2019")
        .replace(" %", f"{NBSP}%")
    )


def kept(phrase: str) -> str:
    """Return `phrase` with its last word tied to the one before, so that none stands alone on a
    line.

    Longer pairs stay apart: tied, they would be wider than a narrow column.
    """
    head, space, last = phrase.rpartition(" ")
    return (
        f"{head}{NBSP}{last}"
        if space and len(head.rpartition(" ")[2]) + len(last) <= RUNT
        else phrase
    )


def spoken(name: str) -> str:
    """Return a name of the rules as people say it: ``three-of-a-kind`` -> ``Three of a kind``."""
    words = called(name)
    return words[:1].upper() + words[1:]


# --- Actions -----------------------------------------------------------------------------------


def looks(game: Game) -> dict[str, Look]:
    """Return the look of each action of the game; the same name looks the same at every
    decision.
    """
    scale = _scale(game)
    found: dict[str, Look] = {}
    for action in _actions(game):
        if action.name not in found:
            mark = _mark(action.name, {look.mark for look in found.values()})
            found[action.name] = Look(game.called(action.name), mark, _tone(action, scale))
    return found


def _actions(game: Game) -> Iterator[Action]:
    for decision in game.decisions:
        yield from decision.actions


def _scale(game: Game) -> dict[Fraction, str]:
    """Return the tone of each stake above the least, darker and darker: an action may take a
    wager back, and one that leaves it then adds most.
    """
    stakes = sorted({_added(action) for action in _actions(game)})[1:]
    tones = ["some", "more", "most"] if len(stakes) <= 3 else ["some", "more", "much", "most"]
    missing = len(tones) - len(stakes)
    return {stake: tones[max(0, missing + place)] for place, stake in enumerate(stakes)}


def _tone(action: Action, scale: dict[Fraction, str]) -> str:
    return scale.get(_added(action), "end" if action.ends else "none")


def _added(action: Action) -> Fraction:
    return sum(action.adds.values(), Fraction(0))


def _mark(name: str, taken: set[str]) -> str:
    letters = name[:1].upper()
    while letters in taken and len(letters) < len(name):
        letters = name[: len(letters) + 1].capitalize()
    return letters


# --- Paytables ---------------------------------------------------------------------------------


def paytables(bet: Bet) -> tuple[PayTable, ...]:
    """Return the paytables of a bet, each once, named by what they pay."""
    columns: dict[str, list[str]] = {}
    tables: dict[str, Paytable] = {}
    for entry in bet.cells():
        match entry.cell:
            case Pays(table):
                tables[table.name] = table
                listed = columns.setdefault(table.name, [])
                if entry.wager not in listed:
                    listed.append(entry.wager)
            case Fraction():
                pass
            case _:
                assert_never(entry.cell)
    return tuple(
        PayTable(_titled(table, columns[name]), tuple(_pay_rows(table)))
        for name, table in tables.items()
    )


def _titled(table: Paytable, columns: list[str]) -> str:
    what = spoken(table.name or " and ".join(columns))
    verb = "pay" if not table.name and len(columns) > 1 else "pays"
    return f"{what} {verb}, {'for' if table.for_one else 'to'} 1"


def _pay_rows(table: Paytable) -> Iterator[tuple[str, str]]:
    """Yield the lines of a table, runs of three and more pairs of one rank that pay the same drawn
    together.
    """
    rows = [(spoken(line), _pay_text(pay)) for line, pay in table.pays.items()]
    for pay, group in groupby(rows, key=_run):
        run = list(group)
        if pay is not None and len(run) > 2:
            (first, _), (last, paid) = run[0], run[-1]
            yield f"{first} to {last.removeprefix('Pair of ')}", paid
        else:
            yield from run
    if table.less == LOSE:
        yield "Less", "lost"


def _run(row: tuple[str, str]) -> str | None:
    """Return the pay of a pair of one rank; None for any other hand."""
    name, pay = row
    return pay if _is_rank(name) else None


def _is_rank(name: str) -> bool:
    return name.startswith("Pair of ") and name.count(" ") == 2


def _pay_text(pay: Pay) -> str:
    match pay:
        case Fraction():
            return "push" if pay == 0 else typeset(number.plain(pay))
        case OfMeter(share):
            return f"{number.plain(share * 100)} % of the meter"
        case _:
            assert_never(pay)


# --- The model ---------------------------------------------------------------------------------


def edge_figure(result: BetResult) -> Measure:
    """Return the house edge, what it is divided by, and the exact fraction."""
    whose = typeset("player's edge") if result.house_edge < 0 else "house edge"
    figure = number.percent(abs(result.house_edge), 4)
    return Measure(
        figure, f"{whose} of one {result.wager} ({number.exact(abs(result.house_edge))})"
    )


def measures(result: BetResult) -> tuple[Measure, ...]:
    """Return the three figures at the foot of a card."""
    label = (
        typeset("player's edge on all money bet")
        if result.house_edge < 0
        else "element of risk, of all money bet"
    )
    risk = Measure(number.percent(abs(result.element_of_risk), 4), label)
    spread = Measure(number.root(result.variance, 3), f"std. dev. per {result.wager}")
    if result.average_wager == 1:
        return edge_figure(result), spread
    return edge_figure(result), risk, spread


def in_force(game: Game, *keys: str) -> tuple[str, ...]:
    """Return what was chosen and replaced of some bets, and where their meters stand, one sentence
    each.
    """
    return tuple(map(typeset, _in_force(game, *keys)))


def _in_force(game: Game, *keys: str) -> Iterator[str]:
    for choice in game.choices_of(*keys):
        value = game.chosen[choice.name]
        if isinstance(choice, Amount):
            yield f"{spoken(choice.name)}: {value}, {choice.meaning}."
        else:
            yield f"{spoken(choice.name)}: {choice.values[value]}."
    meters = game.meters(*keys)
    for address, pay in game.priced_in(*keys).items():
        if address not in meters:
            yield f"{spoken(address)}: {number.plain(pay)}, replaced."
    for address, units in meters.items():
        yield f"{spoken(address)}: stands at {number.plain(units)}."


def _sides(solution: Solution) -> tuple[str, ...]:
    """Return the edges of the side bets in a sentence, if there are any."""
    base = solution.game.bets[0].key
    sides = [
        f"{spoken(key)} {_side(result, solution.game)}"
        for key, result in solution.bets.items()
        if key != base
    ]
    return (typeset(f"House edge of one unit on the side: {', '.join(sides)}."),) if sides else ()


def _side(result: BetResult, game: Game) -> str:
    edge = typeset(number.percent(result.house_edge, 4))
    meter = at_meter(game.meters(result.key)).removeprefix(", ")
    unit = f" of one {result.wager}" if result.key != result.wager else ""
    return f"{edge}{unit} ({meter})" if meter else f"{edge}{unit}"


def blocks_of(lines: Lines) -> tuple[Block, ...]:
    """Return the lines of every decision, ready to be set."""
    return tuple(
        Block(
            spoken(decision),
            tuple(Line(action, kept(typeset(phrase))) for action, phrase in _named(listed)),
        )
        for decision, listed in lines.items()
    )


def _named(listed: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Return the lines; the only one of a decision says `always`, for there is nothing that it is
    other than.
    """
    return listed if len(listed) > 1 else [(action, "always") for action, _ in listed]


# What a phrase holds -> what a player would ask about it.
WORDS = {
    " point": "Points: 2 for a card of which a pair wins, 1 for one of which a pair pushes.",
    " ways": "Ways: runs of five ranks that hold so many of the cards.",
}


def words(lines: Lines) -> tuple[str, ...]:
    """Return what the words of a strategy mean that a player may not know."""
    phrases = "\n".join(phrase for listed in lines.values() for _, phrase in listed)
    return tuple(typeset(meaning) for part, meaning in WORDS.items() if part in phrases)


def cost_note(cost: Fraction | None, wager: str) -> tuple[str, ...]:
    """Return what a list costs against the best play; nothing where that is not known."""
    if cost is None:
        return ()
    if cost == 0:
        return ("Exact: worth as much as the best play.",)
    costs = f"costs {number.cost(cost)} of one {wager} ({number.exact(cost)})"
    return (f"Figures of this list, which {costs} against the best play.",)


def card_model(
    solution: Solution,
    lines: Lines,
    cost: Fraction | None = None,
    asked: Request = ANYHOW,
    played: BetResult | None = None,
) -> CardModel:
    """Return the card of the solution's base game.

    lines: the strategy.
    cost: what it gives away, None where that is not known.
    asked: how the card was asked for.
    played: what playing the lines comes to, needed where that is not the best play.
    """
    game = solution.game
    base = played or solution.bets[game.bets[0].key]
    if base.expected_value != solution.bets[base.key].expected_value - (cost or 0):
        raise ArithmeticError(f"{game.slug}: the figures of the card are not those of its lines")
    options = [*asked.options, "-o", os.path.basename(asked.path)]
    return CardModel(
        title=typeset(game.title),
        source=typeset(game.source),
        measures=measures(base),
        blocks=blocks_of(lines),
        actions=looks(game),
        tables=paytables(game.bets[0]),
        readings=in_force(game, *solution.bets) + _sides(solution) + words(lines),
        command=command_of("card", game, options, asked.name),
        list_command=command_of("strategy", game, (), asked.name),
        version=f"combin{NBSP}{solution.version}",
        notes=_notes(lines, cost, base.wager),
        grid=_grid(asked.hands) if asked.hands else None,
    )


def _notes(lines: Lines, cost: Fraction | None, wager: str) -> tuple[str, ...]:
    """Return the sentences under the list."""
    if not lines:
        return ("Nothing is decided in this bet.",)
    long = any(len(listed) > 2 for listed in lines.values())
    first = ("The first line that fits decides.",) if long else ()
    return first + cost_note(cost, wager)


def _grid(hands: Sequence[Hand]) -> Grid:
    cells = tuple(Cell(hand.label, hand.best) for hand in hands)
    return Grid(
        hands[0].decision,
        f"{spoken(hands[0].decision)}: suited above the diagonal, offsuit below",
        cells,
    )
