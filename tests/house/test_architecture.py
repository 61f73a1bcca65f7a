"""Reads combin's own source: who may import whom, where numbers may become digits, and how a module
and a game file look.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import combin
from agreement import shortened
from combin.cards import card_text, rank_of
from combin.games import names
from combin.questions import solve as solver
from combin.questions.advice import advise
from combin.render import registry
from combin.rules import Cell, Condition, Pay, Step
from combin.rules.facts import Fact
from weight import asking_lines, for_types_only

ROOT = Path(combin.__file__).parent
MODULES = sorted(
    path
    for path in ROOT.rglob("*.py")
    if "games" not in path.relative_to(ROOT).parts or path.name == "__init__.py"
)
GAMES = sorted(path for path in (ROOT / "games").rglob("*.py") if path.name != "__init__.py")
TESTS = sorted({*(ROOT.parent / "tests").glob("*.py"), *(ROOT.parent / "tests").rglob("test_*.py")})
KERNELS = sorted((ROOT.parent / "_ext").glob("*.p[xy][xd]"))

# Nothing imports from a line below its own; modules of one line only where they are of one package.
LAYERS = (
    ("errors", "recent", "records", "telling"),
    ("exact", "files"),
    ("arguments", "results"),
    ("cards",),
    ("spelling",),
    ("ranking",),
    ("rules",),
    ("games",),
    ("kernels",),
    ("version",),
    ("counting",),
    ("solving",),
    ("families",),
    ("questions",),
    ("shards",),
    ("proof", "sensitivity"),
    ("families/count_up",),
    ("strategies",),
    ("rounds",),
    ("logs",),
    ("checker",),
    ("dossier",),
    ("render",),
    ("publishing",),
    ("cli",),
    ("__main__",),
)
# A result asks the registry of renderers how it is shown, and a command the face, inside functions.
INSIDE = {("results", "render"), ("cli", "api")}
FACE = {
    ROOT / "__init__.py",
    ROOT / "answers.py",
    ROOT / "api.py",
    ROOT / "asking.py",
    ROOT / "checking.py",
    ROOT / "pytest_plugin.py",
}  # the package's face imports what it offers, inside its functions
ENGINE = {
    "errors", "records", "exact", "cards", "spelling", "ranking", "rules", "kernels", "version", "counting", "solving", "families", "questions",
    "proof", "sensitivity", "families/count_up", "strategies", "rounds", "logs", "checker",
}  # fmt: skip
COMPILED = {  # who may import kernels
    "counting", "solving", "families", "families/count_up", "rounds", "sensitivity", "strategies", "logs", "checker", "version",
    "publishing", "cli",  # which keep memory
}  # fmt: skip
# All that a renderer may import when it runs: the rules, which say what a game is called, and
# records already gathered. Types of results are for the type checker alone.
LAID_OUT = {
    "errors", "files", "ranking", "records", "results", "rules", "version", "dossier", "render",
}  # fmt: skip
DIVIDING = {"number.py", "axis.py"}  # of render: what writes digits, and what divides an axis
REFERENCE = ROOT / "proof" / "reference.py"
LITERAL_WAYS = ROOT / "proof" / "ways.py"
LITERAL_COUNT_UP = ROOT / "proof" / "count_up.py"
FACE_OF_RULES = ROOT / "rules" / "__init__.py"
CLOSED = [
    {kind.__name__ for kind in get_args(union)} for union in (Pay, Cell, Condition, Step, Fact)
]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def nodes(path: Path, *kinds: type) -> Iterator:
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, kinds))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").as_posix()


# Modules in the folder of a family that stand, in the order of imports, in the room that does the
# same for all families.
ROOMS = {
    **dict.fromkeys(("automaton", "compared", "counting", "method", "stairs"), "counting"),
    **dict.fromkeys(("forward", "solving"), "solving"),
    **dict.fromkeys(("holds", "losses", "vocabulary", "ways"), "strategies"),
}


def room_of(parts: Sequence[str]) -> str:
    """Return the room of a module; games that count up have all questions in their folder."""
    if tuple(parts[:2]) == ("families", "count_up"):
        return "families/count_up"
    return ROOMS.get(parts[2], "families") if parts[0] == "families" and parts[2:] else parts[0]


def part_of(path: Path) -> str:
    return room_of(path.relative_to(ROOT).with_suffix("").parts)


def imports(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Yield the parts of combin that a module imports when it runs, and where."""
    unreal = for_types_only(tree_of(path))
    for node in nodes(path, ast.Import, ast.ImportFrom):
        if node in unreal:
            continue
        found = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
        if isinstance(node, ast.ImportFrom) and node.level:
            raise AssertionError(f"{name_of(path)}:{node.lineno} imports relatively")
        for module in found:
            if module == "combin":
                yield from ((alias.name, node) for alias in node.names)
            elif module.startswith("combin."):
                named = [alias.name for alias in node.names] if module.count(".") == 2 else [""]
                for name in named:  # a module of a folder, or something of a module
                    yield room_of([*module.split(".")[1:], name]), node


def inside_a_function(path: Path) -> set[ast.AST]:
    return {inner for node in nodes(path, ast.FunctionDef) for inner in ast.walk(node)}


# --- Who imports whom --------------------------------------------------------------------------


def test_every_module_has_its_place():
    parts = {part_of(path) for path in MODULES} - {path.stem for path in FACE}
    assert parts == {part for layer in LAYERS for part in layer}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path):
    if path in FACE:
        return
    level = {part: place for place, layer in enumerate(LAYERS) for part in layer}
    mine, inside = part_of(path), inside_a_function(path)
    for part, node in imports(path):
        if (mine, part) in INSIDE:
            assert node in inside, f"{name_of(path)}:{node.lineno}"
        else:
            assert part == mine or level[part] < level[mine], (
                f"{name_of(path)}:{node.lineno} imports {part}"
            )


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) in ENGINE], ids=name_of)
def test_the_engine_knows_no_game(path):
    assert not {part for part, _ in imports(path)} & {"games", "render", "publishing", "cli"}
    docstrings = {node.value for node in nodes(path, ast.Expr)}
    for node in nodes(path, ast.Constant):
        if isinstance(node.value, str) and node not in docstrings:
            assert not any(
                slug in node.value or slug.replace("-", "_") in node.value for slug in names()
            ), node.value


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_branch_asks_which_game_it_is(path):
    for node in nodes(path, ast.Compare):
        words = [ast.unparse(part) for part in (node.left, *node.comparators)]
        asked = any(word == "slug" or word.endswith(".slug") for word in words)
        assert not (
            asked and any(isinstance(part, ast.Constant) for part in (node.left, *node.comparators))
        ), ast.unparse(node)
    assert not [node for node in nodes(path, ast.Match) if "slug" in ast.unparse(node.subject)]


@pytest.mark.parametrize("path", [path for path in MODULES if path != FACE_OF_RULES], ids=name_of)
def test_games_are_resolved_ones(path):
    """The name in a game file writes a sheet, whose rules cannot be read; the engine's type is that
    of resolved games.
    """
    for node in nodes(path, ast.ImportFrom):
        assert node.module != "combin.rules" or "Game" not in {
            alias.name for alias in node.names
        }, f"line {node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_kinds_are_matched_and_not_asked_for_one_by_one(path):
    """Where two kinds of a closed union are told apart, `match` ends in `assert_never`, so that
    mypy names the place.
    """
    for function in nodes(path, ast.FunctionDef):
        asked: dict[str, set[str]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
                subject, kinds = node.args
                asked.setdefault(ast.unparse(subject), set()).update(
                    re.findall(r"\w+", ast.unparse(kinds))
                )
            if isinstance(node, ast.Match):
                kinds = {
                    ast.unparse(part.cls)
                    for part in ast.walk(node)
                    if isinstance(part, ast.MatchClass)
                }
                if any(len(kinds & closed) > 1 for closed in CLOSED):
                    assert ast.unparse(node.cases[-1].body).startswith("assert_never("), (
                        f"{name_of(path)}:{node.lineno}"
                    )
        for subject, kinds in asked.items():
            assert all(len(kinds & closed) < 2 for closed in CLOSED), (
                f"{name_of(path)}:{function.lineno} {subject}"
            )


WAITS = ("run", "check_output", "check_call", "wait", "communicate", "join")


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_no_test_waits_without_end(path):
    """A process is started by `processes.started`, which kills it; what waits says how long. Where
    an argument is a place for the time, it counts.
    """
    for call in nodes(path, ast.Call):
        name = ast.unparse(call.func)
        assert name != "subprocess.Popen" or path.stem in ("processes", "browser"), call.lineno
        owner, _, method = name.rpartition(".")
        if owner == "subprocess" and method in WAITS:
            assert any(word.arg == "timeout" for word in call.keywords), call.lineno
        elif method in WAITS[3:]:
            assert call.args or call.keywords, f"{path.name}:{call.lineno} {name}()"


def test_only_what_works_in_bulk_imports_compiled_code():
    importers = {
        part_of(path) for path in MODULES if "kernels" in {part for part, _ in imports(path)}
    }
    assert importers - {"kernels"} <= COMPILED
    assert kernels_of(ROOT / "questions" / "solve.py") == set()


def kernels_of(path: Path) -> set[str]:
    froms = (node for node in nodes(path, ast.ImportFrom) if node.module == "combin.kernels")
    return {alias.name for node in froms for alias in node.names}


def test_one_module_folds_back_and_carries_forward():
    """The kernel of the induction has two callers, so that nobody writes the recursion a second
    time: a tally adds up its own counts, and one module folds.
    """
    assert [name_of(path) for path in MODULES if "solve" in kernels_of(path)] == [
        "counting/tally",
        "solving/induction",
    ]


# Kept for as long as a process lives, each with a bounded number of entries.
KEPT = {
    ("files.py", "_unfinished"): "emptied by those who fill it",
    ("files.py", "_new"): "emptied by those who fill it",
}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_cache_grows_without_bound(path):
    """What is remembered over calls is of one answer, or says how many it keeps; a cache inside a
    function goes with it.
    """
    inside = inside_a_function(path)
    for node in nodes(path, ast.FunctionDef):
        taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg]
        for decorator in node.decorator_list:
            words = ast.unparse(decorator).removeprefix("functools.")
            bounded = words.startswith("lru_cache(maxsize=") and "None" not in words
            if words == "cache" or words.startswith("lru_cache"):
                assert bounded or node in inside or not any(taken), (path, node.name)
    for node in tree_of(path).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            words = ast.unparse(node.value)
            if re.fullmatch(
                r"\{\}|\[\]|(dict|list|set|defaultdict|OrderedDict|\w*Dictionary)(\[.*\])?\(\w*\)",
                words,
            ):
                assert (path.name, ast.unparse(target)) in KEPT, (path, words)


def test_one_module_knows_threads_and_processes():
    workers = {"concurrent", "distributed", "multiprocessing", "threading", "_thread"}

    def imported(path: Path) -> set[str]:
        unreal = for_types_only(tree_of(path))
        found = [node for node in nodes(path, ast.Import, ast.ImportFrom) if node not in unreal]
        named = [
            alias.name for node in found if isinstance(node, ast.Import) for alias in node.names
        ]
        named += [node.module or "" for node in found if isinstance(node, ast.ImportFrom)]
        return {name.split(".")[0] for name in named}

    assert [name_of(path) for path in MODULES if imported(path) & workers] == ["solving/executor"]


def test_one_method_adds_an_action_to_a_history():
    def extends(node: ast.Tuple) -> bool:
        first, *others = node.elts or [None]
        pairs = [part for part in others if isinstance(part, ast.Tuple) and len(part.elts) == 2]
        return isinstance(first, ast.Starred) and any(
            "action" in ast.unparse(pair.elts[1]) for pair in pairs
        )

    found = [name_of(path) for path in MODULES for node in nodes(path, ast.Tuple) if extends(node)]
    assert found == ["counting/plan"]


def test_the_reference_shares_only_the_words_of_the_rules():
    """What it is to prove it must not use."""
    assert {part for part, _ in imports(REFERENCE)} == {"cards", "proof", "ranking", "rules"}
    assert [node.module for node in nodes(REFERENCE, ast.ImportFrom)].count("combin.proof") == 1
    assert {part for part, _ in imports(LITERAL_WAYS)} == {"cards", "rules"}
    assert not list(imports(LITERAL_COUNT_UP))
    taken = {
        alias.name
        for node in nodes(REFERENCE, ast.ImportFrom)
        if node.module == "combin.ranking"
        for alias in node.names
    }
    assert taken == {"HandRanking", "Points", "Ranking", "Spread"}
    used = {node.attr for node in nodes(REFERENCE, ast.Attribute)}
    assert not used & {"strength", "threshold", "family_of"}


# --- Who asks which family a game is of --------------------------------------------------------

# Reason -> who asks. A list only gets shorter: a module that asks no more is taken out.
ASKING = {
    "of one family itself, above or below which `families` lies in the order of imports": """
        counting/methods/__init__ counting/orders rounds/laid
        """,
    "a plan says what its cards are, and a method which plans it fits": """
        counting/__init__ counting/memory counting/methods/first_hand counting/plan
        counting/pooling counting/widths
        """,
    "asks of cards drawn, or of a shoe, what no other game has": """
        questions/card_class questions/card_counting questions/foresight
        """,
    "the literal reference names its information sets otherwise": "proof/situations proof/verify",
    "a language of lists for each kind of decision": """
        strategies/languages strategies/ladder strategies/library
        strategies/vocabulary
        """,
    "cards are dealt, laid and logged in as many ways": """
        checker/cards checker/check checker/columns checker/law checker/played checker/settings
        rounds/deal rounds/estimates rounds/settle rounds/split rounds/strategies
        """,
    "what is shown of a game": """
        dossier/examples publishing/strategy_cards render/cards/felt
        """,
}


def test_no_other_module_asks_which_family_a_game_is_of():
    """Families and the rules have words of one family; the others are listed, with a reason."""
    found = {
        name_of(path)
        for path in MODULES
        if not name_of(path).startswith(("families/", "rules/")) and asking_lines(tree_of(path))
    }
    listed = [name for names in ASKING.values() for name in names.split()]
    assert len(listed) == len(set(listed))
    assert found == set(listed)


# --- Numbers -----------------------------------------------------------------------------------

# Tail probabilities are no ratios; what they are found from is exact, and what comes back is a
# Fraction again.
APPROXIMATE = ROOT / "checker" / "chances.py"
WHOLE = {
    "ceil",
    "comb",
    "factorial",
    "floor",
    "gcd",
    "isqrt",
    "lcm",
    "perm",
    "prod",
}  # of math, what gives whole numbers


@pytest.mark.parametrize(
    "path", [path for path in (*MODULES, *GAMES) if path != APPROXIMATE], ids=name_of
)
def test_no_number_is_approximate(path):
    for node in nodes(path, ast.Constant):
        assert not isinstance(node.value, (float, complex)), (
            f"{name_of(path)}:{node.lineno} {node.value}"
        )
    for node in nodes(path, ast.Name):
        assert node.id not in ("float", "complex", "round"), (
            f"{name_of(path)}:{node.lineno} {node.id}"
        )
    for node in nodes(path, ast.ImportFrom):
        assert node.module not in ("decimal", "cmath", "statistics", "random", "numpy")
        assert node.module != "math" or {alias.name for alias in node.names} <= WHOLE
    for node in nodes(path, ast.Import):
        assert not {alias.name for alias in node.names} & {
            "math",
            "decimal",
            "cmath",
            "statistics",
            "random",
            "numpy",
        }


def test_what_is_approximate_is_asked_only_by_the_checker():
    asked = "from combin.checker import chances"
    importers = [
        path
        for path in MODULES
        if asked in path.read_text(encoding="utf-8") and path != APPROXIMATE
    ]
    assert {part_of(path) for path in importers} == {"checker"}
    for node in tree_of(APPROXIMATE).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            assert node.returns and ast.unparse(node.returns) == "Fraction", node.name


@pytest.mark.parametrize("path", [path for path in MODULES if path != APPROXIMATE], ids=name_of)
def test_whole_numbers_are_not_divided_into_floats(path):
    """The quotient of two whole numbers is a float; what stands left of a stroke is no count."""
    counts = {"len", "sum", "comb", "prod", "factorial", "int"}
    for node in nodes(path, ast.BinOp):
        if isinstance(node.op, ast.Div):
            called = (
                isinstance(node.left, ast.Call)
                and isinstance(node.left.func, ast.Name)
                and node.left.func.id in counts
            )
            with_fractions = "Fraction" in ast.unparse(node.left)
            assert with_fractions or not (called or isinstance(node.left, ast.Constant)), (
                f"{name_of(path)}:{node.lineno}"
            )


RENDERERS = [path for path in MODULES if part_of(path) == "render"]


@pytest.mark.parametrize("path", RENDERERS, ids=name_of)
def test_renderers_import_nothing_that_solves_or_counts(path):
    assert {part for part, _ in imports(path)} <= LAID_OUT


@pytest.mark.parametrize(
    "path", [path for path in RENDERERS if path.name not in DIVIDING], ids=name_of
)
def test_renderers_compute_nothing(path):
    for node in nodes(path, ast.BinOp, ast.AugAssign):
        assert not isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)), (
            f"{name_of(path)}:{node.lineno} {ast.unparse(node)}"
        )
    for node in nodes(path, ast.Name):
        assert node.id != "divmod", f"{name_of(path)}:{node.lineno}"


def numbers_in(value, seen: set[int]) -> Iterator[object]:
    """Yield everything that a result holds, however deep, and what its properties say."""
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, (tuple, list, set, frozenset)):
        parts = list(value)
    else:
        # all but the rules with their choices open: a game sheet comes to nothing until it is
        # resolved
        names = [
            *(name for name in getattr(value, "__dataclass_fields__", ()) if name != "sheet"),
            *(n for n, p in vars(type(value)).items() if isinstance(p, property)),
        ]
        parts = [
            getattr(value, name) for name in names if type(value).__module__.startswith("combin.")
        ]
    for part in parts:
        yield from numbers_in(part, seen)


@pytest.mark.slow
@pytest.mark.parametrize("slug", names())
def test_nothing_that_comes_out_is_a_float(slug):
    game = shortened(combin.load(slug), "89TJQKA", "cd")
    solution = solver.solve(game, threads=1)
    found = list(numbers_in(solution, set()))
    cards = sum(step.cards for step in game.play[: _first_decision(game)])
    first = " ".join(map(card_text, sorted(game.deck.cards, key=rank_of)[:cards]))
    if slug == "red-dog":
        first = "9c Qd"  # nothing is decided after a pair
    found += numbers_in(advise(game, first), set())
    assert not [value for value in found if isinstance(value, (float, complex))]
    bet = solution["base"]
    for measure in (
        bet.expected_value,
        bet.house_edge,
        bet.element_of_risk,
        bet.variance,
        bet.hit_frequency,
        bet.average_wager,
    ):
        assert type(measure) is Fraction
    assert all(
        type(row.combinations) is int and type(row.net) is type(row.staked) is Fraction
        for row in bet.outcomes
    )


def _first_decision(game) -> int:
    return next((place for place, step in enumerate(game.play) if step in game.decisions), 1)


def test_every_result_shows_itself():
    """In a terminal, in a notebook and as data: the registry knows each class derived from Result
    that does not say it itself, and no other.
    """
    asked = set()
    for path in MODULES:
        for node in nodes(path, ast.ClassDef):
            if "Result" in {ast.unparse(base) for base in node.bases}:
                said = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                if not {"_written", "_headline"} <= said:
                    asked.add(node.name)
    assert asked == set(registry.WRITERS) and {"Solution", "Edges"} < asked
    for name in registry.WRITERS.values():
        module, _, stem = name.partition(".")
        written = {
            node.name
            for node in tree_of(ROOT / "render" / f"{module}.py").body
            if isinstance(node, ast.FunctionDef)
        }
        assert {f"{stem}_text", f"{stem}_line"} <= written, name


# --- How source looks --------------------------------------------------------------------------


# Names of games that count up that another room has, too; a new one is none of these.
TWICE = {
    "Bonus", "Column", "Ends", "Family", "Plan", "SplitHands", "Standing", "Table", "Unions", "_Law",
}  # fmt: skip


@pytest.mark.slow
def test_a_class_name_has_one_meaning():
    places = defaultdict(set)
    for path in (*ROOT.rglob("*.py"), *ROOT.rglob("*.pyi")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].add(path.relative_to(ROOT).as_posix())
    assert {name for name, found in places.items() if len(found) > 1} == TWICE


@pytest.mark.parametrize("path", [*MODULES, *GAMES], ids=name_of)
def test_a_module_opens_with_a_sentence(path):
    docstring = ast.get_docstring(tree_of(path))
    assert docstring
    assert (
        docstring.split("\n\n")[0].rstrip().endswith((".", ":")) or ":" in docstring.splitlines()[0]
    )


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.name)
def test_a_kernel_opens_with_a_sentence(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith('"""') and "." in text[3:].split('"""')[0]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_functions_are_short(path):
    """A limit on nodes made helpers that say no more than their bodies; lines remain."""
    for node in nodes(path, ast.FunctionDef, ast.AsyncFunctionDef):
        assert node.end_lineno - node.lineno < 90, f"{name_of(path)}:{node.lineno} {node.name}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_game_file_is_data(path):
    """A docstring, imports of the rules' words, and assignments of what they make."""
    docstring, *rest = tree_of(path).body
    assert isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant)
    for node in rest:
        assert isinstance(node, (ast.ImportFrom, ast.Assign)), f"line {node.lineno}"
    imported = {node.module for node in rest if isinstance(node, ast.ImportFrom)}
    assert imported <= {"combin.rules", "combin.ranking", "combin.cards", "fractions"}
    data = (
        ast.Call,
        ast.keyword,
        ast.Tuple,
        ast.Dict,
        ast.Constant,
        ast.Name,
        ast.Load,
        ast.BinOp,
        ast.Div,
        ast.UnaryOp,
        ast.USub,
    )
    for statement in rest:
        if isinstance(statement, ast.Assign):
            assert {type(node) for node in ast.walk(statement.value)} <= set(data)
    assert [target.id for node in rest[-1:] for target in node.targets] == ["GAME"]


# --- The tests' own source ---------------------------------------------------------------------


def test_what_tests_share_stands_in_no_test_module():
    for path in TESTS:
        taken = re.findall(r"^\s*(?:from|import) (test_\w+)", path.read_text(), re.MULTILINE)
        assert not taken, f"{path.name} imports {taken}"


def test_what_tests_share_is_checked_for_its_types():
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text())
    shared = {f"tests/{path.name}" for path in TESTS if not path.name.startswith("test_")}
    assert shared < set(project["tool"]["mypy"]["files"])
