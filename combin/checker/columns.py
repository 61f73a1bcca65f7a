"""What the columns of a log say of a bet: what each row is, and whether its cards are there to play
it again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from combin.checker.law import Law, seen
from combin.checker.possible import Kind
from combin.errors import CombinError, nearest
from combin.logs.frequencies import Raw
from combin.logs.read import Log, whole
from combin.logs.schema import ACTIONS, COUNT, NET, OUTCOME, ROUND, SEAT, SEPARATOR, STAKED
from combin.rounds.settle import End, zones_of
from combin.rules.game import Game

BETWEEN = re.compile(r"\s*[/,]\s*")  # the actions of a round, joined


def columns_of(game: Game) -> list[str]:
    """Return the columns that a log of a game may have."""
    zones = [deal.zone for deal in game.deals]
    decisions = [decision.name for decision in game.decisions]
    return [ROUND, SEAT, *zones, *decisions, ACTIONS, OUTCOME, STAKED, NET, COUNT]


class Columns:
    """The columns of a log that a bet has a use for.

    chip: units per chip.
    decisions: the columns of single decisions.
    kind: the columns that say what a row is, apart from its cards.
    value: the one of them whose order is looked at.
    cards: whether every row can be played again.
    untested: what the other columns leave open, and why.

    Raises CombinError where columns are missing that belong together.
    """

    def __init__(self, law: Law, log: Log, chip: Fraction) -> None:
        self.law, self.log, self.chip = law, log, chip
        names = [decision.name for decision in law.plan.decisions]
        self.decisions = [name for name in names if name in log.columns]
        if self.decisions and self.decisions != names:
            self._incomplete("the decision {!r}, and not {!r}", self.decisions, names)
        actions = list(self.decisions)
        if names and ACTIONS in log.columns:
            actions.append(ACTIONS)
        ends = [name for name in (OUTCOME, STAKED, NET) if name in log.columns]
        self.kind = [*actions, *ends]
        self.value = NET if NET in ends else OUTCOME
        self._verify_together()
        self.cards = self._has_cards()
        self.untested = list(self._untested())
        if names and not actions:
            self._verify_cardless(names[0])
            self.untested.insert(0, "what the player did: the log has no column for it")

    def _verify_cardless(self, decision: str) -> None:
        """Refuse a log with cards that does not say what the player did."""
        if self.cards:
            raise CombinError(
                f"{self.log.path!r} has cards, and no column that says what the player did "
                f"({decision!r})"
            )

    def _verify_together(self) -> None:
        """Refuse a log that says nothing about its rounds, or two things at once."""
        log = self.log
        if self.value not in self.kind:
            raise CombinError(
                f"{log.path!r} has neither a column {NET!r} nor {OUTCOME!r}: nothing can be "
                "checked without"
            )
        if SEAT in log.columns and COUNT in log.columns:
            raise CombinError(
                f"{log.path!r} has columns {SEAT!r} and {COUNT!r}; where seats are logged a row is "
                "one round"
            )

    def _incomplete(self, words: str, there: list[str], needed: list[str]) -> None:
        missing = next(name for name in needed if name not in there)
        raise CombinError(
            f"{self.log.path!r} has {words.format(there[0], missing)}: all are needed, or none"
        )

    def _has_cards(self) -> bool:
        """Tell whether the cards are there; raises CombinError where that was meant and something
        is missing.
        """
        log, plan = self.log, self.law.plan
        there = [deal.zone for deal in plan.game.deals if deal.zone in log.columns]
        needed = [deal.zone for deal in zones_of(plan)]
        if there and not set(needed) <= set(there):
            self._incomplete("the cards of {!r}, and not those of {!r}", there, needed)
        if there and COUNT in log.columns:
            raise CombinError(
                f"{log.path!r} has cards and a column {COUNT!r}; where cards are logged a row is "
                "one round"
            )
        return bool(there)

    def _untested(self) -> Iterator[str]:
        """Yield what is not looked at, and why."""
        if OUTCOME not in self.kind:
            yield f"how the outcomes are called: the log has no column {OUTCOME!r}"
        if NET not in self.kind:
            yield f"the nets that were logged: the log has no column {NET!r}"
        zones = [deal.zone for deal in self.law.game.deals]
        for name in self.log.columns:
            if name not in (*self.kind, ROUND, SEAT, COUNT, *zones):
                yield f"the column {name!r}: nothing is decided in this bet"
        for name in self.log.ignored:
            yield f"the column {name!r}: no log of this game has one, so it is ignored"
        if SEAT in self.log.columns:
            yield (
                "the frequencies of all seats: rounds of one deal depend on each other; of each "
                "deal one seat counts, in turn"
            )
        if not self.cards and self.law.tied:
            yield (
                f"where two actions are worth the same: {self.law.taken} is taken for the one "
                "that was played; "
                "where it was another, name the strategy"
            )
        if not self.cards:
            yield (
                "the cards: the log has none, so no row was settled again and no single "
                "decision looked at"
            )

    def read(self, raw: Raw, row: int) -> Kind:
        """Return what a row is; row: its number, for errors."""
        values = dict(zip(self.kind, raw))
        outcome = str(values[OUTCOME]).strip() if OUTCOME in values else None
        net, staked = (self._units(row, name, values) for name in (NET, STAKED))
        return Kind(self._actions(values, row), outcome, net, staked)

    def _units(self, row: int, name: str, values: dict[str, Any]) -> Fraction | None:
        """Return the amount in a column, in units; None where the log has no such column."""
        return whole(self.log, row, name, values[name]) * self.chip if name in values else None

    def _actions(self, values: dict[str, Any], row: int) -> tuple[str, ...] | None:
        """Return what the player did; None where no column says it."""
        given = [str(values[name]).strip() for name in self.decisions]
        while given and not given[-1]:
            given.pop()
        if ACTIONS not in values:
            return tuple(given) if self.decisions else None
        text = str(values[ACTIONS]).strip()
        said = BETWEEN.split(text) if text else []
        if self.decisions and given != said:
            raise CombinError(
                f"{self.log.path!r}, row {row}: the decisions are {SEPARATOR.join(given)!r}, and "
                f"{ACTIONS} is {text[:60]!r}"
            )
        return tuple(said)

    def raw(self, end: End) -> tuple[Raw, Kind]:
        """Return a row that comes to an end, as one that the log might have, its net in units; and
        what it is.
        """
        acted = bool(self.decisions) or ACTIONS in self.kind
        shown = (acted, *(name in self.kind for name in (OUTCOME, NET, STAKED)))
        cells: dict[str, Any] = {OUTCOME: end.outcome, NET: end.net, STAKED: end.staked}
        raw = tuple(cells.get(name, end.actions) for name in self.kind)
        return raw, Kind(*seen(end, shown))

    def net_of(self, value: Any) -> Fraction | None:
        """Return the net that goes with a cell of the column `value`, 0 where it can be none; None
        where it may be several.
        """
        if isinstance(value, Fraction):
            return value
        if self.value == NET:
            return whole(self.log, 1, NET, value) * self.chip
        nets = self.law.nets(value)
        return None if len(nets) > 1 else min(nets, default=Fraction(0))

    def verify_words(self, kinds: Collection[Kind]) -> None:
        """Refuse a log whose words are all of another language: that is no fault of its rounds."""
        for word in ("actions", "outcome"):
            known = {getattr(end, word) for end in self.law.possible}
            logged = [getattr(kind, word) for kind in kinds]
            used = [part for part in logged if part is not None]
            if used and known.isdisjoint(used):
                said = _spoken(used[0])
                bet = f"{self.law.game.slug}, {self.law.plan.bet.key}"
                raise CombinError(
                    f"{self.log.path!r}: none of the {word.removesuffix('s')}s is one of {bet}; "
                    f"{said[:60]!r}{nearest(said, map(_spoken, known))}"
                )


def _spoken(part: str | tuple[str, ...]) -> str:
    return part if isinstance(part, str) else SEPARATOR.join(part)
