"""What people and programs read: laid out from a small hand-made solution, so that every cell can
be checked by eye.
"""

import csv
import io
import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from combin.families.block import Answer
from combin.games import sheet_of
from combin.proof.verify import Count, Recount
from combin.questions.advice import Advice, Situation
from combin.render import counts, rules, situations, tables
from combin.render.layout import layout
from combin.rules import Amount
from combin.rules.text.values import spoken
from combin.solving.result import BetResult, Outcome, Solution, Tie
from shipped import DEALT


def outcome(actions, name, net, staked, combinations):
    return Outcome(actions, name, Fraction(net), Fraction(staked), combinations)


@pytest.fixture
def solution():
    """Return a solution of Phil 'em up on eight imagined deals."""
    outcomes = (
        outcome(("double",), "flush", 18, 2, 1),
        outcome(("double",), "less", -2, 2, 2),
        outcome(("stay",), "pair-of-tens-or-better", Fraction(1, 2), 1, 1),
        outcome(("stay",), "less", -1, 1, 4),
    )
    bet = BetResult("base", "ante", 8, outcomes, (Tie("stay or double", 1, 3),))
    return Solution(sheet_of("phil-em-up").resolve({}), {"base": bet}, version="1+kernels.0")


TEXT = """\
Phil 'em up poker
S.D. Admin. R. 20:18:16:15.04
joker=ace-or-straight-flush: it completes a straight flush, else it is an ace of no suit (the rule's letter)

main game: house edge -131.2500 % of one ante (-21/16); the edge favours the player

measure              in units of one ante  exact
-------------------  --------------------  ---------------
expected value                   1.312500  21/16
house edge                    -131.2500 %  -21/16
element of risk                -95.4545 %  -21/22
variance                        40.308594  10319/256
standard deviation               6.348905  its square root
hit frequency                   25.0000 %  1/4
average total wager              1.375000  11/8

the player  outcome                  net  combinations  probability  1 in  true odds     return
----------  ----------------------  ----  ------------  -----------  ----  ---------  ---------
stay        Pair of tens or better  +0.5             1     0.125000     8     7 to 1   0.062500
stay        Less                      -1             4     0.500000     2     1 to 1  -0.500000
double      Flush                    +18             1     0.125000     8     7 to 1   2.250000
double      Less                      -2             2     0.250000     4     3 to 1  -0.500000
total                                                8     1.000000                    1.312500

Stay or double: the best actions tie in 1 situation (3 of 8 deals); the smaller stake is taken.

Again: combin solve phil-em-up
"""


def test_people_read_the_answer_first(solution):
    assert tables.solution_text(solution) == TEXT
    assert f"{solution}\n" == TEXT


def test_programs_read_exact_strings(solution):
    text = tables.solution_text(solution, "json")
    assert text.endswith("}\n") and not text.endswith("\n\n")
    content = json.loads(text, parse_float=pytest.fail, parse_int=pytest.fail)
    assert list(content) == ["game", "choices", "version", "pays", "meters", "command", "bets"]
    assert content["game"] == "phil-em-up" and content["choices"] == {
        "joker": "ace-or-straight-flush"
    }
    bet = content["bets"]["base"]
    assert bet.pop("outcomes") == [
        {"actions": ["double"], "outcome": "flush", "net": "18", "combinations": "1"},
        {"actions": ["double"], "outcome": "less", "net": "-2", "combinations": "2"},
        {
            "actions": ["stay"],
            "outcome": "pair-of-tens-or-better",
            "net": "1/2",
            "combinations": "1",
        },
        {"actions": ["stay"], "outcome": "less", "net": "-1", "combinations": "4"},
    ]
    assert bet == {
        "wager": "ante", "meters": {}, "deals": "8", "expected_value": "21/16", "house_edge": "-21/16", "element_of_risk": "-21/22",
        "variance": "10319/256", "hit_frequency": "1/4", "average_wager": "11/8",
    }  # fmt: skip


@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_csv_has_one_header_and_a_row_for_every_outcome(solution, form, delimiter):
    rows = list(csv.reader(io.StringIO(tables.solution_text(solution, form)), delimiter=delimiter))
    assert rows[0] == [
        "game",
        "bet",
        "actions",
        "outcome",
        "net",
        "staked",
        "combinations",
        "deals",
        "choices",
        "pays",
        "command",
    ]
    assert rows[3] == [
        "phil-em-up",
        "base",
        "stay",
        "pair-of-tens-or-better",
        "1/2",
        "1",
        "1",
        "8",
        "joker=ace-or-straight-flush",
        "",
        f"combin solve phil-em-up --format {form}",
    ]
    assert len(rows) == 5


def test_every_format_of_tabulate_keeps_every_digit(solution):
    from tabulate import tabulate_formats

    long = 123_456_789_012_345_678_901_234_567
    (bet,) = solution.bets.values()
    big = replace(
        bet,
        deals=8 * long,
        outcomes=tuple(replace(row, combinations=row.combinations * long) for row in bet.outcomes),
    )
    for form in tabulate_formats:
        text = tables.solution_text(replace(solution, bets={"base": big}), form)
        exact = f"{8 * long}" if form == "tsv" else f"{8 * long:,}"
        assert exact in text and "e+" not in text, form


def test_a_page_is_escaped(solution):
    game = replace(solution.game, title="<b> & co")
    assert "<h2>&lt;b&gt; &amp; co</h2>" in tables.solution_text(
        replace(solution, game=game), "html"
    )


def test_a_long_joint_law_is_summed_up_by_net():
    game = sheet_of("dakota-duel-draw").resolve({})
    outcomes = [outcome(("fold",), "fold", -1, 1, 5)]
    outcomes += [outcome(("play",), f"hand {i}", i % 3, 2, 1) for i in range(60)]
    result = Solution(game, {"base": BetResult("base", "ante", 65, tuple(outcomes))}, version="1")
    text = tables.solution_text(result)
    assert "Joint distribution of all 61 outcomes: --format csv or --json." in text
    assert [line.split()[:3] for line in text.splitlines() if line.startswith(("fold", "play"))] == [
        ["fold", "-1", "5"], ["play", "+2", "20"], ["play", "+1", "20"], ["play", "0", "20"],
    ]  # fmt: skip
    assert len(json.loads(tables.solution_text(result, "json"))["bets"]["base"]["outcomes"]) == 61


def test_the_command_says_what_was_set():
    game = (
        sheet_of("three-card-poker")
        .resolve({"pair-plus": "1", "ante-bonus": "1"})
        .with_pays({"pair-plus.flush": "3.5"})
    )
    command = tables.command_of("solve", game, ["--bet", "pair-plus"], "./my game.py")
    assert (
        command
        == "combin solve './my game.py' --bet pair-plus --set pair-plus=1 --pay pair-plus.flush=7/2"
    )


# --- Single situations -------------------------------------------------------------------------

ROWS = (
    Answer(
        (),
        {"pull-back": Fraction(-1, 3), "let-it-ride": Fraction(-1, 3)},
        "pull-back",
        ("pull-back", "let-it-ride"),
    ),
    Answer(
        ("pull-back",),
        {"pull-back": Fraction(1, 7), "let-it-ride": Fraction(2, 7)},
        "let-it-ride",
        (),
    ),
)


def advised(form="text", decision="bet 2", rows=ROWS, value=None):
    answer = Advice(sheet_of("let-it-ride").resolve({}), "base", "As Kd Qh", decision, rows, value)
    return situations.ADVICE.written(answer, form, "combin advise")


def test_advice_marks_the_best_action():
    assert advised().splitlines()[4:] == [
        "Cards: As Kd Qh",
        "bet 2: depends on the actions before",
        "",
        "after      action       in units of one bet         exact",
        "---------  -----------  -------------------  -----  -----",
        "           pull-back              -0.333333  best   -1/3",
        "           let-it-ride            -0.333333  equal  -1/3",
        "pull-back  pull-back               0.142857         1/7",
        "           let-it-ride             0.285714  best   2/7",
        "",
        "Again: combin advise",
    ]


def test_advice_without_a_past_has_no_column_for_it():
    text = advised(rows=ROWS[:1])
    assert "after" not in text
    assert "bet 2: pull-back (ties with let-it-ride; the smaller stake is taken)" in text
    assert "bet 2: let-it-ride\n" in advised(rows=ROWS[1:])


def test_advice_where_nothing_is_decided_tells_the_value():
    value = Fraction(2, 3)
    assert (
        "No decision; the value of the main game bet is 0.666667 in units of one bet (2/3)."
        in advised("text", None, (), value)
    )
    assert json.loads(advised("json", None, (), value))["value"] == "2/3"
    assert (
        advised("csv", None, (), value).splitlines()[1]
        == "As Kd Qh,,,,2/3,,let-it-ride,base,paytable=1,,combin advise --format csv"
    )


def test_advice_for_programs():
    content = json.loads(advised("json"), parse_float=pytest.fail, parse_int=pytest.fail)
    assert (
        content["decision"] == "bet 2"
        and content["cards"] == "As Kd Qh"
        and content["bet"] == "base"
    )
    assert content["situations"][1] == {
        "history": ["pull-back"], "values": {"pull-back": "1/7", "let-it-ride": "2/7"}, "best": "let-it-ride", "tied": [],
    }  # fmt: skip
    assert (
        advised("csv").splitlines()[4]
        == "As Kd Qh,bet 2,pull-back,let-it-ride,2/7,yes,let-it-ride,base,paytable=1,,"
        "combin advise --format csv"
    )


def test_situations_are_streamed():
    game = sheet_of("let-it-ride").resolve({})
    asking = "combin situations let-it-ride", ["pull-back", "let-it-ride"]
    asked = []

    def rows():
        for number in range(10_000):
            asked.append(number)
            yield Situation(
                "bet 1",
                "As Kd Qh",
                4,
                Answer(
                    (),
                    {"pull-back": Fraction(-1, 3), "let-it-ride": Fraction(1)},
                    "let-it-ride",
                    (),
                ),
            )

    parts = situations.situations(rows(), game, "base", "csv", *asking)
    assert (
        next(parts)
        == "decision,cards,history,deals,pull-back,let-it-ride,best,tied,game,bet,choices,pays\n"
    )
    assert next(parts) == "bet 1,As Kd Qh,,4,-1/3,1,let-it-ride,,let-it-ride,base,paytable=1,\n"
    assert len(asked) == 1
    parts = situations.situations(rows(), game, "base", "text", *asking)
    assert next(parts).endswith(
        "\nmain game: the value of every action in every situation, in units of one bet\n\n"
    )
    assert next(parts).splitlines()[2].split() == [
        "bet",
        "1",
        "As",
        "Kd",
        "Qh",
        "4",
        "-0.333333",
        "1.000000",
        "let-it-ride",
    ]
    assert len(asked) <= 1 + situations.BLOCK
    assert list(parts)[-1] == "Again: combin situations let-it-ride\n"


def test_a_report_shows_where_counts_differ():
    rows = (
        Count((), "flush", Fraction(5), Fraction(1), Fraction(1234), 1234),
        Count((), "less", Fraction(-1), Fraction(1), Fraction(1), 2),
    )
    deck = sheet_of("phil-em-up").resolve({}).deck
    report = Recount("base", deck, 1236, rows)
    assert not report.agrees and Recount("base", deck, 1234, rows[:1]).agrees
    assert layout(counts.blocks_of(report)).splitlines() == [
        "main game: 52 cards and the joker, 1,236 deals",
        "",
        "outcome  net  engine  reference  result",
        "-------  ---  ------  ---------  -------",
        "flush     +5   1,234      1,234",
        "less      -1       1          2  differs",
        "",
        "main game: 1 of 2 counts differ.",
    ]


# --- The rules ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALT)
def test_the_rules_of_every_game_and_choice_are_told(name):
    """Every line that a bet pays stands on the page, by its words; comments fit a line."""
    game = sheet_of(name)
    for choice in game.choices:
        for value in ("0", "1/2") if isinstance(choice, Amount) else choice.values:
            resolved = game.resolve({choice.name: value})
            text = rules.rules_text(resolved)
            for bet in resolved.bets:
                for paytable in bet.tables():
                    for line in paytable.pays:
                        assert spoken(line) in text, (bet.key, line)
            told = [line for line in text.splitlines() if line.startswith("# ")]
            assert max(map(len, told)) <= 100
            is_usual = resolved.chosen == game.resolve().chosen
            assert is_usual or any(f"{choice.name}={value}" in line for line in told)


def test_the_rules_read_like_the_felt():
    text = rules.rules_text(sheet_of("three-card-poker").resolve({"ante-bonus": "6"}))
    for line in (
        "  dealer does not qualify   dealer is below queen-high   1      push",
        "  player wins               player beats dealer          1      1",
        "    straight flush    25 to 2",
        "    less                 push",
        "  decide fold or play",
        "# Set: ante-bonus=6 ",
    ):
        assert line in text, line
    assert "choice ante-bonus" not in text  # it is made
    progressive = rules.rules_text(sheet_of("caribbean-stud").resolve({}))
    assert "    straight flush   10% of the meter\n" in progressive
    usual = rules.rules_text(sheet_of("phil-em-up").resolve({}))
    assert "#   The joker completes a straight flush" in usual and "choice joker" in usual


@pytest.mark.parametrize(
    ("form", "start", "end"),
    [
        ("markdown", "# Phil 'em up poker\n\n```\n", "```\n"),
        ("github", "# Phil 'em up poker\n\n```\n", "```\n"),
        ("html", "<h2>Phil &#x27;em up poker</h2>\n\n<pre>", "</pre>\n"),
        ("latex", "\\section*{Phil 'em up poker}\n\n\\begin{verbatim}\n", "\\end{verbatim}\n"),
        ("rst", "", ""),
    ],
)
def test_the_page_of_a_game_stands_whole_in_every_format(form, start, end):
    game = sheet_of("phil-em-up").resolve()
    told = rules.rules_text(game, form)
    assert told.startswith(start) and told.endswith(end)
    inside = told[len(start) : len(told) - len(end)]
    assert (unescape(inside) if form == "html" else inside) == rules.rules_text(game)


def test_nothing_on_a_page_ends_it_in_another_format():
    notes = ("```", r"\end{verbatim}\input{x}", "</pre><b>")
    game = replace(sheet_of("phil-em-up"), notes=notes).resolve()
    assert "\n  ```\n" in rules.rules_text(game)
    assert rules.rules_text(game, "markdown").split("````\n")[2:] == [""]
    latex = rules.rules_text(game, "latex")
    assert latex.index(r"\end{verbatim}") > latex.index(r"\input{x}")
    assert rules.rules_text(game, "html").count("<") == 4


@pytest.mark.parametrize("name", ["blackjack", "three-card-poker", "ultimate-texas-holdem"])
def test_every_pay_is_named_as_it_is_set(name):
    """In csv, a row a pay, by the address that --pay takes; in json the same."""
    game = sheet_of(name).resolve()
    rows = list(csv.DictReader(io.StringIO(rules.rules_text(game, "csv"))))
    assert {row["pay"]: Fraction(row["units"]) for row in rows} == game.pays()
    told = json.loads(rules.rules_text(game, "json"))
    listed = [
        (bet, pay, units) for bet, pays in told["bets"].items() for pay, units in pays.items()
    ]
    assert listed == [(row["bet"], row["pay"], row["units"]) for row in rows]
    for row in rows[:: len(rows) // 5]:
        assert game.with_pays({row["pay"]: 77}).pays()[row["pay"]] == 77


def test_an_overridden_pay_is_told():
    game = (
        sheet_of("phil-em-up")
        .resolve({})
        .with_pays({"five-aces": 900})
        .with_pays({"five-aces": 1000, "flush": 5})
    )
    assert re.search(r"\n    five aces +1,000\n", rules.rules_text(game))
    assert tables.heading(game, "base")[3:] == [
        "five-aces pays 1,000, usually 500",
        "flush pays 5, usually 9",
        "",
    ]


@pytest.mark.parametrize("path", ["a b'c.py", "-x", "$HOME", "b\udcff\n'\\\x1b é.py", ""])
def test_a_command_is_read_back_by_the_shell(path):
    shell = shutil.which("bash") or pytest.skip("no bash")
    command = tables.command_line("solve", [path]).replace("combin", "printf '%s\\0'", 1)
    assert command.isprintable()
    assert subprocess.run(
        [shell, "-c", command], capture_output=True, timeout=120
    ).stdout == os.fsencode(f"solve\0{path}\0")


def test_pages_say_outcomes_and_actions_in_words():
    """The names that commands, pays and logs take stand in CSV and JSON."""
    rows = (
        outcome(("pull-back", "let-it-ride"), "player-wins.full-house", 7, 1, 3),
        outcome((), "less", -1, 1, 5),
    )
    game = sheet_of("let-it-ride").resolve()
    solution = Solution(game, {"base": BetResult("base", "bet", 8, rows)}, version="1")
    text, paper = (tables.solution_text(solution, form) for form in ("text", "latex_booktabs"))
    assert "pull back / let it ride" in text and "Player wins: full house" in text
    assert (
        "pull back / let it ride & Player wins: full house &" in paper
        and "player-wins" not in paper
    )


@pytest.mark.parametrize("name", DEALT)
def test_a_bet_is_told_as_its_players_count(name):
    """Where every pay is for 1, what outcomes pay adds up to the return, and a stake that comes
    back is a hit; else net wins count, and no return is told.
    """
    game = sheet_of(name).resolve()
    for bet in game.bets:
        for_one = all(table.for_one for table in bet.tables()) and any(bet.tables())
        assert bet.for_one == for_one
        rows = (
            outcome((), "stake-back", 0, 1, 3), outcome((), "won", 4, 1, 1), outcome((), "less", -1, 1, 4),
        )  # fmt: skip
        result = BetResult(bet.key, bet.base, 8, rows, for_one=for_one)
        (law,) = tables.laws(game, result)
        figures = {name: exact for name, _, exact in tables.measures(result, "bet").rows}
        returns = [Fraction(row[-1]) for row in law.rows]
        assert sum(returns[:-1]) == returns[-1] == result.expected_value + for_one
        assert figures["hit frequency"] == ("1/2" if for_one else "1/8")
        assert ("return" in figures) == for_one == ("pays" in law.headers)
        told = tables.solution_text(Solution(game, {bet.key: result}, version="1"), "json")
        data = json.loads(told)["bets"][bet.key]
        assert data["hit_frequency"] == figures["hit frequency"] == str(result.hit_frequency)
        assert data.get("net_win_frequency", "1/8") == str(result.net_win_frequency) == "1/8"
        assert ("returned" in data) == ("net_win_frequency" in data) == for_one
