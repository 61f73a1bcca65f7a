"""Lines that tell a record in a game file: a word, and its attributes with commas between.

The same table of words reads and writes such lines: ``natural: pays 3 to 2, beats the dealer's``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import NamedTuple

from combin.cards import SUITS
from combin.errors import alike
from combin.rules.choices import Stated
from combin.rules.text.choices import Reader, Writer
from combin.rules.text.values import in_letters, number_of, number_text, whole_of
from combin.texts import COMMA, Misread, Stretch

NONE = "none"
ANY_RANKS = "-"


class ValueKind(NamedTuple):
    """How a value is read and written."""

    read: Callable[[Stretch], Stated]
    write: Callable[[Stated], str]


def _totals(piece: Stretch) -> tuple[int, ...]:
    if piece.text in ("any", NONE):
        return ()
    if found := re.fullmatch(r"(\d{1,2})-(\d{1,2})", piece.text, re.ASCII):
        return tuple(range(int(found[1]), int(found[2]) + 1))
    piece.refuse(
        not re.fullmatch(r"\d{1,2}(?:\s+\d{1,2})*", piece.text, re.ASCII),
        f"totals such as 9-11, or 9 10 11, are expected, not {piece.text!r}",
    )
    return tuple(map(whole_of, piece.split(r"\s+")))


def _totals_text(totals: tuple[int, ...], none: str = NONE) -> str:
    if len(totals) > 1 and totals == tuple(range(totals[0], totals[-1] + 1)):
        return f"{totals[0]}-{totals[-1]}"
    return " ".join(map(str, totals)) or none


def _suits(piece: Stretch) -> dict[str, Stated]:
    """Read ``d 2 s 3``: a suit and what is won, and so on; ``none`` for no suit."""
    pairs = [] if piece.text == NONE else piece.split(rf"\s+(?=[{SUITS}]\s)")
    return {pair.text[:1]: number_of(pair.cut(1)) for pair in pairs}


def _seen(piece: Stretch) -> Stated:
    words = in_letters(piece.text).split()
    return tuple(words) if len(words) > 1 else whole_of(piece)


def _or_none(read: Callable[[Stretch], Stated]) -> Callable[[Stretch], Stated]:
    return lambda piece: None if piece.text == NONE else read(piece)


WHOLE = ValueKind(_or_none(whole_of), lambda number: NONE if number is None else str(number))
PAID = ValueKind(_or_none(number_of), lambda pay: NONE if pay is None else number_text(pay))
RANKS = ValueKind(
    lambda piece: "" if piece.text == NONE else in_letters(piece.text), lambda text: text or NONE
)
TOTALS = ValueKind(_totals, _totals_text)
ANY_TOTALS = ValueKind(_totals, lambda totals: _totals_text(totals, "any"))
SUITED = ValueKind(
    _suits,
    lambda suited: " ".join(f"{suit} {number_text(pay)}" for suit, pay in suited.items()) or NONE,
)
SEEN = ValueKind(_seen, lambda seen: " ".join(seen) if isinstance(seen, tuple) else str(seen))
TIES = ValueKind(
    lambda piece: piece.text if piece.text in ("push", "lose") else _totals(piece),
    lambda ties: ties if isinstance(ties, str) else _totals_text(ties),
)
TEXTS = ValueKind(
    lambda piece: tuple("" if one == ANY_RANKS else in_letters(one) for one in piece.text.split()),
    lambda texts: " ".join(one or ANY_RANKS for one in texts),
)
WHOLES = ValueKind(
    lambda piece: () if piece.text == NONE else tuple(map(whole_of, piece.split(r"\s+"))),
    lambda numbers: " ".join(map(str, numbers)) or NONE,
)
TEXT = ValueKind(lambda piece: piece.text, str)
WORDS = ValueKind(lambda piece: tuple(piece.text.split()), " ".join)


def one_of(*words: str) -> ValueKind:
    """Return how one of some words is read and written."""

    def read(piece: Stretch) -> str:
        piece.refuse(
            piece.name not in words, f"one of {', '.join(words)} is expected, not {piece.text!r}"
        )
        return piece.name

    return ValueKind(read, str)


YES_OR_NO = one_of("yes", "no")
YES = ValueKind(
    lambda piece: YES_OR_NO.read(piece) == "yes", lambda value: "yes" if value else "no"
)

Said = dict[str, tuple[str, ValueKind]]  # words -> field of the record, and how it is read


class Told(NamedTuple):
    """How the lines of a kind of record are told.

    kind: the record. example: such a line. said: words -> field of the record, and how it is read.
    always: the fields that are told where they are as usual, too.
    """

    kind: type
    example: str
    said: Said
    always: tuple[str, ...] = ()


def record_of(
    reading: Reader, told: Told, word: Stretch, said: Stretch, **others: Stated
) -> Stated:
    """Return the record that a line makes: ``pays 3 to 2, beats the dealer's``; others: fields that
    are told elsewhere.
    """
    kind, known = told.kind, told.said
    given = others
    for one in said.split(COMMA) if said.text else []:
        text = one.text
        begun = [words for words in known if text == words or text.startswith(f"{words} ")]
        if not begun:
            raise _untold(one, word.text, told)
        words = max(begun, key=len)
        name, how = known[words]
        one.refuse(name in given, f"{words} is said twice")
        rest = one.cut(len(words))
        one.refuse(not rest.text and how is not YES, f"what {words!r} is, is expected after it")
        given[name] = reading.picked(rest, how.read) if rest.text else True
    for words, (name, _) in known.items():
        word.refuse(
            name not in given and usual(kind, name) is MISSING,
            f"a {word.text} says `{words}`, as in `{told.example}`",
        )
    return kind(**given)


def _untold(one: Stretch, word: str, told: Told) -> Misread:
    """Return the error that words say nothing of a record; what alone is a value may be the first
    that is told of it: ``surrender: late``.
    """
    what = f"a {word} is told as in `{told.example}`"
    first, (_, how) = next(iter(told.said.items()))
    try:
        how.read(one)
    except Misread:
        begun = re.match(r"[^\[\d]*", one.text)
        begin = one.cut(0, begun.end() if begun and begun[0].strip() else None)
        begin = begin if alike(begin.text, told.said) else begin.word()
        return begin.fault(what, told.said)
    return one.fault(f"{what} (did you mean `{first} {one.text}`?)")


def usual(kind: type, name: str) -> Stated:
    """Return what a field of a record is where nothing is said of it, MISSING if it must be."""
    [one] = (one for one in fields(kind) if one.name == name)
    return one.default_factory() if one.default_factory is not MISSING else one.default


def told_text(writing: Writer, told: Told, record: Stated) -> str:
    """Return what a line tells of a record: what is not usual of it, and what is always told."""
    parts = []
    for words, (name, kind) in told.said.items():
        value = getattr(record, name)
        if value != usual(told.kind, name) or name in told.always:
            is_plain = value is True and kind is YES
            parts.append(words if is_plain else f"{words} {writing.picked(value, kind.write)}")
    return ", ".join(parts)
