"""Counting knows cards and no money: from a plan to tallies, integer counts of deals.

Four methods give the same integers, and `method` picks one by the shape of the plan. The walk counts anything; removal counts
an opponent's hand, boards two hidden boards, rows a last card beside a board of which a hand uses some.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, factorial, prod

from combin.cards import JOKER, cards_of, mask_of
from combin.counting.plan import Group, Plan, Role, Stage
from combin.counting.program import program
from combin.errors import CombinError
from combin.kernels import boards, removal, rows, walk
from combin.kernels import completions as dealing
from combin.kernels import links as linking
from combin.settlement import Fact, Line, Under

WALK_LIMIT = 2 * 10**10  # deals, suits relabelled, that the walk may be asked for: some minutes
LONG = 10**10  # deals that may take longer than a second when they are walked
LARGEST_BOARD = 7  # cards, for the rows
BLOCK = 200_000  # information sets that removal hands over at a time

Parts = Sequence[Iterable[str]]  # for each set of cards that a kernel is given, the zones they come from


@dataclass(frozen=True)
class Level:
    """The information sets of one decision, up to a relabelling of the suits.

    roles: how many card sets make a state. states: their masks, `roles` a set. weights: how many sets of cards each stands for.
    known: the joint number of the facts known there. links: for each set, the places of the sets of the level before that
    it can have come from, all the same number.
    """

    stage: Stage
    roles: int
    states: array[int]
    weights: array[int]
    known: array[int]
    links: array[int]

    def __len__(self) -> int:
        return len(self.weights)


@dataclass(frozen=True)
class Tally:
    """Counts of deals for some of the information sets of a bet, complete in themselves.

    levels: one a stage, first decision first; empty for a bet without decisions.
    counts: for each set of the last level (or once, without levels), the deals in each column; weights are counted in.
    """

    levels: tuple[Level, ...]
    counts: array[int]
    columns: int


def method(plan: Plan) -> str:
    """Return how a plan is counted: ``walk``, ``removal``, ``boards`` or ``rows``."""
    for name, fits in (("removal", _fits_removal), ("boards", _fits_boards), ("rows", _fits_rows)):
        if fits(plan):
            return name
    return "walk"


def shares(plan: Plan, threads: int) -> int:
    """Return into how many shares to cut the work: one a thread, more where it can so be told how far a long count is."""
    way = method(plan)
    if (way == "rows" and plan.stages) or (way == "walk" and len(plan.stages) < 2 and plan.deals > LONG):
        return 32 * threads
    # Every share of a removal goes through all of the opponent's hands: more than a few make more work than they save.
    return min(threads, 4) if way == "removal" else threads


def tallies(plan: Plan, part: int = 0, parts: int = 1, by: str = "") -> Iterator[Tally]:
    """Yield the tallies of one share of the work; the shares `part` = 0 .. `parts` - 1 add up to the whole.

    by: the counting method, to compare methods with each other; by default the one that `method` picks.
    Raises CombinError for a game whose deals are too many to count.
    """
    if plan.deals >= 2**63:
        raise CombinError(f"{plan.game.slug}: {plan.deals} deals are more than 63 bits can count")
    ways = {"walk": _walk, "removal": _removal, "boards": _boards, "rows": _rows}
    return ways[by or method(plan)](plan, part, parts)


# --- Shared by the methods -------------------------------------------------------------------------------------------


def zeros(kind: str, size: int) -> array[int]:
    """Return an array of so many zeros, of the kind that `array` names."""
    return array(kind, [0]) * size


def _states(plan: Plan, sizes: list[int], given: array[int]) -> tuple[array[int], array[int]]:
    """Return the canonical states and weights, the joker in every role it can be in and in none."""
    deck = plan.game.deck.mask
    holders = [-1]
    if deck >> JOKER and not any(mask >> JOKER for mask in given):
        holders += [role for role in range(len(given), len(sizes)) if sizes[role]]
    masks, weights = array("Q"), array("q")
    for holder in holders:
        more, heavier = walk.states(deck, array("q", sizes), given, holder)
        masks += more
        weights += heavier
    return masks, weights


def _zones(roles: tuple[Role, ...]) -> list[frozenset[str]]:
    return [role.zones for role in roles]


def _level(plan: Plan, stage: Stage, given: array[int], before: Level | None) -> Level:
    """Return the information sets of a stage; `given` fixes the first roles. Without it they are kept for the next share."""
    if given:
        return _new_level(plan, stage, given, before)
    if stage.number not in plan.levels:
        plan.levels[stage.number] = _new_level(plan, stage, given, before)
    level: Level = plan.levels[stage.number]
    return level


def _new_level(plan: Plan, stage: Stage, given: array[int], before: Level | None) -> Level:
    masks, weights = _states(plan, [role.size for role in stage.roles], given)
    known = zeros("q", len(weights))
    if stage.known:
        dealing.columns(len(stage.roles), masks, program(plan, _zones(stage.roles), stage.known), known)
    links = _links(plan, stage, masks, before) if before else array("i")
    return Level(stage, len(stage.roles), masks, weights, known, links)


def _links(plan: Plan, stage: Stage, masks: array[int], before: Level) -> array[int]:
    split, fan = [], 1
    for number, role in enumerate(stage.roles):
        left = role.size
        sources = [(place, old.size) for place, old in enumerate(before.stage.roles) if old.zones <= role.zones]
        sources += [(-1, group.size) for group in role.groups if group.stage > before.stage.number]
        for target, size in sources:
            split += [number, target, size]
            fan *= comb(left, size)
            left -= size
    links = zeros("i", fan * (len(masks) // len(stage.roles)))
    linking.links(plan.game.deck.mask, len(stage.roles), masks, before.roles, before.states, array("q", split), links)
    return links


def _parts(stage: Stage, hidden: tuple[Group, ...]) -> list[frozenset[str]]:
    return [*_zones(stage.roles), *(frozenset(group.zones) for group in hidden)]


def completions(plan: Plan, stage: Stage, states: array[int], weights: array[int]) -> array[int]:
    """Return a row of counts for each of some states of the last stage."""
    return (_paired if method(plan) == "boards" else _walked)(plan, stage, states, weights)


def _walked(plan: Plan, stage: Stage, states: array[int], weights: array[int]) -> array[int]:
    sizes = [group.size for group in plan.hidden]
    return _completions(plan, _parts(stage, plan.hidden), len(stage.roles), states, weights, sizes)


def _completions(plan: Plan, parts: Parts, roles: int, states: array[int], weights: array[int], sizes: list[int]) -> array[int]:
    columns = plan.size(plan.columns)
    counts = zeros("q", columns * len(weights))
    code = program(plan, parts, plan.columns)
    dealing.count(plan.game.deck.mask, roles, states, weights, array("q", sizes), code, counts)
    return counts


def seen_level(plan: Plan, stage: Stage, cards: Mapping[str, int]) -> Level:
    """Return one information set, its suits as they are; cards: zone -> the mask of its cards."""
    state = array("Q", (_union(cards, role.zones) for role in stage.roles))
    known = zeros("q", 1)
    if stage.known:
        dealing.columns(len(state), state, program(plan, _zones(stage.roles), stage.known), known)
    return Level(stage, len(state), state, array("q", [1]), known, array("i"))


def _union(cards: Mapping[str, int], zones: Iterable[str]) -> int:
    return mask_of(card for zone in zones for card in cards_of(cards.get(zone, 0)))


def around(plan: Plan, level: Level) -> tuple[Tally, int]:
    """Return a tally that has the information set of `level` (one, of a stage that is not the last), and its place there."""
    state = level.states[:]
    walk.relabelled(plan.game.deck.mask, state)
    tally = _rows_of(plan, state[0]) if method(plan) == "rows" else next(tallies(plan))
    there = tally.levels[plan.stages.index(level.stage)]
    size = len(state)
    return tally, next(i for i in range(len(there)) if there.states[i * size : (i + 1) * size] == state)


def conditional(plan: Plan, cards: Mapping[str, int]) -> array[int]:
    """Return the column counts of a bet without stages when some of its cards are seen; cards: zone -> mask."""
    seen = [(group.zones, _union(cards, group.zones)) for group in plan.groups]
    hidden = [(group.zones, group.size - mask.bit_count()) for group, (_, mask) in zip(plan.groups, seen)]
    seen = [(zones, mask) for zones, mask in seen if mask]
    hidden = [(zones, size) for zones, size in hidden if size]
    if prod(comb(len(plan.game.deck), size) for _, size in hidden) > WALK_LIMIT:
        raise CombinError(f"{plan.game.slug}: too many cards of bet {plan.bet.key!r} are still to come; give more of them")
    state, parts = array("Q", (mask for _, mask in seen)), [zones for zones, _ in (*seen, *hidden)]
    return _completions(plan, parts, len(seen), state, array("q", [1]), [size for _, size in hidden])


def facts_number(plan: Plan, cards: Mapping[str, int], facts: tuple[Fact, ...]) -> int:
    """Return the joint number of facts that the given cards decide; cards: zone -> mask."""
    number = zeros("q", 1)
    if facts:
        parts = [group.zones for group in plan.groups]
        dealing.columns(len(parts), array("Q", (_union(cards, zones) for zones in parts)), program(plan, parts, facts), number)
    return number[0]


# --- The walk --------------------------------------------------------------------------------------------------------


def _walk(plan: Plan, part: int, parts: int) -> Iterator[Tally]:
    if plan.deals // factorial(len(plan.game.deck.suits)) > WALK_LIMIT:
        raise CombinError(f"{plan.game.slug}: bet {plan.bet.key!r} has {plan.deals:,} deals, too many to be counted one by one")
    if not plan.stages:
        yield _census(plan, part, parts)
    elif len(plan.stages) == 1:
        yield _slice_of(plan, part, parts)
    elif part == 0:
        levels: list[Level] = []
        for stage in plan.stages:
            levels.append(_level(plan, stage, array("Q"), levels[-1] if levels else None))
        last = levels[-1]
        yield Tally(tuple(levels), _walked(plan, last.stage, last.states, last.weights), plan.size(plan.columns))


def _census(plan: Plan, part: int, parts: int) -> Tally:
    """Count a bet without information sets: all its groups are roles of one state."""
    columns = plan.size(plan.columns)
    counts = zeros("q", columns)
    sizes = [group.size for group in plan.groups]
    code = program(plan, [group.zones for group in plan.groups], plan.columns)
    holders = [-1, *range(len(sizes))] if plan.game.deck.jokers else [-1]
    for holder in holders:
        walk.census(plan.game.deck.mask, array("q", sizes), holder, code, counts, part, parts)
    return Tally((), counts, columns)


def _slice_of(plan: Plan, part: int, parts: int) -> Tally:
    level = _sliced(_level(plan, plan.stages[0], array("Q"), None), part, parts)
    return Tally((level,), _walked(plan, level.stage, level.states, level.weights), plan.size(plan.columns))


def _sliced(level: Level, part: int, parts: int) -> Level:
    begin, end = len(level) * part // parts, len(level) * (part + 1) // parts
    states = level.states[begin * level.roles : end * level.roles]
    return Level(level.stage, level.roles, states, level.weights[begin:end], level.known[begin:end], level.links)


# --- Removal: an opponent's hand -------------------------------------------------------------------------------------


def _fits_removal(plan: Plan) -> bool:
    return _opponent(plan) is not None


def _opponent(plan: Plan) -> tuple[str, str] | None:
    """Return (player's hand, opponent's hand) where every open fact sets the one against the other or a threshold."""
    if len(plan.stages) != 1 or plan.informed is not None or plan.game.deck.jokers or len(plan.hidden) != 1 or not plan.columns:
        return None
    hidden = set(plan.hidden[0].zones)
    hands = plan.game.hands
    theirs = {hand.name for hand in hands if set(hand.zones) & hidden}
    facts = plan.columns
    if any(isinstance(fact, Line) for fact in facts) or not all(len(theirs & set(fact.hands)) == 1 for fact in facts):
        return None
    opponents = {name for fact in facts for name in fact.hands if name in theirs}
    players = {name for fact in facts for name in fact.hands if name not in theirs}
    if len(opponents) != 1 or len(players) != 1:
        return None
    (player,), (opponent,) = players, opponents
    return (player, opponent) if _separate(plan, player, opponent) else None


def _separate(plan: Plan, player: str, opponent: str) -> bool:
    """Tell whether the first role is the player's hand and the only other one, if any, the opponent's up card."""
    mine, theirs = plan.game.hand(player), plan.game.hand(opponent)
    roles = plan.stages[0].roles
    if mine.must_use or theirs.must_use or sum(isinstance(fact, Under) for fact in plan.columns) > 4:
        return False
    if roles[0].zones != set(mine.zones) or len(roles) > 2 or roles[0].size > 7:
        return False
    up = roles[1:]
    if any(role.size != 1 or not role.zones < set(theirs.zones) for role in up):
        return False
    known_hands = {name for fact in plan.stages[0].known for name in fact.hands}
    seen_up = {zone for role in up for zone in role.zones}
    if any(set(plan.game.hand(name).zones) & seen_up for name in known_hands):
        return False
    return set(theirs.zones) == seen_up | set(plan.hidden[0].zones) and plan.hidden[0].size + len(up) <= 7


def _removal(plan: Plan, part: int, parts: int) -> Iterator[Tally]:
    hands = _opponent(plan)
    assert hands, "the method was chosen because there are these two hands"
    stage, up = plan.stages[0], len(plan.stages[0].roles) == 2
    mine = _states(plan, [stage.roles[0].size], array("Q"))
    size = plan.hidden[0].size + up
    theirs = mine if size == stage.roles[0].size else _states(plan, [size], array("Q"))
    player, opponent = removal.Hands(*mine, stage.roles[0].size), removal.Hands(*theirs, size)
    known = zeros("q", len(mine[1]))
    if stage.known:
        dealing.columns(1, mine[0], program(plan, [stage.roles[0].zones], stage.known), known)
    seen = [stage.roles[0].zones, frozenset(plan.game.hand(hands[1]).zones)]
    code = program(plan, seen, plan.columns, hands)
    sweep = removal.Sweep(plan.game.deck.mask, player, opponent, known, up, code, part, parts)
    while block := sweep.block(BLOCK):
        states, weights, known_there, counts = block
        yield Tally((Level(stage, 1 + up, states, weights, known_there, array("i")),), counts, plan.size(plan.columns))


# --- Boards: two hidden boards ---------------------------------------------------------------------------------------


def _fits_boards(plan: Plan) -> bool:
    if len(plan.stages) != 1 or plan.game.deck.jokers or len(plan.hidden) != 2 or max(group.size for group in plan.hidden) > 6:
        return False
    sides = [_side(plan, group) for group in plan.hidden]
    return all(sides) and len(sides[0]) + len(sides[1]) == len(plan.columns)


def _side(plan: Plan, group: Group) -> tuple[Fact, ...]:
    """Return the open facts that no hidden group but this one has a part in."""
    others = {zone for other in plan.hidden if other != group for zone in other.zones}
    return tuple(fact for fact in plan.columns if not any(set(plan.game.hand(name).zones) & others for name in fact.hands))


def _boards(plan: Plan, part: int, parts: int) -> Iterator[Tally]:
    level = _sliced(_level(plan, plan.stages[0], array("Q"), None), part, parts)
    yield Tally((level,), _paired(plan, level.stage, level.states, level.weights), plan.size(plan.columns))


def _paired(plan: Plan, stage: Stage, states: array[int], weights: array[int]) -> array[int]:
    """Return a row of counts for each state, the two boards counted apart and put together by removal."""
    sides = [_side(plan, group) for group in plan.hidden]
    codes = [program(plan, _parts(stage, (group,)), facts) for group, facts in zip(plan.hidden, sides)]
    columns = plan.size(plan.columns)
    joint = array("q", (_joint(plan, sides, a, b) for a in range(plan.size(sides[0])) for b in range(plan.size(sides[1]))))
    counts = zeros("q", columns * len(weights))
    first, second = (boards.Board(group.size, code) for group, code in zip(plan.hidden, codes))
    boards.pairs(plan.game.deck.mask, len(stage.roles), states, weights, first, second, joint, counts)
    return counts


def _joint(plan: Plan, sides: list[tuple[Fact, ...]], first: int, second: int) -> int:
    """Return the column of all open facts that the columns of the two boards come to."""
    values = {**plan.values(sides[0], first), **plan.values(sides[1], second)}
    digits = (plan.domain(fact).index(values[fact]) for fact in plan.columns)
    return sum(digit * stride for digit, stride in zip(digits, plan.strides(plan.columns)))


# --- Rows: a last card beside a board --------------------------------------------------------------------------------


def _fits_rows(plan: Plan) -> bool:
    if plan.game.deck.jokers or len(plan.columns) != 1 or not isinstance(plan.columns[0], Line):
        return False
    hand = plan.game.hand(plan.columns[0].hand)
    hole = frozenset(hand.must_use)
    if not hole or not 1 <= hand.ranking.size - _cards(plan, hole) <= 4:
        return False
    if not plan.stages:
        return len(plan.groups) == 2 and set(plan.groups[0].zones) == hole and 2 <= plan.groups[1].size <= LARGEST_BOARD
    alone = all(stage.roles[0].zones == hole and len(stage.roles) <= 2 for stage in plan.stages)
    board = frozenset(hand.zones) - hole
    last = plan.stages[-1]
    one_card = len(plan.hidden) == 1 and plan.hidden[0].size == 1
    small = len(last.roles) == 2 and last.roles[1].size < LARGEST_BOARD
    return alone and one_card and small and last.roles[1].zones | set(plan.hidden[0].zones) == board


def _cards(plan: Plan, zones: frozenset[str]) -> int:
    return sum(deal.cards for deal in plan.game.deals if deal.zone in zones)


def _rows(plan: Plan, part: int, parts: int) -> Iterator[Tally]:
    """Count hole by hole: each hole's information sets are complete in themselves."""
    hole_size = _cards(plan, frozenset(plan.game.hand(plan.columns[0].hand).must_use))
    holes, _ = _states(plan, [hole_size], array("Q"))
    for hole in holes[part::parts]:
        yield _rows_of(plan, hole) if plan.stages else Tally((), _board_of(plan, hole), plan.size(plan.columns))


def _rows_of(plan: Plan, hole: int) -> Tally:
    levels: list[Level] = []
    for stage in plan.stages:
        levels.append(_level(plan, stage, array("Q", [hole]), levels[-1] if levels else None))
    counts = _row_counts(plan, hole, _parts(plan.stages[-1], plan.hidden), levels[-1].states, levels[-1].weights)
    return Tally(tuple(levels), counts, plan.size(plan.columns))


def _row_counts(
    plan: Plan, hole: int, parts: Parts, states: array[int], weights: array[int], together: bool = False
) -> array[int]:
    """Return a row of counts for each state, or one for all states together."""
    counts = zeros("q", plan.size(plan.columns) * (1 if together else len(weights)))
    code = program(plan, parts, plan.columns)
    rows.count(plan.game.deck.mask, hole, states, weights, code, counts)
    return counts


def _board_of(plan: Plan, hole: int) -> array[int]:
    """Count a whole board: its last card set apart, every deal is met once for each of its cards."""
    size = plan.groups[1].size
    states, weights = _states(plan, [plan.groups[0].size, size - 1], array("Q", [hole]))
    sums = _row_counts(plan, hole, [group.zones for group in plan.groups], states, weights, together=True)
    if any(total % size for total in sums):
        raise ArithmeticError("the boards of a hole do not come out whole")
    return array("q", [total // size for total in sums])


__all__ = [
    "Level",
    "Plan",
    "Tally",
    "around",
    "completions",
    "conditional",
    "facts_number",
    "method",
    "seen_level",
    "shares",
    "tallies",
    "zeros",
]
