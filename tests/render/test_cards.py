"""Cards: every game in every format, the same bytes twice, nothing clipped, nothing left out
silently.
"""

import os
import re
import sys
import zlib
from dataclasses import replace
from fractions import Fraction

import pytest

import combin
import reported
from card_lines import LINES
from combin.counting import Plan
from combin.dossier.examples import examples
from combin.dossier.recommended import recommended
from combin.dossier.report import priced_lists
from combin.errors import CombinError
from combin.games import sheet_of
from combin.publishing import strategy_cards
from combin.publishing.strategy_cards import best_fitting, card_of, card_of_lines
from combin.questions.measures import has_starting_hands, starting_hands
from combin.questions.solve import solve
from combin.render import cards, number
from combin.render.cards import Imprint, felt, typesetting
from combin.render.cards import model as card_text
from combin.render.cards.felt import PayTable
from combin.render.cards.model import CardBlock, CardLine
from combin.render.number import exact
from combin.render.tables import command_line
from combin.rules import ALWAYS, LOSE, Bet, Pays, Paytable, Pick, Reaches, Row, Settlement, Wager
from combin.strategies import Rung, opening, parse
from combin.strategies import examples as library
from combin.strategies import find as find_lines
from pdfs import boxes_of, pages_of
from shipped import DEALT
from sizes import DRAWS, LIKE_JACKS, SPLIT, on_demand, sized

typst = pytest.importorskip("typst")

SETTINGS = {"caribbean-stud": {"raise": "2"}}
SIZES = {"wallet": (85.6, 54, 8), "a6": (105, 148, 14)}  # width, height, height of the figures
ROWS = 15  # of a paytable, for which every side has room in the smallest type
LEAST = 8  # points: the smallest type of a line that is played from
SMALLEST = 6.4  # points: the smallest type of a card for the wallet, 6.5 as far as a PDF tells
_models = {}


def model_of(slug):
    if slug not in _models:
        game = sheet_of(slug).resolve(SETTINGS.get(slug))
        bets = None if slug != "caribbean-stud" else ["base"]
        hands = starting_hands(game) if game.decisions and has_starting_hands(game) else ()
        _models[slug] = cards.card_model(
            solve(game, bets), LINES[slug], asked=cards.Request(hands=hands)
        )
    return _models[slug]


def long_model(times):
    """Return Mississippi Stud with a list `times` as long and a long title."""
    model = model_of("mississippi-stud")
    blocks = tuple(
        CardBlock(block.name, block.lines[:-1] * times + block.lines[-1:]) for block in model.blocks
    )
    return replace(model, blocks=blocks, title="A Stud Game With an Extraordinarily Long Name")


# --- Every game, every format ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", sized(DEALT, LIKE_JACKS))
def test_every_game_fits_every_format_and_leaves_nothing_out(slug):
    model = model_of(slug)
    for fmt in cards.FORMATS:
        report = cards.fit(model, fmt)
        assert report["lines"] == report["total"] == sum(map(len, LINES[slug].values())), fmt
        assert not LINES[slug] or report["size"] >= LEAST, fmt
        assert not report["grid"] or report["grid"] >= LEAST
        assert model.grid is None or fmt != "a6" or report["sides"] <= 2, "the square takes a side"
        assert cards.render(model, fmt, "pdf").startswith(b"%PDF")
    assert_printed(model, "wallet")
    assert_printed(model, "a6")
    assert not any(isinstance(pay, Pick) for table in model.tables for _, pay in table.rows)
    said = set(repr(model)) - set("♠♥♦♣")
    for name in ("CombinSans-Regular.ttf", "CombinSans-Bold.ttf"):
        assert said <= letters_of(name) | {"\n"}


def assert_printed(model, fmt):
    """Read the card back: every line in type of 8 points or more, every paytable, every rule."""
    pages = pages_of(cards.render(model, fmt, "pdf"))
    large = pressed("".join(run.text for page in pages for run in page if run.size >= LEAST))
    every = pressed("".join(run.text for page in pages for run in page))
    assert_clear(model, pages, fmt)
    for block in model.blocks:
        assert len(model.blocks) == 1 or pressed(block.name) in large
        for line in block.lines:
            assert pressed(line.phrase) in large, line
            assert pressed(model.actions[line.action].name) in large, line
    report = cards.fit(model, fmt)
    for table in model.tables[: report["tables"]]:
        assert pressed(table.title) in every and pressed(table.edge) in every
        cut = f"{pressed(table.title.rpartition(', ')[0])},continued" in every
        assert not cut or len(table.rows) > ROWS, table.title
        for name, pay in table.rows:
            assert pressed(name) in every and pressed(pay) in every
    for table in model.tables[report["tables"] :]:
        assert table.side and fmt == "wallet"
        named = every.partition("OntheA6card:")[2]
        assert pressed(table.title.split(", ")[0]) in named and pressed(table.edge) in named
    assert report["ruled"] or (fmt == "wallet" and "OntheA6card:therules" in every)
    for rule in model.rules:
        assert not report["ruled"] or pressed(rule) in every
    assert fmt != "wallet" or min(run.size for page in pages for run in page) >= SMALLEST


def assert_clear(model, pages, fmt):
    """Nothing stands over an edge, and nothing but the figures at their place, on one side."""
    wide, tall, foot = (points * 72 / 25.4 for points in SIZES[fmt])
    figures = pressed("".join(one.figure + one.label for one in model.measures))
    low = [pressed("".join(run.text for run in page if run.y < foot)) for page in pages]
    shown = [] if model.charts and fmt == "wallet" else [figures]  # by a chart they are in a table
    assert [text for text in low if pressed(model.measures[0].figure) in text] == shown
    for page in pages:
        for run in page:
            assert 0 < run.x < wide - run.size / 2 and 3 < run.y < tall - run.size / 2, run


def pressed(text):
    """Return a text without spaces, and without suits, which are drawn."""
    return re.sub(r"[\s♠♥♦♣]", "", text)


def letters_of(face):
    from fontTools import ttLib as fonts

    return set(map(chr, fonts.TTFont(os.path.join(typesetting.FONTS, face)).getBestCmap()))


FIRST = "three-card-poker", "baccarat", "pai-gow-poker"  # with a list, without one, with a way


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "slug",
    # A list of what to hold is fitted again and again, in half a minute or more.
    on_demand(
        sorted(filter(reported.has_report, DEALT), key=lambda slug: slug not in FIRST), DRAWS
    ),
)
def test_the_card_of_every_game_has_two_sides_that_speak_to_players(slug, monkeypatch):
    """With the list that fits best of those in the reports, and the pays of the table; no side tells
    an option of the command.
    """
    solution = reported.solution_of(slug)
    ladder = reported.ladder_of(solution)
    if ladder is None:
        model = cards.card_model(solution, {}) if slug in SPLIT else card_of(solution)
    else:
        costs = {str(rung.lines): rung.cost for rung in ladder.rungs}
        base = solution.bets["base"]
        monkeypatch.setattr(
            strategy_cards,
            "_priced",
            lambda solution, lines: reported.losing(base, costs[str(lines)]),
        )
        monkeypatch.setattr(strategy_cards, "examples", lambda game, lines: {})
        best = reported.losing(base, recommended(ladder).cost)
        rung, model = best_fitting(solution, ladder, played=best)
        cost = number.cost(rung.cost).replace(" ", "\u00a0")
        assert not rung.cost or f"this list, {cost}" in " ".join(model.notes)
    report = cards.fit(model)
    assert report["sides"] <= 2
    assert report["front"] or rung.cost < ladder.rungs[0].cost
    assert report["ruled"] or report["sides"] == 2
    pages = pages_of(cards.render(model))
    for run in (run for page in pages for run in page):
        assert "--" not in run.text and "=" not in run.text and run.size >= SMALLEST, run


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="tells memory on Linux alone")
def test_layouts_that_are_only_asked_about_leave_no_memory_taken():
    """typst kept 50 megabytes or more of each: a card was fitted to dozens of lists in 3 gigabytes."""
    title = "A Stud Game {}"
    models = [replace(long_model(5), title=title.format(number)) for number in range(6)]
    cards.fit(models[0])
    before = resident()
    for model in models[1:]:
        cards.fit(model)
    assert resident() - before < 100 << 20


def resident() -> int:
    """Return how many bytes this process has in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_every_game_has_sample_lines():
    assert sorted(LINES) == DEALT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "start"), [("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")]
)
@pytest.mark.parametrize("fmt", cards.FORMATS)
def test_a_card_has_the_same_bytes_every_time(fmt, ending, start):
    first, second = (cards.render(model_of("phil-em-up"), fmt, ending) for _ in range(2))
    assert first == second
    assert first.startswith(start)


def test_a_png_is_both_sides_at_300_dots_per_inch():
    png = cards.render(model_of("phil-em-up"), "wallet", "png")
    wide, tall = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert (wide, tall) == (1011, 1335)  # 85.6 mm and 54 + 5 + 54 mm


def test_an_svg_tells_its_title():
    svg = cards.render(replace(model_of("phil-em-up"), title="A & B"), "wallet", "svg")
    assert b'role="img"><title>A &amp; B</title>' in svg


# --- Long lists --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("fmt", ["wallet", "a6"])
def test_a_long_list_runs_over_further_sides_whole_and_no_smaller(times, fmt):
    model = long_model(times)
    report = cards.fit(model, fmt)
    assert report["lines"] == report["total"] and report["size"] >= LEAST
    assert report["sides"] > (1 if times == 1 else 2) or fmt == "a6"
    assert_printed(model, fmt)


@pytest.mark.slow
@pytest.mark.parametrize("fmt", ["wallet", "a6"])
def test_a_decision_that_runs_on_repeats_its_heading(fmt):
    """Every column of every side begins with the name of its decision."""
    model = long_model(9)
    tops = cards.fit(model, fmt)["tops"]
    names = [block.name for block in model.blocks]
    assert len(tops) > len(names) and tops[0] == names[0]
    assert {top.removesuffix(", continued") for top in tops} <= {*names}
    assert sum(top.endswith(", continued") for top in tops) >= len(tops) - len(names)
    pages = pages_of(cards.render(model, fmt, "pdf"))
    said = pressed("".join(run.text for page in pages for run in page))
    assert said.count(",continued") >= sum(top.endswith(", continued") for top in tops)


@pytest.mark.slow
def test_a_list_too_long_for_the_front_gives_way_to_a_shorter_one():
    game = sheet_of("three-card-poker").resolve()
    found = find_lines(game)
    long = parse("\n".join([*["play: Q-6-4 or better"] * 150, "fold: otherwise"]), game)
    ladder = replace(found, rungs=(found.rungs[0], Rung(long, Fraction(0))))
    rung, model = best_fitting(solve(game), ladder)
    report = cards.fit(model)
    assert rung is found.rungs[0] and rung.cost > 0
    assert report["front"] and report["lines"] == 1 and not report["longer"]
    back = pressed("".join(run.text for run in pages_of(cards.render(model))[1]))
    assert pressed("The perfect list, 151 lines, is too long for a card.") in back
    assert best_fitting(solve(game), ladder, "a6")[0] is found.rungs[0]
    shorter = parse("\n".join([*["play: Q-6-4 or better"] * 50, "fold: otherwise"]), game)
    ladder = replace(found, rungs=(found.rungs[0], Rung(shorter, Fraction(0))))
    assert best_fitting(solve(game), ladder, "a6")[0].lines is shorter
    behind = best_fitting(solve(game), ladder)[1].longer
    assert behind.elsewhere == "The perfect list, 51 lines, is on the A6 card."


@pytest.mark.slow
def test_the_longest_list_that_fits_is_in_front_and_the_exact_one_behind():
    """The list in front costs something; one that is longer and costs less does not fit."""
    game = sheet_of("mississippi-stud").resolve()
    ladder = find_lines(game)
    rung, model = best_fitting(solve(game), ladder)
    assert rung.cost > 0 and cards.fits_front(model)
    longer = [other for other in ladder.rungs if len(rung) < len(other) and other.cost]
    assert longer
    for other in longer:
        blocks = card_text.blocks_of(
            {
                name: [(line.action, str(line).partition(": ")[2]) for line in lines]
                for name, lines in other.lines.blocks.items()
            }
        )
        assert not cards.fit(replace(model, blocks=blocks))["front"]


def test_a_longer_list_stands_on_the_back_where_it_fits_and_is_named_where_not():
    listed = {"stay or double": [("double", "any pair or better"), ("stay", "otherwise")]}
    behind = card_text.longer(listed, Fraction(0), "ante")
    model = replace(model_of("phil-em-up"), longer=behind)
    assert cards.fit(model)["longer"]
    back = pages_of(cards.render(model))[1]
    large = pressed("".join(run.text for run in back if run.size >= LEAST))
    assert "double" in large and "anypairorbetter" in large and "Theperfectlist" in large
    many = card_text.longer({"bet": listed["stay or double"] * 30}, Fraction(1, 300), "ante")
    model = replace(model, longer=many)
    assert not cards.fit(model)["longer"]
    back = pressed("".join(run.text for run in pages_of(cards.render(model))[1]))
    assert (
        pressed(
            "A better list, 60 lines, 0.3333 % of one ante below optimal play, is on the A6 card"
        )
        in back
    )


@pytest.mark.slow
def test_no_side_only_says_where_the_longer_list_is():
    """Paytables that need sides of their own begin under the sentence."""
    model = model_of("phil-em-up")
    model = replace(model, tables=model.tables * 5, readings=())
    many = {"bet": [("double", "any pair or better"), ("stay", "otherwise")] * 30}
    longer = card_text.longer(many, Fraction(1, 300), "ante")
    model = replace(model, longer=longer)
    sides = ["".join(run.text for run in page) for page in pages_of(cards.render(model))]
    assert len(sides) == cards.fit(model)["sides"] > 2
    (there,) = (side for side in map(pressed, sides) if pressed(longer.elsewhere) in side)
    assert pressed(model.tables[0].title) in there


@pytest.mark.slow
def test_a_list_of_what_to_hold_is_numbered():
    """Its order is what counts: every line has its number, and none says `hold`."""
    phrases = ["two pair", "three to a straight flush, one gap", "a high pair", "K-Q suited"]
    listed = [*(("hold", phrase) for phrase in phrases * 3), ("hold none", "otherwise")]
    lines = {"discard": listed}
    notes = card_text.notes(lines, Fraction(0), "coin")
    assert any(note.startswith("Gap: ") for note in notes)
    blocks = card_text.blocks_of(lines)
    model = replace(model_of("jacks-or-better"), blocks=blocks, notes=notes)
    for fmt in ("wallet", "a6"):
        report = cards.fit(model, fmt)
        assert report["lines"] == 13 and report["front"] and report["size"] >= LEAST
        front = pages_of(cards.render(model, fmt))[0]
        large = pressed("".join(run.text for run in front if run.size >= LEAST))
        for place, line in enumerate(model.blocks[0].lines, 1):
            assert pressed(f"{place}{line.phrase}") in large
        assert "13otherwisediscardall" in large and "hold" not in large


def test_what_cannot_be_laid_out_is_refused_in_one_line():
    model = model_of("phil-em-up")
    with pytest.raises(
        CombinError, match=r"^this cannot be laid out: .*the title is too long for the card$"
    ):
        cards.render(replace(model, title="Very " * 60))


@pytest.mark.slow
def test_a_long_paytable_runs_over_further_sides_whole():
    rows = tuple((f"Hand {number}", str(number)) for number in range(200))
    assert_printed(replace(model_of("phil-em-up"), tables=(PayTable("Ante pays", rows),)), "wallet")


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("letters", range(0, 30, 3))
def test_a_title_is_measured_as_bold_as_it_is_set(letters):
    """One between the widths of the plain and the bold face was set in two lines, too tall for the
    head.
    """
    title = "A game of jacks and better " + "i" * letters
    picture = cards.render(
        replace(model_of("phil-em-up"), title=title.strip()), "wallet", "svg"
    ).decode()
    white_at_the_left = r'<text x="11\.33\d*" y="([\d.]+)"[^>]*fill="#ffffff"'
    baselines = set(re.findall(white_at_the_left, picture))
    assert len(baselines) == 1


@pytest.mark.parametrize("path", ["x" * 220, "x-y." * 50, "\udcff"])
def test_a_command_with_any_path_stays_on_the_card(path):
    command = command_line("card", ["phil-em-up", "-o", f"{path}.pdf"])
    picture = cards.render(
        replace(model_of("phil-em-up"), command=command), "wallet", "svg"
    ).decode()
    lengths = [float(long) for long in re.findall(r'textLength="([\d.]+)"', picture)]
    assert lengths and max(lengths) < 220  # points, the width between the margins


def test_a_game_without_a_paytable_has_a_card():
    model = replace(model_of("three-card-poker"), tables=())
    for fmt in ("wallet", "a6"):
        assert cards.fit(model, fmt)["lines"] == 2


def test_rules_in_force_that_take_all_the_room_are_refused():
    model = replace(
        model_of("phil-em-up"),
        readings=("A reading that says a good deal about the joker. " * 10,) * 30,
    )
    with pytest.raises(CombinError, match=r"^this cannot be laid out: "):
        cards.render(model)


# --- What is said ------------------------------------------------------------------------------


def test_the_card_says_what_the_edge_is_divided_by():
    model = model_of("phil-em-up")
    assert (model.measures[0].figure, model.measures[0].label) == (
        "9.1425 %",
        "house edge per ante",
    )
    assert model.exactly == "Exact house edge per ante 7496/81991."
    assert model.measures[1].label == "element of risk"
    assert model.tables[0].title == "Ante pays, to 1"
    assert model.tables[0].rows[0] == ("Five aces", "500")
    assert model.tables[0].rows[-1] == ("Less", "lost")
    assert model.readings[0].startswith("Joker (paragraph 2 of the rule): it completes")
    assert model.command == "combin card phil-em-up -o card.pdf"


def test_the_only_line_of_a_decision_says_always():
    game = sheet_of("let-it-ride").resolve()
    lines = {
        "bet 1": [("pull-back", "otherwise")],
        "bet 2": [("let-it-ride", "four to a flush"), ("pull-back", "otherwise")],
    }
    model = cards.card_model(solve(game, ["base"]), lines)
    assert [[line.phrase for line in block.lines] for block in model.blocks] == [
        ["always"],
        ["four to a\u00a0flush", "otherwise"],
    ]


@pytest.mark.slow
def test_a_player_with_the_advantage_is_told_so():
    model = model_of("hot-poker-spot")
    assert (model.measures[0].figure, model.measures[0].label) == (
        "101.4231 %",
        "return",
    )
    assert model.exactly == "Exact player\u2019s edge per spot 999529/70236894."
    assert model.notes == ("This bet has no decisions.",)


@pytest.mark.slow
def test_settings_stand_in_the_command_and_equal_pairs_on_one_line():
    assert (
        model_of("caribbean-stud").command == "combin card caribbean-stud -o card.pdf --set raise=2"
    )
    pairs = model_of("dakota-duel-draw").tables[1]
    assert pairs.title == "Pocket pair pays, to 1"
    assert pairs.rows == (("Pair of aces to fives", "4"), ("Pair of fours to twos", "3"))


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (None, ()),
        (Fraction(0), ("This list is perfect: it costs nothing against optimal play.",)),
        (
            Fraction(1, 300),
            ("Figures with this list, 0.3333\u00a0% of one ante worse than optimal play.",),
        ),
    ],
)
def test_a_shortened_list_says_what_it_costs(cost, said):
    assert card_text.cost_note(cost, "ante") == said


def test_the_figures_of_a_shortened_list_are_its_own():
    game = sheet_of("three-card-poker").resolve()
    solution = solve(game)
    model = card_of(solution, most=1)
    *_, ways = priced_lists(game, "base", solution["base"].expected_value)
    (played,) = (way.priced.result for way in ways if way.argument.endswith("-everything"))
    assert (
        model.measures
        == card_text.measures(played, "ante")
        != card_text.measures(solution["base"], "ante")
    )
    assert exact(played.house_edge) in model.exactly


def test_figures_that_are_not_those_of_the_lines_are_refused():
    with pytest.raises(ArithmeticError, match="not those of its lines"):
        cards.card_model(
            solve(sheet_of("three-card-poker").resolve()),
            LINES["three-card-poker"],
            Fraction(1, 10),
        )


def test_no_short_last_word_stands_alone():
    block = card_text.blocks_of({"a": [("raise", "a pair or better"), ("fold", "otherwise")]})[0]
    assert block.lines == (
        CardLine("raise", "a pair or\u00a0better"),
        CardLine("fold", "otherwise"),
    )


# --- Colours and marks -------------------------------------------------------------------------


def test_every_action_of_a_game_has_its_own_mark_and_tone():
    for game in map(combin.load, DEALT):
        if Plan(game, game.bets[0]).draw:
            continue  # no card has 32 holds
        found = card_text.looks(game).values()
        assert len({look.mark for look in found}) == len(found)
        assert len({look.tone for look in found}) == len(found)


def test_an_action_that_leaves_a_wager_stands_out_beside_one_that_takes_it_back():
    found = card_text.looks(sheet_of("let-it-ride").resolve())
    assert {name: look.tone for name, look in found.items()} == {
        "pull-back": "none",
        "let-it-ride": "most",
    }


def test_stakes_darken_in_grey_and_text_stands_out():
    tones = read_tones()
    greys = [light(tones[name][0]) for name in ("end", "none", "some", "more", "much", "most")]
    assert greys == sorted(greys, reverse=True)
    for fill, on in tones.values():
        assert contrast(fill, on) >= 4.5


def test_what_stakes_nothing_stands_out_from_what_does_on_a_copy():
    """Folding is as far from every raise as text has to be from its ground; raises differ, too."""
    tones = {name: fill for name, (fill, _) in read_tones().items()}
    for raised in ("some", "more", "much", "most"):
        assert contrast(tones["end"], tones[raised]) >= 4.5
        assert contrast(tones["none"], tones[raised]) >= 3
    for lighter, darker in (("some", "more"), ("more", "most"), ("more", "much"), ("much", "most")):
        assert contrast(tones[lighter], tones[darker]) >= 1.2


def contrast(one, other):
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def read_tones():
    with open(os.path.join(typesetting.FOLDER, "common.typ"), encoding="utf-8") as file:
        text = file.read()
    named = dict(re.findall(r'^#let (\w+) = rgb\("#(\w+)"\)', text, re.M)) | {"white": "ffffff"}
    colour = r'(?:rgb\("#(\w+)"\)|(\w+))'
    found = re.findall(rf'"(\w+)": \(fill: {colour}, on: {colour}\)', text)
    return {
        name: (fill or named[fill_name], on or named[on_name])
        for name, fill, fill_name, on, on_name in found
    }


def light(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def test_the_face_comes_with_its_licence():
    assert os.path.exists(os.path.join(typesetting.FONTS, "OFL.txt"))


def test_letters_that_would_be_boxes_are_refused():
    model = model_of("phil-em-up")
    with pytest.raises(
        CombinError, match="cannot show 京 東 🎲, in its title, its rules or the name of its file"
    ):
        cards.render(replace(model, title="東京 Poker 🎲"))
    for title in ("Żółw", "Πόκερ", "Покер ‰ “à la carte”"):
        assert cards.render(replace(model, title=title)).startswith(b"%PDF")


# --- What the user adds, and what the file says of itself --------------------------------------

IMPRINT = Imprint("Lodge night", "A. Player", "https://example.org/cards", "3mm")


@pytest.mark.slow
def test_a_bleed_runs_over_every_edge_and_leaves_the_card_its_size():
    model = replace(model_of("three-card-poker"), imprint=IMPRINT)
    pdf = cards.render(model)
    points = 72 / 25.4
    for media, trim in zip(boxes_of(pdf, "MediaBox"), boxes_of(pdf, "TrimBox"), strict=True):
        assert media[2:] == pytest.approx((91.6 * points, 60 * points), abs=0.01)
        size = trim[2] - trim[0], trim[3] - trim[1]
        assert size == pytest.approx((85.6 * points, 54 * points), abs=0.01)
    bare = cards.render(replace(model, imprint=replace(IMPRINT, bleed="")))
    assert boxes_of(bare, "MediaBox")[0][2:] == pytest.approx(
        (85.6 * points, 54 * points), abs=0.01
    )
    for picture in cards.sides(model):
        assert size_of(picture) == (1082, 709)  # 91.6 mm and 60 mm
    inches = replace(model, imprint=replace(IMPRINT, bleed="0.125in"))
    assert size_of(cards.sides(inches)[0]) == (1086, 713)


def size_of(png):
    return tuple(int.from_bytes(png[at : at + 4], "big") for at in (16, 20))


@pytest.mark.parametrize("bleed", ["3", "mm", "-1mm", "3 cm", "11mm", "1e9mm", "٣mm", "0.5in"])
def test_what_is_no_bleed_is_refused(bleed):
    with pytest.raises(CombinError, match=r"^a bleed is (a length such as 3mm|at most 10 mm wide)"):
        Imprint(bleed=bleed)


def test_a_sheet_has_no_bleed():
    with pytest.raises(CombinError, match=r"^the cards of sheet-a4 stand edge to edge; a bleed is"):
        cards.render(replace(model_of("three-card-poker"), imprint=IMPRINT), "sheet-a4")


def test_a_footer_is_one_line():
    for words in ("x" * 121, "two\nlines"):
        with pytest.raises(CombinError, match=r"^footer: one line of at most 120 letters, not "):
            Imprint(footer=words)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["three-card-poker", "hot-poker-spot"])
def test_the_imprint_and_the_exact_figures_are_printed_last_and_told_by_the_file(slug):
    model = replace(model_of(slug), imprint=IMPRINT)
    pages = pages_of(cards.render(model))
    last = pressed("".join(run.text for run in pages[-1]))
    for words in ("Lodge night", "A. Player · https://example.org/cards"):
        assert pressed(words) in last
    for page in [*pages, *pages_of(cards.render(model, "a6"))]:
        every = pressed("".join(run.text for run in page))
        assert pressed(model.exactly) not in every and "combincard" not in every
    about = cards.about_file(model)
    assert model.exactly in about and model.command in about
    pdf, svg, png = (cards.render(model, "wallet", ending) for ending in ("pdf", "svg", "png"))
    assert b"/Author(A. Player)" in pdf and b"/Subject" in pdf and b"/Title" in pdf
    assert f"<desc>{about}</desc>".encode() in svg
    assert b"iTXtDescription" + bytes(5) + about.encode() in png


@pytest.mark.slow
def test_the_texts_of_a_picture_are_chunks_as_the_format_has_them():
    png, seen = cards.render(model_of("three-card-poker"), "wallet", "png"), []
    at = 8
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        checked = zlib.crc32(png[at + 4 : at + 8 + length])
        assert checked == int.from_bytes(png[at + 8 + length : at + 12 + length], "big")
        seen.append(kind)
        at += 12 + length
    assert seen[:3] == [b"IHDR", b"iTXt", b"iTXt"] and seen[-1] == b"IEND"


@pytest.mark.slow
def test_each_side_is_a_picture_of_its_own():
    model = model_of("phil-em-up")
    for ending in ("png", "svg"):
        assert len(cards.sides(model, "wallet", ending)) == cards.fit(model)["sides"] == 2
    first, second = cards.sides(model)
    assert size_of(first) == size_of(second) == (1011, 638) and first != second
    assert cards.side_paths("a/card.v2.png", 2) == ["a/card.v2-1.png", "a/card.v2-2.png"]
    with pytest.raises(CombinError, match=r"^a \.pdf has a page a side; "):
        cards.ending_of_sides("card.pdf")


# --- What a player needs -----------------------------------------------------------------------


@pytest.mark.parametrize("slug", DEALT)
def test_every_paytable_of_every_bet_is_on_the_card(slug):
    game = sheet_of(slug).resolve()
    printed = [table for bet in game.bets for table in felt.paytables(bet)]
    for bet in game.bets:
        for table in bet.tables():
            pays = [felt._pay_text(pay) for pay in table.pays.values()]
            assert any({*pays} <= {pay for _, pay in shown.rows} for shown in printed), table.name
        alone = [row for row in bet.rows() if isinstance(row.when, Reaches)]
        told = felt.paytables(bet) or felt.rules(game) or [*felt.bet_tables(game, {})]
        assert told or not alone


def test_what_one_wager_is_paid_beside_its_table_stands_in_the_table():
    """Natural wins of a bonus on the margin, aces against aces: the edge counts them, too."""
    found = set()
    for slug in DEALT:
        game = sheet_of(slug).resolve()
        for bet in game.bets:
            printed = [row for table in felt.paytables(bet) for row in table.rows]
            for row in bet.rows() if len(bet.wagers) == 1 and any(bet.tables()) else ():
                if isinstance(row.cells[0], Fraction) and row.cells[0] > 0:
                    assert (felt.spoken(row.name), felt._cell_pay(row)) in printed
                    found.add(bet.key)
    assert found >= {"player-dragon-bonus", "banker-dragon-bonus", "bonus"}
    [table] = felt.paytables(sheet_of("baccarat").resolve().bet("player-dragon-bonus"))
    assert table.rows[:3] == (("Natural", "1"), ("Natural tie", "push"), ("By 9", "30"))
    assert table.rows[-1] == ("Less", "lost")


@pytest.mark.parametrize(
    ("slug", "title", "last"),
    [
        ("ultimate-texas-holdem", "Blind pays, to 1", ("Less", "push")),
        ("heads-up-holdem", "Odds pays, to 1", ("Less", "push")),
        ("flushes-gone-wild", "Blind pays, to 1", ("Less", "push")),
        ("texas-holdem-bonus", "Ante pays, to 1", ("Less", "push")),
        ("three-card-poker", "Ante bonus pays, to 1", ("Straight", "1")),
        ("crazy-4-poker", "Super bonus pays, to 1", ("Straight", "1")),
        ("red-dog", "Bet and raise pay, to 1", ("Spread 1", "5")),
    ],
)
def test_a_table_ends_with_what_a_lower_hand_gets(slug, title, last):
    """A bonus beside the wager's own settlement is not paid; a row that asks for a line of the
    table, or for a spread, has no lower hand.
    """
    bet = sheet_of(slug).resolve().bets[0]
    [table] = [table for table in felt.paytables(bet) if table.title == title]
    assert table.rows[-1] == last


def test_the_best_hands_that_pay_the_same_share_a_row():
    ante, *_ = felt.paytables(sheet_of("criss-cross-poker").resolve().bets[0])
    assert ante.rows == (
        ("Pair of jacks or better", "1"), ("Pair of sixes or better", "push"), ("Less", "lost"),
    )  # fmt: skip
    table, *_ = felt.paytables(sheet_of("blackjack-side-bets").resolve().bets[0])
    assert table.rows == (("Flush or better", "9"), ("Less", "lost"))


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("ultimate-texas-holdem", "Blind on a winning straight: even money."),
        ("ultimate-texas-holdem", "Raise before the flop: three or four times the ante."),
        ("baccarat", "8 decks."),
        ("baccarat", "5\u00a0% commission on Banker wins."),
        ("jacks-or-better", "Paytable 9/6 (full pay)."),
        ("jacks-or-better", "Five coins; a royal flush pays 800 for 1."),
        ("bonus-six", "Insurance before the deal: no."),
        (
            "hot-poker-spot",
            "Cost of staying in, in each of the four betting rounds, in bets (at 0 the player always "
            "stays): 0.",
        ),
    ],
)  # fmt: skip
def test_a_choice_is_told_with_its_question(slug, said):
    game = sheet_of(slug).resolve()
    assert said in card_text.readings(game, *(bet.key for bet in game.bets))


def test_rules_in_sentences_say_which_case_decides():
    ultimate = felt.rules(sheet_of("ultimate-three-card-poker").resolve())
    assert ultimate[1:3] == (
        "The first that fits decides.",
        "Dealer has queen high or better and player beats dealer: ante and play pay 1 to 1, blind "
        "is paid by the blind table.",
    )
    crazy = felt.rules(sheet_of("crazy-4-poker").resolve())
    assert felt.FIRST not in crazy and crazy[-1] == (
        "Super bonus is paid by the super bonus table if player has a straight or better, whoever "
        "wins; with less it pushes if dealer is below king high, player beats dealer or player "
        "ties dealer; otherwise it loses."
    )


def test_a_pay_beside_a_table_for_one_is_for_one_too():
    """It comes after the table, as in the rules, and what is less stays last."""
    table = Paytable("", {"pair": Fraction(2)}, for_one=True)
    rows = (
        Row("", Reaches("final", "pair"), (Pays(table, "final"),)),
        Row("ace", Reaches("final", "ace-high"), (Fraction(4),)),
        Row("none", ALWAYS, (LOSE,)),
    )
    bet = Bet("base", (Wager("coin", 1),), "coin", (Settlement(("coin",), rows),))
    assert [(one.title, one.rows) for one in felt.paytables(bet)] == [
        ("Coin pays, for 1", (("Pair", "2"), ("Ace", "5"), ("Less", "lost")))
    ]


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        (
            "three-card-poker",
            "Dealer needs queen high or better to qualify; otherwise ante pays 1 to 1, play pushes.",
        ),
        ("three-card-poker", "Player beats dealer: ante and play pay 1 to 1."),
        ("caribbean-stud", "Raise: 2 antes more."),
        ("caribbean-stud", "Player beats dealer: ante pays 1 to 1, raise is paid by the table."),
        ("crazy-4-poker", "2x and 3x: only with a pair of aces or better."),
        ("let-it-ride", "Pull back: 1 bet back."),
        ("four-card-poker", "Player beats dealer or player ties dealer: ante and play pay 1 to 1."),
        (
            "ultimate-texas-holdem",
            "Dealer needs a pair or better to qualify; otherwise ante pushes.",
        ),
        (
            "ultimate-texas-holdem",
            "Player beats dealer: ante pays 1 to 1, blind is paid by the blind table, ",
        ),
        ("ultimate-texas-holdem", "Bad Beat is paid by the table on the dealer hand."),
        ("heads-up-holdem", "Dealer wins: odds are paid by the bad beat table, raise loses."),
        ("casino-war", "Go to war: 1 bet more."),
        ("casino-war", "Surrender: bet loses half."),
        ("red-dog", "Pair or consecutive: bet pushes."),
        ("red-dog", "Third is between first and second: bet and raise are paid by the table."),
    ],
)
def test_rules_of_raising_and_qualifying(slug, said):
    assert said in " ".join(felt.rules(sheet_of(slug).resolve()))


@pytest.mark.slow
def test_side_bets_of_fixed_pays_share_a_table():
    """Each row that wins, pushes or loses in part, the edge at the first; no sentence says it again."""
    game = sheet_of("baccarat").resolve()
    edges = {key: bet.house_edge for key, bet in solve(game).bets.items()}
    main, side = felt.bet_tables(game, edges)
    rows = dict((*main.rows, *side.rows))
    assert rows["Player (1.2351\u00a0%)"] == "1" and rows["Tie\u00a09 (10.6348\u00a0%)"] == "80"
    assert rows["Perfect Pair, two pairs (8.0470\u00a0%)"] == "200"
    assert rows["Perfect Pair, one pair"] == "25"
    assert "perfect pair" not in " ".join(felt.rules(game)).lower()
    main, _ = felt.bet_tables(sheet_of("dragon-tiger").resolve(), {})
    assert ("Tiger, tie", "half lost") in main.rows and not main.edge
    # How a hand is set is decided: its edge is that of the card's house way alone.
    assert not [*felt.bet_tables(sheet_of("pai-gow-poker").resolve(), {"base": Fraction(1, 40)})]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "most"), [("baccarat", 2), ("dragon-tiger", 1)])
def test_where_nothing_is_decided_the_front_has_paytables(slug, most):
    model = card_of(solve(sheet_of(slug).resolve()))
    assert cards.fit(model)["sides"] == most
    pages = [pressed("".join(run.text for run in page)) for page in pages_of(cards.render(model))]
    first, *_ = model.tables
    for name, pay in first.rows:
        assert any(pressed(name) in page and pressed(pay) in page for page in pages)
    assert pressed(first.rows[0][0]) in pages[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dialect", "phrase"),
    [("wizard", "Q/6/4 or better"), ("rules", "queen-six-four or better")],
)
def test_a_card_speaks_a_dialect(dialect, phrase, run, tmp_path):
    drawn = combin.card("three-card-poker", dialect=dialect)
    assert drawn.model.blocks[0].lines[0].phrase == card_text.kept(phrase)
    assert f"--dialect {dialect}" in drawn.model.command
    path = tmp_path / "card.pdf"
    run("card", "three-card-poker", "--dialect", dialect, "-o", path)
    assert pressed(phrase) in pressed("".join(run.text for run in pages_of(path.read_bytes())[0]))


def test_a_spread_means_what_its_dialect_means():
    lines = {"bet 1": [("let-it-ride", "3 to a straight flush with a spread of at most 4")]}
    assert card_text.words(lines, "") == (card_text.REACH,)
    lines = {"stand or raise": [("raise", "a spread of 7 or more")]}
    assert card_text.words(lines, "") == (card_text.SPREAD,)


def test_an_unknown_dialect_is_named():
    with pytest.raises(CombinError, match="no dialect is called"):
        combin.card("baccarat", dialect="wizzard")


def test_a_bet_paid_row_by_row_has_a_paytable():
    (table,) = felt.paytables(sheet_of("flushes-gone-wild").resolve().bet("flush-rush"))
    assert table.rows[0] == ("Natural seven", "300") and table.rows[-1] == ("Less", "lost")


# --- Examples and squares ----------------------------------------------------------------------


def cards_shown(example):
    """Return the ranks, 2 to 14, and the suits of an example; the joker has neither."""
    ranks = {
        name: 14 - place
        for place, name in enumerate(
            ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
        )
    }
    shown = [card for card in example.split() if card != "joker"]
    return [ranks[card[:-1]] for card in shown], [card[-1] for card in shown]


def test_an_example_is_a_hand_that_its_line_decides_and_no_line_before():
    game = sheet_of("let-it-ride").resolve()
    lines = parse(
        "bet 1:\nlet it ride: a pair of tens or better\n"
        "let it ride: three to a straight flush with no gap\n"
        "let it ride: three to a straight flush with at most one gap\npull back: otherwise\n"
        "bet 2:\nlet it ride: four to a flush\nlet it ride: four to an open-ended straight\n"
        "pull back: otherwise\n",
        game,
    )
    found = examples(game, lines)
    assert found["bet 1"][0] == found["bet 1"][3] == found["bet 2"][2] == ""
    for gaps, example in enumerate(found["bet 1"][1:3]):
        ranks, suits = cards_shown(example)
        assert len(set(suits)) == 1 and ranks == sorted(ranks, reverse=True)
        assert ranks[0] - ranks[2] == 2 + gaps
    assert len(set(cards_shown(found["bet 2"][0])[1])) == 1
    ranks, suits = cards_shown(found["bet 2"][1])
    assert [ranks[0] - rank for rank in ranks] == [0, 1, 2, 3] and len(set(suits)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["casino-holdem", "ultimate-texas-holdem"])
def test_an_example_on_a_board_is_a_hand_that_its_line_decides(slug):
    """The player's two cards, a slash and the board; the list comes there and the line decides."""
    game = sheet_of(slug).resolve()
    text = "call: four to a flush with a hidden ten or higher\nfold: otherwise\n"
    if slug != "casino-holdem":
        text = library(slug)["ultimate-texas-holdem-basic"]
    lines = parse(text, game)
    found = examples(game, lines)
    flop = next(listed for decision, listed in found.items() if decision != "before the flop")
    (example,) = [one for one in flop if one]
    (own, suits), (board, others) = map(cards_shown, example.split(" / "))
    assert (len(own), len(board)) == (2, 3)
    flush = max(suits + others, key=(suits + others).count)
    assert (suits + others).count(flush) == 4
    assert max(rank for rank, suit in zip(own, suits) if suit == flush) >= 10
    if slug != "casino-holdem":  # what is raised before the flop does not come to it
        assert max(own) < 12 or len(set(suits)) == 2
        assert [one for one in found["before the flop"] if one] == ["K♠ 7♠", "Q♠ 9♠", "J♠ 9♠"]


def test_examples_have_a_joker_and_none_for_what_must_not_be():
    game = sheet_of("phil-em-up").resolve()
    lines = parse("double: the joker, three to a straight flush\nstay: otherwise\n", game)
    (example, nothing) = examples(game, lines)["stay or double"]
    ranks, suits = cards_shown(example)
    assert example.startswith("joker ") and len(ranks) == 3 and len(set(suits)) == 1
    assert nothing == "" and max(ranks) - min(ranks) < 5
    refused = parse("stay: fewer than three to a flush\ndouble: otherwise\n", game)
    assert examples(game, refused) == {}


@pytest.mark.slow
def test_the_square_and_the_lines_of_a_card_tell_the_same():
    """Each cell is looked up in the words printed beside it, read here a second time."""
    game = sheet_of("dakota-duel-draw").resolve()
    words = ("nine high or better", "suited with at most two gaps", "otherwise")
    text = "\n".join(map(": ".join, zip(("play", "play", "fold"), words)))
    (block,) = card_of_lines(solve(game), parse(text, game), "a6").blocks
    assert [line.phrase.replace("\u00a0", " ") for line in block.lines] == [*words]
    tests = (
        lambda hand: hand[0] == hand[1] or max(map(height, hand[:2])) >= 9,
        lambda hand: hand.endswith("s") and gap(hand) <= 2,
        lambda hand: True,
    )
    cells = card_of_lines(solve(game), parse(text, game), "a6").grid.cells
    assert len(cells) == 169
    for cell in cells:
        taken = next(line.action for line, holds in zip(block.lines, tests) if holds(cell.label))
        assert cell.action == taken, cell.label


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", on_demand(["dakota-duel-draw", "mississippi-stud"], ["mississippi-stud"])
)
def test_the_square_of_every_list_is_that_of_its_printed_lines(slug):
    game = sheet_of(slug).resolve()
    solution, ladder = solve(game), find_lines(game)
    for rung in ladder.rungs[:: max(1, len(ladder.rungs) // 3)]:
        model = card_of(solution, "a6", len(rung.lines))
        rows = [
            f"{block.name.lower()}:\n"
            + "".join(f"{line.action}: {said(line)}\n" for line in block.lines)
            for block in model.blocks
        ]
        lines = parse("".join(rows), game)
        hands = starting_hands(game, choose=lambda plan, tally, to=lines: opening(plan, tally, to))
        assert [cell.action for cell in model.grid.cells] == [hand.best for hand in hands]


def said(line):
    return line.phrase.replace("\u00a0", " ")


def height(rank):
    return "23456789TJQKA".index(rank) + 2


def gap(hand):
    high, low = sorted(map(height, hand[:2]), reverse=True)
    return min(high - low, low - 1 if high == 14 else 13) - 1


# --- Files and bad input -----------------------------------------------------------------------


def test_a_file_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "card.pdf"
    cards.write_file(str(path), b"old")
    monkeypatch.setattr(
        os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(CombinError, match="cannot be written: no space left on device"):
        cards.write_file(str(path), b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["card.pdf"]
    assert path.read_bytes() == b"old"


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        cards.write_file(str(tmp_path / "card.pdf"), b"new")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CombinError, match="cannot be written: there is no folder '"):
        cards.write_file(str(tmp_path / "none" / "card.pdf"), b"new")


def test_a_written_file_can_be_read_by_others(tmp_path):
    cards.write_file(str(tmp_path / "card.pdf"), b"new")
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "card.pdf").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    place, link = tmp_path / "there" / "card.pdf", tmp_path / "card.pdf"
    place.parent.mkdir()
    link.symlink_to(place)
    cards.write_file(str(link), b"new")
    assert link.is_symlink() and place.read_bytes() == b"new"


def test_a_file_rewritten_is_no_more_open_than_before(tmp_path):
    path = tmp_path / "card.pdf"
    path.write_bytes(b"old")
    path.chmod(0o600)
    cards.write_file(str(path), b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)


def test_a_device_a_folder_and_a_loop_are_no_files(tmp_path):
    for name, target in (("null", os.devnull), ("loop", "loop"), ("folder", ".")):
        (tmp_path / name).symlink_to(target)
        with pytest.raises(
            CombinError, match=f"{name}' cannot be written: it is (a folder|no plain file)"
        ):
            cards.write_file(str(tmp_path / name), b"new")
    assert not os.path.isfile(os.devnull)


@pytest.mark.parametrize("path", ["card.jpg", "card", "card.pdf.gz", ".pdf"])
def test_an_unknown_ending_is_refused(path):
    with pytest.raises(CombinError, match=r"a card or chart is written as \.pdf, \.svg or \.png"):
        cards.ending_of(path)
    assert cards.ending_of("CARD.PDF") == "pdf"


def test_an_unknown_format_names_the_nearest():
    with pytest.raises(
        CombinError, match=r"no card format is called 'walet' \(did you mean 'wallet'\?\)"
    ):
        cards.render(model_of("phil-em-up"), "walet")


def test_without_typst_one_line_names_the_requirement(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(
        CombinError, match=r"^cards and charts are set by typst, .*: pip install 'typst>=0\.15'$"
    ):
        cards.render(model_of("phil-em-up"))


def test_an_old_typst_is_told_so(monkeypatch):
    monkeypatch.setattr(typst, "__version__", "0.14.9")
    with pytest.raises(
        CombinError,
        match=r"^cards and charts need typst 0\.15 or later, not 0\.14\.9: pip install 'typst>=0\.15'$",
    ):
        cards.render(model_of("phil-em-up"))
