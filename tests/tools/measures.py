"""The measures of the house: statements by room, and numbers that may only fall.

python tests/tools/measures.py            prints them beside those of tests/house/measures.json
python tests/tools/measures.py --write    writes that table anew, after a change that makes combin smaller
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from weight import FUNCTIONS, asking_lines, for_types_only

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "combin"
TABLE = ROOT / "tests" / "house" / "measures.json"
# Words that only the family of blackjack, the games that count up, should need.
OF_BLACKJACK = re.compile(r"count_?up|counts_up|of_any_family|blackjack", re.IGNORECASE)
OF_FAMILIES = ("families", "games", "rules")  # rooms that may know of a family
IMPORTS = (ast.Import, ast.ImportFrom)
CACHES = {"cache", "cached_property", "lru_cache", "Recent"}
SIZES = (
    "private functions",
    "lines in combin",
    "lines of kernels",
    "lines of tests",
)  # printed alone
BUILT = "built.py"  # written when the kernels are compiled


def room_of(path: Path) -> str:
    first, *inside = path.relative_to(PACKAGE).parts
    return first if inside else "(modules of its own)"


def statements(nodes: Iterable[ast.AST]) -> int:
    """Return the number of statements, imports apart: splitting a line does not change it."""
    return sum(isinstance(node, ast.stmt) and not isinstance(node, IMPORTS) for node in nodes)


def private_functions(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, FUNCTIONS) and re.match("_[^_]", node.name):
            yield node.name


def names_used(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def arrows(
    nodes: Iterable[ast.AST], tree: ast.Module, modules: Mapping[str, Path]
) -> Iterator[str]:
    """Yield the modules that a module imports when it runs, imports inside functions counted."""
    unreal = for_types_only(tree)
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node not in unreal:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules else str(node.module)
        elif isinstance(node, ast.Import) and node not in unreal:
            yield from (alias.name for alias in node.names)


def circles(imports: Mapping[str, set[str]]) -> list[tuple[str, ...]]:
    """Return the modules that import each other in a circle, the largest circle first.

    imports: module -> the modules that it imports.
    """
    reach: dict[str, set[str]] = {}
    for start in imports:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            further = imports[waiting.pop()] - seen
            seen |= further
            waiting.extend(further)
        reach[start] = seen
    found = {
        tuple(sorted(other for other in reach[name] if name in reach[other]))
        for name in imports
        if name in reach[name]
    }
    return sorted(found, key=lambda one: (-len(one), one))


def takes_anything(node: ast.AST) -> bool:
    """Return True for a function in whose signature a type is `Any`."""
    if not isinstance(node, FUNCTIONS):
        return False
    arguments = (one.annotation for one in ast.walk(node.args) if isinstance(one, ast.arg))
    return any(
        isinstance(inner, ast.Name) and inner.id == "Any"
        for annotation in (node.returns, *arguments)
        if annotation
        for inner in ast.walk(annotation)
    )


def makes_cache(node: ast.AST) -> bool:
    """Return True for a function that is cached, and for a cache that is given a name."""

    def is_cache(made: ast.AST) -> bool:
        kind = made.func if isinstance(made, ast.Call) else made
        kind = kind.value if isinstance(kind, ast.Subscript) else kind
        return getattr(kind, "id", getattr(kind, "attr", "")) in CACHES

    if isinstance(node, FUNCTIONS):
        return any(map(is_cache, node.decorator_list))
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return isinstance(node.value, ast.Call) and is_cache(node.value)
    return False


def lines(paths: Iterable[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def measures() -> dict[str, Any]:
    """Return the measures of combin as it stands."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name != BUILT]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    nodes = {path: list(ast.walk(tree)) for path, tree in trees.items()}
    by_room: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for path in paths:
        by_room[room_of(path)] += statements(nodes[path])
        used.update(names_used(nodes[path]))
    outside = [path for path in paths if room_of(path) not in OF_FAMILIES]
    private = [name for path in paths for name in private_functions(nodes[path])]
    modules = {module_name(path): path for path in paths}
    imports = {
        name: {found for found in arrows(nodes[path], trees[path], modules) if found in modules}
        - {name}
        for name, path in modules.items()
    }
    everything = [node for path in paths for node in nodes[path]]
    return {
        "statements": dict(sorted(by_room.items())),
        "lines outside families, games and rules that know of blackjack": sum(
            bool(OF_BLACKJACK.search(line))
            for path in outside
            for line in path.read_text(encoding="utf-8").splitlines()
        ),
        "lines outside families, games and rules that ask for another family": sum(
            len(asking_lines(trees[path], nodes[path])) for path in outside
        ),
        "circles of more than two modules": sum(len(one) > 2 for one in circles(imports)),
        "private functions": len(private),
        "private functions named once": sum(used[name] == 1 for name in private),
        "signatures with Any": sum(map(takes_anything, everything)),
        "caches": sum(map(makes_cache, everything)),
        "lines in combin": lines(paths),
        "lines of kernels": lines((ROOT / "_ext").glob("*.p[xy][xd]")),
        "lines of tests": lines((ROOT / "tests").rglob("*.py")),
    }


def held(measured: Mapping[str, Any]) -> dict[str, int]:
    """Return the measures that may only fall, the statements of all rooms added up."""
    whole = {**measured, "statements": sum(measured["statements"].values())}
    return {name: value for name, value in whole.items() if name not in SIZES}


def main() -> None:
    from tabulate import tabulate

    parser = argparse.ArgumentParser(
        description="Print the measures of the house beside those of tests/house/measures.json."
    )
    parser.add_argument("--write", action="store_true", help="write that table anew")
    asked = parser.parse_args()
    measured, table = measures(), json.loads(TABLE.read_text(encoding="utf-8"))
    if asked.write:
        TABLE.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    rooms = table["statements"]
    rows = [
        (f"statements in {room}", rooms.get(room), many)
        for room, many in measured["statements"].items()
    ]
    rows += [(name, held(table).get(name), many) for name, many in held(measured).items()]
    rows += [(name, table.get(name), measured[name]) for name in SIZES]
    print(tabulate(rows, ("measure", "table", "now"), intfmt=","))


if __name__ == "__main__":
    main()
