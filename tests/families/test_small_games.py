"""Small games of people's own, against a literal count of all their deals."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

import combin
from combin.cards import Deck
from combin.errors import CombinError
from combin.questions.solve import solve
from combin.ranking import ACE_HIGH, SPREAD, SPREAD_ACE_LOW, HandRanking, Spread
from combin.rules import (
    ALWAYS,
    LOSE,
    All,
    Any,
    Beats,
    Bet,
    BustBet,
    CountUp,
    Deal,
    Double,
    DrawsBelow,
    Game,
    Hand,
    InsuranceBet,
    Is,
    Natural,
    Pairs,
    Row,
    Settlement,
    Wager,
)

RANKS = "23456789TJQKA"


def of_one_bet(slug: str, deck: Deck, zones: tuple[str, str], hands, rows: tuple[Row, ...]) -> Game:
    """Return a game of two cards and one bet of one unit."""
    settled = (Settlement(("bet",), rows),)
    bets = (Bet("base", (Wager("bet", 1),), "bet", settled),)
    play = tuple(Deal(zone, 1) for zone in zones)
    return Game(
        slug=slug, title=slug, source="a test", deck=deck, play=play, hands=hands, bets=bets
    )


# --- The higher card -----------------------------------------------------------------------------

HIGHER = of_one_bet(
    "higher-card",
    Deck(),
    ("player", "dealer"),
    tuple(Hand(zone, ACE_HIGH, (zone,)) for zone in ("player", "dealer")),
    (Row("win", Beats("player", "dealer"), (1,)), Row("other", ALWAYS, (LOSE,))),
)


def loss_with(*gone: str) -> Fraction:
    """Return the house edge, all pairs of cards dealt."""
    pack = [rank + suit for rank, suit in product(RANKS, "cdhs") if rank + suit not in gone]
    nets = [
        1 if RANKS.index(mine[0]) > RANKS.index(theirs[0]) else -1
        for mine, theirs in permutations(pack, 2)
    ]
    return Fraction(-sum(nets), len(nets))


def test_the_higher_card_wins():
    assert combin.solve(HIGHER)["base"].house_edge == loss_with() == Fraction(1, 17)
    dead = HIGHER.resolve().without("Kh Ks")
    assert combin.solve(dead)["base"].house_edge == loss_with("Kh", "Ks") == Fraction(73, 1225)
    found = combin.removal(HIGHER).to_dict()["bets"]["base"]["effects"]
    effects = {rank: Fraction(effect) for rank, effect in found.items()}
    assert effects == {rank: loss_with() - loss_with(f"{rank}h") for rank in RANKS}
    assert {*effects.values()} == {0}


# --- House Money ---------------------------------------------------------------------------------

SUITS = HandRanking(
    "suits", 2, ("suited-ace-king", "suited-pair", "two-card-flush", "pair", "high-card")
)


def house_money(ranking: Spread) -> Game:
    run = Is("gap", "consecutive")
    return of_one_bet(
        "house-money",
        Deck(packs=6),
        ("first", "second"),
        (Hand("two", SUITS, ("first", "second")), Hand("gap", ranking, ("first", "second"))),
        (
            Row("suited-ace-king", Is("two", "suited-ace-king"), (9,)),
            Row("straight-flush", All((run, Is("two", "two-card-flush"))), (4,)),
            Row("pair", Any((Is("two", "suited-pair"), Is("two", "pair"))), (3,)),
            Row("straight", run, (1,)),
            Row("lose", ALWAYS, (LOSE,)),
        ),
    )


def house_money_edge(runs: str) -> Fraction:
    """Return the house edge, all pairs of cards dealt; runs: ranks in the order of straights."""
    net = deals = 0
    follows = {frozenset(two) for two in zip(runs, runs[1:])}
    pack = list(product(RANKS, "cdhs"))
    for (one, suit), (other, same) in product(pack, repeat=2):
        orders = 6 * (5 if (one, suit) == (other, same) else 6)
        deals += orders
        if suit == same and {one, other} == {"A", "K"}:
            net += 9 * orders
        elif {one, other} in follows:
            net += (4 if suit == same else 1) * orders
        else:
            net += (3 if one == other else -1) * orders
    return Fraction(-net, deals)


def test_two_consecutive_cards_are_a_straight():
    edge = solve(house_money(SPREAD_ACE_LOW).resolve())["base"].house_edge
    assert edge == house_money_edge("A" + RANKS) == Fraction(1071, 4043)
    assert solve(house_money(SPREAD).resolve())["base"].house_edge == house_money_edge(RANKS)
    assert combin.verify(house_money(SPREAD_ACE_LOW), ranks="23KA", suits="cd", packs=2).agrees


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("ranking", [SPREAD, SPREAD_ACE_LOW])
@pytest.mark.parametrize("cards", [2, 3])
def test_every_spread_is_counted_from_both_ends_of_the_ace(ranking, cards):
    """Each name in turn pays; the deals that it has are counted card by card."""
    zones = tuple(f"card-{number}" for number in range(cards))
    names = ranking.known_names()
    rows = tuple(Row(name, Is("gap", name), (place,)) for place, name in enumerate(names, 1))
    settled = (Settlement(("bet",), (*rows, Row("equal", ALWAYS, (LOSE,)))),)
    game = Game(
        slug="gap", title="Gap", source="a test", deck=Deck("A23QK", packs=2),
        play=tuple(Deal(zone, 1) for zone in zones), hands=(Hand("gap", ranking, zones),),
        bets=(Bet("base", (Wager("bet", 1),), "bet", settled),),
    )  # fmt: skip
    found = {one.outcome: one.combinations for one in combin.solve(game)["base"].outcomes}
    counted: dict[str, int] = {}
    readings = [RANKS, "A" + RANKS[:-1]][: 1 + ranking.ace_low]
    for dealt in permutations([(rank, copy) for rank in "A23QK" for copy in range(8)], cards):
        places = [[order.index(rank) for rank, _ in dealt] for order in readings]
        apart = min(max(here) - min(here) for here in places)
        name = names[apart - 1] if apart else "equal"
        counted[name] = counted.get(name, 0) + 1
    assert {name: deals for name, deals in found.items() if deals} == counted


def test_what_is_no_spread_is_refused():
    for name, near in (("consecutiv", "consecutive"), ("spread-12", "spread-2")):
        row = Row("run", Is("gap", name), (1,))
        game = of_one_bet(
            "gap", Deck(), ("a", "b"), (Hand("gap", SPREAD_ACE_LOW, ("a", "b")),),
            (row, Row("lose", ALWAYS, (LOSE,))),
        )  # fmt: skip
        with pytest.raises(CombinError, match=f"no kind of hand .*did you mean '{near}'"):
            combin.solve(game)


# --- Infinite Blackjack --------------------------------------------------------------------------

BUST_IT = {3: 1, 4: 2, 5: 9, 6: 50, 7: 100, 8: 250}
INFINITE = CountUp(
    slug="infinite",
    title="Infinite Blackjack",
    source="a test",
    deck=Deck(packs=8),
    dealer=DrawsBelow(17, soft=17),
    natural=Natural(Fraction(3, 2), looks="first"),
    actions=(Double((), split=True), Pairs(2, aces="one-card")),
    charlie=6,
    model="zero-memory",
    bets=(InsuranceBet("insurance", 2), BustBet("bust-it", {str(n): pay for n, pay in BUST_IT.items()})),
)  # fmt: skip


@cache
def bust_it(left: tuple[int, ...], hard: int, aces: bool, cards: int) -> Fraction:
    """Return what Bust It wins on average when the dealer has some cards; left: by their value."""
    if hard > 21:
        return Fraction(BUST_IT[min(cards, 8)])
    if hard >= 17 or (aces and 17 <= hard + 10 <= 21):
        return Fraction(-1)
    total = sum(
        count
        * bust_it(
            (*left[:at], count - 1, *left[at + 1 :]), hard + at + 1, aces or at == 0, cards + 1
        )
        for at, count in enumerate(left)
        if count
    )
    return total / sum(left)


@pytest.mark.slow
def test_infinite_blackjack_of_eight_packs():
    found = combin.solve(INFINITE)
    shoe = tuple([32] * 9 + [128])
    assert found["bust-it"].house_edge == -bust_it(shoe, 0, False, 0)
    assert f"{float(found['bust-it'].house_edge):.4%}" == "6.1843%"
    assert f"{float(found['base'].house_edge):.4%}" == "0.3355%"


@pytest.mark.slow
def test_infinite_blackjack_is_recounted_on_a_short_shoe():
    assert combin.verify(INFINITE, bets=["base"]).agrees
