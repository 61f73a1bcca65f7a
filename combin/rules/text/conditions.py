"""Conditions in a game file: ``player beats dealer and not (dealer is below pair)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import assert_never

from combin.errors import CombinError
from combin.rules.choices import Pick, Stated
from combin.rules.text.choices import Reader, Writer
from combin.rules.text.values import KEYWORDS, name_text
from combin.rules.words import (
    ALWAYS,
    All,
    Always,
    Any,
    Beats,
    Below,
    Chose,
    Condition,
    Is,
    Not,
    Reaches,
    Ties,
)
from combin.texts import PageLine, Stretch

OTHERWISE = "otherwise"
TOKEN = re.compile(r'\s*(\(|\)|"[^"]*"|[^\s()\[\]|"=,;:]+)')
WORSE = ("worse", "less", "lower", "fewer", "below")
BETTER = ("better", "more", "higher")
MOST_WORDS = 50_000  # of all conditions of a page, a term counted as all that it stands for
MOST_DEEP = 60  # parentheses and terms within each other


class PageTerms:
    """The conditions of a page that have a name, each read when it is first asked for.

    lines: name -> the text that it stands for. rests: name -> that on further lines. read: name ->
    the condition. words: name -> how many words it is made of.
    """

    def __init__(self, reading: Reader) -> None:
        self.reading = reading
        self.lines: dict[str, Stretch] = {}
        self.rests: dict[str, list[Stretch]] = {}
        self.read: dict[str, Condition] = {}
        self.words: dict[str, int] = {}
        self.said = 0
        self.deep = 0

    def take(self, line: PageLine) -> None:
        """Take in a line ``NAME = CONDITION``."""
        name, *meaning = line.piece.split(r" = ", 1)
        if not meaning:
            raise line.piece.fault("a name, = and the condition that it stands for are expected")
        if name.text in KEYWORDS:
            raise name.fault(f"{name.text!r} has a meaning in conditions; take another name")
        if name.name in self.lines:
            raise name.fault(f"the term {name.name!r} is told twice")
        if name.name in self.reading.hands:
            raise name.fault(f"{name.name!r} is a hand; a term has a name of its own")
        self.lines[self.reading.given("term", name)] = meaning[0]
        self.rests[name.name] = line.pieces[1:]

    def condition(self, said: str, name: Stretch) -> Condition:
        """Return what the term that is said somewhere stands for."""
        if said not in self.read:
            before, self.deep = self.said, self.deep + 1
            if self.deep > MOST_DEEP:
                raise name.fault("terms stand for each other without an end")
            told = self.lines[said], *self.rests.get(said, ())
            self.read[said] = self.read_condition(*told)
            self.words[said], self.deep = self.said - before, self.deep - 1
        else:
            self.count(self.words[said], name)
        return self.read[said]

    def count(self, words: int, piece: Stretch) -> None:
        self.said += words
        if self.said > MOST_WORDS:
            raise piece.fault(f"the conditions of the page hold more than {MOST_WORDS:,} words")

    def read_condition(self, *pieces: Stretch) -> Condition:
        """Return the condition that a text says, on one line or several."""
        is_always = [piece.text for piece in pieces] == [OTHERWISE]
        return ALWAYS if is_always else _Tokens(self, pieces).read()


class _Tokens:
    """The words of one condition, from the first to the last.

    place: that of the next word.
    """

    def __init__(self, terms: PageTerms, pieces: tuple[Stretch, ...]) -> None:
        self.terms, self.reading, self.piece = terms, terms.reading, pieces[-1]
        self.tokens: list[Stretch] = []
        self.place = self.deep = 0
        for piece in pieces:
            at = 0
            while at < len(piece.text):
                found = TOKEN.match(piece.text, at)
                if not found:
                    said = piece.text[at:].strip()[:1]
                    raise piece.fault(f"{said!r} cannot stand in a condition", at=at)
                self.tokens.append(piece.cut(found.start(1), found.end(1)))
                at = found.end()

    def read(self) -> Condition:
        self.terms.count(len(self.tokens), self.piece)
        found = self.joined()
        if self.place < len(self.tokens):
            token = self.tokens[self.place]
            raise token.fault(
                f"`and`, `or` or the end of the condition is expected, not {token.text!r}"
            )
        return found

    def joined(self) -> Condition:
        return self.parts("or", Any, lambda: self.parts("and", All, self.one))

    def parts(
        self, word: str, made: type[All] | type[Any], read: Callable[[], Condition]
    ) -> Condition:
        parts = [read()]
        while self.peek() == word:
            self.place += 1
            parts.append(read())
        return made(tuple(parts)) if len(parts) > 1 else parts[0]

    def peek(self, ahead: int = 0) -> str:
        place = self.place + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def next(self, what: str) -> Stretch:
        if self.place >= len(self.tokens):
            raise self.piece.fault(f"{what} is expected at the end", at=len(self.piece.text))
        self.place += 1
        return self.tokens[self.place - 1]

    def one(self) -> Condition:
        first = self.next("a condition")
        if first.text in ("not", "("):
            self.deep += 1
            if self.deep > MOST_DEEP:
                raise first.fault("a condition is nested too deeply; give a part a name in TERMS")
        if first.text == "not":
            made = Not(self.one())
            self.deep -= 1
            return made
        if first.text == "(":
            found = self.joined()
            closing = self.next(")")
            if closing.text != ")":
                raise closing.fault(f") is expected, not {closing.text!r}")
            self.deep -= 1
            return found
        if first.text == OTHERWISE:
            return ALWAYS
        if first.text == "chose":
            action = self.reading.known(self.next("an action"), self.reading.actions, "action")
            if self.peek() != "at":
                return Chose(action)
            self.place += 1
            return Chose(action, self.next("the name of a decision").name)
        condition: Condition = self.compared(first, self.peek())
        return condition

    def compared(self, first: Stretch, verb: str) -> Stated:
        """Return a condition on a hand, or a term, by its first word and the one that follows."""
        if verb not in ("is", "beats", "equals"):
            if first.name in self.terms.lines:
                self.reading.used.add(first.name)
                return self.terms.condition(first.name, first)
            if verb in ("", "and", "or", ")"):
                if first.name in self.reading.actions:
                    raise first.fault(f"{first.text} is an action: write `chose {first.text}`")
                if first.text in ("else", "any", "others", "rest"):
                    raise first.fault("what no row above meets is told by the word `otherwise`")
                raise first.unknown("term", (*self.terms.lines, OTHERWISE))
            token = self.tokens[self.place]
            raise token.fault(f"is, beats or equals is expected, not {verb!r}")
        hand = self.reading.known(first, self.reading.hands, "hand")
        self.place += 1
        if verb != "is":
            other = self.reading.known(self.next("a hand"), self.reading.hands, "hand")
            return Beats(hand, other) if verb == "beats" else Ties(hand, other)
        is_below = self.peek() == "below"
        self.place += is_below
        kind = self.next("the name of a hand, or a number of points")
        if kind.text in KEYWORDS:
            raise kind.fault(
                f"the name of a hand or a number of points is expected, not {kind.text!r}; `not` "
                f"comes before the condition: not {first.text} is ..."
            )
        verify_reached(self.reading, first, kind)
        if is_below:
            return Below(hand, kind.name)
        if self.peek() == "or" and self.peek(1) in WORSE:
            raise self.tokens[self.place].fault(
                f"`or better` is expected; less than a hand is said by `is below {kind.text}`"
            )
        if self.peek() == "or" and self.peek(1) in BETTER:
            self.place += 2
            return Reaches(hand, kind.name)
        return Is(hand, kind.name)


def verify_reached(reading: Reader, hand: Stretch, kind: Stretch) -> None:
    """Check, when all is read, that the ranking of a hand knows a kind of hand."""

    def check() -> None:
        for ranking in rankings_of(reading.hands.get(hand.name)):
            try:
                ranking.threshold(kind.name)
            except CombinError as error:
                raise kind.fault(str(error)) from None

    reading.later.append(check)


def rankings_of(item: Stated) -> list[Stated]:
    """Return the rankings that a hand has, whatever is chosen."""
    if isinstance(item, Pick):
        item = item.values
    if isinstance(item, Mapping):
        return [one for part in item.values() for one in rankings_of(part)]
    return [item] if item is not None else []


def condition_text(writing: Writer, when: Stated, inside: str = "", told: bool = False) -> str:
    """Return a condition as it is read.

    inside: `and`, `or` or `not`, of which it is a part. told: it is not said by its own term.
    """
    if not told:
        for name, term in writing.sheet.terms.items():
            if term == when:
                writing.terms[name] = None
                return name_text(name)
    match when:
        case Always():
            return OTHERWISE
        case Chose(action, at):
            return f"chose {name_text(action)}" + (f" at {name_text(at)}" if at else "")
        case Reaches(hand, kind):
            better = "more" if kind.isdecimal() else "better"
            return f"{name_text(hand)} is {name_text(kind)} or {better}"
        case Below(hand, kind):
            return f"{name_text(hand)} is below {name_text(kind)}"
        case Is(hand, kind):
            return f"{name_text(hand)} is {name_text(kind)}"
        case Beats(hand, other):
            return f"{name_text(hand)} beats {name_text(other)}"
        case Ties(hand, other):
            return f"{name_text(hand)} equals {name_text(other)}"
        case Not(part):
            return f"not {condition_text(writing, part, 'not')}"
        case All(parts) | Any(parts):
            word = "and" if isinstance(when, All) else "or"
            said = f" {word} ".join(condition_text(writing, part, word) for part in parts)
            return f"({said})" if inside and (inside, word) != ("or", "and") else said
        case _:
            assert_never(when)
