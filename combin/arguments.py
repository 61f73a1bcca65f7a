"""Checks the arguments of the package's functions; an argument of the wrong kind is refused in one
line that names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any

from combin.errors import CombinError, refuse
from combin.exact import shown


def text(value: object, what: str) -> str:
    """Return a text, Python's own."""
    refuse(not isinstance(value, str), f"{what} is text, not {shown(value)}")
    return str(value)


def path(value: object, what: str = "path") -> str:
    """Return the path of a file, given as text or as a path object."""
    found = fspath(value) if isinstance(value, (str, PathLike)) else None
    if not isinstance(found, str) or not found:
        raise CombinError(f"{what} is the path of a file, not {shown(value)}")
    return found


def paths(value: object, what: str = "path") -> list[str]:
    """Return the paths of some files, or of the one that is given by itself."""
    if isinstance(value, (list, tuple)) and value:
        return [path(one, f"each of {what}") for one in value]
    return [path(value, what)]


def mapping(value: object, what: str) -> dict[str, Any]:
    """Return names and what stands for each; None is none of them."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise CombinError(f"{what} is a dict of names and values, not {shown(value)}")
    return {str(name): one for name, one in value.items()}


def chosen(choices: object) -> dict[str, str]:
    """Return choices and the values that they are set to, as users write them."""
    return {name: str(value) for name, value in mapping(choices, "choices").items()}


def texts(value: object, what: str) -> list[str]:
    """Return a list of names."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise CombinError(f"{what} is a list of names, not {shown(value)}")
    return [text(one, f"each of {what}") for one in value]


__all__ = ["mapping", "path", "paths", "text", "texts"]
