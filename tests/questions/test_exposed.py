"""What it is worth to see cards that are meant to be hidden."""

from __future__ import annotations

import csv
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import combin
from combin.cards import RANKS, cards_of, mask_of, rank_of
from combin.counting import Plan
from combin.errors import CombinError
from combin.families.board.counting import shared_board
from combin.families.subjects import subject
from combin.proof.reference import Completer, settle
from combin.proof.verify import on_deck, verify
from combin.questions.card_class import edge_by_class
from combin.questions.protection import protect
from combin.questions.solve import solve
from combin.rules import Deal, Decide
from combin.rules.exposed import exposed
from combin.shards import Folder
from pages import assert_shows, blocks


def edge(name: str, seen: dict[str, int]) -> Fraction:
    return solve(exposed(combin.load(name), seen), ["base"])["base"].house_edge


def test_one_card_of_the_dealer_in_three_card_poker():
    """The player's edge with one of the dealer's cards seen is published as 3.48 % (J. Grosjean; E.
    Jacobson, 888casino.com).
    """
    assert f"{float(-edge('three-card-poker', {'dealer': 1})):.4f}" == "0.0348"


@pytest.mark.slow
def test_the_edges_of_all_paytables_with_a_card_seen(run):
    status, out, _ = run("edges", "three-card-poker", "--see", "dealer=1", "--format", "csv")
    rows = list(csv.DictReader(out.splitlines()))
    base = [row for row in rows if row["bet"] == "base"]
    first = Fraction(base[0]["house_edge"])
    assert status == 0 and first == edge("three-card-poker", {"dealer": 1})
    plain = run("edges", "three-card-poker", "--format", "csv")[1]
    usual = list(csv.DictReader(plain.splitlines()))
    for row, other in zip(rows, usual, strict=True):
        gain = Fraction(other["house_edge"]) - Fraction(row["house_edge"])
        assert (gain > 0) if row["bet"] == "base" else (gain == 0)
    text = run("edges", "three-card-poker", "--see", "dealer=1")[1]
    assert "the player also sees 1 card of dealer" in text
    assert text.endswith("Again: combin edges three-card-poker --see dealer=1\n")


@pytest.mark.slow
def test_more_cards_are_never_worth_less():
    found = [one.edge for one in combin.protect("three-card-poker").exposures]
    assert found == sorted(found, reverse=True) and len(found) == 4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seen", "ranks", "suits"), [
    ("three-card-poker", {"dealer": 1}, "9QKA", "cdh"),
    ("three-card-poker", {"dealer": 2}, "9QKA", "cdh"),
    ("three-card-poker", {"others": 2}, "QKA", "cdh"),
    ("caribbean-stud", {"down": 1}, "QKA", "cdhs"),
    ("phil-em-up", {"others": 1}, "TJQKA", "cd"),
    ("casino-holdem", {"dealer": 1}, "QKA", "cdhs"),
])  # fmt: skip
def test_the_reference_agrees(name, seen, ranks, suits):
    assert verify(exposed(combin.load(name), seen), "base", ranks, suits).agrees


@pytest.mark.parametrize(("seen", "said"), [
    ({"player": 1}, "before he decides anyhow"),
    ({"deeler": 1}, "did you mean 'dealer'"),
    ({"dealer": 4}, "from 1 to 3, not 4"),
    ({"dealer": 0}, "from 1 to 3, not 0"),
    ({"others": 47}, "from 1 to 46, not 47"),
])  # fmt: skip
def test_what_cannot_be_seen_is_refused(seen, said):
    with pytest.raises(CombinError, match=said):
        exposed(combin.load("three-card-poker"), seen)


def literally_by_class(game, zone: str, ranks: str) -> Fraction:
    """Every hand of the player beside every card in its own suits: values of the reference are
    added up by class, and then the better action is taken.
    """
    shown = exposed(game, {zone: 1})
    before = [step for step in shown.play if isinstance(step, Deal)]
    before = before[: [step.zone for step in before].index(f"{zone}-seen") + 1]
    completer, total, hands = Completer(shown), Fraction(0), 0
    for dealt in deals_of(shown.deck.cards, [step.cards for step in before[:-1]]):
        sums = {}
        for card in set(shown.deck.cards) - set(cards_of(sum(dealt))):
            nets = completer.nets(0, (*dealt, 1 << card))[()]
            classed = sums.setdefault(RANKS[rank_of(card)] in ranks, Counter())
            classed.update(nets)
            hands += 1
        total += sum(max(values.values()) for values in sums.values())
    return -total / hands


def deals_of(cards: list[int], sizes: list[int]):
    """Yield every way to deal sets of these sizes, as masks."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        left = [card for card in cards if card not in chosen]
        for others in deals_of(left, sizes[1:]):
            yield (mask_of(chosen), *others)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "zone", "ranks", "deck", "suits"), [
    ("three-card-poker", "dealer", "KA", "29KA", "cdh"),
    ("three-card-poker", "dealer", "2", "29QKA", "cd"),
    ("ultimate-three-card-poker", "down", "KA", "29KA", "cdh"),
    ("caribbean-stud", "down", "KA", "2345KA", "cd"),
])  # fmt: skip
def test_a_class_of_a_card_is_worth_what_it_is_literally(name, zone, ranks, deck, suits):
    game = on_deck(combin.load(name), deck, suits)
    found = protect(subject(game, "base"), {zone: ranks}).exposures[1]
    assert found.edge == literally_by_class(game, zone, ranks) and found.ranks == ranks


@pytest.mark.slow
def test_a_class_is_worth_less_than_the_card():
    usual, high = combin.protect("three-card-poker", {"dealer": "AKQJT"}).exposures
    assert high.ranks == "TJQKA" and usual.edge is not None and high.edge is not None
    assert usual.edge > high.edge == Fraction(-383827, 101792600)
    assert high.edge > edge("three-card-poker", {"dealer": 1})


@pytest.mark.slow
def test_what_the_page_shows(run):
    shown, _ = blocks(Path(__file__).parents[2] / "docs" / "protection.md", "text")
    assert_shows(shown, run("protect", "three-card-poker", "--see", "dealer=TJQKA")[1])


@pytest.mark.slow
def test_a_class_is_asked_for_in_ranks(run, refused):
    status, out, _ = run("protect", "three-card-poker", "--see", "dealer=A")
    assert status == 0 and "whether one dealer card is A" in out
    assert out.endswith("Again: combin protect three-card-poker --see dealer=A\n")
    words = "the ranks of a seen card are some of 23456789TJQKA, not 'HIGH'"
    refused("protect", "three-card-poker", "--see", "dealer=high", words=words)
    refused(
        "solve", "three-card-poker", "--see", "dealer=A",
        words="--see dealer is a whole number such as 9, not 'A'",
    )  # fmt: skip


def literally_by_classes(game, classes: dict[str, str]) -> Fraction:
    """Every way to deal a game, each zone in its order: at each decision the deals that the player
    cannot tell apart are added up, their classes among what he sees; then the best action is taken.
    """
    zones = [step for step in game.play if isinstance(step, Deal)]
    every = [
        dict(zip([step.zone for step in zones], dealt))
        for dealt in deals_of(game.deck.cards, [step.cards for step in zones])
    ]

    def known(deal, place: int):
        seen = [deal[step.zone] for step in game.play[:place] if isinstance(step, Deal)]
        shown = [RANKS[rank_of(cards_of(deal[zone])[0])] in held for zone, held in classes.items()]
        return (*seen, *shown)

    def worth(deals, place: int, path) -> Fraction:
        while place < len(game.play) and not isinstance(game.play[place], Decide):
            place += 1
        if place == len(game.play) or (path and path[-1].ends):
            names = tuple(action.name for action in path)
            dealt = [{zone: cards_of(mask) for zone, mask in deal.items()} for deal in deals]
            return sum(settle(game, "base", one, names)[2] for one in dealt)
        told, total = {}, Fraction(0)
        for deal in deals:
            told.setdefault(known(deal, place), []).append(deal)
        step = game.play[place]
        for alike in told.values():
            total += max(worth(alike, place + 1, (*path, action)) for action in step.actions)
        return total

    return -worth(every, 0, ()) / len(every)


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(("name", "classes", "deck"), [
    ("mississippi-stud", {"third": "QA"}, "9JQA"),
    ("mississippi-stud", {"fifth": "JQ"}, "9JQA"),
    ("mississippi-stud", {"third": "A", "fifth": "QA"}, "9JQA"),
    ("let-it-ride", {"second": "TA"}, "9TQA"),
])  # fmt: skip
def test_classes_over_several_decisions_are_worth_what_they_are_literally(name, classes, deck):
    game = on_deck(combin.load(name), deck, "cd")
    assert edge_by_class(game, "base", classes) == literally_by_classes(game, classes)


@pytest.mark.whole
def test_an_edge_is_known_of_all_cards_in_mississippi_stud():
    """E. Jacobson (888casino.com, edge sorting Mississippi Stud): 38.489 % where jacks are told
    from other cards. S. How (discountgambling.net), of hands at random, a straight paying 5:
    39.7 %, and 63.4 % where jacks, queens, kings and aces are told.
    """
    streets, game = ("third", "fourth", "fifth"), combin.load("mississippi-stud")
    jacks = edge_by_class(game, "base", dict.fromkeys(streets, "J"), 1)
    assert jacks == Fraction(-15004603, 38984400) and f"{float(-jacks):.5f}" == "0.38489"
    five = combin.load("mississippi-stud", {"straight": "5"})
    for told, sampled in (("J", 0.397), ("JQKA", 0.634)):
        edge = edge_by_class(five, "base", dict.fromkeys(streets, told), 1)
        assert abs(float(-edge) - sampled) < 0.003


def test_a_class_goes_on_where_it_was_ended(tmp_path):
    """The game of each class keeps its shares; nothing is counted twice."""
    game = on_deck(combin.load("mississippi-stud"), "9JQA", "cd")
    folders: list[Folder] = []

    def kept(there) -> Folder:
        folders.append(Folder(str(tmp_path), there))
        return folders[-1]

    first = protect(subject(game, "base", 1, None, kept), {"fifth": "JQ"})
    assert len(folders) == 3 and not any(folder.found for folder in folders)
    assert protect(subject(game, "base", 1, None, kept), {"fifth": "JQ"}) == first
    assert all(folder.found for folder in folders[3:]) and len(folders) == 6


def test_a_class_of_a_joker_is_none():
    found = combin.protect("phil-em-up", {"last": "TJQKA"}).exposures[1]
    assert found.edge is None and "without a joker" in found.why
    assert found.bounds is not None and found.bounds.least < found.bounds.most


@pytest.mark.slow
def test_a_flop_seen_before_the_first_decision_is_a_street_of_its_own():
    """Two decisions then see the same three cards of the board."""
    game = exposed(combin.load("heads-up-holdem"), {"flop": 3})
    assert shared_board(Plan(game, game.bet("base"))) is not None
    short = on_deck(game, "23QKA", "cd")
    assert verify(short, "base", "23QKA", "cd").agrees


def test_nothing_to_decide_is_nothing_to_protect():
    with pytest.raises(CombinError, match="has no decisions"):
        protect(subject(combin.load("hot-poker-spot"), "base"))


@pytest.mark.slow
def test_what_is_too_much_says_why():
    found = combin.protect("caribbean-stud", {"others": 1}).exposures
    assert found[1].edge is None and "memory" in found[1].why
