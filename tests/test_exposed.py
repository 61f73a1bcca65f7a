"""What it is worth to see cards that are meant to be hidden."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest

import combin
from combin.errors import CombinError
from combin.proof.verify import verify
from combin.rules.exposed import exposed
from combin.solving.protection import protect
from combin.solving.solve import solve


def edge(name: str, seen: dict[str, int]) -> Fraction:
    return solve(exposed(combin.load(name), seen), ["base"])["base"].house_edge


def test_one_card_of_the_dealer_in_three_card_poker():
    """The player's edge with one of the dealer's cards seen is published as 3.48 % (J. Grosjean; E.
    Jacobson, 888casino.com).
    """
    assert f"{float(-edge('three-card-poker', {'dealer': 1})):.4f}" == "0.0348"


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


def test_more_cards_are_never_worth_less():
    found = [one.edge for one in combin.protect("three-card-poker").exposures]
    assert found == sorted(found, reverse=True) and len(found) == 4


@pytest.mark.parametrize(("name", "seen", "ranks", "suits"), [
    ("three-card-poker", {"dealer": 1}, "9QKA", "cdh"),
    ("three-card-poker", {"dealer": 2}, "9QKA", "cdh"),
    ("three-card-poker", {"others": 2}, "QKA", "cdh"),
    ("caribbean-stud", {"down": 1}, "QKA", "cdhs"),
    ("phil-em-up", {"others": 1}, "TJQKA", "cd"),
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


def test_nothing_to_decide_is_nothing_to_protect():
    with pytest.raises(CombinError, match="nothing is decided"):
        protect(combin.load("hot-poker-spot"))


def test_what_is_too_much_says_why():
    found = combin.protect("caribbean-stud", {"down": 1}).exposures
    assert found[1].edge is None and "memory" in found[1].why
