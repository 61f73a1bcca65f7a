"""How heavy source code is to read: syntax nodes a function and a line, comprehensions, and the
share of documentation; room by room its lines, the private functions named in one place only, and
the lines that ask which family a game has.

python tests/tools/weight.py                     combin, beside icepool and pokerkit where they are installed
python tests/tools/weight.py --over 200          and the functions of combin of more than 200 nodes
python tests/tools/weight.py combin/strategies   one package or module alone
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ("icepool", "pokerkit")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Names by which a plan or a game is asked for its family, and the modules of one family.
ASKED = {"from_shoe", "has_streets", "is_large", "sets_hands"}
OF_A_FAMILY = re.compile(r"combin\.families\.(board|draw|shoe|split)(\.\w+)*")


@dataclass(frozen=True)
class Function:
    """One function or method.

    where: file and line.
    name: as it is defined.
    nodes: syntax nodes of its body, the docstring left out.
    lines: of its body, likewise.
    """

    where: str
    name: str
    nodes: int
    lines: int


@dataclass(frozen=True)
class Weight:
    """What a tree of source code weighs.

    functions: all of them.
    comprehensions: how many there are.
    code: lines that are neither empty nor a comment nor a docstring.
    documented: lines of docstrings.
    """

    functions: list[Function]
    comprehensions: int
    code: int
    documented: int


def docstring_of(node: ast.AST) -> ast.Expr | None:
    """Return the statement that is the docstring of a module, class or function."""
    body = getattr(node, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
        value = body[0].value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return body[0]
    return None


def height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def functions_of(tree: ast.Module, name: str) -> Iterator[Function]:
    for node in ast.walk(tree):
        if not isinstance(node, FUNCTIONS):
            continue
        body = [statement for statement in node.body if statement is not docstring_of(node)]
        if body:
            nodes = sum(1 for statement in body for _ in ast.walk(statement))
            yield Function(f"{name}:{node.lineno}", node.name, nodes, sum(map(height, body)))


def weigh(files: Iterable[Path]) -> Weight:
    """Return what some source files weigh together."""
    functions: list[Function] = []
    comprehensions = code = documented = 0
    for path in files:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        functions += functions_of(tree, shown.as_posix())
        docstrings = [found for node in ast.walk(tree) if (found := docstring_of(node))]
        comprehensions += sum(isinstance(node, COMPREHENSIONS) for node in ast.walk(tree))
        inside = sum(map(height, docstrings))
        lines = [line.strip() for line in text.splitlines()]
        documented += inside
        code += sum(bool(line) and not line.startswith("#") for line in lines) - inside
    return Weight(functions, comprehensions, code, documented)


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    blocks = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return {inner for block in blocks for inner in ast.walk(block)}


def asking_lines(tree: ast.Module, nodes: Iterable[ast.AST]) -> set[int]:
    """Return the lines that ask a plan or a game for its family, or import from one of a single
    family; the types of its results ask nothing.

    nodes: all of the tree.
    """
    unreal = for_types_only(tree)
    lines = set()
    for node in nodes:
        match node:
            case ast.Name(id=name) if name in ASKED:
                lines.add(node.lineno)
            case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in ASKED or (
                name == "draw" and ast.unparse(value).endswith("plan")
            ):
                lines.add(node.lineno)
            case ast.ImportFrom(module=str(name)) if (
                OF_A_FAMILY.fullmatch(name) and node not in unreal
            ):
                lines.add(node.lineno)
    return lines


def private_functions(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if (
            isinstance(node, FUNCTIONS)
            and node.name.startswith("_")
            and not node.name.startswith("__")
        ):
            yield node.name


def room_rows(package: Path) -> list[list[str]]:
    """Return a row for each room of a package, and one for all: lines of code, functions, private
    functions named in one place only, lines that ask for a family outside of `families` and `rules`.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sources(package)}
    named: Counter[str] = Counter()
    for tree in trees.values():
        named.update(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        named.update(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    rooms: dict[str, list[Path]] = {}
    for path in trees:
        first, *inside = path.relative_to(package).parts
        rooms.setdefault(first if inside else "(modules of its own)", []).append(path)
    rows = []
    for room, paths in {**rooms, "all": list(trees)}.items():
        weight = weigh(paths)
        once = sum(named[name] == 1 for path in paths for name in private_functions(trees[path]))
        asking = sum(
            len(asking_lines(trees[path], ast.walk(trees[path])))
            for path in paths
            if not {"families", "rules"} & set(path.relative_to(package).parts)
        )
        functions = len(weight.functions)
        share = tenth(Fraction(100 * once, functions)) + " %" if functions else ""
        rows.append([room, str(weight.code), str(functions), str(once), share, str(asking)])
    return rows


def at_share(values: list[int], share: Fraction) -> int:
    """Return the value below which a share of some sorted values lies."""
    return values[min(int(len(values) * share), len(values) - 1)]


def tenth(number: Fraction) -> str:
    tenths = round(number * 10)
    return f"{tenths // 10}.{tenths % 10}"


def row(name: str, weight: Weight) -> list[str]:
    """Return a row of the table: what one tree weighs."""
    nodes = sorted(function.nodes for function in weight.functions)
    dense = sorted(Fraction(function.nodes, function.lines) for function in weight.functions)
    whole = Fraction(sum(nodes), sum(function.lines for function in weight.functions))
    return [
        name,
        str(len(nodes)),
        str(at_share(nodes, Fraction(1, 2))),
        str(at_share(nodes, Fraction(9, 10))),
        str(nodes[-1]),
        tenth(whole),
        tenth(dense[len(dense) * 9 // 10]),
        tenth(Fraction(100 * weight.comprehensions, weight.code)),
        f"{100 * weight.documented // (weight.code + weight.documented)} %",
    ]


HEAD = (
    "code", "functions", "nodes: median", "90 %", "largest", "nodes a line", "90 % of functions "
                                                                             "below",
    "comprehensions per 100 lines", "docstrings",
)  # fmt: skip


ROOM_HEAD = (
    "room",
    "lines of code",
    "functions",
    "named once",
    "share",
    "lines that ask for a family",
)


def sources(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def model_files(name: str) -> list[Path]:
    """Return the source of an installed package, its tests left out; nothing where it is not
    installed.
    """
    found = importlib.util.find_spec(name)
    if not found or not found.origin:
        return []
    files = Path(found.origin).parent.rglob("*.py")
    return sorted(path for path in files if "tests" not in path.parts)


def main() -> None:
    from tabulate import tabulate

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("place", nargs="*", type=Path, help="a folder or file (default: combin)")
    parser.add_argument("--over", type=int, help="list the functions of more nodes than this")
    asked = parser.parse_args()
    places = [place.resolve() for place in asked.place] or [ROOT / "combin"]
    weights = {place.name: weigh(sources(place)) for place in places}
    table = [row(name, weight) for name, weight in weights.items()]
    if not asked.place:
        table += [row(name, weigh(files)) for name in MODELS if (files := model_files(name))]
    print(
        tabulate(
            table, HEAD, disable_numparse=True, colalign=("left", *("right",) * (len(HEAD) - 1))
        )
    )
    if not asked.place:
        print()
        print(
            tabulate(
                room_rows(ROOT / "combin"),
                ROOM_HEAD,
                disable_numparse=True,
                colalign=("left", *("right",) * (len(ROOM_HEAD) - 1)),
            )
        )
    if asked.over is not None:
        heavy = [
            one for weight in weights.values() for one in weight.functions if one.nodes > asked.over
        ]
        for one in sorted(heavy, key=lambda one: -one.nodes):
            print(f"{one.nodes:5} nodes, {one.lines:3} lines  {one.where} {one.name}")


if __name__ == "__main__":
    main()
