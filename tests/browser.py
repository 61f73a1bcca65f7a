"""A real headless Chromium that opens pages from a disk, and says what stands on them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from select import select
from typing import Any

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
    found = re.search(r'<pre id="said"[^>]*>(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    return unescape(found[1])


# --- By keys, as a user works who has no mouse --------------------------------------------------

KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
WAIT = 120  # seconds, for one answer of a browser on a busy machine


class Keyboard:
    """A page in Chromium that is worked by real key presses; it listens on two pipes."""

    def __init__(self, page: Path, place: Path, width: int = 1000) -> None:
        (hears, says), (answers, told) = os.pipe(), os.pipe()
        flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={place / 'chromium'}",
            "--remote-debugging-pipe",
        ]
        asked = ["bash", "-c", f'exec "$@" 3<&{hears} 4>&{told}', "bash", chromium(), *flags]
        self._process = subprocess.Popen(asked, pass_fds=(hears, told), stderr=subprocess.DEVNULL)
        os.close(hears)
        os.close(told)
        self._says, self._answers = os.fdopen(says, "wb"), answers
        self._rest, self._number, self._session = b"", 0, ""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **size)
        self._call("Emulation.setFocusEmulationEnabled", enabled=True)
        self._call("Page.enable")
        self.go(page)

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, *_: object) -> None:
        self._says.close()
        self._process.terminate()
        self._process.wait(WAIT)
        os.close(self._answers)

    def go(self, page: Path) -> None:
        """Open a page; its scripts have run at the end."""
        self._call("Page.navigate", url=page.resolve().as_uri())
        while self._message().get("method") != "Page.loadEventFired":
            pass

    def prefer(self, scheme: str) -> None:
        """Set the scheme of colours that the user prefers: light or dark."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self._call("Emulation.setEmulatedMedia", features=[feature])

    def said(self, expression: str) -> Any:
        """Return what an expression comes to on the page."""
        asked = {"expression": expression, "returnByValue": True}
        answer = self._call("Runtime.evaluate", **asked)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, times: int = 1) -> None:
        """Press a key by its name, or type a character."""
        for _ in range(times):
            typed = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            one = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS.get(key, 0)}
            down = {"type": "keyDown", "text": typed} if typed else {"type": "rawKeyDown"}
            self._call("Input.dispatchKeyEvent", **one, **down)
            self._call("Input.dispatchKeyEvent", **one, type="keyUp")

    def write(self, text: str) -> None:
        """Write into a field that has the focus, in place of what stands there."""
        every = {"type": "rawKeyDown", "key": "a", "modifiers": 2, "commands": ["selectAll"]}
        self._call("Input.dispatchKeyEvent", **every)
        for character in text:
            self.press(character)

    def reach(self, selector: str, most: int = 400) -> None:
        """Press Tab until what has the focus is such a thing."""
        for _ in range(most):
            self.press("Tab")
            if self.said(f"document.activeElement.matches({json.dumps(selector)})"):
                return
        raise AssertionError(f"{most} times Tab does not lead to {selector}")

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        self._says.write(json.dumps(asked).encode() + b"\0")
        self._says.flush()
        while True:
            answer = self._message()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                found: dict[str, Any] = answer["result"]
                return found

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select([self._answers], [], [], WAIT)
            assert ready, "Chromium does not answer"
            got = os.read(self._answers, 1 << 16)
            assert got, "Chromium has ended"
            self._rest += got
        first, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message


# What keeps a reader out who works by keys or by ear; nothing is found on a page that is well made.
FINDINGS = """(() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const all = (selector) => [...document.querySelectorAll(selector)];
  const levels = all("h1, h2, h3, h4").map((one) => Number(one.tagName[1]));
  const ids = all("[id]").map((one) => one.id);
  const words = (node) => node.textContent.trim().toLowerCase();
  return [
    ...all("th").filter((one) => !words(one)).map(() => "a head without words"),
    ...all("button[aria-label], a[aria-label]").filter((one) =>
      !one.getAttribute("aria-label").toLowerCase().includes(words(one))).map((one) => one.outerHTML),
    ...levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1).map((level) => `h${level}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at),
    ...all("img").filter((one) => !one.alt).map((one) => one.outerHTML),
    ...all("input, select").filter((one) => !one.labels.length && !one.ariaLabel).map((one) => one.outerHTML),
    ...all("main *").filter((one) => one.scrollWidth > one.clientWidth && one.tabIndex < 0
      && /auto|scroll/.test(getComputedStyle(one).overflowX)).map((one) => one.outerHTML.slice(0, 80)),
  ];
})()"""
