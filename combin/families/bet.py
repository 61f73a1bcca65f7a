"""A bet of a game whose deals are counted, as questions ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from combin.cards import ACE_FIRST, SUITS, card_text
from combin.counting import Plan, method_of
from combin.errors import CombinError
from combin.families.listed import family_of
from combin.questions.solve import results
from combin.ranking import Points
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.subject import VALUE, StrategyFormat, Subject

if TYPE_CHECKING:
    from combin.families.contract import RoundDealer
    from combin.questions.protection import Exposure
    from combin.sensitivity.settings import SettledBet
    from combin.solving.result import BetResult


class DealtBet(Subject):
    """A bet of a game whose deals are counted.

    whole: the payoffs of the bet with all its cards, where one is gone.
    """

    game: Game

    def __init__(self, *asked: Any, whole: Payoffs | None = None) -> None:
        super().__init__(*asked)
        self.plan = Plan(self.game, self.game.bet(self.bet))
        self._kinds: dict[str, int] = {}
        self._whole = whole
        self._lacking: dict[int, DealtBet] = {}

    @cached_property
    def _payoffs(self) -> Payoffs:
        return Payoffs(self.plan, self._whole) if self._whole else Payoffs(self.plan)

    @cached_property
    def _result(self) -> BetResult:
        kept = self.kept(self.game) if self.kept else None
        return results([self._payoffs], self.workers, self.progress, kept)[0]

    def result(self, need: str = VALUE) -> BetResult:
        return self._result

    @property
    def strategies(self) -> StrategyFormat:
        return family_of(self.plan).strategies(self.plan, self.workers, self.progress)

    def settled(self) -> SettledBet:
        from combin.sensitivity.settings import SettledBet

        return SettledBet(self.game, self.bet)

    def dealer(self, form: str, strategy: str | None, cut: int | None) -> RoundDealer:
        from combin.logs.dealt import zone_dealer

        if cut is not None:
            slug = self.game.slug
            raise CombinError(f"{slug}: cut is for shoes dealt on; it has a whole pack each round")
        return zone_dealer(self.plan, form, strategy, self.workers, self.progress)

    # --- Cards that are seen ---------------------------------------------------------------------

    def sights(self, seen: Mapping[str, Any] | None) -> list[Exposure]:
        from combin.questions.sights import sights

        return sights(self.plan, seen)

    def seeing(self, exposure: Exposure) -> Fraction:
        from combin.questions.sights import edge_seeing

        how = self.workers, self.progress, self.kept
        return -edge_seeing(self.game, self.bet, exposure, *how)

    def cost(self, exposure: Exposure) -> str:
        from combin.questions.sights import cost_of
        from combin.rules.exposed import exposed

        there = exposed(self.game, {exposure.zone: exposure.cards})
        return f"{exposure.cards} of {exposure.zone} seen: {cost_of(there, self.bet)}"

    def foreseen(self) -> Fraction | None:
        from combin.questions.foresight import foreseen

        edge = foreseen(self.plan, self.workers, self.progress)
        return None if edge is None else -edge

    def tells_all(self, exposure: Exposure) -> bool:
        from combin.questions.sights import tells_all

        return tells_all(self.plan, exposure)

    # --- The shoe --------------------------------------------------------------------------------

    def ranks(self) -> dict[str, dict[str, int]]:
        """Suits count where cards are dead or a hand names a card; else a rank has one card."""
        deck = self.game.deck
        self.game.verify_shoe("; only there can cards be dead before the deal")
        rankings = [hand.ranking for hand in self.game.hands]
        values = [card for one in rankings if isinstance(one, Points) for card in one.values]
        suited = bool(deck.dead) or any(card[1:] in SUITS for card in values if card[1:])
        kinds = method_of(self.plan).kinds(self.plan)
        self._kinds = {card_text(card): kind for card, kind in kinds.items()}
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
            self._lacking[kind] = DealtBet(lacks, self.bet, self.workers, whole=self._payoffs)
        return self._lacking[kind]
