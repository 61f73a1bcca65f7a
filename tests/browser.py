"""A real headless Chromium that opens pages from a disk, and says what stands on them."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest


def chromium() -> str:
    """Return where Chromium is; without it a test is skipped."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        pytest.skip("no Chromium is installed")
    return found


def opened(page: Path, place: Path, anchor: str = "", width: int = 1000) -> str:
    """Return a page as HTML, after its scripts have run; place: a folder for what Chromium keeps."""
    flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={place / 'chromium'}",
        f"--window-size={width},1000",
        "--virtual-time-budget=60000",
        "--dump-dom",
    ]
    asked = [chromium(), *flags, f"{page.resolve().as_uri()}{anchor}"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=240, check=True)
    return done.stdout


def driven(page: Path, place: Path, script: str, anchor: str = "", width: int = 1000) -> str:
    """Return what a script says at the end of a page; it is a function's body."""
    copy = page.with_name(f"driven-{page.name}")
    said = f"""<script type="module">
let said;
try {{ said = await (async () => {{ {script} }})(); }} catch (error) {{ said = `error: ${{error}}`; }}
const place = document.createElement("pre");
place.id = "said";
place.textContent = said;
document.body.append(place);
</script></body>"""
    copy.write_text(page.read_text().replace("</body>", said))
    try:
        shown = opened(copy, place, anchor, width)
    finally:
        copy.unlink()
    found = re.search(r'<pre id="said">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    return unescape(found[1])
