"""Pai Gow Poker on a short deck, and its rounds read literally."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from combin import games
from combin.cards import Deck, cards_of, mask_of
from combin.proof import ways as literal
from combin.rules.game import Game
from combin.rules.house_ways import FOXWOODS

SHORT = Deck("2345A", "cdh", 1)


def short(deck: Deck = SHORT, **choices: str) -> Game:
    return replace(games.dealt_sheet("pai-gow-poker"), slug="short", deck=deck).resolve(choices)


def settled(
    player: int, front: int, dealer: int, dealer_front: int, variant: str = "commission"
) -> tuple[str, Fraction]:
    """Return outcome and net of a round, read literally."""
    mine, my_low, theirs, low = (
        literal.high_value(cards_of(player & ~front)),
        literal.low_value(cards_of(front)),
        literal.high_value(cards_of(dealer & ~dealer_front)),
        literal.low_value(cards_of(dealer_front)),
    )
    pushes = {"ez": ("queen-high", theirs[:2] == (0, 10)), "face-up": ("ace-high", theirs[:2] == (0, 12)),
        "tiger-9": ("nine-high", low[:2] == (0, 7))}.get(variant, ("", False))  # fmt: skip
    if pushes[1]:
        return pushes[0], Fraction(0)
    commission = Fraction(19, 20) if variant in ("commission", "player-bank") else Fraction(1)
    if variant == "player-bank":
        won, lost = mine >= theirs and my_low >= low, mine < theirs and my_low < low
    else:
        won, lost = mine > theirs and my_low > low, mine <= theirs and my_low <= low
    return ("win", commission) if won else ("lose", Fraction(-1)) if lost else ("push", Fraction(0))


def worth(game: Game, player: int, front: int) -> Fraction:
    """Return what a setting is worth against every hand of the dealer's."""
    nets = []
    for dealt in combinations(cards_of(game.deck.mask & ~player), 7):
        dealer = mask_of(dealt)
        way = literal.set_by(FOXWOODS, dealer)
        assert way
        nets.append(settled(player, front, dealer, way[2])[1])
    return Fraction(sum(nets), len(nets))
