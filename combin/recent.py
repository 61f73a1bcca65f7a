"""What is found once: recent answers, as many as are to be kept, and those of one object."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

Answer = TypeVar("Answer")
One = TypeVar("One")
Asked = ParamSpec("Asked")


def found_once(
    method: Callable[Concatenate[One, Asked], Answer],
) -> Callable[Concatenate[One, Asked], Answer]:
    """Return a method, or a function of an object, that finds nothing twice as long as the object
    is there; answers are among what is `found` of it.
    """
    name = method.__qualname__

    @wraps(method)
    def found(one: One, /, *args: Asked.args, **named: Asked.kwargs) -> Answer:
        answers: dict[Hashable, Answer] = vars(one).setdefault("found", {})
        asked = (name, args, *named.items())
        if asked not in answers:
            answers[asked] = method(one, *args, **named)
        return answers[asked]

    return found


class Recent(Generic[Answer]):
    """Answers by question; the one that was asked for longest ago goes first.

    most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[Hashable, Answer] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, question: Hashable) -> bool:
        return question in self._kept

    def pop(self, question: Hashable) -> Answer | None:
        """Drop the answer that is kept and return it; None where none is."""
        return self._kept.pop(question, None)

    def clear(self) -> None:
        """Drop all answers."""
        self._kept.clear()

    def get(self, question: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the answer that is kept, else the one found. Threads may ask: each step is one
        that no other thread comes between.
        """
        if question in self._kept:
            with suppress(KeyError):  # another thread may have dropped it
                answer = self._kept[question] = self._kept.pop(question)
                return answer
        answer = self._kept[question] = find()
        for oldest in list(self._kept)[: -self.most]:
            self._kept.pop(oldest, None)
        return answer
