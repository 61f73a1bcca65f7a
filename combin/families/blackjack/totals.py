"""Cards and charts of a blackjack game: an action for each total and up card, in letters.

Four levels: three lines for the rack, a card for the wallet, a chart, and a chart with the hands
whose cards ask for another action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from combin.records import dataclass
from combin.render import number
from combin.render.cards.typesetting import pictures, printed
from combin.render.hands import ADDED, WORTH, worth_rows
from combin.version import version

if TYPE_CHECKING:
    from combin.families.blackjack.exceptions import CardException
    from combin.families.blackjack.letters import Line
    from combin.families.blackjack.solve import Solved
    from combin.families.blackjack.switch import Switched
    from combin.families.blackjack.switch_chart import ChartOfTwo, SwitchTable
    from combin.rules.game import Game

ChartRow = tuple[str, tuple[str, ...]]  # its label, and a letter for each of the dealer's cards
ChartTable = tuple[str, tuple[ChartRow, ...]]

TEMPLATE = "totals.typ"
CARDS, CHARTS = ("rack", "wallet"), ("actions", "exact")  # of CARDS each is as large as a bank card
LEVELS = {
    "rack": "three-line strategy",
    "wallet": "basic strategy",
    "actions": "basic strategy",
    "exact": "basic strategy with composition-dependent exceptions",
}
COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
TOTALS = (*map(str, range(4, 21)), "AA", *(f"A{card}" for card in range(2, 10)))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
KINDS = {"hard": "Hard", "soft": "Soft", "pair": "Pairs"}
LISTED = 36  # exceptions that have room on a page
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
    """All that is printed, as text.

    level: of LEVELS.
    title, subtitle: what is drawn.
    lines: the play in words, on a card for the rack.
    columns: the dealer's cards. tables: name -> rows of a label and letters.
    key: letter -> what it means.
    exceptions: cards, up card, action and what it saves.
    exceptions_title: stands above them.
    figures: name -> value, the return of this very play first.
    rules: the rules in force, and the model.
    command: draws it again. version: what computed it.
    foot: what the user adds. author: who made it.
    size: how wide it is, in millimetres.
    worths: of a game of two hands, what two cards are worth: name -> rows of a label and numbers.
    switch: what stands above them, and what is done with them.
    """

    level: str
    title: str
    subtitle: str
    lines: tuple[str, ...]
    columns: tuple[str, ...]
    tables: tuple[ChartTable, ...]
    key: tuple[tuple[str, str], ...]
    exceptions: tuple[tuple[str, str, str, str], ...]
    exceptions_title: str
    figures: tuple[tuple[str, str], ...]
    rules: tuple[str, ...]
    command: str
    version: str
    exactly: str
    foot: str = ""
    author: str = ""
    size: str = "160"
    worths: tuple[ChartTable, ...] = ()
    switch: tuple[str, ...] = ()

    def drawn(self, ending: str) -> bytes:
        """Return it as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
        stacked = "no" if ending == "pdf" else "yes"
        return printed(TEMPLATE, self, ending, self._about, stacked=stacked)

    def sides(self, ending: str) -> list[bytes]:
        """Return the sides of a card, a picture each."""
        return pictures(TEMPLATE, self, ending, self._about, stacked="no")

    @property
    def _about(self) -> str:
        """What the metadata of the file says."""
        return f"{self.exactly}\nComputed by {self.version}. Print again: {self.command}"

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield what is printed: one cell, line or exception a row."""
        yield ("label", "text")
        yield from ((f"line {at}", line) for at, line in enumerate(self.lines, 1))
        for before, tables in (("", self.tables), ("worth, ", self.worths)):
            for name, rows in tables:
                for label, cells in rows:
                    told = (f"{before}{name}, {label} / {up}" for up in self.columns)
                    yield from zip(told, cells)
        yield from ((f"{cards} / {up}", action) for cards, up, action, _ in self.exceptions)


@dataclass(frozen=True)
class Printing:
    """How something is printed.

    level: of LEVELS. title: stands above it. command: prints it again. foot, author: what the user
    adds. size: how wide it is, in millimetres.
    """

    level: str
    title: str
    command: str
    foot: str = ""
    author: str = ""
    size: Fraction = Fraction(160)


def totals_model(
    game: Game,
    played: Solved | ChartOfTwo,
    best: Solved | Switched,
    by_cards: Fraction,
    asked: Printing,
    words: Sequence[str] = (),
    lines: Sequence[Line] = (),
    letters: Sequence[tuple[str, str]] = (),
    listed: Sequence[CardException] = (),
    many: int = 0,
    table: SwitchTable | None = None,
) -> TotalsModel:
    """Return what is printed of a play.

    played: the game as this very play plays it. best: by the chart found.
    by_cards: what the game is worth where each hand is played by its cards.
    words: the play in lines. lines: as a chart. letters: with what they mean.
    listed: the exceptions that belong to the play, of so many.
    table: by which the cards of two hands are switched; None in a game of one hand.
    """
    used = {cell for _, cells in lines for cell in cells}
    key = ((letter, SHORT.get(letter, told)) for letter, told in letters if letter in used)
    return TotalsModel(
        asked.level,
        asked.title or game.title,
        LEVELS[asked.level],
        tuple(words),
        COLUMNS if game.turns.dealer.seen == 1 else TOTALS,
        tuple(chart_tables(game, lines)),
        tuple((letter, told.replace("double", game.called("double"))) for letter, told in key),
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
        tuple(_figures(played, best, by_cards, asked.level)),
        (*house_words(game), "a fresh shoe each round; split hands are all played the same way"),
        asked.command,
        f"combin {version()}",
        f"Expected value of this strategy: {number.exact(played.value)} of one bet.",
        asked.foot,
        asked.author,
        number.plain(asked.size),
        *(() if table is None else (tuple(_worths(table)), (WORTH, ADDED))),
    )


def _worths(table: SwitchTable) -> Iterator[ChartTable]:
    """Yield the tables of what two cards are worth; a natural is a soft total."""
    rows = [(name.partition(" "), cells) for name, cells in worth_rows(table.rows)]
    for kind, title in KINDS.items():
        own = [
            (_pair(total) if kind == "pair" else total or name, cells)
            for (name, _, total), cells in rows
            if name == kind or (kind == "soft" and not total)
        ]
        yield title, tuple(own)


def chart_tables(game: Game, lines: Sequence[Line]) -> Iterator[ChartTable]:
    """Yield the tables of a chart. Two aces have a row of totals only where they may be left of a
    split.
    """
    left = game.turns.pairs.hands > 1 and game.turns.pairs.aces == "hit"
    for kind, title in KINDS.items() if lines else ():
        own = [(name.split()[1], cells) for name, cells in lines if name.startswith(kind)]
        yield title, _merged(kind, [row for row in own if left or (kind, row[0]) != ("soft", "12")])


def _merged(kind: str, rows: list[ChartRow]) -> tuple[ChartRow, ...]:
    """Return rows; those that follow each other and are played alike are one."""
    return tuple(
        (_label(kind, [name for name, _ in group]), cells)
        for cells, group in groupby(rows, lambda row: row[1])
    )


def _pair(rank: str) -> str:
    return "10-10" if rank == "T" else f"{rank}-{rank}"


def _label(kind: str, names: list[str]) -> str:
    if kind == "pair":
        return ", ".join(map(_pair, names))
    first, last = names[0], names[-1]
    if last == "21":
        return first if first == last else f"{first}+"
    return first if first == last else f"{first}-{last}"


def _figures(
    played: Solved | ChartOfTwo, best: Solved | Switched, by_cards: Fraction, level: str
) -> Iterator[tuple[str, str]]:
    yield "return with this strategy", number.percent(1 + played.value, 4)
    yield "house edge", number.percent(-played.value, 4)
    if level == "rack":
        yield "edge with basic strategy", number.percent(-best.value, 4)
    if level != "wallet":
        yield "edge with optimal play", number.percent(-by_cards, 4)


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
        pays = [number.plain(bonus.pays)]
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
