"""Feeds combin what nobody would write: mutated game files, strategies, logs and command lines.

    python tests/tools/fuzz.py                        a fresh seed, a minute
    python tests/tools/fuzz.py --seed 7 --seconds 600 --kind games
    python tests/tools/fuzz.py --seed 7 --kind games --case 31     that one again

Whatever comes in, the status is 0, 1 or 2; 2 comes with one line on stderr; there is no traceback,
no hang, no control character and no file left over. An input for which this is not so is saved,
with the command that repeats it.
"""

from __future__ import annotations

import argparse
import faulthandler
import io
import os
import random
import re
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import cast

import click

from combin import cli, simulate
from combin.strategies import examples

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds that one command may take
COMPARING = ("check", "verify", "publish")  # whose answer may be a difference, status 1
QUICK = ("phil-em-up", "three-card-poker", "let-it-ride", "mississippi-stud", "dakota-duel-draw")

Dice = random.Random


@dataclass
class Case:
    """A command, and the files that it finds where it runs."""

    arguments: list[str]
    files: dict[str, bytes] = field(default_factory=dict)


class Hang(BaseException):
    """The time is up."""


# --- Game files --------------------------------------------------------------------------------


@cache
def sources() -> list[str]:
    folders = (ROOT / "combin" / "games", ROOT / "docs" / "examples")
    return [path.read_text() for folder in folders for path in sorted(folder.glob("*.game"))]


ODD = (
    "0", "1", "-1", "2", "7", "53", "300", "1/3", "0.5", "1e9", "9" * 40, "none", "otherwise", "[", "]", "[deck]", "|", "=", ":",
    ",", '"', '"x"', "#", "\x1b[31m", "\u202e", "flush", "base", "ante", "and", "or", "not", "(", ")", "-", "+1", "3 to 2", "é",
    "x.y", "",
)  # fmt: skip


def game(dice: Dice) -> Case:
    lines = dice.choice(sources()).split("\n")
    for _ in range(dice.choice([1, 1, 1, 2, 4])):
        _change(dice, lines)
    short = dice.random() < 0.8  # and else only read: counting may take long, and that is no fault
    page = "\n".join(lines)
    if short:
        page = re.sub("(?m)^cards: .*", lambda line: _shortened(dice, line[0]), page)
    content = page.encode()
    if dice.random() < 0.15:
        content = _bytes(dice, content)
    asked = [
        ["show"], ["show"], ["solve"], ["solve"], ["solve", "--format", "csv"], ["simulate", "--rounds", "20"],
        ["simulate", "--rounds", "20", "--form", "tally"], ["formula"], ["strategy", "--lines", "2"], ["situations"],
        ["verify", "--ranks", "TJQKA", "--suits", "cd"], ["vary"], ["compare", "default", "default"],
    ]  # fmt: skip
    command, *options = dice.choice(asked if short else [["show"]])
    return Case([command, "./own.game", *options], {"own.game": content})


def _change(dice: Dice, lines: list[str]) -> None:
    """Change a page: leave out a line, put one in from elsewhere, or a word for another."""
    at = dice.randrange(len(lines))
    match dice.randrange(5):
        case 0:
            lines[at] = ""
        case 1:
            lines.insert(at, dice.choice(lines))
        case _:
            words = re.split("( +)", lines[at])
            others = ODD if dice.random() < 0.4 else dice.choice(lines).split() or ODD
            words[dice.randrange(0, len(words), 2)] = dice.choice(others)
            lines[at] = "".join(words)


def _shortened(dice: Dice, line: str) -> str:
    """Return the cards of a short deck, on which everything is soon counted."""
    packs, decks, _ = line.partition(" decks")
    cards = dice.choice(["9TJQKA in cdh", "TJQKA", "89TJQKA in cd"])
    return f"{packs}{decks} of {cards}" if decks else f"cards: {cards}"


def _bytes(dice: Dice, content: bytes) -> bytes:
    changed = bytearray(content)
    pieces = [
        b"",
        b"\0",
        b"\xff",
        b"\x1b[2J",
        b"\xe2\x80\xae",
        b"\n",
        b"\r",
        b",",
        b'"',
        b"'",
        b"(",
        b")",
        b"{",
        b":",
        b"#",
        b"-",
        b"9" * 40,
        b"nan",
        b"null",
        b"1e400",
        b" ",
        b"\xc2\x9b",
        b"Jk",
        b"As",
        b"/",
        b"\xef\xbb\xbf",
    ]
    for _ in range(dice.choice([1, 1, 2, 5])):
        at = dice.randrange(len(changed) + 1)
        changed[at : at + dice.choice([0, 0, 1, 3, 40])] = dice.choice(
            [*pieces, bytes([dice.randrange(256)])]
        )
    return bytes(changed)


# --- Strategies --------------------------------------------------------------------------------


@cache
def strategies() -> list[tuple[str, str]]:
    """Return game, text: the strategies that come with combin, of games that are soon counted."""
    return [(name, text) for name in QUICK for text in examples(name).values()]


def strategy(dice: Dice) -> Case:
    name, text = dice.choice(strategies())
    if dice.random() < 0.1:
        name = dice.choice(QUICK)
    lines = text.splitlines()
    words = " ".join(lines).split()
    for _ in range(dice.choice([1, 1, 2, 4])):
        at = dice.randrange(len(lines))
        what = dice.randrange(6)
        if what == 0:
            del lines[at]
        elif what == 1:
            lines.insert(dice.randrange(len(lines) + 1), lines[at])
        elif what == 2:
            dice.shuffle(lines)
        else:
            parts = lines[at].split(" ")
            odd = [
                "and",
                "or",
                "not",
                "any",
                "otherwise",
                ":",
                "9" * 30,
                "-1",
                "",
                "\x1b[31m",
                "(",
                "é",
                "As",
                "better",
            ]
            parts[dice.randrange(len(parts))] = dice.choice([*words, *odd])
            lines[at] = " ".join(parts)
        lines = lines or [""]
    content = ("\n".join(lines) + "\n").encode()
    if dice.random() < 0.2:
        content = _bytes(dice, content)
    asked = [["price"], ["price", "--json"], ["price", "--top", "0", "--format", "csv"]]
    if dice.random() < 0.7:
        command, *options = dice.choice(asked)
        return Case([command, name, "lines.txt", *options], {"lines.txt": content})
    return Case(
        ["simulate", name, "--rounds", "30", "--strategy", "lines.txt", "-o", "log.csv"],
        {"lines.txt": content},
    )


# --- Logs --------------------------------------------------------------------------------------


@cache
def logs() -> list[tuple[str, str, bytes]]:
    """Return game, file name, content: a log of every form in every format."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in QUICK[:3]:
            for form in ("full", "outcome", "tally"):
                for ending in (".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet"):
                    path = Path(folder, f"log{ending}")
                    simulate(name, path, 60, seed=1, form=form, threads=1)
                    found.append((name, path.name, path.read_bytes()))
    return found


def log(dice: Dice) -> Case:
    if dice.random() < 0.1:
        return _few_nets(dice)
    name, file, content = dice.choice(logs())
    if file.endswith((".csv", ".jsonl")) and dice.random() < 0.7:
        content = _rows(dice, content)
    else:
        content = _bytes(dice, content)
    options = dice.choice(
        [
            [],
            [],
            ["--json"],
            ["--format", "csv"],
            ["--chip", "1/5"],
            ["--bet", "base"],
            ["--strategy", "optimal"],
        ]
    )
    return Case(["check", name, file, *options], {file: content})


def _few_nets(dice: Dice) -> Case:
    """Return a log of few rounds, or of many that are nearly all alike."""
    nets = dice.choices(("-1", "1", "6", "0", "2"), k=dice.choice([1, 2, 3]))
    rounds = dice.choices(nets, k=dice.choice([1, 2, 3, 6, 40])) + nets[:1] * dice.choice(
        [0, 0, 99]
    )
    dice.shuffle(rounds)
    return Case(
        ["check", "three-card-poker", "log.csv", "--bet", "pair-plus"],
        {"log.csv": "\n".join(["net", *rounds, ""]).encode()},
    )


def _rows(dice: Dice, content: bytes) -> bytes:
    """Change a log of text row by row: rows dropped, doubled, moved, cells changed for others."""
    lines = content.decode().split("\n")
    cells = ",".join(lines).split(",")
    for _ in range(dice.choice([1, 2, 5])):
        at = dice.randrange(len(lines))
        what = dice.randrange(5)
        if what == 0:
            lines = lines[: at + 1]
        elif what == 1:
            del lines[at]
        elif what == 2:
            lines.insert(dice.randrange(len(lines) + 1), lines[at])
        else:
            parts = lines[at].split(",")
            odd = [
                "",
                "0",
                "-1",
                "1",
                "9" * 20,
                "-",
                "x",
                "As",
                "nan",
                "1.5",
                "{}",
                "[" * 2000,
                "\x1b[2J",
                '"',
                "é",
                "true",
            ]
            parts[dice.randrange(len(parts))] = dice.choice([*cells, *odd])
            lines[at] = ",".join(parts)
        lines = lines or [""]
    return "\n".join(lines).encode()


# --- Command lines -----------------------------------------------------------------------------

WORDS = [
    "",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "1/2",
    "1/0",
    "nan",
    "1e9",
    "9" * 60,
    "x",
    "base",
    "pair-plus",
    "flush",
    "json",
    "csv",
    "text",
    "html",
    "latex",
    "github",
    "optimal",
    "fold",
    "raise",
    "play",
    "law",
    "values",
    "actions",
    "As Kd",
    "As Ad 3c",
    "Kh Qh Jh 3c",
    "\x1b[31m",
    "é",
    "\udc80",
    "a=b",
    "flush=0..20",
    "flush=7",
    "pair-plus=8",
    "joker=bug",
    "joker=",
    "=",
    "5%",
    "5..6",
    "wallet",
    "a6",
    "out.csv",
    "out.pdf",
    "out.svg",
    "out.parquet",
    "none/out.csv",
    ".",
    "/",
    "log.csv",
    "lines.txt",
    "tally",
    "outcome",
]
FITTING = {  # what an option or argument mostly gets, by its name
    "name": (*QUICK, *QUICK, "phil", "./own.game"),
    "names": (*QUICK, "phil"),
    "threads": ("1", "2", "0"),
    "rounds": ("1", "50", "0", "-1"),
    "seed": ("1", "0", str(2**64), "-1"),
    "most": ("1", "2", "0", "-1", "40"),
    "ranks": ("TJQKA", "9TJQKA", "A", "AA", ""),
    "suits": ("cd", "cdh", "c", "x"),
    "path": (
        "out.csv",
        "out.pdf",
        "out.svg",
        "log.csv",
        "out.parquet",
        "out.jsonl.gz",
        ".",
        "none/out.csv",
    ),
    "file": ("raise", "play", "lines.txt", "fold"),
    "form": ("json", "csv", "tsv", "text", "html", "full", "tally", "outcome", "a6", "wallet"),
    "bet": ("base", "pair-plus", "three-card-bonus", "big-8"),
    "shard": ("1/1", "1/2", "3/2", "1"),
    "shard_path": ("part.json", ".", "none/part.json"),
    "resume": ("counted", "log.csv", "."),
    "executor": ("threads", "mpi", "dask:"),
    "paths": ("log.csv", "part.json", "."),
    "kind": ("law", "values", "actions", "ladder", "first"),
}


def command(dice: Dice) -> Case:
    commands = [name for name in cli.combin.commands if name not in ("publish", "edges", "vary")]
    name = dice.choice(commands)
    arguments = [name]
    for parameter in cli.combin.commands[name].params:
        if isinstance(parameter, click.Argument):
            arguments += [_word(dice, parameter.name)] if dice.random() < 0.97 else []
        elif parameter.name in ("rounds", "ranks", "suits", "path") or dice.random() < 0.25:
            arguments += [parameter.opts[-1]]
            arguments += (
                [] if getattr(parameter, "is_flag", False) else [_word(dice, parameter.name)]
            )
    if dice.random() < 0.1:
        arguments.insert(dice.randrange(len(arguments) + 1), dice.choice(WORDS))
    files = {
        "log.csv": b"net\n-1\n-1\n1\n",
        "lines.txt": b"play: any pair or better\nfold: otherwise\n",
        "own.game": (ROOT / "combin" / "games" / "phil-em-up.game").read_bytes(),
    }
    return Case(arguments, files)


def _word(dice: Dice, name: str | None) -> str:
    fitting = FITTING.get(name or "")
    return dice.choice(fitting if fitting and dice.random() < 0.85 else WORDS)


KINDS: dict[str, Callable[[Dice], Case]] = {
    "games": game,
    "strategies": strategy,
    "logs": log,
    "commands": command,
}

# --- Running ------------------------------------------------------------------------------------


def made(seed: int, kind: str, number: int) -> Case:
    """Return a case; the same three make the same one."""
    return KINDS[kind](Dice(f"{seed} {kind} {number}"))


def wrong(case: Case, folder: Path) -> str:
    """Run a case in an empty folder and return what is wrong with how it went, or nothing."""
    for name, content in case.files.items():
        Path(folder, name).write_bytes(content)
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    kept = sys.stdout, sys.stderr
    status: object = None
    with chdir(folder), _alarm():
        sys.stdout, sys.stderr = out, err
        try:
            cli.main(case.arguments)
        except SystemExit as end:
            status = end.code
        except Hang:
            return f"no answer within {PATIENCE} seconds"
        finally:
            sys.stdout, sys.stderr = kept
    told, complained = (_text(stream) for stream in (out, err))
    return _verdict(
        case, status, told, complained, [path.name for path in folder.rglob(".combin-*")]
    )


def _verdict(case: Case, status: object, told: str, complained: str, left: list[str]) -> str:
    if status not in (0, 1, 2) or "Traceback" in complained:
        return f"status {status}: {complained[-2000:]}"
    if status == 1 and not set(case.arguments) & set(COMPARING):
        return f"status 1 of a command that compares nothing: {complained}"
    faults = complained.splitlines()
    begun = all(fault.startswith("combin: ") for fault in faults)
    # Each fault of a strategy or a page has its line; any other input has one.
    placed = re.compile(r", line |\.game:\d+:\d+: |: and \d+ more$")
    lined = len(faults) == 1 or all(map(placed.search, faults))
    if status == 2 and not (faults and begun and lined):
        return f"not one line a fault: {complained!r}"
    steering = sorted(
        {
            letter
            for letter in told + complained
            if not letter.isprintable() and letter not in "\n\t"
        }
    )
    if steering:
        return f"these reach the terminal: {steering}"
    return f"left over: {left}" if left else ""


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = cast(io.BytesIO, stream.buffer).getvalue()
    return written.decode("utf-8", "backslashreplace")


@contextmanager
def _alarm() -> Iterator[None]:
    """Raise Hang when the time is up; where compiled code does not come back, end the process."""

    def ring(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(PATIENCE)
    faulthandler.dump_traceback_later(3 * PATIENCE, exit=True, file=2)
    try:
        yield
    finally:
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def saved(case: Case, reason: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in case.files.items():
        (folder / name).write_bytes(content)
    line = shlex.join(["python", "-X", "dev", "-m", "combin", *case.arguments])
    (folder / "why.txt").write_text(f"{line}\n\n{reason}\n", errors="backslashreplace")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--case", type=int)
    parser.add_argument(
        "--to",
        type=Path,
        default=Path(tempfile.gettempdir(), "combin-fuzz"),
        help="where failures are saved",
    )
    given = parser.parse_args()
    kinds = given.kind or list(KINDS)
    print(f"seed {given.seed}", flush=True)
    end, number, failures, runs = time.monotonic() + given.seconds, given.case or 0, 0, 0
    while time.monotonic() < end:
        for kind in kinds:
            case = made(given.seed, kind, number)
            folder = given.to / f"{given.seed}-{kind}-{number}"
            saved(case, "combin did not come back", folder)  # until it does
            with tempfile.TemporaryDirectory() as place:
                reason = wrong(case, Path(place))
            runs += 1
            if reason:
                failures += 1
                saved(case, reason, folder)
                print(
                    f"{folder}: {reason[:300]!a}\n  again: --seed {given.seed} --kind {kind} "
                    f"--case {number}",
                    flush=True,
                )
            else:
                for path in [*folder.iterdir()]:
                    path.unlink()
                folder.rmdir()
        number += 1
        if given.case is not None:
            break
    print(f"seed {given.seed}: {runs} cases, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
