"""Blackjack switch: two hands whose second cards may be exchanged."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import Shoe, questions, shoe_of
from combin.families.blackjack.house import NATURAL, house_of, without
from combin.families.blackjack.solve import columns_of
from combin.families.blackjack.switch import KEEP, Exchanged, solve_switch, with_hole_card
from combin.games import file_of, sheet_of
from combin.proof.card_by_card import TwoHands, dealt, less
from combin.proof.house_rules import rules_of
from houses import changed
from seen_cards import SeesHoleCard
from shipped import page_of, with_few_ranks
from two_hands import HOUSE, SMALL, cards_of, deals_beside

FILE = file_of("blackjack-switch")


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"counts": True},
        {"hits_soft_17": True, "hands": 3},
        {"peek": "never", "hands": 1},
        {"peek": "original", "aces": "hit", "das": False},
        {"surrender": "late", "natural": Fraction(3, 2), "counts": True},
        {"surrender": "early", "pushes": None, "doubles": frozenset({10, 11})},
        {"ties": "lose", "charlie": 5},
        {"free_doubles": frozenset({10, 11}), "free_splits": frozenset({4, 5})},
    ],
    ids=str,
)
def test_two_hands_agree_with_the_literal_reference(rules):
    counts = rules.get("counts", False)
    house = changed(HOUSE, **{name: value for name, value in rules.items() if name != "counts"})
    told: list[tuple[int, int]] = []
    found = solve_switch(SMALL, house, counts, tell=lambda *far: told.append(far))
    ups = sum(map(bool, SMALL))
    assert told == [(done, ups) for done in range(1, ups + 1)]
    literal = TwoHands(cards_of(SMALL), rules_of(house), counts=counts).mean()
    assert (found.value, found.mean_wager, found.exchanged) == literal


@dataclass(frozen=True)
class SeesHoleCardOfTwo(TwoHands, SeesHoleCard):
    """Two hands of a player who knows the dealer's second card."""


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"counts": True, "hits_soft_17": True},
        {"counts": True, "peek": "never", "surrender": "late"},
        {"counts": True, "surrender": "early"},
        {"peek": "never", "natural": Fraction(3, 2), "hands": 2, "aces": "hit"},
    ],
    ids=str,
)
def test_a_known_hole_card_agrees_with_the_literal_reference(rules):
    shoe: Shoe = (2, 0, 0, 0, 0, 3, 0, 0, 2, 5)
    counts = rules.get("counts", False)
    kept = {name: value for name, value in rules.items() if name != "counts"}
    house = changed(HOUSE, **{"hands": 1, **kept})
    literal = Fraction(0)
    for chance, hole, _ in dealt(cards_of(shoe)):
        table = SeesHoleCardOfTwo(cards_of(shoe), rules_of(house), counts=counts, known=hole)
        for deal, likely in deals_beside(less(cards_of(shoe), hole), 5).items():
            up, first, second = deal[0], deal[1:3], deal[3:]
            best = max(table.both(first, second, up, swapped)[0] for swapped in (False, True))
            literal += chance * likely * best / 2
    assert with_hole_card(shoe, house, counts) == literal


@pytest.mark.slow
def test_a_hand_beside_another_is_on_average_the_hand_by_itself():
    """The cards of the other hand are unseen cards: one deck, against a 6 and an ace."""
    columns = {column.up: column for column in columns_of(shoe_of(1), HOUSE)}
    for up in (5, 0):
        against = Exchanged(columns[up], False)
        for spot in against.whole.spots()[:: 1 if up else 9]:
            if spot.ranks == NATURAL:
                continue
            left = without(against.whole.unseen, *spot.ranks)
            total, orders = Fraction(0), 0
            for one, count in enumerate(left):
                for other, more in enumerate(without(left, one) if count else ()):
                    if more:
                        ways, beside = count * more, (min(one, other), max(one, other))
                        total += ways * against.worth(spot.ranks, beside, False).net
                        orders += ways
            assert total / orders == spot.value


@pytest.mark.whole
@pytest.mark.slow
def test_the_published_house_edge():
    """wizardofodds.com, blackjack switch, Las Vegas rules: 0.58 %, beside a chart for 8 packs."""
    sheet = sheet_of("blackjack-switch")
    assert sheet is not None
    found = questions.solved_game(sheet.resolve({"packs": "8"}))
    assert abs(found.house_edge - Fraction("0.0058")) < Fraction(1, 10**4)


# --- Answers -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """The same rules with four ranks."""
    path = tmp_path_factory.mktemp("small") / "small.game"
    path.write_text(with_few_ranks(page_of("blackjack-switch"), "56TA", {6: 4, 1: 4, 2: 4}))
    return path


@pytest.mark.slow
def test_solve_prints_what_is_found(run, small):
    game = combin.load(small)
    found = solve_switch(tuple(game.shoe.values()), house_of(game))
    status, out, _ = run("solve", str(small))
    assert (
        status == 0 and str(found.value) in out and "Figures are for one of the two hands." in out
    )
    assert str(found.exchanged) in run("solve", str(small), "--json")[1]


@pytest.mark.slow
@pytest.mark.parametrize("switched", ["21", "natural"])
@pytest.mark.parametrize("cards", ["T 5, A 6 / 6", "A 6, T T / 6", "A T, 5 6 / T", "5 5, T 6 / A"])
def test_advice_is_what_the_literal_reference_deals(small, cards, switched):
    """Given that a dealer who has looked has no natural."""
    game = combin.load(small, {"switched": switched, "splits": 1})
    shoe = tuple(game.shoe.values())
    table = TwoHands(cards_of(shoe), rules_of(game), counts=switched == "natural")
    a, b, c, d, up = ("A23456789T".index(card) + 1 for card in cards if card.isalnum())
    advice = questions.advise(game, cards)
    rest = list(cards_of(shoe))
    for card in (a, b, c, d, up):
        rest.remove(card)
    natural = Fraction(rest.count({1: 10, 10: 1}.get(up, 0)), len(rest))
    for action, exchanged in ((KEEP, False), ("switch", True)):
        net, _ = table.both((a, b), (c, d), up, exchanged)
        safe = sum(sorted(hand) == [1, 10] for hand in ((a, b), (c, d)))  # ties with a natural
        assert advice.rows[0].values[action] == (net + (2 - safe) * natural) / (1 - natural)


@pytest.mark.parametrize(
    "words, text",
    [
        (("chart", "exact", "-o", "x.svg"), "does not say when to switch cards"),
        (("card", "--format", "rack", "-o", "x.pdf"), "does not say when to switch cards"),
        (("formula",), "whether cards are switched depends on the pay of a natural"),
        (("count", "--flat"), "round starts are not available for rules with two hands"),
        (("price", FILE), "blackjack-switch.game:1:1: "),
        (("advise", "8 8 / 6"), "two hands of two cards each are asked about"),
        (("advise", "8 8, 8 T / 6 5"), "the dealer shows one card"),
    ],
)
def test_what_is_not_answered_says_so_in_one_line(run, words, text):
    verb, *more = words
    status, out, err = run(verb, "blackjack-switch", *more)
    assert (status, out) == (2, "") and text in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "there, here, text",
    [
        ("ties with 22", "ties with 22, shows 2", "how many cards the dealer shows is 1, not 2"),
        ("  surrender: [", "  model: total\n  surrender: [", "model is zero-memory, not 'total'"),
        (
            "[packs 6 | 1 | 2 | 4 | 8] decks",
            "[packs 6: 6 decks | 1: 1 deck of 2345TA]",
            "the shoe may run out: it has 24 cards for 8",
        ),
    ],
)
def test_rules_that_do_not_fit_are_refused_in_one_line(tmp_path, there, here, text):
    source = page_of("blackjack-switch")
    assert there in source
    path = tmp_path / "mine.game"
    path.write_text(source.replace(there, here, 1))
    with pytest.raises(CombinError, match=text) as error:
        combin.load(path)
    assert "\n" not in str(error.value)
