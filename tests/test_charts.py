"""Charts: exact figures behind every kind, the same bytes twice, and every game drawn."""

import re
from fractions import Fraction

import pytest

from combin.dossier import charts as figures
from combin.errors import CombinError
from combin.games import find, names
from combin.publishing.drawing import chart_model
from combin.render import charts
from combin.solving.advice import advise
from combin.solving.measures import (
    Hand,
    MatchUp,
    law,
    match_ups,
    runs,
    square,
    starting_hands,
    telling_rounds,
)
from combin.solving.result import BetResult, Outcome
from combin.solving.solve import solve
from sizes import sized

pytest.importorskip("typst")

LADDER = ((1, Fraction(1, 20)), (2, Fraction(1, 90)), (4, Fraction(1, 40_000)), (6, Fraction(0)))
_solved = {}


def solved(slug):
    if slug not in _solved:
        game = find(slug).resolve()
        _solved[slug] = solve(game, ["base"])
    return _solved[slug]


def coin():
    """Return a bet that wins 1 in one deal of three and loses 1 in two."""
    return BetResult(
        "base",
        "ante",
        3,
        (
            Outcome((), "won", Fraction(1), Fraction(1), 1),
            Outcome((), "lost", Fraction(-1), Fraction(1), 2),
        ),
    )


# --- Measures ----------------------------------------------------------------------------------


def test_the_square_has_pairs_on_its_diagonal_and_suited_hands_above_it():
    labels = square()
    assert len(set(labels)) == 169
    assert (
        labels[:3] == ["AA", "AKs", "AQs"] and labels[13:15] == ["AKo", "KK"] and labels[-1] == "22"
    )
    assert square("9T") == ["TT", "T9s", "T9o", "99"]


@pytest.mark.parametrize("slug", ["dakota-duel-draw", "mississippi-stud", "hot-poker-spot"])
def test_starting_hands_add_up_to_the_whole_game(slug):
    hands = starting_hands(find(slug).resolve())
    assert [hand.label for hand in hands] == square()
    deals = sum(hand.deals for hand in hands)
    assert (
        sum(hand.value * hand.deals for hand in hands) / deals
        == solved(slug)["base"].expected_value
    )
    counts = {len(hand.label) + hand.label.endswith("o"): hand.deals * 1326 for hand in hands}
    assert {size: Fraction(count, deals) for size, count in counts.items()} == {2: 6, 3: 4, 4: 12}


@pytest.mark.parametrize("slug", ["dakota-duel-draw", "mississippi-stud"])
def test_a_starting_hand_is_worth_what_advice_says(slug):
    game = find(slug).resolve()
    hands = {hand.label: hand for hand in starting_hands(game)}
    for label, cards in (("AKs", "As Ks"), ("72o", "7d 2c"), ("66", "6h 6c")):
        answer = advise(game, cards).rows[0]
        assert (hands[label].values, hands[label].best) == (answer.values, answer.best)


def test_a_game_of_five_cards_has_no_square():
    with pytest.raises(CombinError, match="phil-em-up does not start with two cards to decide on"):
        starting_hands(find("phil-em-up").resolve())
    with pytest.raises(CombinError, match="has no decision on five cards against one up card"):
        next(match_ups(find("phil-em-up").resolve()))


@pytest.fixture(scope="module")
def found():
    return list(match_ups(find("caribbean-stud").resolve()))


def test_match_ups_are_ace_king_against_every_up_card(found):
    assert len(found) == 45 * 13  # two of the ten ranks from queen to three
    assert (found[0].kickers, found[0].up) == ("QJ", "A")
    assert all(match.gain is not None for match in found)


def test_a_match_up_is_the_mean_of_the_advice_on_its_deals(found):
    game = find("caribbean-stud").resolve()
    worth, weight = Fraction(0), 0
    for text, deals in deals_of("AK43", "2", "9"):
        values = advise(game, text).rows[0].values
        worth += (values["raise"] - values["fold"]) * deals
        weight += deals
    (match,) = [match for match in found if (match.kickers, match.up) == ("43", "9")]
    assert match.gain == worth / weight


def deals_of(high, last, up):
    """Yield the situations of one hand of five ranks and another's up card: cards, and how many
    relabellings they stand for.
    """
    from itertools import product
    from math import perm

    for suits in product(range(4), repeat=6):
        new_suits_in_order = all(
            suit <= max(suits[:place], default=-1) + 1 for place, suit in enumerate(suits)
        )
        if new_suits_in_order and len(set(suits[:5])) > 1:
            *held, shown = (rank + "shdc"[suit] for rank, suit in zip(high + last + up, suits))
            yield f"{' '.join(held)} / {shown}", perm(4, len(set(suits)))


def test_the_law_of_a_round_and_of_many():
    assert [(chance.net, chance.probability) for chance in law(coin())] == [
        (-1, Fraction(2, 3)),
        (1, Fraction(1, 3)),
    ]
    (run,) = runs(coin(), [4])
    assert (run.mean, run.variance) == (Fraction(-1, 3), Fraction(2, 9))
    assert telling_rounds(coin()) == 8


# --- Charts ------------------------------------------------------------------------------------


def test_kinds_follow_the_shape_of_the_game():
    kinds = {slug: figures.kinds(find(slug).resolve()) for slug in names()}
    assert kinds["phil-em-up"] == ["law", "rounds", "ladder"]
    assert kinds["mississippi-stud"] == ["actions", "values", "law", "rounds", "ladder"]
    assert kinds["hot-poker-spot"] == ["values", "law", "rounds", "ladder"]
    assert kinds["caribbean-stud"] == ["match-ups", "law", "rounds", "ladder"]
    assert figures.kinds(find("hot-poker-spot").resolve({"cost": "1"}))[:2] == ["actions", "values"]


@pytest.mark.parametrize("slug", sized(names()))
def test_every_game_is_drawn(slug):
    solution = solved(slug)
    for kind in figures.kinds(solution.game):
        if kind != "match-ups":
            assert charts.render(
                chart_model(solution.game, kind, solution, LADDER), "svg"
            ).startswith(b"<svg")


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_a_chart_has_the_same_bytes_every_time(ending):
    solution = solved("dakota-duel-draw")
    for kind in figures.kinds(solution.game) if ending != "png" else ["law"]:
        first, second = (
            charts.render(chart_model(solution.game, kind, solution, LADDER), ending)
            for _ in range(2)
        )
        assert first == second


def test_match_ups_are_drawn_with_a_star_where_suits_decide():
    game = find("caribbean-stud").resolve()
    frame = charts.Frame(game, "combin chart caribbean-stud match-ups -o chart.svg", "combin")
    matches = [
        MatchUp("QJ", "A", Fraction(1, 2), True),
        MatchUp("QJ", "K", Fraction(-1, 3)),
        MatchUp("QJ", "Q", None),
    ]
    model = charts.match_ups(frame, figures.MatchUps("ante", "raise", "fold", matches))
    assert [cell.text for cell in model.cells] == ["+0.500", "\u22120.333*", ""]
    assert (model.rows, model.columns) == (("A K Q J",), ("A", "K", "Q"))
    assert charts.render(model, "svg")


def test_a_square_of_actions_has_a_letter_in_every_cell():
    game = find("dakota-duel-draw").resolve()
    frame = charts.Frame(game, "combin chart", "combin")
    hands = [
        Hand(label, "fold or play", "fold" if "2" in label else "play", {}, 1) for label in square()
    ]
    model = charts.actions(frame, figures.HandActions(hands))
    assert {(cell.mark, cell.tone) for cell in model.cells} == {("F", "end"), ("P", "most")}
    assert [look.name for look in model.looks] == ["fold", "play"]


def test_the_points_of_a_law_are_rounded_once():
    frame = charts.Frame(find("phil-em-up").resolve(), "combin chart", "combin")
    points = charts.law(frame, figures.law(coin())).points
    assert [(point.label, point.text) for point in points] == [
        ("+1", "33.33 %"),
        ("\u22121", "66.67 %"),
    ]


def test_rounds_say_when_the_mean_tells():
    frame = charts.Frame(find("phil-em-up").resolve(), "combin chart", "combin")
    model = charts.rounds(frame, figures.long_run(coin()))
    assert model.table[1] == ("10", "10", "0.298142", "\u22120.631476", "\u22120.035191")
    assert (
        model.notes[1]
        == "From 8 rounds on, the mean loss is no smaller than one standard deviation of the "
        "average."
    )
    assert len(model.ticks) >= 4


@pytest.mark.parametrize("net", [0, -1, 10**9])
def test_rounds_that_all_come_to_the_same_are_a_line(net):
    frame = charts.Frame(find("phil-em-up").resolve(), "combin chart", "combin")
    model = charts.rounds(
        frame,
        figures.long_run(
            BetResult("base", "ante", 3, (Outcome((), "", Fraction(net), Fraction(1), 3),))
        ),
    )
    assert model.notes == ("Every round comes to the same.",)
    assert 4 <= len(model.ticks) <= 12
    assert charts.render(model).startswith(b"<svg")


@pytest.mark.parametrize("size", [10**6, 10**9, 10**14])
def test_ticks_keep_their_distance_however_large_the_pays(size):
    frame = charts.Frame(find("phil-em-up").resolve(), "combin chart", "combin")
    won, lost = (Outcome((), "", Fraction(net), Fraction(1), 1) for net in (size, -1))
    assert (
        4
        <= len(
            charts.rounds(frame, figures.long_run(BetResult("base", "ante", 2, (won, lost)))).ticks
        )
        <= 12
    )


def test_a_value_that_rounds_to_nothing_keeps_its_sign():
    tiny = Fraction(1, 10**6)
    assert [charts._signed(value, 3) for value in (tiny, -tiny, Fraction(0))] == [
        "+0.000",
        "\u22120.000",
        "0.000",
    ]


def test_the_names_of_large_results_have_the_room_they_need():
    frame = charts.Frame(find("phil-em-up").resolve(), "combin chart", "combin")
    axes = []
    for net in (1, 100, 10**14):
        model = charts.law(
            frame,
            figures.law(
                BetResult("base", "ante", 1, (Outcome((), "", Fraction(net), Fraction(1), 1),))
            ),
        )
        axes += re.findall(
            r'stroke-width="1.4"[^>]*translate\(([\d.]+) ', charts.render(model).decode()
        )
    short, same, long = map(Fraction, axes)
    assert short == same and long - short > 30  # points


def test_a_ladder_needs_rungs():
    game = find("phil-em-up").resolve()
    with pytest.raises(CombinError, match="phil-em-up: no ladder of lines is known to draw"):
        chart_model(game, "ladder", solved("phil-em-up"))


def test_an_unknown_kind_is_named():
    with pytest.raises(
        CombinError, match=r"phil-em-up has no chart 'laws' \(did you mean 'law'\?\)"
    ):
        chart_model(find("phil-em-up").resolve(), "laws")
