"""The impossible rows of a log, each with what was logged and what is right."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.checker import codes
from combin.checker.law import LawCheck, seen
from combin.errors import nearest
from combin.logs.batch import Batch
from combin.records import dataclass
from combin.rounds.settle import End, Replay

if TYPE_CHECKING:
    from combin.checker.cards import RowCards

MOST_LISTED = 1000  # kinds of impossible rows that are listed; all are counted
# What a row says -> the code of what is wrong with it, in the order in which it is looked at.
PARTS = {
    "actions": codes.ACTION,
    "outcome": codes.OUTCOME,
    "staked": codes.STAKE,
    "net": codes.NET,
}


@dataclass
class Impossible:
    """Impossible rows of one kind.

    row: the number of the first.
    rows: how many there are.
    logged: what the log says there.
    right: what the rules say.
    code: what is wrong, in the words of `checker.codes`.
    """

    row: int
    rows: int
    logged: str
    right: str
    code: str = codes.ROW


class RowKind(NamedTuple):
    """What a row says apart from its cards, as an `End`; None where the log has no such column.

    actions: what the player did.
    outcome: how the round ended.
    net: units won less units lost.
    staked: units put down.
    """

    actions: tuple[str, ...] | None
    outcome: str | None
    net: Fraction | None
    staked: Fraction | None


class Findings:
    """Impossible rows, gathered by what is wrong with them."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], Impossible] = {}
        self.rows = 0

    def add(
        self,
        row: int,
        rows: int,
        logged: str,
        right: str,
        key: tuple[str, str] | None = None,
        code: str = codes.ROW,
    ) -> None:
        """Note some rows; those of the same `key` (by default the same words) are one kind."""
        self.rows += rows
        key = key or (logged, right)
        if len(self.found) >= MOST_LISTED and key not in self.found:
            key, logged, right = ("", ""), "rows of further kinds", "what stands above is enough"
        same = self.found.setdefault(key, Impossible(row, 0, logged, right, code))
        same.rows += rows
        same.row = min(same.row, row)

    def copy(self) -> Findings:
        """Return what was found so far, to which others may be added."""
        other = Findings()
        other.found = {key: replace(one) for key, one in self.found.items()}
        other.rows = self.rows
        return other

    @property
    def kinds(self) -> tuple[Impossible, ...]:
        """The kinds of impossible rows in the order of the log."""
        return tuple(sorted(self.found.values(), key=lambda one: one.row))


# --- Without cards: is there any round like this? ----------------------------------------------


def possible_by(law: LawCheck) -> Callable[[RowKind], bool]:
    """Return what tells whether some deal and some play lead to a kind of row."""
    possible: dict[tuple[bool, ...], set[tuple[Any, ...]]] = {}

    def is_possible(kind: RowKind) -> bool:
        shown = tuple(part is not None for part in kind)
        if shown not in possible:
            possible[shown] = {seen(end, shown) for end in law.possible}
        return tuple(kind) in possible[shown]

    return is_possible


def judged(law: LawCheck, kinds: Iterable[tuple[RowKind, int, int]], findings: Findings) -> None:
    """Note the kinds of rows that no deal and no play leads to; kinds: (kind, first row, rows)."""
    is_possible = possible_by(law)
    for kind, row, rows in kinds:
        if not is_possible(kind):
            code, right = right_for(law, kind)
            findings.add(row, rows, in_words(kind), right, code=code)


def in_words(kind: Iterable[Any]) -> str:
    """Return a kind of row in words: ``double: flush, net +18, 2 staked``."""
    actions, outcome, net, staked = kind
    words = [outcome] if outcome is not None else []
    if net is not None:
        words.append(f"net {'+' if net > 0 else ''}{net}")
    if staked is not None:
        words.append(f"{staked} staked")
    return (f"{' / '.join(actions)}: " if actions else "") + ", ".join(words)


def right_for(law: LawCheck, kind: RowKind) -> tuple[str, str]:
    """Return the code of the first part of an impossible kind of row with which nothing is
    possible, and what the rules say in its place, starting from what is right about the kind.
    """
    left: Collection[End] = law.possible
    for part, code in PARTS.items():
        logged = getattr(kind, part)
        if logged is None:
            continue
        there = {getattr(end, part) for end in left}
        if logged in there:
            left = [end for end in left if getattr(end, part) == logged]
        elif part == "actions":
            played = " / ".join(logged) or "nothing"
            return code, f"nobody can play {played}: {_some({' / '.join(one) for one in there})}"
        elif part == "outcome":
            return code, f"no outcome {logged!r} here{nearest(logged, there)}"
        else:
            return code, f"{part} {_some(set(map(str, there)))}"
    return codes.ROW, "no round is like this"


def _some(words: Collection[str]) -> str:
    """Return some words, at most six of them."""
    listed = sorted(words, key=lambda word: (len(word), word))
    if len(listed) <= 6:
        return " or ".join(listed)
    return f"{', '.join(listed[:5])} or one of {len(listed) - 5} others"


# --- With cards: every row is settled again ----------------------------------------------------


class Replayed:
    """Settles every row of a log again from its cards."""

    def __init__(self, law: LawCheck, findings: Findings) -> None:
        self.law, self.findings = law, findings
        self.replay = Replay(law.plan)
        self.right = [RowKind(*end) for end in self.replay.ends]

    def verify(
        self,
        batch: Batch,
        dealt: RowCards,
        codes: list[int],
        kinds: list[RowKind],
        skip: set[int],
    ) -> tuple[array[int], set[int]]:
        """Compare what each row of a batch says with what its cards come to; return the latter, and
        the rows in which they differ.

        dealt: the cards of each row.
        codes: of each row the number of its kind.
        skip: the rows that are reported elsewhere.
        """
        ends = self.replay.outcomes(dealt.played, dealt.paths)
        wrong = set()
        for end, code in set(zip(ends, codes)):
            pairs = zip(kinds[code][1:], self.right[end][1:])
            if any(logged not in (None, true) for logged, true in pairs):
                wrong.add((end, code))
        rows: dict[tuple[int, int], list[int]] = {}
        if wrong:
            for row, pair in enumerate(zip(ends, codes)):
                if pair in wrong and row not in skip:
                    rows.setdefault(pair, []).append(row)
        for (end, code), those in rows.items():
            cards = dealt.text(those[0])
            self._note(batch.first + those[0], len(those), cards, kinds[code], self.right[end])
        return ends, {row for those in rows.values() for row in those}

    def _note(self, row: int, rows: int, cards: str, kind: RowKind, right: RowKind) -> None:
        """Note rows of one kind whose cards come to another end; cards: of the first."""
        shown = (part is not None for part in kind[1:])
        said = in_words((right.actions, *seen(right[1:], shown)))
        logged = in_words(kind)
        parts = [part for part in PARTS if part != "actions" and getattr(kind, part) is not None]
        differ = (PARTS[one] for one in parts if getattr(kind, one) != getattr(right, one))
        code = next(differ, codes.ROW)
        self.findings.add(row, rows, f"{cards}: {logged}", said, (logged, said), code)
