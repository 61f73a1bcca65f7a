"""Logs with cards of every bet that ships: what `simulate` writes fits, the literal reference
settles its rows alike, and one false net, card, action or draw is found in its row.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import combin
from checking import checked
from combin.cards import parse_card
from combin.checker.columns import card_columns
from combin.checker.laws import law_of
from combin.logs.read import open_log
from combin.logs.schema import NET, OUTCOME, STAKED
from combin.proof import reference
from combin.render.check import sentence
from sizes import GAMES, LIKE_JACKS, SPLIT, sized

ROUNDS = 100
SETTLED = "Every round was settled again from its cards"

BETS = [(name, bet.key) for name in GAMES for bet in GAMES[name].bets if name not in SPLIT]


class Rows:
    """A log whose cells can be changed."""

    def __init__(self, path, law) -> None:
        self.path, self.law = path, law
        lines = path.read_text().splitlines(keepends=True)
        self.facts = [line for line in lines if line[0] == "#"]
        self.rows = list(csv.DictReader(lines[len(self.facts) :]))

    def fault(self, place: int, **cells: str) -> str:
        """Change a row, and return what the verdict says of it, which speaks of no other, and
        quotes its cards.
        """
        path = self.path.with_name("false.csv")
        with open(path, "w", newline="") as file:
            file.writelines(self.facts)
            writer = csv.DictWriter(file, self.rows[0])
            writer.writeheader()
            for at, row in enumerate(self.rows):
                writer.writerow(row | cells if at == place else row)
        verdict = checked(self.law, path, chip=open_log(str(path)).facts.chip)
        assert not verdict.fits and verdict.impossible_rows == 1
        [found] = verdict.impossible
        assert found.row == place + 1
        assert all(
            cells[zone] in found.logged for zone in card_columns(self.law.game) if zone in cells
        )
        return found.right


def literally(rows: Rows, row: dict[str, str]) -> tuple[object, ...]:
    """Return what the reference says a row comes to: outcome, units won, units staked."""
    game, plan = rows.law.game, rows.law.plan
    dealt: dict[str, list[int]] = {}
    every: Counter[int] = Counter()
    for zone in card_columns(game):
        cards = list(map(parse_card, row.get(zone, "").split()))
        dealt[zone] = [card + reference.PACK_BITS * every[card] for card in cards]
        if not plan.draw:  # a card that comes again is of another pack
            every.update(cards)
    actions = tuple(row[one.name] for one in plan.decisions if row[one.name])
    if plan.draw:
        thrown = dealt.pop(plan.decisions[0].name)
        dealt["hand"] = [card for card in dealt["hand"] if card not in thrown]
        actions = ()
    return reference.settle(game, plan.bet.key, dealt, actions)


def undealt(rows: Rows, place: int) -> Iterator[tuple[str, str]]:
    """Yield cells that no deal leads to: a card missing, another where none is dealt."""
    game, row = rows.law.game, rows.rows[place]
    zone = next(zone for zone in card_columns(game) if zone in row)
    cards = row[zone].split()
    yield zone, " ".join(cards[1:])
    if not game.from_shoe:
        yield zone, " ".join([*cards[1:], cards[1]]) if len(cards) > 1 else "As Ks"
    for deal in game.deals:
        if deal.zone in row and game.from_shoe:
            yield deal.zone, "" if row[deal.zone] else "2c"


@pytest.mark.whole_after(40)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "key"), sized(BETS, LIKE_JACKS))
def test_every_row_is_settled_from_its_cards(name, key, tmp_path):
    path = tmp_path / "log.csv"
    combin.simulate(name, path, ROUNDS, seed=5, bet=key)
    law = law_of(combin.load(name), key)
    chip = open_log(str(path)).facts.chip
    found = checked(law, path, chip=chip)
    assert found.fits and SETTLED in sentence(found)
    rows, dice = Rows(path, law), random.Random(f"{name} {key}")
    for row in rows.rows:
        outcome, net, staked = literally(rows, row)[-3:]
        assert (outcome, net, staked) == (
            row[OUTCOME],
            int(row[NET]) * chip,
            int(row[STAKED]) * chip,
        )
    place = dice.randrange(ROUNDS)
    logged = int(rows.rows[place][NET]) * chip
    other = min(end.net for end in law.possible if end.net != logged)
    assert f"net {'+' * (logged > 0)}{logged}" in rows.fault(place, net=str(other / chip))
    for zone, cards in undealt(rows, place):
        rows.fault(place, **{zone: cards})
    for decision in [] if law.plan.draw else law.plan.decisions[:1]:
        place = next((at for at, row in enumerate(rows.rows) if row[decision.name]), 0)
        words = {action.name for action in decision.actions} - {rows.rows[place][decision.name]}
        rows.fault(place, **{decision.name: min(words)})
    if law.plan.draw:
        (thrown,) = (one.name for one in law.plan.decisions)
        place = next(at for at, row in enumerate(rows.rows) if len(row[thrown].split()) == 3)
        cards = rows.rows[place]
        assert "new has 2 cards, not 3" in rows.fault(place, **{thrown: cards[thrown][:5]})
        assert "is not in the hand" in rows.fault(place, **{thrown: cards["new"]})


DEALT = ("player-1", "player-2", "banker-1", "banker-2", "player-3", "banker-3", "net")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "right"),
    [
        ("Qs 9h Kd Ac - 3d -1", "no card is dealt to banker-3"),
        ("Qs 9h Kd Ac 3d - -1", "no card is dealt to player-3"),
        ("Qs 2h Kd Ac 5d - -1", "banker-3 has 1 card, not 0"),
        ("Qs - Kd Ac 5d - -1", "player-2 has 1 card, not 0"),
        ("QsQd 9h Kd Ac - - -1", "player-1 has 1 card, not 2"),
        ("As As Kd 9c - - -1", "As is dealt 2 times, and the shoe has 1"),
    ],
)
def test_cards_that_no_shoe_deals(cells, right, tmp_path):
    """The tableau of baccarat, in logs that have no other row."""
    path = tmp_path / "log.csv"
    row = ",".join(cells.replace("-1", "minus").replace("-", "").replace("minus", "-1").split(" "))
    path.write_text(",".join(DEALT) + f"\n{row}\n")
    found = combin.check("baccarat", path, choices={"packs": "1"}, chip=1)
    assert not found.fits and [one.right for one in found.impossible] == [right]
