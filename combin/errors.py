"""The one kind of error a user can cause: a sentence that says what is wrong and what would be
right.
"""

from collections.abc import Collection, Iterable, Sequence


class CombinError(ValueError):
    """Bad input. The command line prints its text on one line and exits with status 2."""


def refuse(fails: object, words: str) -> None:
    """Raise CombinError with these words where something holds that may not."""
    if fails:
        raise CombinError(words)


class Faults(CombinError):
    """Several faults of one input; the command line prints each on a line of its own.

    faults: the sentences, in the order of the input.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


NEEDS = {
    "typst": "typst>=0.15",
    "distributed": "distributed>=2025.1",
    "duckdb": "duckdb>=1.4",
    "zstandard": "zstandard>=0.22",
    "markdown-it-py": "markdown-it-py>=4",
}  # packages that only some commands use, as the metadata asks for them


def missing(what: str, package: str) -> CombinError:
    """Return the error that a package is not installed; it names the package itself, not this one's
    extra.
    """
    return CombinError(f"{what}, which is not installed: pip install '{NEEDS[package]}'")


MOST_LISTED = 200  # names of what is known
# How much two words must have in common: `raise` and `trips` have three fifths; less of a word of
# a phrase that is alike as a whole, and least of a word of a name.
CLOSE, SLIP, FAR = 0.65, 0.59, 0.4

OPPOSITES = (
    ("suited", "unsuited offsuit different rainbow"),
    ("above over higher more better", "below under lower fewer less worse"),
    ("least", "most"),
    ("hard", "soft"),
    ("high", "low"),
    ("inside", "outside"),
    ("fold", "play call raise stay"),
    ("stand", "hit"),
    ("banker", "player"),
    ("", "no not none neither never without unless"),
)
SIDES = {
    word: (kind, side)
    for kind, sides in enumerate(OPPOSITES)
    for side, words in enumerate(sides)
    for word in words.split()
}
DENIED = len(OPPOSITES) - 1, 1
OTHER_WORDS = {"one", "every"}  # within a slip of the pen of `none` and `never`


def contradict(said: str, other: str) -> bool:
    """Return True if one text has the opposite of a word of the other, slips of the pen aside."""
    one, two = _sides(said), _sides(other)
    opposed = any((kind, 1 - side) in two - one and (kind, side) not in two for kind, side in one)
    return opposed or (DENIED in one) != (DENIED in two)


def _sides(text: str) -> set[tuple[int, int]]:
    import difflib
    import re

    found = set()
    for word in {*re.findall("[a-z]+", text.lower().replace("n't", " not"))} - OTHER_WORDS:
        for near in difflib.get_close_matches(word, SIDES, 1):
            if 5 * difflib.SequenceMatcher(None, near, word).ratio() >= 4:  # else another word
                found.add(SIDES[near])
    return found


def is_slip(
    words: Iterable[str], others: Collection[str], least: float, known: Collection[str] = ()
) -> bool:
    """Return True if each of some words is one of others, slips of the pen aside.

    least: how much a slip and what was meant must have in common; words that are known are none.
    """
    from difflib import SequenceMatcher

    return all(
        one in others
        or (
            one not in known
            and any(SequenceMatcher(None, two, one).ratio() > least for two in others)
        )
        for one in words
    )


def alike(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Return up to so many known words like one, the likest first, none that says the opposite."""
    import difflib

    found = difflib.get_close_matches(word, list(known), most)
    return [one for one in found if not contradict(word, one)]


def verify_known(name: str, known: Collection[str], what: str) -> None:
    """Raise CombinError, with the nearest known word, where a name is none of those known."""
    if name not in known:
        raise CombinError(f"{what}{nearest(name, known)}")


def nearest(word: str, known: Iterable[str], listed: bool = True) -> str:
    """Return ``" (did you mean X?)"`` for the known word closest to `word`, or begun by its
    letters, three at least. Of words with dots the part after the last one may be meant, too, and
    then all are named that end so.

    Otherwise the known words, if any and if they are to be listed.
    """
    import difflib

    known, words = sorted(set(known)), word.replace(" ", "-").split("-")
    wanted = sorted({*known, *(name.rpartition(".")[2] for name in known)})
    close = [
        name
        for name in difflib.get_close_matches(word, wanted, 3, CLOSE)
        if name.count("-") + 1 != len(words) or is_slip(words, name.split("-"), FAR)
    ] or [name for name in wanted if name.startswith(word) and len(word) > 2]
    if close and not contradict(word, close[0]):
        said = [repr(name) for name in known if f".{name}".endswith(f".{close[0]}")]
        return f" (did you mean {' or '.join(said)}?)"
    more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    return f" (known: {', '.join(known[:MOST_LISTED])}{more})" if known and listed else ""
