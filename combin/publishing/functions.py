"""The page of the Python functions, written from their docstrings."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator

PROMPT = ">" * 3  # of an example


def functions() -> str:
    """Return the page in Markdown: each function with its signature and its docstring."""
    combin = sys.modules[__name__.partition(".")[0]]  # the face, which stands above this room
    lines = ["# Python functions", "", (inspect.getdoc(combin) or "").partition("\n\n")[0], ""]
    for name in combin.__all__:
        lines += _entry(name, getattr(combin, name))
    return "\n".join(lines) + "\n"


def _entry(name: str, found: object) -> Iterator[str]:
    yield from (f"## {name}", "", "```python", f"combin.{name}{_parameters(found)}", "```", "")
    text = inspect.getdoc(found) or ""
    for part in text.split("\n\n"):
        if part.startswith(PROMPT):
            yield from ("```python", part, "```", "")
        else:
            yield from (*_part(part), "")


def _part(part: str) -> Iterator[str]:
    """Yield a paragraph; what it says of parameters becomes a list."""
    for line in part.splitlines():
        word = line.partition(":")[0]
        is_parameter = line[:1].strip() and ": " in line and " " not in word.replace(", ", "")
        yield f"- **{word}**{line[len(word) :]}" if is_parameter else line


def _parameters(found: object) -> str:
    """Return what a function takes, one parameter a line where there are several."""
    if isinstance(found, type) or not callable(found):
        return ""
    taken = list(map(_parameter, inspect.signature(found).parameters.values()))
    if len(taken) < 2:
        return f"({', '.join(taken)})"
    return "(\n" + "".join(f"    {one},\n" for one in taken) + ")"


def _parameter(one: inspect.Parameter) -> str:
    star = "*" if one.kind is one.VAR_POSITIONAL else ""
    default = "" if one.default is one.empty else f" = {one.default!r}"
    return f"{star}{one.name}: {one.annotation}{default}"
