"""Which zones of a game from a shoe get a card, given the cards and actions before."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain

from combin.counting import zeros
from combin.families.shoe.automaton import Automaton, automaton
from combin.kernels import shoe as kernel
from combin.rules import ALWAYS, Deal, Hand, Not
from combin.rules.facts import Path, facts_asked, left_of
from combin.rules.game import Game

NEVER = Not(ALWAYS)


class Laid:
    """Tells which of some zones get a card.

    zones: their names, in the order of the play; one whose condition asks about others is not
        among them.
    """

    def __init__(self, game: Game, zones: Collection[str], paths: Sequence[Path]) -> None:
        # Those of which the zones tell if a card is dealt.
        deals = [
            deal
            for deal in game.deals
            if {deal.zone, *chain(*[hand.zones for hand in _asked(game, [deal])])} <= {*zones}
        ]
        self.zones = [deal.zone for deal in deals]
        # the deals with what some actions leave of their conditions
        steps = [
            tuple(replace(deal, when=left_of(deal.when, path) or NEVER) for deal in deals)
            for path in paths
        ]
        kinds = list(dict.fromkeys(steps))
        self._machines = [
            automaton(kind, _asked(game, kind), (), tuple(game.deck.copies)) for kind in kinds
        ]
        self._machine_of = [kinds.index(those) for those in steps]

    def dealt(self, cards: bytes | bytearray, paths: array[int]) -> bytearray:
        """Return for each zone of each round 1 where a card is dealt to it, else 0.

        cards: for each round a card for each zone, whether it is dealt or not.
        paths: the number of each round's path.
        """
        found = [self._dealt(machine, cards) for machine in self._machines]
        if len(found) == 1:
            return found[0]
        size = len(self.zones)
        rows = bytearray(len(cards))
        for at, path in enumerate(paths):
            here = slice(at * size, (at + 1) * size)
            rows[here] = found[self._machine_of[path]][here]
        return rows

    def _dealt(self, machine: Automaton, cards: bytes | bytearray) -> bytearray:
        kinds = bytearray(256)
        for card, kind in machine.kinds.items():
            kinds[card] = kind
        dealt = bytearray(len(cards))
        states = zeros("i", len(cards) // len(self.zones))
        kernel.follow(
            machine.following, machine.first, machine.number, cards.translate(kinds), states, dealt
        )
        return dealt


def _asked(game: Game, deals: Iterable[Deal]) -> tuple[Hand, ...]:
    """Return the hands on which it depends whether cards are dealt."""
    asked = {name for deal in deals for fact in facts_asked(deal.when) for name in fact.hands}
    return tuple(hand for hand in game.hands if hand.name in asked)
