"""How heavy source code is to read: syntax nodes a function and a line, comprehensions, and the
share of documentation.

python tests/weight.py                     combin, beside icepool and pokerkit where they are installed
python tests/weight.py --over 200          and the functions of combin of more than 200 nodes
python tests/weight.py combin/strategies   one package or module alone
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODELS = ("icepool", "pokerkit")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


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
    if asked.over is not None:
        heavy = [
            one for weight in weights.values() for one in weight.functions if one.nodes > asked.over
        ]
        for one in sorted(heavy, key=lambda one: -one.nodes):
            print(f"{one.nodes:5} nodes, {one.lines:3} lines  {one.where} {one.name}")


if __name__ == "__main__":
    main()
