"""Reads combin's own source: who may import whom, where numbers may become digits, and how a module
and a game file look.
"""

from __future__ import annotations

import ast
import gc
import re
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
from combin.questions import solve as solver
from combin.questions.advice import advise
from combin.render import registry
from combin.rules import Cell, Condition, Pay, Step
from combin.rules.facts import Fact
from shipped import DEALT
from weight import asking_lines, for_types_only

ROOT = Path(combin.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
TESTS = sorted(
    path
    for pattern in ("*.py", "tools/*.py", "**/test_*.py")
    for path in (ROOT.parent / "tests").glob(pattern)
)
KERNELS = sorted((ROOT.parent / "_ext").glob("*.p[xy][xd]"))

# Families themselves, which implement what rooms ask; `families/listed.py` finds them by name.
BY_NAME = "families by name"
# Nothing imports from a line below its own; modules of one line only where they are of one package.
LAYERS = (
    ("errors", "grouping", "recent", "records", "telling"),
    ("exact", "files", "patience", "texts"),
    ("arguments", "results"),
    ("cards",),
    ("spelling",),
    ("ranking",),
    ("rules",),
    ("games",),
    ("subject",),
    ("kernels",),
    ("version",),
    ("cache",),
    ("counting",),
    ("solving",),
    ("families",),
    ("questions",),
    ("shards",),
    ("proof", "sensitivity"),
    ("families/blackjack",),
    ("strategies",),
    ("rounds",),
    ("logs",),
    ("checker",),
    ("subjects",),
    ("dossier",),
    (BY_NAME,),
    ("render",),
    ("publishing",),
    ("cli",),
    ("__main__",),
)
# A result asks the registry of renderers how it is shown, and a command the face, inside functions.
INSIDE = {("results", "render"), ("cli", "api"), ("cli", "given")}
FACE = {
    ROOT / "__init__.py",
    ROOT / "api.py",
    ROOT / "asking.py",
    ROOT / "checking.py",
    ROOT / "given.py",
    ROOT / "pytest_plugin.py",
}  # the package's face imports what it offers, inside its functions
ENGINE = {
    "errors", "records", "texts", "exact", "cards", "spelling", "ranking", "rules", "kernels", "version", "counting", "solving", "families", "questions",
    "proof", "sensitivity", "families/blackjack", "strategies", "rounds", "logs", "checker", BY_NAME,
}  # fmt: skip
COMPILED = {  # who may import kernels
    "counting", "solving", "families", "families/blackjack", "rounds", "sensitivity", "strategies", "logs", "checker", "version",
    BY_NAME, "publishing", "cli",  # which keep memory
}  # fmt: skip
# All that a renderer may import when it runs: the rules, which say what a game is called, and
# records already gathered. Types of results are for the type checker alone.
LAID_OUT = {
    "errors", "files", "ranking", "records", "results", "rules", "version", "dossier", "render",
}  # fmt: skip
DIVIDING = {"number.py", "axis.py"}  # of render: what writes digits, and what divides an axis
REFERENCE = ROOT / "proof" / "reference.py"
LITERAL_WAYS = ROOT / "proof" / "ways.py"
LITERAL = ROOT / "proof" / "card_by_card.py"
LITERAL_RULES = ROOT / "proof" / "house_rules.py"
FACE_OF_RULES = ROOT / "rules" / "__init__.py"
CLOSED = [
    {kind.__name__ for kind in get_args(union)} for union in (Pay, Cell, Condition, Step, Fact)
]


@pytest.fixture(autouse=True, scope="module")
def trees_are_not_searched_for_garbage():
    """The collector would look at millions of nodes again and again."""
    gc.disable()
    yield
    gc.enable()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_by_kind(path: Path) -> dict[type, list]:
    """Return all nodes of a module: every rule here reads some of them."""
    found = defaultdict(list)
    for node in ast.walk(tree_of(path)):
        found[type(node)].append(node)
    return found


def nodes(path: Path, *kinds: type) -> Iterator:
    return (node for kind in kinds for node in nodes_by_kind(path).get(kind, ()))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").as_posix()


# Modules in the folder of a family that stand, in the order of imports, in the room that does the
# same for all families.
ROOMS = {
    **dict.fromkeys(
        ("automaton", "counting", "matchup", "method", "methods", "orders", "pareto", "sums"),
        "counting",
    ),
    **dict.fromkeys(("bet", "repaid", "subjects"), "subjects"),
    **dict.fromkeys(("forward", "solving"), "solving"),
    **dict.fromkeys(("holds", "losses", "vocabulary", "ways"), "strategies"),
    **dict.fromkeys(("tagged",), "questions"),
    **dict.fromkeys(("proof",), "proof"),
    **dict.fromkeys(("laid", "rounds"), "rounds"),
    **dict.fromkeys(("dealer",), "logs"),
    **dict.fromkeys(("drawn_value", "report", "rule_settings"), "dossier"),
    **dict.fromkeys(("report_page", "site_page", "totals"), "render"),
    **dict.fromkeys(("printed", "published", "reporting"), "publishing"),
    **dict.fromkeys(("guess", "judging"), "checker"),
    **dict.fromkeys(("exposed", "family", "held", "tallies", "usual"), BY_NAME),
}


REPORTED = "printed", "published", "report", "report_page", "rule_settings", "site_page", "totals"


def room_of(parts: Sequence[str]) -> str:
    """Return the room of a module; games that count up have all questions in their folder."""
    apart = {"bet", "dealer", "judging", *REPORTED}.intersection(parts)
    if tuple(parts[:2]) == ("families", "blackjack") and not apart:
        return "families/blackjack"
    if parts[0] != "families":
        return parts[0]
    return next((ROOMS[part] for part in parts[1:] if part in ROOMS), "families")


def part_of(path: Path) -> str:
    return room_of(path.relative_to(ROOT).with_suffix("").parts)


@cache
def real_imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return what a module imports when it runs."""
    unreal = for_types_only(tree_of(path))
    return [node for node in nodes(path, ast.Import, ast.ImportFrom) if node not in unreal]


@cache
def imports(path: Path) -> list[tuple[str, ast.AST]]:
    """Return the parts of combin that a module imports when it runs, and where."""
    imported = []
    for node in real_imports(path):
        found = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
        if isinstance(node, ast.ImportFrom) and node.level:
            raise AssertionError(f"{name_of(path)}:{node.lineno} imports relatively")
        for module in found:
            if module == "combin":
                imported += ((alias.name, node) for alias in node.names)
            elif module.startswith("combin."):
                named = [alias.name for alias in node.names] if module.count(".") == 2 else [""]
                # a module of a folder, or something of a module
                imported += ((room_of([*module.split(".")[1:], name]), node) for name in named)
    return imported


def inside_a_function(path: Path) -> set[ast.AST]:
    return {inner for node in nodes(path, ast.FunctionDef) for inner in ast.walk(node)}


# --- Who imports whom --------------------------------------------------------------------------


def test_every_module_has_its_place():
    parts = {part_of(path) for path in MODULES} - {path.stem for path in FACE}
    assert parts == {part for layer in LAYERS for part in layer}


def at(path: Path, node: ast.AST) -> str:
    """Return where a node stands, as an editor opens it."""
    return f"{path.relative_to(ROOT.parent)}:{node.lineno}"


def test_imports_point_down():
    level = {part: place for place, layer in enumerate(LAYERS) for part in layer}
    upward = []
    for path in MODULES:
        mine = part_of(path)
        for part, node in imports(path) if path not in FACE else ():
            if (mine, part) in INSIDE:
                down = node in inside_a_function(path)
            else:
                down = part == mine or level[part] < level[mine]
            if not down:
                upward.append(f"{at(path, node)} imports {part}")
    assert not upward


def test_a_family_is_found_by_its_name():
    """Only families import families: a room that did would stand in a circle with what it asks."""
    assert not [
        at(path, node)
        for path in MODULES
        if part_of(path) != BY_NAME
        for part, node in imports(path)
        if part == BY_NAME
    ]
    assert {part for part, _ in imports(ROOT / "families" / "contract.py")} <= {
        "counting", "errors", "families", "solving",
    }  # fmt: skip


def test_the_engine_knows_no_game():
    slugs = [form for slug in DEALT for form in (slug, slug.replace("-", "_"))]
    named = []
    for path in MODULES:
        if part_of(path) in ENGINE:
            named += (
                f"{at(path, node)} imports {part}"
                for part, node in imports(path)
                if part in ("games", "render", "publishing", "cli")
            )
            docstrings = {node.value for node in nodes(path, ast.Expr)}
            named += (
                f"{at(path, node)} {node.value!r}"
                for node in nodes(path, ast.Constant)
                if isinstance(node.value, str)
                and node not in docstrings
                and any(slug in node.value for slug in slugs)
            )
    assert not named


def test_no_branch_asks_which_game_it_is():
    def is_slug(node: ast.AST) -> bool:
        return (isinstance(node, ast.Name) and node.id == "slug") or (
            isinstance(node, ast.Attribute) and node.attr == "slug"
        )

    asking = []
    for path in MODULES:
        for node in nodes(path, ast.Compare):
            parts = (node.left, *node.comparators)
            if any(map(is_slug, parts)) and any(isinstance(part, ast.Constant) for part in parts):
                asking.append(f"{at(path, node)} {ast.unparse(node)}")
        for node in nodes(path, ast.Match):
            if "slug" in ast.unparse(node.subject):
                asking.append(f"{at(path, node)} {ast.unparse(node.subject)}")
    assert not asking


def test_games_are_resolved_ones():
    """The name in a game file writes a sheet, whose rules cannot be read; the engine's type is that
    of resolved games.
    """
    assert not [
        at(path, node)
        for path in MODULES
        if path != FACE_OF_RULES
        for node in nodes(path, ast.ImportFrom)
        if node.module == "combin.rules" and "Game" in {alias.name for alias in node.names}
    ]


def test_kinds_are_matched_and_not_asked_for_one_by_one():
    """Where two kinds of a closed union are told apart, `match` ends in `assert_never`, so that
    mypy names the place.
    """
    one_by_one = []
    for path in MODULES:
        for function in nodes(path, ast.FunctionDef):
            asked = defaultdict[str, set[str]](set)
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id == "isinstance"
                ):
                    subject, kinds = node.args
                    asked[ast.unparse(subject)].update(re.findall(r"\w+", ast.unparse(kinds)))
                if isinstance(node, ast.Match):
                    kinds = {
                        ast.unparse(part.cls)
                        for part in ast.walk(node)
                        if isinstance(part, ast.MatchClass)
                    }
                    last = ast.unparse(node.cases[-1].body)
                    told_apart = any(len(kinds & closed) > 1 for closed in CLOSED)
                    if told_apart and not last.startswith("assert_never("):
                        one_by_one.append(at(path, node))
            one_by_one += (
                f"{at(path, function)} {subject}"
                for subject, kinds in asked.items()
                if any(len(kinds & closed) > 1 for closed in CLOSED)
            )
    assert not one_by_one


WAITS = ("run", "check_output", "check_call", "wait", "communicate", "join")


def test_no_test_waits_without_end():
    """A process is started by `processes.started`, which kills it; what waits says how long. Where
    an argument is a place for the time, it counts.
    """
    endless = []
    for path in TESTS:
        for call in nodes(path, ast.Call):
            method = getattr(call.func, "attr", "")
            if method not in (*WAITS, "Popen"):
                continue
            name = ast.unparse(call.func)
            if name == "subprocess.Popen":
                ends = path.stem in ("processes", "browser")
            elif name.startswith("subprocess.") and method in WAITS:
                ends = any(word.arg == "timeout" for word in call.keywords)
            else:
                ends = method not in WAITS[3:] or call.args or call.keywords
            if not ends:
                endless.append(f"{at(path, call)} {name}()")
    assert not endless


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


def test_no_cache_grows_without_bound():
    """What is remembered over calls is of one answer, or says how many it keeps; a cache inside a
    function goes with it.
    """
    growing = []
    for path in MODULES:
        inside = inside_a_function(path)
        for node in nodes(path, ast.FunctionDef):
            arguments = node.args
            taken = [
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                arguments.vararg,
            ]
            for decorator in node.decorator_list:
                words = ast.unparse(decorator).removeprefix("functools.")
                bounded = words.startswith("lru_cache(maxsize=") and "None" not in words
                kept = words == "cache" or words.startswith("lru_cache")
                if kept and not bounded and node not in inside and any(taken):
                    growing.append(f"{at(path, node)} {node.name}")
        for node in tree_of(path).body:
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                empty = re.fullmatch(
                    r"\{\}|\[\]|(dict|list|set|defaultdict|OrderedDict|\w*Dictionary)(\[.*\])?\(\w*\)",
                    ast.unparse(node.value),
                )
                if empty and (path.name, ast.unparse(target)) not in KEPT:
                    growing.append(f"{at(path, node)} {ast.unparse(target)}")
    assert not growing


def test_one_module_knows_threads_and_processes():
    workers = {"concurrent", "distributed", "multiprocessing", "threading", "_thread"}

    def imported(path: Path) -> set[str]:
        found = real_imports(path)
        named = [
            alias.name for node in found if isinstance(node, ast.Import) for alias in node.names
        ]
        named += [node.module or "" for node in found if isinstance(node, ast.ImportFrom)]
        return {name.split(".")[0] for name in named}

    assert [name_of(path) for path in MODULES if imported(path) & workers] == ["solving/executor"]


@pytest.mark.parametrize("path", sorted((ROOT / "proof").glob("*.py")), ids=name_of)
def test_the_engines_reading_of_a_house_reaches_no_proof(path):
    """Not even by the name of a module that is imported inside a function."""
    assert not re.search(r"house_of|blackjack[./]house|\bHouse\b", path.read_text(encoding="utf-8"))
    assert not [
        at(path, node)
        for node in nodes(path, ast.ImportFrom)
        if (node.module or "").startswith("combin.families.blackjack")
    ]


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
    assert {
        node.module
        for node in real_imports(LITERAL)
        if isinstance(node, ast.ImportFrom) and "combin" in node.module
    } == {"combin.proof.house_rules"}
    assert {part for part, _ in imports(LITERAL_RULES)} == {"cards", "rules"}
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
# A plan says what its cards are: whether they come from a shoe, are drawn or set apart. Before any
# method is chosen, its numbers are limited and its information sets are counted.
ASKING = {"counting/memory", "counting/plan", "counting/widths"}


def test_no_other_module_asks_which_family_a_game_is_of():
    """Families and the rules have words of one family, and so has a plan."""
    found = {
        name_of(path)
        for path in MODULES
        if not name_of(path).startswith(("families/", "rules/"))
        and asking_lines(tree_of(path), nodes(path, ast.Name, ast.Attribute, ast.ImportFrom))
    }
    assert found == ASKING


# --- Numbers -----------------------------------------------------------------------------------

# Tail probabilities are no ratios; what they are found from is exact, and what comes back is a
# Fraction again.
APPROXIMATE = ROOT / "checker" / "chances.py"
LIKENESS = ROOT / "errors.py"  # of words, which says what is suggested and no number
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


ROUNDING = {"decimal", "cmath", "statistics", "random", "numpy"}


def test_no_number_is_approximate():
    def is_approximate(node: ast.AST) -> bool:
        match node:
            case ast.Constant():
                return isinstance(node.value, (float, complex))
            case ast.Name():
                return node.id in ("float", "complex", "round")
            case ast.ImportFrom(module="math"):
                return not {alias.name for alias in node.names} <= WHOLE
            case ast.ImportFrom():
                return node.module in ROUNDING
        return bool({alias.name for alias in node.names} & {"math", *ROUNDING})

    kinds = ast.Constant, ast.Name, ast.ImportFrom, ast.Import
    assert not [
        f"{at(path, node)} {ast.unparse(node)}"
        for path in MODULES
        if path not in (APPROXIMATE, LIKENESS)
        for node in nodes(path, *kinds)
        if is_approximate(node)
    ]


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


def test_whole_numbers_are_not_divided_into_floats():
    """The quotient of two whole numbers is a float; what stands left of a stroke is no count."""
    counts = {"len", "sum", "comb", "prod", "factorial", "int"}

    def is_count(node: ast.AST) -> bool:
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        return isinstance(node, ast.Constant) or (called and node.func.id in counts)

    assert not [
        f"{at(path, node)} {ast.unparse(node)}"
        for path in MODULES
        if path != APPROXIMATE
        for node in nodes(path, ast.BinOp)
        if isinstance(node.op, ast.Div)
        and is_count(node.left)
        and "Fraction" not in ast.unparse(node.left)
    ]


RENDERERS = [path for path in MODULES if part_of(path) == "render"]


def test_renderers_import_nothing_that_solves_or_counts():
    assert not [
        f"{at(path, node)} imports {part}"
        for path in RENDERERS
        for part, node in imports(path)
        if part not in LAID_OUT
    ]


def test_renderers_compute_nothing():
    divisions = ast.Div, ast.FloorDiv, ast.Mod
    assert not [
        f"{at(path, node)} {ast.unparse(node)}"
        for path in RENDERERS
        if path.name not in DIVIDING
        for node in nodes(path, ast.BinOp, ast.AugAssign, ast.Name)
        if (node.id == "divmod" if isinstance(node, ast.Name) else isinstance(node.op, divisions))
    ]


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
@pytest.mark.parametrize("slug", DEALT)
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
        bet.net_win_frequency,
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
    that does not say it itself, and no other; a class from which others derive is none of them.
    """
    bases, said = {}, {}
    for path in MODULES:
        for node in nodes(path, ast.ClassDef):
            bases[node.name] = {ast.unparse(base) for base in node.bases}
            said[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}

    def derived(name: str) -> set[str]:
        if name != "Result" and {"_written", "_headline"} <= said[name]:
            return set()
        below = [one for one in bases if name in bases[one]]
        return set().union(*map(derived, below)) if below else {name}

    asked = derived("Result")
    assert asked == set(registry.WRITERS) and {"Solution", "Edges"} < asked
    for name, writers in registry.WRITERS.items():
        told = writers()
        text, line = told if isinstance(told, tuple) else (told.page, told.line)
        assert text.__module__ == line.__module__ and callable(text) and callable(line), name


# --- How source looks --------------------------------------------------------------------------


# Names of games that count up that another room has, too; a new one is none of these.
TWICE = {
    "Column", "Ends", "Plan", "Table", "Turns", "Unions",
}  # fmt: skip


def test_a_class_name_has_one_meaning():
    places = defaultdict(set)
    for path in (*MODULES, *ROOT.rglob("*.pyi")):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].add(path.relative_to(ROOT).as_posix())
    assert {name for name, found in places.items() if len(found) > 1} == TWICE


def test_a_module_opens_with_a_sentence():
    def opens(docstring: str) -> bool:
        first, lines = docstring.split("\n\n")[0], docstring.splitlines()
        return first.rstrip().endswith((".", ":")) or ":" in "".join(lines[:1])

    assert not [
        name_of(path) for path in MODULES if not opens(ast.get_docstring(tree_of(path)) or "")
    ]


def test_a_kernel_opens_with_a_sentence():
    texts = {path.name: path.read_text(encoding="utf-8") for path in KERNELS}
    assert not [
        name
        for name, text in texts.items()
        if not text.startswith('"""') or "." not in text[3:].split('"""')[0]
    ]


def test_functions_are_short():
    """A limit on nodes made helpers that say no more than their bodies; lines remain."""
    assert not [
        f"{at(path, node)} {node.name}"
        for path in MODULES
        for node in nodes(path, ast.FunctionDef, ast.AsyncFunctionDef)
        if node.end_lineno - node.lineno >= 90
    ]


# --- The tests' own source ---------------------------------------------------------------------


def test_what_tests_share_stands_in_no_test_module():
    for path in TESTS:
        taken = re.findall(r"^ *(?:from|import) (test_\w+)", path.read_text(), re.MULTILINE)
        assert not taken, f"{path.name} imports {taken}"
