"""Reads a strategy in lines from text, and reports all its errors together.

The text form has an optional line `game: SLUG`, comments after `#`, a heading such as `bet 1:` with
the decision's name where the game has several, and the lines below it, which may be numbered; the
last one usually is `action: otherwise`. What `combin strategy` prints is read, too.
"""

from __future__ import annotations

from itertools import chain

from combin.counting.plan import Plan
from combin.errors import CombinError, Faults, nearest
from combin.families.listed import family_of
from combin.rules import Action
from combin.rules.game import Game
from combin.strategies.clauses import Conditions, read
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
    reader = _Reader(plan, name)
    words = text.strip()
    if words and not set("\n:#") & set(words):
        return reader.always(words)
    for number, line in rows_of(text, reader.stages):
        reader.read(number, line)
    return reader.finished()


def always(game: Game, action: str, bet: str = "base") -> Lines:
    """Return the strategy that takes one action wherever it is offered."""
    return parse(action, game, bet)


class _Reader:
    """Reads the text form line by line.

    decision: the one whose lines are read; empty before the first heading.
    lost: whether a heading was not understood, so that nobody knows whose lines follow.
    faults: what is wrong so far.
    """

    def __init__(self, plan: Plan, name: str) -> None:
        self.plan, self.name = plan, name
        self.stages = stages_named(plan)
        self.views = {decision: View(plan, stage) for decision, stage in self.stages.items()}
        self.decision = next(iter(self.stages)) if len(self.stages) == 1 else ""
        self.lost = False
        self.blocks: dict[str, list[Line]] = {}
        self.faults: list[CombinError] = []

    def fail(self, place: str, what: str) -> CombinError:
        return CombinError(f"{self.name}, {place}: {what}" if place else f"{self.name}: {what}")

    def always(self, words: str) -> Lines:
        for decision in self.stages:
            self.decision = decision
            self.blocks[decision] = [Line(self.action(words, ""))]
        return self.finished()

    def read(self, number: int, text: str) -> None:
        """Read a line, and keep what is wrong with it."""
        if not text:
            return
        place = f"line {number}"
        head, colon, tail = (part.strip() for part in text.partition(":"))
        try:
            if head.lower() == "game" and not self.blocks:
                if tail != self.plan.game.slug:  # nothing of it would be understood here
                    self.lost = True
                    wrong = f"a strategy for {tail!r}, not for {self.plan.game.slug!r}"
                    raise self.fail(place, wrong)
            elif not tail and (colon or self.is_heading(head)):
                self.heading(head, place)
            elif not self.lost:
                self.line(head, tail if colon else OTHERWISE, place, bool(colon))
        except CombinError as error:
            self.faults.append(error)

    def is_heading(self, words: str) -> bool:
        """Return whether words without a colon are the name of a decision, and of no action."""
        if words.lower() not in {decision.lower() for decision in self.stages}:
            return False
        decisions = self.plan.decisions
        return not any(action_named(self.plan.game, one.actions, words) for one in decisions)

    def heading(self, words: str, place: str) -> None:
        known = {decision.lower(): decision for decision in self.stages}
        self.lost = words.lower() not in known
        if self.lost:
            if words.lower() in {decision.name.lower() for decision in self.plan.decisions}:
                wrong = f"at {words!r} all cards are known, and the best action needs no lines"
            else:
                slug = self.plan.game.slug
                wrong = f"{slug} has no decision {words!r}{nearest(words, self.stages)}"
            raise self.fail(place, wrong)
        self.decision = known[words.lower()]
        if self.decision in self.blocks:
            raise self.fail(place, f"the decision {self.decision!r} has its lines already")
        self.blocks[self.decision] = []

    def line(self, action: str, conditions: str, place: str, has_colon: bool) -> None:
        if not self.stages:
            bet, game = self.plan.bet.key, self.plan.game.slug
            raise self.fail(place, f"bet {bet!r} of {game} leaves nothing to decide")
        if not self.decision:
            known = ", ".join(f"{decision}:" for decision in self.stages)
            raise self.fail(place, f"a line before any heading; a heading is one of {known}")
        block = self.blocks.setdefault(self.decision, [])
        if block and not block[-1].conditions and self.is_always_offered(block[-1].action):
            before = block[-1].place
            raise self.fail(
                place, f"this line can never be reached: {before} already takes everything"
            )
        taken = self.action(action, place, has_colon)
        block += [Line(taken, each, place) for each in self.alternatives(conditions, place)]

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the player may do at the decision whose lines are read."""
        return self.plan.decisions[self.stages[self.decision].number].actions

    def is_always_offered(self, name: str) -> bool:
        return name in always_offered(self.actions)

    def action(self, words: str, place: str, has_colon: bool = True) -> str:
        """Return the name of the action that some words mean."""
        if found := action_named(self.plan.game, self.actions, words):
            return found
        if not has_colon:
            raise self.fail(place, self.no_colon(words))
        known = nearest(words, [self.plan.game.called(action.name) for action in self.actions])
        raise self.fail(place, f"unknown action {words!r} at {self.decision!r}{known}")

    def no_colon(self, words: str) -> str:
        """Return what is wrong with a line that is no action and has no colon."""
        text = words.lower().replace("-", " ")
        names = [self.plan.game.called(action.name) for action in self.actions]
        for name in names:
            if text.startswith(f"{name.lower()} "):
                return f"no colon after the action in {words!r}: '{name}: ...'"
        example = f"{names[-1]}: {next(iter(self.views[self.decision].phrases))}"
        return f"no colon in {words!r}; a line is an action, a colon and phrases: {example!r}"

    def alternatives(self, text: str, place: str) -> tuple[Conditions, ...]:
        """Return the conditions of each alternative that a line names; none for a line that decides
        all that is left.
        """
        if text.lower() in ALWAYS:
            return ((),)
        found = read(self.views[self.decision], text)
        if found.faults:
            raise Faults([str(self.fail(place, fault)) for fault in found.faults])
        return found.alternatives

    def finished(self) -> Lines:
        """Return the strategy; raises CombinError with all that is wrong."""
        if self.faults:
            each = (one.faults if isinstance(one, Faults) else [str(one)] for one in self.faults)
            raise Faults(list(chain.from_iterable(each)))
        for decision in self.stages:
            if not self.blocks.get(decision):
                raise self.fail("", f"no line says what to do at {decision!r}")
            self.decision, line = decision, self.blocks[decision][-1]
            if not line.conditions and not self.is_always_offered(line.action):
                raise self.fail(
                    line.place,
                    f"{line.action!r} is not offered with all cards; a line below says what to do "
                    "then",
                )
        blocks = {decision: tuple(self.blocks[decision]) for decision in self.stages}
        return Lines(self.plan.game.slug, self.plan.bet.key, blocks, self.name)
