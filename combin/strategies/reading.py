"""Reads a strategy in lines from text, and reports all its errors together.

The text form has an optional line `game: SLUG`, comments after `#`, a heading such as `bet 1:` with
the decision's name where the game has several, and the lines below it, which may be numbered; the
last one usually is `action: otherwise`. What `combin strategy` prints is read, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from combin.counting.plan import Plan
from combin.families.listed import family_of
from combin.rules import Action
from combin.rules.game import Game
from combin.strategies.clauses import read
from combin.strategies.lines import (
    OTHERWISE,
    Line,
    Lines,
    action_named,
    always_offered,
    stages_named,
)
from combin.strategies.printed import rows_of
from combin.strategies.vocabulary import View
from combin.texts import Stretch, TextReader

ALWAYS = (
    OTHERWISE,
    "everything",
    "everything else",
    "anything",
    "anything else",
    "always",
    "all others",
    "all other hands",
)


def parse(text: str, game: Game, bet: str = "base", name: str = "strategy") -> Lines:
    """Return the strategy that `text` writes for a resolved game; an action's name alone means to
    take it always.

    name: of the file, for errors.
    Raises CombinError naming the line, the word and the nearest word known; of several faults all.
    """
    return parse_for(Plan(game, game.bet(bet)), text, name)


def parse_for(plan: Plan, text: str, name: str = "strategy") -> Lines:
    """Return what `parse` does, for the bet of a plan."""
    if language := family_of(plan).language(plan):
        return language.parse(text, plan, name)
    return PhraseReader(plan, name).parsed(text)


def always(game: Game, action: str, bet: str = "base") -> Lines:
    """Return the strategy that takes one action wherever it is offered."""
    return parse(action, game, bet)


class ListReader(TextReader):
    """Reads the text form row by row.

    stages: decision -> stage, of those that a list speaks about.
    decision: the one whose lines are read; empty before the first heading.
    lost: whether a heading was not understood, so that nobody knows whose lines follow.
    blocks: decision -> its lines.
    """

    def __init__(self, plan: Plan, name: str) -> None:
        super().__init__(name)
        self.plan, self.stages = plan, stages_named(plan)
        self.decision = next(iter(self.stages)) if len(self.stages) == 1 else ""
        self.lost = False
        self.blocks: dict[str, list[Line]] = {}

    def parsed(self, text: str) -> Lines:
        """Return the strategy that a text writes; raises CombinError with all that is wrong."""
        self.take([*rows_of(self, text, self.stages)])
        self.raise_all()
        for decision in self.stages:
            self.decision = decision
            with self.going_on():
                self.verify_ended(self.blocks.get(decision, ()))
        self.raise_all()
        blocks = {decision: tuple(self.blocks[decision]) for decision in self.stages}
        return Lines(self.plan.game.slug, self.plan.bet.key, blocks, self.file)

    def take(self, rows: Sequence[Stretch]) -> None:
        """Take in the rows of the text."""
        for row in rows:
            with self.going_on():
                self.row(row)

    def verify_ended(self, block: Sequence[Line]) -> None:
        """Raise CombinError where the lines of a decision leave it open."""
        self.start.refuse(not block, f"no line says what to do at {self.decision!r}")
        last = block[-1]
        if not last.conditions and not self.takes_all(last):
            wrong = "is not offered with all cards; a line below says what to do then"
            raise (last.place or self.start).fault(f"{last.action!r} {wrong}")

    def row(self, row: Stretch) -> None:
        """Take in a row."""
        head, *rest = row.split(":", 1)
        said = rest[0] if rest else row.cut(len(row.text))
        slug = self.plan.game.slug
        if head.text.lower() == "game" and (not self.blocks or said.text == slug):
            if said.text != slug:  # nothing of it would be understood here
                self.lost = True
                raise said.fault(f"a strategy for {said.text!r}, not for {slug!r}")
        elif not said.text and (rest or self.is_heading(head.unquoted)):
            self.heading(head)
        elif not self.lost:
            self.line(row, head, said)

    def is_heading(self, words: str) -> bool:
        """Return whether words without a colon are the name of a decision, and of no action."""
        if words.lower() not in {decision.lower() for decision in self.stages}:
            return False
        decisions = self.plan.decisions
        return not any(action_named(self.plan.game, one.actions, words) for one in decisions)

    def heading(self, head: Stretch) -> None:
        words, known = head.unquoted, {decision.lower(): decision for decision in self.stages}
        self.lost = words.lower() not in known
        if self.lost:
            head.refuse(
                words.lower() in {decision.name.lower() for decision in self.plan.decisions},
                f"at {words!r} all cards are known, and the best action needs no lines",
            )
            raise head.fault(f"{self.plan.game.slug} has no decision {words!r}", self.stages)
        self.decision = known[words.lower()]
        head.refuse(
            self.decision in self.blocks, f"the decision {self.decision!r} has its lines already"
        )
        self.blocks[self.decision] = []

    def line(self, row: Stretch, head: Stretch, said: Stretch) -> None:
        """Take in a line of a decision; head, said: what stands before its colon and after it."""
        if not self.stages:
            bet, game = self.plan.bet.key, self.plan.game.slug
            raise row.fault(f"bet {bet!r} of {game} leaves nothing to decide")
        if not self.decision:
            known = ", ".join(f"{decision}:" for decision in self.stages)
            raise row.fault(f"a line before any heading; a heading is one of {known}")
        block = self.blocks.setdefault(self.decision, [])
        if block and self.takes_all(block[-1]):
            assert block[-1].place, "it was read"
            before = f"line {block[-1].place.line}"
            raise row.fault(f"this line can never be reached: {before} already takes everything")
        block += self.told(row, head, said)

    def told(self, row: Stretch, head: Stretch, said: Stretch) -> Iterable[Line]:
        """Return the lines that one stands for; keeps what is wrong with it."""
        raise NotImplementedError

    def takes_all(self, line: Line) -> bool:
        return not line.conditions


class PhraseReader(ListReader):
    """Reads lines that are an action, a colon and phrases."""

    def __init__(self, plan: Plan, name: str) -> None:
        super().__init__(plan, name)
        self.views = {decision: View(plan, stage) for decision, stage in self.stages.items()}

    def take(self, rows: Sequence[Stretch]) -> None:
        if len(rows) == 1 and ":" not in rows[0].text:  # an action's name alone
            with self.going_on():
                for decision in self.stages:
                    self.decision = decision
                    self.blocks[decision] = [Line(self.action(rows[0]), place=rows[0])]
        else:
            super().take(rows)

    def told(self, row: Stretch, head: Stretch, said: Stretch) -> Iterable[Line]:
        taken = self.action(head, bool(said.text))
        if not said.text or said.text.lower() in ALWAYS:
            return [Line(taken, (), row)]
        alternatives, faults = read(self.views[self.decision], said)
        self.faults += faults
        return [Line(taken, conditions, row) for conditions in alternatives]

    def takes_all(self, line: Line) -> bool:
        return super().takes_all(line) and line.action in always_offered(self.actions)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the player may do at the decision whose lines are read."""
        return self.plan.decisions[self.stages[self.decision].number].actions

    def action(self, words: Stretch, has_colon: bool = True) -> str:
        """Return the name of the action that some words mean."""
        if found := action_named(self.plan.game, self.actions, words.unquoted):
            return found
        words.refuse(not has_colon, self.no_colon(words.text))
        known = [self.plan.game.called(action.name) for action in self.actions]
        raise words.fault(f"unknown action {words.text!r} at {self.decision!r}", known)

    def no_colon(self, words: str) -> str:
        """Return what is wrong with a line that is no action and has no colon."""
        text = words.lower().replace("-", " ")
        names = [self.plan.game.called(action.name) for action in self.actions]
        for name in names:
            if text.startswith(f"{name.lower()} "):
                return f"no colon after the action in {words!r}: '{name}: ...'"
        example = f"{names[-1]}: {next(iter(self.views[self.decision].phrases))}"
        return f"no colon in {words!r}; a line is an action, a colon and phrases: {example!r}"
