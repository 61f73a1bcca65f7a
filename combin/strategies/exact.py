"""Grows lists that are never wrong: from the top, line by line, the best few at a time, until one
action is right elsewhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from combin.counting import zeros
from combin.kernels import pure as kernel
from combin.strategies.problem import Problem, Row, Rows, places, thinned

LIMIT = 24  # lines, beyond which no exact list is tried
WIDE = 2  # partial lists kept at a time
SAMPLE, ROUNDS = (
    1_000,
    8,
)  # cells by which conjunctions are chosen, and how often the sample may grow
EFFORT = 2_000_000  # words of conjunctions of three that are looked at, one line at a time


class Growth:
    """The search for lists that are never wrong. hard: of conditions that may be used, the
    hardest.
    """

    def __init__(self, problem: Problem, hard: int) -> None:
        self.problem = problem
        self.usable = [number for number, how in enumerate(problem.hard) if how <= hard]

    def lists(self, limit: int = LIMIT) -> tuple[list[Rows], list[Rows]]:
        """Return the exact lists found, one for each action left to the end and one for none; and
        unfinished ones.
        """
        exact, unfinished = [], []
        for default in (None, *range(self.problem.count)):
            lines, done = self._grown(default, limit)
            if done:
                exact.append(self.problem.simplified(lines))
            else:
                unfinished += [(*lines, (action, ())) for action in range(self.problem.count)]
        return exact, unfinished

    def _grown(self, default: int | None, limit: int) -> tuple[Rows, bool]:
        """Return the list grown, and whether it is exact without a last line.

        default: the action of the last line, whose cells need no line of their own; None: any.
        """
        problem = self.problem
        front: list[tuple[int, Rows]] = [(problem.all, ())]
        for _ in range(limit):
            for left, lines in front:
                for action in range(problem.count):
                    if not left & ~problem.best[action]:
                        return (*lines, (action, ())), True
            grown: dict[int, Rows] = {}
            for left, lines in front:
                for action, parts in self._pure(left, default):
                    grown.setdefault(left & ~problem.held(parts, left), (*lines, (action, parts)))
            if not grown:
                break
            front = sorted(grown.items(), key=lambda item: self._missing(item[0], default))[:WIDE]
        return front[0][1], False

    def _missing(self, left: int, default: int | None) -> int:
        """Return how many cells still need a line."""
        if default is not None:
            return (left & ~self.problem.best[default]).bit_count()
        return min((left & ~best).bit_count() for best in self.problem.best)

    def _pure(self, left: int, default: int | None) -> Iterator[Row]:
        for action, right in enumerate(self.problem.best):
            others = [best for other, best in enumerate(self.problem.best) if other != action]
            if default is None:
                need = left & right
                for best in others:
                    need &= ~best
            elif action == default:
                continue
            else:
                need = left & right & ~self.problem.best[default]
            if need:
                yield from ((action, parts) for parts in self._conjunctions(left & ~right, need))

    def _conjunctions(self, wrong: int, need: int) -> list[tuple[int, ...]]:
        """Return conjunctions with no wrong cell and many needed ones, by a sample that grows where
        it misleads.
        """
        some, bad = thinned(need, SAMPLE), thinned(wrong, SAMPLE)
        found: list[tuple[int, ...]] = []
        for _ in range(ROUNDS):
            found = self._pure_of(bad, some)
            wrongly = [
                held for held in (self.problem.held(parts, wrong) for parts in found) if held
            ]
            if not wrongly:
                break
            for held in wrongly:
                bad |= thinned(held, SAMPLE // 10)
        return [parts for parts in found if not self.problem.held(parts, wrong)]

    def _pure_of(self, wrong: int, need: int) -> list[tuple[int, ...]]:
        bits, words, flags, back = self._packed(wrong | need, (wrong, need))
        score, parts = zeros("q", WIDE), zeros("i", 3 * WIDE)
        bad, some = (self.problem.packed_bits((flag,), words) for flag in flags)
        kernel.pure(bits, words, bad, some, 3, EFFORT, score, parts)
        return [
            tuple(back[part] for part in parts[3 * i : 3 * i + 3] if part >= 0)
            for i in range(WIDE)
            if score[i]
        ]

    def _packed(
        self, among: int, masks: Sequence[int]
    ) -> tuple[array[int], int, list[int], list[int]]:
        """Return the sets of the usable conditions, and other sets, with only the cells of `among`;
        equal conditions once.

        The last item maps a condition that is left to its number.
        """
        problem, members = self.problem, array("q", places(among))
        words = (len(members) + 63) // 64
        packed = zeros("Q", words * len(problem.masks))
        kernel.pack(problem.bits, problem.words, members, words, packed)
        raw, step, seen, back = packed.tobytes(), 8 * words, set(), []
        kept = bytearray()
        for number in self.usable:
            piece = raw[number * step : (number + 1) * step]
            if piece not in seen and any(piece):
                seen.add(piece)
                back.append(number)
                kept += piece
        others = zeros("Q", words * len(masks))
        kernel.pack(
            problem.packed_bits(masks, problem.words), problem.words, members, words, others
        )
        raw = others.tobytes()
        flags = [
            int.from_bytes(raw[i * step : (i + 1) * step], "little") for i in range(len(masks))
        ]
        return array("Q", bytes(kept)), words, flags, back
