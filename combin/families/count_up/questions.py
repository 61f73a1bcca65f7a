"""What is asked of a count-up game: its value, what to do with a hand, its chart, what a chart is
worth, and what a card less changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from combin.cards import card_text
from combin.errors import CombinError
from combin.families.count_up.chart import Chart, Row
from combin.families.count_up.house import ACE, RANKS, SOFT, VALUES, House, Shoe, house_of
from combin.families.count_up.lattice import NONE, lattice_of
from combin.families.count_up.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from combin.families.count_up.solve import Solved, UpCard
from combin.families.count_up.solve import solve as solved
from combin.records import dataclass
from combin.rules.count_up import CountUpGame, value_of

CARD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠]?)", re.IGNORECASE)
UPS = (*range(1, 10), 0)  # the columns of a chart: 2 to 10, ace

LETTERS = {
    "H": "hit",
    "S": "stand",
    "D": "double, or hit where that is not allowed",
    "Ds": "double, or stand",
    "P": "split",
    "Rh": "surrender, or hit",
    "Rs": "surrender, or stand",
    "Rp": "surrender, or split",
}


def solve(game: CountUpGame, charts: Mapping[int, Chart] | None = None) -> Solved:
    """Return a game solved; charts: those to play by, one for each up card."""
    model = "total" if charts is not None else game.model
    return solved(shoe_of_game(game), house_of(game), model, charts=charts)


def shoe_of_game(game: CountUpGame) -> Shoe:
    return tuple(game.shoe.values())


# --- A hand --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandAdvice:
    """What each action is worth with some cards.

    game: the rules. cards, up: the hand and the dealer's card, as ranks.
    actions: action -> what it is worth, the best first; empty where nothing is decided.
    taken: what is done.
    looked: whether the dealer has looked and has no natural, which the values take for granted.
    value: what the hand is worth.
    """

    game: CountUpGame
    cards: str
    up: str
    actions: Mapping[str, Fraction]
    taken: str
    looked: bool
    value: Fraction


def advise(game: CountUpGame, text: str) -> HandAdvice:
    """Return what each action is worth with some cards, ``8 8 / T`` or ``5h 3s 4d / Kc``.

    Raises CombinError where there are no such cards, or they make no hand.
    """
    cards, up = _cards(text)
    shoe, house = shoe_of_game(game), house_of(game)
    for rank in {*cards, up}:
        if (*cards, up).count(rank) > shoe[rank]:
            raise CombinError(f"{text}: the shoe has {shoe[rank]} cards that count {RANKS[rank]}")
    column = UpCard(lattice_of(shoe, house.charlie), house, shoe, up, game.model)
    if game.model == "total":
        column.follow(None)
    hand = column.hands.of(*cards)
    if hand == NONE:
        raise CombinError(f"{text}: this hand has ended, it has bust or won by its number of cards")
    names = " ".join(RANKS[rank] for rank in cards)
    if len(cards) == 2:
        spot = column.spot(min(cards), max(cards))
        known = (
            spot.natural if house.peek == "first" and house.surrender != "early" else Fraction(0)
        )
        actions = {name: _known(value, known) for name, value in spot.actions.items()}
        taken, looked = spot.taken, bool(known)
    else:
        values = column.values
        natural = values.chance_of_natural(hand) if house.looks else Fraction(0)
        known = natural if house.peek == "first" else Fraction(0)
        worth = {STAND: values.stand[hand], HIT: values.hit[hand]}
        if values.ended(hand):
            del worth[HIT]
        actions = {
            name: _known(values.mean(hand, value) - natural, known) for name, value in worth.items()
        }
        taken, looked = HIT if values.hits[hand] else STAND, bool(known)
        actions = dict(sorted(actions.items(), key=lambda item: -item[1]))
    value = actions[taken]
    decided = actions if len(actions) > 1 else {}
    return HandAdvice(game, names, RANKS[up], decided, taken, looked, value)


def _known(value: Fraction, natural: Fraction) -> Fraction:
    """Return what a value is where it is known that there is no natural, which loses one unit."""
    return (value + natural) / (1 - natural)


def _cards(text: str) -> tuple[list[int], int]:
    """Return the ranks of a hand and of the dealer's card."""
    parts = text.split("/")
    if len(parts) != 2:
        raise CombinError(f"{text!r}: a slash stands before the dealer's card, as in '8 8 / T'")
    found = []
    for part in parts:
        words = part.replace(",", " ")
        rest = CARD.sub("", words).strip()
        if rest:
            raise CombinError(f"{text!r}: {rest.split()[0]!r} is no card; write ranks, '8 8 / T'")
        found.append([value_of(rank.upper()) - 1 for rank, _ in CARD.findall(words)])
    cards, up = found
    if len(cards) < 2:
        raise CombinError(f"{text!r}: a hand has two cards or more")
    if len(up) != 1:
        raise CombinError(f"{text!r}: the dealer shows one card")
    return cards, up[0]


# --- A chart -------------------------------------------------------------------------------------

Line = tuple[str, tuple[str, ...]]  # the name of a row, and its letters by UPS


def rows_of(house: House) -> list[tuple[str, Row | int]]:
    """Return the rows of a chart: their names, and what they are about, of pairs the rank."""
    hard = [(f"hard {total}", (False, total)) for total in range(4, 22)]
    soft = [(f"soft {total}", (True, total)) for total in range(12, 22)]
    pairs = [(f"pair {RANKS[rank]}", rank) for rank in UPS]
    return [*hard, *soft, *pairs]


def lines(found: Solved) -> list[Line]:
    """Return a chart that was found or given, row by row."""
    return [
        (name, tuple(_letter(found, what, up) if up in found.charts else "-" for up in UPS))
        for name, what in rows_of(found.house)
    ]


def _letter(found: Solved, what: Row | int, up: int) -> str:
    chart = found.charts[up]
    if isinstance(what, tuple):
        action = chart.first.get(what, "")
        further = HIT if what in chart.hits else STAND
    else:
        action = chart.pairs.get(what, "")
        further = HIT if _total_of(what) in chart.hits else STAND
        if action == SURRENDER and (spot := found.spot(what, what, up)):
            further = next(name for name in spot.actions if name != SURRENDER)
    letters = {
        "": {HIT: "H", STAND: "S"},
        HIT: {HIT: "H", STAND: "H"},
        STAND: {HIT: "S", STAND: "S"},
        DOUBLE: {HIT: "D", STAND: "Ds"},
        SPLIT: {HIT: "P", STAND: "P"},
        SURRENDER: {HIT: "Rh", STAND: "Rs", SPLIT: "Rp", DOUBLE: "Rh"},
    }
    return letters[action].get(further, "-")


def _total_of(pair: int) -> Row:
    """Return the total of a pair."""
    return (True, 2 * VALUES[pair] + SOFT) if pair == ACE else (False, 2 * VALUES[pair])


def read_chart(text: str, house: House, shoe: Shoe) -> dict[int, Chart]:
    """Return a chart as `situations` prints it: rows that begin with hard, soft or pair, and ten
    letters each, for the dealer's 2 to 10 and ace; a stroke where the shoe has no such card.
    Raises CombinError for a row that is not there, or says what is none of them.
    """
    said: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace("|", " ").split()
        if len(words) < 2 or words[0].lower() not in ("hard", "soft", "pair"):
            continue
        name = f"{words[0].lower()} {words[1].upper()}"
        if name in said:
            raise CombinError(f"line {number}: the row {name} stands twice")
        if len(words) != 2 + len(UPS):
            raise CombinError(f"line {number}: {name} has {len(words) - 2} cells, not {len(UPS)}")
        for word, up in zip(words[2:], UPS):
            if word not in LETTERS and (word != "-" or shoe[up]):
                raise CombinError(f"line {number}: {word!r} is none of {', '.join(LETTERS)}")
        said[name] = words[2:]
    charts = {}
    for at, up in enumerate(UPS):
        if not shoe[up]:
            continue
        hits, first, pairs = set(), {}, {}
        for name, what in rows_of(house):
            if name not in said:
                raise CombinError(f"the chart has no row {name}")
            letter = said[name][at]
            action, further = _ACTIONS[letter]
            soft, total = what if isinstance(what, tuple) else _total_of(what)
            if not _may(house, action, soft, total):
                action = ""
            if isinstance(what, tuple):
                if SPLIT in (action, further):
                    raise CombinError(f"{name} is no pair and cannot be split")
                if further == HIT:
                    hits.add(what)
                if action:
                    first[what] = action
            else:
                pairs[what] = action or further
        charts[up] = Chart(frozenset(hits), first, pairs)
    return charts


_ACTIONS = {
    "H": ("", HIT),
    "S": ("", STAND),
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
    "P": (SPLIT, HIT),
    "Rh": (SURRENDER, HIT),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLIT),
}


def _may(house: House, action: str, soft: bool, total: int) -> bool:
    if action == DOUBLE:
        return house.may_double(total, soft)
    return action != SURRENDER or house.surrender != "none"


# --- What a chart is worth -----------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """A cell in which a chart errs.

    row, up: where. said, best: the letters. cost: what the cell alone loses; below 0 where hands
        of a split win more by it than those of the first deal lose.
    """

    row: str
    up: str
    said: str
    best: str
    cost: Fraction


@dataclass(frozen=True)
class PricedChart:
    """What a chart is worth.

    played: the game as the chart plays it. best: by the best chart. by_cards: by the cards.
    faults: the cells that differ from the best chart and change the value, the dearest first.
    """

    game: CountUpGame
    played: Solved
    best: Solved
    by_cards: Solved
    faults: tuple[Fault, ...]


def price(game: CountUpGame, text: str) -> PricedChart:
    """Return what a chart is worth, and in which cells it errs; raises CombinError where it is no
    chart, or says what the rules do not allow.
    """
    house = house_of(game)
    charts = read_chart(text, house, shoe_of_game(game))
    played = solve(game, charts)
    best = solve(replace(game, model="total"))
    by_cards = solve(replace(game, model="zero-memory"))
    given, right = dict(lines(played)), dict(lines(best))
    faults = []
    for name, what in rows_of(house):
        for at, up in enumerate(UPS):
            if given[name][at] != right[name][at]:
                cost = _column_value(best, up, best.charts[up]) - _column_value(
                    best, up, _exchanged(best.charts[up], charts[up], what)
                )
                if cost:
                    faults.append(Fault(name, RANKS[up], given[name][at], right[name][at], cost))
    faults.sort(key=lambda fault: -fault.cost)
    return PricedChart(game, played, best, by_cards, tuple(faults))


def _exchanged(chart: Chart, other: Chart, what: Row | int) -> Chart:
    """Return a chart with one row of another."""
    if not isinstance(what, tuple):
        return Chart(chart.hits, chart.first, {**chart.pairs, what: other.pairs[what]})
    hits = (chart.hits - {what}) | (other.hits & {what})
    first = {row: action for row, action in chart.first.items() if row != what}
    if what in other.first:
        first[what] = other.first[what]
    return Chart(frozenset(hits), first, chart.pairs)


def _column_value(found: Solved, up: int, chart: Chart) -> Fraction:
    """Return what one column of a chart adds to the value of the game."""
    shoe, house = found.shoe, found.house
    column = UpCard(lattice_of(shoe, house.charlie), house, shoe, up, "total")
    column.follow(chart)
    total = sum((spot.value * spot.deals for spot in column.spots()), Fraction(0))
    return total / found.deals


# --- A card less ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsLess:
    """Effects of removal: what the expected net grows by when a card leaves the shoe.

    game: the rules. whole: it solved with the whole shoe.
    effects: rank -> what it adds; ``T`` is any card that counts 10.
    is_chart_kept: whether the chart of the whole shoe is played, not the best play of that left.
    """

    game: CountUpGame
    whole: Solved
    effects: Mapping[str, Fraction]
    is_chart_kept: bool


def removals(game: CountUpGame) -> CardsLess:
    """Return the effects of removal of a game; where it is played by a chart, that one is kept."""
    whole = solve(game)
    chart = whole.charts or None
    effects = {}
    for value, cards in game.shoe.items():
        if cards:
            gone = next(card for card in game.deck.cards if worth(card) == value)
            left = solve(game.without(card_text(gone)), chart)
            effects["A" if value == 1 else "T" if value == 10 else str(value)] = (
                left.value - whole.value
            )
    return CardsLess(game, whole, effects, chart is not None)


def worth(card: int) -> int:
    return value_of(card_text(card)[0])
