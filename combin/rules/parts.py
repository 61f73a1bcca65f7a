"""The rules of a game with every choice made, part by part: what validation and counting read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import assert_never

from combin.cards import Deck
from combin.ranking import HandRanking
from combin.rules.blackjack import Turns
from combin.rules.choosing import Choosing
from combin.rules.words import (
    ALWAYS,
    CARDS_IN_FRONT,
    Action,
    Bet,
    Deal,
    Decide,
    Draw,
    Hand,
    Part,
    Split,
)

Step = Deal | Decide | Part | Draw | Split | Turns


def is_decision(step: Step) -> bool:
    """Return True for a step that is up to the player, as decisions of dealt games are."""
    match step:
        case Decide() | Part() | Split(by=None):
            return True
        case Deal() | Draw() | Split() | Turns():
            return False
        case _:
            assert_never(step)


class Rules(Choosing):
    """The deck, the play and the bets of a game; `Game` says what each field is."""

    title: str
    source: str
    deck: Deck
    play: tuple[Step, ...]
    hands: tuple[Hand, ...]
    bets: tuple[Bet, ...]
    notes: tuple[str, ...]
    names: Mapping[str, str]

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(step for step in self.play if isinstance(step, Deal))

    @property
    def decisions(self) -> tuple[Decide, ...]:
        """The decisions in their order; one that parts cards has an action for every way. How a
        hand is split into two is none of them: each hand has its own settings.
        """
        found = []
        for step in self.play:
            match step:
                case Decide():
                    found.append(step)
                case Part(name, zone):
                    found.append(Decide(name, step.actions(self.sizes.get(zone, 0))))
                case Deal() | Draw() | Split() | Turns():
                    pass
                case _:
                    assert_never(step)
        return tuple(found)

    @property
    def is_decided(self) -> bool:
        """Whether anything is decided: a decision, or how a hand is split into two."""
        return bool(self.decisions) or any(isinstance(step, Split) for step in self.play)

    @property
    def sizes(self) -> dict[str, int]:
        """Zone -> how many cards are dealt to it, at most."""
        sizes: dict[str, int] = {}
        for step in self.play:
            match step:
                case Deal(zone, cards):
                    sizes[zone] = cards
                case Part(_, _, into, cards):
                    sizes[into] = max(cards, default=0)
                case Split(_, _, into):
                    sizes[into] = CARDS_IN_FRONT
                case Draw(zone, like):
                    sizes[zone] = sizes.get(like, 0)
                case Decide() | Turns():
                    pass
                case _:
                    assert_never(step)
        return sizes

    @property
    def most_dealt(self) -> int:
        """How many cards a round takes from the deck, at most."""
        drawn = sum(self.sizes[step.zone] for step in self.play if isinstance(step, Draw))
        return sum(deal.cards for deal in self.deals) + drawn

    def changed(self) -> set[str]:
        """Return the zones whose cards depend on what the player keeps."""
        zones: set[str] = set()
        for step in self.play:
            match step:
                case Part(_, zone, into):
                    zones |= {zone, into}
                case Draw(zone):
                    zones.add(zone)
                case Deal() | Decide() | Split() | Turns():
                    pass
                case _:
                    assert_never(step)
        return zones

    @property
    def from_shoe(self) -> bool:
        """Whether cards count by what they are and not as a set: there are several packs, some are
        dead, a deal has a condition, hands are read card by card, or grow so.
        """
        singly = any(
            not isinstance(hand.ranking, HandRanking) or hand.ranking.of_copies
            for hand in self.hands
        )
        conditional = any(deal.when != ALWAYS for deal in self.deals)
        of_copies = self.deck.packs > 1 or bool(self.deck.dead)
        return of_copies or conditional or singly or self.has_turns

    @property
    def first_settled(self) -> Bet:
        """The first bet that cards settle: the main bet, unless its rules stand elsewhere."""
        from combin.rules.facts import hands_settling  # a list of games needs none

        return next((bet for bet in self.bets if any(hands_settling(bet))), self.bets[0])

    def hand(self, name: str) -> Hand:
        return next(hand for hand in self.hands if hand.name == name)

    def depends_on_actions(self, bet: Bet) -> bool:
        """Return True for a bet that the player's actions change."""
        from combin.rules.facts import (
            hands_settling,
            speaks_of_actions,
        )  # a list of games needs none

        changed = self.changed()
        wagers = {wager.name for wager in bet.wagers}
        return (
            any(not changed.isdisjoint(self.hand(name).zones) for name in hands_settling(bet))
            or any(speaks_of_actions(row.when) for row in bet.rows())
            or any(
                action.adds.keys() & wagers
                for decision in self.decisions
                for action in decision.actions
            )
        )

    def paths(self) -> Iterator[tuple[Action, ...]]:
        """Yield every complete sequence of actions, one action a decision, ended early where an
        action ends the play.
        """
        seen = set()
        for path in product(*(decision.options for decision in self.decisions)):
            end = next((number for number, action in enumerate(path, 1) if action.ends), None)
            actions = path[:end]
            names = tuple(action.name for action in actions)
            if names not in seen:
                seen.add(names)
                yield actions
