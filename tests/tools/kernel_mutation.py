"""Which small faults in the kernels `combin verify` would miss on its default decks: one fault at a
time, compiled, and put in the place of the true kernel.

    nice python tests/tools/kernel_mutation.py                       40 faults at random; the seed is printed
    nice python tests/tools/kernel_mutation.py --seed 7 removal walk

Of each fault is told whether a count on the whole deck changes under it, and whether the recount
finds it. What the literal reference says does not depend on kernels: it is worked out once for each
deck, and kept in `--kept FOLDER`. The status is 1 where a fault that changes a count on the whole
deck is not found.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import importlib.util
import pickle
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SECONDS = 600  # for one game under a fault; a kernel that never ends gives no count
BYTES = 4 << 30
FIRST = 20  # decks of this part of a minute are tried before the default ones, which are no smaller
# A source -> the kernel that is built of it, and the bets that it counts: game, bet.
SOURCES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "removal.pyx": ("removal", (("caribbean-stud", "base"), ("three-card-poker", "base"))),
    "inclusion.pxd": ("removal", (("caribbean-stud", "base"), ("three-card-poker", "base"))),
    "orbits.pxd": ("removal", (("caribbean-stud", "base"), ("three-card-poker", "base"))),
    "changes.pxd": ("removal", (("caribbean-stud", "base"), ("three-card-poker", "base"))),
    "flushes.pyx": ("flushes", (("high-card-flush", "base"),)),
    "boards.pyx": ("boards", (("dakota-duel-draw", "base"),)),
    "rows.pyx": ("rows", (("hot-poker-spot", "base"),)),
    "completions.pyx": ("completions", (("let-it-ride", "base"), ("phil-em-up", "base"))),
    "walk.pyx": ("walk", (("mississippi-stud", "base"), ("jacks-or-better", "base"))),
    "links.pyx": ("links", (("mississippi-stud", "base"), ("let-it-ride", "base"))),
    "solve.pyx": ("solve", (("mississippi-stud", "base"), ("let-it-ride", "base"))),
    "draws.pyx": ("draws", (("jacks-or-better", "base"),)),
    "shoe.pyx": ("shoe", (("baccarat", "base"), ("baccarat", "tie"))),
    "showdowns.pyx": ("showdowns", (("casino-holdem", "base"), ("heads-up-holdem", "base"))),
    "streets.pyx": ("streets", (("heads-up-holdem", "base"),)),
    "runouts.pxd": ("streets", (("heads-up-holdem", "base"),)),
}
BECOMES = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "&": "|", "|": "&",
    "<<": ">>", ">>": "<<", "and": "or", "or": "and", "+=": "-=", "-=": "+=", "0": "1", "1": "2", "//": "*",
}  # fmt: skip
# An operator between blanks, or a small number that is no part of a name.
PLACE = re.compile(
    r"(?<= )(?:<=?|>=?|==|!=|[-+*&|]|<<|>>|//|and|or|[-+]=)(?= )|(?<![\w.])[01](?![\w.])"
)
IDLE = re.compile(
    r"^\s*(#|from |import |cimport |def |raise |cdef (class|extern|struct)|(const )?\w+_t \*?\w+\[)|['\"]"
)


@dataclass(frozen=True)
class Fault:
    """One change of one source. line: from 1. at: the place in it. old, new: what stands there."""

    source: str
    line: int
    at: int
    old: str
    new: str

    @property
    def text(self) -> str:
        """The line as it stands."""
        return (ROOT / "_ext" / self.source).read_text().splitlines()[self.line - 1]


def faults_of(source: str) -> Iterator[Fault]:
    """Yield every fault of the statements of a source; words and checks of arguments are left
    alone.
    """
    told = False
    for number, line in enumerate((ROOT / "_ext" / source).read_text().splitlines(), 1):
        if line.count('"""') == 1:
            told = not told
        if told or '"""' in line or IDLE.search(line):
            continue
        code = line.split("  #")[0]
        for found in PLACE.finditer(code):
            yield Fault(source, number, found.start(), found[0], BECOMES[found[0]])


# --- Building ----------------------------------------------------------------------------------


def built(fault: Fault, kernel: str, room: Path) -> Path | None:
    """Return the kernel compiled with a fault in it, None where it does not compile."""
    shutil.rmtree(room / "_ext", ignore_errors=True)
    shutil.copytree(ROOT / "_ext", room / "_ext")
    shutil.copy(ROOT / "setup.py", room)
    (room / "out/combin/kernels").mkdir(parents=True, exist_ok=True)
    lines = (room / "_ext" / fault.source).read_text().splitlines()
    line = lines[fault.line - 1]
    lines[fault.line - 1] = line[: fault.at] + fault.new + line[fault.at + len(fault.old) :]
    (room / "_ext" / fault.source).write_text("\n".join(lines) + "\n")
    build = f"import setup; setup.KERNELS = ({kernel!r},); setup.PORTABLE = ['-O1', '-g0']; setup.main()"
    command = [sys.executable, "-c", build, "-q", "build_ext", "--build-lib", "out"]
    if subprocess.run(command, cwd=room, capture_output=True, timeout=600).returncode:
        return None
    (found,) = (room / "out/combin/kernels").glob(f"{kernel}.*.so")
    return found


class _Finder:
    """Imports a built kernel in the place of the true one."""

    def __init__(self, kernel: str, path: str) -> None:
        self.name, self.path = f"combin.kernels.{kernel}", path

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        loader = importlib.machinery.ExtensionFileLoader(name, self.path)
        return importlib.util.spec_from_file_location(name, self.path, loader=loader)


# --- Judging, in a process of its own ----------------------------------------------------------


def whole_deck(slug: str, bet: str) -> str:
    """Return the counts of a bet on the whole deck, as text."""
    import combin
    from combin.solving.result import BetResult

    found = combin.solve(slug, bets=[bet], threads=1)[bet]
    assert isinstance(found, BetResult)
    return repr((found.deals, found.outcomes, found.ties))


def recount(slug: str, bet: str, kept: Path, whole: bool) -> str:
    """Return whether the recount finds a difference, ``found`` or ``not found``; whole: where few
    cards show none, on the default decks too.
    """
    import combin
    from combin.proof import reference, verify
    from combin.rules.game import Game

    literal = reference.solve

    def remembered(game: Any, key: str = "base", progress: Any = None) -> reference.Reference:
        deck = game.deck
        place = kept / f"{slug}-{key}-{deck.ranks}-{deck.suits}-{deck.jokers}-{deck.packs}.pickle"
        if not place.exists():
            place.write_bytes(pickle.dumps(literal(game, key, progress)))
        found = pickle.loads(place.read_bytes())
        assert isinstance(found, reference.Reference)
        return found

    reference.solve = remembered
    game = combin.load(slug)
    assert isinstance(game, Game)
    short = verify.decks(game, bet, verify.MINUTE // FIRST)
    fewer = (verify.verify(game, bet, deck.ranks, deck.suits, packs=deck.packs) for deck in short)
    if any(not one.agrees for one in fewer):
        return "found"
    if whole and any(not one.agrees for one in verify.recounts(game, [bet])):
        return "found"
    return "not found"


def asked(question: str, arguments: Sequence[str], seconds: int = SECONDS) -> str:
    """Return the answer of a process of its own to one question; an error is an answer."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))

    command = [sys.executable, __file__, f"--{question}", *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, preexec_fn=limit
        )
    except subprocess.TimeoutExpired:
        return "never ends"
    if done.returncode < 0:
        return "crashes"
    if done.returncode:
        return "an error: " + (done.stderr.strip().splitlines() or [""])[-1][:60]
    return done.stdout.strip()


def answer(question: str, arguments: Sequence[str]) -> None:
    kernel, path, slug, bet, kept, whole = arguments
    if path:
        sys.meta_path.insert(0, _Finder(kernel, path))
    sys.path.insert(0, str(ROOT))
    told = (
        whole_deck(slug, bet)
        if question == "solve"
        else recount(slug, bet, Path(kept), whole == "whole")
    )
    sys.stdout.write(told + "\n")


# --- The table ---------------------------------------------------------------------------------


def judged(fault: Fault, room: Path, kept: Path, true: dict[tuple[str, str], str]) -> list[str]:
    """Return what a fault does: on the whole deck, and to the recount; bet by bet until one changes
    a count.
    """
    kernel, bets = SOURCES[fault.source]
    path = built(fault, kernel, room)
    if path is None:
        return ["does not compile", ""]
    for slug, bet in bets:
        words = [slug, bet, str(kept)]
        if (slug, bet) not in true:
            true[slug, bet] = asked("solve", ["", "", *words, ""])
        found = asked("solve", [kernel, str(path), *words, ""])
        changed = found != true[slug, bet]
        verdict = asked("verify", [kernel, str(path), *words, "whole" if changed else ""])
        if changed or verdict != "not found":
            whole = "yes" if changed and found.startswith("(") else found if changed else "no"
            return [whole, f"{slug}: {verdict}"]
    return ["no", "not found"]


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="SOURCE", help=", ".join(SOURCES))
    parser.add_argument("--sample", type=int, default=40, help="faults in all")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="what the reference said")
    parser.add_argument("--solve", nargs=6, help=argparse.SUPPRESS)
    parser.add_argument("--verify", nargs=6, help=argparse.SUPPRESS)
    given = parser.parse_args()
    for question in ("solve", "verify"):
        if arguments := getattr(given, question):
            answer(question, arguments)
            return 0
    with tempfile.TemporaryDirectory() as room:
        kept = given.kept or Path(room, "kept")
        kept.mkdir(parents=True, exist_ok=True)
        return table(given.names or list(SOURCES), given.sample, given.seed, Path(room), kept)


def table(names: Sequence[str], sample: int, seed: int, room: Path, kept: Path) -> int:
    """Print a line for each fault; return 1 where one that changes a count is not found."""
    drawn = random.Random(seed)
    chosen: list[Fault] = []
    every = {
        name: drawn.sample(found, len(found)) for name in names if (found := list(faults_of(name)))
    }
    while len(chosen) < sample and any(every.values()):
        chosen += [found.pop() for found in every.values() if found]
    tell(f"seed {seed}")
    true: dict[tuple[str, str], str] = {}
    missed = 0
    for fault in chosen[:sample]:
        whole, verdict = judged(fault, room, kept, true)
        missed += whole == "yes" and verdict.endswith("not found")
        place = f"_ext/{fault.source}:{fault.line}"
        tell(f"{place} | {fault.old} becomes {fault.new} | {whole} | {verdict}")
        tell(f"      {fault.text.strip()}")
    tell(f"{len(chosen[:sample])} faults; {missed} change a count on the whole deck unseen")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
