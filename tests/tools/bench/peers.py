"""What a Python user would do without combin: the same counts through eval7, phevaluator and
icepool, one process each.

    python tests/tools/bench/peers.py five-cards eval7      prints the counts as JSON

Every function returns hand -> number of deals, with combin's names of the hands.
"""

import argparse
import json
from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from math import comb

HANDS = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
)


def with_eval7(cards: int) -> Counter:
    """Evaluate every set of cards, then name each of the 7,462 strengths once."""
    import eval7

    strengths = Counter(map(eval7.evaluate, combinations(eval7.Deck().cards, cards)))
    names = {"Trips": "three-of-a-kind", "Quads": "four-of-a-kind"}
    best, counts = max(strengths), Counter()
    for strength, count in strengths.items():
        kind = eval7.handtype(strength)
        name = names.get(kind, kind.lower().replace(" ", "-"))
        counts["royal-flush" if strength == best else name] += count
    return counts


def with_phevaluator(cards: int) -> Counter:
    """Evaluate every set of cards; the package numbers strengths from 1, the royal flush,
    to 7462.
    """
    from phevaluator import evaluate_cards

    strengths = Counter(evaluate_cards(*hand) for hand in combinations(range(52), cards))
    lowest = (
        6186,
        3326,
        2468,
        1610,
        1600,
        323,
        167,
        11,
        2,
    )  # of each of HANDS, as its documentation tells
    counts = Counter({"royal-flush": strengths.pop(1)})
    for strength, count in strengths.items():
        counts[next(name for name, bound in zip(HANDS, lowest) if strength >= bound)] += count
    return counts


def with_icepool(cards: int) -> Counter:
    """Walk the ranks once, merging equal states; suits are merged at the end of each rank."""
    import icepool

    pack = icepool.Deck([(rank, suit) for rank in range(13) for suit in range(4)])
    return Counter(dict(best_five().evaluate(pack.deal(cards)).items()))


def best_five():
    """Return an icepool evaluator that names the best five-card hand of any number of cards up to
    nine.
    """
    import icepool

    class BestFive(icepool.MultisetEvaluator):
        def initial_state(self, order, outcomes, *sizes, **_):
            if order < 0:
                raise icepool.UnsupportedOrder
            return 0, (0, 0, 0), NO_RUN, ((0, NO_RUN),) * 4

        def next_state(self, state, order, card, count):
            alike, groups, run, suits = state
            rank, suit = card
            alike += count
            held, own = suits[suit]
            suits = (
                *suits[:suit],
                (min(held + count, 5), further(own, rank, count)),
                *suits[suit + 1 :],
            )
            if suit < 3:
                return alike, groups, run, suits
            pairs, trips, quads = groups
            groups = (
                min(pairs + (alike == 2), 2),
                min(trips + (alike == 3), 2),
                min(quads + (alike == 4), 1),
            )
            return 0, groups, further(run, rank, alike > 0), tuple(sorted(suits))

        def final_outcome(self, state, *_, **__):
            _, (pairs, trips, quads), (_, _, straight), suits = state
            straight_flush = max(own[2] for _, own in suits)
            if straight_flush:
                return "royal-flush" if straight_flush == 2 else "straight-flush"
            if quads:
                return "four-of-a-kind"
            if trips and (pairs or trips == 2):
                return "full-house"
            if any(held == 5 for held, _ in suits):
                return "flush"
            if straight:
                return "straight"
            return "three-of-a-kind" if trips else ("high-card", "pair", "two-pair")[pairs]

    return BestFive()


NO_RUN = (
    0,
    False,
    0,
)  # consecutive ranks up to here; deuce to five all held; 1 for a straight so far, 2 for one to the ace


def further(run: tuple[int, bool, int], rank: int, held: int) -> tuple[int, bool, int]:
    """Return the state of a run after one more rank (0..12)."""
    length, low, straight = run
    length = min(length + 1, 5) if held else 0
    low = low or (rank == 3 and length == 4)
    if length == 5 or (rank == 12 and held and low):
        straight = 2 if rank == 12 and length == 5 else max(straight, 1)
    return length, low, straight


def caribbean_situation() -> Counter:
    """Compare one hand of Caribbean Stud with every dealer's hand that has one given up card: one
    of 5,649,150 situations.
    """
    import eval7

    player = [eval7.Card(text) for text in ("As", "Kd", "Jh", "8c", "3d")]
    up = eval7.Card("Kc")
    left = [card for card in eval7.Deck().cards if card not in player and card != up]
    mine = eval7.evaluate(player)
    qualifies = eval7.evaluate([eval7.Card(text) for text in ("As", "Kd", "4h", "3c", "2d")])
    counts = Counter()
    for four in combinations(left, 4):
        theirs = eval7.evaluate((up, *four))
        if theirs < qualifies:
            counts["dealer-does-not-qualify"] += 1
        else:
            counts[
                "player-wins" if mine > theirs else "tie" if mine == theirs else "dealer-wins"
            ] += 1
    return counts


def judge(peer: str):
    """Return what makes a card of its name, and what tells how strong cards are, stronger being
    higher.
    """
    if peer == "eval7":
        import eval7

        return eval7.Card, eval7.evaluate
    from phevaluator import evaluate_cards

    return (
        lambda name: 4 * "23456789TJQKA".index(name[0]) + "cdhs".index(name[1]),
        lambda cards: -evaluate_cards(*cards),
    )


def holdem_situation(peer: str) -> Counter:
    """Show down one hand of Casino Hold'em on one flop with every dealer's hand and the rest of the
    board, one of 1,286,792 situations; return net -> number of deals after a call.
    """
    card, strength = judge(peer)
    pack = [card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    own, flop = [card(name) for name in ("As", "Kd")], [card(name) for name in ("Jh", "8c", "3d")]
    left = [one for one in pack if one not in own and one not in flop]
    pays = (
        ("2s 3s 4s 5s 7s", 2), ("2s 2d 2c 3s 3d", 3), ("2s 2d 2c 2h 3s", 10),
        ("As 2s 3s 4s 5s", 20), ("Ts Js Qs Ks As", 100),
    )  # fmt: skip
    least = [(strength([card(name) for name in hand.split()]), pay) for hand, pay in pays]
    qualifies = strength([card(name) for name in ("4s", "4d", "2c", "3h", "5c")])
    counts = Counter()
    for rest in combinations(left, 2):
        board = [*flop, *rest]
        mine = strength([*own, *board])
        ante = max((pay for bound, pay in least if mine >= bound), default=1)
        for hole in combinations([one for one in left if one not in rest], 2):
            theirs = strength([*hole, *board])
            if theirs < qualifies:
                net = ante
            else:
                net = ante + 2 if mine > theirs else 0 if mine == theirs else -3
            counts[net] += 1
    return counts


def drawn_hand(peer: str) -> dict[str, str]:
    """Draw to all 32 holds of one hand of 9/6 Jacks or Better, one of 134,459; return hold -> what
    it is worth.
    """
    card, strength = judge(peer)
    names = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    dealt = ["3d", "8c", "Jh", "Kd", "As"]
    left = [card(name) for name in names if name not in dealt]
    pays = (
        ("Js Jd 2c 3h 4s", 1), ("2s 2d 3c 3s 4d", 2), ("2s 2d 2c 3s 4d", 3), ("As 2d 3s 4s 5s", 4),
        ("2s 3s 4s 5s 7s", 6), ("2s 2d 2c 3s 3d", 9), ("2s 2d 2c 2h 3s", 25),
        ("As 2s 3s 4s 5s", 50), ("Ts Js Qs Ks As", 800),
    )  # fmt: skip
    least = [strength([card(name) for name in hand.split()]) for hand, _ in pays]
    nets = [-1, *(pay - 1 for _, pay in pays)]
    values = {}
    for held in chain.from_iterable(combinations(dealt, cards) for cards in range(6)):
        kept = [card(name) for name in held]
        total = draws = 0
        for more in combinations(left, 5 - len(held)):
            total += nets[bisect_right(least, strength([*kept, *more]))]
            draws += 1
        values[" ".join(held)] = str(Fraction(total, draws))
    return values


def let_it_ride() -> dict[str, str]:
    """Solve Let It Ride: value every set of four cards by its 48 last cards, and pull back what is
    worth less than nothing.
    """
    import eval7

    pays = {
        "Straight Flush": 200,
        "Quads": 50,
        "Full House": 11,
        "Flush": 8,
        "Straight": 5,
        "Trips": 3,
        "Two Pair": 2,
    }
    pack = eval7.Deck().cards
    royal, tens = (
        [eval7.Card(text) for text in hand.split()] for hand in ("As Ks Qs Js Ts", "Ts Td 2c 3c 4c")
    )
    pay_of = {eval7.evaluate(royal): 1000}
    least = eval7.evaluate(tens)
    always = after_three = after_four = 0
    of_three = Counter()
    for four in combinations(range(52), 4):
        held = [pack[number] for number in four]
        total = 0
        for last in pack:
            if last not in held:
                strength = eval7.evaluate((*held, last))
                if strength not in pay_of:
                    kind = eval7.handtype(strength)
                    pay_of[strength] = pays.get(
                        kind, 1 if kind == "Pair" and strength >= least else -1
                    )
                total += pay_of[strength]
        after_four += 4 * max(total, 0)
        for three in combinations(four, 3):
            of_three[three] += total
    for total in of_three.values():
        always += total
        after_three += max(total, 0)
    return {"expected_value": str(Fraction(always + after_three + after_four, 22_100 * 49 * 48))}


def hands(cards: int, peer: str) -> Counter:
    counts = {"eval7": with_eval7, "phevaluator": with_phevaluator, "icepool": with_icepool}[peer](
        cards
    )
    if sum(counts.values()) != comb(52, cards):
        raise SystemExit(f"{peer}: {sum(counts.values())} hands of {comb(52, cards)}")
    return counts


def main() -> None:
    cards = {"five-cards": 5, "six-cards": 6, "seven-cards": 7, "eight-cards": 8}
    whole = {
        "caribbean-situation": lambda _: caribbean_situation(),
        "let-it-ride": lambda _: let_it_ride(),
        "holdem-situation": holdem_situation,
        "drawn-hand": drawn_hand,
    }
    parser = argparse.ArgumentParser(description="Count through another program, as JSON.")
    parser.add_argument("task", choices=(*cards, *whole))
    parser.add_argument("peer", choices=("eval7", "phevaluator", "icepool"))
    asked = parser.parse_args()
    task = whole.get(asked.task) or partial(hands, cards[asked.task])
    print(json.dumps(task(asked.peer)))


if __name__ == "__main__":
    main()
