"""Cards and charts of a blackjack game: an action for each total and up card, in letters.

A card has the chart, or three lines; a chart on a page may have the hands, too, whose cards ask for
another action.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from string import digits
from typing import TYPE_CHECKING

from combin.records import dataclass
from combin.render import number
from combin.render.cards import CardModel, Request
from combin.render.cards.felt import NBSP, typeset
from combin.render.cards.model import CardBlock, CardLine, ChartTable, Measure
from combin.render.cards.typesetting import printed
from combin.render.hands import ADDED, WORTH, counted_cells, worth_rows
from combin.render.tables import command_of
from combin.rules.glossary import STAR, capital
from combin.version import RELEASE, version

if TYPE_CHECKING:
    from combin.families.blackjack.exceptions import CardException
    from combin.families.blackjack.letters import Line
    from combin.families.blackjack.simple import ThreeLines
    from combin.families.blackjack.solve import Solved
    from combin.families.blackjack.switch_chart import ChartOfTwo, SwitchTable
    from combin.rules.game import Game

LEVELS = {
    "actions": "basic strategy",
    "exact": "basic strategy with composition-dependent exceptions",
}
RESCUED = "R"
UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
TOTALS = (*map(str, range(4, 21)), "AA", *(f"A{card}" for card in range(2, 10)))
PAIRS = "23456789TA"
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
KINDS = {"hard": "Hard", "soft": "Soft", "pair": "Pairs"}
DOUBLED = {"doubled": "Doubled", "doubled-soft": "Doubled, soft"}
FRESH = "a fresh shoe each round; split hands are all played the same way"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
LOOKS = {
    "first": "dealer peeks for a natural",
    "never": "no hole card: a natural takes all bets",
    "original": "no hole card: a natural takes the first bet only",
    "ace": "dealer peeks for a natural under an ace alone",
}
ACES = {
    "one-card": "aces once with one card each",
    "resplit": "one card to each ace",
    "hit": "aces drawn to",
    "once": "aces once, and drawn to",
}
SHORT = {
    "D": "double or hit",
    "Ds": "double or stand",
    "Rh": "surrender or hit",
    "Rs": "surrender or stand",
    "Rp": "surrender or split",
    "Zh": "zap or hit",
    "Zs": "zap or stand",
}


@dataclass(frozen=True)
class TotalsModel:
    """All that is printed of a chart on a page, as text.

    title, subtitle: what is drawn.
    tables: a letter for each total and each of the dealer's cards.
    key: letter -> what it means.
    exceptions: cards, up card, action and what it saves.
    exceptions_title: stands above them.
    figures: name -> value, the return of this very play first.
    rules: the rules in force, and the model.
    command: draws it again. version: what computed it.
    size: how wide it is, in millimetres.
    worths: of a game of two hands, what two cards are worth.
    switch: what stands above them, and what is done with them.
    """

    title: str
    subtitle: str
    tables: tuple[ChartTable, ...]
    key: tuple[tuple[str, str], ...]
    exceptions: tuple[tuple[str, str, str, str], ...]
    exceptions_title: str
    figures: tuple[tuple[str, str], ...]
    rules: tuple[str, ...]
    command: str
    version: str
    exactly: str
    size: str = "160"
    worths: tuple[ChartTable, ...] = ()
    switch: tuple[str, ...] = ()

    def drawn(self, ending: str) -> bytes:
        """Return it as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
        about = f"{self.exactly}\nComputed by {self.version}. Print again: {self.command}"
        return printed("totals.typ", self, ending, about)

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield what is printed: one cell or exception a row."""
        yield ("label", "text")
        for before, tables in (("", self.tables), ("worth, ", self.worths)):
            for table in tables:
                yield from table.cells(before)
        yield from ((f"{cards} / {up}", action) for cards, up, action, _ in self.exceptions)


@dataclass(frozen=True)
class Printing:
    """How a chart is printed on a page.

    level: of LEVELS. title: stands above it. command: prints it again. size: how wide it is, in
    millimetres.
    """

    level: str
    title: str
    command: str
    size: Fraction = Fraction(160)


def totals_model(
    game: Game,
    played: Solved | ChartOfTwo,
    by_cards: Fraction,
    asked: Printing,
    lines: Sequence[Line],
    letters: Mapping[str, str],
    listed: Sequence[CardException] = (),
    many: int = 0,
    table: SwitchTable | None = None,
) -> TotalsModel:
    """Return what is printed of a play on a page.

    played: the game as this very play plays it.
    by_cards: what the game is worth where each hand is played by its cards.
    lines: the play as a chart. letters: with what they mean.
    listed: the exceptions that belong to the play, of so many.
    table: by which the cards of two hands are switched; None in a game of one hand.
    """
    return TotalsModel(
        asked.title or game.title,
        LEVELS[asked.level],
        (*chart_tables(game, lines), *chart_tables(game, lines, DOUBLED)),
        key_of(game, lines, letters),
        tuple(
            (
                " ".join(RANKS[rank] for rank in one.ranks),
                one.against.replace("T", "10"),
                one.best,
                number.cost(one.saves),
            )
            for one in listed
        ),
        f"Exceptions: the {len(listed)} most valuable of {many}"
        if len(listed) < many
        else "Exceptions",
        (
            ("return with this strategy", number.percent(1 + played.value, 4)),
            ("house edge", number.percent(-played.value, 4)),
            ("edge with optimal play", number.percent(-by_cards, 4)),
        ),
        (*house_words(game), FRESH),
        asked.command,
        f"combin {version()}",
        exactly(played),
        number.plain(asked.size),
        *(() if table is None else (tuple(_worths(table)), (WORTH, ADDED))),
    )


def exactly(played: Solved | ChartOfTwo) -> str:
    """Return what a play is worth, in a sentence."""
    return f"Expected value of this strategy: {number.exact(played.value)} of one bet."


def key_of(
    game: Game, lines: Sequence[Line], letters: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Return the letters of a chart, each with what it means."""
    used = {cell.rstrip(digits + STAR) for _, cells in lines for cell in cells}
    return tuple(
        (letter, SHORT.get(letter, told).replace("double", game.called("double")))
        for letter, told in letters.items()
        if letter in used
    )


# --- Cards ---------------------------------------------------------------------------------------


def chart_card(
    game: Game,
    played: Solved | ChartOfTwo,
    lines: Sequence[Line],
    letters: Mapping[str, str],
    insured: Sequence[str],
    asked: Request,
    by_cards: Fraction,
    table: SwitchTable | None = None,
) -> CardModel:
    """Return the card of a chart; the arguments are those of `totals_model`.

    insured: what is said of insurance.
    """
    lost = number.cost(max(by_cards - played.value, Fraction(0)))
    edges = (
        _edge(played.value, "house edge per bet"),
        Measure(lost, "more than optimal play"),
    )
    key = key_of(game, lines, letters)
    return replace(
        _card(game, played, edges, asked),
        charts=tuple(chart_tables(game, lines)),
        key=tuple(one for one in key if one[0] != RESCUED),
        notes=(
            *otherwise(game, key),
            *counted_cells(game, lines),
            *_after_double(game, lines),
            *insured,
        ),
        behind=() if table is None else tuple(_worths(table)),
        above=() if table is None else (WORTH, ADDED),
    )


def lines_card(
    game: Game,
    short: ThreeLines,
    played: Solved,
    best: Fraction,
    exact: Fraction,
    insured: Sequence[str],
    asked: Request,
) -> CardModel:
    """Return the card of three lines.

    best: the value of the game by the chart. exact: by the cards.
    """
    edges = (
        _edge(played.value, "house edge with these lines"),
        _edge(best, "with basic strategy"),
        _edge(exact, "with optimal play"),
    )
    said = enumerate(short.words(game.called("double")), 1)
    lines = tuple(CardLine("", line, "", str(place)) for place, line in said)
    return replace(
        _card(game, played, edges, asked),
        blocks=(CardBlock("Three lines", lines),),
        notes=tuple(insured),
    )


def _card(
    game: Game, played: Solved | ChartOfTwo, edges: Sequence[Measure], asked: Request
) -> CardModel:
    where = [*asked.options, "-o", os.path.basename(asked.path)]
    packs, draws, *others = (f"{capital(typeset(words))}." for words in house_words(game))
    return CardModel(
        title=typeset(game.title),
        source=typeset(capital(game.source)),
        measures=tuple(edges),
        blocks=(),
        actions={},
        tables=(),
        rules=tuple(others),
        readings=(packs, draws),
        exactly=exactly(played),
        command=command_of("card", game, where, asked.name),
        version=f"combin{NBSP}{RELEASE}",
        imprint=asked.imprint,
    )


def _edge(value: Fraction, label: str) -> Measure:
    return Measure(number.percent(-value, 4), label)


def otherwise(game: Game, key: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield when the second action of a letter is taken."""
    double, given_up = game.turns.double, game.turns.surrender
    if any(" or " in told for _, told in key):
        cards = "" if double.later or given_up.later else ", as with three cards"
        after = " or after a split" if cards and not double.split else ""
        yield f"Or: where the first is not allowed{cards}{after}."


# --- Tables --------------------------------------------------------------------------------------


def _worths(table: SwitchTable) -> Iterator[ChartTable]:
    """Yield the tables of what two cards are worth; a natural is a soft total."""
    rows = [(name.partition(" "), cells) for name, cells in worth_rows(table.rows)]
    for kind, title in KINDS.items():
        own = [
            (_pair(total) if kind == "pair" else total or name, cells)
            for (name, _, total), cells in rows
            if name == kind or (kind == "soft" and not total)
        ]
        yield ChartTable(title, UP_CARDS, tuple(own))


def _after_double(game: Game, lines: Sequence[Line]) -> Iterator[str]:
    """Yield when a doubled hand is given up, or doubled again."""
    for letter, action in ((RESCUED, "rescue"), ("Ds", f"{game.called('double')} again")):
        said: dict[str, list[str]] = {}
        for kind, before in (("doubled", ""), ("doubled-soft", "soft ")):
            for table in chart_tables(game, lines, {kind: ""}):
                for label, cells in table.rows:
                    said.setdefault(_ups(table.columns, cells, letter), []).append(before + label)
        told = [f"{', '.join(rows)} against {ups}" for ups, rows in said.items() if ups]
        if told:
            yield f"Doubled hand: {action} {'; '.join(told)}."


def _ups(columns: Sequence[str], cells: Sequence[str], letter: str) -> str:
    """Return the columns that have a letter, ``9, 10`` or ``8 to A``; nothing if none has."""
    ups = [up for up, cell in zip(columns, cells) if cell == letter]
    follow = ups[2:] and " ".join(ups) in " ".join(columns)
    return f"{ups[0]} to {ups[-1]}" if follow else ", ".join(ups)


def chart_tables(
    game: Game, lines: Sequence[Line], kinds: Mapping[str, str] = KINDS
) -> Iterator[ChartTable]:
    """Yield the tables of a chart. Two aces have a row of totals only where they may be left of a
    split; with numbers of cards there are many rows: all pairs that are played alike share one, and
    21 has none. kinds: of rows, and what stands above them.
    """
    left = game.turns.pairs.hands > 1 and game.turns.pairs.aces == "hit"
    columns = UP_CARDS if game.turns.dealer.seen == 1 else TOTALS
    named, many = [(name.split(), cells) for name, cells in lines], [*counted_cells(game, lines)]
    for kind, title in kinds.items():
        own = [(total, cells) for (first, total), cells in named if first == kind]
        kept = [row for row in own if left or (kind, row[0]) != ("soft", "12")]
        if kind == "pair" and many:
            kept.sort(key=lambda row: [cells for _, cells in own].index(row[1]))
        alike = groupby(kept, lambda row: row[1])  # follow each other and are played alike
        rows = [(_label(kind, [name for name, _ in group]), cells) for cells, group in alike]
        if own:
            yield ChartTable(
                title, columns, tuple(row for row in rows if row[0] != "21" or not many)
            )


def _pair(rank: str) -> str:
    return "10-10" if rank == "T" else f"{rank}-{rank}"


def _label(kind: str, names: list[str]) -> str:
    first, last = names[0], names[-1]
    if kind == "pair":
        follow = names[2:] and "".join(names) in PAIRS
        return f"{_pair(first)} to {_pair(last)}" if follow else ", ".join(map(_pair, names))
    if last == "21":
        return first if first == last else f"{first}+"
    return first if first == last else f"{first}-{last}"


def house_words(game: Game) -> Iterator[str]:
    """Yield the rules of the house in the words of the field."""
    yield number.counted(game.deck.packs, "deck")
    yield f"dealer {'hits' if game.turns.dealer.hits_soft_17 else 'stands on'} soft 17"
    yield (
        LOOKS[game.turns.natural.looks]
        if game.turns.dealer.seen == 1
        else "both dealer cards face up"
    )
    pays = game.turns.natural.pays
    yield f"a natural pays {pays.numerator} to {pays.denominator}"
    yield from _pays(game)
    yield from _ties(game)
    double, pairs, given_up = game.turns.double, game.turns.pairs, game.turns.surrender
    if double.is_offered:
        totals = ", ".join(map(str, double.totals))
        soft = f" and soft {', '.join(map(str, double.soft))}" if double.soft else ""
        cards = "any number of cards" if double.later else "any two cards"
        allowed = f"hard {totals}{soft} only" if totals else cards
        free = f", free on hard {', '.join(map(str, double.free))}" if double.free else ""
        most = f", for {double.up_to} times the bet" if double.up_to > 2 else ""
        yield f"double {allowed}, {'also' if double.split else 'not'} after a split{free}{most}"
        if double.times > 1:
            yield f"double {double.times} times at most"
        if double.rescue:
            yield "half of a doubled bet may be rescued"
    if pairs.hands > 1:
        yield f"split to {pairs.hands} hands, {ACES[pairs.aces]}"
        if not pairs.unlike:
            yield "tens of two ranks not split"
        if pairs.free:
            cards = ", ".join("A" if value == 1 else str(value) for value in pairs.free)
            yield f"free splits of {cards}; free hands have their own chart"
    if game.turns.switch:
        made = "a natural" if game.turns.switch.natural else "21"
        yield f"two hands, the edge per hand; a switched natural counts as {made}"
    if game.turns.zap.totals:
        yield f"zap on hard {', '.join(map(str, game.turns.zap.totals))}, two cards"
    if given_up.when:
        later = " with any number of cards" if given_up.later else ""
        against = f" against {', '.join(given_up.ups)} alone" if given_up.ups else ""
        yield f"{given_up.when} surrender{later}{against}"
    else:
        yield "no surrender"
    if game.turns.charlie:
        yield f"{game.turns.charlie}-card Charlie"
    if game.deck.dead:
        yield f"dead before the deal: {game.deck.dead}"


def _pays(game: Game) -> Iterator[str]:
    """Yield what wins more than even money, in few words."""
    if game.turns.natural.beats:
        yield "a player's natural wins"
    for suit, pay in game.turns.natural.suited.items():
        yield f"a natural of {SUITS[suit]} pays {number.plain(pay)} to 1"
    if game.turns.wins_21:
        yield "a player's 21 wins"
    for bonus in game.turns.bonuses:
        counted = bonus.total or "any hand"
        what = "-".join(bonus.ranks) if bonus.ranks else f"{counted} of {bonus.cards}+ cards"
        pays = [f"pays {number.plain(bonus.pays)} to 1"]
        if bonus.suited is not None:
            pays.append(f"suited {number.plain(bonus.suited)}")
        if bonus.spades is not None:
            pays.append(f"spades {number.plain(bonus.spades)}")
        against = f" v {bonus.up}" if bonus.up else ""
        yield f"{what}{against} {', '.join(pays)}"


def _ties(game: Game) -> Iterator[str]:
    """Yield what differs from blackjack where hands tie."""
    if game.turns.ties != "push":
        tied = "" if game.turns.ties == "lose" else f" of {', '.join(map(str, game.turns.ties))}"
        yield f"dealer wins ties{tied}"
    if game.turns.natural.tied:
        yield "a tied natural wins"
    if game.turns.dealer.pushes:
        beaten = (
            f", but loses to {', '.join(map(str, game.turns.dealer.beaten))}"
            if game.turns.dealer.beaten
            else ""
        )
        yield f"dealer {game.turns.dealer.pushes} pushes{beaten}"
