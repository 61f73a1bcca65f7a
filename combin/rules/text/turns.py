"""Blackjack in a game file: what the dealer does, what the player may do, and bets on the dealer.

Each kind of line is a row of `LINES`: its word, the record that it makes, and what may be said of
it. The same rows read and write.
"""

from __future__ import annotations

from dataclasses import replace

from combin.errors import nearest, refuse
from combin.rules.blackjack import (
    ACES,
    GIVEN_UP,
    MODELS,
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
from combin.rules.choices import Pick, Stated
from combin.rules.text.attributes import (
    ANY_TOTALS,
    NONE,
    PAID,
    RANKS,
    SEEN,
    SUITED,
    TIES,
    TOTALS,
    WHOLE,
    YES,
    Said,
    Told,
    one_of,
    record_of,
    told_text,
    usual,
)
from combin.rules.text.choices import ChoiceMark, Marked, Reader, Writer, mapped, marked
from combin.rules.text.paytables import pays_of, table_lines
from combin.rules.text.values import inside, number_of, number_text
from combin.rules.words import Paytable
from combin.texts import PageLine, Stretch

WINS_AT_ONCE = "21 wins at once"
INSURED = "pays if the dealer has a natural:"
BY_CARDS = "pays by the number of cards with which the dealer busts"
OFFERED = "offered against:"
LOOKS = "dealer looks"
LOOKS_FIRST = WAYS_TO_LOOK[0]


PAYING: Said = {
    "pays": ("pays", PAID),
    "cards": ("cards", WHOLE),
    "ranks": ("ranks", RANKS),
    "against": ("up", RANKS),
    "suited": ("suited", PAID),
    "spades": ("spades", PAID),
}
LINES: dict[str, Told] = {
    "dealer": Told(
        DrawsBelow,
        "dealer: stands on 17, soft 18",
        {
            "stands on": ("hard", WHOLE),
            "soft": ("soft", WHOLE),
            "shows": ("seen", SEEN),
            "ties with": ("pushes", WHOLE),
            "but loses to": ("beaten", TOTALS),
        },
        ("hard", "soft"),
    ),
    "natural": Told(
        Natural,
        "natural: pays 3 to 2",
        {
            "pays": ("pays", PAID),
            "beats the dealer's": ("beats", YES),
            "suited": ("suited", SUITED),
            "tied pays": ("tied", PAID),
        },
    ),
    "double": Told(
        Double,
        "double: totals any",
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
    "split": Told(
        Pairs,
        "split: hands 4, aces one-card",
        {
            "hands": ("hands", WHOLE),
            "aces": ("aces", one_of(*ACES)),
            "free": ("free", TOTALS),
            "unlike tens": ("unlike", YES),
        },
    ),
    "surrender": Told(
        Surrender,
        "surrender: when late",
        {
            "when": ("when", one_of(*GIVEN_UP)),
            "any number of cards": ("later", YES),
            "after split": ("split", YES),
            "against": ("ups", RANKS),
        },
    ),
    "zap": Told(Zap, "zap: totals 15 16 17", {"totals": ("totals", TOTALS)}),
    "switch": Told(Switch, "switch: makes a natural", {"makes a natural": ("natural", YES)}),
    "bonus": Told(
        Bonus,
        "bonus: pays 3 to 2, cards 5",
        PAYING | {"after split": ("split", YES), "total": ("total", WHOLE)},
    ),
    "bust": Told(
        Bust,
        "bust: pays 25, ranks 888",
        PAYING
        | {
            "coloured": ("coloured", PAID),
            "ending in": ("last", RANKS),
            "at most": ("most", WHOLE),
        },
    ),
}
ACTIONS = (Double, Pairs, Surrender, Zap, Switch)
# Word of a line of one value -> field of `Turns`, and how it is read.
VALUES: Said = {
    "charlie": ("charlie", WHOLE),
    WINS_AT_ONCE: ("wins_21", YES),
    "ties": ("ties", TIES),
    "model": ("model", one_of(*MODELS)),
    LOOKS: ("looks", one_of(*WAYS_TO_LOOK)),  # which the natural says
}
KNOWN = (*(word for word in LINES if word != "bust"), *VALUES)
# What people call a rule -> its line.
MEANT = {
    "blackjack": "natural: pays 3 to 2",
    "peek": "dealer looks: first",
    "insurance": "SIDE BET insurance",
    "hits": "dealer: stands on 17, soft 18",
}
WORD_OF = {told.kind: word for word, told in LINES.items()}


# --- Read ----------------------------------------------------------------------------------------


def turns_of(reading: Reader, line: PageLine) -> Turns:
    """Return the step of a play that the lines under ``TURNS`` tell."""
    records: list[Marked] = []
    values: dict[str, Stated] = {}
    for one in reading.rules(line):
        with reading.going_on(one):
            piece, marks = reading.marks(one.alone)
            word, *rest = piece.split(r":\s", 1)
            said = rest[0] if rest else piece.cut(len(piece.text))
            reading.given("rule", word)
            if word.text == "surrender" and said.text.startswith("["):
                records += _given_up(reading, said, marks)
            elif word.text in VALUES:
                name, kind = VALUES[word.text]
                word.refuse(
                    marks or name in values,
                    f"{word.text} is said once; what is chosen, in brackets",
                )
                missing = f"what {word.text!r} is, is expected after it"
                word.refuse(not said.text and kind is not YES, missing)
                values[name] = reading.picked(said, kind.read) if said.text else True
            elif word.text in KNOWN:
                records.append((record_of(reading, LINES[word.text], word, said), marks))
            else:
                first = word.word().text
                meant = MEANT.get(first) or (first in LINES and f"{first}:")
                near = f" (did you mean `{meant}`?)" if meant else nearest(word.text, KNOWN)
                raise word.fault(f"a rule of a game that counts up to 21 is expected{near}")

    def told(*kinds: type) -> list[Marked]:
        return [(record, marks) for record, marks in records if isinstance(record, kinds)]

    def one_of_kind(word: str) -> Stated:
        missing = line.piece.saying(word).missing(
            f"TURNS needs one line such as `{LINES[word].example}`; where there are more, each "
            "stands under a value of a choice"
        )
        return reading.one(told(LINES[word].kind), missing)

    natural, looks = one_of_kind("natural"), values.pop("looks", None)
    if looks is not None:
        natural = mapped(natural, lambda one: replace(one, looks=looks))
    return Turns(
        one_of_kind("dealer"),
        natural,
        reading.assembled(told(*ACTIONS)),
        bonuses=reading.assembled(told(Bonus)),
        **values,
    )


def _given_up(reading: Reader, said: Stretch, marks: Stated) -> list[Marked]:
    """Read ``surrender: [surrender none | late | early]``: an action under each value but none."""
    pick = reading.picked(said, one_of(NONE, *GIVEN_UP).read)
    return [
        (Surrender(when), (*marks, ChoiceMark(pick.choice, True, (value,))))
        for value, when in pick.values.items()
        if when != NONE
    ]


def dealer_bet_of(reading: Reader, key: str, lines: list[PageLine]) -> DealerBet | None:
    """Return the bet on the dealer's cards that lines tell, None where they tell another bet."""
    if not any(line.piece.text.startswith((INSURED, "bust:", OFFERED, BY_CARDS)) for line in lines):
        return None
    hands: list[Marked] = []
    pays: Stated = {}
    offered: Stated = ""
    for line in lines:
        if line.piece.text == BY_CARDS and not pays:
            pays, _, _ = pays_of(reading, line)
            continue
        piece, marks = reading.marks(line.alone)
        if piece.text.startswith(INSURED) and len(lines) == 1 and not marks:
            return InsuranceBet(key, reading.picked(piece.cut(len(INSURED)), number_of))
        if piece.text.startswith("bust:"):
            word, said = piece.split(r":\s*", 1)
            hands.append((record_of(reading, LINES[word.text], word, said), marks))
        elif piece.text.startswith(OFFERED) and not offered and not marks:
            offered = reading.picked(piece.cut(len(OFFERED)), RANKS.read)
        else:
            raise piece.fault(
                f"a bet on the dealer's cards says `{INSURED}` alone, or `bust:`, `{OFFERED}` and "
                f"`{BY_CARDS}`"
            )
    return BustBet(key, pays=pays, hands=reading.assembled(hands), offered=offered)


# --- Written -------------------------------------------------------------------------------------


def turns_lines(writing: Writer, turns: Turns) -> list[str]:
    """Return the lines that tell the turns of a game."""
    naturals = writing.flat_one(turns.natural)
    looks = naturals[0][0].looks
    refuse(
        any(natural.looks != looks for natural, _ in naturals),
        "how the dealer looks differs from natural to natural; say it once",
    )
    actions = writing.flat(turns.actions)
    paid = tuple(replace(natural, looks=LOOKS_FIRST) for natural, _ in naturals)
    for_pays, for_actions = writing.acting(paid), writing.acting(turns.actions)
    first = next((name for name in writing.choices if name in for_pays | for_actions), None)
    paid_first = first in for_pays - for_actions  # choices are told in their order
    records = [*naturals, *actions] if paid_first else [*actions, *naturals]
    lines = [(_told(writing, dealer), under) for dealer, under in writing.flat_one(turns.dealer)]
    if looks != LOOKS_FIRST:
        lines.append((f"{LOOKS}: {writing.picked(looks, str)}", ()))
    given_up = _given_up_line(writing, actions)
    for record, under in (*records, *writing.flat(turns.bonuses)):
        if not isinstance(record, Surrender) or not given_up:
            lines.append((_told(writing, record), under))
        elif (given_up, ()) not in lines:
            lines.append((given_up, ()))
    for word, (name, kind) in VALUES.items():
        value = getattr(turns, name, None)
        if word != LOOKS and value != usual(Turns, name):
            line = word if value is True else f"{word}: {writing.picked(value, kind.write)}"
            lines.append((line, ()))
    return marked(lines)


def _given_up_line(writing: Writer, actions: list[Marked]) -> str:
    """Return the one line that says when half the bet may be given up, by the standard choice of
    that name; empty where it takes more.
    """
    found = [(one, under) for one, under in actions if isinstance(one, Surrender)]
    values = tuple(getattr(writing.choices.get("surrender"), "values", ()))
    plain = [(Surrender(when), (ChoiceMark("surrender", True, (when,)),)) for when in GIVEN_UP]
    offered = [when for when in values if when != NONE]
    if len(found) != len(offered) or not found or any(one not in plain for one in found):
        return ""
    return f"surrender: {writing.picked(Pick('surrender', {one: one for one in values}), str)}"


def _told(writing: Writer, record: Stated) -> str:
    word = WORD_OF[type(record)]
    said = told_text(writing, LINES[word], record)
    return f"{word}: {said}" if said else word


def dealer_bet_lines(writing: Writer, bet: DealerBet) -> list[str]:
    """Return the lines that tell a bet on the dealer's cards."""
    if isinstance(bet, InsuranceBet):
        return [f"{INSURED} {writing.picked(bet.pays, number_text)}"]
    assert isinstance(bet, BustBet)
    lines = marked([(_told(writing, hand), under) for hand, under in writing.flat(bet.hands)])
    if bet.offered:
        lines.append(f"{OFFERED} {writing.picked(bet.offered, RANKS.write)}")
    if bet.pays:
        lines += [BY_CARDS, *inside(table_lines(writing, Paytable("", bet.pays)))]
    return lines
