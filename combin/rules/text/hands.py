"""Hands and what ranks them in a game file."""

from __future__ import annotations

import re
from functools import cache

from combin import ranking
from combin.errors import CombinError
from combin.ranking import HandRanking, Points, Ranking, Spread
from combin.rules.choices import Stated
from combin.rules.text.choices import Marks, Reader, Writer, marked, wrapped
from combin.rules.text.values import inside, name_text, plain, points_of, points_text, whole_of
from combin.rules.words import Hand
from combin.texts import COMMA, PageLine, Stretch

HEADS = ("RANKING", "POINTS", "SPREAD")


@cache
def library() -> dict[str, Ranking]:
    """Return the rankings that ship, name in a game file -> ranking."""
    return {
        name.lower().replace("_", "-"): value
        for name, value in vars(ranking).items()
        if isinstance(value, Ranking)
    }


# --- Rankings of the game's own ------------------------------------------------------------------


def take_ranking(
    reading: Reader, rankings: dict[str, Ranking], head: str, rest: Stretch, line: PageLine
) -> None:
    """Read a part that begins ``RANKING``, ``POINTS`` or ``SPREAD NAME = TITLE; ...``."""
    said, *more = rest.split(r";\s*")
    name, *title = said.split(r" = ", 1)
    if not name.text:
        raise rest.fault(f"{head} has a name: {head} twos-wild = poker, twos wild")
    if name.name in rankings:
        raise name.fault(f"a ranking is called {name.name!r} already; take another name")
    reading.given("ranking", name)
    terms = [term for piece in more for term in piece.split(COMMA)]
    try:
        rankings[name.name] = _made(head, title[0].text if title else name.text, terms, line)
    except CombinError as error:
        if type(error) is CombinError:  # found by the ranking itself
            raise name.fault(str(error)) from None
        raise


def _made(head: str, title: str, terms: list[Stretch], line: PageLine) -> Ranking:
    pieces = [piece for one in line.under for piece in one.pieces]
    match head:
        case "SPREAD":
            words = _words(terms, {"ace low"})
            return Spread(title, "ace low" in words)
        case "POINTS":
            words = _words(terms, {"modulo"})
            modulo = whole_of(words["modulo"]) if "modulo" in words else 0
            listed = [one for piece in pieces for one in piece.split(COMMA)]
            return Points(title, points_of(listed), modulo)
    words = _words(terms, {"cards", "joker", "wild", "wheel second", "runs"})
    if "cards" not in words:
        raise line.piece.fault("a ranking says of how many cards a hand is: ; cards 5")
    text = " ".join(piece.text for piece in pieces)
    return HandRanking(
        *(title, whole_of(words["cards"]), tuple(re.split(r"\s*>\s*", text))),
        joker=words["joker"].text if "joker" in words else None,
        wild=words["wild"].text if "wild" in words else "",
        wheel_second="wheel second" in words,
        runs=words["runs"].text if "runs" in words else "",
    )


def _words(terms: list[Stretch], known: set[str]) -> dict[str, Stretch]:
    """Return what the head of a ranking says, word -> what follows it: ``cards 5, wild 2``."""
    words: dict[str, Stretch] = {}
    for term in terms:
        word, *value = [term] if term.text in known else term.split(r"\s+", 1)
        if word.text not in known or not (value or " " in word.text):
            raise term.fault(f"one of {', '.join(sorted(known))} is expected here", known)
        if word.text in words:
            raise term.fault(f"{word.text} is said twice")
        words[word.text] = value[0] if value else word
    return words


def _lines_of(name: str, one: Ranking) -> list[str]:
    """Return the part of a page that tells a ranking of the game's own."""
    title = "" if one.name == name else " = " + plain(one.name, ';[]"')
    match one:
        case Spread(_, ace_low):
            return [f"SPREAD {name}{title}{'; ace low' * ace_low}"]
        case Points(_, _, modulo):
            least = f"; modulo {modulo}" if modulo else ""
            return [f"POINTS {name}{title}{least}", *inside(wrapped(points_text(one), ""))]
    terms = [f"cards {one.size}"] + [f"joker {one.joker}"] * bool(one.joker)
    terms += [f"wild {one.wild}"] * bool(one.wild) + ["wheel second"] * one.wheel_second
    terms += [f"runs {one.runs}"] * bool(one.runs)
    families = wrapped(" > ".join(one.families), "")
    return [f"RANKING {name}{title}; {', '.join(terms)}", *inside(families)]


def ranking_parts(writing: Writer) -> list[list[str]]:
    """Return the parts that tell the rankings of the game's own that its hands were said with."""
    return [_lines_of(name, one) for name, one in writing.rankings.items()]


# --- Hands ---------------------------------------------------------------------------------------


def take_hand(reading: Reader, rankings: dict[str, Ranking], line: PageLine) -> None:
    """Take in the name of a hand and what ranks it."""
    piece, marks = reading.marks(line.alone)
    name, *said = piece.split(r" = ", 1)
    ranked = reading.hands.setdefault(name.name, {})
    by, *zones = said[0].split(r"\sof\s", 1) if said else [name]
    if zones:
        ranked[marks] = reading.picked(by, lambda one: _known(reading, rankings, one))


def _known(reading: Reader, rankings: dict[str, Ranking], piece: Stretch) -> Ranking:
    reading.used.add(piece.name)
    if piece.name not in rankings:
        raise piece.unknown("ranking", rankings)
    return rankings[piece.name]


def hand_of(reading: Reader, line: PageLine) -> tuple[Hand, Marks]:
    """Read a line ``NAME = RANKING of ZONE, ZONE using all of ZONE``."""
    piece, marks = reading.marks(line.piece)
    name, *said = piece.split(r" = ", 1)
    if not said:
        raise piece.fault("a hand is expected, such as player = poker of player, board")
    _, *zones = said[0].split(r"\sof\s", 1)
    if not zones:
        raise said[0].fault(
            "a ranking, `of` and the zones of its cards are expected: poker of hole, flop"
        )
    used, *all_of = zones[0].split(r"\susing all of\s", 1)
    by: Stated = reading.hands.get(name.name, {}).get(marks)  # None where it could not be read
    made = Hand(
        reading.given("hand", name),
        by,
        reading.picked(used, lambda one: _zones(reading, one)),
        _zones(reading, all_of[0]) if all_of else (),
    )
    return made, marks


def _zones(reading: Reader, piece: Stretch) -> tuple[str, ...]:
    return tuple(reading.known(one, reading.zones, "zone") for one in piece.split(COMMA))


def hand_lines(writing: Writer, hands: Stated) -> list[str]:
    """Return the lines that tell hands."""
    lines, marks = [], []
    for hand, under in writing.flat(hands):
        by = writing.picked(hand.ranking, lambda one: _name_of(writing, one))
        zones = writing.picked(hand.zones, _zones_text)
        all_of = f" using all of {_zones_text(hand.must_use)}" if hand.must_use else ""
        lines.append(f"{name_text(hand.name)} = {by} of {zones}{all_of}")
        marks.append(under)
    return marked(lines, marks)


def _zones_text(zones: tuple[str, ...]) -> str:
    return ", ".join(map(name_text, zones))


def _name_of(writing: Writer, one: Ranking) -> str:
    """Return the name of a ranking on a page; one of the game's own is told there."""
    ranks = getattr(writing.sheet.deck, "ranks", "")
    for name, known in library().items():
        if known.name == one.name and one in (known, _played(known, ranks)):
            return name
    plain = re.sub(r"[^\w]+", "-", one.name).strip("-") or "ranking"
    name, number = plain, 1
    while name in library() or writing.rankings.get(name, one) != one:
        number += 1
        name = f"{plain}-{number}"
    writing.rankings[name] = one
    return name


def _played(known: Ranking, ranks: str) -> Ranking:
    """Return a ranking as it is with a deck of some ranks."""
    if not isinstance(known, HandRanking) or not ranks:
        return known
    try:
        return known.with_runs_of(ranks)
    except CombinError:
        return known
