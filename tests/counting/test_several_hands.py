"""An opponent's hand against several hands that are seen, counted by removal and strength by
strength.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

import combin
from agreement import shortened
from combin.cards import cards_text, mask_of, parse_card
from combin.counting import Plan, method_of
from combin.families import methods as listed
from combin.families.listed import family_of
from combin.families.methods import METHODS, SEVERAL_HANDS
from combin.families.tallies import HAND_BY_HAND
from combin.ranking import POKER, THREE_CARD
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    All,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Deck,
    Game,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Ties,
    Wager,
)
from combin.rules.facts import Order, Under

RAISE = {
    "royal-flush": 100, "straight-flush": 50, "four-of-a-kind": 20, "full-house": 7, "flush": 5, "straight": 4,
    "three-of-a-kind": 3, "two-pair": 2,
}  # fmt: skip
PAID = Paytable("raise", {name: Fraction(pay) for name, pay in RAISE.items()}, less=Fraction(1))


def outcomes(name: str, won: Pays | int) -> tuple[Row, ...]:
    """Return how a hand against the dealer's is settled; won: by what is staked beside the ante."""
    if name == "six":
        return (
            Row("six-win", All((Chose("buy"), Beats("six", "dealer"))), (PUSH, won)),
            Row("six-tie", All((Chose("buy"), Ties("six", "dealer"))), (PUSH, PUSH)),
            Row("six-lose", Chose("buy"), (LOSE, LOSE)),
        )
    return (
        Row("win", Beats(name, "dealer"), (PUSH, won)),
        Row("tie", Ties(name, "dealer"), (PUSH, PUSH)),
        Row("lose", ALWAYS, (LOSE, LOSE)),
    )


def sixth_card(first: Sequence[str] = ("own", "up")):
    """Return a game in which five cards are kept, or a sixth bought, against five of which one is
    seen; first: the zones dealt before the decision, in their order.
    """
    cards = {"own": 5, "up": 1}
    return Game(
        slug="sixth-card",
        title="Sixth card",
        source="a test",
        deck=Deck(),
        play=(
            *(Deal(zone, cards[zone]) for zone in first),
            Decide("buy", (Action("keep"), Action("buy", {"fee": Fraction(1)}))),
            Deal("sixth", 1),
            Decide("raise", (Action("fold", ends=True), Action("raise", {"raise": Fraction(2)}))),
            Deal("down", 4),
        ),
        hands=(
            Hand("five", POKER, ("own",)),
            Hand("six", POKER, ("own", "sixth")),
            Hand("dealer", POKER, ("up", "down")),
        ),
        bets=(
            Bet(
                "base",
                (Wager("ante", Fraction(1)), Wager("fee"), Wager("raise")),
                "ante",
                (
                    Settlement(("fee",), (Row("fee", ALWAYS, (LOSE,)),), "fee"),
                    Settlement(
                        ("ante", "raise"),
                        (
                            Row("fold", Chose("fold"), (LOSE, PUSH)),
                            Row("no-qualify", Below("dealer", "ace-king"), (Fraction(1), PUSH)),
                            *outcomes("six", Pays(PAID, "six")),
                            *outcomes("five", Pays(PAID, "five")),
                        ),
                        "hand",
                    ),
                ),
            ),
        ),
    ).resolve()


def of_hand(name: str, bonus: bool) -> Iterable[Settlement]:
    """Yield how one of two hands is settled as in Three Card Poker; bonus: the dealer's pair or
    better pays something beside it.
    """
    yield Settlement(
        (f"{name}-ante", f"{name}-play"),
        (
            Row("fold", Chose("fold", name), (LOSE, PUSH)),
            Row("does-not-qualify", Below("dealer", "queen-high"), (Fraction(1), PUSH)),
            Row("wins", Beats(name, "dealer"), (Fraction(1), Fraction(1))),
            Row("tie", Ties(name, "dealer"), (PUSH, PUSH)),
            Row("loses", ALWAYS, (LOSE, LOSE)),
        ),
        name,
    )
    if bonus:
        pays = Paytable(f"{name}-bonus", {"straight": Fraction(3), "pair": Fraction(1)}, less=PUSH)
        rows = Row("none", Chose("fold", name), (PUSH,)), Row("", ALWAYS, (Pays(pays, "dealer"),))
        yield Settlement((f"{name}-ante",), rows, f"{name}-bonus")


def two_hands(up: int = 0, bonus: bool = False):
    """Return a game of two hands of three cards against one; up: cards of the dealer that are
    seen.
    """
    names = "first", "second"
    decisions = (
        Decide(name, (Action("fold"), Action("play", {f"{name}-play": Fraction(1)})))
        for name in names
    )
    shown = [Deal("up", up)] if up else []
    return Game(
        slug="two-hands",
        title="Two hands",
        source="a test",
        deck=Deck(),
        play=(Deal("a", 3), *shown, Deal("b", 3), *decisions, Deal("down", 3 - up)),
        hands=(
            Hand("first", THREE_CARD, ("a",)),
            Hand("second", THREE_CARD, ("b",)),
            Hand("dealer", THREE_CARD, ("up", "down") if up else ("down",)),
        ),
        bets=(
            Bet(
                "base",
                (
                    *(Wager(f"{name}-ante", Fraction(1)) for name in names),
                    *(Wager(f"{name}-play") for name in names),
                ),
                "first-ante",
                tuple(one for name in names for one in of_hand(name, bonus)),
            ),
        ),
    ).resolve()


SIXTH, TWO = sixth_card(), two_hands()
CARDS = TWO.deck.cards
CASES = [
    (SIXTH, "TJQKA", "cdh"), (SIXTH, "QKA", "cdhs"), (sixth_card(("up", "own")), "TJQKA", "cdh"),
    (TWO, "TJQKA", "cdh"), (TWO, "23A", "cdhs"), (two_hands(1), "TJQA", "cdh"),
    (two_hands(bonus=True), "9QKA", "cdhs"), (two_hands(1, True), "23A", "cdhs"),
]  # fmt: skip
NAMES = [f"{game.slug}-{place}" for place, (game, *_) in enumerate(CASES)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "ranks", "suits"), CASES, ids=NAMES)
def test_strength_by_strength_is_the_walk(game, ranks, suits, monkeypatch):
    """Outcomes, ties and what every action is worth."""
    game = shortened(game, ranks, suits)
    plan = Plan(game, game.bet("base"))
    stage, deals = plan.stages[0], iter([*game.deck.cards[::2], *game.deck.cards[1::2]])
    asked = " / ".join(
        cards_text(mask_of([next(deals) for _ in range(role.size)])) for role in stage.roles
    )
    found = []
    for method in (SEVERAL_HANDS, listed.WALK):
        rest = [one for one in METHODS if one not in (SEVERAL_HANDS, listed.WALK)]
        monkeypatch.setattr(listed, "METHODS", (*rest, method))
        assert method_of(Plan(game, game.bet("base"))) is method
        found.append([combin.solve(game).bets, combin.advise(game, asked)])
    assert found[0] == found[1]


@pytest.mark.parametrize("game", [SIXTH, TWO], ids=lambda game: game.slug)
def test_games_are_decided_first_hand_by_first_hand(game, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    plan = Plan(game, game.bet("base"))
    assert method_of(plan) is SEVERAL_HANDS
    assert family_of(plan) is HAND_BY_HAND
    cost = {
        "sixth-card": "245,670,984 information sets, 0.5 GB of memory",
        "two-hands": "18,544,604 information sets, 0.1 GB of memory",
    }
    assert family_of(plan).cost(plan) == cost[game.slug]


def test_plans_that_are_counted_otherwise():
    """A card hidden alone, a margin, cards of the opponent's hand that another has, or that must be
    used, and first cards that later ones are pooled with.
    """
    for hands, down in (
        ({}, 1),
        ({"dealer": Hand("dealer", THREE_CARD, ("down",), ("down",))}, 3),
        ({"second": Hand("second", THREE_CARD, ("b", "down"))}, 3),
    ):
        deals = [replace(one, cards=down) if one.zone == "down" else one for one in TWO.deals]
        steps = [one for one in TWO.play if isinstance(one, Decide)]
        every = tuple(hands.get(hand.name, hand) for hand in TWO.hands)
        game = replace(TWO, play=(*deals[:2], *steps, *deals[2:]), hands=every)
        assert method_of(Plan(game, game.bet("base"))) is not SEVERAL_HANDS


# --- The whole deck ----------------------------------------------------------------------------


def strengths(hands: np.ndarray) -> np.ndarray:
    """Return whole numbers that order hands of five cards, or of three as poker of three does,
    by rows of bits.
    """
    ranks, suits = hands % 16, hands // 16
    size = hands.shape[1]
    many = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    order = np.sort(np.where(many > 0, many * 16 + np.arange(13), 0), axis=1)[:, ::-1][:, :size]
    counts, high = order // 16, order % 16
    flush = (suits == suits[:, :1]).all(axis=1)
    alone = counts[:, 0] == 1
    wheel = alone & (high[:, 0] == 12) & (high[:, 1] == size - 2)
    straight = alone & (high[:, 0] - high[:, -1] == size - 1) | wheel
    high[wheel] = size - 2
    groups = counts[:, 0] * 10 + (counts[:, 1] if size == 5 else 0)
    if size == 5:
        kinds = [(11, 0), (21, 1), (22, 2), (31, 3), (32, 6), (41, 7)]
        best = {"straight": 4, "flush": 5, "both": 8}
    else:
        kinds = [(10, 0), (20, 1), (30, 4)]
        best = {"flush": 2, "straight": 3, "both": 5}
    kind = np.select([groups == group for group, _ in kinds], [value for _, value in kinds])
    kind = np.where(straight, best["straight"], np.where(flush, best["flush"], kind))
    kind = np.where(straight & flush, best["both"], kind)
    for place in range(size):
        kind = kind * 13 + high[:, place]
    return kind


def drawn(pool: Iterable[int], size: int) -> np.ndarray:
    """Return all sets of some cards, as rows."""
    return np.array([*combinations(pool, size)])


@pytest.mark.slow
@pytest.mark.parametrize("bonus", [False, True])
def test_hands_of_the_whole_deck_are_dealt_one_by_one(bonus):
    """The columns of some information sets."""
    game = two_hands(bonus=bonus)
    plan, draw = Plan(game, game.bet("base")), random.Random(5)
    for number in range(4):
        pool = [bit for bit in CARDS if number % 2 or bit // 16 < 2]
        seen = draw.sample(pool, 6)
        state = array("Q", [mask_of(seen[:3]), mask_of(seen[3:])])
        counts = SEVERAL_HANDS.completions(plan, plan.stages[-1], state, array("q", [5]))
        theirs = strengths(drawn([bit for bit in CARDS if bit not in seen], 3))
        own = {
            "first": strengths(np.array([seen[:3]]))[0],
            "second": strengths(np.array([seen[3:]]))[0],
        }
        lines = np.select([theirs >= 3 * 13**3, theirs >= 13**3], [0, 1], 2)
        values = {}
        for fact in plan.columns:
            if isinstance(fact, Under):
                values[fact] = (theirs < 10 * 169).astype(int)
            elif isinstance(fact, Order):
                name = fact.hand if fact.hand != "dealer" else fact.other
                sign = np.sign(own[name] - theirs) * (1 if fact.hand == name else -1)
                values[fact] = sign + 1
            else:
                values[fact] = lines
        found = Counter(zip(*(values[fact].tolist() for fact in plan.columns)))
        for joint, many in zip(plan.all_values(plan.columns), counts, strict=True):
            key = tuple(value[0] if isinstance(value, tuple) else value for value in joint.values())
            assert many == 5 * found[key]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "up"), [("Ah Kh 9s 9d 2c", "Qd"), ("Jc Tc 9d 8h 3h", "2s"), ("Ac Kd Qs 7h 5h", "Kc")]
)
def test_a_sixth_card_is_dealt_literally(own, up):
    """What keeping and buying are worth, all 6,853,770 ways to go on dealt."""
    [answer] = combin.advise(SIXTH, f"{own} / {up}").rows
    five, shown = [*map(parse_card, own.split())], parse_card(up)
    left = [bit for bit in CARDS if bit not in (*five, shown)]
    downs = drawn(left, 4)
    dealer = strengths(np.column_stack([downs, np.full(len(downs), shown)]))
    kept = bought = deals = 0
    for sixth in left:
        theirs = dealer[~(downs == sixth).any(axis=1)]
        mine = max(strengths(drawn([*five, sixth], 5)))
        kept += best_of(strengths(np.array([five]))[0], theirs)
        bought += best_of(mine, theirs) - len(theirs)
        deals += len(theirs)
    assert deals == 6_853_770
    assert answer.values == {"keep": Fraction(kept, deals), "buy": Fraction(bought, deals)}


def best_of(mine: int, theirs: np.ndarray) -> int:
    """Return the sum of what a raise wins against hands of the dealer's, or of folding."""
    ace_king = (12 * 13 + 11) * 13**3
    pays = {8: 50, 7: 20, 6: 7, 5: 5, 4: 4, 3: 3, 2: 2}
    pay = 100 if mine // 13**4 == 8 * 13 + 12 else pays.get(int(mine) // 13**5, 1)
    qualify = theirs[theirs >= ace_king]
    won, lost = int((qualify < mine).sum()), int((qualify > mine).sum())
    return max(len(theirs) - len(qualify) + 2 * pay * won - 3 * lost, -len(theirs))


@pytest.mark.whole
def test_two_hands_of_the_whole_deck():
    """The edge: each hand by itself, with what its play wins against the dealer's hands, summed up
    by one and two of their cards, for all hands that may lie beside it.
    """
    hands = drawn(range(52), 3)
    strength, total = strengths(np.array(CARDS)[hands]), 0
    for first, weight in kinds_of(hands).items():
        others = ~np.isin(hands, first).any(axis=1)
        free, theirs = hands[others], strength[others]
        mine = strength[(hands == first).all(axis=1)][0]
        wins = np.where(theirs < 10 * 169, 1, 2 * np.sign(mine - theirs))
        with_one, with_two = np.zeros(52, int), np.zeros((52, 52), int)
        for place in range(3):
            np.add.at(with_one, free[:, place], wins)
        for one, two in combinations(range(3), 2):
            np.add.at(with_two, (free[:, one], free[:, two]), wins)
        beside = wins.sum() - with_one[free].sum(axis=1) - wins
        for one, two in combinations(range(3), 2):
            beside += with_two[free[:, one], free[:, two]]
        total += weight * int(np.maximum(beside, -15_180).sum())
    assert combin.solve(TWO)["base"].expected_value == Fraction(2 * total, 22_100 * 18_424 * 15_180)


def kinds_of(hands: np.ndarray) -> Counter[tuple[int, ...]]:
    """Return how many hands each stands for when suits are relabelled: places in the deck, thirteen
    a suit.
    """
    found = Counter[tuple[int, ...]]()
    for hand in hands.tolist():
        found[min(
            tuple(sorted(suits[card // 13] * 13 + card % 13 for card in hand))
            for suits in permutations(range(4))
        )] += 1  # fmt: skip
    return found


@pytest.mark.whole
def test_a_sixth_card():
    """The value that is found; three of its hands are dealt literally above."""
    assert str(combin.solve(SIXTH)["base"].expected_value) == "-1828391317733/11627717801700"


# --- The kernel --------------------------------------------------------------------------------


def test_states_that_do_not_fit_are_refused():
    plan = Plan(TWO, TWO.bet("base"))
    stage = plan.stages[-1]
    for state in ([7, 7], [7, 3 << 3], [7, 7 << 60], [7]):
        with pytest.raises(ValueError):
            SEVERAL_HANDS.completions(plan, stage, array("Q", state), array("q", [1]))
