"""Bets that the dealer busts as felts have them: by his up card, by the card with which he busts, by
number of cards and by suit. Each is a file of one's own, with figures as they were published.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack.house import house_of
from combin.families.blackjack.side_bets import side_bet
from combin.families.blackjack.verify import QUICK, recount
from combin.games import sheet_of
from combin.rules.blackjack import Bust, BustBet, suits_of
from houses import house_by

HEAD = """\
Blackjack with a bet on a bust  (felt)
source: a felt
cards: [packs 6 | 8 | 2] decks
TURNS
  dealer: stands on 17, soft [soft17 hit: 18 | stand: 17]
  double
  split: hands 4
  natural: pays 3 to 2
"""
BY_CARDS = "pays by the number of cards with which the dealer busts"
UP = "  offered against: [up]\n  choice up: the dealer's card\n" + "".join(
    f"    {up}\n" for up in "A23456789T"
)
FELTS = {
    # Made once the dealer shows a card and has looked.
    "bust-bonus": f"""\
SIDE BET bust-bonus
  bust: pays 25, ranks 888, suited 75
  bust: pays 3, against A, suited 50
  bust: pays 1, against 2, suited 25
  bust: pays 1, against 3, suited 15
  bust: pays 1, against 4, suited 10
  bust: pays 1, against 5, suited 5
  bust: pays 1, against 6, suited 3
  bust: pays 2, against 7, suited 15
  bust: pays 2, against 8, suited 10
  bust: pays 2, against 9T, suited 20
{UP}""",
    # Three cards, by the last of them.
    "bust-it": """\
SIDE BET bust-it
  bust: pays 7, ranks 888, coloured 50, suited 200
  bust: pays 15, ending in 6, at most 3
  bust: pays 9, ending in 7, at most 3
  bust: pays 7, ending in 8, at most 3
  bust: pays 5, ending in 9, at most 3
  bust: pays 3, ending in T, at most 3
""",
    "bet-the-bust": f"""\
SIDE BET bet-the-bust
  bust: pays 7 to 2, against A
  bust: pays 3 to 2, against 23
  bust: pays 1, against 456
  bust: pays 5 to 2, against 7
  bust: pays 3, against 89T
{UP}""",
    # By up card and number of cards.
    "both": """\
SIDE BET both
  bust: pays 20, cards 5, against 23456
  bust: pays 4, cards 3, at most 4, against A, spades 40
  pays by the number of cards with which the dealer busts
    3   1
    4   2
    5   9
""",
}


@pytest.fixture
def felt(tmp_path):
    """Return the path of the file of a felt."""

    def path(bet):
        (found := tmp_path / f"{bet}.game").write_text(HEAD + FELTS[bet])
        return found

    return path


# discountgambling.net/2013/05/14/bust-bonus-bj-side-bet, six decks: a suited bust, another, the return;
# of an eight also 8-8-8.
BUST_BONUS = {
    "A": ("0.002222", "0.199059", "-0.090437"), "2": ("0.008751", "0.347909", "-0.076644"),
    "3": ("0.011524", "0.365435", "-0.084754"), "4": ("0.014574", "0.383896", "-0.071892"),
    "5": ("0.017883", "0.401749", "-0.089206"), "6": ("0.020844", "0.418415", "-0.079793"),
    "7": ("0.011716", "0.250219", "-0.061881"), "9": ("0.011602", "0.217640", "-0.103441"),
    "T": ("0.012263", "0.217975", "-0.088547"),
    "8": ("0.000207", "0.005041", "0.011133", "0.227312", "-0.048772"),
}  # fmt: skip


def test_bust_bonus_as_published_for_six_decks(felt):
    sheet = sheet_of(str(felt("bust-bonus")))
    for up, (*chances, value) in BUST_BONUS.items():
        game = sheet.resolve({"up": up})
        shoe, suits = tuple(game.shoe.values()), suits_of(game.deck)
        found = side_bet(game.beside[0], shoe, house_of(game), suits)
        paid = [one.chance for one in found.events if one.pay]
        assert [round(chance, 6) for chance in paid] == list(map(Fraction, chances)), up
        assert round(found.value, 6) == Fraction(value)


def suited(hand: tuple[int, ...], left: tuple[int, ...], cards: int) -> Fraction:
    """Return how likely the dealer, who has cards of one suit, draws to soft 17 and busts with no other.

    hand: their values. left: of that suit, by value. cards: left in the shoe.
    """
    total = sum(hand)
    soft = 1 in hand and total <= 11
    if total > 21:
        return Fraction(1)
    if len(hand) > 1 and total + 10 * soft > 17 - (not soft):
        return Fraction(0)
    found = Fraction(0)
    for at, count in enumerate(left):
        if count:
            after = (*left[:at], count - 1, *left[at + 1 :])
            found += Fraction(count, cards) * suited((*hand, at + 1), after, cards - 1)
    return found


@pytest.mark.slow
def test_bust_bonus_as_published_for_eight_decks(felt):
    """nilapub.com/games/blackjack/side-bets/bust-bonus, a copy of the Wizard of Odds. Its 0.002238 for a
    suited bust under an ace is 0.002239, counted here suit by suit; the values there are of figures
    that were rounded before.
    """
    sheet = sheet_of(str(felt("bust-bonus")))
    for up, chances in (
        ("A", ("0.002239", "0.198886")), ("2", ("0.008834", "0.347843")), ("3", ("0.011606", "0.365285")),
        ("4", ("0.014647", "0.383472")), ("5", ("0.017942", "0.401193")),
    ):  # fmt: skip
        game = sheet.resolve({"packs": "8", "up": up})
        shoe, suits = tuple(game.shoe.values()), suits_of(game.deck)
        found = side_bet(game.beside[0], shoe, house_of(game), suits)
        assert [round(one.chance, 6) for one in found.events[:2]] == [*map(Fraction, chances)]
        value = "A23456789T".index(up)
        left = [8] * 9 + [32]
        left[value] -= 1
        natural = Fraction(128, 415) if up == "A" else 0
        assert found.events[0].chance == suited((value + 1,), tuple(left), 415) / (1 - natural)


@pytest.mark.slow
def test_bust_it_as_published(felt):
    """888casino.com/blog/side-bets/card-counting-the-bust-it-blackjack-side-bet; what each card gone
    changes, discountgambling.net/2012/12.
    """
    path = felt("bust-it")
    for packs, edge in (("2", "7.568"), ("6", "6.912")):
        found = combin.solve(path, {"packs": packs}, bets=["bust-it"])["bust-it"]
        assert round(100 * found.house_edge, 3) == Fraction(edge)
    [removed] = combin.removal(path, ["bust-it"]).bets
    gone = removed.effects
    printed = ("9038", "6589", "5042", "2963", "256", "-6910", "-1608", "-3443", "-3001", "-2231")
    assert [round(10**6 * effect) for effect in gone.values()] == [*map(int, printed)]


# wizardofodds.com/games/blackjack/side-bets/bet-the-bust: how likely he busts, on soft 17 standing. The
# columns are headed 1, 2, 4, 6 and 8 decks there, and are of 1, 2, 3, 4 and 5.
BET_THE_BUST = {
    "A": ("0.169815", "0.168096", "0.167557", "0.167293", "0.167136"),
    "2": ("0.352973", "0.353291", "0.353398", "0.353451", "0.353483"),
    "3": ("0.375588", "0.374794", "0.374501", "0.374349", "0.374256"),
    "4": ("0.402803", "0.398540", "0.397162", "0.396481", "0.396075"),
    "5": ("0.428905", "0.422505", "0.420440", "0.419419", "0.418810"),
    "6": ("0.420823", "0.422132", "0.422503", "0.422676", "0.422776"),
    "7": ("0.259854", "0.261143", "0.261546", "0.261742", "0.261859"),
    "8": ("0.238627", "0.241630", "0.242656", "0.243173", "0.243485"),
    "9": ("0.233442", "0.230898", "0.230066", "0.229653", "0.229406"),
    "T": ("0.232499", "0.231144", "0.230692", "0.230465", "0.230329"),
}


@pytest.mark.slow
def test_bet_the_bust_as_published_of_other_numbers_of_decks():
    for up, chances in BET_THE_BUST.items():
        bet = BustBet("bust", hands=(Bust(Fraction(1)),), offered=up)
        for packs, chance in enumerate(chances, 1):
            shoe = (*(4 * packs,) * 9, 16 * packs)
            won, _ = side_bet(bet, shoe, house_by(), {}).events
            assert round(won.chance, 6) == Fraction(chance), (up, packs)


@pytest.mark.parametrize("bet", FELTS)
def test_a_felt_is_a_short_page_and_the_reference_agrees(bet, felt, run, recounting):
    assert len((HEAD + FELTS[bet]).splitlines()) <= 35
    status, out, err = run("solve", str(felt(bet)), "--bet", bet, "--json")
    assert status == 0 and "checked against a second program" in err
    one = json.loads(out)["bets"][bet]
    assert sum(int(end["combinations"]) for end in one["outcomes"]) == int(one["deals"])
    assert one["variance"] and one["hit_frequency"]


def by_hand(cards: tuple[str, ...]) -> int:
    """Return what Bust It wins on a bust."""
    ranks, suits = [card[0] for card in cards], {card[1] for card in cards}
    if len(cards) > 3:
        return -1
    if ranks == ["8"] * 3 and len(suits) == 1:
        return 200
    if ranks == ["8"] * 3 and (suits <= {*"cs"} or suits <= {*"dh"}):
        return 50
    return {"6": 15, "7": 9, "8": 7, "9": 5, "T": 3, "K": 3}[ranks[-1]]


def test_every_order_of_a_tiny_shoe_with_suits(felt):
    cards = ("8c", "8c", "8c", "8s", "8h", "6d", "Tc", "Kd", "7c")
    game = sheet_of(str(felt("bust-it"))).resolve()
    dealt: Counter[int] = Counter()
    for order in permutations(cards, 5):
        total, drawn = 0, 0
        while total < 17:
            total += {"T": 10, "K": 10}.get(order[drawn][0]) or int(order[drawn][0])
            drawn += 1
        dealt[by_hand(order[:drawn]) if total > 21 else -1] += 1
    suits = Counter((10 if card[0] in "TK" else int(card[0]), card[1]) for card in cards)
    shoe = tuple(
        sum(many for (value, _), many in suits.items() if value == rank) for rank in range(1, 11)
    )
    law: Counter[int] = Counter()
    for one in side_bet(game.beside[0], shoe, house_of(game), suits).events:
        law[int(one.net)] += one.chance
    every = sum(dealt.values())
    assert {net: Fraction(many, every) for net, many in dealt.items()} == {
        net: chance for net, chance in law.items() if chance
    }
    assert {200, 50, 7, 15, 9, 3, -1} == {*dealt}


@pytest.mark.parametrize("bet", FELTS)
def test_the_reference_deals_the_cards_with_their_suits(bet, felt):
    game = sheet_of(str(felt(bet))).resolve({"up": "8"} if "offered" in FELTS[bet] else {})
    for shoe in QUICK:
        assert recount(game, shoe, [bet]).agrees


@pytest.mark.parametrize(
    "bet, settings", [("bust-bonus", {"up": "8"}), pytest.param("both", {}, marks=pytest.mark.slow)]
)
def test_a_bet_that_is_always_made_is_worth_the_same_at_every_depth(bet, settings, felt):
    path, settings = felt(bet), {"packs": "2", **settings}
    found = combin.card_counting(path, bet, {"8": -1, "A": 1}, -1000, 90, choices=settings)
    [share] = {one.share for one in found.depths.values()}
    assert share == (Fraction(1, 13) if settings.get("up") else 1)
    assert {one.edge for one in found.depths.values()} == {found.value}
    assert found.value == combin.solve(path, settings, bets=[bet])[bet].expected_value


@pytest.mark.slow
def test_a_count_of_a_bet_made_after_a_look_is_refused(felt):
    with pytest.raises(CombinError, match="is offered against one of 2 to 9"):
        combin.card_counting(
            felt("bust-bonus"), "bust-bonus", {"A": 1, "8": -1}, choices={"up": "A"}
        )


def test_the_rules_say_it_in_plain_words(felt, run):
    status, out, _ = run("show", str(felt("bust-bonus")), "up=8")
    assert status == 0
    assert "  offered against: 8\n" in out
    assert "  bust: pays 25, ranks 888, suited 75\n  bust: pays 3, against A, suited 50\n" in out
    assert "pays 4, cards 3, against A, spades 40, at most 4" in run("show", felt("both"))[1]


@pytest.mark.parametrize(
    "lines, text",
    [
        ([], "how the bet is settled is expected under this line"),
        (["bust: pays 1, against 1"], "b goes by ranks"),
        (["bust: pays 1, ranks 777"], "cards with which a dealer busts, not '777'"),
        (["bust: pays 1, cards 2"], "b pays for 3 cards and more, not 2 to 0"),
        (["bust: pays 1, cards 5, at most 4"], "b pays for 3 cards and more, not 5 to 4"),
        (["bust: pays 1, suited -1"], "b pays a number, 0 or more"),
        ([BY_CARDS, "  3  1", "offered against: x"], "b is offered on cards of the shoe, not 'x'"),
        ([BY_CARDS, "  3  1", "offered against: K"], "b is offered on cards of the shoe, not 'K'"),
        (["bust: pays 1, ranks KQ2"], "b goes by ranks, A23456789T, T for 10 to K, not 'KQ2'"),
        ([BY_CARDS, "  3  1", "  03  2"], "b pays for '3' to '26' cards, not for '03'"),
        ([BY_CARDS, "  \u0663  1"], "b pays for '3' to '26' cards, not for '\u0663'"),
        (["bust: pays 3", "bust: pays 4"], "two hands of 'b' are called 'bust'"),
        (
            [BY_CARDS, "  3  1", "bust: pays 2, cards 3"],
            "two hands of 'b' are called '3-or-more-cards'",
        ),
    ],
)
def test_a_bet_that_cannot_be_is_refused_in_a_line(lines, text, run, tmp_path):
    page = "\n  ".join([f"{HEAD}SIDE BET b", *lines])
    (path := tmp_path / "own.game").write_text(page)
    status, out, err = run("solve", str(path), "--bet", "b")
    assert (status, out) == (2, "") and err.count("\n") == 1 and text in err
