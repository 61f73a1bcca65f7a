"""From the rules of a bet to what has to be counted: groups of cards, decisions, and the facts
known at each of them.

Zones that every hand and every decision treats alike are pooled into one group. At a decision the
player's cards fall into roles: zones that all facts still open treat alike are one set, whatever
the order in which they were dealt.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from math import comb, lcm, prod
from operator import mul
from typing import Any, TypeAlias, assert_never

from combin.counting import memory, widths
from combin.counting.program import menu_program
from combin.errors import CombinError, refuse
from combin.kernels import walk
from combin.ranking import NATURAL_RUNS, WILD_JOKER, HandRanking
from combin.recent import found_once
from combin.records import dataclass
from combin.rules import ALWAYS, Action, Bet, Deal, Decide, Draw, Hand, Hold, Part, Split, Turns
from combin.rules.facts import (
    Fact,
    FactValue,
    FactValues,
    Lead,
    Order,
    PaidLine,
    Path,
    Under,
    facts_asked,
    facts_of,
    holds,
    questions,
)
from combin.rules.game import Game

WAIT = Action("")  # what a player does who can decide no more, until his cards are settled
Use: TypeAlias = "frozenset[tuple[str, bool]]"  # the hands that use a zone, and whether they must


@dataclass(frozen=True)
class Group:
    """Zones dealt between the same two decisions that all hands treat alike.

    stage: how many decisions come before it.
    zones: in the order of the play.
    size: how many cards they have together, at most.
    drawn: how many cards it may have instead, where the player's decision says how many.
    """

    stage: int
    zones: tuple[str, ...]
    size: int
    drawn: tuple[int, ...] = ()


@dataclass(frozen=True)
class Role:
    """Cards that are alike for everything that is still open at a decision.

    groups: where they were dealt.
    """

    groups: tuple[Group, ...]

    @property
    def size(self) -> int:
        return sum(group.size for group in self.groups)

    @property
    def zones(self) -> frozenset[str]:
        return frozenset(zone for group in self.groups for zone in group.zones)


@dataclass(frozen=True)
class Stage:
    """One decision whose information sets are counted: how its cards are seen and what is known by
    then.

    number: which decision, from 0.
    roles: the cards seen.
    known: the facts they decide.
    """

    number: int
    roles: tuple[Role, ...]
    known: tuple[Fact, ...]


class Plan:
    """What has to be counted for one bet of a resolved game.

    decisions: those of the game, or none where the bet does not depend on them.
    paths: every complete sequence of actions. An action that ends the decisions while its outcome
        is open is followed by waiting at each decision that is left.
    groups: the pooled zones, in the order of the play.
    stages: the decisions at which something is still to be seen.
    informed: the number of the last decision where everything is known there, else None. It needs
        no information sets: the player chooses by the facts alone.
    sets_hands: whether the bet looks at the two hands into which one is split, each by itself.
    columns: the facts still open at the last stage (of a bet without stages: all facts).
    hidden: the groups still to be dealt there.
    levels: room for the information sets of whole stages, by their number, so that they are found
        once.
    found: room for what else a method finds once, by a name of its own.
    fits: what is known to fit into the memory.
    """

    def __init__(self, game: Game, bet: Bet) -> None:
        self.game, self.bet = game, bet
        self.levels: dict[int, Any] = {}
        self.found: dict[str, Any] = {}
        self._histories: dict[int, list[Path]] = {}
        self._after: dict[Path, tuple[Path, ...]] = {}
        self._following: dict[Path, list[Action]] = {}
        self._offered: dict[Path, bytes] = {}
        self.fits: set[memory.Keep] = set()
        self.decisions = game.decisions if game.depends_on_actions(bet) else ()
        self.paths = tuple(self._paths())
        self.groups = self._groups()
        # The last decision, where all cards have been dealt before it.
        self.informed: int | None = None
        count = len(self.decisions)
        if count and not any(group.stage == count for group in self.groups):
            self.informed = count - 1
        self.stages = tuple(map(self._stage, range(count if self.informed is None else count - 1)))
        self.hidden, self.columns = self.groups, self.facts
        if self.stages:
            last = self.stages[-1]
            self.hidden = tuple(group for group in self.groups if group.stage > last.number)
            self.columns = tuple(fact for fact in self._open(last.number) if fact not in last.known)
        splits = [{step.zone, step.into} for step in game.play if isinstance(step, Split)]
        hands = self._hands(self.facts)
        self.sets_hands = any(
            len(zones & set(hand.zones)) == 1 for zones in splits for hand in hands
        )
        self._verify()

    def __getstate__(self) -> dict[str, object]:
        """Leave out what kernels found; another process finds it anew."""
        return {**self.__dict__, "levels": {}, "found": {}}

    @property
    def is_dealt_once(self) -> bool:
        """Whether all cards are of one deck without a joker, and none is drawn or set apart."""
        return not (self.game.deck.jokers or self.game.from_shoe or self.draw or self.sets_hands)

    def verify_listable(self) -> None:
        """Raise CombinError where hands are set, for what would list each of millions of them."""
        refuse(
            self.sets_hands,
            f"{self.game.slug}, bet {self.bet.key!r}: hands that are set are not listed one "
            "by one; combin advise tells what settings are worth, combin price what house ways "
            "are",
        )

    def _verify(self) -> None:
        """Raise CombinError for what cannot be counted, whatever the method."""
        refuse(
            not self.groups,
            f"{self.game.slug}: bet {self.bet.key!r} is settled without looking at any card",
        )
        self._verify_draw()
        for hand in self._hands(self.facts):
            match hand.ranking:
                case HandRanking(has_wild=True, of_longest_flush=False) if not self.draw:
                    raise CombinError(
                        f"{self.game.slug}: hand {hand.name!r} has wild cards, which are counted "
                        "in games with a draw, or where the longest flush counts"
                    )
                case HandRanking() as ranking if not self.sets_hands and (
                    ranking.joker_is_best or ranking.wheel_second
                ):
                    raise CombinError(
                        f"{self.game.slug}: hand {hand.name!r} is of a ranking that is counted "
                        "only where hands are set"
                    )
                case HandRanking() as ranking if self.sets_hands and ranking.runs not in (
                    "",
                    NATURAL_RUNS,
                ):
                    raise CombinError(
                        f"{self.game.slug}: hands are set where the ace stands below the deuce "
                        "in straights"
                    )
                case _:
                    pass
        widths.verify(self)

    def _verify_draw(self) -> None:
        """Raise CombinError where cards are parted or drawn in a way that is not counted."""
        if not self.decisions or not self.game.changed():
            return
        hands = {frozenset(hand.zones) for hand in self._hands(self.facts)}
        first, *rest = [group.zones for group in self.groups]
        refuse(
            len(self.decisions) > 1
            or [group.drawn != () for group in self.groups] != [False, True]
            or hands != {frozenset((*first, *rest[0]))}
            or any(hand.must_use for hand in self._hands(self.facts)),
            f"{self.game.slug}: a draw is counted where one hand is dealt, parted once and "
            "filled up again, and bets are paid by those cards alone",
        )

    @property
    def holds(self) -> tuple[Hold, ...]:
        """What can be kept of the hand that is drawn to; nothing where none is."""
        actions = [action for decision in self.decisions for action in decision.actions]
        return tuple(action for action in actions if isinstance(action, Hold))

    @property
    def draw(self) -> Group | None:
        """The cards drawn in place of those thrown, where the play has such a draw."""
        return next((group for group in self.groups if group.drawn), None)

    def under(self, game: Game) -> Plan:
        """Return this plan for a game that is counted alike; its pays, and what its actions stake,
        may be others.
        """
        other = copy(self)
        # A copy is made as for another process, without what was found.
        other.levels, other.found = self.levels, self.found
        other.game, other.bet = game, game.bet(self.bet.key)
        other.decisions = game.decisions if self.decisions else ()
        other.paths = tuple(other._paths())
        other._histories, other._after = {}, {}
        other._following, other._offered = {}, {}
        return other

    def _paths(self) -> Iterable[Path]:
        """Yield every complete sequence of (decision, action)."""
        if not self.decisions:
            yield ()
            return
        for actions in self.game.paths():
            names = (decision.name for decision in self.decisions)
            path = tuple(zip(names, actions))
            dealt = {deal.zone for stage, deal in self._deals() if stage < len(path)}
            settled = all(self._is_known(fact, dealt) for fact in facts_of(self.bet, path))
            if not settled:  # the path goes on without a choice to the last decision
                name, last = path[-1]
                waits = ((decision.name, WAIT) for decision in self.decisions[len(path) :])
                path = (*path[:-1], (name, replace(last, ends=False)), *waits)
            yield path

    def _hands(self, facts: Iterable[Fact]) -> tuple[Hand, ...]:
        names = dict.fromkeys(name for fact in facts for name in fact.hands)
        return tuple(map(self.game.hand, names))

    def _open(self, decision: int) -> tuple[Fact, ...]:
        """Return the facts that settle the bet for a player who comes to that decision, or tell
        what he is offered from there on.
        """
        facts: dict[Fact, None] = {}
        for path in self.paths:
            if not self.decisions or len(path) > decision:
                facts.update(dict.fromkeys(facts_of(self.bet, path)))
                for _, action in path[decision:]:
                    facts.update(dict.fromkeys(facts_asked(action.when)))
        return tuple(facts)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts that settle the bet or tell what is offered, whatever is done."""
        return self._open(0)

    def _groups(self) -> tuple[Group, ...]:
        """Pool the zones: by the decisions before them and the hands that use them."""
        hands = self.hands_read(self.facts)
        pooled: dict[tuple[int, Use], list[Deal]] = {}
        groups = []
        for stage, deal in self._deals():
            use = _use_of(deal.zone, hands)
            if isinstance(deal, Draw):
                groups += [self._drawn(stage, deal)] if use else []
            elif use or stage < len(self.decisions):
                pooled.setdefault((stage, use | self._alone(deal.zone)), []).append(deal)
        for (stage, _), deals in pooled.items():
            cards = {deal.zone: deal.cards for deal in deals}
            groups.append(Group(stage, tuple(cards), sum(cards.values())))
        return tuple(sorted(groups, key=lambda group: group.stage))

    def _drawn(self, stage: int, draw: Draw) -> Group:
        parts = (step for step in self.game.play if isinstance(step, Part))
        counts = next((part.cards for part in parts if part.into == draw.like), ())
        return Group(stage, (draw.zone,), self.game.sizes[draw.zone], counts)

    def hands_read(self, facts: Iterable[Fact]) -> tuple[Hand, ...]:
        """Return the hands that some facts speak of, and those that tell whether their cards are
        dealt.
        """
        hands = self._hands(facts)
        zones = {zone for hand in hands for zone in hand.zones}
        asked = dict.fromkeys(facts)
        for deal in self.game.deals:
            if deal.zone in zones and deal.when != ALWAYS:
                asked.update(dict.fromkeys(facts_asked(deal.when)))
        return hands if len(self._hands(asked)) == len(hands) else self.hands_read(asked)

    def _alone(self, zone: str) -> Use:
        """Return what keeps a zone from others that are treated alike: from a shoe, two of them may
        hold the same card.
        """
        return frozenset({(zone, False)}) if self.game.from_shoe else frozenset()

    def _deals(self) -> Iterator[tuple[int, Deal | Draw]]:
        """Yield every deal, with the number of decisions before it."""
        stage = 0
        for step in self.game.play:
            match step:
                case Deal() | Draw():
                    yield stage if self.decisions else 0, step
                case Decide() | Part():
                    stage += 1
                case Split() | Turns():
                    pass
                case _:
                    assert_never(step)

    def _stage(self, number: int) -> Stage:
        facts = self._open(number)
        hands = self._hands(facts)
        seen: set[str] = set()
        groups_of: dict[Use, list[Group]] = {}
        for group in self.groups:
            if group.stage <= number:
                seen.update(group.zones)
                use = _use_of(group.zones[0], hands) | self._alone(group.zones[0])
                groups_of.setdefault(use, []).append(group)
        roles = tuple(Role(tuple(groups)) for groups in groups_of.values())
        return Stage(number, roles, tuple(fact for fact in facts if self._is_known(fact, seen)))

    def _is_known(self, fact: Fact, seen: set[str]) -> bool:
        """Return True if a fact is decided when all cards of some zones are seen."""
        return all(seen.issuperset(hand.zones) for hand in self._hands([fact]))

    @cached_property
    def deals(self) -> int:
        """The number of deals walked: the ways to deal the groups, one after the other."""
        return prod(self.ways(group) for group in self.groups)

    @property
    def is_settled_alike(self) -> bool:
        """Whether what is counted are deals that are settled alike, each under one of its columns:
        where there is one row, and the columns are many.
        """
        many = self.size(self.columns) > widths.MOST_JOINT
        return self.game.from_shoe and not self.stages and many

    @property
    def counted_by(self) -> str:
        """What decides the counts, as text: equal texts, equal counts."""
        splits = [step for step in self.game.play if isinstance(step, Split)]
        rules = self.game.deck, self.game.hands, [deal.when for deal in self.game.deals], splits
        counted = self.groups, self.stages, self.hidden, self.columns, self.informed
        if self.is_settled_alike:
            return repr((*rules, *counted, questions(self.bet)))
        return repr((*rules, *counted))

    def ways(self, group: Group) -> int:
        """Return the ways to deal a group when all groups before it are dealt; of a draw the
        smallest number that the ways to draw any number of cards divide.
        """
        before = sum(other.size for other in self.groups[: self.groups.index(group)])
        if group.drawn:
            return lcm(*(self.ways_to_draw(group, count) for count in group.drawn))
        return comb(len(self.game.deck) - before, group.size)

    def ways_to_draw(self, group: Group, count: int) -> int:
        """Return the ways to draw some cards when all groups before theirs are dealt."""
        before = sum(other.size for other in self.groups[: self.groups.index(group)])
        return comb(len(self.game.deck) - before, count)

    def deals_after(self, stage: Stage) -> int:
        """Return the ways to deal what is hidden at a stage."""
        return prod(self.ways(group) for group in self.groups if group.stage > stage.number)

    def histories(self, stage: Stage) -> list[Path]:
        """Return the sequences of actions that lead to a stage."""
        number = stage.number
        if number not in self._histories:
            found = (path[:number] for path in self.paths if len(path) > number)
            self._histories[number] = list(dict.fromkeys(found))
        return self._histories[number]

    def deciding(self, stage: Stage) -> list[Path]:
        """Return the histories after which there is something to decide at a stage."""
        return [history for history in self.histories(stage) if not self.waits(history)]

    def waits(self, history: Path) -> bool:
        """Return True if nothing is left to decide after a history, and its outcome is open."""
        return self.actions(history) == [WAIT]

    def actions(self, history: Path) -> list[Action]:
        """Return what can be done after `history`, the action of smallest stake first; a tie goes
        to the first.
        """
        if not self._following:
            following: dict[Path, list[Action]] = {}
            for path in self.paths:
                for number, (_, action) in enumerate(path):
                    known = following.setdefault(path[:number], [])
                    if action not in known:
                        known.append(action)
            self._following = following  # whole, for other threads read it meanwhile
        return sorted(self._following[history], key=lambda action: sum(action.adds.values()))

    def after(self, history: Path) -> tuple[Path, ...]:
        """Return `history` with each action that is open after it, in the order of preference."""
        if history not in self._after:
            decision = self.decisions[len(history)].name
            self._after[history] = tuple(
                (*history, (decision, action)) for action in self.actions(history)
            )
        return self._after[history]

    @property
    def offers_all(self) -> bool:
        """Whether every action is offered with any cards."""
        return all(
            action.when == ALWAYS for decision in self.decisions for action in decision.options
        )

    def offered(self, path: Path) -> bytes:
        """Return for every joint number of the facts known where the last action of a path is taken
        whether it is offered, 1 or 0; nothing where it always is.
        """
        when = path[-1][1].when
        if when == ALWAYS:
            return b""
        if path not in self._offered:
            every = self.all_values(self.stages[len(path) - 1].known)
            self._offered[path] = bytes(holds(when, values) for values in every)
        return self._offered[path]

    def offered_after(self, history: Path, values: FactValues) -> list[Path]:
        """Return `history` with each action that is offered by the facts about the cards seen, in
        the order of preference.
        """
        return [path for path in self.after(history) if holds(path[-1][1].when, values)]

    @found_once
    def domain(self, fact: Fact) -> tuple[FactValue, ...]:
        """Return the values a fact can take, in the order of its numbers."""
        match fact:
            case Order():
                return (0, 1, 2)
            case Under():
                return (0, 1)
            case Lead(_, _, lines):
                return tuple((line,) for line in range(len(lines) + 1))
            case PaidLine(_, lines):
                alone = tuple((line,) for line in range(len(lines) + 1))
                return alone + tuple(_lines_of(menu) for menu in self.menus(fact))
            case _:
                assert_never(fact)

    @found_once
    def menus(self, fact: Fact) -> list[int]:
        """Return the menus of more than one line that the joker offers a fact, as bit masks,
        ascending.
        """
        if not isinstance(fact, PaidLine) or not self.game.deck.jokers:
            return []
        hand = self.game.hand(fact.hand)
        if hand.by_families().joker == WILD_JOKER:
            return []
        refuse(
            hand.must_use,
            f"{self.game.slug}: hand {hand.name!r} must use some cards, which is not counted "
            "with a joker",
        )
        cards = sum(deal.cards for deal in self.game.deals if deal.zone in hand.zones)
        memory.verify_menus(self.game, hand.name, cards)
        program = menu_program(self.game, hand, fact)
        return list(_menus(self.game.deck.mask, cards, program.tobytes()))

    def size(self, facts: Iterable[Fact]) -> int:
        """Return how many joint values the facts have."""
        return prod(len(self.domain(fact)) for fact in facts)

    def values(self, facts: tuple[Fact, ...], number: int) -> dict[Fact, FactValue]:
        """Return the facts' values that a joint number stands for; the last fact varies fastest."""
        values: dict[Fact, FactValue] = {}
        for fact in reversed(facts):
            domain = self.domain(fact)
            number, digit = divmod(number, len(domain))
            values[fact] = domain[digit]
        return values

    def number(self, facts: tuple[Fact, ...], values: FactValues) -> int:
        """Return the joint number of facts that have these values."""
        digits = (self.domain(fact).index(values[fact]) for fact in facts)
        return sum(map(mul, self.strides(facts), digits))

    def all_values(self, facts: tuple[Fact, ...]) -> Iterator[dict[Fact, FactValue]]:
        """Yield the facts' values for every joint number, in its order."""
        return (dict(zip(facts, values)) for values in product(*map(self.domain, facts)))

    def strides(self, facts: tuple[Fact, ...]) -> list[int]:
        """Return what one step of each fact's number adds to the joint number."""
        return [self.size(facts[i + 1 :]) for i in range(len(facts))]


@lru_cache(maxsize=64)
def _menus(deck: int, cards: int, program: bytes) -> tuple[int, ...]:
    """Return the menus of more than one line that a program finds; each plan of a game asks."""
    found = walk.menus(deck, cards, array("q", program))
    return tuple(menu for menu in found if menu & (menu - 1))


def _use_of(zone: str, hands: Iterable[Hand]) -> Use:
    return frozenset((hand.name, zone in hand.must_use) for hand in hands if zone in hand.zones)


def split_of(stage: Stage, before: Stage) -> list[tuple[int, int, int]]:
    """Return how the cards of a stage came about: (role, the role before or -1 for cards dealt in
    between, how many).
    """
    split = []
    for number, role in enumerate(stage.roles):
        for place, old in enumerate(before.roles):
            if old.zones <= role.zones:
                split.append((number, place, old.size))
        for group in role.groups:
            if group.stage > before.number:
                split.append((number, -1, group.size))
    return split


def fan_of(stage: Stage, split: Iterable[tuple[int, int, int]]) -> int:
    """Return how many information sets of the stage before can lead to one of a stage, each way
    to part its cards counted.
    """
    fan = 1
    left = [role.size for role in stage.roles]
    for role, _, size in split:
        fan *= comb(left[role], size)
        left[role] -= size
    return fan


def _lines_of(menu: int) -> tuple[int, ...]:
    return tuple(line for line in range(menu.bit_length()) if menu >> line & 1)
