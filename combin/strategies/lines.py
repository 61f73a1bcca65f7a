"""A strategy in lines: for each decision an ordered list of `action: condition and condition`; the
first that holds counts.

A line whose action is not offered with the cards at hand is passed over: the next one that holds
counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import chain, product
from typing import ClassVar

from combin.cards import cards_text
from combin.counting.plan import Plan, Stage
from combin.errors import CombinError, refuse
from combin.records import dataclass
from combin.rules import ALWAYS, Action
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.rules.glossary import called
from combin.strategies.conditions import Condition
from combin.strategies.traits import WAGERED
from combin.texts import Stretch

OTHERWISE = "otherwise"
MOST_LINES = 254  # at a decision: their numbers are bytes, and the last one says that none holds


@dataclass(frozen=True)
class Line:
    """One line of a strategy.

    action: what to do where every condition holds.
    conditions: none for a line that decides every situation left.
    place: where it stands; None for a line that was found, not read.
    """

    action: str
    conditions: tuple[Condition, ...] = ()
    place: Stretch | None = field(default=None, compare=False)

    @property
    def when(self) -> str:
        """Its conditions as people read them, joined by `and`."""
        return " and ".join(condition.phrase for condition in self.conditions) or OTHERWISE

    def __str__(self) -> str:
        return f"{self.action}: {self.when}"


Block = tuple[Line, ...]  # the lines of one decision


@dataclass(frozen=True)
class Lines:
    """A strategy in lines for one bet of a game.

    game, bet: slug and key.
    blocks: decision -> its lines, in order; empty where there is nothing to decide.
    name: how an error names the strategy; empty where it was found, not read.
    """

    line: ClassVar[str] = "line"
    whole: ClassVar[str] = "list"

    game: str
    bet: str
    blocks: Mapping[str, tuple[Line, ...]] = field(hash=False)
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for decision, lines in self.blocks.items():
            refuse(
                len(lines) > MOST_LINES,
                f"{len(lines)} lines at {decision!r} are more than the {MOST_LINES} that can "
                "be followed",
            )

    @property
    def told(self) -> dict[str, dict[str, list[str]]]:
        """What JSON says of it."""
        return {"decisions": {name: [*map(str, lines)] for name, lines in self.blocks.items()}}

    def __len__(self) -> int:
        return sum(len(lines) for lines in self.blocks.values())

    def __str__(self) -> str:
        """The text form, which `reading.parse` reads back."""
        rows = [f"game: {self.game}"]
        for decision, lines in self.blocks.items():
            heading = [f"{decision}:"] if len(self.blocks) > 1 else []
            rows += ["", *heading, *map(str, lines)]
        return "\n".join(rows) + "\n"


def open_lines(block: Iterable[Line], wagered: Fraction) -> Iterator[tuple[int, list[Condition]]]:
    """Yield the lines that can hold after some units were wagered, by their place, with their
    conditions on the cards; a line that holds in several ways comes once for each.
    """
    for number, line in enumerate(block):
        stakes = [condition for condition in line.conditions if condition.trait == WAGERED]
        if all(condition.low <= wagered <= condition.high for condition in stakes):
            cards = [one.ways or ((one,),) for one in line.conditions if one.trait != WAGERED]
            yield from ((number, [*chain(*way)]) for way in product(*cards))


def traits_asked(blocks: Iterable[Block]) -> set[int]:
    """Return the traits that some lines ask for."""
    return {condition.trait for block in blocks for condition in conditions_of(block)}


def conditions_of(lines: Iterable[Line]) -> Iterator[Condition]:
    """Yield the conditions of some lines, in order; of several ways those of each."""
    for line in lines:
        for condition in line.conditions:
            yield from chain(*condition.ways) if condition.ways else (condition,)


def with_passing(plan: Plan, history: Path, block: Block) -> Block:
    """Return the lines of a decision and, where it is not made with all cards, one that passes it
    in silence.
    """
    return (*block, *[Line(action.name) for action in plan.actions(history) if not action.name])


def action_names(plan: Plan, history: Path) -> list[str]:
    """Return the names of the actions that are open after a history."""
    return [action.name for action in plan.actions(history)]


def named_actions(plan: Plan, history: Path) -> list[str]:
    """Return the names of the actions that a line may take after a history."""
    return [name for name in action_names(plan, history) if name]


def always_offered(actions: Iterable[Action]) -> list[str]:
    """Return the names of the actions that are offered with all cards."""
    return [action.name for action in actions if action.when == ALWAYS]


def action_table(block: Sequence[Line], names: Sequence[str], undecided: int = 0) -> bytes:
    """Return for each number of a line the number of its action; for other bytes `undecided`."""
    return bytes(names.index(line.action) for line in block).ljust(256, bytes([undecided]))


def undecided(decision: str, history: Path, cards: Iterable[int]) -> str:
    """Return the words of an error for an information set that a strategy leaves undecided."""
    after = f" after {', '.join(path_key(history))}" if history else ""
    return (
        f"no line says what to do at {decision!r}{after} with "
        f"{' / '.join(map(cards_text, cards))}; end with a line 'ACTION: otherwise'"
    )


def left_undecided(lines: Lines, plan: Plan, history: Path, cards: Iterable[int]) -> CombinError:
    """Return the error for a list that comes to some cards and leaves them undecided."""
    decision = plan.decisions[len(history)].name
    last = lines.blocks[decision][-1].place or Stretch("", file=lines.name or "strategy")
    return last.fault(undecided(decision, history, cards))


def stages_named(plan: Plan) -> dict[str, Stage]:
    """Return decision -> stage for the decisions that a strategy has to speak about."""
    return {plan.decisions[stage.number].name: stage for stage in plan.stages}


def action_named(game: Game, actions: Iterable[Action], words: str) -> str | None:
    """Return the name of the action that some words mean: its own, or what people say for it."""
    spoken = " ".join(words.lower().split())
    names = (action.name for action in actions)
    meant = (one for one in names if spoken in (one, called(one), game.called(one).lower()))
    return next(meant, None)
