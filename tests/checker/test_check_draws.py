"""Logs of video poker as other programs write them: marks of the cards held, and whole hands."""

import csv
import json

import pytest

import combin

GAME = "jacks-or-better"
ROUNDS = 300
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "log.csv"
    combin.simulate(GAME, path, ROUNDS, seed=4)
    return list(csv.DictReader(one for one in path.read_text().splitlines() if one[0] != "#"))


def machine(row):
    """Return what a machine logs of a row: the hand, marks, the hand after the draw, money."""
    hand, new = row["hand"].split(), iter(row["new"].split())
    kept = [card not in row["discard"].split() for card in hand]
    final = [card if is_kept else next(new) for card, is_kept in zip(hand, kept)]
    return hand, kept, final, {"coins": 5, "won": 5 * (int(row["net"]) + 1)}


def number(cards):
    return " ".join(str(PACK.index(card)) for card in cards)


def columns(hand, kept, final):
    marks = {f"h{place}": str(is_kept) for place, is_kept in enumerate(kept, 1)}
    return {"deal": " ".join(hand), **marks, "final": " ".join(final)}


FORMS = {
    "a column a mark": columns,
    "a mask": lambda hand, kept, final: {
        "dealt": " ".join(hand), "final": " ".join(final),
        "hold mask": "".join(str(int(is_kept)) for is_kept in kept),
    },
    "a pattern": lambda hand, kept, final: {
        "initialHand": hand, "finalHand": final, "holdPattern": "".join(".H"[bit] for bit in kept),
    },
    "highest bit first": lambda hand, kept, final: {
        "dealt": hand, "end": final, "mask": sum(bit << 4 - at for at, bit in enumerate(kept)),
    },
    "lowest bit first": lambda hand, kept, final: {
        "dealt": hand, "end": final, "mask": sum(bit << at for at, bit in enumerate(kept)),
    },
    "a list": lambda hand, kept, final: {"hand": {"dealt": hand, "holds": kept, "final": final}},
    "cards": lambda hand, kept, final: {
        "hand": {"final": final, "held": [one for one, is_kept in zip(hand, kept) if is_kept]},
        "dealt": hand,
    },
    "numbers": lambda hand, kept, final: {
        "deal": number(hand), "hold": "".join("DK"[one] for one in kept), "final": number(final),
    },
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_marks_and_hands_after_the_draw(form, rows, tmp_path):
    path = tmp_path / "log.jsonl"
    made = []
    for row in rows:
        *cards, money = machine(row)
        made.append({**FORMS[form](*cards), **money})
    path.write_text("\n".join(map(json.dumps, made)))
    found = combin.check(GAME, path)
    assert found.fits and found.replayed and found.rounds == ROUNDS
    assert found.mean * ROUNDS == sum(int(row["net"]) for row in rows)


@pytest.mark.slow
def test_what_is_found_is_what_a_map_says(rows, tmp_path, run):
    path = tmp_path / "log.csv"
    made = []
    for row in rows:
        *cards, money = machine(row)
        made.append({**columns(*cards), **money})
    made[5]["won"] = 3
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(made[0]))
        writer.writeheader()
        writer.writerows(made)
    status, out, err = run("check", GAME, path)
    words = "hand=deal,held=h1+h2+h3+h4+h5,new=final,net=won-coins,unit=coins"
    assert (status, out, err.count("\n")) == (2, "", 1) and f"confirm it with --map {words}" in err
    status, out, err = run("check", GAME, path, "--map", words)
    assert status == 1 and "1 of 300 rounds is impossible, the first in row 6" in out
