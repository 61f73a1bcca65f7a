"""One card of the dealer seen in games on a shared board, counted rank by rank of that card."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from fractions import Fraction
from itertools import combinations

import eval7
import pytest

import combin
from agreement import shortened
from boards import PLAYS, sheet_of
from combin.cards import Deck, mask_of
from combin.counting import Plan
from combin.counting.memory import VARIABLE
from combin.errors import CombinError
from combin.families.board.counting import (
    HOLDINGS,
    ShowdownRows,
    exposed_board,
    has_streets,
    shared_board_of,
    sides_beside,
)
from combin.families.board.solving import BoardChoice, StreetPlay
from combin.families.listed import family_of
from combin.families.tallies import TALLIES
from combin.questions import shares
from combin.questions.solve import solve
from combin.rules.exposed import exposed
from combin.rules.facts import Order
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from sizes import on_demand

FACES = {bit: eval7.Card("23456789TJQKA"[bit % 16] + "cdhs"[bit // 16]) for bit in Deck().cards}


def seeing(game: Game) -> Game:
    return exposed(game, {"dealer": 1})


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(("name", "ranks"), [
    *on_demand([
        ("casino-holdem", "QKA"),
        ("casino-holdem", "TJQKA"),
        ("texas-holdem-bonus", "9TJQK"),
        ("ultimate-texas-holdem", "23QKA"),
        *((play, "9JQKA") for play in PLAYS if play != "nothing decided"),
    ], [("casino-holdem", "TJQKA"), ("ultimate-texas-holdem", "23QKA"), ("a turn", "9JQKA")]),
])  # fmt: skip
def test_ranks_of_a_seen_card_come_to_what_all_information_sets_do(name, ranks, monkeypatch):
    """Outcomes and ties, by another method, which lists every information set."""
    known = sheet_of(name).resolve() if name in PLAYS else combin.load(name)
    game = seeing(shortened(known, ranks, "cdhs"))
    key = game.bets[0].key
    plan = Plan(game, game.bet(key))
    assert exposed_board(plan) and not has_streets(plan)
    found = solve(game, [key], 2)[key]
    monkeypatch.setattr(shares, "family_of", lambda _: TALLIES)
    listed = solve(game, [key], 2)[key]
    assert found.outcomes == listed.outcomes and found.ties == listed.ties


def plan_of(name: str) -> Plan:
    game = seeing(combin.load(name))
    return Plan(game, game.bet("base"))


@pytest.mark.slow
def test_rows_beside_a_seen_card_are_those_of_another_evaluator():
    plan, draw = plan_of("texas-holdem-bonus"), random.Random(3)
    for seen in (3, 12):
        sides = sides_beside(plan, 1 << seen)
        for number in range(40):
            # Every other draw comes from few suits, so that there are flushes.
            pool = [bit for bit in FACES if bit != seen]
            pool = [bit for bit in pool if number % 2 or bit // 16 == number % 4 // 2 or
                    draw.random() < 0.2]  # fmt: skip
            cards = draw.sample(pool, 7)
            board, hole = cards[:5], cards[5:]
            inside = sum(bit < 16 for bit in board) >= 3
            assert row_of(plan, sides[inside].rows, hole, board) == dealt(seen, hole, board)


def row_of(plan: Plan, rows: ShowdownRows, hole: list[int], board: list[int]) -> list[int]:
    """Return the opponents below, level with and above a holding."""
    states = array("Q", [mask_of(hole), mask_of(board)])
    counts: Counter[int] = Counter()
    for values, many in zip(plan.all_values(plan.columns), rows.count(2, states, array("q", [1]))):
        [order] = (value for fact, value in values.items() if isinstance(fact, Order))
        counts[order if fact_of(plan).hand == "dealer" else 2 - order] += many
    return [counts[0], counts[1], counts[2]]


def fact_of(plan: Plan) -> Order:
    return next(fact for fact in plan.columns if isinstance(fact, Order))


def dealt(seen: int, hole: list[int], board: list[int]) -> list[int]:
    """Return the same with the opponent's other card dealt."""
    mine = eval7.evaluate([FACES[bit] for bit in (*hole, *board)])
    found: Counter[int] = Counter()
    for bit in FACES.keys() - {seen, *hole, *board}:
        theirs = eval7.evaluate([FACES[one] for one in (seen, bit, *board)])
        found[(mine > theirs) - (mine < theirs)] += 1
    return [found[1], found[0], found[-1]]


BLIND = {"royal flush": 500, "straight flush": 50, "quads": 10, "full house": 3, "flush": 1.5,
         "straight": 1}  # fmt: skip


def net_of_showdown(play: int, mine: list[eval7.Card], theirs: list[eval7.Card]) -> Fraction:
    """Return what a player of Ultimate Texas Hold'em wins who has made a play bet."""
    own, other = eval7.evaluate(mine), eval7.evaluate(theirs)
    ante = int(eval7.handtype(other) != "High Card")
    if own == other:
        return Fraction(0)
    if own < other:
        return Fraction(-play - ante - 1)
    kind = eval7.handtype(own).lower()
    # The best of all hands is the straight flush to the ace.
    top = max(eval7.evaluate(list(map(eval7.Card, ("Ac", "Kc", "Qc", "Jc", "Tc")))), own)
    return Fraction(play + ante) + Fraction(BLIND.get("royal flush" if own == top else kind, 0))


@pytest.mark.whole
@pytest.mark.slow
def test_flops_of_the_whole_deck_are_completed_literally():
    """After a check, at full size: what checking again and betting are worth to some holdings."""
    plan, draw = plan_of("ultimate-texas-holdem"), random.Random(5)
    payoffs = Payoffs(plan)
    play = StreetPlay(payoffs, sides_beside(plan, 1 << 9), 2)
    boards = play.streets[0].boards.masks
    wanted = {place: draw.randrange(HOLDINGS) for place in draw.sample(range(len(boards)), 5)}
    found: dict[int, list[int]] = {}

    def note(choices: list[BoardChoice]) -> None:
        for choice in choices:
            for place in range(choice.at, choice.at + len(choice.boards.masks)):
                if place in wanted and len(choice.history) == 1:
                    at = (place - choice.at) * HOLDINGS + wanted[place]
                    found[place] = [values[at] for values in choice.values]

    for _ in play.noted(note):
        pass
    holdings = list(combinations(range(52), 2))
    holdings.sort(key=lambda pair: (pair[1], pair[0]))
    compared = 0
    for place, holding in wanted.items():
        hole = [card // 13 * 16 + card % 13 for card in holdings[holding]]
        flop = [bit for bit in FACES if boards[place] >> bit & 1]
        if {9, *flop} & set(hole):
            assert found[place] == [0, 0]
            continue
        worth = literally(9, hole, flop)
        assert found[place] == [value * payoffs.scale for value in worth]
        compared += 1
    assert compared > 2


def literally(seen: int, hole: list[int], flop: list[int]) -> list[Fraction]:
    """Return what checking and betting twice the ante come to, added up over all that is dealt."""
    left = sorted(FACES.keys() - {seen, *hole, *flop})
    checked = bet = Fraction(0)
    for more in combinations(left, 2):
        board = [FACES[bit] for bit in (*flop, *more)]
        mine = [*(FACES[bit] for bit in hole), *board]
        nets = Counter()
        for bit in left:
            if bit not in more:
                theirs = [FACES[seen], FACES[bit], *board]
                for play in (1, 2):
                    nets[play] += net_of_showdown(play, mine, theirs)
        checked += max(nets[1], -2 * (len(left) - 2))
        bet += nets[2]
    return [checked, bet]


def test_a_share_is_a_rank_and_its_memory_is_known(monkeypatch):
    game = seeing(combin.load("ultimate-texas-holdem"))
    plan = Plan(game, game.bet("base"))
    assert len(shares.shares_of(Payoffs(plan), 7)) == 13
    assert "5,388,976,242 information sets, 1." in family_of(plan).cost(plan)
    monkeypatch.setenv(VARIABLE, "300M")
    with pytest.raises(CombinError, match="most of it for what showdowns are worth"):
        solve(game, ["base"])


@pytest.mark.parametrize("seen", [{"dealer": 2}, {"others": 1}], ids=str)
def test_other_cards_that_are_seen_are_no_such_board(seen):
    game = exposed(combin.load("ultimate-texas-holdem"), seen)
    plan = Plan(game, game.bet("base"))
    assert exposed_board(plan) is None and not has_streets(plan)
    assert not shared_board_of(Plan(*of_the_usual_game())).shown


def of_the_usual_game():
    game = combin.load("ultimate-texas-holdem")
    return game, game.bet("base")


@pytest.mark.whole
@pytest.mark.parametrize(("name", "edge"), [
    ("ultimate-texas-holdem", Fraction(-8592081451, 63213204600)),
    ("texas-holdem-bonus", Fraction(-1057899189443, 13906905012000)),
    ("casino-holdem", Fraction(-165610697951, 1738363126500)),
])  # fmt: skip
def test_one_card_of_the_dealer_at_full_size(name, edge):
    """Of Ultimate Texas Hold'em published as 13.5922 % for the player (E. Jacobson, 888casino.com:
    hole-card play, one dealer card).
    """
    assert solve(seeing(combin.load(name)), ["base"])["base"].house_edge == edge
