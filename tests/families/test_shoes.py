"""Baccarat, Casino War, Red Dog and Dragon Tiger from one pack to eight: against published figures, the literal
reference, and a second count by the points alone.
"""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, perm, prod

import pytest

import combin
from combin import games
from combin.cards import Deck
from combin.counting import Plan, method_of
from combin.errors import CombinError
from combin.families.methods import SHOE
from combin.families.subjects import subjects
from combin.proof import reference
from combin.proof.verify import verify
from combin.questions.removals import removals
from combin.ranking import (
    ACE_HIGH,
    BACCARAT,
    POKER,
    SPREAD,
    THREE_CARDS_OF_PACKS,
    TWO_CARDS_OF_PACKS,
    HandRanking,
    Points,
)
from combin.rules import (
    ALWAYS,
    LOSE,
    Action,
    All,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Hand,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Wager,
)
from combin.rules import Game as Sheet
from combin.rules.game import Game
from sizes import on_demand

FAMILY = ("baccarat", "casino-war", "dragon-tiger", "red-dog")


@cache
def solved(game: str, bet: str, **choices: str):
    chosen = {name.replace("_", "-"): value for name, value in choices.items()}
    return combin.solve(game, chosen, bets=[bet]).bets[bet]


def percent(value: Fraction, digits: int) -> str:
    return f"{float(100 * value):.{digits}f}"


def counts(bet) -> dict[str, int]:
    return {outcome.outcome: outcome.combinations for outcome in bet.outcomes}


# --- Published figures -------------------------------------------------------------------------

EDGES = [
    ("baccarat", "base", {}, "1.06"),
    ("baccarat", "player", {}, "1.24"),
    ("baccarat", "tie", {}, "14.36"),
    ("baccarat", "banker-pair", {}, "10.36"),
    ("baccarat", "base", {"commission": "ez"}, "1.02"),
    ("baccarat", "base", {"commission": "super-6"}, "1.46"),
    ("baccarat", "dragon-7", {}, "7.61"),
    ("baccarat", "panda-8", {}, "10.19"),
    ("baccarat", "lucky-6", {}, "16.68"),
    ("baccarat", "player-dragon-bonus", {}, "2.65"),
    ("baccarat", "banker-dragon-bonus", {}, "9.37"),
    ("baccarat", "player-dragon-bonus", {"packs": "6"}, "2.67"),
    ("baccarat", "banker-dragon-bonus", {"packs": "6"}, "9.39"),
    ("casino-war", "base", {}, "2.33"),
    ("casino-war", "base", {"tied-war": "even"}, "2.88"),
    ("casino-war", "base", {"packs": "8"}, "2.34"),
    ("casino-war", "tie", {}, "18.65"),
    ("dragon-tiger", "base", {}, "3.73"),
    ("dragon-tiger", "tiger", {}, "3.73"),
    ("dragon-tiger", "tie", {}, "32.77"),
    ("dragon-tiger", "suited-tie", {}, "13.98"),
    ("dragon-tiger", "big", {}, "7.69"),
    ("dragon-tiger", "small", {}, "7.69"),
    ("red-dog", "base", {"packs": "1"}, "3.155"),
    ("red-dog", "base", {"packs": "2"}, "3.077"),
    ("red-dog", "base", {"packs": "4"}, "2.884"),
    ("red-dog", "base", {"packs": "6"}, "2.80"),
    ("red-dog", "base", {"packs": "8"}, "2.751"),
]


@pytest.mark.slow_after(23)
@pytest.mark.parametrize("game, bet, choices, printed", EDGES, ids=str)
def test_published_edges(game, bet, choices, printed):
    found = solved(game, bet, **choices).house_edge
    assert percent(found, len(printed.split(".")[1])) == printed


def test_published_deviations():
    deviations = {"base": "0.9274", "player": "0.9512", "tie": "2.6409"}
    for bet, printed in deviations.items():
        assert f"{float(solved('baccarat', bet).variance) ** 0.5:.4f}" == printed
    assert f"{float(solved('casino-war', 'base').variance) ** 0.5:.4f}" == "1.0576"


def test_published_counts_of_baccarat():
    """Six ordered cards of eight packs."""
    player = solved("baccarat", "player")
    assert player.deals == perm(416, 6) == 4_998_398_275_503_360
    assert counts(player) == {
        "player-wins": 2_230_518_282_592_256,
        "banker-wins": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }


def test_published_counts_of_the_dragon_bonus():
    naturals = {"natural": 812_685_054_124_032, "natural-tie": 89_325_908_267_520}
    by = {
        "player": (
            18_409_431_764_992, 34_097_645_543_424, 89_590_261_473_280, 141_238_897_317_888,
            166_169_165_987_840, 186_780_352_174_080,
        ),
        "banker": (
            15_390_342_909_952, 28_305_092_784_128, 79_517_099_278_336, 119_200_072_366_080,
            157_275_882_332_160, 201_147_167_287_296,
        ),
    }  # fmt: skip
    for side, wins in by.items():
        found = counts(solved("baccarat", f"{side}-dragon-bonus"))
        lost = found.pop("less") + found.pop("lost")
        printed = dict(zip(("by-9", "by-8", "by-7", "by-6", "by-5", "by-4"), wins)) | naturals
        assert found == printed
        assert lost == perm(416, 6) - sum(printed.values())


def test_surrendering_every_tie():
    """Half the bet is lost on one deal in so many: 3.70 % with six packs."""
    tie = 1 / Fraction(
        solved("casino-war", "tie").deals, counts(solved("casino-war", "tie"))["tie"]
    )
    assert percent(tie / 2, 2) == "3.70"


@pytest.mark.slow
def test_war_and_the_raise_at_seven():
    assert {outcome.actions for outcome in solved("casino-war", "base").outcomes} == {(), ("war",)}
    situations = combin.situations("red-dog")
    ranks = "23456789TJQKA"
    for situation in situations:
        first, second = (ranks.index(cards[0]) for cards in situation.cards.split(" / "))
        raised = abs(first - second) - 1 >= 7
        assert situation.answer.best == ("raise" if raised else "stand"), situation.cards


# --- A second count: by the points alone, drawing by the table of the rule card -------------------

DRAWS = {  # banker's two cards -> the player's third cards to which the banker draws
    0: range(10), 1: range(10), 2: range(10), 3: {*range(10)} - {8}, 4: range(2, 8), 5: range(4, 8),
    6: (6, 7), 7: (),
}  # fmt: skip


@cache
def rounds(packs: int) -> Counter:
    """Return (player's points, banker's, their cards, natural of each) -> ordered deals of six."""
    shoe = {points: packs * (16 if points == 0 else 4) for points in range(10)}
    total = sum(shoe.values())
    found: Counter = Counter()

    def add(cards, player, banker, naturals):
        held = Counter(cards)
        ways = prod(perm(shoe[points], times) for points, times in held.items())
        unseen = perm(total - len(cards), 6 - len(cards))
        sums = sum(player) % 10, sum(banker) % 10
        found[(*sums, len(player), len(banker), *naturals)] += ways * unseen

    for a, b, c, d in product(range(10), repeat=4):
        two, other = (a + b) % 10, (c + d) % 10
        cards, naturals = (a, b, c, d), (two > 7, other > 7)
        if two > 7 or other > 7:
            add(cards, (a, b), (c, d), naturals)
        elif two > 5:
            if other > 5:
                add(cards, (a, b), (c, d), naturals)
            else:
                for e in range(10):
                    add((*cards, e), (a, b), (c, d, e), naturals)
        else:
            for e in range(10):
                if e in DRAWS[other]:
                    for f in range(10):
                        add((*cards, e, f), (a, b, e), (c, d, f), naturals)
                else:
                    add((*cards, e), (a, b, e), (c, d), naturals)
    return found


BONUS = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
EGALITE = (150, 215, 225, 200, 120, 110, 45, 45, 80, 80)


def bonus(own, other, natural):
    if natural and own >= other:
        return 1 if own > other else 0
    return BONUS.get(own - other, -1) if own > other else -1


PAID = {
    "base": lambda p, b, pc, bc, pn, bn: (b > p) * Fraction(19, 20) - (b < p),
    "player": lambda p, b, pc, bc, pn, bn: (p > b) - (p < b),
    "tie": lambda p, b, pc, bc, pn, bn: 8 if p == b else -1,
    "dragon-7": lambda p, b, pc, bc, pn, bn: 40 if b > p and (b, bc) == (7, 3) else -1,
    "panda-8": lambda p, b, pc, bc, pn, bn: 25 if p > b and (p, pc) == (8, 3) else -1,
    "super-6": lambda p, b, pc, bc, pn, bn: 12 if b > p and b == 6 else -1,
    "lucky-6": lambda p, b, pc, bc, pn, bn: {2: 12, 3: 20}[bc] if b > p and b == 6 else -1,
    "player-dragon-bonus": lambda p, b, pc, bc, pn, bn: bonus(p, b, pn),
    "banker-dragon-bonus": lambda p, b, pc, bc, pn, bn: bonus(b, p, bn),
    **{
        f"tie-{points}": lambda p, b, *_, points=points: EGALITE[points] if p == b == points else -1
        for points in range(10)
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("packs", (1, 8))
@pytest.mark.parametrize("bet", PAID)
def test_baccarat_by_points(bet, packs):
    """The mean and the mean of the squares of every bet."""
    found, counted = solved("baccarat", bet, packs=str(packs)), rounds(packs)
    nets = Counter()
    for end, ways in counted.items():
        nets[Fraction(PAID[bet](*end))] += ways
    assert sum(nets.values()) == found.deals
    ours: Counter = Counter()
    for outcome in found.outcomes:
        ours[outcome.net] += outcome.combinations
    assert ours == nets


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("packs", range(1, 9))
def test_pairs_and_ties_in_closed_form(packs):
    cards, copies = 52 * packs, 4 * packs
    pair = Fraction(copies - 1, cards - 1)
    same = Fraction(packs - 1, cards - 1)
    both = 13 * perm(copies, 4) + 13 * 12 * perm(copies, 2) ** 2
    twice = Fraction(both, perm(cards, 4))
    exact = 52 * (perm(packs, 4) + 51 * perm(packs, 2) ** 2)
    chosen = {"packs": str(packs)}
    value = lambda game, bet: solved(game, bet, **chosen).expected_value  # noqa: E731
    assert value("baccarat", "player-pair") == value("baccarat", "banker-pair") == 12 * pair - 1
    assert value("baccarat", "either-pair") == 6 * (2 * pair - twice) - 1
    perfect = Fraction(exact, perm(cards, 4))
    assert value("baccarat", "perfect-pair") == 26 * 2 * (same - perfect) + 201 * perfect - 1
    assert value("dragon-tiger", "tie") == 9 * pair - 1
    assert value("dragon-tiger", "base") == -pair / 2
    assert value("dragon-tiger", "suited-tie") == 51 * same - 1
    assert value("casino-war", "tie") == 11 * pair - 1


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("packs", range(1, 9))
def test_red_dog_in_closed_form(packs):
    """A spread of s holds s ranks with all their cards; the raise is right where they are more than
    half.
    """
    cards, copies = 52 * packs, 4 * packs
    value = Fraction(0)
    for first, second in product(range(13), repeat=2):
        apart = abs(first - second)
        seen = Fraction(copies * (copies - (not apart)), cards * (cards - 1))
        if not apart:
            value += seen * Fraction(11 * (copies - 2), cards - 2)
        elif apart > 1:
            inside = Fraction((apart - 1) * copies, cards - 2)
            pays = {1: 5, 2: 4, 3: 2}.get(apart - 1, 1)
            net = inside * pays - (1 - inside)
            value += seen * max(net, 2 * net)
    assert solved("red-dog", "base", packs=str(packs)).expected_value == value


# --- The literal reference -----------------------------------------------------------------------

SHORT = [
    ("baccarat", "A689", "cd", 1),
    ("casino-war", "9KA", "cd", 2),
    ("casino-war", "23A", "c", 3),
    ("dragon-tiger", "A678K", "cd", 3),
    ("red-dog", "2456789TA", "c", 2),
]


@pytest.mark.slow
@pytest.mark.parametrize("name, ranks, suits, packs", on_demand(SHORT, ["baccarat"]))
def test_the_reference_agrees(name, ranks, suits, packs):
    game = games.sheet_of(name).resolve()
    for bet in game.bets:
        if name != "baccarat" or not bet.key.startswith("tie-") or bet.key in ("tie-0", "tie-6"):
            report = verify(game, bet.key, ranks, suits, packs=packs)
            assert report.agrees and report.deals


@pytest.mark.slow
def test_the_reference_draws_a_third_card():
    """Nine cards on which every kind of draw occurs."""
    game = games.sheet_of("baccarat").resolve()
    assert verify(game, "base", "A234679K", "c", packs=1).agrees


def test_all_plans_are_counted_by_kind():
    for name in FAMILY:
        game = games.sheet_of(name).resolve()
        for bet in game.bets:
            assert method_of(Plan(game, bet)) is SHOE


# --- What cannot be -----------------------------------------------------------------------------


def changed(name: str, **parts) -> Game:
    return replace(games.sheet_of(name).resolve(), **parts).resolve()


def step(game: Game, zone: str, **parts) -> tuple:
    return tuple(
        replace(one, **parts) if isinstance(one, Deal) and one.zone == zone else one
        for one in game.play
    )


def test_bad_decks():
    with pytest.raises(
        CombinError, match="how many packs a deck has is a whole number from 1 to 8"
    ):
        Deck(packs=9)
    with pytest.raises(CombinError, match="several packs have no joker"):
        Deck(packs=2, jokers=1)
    with pytest.raises(CombinError, match="Kh cannot be dead 3 times: 2 packs have 2 of it"):
        Deck(packs=2, dead="Kh Kh Kh")
    with pytest.raises(CombinError, match="2c cannot be dead: the deck has none"):
        Deck("KA", dead="2c")
    with pytest.raises(CombinError, match="'Kx' is not a card"):
        Deck(dead="Kx")


def test_bad_rules():
    war = games.sheet_of("casino-war").resolve()
    with pytest.raises(CombinError, match="zone 'dealer' has 2"):
        changed("casino-war", play=step(war, "dealer", cards=2))
    with pytest.raises(CombinError, match="zone 'dealer' may stay empty and comes before"):
        changed("casino-war", play=step(war, "dealer", when=Reaches("player", "3")))
    never = All((Reaches("player", "9"), Below("player", "5")))
    with pytest.raises(CombinError, match="zone 'dealer-in-war' can never hold"):
        changed("casino-war", play=step(war, "dealer-in-war", when=never))
    with pytest.raises(CombinError, match="20 points of the hand 'player', which has 14 at most"):
        changed("casino-war", play=step(war, "dealer-in-war", when=Reaches("player", "20")))


def test_conditions_ask_what_is_known():
    war = games.sheet_of("casino-war").resolve()
    with pytest.raises(CombinError, match="asks about the hand 'dealer'"):
        changed("casino-war", play=step(war, "player", when=Reaches("dealer", "3")))
    early = (war.play[0], replace(war.play[1], when=Chose("war")), *war.play[2:])
    with pytest.raises(CombinError, match="dealt before 'war' can be chosen"):
        changed("casino-war", play=early)


def test_points():
    with pytest.raises(CombinError, match="neither a rank"):
        Points("wrong", {"X": 1})
    with pytest.raises(CombinError, match="10 points cannot be"):
        BACCARAT.threshold("10")
    with pytest.raises(CombinError, match="is no number of points"):
        ACE_HIGH.threshold("ace")
    with pytest.raises(CombinError, match="is no hand of the ranking"):
        SPREAD.threshold("spread-12")


# --- Cards that are gone -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, bets", [("baccarat", ("base", "dragon-7", "tie-6")), ("red-dog", ("base",))]
)
def test_effects_of_removal_even_out(name, bets):
    """A card taken at random and not seen changes nothing; who sees it can only play better."""
    game = games.sheet_of(name).resolve({"packs": "2"})
    for found in removals(subjects(game, bets)).bets:
        mean = sum(found.effects.values()) / 13
        assert mean == 0 if name == "baccarat" else mean >= 0
        assert any(found.effects.values())


@pytest.mark.slow
def test_effect_of_one_rank_in_closed_form():
    """A bet on a pair loses as much by any rank: one kind has a card less, of 415 cards."""
    (found,) = removals(subjects(games.sheet_of("baccarat").resolve(), ["player-pair"])).bets
    left = Fraction(12 * perm(32, 2) + perm(31, 2), perm(415, 2))
    assert set(found.effects.values()) == {12 * left - 1 - found.value}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, bet, deck",
    [
        ("baccarat", "player", Deck("A3689", "cd", dead="Ac 9c 9d")),
        ("casino-war", "base", Deck("KA", "cd", packs=3, dead="Kc Kc Kd Ac")),
        ("dragon-tiger", "suited-tie", Deck("78K", "cd", packs=3, dead="7c 7c 8d")),
        ("red-dog", "base", Deck("259KA", "c", packs=3, dead="2c 2c 9c")),
    ],
)
def test_dead_cards_against_the_reference(name, bet, deck):
    game = replace(games.sheet_of(name).resolve(), deck=deck)
    found, counted = combin.solve(game, bets=[bet]).bets[bet], reference.solve(game, bet)
    assert {
        (one.actions, one.outcome, one.net, one.staked): one.combinations for one in found.outcomes
    } == {end: count for end, count in counted.outcomes.items() if count}


LACKING = """\
One Card  (one-card)
source: made up
cards: 789A without 7c Ad

PLAY
  1 card to own

POINTS one-card = one card
  7-9 pips, A 14

HANDS
  own = one-card of own

MAIN GAME
  wagers: ante 1
  outcome   if                  ante
  ace       own is 14 or more   2
  "less"    otherwise           lost
"""


def test_dead_cards_that_cannot_be():
    war = games.sheet_of("casino-war").resolve({"packs": "1"})
    with pytest.raises(CombinError, match="Kh cannot be dead 2 times: one pack has 1 of it"):
        war.without("Kh").without("Kh")
    with pytest.raises(CombinError, match="is not dealt from a shoe"):
        games.sheet_of("let-it-ride").resolve().without("Kh")
    assert len(war.without("Kh 2c").deck) == 50


@pytest.mark.parametrize(
    ("verb", "dead"),
    [("solve", ""), ("solve", "8c"), ("solve", "Ac 8c"), ("formula", ""), ("removal", "8c")],
)
def test_cards_that_a_rule_itself_takes_are_not_taken_again(run, tmp_path, verb, dead):
    """What is printed to be run again prints the same, and so do shards that are merged."""
    path = tmp_path / "one_card.game"
    path.write_text(LACKING)
    words = [path, *(["--dead", dead] if dead else [])]
    status, out, err = run(verb, *words)
    assert status == 0, err
    again = shlex.split(out.partition("Again: combin ")[2])
    assert run(*again)[1] == out
    if verb == "solve":
        parts = [tmp_path / f"{number}.json" for number in (1, 2)]
        for number, part in enumerate(parts, 1):
            assert run("solve", *words, "--shard", f"{number}/2", "-o", part)[0] == 0
        assert run("merge", *parts)[1] == out


# --- Suits: side bets of blackjack -----------------------------------------------------------------

ONE_RANK = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
TWENTY = Points("points, the ace 11", {"A": 11, **ONE_RANK, **dict.fromkeys("TJQK", 10)})
LADIES = Points("queens of hearts", {"Qh": 1})
SUITED = HandRanking("suited", 2, ("suited-pair", "two-card-flush", "pair", "high-card"))

PERFECT_PAIRS = Paytable("", {"suited-pair": 25, "coloured-pair": 12, "pair": 6})
TWENTY_ONE_AND_THREE = Paytable(
    "",
    {
        "suited-three-of-a-kind": 100, "straight-flush": 40, "three-of-a-kind": 30, "straight": 10,
        "flush": 5,
    },
)  # fmt: skip
IS_TWENTY = All((Reaches("points", "20"), Below("points", "21")))


def alone(key: str, *rows: Row) -> Bet:
    return Bet(key, (Wager(key, 1),), key, (Settlement((key,), rows),))


def side_bets(deck: Deck) -> Game:
    lucky = (
        Row("queens-of-hearts", Reaches("ladies", "2"), (200,)),
        Row("matched", All((IS_TWENTY, Reaches("suits", "suited-pair"))), (25,)),
        Row("suited", All((IS_TWENTY, Reaches("suits", "two-card-flush"))), (10,)),
        Row("twenty", IS_TWENTY, (4,)),
        Row("less", ALWAYS, (LOSE,)),
    )
    both = ("first", "second")
    return Sheet(
        slug="side-bets",
        title="Side bets of blackjack",
        source="common published rules",
        deck=deck,
        play=(Deal("first", 1), Deal("second", 1), Deal("up", 1)),
        hands=(
            Hand("two", TWO_CARDS_OF_PACKS, both),
            Hand("three", THREE_CARDS_OF_PACKS, (*both, "up")),
            Hand("points", TWENTY, both),
            Hand("ladies", LADIES, both),
            Hand("suits", SUITED, both),
        ),
        bets=(
            alone("base", Row("", ALWAYS, (Pays(PERFECT_PAIRS, "two"),))),
            alone("21+3", Row("", ALWAYS, (Pays(TWENTY_ONE_AND_THREE, "three"),))),
            alone("lucky-ladies", *lucky),
        ),
    ).resolve()


def unordered(packs: int, bet: str, cards: int) -> dict[str, Fraction]:
    found = combin.solve(side_bets(Deck(packs=packs)), bets=[bet]).bets[bet]
    return {line: Fraction(count, factorial(cards)) for line, count in counts(found).items()}


@pytest.mark.whole
@pytest.mark.slow
def test_suits_of_several_packs_in_closed_form():
    """Of p packs, a card stands p times and a rank 4 p times."""
    for packs in (1, 2, 6, 8):
        same, rank = comb(packs, 2), comb(4 * packs, 2)
        pairs = unordered(packs, "base", 2)
        assert pairs.get("suited-pair", 0) == 52 * same
        assert pairs["coloured-pair"] == 26 * packs**2
        assert pairs["pair"] == 13 * rank - 52 * same - 26 * packs**2
        three = unordered(packs, "21+3", 3)
        trips = 52 * comb(packs, 3)
        assert three.get("suited-three-of-a-kind", 0) == trips
        assert three["straight-flush"] == 48 * packs**3
        assert three["three-of-a-kind"] == 13 * comb(4 * packs, 3) - trips
        assert three["straight"] == 12 * (4**3 - 4) * packs**3
        assert three["flush"] == 4 * comb(13 * packs, 3) - 48 * packs**3 - trips
        lucky = unordered(packs, "lucky-ladies", 2)
        assert lucky.get("queens-of-hearts", 0) == same
        assert lucky.get("matched", 0) == 15 * same
        suited = 4 * (comb(4 * packs, 2) - 4 * same + packs**2)
        assert lucky["suited"] == suited
        twenties = comb(16 * packs, 2) + (4 * packs) ** 2
        assert lucky["twenty"] == twenties - suited - 16 * same


@pytest.mark.slow
def test_what_is_too_much_to_count():
    zones = tuple(f"card-{place}" for place in range(5))
    game = side_bets(Deck(packs=2))
    five = replace(
        game,
        play=tuple(Deal(zone, 1) for zone in zones),
        hands=(Hand("five", POKER, zones),),
        bets=(alone("base", Row("", ALWAYS, (Pays(Paytable("", {"flush": 5}), "five"),))),),
    ).resolve()
    with pytest.raises(CombinError, match="more than 500,000 cases"):
        combin.solve(five)
    many = tuple(f"card-{place}" for place in range(10))
    drawn = tuple(Deal(zone, 1) for zone in many)
    play = (
        drawn[0],
        Decide("play or fold", (Action("fold", ends=True), Action("play"))),
        *drawn[1:],
    )
    rows = (
        Row("fold", Chose("fold"), (LOSE,)),
        Row("high", Reaches("points", "99"), (9,)),
        Row("low", ALWAYS, (LOSE,)),
    )
    ten = replace(
        five,
        deck=Deck(),
        play=play,
        hands=(Hand("points", ACE_HIGH, many),),
        bets=(alone("base", *rows),),
    ).resolve()
    with pytest.raises(CombinError, match="orders of 13 kinds of cards, too many"):
        combin.solve(ten)


@pytest.mark.slow
def test_published_counts_of_six_packs():
    three = unordered(6, "21+3", 3)
    assert (three["flush"], three["straight"], three["straight-flush"]) == (292896, 155520, 10368)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("bet", ("base", "21+3", "lucky-ladies"))
def test_suits_of_several_packs_against_the_reference(bet):
    for deck in (
        Deck("JQKA", "ch", packs=2),
        Deck("QKA", "cdhs"),
        Deck("QKA", "dhs", packs=3, dead="Qh Kd Kd"),
    ):
        game = side_bets(deck)
        found, counted = combin.solve(game, bets=[bet]).bets[bet], reference.solve(game, bet)
        ends = {end[1]: count for end, count in counted.outcomes.items() if count}
        assert counts(found) == ends
