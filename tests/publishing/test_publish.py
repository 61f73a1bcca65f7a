"""The published reports: links lead somewhere, numbers are the solution's, and a check names what
differs.
"""

import csv
import hashlib
import json
import re
import shlex
import signal
import sys
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from combin import games
from combin.dossier import felt
from combin.dossier import settings as dossier
from combin.dossier.recommended import recommended
from combin.errors import CombinError
from combin.games import sheet_of
from combin.publishing import finished, site
from combin.publishing import publish as publishing
from combin.publishing.dealt import _lists, plays, report_of
from combin.publishing.finished import FinishedGames
from combin.publishing.folder import FURTHER, is_further, is_kept
from combin.publishing.games import folder_of, reported, whole_folder_of
from combin.publishing.site import visited
from combin.questions.solve import solve
from combin.render import page as page_module
from combin.render.number import cost as cost_words
from combin.render.number import exact, percent
from combin.render.page import report as report_page
from combin.render.pay_section import section
from combin.render.rules import rules_text
from combin.render.tables import layout
from combin.rules.text.page import Page
from combin.sensitivity import Counted, digest, target
from combin.sensitivity.summary import main_pays
from combin.strategies import find as find_lines
from combin.strategies import parse, price
from processes import AtOnce, started
from shipped import DEALT

pytest.importorskip("typst")

SMALL = "three-card-poker"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the report of one small game, and all that goes with it."""
    place = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "processes", lambda _: nullcontext(AtOnce()))
        publishing.publish(str(place), [SMALL], every=True)
    return place


@pytest.fixture
def copy(folder, tmp_path):
    """Return a copy of the folder that a test may spoil."""
    for path in sorted(folder.rglob("*")):
        target = tmp_path / path.relative_to(folder)
        target.mkdir() if path.is_dir() else target.write_bytes(path.read_bytes())
    return tmp_path


def solution():
    return solve(sheet_of(SMALL).resolve())


def page(folder):
    return (folder / SMALL / "README.md").read_text()


def written_by(folder, slug=SMALL):
    """Return the files of a game's folder."""
    place = folder / slug
    return {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()}


# --- What is written ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["README.md", "index.md", f"{SMALL}/README.md"])
def test_every_link_leads_to_a_file(folder, name):
    path = folder / name
    links = re.findall(r"\]\(([^)#]+)\)", path.read_text())
    assert links
    assert [link for link in links if not (path.parent / link).is_file()] == []


@pytest.mark.slow
def test_every_anchor_is_a_heading(folder):
    text = page(folder)
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line[:1] == "#"
    }
    found = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert len(found) > 1 and found <= anchors


def test_no_file_stands_without_a_link(folder):
    links = set(re.findall(r"\]\(([^)#]+)\)", page(folder)))
    assert set(filter(is_kept, written_by(folder))) - links == {"README.md"}


def test_the_page_tells_which_choices_its_figures_are_for(folder):
    first = page(folder).split("##")[0]
    edges = [setting.result.house_edge for setting in dossier.settings(SMALL, "base")]
    assert (
        "`ante-bonus=1`" in first
        and f"runs from {percent(min(edges), 4)} to {percent(max(edges), 4)}" in first
    )


def test_every_file_is_listed_in_the_index(folder):
    listed = json.loads((folder / "index.json").read_text())["games"][SMALL]["files"]
    assert listed == sorted(filter(is_kept, written_by(folder)))


def test_the_page_answers_first(folder):
    base = solution()["base"]
    first = page(folder).split("##")[0]
    assert f"{percent(base.house_edge, 4)} of one ante" in first and exact(base.house_edge) in first


def test_tables_are_the_solution(folder):
    for key, bet in solution().bets.items():
        every = csv.DictReader((folder / SMALL / "outcomes.csv").open())
        rows = [row for row in every if row["bet"] == key]
        assert sum(int(row["combinations"]) for row in rows) == bet.deals
        won = sum(Fraction(row["net"]) * int(row["combinations"]) for row in rows)
        assert won / bet.deals == bet.expected_value
        text = page(folder)
        assert all(f"{outcome.combinations:,} " in text for outcome in bet.outcomes)


def test_the_contract_is_signed_by_the_release_alone(folder):
    content = json.loads((folder / SMALL / "solution.json").read_text())
    assert "kernels" not in content["version"]
    assert content["bets"]["base"]["house_edge"] == exact(solution()["base"].house_edge)


def test_every_list_costs_what_the_ladder_says(folder):
    game = sheet_of(SMALL).resolve()
    rows = list(csv.DictReader((folder / SMALL / "ladder.csv").open()))
    assert rows[-1]["cost"] == "0"
    for row in rows:
        file = f"lines/{row['lines']}.txt"
        assert row["command"] == f"combin strategy {SMALL} --lines {row['lines']}"
        lines = parse((folder / SMALL / file).read_text(), game)
        assert len(lines) == int(row["lines"])
        found = price(game, lines)
        assert (exact(found.cost), exact(found.result.house_edge)) == (
            row["cost"],
            row["house_edge"],
        )
    assert (folder / SMALL / "strategy.txt").read_text() == (folder / SMALL / file).read_text()


@pytest.mark.slow
def test_the_pays_are_told_as_the_questions_answer_them(folder):
    game, text = sheet_of(SMALL).resolve(), page(folder)
    data = json.loads((folder / SMALL / "formula.json").read_text())
    form = data["formula"]
    value = int(form["constant"]) + sum(
        int(count) * solution().game.pays()[pay] for pay, count in form["coefficients"].items()
    )
    assert value / int(form["denominator"]) == solution()["base"].expected_value
    for pay, (low, high) in data["ranges"].items():
        row = next(line for line in text.splitlines() if line.startswith(f"| {pay} "))
        cells = [cell.strip() for cell in row.split("|")]
        ends = [Fraction(cell) for cell in cells[-3:-1] if cell != "any"]
        assert ends == [Fraction(end) for end in (low, high) if end is not None]
        unit = solve(game.with_pays({pay: solution().game.pays()[pay] + 1}))["base"].expected_value
        assert Fraction(cells[4]) <= unit - solution()["base"].expected_value


def test_a_meter_breaks_even_where_its_bet_is_worth_nothing():
    game = sheet_of("caribbean-stud").resolve()
    aim = target(Counted(game, "progressive"), Fraction(0), "progressive.meter")
    assert aim.at == Fraction(5000900, 19)
    assert (
        solve(game.with_pays({aim.pay: aim.at}), ["progressive"])["progressive"].expected_value == 0
    )
    told = replace(digest(sheet_of(SMALL), "1"), meters={"progressive": aim})
    assert f"a meter of 263205.26 ({exact(aim.at)}) units" in layout(
        list(section(told, ())), "pipe"
    )


@pytest.mark.slow
def test_pays_that_change_the_best_play_are_swept():
    told = digest(sheet_of("phil-em-up"), "1")
    assert told.sweeps and {one.pay for one in told.sweeps} <= set(main_pays(told.formula))


def test_simple_strategies_are_priced_on_the_page(folder):
    game, text = sheet_of(SMALL).resolve(), page(folder)
    for action in ("fold", "play"):
        cost = price(game, parse(action, game)).cost
        assert any(cost_words(cost) in line and exact(cost) in line for line in text.splitlines())


def test_every_setting_is_in_the_index(folder):
    bets = json.loads((folder / "index.json").read_text())["games"][SMALL]["bets"]
    for one in bets["pair-plus"]:
        game = sheet_of(SMALL).resolve(one["choices"])
        assert one["house_edge"] == exact(solve(game, ["pair-plus"])["pair-plus"].house_edge)
    assert len(bets["pair-plus"]) == 8 * 3 and len(bets["base"]) == 6


def test_nothing_written_tells_where_or_when(folder):
    text = "".join(
        path.read_text()
        for path in folder.rglob("*")
        if path.suffix in (".md", ".txt", ".csv", ".json")
    )
    assert str(folder) not in text and "/work" not in text and "/tmp" not in text


@pytest.mark.whole
def test_lines_are_searched_where_those_of_the_default_rules_lose():
    game = sheet_of("phil-em-up").resolve()
    ladder = find_lines(game, "base")
    default, *others = dossier.with_lines(dossier.settings("phil-em-up", "base"), ladder)
    assert default.ladder is ladder and default.cost == 0
    for other in others:
        assert other.lost == price(other.game, parse(str(default.lines), other.game)).cost > 0
        assert other.lines == recommended(other.ladder).lines and other.cost == 0


@pytest.mark.whole
@pytest.mark.slow
def test_settings_take_the_first_lines_there_are():
    """Where the default rules leave nothing to decide, the first setting that does lends its lines
    to the others.
    """
    listed = dossier.settings("phil-em-up", "base")
    undecided = replace(
        listed[0],
        game=sheet_of("hot-poker-spot").resolve(),
        result=solve(sheet_of("hot-poker-spot").resolve())["base"],
    )
    first, second, third = dossier.with_lines((undecided, *listed[1:]), None)
    assert (
        first.lines is second.lost is None
        and second.lines == recommended(second.ladder).lines
        and second.cost == 0
    )
    assert third.of == second.name and third.cost == 0
    assert third.lost == price(third.game, parse(str(second.lines), third.game)).cost > 0


def test_a_setting_is_solved_whole():
    settings = {bet.key: dossier.settings(SMALL, bet.key) for bet in sheet_of(SMALL).resolve().bets}
    setting = settings["base"][3]
    told, alone = dossier.solution_at(setting, settings), solve(setting.game)
    assert {key: bet.outcomes for key, bet in told.bets.items()} == {
        key: bet.outcomes for key, bet in alone.bets.items()
    }


def test_every_setting_has_its_card(folder):
    settings = dossier.settings(SMALL, "base")
    cards = {path.stem for path in (folder / SMALL / "cards").iterdir()}
    assert cards == {setting.name for setting in settings[1:]}
    assert all(
        (folder / SMALL / "cards" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
        for name in cards
    )
    assert f"`combin publish --all --only {SMALL}`" in page(folder)


# --- What is checked ---------------------------------------------------------------------------


def differences(place):
    found = publishing.check(str(place), [SMALL])
    return list(found.differing), list(found.missing), list(found.extra)


@pytest.mark.slow
def test_published_twice_is_the_same(copy):
    assert differences(copy) == ([], [], [])


@pytest.mark.slow
def test_a_changed_a_missing_and_an_extra_file_are_named(copy):
    ladder, card = copy / SMALL / "ladder.csv", copy / SMALL / "card.pdf"
    ladder.write_text(ladder.read_text().replace("0", "1", 1))
    card.unlink()
    (copy / SMALL / "old.svg").write_text("<svg/>")
    assert differences(copy) == (
        [f"{SMALL}/ladder.csv"],
        [f"{SMALL}/card.pdf"],
        [f"{SMALL}/old.svg"],
    )


@pytest.mark.slow
def test_pictures_of_another_typst_are_only_looked_for(copy):
    (copy / "drawn-by.json").write_text('{"typst": "0.1.0", "machine": "abacus"}')
    (copy / SMALL / "law.svg").write_text("<svg/>")
    (copy / SMALL / "card.pdf").write_bytes(b"")
    found = publishing.check(str(copy), [SMALL])
    assert found.differing == (f"{SMALL}/card.pdf",)
    assert any("typst 0.1.0 on abacus" in line for line in found.lines())


def hashes(folder):
    lines = (folder / "all.sha256").read_text().splitlines()
    return {path: known for known, path in (line.split("  ") for line in lines)}


def test_what_is_no_part_of_a_short_report_has_its_hash(folder):
    """And is left out of the repository."""
    further = {f"{SMALL}/{name}" for name in written_by(folder) if is_further(name)}
    assert hashes(folder) == {
        path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in further
    }
    ignored = (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
    assert {f"reports/*/{pattern}" for pattern in FURTHER} <= set(ignored)


@pytest.mark.whole
@pytest.mark.slow
def test_a_short_report_stands_alone_and_all_is_compared_by_its_hashes(copy):
    before = (copy / "all.sha256").read_bytes(), page(copy)
    publishing.publish(str(copy), [SMALL])
    assert not list(filter(is_further, written_by(copy))) and not (copy / SMALL / "cards").exists()
    assert before == ((copy / "all.sha256").read_bytes(), page(copy))
    first, second, *_ = sorted(hashes(copy))
    lines = before[0].decode().splitlines()[1:]
    lines[0] = f"{'0' * 64}  {second}"
    gone = f"{SMALL}/lines/99.txt"
    (copy / "all.sha256").write_text("\n".join([*lines, f"{'1' * 64}  {gone}", ""]))
    found = publishing.check(str(copy), [SMALL], every=True)
    assert (found.missing, found.differing, found.extra) == ((first,), (second,), (gone,))
    assert differences(copy) == ([], [], [])


def test_the_reports_are_short():
    """About ten files a game, drawings under 70 kB, those with numbers of cards the largest, 8 MB in
    all; their hashes are of other files.
    """
    root = Path(__file__).parents[2] / "reports"
    games = {place.name: written_by(root, place.name) for place in root.iterdir() if place.is_dir()}
    kept = {slug: set(filter(is_kept, names)) for slug, names in games.items()}
    sizes = {
        f"{slug}/{name}": (root / slug / name).stat().st_size
        for slug, names in kept.items()
        for name in names
    }
    assert [path for path, size in sizes.items() if path.endswith("svg") and size >= 70_000] == []
    assert sum(sizes.values()) < 8_000_000 and max(map(len, kept.values())) <= 14
    assert not hashes(root).keys() & sizes.keys() and {
        path.split("/")[0] for path in hashes(root)
    } <= set(kept)


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("slug", reported())
def test_the_rules_in_every_report_are_the_page_that_combin_reads(slug):
    sheet = sheet_of(slug).settling("base")
    written = (Path(__file__).parents[2] / "reports" / slug / "rules.txt").read_text()
    assert written == rules_text(sheet.resolve())
    assert str(Page(written, "rules.txt").sheet()) == str(sheet)


def test_what_stands_beside_a_short_report_is_compared_with_its_hash(copy, monkeypatch):
    """It may be of an earlier run, for other rules."""
    inside = {f"{SMALL}/{name}" for name in written_by(copy) if is_kept(name)}
    files = {path.name for path in copy.iterdir() if path.is_file()} | inside
    kept = {path: (copy / path).read_bytes() for path in files}
    monkeypatch.setattr(publishing, "assembled", lambda *_: kept)
    assert differences(copy) == ([], [], [])
    card = next((copy / SMALL / "cards").iterdir())
    card.write_bytes(b"of an earlier run")
    assert differences(copy) == ([str(card.relative_to(copy))], [], [])


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("damage", ["no hash", "0" * 64, f"{'0' * 64}  ../outside"])
def test_a_damaged_list_of_hashes_is_written_anew_by_all_games_alone(copy, damage, monkeypatch):
    (copy / "all.sha256").write_text(damage)
    monkeypatch.setattr(publishing, "made", lambda *_: {})
    for asked in ({}, {"only": [SMALL]}, {"only": [SMALL], "every": True}):
        with pytest.raises(CombinError, match="is no list of hashes: `combin publish --all`"):
            publishing.publish(str(copy), **asked)
    publishing.publish(str(copy), every=True)
    assert (copy / "all.sha256").read_bytes() == b""


def test_hashes_of_other_games_stay(copy, monkeypatch):
    line = f"{'0' * 64}  red-dog/lines/1.txt"
    before = (copy / "all.sha256").read_text()
    gone = f"{'0' * 64}  no-game/lines/1.txt"
    (copy / "all.sha256").write_text(f"{gone}\n{line}\n{before}")
    made = {SMALL: ({}, {"lines/1.txt": b"new"})}
    monkeypatch.setattr(publishing.pages, "index", lambda _: "")
    files = publishing.assembled(str(copy), lambda: made, [SMALL], every=True)
    new = f"{hashlib.sha256(b'new').hexdigest()}  {SMALL}/lines/1.txt"
    assert files["all.sha256"].decode() == f"{line}\n{new}\n"


def test_all_is_not_compared_where_no_hash_is_kept(tmp_path):
    with pytest.raises(CombinError, match=r"has no all\.sha256: `combin publish --all` writes it"):
        publishing.check(str(tmp_path), [SMALL], every=True)


def test_a_report_without_a_game_is_extra(folder, monkeypatch):
    files = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    monkeypatch.setattr(publishing, "assembled", lambda *_: files)
    (folder / "old-game").mkdir()
    stray = folder / "old-game" / "README.md"
    stray.write_text("gone")
    found = publishing.check(str(folder))
    assert found.extra == ("old-game/README.md",)
    assert found.to_dict()["differences"] == {"old-game/README.md": "extra"} and str(
        found
    ).endswith(": 1 difference")
    assert found.to_frame().values.tolist() == [["old-game/README.md", "extra"]]
    stray.unlink()
    stray.parent.rmdir()


@pytest.mark.slow
def test_what_an_older_report_left_goes_and_what_is_not_ours_stays(copy):
    index = json.loads((copy / "index.json").read_text())
    index["games"][SMALL]["files"] += ["old.csv", "../../outside.csv"]
    (copy / "index.json").write_text(json.dumps(index))
    (copy / SMALL / "old.csv").write_text("old")
    (copy / SMALL / "mine.txt").write_text("mine")
    told = []
    publishing.publish(str(copy), [SMALL], told.append)
    assert (
        not (copy / SMALL / "old.csv").exists()
        and (copy / SMALL / "mine.txt").read_text() == "mine"
    )
    assert any("mine.txt" in line for line in told)
    assert not list(copy.glob(".combin-*"))


def test_where_writing_fails_nothing_has_changed(copy, monkeypatch):
    before = (copy / "index.md").read_bytes()
    monkeypatch.setattr(publishing, "assembled", lambda *_: {"index.md": b"new", "b": "no bytes"})
    with pytest.raises(TypeError):
        publishing.publish(str(copy), [SMALL])
    assert (copy / "index.md").read_bytes() == before and not list(copy.glob(".combin-*"))


@pytest.mark.parametrize("damage", ["[]", "{", '{"games": {"let-it-ride": 7}}', '{"games": {"let-it-ride": {"title": "x"}}}',
                                    '{"games": {"three-card-poker": {"files": 5}}}'])  # fmt: skip
def test_an_index_that_is_damaged_loses_no_game_silently(tmp_path, damage):
    (tmp_path / "index.json").write_text(damage)
    for work in (publishing.publish, publishing.check):
        with pytest.raises(CombinError, match="is no index of reports: publish all games"):
            work(str(tmp_path), [SMALL])
    assert [path.name for path in tmp_path.iterdir()] == ["index.json"]
    assert publishing._read_index(str(tmp_path), ()) == {}


def test_a_folder_in_the_way_is_named_before_anything_is_written(tmp_path, monkeypatch):
    (tmp_path / SMALL / "card.pdf").mkdir(parents=True)
    monkeypatch.setattr(
        publishing, "assembled", lambda *_: {"index.md": b"new", f"{SMALL}/card.pdf": b"new"}
    )
    with pytest.raises(CombinError, match=r"card\.pdf' is a folder, where a file belongs"):
        publishing.publish(str(tmp_path), [SMALL])
    assert [path.name for path in tmp_path.iterdir()] == [SMALL]


@pytest.mark.slow
def test_an_interrupt_leaves_nothing_half_written(copy):
    """A real one, in the middle of the work."""
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    command = [
        sys.executable,
        "-m",
        "combin",
        "publish",
        "--only",
        "let-it-ride",
        "--to",
        str(copy),
    ]
    with started(command) as running:
        first = running.stderr.readline()
        assert first == "let-it-ride: solving\n"
        running.send_signal(signal.SIGINT)
        told = running.communicate(timeout=60)[1]
    assert running.returncode == 130 and told == "combin: interrupted\n"
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == before
    assert not list(copy.glob(".combin-*"))


def test_a_game_is_meant_as_in_every_other_command(tmp_path, monkeypatch):
    monkeypatch.setattr(publishing, "assembled", lambda _, __, only, ___: {only[0]: b""})
    for name in DEALT:
        publishing.publish(str(tmp_path), [sheet_of(name).title])
    assert sorted(file.name for file in tmp_path.iterdir()) == DEALT


OWN = """Mine
source: made up for this test
cards: 1 deck of TJQKA

PLAY
  2 cards to own
  decide fold or play
    fold   ends
    play   bet +1
  2 cards to dealer

HANDS
  player = two-card of own
  house = two-card of dealer

MAIN GAME
  wagers: ante 1, bet
  outcome   if                    ante   bet
  fold      chose fold            lost   push
  wins      player beats house    1      1
  tie       player equals house   push   push
  loses     otherwise             lost   lost
"""


@pytest.mark.slow
def test_a_file_of_ones_own_is_reported(tmp_path, monkeypatch, run):
    """Each command on its page works as printed, in the folder of the file; its hash is there."""
    monkeypatch.chdir(tmp_path)
    Path("mine.game").write_text(OWN)
    status, _, err = run("publish", "--only", "./mine.game", "--to", "out")
    assert status == 0 and "mine.game" in err
    page = Path("out/mine/README.md").read_text()
    assert f"from `./mine.game`, SHA-256 `{hashlib.sha256(OWN.encode()).hexdigest()}`" in page
    commands = [line for line in page.splitlines() if line.startswith("combin ")]
    assert "combin publish --only ./mine.game" in commands and len(commands) > 5
    for command in commands:
        assert run(*shlex.split(command)[1:])[0] == 0, command
    assert run("publish", "--only", "./mine.game", "--to", "out", "--check")[0] == 0
    Path("other.game").write_text(OWN)
    status, _, err = run("publish", "--only", "./mine.game", "--only", "./other.game")
    assert status == 2 and "rename one" in err


def test_bad_input_is_one_sentence(tmp_path, monkeypatch):
    with pytest.raises(CombinError, match="did you mean 'three-card-poker'"):
        publishing.publish(str(tmp_path / "new"), ["three-card-pokr"])
    with pytest.raises(CombinError, match=r"\./mine\.game"):
        publishing.publish(str(tmp_path / "new"), ["./mine.game"])
    (tmp_path / "file").write_text("")
    with pytest.raises(CombinError, match="cannot be written"):
        publishing.publish(str(tmp_path / "file"), [SMALL])
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(CombinError, match=r"pip install 'typst>=0\.15'"):
        publishing.publish(str(tmp_path / "new"), [SMALL])
    assert not (tmp_path / "new").exists()


# --- A board that is shared --------------------------------------------------------------------


def shortened_file(folder, slug):
    """Write a shipped game as a file of one's own, with few cards; return its path."""
    path = folder / f"{slug}.game"
    text = Path(games.file_of(slug)).read_text()
    path.write_text(text.replace("cards: 52", "cards: JQKA in cdh"))
    return path


def as_if_long(patch):
    """Let a search for lines take long, as it does with all cards."""
    for module in (dossier, page_module, felt):
        patch.setattr(module, "is_searched_once", lambda game, key: True)


@pytest.fixture(scope="module")
def holdem(tmp_path_factory):
    """Return what the report tells of Casino Hold'em with few cards, as if they were many."""
    path = shortened_file(tmp_path_factory.mktemp("holdem"), "casino-holdem")
    with pytest.MonkeyPatch.context() as patch:
        as_if_long(patch)
        return report_of(str(path), *plays(str(path)), digest(sheet_of(path), "0"))


@pytest.mark.slow
def test_lines_on_a_shared_board_are_searched_once_and_priced_everywhere(holdem):
    one = replace(holdem.ladder, rungs=holdem.ladder.rungs[:1])
    with pytest.MonkeyPatch.context() as patch:
        as_if_long(patch)
        default, other = dossier.with_lines(holdem.settings["base"], one)
    assert other.ladder is None and other.of == default.name and other.lines is default.lines
    lines = parse(str(default.lines), other.game)
    assert other.cost == price(other.game, lines).cost > dossier.WORTH


def test_the_page_of_a_shared_board_has_lists_and_cards(holdem):
    with pytest.MonkeyPatch.context() as patch:
        as_if_long(patch)
        told = report_page(holdem, {"card.pdf", "card.svg", "cards/unqualified=even-money.pdf"})
    lines = recommended(holdem.ladder).lines.blocks["fold or call"]
    assert all(f". **{line.action}**: {line.when}\n" in told for line in lines)
    assert "casino-holdem.game --set unqualified=even-money` runs it for another" in told
    assert "## A card for the wallet" in told
    assert "[card](cards/unqualified=even-money.pdf)" in told


def test_the_folder_of_a_shared_board_has_lists(holdem):
    files = dict(_lists(holdem))
    assert {"strategy.txt", "ladder.csv"} <= files.keys()
    for rung in holdem.ladder.rungs[-2:]:
        lines = parse(files[f"lines/{len(rung)}.txt"], holdem.game)
        assert price(holdem.game, lines).cost == rung.cost


def test_settings_with_other_actions_are_played_apart(tmp_path):
    path = shortened_file(tmp_path, "ultimate-texas-holdem")
    listed = [s for s in dossier.settings(str(path), "base") if s.choices["blind"] == "standard"]
    text = "before the flop:\ncheck: otherwise\nafter the flop:\n2x: otherwise\n"
    lines = parse(f"{text}after the river:\nfold: otherwise\n", listed[0].game)
    played = dossier.PlayedSettings(listed)
    for setting in listed:
        here = price(setting.game, parse(str(lines), setting.game)).result
        assert played.result(setting, lines).outcomes == here.outcomes


@pytest.mark.slow
def test_site_and_reports_from_one_count_are_those_that_are_made_apart(
    folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(site, "reported", lambda: [SMALL])
    monkeypatch.setattr(publishing, "reported", lambda: [SMALL])
    told = site.site_and_reports(str(tmp_path / "site"), str(tmp_path / "reports"))
    assert [one.folder for one in told] == [str(tmp_path / "site"), str(tmp_path / "reports")]
    alone = site.site(str(tmp_path / "alone"), [SMALL])
    assert told[0].files == alone.files and differences(folder) == ([], [], [])

    def content(place):
        return {path.relative_to(place): path.read_bytes() for path in files_in(place)}

    assert content(tmp_path / "site") == content(tmp_path / "alone")
    assert content(tmp_path / "reports" / SMALL) == content(folder / SMALL)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alone", "reports", "site"]


def files_in(place):
    return [path for path in place.rglob("*") if path.is_file()]


# --- A run that is stopped ---------------------------------------------------------------------


STOPPED = ("casino-war", "dragon-tiger", "three-card-poker")


@pytest.fixture
def making(monkeypatch):
    """Make pages of nothing; return the games that were asked for, run by run, and after how many
    the next run is stopped.
    """
    asked, stop = [], [2]

    def make(tasks, slugs, work):
        asked.append(list(slugs))
        for place, slug in enumerate(slugs):
            if place in stop:
                raise KeyboardInterrupt
            yield slug, ({"of": slug}, {"README.md": slug.encode()})

    monkeypatch.setattr(publishing, "_made", make)
    return asked, stop


@pytest.mark.parametrize("work", [folder_of, whole_folder_of, visited])
def test_a_run_that_was_stopped_is_gone_on_with(tmp_path, making, work):
    asked, stop = making
    folder, told = str(tmp_path / "to"), []
    with pytest.raises(KeyboardInterrupt):
        publishing.made(STOPPED, work, told.append, FinishedGames(folder, work))
    stop.clear()
    found = publishing.made(STOPPED, work, told.append, FinishedGames(folder, work))
    assert asked == [list(STOPPED), ["three-card-poker"]]
    assert found == {slug: ({"of": slug}, {"README.md": slug.encode()}) for slug in STOPPED}
    assert (
        f"kept from a run that was stopped, in {folder}.unfinished: casino-war, dragon-tiger"
        in told
    )
    kept = FinishedGames(folder, work)
    kept.forget(list(STOPPED))
    assert not list(tmp_path.iterdir())


def test_all_that_can_be_asked_for_is_kept(tmp_path):
    """A bet that was a game once, a name as people write it, and a file of one's own."""
    mine = tmp_path / "mine.game"
    mine.write_text(Path(games.file_of(SMALL)).read_text().replace(f"({SMALL})", "(mine)"))
    kept = FinishedGames(str(tmp_path / "to"), visited)
    for name in (*games.FORMER, "Three Card Poker", str(mine)):
        kept.keep(name, ({}, {"card.png": b"1"}))
        assert kept.get(name) == ({}, {"card.png": b"1"})
    mine.write_text(f"{mine.read_text()}# another\n")
    assert kept.get(str(mine)) is None


def test_nothing_half_written_foreign_or_leading_elsewhere_is_gone_on_from(tmp_path, monkeypatch):
    kept = FinishedGames(str(tmp_path / "to"), folder_of, {"signed": "1"})
    made = {"bets": [1]}, {"card.png": bytes(range(256))}
    for path in ("../card.png", "a/../../card.png", "/card.png"):
        kept.keep(SMALL, ({}, {path: b""}))
        assert kept.get(SMALL) is None
    kept.keep(SMALL, made)
    (file,) = Path(kept.path).iterdir()
    whole = file.read_bytes()
    assert kept.get(SMALL) == made
    assert FinishedGames(str(tmp_path / "to"), folder_of, {"signed": "2"}).get(SMALL) is None
    for size in range(0, len(whole) - 1, 40):
        file.write_bytes(whole[:size])
        assert kept.get(SMALL) is None
    file.write_bytes(whole)
    assert kept.get(SMALL) == made
    for decides in (
        "shards.version",
        "publishing.finished._package",
        "publishing.finished._beside",
    ):
        with monkeypatch.context() as patched:
            patched.setattr(f"combin.{decides}", lambda: "another")
            assert kept.get(SMALL) is None, decides
    assert kept.get(SMALL) == made


def test_a_package_in_another_version_makes_other_pages(monkeypatch):
    beside = finished._beside.__wrapped__
    here = beside()
    first, *others = finished.distributions()
    newer = SimpleNamespace(name=first.name, version=f"{first.version}.1")
    monkeypatch.setattr(finished, "distributions", lambda: [newer, *others])
    assert beside() != here


def test_a_game_that_cannot_be_kept_is_published(tmp_path, making):
    making[1].clear()
    (tmp_path / "to.unfinished").write_text("in the way")
    told, kept = [], FinishedGames(str(tmp_path / "to"), folder_of)
    assert list(publishing.made(STOPPED, folder_of, told.append, kept)) == list(STOPPED)
    assert sum("is not kept" in line for line in told) == len(STOPPED)
