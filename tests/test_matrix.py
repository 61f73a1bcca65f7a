"""The table of families and questions in docs/architecture.md: each question is asked of one short
game of each family. `python tests/test_matrix.py` prints the table as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

import combin
from combin import CombinError, api, games
from combin.cards import Deck
from combin.counting import streets
from combin.rules import OTHERWISE, Choice, CountUp, Double, DrawsBelow, Natural, Pairs, Pick

DOC = Path(__file__).parents[1] / "docs" / "architecture.md"
YES = "yes"


@dataclass(frozen=True)
class Short:
    """A short game of a family.

    sheet: its rules, the choices open.
    cards: those of a decision. pay: one that moves. strategy: one to price; empty: its situations,
    as they are printed. chart: the kind of one. deck: ranks and suits on which it is verified. seen: hidden cards that are
    shown; None: all in turn.
    """

    sheet: games.Sheet | games.CountUpSheet
    cards: str
    pay: str
    strategy: str
    deck: tuple[str, str]
    chart: str = "rounds"
    seen: Mapping[str, int] | None = None


def shipped(slug: str, deck: object) -> games.Sheet:
    """Return a game that ships, on a short deck, under a name of its own: no list ships for it."""
    return replace(games.find(slug), slug=f"short-{slug}", deck=deck)


SHOES = Pick("packs", {"1": Deck("789TJQKA"), OTHERWISE: Deck("789TJQKA", packs=2)})
COUNTED_UP = CountUp(
    slug="short-blackjack",
    title="Short Blackjack",
    source="a test",
    deck=Deck("59TA"),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"stand": 17, "hit": 18})),
    natural=Natural(Fraction(3, 2)),
    actions=(Double(), Pairs(2)),
    choices=(Choice("soft17", "what the dealer does", {"stand": "stands", "hit": "draws"}),),
)
TALLY = shipped("three-card-poker", Deck("9TJQKA", "cdh"))
BOARD = shipped("casino-holdem", Deck("TJQKA", "cdh"))
DRAW = shipped("jacks-or-better", Deck("TJQKA", "cdh"))
SPLIT = shipped("pai-gow-poker", Deck("2345A", "cdh"))

FAMILIES = {
    "tallies": Short(TALLY, "Qc Jd Th", "ante-bonus.straight", "play", ("9TJQKA", "cd")),
    "shared boards": Short(BOARD, "Qc Jd / Ac Kd Th", "ante.flush", "call", ("TJQKA", "cd")),
    "draws": Short(DRAW, "Qc Jd Th Tc Ad", "flush", "hold none", ("TJQKA", "cd")),
    "shoe": Short(
        *(shipped("red-dog", SHOES), "9c / Qd", "spread-1", "raise", ("789T", "cd")),
        seen={"others": 1},
    ),
    "split hands": Short(SPLIT, "2c 2d 3c 3d Ad 4c 5c", "win.wager", "foxwoods", ("2345678", "cd")),
    "count-up": Short(COUNTED_UP, "T 5 / T", "natural", "", ("59TA", "cdhs"), "actions"),
}

# What is asked, of the base bet where a game has several, and what files are written into.
QUESTIONS: Mapping[str, Callable[[Short, Path], object]] = {
    "solve": lambda on, _: combin.solve(on.sheet, bets=["base"]),
    "shard": lambda on, to: combin.shard(on.sheet, to / "1.json", 1, 2, bets=["base"]),
    "advise": lambda on, _: combin.advise(on.sheet, on.cards),
    "situations": lambda on, _: next(iter(combin.situations(on.sheet))),
    "price": lambda on, _: combin.price(on.sheet, on.strategy or str(combin.situations(on.sheet))),
    "strategy": lambda on, _: combin.strategy(on.sheet),
    "edges": lambda on, _: combin.edges(on.sheet.slug),
    "protect": lambda on, _: combin.protect(on.sheet, on.seen),
    "removal": lambda on, _: combin.removal(on.sheet, ["base"]),
    "card_counting": lambda on, _: combin.card_counting(on.sheet),
    "plays": lambda on, _: combin.plays(on.sheet),
    "count": lambda on, _: combin.count(on.sheet),
    "formula": lambda on, _: combin.formula(on.sheet),
    "sweep": lambda on, _: combin.sweep(on.sheet, on.pay, 1, 3),
    "target": lambda on, _: combin.target(on.sheet, "5%", on.pay),
    "vary": lambda on, _: combin.vary(on.sheet, bets=["base"]),
    "compare": lambda on, _: combin.compare(combin.load(on.sheet), combin.load(on.sheet), ["base"]),
    "simulate": lambda on, to: combin.simulate(on.sheet, to / "log.csv", 20, 1),
    "check": lambda on, to: (
        combin.simulate(on.sheet, to / "log.csv", 20, 1),
        combin.check(on.sheet, to / "log.csv"),
    ),
    "verify": lambda on, _: combin.verify(on.sheet, None, None, ["base"], *on.deck),
    "card": lambda on, _: combin.card(on.sheet),
    "chart": lambda on, _: combin.chart(on.sheet, on.chart),
}


@contextmanager
def as_shipped() -> Iterator[None]:
    """Find the short games by their names, count none of them twice, and call every board large."""
    short = {one.sheet.slug: one.sheet for one in FAMILIES.values()}
    find, count_up = games.find, games.count_up

    def found(name):
        return short[name] if name in short else find(name)

    def found_counting(name):
        return COUNTED_UP if name == COUNTED_UP.slug else count_up(name)

    with (
        patch.object(games, "find", found),
        patch.object(games, "count_up", found_counting),
        patch.object(api, "_recount", lambda *_: None),
        patch.object(streets, "MOST_KEPT", 0),
    ):
        yield


def answered(family: str, question: str, folder: Path) -> str:
    """Return YES, or the line by which a question is refused, the game called GAME in it."""
    short = FAMILIES[family]
    try:
        with as_shipped():
            answer = QUESTIONS[question](short, folder)
    except CombinError as error:
        return str(error).replace(short.sheet.slug, "GAME")
    assert question == "shard" or str(answer)
    return YES


def table(cells: Mapping[str, Mapping[str, str]]) -> str:
    """Return the table: a row a question, a number where the reasons below it tell why not.

    cells: question -> family -> what `answered` returns.
    """
    reasons = list(dict.fromkeys(one for row in cells.values() for one in row.values()))
    reasons.remove(YES)
    rows = [["question", *FAMILIES], ["---"] * (1 + len(FAMILIES))]
    for question, row in cells.items():
        said = [one if one == YES else str(1 + reasons.index(one)) for one in row.values()]
        rows.append([f"`{question}`", *said])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines, "", *(f"{n}. `{one}`" for n, one in enumerate(reasons, 1)), ""])


@cache
def told() -> Mapping[str, Mapping[str, str]]:
    """Return the cells that the document has."""
    text = DOC.read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    begin = rows.index(["question", *FAMILIES]) + 2
    reasons = {}
    for line in text[text.index("| question |") :].splitlines():
        number, _, reason = line.partition(". `")
        if number.isdecimal():
            reasons[number] = reason.removesuffix("`")
    return {
        question.strip("`"): {name: reasons.get(one, one) for name, one in zip(FAMILIES, row)}
        for question, *row in rows[begin : begin + len(QUESTIONS)]
    }


def test_the_document_has_every_question_and_no_other_reason():
    assert list(told()) == list(QUESTIONS)
    assert table(told()) in DOC.read_text(encoding="utf-8")


def test_every_question_about_one_game_is_asked():
    """`load` and `show` answer before anything is counted."""
    methods = {name for name in vars(type(combin.game("red-dog"))) if name[0] != "_"}
    assert methods - {"show"} <= QUESTIONS.keys()


LONG = {("split hands", "verify")}
CASES = [
    pytest.param(*case, marks=[pytest.mark.slow] if case in LONG else [])
    for case in product(FAMILIES, QUESTIONS)
]


@pytest.mark.parametrize(("family", "question"), CASES)
def test_a_family_answers_a_question_or_says_why_not(family, question, tmp_path):
    assert answered(family, question, tmp_path) == told()[question][family]


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        found = {
            asked: {family: answered(family, asked, Path(folder)) for family in FAMILIES}
            for asked in QUESTIONS
        }
    sys.stdout.write(table(found))
