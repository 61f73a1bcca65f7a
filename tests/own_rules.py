"""Blackjack by rules that no shipped game has, each as a file of one's own would say it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from combin import rules
from combin.cards import Deck
from combin.rules.game import Game

PARTS = {
    "deck": "Deck(packs=6)",
    "dealer": "DrawsBelow(17)",
    "natural": "Natural(Fraction(3, 2))",
    "actions": "(Double(), Pairs(4))",
}
PUSHES = "DrawsBelow(17, soft=18, pushes=22)"
TOLD = 'DrawsBelow(17, soft=18, pushes=22, beaten=(21,), seen=("2345", "6789", "TJQKA"))'
OWN: dict[str, dict[str, str]] = {
    "early-ten": {"actions": '(Double(), Pairs(4), Surrender("early", ups="T"))'},
    "late-ace-eight": {
        "natural": 'Natural(Fraction(3, 2), looks="never")',
        "actions": '(Double(), Pairs(4), Surrender("late", later=True, ups="A8"))',
    },
    "aces-once": {"actions": '(Double(), Pairs(4, aces="once"))'},
    "ace-alone": {
        "natural": 'Natural(Fraction(3, 2), looks="ace")',
        "actions": '(Double(), Pairs(4), Surrender("late"))',
    },
    "charlie-pays-two": {"bonuses": "(Bonus(2, cards=4, total=None),)"},
    "ties-of-17": {"ties": "(17, 20)"},
    "but-21": {"dealer": "DrawsBelow(17, soft=18, pushes=22, beaten=(21, 19))"},
    "push-22-bonus": {"dealer": PUSHES, "bonuses": "(Bonus(2, cards=5),)"},
    "power": {
        "deck": 'Deck(ranks="2345678JQKA", packs=8)',
        "actions": "(Double(up_to=4), Pairs(2))",
    },
    "triple-again": {"actions": "(Double(up_to=3, later=True, times=2, rescue=True), Pairs(3))"},
    "down-under": {"dealer": TOLD},
    "told-and-late": {
        "dealer": 'DrawsBelow(17, seen=("A2345", "6789TJQK"))',
        "actions": '(Double(), Pairs(2), Surrender("late"))',
    },
    "like-tens": {"actions": "(Double(), Pairs(3, unlike=False))"},
    "zappit": {"dealer": PUSHES, "actions": "(Double(), Pairs(3), Zap((15, 16, 17)))"},
    "zap-told": {"dealer": TOLD, "actions": '(Double(), Surrender("late"), Zap((15, 16)))'},
    "free-bonuses": {
        "dealer": PUSHES,
        "wins_21": "True",
        "bonuses": '(Bonus(2, cards=4), Bonus(3, ranks="678"))',
        "actions": """(
            Double(free=(9, 10, 11), later=True),
            Pairs(4, free=(1, 5, 8)),
            Surrender("late", later=True, split=True),
        )""",
    },
    "exposed-bonus": {
        "dealer": "DrawsBelow(17, soft=18, seen=2)",
        "ties": '"lose"',
        "bonuses": "(Bonus(2, cards=4),)",
        "actions": "(Double(times=2, rescue=True, later=True), Pairs(4))",
    },
}


def file_of(slug: str) -> str:
    """Return the game file."""
    parts = {"slug": f'"{slug}"', "title": f'"{slug}"', "source": '"own"', **PARTS, **OWN[slug]}
    said = "\n".join(f"    {name}={part}," for name, part in parts.items())
    words = "Bonus, CountUp, Deck, Double, DrawsBelow, Natural, Pairs, Surrender, Zap"
    return (
        f"from fractions import Fraction\n\nfrom combin.rules import {words}\n\n"
        f"GAME = CountUp(\n{said}\n)\n"
    )


def own(slug: str) -> Game:
    """Return the game."""
    words: dict[str, Any] = {**vars(rules), "Fraction": Fraction, "Deck": Deck}
    parts = {name: eval(part, words) for name, part in {**PARTS, **OWN[slug]}.items()}
    made: Any = rules.CountUp(slug=slug, title=slug, source="own", **parts)
    game: Game = made.resolve()
    return game
