"""Logs written for a test, and what a check says of them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import combin
from combin.checker import LawCheck, Verdict, check, columns_of, law_of
from combin.logs.read import open_log


@cache
def best(slug: str, key: str = "base") -> LawCheck:
    """Return the law of the best play; nothing that a check does changes it."""
    return law_of(combin.load(slug), key)


def checked(law: LawCheck, path: Path, **options: Any) -> Verdict:
    """Return the verdict on the log in a file; options: those of `check`."""
    return check(law, open_log(str(path)).reading(columns_of(law.game)), **options)


def table(
    path: Path,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    facts: Iterable[tuple[str, object]] = (),
) -> Path:
    """Write a log as CSV, its facts before the header, and return its path."""
    with open(path, "w", newline="") as file:
        file.writelines(f"# {key}: {value}\n" for key, value in facts)
        csv.writer(file).writerows([columns, *rows])
    return path
