"""The play in a game file: cards dealt and decisions, a step a line."""

from __future__ import annotations

import re
from typing import assert_never

from combin.errors import CombinError
from combin.rules.choices import Stated
from combin.rules.house_ways import HOUSE_WAYS
from combin.rules.machines import FIVE_CARD_DRAW
from combin.rules.text.choices import Marks, Reader, Writer, marked
from combin.rules.text.conditions import PageTerms, condition_text
from combin.rules.text.values import (
    inside,
    name_text,
    quoted,
    stake_of,
    table,
    units_text,
    whole_of,
)
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
from combin.texts import COMMA, NAME, PageLine, Stretch

NUMBERED = re.compile(r"(\d{1,3})\.\s+")
STEPS = (
    "a step is `5 cards to ZONE: whose they are`, `as many as ZONE to ZONE`, `decide NAME`, "
    "`part NAME: 0-5 of ZONE to ZONE`, `split NAME: 2 of ZONE to ZONE` or `five-card draw`"
)
DRAW = "five-card draw"


def steps_of(reading: Reader, terms: PageTerms, line: PageLine) -> Stated:
    """Return the steps that stand under a line."""
    steps: list[tuple[Stated, Marks]] = []
    for place, one in enumerate(reading.rules(line), 1):
        with reading.going_on(one):
            piece, marks = reading.marks(one.piece)
            if found := NUMBERED.match(piece.text):
                if int(found[1]) != place:
                    raise piece.fault(f"this is step {place}, not {found[1]}")
                piece = piece.cut(found.end())
            made: tuple[Stated, ...] = FIVE_CARD_DRAW
            if piece.text == DRAW:
                reading.zones |= {"hand", "thrown", "new"}
                reading.used.add("thrown")
            else:
                made = (_step(reading, terms, piece, one),)
            if not isinstance(made[0], Decide):
                _ = one.alone
            steps += [(step, marks) for step in made]
    return reading.assembled(steps)


def _step(reading: Reader, terms: PageTerms, piece: Stretch, line: PageLine) -> Stated:
    match piece.word().text:
        case "decide":
            return _decision(reading, terms, piece.cut(len("decide")), line)
        case "part":
            name, (least, most, lying, new) = _moved(
                reading, piece, rf"(\d)-(\d) of {NAME} to {NAME}"
            )
            cards = tuple(range(whole_of(least), whole_of(most) + 1))
            from_zone = reading.known(lying, reading.zones, "zone")
            return Part(name, from_zone, _zone(reading, new), cards)
        case "split":
            name, (lying, new, *by) = _moved(reading, piece, rf"2 of {NAME} to {NAME}(?: by (.*))?")
            way = reading.picked(by[0], _way) if by else None
            from_zone = reading.known(lying, reading.zones, "zone")
            return Split(name, from_zone, _zone(reading, new), way)
    front, *note = piece.split(r":(?:\s|$)", 1)
    words = _name(note[0]) if note else ""
    if found := re.fullmatch(rf"as many as {NAME} to {NAME}", front.text):
        like, drawn_to = (front.cut(*found.span(place)) for place in (1, 2))
        return Draw(_zone(reading, drawn_to), reading.known(like, reading.zones, "zone"), words)
    found = re.match(rf"(\[.*?\]|\S+) cards? to {NAME}(?:\sif\s|$)", front.text)
    if not found:
        raise piece.fault(STEPS)
    cards = reading.picked(front.cut(found.start(1), found.end(1)), whole_of)
    into = _zone(reading, front.cut(found.start(2), found.end(2)))
    asked = front.cut(found.end())
    return Deal(into, cards, words, terms.read_condition(asked) if asked.text else ALWAYS)


def _moved(reading: Reader, piece: Stretch, pattern: str) -> tuple[str, list[Stretch]]:
    """Return the name of a step ``part NAME: ...`` or ``split NAME: ...`` and what its pattern
    finds.
    """
    what, *rest = piece.split(r":\s", 1)
    found = re.fullmatch(pattern, rest[0].text) if rest else None
    if found is None:
        raise piece.fault(STEPS)
    name = what.cut(len(what.word().text))
    spans = [found.span(place) for place in range(1, len(found.groups()) + 1)]
    return reading.given("decision", name, _name(name)), [
        rest[0].cut(*span) for span in spans if span[0] >= 0
    ]


def _name(piece: Stretch) -> str:
    """Return the name of a decision, whose words stay apart."""
    return piece.name if piece.text.startswith('"') else piece.text


def _zone(reading: Reader, piece: Stretch) -> str:
    reading.zones.add(piece.name)
    return reading.given("zone", piece)


def _way(piece: Stretch) -> Way | None:
    if piece.text == "choice":
        return None
    if piece.text not in HOUSE_WAYS:
        raise piece.fault(f"no house way is called {piece.text!r}", (*HOUSE_WAYS, "choice"))
    return HOUSE_WAYS[piece.text]


def _decision(reading: Reader, terms: PageTerms, piece: Stretch, line: PageLine) -> Decide:
    name, *when = piece.split(r"\sif\s", 1)
    if not name.text:
        raise line.piece.fault("a decision has a name: decide fold or raise")
    if not line.under:
        raise piece.fault("what the player may do is expected under this line, one action a line")
    actions = reading.each(line.under, lambda one: _action(reading, terms, one))
    made = terms.read_condition(when[0]) if when else ALWAYS
    return Decide(reading.given("decision", name, _name(name)), reading.assembled(actions), made)


def _action(reading: Reader, terms: PageTerms, line: PageLine) -> tuple[Action, Marks]:
    """Read a line ``NAME  WAGER +2, ends, if CONDITION``."""
    piece, marks = reading.marks(line.alone)
    name, *effects = piece.cells()
    if re.search(r"^[^\"]* (?:ends|if .*|.* [+-]\S*)$", name.text):
        raise name.fault("two spaces part an action from what it does: raise   raise +2")
    adds: dict[str, Stated] = {}
    ends = False
    when: Condition = ALWAYS
    for effect in (one for cell in effects for one in cell.split(COMMA)):
        if effect.text == "ends" and not ends:
            ends = True
        elif effect.text.startswith("if ") and when == ALWAYS:
            when = terms.read_condition(effect.cut(3))
        elif found := re.match(r'("[^"]*"|[^\s\[\]"]+) ([+-])', effect.text):
            wager = reading.known(effect.cut(0, found.end(1)), reading.wagers, "wager")
            if wager in adds:
                raise effect.fault(f"what is put on {wager!r} is said twice")
            reading.staked.add(wager)
            units = reading.picked(effect.cut(found.end()), stake_of)
            adds[wager] = units if found[2] == "+" else -units
        else:
            raise effect.fault("an action says `WAGER +2`, `WAGER -1`, `ends` or `if CONDITION`")
    reading.actions.add(name.name)
    return Action(reading.given("action", name), adds, ends, when), marks


# --- Written -------------------------------------------------------------------------------------


def play_lines(writing: Writer, play: Stated) -> list[str]:
    """Return the lines that tell the steps of a play."""
    if play == FIVE_CARD_DRAW:
        return [DRAW]
    lines = []
    for step, marks in writing.flat(play):
        told, *under = _step_lines(writing, step)
        lines += [*marked([told], [marks]), *under]
    return lines


def _step_lines(writing: Writer, step: Stated) -> list[str]:
    match step:
        case Deal(zone, cards, note, when):
            many = writing.picked(cards, units_text)
            noun = "card" if many == "1" else "cards"
            said = f"{many} {noun} to {name_text(zone)}{_if(writing, when)}"
            return [f"{said}: {_free(note)}" if note else said]
        case Draw(zone, like, note):
            said = f"as many as {name_text(like)} to {name_text(zone)}"
            return [f"{said}: {_free(note)}" if note else said]
        case Part(name, zone, into, cards):
            moved = f"{cards[0]}-{cards[-1]} of {name_text(zone)} to {name_text(into)}"
            return [f"part {_free(name)}: {moved}"]
        case Split(name, zone, into, by):
            way = "" if by is None else f" by {writing.picked(by, _way_text)}"
            return [f"split {_free(name)}: 2 of {name_text(zone)} to {name_text(into)}{way}"]
        case Decide(name, actions, when):
            rows, marks = [], []
            for action, under in writing.flat(actions):
                rows.append([name_text(action.name), _effects(writing, action)])
                marks.append(under)
            told = marked(table(rows), marks)
            return [f"decide {_free(name)}{_if(writing, when)}", *inside(told)]
        case _:
            assert_never(step)


def _effects(writing: Writer, action: Action) -> str:
    said = []
    for wager, units in action.adds.items():
        text = writing.picked(units, units_text)
        said.append(f"{name_text(wager)} {text if text.startswith('-') else f'+{text}'}")
    said += ["ends"] * action.ends + [_if(writing, action.when).strip()]
    return ", ".join(filter(None, said))


def _if(writing: Writer, when: Condition) -> str:
    return "" if when == ALWAYS else f" if {condition_text(writing, when)}"


def _way_text(way: Way | None) -> str:
    if way is None:
        return "choice"
    if HOUSE_WAYS.get(way.name) != way:
        raise CombinError(f"the way {way.name!r} ships with no game; a game file cannot name it")
    return way.name


def _free(words: str) -> str:
    """Return words of a game's own at the place where a line has them."""
    is_kept = words == words.strip() and not re.search(r'[\[\]"]|\s\s|\t|\sif\s|:\s|:$', words)
    return words if is_kept and words.isprintable() else quoted(words)
