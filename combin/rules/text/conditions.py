"""Conditions in a game file: ``player beats dealer and not (dealer is below pair)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from combin.errors import CombinError, nearest
from combin.ranking import Ranking
from combin.rules.choices import Stated
from combin.rules.picks import parts_of
from combin.rules.text.choices import Reader, Writer
from combin.rules.text.values import KEYWORDS, name_text
from combin.rules.words import (
    ALWAYS,
    All,
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
from combin.texts import Misread, PageLine, Stretch

OTHERWISE = "otherwise"
TOKEN = re.compile(r'\s*(\(|\)|"[^"]*"|[^\s()\[\]|"=,;:]+)')
FORMS: tuple[tuple[type, str], ...] = (  # of two that fit the first is read
    (Chose, "chose {action} at {at}"),
    (Chose, "chose {action}"),
    (Below, "{hand} is below {name}"),
    (Reaches, "{hand} is {name} or better"),
    (Is, "{hand} is {name}"),
    (Beats, "{hand} beats {other}"),
    (Ties, "{hand} equals {other}"),
)
VERBS = ("is", "beats", "equals")
WORSE = ("worse", "less", "lower", "fewer", "below")
BETTER = ("better", "more", "higher")
ARTICLES = ("a", "an", "the")
# What people say -> what is written, of a hand {0}.
SAID_VERBS = {
    "ties": "equals",
    "has": "is",
    "below": "is below",
    "under": "is below",
    "<": "is below",
    ">": "{0} is ... or better",
    "wins": "{0} beats dealer",
    "loses": "dealer beats {0}",
}
SAID_KINDS = {
    **dict.fromkeys((*KEYWORDS, "(", ")"), "it is a word of conditions"),
    **dict.fromkeys((*WORSE, "under"), "what is less is `{0} is below pair`"),
    **dict.fromkeys(
        (*BETTER, "over", "above"),
        "what is more is `{0} is pair or better`; hands are compared by `{0} beats dealer`",
    ),
    "not": "`not` comes before the condition: not {0} is ...",
    "at": "what is at least 8 is `{0} is 8 or more`",
    "exactly": "leave the word out: {0} is 8",
}
MOST_WORDS = 50_000  # of all conditions of a page, a term counted as all that it stands for
MOST_DEEP = 60  # parentheses and terms within each other


class PageTerms:
    """The conditions of a page that have a name, each read when it is first asked for.

    lines: name -> the text that it stands for, perhaps on several lines. read: name -> the
    condition. words: name -> how many words it is made of.
    """

    def __init__(self, reading: Reader) -> None:
        self.reading = reading
        self.lines: dict[str, list[Stretch]] = {}
        self.read: dict[str, Condition] = {}
        self.words: dict[str, int] = {}
        self.said = 0
        self.deep = 0

    def take(self, line: PageLine) -> None:
        """Take in a line ``NAME = CONDITION``."""
        name, *meaning = line.piece.split(r" = ", 1)
        line.piece.refuse(
            not meaning, "a name, = and the condition that it stands for are expected"
        )
        name.refuse(
            name.text in KEYWORDS, f"{name.text!r} has a meaning in conditions; take another name"
        )
        name.refuse(name.name in self.lines, f"the term {name.name!r} is told twice")
        self.lines[self.reading.given("term", name)] = [*meaning, *line.pieces[1:]]

    def condition(self, said: str, name: Stretch) -> Condition:
        """Return what the term that is said somewhere stands for."""
        if said not in self.read:
            before, self.deep = self.said, self.deep + 1
            name.refuse(self.deep > MOST_DEEP, "terms stand for each other without an end")
            self.read[said] = self.read_condition(*self.lines[said])
            self.words[said], self.deep = self.said - before, self.deep - 1
        else:
            self.count(self.words[said], name)
        return self.read[said]

    def count(self, words: int, piece: Stretch) -> None:
        self.said += words
        piece.refuse(
            self.said > MOST_WORDS,
            f"the conditions of the page hold more than {MOST_WORDS:,} words",
        )

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
        self.hand = "dealer"  # that is spoken of
        for piece in pieces:
            at = 0
            while at < len(piece.text):
                found = TOKEN.match(piece.text, at)
                if not found:
                    said = piece.text[at:].strip()[:1]
                    raise piece.fault(f"{said!r} cannot stand in a condition", at=at)
                self.tokens.append(piece.cut(found.start(1), found.end(1)))
                at = found.end()
        for one, other in pairwise(self.tokens):
            one.refuse(
                one.text in ARTICLES and other.text not in (*KEYWORDS, "(", ")"),
                f"leave out {one.text!r}; what follows is one word, with hyphens",
            )

    def read(self) -> Condition:
        self.terms.count(len(self.tokens), self.piece)
        found = self.joined()
        if self.place < len(self.tokens):
            token = self.tokens[self.place]
            joined = f"{self.tokens[self.place - 1].text}-{token.text}"
            raise token.fault(
                f"`and`, `or` or the end of the condition is expected, not {token.text!r} (a name "
                f"is one word: {joined})"
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
        return self.tokens[place].text if 0 <= place < len(self.tokens) else ""

    def next(self, what: str) -> Stretch:
        self.piece.refuse(
            self.place >= len(self.tokens),
            f"{what} is expected at the end",
            at=len(self.piece.text),
        )
        self.place += 1
        return self.tokens[self.place - 1]

    def one(self) -> Condition:
        first = self.next("a condition")
        if first.text == OTHERWISE:
            return ALWAYS
        if first.text not in ("not", "("):
            self.place -= 1
            return self.compared(first)
        self.deep += 1
        first.refuse(
            self.deep > MOST_DEEP, "a condition is nested too deeply; give a part a name in TERMS"
        )
        found = Not(self.one()) if first.text == "not" else self.joined()
        self.deep -= 1
        if first.text == "(" and (closing := self.next(")")).text != ")":
            raise closing.fault(f") is expected, not {closing.text!r}")
        return found

    def compared(self, first: Stretch) -> Condition:
        """Return a condition on a hand or an action, or what a term stands for."""
        for kind, form in FORMS:
            words = form.split()
            here = self.tokens[self.place : self.place + len(words)]
            if len(here) == len(words) and all(
                word[0] == "{" or one.text == word or (word == "better" and one.text in BETTER)
                for word, one in zip(words, here)
            ):
                self.place += len(words)
                said = {word[1:-1]: one for word, one in zip(words, here) if word[0] == "{"}
                made = {field: self.said(field, one, first) for field, one in said.items()}
                found: Condition = kind(**made)
                return found
        if self.peek(1) not in VERBS and first.name in self.terms.lines:
            self.place += 1
            self.reading.used.add(first.name)
            return self.terms.condition(first.name, first)
        raise self.misread(first, self.peek(1))

    def said(self, field: str, piece: Stretch, hand: Stretch) -> str:
        """Return what stands in a field of a condition; hand: the first word of it."""
        if field == "at":
            return piece.name
        if field != "name":
            return self.reading.known(piece, "action" if field == "action" else "hand")
        self.hand = hand.text
        if piece.text in SAID_KINDS:
            meant = SAID_KINDS[piece.text].format(hand.text)
            raise piece.fault(
                f"a kind of hand or a number of points is expected, not {piece.text!r}; {meant}"
            )
        if self.peek() == "or" and self.peek(1) in WORSE:
            raise self.tokens[self.place].fault(
                f"`or better` is expected; less than a hand is said by `is below {piece.text}`"
            )
        verify_reached(self.reading, hand, piece)
        return piece.name

    def misread(self, first: Stretch, verb: str) -> Misread:
        """Return the error that words are no condition, by the first two."""
        if verb in VERBS or first.text == "chose":
            what = {"is": "a kind of hand or a number of points", "": "an action"}
            return self.piece.fault(
                f"{what.get(verb, 'a hand')} is expected at the end", at=len(self.piece.text)
            )
        actions = self.reading.called["action"]
        if verb not in ("", "and", "or", ")"):
            doing = verb.removesuffix("s")
            meant = SAID_VERBS.get(verb, f"chose {doing}" if doing in actions else "")
            near = f" (did you mean `{meant.format(first.text)}`?)" if meant else ""
            return self.tokens[self.place + 1].fault(
                f"is, beats or equals is expected, not {verb!r}{near}"
            )
        if first.name in actions:
            return first.fault(f"{first.text} is an action: write `chose {first.text}`")
        if first.text in ("else", "any", "others", "rest"):
            return first.fault("what no row above meets is told by the word `otherwise`")
        known = (*self.terms.lines, OTHERWISE)
        if (before := self.peek(-1)) in ("and", "or") and not nearest(first.text, known, False):
            return first.missing(
                f"a whole condition stands after `{before}`: {self.hand} is {first.text}"
            )
        return first.unknown("term", known)


def verify_reached(reading: Reader, hand: Stretch, kind: Stretch) -> None:
    """Check, when all is read, that the ranking of a hand knows a kind of hand."""

    def check() -> Misread | None:
        for ranking in parts_of(tuple(reading.hands[hand.name])):
            if not isinstance(ranking, Ranking):
                continue
            try:
                ranking.threshold(kind.name)
            except CombinError as error:
                if kind.name not in reading.hands:
                    return kind.missing(str(error))
                return kind.fault(
                    f"a kind of hand such as pair, or a number of points, is expected, not the "
                    f"hand {kind.text!r}; two hands are compared by `beats` and `equals`"
                )
        return None

    reading.later.append(check)


def condition_text(writing: Writer, when: Stated, inside: str = "", told: bool = False) -> str:
    """Return a condition as it is read.

    inside: `and`, `or` or `not`, of which it is a part. told: it is not said by its own term.
    """
    if not told:
        for name, term in writing.sheet.terms.items():
            if term == when:
                writing.terms[name] = None
                return name_text(name)
    if when == ALWAYS:
        return OTHERWISE
    if isinstance(when, Not):
        return f"not {condition_text(writing, when.part, 'not')}"
    if word := {All: "and", Any: "or"}.get(type(when)):
        said = f" {word} ".join(condition_text(writing, part, word) for part in when.parts)
        return f"({said})" if inside and (inside, word) != ("or", "and") else said
    for kind, form in FORMS:
        fields = [word[1:-1] for word in form.split() if word[0] == "{"]
        if type(when) is kind and all(getattr(when, field) for field in fields):
            names = {field: name_text(getattr(when, field)) for field in fields}
            better = "more" if names.get("name", "").isdecimal() else "better"
            return form.format(**names).replace("or better", f"or {better}")
    raise CombinError(f"{when!r} is no condition of a game file")
