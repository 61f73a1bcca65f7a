"""The play in a game file: cards dealt and decisions, a step a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from combin.errors import CombinError
from combin.rules.choices import Stated
from combin.rules.house_ways import HOUSE_WAYS
from combin.rules.machines import FIVE_CARD_DRAW
from combin.rules.text.choices import Marks, Reader, Writer, marked, marked_table
from combin.rules.text.conditions import PageTerms, condition_text
from combin.rules.text.forms import Form
from combin.rules.text.values import inside, name_text, quoted, stake_of, units_text, whole_of
from combin.rules.ways import Way
from combin.rules.words import (
    ALWAYS,
    Action,
    Condition,
    Deal,
    Decide,
    Draw,
    Part,
    Split,
)
from combin.texts import COMMA, PageLine, Stretch

NUMBERED = re.compile(r"(\d{1,3})\.\s+")
FORMS = {
    Deal: Form("{cards} {noun} to {zone}[ if {*when}][: {*note}]"),
    Draw: Form("as many as {like} to {zone}[: {*note}]"),
    Part: Form("part {*name}: {cards} of {zone} to {into}"),
    Split: Form("split {*name}: 2 of {zone} to {into}[ by {*by}]"),
    Decide: Form("decide {*name}[ if {*when}]"),
}
STEPS = (
    "a step is `5 cards to ZONE: whose they are`, `as many as ZONE to ZONE`, `decide NAME`, "
    "`part NAME: 0-5 of ZONE to ZONE`, `split NAME: 2 of ZONE to ZONE` or `five-card draw`"
)
WAYS: dict[str, Way | None] = {"choice": None, **HOUSE_WAYS}
DRAW = "five-card draw"
NOUNS = ("cards", "card")


def steps_of(reading: Reader, terms: PageTerms, line: PageLine) -> Stated:
    """Return the steps that stand under a line."""
    steps: list[tuple[Stated, Marks]] = []
    for place, one in enumerate(reading.rules(line), 1):
        with reading.going_on(one):
            piece, marks = reading.marks(one.piece)
            if found := NUMBERED.match(piece.text):
                piece.refuse(int(found[1]) != place, f"this is step {place}, not {found[1]}")
                piece = piece.cut(found.end())
            if piece.text == DRAW:
                for zone in ("hand", "thrown", "new"):
                    reading.given("zone", one.alone, zone)
                reading.used.add("thrown")
                steps += [(step, marks) for step in FIVE_CARD_DRAW]
            else:
                steps.append((_step(reading, terms, piece, one), marks))
    return reading.assembled(steps)


def _step(reading: Reader, terms: PageTerms, piece: Stretch, line: PageLine) -> Stated:
    readers: dict[str, Callable[[Stretch], Stated]] = {
        "name": lambda one: reading.given("decision", one, _words(one)),
        "note": _words,
        "cards": lambda one: reading.picked(one, _cards),
        "when": terms.read_condition,
        "by": lambda one: reading.picked(one, _way),
        "zone": lambda one: reading.known(one, "zone"),
        "like": lambda one: reading.known(one, "zone"),
    }
    for kind, form in FORMS.items():
        said = form.read(piece)
        noun = said.pop("noun", piece).text
        if not said or (kind is Deal and noun not in NOUNS):
            continue
        readers["into" if "into" in said else "zone"] = lambda one: reading.given("zone", one)
        made = {name: readers[name](one) for name, one in said.items()}
        if kind is Decide:
            line.piece.refuse(
                not line.under,
                "what the player may do is expected under this line, one action a line",
            )
            made["actions"] = reading.assembled(
                reading.each(line.under, partial(_action, reading, terms))
            )
        else:
            _ = line.alone
        return kind(**made)
    raise piece.fault(STEPS)


def _words(piece: Stretch) -> str:
    """Return words of a game's own, which stay apart."""
    return piece.name if piece.text.startswith('"') else piece.text


def _cards(piece: Stretch) -> int | tuple[int, ...]:
    """Read how many cards are moved: ``5``, any number from ``0-5``, or one of ``0,2,5``."""
    if found := re.fullmatch(r"(\d)-(\d)", piece.text):
        return tuple(range(int(found[1]), int(found[2]) + 1))
    if re.fullmatch(r"\d(?:,\d)+", piece.text):
        return tuple(map(int, piece.text.split(",")))
    return whole_of(piece)


def _way(piece: Stretch) -> Way | None:
    piece.refuse(piece.text not in WAYS, f"no house way is called {piece.text!r}", WAYS)
    return WAYS[piece.text]


def _action(reading: Reader, terms: PageTerms, line: PageLine) -> tuple[Action, Marks]:
    """Read a line ``NAME  WAGER +2, ends, if CONDITION``."""
    piece, marks = reading.marks(line.alone)
    name, *effects = piece.cells()
    name.refuse(
        re.search(r"^[^\"]* (?:ends|if .*|.* [+-]\S*)$", name.text),
        "two spaces part an action from what it does: raise   raise +2",
    )
    adds: dict[str, Stated] = {}
    ends = False
    when: Condition = ALWAYS
    for effect in (one for cell in effects for one in cell.split(COMMA)):
        if effect.text == "ends" and not ends:
            ends = True
        elif effect.text.startswith("if ") and when == ALWAYS:
            when = terms.read_condition(effect.cut(3))
        elif found := re.match(r'("[^"]*"|[^\s\[\]"]+) ([+-])', effect.text):
            wager = reading.known(effect.cut(0, found.end(1)), "wager")
            effect.refuse(wager in adds, f"what is put on {wager!r} is said twice")
            reading.staked.add(wager)
            units = reading.picked(effect.cut(found.end()), stake_of)
            adds[wager] = units if found[2] == "+" else -units
        else:
            raise effect.fault("an action says `WAGER +2`, `WAGER -1`, `ends` or `if CONDITION`")
    return Action(reading.given("action", name), adds, ends, when), marks


# --- Written -------------------------------------------------------------------------------------


def play_lines(writing: Writer, play: Stated) -> list[str]:
    """Return the lines that tell the steps of a play."""
    if play == FIVE_CARD_DRAW:
        return [DRAW]
    lines = []
    for step, marks in writing.flat(play):
        lines += marked([(_step_text(writing, step), marks)])
        if isinstance(step, Decide):
            rows = [
                ([name_text(action.name), _effects(writing, action)], under)
                for action, under in writing.flat(step.actions)
            ]
            lines += inside(marked_table(rows))
    return lines


def _step_text(writing: Writer, step: Stated) -> str:
    writers: dict[str, Callable[[Stated], str]] = {
        "name": _free,
        "note": lambda note: note and _free(note),
        "cards": lambda cards: writing.picked(cards, _cards_text),
        "when": lambda when: "" if when == ALWAYS else condition_text(writing, when),
        "by": lambda by: "" if by is None else writing.picked(by, _way_text),
    }
    form = FORMS[type(step)]
    said = {
        name: writers.get(name, name_text)(getattr(step, name)) for name in form.fields - {"noun"}
    }
    return form.write({**said, "noun": NOUNS[said.get("cards") == "1"]})


def _cards_text(cards: Stated) -> str:
    if not isinstance(cards, tuple):
        return units_text(cards)
    is_run = cards == tuple(range(cards[0], cards[-1] + 1))
    return f"{cards[0]}-{cards[-1]}" if is_run else ",".join(map(units_text, cards))


def _effects(writing: Writer, action: Action) -> str:
    said = []
    for wager, units in action.adds.items():
        text = writing.picked(units, units_text)
        said.append(f"{name_text(wager)} {text if text.startswith('-') else f'+{text}'}")
    said += ["ends"] * action.ends
    said += [f"if {condition_text(writing, action.when)}"] * (action.when != ALWAYS)
    return ", ".join(said)


def _way_text(way: Way | None) -> str:
    names = [name for name, known in WAYS.items() if known == way]
    if way and not names:
        raise CombinError(f"the way {way.name!r} ships with no game; a game file cannot name it")
    return names[0]


def _free(words: str) -> str:
    """Return words of a game's own at the place where a line has them."""
    is_kept = words == words.strip() and not re.search(r'[\[\]"]|\s\s|\t|\sif\s|:\s|:$', words)
    return words if is_kept and words.isprintable() else quoted(words)
