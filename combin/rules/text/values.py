"""Single values in a game file, read and written: numbers, pays, cards."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby, zip_longest

from combin.cards import RANKS, SUITS, Deck, card_text
from combin.errors import refuse
from combin.exact import parse_number
from combin.ranking import Points
from combin.rules.choices import Stated
from combin.rules.words import LOSE, PUSH, OfMeter
from combin.spelling import SUIT_SIGNS, cards_in
from combin.texts import Stretch

DIGITS = r"\d{1,3}(?:,\d{3})+|\d{1,60}"
NUMBER = re.compile(
    rf"(-?)({DIGITS})(\.\d{{1,60}}|/\d{{1,60}})?(?: (to|for) (\d{{1,60}}))?( lost)?", re.ASCII
)
WORDS = {"push": PUSH, "nothing": PUSH, "lost": LOSE, "even money": Fraction(1)}
MOST_PLACES = 6  # of a number that is written with a point
A_COUNT = r"\d\d?\b(?! in )"  # of cards or decks, not of ranks
DECK = re.compile(
    rf"(?:(\d{{1,4}}) decks?(?: of |$))?(?:52|(?!{A_COUNT})([{RANKS}]+)(?: in ([{SUITS}]+))?)?"
    r"( and the joker)?(?: without (.*))?"
)
NOT_IN_NAMES = re.compile(r'[\s,;:()\[\]|"=#]')
OPENING = {
    "outcome",
    "pays",
    "table",
    "bust",
    "offered",
    "less",
    "choice",
    "amount",
    "standard",
    "-",
}
KEYWORDS = {
    *("and", "or", "not", "is", "beats", "equals", "below", "chose", "at", "otherwise"),
    *("table", "if", "ends"),
}


def in_letters(text: str) -> str:
    """Return cards or ranks as combin writes them, with T for 10 and letters for signs."""
    return text.translate(SUIT_SIGNS).replace("10", "T")


def number_of(piece: Stretch) -> Fraction:
    """Return what a number says, a pay or a stake: ``9``, ``3/2``, ``0.95``, ``3 to 2``,
    ``lost``, ``0.5 lost``.
    """
    if piece.text in WORDS:
        return WORDS[piece.text]
    if len(piece.text) < 9 and piece.text.isascii() and piece.text.isdecimal():
        return Fraction(int(piece.text))
    found = NUMBER.fullmatch(piece.text)
    if not found:
        meant = "; percent are of the meter: 10% of the meter" if "%" in piece.text else ""
        raise piece.fault(
            "a number such as 9, 3/2, 0.95 or 3 to 2, or push or lost is expected, not "
            f"{piece.text!r}{meant}"
        )
    sign, whole, rest, odds, stake, lost = found.groups()
    piece.refuse(
        odds == "for", "what is paid for 1, stake inside, is said of the whole table: `, for 1`"
    )
    try:
        number = Fraction(whole.replace(",", "") + (rest or ""))
        number = number / int(stake) if odds else number
    except ZeroDivisionError:
        raise piece.fault("a number is not divided by 0") from None
    return -number if sign or lost else number


def stake_of(piece: Stretch) -> Fraction:
    """Return what a number of units says: ``9``, ``3/2``, ``0.95``, ``-1``."""
    found = NUMBER.fullmatch(piece.text)
    piece.refuse(
        not found or found[4] or found[6],
        f"a number such as 2, 1/2 or 0.5 is expected, not {piece.text!r}",
    )
    return number_of(piece)


def whole_of(piece: Stretch) -> int:
    """Return what a whole number says."""
    piece.refuse(
        not re.fullmatch(r"\d{1,9}", piece.text, re.ASCII),
        f"a whole number is expected, not {piece.text!r}",
    )
    return int(piece.text)


def units_text(units: Stated) -> str:
    """Return units as stakes are written: ``2``, ``0.5``, ``1/3``."""
    number = parse_number(units, "a number of units")
    for places in range(MOST_PLACES + 1):
        if 10**places % number.denominator == 0:
            whole, rest = divmod(int(abs(number) * 10**places), 10**places)
            point = f".{rest:0{places}}" if places else ""
            return f"{'-' if number < 0 else ''}{whole:,}{point}"
    return str(number)


def number_text(units: Stated) -> str:
    """Return what is won or lost for each unit staked: ``9``, ``3 to 2``, ``push``, ``lost``."""
    number = parse_number(units, "a pay")
    if number < 0:
        return "lost" if number == LOSE else f"{units_text(-number)} lost"
    if number.denominator in (2, 3, 4, 5) and number > 1:
        return f"{number.numerator} to {number.denominator}"
    return units_text(number) if number else "push"


def pay_of(piece: Stretch) -> Fraction | OfMeter | None:
    """Return what a line of a paytable says; None for ``-``, a line that is left out."""
    text = piece.text
    if text in ("-", "none"):
        return None
    share = re.fullmatch(r"(?:(.*?)(\s*%)? of )?the meter", text)
    if share is None:
        return number_of(piece)
    if share[1] is None:
        return OfMeter(Fraction(1))
    return OfMeter(number_of(piece.saying(share[1])) / (100 if share[2] else 1))


def pay_text(pay: Stated) -> str:
    """Return a pay of a line as it is read."""
    if pay is None:
        return "-"
    if not isinstance(pay, OfMeter):
        return number_text(pay)
    percent = parse_number(pay.share, "a share of the meter") * 100
    return "the meter" if percent == 100 else f"{units_text(percent)}% of the meter"


# --- Names and cards -----------------------------------------------------------------------------


def plain(words: str, but: str = "") -> str:
    """Return words of people's own as a page has them; but: letters that cannot stand there."""
    is_odd = words != words.strip() or "#" in words.split() or not words.isprintable()
    refuse(is_odd or set(words) & set(but), f"{words!r} cannot be written in a game file")
    return words


def quoted(name: str) -> str:
    refuse(
        '"' in name or "#" in name.split() or not name.isprintable(),
        f"the name {name!r} cannot be written in a game file",
    )
    return f'"{name}"'


def is_plain(name: str) -> bool:
    """Return whether a name is one word wherever it stands on a page."""
    return bool(name) and name.isprintable() and not NOT_IN_NAMES.search(name)


def name_text(name: str) -> str:
    """Return a name as a page has it, in quotes where it would not be read as one word."""
    return name if is_plain(name) and name not in KEYWORDS else quoted(name)


def spoken(name: str) -> str:
    """Return the name of a row or line as people write it: ``suited 7-7-7``, ``three of a kind``.

    A hyphen between figures stays.
    """
    words = re.sub(r"(?<=[^\W\d])-|-(?=[^\W\d])", " ", name)
    is_kept = is_plain(name) and re.sub(" ", "-", words) == name
    first, *_ = words.split(" ")
    if is_kept and "  " not in words and words == words.strip() and first not in OPENING:
        return words
    return quoted(name)


def deck_of(piece: Stretch) -> Deck:
    """Return the deck that a text says: ``52``, ``6 decks``, ``789TJQKA in hs and the joker``."""
    found = DECK.fullmatch(piece.text)
    if not found:  # signs of suits, and 10 for T
        found = DECK.fullmatch(re.sub(r"(?<=[2-9])10(?=[JQKA])|\b10(?=[JQKA])", "T", piece.text))
    if not found:
        raise piece.fault(
            "cards are 52, 6 decks, 6 decks of 789TJQKA (the ranks that are there), 52 and the "
            "joker, or 52 without Kh Kd"
        )
    packs, ranks, suits, joker, dead = found.groups()
    with piece.placed(max(found.start(5), 0)):
        gone = " ".join(map(card_text, cards_in(dead))) if dead else ""
        return Deck(ranks or RANKS, suits or SUITS, int(bool(joker)), int(packs or 1), gone)


def deck_text(deck: Deck) -> str:
    """Return a deck as it is read."""
    text = "52" if deck.ranks == RANKS else deck.ranks
    is_a_count = len(deck.ranks) < 3 and deck.ranks.isdecimal()  # as it would be read
    if deck.suits != SUITS or is_a_count:
        text = f"{deck.ranks} in {deck.suits}"
    text += " and the joker" * deck.jokers + (f" without {deck.dead}" if deck.dead else "")
    if deck.packs > 1:
        return f"{deck.packs} decks" + (f" of {text}" if text != "52" else "")
    return text


def points_of(pieces: list[Stretch]) -> dict[str, int]:
    """Return what cards count: ``A 1``, ``2-9 pips``, ``T J Q K 10``, ``*h 1`` for all hearts."""
    values: dict[str, int] = {}
    for piece in pieces:
        *cards, count = piece.split(r"\s+")
        for card in cards:
            for named in _named(card):
                card.refuse(
                    count.text == "pips" and not named.isdecimal(),
                    f"{named} has no pips; say what it counts",
                )
                card.refuse(named in values, f"what {named} counts is told twice")
                values[named] = int(named) if count.text == "pips" else whole_of(count)
        piece.refuse(not cards, "cards and what each counts are expected: 2-9 pips, T-K 10, Qh 1")
    return values


def _named(card: Stretch) -> list[str]:
    """Return the cards that a word stands for: ``A``, ``2-9``, ``Qh``, ``*h``."""
    text = in_letters(card.text)
    if found := re.fullmatch(rf"([{RANKS}])-([{RANKS}])", text):
        first, last = map(RANKS.index, found.groups())
        card.refuse(first >= last, f"ranks go up from 2 to A; {text} is none of their runs")
        return list(RANKS[first : last + 1])
    return [rank + text[1:] for rank in RANKS] if text.startswith("*") else [text]


def points_text(points: Points) -> str:
    """Return what cards count as it is read."""
    values = dict(points.values)
    told = []
    for suit in SUITS:
        suited = [rank + suit for rank in RANKS]
        counts = {values.get(card) for card in suited}
        if len(counts) == 1 and None not in counts:
            told.append((f"*{suit}", str(counts.pop())))
            values = {card: count for card, count in values.items() if card not in suited}
    counted = [
        (card, "pips" if card == str(count) else str(count)) for card, count in values.items()
    ]
    for said, run in groupby(counted, lambda one: one[1]):
        cards = [card for card, _ in run]
        is_run = len(cards) > 2 and "".join(cards) in RANKS
        told.append((f"{cards[0]}-{cards[-1]}" if is_run else " ".join(cards), said))
    return ", ".join(f"{cards} {said}" for cards, said in told)


def table(rows: list[list[str]], right: int = 99) -> list[str]:
    """Return rows of cells as lines, the cells of each column under each other; those from column
    `right` on end together.
    """
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    written = []
    for row in rows:
        cells = [
            cell.rjust(widths[place]) if place >= right else cell.ljust(widths[place])
            for place, cell in enumerate(row)
        ]
        written.append("   ".join(cells).rstrip())
    return written


def inside(lines: list[str]) -> list[str]:
    """Return lines as they stand under another."""
    return [f"  {line}" for line in lines]
