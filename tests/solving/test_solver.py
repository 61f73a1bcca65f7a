"""What is true of any best play: no strategy beats it, pays move it as they must, ties cost the
smaller stake, no sum wraps.
"""

from __future__ import annotations

import threading
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb
from types import SimpleNamespace

import pytest

import combin
from agreement import assert_agree, outcomes_of, short_plan, shortened
from combin import counting
from combin.cards import Deck
from combin.counting import method_of
from combin.counting.methods import last_card
from combin.counting.program import program
from combin.errors import CombinError
from combin.families import tallies as tally_family
from combin.kernels import links as linking
from combin.kernels import removal, walk
from combin.proof import reference
from combin.questions import solve as solver
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
from combin.rules.facts import DealResult, path_key
from combin.solving.executor import in_order
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs
from combin.solving.result import outcomes
from sizes import GAMES, LIKE_JACKS, sized

SHORT = {
    "caribbean-stud": "9TJQKA", "dakota-duel-draw": "789TA", "hot-poker-spot": "TJQKA", "let-it-ride": "9TJQKA",
    "mississippi-stud": "6TJQA", "phil-em-up": "9TJQA", "three-card-poker": "9TJQKA",
}  # fmt: skip


def short(slug: str, suits: str = "cd") -> Game:
    return shortened(
        combin.load(slug, {"cost": "1"} if slug == "hot-poker-spot" else None), SHORT[slug], suits
    )


def value(game: Game, key: str = "base") -> Fraction:
    return solver.solve(game, [key], threads=1).bets[key].expected_value


def toy(
    play: tuple, rows: tuple[Row, ...], deck: Deck, *zones: str, stake: Fraction = Fraction(1)
) -> Game:
    """Return a game of one wager and one hand, the two cards of the zones named."""
    bet = Bet("base", (Wager("bet", stake),), "bet", (Settlement(("bet",), rows),))
    return Game(
        "toy", "Toy", "none", deck, play, (Hand("hand", TWO_CARD, zones),), (bet,)
    ).resolve()


def paid(name: str = "", **pays) -> Pays:
    return Pays(Paytable(name, {line.replace("_", "-"): pay for line, pay in pays.items()}), "hand")


# --- How wide numbers are ----------------------------------------------------------------------


def raises(actions: int) -> Game:
    """Return a game in which every hand is shown at a stake of its own, so that each number of an
    action is of use.
    """
    stakes = [
        Action(f"raise-{number}", {"bet": Fraction(number, 10)}) for number in range(1, actions)
    ]
    play = (Deal("mine", 2), Decide("stake", (Action("fold", ends=True), *stakes)), Deal("more", 1))
    rows = [Row("fold", Chose("fold"), (LOSE,))]
    for number in range(1, actions):
        won = 10 if number % 2 else 10 - Fraction(number, 100)
        when = Chose(f"raise-{number}") if number < actions - 1 else ALWAYS
        rows.append(Row("", when, (paid(f"table-{number}", pair=won),)))
    return toy(play, tuple(rows), Deck("234", "cd"), "mine", "more")


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("actions", (255, 256, 300))
def test_more_actions_than_a_byte_can_number(actions):
    assert_agree(raises(actions))


@pytest.mark.slow
@pytest.mark.parametrize("actions", (256, 300))
def test_the_last_of_many_actions_is_taken_at_any_pay(actions):
    from combin.sensitivity import Counted, sweep

    pay = f"table-{actions - 1}.pair"
    found = sweep(Counted(raises(actions)), pay, Fraction(0), Fraction(50))
    dear = solver.solve(raises(actions).with_pays({pay: 50})).bets["base"]
    assert found.at(Fraction(50)) == dear.expected_value
    assert (f"raise-{actions - 1}",) in {row.actions for row in dear.outcomes}


# --- The order of outcomes ---------------------------------------------------------------------


def test_outcomes_come_by_actions_then_pay_then_rarity_then_name():
    """Each of the four decides where those before it do not, against the order in which the ends
    are numbered.
    """
    bet, check = (("d", Action("bet")),), (("d", Action("check")),)
    ends = {
        check: [("alone", 9, 1)],
        bet: [
            ("b", 1, 5),
            ("a", 1, 5),
            ("common", 1, 9),
            ("never", 8, 0),
            ("rare", 1, 2),
            ("dear", 7, 9),
            ("cheap", -1, 1),
        ],
    }
    tables = {
        path: [(path, DealResult(name, Fraction(net), Fraction(1))) for name, net, _ in found]
        for path, found in ends.items()
    }
    payoffs = SimpleNamespace(tables=tables)
    root = Root(
        {path_key(path): array("q", [deals for *_, deals in found]) for path, found in ends.items()}
    )
    found = [(*row.actions, row.outcome, row.combinations) for row in outcomes(payoffs, root)]
    names_in_order = [("bet", name) for name in ("dear", "rare", "a", "b", "common", "cheap")] + [
        ("check", "alone")
    ]
    assert [row[:2] for row in found] == names_in_order
    assert [row[2] for row in found] == [9, 2, 5, 5, 9, 1, 1]


# --- Every pure strategy -----------------------------------------------------------------------


def all_strategies(game: Game) -> list[Fraction]:
    """Return what every pure strategy wins on average: an action for each set of cards seen and
    actions taken.

    Every deal is one card a zone.
    """
    zones = [step.zone for step in game.deals]
    places = [
        sum(isinstance(step, Deal) for step in game.play[: game.play.index(decision)])
        for decision in game.decisions
    ]
    histories = [
        list(product(*([act.name for act in step.actions] for step in game.decisions[:n])))
        for n in range(len(places))
    ]
    deals = list(permutations(game.deck.cards, len(zones)))
    sets = [
        (cards, history)
        for place, before in zip(places, histories)
        for cards in permutations(game.deck.cards, place)
        for history in before
    ]
    nets = {
        (deal, path): reference.settle(
            game, "base", {zone: [card] for zone, card in zip(zones, deal)}, path
        )[2]
        for deal in deals
        for path in product(*([act.name for act in step.actions] for step in game.decisions))
    }
    offered = {
        len(history): [act.name for act in game.decisions[len(history)].actions]
        for _, history in sets
    }

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


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("game", "count"), [(ONE_CHOICE, 3**6), (TWO_CHOICES, 2**15)], ids=["one", "two"]
)
def test_no_strategy_does_better(game, count):
    found = all_strategies(game)
    assert len(found) == count
    assert value(game) == max(found) > min(found)
    assert_agree(game)


# --- Pays --------------------------------------------------------------------------------------


def with_nets(game: Game, change: Callable[[Fraction], Fraction]) -> Game:
    """Return the game with every net of every cell and table, per unit staked, changed."""

    def table(old: Paytable) -> Paytable:
        pays = {line: change(Fraction(old.net(place))) for place, line in enumerate(old.lines)}
        return replace(old, pays=pays, less=change(Fraction(old.less)), for_one=False, meter=None)

    def cell(old):
        return (
            replace(old, table=table(old.table)) if isinstance(old, Pays) else change(Fraction(old))
        )

    def settlement(old: Settlement) -> Settlement:
        return replace(
            old, rows=tuple(replace(row, cells=tuple(map(cell, row.cells))) for row in old.rows)
        )

    bets = (replace(bet, settlements=tuple(map(settlement, bet.settlements))) for bet in game.bets)
    return replace(game, bets=tuple(bets))


@pytest.mark.slow_after(4)
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


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", SHORT)
def test_a_higher_pay_is_never_worth_less(slug):
    game = short(slug)
    before = {bet.key: value(game, bet.key) for bet in game.bets}
    for address, pay in game.pays().items():
        key = next((bet.key for bet in game.bets if address.startswith(f"{bet.key}.")), "base")
        assert value(game.with_pays({address: pay + Fraction(1, 3)}), key) >= before[key]


def test_a_pay_moves_the_value_by_its_share():
    """While the strategy stays the same, the value is linear in each pay: combinations x units
    staked / deals.
    """
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
    assert {o.actions for o in solver.solve(RED_OR_BLACK)["base"].outcomes} == {
        ("red",),
        ("black",),
    }


def test_a_dominated_action_is_never_taken():
    """Burning two units is worse than whatever staying comes to; without it the game is worth the
    same.
    """
    burn, stay, more = Action("burn", {"bet": 1}), Action("stay"), Action("raise", {"bet": 1})
    rows = (Row("burnt", Chose("burn"), (LOSE,)), Row("", ALWAYS, (paid(pair=1, ace_high=1),)))

    def game(*actions: Action) -> Game:
        play = (Deal("first", 1), Decide("only", actions), Deal("second", 1))
        return toy(
            play, rows if burn in actions else rows[1:], Deck("9QKA", "cdh"), "first", "second"
        )

    assert {o.actions for o in solver.solve(game(burn, stay, more))["base"].outcomes} == {
        ("stay",),
        ("raise",),
    }
    assert outcomes_of(solver.solve(game(burn, stay, more))["base"]) == outcomes_of(
        solver.solve(game(stay, more))["base"]
    )


def test_more_choice_is_never_worth_less():
    game = short("phil-em-up")
    stay = replace(
        game,
        play=tuple(
            replace(s, actions=s.actions[:1]) if isinstance(s, Decide) else s for s in game.play
        ),
    )
    double = replace(
        game,
        play=tuple(
            replace(s, actions=s.actions[1:]) if isinstance(s, Decide) else s for s in game.play
        ),
    )
    assert value(game) > max(value(stay), value(double))
    assert value(double) == 2 * value(stay)


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("slug", SHORT)
def test_suits_have_no_names(slug):
    for bet in short(slug).bets:
        one, *others = [
            outcomes_of(solver.solve(short(slug, suits), [bet.key])[bet.key])
            for suits in ("cd", "hs", "ds")
        ]
        assert all(other == one for other in others)


# --- Ties --------------------------------------------------------------------------------------


def fair(*actions: Action) -> Game:
    """Return a game in which any stake is worth nothing: the second card pairs the first one time
    in three, and pays 2.
    """
    play = (Deal("first", 1), Decide("more", actions), Deal("second", 1))
    return toy(play, (Row("", ALWAYS, (paid(pair=2),)),), Deck("2A", "cd"), "first", "second")


@pytest.mark.parametrize(
    ("actions", "taken"),
    [
        ((Action("two", {"bet": 2}), Action("none"), Action("one", {"bet": 1})), "none"),
        (
            (Action("one", {"bet": 1}), Action("less", {"bet": Fraction(-1, 2)}), Action("none")),
            "less",
        ),
        (
            (Action("two", {"bet": 2}), Action("red", {"bet": 1}), Action("black", {"bet": 1})),
            "red",
        ),
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
    bet = solver.solve(
        fair(Action("none"), Action("one", {"bet": 1})).with_pays({"pair": "21/10"})
    ).bets["base"]
    assert bet.ties == ()
    assert {o.actions for o in bet.outcomes} == {("one",)}


def test_a_tie_where_everything_is_seen_is_marked():
    """On the last card nothing is hidden: a pair pushes whatever is staked."""
    play = (
        Deal("first", 1),
        Deal("second", 1),
        Decide("late", (Action("more", {"bet": 1}), Action("stay"))),
    )
    game = toy(
        play, (Row("", ALWAYS, (paid(pair=0, ace_high=1),)),), Deck("2KA", "cd"), "first", "second"
    )
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


# --- Totals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SHORT)
def test_a_deal_too_many_is_noticed(slug, monkeypatch):
    """Every total is checked whenever it is counted, not only here."""

    def one_more(*arguments, **options):
        for tally in counting.tallies(*arguments, **options):
            tally.counts[0] += 1
            yield tally

    monkeypatch.setattr(tally_family, "tallies", one_more)
    for bet in short(slug).bets:
        with pytest.raises(ArithmeticError, match="deals were counted, and there are"):
            solver.solve(short(slug), [bet.key], threads=1)


def test_a_hand_too_many_of_the_opponent_is_noticed():
    plan = short_plan(short("three-card-poker"))
    masks, mults = walk.states(plan.game.deck.mask, array("q", [3]), array("Q"), -1)
    code = program(plan, [("player",), ("dealer",)], plan.columns, hands=("player", "dealer"))
    deck, known = plan.game.deck.mask, array("q", bytes(8 * len(mults)))

    def answers(heavier: int) -> int:
        others = array("q", [mult + heavier * (place == 0) for place, mult in enumerate(mults)])
        player, opponent = removal.Hands(masks, mults, 3), removal.Hands(masks, others, 3)
        sweep = removal.StrengthSweep(deck, player, opponent, known, False, code, 0, 1)
        found = 0
        while block := sweep.block(10):
            found += sum(block[3])
        return found

    assert answers(0) == plan.deals
    with pytest.raises(ArithmeticError):
        answers(1)


def test_boards_that_do_not_come_out_whole_are_noticed(monkeypatch):
    """A board is met once for each of its cards, so that every count is a multiple."""
    counted = last_card._counts

    def moved(*arguments, **options):
        counts = counted(*arguments, **options)
        counts[0], counts[-1] = counts[0] + 1, counts[-1] - 1
        return counts

    monkeypatch.setattr(last_card, "_counts", moved)
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
        linking.links(
            deck, 1, children, 1, parents, split, array("i", bytes(4 * 2 * len(children)))
        )


# --- 63 bits -----------------------------------------------------------------------------------

PAYS = [
    Fraction(10**15), Fraction(1, 10**15) - 1, Fraction(10**18), Fraction(1, 10**18) - 1, Fraction(10**40), Fraction(1, 10**15),
    Fraction(1, 10**18), Fraction(-1, 10**18), Fraction(1, 10**40), Fraction(10**12, 999_983), Fraction(2**53 + 1),
    Fraction(2**62 - 1, 3), Fraction(7, 2**40),
]  # fmt: skip
ADDRESSED = {
    "bonus-poker": "straight", "bonus-six": "two-pair", "caribbean-stud": "straight",
    "casino-holdem": "ante.flush", "casino-war": "war-won.raise", "criss-cross-poker": "straight",
    "crazy-4-poker": "super-bonus.straight-flush", "dakota-duel-draw": "two-pair",
    "deuces-wild": "straight", "double-double-bonus": "straight", "flushes-gone-wild": "blind.by-2",
    "four-card-poker": "ante-bonus.straight-flush", "heads-up-holdem": "odds.straight",
    "high-card-flush": "player-wins.raise", "hot-poker-spot": "straight",
    "jacks-or-better": "straight", "joker-poker": "straight", "let-it-ride": "two-pair",
    "mississippi-stud": "two-pair", "phil-em-up": "two-pair", "red-dog": "spread-1",
    "texas-holdem-bonus": "player-wins.bets", "three-card-poker": "ante-bonus.straight",
    "ultimate-texas-holdem": "blind.straight", "ultimate-three-card-poker": "blind.straight",
}  # fmt: skip


@pytest.mark.parametrize("slug", ("let-it-ride", "phil-em-up", "three-card-poker"))
@pytest.mark.parametrize("pay", PAYS, ids=str)
def test_a_pay_of_any_size_is_exact_or_refused(slug, pay):
    """The reference counts in integers of any size."""
    ranks = {"let-it-ride": "9TJQ", "phil-em-up": "9TJ", "three-card-poker": "QKA"}[slug]
    game = shortened(combin.load(slug), ranks, "cd").with_pays({ADDRESSED[slug]: pay})
    staked = max(sum(map(abs, game.bets[0].stakes(path).values())) for path in game.paths())
    largest = 2 * staked * max(map(abs, game.pays().values())) * pay.denominator
    try:
        found = value(game)
    except CombinError as error:
        assert "63 bits" in str(error) and "\n" not in str(error)
        assert largest * 2 * short_plan(game).deals >= 2**63
    else:
        assert found == reference.solve(game).expected_value


@pytest.mark.slow_after(6)
@pytest.mark.parametrize(
    "slug", sized(slug for slug, game in GAMES.items() if game.decisions and slug not in LIKE_JACKS)
)
def test_on_the_whole_deck_a_pay_is_bounded_before_anything_is_counted(slug):
    """The bound is the largest that any sum can reach: suits relabelled x deals still to come x the
    largest scaled net.
    """
    rules = combin.load(slug, {"cost": "1"} if slug == "hot-poker-spot" else None)
    for_one = any(table.for_one for table in rules.bets[0].tables())
    for pay in PAYS:
        plan = short_plan(rules.with_pays({ADDRESSED[slug]: pay + for_one}))
        try:
            payoffs = Payoffs(plan)
        except CombinError as error:
            assert "63 bits" in str(error) and "\n" not in str(error), pay
        else:
            nets = {net for table in payoffs.pays.values() for net in table}
            assert max(map(abs, nets)) * 24 * plan.deals_after(plan.stages[0]) < 2**63, pay
            assert {
                result.net * payoffs.scale for ends in payoffs.ends.values() for _, result in ends
            } <= nets, pay


@pytest.mark.parametrize("pay", PAYS, ids=str)
def test_without_a_decision_any_pay_is_exact(pay):
    """No kernel sees the pays then."""
    game = combin.load("three-card-poker", pays={"pair-plus.flush": pay})
    counts = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "pair": 3_744}
    rest = sum(count * game.pays()[f"pair-plus.{line}"] for line, count in counts.items()) - 16_440
    assert value(game, "pair-plus") == (rest + 1_096 * pay) / comb(52, 3)


# --- Measures ----------------------------------------------------------------------------------


def test_measures_of_a_coin():
    """A pair of two cards of four wins 5 one time in three; else the unit is lost, and half a unit
    is put on beforehand.
    """
    game = toy((Deal("first", 1), Deal("second", 1)), (Row("", ALWAYS, (paid(pair=5),)),), Deck("2A", "cd"), "first", "second",
               stake=Fraction(3, 2))  # fmt: skip
    bet = solver.solve(game)["base"]
    assert bet.deals == sum(o.combinations for o in bet.outcomes)
    assert {(o.outcome, o.net, o.staked, Fraction(o.combinations, bet.deals)) for o in bet.outcomes} == {
        ("pair", Fraction(15, 2), Fraction(3, 2), Fraction(1, 3)), ("less", Fraction(-3, 2), Fraction(3, 2), Fraction(2, 3)),
    }  # fmt: skip
    assert bet.expected_value == -bet.house_edge == Fraction(3, 2)
    assert bet.variance == Fraction(1, 3) * 36 + Fraction(2, 3) * 9
    assert bet.hit_frequency == bet.net_win_frequency == Fraction(1, 3)
    assert bet.average_wager == Fraction(3, 2)
    assert bet.element_of_risk == -1
    assert bet.standard_deviation**2 == 18
    assert str(bet.standard_deviation) == "3*sqrt(2)"


# --- Order, progress, threads ------------------------------------------------------------------


def test_outcomes_stand_by_actions_then_pay_then_rarity_then_name():
    play = (Deal("cards", 2),)
    pays = paid(pair_of_aces=1, pair_of_kings=1, pair=1, ace_high=1, king_high=-1)
    alone = solver.solve(toy(play, (Row("", ALWAYS, (pays,)),), Deck("23KA", "cd"), "cards"))[
        "base"
    ]
    assert [(o.outcome, o.net, o.combinations) for o in alone.outcomes] == [
        ("pair-of-aces", 1, 1), ("pair-of-kings", 1, 1), ("pair", 1, 2), ("ace-high", 1, 12), ("less", -1, 4), ("king-high", -1, 8),
    ]  # fmt: skip
    play = (
        Deal("cards", 1),
        Decide("d", (Action("stay"), Action("go", {"bet": 1}))),
        Deal("more", 1),
    )
    rows = (Row("", ALWAYS, (paid(pair=1, ace_high=1),)),)
    both = solver.solve(toy(play, rows, Deck("23KA", "cd"), "cards", "more"))["base"].outcomes
    assert [(o.actions, o.outcome) for o in both] == [
        (("go",), "pair"), (("go",), "ace-high"), (("stay",), "pair"), (("stay",), "ace-high"), (("stay",), "less"),
    ]  # fmt: skip


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_progress_goes_through_all_shares(threads):
    game, seen = short("caribbean-stud"), []
    solver.solve(
        game, ["base", "progressive"], threads=threads, progress=lambda *far: seen.append(far)
    )
    for key in ("base", "progressive"):
        plan = short_plan(game, key)
        parts = method_of(plan).shares(plan, threads)
        assert [far for far in seen if far[0] == key] == [
            (key, done, parts) for done in range(parts + 1)
        ]


def test_shares_are_yielded_in_their_order_by_any_number_of_threads():
    for threads in (1, 2, 5):
        assert list(in_order(lambda part: part * part, range(7), threads)) == [
            0,
            1,
            4,
            9,
            16,
            25,
            36,
        ]


def test_all_bets_are_solved_unless_some_are_named():
    game = short("three-card-poker")
    assert list(solver.solve(game).bets) == [bet.key for bet in game.bets]
    assert (
        list(solver.solve(game, ["pair-plus"]).bets) == ["pair-plus"]
        and solver.solve(game, []).bets == {}
    )
    with pytest.raises(CombinError, match="has no bet 'pair-pluss'"):
        solver.solve(game, ["pair-pluss"])


def test_a_root_tally_adds_another_path_by_path():
    one = Root({(): array("q", [1, 2])})
    two = Root({(): array("q", [10, 20]), ("a",): array("q", [5])}, Counter({(0, "deals"): 3}))
    one.add(two)
    assert {path: list(counts) for path, counts in one.counts.items()} == {
        (): [11, 22],
        ("a",): [5],
    }
    assert one.ties == {(0, "deals"): 3}


@pytest.mark.parametrize("slug", SHORT)
def test_information_sets_that_stand_more_often_count_so(slug):
    """`times` multiplies what an information set of the first level brings."""
    plan = short_plan(short(slug))
    payoffs = Payoffs(plan)
    for tally in counting.tallies(plan):
        if tally.levels:
            folded = payoffs.fold(tally)
            once, twice = carry(folded), carry(folded, array("q", [2]) * len(tally.levels[0]))
            assert {
                path: [2 * count for count in counts] for path, counts in once.counts.items()
            } == {path: list(counts) for path, counts in twice.counts.items()}
            assert {key: 2 * deals for key, deals in once.ties.items() if key[1] == "deals"} == {
                key: deals for key, deals in twice.ties.items() if key[1] == "deals"
            }


@pytest.mark.parametrize("late", ["second", "third"])
def test_an_early_end_is_paid_by_what_nobody_asks_for_later(late):
    """Leaving pays the hand of the first cards; whoever stays is paid by all of them, or looks at
    no first hand again.
    """
    leave = Decide("first", (Action("leave", ends=True), Action("stay", {"bet": 1})))
    more = Decide("second", (Action("check"), Action("raise", {"bet": 1})))
    play = (Deal("a", 2), leave, Deal("b", 1), more, Deal("c", 1))
    rows = (
        Row(
            "left", Chose("leave"), (Pays(Paytable("early", {"pair": 3, "ace-high": 0}), "early"),)
        ),
        Row("", ALWAYS, (paid(pair=5),)),
    )
    hands = (Hand("hand", TWO_CARD, ("b", "c")), Hand("early", TWO_CARD, ("a",)))
    if late == "third":
        play = (*play[:2], Deal("b", 1), Decide("middle", (Action("on"),)), *play[3:])
    bet = Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), rows),))
    game = Game("early", "Early", "none", Deck("29A", "cd"), play, hands, (bet,)).resolve()
    paths = {outcome.actions[0] for outcome in solver.solve(game)["base"].outcomes}
    assert paths == {"leave", "stay"}
    assert_agree(game)


@pytest.mark.parametrize(("ace_high", "situations"), [(1, 1), (0, 2)])
def test_ties_where_everything_is_seen_are_counted_by_what_is_known(ace_high, situations):
    play = (
        Deal("first", 1),
        Deal("second", 1),
        Decide("late", (Action("more", {"bet": 1}), Action("stay"))),
    )
    game = toy(
        play,
        (Row("", ALWAYS, (paid(pair=0, ace_high=ace_high),)),),
        Deck("2KA", "cd"),
        "first",
        "second",
    )
    (tie,) = solver.solve(game)["base"].ties
    # Of 15 sets of two cards 3 are pairs and 8 have one ace.
    assert (tie.decision, tie.situations) == ("late", situations)
    assert tie.deals * 15 == (3 + 8 * (ace_high == 0)) * solver.solve(game)["base"].deals


def test_one_thread_is_the_callers_own():
    here = threading.get_ident()
    assert set(in_order(lambda part: threading.get_ident(), range(4), 1)) == {here}
    assert here not in set(in_order(lambda part: threading.get_ident(), range(4), 2))
