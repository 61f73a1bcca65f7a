"""The play in a game file: cards dealt and decisions, a step a line."""

from __future__ import annotations

import re
from typing import Any

from combin.errors import CombinError
from combin.rules.house_ways import HOUSE_WAYS
from combin.rules.machines import FIVE_CARD_DRAW
from combin.rules.text.choices import Marks, Reading, Writing, marked
from combin.rules.text.conditions import TABLE, Terms, condition_text, rankings_of
from combin.rules.text.lines import COMMA, NAME, Line, Piece, inside, table
from combin.rules.text.values import name_text, quoted, stake_of, units_text, whole_of
from combin.rules.ways import Way
from combin.rules.words import (
    ALWAYS,
    Action,
    All,
    Below,
    Condition,
    Deal,
    Decide,
    Draw,
    Part,
    Reaches,
    Split,
)
from combin.rules.words import (
    Any as AnyOf,
)

NUMBERED = re.compile(r"(\d{1,3})\.\s+")
WITH_LINES = re.compile(r"^(?:\d+\.\s+)?decide\b|\scards?\sto\s")  # may stand under a step
STEPS = (
    "a step is `5 cards to ZONE: whose they are`, `as many as ZONE to ZONE`, `decide NAME`, "
    "`part NAME: 0-5 of ZONE to ZONE`, `split NAME: 2 of ZONE to ZONE` or `five-card draw`"
)
DRAW = "five-card draw"


def steps_of(reading: Reading, terms: Terms, line: Line) -> Any:
    """Return the steps that stand under a line."""
    steps: list[tuple[Any, Marks]] = []
    for place, one in enumerate(reading.rules(line), 1):
        with reading.going_on(one):
            whole = one.piece if WITH_LINES.search(one.piece.text) else one.alone
            piece, marks = reading.marks(whole)
            if found := NUMBERED.match(piece.text):
                if int(found[1]) != place:
                    raise piece.fault(f"this is step {place}, not {found[1]}")
                piece = piece.cut(found.end())
            if piece.text == DRAW:
                reading.zones |= {"hand", "thrown", "new"}
                reading.used.add("thrown")
                steps += [(step, marks) for step in FIVE_CARD_DRAW]
            else:
                steps.append((_step(reading, terms, piece, one), marks))
    return reading.assembled(steps)


def _step(reading: Reading, terms: Terms, piece: Piece, line: Line) -> Any:
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
    if not line.under:
        asked = front.cut(found.end())
        return Deal(into, cards, words, terms.read_condition(asked) if asked.text else ALWAYS)
    drawn = _tableau(reading, line)
    asked = front.cut(found.end())
    if TABLE in terms.lines:
        raise asked.fault("a term is called table, which is the table under a deal; rename it")
    terms.lines[TABLE], terms.read[TABLE], terms.words[TABLE] = asked, drawn, 1
    when = terms.read_condition(asked) if asked.text else ALWAYS
    del terms.lines[TABLE], terms.read[TABLE]
    if drawn not in _parts(when):
        raise line.under[0].piece.fault(
            "a table under a deal is asked in its condition: `1 card to ZONE if table`"
        )
    return Deal(into, cards, words, when)


def _moved(reading: Reading, piece: Piece, pattern: str) -> tuple[str, list[Piece]]:
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


def _name(piece: Piece) -> str:
    """Return the name of a decision, whose words stay apart."""
    return piece.name if piece.text.startswith('"') else piece.text


def _zone(reading: Reading, piece: Piece) -> str:
    reading.zones.add(piece.name)
    return reading.given("zone", piece)


def _way(piece: Piece) -> Way | None:
    if piece.text == "choice":
        return None
    if piece.text not in HOUSE_WAYS:
        raise piece.fault(f"no house way is called {piece.text!r}", (*HOUSE_WAYS, "choice"))
    return HOUSE_WAYS[piece.text]


def _decision(reading: Reading, terms: Terms, piece: Piece, line: Line) -> Decide:
    name, *when = piece.split(r"\sif\s", 1)
    if not name.text:
        raise line.piece.fault("a decision has a name: decide fold or raise")
    if not line.under:
        raise piece.fault("what the player may do is expected under this line, one action a line")
    actions = reading.each(line.under, lambda one: _action(reading, terms, one))
    made = terms.read_condition(when[0]) if when else ALWAYS
    return Decide(reading.given("decision", name, _name(name)), reading.assembled(actions), made)


def _action(reading: Reading, terms: Terms, line: Line) -> tuple[Action, Marks]:
    """Read a line ``NAME  WAGER +2, ends, if CONDITION``."""
    piece, marks = reading.marks(line.alone)
    name, *effects = piece.cells()
    if re.search(r"^[^\"]* (?:ends|if .*|.* [+-]\S*)$", name.text):
        raise name.fault("two spaces part an action from what it does: raise   raise +2")
    adds: dict[str, Any] = {}
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


# --- A table by which a card is drawn ------------------------------------------------------------


def _tableau(reading: Reading, line: Line) -> Condition:
    """Return when a card is dealt by a table of points: its head is ``HAND by HAND`` and points,
    its rows points, and ``draw`` or ``-``.
    """
    first, *heads = line.under[0].piece.cells()
    rows, *columns = first.split(r"\sby\s")
    if len(columns) != 1 or not heads:
        raise first.fault(
            "the head of a table is `HAND by HAND`, then points: banker-two by player-third  0  1"
        )
    for hand in (rows, columns[0]):
        reading.known(hand, reading.hands, "hand")
    drawn: list[Condition] = []
    for one in line.under[1:]:
        points, *cells = one.alone.cells()
        if len(cells) != len(heads):
            raise one.piece.fault(f"{len(heads)} cells are expected, draw or -, not {len(cells)}")
        said: list[Condition] = []
        start: Piece | None = None
        for place, cell in enumerate(cells):
            if cell.text not in ("draw", "-"):
                raise cell.fault("draw or - is expected", ("draw",))
            if cell.text == "draw" and start is None:
                start = heads[place]
            if start and (cell.text == "-" or place == len(cells) - 1):
                last = heads[place - (cell.text == "-")]
                said.append(_points(reading, columns[0], start, last))
                start = None
        if said:
            held = _points(reading, rows, points, points)
            parts = tuple(part for part in (held, _joined(AnyOf, said)) if part != ALWAYS)
            drawn.append(_joined(All, parts))
    if not drawn:
        raise first.fault("no row of the table says draw")
    return _joined(AnyOf, drawn)


def _joined(made: Any, parts: Any) -> Condition:
    return made(tuple(parts)) if len(parts) > 1 else parts[0] if parts else ALWAYS


def _points(reading: Reading, hand: Piece, first: Piece, last: Piece) -> Condition:
    """Return that a hand has as many points as a cell says, ``3`` or ``0-2``, or more."""
    least, most = first.text.split("-")[0], last.text.split("-")[-1]
    for text, cell in ((least, first), (most, last)):
        if not text.isdecimal():
            raise cell.fault("points are expected, 3 or 0-2")
    ranked = rankings_of(reading.hands.get(hand.name))
    top = max((one.modulo - 1 for one in ranked if getattr(one, "modulo", 0)), default=None)
    parts: list[Condition] = []
    parts += [Reaches(hand.name, least)] * (int(least) > 0)
    parts += [Below(hand.name, str(int(most) + 1))] * (int(most) != top)
    return _joined(All, parts)


def _parts(when: Any) -> list[Any]:
    """Return a condition and all that it is made of."""
    within = getattr(when, "parts", ()) or ((when.part,) if hasattr(when, "part") else ())
    return [when, *(part for one in within for part in _parts(one))]


# --- Written -------------------------------------------------------------------------------------


def play_lines(writing: Writing, play: Any) -> list[str]:
    """Return the lines that tell the steps of a play."""
    if play == FIVE_CARD_DRAW:
        return [DRAW]
    lines = []
    for step, marks in writing.flat(play):
        told, *under = _step_lines(writing, step)
        lines += [*marked([told], [marks]), *under]
    return lines


def _step_lines(writing: Writing, step: Any) -> list[str]:
    match step:
        case Deal(zone, cards, note, when):
            many = writing.picked(cards, str)
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
    raise CombinError(f"{step!r} has no words in a game file")


def _effects(writing: Writing, action: Action) -> str:
    said = []
    for wager, units in action.adds.items():
        text = writing.picked(units, units_text)
        said.append(f"{name_text(wager)} {text if text.startswith('-') else f'+{text}'}")
    said += ["ends"] * action.ends + [_if(writing, action.when).strip()]
    return ", ".join(filter(None, said))


def _if(writing: Writing, when: Condition) -> str:
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
