"""What is true of any best play: no strategy beats it, pays move it as they must, ties cost the smaller stake, no sum wraps."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

import combin
from agreement import assert_agree, outcomes_of, short_plan, shortened
from combin import counting, reference, solver
from combin.cards import Deck
from combin.errors import CombinError
from combin.games import names
from combin.kernels import links as linking
from combin.kernels import removal, walk
from combin.ranking import TWO_CARD
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Wager,
)  # fmt: skip

SHORT = {
    "caribbean-stud": "9TJQKA", "dakota-duel-draw": "789TA", "hot-poker-spot": "TJQKA", "let-it-ride": "9TJQKA",
    "mississippi-stud": "6TJQA", "phil-em-up": "9TJQA", "three-card-poker": "9TJQKA",
}  # fmt: skip


def short(slug: str, suits: str = "cd") -> Game:
    return shortened(combin.load(slug, {"cost": "1"} if slug == "hot-poker-spot" else None), SHORT[slug], suits)


def value(game: Game, key: str = "base") -> Fraction:
    return solver.solve(game, [key], threads=1).bets[key].expected_value


def toy(play: tuple, rows: tuple[Row, ...], deck: Deck, *zones: str, stake: Fraction = Fraction(1)) -> Game:
    """Return a game of one wager and one hand, the two cards of the zones named."""
    bet = Bet("base", (Wager("bet", stake),), "bet", (Settlement(("bet",), rows),))
    return Game("toy", "Toy", "none", deck, play, (Hand("hand", TWO_CARD, zones),), (bet,)).resolve()


def paid(name: str = "", **pays) -> Pays:
    return Pays(Paytable(name, {line.replace("_", "-"): pay for line, pay in pays.items()}), "hand")


# --- Every pure strategy -----------------------------------------------------------------------------------------------


def all_strategies(game: Game) -> list[Fraction]:
    """Return what every pure strategy wins on average: an action for each set of cards seen and actions taken.

    Every deal is one card a zone.
    """
    zones = [step.zone for step in game.deals]
    places = [sum(isinstance(step, Deal) for step in game.play[: game.play.index(decision)]) for decision in game.decisions]
    histories = [
        list(product(*([act.name for act in step.actions] for step in game.decisions[:n]))) for n in range(len(places))
    ]
    deals = list(permutations(game.deck.cards, len(zones)))
    sets = [
        (cards, history)
        for place, before in zip(places, histories)
        for cards in permutations(game.deck.cards, place)
        for history in before
    ]
    nets = {
        (deal, path): reference.settle(game, "base", {zone: [card] for zone, card in zip(zones, deal)}, path)[2]
        for deal in deals
        for path in product(*([act.name for act in step.actions] for step in game.decisions))
    }
    offered = {len(history): [act.name for act in game.decisions[len(history)].actions] for _, history in sets}

    def played(strategy: dict, deal: tuple[int, ...]) -> tuple[str, ...]:
        path: tuple[str, ...] = ()
        for place in places:
            path = (*path, strategy[deal[:place], path])
        return path

    found = []
    for choice in product(*(offered[len(history)] for _, history in sets)):
        strategy = dict(zip(sets, choice))
        found.append(sum(nets[deal, played(strategy, deal)] for deal in deals) / len(deals))
    return found


STAY_OR_RAISE = (Action("stay"), Action("raise", {"bet": 2}))
ONE_CHOICE = toy(
    (Deal("first", 1), Decide("only", (*STAY_OR_RAISE, Action("double", {"bet": 1}))), Deal("second", 1)),
    (Row("", ALWAYS, (paid(pair=2, ace_king=Fraction(3, 2), ace_high=PUSH),)),), Deck("9KA", "cd"), "first", "second",
)  # fmt: skip
TWO_CHOICES = toy(
    (Deal("first", 1), Decide("early", STAY_OR_RAISE), Deal("second", 1), Decide("late", STAY_OR_RAISE), Deal("third", 1)),
    (Row("both", Chose("raise", "late"), (paid("late", ace_king=2, ace_high=Fraction(-1, 3)),)),
     Row("", ALWAYS, (paid(ace_high=1),))),
    Deck("QKA", "c"), "second", "third",
)  # fmt: skip


@pytest.mark.parametrize(("game", "count"), [(ONE_CHOICE, 3**6), (TWO_CHOICES, 2**15)], ids=["one", "two"])
def test_no_strategy_does_better(game, count):
    found = all_strategies(game)
    assert len(found) == count
    assert value(game) == max(found) > min(found)
    assert_agree(game)


# --- Pays ------------------------------------------------------------------------------------------------------------


def with_nets(game: Game, change: Callable[[Fraction], Fraction]) -> Game:
    """Return the game with every net of every cell and table, per unit staked, changed."""

    def table(old: Paytable) -> Paytable:
        pays = {line: change(Fraction(old.net(place))) for place, line in enumerate(old.lines)}
        return replace(old, pays=pays, less=change(Fraction(old.less)), for_one=False, meter=None)

    def cell(old):
        return replace(old, table=table(old.table)) if isinstance(old, Pays) else change(Fraction(old))

    def settlement(old: Settlement) -> Settlement:
        return replace(old, rows=tuple(replace(row, cells=tuple(map(cell, row.cells))) for row in old.rows))

    bets = (replace(bet, settlements=tuple(map(settlement, bet.settlements))) for bet in game.bets)
    return replace(game, bets=tuple(bets))


@pytest.mark.parametrize("factor", [Fraction(3), Fraction(2, 7), Fraction(10**9)], ids=str)
@pytest.mark.parametrize("slug", SHORT)
def test_pays_times_a_factor_are_worth_that_factor(slug, factor):
    game = short(slug)
    for bet in game.bets:
        before = solver.solve(game, [bet.key]).bets[bet.key]
        after = solver.solve(with_nets(game, lambda net: factor * net), [bet.key]).bets[bet.key]
        assert after.expected_value == factor * before.expected_value
        assert after.variance == factor**2 * before.variance
        assert {(o.actions, o.outcome, o.net / factor, o.combinations) for o in after.outcomes} == {
            (o.actions, o.outcome, o.net, o.combinations) for o in before.outcomes
        }
        assert after.ties == before.ties


@pytest.mark.parametrize("slug", SHORT)
def test_a_higher_pay_is_never_worth_less(slug):
    game = short(slug)
    before = {bet.key: value(game, bet.key) for bet in game.bets}
    for address, pay in game.pays().items():
        key = next((bet.key for bet in game.bets if address.startswith(f"{bet.key}.")), "base")
        assert value(game.with_pays({address: pay + Fraction(1, 3)}), key) >= before[key]


def test_a_pay_moves_the_value_by_its_share():
    """While the strategy stays the same, the value is linear in each pay: combinations x units staked / deals."""
    game = short("caribbean-stud")
    (bet,) = solver.solve(game, ["base"]).bets.values()
    straights = sum(o.combinations for o in bet.outcomes if o.outcome == "player-wins.straight")
    moved = value(game.with_pays({"straight": 4 + Fraction(1, 10**6)}))
    assert straights > 0
    assert moved - bet.expected_value == 2 * Fraction(straights, bet.deals) / 10**6


RED_OR_BLACK = toy(
    (Deal("first", 1), Decide("colour", (Action("red"), Action("black"))), Deal("second", 1)),
    (Row("red", Chose("red"), (paid("red", pair=2, ace_high=1),)),
     Row("black", ALWAYS, (paid("black", ace_high=0, king_high=3),))),
    Deck("TJKA", "cds"), "first", "second",
)  # fmt: skip


@pytest.mark.parametrize("more", [Fraction(1), Fraction(-5, 3), Fraction(10**6)], ids=str)
def test_a_constant_on_every_pay_is_a_constant_on_the_value(more):
    """Where every action stakes the same."""
    assert value(with_nets(RED_OR_BLACK, lambda net: net + more)) == value(RED_OR_BLACK) + more
    assert {o.actions for o in solver.solve(RED_OR_BLACK)["base"].outcomes} == {("red",), ("black",)}


def test_a_dominated_action_is_never_taken():
    """Burning two units is worse than whatever staying comes to; without it the game is worth the same."""
    burn, stay, more = Action("burn"), Action("stay"), Action("raise", {"bet": 1})
    rows = (Row("burnt", Chose("burn"), (Fraction(-2),)), Row("", ALWAYS, (paid(pair=1, ace_high=1),)))

    def game(*actions: Action) -> Game:
        play = (Deal("first", 1), Decide("only", actions), Deal("second", 1))
        return toy(play, rows if burn in actions else rows[1:], Deck("9QKA", "cdh"), "first", "second")

    assert {o.actions for o in solver.solve(game(burn, stay, more))["base"].outcomes} == {("stay",), ("raise",)}
    assert outcomes_of(solver.solve(game(burn, stay, more))["base"]) == outcomes_of(solver.solve(game(stay, more))["base"])


def test_more_choice_is_never_worth_less():
    game = short("phil-em-up")
    stay = replace(game, play=tuple(replace(s, actions=s.actions[:1]) if isinstance(s, Decide) else s for s in game.play))
    double = replace(game, play=tuple(replace(s, actions=s.actions[1:]) if isinstance(s, Decide) else s for s in game.play))
    assert value(game) > max(value(stay), value(double))
    assert value(double) == 2 * value(stay)


@pytest.mark.parametrize("slug", SHORT)
def test_suits_have_no_names(slug):
    for bet in short(slug).bets:
        one, *others = [outcomes_of(solver.solve(short(slug, suits), [bet.key])[bet.key]) for suits in ("cd", "hs", "ds")]
        assert all(other == one for other in others)


# --- Ties ------------------------------------------------------------------------------------------------------------


def fair(*actions: Action) -> Game:
    """Return a game in which any stake is worth nothing: the second card pairs the first one time in three, and pays 2."""
    play = (Deal("first", 1), Decide("more", actions), Deal("second", 1))
    return toy(play, (Row("", ALWAYS, (paid(pair=2),)),), Deck("2A", "cd"), "first", "second")


@pytest.mark.parametrize(
    ("actions", "taken"),
    [
        ((Action("two", {"bet": 2}), Action("none"), Action("one", {"bet": 1})), "none"),
        ((Action("one", {"bet": 1}), Action("less", {"bet": Fraction(-1, 2)}), Action("none")), "less"),
        ((Action("two", {"bet": 2}), Action("red", {"bet": 1}), Action("black", {"bet": 1})), "red"),
    ],
)
def test_of_equal_values_the_smaller_stake_is_taken_and_marked(actions, taken):
    game = fair(*actions)
    (bet,) = solver.solve(game).bets.values()
    assert {o.actions for o in bet.outcomes} == {(taken,)}
    (tie,) = bet.ties
    assert (tie.decision, tie.situations, tie.deals) == ("more", 2, 4 * 3)
    assert bet.expected_value == 0
    for row in combin.advise(game, "2c").rows:
        assert (row.best, set(row.tied)) == (taken, {action.name for action in actions})


def test_without_a_tie_nothing_is_marked():
    bet = solver.solve(fair(Action("none"), Action("one", {"bet": 1})).with_pays({"pair": "21/10"})).bets["base"]
    assert bet.ties == ()
    assert {o.actions for o in bet.outcomes} == {("one",)}


def test_a_tie_where_everything_is_seen_is_marked():
    """On the last card nothing is hidden: a pair pushes whatever is staked."""
    play = (Deal("first", 1), Deal("second", 1), Decide("late", (Action("more", {"bet": 1}), Action("stay"))))
    game = toy(play, (Row("", ALWAYS, (paid(pair=0, ace_high=1),)),), Deck("2KA", "cd"), "first", "second")
    (bet,) = solver.solve(game).bets.values()
    assert sum(tie.deals for tie in bet.ties) * 30 == 3 * 2 * bet.deals
    assert {o.actions for o in bet.outcomes if o.outcome == "pair"} == {("stay",)}
    assert_agree(game)


def test_ties_that_best_play_does_not_reach_are_not_counted():
    """Behind a raise that nobody makes both actions are worth the same."""
    early = Decide("early", (Action("stay"), Action("raise", {"bet": 1})))
    late = Decide("late", (Action("wait"), Action("go")))
    play = (Deal("first", 1), early, Deal("second", 1), late, Deal("third", 1))
    rows = (
        Row("raised", Chose("raise"), (LOSE,)),
        Row("went", Chose("go"), (paid("went", ace_high=0),)),
        Row("", ALWAYS, (paid(ace_high=1),)),
    )
    game = toy(play, rows, Deck("2KA", "cd"), "second", "third")
    assert solver.solve(game)["base"].ties == ()
    assert any(row.tied for row in combin.advise(game, "2c / Kd").rows if row.history == ("raise",))
    assert_agree(game)


# --- Totals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SHORT)
def test_a_deal_too_many_is_noticed(slug, monkeypatch):
    """Every total is checked whenever it is counted, not only here."""

    def one_more(*arguments, **options):
        for tally in counting.tallies(*arguments, **options):
            tally.counts[0] += 1
            yield tally

    monkeypatch.setattr(solver, "tallies", one_more)
    for bet in short(slug).bets:
        with pytest.raises(ArithmeticError, match="deals were counted, and there are"):
            solver.solve(short(slug), [bet.key], threads=1)


def test_a_hand_too_many_of_the_opponent_is_noticed():
    plan = short_plan(short("three-card-poker"))
    masks, mults = walk.states(plan.game.deck.mask, array("q", [3]), array("Q"), -1)
    code = counting.program(plan, [("player",), ("dealer",)], plan.columns, hands=("player", "dealer"))
    deck, known = plan.game.deck.mask, array("q", bytes(8 * len(mults)))

    def answers(heavier: int) -> int:
        others = array("q", [mult + heavier * (place == 0) for place, mult in enumerate(mults)])
        player, opponent = removal.Hands(masks, mults, 3), removal.Hands(masks, others, 3)
        sweep = removal.Sweep(deck, player, opponent, known, False, code, 0, 1)
        found = 0
        while block := sweep.block(10):
            found += sum(block[3])
        return found

    assert answers(0) == plan.deals
    with pytest.raises(ArithmeticError):
        answers(1)


def test_boards_that_do_not_come_out_whole_are_noticed(monkeypatch):
    """A board is met once for each of its cards, so that every count is a multiple."""
    counted = counting._row_counts

    def moved(*arguments, **options):
        counts = counted(*arguments, **options)
        counts[0], counts[-1] = counts[0] + 1, counts[-1] - 1
        return counts

    monkeypatch.setattr(counting, "_row_counts", moved)
    with pytest.raises(ArithmeticError, match="do not come out whole"):
        solver.solve(shortened(combin.load("hot-poker-spot"), "TJQKA", "cd"), threads=1)


def test_children_without_their_parents_are_noticed():
    deck = Deck("TJQKA", "cd").mask
    children, _ = walk.states(deck, array("q", [3]), array("Q"), -1)
    parents, _ = walk.states(deck, array("q", [2]), array("Q"), -1)
    split = array("q", [0, 0, 2, 0, -1, 1])
    links = array("i", bytes(4 * 3 * len(children)))
    linking.links(deck, 1, children, 1, parents, split, links)
    with pytest.raises(ValueError, match="without its parent"):
        linking.links(deck, 1, children, 1, parents[:-1], split, links)
    with pytest.raises(ValueError, match=r"unexpected number of parents|do not fit"):
        linking.links(deck, 1, children, 1, parents, split, array("i", bytes(4 * 2 * len(children))))


# --- 63 bits -----------------------------------------------------------------------------------------------------------

PAYS = [
    Fraction(10**15), Fraction(-(10**15)), Fraction(10**18), Fraction(-(10**18)), Fraction(10**40), Fraction(1, 10**15),
    Fraction(1, 10**18), Fraction(-1, 10**18), Fraction(1, 10**40), Fraction(10**12, 999_983), Fraction(2**53 + 1),
    Fraction(2**62 - 1, 3), Fraction(7, 2**40),
]  # fmt: skip
ADDRESSED = {
    "caribbean-stud": "straight", "dakota-duel-draw": "two-pair", "hot-poker-spot": "straight", "let-it-ride": "two-pair",
    "mississippi-stud": "two-pair", "phil-em-up": "two-pair", "three-card-poker": "ante-bonus.straight",
}  # fmt: skip


@pytest.mark.parametrize("slug", ("let-it-ride", "phil-em-up", "three-card-poker"))
@pytest.mark.parametrize("pay", PAYS, ids=str)
def test_a_pay_of_any_size_is_exact_or_refused(slug, pay):
    """The reference counts in integers of any size."""
    ranks = {"let-it-ride": "9TJQ", "phil-em-up": "9TJ", "three-card-poker": "QKA"}[slug]
    game = shortened(combin.load(slug), ranks, "cd").with_pays({ADDRESSED[slug]: pay})
    staked = max(sum(map(abs, game.stakes(game.bets[0], path).values())) for path in game.paths())
    largest = 2 * staked * max(map(abs, game.pays().values())) * pay.denominator
    try:
        found = value(game)
    except CombinError as error:
        assert "63 bits" in str(error) and "\n" not in str(error)
        assert largest * 2 * short_plan(game).deals >= 2**63
    else:
        assert found == reference.solve(game).expected_value


@pytest.mark.parametrize("pay", PAYS, ids=str)
@pytest.mark.parametrize("slug", names())
def test_on_the_whole_deck_a_pay_is_bounded_before_anything_is_counted(slug, pay):
    """The bound is the largest that any sum can reach: suits relabelled x deals still to come x the largest scaled net."""
    game = combin.load(slug, {"cost": "1"} if slug == "hot-poker-spot" else None).with_pays({ADDRESSED[slug]: pay})
    plan = short_plan(game)
    try:
        money = solver.Money(plan)
    except CombinError as error:
        assert "63 bits" in str(error) and "\n" not in str(error)
    else:
        largest = max(abs(net) for table in money.pays.values() for net in table)
        assert largest * 24 * plan.deals_after(plan.stages[0]) < 2**63
        assert {result.net * money.scale for ends in money.ends.values() for _, result in ends} <= {
            net for table in money.pays.values() for net in table
        }


@pytest.mark.parametrize("pay", PAYS, ids=str)
def test_without_a_decision_any_pay_is_exact(pay):
    """No kernel sees the pays then."""
    game = combin.load("three-card-poker", pays={"pair-plus.flush": pay})
    counts = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "pair": 3_744}
    rest = sum(count * game.pays()[f"pair-plus.{line}"] for line, count in counts.items()) - 16_440
    assert value(game, "pair-plus") == (rest + 1_096 * pay) / comb(52, 3)


# --- Measures --------------------------------------------------------------------------------------------------------


def test_measures_of_a_coin():
    """A pair of two cards of four wins 5 one time in three; else the unit is lost, and half a unit is put on beforehand."""
    game = toy((Deal("first", 1), Deal("second", 1)), (Row("", ALWAYS, (paid(pair=5),)),), Deck("2A", "cd"), "first", "second",
               stake=Fraction(3, 2))  # fmt: skip
    bet = solver.solve(game)["base"]
    assert bet.deals == sum(o.combinations for o in bet.outcomes)
    assert {(o.outcome, o.net, o.staked, Fraction(o.combinations, bet.deals)) for o in bet.outcomes} == {
        ("pair", Fraction(15, 2), Fraction(3, 2), Fraction(1, 3)), ("less", Fraction(-3, 2), Fraction(3, 2), Fraction(2, 3)),
    }  # fmt: skip
    assert bet.expected_value == -bet.house_edge == Fraction(3, 2)
    assert bet.variance == Fraction(1, 3) * 36 + Fraction(2, 3) * 9
    assert bet.hit_frequency == Fraction(1, 3)
    assert bet.average_wager == Fraction(3, 2)
    assert bet.element_of_risk == -1
    assert bet.standard_deviation**2 == 18
    assert str(bet.standard_deviation) == "3*sqrt(2)"
