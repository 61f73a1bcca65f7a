"""A strategy in lines: for each decision an ordered list of `action: condition, condition`; the
first that holds counts.

A line whose action is not offered with the cards at hand is passed over: the next one that holds
counts.

The text form has an optional line `game: SLUG`, comments after `#`, a heading such as `bet 1:` with
the decision's name where the game has several, and the lines below it; the last one usually is
`action: otherwise`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from combin.cards import cards_text
from combin.counting.plan import Plan, Stage
from combin.errors import CombinError, nearest
from combin.rules import ALWAYS as ALWAYS_OFFERED
from combin.rules import Action
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.strategies.conditions import Condition
from combin.strategies.traits import WAGERED
from combin.strategies.vocabulary import View

OTHERWISE = "otherwise"
ALWAYS = (OTHERWISE, "everything", "anything", "always")
MOST_LINES = 254  # at a decision: their numbers are bytes, and the last one says that none holds


@dataclass(frozen=True)
class Line:
    """One line of a strategy.

    action: what to do where every condition holds.
    conditions: none for a line that decides every situation left.
    place: how an error names the line; empty for a line that was found, not read.
    """

    action: str
    conditions: tuple[Condition, ...] = ()
    place: str = field(default="", compare=False)

    def __str__(self) -> str:
        phrases = ", ".join(condition.phrase for condition in self.conditions)
        return f"{self.action}: {phrases or OTHERWISE}"


Block = tuple[Line, ...]  # the lines of one decision


@dataclass(frozen=True)
class Lines:
    """A strategy in lines for one bet of a game.

    game, bet: slug and key.
    blocks: decision -> its lines, in order; empty where there is nothing to decide.
    name: how an error names the strategy; empty where it was found, not read.
    """

    game: str
    bet: str
    blocks: Mapping[str, tuple[Line, ...]] = field(hash=False)
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for decision, lines in self.blocks.items():
            if len(lines) > MOST_LINES:
                raise CombinError(
                    f"{len(lines)} lines at {decision!r} are more than the {MOST_LINES} that can "
                    "be followed"
                )

    def __len__(self) -> int:
        return sum(len(lines) for lines in self.blocks.values())

    def __str__(self) -> str:
        """The text form, which `parse` reads back."""
        rows = [f"game: {self.game}"]
        for decision, lines in self.blocks.items():
            heading = [f"{decision}:"] if len(self.blocks) > 1 else []
            rows += ["", *heading, *map(str, lines)]
        return "\n".join(rows) + "\n"


def parse(text: str, game: Game, bet: str = "base", name: str = "strategy") -> Lines:
    """Return the strategy that `text` writes for a resolved game; an action's name alone means to
    take it always.

    name: of the file, for errors.
    Raises CombinError naming the line, the word and the nearest word known.
    """
    plan = Plan(game, game.bet(bet))
    reader = _Reader(plan, name)
    words = text.strip()
    if words and not set("\n:#") & set(words):
        return reader.always(words)
    for number, line in enumerate(text.splitlines(), 1):
        reader.read(number, line.partition("#")[0].strip())
    return reader.finished()


def always(game: Game, action: str, bet: str = "base") -> Lines:
    """Return the strategy that takes one action wherever it is offered."""
    return _Reader(Plan(game, game.bet(bet)), "strategy").always(action)


def open_lines(block: Iterable[Line], wagered: Fraction) -> Iterator[tuple[int, list[Condition]]]:
    """Yield the lines that can hold after some units were wagered, by their place, with their
    conditions on the cards.
    """
    for number, line in enumerate(block):
        stakes = [condition for condition in line.conditions if condition.trait == WAGERED]
        if all(condition.low <= wagered <= condition.high for condition in stakes):
            yield number, [condition for condition in line.conditions if condition.trait != WAGERED]


def traits_asked(blocks: Iterable[Block]) -> set[int]:
    """Return the traits that some lines ask for."""
    return {condition.trait for block in blocks for line in block for condition in line.conditions}


def action_names(plan: Plan, history: Path) -> list[str]:
    """Return the names of the actions that are open after a history."""
    return [action.name for action in plan.actions(history)]


def action_table(block: Sequence[Line], names: Sequence[str], undecided: int = 0) -> bytes:
    """Return for each number of a line the number of its action; for other bytes `undecided`."""
    return bytes(names.index(line.action) for line in block).ljust(256, bytes([undecided]))


def undecided(decision: str, history: Path, cards: Iterable[int]) -> str:
    """Return the words for what a strategy lacks that leaves an information set undecided."""
    after = f" after {', '.join(path_key(history))}" if history else ""
    return (
        f"no line says what to do at {decision!r}{after} with "
        f"{' / '.join(map(cards_text, cards))}; end with a line 'ACTION: otherwise'"
    )


def left_undecided(lines: Lines, plan: Plan, history: Path, cards: Iterable[int]) -> CombinError:
    """Return the error for a list that comes to some cards and leaves them undecided."""
    decision = plan.decisions[len(history)].name
    where, last = lines.name or "strategy", lines.blocks[decision][-1].place
    if last:
        where = f"{where}, after {last}"
    return CombinError(f"{where}: {undecided(decision, history, cards)}")


def stages_named(plan: Plan) -> dict[str, Stage]:
    """Return decision -> stage for the decisions that a strategy has to speak about."""
    return {plan.decisions[stage.number].name: stage for stage in plan.stages}


def action_named(actions: Iterable[Action], words: str) -> str | None:
    spoken = words.strip().lower().replace(" ", "-")
    return next((action.name for action in actions if action.name == spoken), None)


class _Reader:
    """Reads the text form line by line."""

    def __init__(self, plan: Plan, name: str) -> None:
        self.plan, self.name = plan, name
        self.stages = stages_named(plan)
        self.views = {decision: View(plan, stage) for decision, stage in self.stages.items()}
        self.decision = next(iter(self.stages)) if len(self.stages) == 1 else ""
        self.blocks: dict[str, list[Line]] = {}

    def fail(self, place: str, what: str) -> CombinError:
        return CombinError(f"{self.name}, {place}: {what}" if place else f"{self.name}: {what}")

    def always(self, words: str) -> Lines:
        for decision in self.stages:
            self.decision = decision
            self.blocks[decision] = [Line(self.action(words, ""))]
        return self.finished()

    def read(self, number: int, text: str) -> None:
        if not text:
            return
        place = f"line {number}"
        head, colon, tail = (part.strip() for part in text.partition(":"))
        if head.lower() == "game" and not self.blocks:
            self.verify_game(tail, place)
        elif colon and not tail:
            self.heading(head, place)
        else:
            self.line(head, tail, place)

    def verify_game(self, slug: str, place: str) -> None:
        if slug != self.plan.game.slug:
            raise self.fail(place, f"a strategy for {slug!r}, not for {self.plan.game.slug!r}")

    def heading(self, words: str, place: str) -> None:
        known = {decision.lower(): decision for decision in self.stages}
        if words.lower() not in known:
            raise self.fail(place, self.no_decision(words))
        self.decision = known[words.lower()]
        if self.decision in self.blocks:
            raise self.fail(place, f"the decision {self.decision!r} has its lines already")
        self.blocks[self.decision] = []

    def no_decision(self, words: str) -> str:
        """Return what is wrong with a heading that names no decision that needs lines."""
        if words.lower() in {decision.name.lower() for decision in self.plan.decisions}:
            return f"at {words!r} all cards are known, and the best action needs no lines"
        return f"{self.plan.game.slug} has no decision {words!r}{nearest(words, self.stages)}"

    def line(self, action: str, conditions: str, place: str) -> None:
        block = self.blocks.setdefault(self.open_decision(place), [])
        if block and not block[-1].conditions and self.is_always_offered(block[-1].action):
            before = block[-1].place
            raise self.fail(
                place, f"this line can never be reached: {before} already takes everything"
            )
        block.append(Line(self.action(action, place), self.conditions(conditions, place), place))

    def open_decision(self, place: str) -> str:
        """Return the decision that a line belongs to."""
        if not self.stages:
            bet, game = self.plan.bet.key, self.plan.game.slug
            raise self.fail(place, f"bet {bet!r} of {game} leaves nothing to decide")
        if not self.decision:
            known = ", ".join(f"{decision}:" for decision in self.stages)
            raise self.fail(place, f"a line before any heading; a heading is one of {known}")
        return self.decision

    def verify_last(self, decision: str, line: Line) -> None:
        """Refuse a list that ends with an action that only some cards allow."""
        self.decision = decision
        if not line.conditions and not self.is_always_offered(line.action):
            raise self.fail(
                line.place,
                f"{line.action!r} is not offered with all cards; a line below says what to do then",
            )

    def is_always_offered(self, name: str) -> bool:
        actions = self.plan.decisions[self.stages[self.decision].number].actions
        return any(action.name == name and action.when == ALWAYS_OFFERED for action in actions)

    def action(self, words: str, place: str) -> str:
        actions = self.plan.decisions[self.stages[self.decision].number].actions
        found = action_named(actions, words)
        if found is None:
            known = nearest(words, [action.name for action in actions])
            raise self.fail(place, f"unknown action {words!r} at {self.decision!r}{known}")
        return found

    def conditions(self, text: str, place: str) -> tuple[Condition, ...]:
        if not text or text.lower() in ALWAYS:
            return ()
        return tuple(self.condition(words.strip(), place) for words in text.split(","))

    def condition(self, words: str, place: str) -> Condition:
        view = self.views[self.decision]
        found = view.read(words)
        if found is None:
            raise self.fail(place, f"unknown phrase {words!r}{self.hint(words, view)}")
        return found

    def hint(self, words: str, view: View) -> str:
        # Whoever writes a hand alone means that hand or better.
        for hand in (words, f"a {words}", f"any {words.removeprefix('a ')}"):
            if meant := view.read(f"{hand} or better"):
                return f" (did you mean {meant.phrase!r}?)"
        likely = nearest(words, view.phrases)
        listed = f"; combin strategy {self.plan.game.slug} --words lists what can be said"
        return likely if likely.startswith(" (did") else listed

    def finished(self) -> Lines:
        for decision in self.stages:
            if not self.blocks.get(decision):
                raise self.fail("", f"no line says what to do at {decision!r}")
            self.verify_last(decision, self.blocks[decision][-1])
        blocks = {decision: tuple(self.blocks[decision]) for decision in self.stages}
        return Lines(self.plan.game.slug, self.plan.bet.key, blocks, self.name)
