"""The site's scripts in node, without a page."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

import pytest

from combin.render.site import asset


def scripted(scripts: Sequence[str], body: str, before: str = "") -> Any:
    """Return what the body of a function returns after some scripts of the site; before: a script
    that stands before them.
    """
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    text = "\n".join(
        [before, *map(asset, scripts), f"return JSON.stringify((() => {{{body}}})());"]
    )
    program = f"process.stdout.write(new Function({json.dumps(text)})());"
    done = subprocess.run(
        [node, "-"], input=program, capture_output=True, text=True, timeout=240, check=True
    )
    return json.loads(done.stdout)
