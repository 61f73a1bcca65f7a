"""Card counting for the side bets of blackjack games: what a count wins.

The cards gone, the cards seen and those of the dealer's hand may change places, so that a bet is a
sum over the dealer's hands by their cards of each tag (`questions/card_counting.py`). A hand of
fewer cards than the longest is filled up with cards that nobody looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from combin.counting.running_count import Dealt
from combin.errors import CombinError, nearest, refuse
from combin.exact import parse_number, whole_number
from combin.families.blackjack.house import ACE, RANKS, TEN, falling, house_of, without
from combin.families.blackjack.indices import filled
from combin.families.blackjack.side_bets import dealers_hands, kinds_of, side_bet
from combin.families.blackjack.tagged import Units
from combin.questions.card_counting import (
    LEVEL,
    CardCounting,
    CountedShoe,
    TaggedRounds,
    by_tag,
    counted_alike,
    tags_of,
    total_of,
)
from combin.questions.tags import MOST_LEVEL, Tags, best_tags, correlation
from combin.rules.blackjack import BustBet, InsuranceBet, suits_of, value_of
from combin.rules.game import Game

LEAST_LEFT = 4  # cards that a round takes
PENETRATION = Fraction(3, 4)  # of the shoe that is dealt, if not said
TENS = "TJQK"  # what counts 10 is one rank, T
ON_AN_ACE = (
    "Insurance is offered when the dealer shows an ace. The count has that ace; cards gone are all "
    "others that the player has seen, his own too."
)
Orders = Mapping[tuple[Fraction, Dealt], int]  # net, cards of each tag -> in how many orders


def card_counting(
    game: Game,
    bet: str,
    tags: Mapping[str, int] | None = None,
    trigger: object = None,
    cut: int | None = None,
    level: int = LEVEL,
) -> CardCounting:
    """Return what a bet beside the game wins that is made by a count.

    bet, tags, trigger, level: as `solving.card_counting.card_counting` takes them; T is all that
        counts 10.
    cut: a round begins with so many cards left, or more; by default a quarter of the shoe, and at
        least what a round may take.
    Raises CombinError for a bet, tags or a cut that there cannot be.
    """
    bets = {one.key: one for one in game.beside}
    if bet not in bets:
        raise CombinError(f"{game.slug} has no bet {bet!r}{nearest(bet, ('base', *bets))}")
    rules, shoe = bets[bet], tuple(game.shoe.values())
    copies = {rank: count for rank, count in zip(RANKS, shoe) if count}
    given = None if trigger is None else parse_number(trigger, "the trigger, a true count,")
    largest = whole_number(level, "the level of the tags", 1, MOST_LEVEL)
    read = None if tags is None else tags_of(tens_alike(tags), copies)
    value, effects = effects_on(game, rules)
    chosen = best_tags(effects, copies, largest) if read is None else read

    def shoe_of(tags: Tags) -> CountedShoe:
        cards = by_tag(tags, copies)
        rounds = _rounds(game, rules, marks_of(tags, cards), tuple(cards.values()))
        left = cut_of(cut, sum(shoe), rounds.size)
        return CountedShoe(cards, rounds, range(sum(shoe) - left + 1))

    counted = shoe_of(chosen)
    best = counted.best_trigger(value) if given is None else given
    alike = (
        counted_alike(chosen, largest, effects, copies, value, given, shoe_of)
        if read is None
        else None
    )
    return CardCounting(
        game,
        bet,
        bet,
        chosen,
        largest if read is None else None,
        best,
        given is None,
        counted.cards - counted.starts[-1],
        value,
        effects,
        correlation(chosen, effects, copies),
        {gone: counted.counted(gone, best) for gone in counted.starts},
        is_certain=False,
        is_played=False,
        remark=ON_AN_ACE if isinstance(rules, InsuranceBet) else "",
        total=total_of(chosen, copies),
        alike=alike,
    )


def tens_alike(tags: Mapping[str, int]) -> dict[str, int]:
    """Return tags with one rank for all that counts 10; raises CombinError where they differ."""
    found = {}
    for ranks, tag in tags.items():
        named = ranks.upper().replace("10", "T")
        if set(named) & set(TENS[1:]):
            refuse(
                not set(TENS) <= set(named),
                f"{ranks!r}: 10, J, Q and K count alike here; T stands for all of them",
            )
            named = "".join(rank for rank in named if rank not in TENS[1:])
        found[named] = tag
    return found


def marks_of(tags: Tags, cards: Mapping[int, int]) -> list[int]:
    """Return of each rank the place of its tag among those of the shoe."""
    places = list(cards)
    return [places.index(tags[rank]) if rank in tags else 0 for rank in RANKS]


def cut_of(cut: int | None, cards: int, most: int) -> int:
    """Return how many cards stay behind the cut card; most: cards of a round."""
    if cut is None:
        return max(most, cards - int(PENETRATION * cards))
    return whole_number(cut, "how many cards stay behind the cut card", most, cards)


def effects_on(game: Game, rules: BustBet | InsuranceBet) -> tuple[Fraction, dict[str, Fraction]]:
    """Return the value of a bet beside the game and rank -> effect of removal on it."""
    shoe, house = tuple(game.shoe.values()), house_of(game)
    suits = suits_of(game.deck)
    value = side_bet(rules, shoe, house, suits).value
    return value, {
        name: side_bet(rules, without(shoe, rank), house, suits).value - value
        for rank, name in enumerate(RANKS)
        if shoe[rank]
    }


def _rounds(
    game: Game, rules: BustBet | InsuranceBet, marks: Sequence[int], cards: Dealt
) -> TaggedRounds:
    """Return the rounds of a bet beside the game.

    marks: of each rank, the place of its tag. cards: of each tag, the cards of the shoe.
    """
    shoe = tuple(game.shoe.values())
    if isinstance(rules, InsuranceBet):
        before = _marked([ACE], marks, len(cards)), shoe[ACE]
        found: Counter[tuple[Fraction, Dealt]] = Counter()
        for rank, count in enumerate(without(shoe, ACE)):
            net = rules.pays if rank == TEN else Fraction(-1)
            found[net, _marked([ACE, rank], marks, len(cards))] += shoe[ACE] * count
        return _whole(found, cards, before)
    seen = None
    if rules.offered:
        up, *others = (value_of(rank) - 1 for rank in rules.offered)
        refuse(
            others or up in (ACE, TEN),
            f"{game.slug}: {rules.key} is made after a look, or against several cards; "
            "a bet that is counted is offered against one of 2 to 9, or before the deal",
        )
        seen = _marked([up], marks, len(cards)), shoe[up]
    busts: Counter[tuple[Fraction, Dealt]] = Counter()
    suits, lost = suits_of(game.deck), len(rules.paid)
    for place, hand, chance in dealers_hands(rules, shoe, house_of(game)):
        orders = chance * falling(sum(shoe), len(hand))
        row = None if place == lost else rules.paid[place]
        for kind, share in kinds_of(row, hand, suits).items():
            net = row.paid(kind) if row else Fraction(-1)
            if share:
                busts[net, _marked(hand, marks, len(cards))] += int(orders * share)
    return _whole(busts, cards, seen)


def _marked(ranks: Iterable[int], marks: Sequence[int], tags: int) -> Dealt:
    found = [marks[rank] for rank in ranks]
    return tuple(map(found.count, range(tags)))


def _whole(orders: Orders, cards: Dealt, seen: tuple[Dealt, int] | None = None) -> TaggedRounds:
    """Return rounds that all take as many cards as the longest."""
    nets = {net for net, _ in orders}
    low, scale = min(nets), lcm(*(net.denominator for net in nets))
    size = max(sum(dealt) for _, dealt in orders)
    by_win: dict[int, Units] = {}
    for (net, dealt), ways in orders.items():
        by_win.setdefault(int((net - low) * scale), Counter())[dealt] += ways
    deals = {
        (win, dealt): ways
        for win, some in by_win.items()
        for dealt, ways in filled(some, cards, size).items()
    }
    return TaggedRounds(size, low, max(nets), scale, deals, seen)
