"""An example hand for each line of a bet's paytables, found by ranking hands, so that it is paid on
that line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, cycle, islice

from combin.cards import JOKER, RANKS, SUITS, Deck, card, card_text, mask_of, rank_of, suit_of
from combin.counting import Plan, facts_number
from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.facts import PaidLine, best_line, fact_read
from combin.rules.game import Game
from combin.rules.words import Bet, Pays

MOST_READ = 40_000  # hands that are read for one paytable
SIZE = 5  # cards that are varied; further ones fill the hand up


@dataclass(frozen=True)
class Paid:
    """A line of a paytable with a hand that is paid on it.

    table, line: their names.
    cards: of the hand, best first.
    """

    table: str
    line: str
    cards: tuple[str, ...]


def paid_hands(game: Game, key: str) -> tuple[Paid, ...]:
    """Return an example for each line of a bet's paytables that are read by a hand; a line for
    which none is found soon is left out.
    """
    bet = game.bet(key)
    found: dict[str, tuple[Paid, ...]] = {}
    for entry in bet.cells():
        if isinstance(entry.cell, Pays) and entry.cell.table.name not in found:
            found[entry.cell.table.name] = tuple(_examples(game, bet, entry.cell))
    return tuple(paid for listed in found.values() for paid in listed)


def _examples(game: Game, bet: Bet, cell: Pays) -> Iterator[Paid]:
    """Yield the examples of one paytable, its best line first."""
    fact = fact_read(cell)
    if not isinstance(fact, PaidLine):
        return
    try:
        plan = Plan(game, bet)
    except CombinError:
        return
    zones = game.hand(fact.hand).zones
    sizes = [deal.cards for deal in game.deals if deal.zone in zones]
    lines: dict[int, Sequence[int]] = {}
    for hand in islice(_hands(game.deck, sum(sizes)), MOST_READ):
        dealt = dict(zip(zones, _parted(hand, sizes)))
        menu = plan.values((fact,), facts_number(plan, dealt, (fact,)))[fact]
        lines.setdefault(best_line(cell.table, menu), hand)
        if len(lines) > len(cell.table.lines):
            break
    for number, line in enumerate(cell.table.lines):
        if number in lines:
            cards = sorted(lines[number], key=_height, reverse=True)
            yield Paid(cell.table.name, line, tuple(map(card_text, cards)))


def _parted(hand: Sequence[int], sizes: Sequence[int]) -> Iterator[int]:
    rest = iter(hand)
    yield from (mask_of(islice(rest, size)) for size in sizes)


def _hands(deck: Deck, size: int) -> Iterator[Sequence[int]]:
    """Yield hands of a deck, high ranks first: without and with the joker, and with as many of its
    first cards of one suit as there can be; from several packs a card may come twice.
    """
    varied = min(size, SIZE)
    # Aces last: a straight flush is then shown from the king, and not by its least likely ends.
    copies, lowest = deck.copies, sorted(deck.copies, key=_height)
    ranks = [RANKS.index(rank) for rank in deck.ranks]
    ranks.sort(key=lambda rank: -1 if RANKS[rank] == "A" else rank, reverse=True)
    for joker in range(deck.jokers + 1):
        for chosen in combinations_with_replacement(ranks, varied - joker):
            for suited in range(len(chosen), 0, -1):
                cards = [JOKER] * joker + _suited(chosen, suited, deck)
                if all(cards.count(one) <= copies.get(one, 0) for one in cards):
                    yield from _filled(cards, size, lowest)


def _suited(ranks: Sequence[int], suited: int, deck: Deck) -> list[int]:
    """Return cards of some ranks, the first ones of one suit, the others of the next ones."""
    first, *others = map(SUITS.index, deck.suits)
    suits = [first] * suited + list(islice(cycle([*others, first]), len(ranks) - suited))
    return [card(rank, suit) for rank, suit in zip(ranks, suits)]


def _filled(cards: list[int], size: int, lowest: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield a hand filled up with the lowest cards of a deck, every third one, and one of a suit
    with the highest of that suit; lowest: the deck, the lowest cards first.
    """
    if len(cards) == size:
        yield cards
        return
    spare = [one for one in lowest if one not in cards]
    yield cards + spare[::3][: size - len(cards)]
    suits = set(map(suit_of, cards))
    if len(cards) < size and len(suits) == 1:
        alike = [one for one in reversed(spare) if suit_of(one) in suits]
        yield cards + alike[: size - len(cards)]


def _height(one: int) -> tuple[int, int]:
    return (rank_of(one), one) if one != JOKER else (len(RANKS), one)


Examples = Mapping[str, tuple[Paid, ...]]  # by bet
