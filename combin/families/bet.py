"""A bet of a game whose deals are counted, as questions ask it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.cards import ACE_FIRST, SUITS, card_text
from combin.counting import Plan, method_of
from combin.questions.solve import results
from combin.ranking import Points
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.subject import Subject

if TYPE_CHECKING:
    from combin.sensitivity.settings import SettledBet
    from combin.solving.executor import Workers


class DealtBet(Subject):
    """A bet of a game whose deals are counted.

    whole: the payoffs of the bet with all its cards, where one is gone.
    """

    game: Game

    def __init__(
        self, game: Game, bet: str, workers: Workers = None, whole: Payoffs | None = None
    ) -> None:
        super().__init__(game, bet, workers)
        self._whole = whole
        self._lacking: dict[int, DealtBet] = {}

    @cached_property
    def _payoffs(self) -> Payoffs:
        plan = Plan(self.game, self.game.bet(self.bet))
        return Payoffs(plan, self._whole) if self._whole else Payoffs(plan)

    @cached_property
    def value(self) -> Fraction:
        return results([self._payoffs], self.workers)[0].expected_value

    def settled(self) -> SettledBet:
        from combin.sensitivity.settings import SettledBet

        return SettledBet(self.game, self.bet)

    # --- The shoe --------------------------------------------------------------------------------

    def ranks(self) -> dict[str, dict[str, int]]:
        """Suits count where cards are dead or a hand names a card; else a rank has one card."""
        deck = self.game.deck
        self.game.verify_shoe("; only there can cards be dead before the deal")
        rankings = [hand.ranking for hand in self.game.hands]
        values = [card for one in rankings if isinstance(one, Points) for card in one.values]
        suited = bool(deck.dead) or any(card[1:] in SUITS for card in values if card[1:])
        copies = {card_text(card): number for card, number in deck.copies.items()}
        found = {}
        for rank in ACE_FIRST:
            if rank in deck.ranks:
                cards = [card for card in copies if card[0] == rank]
                found[rank] = {card: copies[card] for card in (cards if suited else cards[:1])}
        return found

    def without(self, card: str) -> DealtBet:
        """One for all cards that its hands treat alike."""
        kind = self._kinds[card]
        if kind not in self._lacking:
            game = self.game
            if not game.decisions:  # rules with a card less are checked anew, bet by bet
                needed = (game.bets[0].key, self.bet)
                left = tuple(bet for bet in game.bets if bet.key in needed)
                game = replace(game, bets=left, names={})  # names would speak of the others
            lacks = game.without(card)
            self._lacking[kind] = DealtBet(lacks, self.bet, self.workers, self._payoffs)
        return self._lacking[kind]

    @cached_property
    def _kinds(self) -> dict[str, int]:
        plan = self._payoffs.plan
        return {card_text(card): kind for card, kind in method_of(plan).kinds(plan).items()}
