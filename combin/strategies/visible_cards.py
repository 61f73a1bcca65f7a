"""What the player sees at a decision: his hands, the board, the cards beside them."""

from __future__ import annotations

from array import array
from itertools import chain, combinations
from typing import TYPE_CHECKING

from combin.counting.plan import Plan, Stage
from combin.errors import refuse
from combin.families.listed import family_of
from combin.ranking import HandRanking
from combin.rules import Action, Hand, Pays
from combin.rules.facts import PaidLine, best_line, hand_names
from combin.strategies.traits import APART, EACH, OUTS

if TYPE_CHECKING:
    from combin.families.shoe.vocabulary import FromShoe
    from combin.rules import Paytable

MOST_ACTIONS = 30  # of a decision, as bits of a number in `_ext/cells.pyx`


class VisibleCards:
    """What the player sees at one decision.

    plan: of the bet.
    stage: the decision.
    only: the one hand of the player's that is spoken of; empty: all.
    actions: what the player may do.
    shoe: what is seen of cards from a shoe; None where the cards are those of one pack.
    hand: the player's hand.
    cards: how many cards of it he sees.
    all_own: all hands that are the player's.
    has_opponent: whether any hand is compared with another that is not the player's own.
    shared: the zones of the player's hand that an opponent's hand uses, too; without an opponent
        those that not all of the player's hands use, where they are compared.
    hands: the player's hand, and others of his of which he sees as many cards, not the same ones:
        of each trait the largest among them counts.
    alone: each of them, where the player decides between hands of his own that have no board.
    up: the place of the role that holds the one card seen beside the player's hand, such as an
        opponent's, if there is one.
    table: the paytable by which the player's hand is paid, if there is one.
    points: for each rank 2 where a pair of it wins, 1 where it pushes, else 0; all 0 where all
        ranks are alike.
    outs_fact: the fact that the last card decides, where only one card is to come and only a
        paytable is left open.
    line_of: for each column of the counts the line that is paid, where outs count; the best where
        the joker offers several.
    """

    def __init__(self, plan: Plan, stage: Stage, only: str = "") -> None:
        self.plan, self.stage, self.only = plan, stage, only
        self.actions: tuple[Action, ...] = plan.decisions[stage.number].actions
        self.shoe: FromShoe | None = family_of(plan).words_of_shoe(plan, stage)
        self._verify()
        self.hand = plan.game.hand(only) if only else self._main_hand()
        self.cards = self._cards_of(self.hand)
        self.all_own = self._own_hands()
        own = {hand.name for hand in self.all_own}
        compared = [fact.hands for fact in plan.facts if len(fact.hands) > 1]
        self.has_opponent = any(not own.issuperset(names) for names in compared)
        self.shared = self._shared_zones() if compared else frozenset[str]()
        found = {self.own: self.hand}
        for hand in () if only else self.all_own:
            if self._cards_of(hand) == self.cards:
                found.setdefault(self.roles_of(hand), hand)
        self.hands = tuple(found.values())
        is_one = self.shoe or self.board or not self.hands[1:]
        self.alone: tuple[Hand, ...] = () if is_one else self.hands
        mine = {place for hand in self.hands for place in self.roles_of(hand)}
        single = [at for at, role in enumerate(stage.roles) if at not in mine and role.size == 1]
        self.up = single[0] if len(single) == 1 and not only else None
        paid = (one.cell for one in plan.bet.cells() if isinstance(one.cell, Pays))
        tables = (cell.table for cell in paid if cell.by == self.hand.name)
        self.table: Paytable | None = next(tables, None)
        points = [0] * 13
        if not self.shoe and self.table and "pair" in self.ranking.families:
            points = [self._worth(self.table, rank) for rank in range(13)]
        self.points = array("i", points if len(set(points)) > 1 else [0] * 13)
        last = plan.stages[-1] is stage and sum(group.size for group in plan.hidden) == 1
        is_alone = len(plan.columns) == 1 and not self.shoe and not self.alone
        fact = plan.columns[0] if last and is_alone else None
        self.outs_fact = fact if isinstance(fact, PaidLine) else None
        self.line_of = array("i")
        if self.table and self.outs_fact:
            values = plan.all_values(plan.columns)
            self.line_of.extend(best_line(self.table, value[self.outs_fact]) for value in values)

    def _verify(self) -> None:
        """Raise CombinError where lists of lines cannot speak of the decision."""
        slug, typed = self.plan.game.slug, self.plan.game.on_command_line
        name = self.plan.decisions[self.stage.number].name
        refuse(
            self.shoe and not self.shoe.read_off,
            f"{slug}: from a shoe, strategies in lines speak of spreads and of points, which "
            f"no hand has that is seen at {name!r}; `combin situations {typed}` lists every "
            "decision",
        )
        refuse(
            family_of(self.plan).language(self.plan),
            f"{slug}: lists of what to hold have words of their own, those that `combin "
            f"strategy {typed}` prints",
        )
        refuse(
            len(self.actions) > MOST_ACTIONS,
            f"{slug}, {name!r}: {len(self.actions)} actions are more than the {MOST_ACTIONS} "
            "that a strategy in lines can speak of",
        )

    def _main_hand(self) -> Hand:
        """Return the player's hand: he sees more cards of it than of any other hand that settles
        the bet; of equal ones it is that of most zones.

        Where the cards still to come settle nothing, any hand of the game gives the words.
        """
        named = hand_names((*self.stage.known, *self.plan.columns))
        hands = [self.plan.game.hand(name) for name in named] or self.plan.game.hands
        return max(hands, key=lambda hand: (self._cards_of(hand), len(hand.zones)))

    def _cards_of(self, hand: Hand) -> int:
        return sum(role.size for role in self.stage.roles if role.zones & set(hand.zones))

    def _own_hands(self) -> tuple[Hand, ...]:
        """Return all hands that are the player's: those of whose cards he does not see at last the
        same as of `hand`, and by which a paytable pays, too. No opponent is among them.
        """
        hidden = {zone for group in self.plan.hidden for zone in group.zones}
        mine = hidden & set(self.hand.zones)
        paid = {entry.cell.by for entry in self.plan.bet.cells() if isinstance(entry.cell, Pays)}
        hands = map(self.plan.game.hand, hand_names(self.plan.facts))
        others = [hand for hand in hands if mine and hand.name in paid and hand != self.hand]
        return (self.hand, *(one for one in others if hidden & set(one.zones) == mine))

    def _shared_zones(self) -> frozenset[str]:
        mine = frozenset(self.hand.zones)
        if self.plan.game.deck.jokers or self.hand.must_use:
            return frozenset()
        if self.has_opponent:
            hands = map(self.plan.game.hand, hand_names(self.plan.facts))
            others = (hand.zones for hand in hands if not mine.issuperset(hand.zones))
            return mine.intersection(chain.from_iterable(others))
        zones = [frozenset(hand.zones) for hand in self.all_own]
        return frozenset.union(*zones) - frozenset.intersection(*zones)

    def _worth(self, table: Paytable, rank: int) -> int:
        strength = self.ranking.strength("pair", rank)
        lines = table.lines
        reached = next(
            (i for i, line in enumerate(lines) if strength >= self.ranking.threshold(line)),
            len(lines),
        )
        net = table.net(reached)
        return 2 if net > 0 else 1 if net == 0 else 0

    @property
    def ranking(self) -> HandRanking:
        return self.hand.by_families()

    @property
    def own(self) -> tuple[int, ...]:
        """The places of the roles that hold the player's cards."""
        return self.roles_of(self.hand)

    def roles_of(self, hand: Hand) -> tuple[int, ...]:
        """Return the places of the roles that hold the cards of a hand."""
        zones = set(hand.zones)
        return tuple(i for i, role in enumerate(self.stage.roles) if role.zones & zones)

    @property
    def drawn(self) -> set[str]:
        """The zones of the player's hand whose cards are still to come."""
        return {*self.hand.zones}.difference(*(role.zones for role in self.stage.roles))

    @property
    def board(self) -> tuple[int, ...]:
        """The places of the roles that hold the board: cards which an opponent's hand uses, too,
        or, where the player has several hands that cross, those that one of them lacks; none where
        he sees no others.
        """
        return self.board_of(self.hand)

    def board_of(self, hand: Hand) -> tuple[int, ...]:
        """Return the places of the roles that hold the board of one of the player's hands."""
        roles = self.roles_of(hand)
        found = tuple(i for i in roles if self.stage.roles[i].zones & self.shared)
        return found if len(found) < len(roles) else ()

    @property
    def is_whole(self) -> bool:
        """Whether the player shares a board and sees all of it: there is nothing to draw to."""
        return bool(self.board) and self.seen_of(self.board) == self.ranking.size

    def seen_of(self, places: tuple[int, ...]) -> int:
        """Return how many cards the roles at some places hold."""
        return sum(self.stage.roles[i].size for i in places)

    @property
    def width(self) -> int:
        """How many columns a row of traits has."""
        if self.shoe:
            return self.shoe.columns.stop
        if self.alone:
            return APART + EACH * (len(self.alone) + len(self.pairs))
        return OUTS + (len(self.outs_fact.lines) if self.outs_fact else 0)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Each two of the hands that are seen apart, by their places."""
        return [*combinations(range(len(self.alone)), 2)]

    @property
    def high_card(self) -> int | None:
        """The lowest rank whose pair wins; None where the paytable makes no difference."""
        paid = [rank for rank, points in enumerate(self.points) if points == 2]
        return paid[0] if paid else None
