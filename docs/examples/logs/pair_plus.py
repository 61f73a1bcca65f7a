"""A simulator of pair plus in Three Card Poker: three cards, paid 40, 30, 6, 4 and 1."""

import random

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def net(hand):
    ranks = sorted(RANKS.index(card[0]) for card in hand)
    straight = ranks == list(range(ranks[0], ranks[0] + 3)) or ranks == [0, 1, 12]
    flush = len({card[1] for card in hand}) == 1
    if straight and flush:
        return 40
    if ranks[0] == ranks[2]:
        return 30
    if straight:
        return 6
    if flush:
        return 4
    return 1 if len(set(ranks)) == 2 else -1


dice = random.Random(1)
print("net")
for _ in range(100_000):
    print(net(dice.sample(DECK, 3)))
