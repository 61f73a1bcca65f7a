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

RAISE = ("decide d", "  fold  ends", "  raise  play +1")
FOLD = "fold  chose fold  lost  push"
WIN = ("win  player beats dealer  1  1", "tie  player equals dealer  push  push")
LOST = "lose  otherwise  lost  lost"
TABLE = "-  otherwise  table by player  table by player"
MINE, YOURS = "3 cards to mine", "3 cards to yours"
THREE = ("player = three-card of mine", "dealer = three-card of yours")
TWO = ("player = two-card of mine", "dealer = two-card of yours")
FIVE = ("player = poker of mine", "dealer = poker of up, down")
HIGH = "9TJQKA"

# name: (play, hands, rows, deck)
GAMES = {
    "below": (
        (MINE, *RAISE, YOURS), THREE,
        (FOLD, "a  dealer is below pair  1  1", "b  player is below queen-high  lost  lost", LOST), HIGH,
    ),
    "turned": (
        (MINE, *RAISE, YOURS), THREE,
        (FOLD, "a  dealer beats player  lost  lost", "b  otherwise  1  1"), HIGH,
    ),
    "one-action": ((MINE, "decide d", "  raise  play +1", YOURS), THREE, (*WIN, LOST), HIGH),
    "equal": (
        (MINE, "decide d", "  left", "  right", "  up  play +1", YOURS), THREE,
        ("win  player beats dealer  1  push", "lose  otherwise  lost  push"), HIGH,
    ),
    "never": (
        (MINE, *RAISE, "1 card to first", "decide e", "  stay", "  more  play +1", "2 cards to rest"),
        ("player = three-card of mine", "dealer = three-card of first, rest"),
        ("fold  chose fold  1  push", *WIN, LOST), HIGH,
    ),
    "settled": (
        (MINE, "decide d", "  fold  ends", "  on", YOURS, "decide e", "  a  play +1", "  b", "1 card to rest"),
        THREE[:1], ("fold  chose fold  table by player  push", "a  chose a  1  lost", LOST), HIGH,
    ),
    "nothing": ((MINE, YOURS), THREE, (*WIN, LOST), HIGH),
    "informed": (("2 cards to mine", *RAISE), TWO[:1], (FOLD, TABLE), HIGH),
    "apart": (("2 cards to mine", "decide d", "  a", "  b", "2 cards to yours"), TWO, (*WIN, LOST), HIGH),
    "two-cards": (("2 cards to mine", *RAISE, "2 cards to yours"), TWO, (FOLD, *WIN, LOST), HIGH),
    "tiny": (("2 cards to mine", *RAISE, "2 cards to yours"), TWO, (FOLD, *WIN, LOST), "KA in cd"),
    "one-suit": (("2 cards to mine", *RAISE, "2 cards to yours"), TWO, (FOLD, *WIN, LOST), f"{HIGH} in c"),
    "one-deal": (("2 cards to mine",), TWO[:1], (TABLE,), HIGH),
    "no-end": (
        ("5 cards to mine", "1 card to up", "decide d", "  call", "  raise  play +1", "4 cards to down"),
        FIVE, (*WIN, LOST), f"{HIGH} in cd",
    ),
    "no-king": (
        ("5 cards to mine", "1 card to up", *RAISE, "4 cards to down"),
        FIVE, (FOLD, *WIN, LOST), "23456 in cds",
    ),
    "all-end": (
        ("5 cards to mine", "1 card to up", "decide d", "  a  ends", "  b  play +1, ends"),
        FIVE[:1], (TABLE,), f"{HIGH} in cdh",
    ),
}  # fmt: skip


@pytest.fixture(params=GAMES)
def odd(request, tmp_path, monkeypatch):
    """Return the path of a game file, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, request.param)


def written(folder, name):
    play, hands, rows, deck = GAMES[name]
    path = folder / f"{name}.game"
    wagers = ["ante 1", "play"]
    if not any("play +1" in step for step in play):  # a wager that is never staked is refused
        wagers, rows = wagers[:1], [row.rpartition("  ")[0] for row in rows]
    head = "  ".join(["outcome", "if", *(wager.split()[0] for wager in wagers)])
    table = ["table", "  pair  2"] if any("table" in row for row in rows) else []
    parts = {
        "PLAY": play,
        "HANDS": hands,
        "MAIN GAME": (f"wagers: {', '.join(wagers)}", head, *rows, *table),
    }
    page = [name, "source: made up", f"cards: {deck}"]
    for part, lines in parts.items():
        page += [part, *(f"  {line}" for line in lines)]
    path.write_text("\n".join(page))
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
        text = text.replace(f"  {old}  ", f"  {new}  ").replace(f"chose {old}", f"chose {new}")
    path.write_text(text)
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
