"""What the columns of a log say about a bet: the kind of each row, and whether its cards are there
to settle it again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any, assert_never

from combin.checker.judging import Judging
from combin.checker.law import LawCheck, seen
from combin.checker.possible import RowKind
from combin.counting import Plan
from combin.errors import CombinError, nearest, refuse
from combin.families.listed import family_of
from combin.logs.frequencies import Raw
from combin.logs.read import Log, money
from combin.logs.schema import (
    ACTIONS,
    COUNT,
    HELD,
    NET,
    OUTCOME,
    ROUND,
    SEAT,
    SEPARATOR,
    SHOE,
    STAKED,
    UNIT,
    AnyCell,
)
from combin.rounds.settle import End
from combin.rules import Deal, Decide, Draw, Part, Split, Turns
from combin.rules.facts import left_of
from combin.rules.game import Game
from combin.spelling import BLANKS, Words, bare

BETWEEN = re.compile(r"\s*(?:[/,;|>]|\bthen\b)\s*")  # the actions of a round, joined


NO_CARDS = "the cards: the log has none, so no row was settled again and no single decision checked"


def applying(*rows: tuple[object, str]) -> Iterator[str]:
    """Yield what is said in those rows that apply; a row: whether it does, and the words."""
    return (words for applies, words in rows if applies)


def untested_columns(log: Log, kind: Collection[str]) -> Iterator[str]:
    """Yield what is not looked at in a log of any game, by its columns; kind: those that say what a
    row is.
    """
    names, unknown = "the names of the outcomes", OUTCOME in log.ignored
    yield from applying(
        (unknown, f"{names}: the column {OUTCOME!r} has none that the bet knows"),
        (not unknown and OUTCOME not in kind, f"{names}: the log has no column {OUTCOME!r}"),
        (NET not in kind, f"the logged nets: the log has no column {NET!r}"),
        *((True, f"the column {name!r}: --map {name}= leaves it out") for name in sorted(log.off)),
        *(
            (name != OUTCOME, f"the column {name!r}: unknown in logs of this game, so ignored")
            for name in log.ignored
        ),
        (
            SHOE in log.columns,
            "the frequencies of rounds that do not begin a shoe, one by one: they depend on those "
            "before",
        ),
    )


def columns_of(judging: Judging) -> list[str]:
    """Return the columns that a log of a game may have."""
    game = judging.plan.game
    zones = card_columns(game)
    return [
        ROUND,
        *judging.columns,
        SEAT,
        *zones,
        *[decision.name for decision in game.decisions if decision.name not in zones],
        ACTIONS,
        OUTCOME,
        STAKED,
        NET,
        UNIT,
        COUNT,
    ]


def card_columns(game: Game) -> dict[str, int]:
    """Return the columns of cards that a log of a game may have, and how many they are at most."""
    found = {deal.zone: deal.cards for deal in game.deals}
    for step in game.play:
        match step:
            case Part(name, zone):
                found |= {name: game.sizes[zone], HELD: game.sizes[zone]}
            case Draw(zone):
                found[zone] = game.sizes[zone]
            case Split(_, _, into):
                found[into] = game.sizes[into]
            case Deal() | Decide() | Turns():
                pass
            case _:
                assert_never(step)
    return found


def loose_zones(plan: Plan, zones: Collection[str]) -> tuple[str, ...]:
    """Return which of some zones can be tested where nobody knows what the player did: they get
    their cards whatever that was.
    """
    return tuple(
        deal.zone
        for deal in plan.game.deals
        if deal.zone in zones and len({left_of(deal.when, path) for path in plan.paths}) == 1
    )


def outcome_words(outcomes: Collection[str]) -> Words:
    """Return what outcomes are called; where they are no more than win, tie and loss, `Player` and
    `B` are words for them, too.
    """
    return Words(outcomes, short=len(outcomes) <= 3)


def thrown_column(game: Game) -> str:
    """Return the column of the cards that are thrown of a hand: it is called as the decision."""
    return next(step.name for step in game.play if isinstance(step, Part))


class LogColumns:
    """The columns of a log that a bet can use.

    chip: units per chip.
    decisions: the columns of single decisions.
    kind: the columns that say what a row is, apart from its cards.
    value: the one of them whose order is looked at.
    cards: whether every row can be played again.
    untested: what the other columns leave open, and why.
    actions, outcomes: what they are called.
    shortened: a word of the log -> the action that it is short for.

    Raises CombinError where columns are missing that belong together.
    """

    def __init__(self, law: LawCheck, log: Log, chip: Fraction) -> None:
        self.law, self.log, self.chip = law, log, chip
        self.actions = Words(law.words, short=True, said=law.said)
        self.outcomes = outcome_words(law.outcomes)
        self.shortened: dict[str, str] = {}
        names = [one.name for one in law.plan.decisions if one.name not in card_columns(law.game)]
        self.decisions = self._there(names)
        actions = [*self.decisions, *self._there([ACTIONS] if names else [])]
        self.kind = [*actions, *self._there([OUTCOME, STAKED, NET])]
        self.value = NET if NET in self.kind else OUTCOME
        zones = [name for name in self._there(card_columns(law.game)) if name not in log.loose]
        self.cards = bool(zones)
        wrong = [*self._wrong(zones, names)]
        if self.cards and names and not actions:
            wrong.append(f"cards, and no column that says what the player did ({names[0]!r})")
        refuse(wrong, f"{log.path!r} has {'; it has '.join(wrong)}")
        self.untested = list(self._untested())
        if names and not actions:
            self.untested.insert(0, "the decisions: the log has no column for them")

    def _there(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self.log.columns]

    def _wrong(self, zones: list[str], decisions: list[str]) -> Iterator[str]:
        """Yield the columns of the log that contradict each other or say nothing of its rounds."""
        there, judging = self.log.columns, self.law.judging
        missing = [name for name in decisions if name not in there] if self.decisions else []
        lacking = [zone for zone in judging.needed() if zone not in there] if zones else []
        rows = "where cards are logged a row is one round"
        yield from applying(
            (
                missing,
                f"the decision {''.join(map(repr, self.decisions[:1]))}, and not "
                f"{''.join(map(repr, missing[:1]))}: all are needed, or none",
            ),
            (
                self.value not in self.kind,
                f"neither a column {NET!r} nor {OUTCOME!r}, and a check needs one: name it with "
                "--map net=COLUMN or, if the file has no header row, --header NAME,...",
            ),
            *(
                (
                    {other, COUNT} <= {*there},
                    f"columns {other!r} and {COUNT!r}; where {other}s are logged a row is one "
                    "round",
                )
                for other in (SEAT, SHOE)
            ),
            (
                {SEAT, SHOE} <= {*there},
                f"columns {SEAT!r} and {SHOE!r}; leave out {SHOE!r}, or log one seat",
            ),
            (
                lacking,
                f"the cards of {''.join(map(repr, zones[:1]))}, and not those of "
                f"{' and '.join(map(repr, lacking))}: all are needed, or none "
                f"(--map {'+'.join(lacking)}=COLUMN says where they are)",
            ),
            *((True, words) for words in (judging.lacking(zones, there) if zones else ())),
            (zones and COUNT in there, f"cards and a column {COUNT!r}; {rows}"),
        )

    def _untested(self) -> Iterator[str]:
        log, plan = self.log, self.law.plan
        used = (*self.kind, ROUND, SEAT, SHOE, UNIT, COUNT, *card_columns(plan.game))
        left = [*log.loose, *log.aside]
        alone = ", so the frequencies of their cards alone are tested" if log.loose else ""
        yield from untested_columns(log, self.kind)
        yield from applying(
            *(
                (name not in used, f"the column {name!r}: this bet has no decisions")
                for name in log.columns
            ),
            (
                left,
                f"the columns {', '.join(map(repr, left))}: the log lacks the other columns that "
                f"settling a row from them needs{alone}",
            ),
            (
                SEAT in log.columns,
                "the frequencies of all seats: rounds of one deal are dependent, so one seat of "
                "each deal counts, in turn",
            ),
            (
                not self.cards and self.law.tied,
                f"actions of equal value: {family_of(plan).equals} is assumed to have been "
                "played; if another was, name the strategy",
            ),
            (not (self.cards or left), NO_CARDS),
        )

    def read(self, raw: Raw, row: int) -> RowKind:
        """Return what a row says; row: its number, for errors."""
        values = dict(zip(self.kind, raw))
        outcome = self._outcome(str(values[OUTCOME]).strip()) if OUTCOME in values else None
        net = self._units(row, NET, values)
        return RowKind(self._actions(values, row), outcome, net, self._units(row, STAKED, values))

    def _outcome(self, text: str) -> str:
        """Return what an outcome is called; a word that is not known stays as it is."""
        return self.outcomes.meant(text) or text

    def _action(self, text: str) -> str:
        """Return the name of an action, which a log may shorten; nothing where none was taken."""
        if text.lower() in BLANKS:
            return ""
        name = self.actions.meant(text) or self.log.words.get(text) or text
        if bare(name) != bare(text):
            self.shortened[text] = name
        return name

    def _units(self, row: int, name: str, values: dict[str, AnyCell]) -> Fraction | None:
        """Return the amount in a column, in units; None where the log has no such column."""
        return money(self.log, row, name, values[name]) * self.chip if name in values else None

    def _actions(self, values: dict[str, AnyCell], row: int) -> tuple[str, ...] | None:
        """Return what the player did; None where no column says it."""
        given = [self._action(str(values[name]).strip()) for name in self.decisions]
        while given and not given[-1]:
            given.pop()
        if ACTIONS not in values:
            return tuple(given) if self.decisions else None
        text = str(values[ACTIONS]).strip()
        said = [self._action(word) for word in BETWEEN.split(text)] if text else []
        while said and not said[-1]:
            said.pop()
        if self.decisions and given != said:
            raise CombinError(
                f"{self.log.path!r}, row {row}: the decisions are {SEPARATOR.join(given)!r}, and "
                f"{ACTIONS} is {text[:60]!r}"
            )
        return tuple(said)

    def raw(self, end: End) -> tuple[Raw, RowKind]:
        """Return a row for an end, as the log might have written it, and what it says."""
        acted = bool(self.decisions) or ACTIONS in self.kind
        shown = (acted, *(name in self.kind for name in (OUTCOME, NET, STAKED)))
        net = end.net / self.chip
        cells: dict[str, Any] = {OUTCOME: end.outcome, NET: net, STAKED: end.staked / self.chip}
        raw = tuple(cells.get(name, end.actions) for name in self.kind)
        return raw, RowKind(*seen(end, shown))

    def net_of(self, value: AnyCell) -> Fraction | None:
        """Return the net that goes with a cell of the column `value`, 0 where it can be none; None
        where it may be several.
        """
        if self.value == NET:
            return money(self.log, 1, NET, value) * self.chip
        nets = self.law.nets(self._outcome(str(value).strip()))
        return None if len(nets) > 1 else min(nets, default=Fraction(0))

    def verify_words(self, kinds: Iterable[tuple[RowKind, int]]) -> None:
        """Refuse a log with words that the rules do not have: another language is no fault of its
        rounds.

        kinds: what rows say, and the number of the first of each.
        """
        for kind, row in kinds:
            said = [("action", word, self.law.words) for word in kind.actions or ()]
            if kind.outcome is not None:
                said.append(("outcome", kind.outcome, self.law.outcomes))
            for what, word, known in said:
                if word not in known:
                    bet = f"{self.law.game.slug}, {self.law.plan.bet.key}"
                    raise CombinError(
                        f"{self.log.path!r}, row {row}: no {what} of {bet} is called {word[:60]!r}"
                        f"{nearest(word, known - {''})}"
                    )
