"""The README and the pages in docs/: their blocks of code, and what a page shows of an output."""

from __future__ import annotations

import re
from pathlib import Path


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def assert_shows(shown: str, output: str) -> None:
    """The lines shown stand in the output in this order, `...` for any number of lines left out."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines()
    )
    assert re.search(rf"^{pattern}", output, re.MULTILINE), output
