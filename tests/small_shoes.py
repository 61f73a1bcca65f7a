"""Blackjack from a few cards, and every order in which they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import combin
from combin.games import sheet_of
from combin.rules.game import Game


def game(cards: str = "", **choices: str) -> Game:
    """Return blackjack from some cards alone, ``8888TTTT``."""
    sheet = sheet_of("blackjack")
    assert sheet is not None
    rules = sheet.resolve({"packs": "1"} | choices).alone
    kept, gone = Counter(cards), []
    for card in rules.deck.cards if cards else ():
        name = combin.cards.card_text(card)
        rank = "T" if name[0] in "JQK" else name[0]
        kept[rank] -= 1
        if kept[rank] < 0:
            gone.append(name)
    return rules.without(" ".join(gone)) if cards else rules


def orders_of(cards: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Yield all orders of some cards, those of a rank alike."""
    if not cards.total():
        yield ()
    for rank in [rank for rank, count in cards.items() if count]:
        cards[rank] -= 1
        for rest in orders_of(cards):
            yield (rank, *rest)
        cards[rank] += 1
