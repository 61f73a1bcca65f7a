"""Charts: exact figures behind every kind, the same bytes twice, and every game drawn."""

import re
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest

import combin
from agreement import shortened
from combin.dossier import charts as figures
from combin.errors import CombinError
from combin.games import sheet_of
from combin.publishing.lists import chart_model
from combin.publishing.plate import Plate
from combin.questions.advice import advise
from combin.questions.measures import (
    MatchUp,
    StartingHand,
    law,
    match_ups,
    square,
    starting_hands,
    telling_rounds,
)
from combin.questions.solve import solve
from combin.render import charts, number
from combin.render.cards import typesetting
from combin.render.page import CHARTS
from combin.render.svg import readable
from combin.solving.ahead import standings
from combin.solving.result import BetResult, Outcome
from combin.strategies import always, parse, price
from shipped import DEALT
from sizes import sized

pytest.importorskip("typst")

PAGE = Path(__file__).parents[2] / "docs" / "print.md"
LADDER = ((1, Fraction(1, 20)), (2, Fraction(1, 90)), (4, Fraction(1, 40_000)), (6, Fraction(0)))
_solved = {}


def solved(slug):
    if slug not in _solved:
        game = sheet_of(slug).resolve()
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


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["dakota-duel-draw", "mississippi-stud", "hot-poker-spot"])
def test_starting_hands_add_up_to_the_whole_game(slug):
    hands = starting_hands(sheet_of(slug).resolve())
    assert [hand.label for hand in hands] == square()
    deals = sum(hand.deals for hand in hands)
    assert (
        sum(hand.value * hand.deals for hand in hands) / deals
        == solved(slug)["base"].expected_value
    )
    counts = {len(hand.label) + hand.label.endswith("o"): hand.deals * 1326 for hand in hands}
    assert {size: Fraction(count, deals) for size, count in counts.items()} == {2: 6, 3: 4, 4: 12}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["dakota-duel-draw", "mississippi-stud"])
def test_a_starting_hand_is_worth_what_advice_says(slug):
    game = sheet_of(slug).resolve()
    hands = {hand.label: hand for hand in starting_hands(game)}
    for label, cards in (("AKs", "As Ks"), ("72o", "7d 2c"), ("66", "6h 6c")):
        answer = advise(game, cards).rows[0]
        assert (hands[label].values, hands[label].best) == (answer.values, answer.best)


def test_a_game_of_five_cards_has_no_square():
    with pytest.raises(CombinError, match="phil-em-up does not start with two cards to decide on"):
        starting_hands(sheet_of("phil-em-up").resolve())
    with pytest.raises(CombinError, match="has no decision on five cards against one up card"):
        next(match_ups(sheet_of("phil-em-up").resolve()))


@pytest.fixture(scope="module")
def found():
    return list(match_ups(sheet_of("caribbean-stud").resolve()))


@pytest.mark.slow
def test_match_ups_are_ace_king_against_every_up_card(found):
    assert len(found) == 45 * 13  # two of the ten ranks from queen to three
    assert (found[0].kickers, found[0].up) == ("QJ", "A")
    assert all(match.gain is not None for match in found)


@pytest.mark.slow
def test_a_match_up_is_the_mean_of_the_advice_on_its_deals(found):
    game = sheet_of("caribbean-stud").resolve()
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
    four = next(one for one in standings(coin()) if one.rounds == 5)
    assert (four.mean, four.variance) == (Fraction(-5, 3), Fraction(40, 9))
    assert telling_rounds(coin()) == 8


def convolved(result, rounds):
    """Return the exact chances to be ahead, even and behind, round by round."""
    law_of_one = [(chance.net, chance.probability) for chance in law(result)]
    totals = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after = {}
        for (total, chance), (net, share) in product(totals.items(), law_of_one):
            after[total + net] = after.get(total + net, Fraction(0)) + chance * share
        totals = after
    return tuple(
        sum((chance for total, chance in totals.items() if holds(total)), Fraction(0))
        for holds in (lambda total: total > 0, lambda total: total == 0, lambda total: total < 0)
    )


def of_nets(*nets):
    """Return a bet of equally likely nets."""
    rows = (
        Outcome((), str(place), Fraction(net), Fraction(1), 1) for place, net in enumerate(nets)
    )
    return BetResult("base", "ante", len(nets), tuple(rows))


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    "result",
    [
        coin(),
        of_nets(-1, -1, 0, Fraction(3, 2)),
        of_nets(*[-1] * 20, *[-3] * 5, 2, 50_000),
        of_nets(1, 2),
        of_nets(-2, -1),
        of_nets(0),
        of_nets(Fraction(-19, 20), 1),
    ],
    ids=["coin", "halves", "jackpot", "never loses", "never wins", "even", "commission"],
)
def test_the_chance_to_be_ahead_lies_between_its_bounds(result):
    """Against a convolution with fractions, round by round."""
    for one in standings(result):
        if one.rounds <= 20:
            exact = convolved(result, one.rounds)
            for true, low in zip(exact, (one.ahead, one.even, one.behind)):
                assert low <= true <= low + one.missing
            assert one.missing < Fraction(1, 10**12)
            for true, told in zip(exact, one.chances):
                assert number.percent(true, 2) == number.percent(told, 2)


def test_the_bounds_of_long_runs_are_narrow_and_the_chances_those_of_a_coin():
    thousand = standings(coin())[-1]
    # more than 500 of 1,000 throws win, each with one chance in three
    ahead = sum(comb(1000, wins) * 2 ** (1000 - wins) for wins in range(501, 1001))
    assert thousand.rounds == 1000
    assert thousand.ahead <= Fraction(ahead, 3**1000) <= thousand.ahead + thousand.missing
    assert sum((thousand.ahead, thousand.even, thousand.behind, thousand.missing)) == 1


def test_pays_in_tiny_steps_are_followed_as_far_as_they_can_be():
    far = standings(of_nets(-1, Fraction(1001, 1000)))
    assert [one.rounds for one in far] == [1, 2, 5, 10, 20]


# --- Charts ------------------------------------------------------------------------------------


def test_kinds_follow_the_shape_of_the_game():
    kinds = {slug: figures.kinds(sheet_of(slug).resolve()) for slug in DEALT}
    every = ["law", "rounds", "strategy", "ladder"]
    assert kinds["phil-em-up"] == every
    assert kinds["mississippi-stud"] == ["actions", "values", *every]
    assert kinds["hot-poker-spot"] == ["values", *every]
    assert kinds["caribbean-stud"] == ["match-ups", *every]
    assert figures.kinds(sheet_of("dakota-duel-draw").resolve(), "big-8") == every
    assert figures.kinds(sheet_of("hot-poker-spot").resolve({"cost": "1"}))[:2] == [
        "actions",
        "values",
    ]


def test_every_kind_is_named_in_reports_in_the_help_and_on_the_page(run):
    kinds = {kind for slug in DEALT for kind in figures.kinds(sheet_of(slug).resolve())}
    assert set(CHARTS) == {f"{kind}.svg" for kind in kinds}
    helped, page = run("chart", "--help")[1], PAGE.read_text(encoding="utf-8")
    for kind in kinds:
        assert re.search(rf"^ *{kind}  ", helped, re.MULTILINE), kind
        assert f"`{kind}`" in page, kind


@pytest.mark.slow
@pytest.mark.parametrize("slug", sized(DEALT))
def test_every_game_is_drawn(slug):
    solution = solved(slug)
    for kind in figures.kinds(solution.game):
        if kind not in ("match-ups", "strategy"):
            assert charts.render(
                chart_model(solution.game, kind, solution, LADDER), "svg"
            ).startswith(b"<svg")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_a_chart_has_the_same_bytes_every_time(ending):
    solution = solved("dakota-duel-draw")
    priced = price(solution.game, always(solution.game, "play"))
    for kind in figures.kinds(solution.game) if ending != "png" else ["law"]:
        first, second = (
            charts.render(chart_model(solution.game, kind, solution, LADDER, priced=priced), ending)
            for _ in range(2)
        )
        assert first == second


def test_match_ups_are_drawn_with_a_star_where_suits_decide():
    game = sheet_of("caribbean-stud").resolve()
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
    game = sheet_of("dakota-duel-draw").resolve()
    frame = charts.Frame(game, "combin chart", "combin")
    hands = [
        StartingHand(label, "fold or play", "fold" if "2" in label else "play", {}, 1)
        for label in square()
    ]
    model = charts.actions(frame, figures.HandActions(hands))
    assert {(cell.mark, cell.tone) for cell in model.cells} == {("F", "end"), ("P", "most")}
    assert [look.name for look in model.looks] == ["fold", "play"]


def test_the_points_of_a_law_are_rounded_once():
    frame = charts.Frame(sheet_of("phil-em-up").resolve(), "combin chart", "combin")
    points = charts.law(frame, figures.law(coin())).points
    assert [(point.label, point.text) for point in points] == [
        ("+1", "33.33 %"),
        ("\u22121", "66.67 %"),
    ]


def test_rounds_say_when_the_mean_tells():
    frame = charts.Frame(sheet_of("phil-em-up").resolve(), "combin chart", "combin")
    model = charts.rounds(frame, figures.long_run(coin()))
    # a run of two: ahead 1/9, even 4/9, behind 4/9
    assert model.table[1] == ("2", "11.11 %", "44.44 %", "44.44 %", "\u22120.667", "1.333")
    assert model.columns[1].shares == ("0.111111", "0.444444", "0.444444")
    assert (
        model.notes[1]
        == "N0: after 8 rounds the expected loss equals one standard deviation of the "
        "result."
    )


@pytest.mark.parametrize("net", [0, -1, 10**9])
def test_rounds_that_all_come_to_the_same_are_a_line(net):
    frame = charts.Frame(sheet_of("phil-em-up").resolve(), "combin chart", "combin")
    model = charts.rounds(
        frame,
        figures.long_run(
            BetResult("base", "ante", 3, (Outcome((), "", Fraction(net), Fraction(1), 3),))
        ),
    )
    assert model.notes == ("Every round has the same result.",)
    assert {one.texts[(net < 0) * 2 + (net == 0)] for one in model.columns} == {"100 %"}
    assert charts.render(model).startswith(b"<svg")


def test_a_value_that_rounds_to_nothing_keeps_its_sign():
    tiny = Fraction(1, 10**6)
    assert [charts._signed(value, 3) for value in (tiny, -tiny, Fraction(0))] == [
        "+0.000",
        "\u22120.000",
        "0.000",
    ]


def test_the_names_of_large_results_have_the_room_they_need():
    frame = charts.Frame(sheet_of("phil-em-up").resolve(), "combin chart", "combin")
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
    game = sheet_of("phil-em-up").resolve()
    with pytest.raises(CombinError, match="phil-em-up: no ladder of lines is known to draw"):
        chart_model(game, "ladder", solved("phil-em-up"))


def test_an_unknown_kind_is_named():
    with pytest.raises(
        CombinError, match=r"phil-em-up has no chart 'laws' \(did you mean 'law'\?\)"
    ):
        chart_model(sheet_of("phil-em-up").resolve(), "laws")


# --- What a chart says -------------------------------------------------------------------------


def test_the_law_names_the_hands_and_how_rare_they_are():
    solution = combin.solve("let-it-ride", bets=["base"])
    model = chart_model(solution.game, "law", solution)
    told = {point.label: (point.name, point.rarity) for point in model.points}
    assert told["+3,000"] == ("Royal flush", "1 in 649,740")
    assert told["+6"] == ("Two pair, three of a kind", "1 in 57.6")


def test_of_very_many_results_the_rarest_are_counted_and_not_drawn(monkeypatch):
    solution = combin.solve("let-it-ride", bets=["base"])
    every = chart_model(solution.game, "law", solution)
    monkeypatch.setattr(charts, "MOST_BARS", 3)
    few = chart_model(solution.game, "law", solution)
    assert set(few.points) < set(every.points) and len(few.points) == 3
    rarest = sorted(Fraction(point.share) for point in every.points)[:-3]
    assert {Fraction(point.share) for point in few.points}.isdisjoint(rarest)
    assert f" {len(rarest)} rarer results, together 1 in " in few.notes[0]


def test_names_that_find_no_room_are_counted_or_left_out():
    assert charts._hands(["flush", "straight", "a" * 40]) == "Flush, straight, 1 more"
    assert charts._hands(["a" * 41, "b" * 41]) == ""


@pytest.mark.parametrize(
    ("slug", "rarer"), [("dakota-duel-draw", 100), ("let-it-ride", 10), ("phil-em-up", 10)]
)
def test_the_caption_says_how_much_rarer_a_step_of_the_scale_is(slug, rarer):
    model = chart_model(sheet_of(slug).resolve(), "law", solved(slug))
    first, second, *_ = (int(tick.value) for tick in model.ticks)
    assert 10 ** (second - first) == rarer
    assert model.notes[0].startswith(f"Logarithmic scale, a factor of {rarer} per step.")


def test_a_side_bet_has_its_charts():
    drawn = combin.chart("three-card-poker", "law", bet="pair-plus")
    assert drawn.model.subtitle == "Pair plus: net result of one round, in units of one bet"
    assert drawn.model.readings[0].startswith("Pair Plus: 40, 30, 6, 3, 1")
    assert {point.name for point in drawn.model.points} >= {"Straight flush", "Flush", "Less"}
    with pytest.raises(CombinError, match="pair-plus: nothing is decided, so there are no lines"):
        combin.chart("three-card-poker", "strategy", bet="pair-plus")
    with pytest.raises(CombinError, match="bet big-8 of dakota-duel-draw has no chart 'values'"):
        combin.chart("dakota-duel-draw", "values", bet="big-8")


def test_a_strategy_is_drawn_with_how_often_each_line_decides():
    model = combin.chart("three-card-poker", "strategy").model
    (decision,) = model.decisions
    assert [(way.look.name, way.text) for way in decision.ways] == [
        ("play", "67.4 %"),
        ("fold", "32.6 %"),
    ]
    assert "The list is perfect; its house edge is 3.3730 % of one ante." in model.notes[0]
    shares = {way.look.name: Fraction(way.share) for way in decision.ways}
    folded = solved("three-card-poker")["base"].outcomes[-1]
    assert abs(shares["fold"] - Fraction(132_652_800, 407_170_400)) < Fraction(1, 10**6), folded


def test_a_list_of_what_to_hold_is_drawn():
    game = shortened(combin.load("jacks-or-better"), "6789J", "cd")
    lines = parse("a high pair\nhold none", game)
    model = chart_model(game, "strategy", priced=price(game, lines))
    (decision,) = model.decisions
    assert [(way.look.name, way.phrase, way.text) for way in decision.ways] == [
        ("1", "a high\u00a0pair", "22.2 %"),  # 56 of 252 hands have both jacks
        ("2", "otherwise discard\u00a0all", "77.8 %"),
    ]


def test_a_chart_is_as_wide_as_asked_and_has_the_title_given(tmp_path):
    path = tmp_path / "law.svg"
    drawn = combin.chart("phil-em-up", "law", path, title="At <my> table", size="8cm")
    head = re.match(r'<svg [^>]*width="([\d.]+)pt"', path.read_text())
    assert abs(Fraction(head.group(1)) - Fraction(80 * 72 * 10, 254)) < Fraction(1, 100)
    assert drawn.model.title == "At <my> table"
    assert "--title 'At <my> table' --size 80mm -o law.svg" in drawn.model.command
    for size in ("12", "2000mm", "wide"):
        with pytest.raises(CombinError, match="--size"):
            combin.chart("phil-em-up", "law", size=size)


def test_a_picture_is_described_in_words():
    svg = charts.render(chart_model(sheet_of("phil-em-up").resolve(), "law", solved("phil-em-up")))
    (words,) = re.findall(rb"<desc>(.*?)</desc>", svg)
    assert b"+1,000 Five aces: 0.0000348 %, 1 in 2,869,685" in words
    assert words.startswith(b"Net result of one round, in units of one ante.")


def test_the_letters_of_a_picture_are_text():
    """A program finds every word of the model in the picture, in one piece where it is one line."""
    model = chart_model(
        sheet_of("phil-em-up").resolve(),
        "law",
        solved("phil-em-up"),
        plate=Plate("Fifth offer \u2013 flat"),
    )
    svg = ElementTree.fromstring(charts.render(model))
    texts = [one.text for one in svg.iter("{http://www.w3.org/2000/svg}text")]
    expected = [model.title, model.subtitle, *model.notes]
    expected += [part for point in model.points for part in (point.label, point.text, point.name)]
    assert [part for part in expected if part.replace("\u00a0", " ") not in texts] == []
    assert "combin chart phil-em-up law --title" in " ".join(texts)


def test_text_stands_where_its_outlines_stood(monkeypatch):
    """It has the size and the weight of the letters, and no outline of them is left."""
    model = chart_model(sheet_of("phil-em-up").resolve(), "law", solved("phil-em-up"))
    svg = charts.render(model)
    monkeypatch.setattr(typesetting, "readable", lambda picture, *_: picture)
    outlined = charts.render(model)
    (run,) = re.findall(rb"<text([^>]*)>Phil \xe2\x80\x99em up", svg)
    size, length = (
        Fraction(re.search(rf' {name}="([\d.]+)"', run.decode()).group(1))
        for name in ("font-size", "textLength")
    )
    (first, *_) = re.findall(rb"<g [^>]*>((?:<use[^>]*>)+)", outlined)
    places = [Fraction(place) for place in re.findall(r' x="([\d.]+)"', first.decode())]
    assert size == 19 and b' font-weight="700"' in run
    assert places[-1] < length < places[-1] + size
    assert b"<symbol" not in svg and len(svg) < len(outlined) / 3


def test_what_is_no_letter_of_the_sheet_is_left_an_outline():
    picture = (
        b'<svg><title>x</title><g transform="matrix(1 0 0 -1 0 0)"><use xlink:href="#a" x="0" y="0"/></g>'
        b'<symbol id="a"><path d="M 0 0m 1 1h 5v 5Z "/></symbol></svg>'
    )
    for words in ("nothing", "J\u2660"):  # the face has no spade
        assert b"<text" not in readable(picture, words, typesetting._letter_sheet)
