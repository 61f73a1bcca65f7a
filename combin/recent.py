"""What was found last, so that it need not be found again: as many answers as are worth keeping."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Recent(Generic[Answer]):
    """Answers by question; the one that was asked for longest ago goes first.

    most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[Hashable, Answer] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, question: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the answer that is kept, else the one found."""
        answer = self._kept.pop(question) if question in self._kept else find()
        self._kept[question] = answer
        while len(self._kept) > self.most:
            del self._kept[next(iter(self._kept))]
        return answer
