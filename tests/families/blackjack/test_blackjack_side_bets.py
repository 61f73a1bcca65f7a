"""Side bets of blackjack: published figures, as printed, and a dealer who draws card by card."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

import combin
from combin.cli import main
from combin.errors import CombinError
from combin.families.blackjack.house import house_of
from combin.families.blackjack.side_bets import side_bet
from combin.games import sheet_of
from combin.proof.card_by_card import dealt, is_soft, total_of
from combin.rules.blackjack import Bust, BustBet, suits_of
from houses import house_by

GAME = "blackjack-side-bets"

# Pages of the Wizard of Odds, by their copies: jndiario.com/games/blackjack/side-bets/21plus3,
# wizardofodds.com/games/blackjack/side-bets/perfect-pairs, betfirm.com (royal match, lucky ladies),
# nilapub.com/games/blackjack/side-bets (over-under-13, lucky-lucky), onlineblackjack.org (lucky
# ladies, eight decks), live-dealers-casino.com (lucky lucky, paytable 3), user-casino.com and
# webdelautomovil.com (super sevens). The royal match that pays 10 pays other suited cards 3, not the 4
# that pages print: their 3.77 % says so.
PUBLISHED = [
    *(("base", {"packs": packs}, edge) for packs, edge in
      ((1, "13.30"), (2, "7.26"), (4, "4.24"), (6, "3.24"), (8, "2.74"))),
    *(("perfect-pairs", {"packs": packs}, edge) for packs, edge in
      ((2, "22.3301"), (6, "6.11"), (8, "4.0964"))),
    ("perfect-pairs", {"packs": 8, "perfect-pairs": "30-10-5"}, "3.3735"),
    ("perfect-pairs", {"packs": 8, "perfect-pairs": "25-12-5"}, "7.9518"),
    ("perfect-pairs", {"packs": 8, "perfect-pairs": "25-15-5"}, "2.1687"),
    *(("royal-match", {"packs": packs}, edge) for packs, edge in
      ((1, "10.86"), (2, "8.33"), (4, "7.08"), (6, "6.67"), (8, "6.46"))),
    ("royal-match", {"packs": 1, "royal-match": "10"}, "3.77"),
    *(("under-13", {"packs": packs}, edge) for packs, edge in
      ((1, "10.11"), (2, "10.08"), (4, "10.07"), (6, "10.07"), (8, "10.06"))),
    *(("over-13", {"packs": packs}, edge) for packs, edge in
      ((1, "6.79"), (2, "6.65"), (4, "6.58"), (6, "6.55"), (8, "6.54"))),
    ("lucky-ladies", {"packs": 6}, "24.71"),
    ("lucky-ladies", {"packs": 8}, "24.05"),
    ("lucky-ladies", {"packs": 6, "lucky-ladies": "b"}, "17.64"),
    ("lucky-lucky", {"packs": 6}, "2.66"),
    ("lucky-lucky", {"packs": 6, "lucky-lucky": "3"}, "5.31"),
    *(("super-sevens", {"packs": packs}, edge) for packs, edge in
      ((4, "15.92"), (5, "13.25"), (6, "11.40"), (8, "9.01"))),
]  # fmt: skip


@pytest.mark.whole_after(20)
@pytest.mark.slow
@pytest.mark.parametrize("bet, choices, edge", PUBLISHED)
def test_published_edges(bet, choices, edge):
    found = 100 * combin.solve(GAME, choices, bets=[bet])[bet].house_edge
    assert round(found, len(edge.partition(".")[2])) == Fraction(edge)


# Combinations of a six-deck shoe, from the same pages.
COUNTED = {
    ("base", "21+3", "100-35-33"): {
        "suited-three-of-a-kind": 1040, "three-of-a-kind": 25272, "straight-flush": 10368,
        "straight": 155520, "flush": 292896,
    },
    ("lucky-lucky", "lucky-lucky", "1"): {
        "suited-7-7-7": 80, "suited-6-7-8": 864, "7-7-7": 1944, "6-7-8": 12960,
        "suited-21": 26568, "21": 406296, "20": 377568, "19": 364320,
    },
    ("super-sevens", "super-sevens", "super"): {
        "suited-7-7-7": Fraction(480, 30079920), "7-7-7": Fraction(11664, 30079920),
        "suited-7-7": Fraction(34560, 30079920), "7-7": Fraction(124416, 30079920),
        "7": Fraction(2142720, 30079920),
    },
}  # fmt: skip


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("bet, choice, value", COUNTED)
def test_published_combinations(bet, choice, value):
    found = combin.solve(GAME, {choice: value}, bets=[bet])[bet]
    told = {row.outcome: Fraction(row.combinations, found.deals) for row in found.outcomes}
    for outcome, many in COUNTED[bet, choice, value].items():
        share = many if isinstance(many, Fraction) else Fraction(many, 5013320)
        assert told[outcome] == share, outcome


@pytest.mark.slow
def test_matches_with_the_dealer_in_closed_form():
    """Means add up: each of two cards matches one of the dealer's in suit, or in rank alone."""
    for packs, setting, suited, other in (
        (2, "19-4", 19, 4),
        (6, "11-4", 11, 4),
        (8, "14-3", 14, 3),
    ):
        found = combin.solve(
            GAME, {"packs": packs, "match-the-dealer": setting}, bets=["match-the-dealer"]
        )
        bet = found["match-the-dealer"]
        left = 52 * packs - 1
        won = 2 * Fraction((packs - 1) * suited + 3 * packs * other, left)
        lost = Fraction(48 * packs * (48 * packs - 1), left * (left - 1))
        assert bet.expected_value == won - lost


# --- Bets beside the game ------------------------------------------------------------------------

BUSTER = {
    "stand": {1: "8.77", 2: "8.48", 4: "8.31", 5: "8.27", 6: "8.25", 8: "8.22"},
    "hit": {1: "6.89", 2: "6.51", 4: "6.29", 5: "6.25", 6: "6.21", 8: "6.17"},
}


@pytest.mark.slow
@pytest.mark.parametrize("soft17", BUSTER)
def test_published_edges_of_buster(soft17):
    """nilapub.com/games/blackjack/side-bets/buster-blackjack, a copy of the Wizard of Odds; its
    analysis pays 12 for six cards, whatever its paytable says.
    """
    for packs, edge in BUSTER[soft17].items():
        found = combin.solve("blackjack", {"packs": packs, "soft17": soft17}, bets=["buster"])
        assert round(100 * found["buster"].house_edge, 2) == Fraction(edge)


def bust_law(shoe, hits):
    """Return number of cards -> chance."""
    rows = tuple(Bust(Fraction(many), cards=many, most=many) for many in range(3, 13))
    found = side_bet(BustBet("buster", hands=rows), shoe, house_by(hits_soft_17=hits), {})
    return {int(one.net): one.chance for one in found.events if one.net > 0 and one.chance}


def test_published_chances_to_bust():
    law = bust_law(tuple(combin.load("blackjack").shoe.values()), hits=True)
    printed = {3: "0.173032", 4: "0.089392", 5: "0.020473", 6: "0.002638", 7: "0.000214"}
    assert {cards: round(law[cards], 6) for cards in printed} == {
        cards: Fraction(chance) for cards, chance in printed.items()
    }


@pytest.mark.slow
def test_insurance_in_closed_form():
    for packs in range(1, 9):
        found = combin.solve("blackjack", {"packs": packs}, bets=["insurance"])["insurance"]
        assert found.house_edge == Fraction(4 * packs - 1, 52 * packs - 1)


@pytest.mark.parametrize("hits", [False, True])
@pytest.mark.parametrize("counts", [(3, 2, 0, 0, 2, 3, 0, 0, 0, 4), (2, 3, 3, 0, 0, 2, 2, 0, 1, 2)])
def test_busts_agree_with_a_dealer_who_draws_card_by_card(counts, hits):
    @cache
    def busts(cards, shoe):
        """Return number of cards -> chance."""
        total, hand = total_of(cards), tuple(sorted(cards))
        if total > 21:
            return {len(cards): Fraction(1)}
        if len(cards) > 1 and (total > 17 or (total == 17 and not (hits and is_soft(hand)))):
            return {}
        found = {}
        for chance, card, left in dealt(shoe):
            for many, share in busts(tuple(sorted((*cards, card))), left).items():
                found[many] = found.get(many, 0) + chance * share
        return found

    shoe = tuple(rank + 1 for rank, count in enumerate(counts) for _ in range(count))
    assert bust_law(counts, hits) == busts((), shoe)


def test_a_shoe_that_runs_out_is_refused():
    with pytest.raises(CombinError, match="the shoe runs out"):
        bust_law((0, 4, 0, 0, 0, 0, 0, 0, 0, 0), hits=False)


@pytest.mark.slow
def test_bets_are_asked_by_name(capsys):
    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(list(words))
        out, err = capsys.readouterr()
        return end.value.code, out, err

    status, out, _ = run("solve", "blackjack", "--bet", "buster", "buster=20")
    assert status == 0 and "buster: house edge" in out and "base: " not in out
    assert "Again: combin solve blackjack --bet buster --set buster=20" in out
    data = json.loads(run("solve", "blackjack", "--bet", "insurance", "--json")[1])
    bet = data["bets"]["insurance"]
    assert [one["combinations"] for one in bet["outcomes"]] == ["96", "215"]
    assert bet["deals"] == "311" and bet["hit_frequency"] == "96/311"
    status, out, err = run("solve", "blackjack", "--bet", "22+3")
    assert (status, out) == (2, "") and err.count("\n") == 1 and "has no bet" in err
    assert "SIDE BET Perfect Pairs" in run("show", "blackjack")[1]
    assert "insurance, buster" in run("list")[1]
    everything = combin.solve("blackjack", {"packs": 1, "splits": 1})
    assert [*everything.bets] == ["base", "insurance", "buster"]


@pytest.mark.parametrize(
    "change, text",
    [
        ({"bets": "buster"}, "the bets stand in a tuple"),
        ({"bets": (3,)}, "each of the bets is a Bet, not 3"),
    ],
)
def test_bets_that_do_not_fit_are_refused(change, text):
    sheet = sheet_of("blackjack")
    with pytest.raises(CombinError, match=text):
        replace(sheet, **change).resolve()


def test_names_and_pays_of_bets_are_checked():
    game = combin.load("blackjack")
    insurance, buster = game.beside
    for bets, text in (
        ((insurance, replace(buster, key="insurance")), "two bets are called 'insurance'"),
        ((replace(buster, key="base"),), "two bets are called 'base'"),
        ((replace(buster, pays={"2": Fraction(1)}),), "pays for '3' to '26' cards"),
        ((replace(buster, pays={"3": Fraction(-1)}),), "pays a number, 0 or more"),
    ):
        with pytest.raises(CombinError, match=text):
            replace(game, bets=(game.bets[0], *bets)).without("Kh")


def test_every_bet_has_a_law_that_is_whole():
    game = combin.load("blackjack", {"packs": 2})
    shoe = tuple(game.shoe.values())
    assert len(game.beside) == 2
    for bet in game.beside:
        events = side_bet(bet, shoe, house_of(game), suits_of(game.deck)).events
        assert sum(one.chance for one in events) == 1
