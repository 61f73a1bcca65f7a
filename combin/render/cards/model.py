"""The contents of a strategy card, as plain text and names of tones; nothing is left to compute."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.dossier.tableau import tableau
from combin.records import dataclass
from combin.render import number
from combin.render.cards import felt
from combin.render.cards.felt import NBSP, PayTable, spoken, typeset
from combin.render.cards.imprint import NO_IMPRINT, Imprint
from combin.render.tables import at_meter, command_of
from combin.rules import Action, Amount, Choice, Deal, Hold, Part, Split
from combin.rules.game import Game
from combin.rules.glossary import called, capital
from combin.rules.words import HOLD, HOLD_NONE

if TYPE_CHECKING:
    from combin.questions.measures import StartingHand
    from combin.solving.result import BetResult, Solution

# decision -> (action, phrase): the first phrase that fits decides, the last one is `otherwise`
Lines = Mapping[str, Sequence[tuple[str, str]]]
Examples = Mapping[str, Sequence[str]]  # decision -> cards that each line decides, or nothing

COUNTS = "the number of "  # begins a choice whose values say by themselves what they count
RUNT = 14  # letters: the last two words together, if they are kept on one line
SET = "set"  # in place of an action: a hand is split, and the line says what goes in front
HANDS = r"\b[2-9TJQKA]{2}(?:[so]\b|\+|[so]\+)"  # some starting hands, as players write them


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
class CardLine:
    """One line of a strategy.

    action: taken where the phrase is the first that fits.
    phrase: what it says of the cards.
    example: cards that it decides, and no line before it; empty for none.
    number: its place in a list of what to hold, where it stands for the action; else empty.
    """

    action: str
    phrase: str
    example: str = ""
    number: str = ""


@dataclass(frozen=True)
class CardBlock:
    """The lines of one decision.

    name: of the decision.
    lines: in their order.
    """

    name: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True)
class Measure:
    """A figure.

    figure: printed.
    label: what it is.
    """

    figure: str
    label: str


@dataclass(frozen=True)
class GridCell:
    """One starting hand.

    label: its ranks, ``AKs``.
    action: to take with it.
    """

    label: str
    action: str


@dataclass(frozen=True)
class HandGrid:
    """The action at each starting hand.

    caption: stands above the square.
    cells: row by row from the aces, suited above the diagonal.
    """

    caption: str
    cells: tuple[GridCell, ...]


@dataclass(frozen=True)
class ChartTable:
    """A letter, or a number, for each row and column.

    name: stands above the rows. columns: their names.
    rows: the name of each, and its cells.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def cells(self, before: str = "") -> Iterator[tuple[str, str]]:
        """Yield every cell, by the names of its row and its column."""
        for label, cells in self.rows:
            told = (f"{before}{self.name}, {label} / {column}" for column in self.columns)
            yield from zip(told, cells)


@dataclass(frozen=True)
class Longer:
    """The list that is worth more than the one in front, for the back.

    title: what it is, and what it costs.
    blocks: its lines.
    elsewhere: said in its place where the back has no room for it.
    """

    title: str
    blocks: tuple[CardBlock, ...]
    elsewhere: str


@dataclass(frozen=True)
class CardModel:
    """Everything printed on a card.

    title: the game.
    source: of the rules.
    measures: the figures at the foot.
    blocks: the lines of each decision.
    actions: name -> look, for every action of the game.
    tables: the paytables of all bets.
    rules: what actions stake and when wagers are paid, in sentences.
    readings: the choices in force, and what words mean.
    exactly: the figures as fractions, in a sentence.
    command: prints the card again.
    version: what computed it.
    notes: sentences under the list, such as what a shortened list costs.
    grid: the square of starting hands, where the format has room for it.
    longer: the list that the front has no room for.
    imprint: what the user adds.
    charts: tables of letters, and key: what these mean.
    behind: tables that belong to the charts and take a side of their own, on A6; above: what stands
        over them, and in their place on a wallet card.
    """

    title: str
    source: str
    measures: tuple[Measure, ...]
    blocks: tuple[CardBlock, ...]
    actions: dict[str, Look]
    tables: tuple[PayTable, ...]
    rules: tuple[str, ...]
    readings: tuple[str, ...]
    exactly: str
    command: str
    version: str
    notes: tuple[str, ...] = ()
    grid: HandGrid | None = None
    longer: Longer | None = None
    imprint: Imprint = NO_IMPRINT
    charts: tuple[ChartTable, ...] = ()
    key: tuple[tuple[str, str], ...] = ()
    behind: tuple[ChartTable, ...] = ()
    above: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """How a card was asked for.

    name: the game as the user called it.
    path: where the card goes.
    options: further words of the command.
    hands: what the list does with each starting hand, for the grid; empty for no grid.
    examples: cards that each line decides.
    imprint: what the user adds.
    points: what each card counts, where the strategy counts points.
    dialect: whose words its phrases are in; empty for the vocabulary's own.
    untold: side bets with decisions of their own, which the card does not tell.
    last: the decisions, where all of them are made with all cards known.
    """

    name: str = ""
    path: str = "card.pdf"
    options: Sequence[str] = ()
    hands: Sequence[StartingHand] = ()
    examples: Examples = field(default_factory=dict)
    imprint: Imprint = NO_IMPRINT
    points: str = ""
    dialect: str = ""
    untold: Sequence[str] = ()
    last: Sequence[str] = ()


ANYHOW = Request()


# --- Text --------------------------------------------------------------------------------------


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


# --- Actions -----------------------------------------------------------------------------------


def looks(game: Game) -> dict[str, Look]:
    """Return the look of each action of the game; the same name looks the same at every
    decision.
    """
    scale = _scale(game)
    found: dict[str, Look] = {}
    for action in _actions(game):
        if action.name not in found:
            taken = {look.mark for look in found.values()}
            mark = action.name[:1].upper()
            while mark in taken and len(mark) < len(action.name):
                mark = action.name[: len(mark) + 1].capitalize()
            tone = scale.get(_added(action), "end" if action.ends else "none")
            found[action.name] = Look(game.called(action.name), mark, tone)
    if any(isinstance(step, Part) for step in game.play):
        found |= {HOLD: Look(HOLD, "H", "some"), HOLD_NONE: Look(HOLD_NONE, "N", "none")}
    return found


def _actions(game: Game) -> Iterator[Action]:
    for decision in game.decisions:
        yield from (action for action in decision.actions if not isinstance(action, Hold))


def _scale(game: Game) -> dict[Fraction, str]:
    """Return the tone of each stake above the least, darker and darker: an action may take a
    wager back, and one that leaves it then adds most.
    """
    stakes = sorted({_added(action) for action in _actions(game)})[1:]
    tones = ["some", "more", "most"] if len(stakes) <= 3 else ["some", "more", "much", "most"]
    missing = len(tones) - len(stakes)
    return {stake: tones[max(0, missing + place)] for place, stake in enumerate(stakes)}


def _added(action: Action) -> Fraction:
    return sum(action.adds.values(), Fraction(0))


# --- The model ---------------------------------------------------------------------------------


def whose_edge(result: BetResult, unit: str) -> str:
    """Return the name of the edge and what it is divided by."""
    whose = "player's edge" if result.house_edge < 0 else "house edge"
    return typeset(f"{whose} per {unit}")


def exactly(result: BetResult, cost: Fraction | None, unit: str) -> str:
    """Return the edge, and what the list costs, as fractions."""
    edge = f"{whose_edge(result, unit)} {number.exact(abs(result.house_edge))}"
    costs = f"; the list costs {number.exact(cost)} of one {unit}" if cost else ""
    return f"Exact {edge}{costs}."


def measures(result: BetResult, unit: str) -> tuple[Measure, ...]:
    """Return the two or three figures at the foot of a card."""
    label = (
        typeset("player's edge per unit wagered") if result.house_edge < 0 else "element of risk"
    )
    edge = Measure(number.percent(abs(result.house_edge), 4), whose_edge(result, unit))
    risk = Measure(number.percent(abs(result.element_of_risk), 4), label)
    spread = Measure(number.root(result.variance, 3), f"std. dev. per {unit}")
    if result.for_one:
        return Measure(number.percent(result.returned, 4), "return"), edge, spread
    if result.average_wager == 1:
        return edge, spread
    return edge, risk, spread


def in_force(game: Game, *keys: str) -> tuple[str, ...]:
    """Return what was chosen and replaced of some bets, and where their meters stand, one sentence
    each.
    """
    meters = game.meters(*keys).items()
    stands = [f"{spoken(address)}: stands at {number.plain(units)}." for address, units in meters]
    return tuple(map(typeset, (*chosen(game, *keys), *_replaced(game, *keys), *stands)))


def chosen(game: Game, *keys: str) -> Iterator[str]:
    """Yield what was chosen of some bets, one sentence each."""
    return (sentence for _, sentence in _chosen(game, *keys))


def _chosen(game: Game, *keys: str) -> Iterator[tuple[str, str]]:
    """Yield the meaning of every value chosen, and the sentence that says it; none by which the
    player sets his hand as he likes, for the list says how.
    """
    for choice in game.choices_of(*keys):
        value = game.chosen[choice.name]
        if _is_free(game, choice):
            continue
        if isinstance(choice, Amount):
            yield choice.meaning, f"{capital(choice.meaning)}: {value}."
        else:
            yield choice.values[value], _said(choice, choice.values[value], game.names)


def _is_free(game: Game, choice: Choice | Amount) -> bool:
    """Return whether a hand is set as the player likes, and by a way at another value."""
    if not game.sheet or all(step.by for step in game.play if isinstance(step, Split)):
        return False
    tried = (game.sheet.resolve({**game.chosen, choice.name: value}) for value in choice.tried)
    return any(all(step.by for step in one.play if isinstance(step, Split)) for one in tried)


def _said(choice: Choice, meaning: str, names: Mapping[str, str]) -> str:
    """Return what a choice decides and how, in a sentence; a list of pays follows the name of its
    table.
    """
    name, lists = spoken(choice.name, names), _lists_pays(meaning)
    words = (called(choice.name), name, choice.meaning)
    if choice.meaning.startswith(COUNTS) or (not lists and any(one in meaning for one in words)):
        return f"{capital(meaning)}."
    what = name if lists or ": " in choice.meaning else capital(choice.meaning)
    return f"{what}: {meaning}."


def _replaced(game: Game, *keys: str) -> Iterator[str]:
    meters = game.meters(*keys)
    for address, pay in game.priced_in(*keys).items():
        if address not in meters:
            yield f"{spoken(address)}: changed to {number.plain(pay)}."


def readings(game: Game, *keys: str) -> tuple[str, ...]:
    """Return what is in force and no paytable of the card says: a value that only lists pays is
    seen there, and a meter beside its edge.
    """
    told = [sentence for value, sentence in _chosen(game, *keys) if not _lists_pays(value)]
    return tuple(map(typeset, (*told, *_replaced(game, *keys))))


def _lists_pays(value: str) -> bool:
    """Return whether the meaning of a value is a list of numbers, but for remarks in brackets."""
    return not any(letter.isalpha() for letter in re.sub(r"\(.*?\)", "", value))


def _side(result: BetResult, game: Game) -> str:
    whose = "player's edge" if result.house_edge < 0 else "house edge"
    edge = typeset(f"{whose} {number.percent(abs(result.house_edge), 4)}")
    meter = at_meter(game.meters(result.key)).removeprefix(", ")
    unit = f" of one {game.unit(result.wager)}" if result.key != result.wager else ""
    return f"{edge}{unit} ({meter})" if meter else f"{edge}{unit}"


def blocks_of(lines: Lines, examples: Examples | None = None) -> tuple[CardBlock, ...]:
    """Return the lines of every decision, ready to be set."""
    shown = examples or {}
    return tuple(
        CardBlock(spoken(decision), tuple(_set(listed, shown.get(decision, ()))))
        for decision, listed in lines.items()
    )


def _set(listed: Sequence[tuple[str, str]], examples: Sequence[str]) -> Iterator[CardLine]:
    """Yield the lines of a decision, numbered where all have one action; the only line of a raise
    or a fold says `always`, for there is nothing that it is other than.
    """
    numbered = _is_held(listed) or _is_set(listed)
    if len(listed) == 1 and not numbered:
        listed, examples = [(listed[0][0], "always")], ()
    shown = [""] * len(listed) if numbered or not examples else examples
    for place, ((action, phrase), example) in enumerate(zip(listed, shown, strict=True), 1):
        told = "otherwise discard all" if action == HOLD_NONE else kept(typeset(phrase))
        yield CardLine(action, told, example, str(place) if numbered else "")


def _is_held(listed: Sequence[tuple[str, str]]) -> bool:
    """Return whether a list says what to hold: then its order is told in place of the action."""
    return listed[0][0] in (HOLD, HOLD_NONE)


def _is_set(listed: Sequence[tuple[str, str]]) -> bool:
    """Return whether a list says what goes in front of a hand that is split."""
    return listed[0][0] == SET


WAY = (
    "The first line that fits says what goes in front. The joker is an ace there; behind, it may "
    "also complete a straight or a flush.",
    "Single: a card of a rank of its own.",
)
GAPS = "Gap: a rank missing between the cards, or one that an ace or a two cuts off at an end."
FLUSH = "Flush penalty: a discard of the suit of the cards held."
STRAIGHT = "Straight penalty: a discard that could make a straight with the cards held."
WAYS = "Ways: the number of runs of five ranks that contain the cards."
STARTING = "s: suited; o: not suited; +: with any higher second card, or any higher pair."
HIDDEN = "Hidden: using your own two cards."
SPREAD = "Spread: the number of ranks between the cards, ace high."
REACH = "Spread of cards to a straight: the number of ranks they span, both ends counted."


def words(lines: Lines, points: str) -> tuple[str, ...]:
    """Return what the words of a strategy mean that a player may not know; points: what each card
    counts.
    """
    phrases = "\n".join(phrase for listed in lines.values() for _, phrase in listed)
    counts = f"{capital(points)}."
    meanings = {" point": counts, "hidden ": HIDDEN, " ways": WAYS, " with a spread of": REACH}
    if " with a spread of" not in phrases:
        meanings[" spread"] = SPREAD
    if any(map(_is_held, lines.values())):
        meanings = {" gap": GAPS, "flush penalty": FLUSH, "straight penalty": STRAIGHT}
    starting = (STARTING,) if re.search(HANDS, phrases) else ()
    found = (meaning for part, meaning in meanings.items() if part in phrases)
    return tuple(map(typeset, (*starting, *found)))


def cost_note(cost: Fraction | None, wager: str) -> tuple[str, ...]:
    """Return what a list costs against optimal play, nothing where that is not known; wager: as
    people say it.
    """
    if cost is None:
        return ()
    if cost == 0:
        return ("This list is perfect: it costs nothing against optimal play.",)
    return (
        typeset(
            f"Figures with this list, {number.cost(cost)} of one {wager} worse than optimal play."
        ),
    )


def longer(
    lines: Lines, cost: Fraction, wager: str, what: str = "", where: str = "on the A6 card"
) -> Longer:
    """Return the list that the front of a card has no room for; cost: against optimal play;
    wager: as people say it; what: it is, where it is no better one; where: it can be read.
    """
    count = number.counted(sum(map(len, lines.values())), "line")
    what = what or ("The perfect list" if not cost else "A better list")
    costs = f", {number.cost(cost)} of one {wager} below optimal play" if cost else ""
    return Longer(
        typeset(f"{what}{costs}"),
        blocks_of(lines),
        typeset(f"{what}, {count}{costs}, is {where}."),
    )


def card_model(
    solution: Solution,
    lines: Lines,
    cost: Fraction | None = None,
    asked: Request = ANYHOW,
    played: BetResult | None = None,
    behind: Longer | None = None,
) -> CardModel:
    """Return the card of the solution's base game.

    lines: the strategy.
    cost: what it gives away, None where that is not known.
    asked: how the card was asked for.
    played: what playing the lines comes to, needed where that is not the best play.
    behind: the list that the front has no room for.
    """
    game = solution.game
    base = played or solution.bets[game.bets[0].key]
    if base.expected_value != solution.bets[base.key].expected_value - (cost or 0):
        raise ArithmeticError(f"{game.slug}: the figures of the card are not those of its lines")
    unit = game.unit(base.wager)
    options = [*asked.options, "-o", os.path.basename(asked.path)]
    grid = None
    if asked.hands:
        caption = f"{spoken(asked.hands[0].decision)}: suited above the diagonal, offsuit below"
        cells = tuple(GridCell(hand.label, hand.best) for hand in asked.hands)
        grid = HandGrid(caption, cells)
    model = CardModel(
        title=typeset(game.title),
        source=typeset(capital(game.source)),
        measures=measures(base, unit),
        blocks=blocks_of(lines, asked.examples),
        actions=looks(game),
        tables=tuple(_tables(game, solution, asked.untold)),
        rules=felt.rules(game),
        readings=readings(game, *solution.bets),
        exactly=exactly(base, cost, unit),
        command=command_of("card", game, options, asked.name),
        version=f"combin{NBSP}{solution.version}",
        notes=notes(lines, cost, unit, asked.points, asked.last),
        grid=grid,
        longer=behind,
        imprint=asked.imprint,
    )
    return model if lines or asked.last else replace(model, **drawing_charts(game))


def drawing_charts(game: Game) -> dict[str, Any]:
    """Return the rules by which cards are drawn as charts and notes of a card: what is never drawn
    is left out, and a rule of one column is a sentence.
    """
    charts, said, across = [], [], ""
    deals = [step for step in game.play if isinstance(step, Deal)]
    notes = {step.zone: step.note for step in deals}
    zones = {hand.name: hand.zones[0] for hand in game.hands}
    for step in deals:
        rule = tableau(game, step)
        columns = [column for column in rule.columns if True in column.drawn] if rule else []
        if not rule or not columns:
            continue
        joined = [hand for hand in game.hands if step.zone in hand.zones and hand.zones[1:]]
        name = spoken(min(joined, key=lambda hand: len(hand.zones)).name, game.names)
        rows = [at for at in range(len(rule.rows)) if any(c.drawn[at] for c in columns)]
        if len(columns) == 1:
            against = f" against {columns[0].points}" if columns[0].points else ""
            said.append(f"{name} draws with {', '.join(rule.rows[at] for at in rows)}{against}.")
            continue
        cards = [column.card.replace("none", "\u2013") for column in columns]
        heads = tuple(
            f"{card} {column.points}".strip() if cards.count(card) > 1 else card
            for card, column in zip(cards, columns)
        )
        cells = (tuple("D" if c.drawn[at] else "S" for c in columns) for at in rows)
        charts.append(ChartTable(name, heads, tuple(zip((rule.rows[at] for at in rows), cells))))
        known = notes[zones[rule.card]] if rule.card else f"what the {called(rule.other)} has"
        without = "".join(
            "; \u2013 without one" + (f", against {c.points}" if c.points else "")
            for c in columns
            if c.card == "none"
        )
        across = f"Across: {known}{without}. Nobody else draws."
    if not charts:
        return {}
    key = (("D", "draws"), ("S", "stands"))
    return {"charts": tuple(charts), "key": key, "notes": tuple(map(typeset, (*said, across)))}


def _tables(game: Game, solution: Solution, untold: Sequence[str]) -> Iterator[PayTable]:
    """Yield the paytables: of the game itself, of the bets that have none, of the others; a side
    bet has its edge where the card tells how it is played.
    """
    base, *sides = game.bets
    yield from felt.paytables(base, "", game.names)
    bets = {key: result for key, result in solution.bets.items() if key not in untold}
    known = {key: result.house_edge for key, result in bets.items()}
    yield from felt.bet_tables(game, known)
    for bet in sides:
        edge = _side(bets[bet.key], game) if bet.key in bets else ""
        for table in felt.paytables(bet, edge, game.names):
            yield replace(table, side=True)


def notes(
    lines: Lines,
    cost: Fraction | None,
    wager: str,
    points: str = "",
    last: Sequence[str] = (),
) -> tuple[str, ...]:
    """Return the sentences under the list; points: what each card counts, where it counts them;
    last: the decisions of a card without lines.
    """
    if last:
        return tuple(f"{spoken(name)}: all cards are known; take the best action." for name in last)
    if not lines:
        return ("This bet has no decisions.",)
    if any(map(_is_set, lines.values())):
        return (*WAY, *cost_note(cost, wager))
    ordered = any(len(listed) > 1 for listed in lines.values())
    held = any(map(_is_held, lines.values()))
    rule = (
        "Hold the cards of the first line that fits." if held else "Play the first line that fits."
    )
    always = ("Wild cards are always held.",) if held and len(lines) > 1 else ()
    first = (rule, *always) if ordered else ()
    return first + words(lines, points) + cost_note(cost, wager)
