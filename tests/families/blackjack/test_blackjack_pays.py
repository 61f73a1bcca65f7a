"""Every pay of blackjack games: its address, and what is asked of it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import product

import pytest

import combin
from combin.errors import CombinError
from combin.games import sheet_of
from combin.rules import Bonus, CountUp, Deck, Double, DrawsBelow, InsuranceBet, Natural, Pairs
from combin.rules.words import Wager
from matrix import few_ranks

GAMES = {
    "blackjack": {}, "spanish-21": {"super": "200"}, "super-fun-21": {}, "pontoon": {},
    "double-exposure": {}, "free-bet-blackjack": {}, "blackjack-switch": {},
}  # fmt: skip
FEW = few_ranks("blackjack", "359TA")  # the dealer's hands of these are few
SMALL = {
    "slug": "small",
    "title": "Small",
    "source": "a test",
    "deck": Deck(ranks="5678TA", packs=1),
    "dealer": DrawsBelow(17),
    "natural": Natural(Fraction(3, 2), suited={"s": Fraction(2)}),
    "actions": (Double(),),
    "bonuses": (Bonus(Fraction(3), ranks="678", suited=Fraction(5)), Bonus(Fraction(2), cards=4)),
    "bets": (InsuranceBet("insurance", 2),),
}


def numbers(part: object) -> int:
    """Return how many pays stand in a part of the rules."""
    if isinstance(part, Wager):
        return 0
    if isinstance(part, dict):
        return sum(map(numbers, part.values()))
    if isinstance(part, tuple):
        return sum(map(numbers, part))
    if is_dataclass(part):
        return numbers(tuple(getattr(part, one.name) for one in fields(part)))
    return int(isinstance(part, Fraction))


@pytest.mark.parametrize("name", GAMES)
def test_every_pay_has_an_address_of_its_own(name):
    game = sheet_of(name).resolve(GAMES[name])
    alone = game.alone
    known = alone.pays()
    stand = numbers((alone.turns.natural, alone.turns.bonuses, alone.beside))
    assert len(known) == stand - (game.turns.dealer.cards_seen == 1)  # no tied natural can be paid
    for address, pay in known.items():
        other = game.with_pays({address: pay + 1})
        assert other.pays() == {**game.pays(), address: pay + 1}
        assert other.priced == {address: pay + 1} and other.usual == {address: pay}
        assert other.with_pays({address: pay}).pays() == game.pays()
        assert other.settling(*game.usual_keys).priced == other.priced


def test_what_people_type_for_a_pay():
    game = combin.load("spanish-21")
    for word, address in (
        ("21-of-7", "21-of-7-or-more-cards"), ("base.6-7-8-suited", "6-7-8-suited"), ("7 7 7", "7-7-7"),
    ):  # fmt: skip
        assert game.pay_meant(word) == address
    game = combin.load("blackjack")
    assert game.pay_meant("buster:3") == "buster.3-cards" == game.pay_meant("buster.3")
    assert game.pay_meant("buster.8") == "buster.8-or-more-cards"
    assert game.pays_in("insurance") == {"insurance": 2} and game.pays_in("base") == {
        "natural": Fraction(3, 2)
    }
    assert "21+3.flush" in game.pays() and "21+3.flush" not in game.alone.pays()


def test_show_lists_them(run):
    out = run("show", "spanish-21")[1]
    assert "  bonus: pays 3 to 2, ranks 678, suited 2, spades 3\n" in out
    assert "spanish-21,base,6-7-8-suited,2," in run("show", "spanish-21", "--format", "csv")[1]


def small(**changed):
    return CountUp(**{**SMALL, **changed})


def value(rules, pays, bet="base"):
    return combin.solve(rules, pays=pays, bets=[bet])[bet].expected_value


def test_the_formula_is_that_of_every_natural():
    rules = small()
    found = combin.formula(rules)
    assert [*found.form.coefficients] == ["natural", "natural-of-spades"]
    for pays in ({"natural": Fraction(7, 5)}, {"natural": 1, "natural-of-spades": 7}):
        assert found.form.at({**found.game.pays(), **pays}) == value(rules, pays)


@pytest.mark.parametrize(
    "bet, at", [("insurance", {"insurance": 3}), ("buster", {"buster.3": 1, "buster.6-cards": 20})]
)
def test_bets_beside_the_game_are_linear_in_all_their_pays(bet, at):
    found = combin.formula(FEW, bet=bet)
    told = {found.game.pay_meant(name): Fraction(pay) for name, pay in at.items()}
    won = combin.solve(FEW, pays=at, bets=[bet])[bet].expected_value
    assert found.form.at({**found.game.pays(), **told}) == won
    (piece,) = combin.sweep(FEW, next(iter(at)), 0, 9, bet=bet).pieces
    assert piece.constant + piece.slope * found.game.pays()[next(iter(told))] == found.value
    aimed = combin.target(FEW, "1%", next(iter(at)), bet=bet)
    again = combin.solve(FEW, pays={next(iter(at)): aimed.at}, bets=[bet])[bet]
    assert again.house_edge == Fraction(1, 100)


def test_insurance_for_an_edge_of_nothing_pays_what_the_odds_are():
    assert combin.target("blackjack", 0, "insurance", bet="insurance").at == Fraction(215, 96)


@pytest.mark.slow
def test_a_design_of_a_bust_bet_is_that_of_all_its_paytables():
    pay = {"buster.3": "1..2", "buster.4": "2..5", "buster.5": "4..9"}
    found = combin.design(FEW, pay, bet="buster", edge="5..15%", deviation="..3")
    within = 0
    for values in product((1, 2), range(2, 6), range(4, 10)):
        if list(values) != sorted(values):
            continue
        one = combin.solve(FEW, pays=dict(zip(pay, values)), bets=["buster"])["buster"]
        within += Fraction(5, 100) <= one.house_edge <= Fraction(15, 100) and one.variance <= 9
        for shown in found.found:
            if list(shown.pays) == list(values):
                assert (shown.edge, shown.result.variance) == (one.house_edge, one.variance)
                assert shown.result.hit_frequency == one.hit_frequency
    assert found.within == within > 0


def test_a_design_of_naturals_has_the_distribution_of_the_whole_game():
    rules = small()
    found = combin.design(rules, {"natural": [1, Fraction(6, 5), 2]}, edge="..100%")
    for shown in found.found:
        one = combin.solve(rules, pays={"natural": shown.pays[0]}, bets=["base"])["base"]
        assert (shown.edge, shown.result.variance) == (one.house_edge, one.variance)
        assert shown.result.hit_frequency == one.hit_frequency


@pytest.mark.slow
def test_without_splits_a_bonus_is_convex_and_aimed_at():
    rules = small()
    swept = combin.sweep(rules, "6-7-8", 0, 40)
    assert swept.bend is not None and swept.bend >= 0
    for one in swept.found[::3]:
        assert one.value == value(rules, {"6-7-8": one.pay})
    slopes = [one.slope for one in swept.found]
    assert slopes == sorted(slopes) and slopes[0] < slopes[-1]
    edge = -(swept.found[0].value + swept.found[-1].value) / 2
    aimed = combin.target(rules, edge, "6-7-8", limits=(0, 40))
    assert -value(rules, {"6-7-8": aimed.at}) == edge


@pytest.mark.slow
def test_with_splits_a_bonus_is_solved_at_values_and_no_more(run):
    rules = small(actions=(Double(), Pairs(2)))
    swept = combin.sweep(rules, "6-7-8", 1, 3)
    assert swept.bend is None and {one.slope for one in swept.found} == {None}
    assert swept.found[0].value == value(rules, {"6-7-8": 1})
    assert "edge is not known" in str(swept)
    for asked in (
        lambda: combin.target(rules, 0, "6-7-8"),
        lambda: combin.formula(rules, free=["6-7-8"]),
        lambda: combin.design(rules, {"6-7-8": "1..3"}, edge="..1%"),
    ):
        with pytest.raises(
            CombinError, match="how hands are played, those of a split too, changes with 6-7-8"
        ):
            asked()


@pytest.mark.slow
def test_rounds_are_dealt_and_judged_by_pays_that_are_replaced(run, tmp_path):
    log = str(tmp_path / "rounds.csv")
    pay = ("--pay", "natural=7/5")
    assert run("simulate", "blackjack", *pay, "--rounds", "200", "-o", log, "--seed", "1")[0] == 0
    assert run("check", "blackjack", log)[0] == 0  # the log says them
    assert run("check", "blackjack", log, *pay)[0] == 0
    assert "says that pay natural is 7/5" in run("check", "blackjack", log, "--pay", "natural=2")[2]


def test_a_bet_does_not_take_the_name_of_a_pay():
    own = CountUp(**{**SMALL, "bets": (InsuranceBet("natural", 2),)})
    with pytest.raises(CombinError, match="natural and the game have one address, 'natural'"):
        own.resolve()
