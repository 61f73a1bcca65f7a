"""Blackjack in a game file: what the dealer does, what the player may do, and bets on the dealer.

Each kind of line is a row of `LINES`: its word, the record that it makes, and what may be said of
it. The same rows read and write.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from typing import Any, NamedTuple

from combin.cards import SUITS
from combin.errors import CombinError
from combin.rules.blackjack import (
    GIVEN_UP,
    Bonus,
    Bust,
    BustBet,
    DealerBet,
    Double,
    DrawsBelow,
    InsuranceBet,
    Natural,
    Pairs,
    Surrender,
    Switch,
    Turns,
    Zap,
)
from combin.rules.blackjack import (
    LOOKS as WAYS_TO_LOOK,
)
from combin.rules.choices import Pick
from combin.rules.text.choices import Mark, Marked, Reading, Writing, marked
from combin.rules.text.lines import COMMA, Line, Piece, inside
from combin.rules.text.paytables import pays_of, table_lines
from combin.rules.text.values import in_letters, number_of, number_text, whole_of
from combin.rules.words import Paytable

NONE = "none"
WINS_AT_ONCE = "21 wins at once"
INSURED = "pays if the dealer has a natural:"
BY_CARDS = "pays by the number of cards with which the dealer busts"
OFFERED = "offered against:"
LOOKS = "dealer looks"
LOOKS_FIRST = WAYS_TO_LOOK[0]


class Kind(NamedTuple):
    """How a value is read and written."""

    read: Callable[[Piece], Any]
    write: Callable[[Any], str]


def _yes(piece: Piece) -> bool:
    if piece.text not in ("yes", "no"):
        raise piece.fault(f"yes or no is expected, not {piece.text!r}", ("yes", "no"))
    return piece.text == "yes"


def _totals(piece: Piece) -> tuple[int, ...]:
    if piece.text in ("any", NONE):
        return ()
    if found := re.fullmatch(r"(\d{1,2})-(\d{1,2})", piece.text, re.ASCII):
        return tuple(range(int(found[1]), int(found[2]) + 1))
    return tuple(map(whole_of, piece.split(r"\s+")))


def _totals_text(totals: tuple[int, ...], none: str = NONE) -> str:
    if len(totals) > 1 and totals == tuple(range(totals[0], totals[-1] + 1)):
        return f"{totals[0]}-{totals[-1]}"
    return " ".join(map(str, totals)) or none


def _suits(piece: Piece) -> dict[str, Any]:
    """Read ``d 2 s 3``: a suit and what is won, and so on; ``none`` for no suit."""
    pairs = [] if piece.text == NONE else piece.split(rf"\s+(?=[{SUITS}]\s)")
    return {pair.text[:1]: number_of(pair.cut(1)) for pair in pairs}


def _suits_text(suited: Any) -> str:
    return " ".join(f"{suit} {number_text(pay)}" for suit, pay in suited.items()) or NONE


def _seen(piece: Piece) -> Any:
    words = in_letters(piece.text).split()
    return tuple(words) if len(words) > 1 else whole_of(piece)


def _or_none(read: Callable[[Piece], Any]) -> Callable[[Piece], Any]:
    return lambda piece: None if piece.text == NONE else read(piece)


def _one_word(piece: Piece) -> str:
    if piece.word() != piece:
        raise piece.fault(f"one word is expected, not {piece.text!r}")
    return piece.text


def _text(value: Any) -> str:
    return NONE if value is None else str(value)


WHOLE = Kind(_or_none(whole_of), _text)
PAID = Kind(_or_none(number_of), lambda pay: NONE if pay is None else number_text(pay))
YES = Kind(_yes, lambda value: "yes" if value else "no")
WORD = Kind(_one_word, _text)
RANKS = Kind(
    lambda piece: "" if piece.text == NONE else in_letters(piece.text), lambda text: text or NONE
)
TOTALS = Kind(_totals, _totals_text)
ANY_TOTALS = Kind(_totals, lambda totals: _totals_text(totals, "any"))
SUITED = Kind(_suits, _suits_text)
SEEN = Kind(_seen, lambda seen: " ".join(seen) if isinstance(seen, tuple) else str(seen))
TIES = Kind(
    lambda piece: piece.text if piece.text in ("push", "lose") else _totals(piece),
    lambda ties: ties if isinstance(ties, str) else _totals_text(ties),
)

Said = dict[str, tuple[str, Kind]]  # words -> field of the record, and how it is read

PAYING: Said = {
    "pays": ("pays", PAID),
    "cards": ("cards", WHOLE),
    "ranks": ("ranks", RANKS),
    "against": ("up", RANKS),
    "suited": ("suited", PAID),
    "spades": ("spades", PAID),
}
LINES: dict[str, tuple[type, Said]] = {
    "dealer": (
        DrawsBelow,
        {
            "stands on": ("hard", WHOLE),
            "soft": ("soft", WHOLE),
            "shows": ("seen", SEEN),
            "ties with": ("pushes", WHOLE),
            "but loses to": ("beaten", TOTALS),
        },
    ),
    "natural": (
        Natural,
        {
            "pays": ("pays", PAID),
            "beats the dealer's": ("beats", YES),
            "suited": ("suited", SUITED),
            "tied pays": ("tied", PAID),
        },
    ),
    "double": (
        Double,
        {
            "totals": ("totals", ANY_TOTALS),
            "soft": ("soft", TOTALS),
            "after split": ("split", YES),
            "any number of cards": ("later", YES),
            "times": ("times", WHOLE),
            "rescue": ("rescue", YES),
            "free": ("free", TOTALS),
            "up to": ("up_to", WHOLE),
        },
    ),
    "split": (
        Pairs,
        {
            "hands": ("hands", WHOLE),
            "aces": ("aces", WORD),
            "free": ("free", TOTALS),
            "unlike tens": ("unlike", YES),
        },
    ),
    "surrender": (
        Surrender,
        {
            "when": ("when", WORD),
            "any number of cards": ("later", YES),
            "after split": ("split", YES),
            "against": ("ups", RANKS),
        },
    ),
    "zap": (Zap, {"totals": ("totals", TOTALS)}),
    "switch": (Switch, {"makes a natural": ("natural", YES)}),
    "bonus": (Bonus, PAYING | {"after split": ("split", YES), "total": ("total", WHOLE)}),
    "bust": (
        Bust,
        PAYING
        | {
            "coloured": ("coloured", PAID),
            "ending in": ("last", RANKS),
            "at most": ("most", WHOLE),
        },
    ),
}
ACTIONS = ("double", "split", "surrender", "zap", "switch")
# Word of a line of one value -> field of `Turns`, and how it is read.
VALUES: Said = {
    "charlie": ("charlie", WHOLE),
    WINS_AT_ONCE: ("wins_21", YES),
    "ties": ("ties", TIES),
    "model": ("model", WORD),
}
KNOWN = (*(word for word in LINES if word != "bust"), *VALUES, LOOKS)
WORD_OF = {kind: word for word, (kind, _) in LINES.items()}
USUAL = {one.name: one.default for one in fields(Turns)}


# --- Read ----------------------------------------------------------------------------------------


def turns_of(reading: Reading, line: Line) -> Turns:
    """Return the step of a play that the lines under ``TURNS`` tell."""
    made: dict[str, list[Marked]] = {word: [] for word in LINES}
    actions: list[Marked] = []
    values: dict[str, Any] = {}
    looks: Any = None
    for one in reading.rules(line):
        with reading.going_on():
            piece, marks = reading.marks(one.piece)
            word, *rest = piece.split(r":\s", 1)
            said = rest[0] if rest else piece.cut(len(piece.text))
            if word.text == LOOKS:
                looks = reading.picked(said, _one_word)
            elif word.text in VALUES:
                name, kind = VALUES[word.text]
                values[name] = reading.picked(said, kind.read) if said.text else True
            elif word.text == "surrender" and said.text.startswith("["):
                actions += _given_up(reading, said, marks)
            elif word.text in ACTIONS:
                actions.append((_made(reading, word, said), marks))
            elif word.text in LINES and word.text != "bust":
                made[word.text].append((_made(reading, word, said), marks))
            else:
                raise word.fault("a rule of a game that counts up to 21 is expected", KNOWN)
    one_line = "one line `{}:` is expected under each value of a choice"
    dealer, natural = (
        reading.one(made[word], line.piece.fault(one_line.format(word)))
        for word in ("dealer", "natural")
    )
    if looks is not None:
        natural = _looking(natural, looks)
    return Turns(
        dealer,
        natural,
        reading.assembled(actions),
        bonuses=reading.assembled(made["bonus"]),
        **values,
    )


def _looking(natural: Any, looks: Any) -> Any:
    if isinstance(natural, Pick):
        each = {value: _looking(one, looks) for value, one in natural.values.items()}
        return Pick(natural.choice, each)
    return replace(natural, looks=looks)


def _given_up(reading: Reading, said: Piece, marks: Any) -> list[Marked]:
    """Read ``surrender: [surrender none | late | early]``: an action under each value but none."""
    pick = reading.picked(said, _one_word)
    return [
        (Surrender(when), (*marks, Mark(pick.choice, True, (value,))))
        for value, when in pick.values.items()
        if when != NONE
    ]


def _made(reading: Reading, word: Piece, said: Piece) -> Any:
    """Return the record that a line makes: ``pays 3 to 2, beats the dealer's``."""
    kind, known = LINES[word.text]
    given: dict[str, Any] = {}
    for one in said.split(COMMA) if said.text else []:
        text = one.text
        begun = [words for words in known if text == words or text.startswith(f"{words} ")]
        if not begun:
            near = re.match(r"[^\[\d]*", text)
            told = one.cut(0, len(near[0].strip()) if near and near[0].strip() else None)
            raise told.fault(f"a {word.text} is told by {', '.join(known)}", known)
        words = max(begun, key=len)
        name, how = known[words]
        if name in given:
            raise one.fault(f"{words} is said twice")
        rest = one.cut(len(words))
        if not rest.text and how is not YES:
            raise one.fault(f"what {words!r} is, is expected after it")
        given[name] = reading.picked(rest, how.read) if rest.text else True
    for words, (name, _) in known.items():
        if name not in given and _usual(kind, name) is MISSING:
            raise word.fault(f"a {word.text} says `{words}`")
    return kind(**given)


def dealer_bet_of(reading: Reading, key: str, lines: list[Line]) -> DealerBet | None:
    """Return the bet on the dealer's cards that lines tell, None where they tell another bet."""
    hands: list[Marked] = []
    pays: Any = {}
    offered: Any = ""
    is_one = False
    for line in lines:
        piece, marks = reading.marks(line.piece)
        if piece.text.startswith(INSURED):
            return InsuranceBet(key, reading.picked(piece.cut(len(INSURED)), number_of))
        if piece.text.startswith("bust:"):
            word, said = piece.split(r":\s*", 1)
            hands.append((_made(reading, word, said), marks))
        elif piece.text.startswith(OFFERED):
            offered = reading.picked(piece.cut(len(OFFERED)), RANKS.read)
        elif piece.text == BY_CARDS:
            pays, _, _ = pays_of(reading, line)
        elif is_one:
            raise piece.fault(f"`bust:`, `{OFFERED}` or `{BY_CARDS}` is expected")
        else:
            return None
        is_one = True
    return BustBet(key, pays=pays, hands=reading.assembled(hands), offered=offered)


# --- Written -------------------------------------------------------------------------------------


def turns_lines(writing: Writing, turns: Turns) -> list[str]:
    """Return the lines that tell the turns of a game."""
    told = writing.flat_one(turns.dealer)
    lines = [_line(writing, dealer) for dealer, _ in told]
    marks = [under for _, under in told]
    naturals = writing.flat_one(turns.natural)
    looks = naturals[0][0].looks
    if any(natural.looks != looks for natural, _ in naturals):
        raise CombinError("how the dealer looks differs from natural to natural; say it once")
    if looks != LOOKS_FIRST:
        lines.append(f"{LOOKS}: {writing.picked(looks, _text)}")
        marks.append(())
    actions = writing.flat(turns.actions)
    given_up = _given_up_line(writing, actions)
    records = [*actions, *naturals]
    pays = tuple(replace(natural, looks=LOOKS_FIRST) for natural, _ in naturals)
    if writing.first_acting(pays) < writing.first_acting(turns.actions):
        records = [*naturals, *actions]
    for record, under in (*records, *writing.flat(turns.bonuses)):
        line = _line(writing, record)
        if isinstance(record, Surrender) and given_up:
            line, under = given_up, ()
        if line != given_up or line not in lines:
            lines.append(line)
            marks.append(under)
    for word, (name, kind) in VALUES.items():
        value = getattr(turns, name)
        if value != USUAL[name]:
            lines.append(word if value is True else f"{word}: {writing.picked(value, kind.write)}")
            marks.append(())
    return marked(lines, marks)


def _given_up_line(writing: Writing, actions: list[Marked]) -> str:
    """Return the one line that says when half the bet may be given up, by the standard choice of
    that name; empty where it takes more.
    """
    found = [(one, under) for one, under in actions if isinstance(one, Surrender)]
    choice = writing.choices.get("surrender")
    values = tuple(getattr(choice, "values", ()))
    plain = [(Surrender(when), (Mark("surrender", True, (when,)),)) for when in GIVEN_UP]
    offered = [when for when in values if when != NONE]
    if len(found) != len(offered) or not found or any(one not in plain for one in found):
        return ""
    return f"surrender: {writing.picked(Pick('surrender', {one: one for one in values}), _text)}"


def _line(writing: Writing, record: Any) -> str:
    """Return the line that tells a record: what is not usual of it, and what has to be said."""
    word = WORD_OF[type(record)]
    said = []
    for words, (name, kind) in LINES[word][1].items():
        value = getattr(record, name)
        is_told = value != _usual(type(record), name) or (word, name) in (
            ("dealer", "hard"),
            ("dealer", "soft"),
        )
        if is_told:
            told = words if value is True else f"{words} {writing.picked(value, kind.write)}"
            said.append(told)
    return f"{word}: {', '.join(said)}" if said else word


def _usual(kind: type, name: str) -> Any:
    [one] = (one for one in fields(kind) if one.name == name)
    return one.default_factory() if one.default_factory is not MISSING else one.default


def dealer_bet_lines(writing: Writing, bet: DealerBet) -> list[str]:
    """Return the lines that tell a bet on the dealer's cards."""
    if isinstance(bet, InsuranceBet):
        return [f"{INSURED} {writing.picked(bet.pays, number_text)}"]
    assert isinstance(bet, BustBet)
    hands = writing.flat(bet.hands)
    lines = marked([_line(writing, hand) for hand, _ in hands], [under for _, under in hands])
    if bet.offered:
        lines.append(f"{OFFERED} {writing.picked(bet.offered, RANKS.write)}")
    if bet.pays:
        lines += [BY_CARDS, *inside(table_lines(writing, Paytable("", bet.pays)))]
    return lines
