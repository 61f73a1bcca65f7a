"""Games of unusual shape: every command answers, or refuses in one line before it prints
anything.
"""

import csv
import io

import pytest

import combin
from combin.counting import Plan
from combin.games import sheet_of
from combin.questions.measures import starting_hands
from combin.strategies import View, always, opening, parse

HEAD = """
from combin.ranking import POKER, THREE_CARD, TWO_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Chose, Deal, Decide, Deck, Game, Hand, OfMeter, Pays, Paytable, Row,
    Settlement, Ties, Wager,
)
"""
RAISE = 'Decide("d", (Action("fold", ends=True), Action("raise", {"play": 1})))'
FOLD = 'Row("fold", Chose("fold"), (LOSE, 0)), '
WIN = (
    'Row("win", Beats("player", "dealer"), (1, 1)), Row("tie", Ties("player", "dealer"), (0, 0)), '
)
LOST = 'Row("lose", ALWAYS, (LOSE, LOSE))'
PAIR = 'Pays(Paytable("", {"pair": 2}), "player")'
TABLE = f'Row("", ALWAYS, ({PAIR}, {PAIR}))'
THREE = 'Hand("player", THREE_CARD, ("mine",)), Hand("dealer", THREE_CARD, ("yours",))'
TWO = 'Hand("player", TWO_CARD, ("mine",)), Hand("dealer", TWO_CARD, ("yours",))'
FIVE = 'Hand("player", POKER, ("mine",)), Hand("dealer", POKER, ("up", "down"))'
LATE = 'Hand("player", THREE_CARD, ("mine",)), Hand("dealer", THREE_CARD, ("first", "rest"))'
ALONE = 'Hand("player", TWO_CARD, ("mine",))'

# name: (play, hands, rows, deck)
GAMES = {
    "below": (
        f'Deal("mine", 3), {RAISE}, Deal("yours", 3)', THREE,
        FOLD + 'Row("a", Below("dealer", "pair"), (1, 1)), Row("b", Below("player", "queen-high"), '
               '(LOSE, LOSE)), ' + LOST,
        '"9TJQKA"',
    ),
    "turned": (
        f'Deal("mine", 3), {RAISE}, Deal("yours", 3)', THREE,
        FOLD + 'Row("a", Beats("dealer", "player"), (LOSE, LOSE)), Row("b", ALWAYS, '
               '(1, 1))', '"9TJQKA"',
    ),
    "one-action": ('Deal("mine", 3), Decide("d", (Action("raise", {"play": 1}),)), '
                   'Deal("yours", 3)', THREE, WIN + LOST, '"9TJQKA"'),
    "equal": (
        'Deal("mine", 3), Decide("d", (Action("left"), Action("right"), Action("up", {"play": '
        '1}))), Deal("yours", 3)', THREE,
        'Row("win", Beats("player", "dealer"), (1, 0)), Row("lose", ALWAYS, (LOSE, 0))', '"9TJQKA"',
    ),
    "never": (
        f'Deal("mine", 3), {RAISE}, Deal("first", 1), Decide("e", (Action("stay"), Action("more", '
        f'{{"play": 1}}))), Deal("rest", 2)',
        LATE, 'Row("fold", Chose("fold"), (1, 0)), ' + WIN + LOST, '"9TJQKA"',
    ),
    "settled": (
        'Deal("mine", 3), Decide("d", (Action("fold", ends=True), Action("on"))), Deal("yours", '
        '3), '
        'Decide("e", (Action("a", {"play": 1}), Action("b"))), '
        'Deal("rest", 1)', 'Hand("player", THREE_CARD, ("mine",))',
        f'Row("fold", Chose("fold"), ({PAIR}, 0)), Row("a", Chose("a"), (1, '
        'LOSE)), ' + LOST, '"9TJQKA"',
    ),
    "nothing": ('Deal("mine", 3), Deal("yours", 3)', THREE, WIN + LOST, '"9TJQKA"'),
    "informed": (f'Deal("mine", 2), {RAISE}', ALONE, FOLD + TABLE, '"9TJQKA"'),
    "apart": ('Deal("mine", 2), Decide("d", (Action("a"), Action("b"))), '
              'Deal("yours", 2)', TWO, WIN + LOST, '"9TJQKA"'),
    "two-cards": (f'Deal("mine", 2), {RAISE}, '
                  'Deal("yours", 2)', TWO, FOLD + WIN + LOST, '"9TJQKA"'),
    "tiny": (f'Deal("mine", 2), {RAISE}, Deal("yours", 2)', TWO, FOLD + WIN + LOST, '"KA", "cd"'),
    "one-suit": (f'Deal("mine", 2), {RAISE}, '
                 'Deal("yours", 2)', TWO, FOLD + WIN + LOST, '"9TJQKA", "c"'),
    "one-deal": ('Deal("mine", 2),', ALONE, TABLE, '"9TJQKA"'),
    "no-end": (
        'Deal("mine", 5), Deal("up", 1), Decide("d", (Action("call"), Action("raise", {"play": '
        '1}))), Deal("down", 4)', FIVE,
        WIN + LOST, '"9TJQKA", "cd"',
    ),
    "no-king": (f'Deal("mine", 5), Deal("up", 1), {RAISE}, '
                'Deal("down", 4)', FIVE, FOLD + WIN + LOST, '"23456", "cds"'),
    "all-end": (
        'Deal("mine", 5), Deal("up", 1), Decide("d", (Action("a", ends=True), Action("b", {"play": '
        '1}, ends=True)))',
        'Hand("player", POKER, ("mine",))', TABLE, '"9TJQKA", "cdh"',
    ),
}  # fmt: skip


@pytest.fixture(params=GAMES)
def odd(request, tmp_path, monkeypatch):
    """Return the path of a game file, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, request.param)


def written(folder, name):
    play, hands, rows, deck = GAMES[name]
    path = folder / f"{name}.py"
    path.write_text(
        f'{HEAD}GAME = Game(slug="{name}", title="{name}", source="made up", deck=Deck({deck}), '
        f"play=({play}), hands=({hands},),\n"
        '    bets=(Bet("base", (Wager("ante", 1), Wager("play")), "ante", (Settlement(("ante", '
        f'"play"), ({rows},)),)),))\n'
    )
    return path


@pytest.mark.slow
def test_every_command_answers_or_refuses_in_one_line(odd, run):
    pytest.importorskip("typst")
    game = sheet_of(str(odd)).resolve()
    actions = [action.name for decision in game.decisions for action in decision.actions] or [
        "raise"
    ]
    (pay, _), *_ = game.pays().items()
    for command, *words in (
        ("show",), ("solve",), ("edges",), ("edges", "--format", "csv"), ("vary",), ("formula",), ("formula", "--json"),
        ("strategy",), ("strategy", "--words"), ("strategy", "--ladder", "--json"), ("strategy", "--format", "csv"),
        ("strategy", "--lines", "1"), *(("price", action) for action in actions),
        ("situations",), ("situations", "--format", "csv"),
        ("card", "-o", "card.png"), ("card", "--format", "a6", "-o", "card.pdf"), ("card", "--strategy", actions[0], "-o", "card.pdf"),
        *(("chart", kind, "-o", "chart.svg") for kind in ("actions", "values", "match-ups", "law", "rounds", "ladder")),
        ("sweep", "--pay", f"{pay}=-1..5"), ("target", "--edge", "5%", "--pay", pay),
        ("simulate", "--rounds", "50", "-o", "log.csv"), ("simulate", "--rounds", "50", "--strategy", actions[0], "-o", "own.csv"),
        ("check", "log.csv"),
    ):  # fmt: skip
        status, out, err = run(command, odd, *words)
        refused = status == 2 and out == "" and err.startswith("combin: ") and err.count("\n") == 1
        assert refused or status == 0 or (command, status) == ("check", 1), (
            command,
            words,
            status,
            err,
        )


@pytest.mark.parametrize("name", ["below", "turned", "settled", "tiny"])
def test_the_players_hand_is_the_one_that_he_sees(name, tmp_path):
    game = sheet_of(str(written(tmp_path, name))).resolve()
    plan = Plan(game, game.bet("base"))
    for stage in plan.stages:
        view = View(plan, stage)
        assert view.hand.name == "player" and view.cards == sum(
            role.size for role in stage.roles if "mine" in role.zones
        )


# --- Squares of starting hands -----------------------------------------------------------------


@pytest.mark.slow
def test_a_square_shows_the_list_it_stands_beside():
    """Every hand is looked up in the list by the words of the list itself."""
    game = sheet_of("mississippi-stud").resolve()
    lines = parse(
        "third street:\n3x: any pair or better\n1x: suited, an ace\nfold: otherwise\n"
        "fourth street:\nfold: otherwise\nfifth street:\nfold: otherwise\n", game,
    )  # fmt: skip
    hands = starting_hands(game, choose=lambda plan, tally: opening(plan, tally, lines))
    for hand in hands:
        pair, suited_ace = (
            hand.label[0] == hand.label[1],
            hand.label[0] == "A" and hand.label.endswith("s"),
        )
        assert hand.best == ("3x" if pair else "1x" if suited_ace else "fold"), hand.label


@pytest.mark.slow
def test_the_terminal_shows_the_square_of_a_short_list(run):
    out = run("strategy", "dakota-duel-draw", "--lines", "1")[1]
    rows = [
        line.split()
        for line in out.splitlines()
        if line.startswith("  ") and len(line.split()) == 14
    ]
    assert len(rows) == 13 and {letter for row in rows for letter in row[1:]} == {"P"}
    assert "F fold" not in out


@pytest.mark.slow
def test_a_card_shows_the_square_of_its_list():
    pytest.importorskip("typst")
    from combin.publishing.strategy_cards import card_of, card_of_lines
    from combin.questions.solve import solve

    game = sheet_of("dakota-duel-draw").resolve()
    solution = solve(game)
    cut = card_of(solution, "a6", 1)
    assert {cell.action for cell in cut.grid.cells} == {"play"}
    own = card_of_lines(solution, always(game, "fold"), "a6")
    assert {cell.action for cell in own.grid.cells} == {"fold"}
    assert card_of_lines(solution, always(game, "fold")).grid is None  # a wallet has no room for it


def test_a_chart_of_actions_says_that_it_is_the_best_play():
    pytest.importorskip("typst")
    from combin.publishing.lists import chart_model

    assert chart_model(sheet_of("mississippi-stud").resolve(), "actions").subtitle.startswith(
        "Optimal play of each starting hand"
    )


def test_a_square_has_as_many_rows_as_the_deck_has_ranks(tmp_path, run):
    out = run("strategy", written(tmp_path, "two-cards"))[1]
    rows = [
        line.split()
        for line in out.splitlines()
        if line.startswith("  ") and len(line.split()) == 7
    ]
    assert [row[0] for row in rows] == list("AKQJT9")


def test_situations_refuses_before_it_prints(refused):
    for form in ("text", "csv", "github"):
        refused("situations", "hot-poker-spot", "--format", form, words="has no decisions")


# --- Actions called like columns ---------------------------------------------------------------


@pytest.mark.slow
def test_an_action_called_like_a_column_takes_none_away(tmp_path, run):
    """`bet` and `deals` are columns of every list of situations, and may be actions, too."""
    names = {"raise": "bet", "fold": "deals"}
    path = written(tmp_path, "below")
    text = path.read_text()
    for old, new in names.items():
        text = text.replace(f'Action("{old}"', f'Action("{new}"')
    path.write_text(text.replace('Chose("fold")', 'Chose("deals")'))
    status, out, _ = run("situations", path, "--format", "csv")
    assert status == 0
    rows = list(csv.reader(io.StringIO(out)))
    head = [
        "decision",
        "cards",
        "history",
        "deals",
        "deals (action)",
        "bet (action)",
        "best",
        "tied",
    ]
    assert rows[0] == [*head, "game", "bet", "choices", "pays"]
    found = combin.situations(str(path))
    frame, answers = found.to_frame(), [there.answer for there in found]
    assert set(frame["bet"]) == {"base"} and len(frame) == len(answers) == len(rows) - 1
    assert list(frame["deals"]) == [there.deals for there in found]
    for name in names.values():
        assert list(frame[f"{name} (action)"]) == [answer.values[name] for answer in answers]
