"""Cards that one can play from: two sides, the strategy in 8 points or more, nothing below 6.5, as
the PDF has it, in every game with every value of every choice.
"""

import re

import pytest

import combin
import reported
from card_lines import LINES
from combin.errors import CombinError
from combin.families.blackjack import printed
from combin.games import sheet_of
from combin.render import cards
from combin.render.cards import FORMATS, RACK, felt
from combin.rules.choices import Choice
from pdfs import pages_of
from shipped import COUNTING_UP, DEALT

pytest.importorskip("typst")

PLAYED, LEAST = 7.99, 6.49  # points, 8 and 6.5 as far as a PDF tells
CARDS = ("wallet", "a6")
HASH = re.compile(r"[0-9a-f]{9}|\d{12}")


def pressed(text):
    """Return a text without spaces, and without suits, which are drawn."""
    return re.sub(r"[\s♠♥♦♣]", "", text)


def settings_of(slug):
    """Return the choices that are changed from the usual, one at a time; none first."""
    choices = [choice for choice in sheet_of(slug).choices if isinstance(choice, Choice)]
    changed = [(choice.name, value) for choice in choices for value in [*choice.values][1:]]
    return [{}, *({name: value} for name, value in changed if name != "model")]


def assert_readable(model, fmt, sides=2):
    """Nothing is small, and what is played from is large; no side has a command, a hash or a long
    number.
    """
    pages = pages_of(cards.render(model, fmt))
    assert len(pages) <= sides
    runs = [run for page in pages for run in page]
    assert min(run.size for run in runs) >= LEAST, min(runs)
    large = pressed("".join(run.text for run in runs if run.size >= PLAYED))
    for chart in (*model.charts, *(model.behind if fmt == "a6" else ())):
        assert pressed("".join(chart.columns)) in large
        for label, cells in chart.rows:
            assert pressed(label + "".join(cells)).replace("-", "\u2212") in large.replace(
                "-", "\u2212"
            )
    for block in model.blocks:
        assert all(pressed(line.phrase) in large for line in block.lines)
    told = " ".join(run.text for run in runs)
    assert "--" not in told and "combin card" not in told and not HASH.search(told)
    return pressed(told)


# --- Charts --------------------------------------------------------------------------------------


def test_a_card_of_a_chart_is_read_at_a_table():
    for fmt in CARDS:
        told = assert_readable(combin.card("blackjack", format=fmt).model, fmt)
        assert "Nevertakeinsurance." in told
        assert "wherethefirstisnotallowed,aswiththreecards" in told
        assert "Dealerpeeksforanatural." in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "choices"),
    [
        *((slug, choices) for slug in COUNTING_UP for choices in settings_of(slug)),
        # One deck with early surrender has the most rows that differ.
        ("blackjack", {"packs": "1", "surrender": "early", "aces": "hit"}),
    ],
)
def test_every_chart_is_read_at_a_table(slug, choices):
    game = combin.load(slug, choices)
    if game.turns.dealer.seen == 2:
        with pytest.raises(CombinError, match="no room for the totals of two cards"):
            combin.card(game)
        return
    model = combin.card(game).model
    for fmt in CARDS:
        told = assert_readable(model, fmt)
        assert fmt == "wallet" or all(pressed(rule) in told for rule in model.rules)
        assert all(pressed(note) in told for note in (*model.notes, *model.readings))


@pytest.mark.slow
@pytest.mark.parametrize("fmt", [*FORMATS, RACK])
def test_a_chart_has_the_formats_of_a_list(fmt):
    model = combin.card("blackjack", format=fmt, footer="Lodge night").model
    pages = pages_of(cards.render(model, fmt))
    copies = {"sheet-a4": 10, "sheet-letter": 8}.get(fmt, 1)
    told = pressed("".join(run.text for run in pages[-1]))
    assert told.count("Lodgenight") == copies and len(pages) == 1 + (fmt != "a6")


def test_insurance_is_advised_against_only_where_it_loses():
    game = combin.load("blackjack", {"packs": "1"})
    never = "Never take insurance."
    assert never in tuple(printed.uninsured(game))
    assert never not in tuple(printed.uninsured(game.without("2c 2d 3c 3d 4c 4d 5c 5d 6c 6d")))
    assert never not in tuple(printed.uninsured(combin.load("spanish-21")))  # has no such bet


# --- Lists ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in DEALT if reported.has_report(slug)])
def test_every_list_is_read_at_a_table(slug):
    """With lines as long as real ones; what changes with a choice are the pays and the rules."""
    solution = reported.solution_of(slug)
    for choices in settings_of(slug):
        game = sheet_of(slug).resolve(choices)
        bets = {key: bet for key, bet in solution.bets.items() if key in game.bet_keys}
        here = type(solution)(game, bets, version=solution.version)
        model = cards.card_model(here, LINES[slug])
        for fmt in CARDS:
            assert_readable(model, fmt)


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in DEALT if reported.has_report(slug)])
def test_the_list_that_was_chosen_is_read_at_a_table(slug):
    for fmt in CARDS:
        assert_readable(combin.card(slug, format=fmt).model, fmt)


# --- Games without decisions ---------------------------------------------------------------------


def test_a_card_of_baccarat_has_the_bets_and_the_drawing_rules_in_front():
    model = combin.card("baccarat").model
    main, side, *_ = model.tables
    assert main.title == "Bets pay, to 1" and not main.side and side.side
    told = [(name.partition(" ")[0], pay) for name, pay in main.rows]
    assert told == [("Banker", "0.95"), ("Player", "1"), ("Tie", "8")]
    [chart] = model.charts
    assert chart.columns == (*"0123456789", "\u2013")
    assert dict(chart.rows)["5"] == tuple("SSSSDDDDSSD")
    assert model.notes[0] == "Player draws with 0-5 against 0-7."
    front, back = (
        pressed("".join(run.text for run in page)) for page in pages_of(cards.render(model))
    )
    assert "Banker(1.0579\u00a0%)".replace("\u00a0", "") in front and model.notes[0][:5] in front
    assert "Sidebetspay" in back and "Sidebetspay" not in front
    for fmt in CARDS:
        assert_readable(model, fmt)


def test_what_the_main_bet_does_not_win_stands_beside_it():
    dragon = sheet_of("dragon-tiger").resolve()
    names = [[name for name, _ in table.rows] for table in felt.bet_tables(dragon, {})]
    assert names == [["Dragon", "Dragon, tie", "Tiger, tie", "Tiger", "Tie"], ["Big", "Small"]]
    ez = sheet_of("baccarat").resolve({"commission": "ez"})
    assert next(felt.bet_tables(ez, {})).rows[:2] == (
        ("Banker, wins with three-card\u00a07", "push"),
        ("Banker", "1"),
    )
