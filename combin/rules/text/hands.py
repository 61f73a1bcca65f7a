"""Hands and what ranks them in a game file."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache

from combin import ranking
from combin.errors import CombinError
from combin.ranking import HandRanking, Points, Ranking, Spread
from combin.rules.choices import Stated
from combin.rules.text.attributes import (
    RANKS,
    TEXT,
    WHOLE,
    YES,
    Told,
    record_of,
    told_text,
)
from combin.rules.text.choices import Marks, Reader, Writer, marked, wrapped
from combin.rules.text.forms import Form
from combin.rules.text.values import inside, name_text, plain, points_of, points_text
from combin.rules.words import Hand
from combin.texts import COMMA, PageLine, Stretch

HAND = Form("{*name} = {*ranking} of {*zones}[ using all of {*must_use}]")
RANKINGS = {
    "RANKING": Told(
        HandRanking,
        "RANKING twos-wild = poker, twos wild; cards 5, wild 2",
        {
            "cards": ("size", WHOLE),
            "joker": ("joker", TEXT),
            "wild": ("wild", RANKS),
            "wheel second": ("wheel_second", YES),
            "runs": ("runs", RANKS),
        },
    ),
    "POINTS": Told(Points, "POINTS pips = hard count; modulo 10", {"modulo": ("modulo", WHOLE)}),
    "SPREAD": Told(Spread, "SPREAD gap = the gap; ace low", {"ace low": ("ace_low", YES)}),
}


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
    told, pieces = RANKINGS[head], [piece for one in line.under for piece in one.pieces]
    said, *more = rest.split(r";\s*", 1)
    name, *title = said.split(r" = ", 1)
    rest.refuse(not name.text, f"{head} has a name: {told.example}")
    rest.refuse("[" in rest.text, "a ranking does not depend on a choice; a hand may, by brackets")
    name.refuse(
        name.name in rankings, f"a ranking is called {name.name!r} already; take another name"
    )
    reading.given("ranking", name)
    others: dict[str, Stated] = {"name": title[0].text if title else name.name}
    if head == "RANKING":
        others["families"] = tuple(re.split(r"\s*>\s*", " ".join(one.text for one in pieces)))
    elif head == "POINTS":
        others["values"] = points_of([one for piece in pieces for one in piece.split(COMMA)])
    else:
        _ = line.alone
    terms = more[0] if more else rest.cut(len(rest.text))
    with name.placed():
        rankings[name.name] = record_of(reading, told, line.piece.word(), terms, **others)


def ranking_parts(writing: Writer) -> list[list[str]]:
    """Return the parts that tell the rankings of the game's own that its hands were said with."""
    parts = []
    for name, one in writing.rankings.items():
        [(head, told)] = [item for item in RANKINGS.items() if item[1].kind is type(one)]
        title = "" if one.name == name else " = " + plain(one.name, ';[]"')
        said = told_text(writing, told, one)
        under = points_text(one) if head == "POINTS" else " > ".join(getattr(one, "families", ()))
        line = f"{head} {name_text(name)}{title}" + (f"; {said}" if said else "")
        parts.append([line, *inside(wrapped(under, ""))])
    return parts


# --- Hands ---------------------------------------------------------------------------------------


def hand_of(
    reading: Reader, terms: Container[str], rankings: dict[str, Ranking], line: PageLine
) -> tuple[Hand, Marks]:
    """Read a line ``NAME = RANKING of ZONE, ZONE using all of ZONE``; terms: the names of these."""

    def ranking_of(piece: Stretch) -> Ranking:
        reading.used.add(piece.name)
        if piece.name not in rankings:
            raise piece.unknown("ranking", rankings)
        return rankings[piece.name]

    piece, marks = reading.marks(line.alone)
    said = HAND.read(piece)
    piece.refuse(
        not {"name", "ranking", "zones"} <= {*said},
        "a hand is a ranking, `of` and the zones of its cards: player = poker of player, board",
    )
    name, by = said["name"], reading.picked(said["ranking"], ranking_of)
    name.refuse(name.name in terms, f"{name.name!r} is a term; a hand has a name of its own")
    reading.hands[name.name].append(by)
    return Hand(
        reading.given("hand", name),
        by,
        reading.picked(said["zones"], lambda one: _zones(reading, one)),
        _zones(reading, said["must_use"]) if "must_use" in said else (),
    ), marks


def _zones(reading: Reader, piece: Stretch) -> tuple[str, ...]:
    if found := re.search(r"\s(?:and|\+|&)\s", piece.text):
        raise piece.fault("commas stand between zones: hole, flop", at=found.start() + 1)
    return tuple(reading.known(one, "zone") for one in piece.split(COMMA))


def hand_lines(writing: Writer, hands: Stated) -> list[str]:
    """Return the lines that tell hands."""
    lines = []
    for hand, under in writing.flat(hands):
        said = {
            "name": name_text(hand.name),
            "ranking": writing.picked(hand.ranking, lambda one: _name_of(writing, one)),
            "zones": writing.picked(hand.zones, _zones_text),
            "must_use": _zones_text(hand.must_use),
        }
        lines.append((HAND.write(said), under))
    return marked(lines)


def _zones_text(zones: tuple[str, ...]) -> str:
    return ", ".join(map(name_text, zones))


def _name_of(writing: Writer, one: Ranking) -> str:
    """Return the name of a ranking on a page; one of the game's own is told there."""
    ranks = getattr(writing.sheet.deck, "ranks", "")
    for name, known in {**writing.sheet.rankings, **library()}.items():
        if known.name == one.name and one in (known, _played(known, ranks)):
            if name not in library():
                writing.rankings[name] = known
            return name_text(name)
    plain = re.sub(r"[^\w]+", "-", one.name).strip("-") or "ranking"
    name, number = plain, 1
    while name in library() or writing.rankings.get(name, one) != one:
        number += 1
        name = f"{plain}-{number}"
    writing.rankings[name] = one
    return name


def _played(known: Ranking, ranks: str) -> Ranking:
    if not isinstance(known, HandRanking) or not ranks:
        return known
    try:
        return known.with_runs_of(ranks)
    except CombinError:
        return known
