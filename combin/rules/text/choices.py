"""Choices in a game file: where they are told, in brackets, at the head of columns, and as marks of
lines.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import prod
from textwrap import wrap
from typing import NamedTuple

from combin.errors import nearest, refuse
from combin.rules.blackjack import BustBet
from combin.rules.choices import OTHERWISE, Amount, Choice, Chosen, Pick, Stated
from combin.rules.game import Game, Sheet
from combin.rules.picks import open_in, parts_of
from combin.rules.text.values import inside, is_plain, plain, stake_of, table, units_text
from combin.rules.words import Paytable
from combin.texts import COMMA, GAP, Misread, PageLine, Stretch, TextReader

WIDTH = 96  # of a line, without the spaces before it
LEAST_WIDTH = 40  # of words that go on under others, however far in they stand
STANDARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "standard.game")
TOLD = re.compile(r"(standard choice|choice|amount) ([^\s:,]+)(, alone)?(?::\s*|$)")
LIKE_TOLD = re.compile(r"(?:standard choice|choice|amount)(?:s?\s\S+(?:,\s*|\s)?(?:alone)?:|: \S)")
MARK = re.compile(r"\[(only|not)\s+([^\[\]]*)\]$")
BRACKETS = re.compile(r"\[([^\s\[\]]+) ([^\[\]]*\|[^\[\]]*)\]")
MOST_MARKS = 20  # of a line
MOST_CASES = 10_000  # combinations of the choices under which the lines of a part stand
NAMED = re.compile(r"(\w*) ?'([^']*)'")
TWICE = re.compile(r"two (\w+?)s? ")
PARTS = ("bet", "of", "at")  # what other names of a message stand in
FREE = ("NOTES", "NAMES")  # parts in people's own words
OF_LINES = (tuple, Mapping, Paytable)  # what a page tells in lines


class ChoiceMark(NamedTuple):
    """A condition on a choice at the end of a line.

    choice: its name. only: whether the line stands under these values alone, or under all others.
    values: the values.
    """

    choice: str
    only: bool
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"[{'only' if self.only else 'not'} {self.choice} {', '.join(self.values)}]"


Marks = tuple[ChoiceMark, ...]
Columns = tuple[str, list[str]]  # a choice, and those of its values at the head of columns
Marked = tuple[Stated, Marks]  # a part of the rules, and under which choices it stands


@cache
def standard_choices() -> dict[str, Choice]:
    """Return the choices that many games have, name -> choice; each is told once, in a file of its
    own.
    """
    with open(STANDARD, encoding="utf-8") as stream:
        reading = Reader("standard.game", stream.read())
    return {name: one for name, one in reading.choices.items() if isinstance(one, Choice)}


class Reader(TextReader):
    """What is known while a game file is read.

    lines: those that are not indented.
    choices: name -> choice or amount. contents: choice and value -> what the value stands for,
        where the line that tells it says so.
    hands: name -> its rankings, a Pick perhaps, one for each line that tells it.
    names: what people say, name -> words. called: `zone`, `wager` and so on -> the names of these.
        places: name -> of what, and where. staked: the wagers on which an action puts something.
        used: the names that something refers to. later: checks of names that may be told further
        down.
    """

    def __init__(self, file: str, text: str) -> None:
        super().__init__(file)
        self.lines = self.lines_of(text)
        self.choices: dict[str, Choice | Amount] = {}
        self.contents: dict[tuple[str, str], Stretch] = {}
        self.hands: defaultdict[str, list[Stated]] = defaultdict(list)
        self.called: defaultdict[str, set[str]] = defaultdict(set)
        self.staked: set[str] = set()
        self.names: dict[str, str] = {}
        self.places: dict[str, list[tuple[str, Stretch]]] = {}
        self.used: set[str] = set()
        self.later: list[Callable[[], Misread | None]] = []
        self.stated = {
            found[2]
            for line in self.lines
            for piece in line.pieces
            if (found := TOLD.match(piece.text))
        }
        self._take_choices(self.lines)

    def known(self, piece: Stretch, kind: str) -> str:
        """Return the name that a piece says; that it is known is checked when all is read."""
        piece.refuse(not piece.text, f"the name of a {kind} is expected here")
        known = self.called[kind]
        self.later.append(lambda: None if piece.name in known else piece.unknown(kind, known))
        self.used.add(piece.name)
        return piece.name

    def given(self, kind: str, piece: Stretch, name: str = "") -> str:
        """Return the name that a piece gives to something, and keep its place for errors."""
        name = name or piece.name
        self.places.setdefault(name, []).append((kind, piece))
        self.called[kind].add(name)
        return name

    def place_of(self, said: str) -> Stretch:
        """Return the place of what is wrong, by what is said of it: ``two rows of a settlement of
        bet 'base' are called 'tie'`` is the second of these rows.
        """
        places = self.places
        named = [(kind, name) for kind, name in NAMED.findall(said) if name in places]
        parts = [name for kind, name in named if kind in PARTS]
        heads = {piece.line for name in parts for _, piece in places[name]}
        lines = [line for top in self.lines for line in top.whole if line.piece.line in heads]
        within = {piece.line for line in lines for piece in line.pieces}
        kind_twice = TWICE.match(said)
        if kind_twice:
            named = [(kind_twice[1], name) for _, name in reversed(named)]
        others = [one for one in named if one[0] not in PARTS] or named
        # Where nothing is quoted, a word of the message may be the name of something.
        words = re.findall(r"[\w-]+", said.lower())
        others = others or [("", word) for word in words if word in places]
        for kind, name in others:
            found = [piece for of, piece in places[name] if of == kind.removesuffix("s")]
            found = found or [piece for _, piece in places[name]]
            found = [piece for piece in found if piece.line in within] or found
            return found[-1 if kind_twice else 0]
        return self.lines[0].piece

    # --- Where choices are told ---

    def _take_choices(self, lines: list[PageLine]) -> None:
        for line in lines:
            if line.piece.text in FREE:
                continue
            if LIKE_TOLD.match(line.piece.text):
                with self.going_on(line):
                    self._take(line)
                continue
            for found in BRACKETS.finditer(line.piece.text) if "|" in line.piece.text else ():
                name = found[1]
                if name not in self.stated and name in standard_choices():
                    parts = line.piece.cut(*found.span(2)).split(r"\|")
                    values = [part.split(r":\s", 1)[0] for part in parts]
                    values = [value for value in values if value.text != OTHERWISE]
                    with self.going_on():
                        if name not in self.choices:
                            self.choices[name] = self._standard(name, values, line.piece)
            self._take_choices(line.under)

    def _take(self, line: PageLine) -> None:
        told = TOLD.match(line.piece.text)
        if not told:
            raise line.piece.fault(
                "a choice is told as `choice NAME: what it decides`, `choice NAME, alone: ...`, "
                "`standard choice NAME: VALUE, VALUE` or `amount NAME: what it is`"
            )
        kind, name, alone = told.groups()
        rest = line.piece.cut(told.end())
        line.piece.refuse(name in self.choices, f"the choice {name!r} is told twice")
        self.given("choice", line.piece, name)
        if kind == "amount":
            meaning, *least = line.alone.cut(told.end()).split(r";\s+at least\s", 1)
            smallest = stake_of(least[0]) if least else Fraction(0)
            if smallest > 0:
                raise least[0].fault("an amount is 0 unless it is set, so the least is 0 or below")
            self.choices[name] = Amount(name, meaning.words, smallest)
        elif kind == "standard choice":
            self.choices[name] = self._standard(name, line.alone.cut(told.end()).split(COMMA), rest)
        else:
            told_values: dict[str, str] = {}
            self.each(line.under, lambda one: self._take_value(name, told_values, one))
            line.piece.refuse(
                not told_values,
                f"the choice {name!r} has no values; write one a line under it, the default first",
            )
            self.choices[name] = Choice(name, rest.words, told_values, bool(alone))

    def _take_value(self, name: str, values: dict[str, str], line: PageLine) -> None:
        head, *said = re.split(GAP, line.piece.text, maxsplit=1)  # brackets in words are words
        value = line.piece.cut(0, len(head))
        if " = " in value.text:
            value, content = value.split(r" = ", 1)
            self.contents[name, value.text] = content
        value.refuse(
            not is_plain(value.text),
            "a value is one word; two spaces part it from what it means",
        )
        said += [piece.text for one in line.under for piece in one.pieces]
        value.refuse(value.text in values, f"the value {value.text!r} is told twice")
        values[value.text] = " ".join(said).replace("\t", " ") or value.text

    def _standard(self, name: str, values: list[Stretch], piece: Stretch) -> Choice:
        """Return a standard choice with some of its values, in an order of its own."""
        piece.refuse(
            name not in standard_choices(), f"{name!r} is no standard choice", standard_choices()
        )
        known = standard_choices()[name]
        told: dict[str, str] = {}
        for value in values:
            value.refuse(
                value.text not in known.values,
                f"the standard choice {name} has no value {value.text!r}",
                known.values,
            )
            value.refuse(value.text in told, f"the value {value.text!r} is told twice")
            told[value.text] = known.values[value.text]
        return Choice(name, known.meaning, told)

    # --- Where they act ---

    def choice(self, piece: Stretch) -> Choice | Amount:
        piece.refuse(
            piece.text in ("only", "not"),
            "[only ...] and [not ...] end a line; a pay has a column a value",
        )
        if piece.text not in self.choices:
            raise piece.unknown("choice", self.choices)
        return self.choices[piece.text]

    def rules(self, line: PageLine) -> list[PageLine]:
        """Return the lines under one, without those that tell choices."""
        return [one for one in line.under if not LIKE_TOLD.match(one.piece.text)]

    def marks(self, piece: Stretch) -> tuple[Stretch, Marks]:
        """Return a line without the marks at its end, and these."""
        found_marks: list[ChoiceMark] = []
        while piece.text.endswith("]") and (found := MARK.match(piece.text, piece.text.rfind("["))):
            piece.refuse(
                len(found_marks) == MOST_MARKS, f"a line stands under {MOST_MARKS} choices at most"
            )
            name, *values = piece.cut(found.start(2), found.end(2)).split(r",?\s+|,")
            choice = self.choice(name)
            for value in values:
                self._verify_value(choice, value)
            said = tuple(value.text for value in values)
            name.refuse(not said, f"values of the choice {choice.name} are expected after it")
            found_marks.append(ChoiceMark(choice.name, found[1] == "only", said))
            piece = piece.cut(0, found.start())
        return piece, tuple(reversed(found_marks))

    def _verify_value(self, choice: Choice | Amount, value: Stretch) -> None:
        if isinstance(choice, Choice) and value.text not in (*choice.values, OTHERWISE):
            near = nearest(value.text, choice.values)
            raise value.missing(f"the choice {choice.name} has no value {value.text!r}{near}")

    def assembled(self, items: list[Marked]) -> Stated:
        """Return the items as a tuple; where some stand under a choice alone, a Pick of tuples."""
        names = dict.fromkeys(mark.choice for _, marks in items for mark in marks)
        if not names:
            return tuple(item for item, _ in items)
        name = next(iter(names))
        cases = prod(len(self.choices[one].tried) for one in names)
        if cases > MOST_CASES:
            raise self.place_of(f"choice {name!r}").fault(
                f"lines of one part stand under {cases:,} combinations of choices, {name} one of "
                f"them; at most {MOST_CASES:,} are read"
            )
        values: Iterable[str] = getattr(self.choices[name], "values", ())
        if not values:
            here = {value for _, marks in items for mark in marks for value in mark.values}
            values = (*sorted(here), OTHERWISE)
        parts = {}
        for value in values:
            standing = [
                (item, tuple(one for one in marks if one.choice != name))
                for item, marks in items
                if all((value in one.values) == one.only for one in marks if one.choice == name)
            ]
            parts[value] = self.assembled(standing)
        return Pick(name, parts)

    def one(self, items: list[Marked], missing: Misread) -> Stated:
        """Return the one item that stands under each choice; `missing` is raised where none does,
        or two do.
        """

        def only(made: tuple[Stated, ...]) -> Stated:
            if len(made) != 1:
                raise missing
            return made[0]

        return mapped(self.assembled(items), only)

    def picked(self, piece: Stretch, read: Callable[[Stretch], Stated]) -> Stated:
        """Return what a piece means, a Pick where in brackets: ``[trips 1: 9 | 2: 8]``."""
        text = piece.text
        in_brackets = text.startswith("[") and text.endswith("]") and not piece.masked().strip("\0")
        if not in_brackets:
            return read(piece)
        inner = piece.cut(1, len(text) - 1)
        name, *rest = inner.split(r"\s")
        choice = self.choice(name)
        if not rest:
            if isinstance(choice, Amount):
                return Chosen(choice.name)
            stands = {
                value: self.contents.get((choice.name, value), name.saying(value))
                for value in choice.values
            }
            return Pick(choice.name, {key: self.picked(one, read) for key, one in stands.items()})
        said = [part.split(r":\s", 1) for part in inner.cut(len(name.text)).split(r"\|")]
        values = self.all_told(name, choice, [value for value, *_ in said])
        return Pick(choice.name, dict(zip(values, (self.picked(one[-1], read) for one in said))))

    def all_told(self, name: Stretch, choice: Choice | Amount, told: list[Stretch]) -> list[str]:
        """Return the values of a choice that are told after its name, all of them and each once."""
        values: list[str] = []
        for value in told:
            self._verify_value(choice, value)
            value.refuse(value.text in values, f"the value {value.text!r} stands twice")
            values.append(value.text)
        missing = [value for value in getattr(choice, "values", ()) if value not in values]
        if OTHERWISE not in values and (missing or isinstance(choice, Amount)):
            what = ", ".join(missing) or "other amounts"
            raise name.fault(f"nothing is said for {choice.name} = {what}; add it, or `otherwise:`")
        name.refuse(
            OTHERWISE in values and not missing and isinstance(choice, Choice),
            f"each value of {choice.name} is told, and `otherwise` is too",
        )
        return values

    def columns(self, name: Stretch, cells: list[Stretch]) -> Columns:
        """Return the choice whose values stand at the head of columns, and these."""
        choice = self.choice(name.cut(0, -1))
        if not isinstance(choice, Choice):
            raise name.fault("an amount has no columns")
        return choice.name, self.all_told(name, choice, cells)

    def under(
        self, head: Columns, cells: list[Stretch], read: Callable[[Stretch], Stated], row: str
    ) -> Stated:
        """Return what the cells of a row say: one for all values at the head of the columns, or one
        for each.
        """
        choice, values = head
        paid = [self.picked(cell, read) for cell in cells]
        if len(paid) == 1:
            return paid[0]
        if len(paid) != len(values):
            wanted = (
                f"one pay for all, or one for each of {choice}: {', '.join(values)} is"
                if choice
                else "one pay, or above a line `CHOICE:` with a value for each pay, is"
            )
            raise cells[-1].fault(f"{wanted} expected; {row!r} has {len(paid)}")
        return Pick(choice, dict(zip(values, paid)))


def mapped(item: Stated, change: Callable[[Stated], Stated]) -> Stated:
    """Return what a part becomes, under each value of the choices on which it depends."""
    if isinstance(item, Pick):
        return Pick(item.choice, {value: mapped(one, change) for value, one in item.values.items()})
    return change(item)


class Writer:
    """What is known while rules are written.

    sheet: the rules. told: the standard choices that have a line, as the others are told by their
        values in brackets.
    terms: the conditions with names that were used, in their order.
    named: the names that headings told. rankings: the rankings of the game's own, by name.
    contents: choice -> value -> what it stands for, to be told where the choice is.
    """

    def __init__(self, sheet: Sheet, told: set[str]) -> None:
        self.sheet, self.in_lines = sheet, told
        choices = () if isinstance(sheet, Game) else sheet.choices  # a game has made them
        self.choices = {choice.name: choice for choice in choices}
        for choice in choices:
            for word in (choice.name, *getattr(choice, "values", ())):
                refuse(
                    not is_plain(word) or word in ("only", "not", OTHERWISE),
                    f"a choice and its values are called by a word, not {word!r}",
                )
        self.terms: dict[str, None] = {}
        self.named: set[str] = set()
        self.rankings: dict[str, Stated] = {}
        self.contents: dict[str, dict[str, str]] = {}
        self.in_brackets: set[str] = set()  # standard choices that need no lines
        self.once = _acting_once(sheet, self.choices)

    def values(self, pick: Pick) -> dict[str, Stated]:
        """Return value -> what it selects, all values of a choice one by one."""
        choice = self.choices[pick.choice]
        if isinstance(choice, Amount):
            return dict(pick.values)
        return {
            value: pick.values[value if value in pick.values else OTHERWISE]
            for value in choice.values
        }

    def flat(self, items: Stated) -> list[Marked]:
        """Return the items of a tuple, or of all tuples of a Pick merged, with their marks."""
        if isinstance(items, tuple):
            return [(item, ()) for item in items]
        values = self.values(items)
        merged: list[tuple[Marked, str, list[str]]] = []
        for value, part in values.items():
            at = 0
            for one in self.flat(part):
                key = repr(one)
                places = [place for place in range(at, len(merged)) if merged[place][1] == key]
                if places:
                    at = places[0]
                    merged[at][2].append(value)
                else:
                    merged.insert(at, (one, key, [value]))
                at += 1
        return [
            (item, marks if len(under) == len(values) else (self._mark(items, under), *marks))
            for (item, marks), _, under in merged
        ]

    def flat_one(self, item: Stated) -> list[Marked]:
        """Return one part, or what stands for it under each value of a choice, with their marks."""
        if not isinstance(item, Pick):
            return [(item, ())]
        return self.flat(mapped(Pick(item.choice, self.values(item)), lambda one: (one,)))

    def _mark(self, pick: Pick, under: list[str]) -> ChoiceMark:
        values = list(self.values(pick))
        others = [value for value in values if value not in under]
        if OTHERWISE in under or len(others) < len(under):
            return ChoiceMark(pick.choice, False, tuple(others))
        return ChoiceMark(pick.choice, True, tuple(value for value in values if value in under))

    def picked(self, item: Stated, write: Callable[[Stated], str]) -> str:
        """Return the text of a value, in brackets where it depends on a choice."""
        if isinstance(item, Chosen):
            return f"[{item.amount}]"
        if not isinstance(item, Pick):
            return write(item)
        choice = self.choices[item.choice]
        order = [
            one for one in (*getattr(choice, "values", ()), *item.values) if one in item.values
        ]
        parts = {value: self.picked(item.values[value], write) for value in order}
        is_whole = list(parts) == list(getattr(choice, "values", ()))
        is_short = len(parts) > 1 and is_standard(choice)  # its values in brackets tell it
        if is_whole and is_short and choice.name not in self.in_lines:
            self.in_brackets.add(choice.name)
        elif is_whole and choice.name in self.once and not is_standard(choice):
            if not any("=" in part or "  " in part for part in parts.values()):
                self.contents[choice.name] = parts
                return f"[{item.choice}]"
        elif is_whole and all(value == part for value, part in parts.items()):
            return f"[{item.choice}]"
        told = [value if value == part else f"{value}: {part}" for value, part in parts.items()]
        return f"[{item.choice} {' | '.join(told)}]"

    def acting(self, item: object) -> set[str]:
        """Return the names of the choices on which a part depends; marks name theirs."""
        if isinstance(item, ChoiceMark):
            return {item.choice}
        if isinstance(item, tuple):
            return set().union(*map(self.acting, item))
        return open_in(item)

    def told(self, choice: Choice | Amount) -> list[str]:
        """Return the lines that tell a choice, none where brackets do."""
        if isinstance(choice, Amount):
            least = f"; at least {units_text(choice.least)}" if choice.least else ""
            return [f"amount {choice.name}: {choice.meaning}{least}"]
        if is_standard(choice):
            line = f"standard choice {choice.name}: {', '.join(choice.values)}"
            return [] if choice.name in self.in_brackets else [line]
        contents = self.contents.get(choice.name, {})
        rows = []
        for value, words in choice.values.items():
            content = contents.get(value, value)
            head = value if content == value else f"{value} = {content}"
            rows.append([head] if words == value else [head, plain(words)])
        lines = [  # words go on under those that they follow
            part for row in table(rows) for part in wrapped(row, " " * (row.rfind("   ") + 3))
        ]
        alone = ", alone" if choice.alone else ""
        return [f"choice {choice.name}{alone}: {plain(choice.meaning)}", *inside(lines)]


def marked(lines: list[tuple[str, Marks]]) -> list[str]:
    """Return lines with the marks of each at its end, under each other."""
    width = max((len(line) for line, _ in lines), default=0)
    told = [(line, "".join(f"   {mark}" for mark in marks)) for line, marks in lines]
    return [f"{line:{width}}{tail}" if tail else line for line, tail in told]


def marked_table(rows: list[tuple[list[str], Marks]]) -> list[str]:
    """Return rows of cells as lines, the marks of each at its end."""
    lines = table([cells for cells, _ in rows])
    return marked([(line, marks) for line, (_, marks) in zip(lines, rows)])


def is_standard(choice: Choice | Amount) -> bool:
    """Return whether a choice has the words that many games share."""
    known = standard_choices().get(choice.name)
    if known is None or isinstance(choice, Amount) or choice.alone:
        return False
    same = all(known.values.get(value) == words for value, words in choice.values.items())
    return known.meaning == choice.meaning and same


def wrapped(text: str, more: str = "  ") -> list[str]:
    """Return text in as many lines as it takes; more: what stands before its words further down."""
    width = max(WIDTH, len(more) + LEAST_WIDTH)
    return wrap(text, width, subsequent_indent=more, break_long_words=False, break_on_hyphens=False)


def _acting_once(sheet: Sheet, choices: Mapping[str, Choice | Amount]) -> set[str]:
    """Return the choices that stand for one and the same value wherever they act, and for no
    lines.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    of_lines: set[str] = set()
    for part in parts_of(sheet.stated):
        if isinstance(part, Pick):
            found[part.choice].add(repr(part))
            of_lines |= {part.choice for one in part.values.values() if isinstance(one, OF_LINES)}
        elif isinstance(part, (Paytable, BustBet)):
            of_lines |= open_in(part)
    once = {name for name, picks in found.items() if len(picks) == 1} - of_lines
    return {name for name in once if isinstance(choices.get(name), Choice)}
