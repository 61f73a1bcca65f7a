"""How much of combin's Python the tests would miss: one small fault at a time, and the tests that
touch its line.

    nice python tests/tools/mutation.py                              30 faults of each module of the engine, at random; the seed is printed
    nice python tests/tools/mutation.py --sample 0                   every fault, some hours
    nice python tests/tools/mutation.py ranking rules/facts --seed 7 --sample 100
    nice python tests/tools/mutation.py rules/facts:holds --sample 0 one function
    nice python tests/tools/mutation.py --figures --sample 1         of each module that makes a number a sign, a comparison and a term

Once, each test is traced to learn which lines it touches and how long it takes (`--trace FILE`
keeps that for the next run). Then each fault is compiled into a fork of this process, which imports
combin anew and runs the tests that touch the line, the quickest first, until one fails. A fault
that no test fails on survives and is printed with its line. `EQUIVALENT` lists those that change
nothing, each with its reason. The status is 1 where less than `--goal` percent are killed.

With `--figures` only literal cases are run: those of the folder that mirrors a module's room
(`test_*_by_hand.py`) and the figures of `tests/questions/figures.json`. Which of them kills a fault
is printed, too.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).parents[2]
TESTS = tuple(
    f"tests/{name}.py"
    for name in (
        "rules/test_rules",
        "rules/test_loader",
        "rules/test_game_files",
        "rules/test_ranking",
        "solving/test_solver",
        "counting/test_counting",
        "rules/test_settlement",
        "proof/test_verify",
        "exactness/test_random_games",
    )
)
NAMES = (
    "ranking",
    "rules/addresses",
    "rules/choices",
    "rules/facts",
    "rules/game",
    "rules/parts",
    "rules/picks",
    "rules/text/attributes",
    "rules/text/bets",
    "rules/text/choices",
    "rules/text/conditions",
    "rules/text/hands",
    "texts",
    "rules/text/page",
    "rules/text/paytables",
    "rules/text/play",
    "rules/text/turns",
    "rules/text/values",
    "rules/text/ways",
    "rules/validate/__init__",
    "rules/validate/addresses",
    "rules/validate/bets",
    "rules/checks",
    "rules/validate/choices",
    "rules/validate/conditions",
    "rules/validate/hands",
    "rules/validate/paytables",
    "rules/validate/play",
    "rules/validate/reached",
    "rules/validate/settlements",
    "rules/words",
    "solving/induction",
    "solving/payoffs",
    "questions/solve",
    "counting/__init__",
    "counting/dealing",
    "counting/levels",
    "counting/methods/boards",
    "counting/methods/first_hand",
    "counting/methods/last_card",
    "counting/methods/removal",
    "counting/methods/walk",
    "counting/plan",
    "counting/pooling",
    "counting/program",
)
LOADED_ONCE = (
    "click",
    "duckdb",
    "eval7",
    "hypothesis",
    "icepool",
    "numpy",
    "phevaluator",
    "pytest",
    "sympy",
    "tabulate",
    "typst",
)
FIGURES = ("tests/questions/test_figures.py", "tests/questions/test_matrix.py")
COMPUTING = (
    "counting",
    "dossier",
    "exact.py",
    "families",
    "questions",
    "ranking.py",
    "render/number.py",
    "sensitivity",
    "solving",
    "strategies",
)
MOST_SECONDS = 90.0  # of tests for one fault, as they take without it

# (module, the line as it stands, what changed) -> why no test can fail on it.
EQUIVALENT: dict[tuple[str, str, str], str] = {
    (
        "ranking",
        '"two-pair": 5, "three-of-a-kind": 3, "straight": 3, "flush": 3, "full-house": 5, '
        '"four-of-a-kind": 5, "straight-flush": 3,',
        "5 becomes 4",
    ): "no hand has four cards",
    (
        "ranking",
        '"royal-flush": 3, "suited-ace-king-queen": 3, "five-aces": 5,',
        "5 becomes 4",
    ): "no hand has four cards",
    (
        "rules/validate/bets",
        'check_names(game, "wager", wagers)',
        "left out: check_names(game, 'wager', wagers)",
    ): ("the wagers of all bets are compared once more"),
    (
        "counting/__init__",
        "if roles[0].zones != set(mine.zones) or len(roles) > 2 or roles[0].size > 7:",
        "2 becomes 3",
    ): "up cards that only the opponent's hand uses are one role",
    (
        "counting/__init__",
        "return set(theirs.zones) == seen_up | set(plan.hidden[0].zones) and plan.hidden[0].size + "
        "len(up) <= 7",
        "0 becomes -1",
    ): "there is one hidden group",
    (
        "counting/levels",
        "if not plan.game.deck.jokers or any(mask >> JOKER for mask in given):",
        "RShift becomes LShift in mask >> JOKER",
    ): "cards are given for a last card alone, which takes no joker",
    (
        "counting/plan",
        "split.append((number, -1, group.size))",
        "1 becomes 2",
    ): "the kernel asks whether the place is below 0",
    (
        "counting/levels",
        'return Level(stage, len(state), state, array("q", [1]), known, array("i"))',
        "1 becomes 2",
    ): "the weight of a single set is in its counts and in their sum, by which they are divided",
    **{
        (
            "counting/plan",
            '("kinds of cards seen at a decision", max((len(stage.roles) for stage in '
            "self.stages), default=0), 4),",
            change,
        ): "without decisions nothing is seen, and none of these is more than 4"
        for change in ("0 becomes 1", "0 becomes -1")
    },
    **{
        (
            "counting/methods/walk",
            "LONG = 10**10  # deals that may take longer than a second when they are walked",
            change,
        ): ("how finely a long count is cut shows only in how often progress is told")
        for change in ("10 becomes 11", "10 becomes 9", "Pow becomes Mult in 10 ** 10")
    },
    (
        "rules/facts",
        "return menu[0]",
        "0 becomes -1",
    ): "of one line the first is the last",
}


# --- Faults ------------------------------------------------------------------------------------

COMPARE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Pow: ast.Mult,
}  # fmt: skip
SWAPPED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
TERMS = (ast.Add, ast.Sub)
DROPPED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Fault:
    """One change of one module. place: its number among the module's changes. line: where, from 1.
    change: what it is.
    """

    name: str
    place: int
    line: int
    change: str


# What a fault of each kind is called.
KINDS = {
    "sign": ("Add becomes", "Sub becomes"),
    "comparison": ("sides of", "Eq becomes", "NotEq becomes"),
    "term": ("the last term",),
}


def makes_numbers() -> list[str]:
    """Return the modules that compute: those of their rooms that add or subtract."""
    rooms = [ROOT / "combin" / room for room in COMPUTING]
    files = [file for room in rooms for file in (room.rglob("*.py") if room.is_dir() else [room])]
    names = [str(file.relative_to(ROOT / "combin").with_suffix("")) for file in sorted(files)]
    return [name for name in names if faults_of(name, KINDS["sign"])]


def folder_of(name: str) -> str:
    """Return the folder of tests that mirrors a module's room; of modules in no room all."""
    return next(
        f"tests/{room}/"
        for room in (*map(str, Path(name).parents),)
        if room == "." or (ROOT / "tests" / room).is_dir()
    ).removesuffix("./")


def path_of(name: str) -> Path:
    return ROOT / "combin" / f"{name}.py"


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str, ast.AST, str, object]]:
    """Yield every change: the node it is on, what it is, and the object, field and value that make
    it.
    """
    for node, silent in _nodes(tree, False):
        if isinstance(node, ast.Compare):
            for at, old in enumerate(node.ops):
                turned = COMPARE[type(old)]
                ops = [*node.ops[:at], turned(), *node.ops[at + 1 :]]
                yield (
                    node,
                    f"{type(old).__name__} becomes {turned.__name__} in {ast.unparse(node)}",
                    node,
                    "ops",
                    ops,
                )
                if swapped := SWAPPED.get(type(old)):
                    ops = [*node.ops[:at], swapped(), *node.ops[at + 1 :]]
                    yield node, f"sides of {ast.unparse(node)} change places", node, "ops", ops
        elif (
            isinstance(node, (ast.BinOp, ast.AugAssign))
            and type(node.op) in ARITHMETIC
            and not silent
        ):
            new = ARITHMETIC[type(node.op)]
            yield (
                node,
                f"{type(node.op).__name__} becomes {new.__name__} in {ast.unparse(node)}",
                node,
                "op",
                new(),
            )
            if isinstance(node.op, TERMS):
                last = "right" if isinstance(node, ast.BinOp) else "value"
                told = f"the last term of {ast.unparse(node)} becomes 0"
                yield node, told, node, last, ast.Constant(0)
        elif isinstance(node, ast.BoolOp):
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield (
                node,
                f"{type(node.op).__name__} becomes {other.__name__} in {ast.unparse(node)}",
                node,
                "op",
                other(),
            )
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"not left out of {ast.unparse(node)}", node, "op", ast.UAdd()
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            opposite = ast.UnaryOp(ast.Not(), node.test)
            yield (
                node,
                f"condition {ast.unparse(node.test)} becomes its opposite",
                node,
                "test",
                opposite,
            )
        elif isinstance(node, ast.Constant) and not silent:
            for value in _other_values(node.value):
                yield node, f"{node.value!r} becomes {value!r}", node, "value", value
        elif (
            isinstance(node, ast.Return)
            and node.value is not None
            and ast.unparse(node.value) not in ("False", "None")
        ):
            yield (
                node,
                f"return {ast.unparse(node.value)} becomes return None",
                node,
                "value",
                ast.Constant(None),
            )
        if isinstance(node, DROPPED) and not (
            isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.Yield))
        ):
            yield node, f"left out: {ast.unparse(node)}", node, "", None


def _other_values(value: object) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1)
    return (value + "x",) if isinstance(value, str) else ()


def _nodes(node: ast.AST, silent: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield nodes in their order; silent: within the words of an error, a docstring or `__all__`.
    Types are left out.
    """
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    yield node, silent
    silent = (
        silent
        or isinstance(node, (ast.JoinedStr, ast.Raise))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
    )
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _nodes(child, silent)


def faults_of(name: str, called: tuple[str, ...] = ("",)) -> list[Fault]:
    """Return the faults of a module whose change begins with some words."""
    tree = ast.parse(path_of(name).read_text())
    return [
        Fault(name, place, node.lineno, change)
        for place, (node, change, *_) in enumerate(_changes(tree))
        if change.startswith(called)
    ]


def lines_of(name: str, function: str) -> range:
    """Return the lines of a function of a module; all where none is named."""
    text = path_of(name).read_text()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    if function:
        raise SystemExit(f"combin/{name}.py has no function {function}")
    return range(1, text.count("\n") + 2)


def faulty(fault: Fault) -> CodeType:
    """Return the module's code with the fault in it."""
    path = path_of(fault.name)
    tree = ast.parse(path.read_text())
    found, _, item, field, value = list(_changes(tree))[fault.place]
    if field:
        setattr(item, field, value)
    else:
        _replace(tree, found, ast.Pass())
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _replace(tree: ast.Module, old: ast.AST, new: ast.stmt) -> None:
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and any(item is old for item in value):
                value[:] = [ast.copy_location(new, old) if item is old else item for item in value]


# --- Which tests touch a line ------------------------------------------------------------------


Hook = Generator[None, Any, Any]  # a wrapper of pytest's: yields once, gets and returns a result


class Tracer:
    """A plugin of pytest that writes down which lines of the modules each test touches, and how
    long it takes.
    """

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.lines: set[tuple[str, int]] = set()
        self.touched: dict[str, list[tuple[str, int]]] = {}
        self.modules: dict[str, list[tuple[str, int]]] = {}
        self.seconds: dict[str, float] = {}

    def _trace(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._trace

    def _traced(self) -> Hook:
        self.lines = set()
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        result = yield
        sys.settrace(None)
        threading.settrace(None)
        return result

    def pytest_make_collect_report(self, collector: pytest.Collector) -> Hook:
        result = yield from self._traced()
        self.modules.setdefault(collector.nodeid.split("::")[0], []).extend(self.lines)
        return result

    def pytest_runtest_protocol(self, item: pytest.Item) -> Hook:
        started = time.monotonic()
        result = yield from self._traced()
        self.touched[item.nodeid], self.seconds[item.nodeid] = (
            sorted(self.lines),
            time.monotonic() - started,
        )
        return result


def _traced(out: str, names: Sequence[str], tests: list[str]) -> None:
    """Run all tests once and write which lines of some modules each touches to `out`."""
    import pytest

    for hook in (Tracer.pytest_make_collect_report, Tracer.pytest_runtest_protocol):
        pytest.hookimpl(wrapper=True)(hook)
    tracer = Tracer({str(path_of(name)) for name in names})
    status = pytest.main(
        ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests], plugins=[tracer]
    )
    if status:
        raise SystemExit("the tests fail without a fault")
    with open(out, "w") as file:
        json.dump(
            {"touched": tracer.touched, "modules": tracer.modules, "seconds": tracer.seconds}, file
        )


class Touching:
    """Which tests touch a line: those that do when they run, and all of a test module that does
    when it is imported.
    """

    def __init__(self, trace: dict[str, Any], is_near: bool) -> None:
        """is_near: whether only figures and tests of the folder of a module's room are run."""
        self.is_near = is_near
        self.seconds = trace["seconds"]
        self.by_line = defaultdict(set)
        for test, lines in trace["touched"].items():
            for file, line in (*lines, *trace["modules"].get(test.split("::")[0], ())):
                self.by_line[file, line].add(test)

    def of(self, fault: Fault) -> list[str]:
        """Return the tests of a fault, the quickest first, as many as take `MOST_SECONDS`."""
        file = str(path_of(fault.name))
        found = self.by_line[file, fault.line] or self.by_line[file, self._before(fault)]
        if not self._in_a_function(
            fault
        ):  # what a module does when it is imported touches every test
            found = set(self.seconds)
        chosen, total = [], 0.0
        near = FIGURES if self.is_near else ("",)
        for test in sorted(found, key=self.seconds.__getitem__):
            if not test.startswith((*near, folder_of(fault.name))):
                continue
            total += self.seconds[test]
            if total > MOST_SECONDS:
                break
            chosen.append(test)
        return chosen

    def _in_a_function(self, fault: Fault) -> bool:
        tree = ast.parse(path_of(fault.name).read_text())
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        return any(
            node.body[0].lineno <= fault.line <= (node.end_lineno or 0) for node in functions
        )

    def _before(self, fault: Fault) -> int:
        """Return the first line of the statement a fault lies in: only that is traced."""
        tree = ast.parse(path_of(fault.name).read_text())
        return max(
            node.lineno for node in ast.walk(tree)
            if isinstance(node, ast.stmt) and node.lineno <= fault.line <= (node.end_lineno or node.lineno)
        )  # fmt: skip


# --- Running -----------------------------------------------------------------------------------


class _Loader(importlib.machinery.SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _Finder:
    """Imports the faulty module in the place of the true one."""

    def __init__(self, fault: Fault) -> None:
        self.module = ("combin/" + fault.name).removesuffix("/__init__").replace("/", ".")
        self.path, self.code = str(path_of(fault.name)), faulty(fault)

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        loader = _Loader(fullname, self.path)
        loader.code = self.code
        return importlib.util.spec_from_file_location(fullname, self.path, loader=loader)


def in_a_fork(work: Callable[[], int | None], seconds: float) -> int | None:
    """Return the status of `work` in a fork of this process, None where it takes too long."""
    child = os.fork()
    if not child:
        os.setsid()
        status = 70
        try:
            with open(os.devnull, "w") as nothing:
                os.dup2(nothing.fileno(), 1)
                os.dup2(nothing.fileno(), 2)
            status = int(work() or 0)
        finally:
            os._exit(status)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


class Killer:
    """A plugin of pytest that writes the first test that fails into a file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.file.exists():
            self.file.write_text(report.nodeid)


def killer_of(fault: Fault, touching: Touching) -> str:
    """Return the test that fails on a fault; empty where it survives."""
    tests = touching.of(fault)
    file = Path(f"/tmp/combin-killer-{os.getpid()}")
    file.unlink(missing_ok=True)

    def run() -> int:
        import pytest

        sys.meta_path.insert(0, _Finder(fault))
        asked = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
        return pytest.main(asked, plugins=[Killer(file)])

    taken = sum(touching.seconds[test] for test in tests)
    if not tests or in_a_fork(run, 20 + 4 * taken) == 0:
        return ""
    return file.read_text() if file.exists() else "what imports it, or takes too long"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="MODULE", help=", ".join(NAMES))
    parser.add_argument(
        "--figures",
        action="store_true",
        help="of every module that makes a number, by literal cases alone; the sample is of each "
        "kind of " + ", ".join(KINDS),
    )
    parser.add_argument(
        "--kinds", nargs="*", choices=KINDS, help="of faults alone, with `--figures` all of these"
    )
    parser.add_argument("--sample", type=int, default=30, help="faults of each module; 0 for all")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument(
        "--tests",
        default=[],
        nargs="*",
        metavar="TEST",
        help="which tests; by default those of the engine",
    )
    parser.add_argument(
        "--trace", default="", metavar="FILE", help="where the traced tests are kept"
    )
    parser.add_argument("--goal", type=float, default=90)
    given = parser.parse_args()
    os.chdir(ROOT)
    for module in LOADED_ONCE:
        if importlib.util.find_spec(module):
            importlib.import_module(module)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "tools")]
    names = given.names or (makes_numbers() if given.figures else NAMES)
    kinds = [KINDS[kind] for kind in given.kinds or (KINDS if given.figures else ())] or [("",)]
    literal = [*sorted(str(file) for file in Path("tests").rglob("test_*_by_hand.py")), *FIGURES]
    tests = given.tests or (literal if given.figures else [*TESTS])
    out = given.trace or f"/tmp/combin-trace-{os.getpid()}.json"
    if not os.path.exists(out):
        traced = makes_numbers() if given.figures else NAMES
        if in_a_fork(lambda: _traced(out, traced, tests), 3600):
            raise SystemExit("the tests could not be traced; do they pass?")
    with open(out) as file:
        touching = Touching(json.load(file), given.figures)
    print(f"seed {given.seed}", flush=True)
    killed = run = 0
    for name in names:
        some, dead = _module(name, given.sample, given.seed, touching, kinds)
        run, killed = run + some, killed + dead
    print(f"all: {killed} of {run} killed, {100 * killed / max(run, 1):.1f} %")
    return int(100 * killed < given.goal * run)


def _module(
    name: str, sample: int, seed: int, touching: Touching, kinds: Sequence[tuple[str, ...]]
) -> tuple[int, int]:
    """Try the faults of one module and print which survive; return how many were tried and how many
    killed. sample: so many of each kind.
    """
    name, _, function = name.partition(":")
    lines = lines_of(name, function)
    chosen = []
    for kind in kinds:
        faults = [fault for fault in faults_of(name, kind) if fault.line in lines]
        some = min(sample or len(faults), len(faults))
        chosen += random.Random(f"{seed} {name}").sample(faults, some)
    source = path_of(name).read_text().splitlines()
    run = dead = alike = 0
    for fault in sorted(chosen, key=lambda fault: (fault.line, fault.place)):
        line = source[fault.line - 1].strip()
        if (name, line, fault.change) in EQUIVALENT:
            alike += 1
            continue
        run += 1
        if killer := killer_of(fault, touching):
            dead += 1
            if touching.is_near:
                print(f"  combin/{name}.py:{fault.line}: {fault.change}: {killer}", flush=True)
            continue
        reached = "" if touching.of(fault) else " (no test touches it)"
        print(
            f"  combin/{name}.py:{fault.line}: {fault.change} SURVIVES{reached}\n      {line}",
            flush=True,
        )
    print(
        f"{name}: {dead} of {run} killed, {100 * dead / max(run, 1):.1f} %; {alike} change "
        f"nothing; {len(faults_of(name))} in all",
        flush=True,
    )
    return run, dead


if __name__ == "__main__":
    raise SystemExit(main())
