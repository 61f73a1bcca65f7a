"""Settles complete rounds in bulk: from the cards of each zone and the actions to the outcome and
the money.

No tally has a part in it: a compiled evaluator finds the facts of each round's hands, and
`combin.rules.facts` settles every combination of facts once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from combin.counting import Plan, zeros
from combin.counting.program import program
from combin.errors import refuse
from combin.families.listed import family_of
from combin.kernels import ends as kernel
from combin.records import dataclass
from combin.rounds.dealing import Dealing, Numbers
from combin.rules.facts import (
    Fact,
    FactValues,
    Path,
    Settler,
    facts_asked,
    facts_of,
    path_key,
    refused,
)

MOST_ZONES = 12  # MAX_PARTS in _ext/limits.pxd


class End(NamedTuple):
    """One way a round can end.

    actions: what the player did.
    outcome: as `combin solve` calls it.
    net: units won less units lost.
    staked: units put down.
    """

    actions: tuple[str, ...]
    outcome: str
    net: Fraction
    staked: Fraction


class Replay:
    """The settlement of one bet, for many rounds at once.

    zones: the dealt zones that the bet is about (`zones_of`), in the order of the play; where hands
        are split, what goes in front of each is a zone, too.
    paths: the sequences of (decision, action) that a round can take; by default every complete one.
    ends: everything that a round can come to.

    >>> from combin import cards, games
    >>> game = games.sheet_of("phil-em-up").resolve()
    >>> replay = Replay(Plan(game, game.bet("base")))
    >>> zones = [map(cards.parse_card, zone.split()) for zone in ("Kh Kd", "2c 4c", "9s")]
    >>> masks = array("Q", map(cards.mask_of, zones))
    >>> path = replay.path_number(("double",))
    >>> [replay.ends[end].net for end in replay.outcomes(masks, array("i", [path]))]
    [Fraction(2, 1)]

    On a path without the last decision, where the player knows everything, the best action is
    taken. A path with an action that the cards do not allow has an end that says so, no units won
    or staked.
    """

    def __init__(self, plan: Plan, paths: Sequence[Path] | None = None) -> None:
        self.plan = plan
        self.paths = tuple(plan.paths if paths is None else paths)
        dealing = family_of(plan).dealing(plan)
        self.zones = tuple(dealing.settled())
        refuse(
            len(self.zones) > MOST_ZONES,
            f"{plan.game.slug}, bet {plan.bet.key!r}: {len(self.zones)} zones are more than "
            f"the {MOST_ZONES} that can be settled in bulk",
        )
        self._numbers = {path_key(path): number for number, path in enumerate(self.paths)}
        settled = _settled(dealing, self.paths)
        self.ends = settled.ends
        self._ends: kernel.Ends | _ByNumbers
        if numbers := dealing.numbers():
            self._ends = _ByNumbers(settled, numbers)
        else:
            zones = [(zone,) for zone in self.zones]
            programs = [program(plan, zones, facts) for facts in settled.facts]
            self._ends = kernel.Ends(programs, settled.program_of, settled.first, settled.table)

    def path_number(self, actions: tuple[str, ...]) -> int | None:
        """Return the number of the path of these actions, None for actions that the rules do not
        allow.
        """
        return self._numbers.get(actions)

    def outcomes(self, masks: array[int], paths: array[int]) -> array[int]:
        """Return array('i'): for each round the number of its end in `ends`.

        masks: array('Q'), for each round a mask for each of `zones`, bits as in `combin.cards`. The
            caller answers for the cards: as many as the zones take, all different, of the deck.
        paths: array('i'), the number of each round's path.
        Releases the lock, so that several threads can settle at the same time.
        """
        ends = zeros("i", len(paths))
        self._ends.find(masks, len(self.zones), paths, ends)
        return ends


@dataclass
class _Settled:
    """The ends of all paths, in a table that the kernel looks them up in.

    facts: the different sequences of facts that the paths depend on.
    program_of, first: for each path the number of its facts, and where its part of the table
        begins.
    table: for each path and joint number of its facts the number of the end.
    ends: by their numbers.
    """

    facts: tuple[tuple[Fact, ...], ...]
    program_of: array[int]
    first: array[int]
    table: array[int]
    ends: tuple[End, ...]


@dataclass(frozen=True)
class _ByNumbers:
    """Finds what rounds come to whose facts no program of the kernel finds.

    numbers: facts and masks -> the joint number of the facts of each round.
    """

    settled: _Settled
    numbers: Numbers

    def find(self, masks: array[int], zones: int, paths: array[int], ends: array[int]) -> None:
        numbers = [self.numbers(facts, masks) for facts in self.settled.facts]
        settled = self.settled
        if len(self.settled.program_of) == 1:
            ends[:] = array("i", map(self.settled.table.__getitem__, numbers[0]))
            return
        for at, path in enumerate(paths):
            ends[at] = settled.table[settled.first[path] + numbers[settled.program_of[path]][at]]


def _settled(dealing: Dealing, paths: Sequence[Path]) -> _Settled:
    plan = dealing.plan
    settler = Settler(plan.bet)
    ends: dict[End, int] = {}
    programs: dict[tuple[Fact, ...], int] = {}
    program_of, first, table = array("i"), array("q"), array("i")
    for path in paths:
        ways = [path] if path in plan.paths else plan.after(path)
        asked = (
            (*facts_of(plan.bet, way), *(fact for _, one in way for fact in facts_asked(one.when)))
            for way in ways
        )
        facts = tuple(dict.fromkeys(chain.from_iterable(asked)))
        program_of.append(programs.setdefault(facts, len(programs)))
        first.append(len(table))
        table.extend(zeros("i", plan.size(facts)))
        for number, values in dealing.values(facts):
            table[first[-1] + number] = ends.setdefault(_end(settler, ways, values), len(ends))
    return _Settled(tuple(programs), program_of, first, table, tuple(ends))


def _end(settler: Settler, ways: Sequence[Path], values: FactValues) -> End:
    """Return the best end of some ways, of equal ones that of the smallest stake."""
    allowed = [way for way in ways if not refused(way, values)]
    if not allowed:
        action = refused(ways[0], values)
        assert action, "an action that is always offered is a way of every path"
        return End(path_key(ways[0]), f"{action.name} is not offered", Fraction(0), Fraction(0))
    results = [(path_key(way), settler.settle(way, values)) for way in allowed]
    actions, result = max(results, key=lambda entry: entry[1].net)
    return End(actions, result.outcome, result.net, result.staked)
