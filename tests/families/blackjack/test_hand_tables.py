"""Games solved against the third derivation, by which a hand is a small automaton and an end a row:
on shoes too large for the literal reference, on some that lack a rank, and literally.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from combin.games import sheet_of
from combin.proof import card_by_card as literal
from combin.proof.house_rules import rules_of
from combin.rules.choices import Choice
from combin.rules.game import Game
from hand_tables import UNDECIDED, Round, Shoe, compared, tables_of
from shipped import COUNTING_UP

NAMES = [name for name in COUNTING_UP if name != "blackjack-switch"]
FEW: Shoe = (2, 0, 0, 0, 2, 2, 0, 3, 0, 7)
TINY: Shoe = (2, 0, 0, 0, 0, 2, 0, 4, 0, 6)
LARGER: Shoe = (3, 3, 0, 2, 0, 0, 2, 0, 2, 6)


def game(name: str, **choices: str) -> Game:
    sheet = sheet_of(name)
    assert sheet is not None
    return sheet.resolve(choices)


def chosen() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the usual rules of each game, and those with one other choice."""
    for name in NAMES:
        yield name, {}
    for name in NAMES:
        sheet = sheet_of(name)
        for one in sheet.choices if sheet else ():
            if isinstance(one, Choice) and one.name not in ("packs", "model", "buster"):
                yield from ((name, {one.name: value}) for value in [*one.values][1:])


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("name, choices", [*chosen()])
def test_the_third_derivation_finds_every_action_again(name, choices):
    assert compared(game(name, **choices), FEW) > 150


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_on_a_larger_shoe_without_three_ranks(name):
    assert compared(game(name), LARGER) > 300


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", NAMES)
def test_a_tiny_shoe_dealt_card_by_card_comes_to_the_same(name):
    rules = game(name)
    table = literal.Table(
        tuple(rank + 1 for rank, count in enumerate(TINY) for _ in range(count)), rules_of(rules)
    )
    if table.house.seen == 2:
        return
    found, times = Round(tables_of(rules), TINY), 0
    for ((one, other), up, _), actions in found.actions.items():
        try:
            worth = table.values((one + 1, other + 1), up[0] + 1)
        except literal.RunsOutError:
            continue
        for action, mean in worth.items():
            assert actions["stand" if action in UNDECIDED else action][0] == mean[0], (
                one,
                other,
                up,
            )
            times += 1
    assert times > 80
