"""Recounts a bet with the literal reference and compares it with the engine, outcome by outcome, to the last integer.

The reference deals zone by zone and the engine pools zones where the order does not matter, so the engine's counts are
scaled by the ratio of the two totals, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from combin.cards import RANKS, SUITS, Deck
from combin.errors import CombinError
from combin.rules import Deal, Game, Hand
from combin.rules.validate import validate

MINUTE = 20_000_000  # what the reference does in about a minute, in the units of `work`
FEWEST_RANKS = 5  # with fewer there is no straight


@dataclass(frozen=True)
class Count:
    """One outcome, counted twice.

    engine: the engine's count in units of the reference's deals.
    reference: the reference's count.
    """

    actions: tuple[str, ...]
    outcome: str
    net: Fraction
    staked: Fraction
    engine: Fraction
    reference: int


@dataclass(frozen=True)
class Report:
    """How far the two counts of one bet agree.

    deals: the number of deals the reference walked.
    """

    bet: str
    deck: Deck
    deals: int
    rows: tuple[Count, ...]

    @property
    def agrees(self) -> bool:
        return all(row.engine == row.reference for row in self.rows)


def verify(
    game: Game,
    bet: str = "base",
    ranks: str | None = None,
    suits: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    budget: int = MINUTE,
) -> Report:
    """Count one bet of a resolved game twice and return the comparison.

    ranks, suits: the deck to use, such as ``9TJQKA`` and ``cdh``; if neither is given, the largest within `budget`.
    progress: called now and then with the deals walked and their total.
    Raises CombinError where the deck is too short for the game.
    """
    from combin.proof import reference
    from combin.solving import solve as solver

    game.bet(bet)
    deck = (
        Deck(RANKS if ranks is None else ranks, SUITS if suits is None else suits, game.deck.jokers)
        if ranks is not None or suits is not None
        else largest_deck(game, bet, budget)
    )
    short = replace(game, deck=deck)
    validate(short)
    found = solver.solve(short, [bet]).bets[bet]
    counted = reference.solve(short, bet, progress)
    scale = Fraction(counted.deals, found.deals)
    engine = {(row.actions, row.outcome, row.net, row.staked): row.combinations * scale for row in found.outcomes}
    keys = [key for key in dict.fromkeys([*engine, *counted.outcomes]) if engine.get(key) or counted.outcomes.get(key)]
    rows = (Count(*key, engine.get(key, Fraction(0)), counted.outcomes.get(key, 0)) for key in keys)
    return Report(bet, deck, counted.deals, tuple(rows))


def work(game: Game, bet: str) -> int:
    """Return about how much the reference has to do: one for each deal and way of playing it, twenty for what it remembers."""
    from combin.proof import reference

    rules = game.bet(bet)
    dealt, open_ways, known, left = 1, 1, 0, len(game.deck)
    for step in reference.steps_of(game, rules):
        if isinstance(step, Deal):
            dealt, left = dealt * comb(left, step.cards), left - step.cards
        else:
            known += dealt * open_ways
            open_ways *= sum(not action.ends for action in step.actions)
    ways = sum(1 for _ in game.paths()) if known else 1
    return dealt * ways + 20 * (known + sum(_readings(game, hand) for hand in reference.hands_of(game, rules)))


def _readings(game: Game, hand: Hand) -> int:
    """Return how many different sets of cards a hand is read from."""
    held = sum(deal.cards for deal in game.deals if deal.zone in hand.zones)
    required = sum(deal.cards for deal in game.deals if deal.zone in hand.must_use)
    return comb(len(game.deck), held) * comb(held, required)


def largest_deck(game: Game, bet: str, budget: int) -> Deck:
    """Return the deck with the most cards whose recount stays within the budget, low ranks dropped before suits.

    Where even the shortest deck with straights is too much, it is a shorter one.
    """
    dealt = sum(deal.cards for deal in game.deals)
    suited = range(min(2, len(game.deck.suits)), len(game.deck.suits) + 1)
    shapes = [(count, suits) for count in range(2, len(game.deck.ranks) + 1) for suits in suited]
    shapes.sort(key=lambda shape: (shape[0] >= FEWEST_RANKS, shape[0] * shape[1], shape[1]), reverse=True)
    for count, suits in shapes:
        deck = Deck(game.deck.ranks[-count:], game.deck.suits[:suits], game.deck.jokers)
        if dealt < len(deck) and work(replace(game, deck=deck), bet) <= budget:
            return deck
    raise CombinError(f"{game.slug}: no deck is short enough to recount {bet!r} in a minute; choose ranks and suits yourself")
