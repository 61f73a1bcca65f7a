"""The command line as a user meets it: what each command prints, and one clear line for everything
he gets wrong.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from combin import cli
from combin.errors import nearest
from combin.games import FORMER, names, sheet_of
from combin.rules.text.page import Page
from combin.version import version
from processes import COMBIN, started
from shipped import DEALT

ROOT = Path(cli.__file__).parents[2]


# --- The installed command ---------------------------------------------------------------------


def test_the_installed_command_is_the_declared_one_and_runs(tmp_path):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    installed = metadata.distribution(project["name"]).entry_points.select(group="console_scripts")
    assert {entry.name: entry.value for entry in installed} == project["scripts"]
    for name, target in project["scripts"].items():
        module, function = target.split(":")
        path = shutil.which(name, path=sysconfig.get_path("scripts"))
        assert path and f"from {module} import {function}" in Path(path).read_text()
        command = [path, "--version"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"{name} {version()}\n"


# --- What commands print -----------------------------------------------------------------------


@pytest.mark.slow
def test_list_names_every_game(run):
    status, out, err = run("list")
    assert (status, err) == (0, "")
    lines = out.splitlines()[2:-2]
    listed = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert listed == names()
    assert all(len(line) <= 140 for line in lines)
    words = set(out.replace(",", " ").split())
    for name in names():
        game = sheet_of(name).resolve()
        assert sheet_of(name).bet_keys == game.bet_keys and game.title in out
        assert words >= {*game.bet_keys} | {choice.name for choice in game.choices}


@pytest.mark.slow_after(26)
@pytest.mark.parametrize("name", DEALT)
def test_show_tells_the_rules(run, name):
    status, out, err = run("show", name)
    now = f"combin: {name} is part of {FORMER[name][0]} now: " if name in FORMER else ""
    sheet = sheet_of(name)
    assert (status, err[: len(now)]) == (0, now)
    assert out.startswith(f"{sheet.title}  ({name})\nsource: {sheet.source}\ncards: ")
    assert "\n\nPLAY\n" in out and "\n\nMAIN GAME" in out
    assert str(Page(out, "shown.game").sheet()) == str(sheet)


def test_solve_answers_first(run):
    status, out, err = run("solve", "phil-em-up")
    assert (status, err) == (0, "")
    # The figure is that of an independent count, which tests/oracles repeats.
    assert "main game: house edge 9.1425 % of one ante (7496/81991)" in out
    assert out.endswith("Again: combin solve phil-em-up\n")


def test_solve_in_json_is_the_contract(run):
    status, out, _ = run(
        "solve",
        "three-card-poker",
        "--json",
        "--bet",
        "pair-plus",
        "--set",
        "pair-plus=1",
        "--threads",
        "1",
    )
    exact, _, told = out.partition(',\n "numbers": ')
    content = json.loads(f"{exact}}}", parse_float=pytest.fail, parse_int=pytest.fail)
    numbers = json.loads(told.rpartition("}")[0])["bets"]["pair-plus"]
    assert numbers["deals"] == 22100 and numbers["house_edge"] == 128 / 5525
    assert (
        status == 0
        and content["choices"]["pair-plus"] == "1"
        and list(content["bets"]) == ["pair-plus"]
    )
    assert (
        content["command"]
        == "combin solve three-card-poker --bet pair-plus --set pair-plus=1 --json"
    )
    assert content["pays"] == {} and "kernels" in content["version"]
    bet = content["bets"]["pair-plus"]
    assert bet["wager"] == "pair-plus" and bet["deals"] == "22100" == str(
        sum(int(row["combinations"]) for row in bet["outcomes"])
    )
    assert {"actions": [], "outcome": "flush", "net": "4", "combinations": "1096"} in bet[
        "outcomes"
    ]


def test_json_is_the_same_by_both_names_and_any_number_of_threads(run):
    command = ("solve", "phil-em-up")
    outs = {
        run(*command, *more)[1]
        for more in (["--json"], ["--format", "json"], ["--json", "--threads", "3"])
    }
    assert len(outs) == 1


def test_pays_are_replaced(run):
    _, out, _ = run(
        "solve",
        "phil-em-up",
        "--pay",
        "five-aces=1000",
        "--pay",
        "flush=7/2",
        "--set",
        "joker=bug",
        "--json",
    )
    content = json.loads(out)
    assert content["pays"] == {"five-aces": "1000", "flush": "7/2"} and content["choices"] == {
        "joker": "bug"
    }
    assert (
        content["command"]
        == "combin solve phil-em-up --set joker=bug --pay five-aces=1000 --pay flush=7/2 --json"
    )
    nets = {
        (row["outcome"], *row["actions"]): row["net"] for row in content["bets"]["base"]["outcomes"]
    }
    assert nets["five-aces", "double"] == "2000" and nets["flush", "double"] == "7"


def test_formats(run):
    assert run("solve", "let-it-ride", "--bet", "three-card-bonus", "--format", "csv")[
        1
    ].splitlines()[0] == (
        "game,bet,actions,outcome,net,staked,combinations,deals,choices,pays,command"
    )
    assert (
        "| Suited ace-king-queen |"
        in run("solve", "let-it-ride", "--bet", "three-card-bonus", "--format", "github")[1]
    )


def test_advise_values_every_action(run):
    status, out, err = run("advise", "phil-em-up", "Kh Qh Jh 3c")
    assert (status, err) == (0, "") and "stay or double: stay\n" in out
    content = json.loads(run("advise", "caribbean-stud", "As Kd Jh 8c 3d / Kc", "--json")[1])
    assert (
        content["situations"][0]["values"]["fold"] == "-1"
        and content["situations"][0]["best"] == "raise"
    )


def test_situations_are_the_whole_strategy(run):
    status, out, err = run("situations", "three-card-poker", "--format", "csv")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "decision,cards,history,deals,fold,play,best,tied,game,bet,choices,pays"
    # Three cards of 52 up to a relabelling of the suits.
    assert len(lines) == 1 + 1755
    told = run("situations", "three-card-poker", "--set", "ante-bonus=4")[1].splitlines()
    assert (
        told[0] == "Three Card Poker"
        and told[-1] == "Again: combin situations three-card-poker --set ante-bonus=4"
    )
    assert (
        told[told.index("") + 1]
        == "main game: the value of every action in every situation, in units of one ante"
    )


@pytest.mark.slow
def test_verify_agrees(run):
    status, out, err = run("verify", "phil-em-up", "--ranks", "TJQKA", "--suits", "cdh")
    assert (status, err) == (0, "") and "counts agree." in out


def test_verify_fails_where_a_count_differs(run, monkeypatch):
    from combin.proof import reference

    true = reference.solve

    def wrong(*arguments):
        found = true(*arguments)
        found.outcomes[next(iter(found.outcomes))] += 1
        return found

    monkeypatch.setattr(reference, "solve", wrong)
    status, out, _ = run("verify", "phil-em-up", "--ranks", "QKA", "--suits", "cdh")
    assert status == 1 and "differs" in out and "main game: 1 of " in out


def test_version_names_release_and_kernels(run):
    status, out, err = run("--version")
    assert (status, err) == (0, "") and out.startswith("combin ") and "kernels" in out


@pytest.mark.parametrize(
    "command",
    [(), ("list",), ("show",), ("solve",), ("advise",), ("situations",), ("verify",), ("edges",)],
)
def test_help_has_examples(run, command):
    status, out, err = run(*command, "--help")
    assert (status, err) == (0, "") and f"\n  combin {' '.join(command)}" in out
    assert run(*command, "-h")[1] == out


def test_no_command_is_help(run):
    status, out, _ = run()
    assert status == 0 and out == run("--help")[1].replace("\n\n\n", "\n\n")


# --- Bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("slove phil-em-up", "no such command 'slove' (did you mean 'solve'?)"),
        ("solve", "missing argument 'GAME'"),
        ("solve phil-em-up more", "phil-em-up has no setting and no bet 'more'"),
        ("solve phil-em-up --bets base", "no such option '--bets' (did you mean '--bet'?)"),
        ("--verson", "no such option '--verson' (did you mean '--version'?)"),
        ("solve phil-em-up --bet", "requires an argument"),
        ("solve phil-em-pu", "no game is called 'phil-em-pu' (did you mean 'phil-em-up'?)"),
        ("solve phil-up", "no game is called 'phil-up' (did you mean 'phil-em-up'?)"),
        ("show nothing-like-it", "`combin list` names all"),
        ("advise phil-em-pu Kh", "did you mean 'phil-em-up'?"),
        ("verify phil-em-pu", "did you mean 'phil-em-up'?"),
        ("situations phil-em-pu", "did you mean 'phil-em-up'?"),
        ("solve phil-em-up --bet bas", "no bet 'bas' (did you mean 'base'?)"),
        ("verify phil-em-up --bet bas", "no bet 'bas' (did you mean 'base'?)"),
        ("solve phil-em-up --set jokr=bug", "no choice 'jokr' (did you mean 'joker'?)"),
        ("solve phil-em-up --set joker=bugg", "no value 'bugg'"),
        ("solve phil-em-up --set joker", "--set takes NAME=VALUE, not 'joker'"),
        ("solve phil-em-up --set joker=", "--set takes NAME=VALUE, not 'joker='"),
        ("solve phil-em-up --set =bug", "--set takes NAME=VALUE, not '=bug'"),
        ("solve phil-em-up --set joker=bug --set joker=bug", "--set joker is given twice"),
        ("solve hot-poker-spot --set cost=some", "choice cost is a number"),
        ("solve hot-poker-spot --set cost=-1", "at least 0"),
        ("solve hot-poker-spot --set cost=1e999999999", "is a number such as"),
        ("solve phil-em-up --pay five-acs=1", "no pay 'five-acs' (did you mean 'five-aces'?)"),
        ("solve phil-em-up --pay base=1", "no pay 'base'"),
        (
            "solve dakota-duel-draw --pay big-8.flsh=1",
            "no pay 'big-8.flsh' (did you mean 'big-8.flush'?)",
        ),
        ("solve phil-em-up --pay five-aces", "--pay takes NAME=NUMBER"),
        ("solve phil-em-up --pay flush=many", "is a number such as 9, 7/2 or 12.5, not 'many'"),
        ("solve phil-em-up --pay flush=inf", "is a number such as"),
        ("solve phil-em-up --pay flush=-Infinity", "is a number such as"),
        ("solve phil-em-up --pay flush=nan", "is a number such as"),
        ("solve phil-em-up --pay flush=1/0", "is a number such as"),
        ("solve phil-em-up --pay flush=1e999999999", "is a number such as"),
        ("solve phil-em-up --pay flush=1e-999999999", "is a number such as"),
        ("solve phil-em-up --pay flush=" + "9" * 5000, "is a number such as"),
        ("solve phil-em-up --pay flush=1" + "0" * 30, "63 bits"),
        (
            "solve phil-em-up --pay flush=1/1000000007 --pay pair-of-tens-or-better=1/998244353",
            "63 bits",
        ),
        ("solve phil-em-up --pay flush=1 --pay flush=2", "--pay flush is given twice"),
        ("solve phil-em-up --threads 0", "--threads is a whole number from 1 to 1024, not 0"),
        ("solve phil-em-up --threads two", "--threads is a whole number such as 9, not 'two'"),
        ("solve phil-em-up --format jsn", "no format is called 'jsn' (did you mean 'json'?)"),
        ("solve phil-em-up --format csv --json", "--json and --format csv contradict each other"),
        ("situations phil-em-up --format json", "not as json"),
        ("advise phil-em-up", "missing argument 'CARDS'"),
        ("verify phil-em-up --ranks AX", "a deck's ranks are distinct letters"),
        ("verify phil-em-up --suits ccd", "a deck's suits are distinct letters"),
        ("verify phil-em-up --ranks A --suits cd", "deals 5 cards from a deck of 3"),
        ("solve ./nowhere.game", "no such file"),
        ("sweep phil-em-up --pay flush=1-5", "a range is written flush=1..5"),
        ("target phil-em-up --edge 5% --pay flush=1to5", "a range is written flush=1..5"),
        ("solve /", "is a directory"),
        ("count baccarat --tags Z=1", "no rank 'Z' is in the shoe"),
        ("count baccarat --tags 4=x", "the tag of '4' is a whole number such as 9, not 'x'"),
        ("count baccarat --tags 44=1", "the rank '4' is given two tags"),
        ("count baccarat --tags 4", "--tags takes RANKS=NUMBER or the name of a count, not '4'"),
        ("count baccarat --tags 4=1 --level 1", "--tags and --level contradict each other"),
        ("count baccarat --trigger often", "the trigger, a true count, is a number such as"),
        ("count baccarat --cut 417", "behind the cut card is a whole number from 6 to 416"),
        ("count baccarat --cut 5", "behind the cut card is a whole number from 6 to 416"),
        ("count baccarat --bet dragon", "no bet 'dragon'"),
        ("count baccarat --bet player-pair", "no balanced tags from -2 to 2 follow this bet"),
        ("count phil-em-up", "is not dealt from a shoe"),
        ("publish --site pyproject.toml phil-em-up", "cannot be written: it is no folder"),
        ("publish --all --site site phil-em-up", "--site with --all writes every game"),
        ("publish --check --site site", "a site is built and not compared: leave out --check"),
    ],
)
def test_one_clear_line(refused, command, words):
    refused(*command.split(), words=words)


@pytest.mark.parametrize("name", DEALT)
def test_a_pay_misspelt_without_its_table_names_all_that_could_be_meant(name):
    known = list(sheet_of(name).resolve().pays())
    for pay in known:
        line = pay.split(".")[-1]
        if len(line) > 4:
            said = nearest(line[:-2] + line[-1], known)
            assert said.startswith(" (did you mean ") and repr(pay) in said


def test_a_game_in_the_place_of_a_command_is_told_the_command(refused):
    for name in (*DEALT, "three card poker", "./mine.game"):
        refused(name, words=f"no such command {name!r}, but a game: `combin solve ")


def test_a_file_named_without_its_ending_is_meant(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_game.game").write_text("")
    refused("solve", "my_game", words="(did you mean the file 'my_game.game'?)")


@pytest.mark.parametrize(
    "command",
    [
        "card phil-em-up -o",
        "card phil-em-up --separate -o",
        "chart phil-em-up law -o",
        "sweep phil-em-up --pay flush=1..5 -o",
        "check phil-em-up docs/examples/logs/fits.csv --plot",
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_anything_is_counted(
    refused, tmp_path, monkeypatch, command
):
    def counted(plan):
        raise AssertionError("counted")

    monkeypatch.setattr("combin.counting._verify", counted)
    (tmp_path / "a.svg").mkdir()
    refused(*command.split(), tmp_path / "a.gif", words="ends in .gif")
    refused(*command.split(), tmp_path / "a.svg", words="it is a folder")
    refused(*command.split(), tmp_path / "none" / "b.svg", words="there is no folder")
    monkeypatch.setitem(sys.modules, "typst", None)
    refused(*command.split(), tmp_path / "b.svg", words="pip install 'typst>=0.15'")


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("phil-em-up", "Kh Kh Jh 3c", "Kh"),
        ("phil-em-up", "Jk Jk Jh 3c", "Jk"),
        ("phil-em-up", "Kh Qh Jh 1c", "'1c' is not a card"),
        ("phil-em-up", "Kh Qh Jh", "3"),
        ("phil-em-up", "Kh Qh Jh 3c 4c 5c 6c", "7"),
        ("phil-em-up", "", "card"),
        ("caribbean-stud", "As Kd Jh 8c 3d / Jk", "Jk"),
        ("caribbean-stud", "As Kd Jh 8c / 3d Kc", "player 5 / up 1"),
        ("caribbean-stud", "As Kd Jh 8c 3d / As", "As"),
        ("three-card-poker", "As Kd \x1b[2J", "is not a card"),
    ],
)
def test_cards_that_cannot_be(refused, game, cards, words):
    refused("advise", game, cards, words=words)


GAME = """\
Toy  (toy)
source: none
cards: 52

PLAY
  4 cards to own
  decide stay or double
    stay
    double   ante +1
  1 card to last

HANDS
  final = poker of own, last

MAIN GAME
  wagers: ante 1
  pays by final
    flush   5
    pair    1
"""


@pytest.fixture
def toy(tmp_path):
    """Return a function that writes the toy game, one piece of it replaced, and returns its
    path.
    """

    def write(old="", new=""):
        assert old in GAME
        path = tmp_path / "toy.game"
        path.write_text(GAME.replace(old, new))
        return str(path)

    return write


@pytest.mark.slow
def test_a_game_of_the_users_own_is_solved(run, toy, recounting):
    path = toy()
    status, out, err = run("solve", path, "--json")
    assert status == 0 and "checked against a second program" in err
    content = json.loads(out)
    assert content["game"] == "toy" and content["command"] == f"combin solve {path} --json"
    assert run("show", path)[0] == 0 and run("advise", path, "Kh Qh Jh Th")[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("4 cards to own", "52 cards to own", "deals 53 cards from a deck of 52"),
        ("ante 1", "ante 1, bonus 1", "'bonus' of the main game is never settled"),
        ("PLAY\n", "PLAY\n  decide d\n    a\n    b  ante +1\n", "comes before any card is seen"),
        ("flush ", "flsh ", "(did you mean 'flush'?)"),
        ("by final", "by finale", "did you mean 'final'?"),
    ],
)
def test_a_contradictory_file_is_refused(refused, toy, old, new, words):
    refused("solve", toy(old, new), words=words)


# --- Processes ---------------------------------------------------------------------------------


def test_bad_input_in_a_process_of_its_own():
    with started((*COMBIN, "solve", "phil-em-pu")) as process:
        out, err = process.communicate(timeout=60)
    assert (
        process.returncode == 2
        and out == ""
        and err.count("\n") == 1
        and err.startswith("combin: ")
    )


@pytest.mark.slow
def test_interrupting_says_so_in_one_line():
    with started((*COMBIN, "verify", "caribbean-stud", "--ranks", "56789TJQKA")) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "combin: interrupted\n")


def test_a_closed_pipe_is_quiet():
    with started((*COMBIN, "situations", "phil-em-up", "--format", "csv")) as process:
        assert process.stdout.readline().startswith("decision,")
        process.stdout.close()
        assert process.wait(timeout=60) == cli.PIPE_CLOSED
        assert process.stderr.read() == ""
        process.stdout = None


SIGNALS = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
SO_FAR = "combin: stopped; the verdict so far (Ctrl-C again ends at once)"
WORKS = {  # what takes some seconds
    "solve": ("verify", "caribbean-stud", "--ranks", "56789TJQKA"),
    "simulate": ("simulate", "phil-em-up", "--rounds", "50000000", "-o", "log.csv.gz"),
    "check": ("check", "phil-em-up", "long.csv"),
    "card": ("card", "dakota-duel-draw", "-o", "card.pdf"),
    "publish": ("publish", "--to", "reports"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SIGNALS)
@pytest.mark.parametrize("work", WORKS)
def test_a_signal_ends_it_at_any_time(run, tmp_path, work, name):
    """From its first own import on, which Python tells of, one line comes, the signal's status, and
    no file is left; where rows are read already, `check` judges these.
    """
    (tmp_path / "log.csv.gz").write_text("as it was")
    (tmp_path / "long.csv").write_text("net\n" + "-1\n" * 3_000_000)
    before = {path: path.stat().st_size for path in tmp_path.iterdir()}
    number = getattr(signal, name)
    for pause in (0, 0.05, 0.6):
        imports = {"PYTHONPROFILEIMPORTTIME": "1"}
        with started((*COMBIN, *WORKS[work]), env=imports, cwd=tmp_path) as process:
            imported = iter(process.stderr.readline, "")
            assert any(line.rstrip().endswith(" combin.cli.common") for line in imported)
            time.sleep(pause)
            process.send_signal(number)
            lines = process.communicate(timeout=60)[1].splitlines()
        told = [line for line in lines if not line.startswith("import time:")]
        if told and told[0].endswith("games, those that take longest first"):
            del told[0]  # how far `publish` is
        left = {path: path.stat().st_size for path in tmp_path.rglob("*")}
        assert left == before, pause
        if (work, name) == ("check", "SIGINT") and told == [SO_FAR]:
            assert process.returncode in (cli.INTERRUPTED, cli.DISAGREES), pause
            continue
        assert (process.returncode, len(told)) == (128 + number, 1) and told[0].startswith(
            "combin: "
        ), (pause, told)


@pytest.mark.slow
def test_what_a_killed_process_left_is_not_believed(tmp_path):
    (tmp_path / "log.csv").write_text("as it was")
    simulate = (*COMBIN, "simulate", "phil-em-up", "-o", "log.csv", "--rounds")
    with started((*simulate, "50000000"), cwd=tmp_path) as process:
        while not list(tmp_path.glob(".combin-*")):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
        process.communicate(timeout=60)
    assert (tmp_path / "log.csv").read_text() == "as it was"
    with started((*simulate, "3", "--seed", "1"), cwd=tmp_path) as again:
        again.communicate(timeout=60)
    assert again.returncode == 0 and len((tmp_path / "log.csv").read_text().splitlines()) == 13


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (
            ZeroDivisionError("division by zero"),
            70,
            "an error of combin itself, please report it: ZeroDivisionError at games/__init__.py:",
        ),
        (RecursionError("too deep"), 70, "RecursionError"),
        (AssertionError(), 70, "AssertionError"),
        (MemoryError(), 2, "this takes more memory than there is"),
        (PermissionError(13, "Permission denied", "a\x1bb"), 2, r"'a\x1bb': permission denied"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_what_goes_wrong_inside_is_one_line(run, monkeypatch, error, status, words):
    def fail(*_):
        raise error

    monkeypatch.setattr("combin.games._shipped", fail)
    found, out, err = run("solve", "phil-em-up")
    assert (found, out, err.count("\n")) == (status, "", 1) and words in err, err


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device here")
def test_a_full_disk_is_told_in_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            (*COMBIN, "list"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            timeout=120,
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and "cannot write" in done.stderr


def test_nothing_from_a_file_steers_the_terminal(run, tmp_path):
    """Escape sequences, their eight-bit forms, and what turns a line round, in a log and in its
    name.
    """
    steering = "\x1b[2J\x9b31m\u202e\x07\x7f"
    path = tmp_path / f"log{steering}.csv"
    path.write_text(f"# by: a{steering}\n# by: b\nnet,x{steering}\n-1,0\n")
    for form in ("text", "json", "csv", "github"):
        status, out, err = run("check", "phil-em-up", path, "--format", form)
        assert status == 0 and not set(out + err) & set(steering) - set("[2J31m"), form
        if form == "json":
            assert json.loads(out)["log"] == str(path)
    assert (
        r"written by: a\u001b[2J\u009b31m\u202e\u0007\u007f b"
        in run("check", "phil-em-up", path)[1]
    )
    path.write_text("net\nmany\n")
    status, out, err = run("check", "phil-em-up", path)
    assert (status, out, err.count("\n")) == (2, "", 1) and err[:-1].isprintable()


def imported(*words: str) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    code = (
        f"import sys, combin.cli as c\ntry: c.main({list(words)})\nexcept SystemExit: "
        "print(*sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    out = subprocess.run(
        (sys.executable, "-c", code),
        capture_output=True,
        text=True,
        env=environment,
        check=True,
        timeout=120,
    ).stdout
    return set(out.splitlines()[-1].split())


HEAVY = {"tabulate", "json", "csv", "difflib", "sympy", "numpy"}


def test_help_imports_nothing_heavy():
    assert not imported("--help") & {
        *HEAVY,
        "combin.questions.solve",
        "combin.rules.loader",
        "combin.proof.reference",
    }


def test_list_imports_what_reads_a_sheet_and_lays_out_a_table():
    """No game is resolved for it, nothing counted: it starts at once."""
    found = imported("list")
    assert not found & HEAVY
    known = {module.split(".")[1] for module in found if module.startswith("combin.")}
    packages = {path.parent.name for path in (ROOT / "combin").glob("*/__init__.py")}
    assert known & packages == {"cli", "games", "render", "rules"}
    assert "combin.render.tables" not in found
    assert not any(module.startswith("combin.rules.validate") for module in found)
