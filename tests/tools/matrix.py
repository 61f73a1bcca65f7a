"""Every question of `combin`, and a short game of each family of which it can be asked.

`python tests/tools/matrix.py` writes the table of docs/architecture.md; with names of questions it asks
those alone, with `--figures` it writes tests/questions/figures.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

sys.path.append(str(Path(__file__).parents[1]))

import combin
from combin import CombinError, games
from combin.cards import RANKS, Deck
from combin.families.board import counting as streets
from combin.ranking import NATURAL_RUNS, HandRanking
from combin.results import Result
from combin.rules import OTHERWISE, Choice, CountUp, Double, DrawsBelow, Natural, Pairs, Pick
from combin.rules.game import Sheet
from declared import figures
from two_hands import four_ranks

DOC = Path(__file__).parents[2] / "docs" / "architecture.md"
HEAD = "| question |"  # begins the table, which the next section ends
YES = "yes"


@dataclass(frozen=True)
class Short:
    """A short game of a family.

    sheet: its rules, the choices open.
    cards: those of a decision.
    pay: one that moves.
    strategy: one to price; empty: its situations, as they are printed.
    deck: ranks and suits on which it is verified.
    chart: the kind of one.
    seen: hidden cards that are shown; None: all in turn.
    """

    sheet: Sheet
    cards: str
    pay: str
    strategy: str
    deck: tuple[str, str]
    chart: str = "rounds"
    seen: Mapping[str, int] | None = None


def shipped(slug: str, deck: object) -> Sheet:
    """Return a game that ships, on a short deck, under a name of its own: no list ships for it."""
    return replace(games.dealt_sheet(slug), slug=f"short-{slug}", deck=deck)


SHOES = Pick("packs", {"1": Deck("789TJQKA"), OTHERWISE: Deck("789TJQKA", packs=2)})
_short: Any = CountUp  # what it makes is a sheet
COUNTED_UP: Sheet = _short(
    slug="short-blackjack",
    title="Short Blackjack",
    source="a test",
    deck=Deck("59TA"),
    dealer=DrawsBelow(),
    natural=Natural(Fraction(3, 2)),
    actions=Pick("double", {"yes": (Double(), Pairs(2)), "no": (Pairs(2),)}),
    choices=(Choice("double", "whether bets may be doubled", {"yes": "yes", "no": "no"}),),
)
TALLY = shipped("three-card-poker", Deck("TJQKA", "cd"))
BOARD = shipped("casino-holdem", Deck("JQKA", "cdhs"))  # fewer suits count as tallies
DRAW = shipped("jacks-or-better", Deck("TJQKA", "cd"))
SPLIT = shipped("pai-gow-poker", Deck("2345A", "cdh"))

FAMILIES = {
    "tallies": Short(TALLY, "Qc Jd Td", "ante-bonus.straight", "play", ("TJQKA", "cd")),
    "shared boards": Short(
        BOARD, "Qc Jd / Ac Kd Kh", "ante.full-house", "call", ("QKA", "cdhs"), seen={"dealer": 1}
    ),
    "draws": Short(DRAW, "Qc Jd Tc Td Ad", "flush", "hold none", ("TJQKA", "cd")),
    "shoe": Short(
        *(shipped("red-dog", SHOES), "9c / Qd", "spread-1", "raise", ("789T", "cd")),
        seen={"others": 1},
    ),
    "set hands": Short(SPLIT, "2c 2d 3c 3d Ad 4c 5c", "win.wager", "foxwoods", ("2345678", "cd")),
    "blackjack": Short(COUNTED_UP, "T 5 / T", "natural", "", ("59TA", "cdhs"), "actions"),
}

# What is asked, of the base bet where a game has several, and what files are written into.
QUESTIONS: Mapping[str, Callable[[Short, Path], object]] = {
    "solve": lambda on, _: combin.solve(on.sheet, bets=["base"]),
    "shard": lambda on, to: combin.shard(on.sheet, to / "1.json", 1, 2, bets=["base"]),
    "advise": lambda on, _: combin.advise(on.sheet, on.cards),
    "situations": lambda on, _: combin.situations(on.sheet),
    "price": lambda on, _: combin.price(on.sheet, on.strategy or str(combin.situations(on.sheet))),
    "strategy": lambda on, _: combin.strategy(on.sheet),
    "edges": lambda on, _: combin.edges(on.sheet.slug),
    "protect": lambda on, _: combin.protect(on.sheet, on.seen),
    "report": lambda on, _: combin.report(on.sheet, bets=["base"]),
    "removal": lambda on, _: combin.removal(on.sheet, ["base"]),
    "card_counting": lambda on, _: combin.card_counting(on.sheet),
    "plays": lambda on, _: combin.plays(on.sheet),
    "session": lambda on, _: combin.session(on.sheet, 20),
    "tally": lambda on, _: combin.tally(on.sheet),
    "formula": lambda on, _: combin.formula(on.sheet),
    "sweep": lambda on, _: combin.sweep(on.sheet, on.pay, 1, 3),
    "target": lambda on, _: combin.target(on.sheet, "5%", on.pay),
    "design": lambda on, _: combin.design(on.sheet, {on.pay: "1..2"}, deviation="..9", order="any"),
    "vary": lambda on, _: combin.vary(on.sheet, bets=["base"]),
    "compare": lambda on, _: combin.compare(on.sheet.resolve(), on.sheet.resolve(), ["base"]),
    "explain": lambda on, _: combin.explain(on.sheet, "1%"),
    "simulate": lambda on, to: combin.simulate(on.sheet, to / "log.csv", 20, 1),
    "check": lambda on, to: combin.check(
        on.sheet, combin.simulate(on.sheet, to / "log.csv", 20, 1).path or ""
    ),
    "verify": lambda on, _: combin.verify(on.sheet, None, None, ["base"], *on.deck),
    "card": lambda on, _: combin.card(on.sheet),
    "chart": lambda on, _: combin.chart(on.sheet, on.chart),
}

# The figures of games on shoes of few ranks: blackjack, its kin, and what counts its cards.
KIN = ("spanish-21", "super-fun-21", "pontoon", "double-exposure", "free-bet-blackjack")


def few_ranks(name: str, ranks: str) -> Sheet:
    """Return a game that ships, dealt from a shoe of some ranks of four packs; between ranks that
    are missing no straight leads over the gap.
    """
    sheet = games.sheet_of(name)
    few: Any = Deck(ranks, packs=4)
    deck: object = sheet.deck
    hands: Any = sheet.hands
    if isinstance(deck, Pick):
        few = replace(deck, values=dict.fromkeys(deck.values, few))
    if ranks not in RANKS:
        hands = tuple(
            replace(hand, ranking=replace(hand.ranking, runs=NATURAL_RUNS))
            if isinstance(hand.ranking, HandRanking) and hand.ranking.has_runs
            else hand
            for hand in hands
        )
    return replace(sheet, deck=few, hands=hands)


BLACKJACK = few_ranks("blackjack", "56TA")
SETTINGS: Mapping[str, Mapping[str, str]] = {
    "total": {}, "zero-memory": {"model": "zero-memory"}, "surrender": {"surrender": "late", "soft17": "hit"},
}  # fmt: skip
OF_BLACKJACK: Mapping[str, Callable[[], Any]] = {
    **{f"blackjack solve {name}": partial(combin.solve, BLACKJACK, chosen, variance=True, law=name == "total")
       for name, chosen in SETTINGS.items()},
    "blackjack solve full-memory": partial(
        combin.solve, few_ranks("blackjack", "6TA"), {"model": "full-memory", "splits": "2"}
    ),
    "blackjack card_counting": partial(combin.card_counting, BLACKJACK, choices={"splits": "1"}),
    "blackjack card_counting spread": partial(combin.card_counting, BLACKJACK, spread="1:1 2:3", choices={"splits": "1"}),
    "blackjack card_counting insurance": partial(combin.card_counting, BLACKJACK, "insurance", trigger=1),
    "blackjack card_counting flat": partial(combin.card_counting, BLACKJACK, flat=True, choices={"splits": "1"}),
    "blackjack protect": partial(combin.protect, BLACKJACK, choices={"splits": "1"}),
    "blackjack strategy": partial(combin.strategy, BLACKJACK, {"splits": "1"}),
    "blackjack vary": partial(combin.vary, BLACKJACK, choices={"splits": "1"}),
    **{f"{name} solve": partial(combin.solve, few_ranks(name, "678JA"), {"splits": "1"}) for name in KIN},
    **{f"switch {name}": partial(getattr(combin, name), four_ranks(), {"splits": "1"}) for name in ("solve", "strategy")},
}  # fmt: skip

# A file, where things stand on a page, or what has figures of its own in tests by hand.
NO_FIGURES = ("shard", "simulate", "card", "chart", "report", "session")
FILE = Path(__file__).parents[1] / "questions" / "figures.json"
FIGURES: Mapping[str, Mapping[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))


@contextmanager
def as_shipped() -> Iterator[None]:
    """Let the short games ship, so that they are found by name and not recounted, and call every
    board large.
    """
    short = {one.sheet.slug: one.sheet for one in FAMILIES.values()}
    names, loaded = games.names(), games._shipped

    def found(slug: str) -> Sheet:
        return short[slug] if slug in short else loaded(slug)

    with (
        patch.object(games, "_names", lambda: tuple(sorted([*names, *short]))),
        patch.object(games, "_shipped", found),
        patch.object(streets, "MOST_KEPT", 0),
    ):
        yield


def answered(family: str, question: str, folder: Path, look: Callable[[Any], object] = str) -> str:
    """Return YES, or the line by which a question is refused, the game called GAME in it.

    look: at the answer.
    """
    short = FAMILIES[family]
    try:
        with as_shipped():
            look(QUESTIONS[question](short, folder))
    except CombinError as error:
        return str(error).replace(short.sheet.slug, "GAME")
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


def told() -> dict[str, dict[str, str]]:
    """Return the cells that the document has."""
    text = DOC.read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    begin = rows.index(["question", *FAMILIES]) + 2
    reasons = {}
    for line in text[text.index(HEAD) :].splitlines():
        number, _, reason = line.partition(". `")
        if number.isdecimal():
            reasons[number] = reason.removesuffix("`")
    return {
        question.strip("`"): {name: reasons.get(one, one) for name, one in zip(FAMILIES, row)}
        for question, *row in rows[begin : begin + len(QUESTIONS)]
        if question[0] == "`"
    }


def is_slow(family: str, question: str) -> bool:
    """Return whether a short game takes a second or more to answer."""
    if family == "shared boards":
        return question in ("check", "design", "protect", "situations", "sweep", "verify")
    if (family, question) in (("set hands", "verify"), ("draws", "situations")):
        return True
    quick = ("solve", "advise", "price", "compare", "removal", "card_counting")
    return family == "shoe" and question not in quick


def write_figures() -> None:
    """Write what is asked in little time, as it is found now."""
    found: dict[str, dict[str, list[str]]] = {}
    with TemporaryDirectory() as folder:
        for family, question in product(FAMILIES, QUESTIONS):
            if question not in NO_FIGURES and not is_slow(family, question):
                one = found.setdefault(family, {})

                def keep(
                    answer: Result, one: dict[str, list[str]] = one, to: str = question
                ) -> None:
                    one[to] = figures(answer)

                answered(family, question, Path(folder), keep)
    found["blackjack and its kin"] = {name: figures(ask()) for name, ask in OF_BLACKJACK.items()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def write_table(asked: Collection[str]) -> None:
    """Write the table of the document, the rows of some questions as they are found now."""
    with TemporaryDirectory() as folder:
        found = {
            question: {family: answered(family, question, Path(folder)) for family in FAMILIES}
            for question in asked
        }
    known = found if found.keys() == QUESTIONS.keys() else {**told(), **found}
    text = DOC.read_text(encoding="utf-8")
    begin = text.index(HEAD)
    end = text.index("\n## ", begin)
    made = table({question: known[question] for question in QUESTIONS})
    DOC.write_text(text[:begin] + made + text[end:], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask a short game of each family every question.")
    parser.add_argument(
        "questions",
        nargs="*",
        metavar="QUESTION",
        help=f"write its row of docs/architecture.md (default: all of {', '.join(QUESTIONS)})",
    )
    parser.add_argument(
        "--figures", action="store_true", help="write tests/questions/figures.json instead"
    )
    asked = parser.parse_args()
    if unknown := [name for name in asked.questions if name not in QUESTIONS]:
        parser.error(f"no question: {', '.join(unknown)}")
    if asked.figures and asked.questions:
        parser.error("--figures writes those of all questions: name none")
    if asked.figures:
        write_figures()
    else:
        write_table(asked.questions or QUESTIONS)


if __name__ == "__main__":
    main()
