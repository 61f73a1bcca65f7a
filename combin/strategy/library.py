"""The strategies that come with combin: published rules of thumb in combin's own phrases, one file each."""

from __future__ import annotations

from importlib.resources import files

from combin.errors import CombinError, nearest


def examples(slug: str = "") -> dict[str, str]:
    """Return name -> text of the strategies shipped, those for one game if `slug` names it."""
    folder = files("combin.strategy") / "examples"
    texts = {entry.name.removesuffix(".txt"): entry.read_text() for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return {name: texts[name] for name in sorted(texts) if not slug or f"\ngame: {slug}\n" in texts[name]}


def example(name: str) -> str:
    """Return the text of one strategy shipped; raises CombinError naming the nearest."""
    known = examples()
    if name not in known:
        raise CombinError(f"no strategy called {name!r} comes with combin{nearest(name, known)}")
    return known[name]
