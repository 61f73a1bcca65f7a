"""A bet whose deals are counted, of a dealt game or on the first cards of blackjack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from combin.cards import ACE_FIRST, SUITS, card_text
from combin.counting import Plan, method_of
from combin.errors import refuse
from combin.families.listed import family_of
from combin.families.repaid import Repaid
from combin.questions.solve import results
from combin.ranking import Points
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.subject import OPTIMAL, VALUE, CountAsked, Results, StrategyFormat
from combin.telling import announce, counter, paced

if TYPE_CHECKING:
    from combin.families.contract import RoundDealer
    from combin.proof.verify import ShortRecounts, Verified
    from combin.questions.advice import Advice, Situations
    from combin.questions.card_counting import CardCounting
    from combin.questions.plays import Plays
    from combin.questions.protection import Exposure
    from combin.rounds.estimates import Estimates
    from combin.sensitivity import Counted
    from combin.sensitivity.settings import SettledBet
    from combin.solving.result import BetResult
    from combin.strategies import Lines


class DealtBet(Repaid):
    """A bet of a game whose deals are counted.

    whole: the payoffs of the bet with all its cards, where one is gone.
    """

    game: Game

    family = "games whose deals are counted"
    reasons = MappingProxyType(
        {
            "cut": "each round is dealt from whole packs, so no cut card ends a shoe",
            "flat": "what a cut card costs is found of blackjack and its kin",
        }
    )

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
    def format(self) -> StrategyFormat:
        return family_of(self.plan).strategies(self.plan, self.workers, self.progress)

    def verify_shards(self) -> None:
        """All its deals are."""

    def settled(self) -> SettledBet:
        from combin.sensitivity.settings import SettledBet

        return SettledBet(self.game, self.bet)

    # --- One hand, all hands, a count ------------------------------------------------------------

    def advise(self, cards: str) -> Advice:
        from combin.questions.advice import advise

        return advise(self.game, cards, self.bet)

    def situations(self) -> Situations:
        from combin.questions.advice import listed

        return listed(self.game, self.bet)

    def plays(self, numbers: Sequence[int]) -> Plays:
        from combin.questions.plays import plays

        return plays(self.game, self.bet, numbers)

    def card_counting(self, asked: CountAsked) -> CardCounting:
        from combin.questions.card_counting import CUT, LEVEL, card_counting

        self.refuse(**asked.at_table)
        behind = CUT if asked.cut is None else asked.cut
        largest = LEVEL if asked.level is None else asked.level
        return card_counting(self, asked.tags, asked.trigger, behind, largest)

    def verify(
        self, bets: Sequence[str], ranks: str | None, suits: str | None, packs: int | None
    ) -> Verified:
        from combin.proof.verify import Verified, paths_met, recounts

        apart = bool(self.options)  # a command's program may be run anew, a user's may not
        found = tuple(recounts(self.game, bets, ranks, suits, self._recounting, packs, apart))
        announce("")
        whole = ranks is None and suits is None
        return Verified(
            self.game, found, tuple(paths_met(self.game, found, self.progress, by_whole=whole))
        )

    def recounted(self, bets: Sequence[str]) -> ShortRecounts:
        from combin.proof.verify import ShortRecounts, recounted

        return ShortRecounts(self.game, {bet: recounted(self.game, bet) for bet in bets})

    def _recounting(self, key: str, deck: str = "") -> Callable[[int, int], None] | None:
        """Return a counter of the deals of a bet; after them what they come to is compared.

        deck: which of several decks it is.
        """
        what = ", ".join(filter(None, (self.game.shown(key), deck)))
        show = counter(paced(lambda done, all: f"{what}: {100 * done // all} % of {all:,} deals"))
        if show is None:
            return None

        def counted(done: int, total: int) -> None:
            show(done, total)
            if done == total:
                announce(f"{what}: comparing every situation with the engine")

        return counted

    # --- Pays ------------------------------------------------------------------------------------

    def counted(self, question: str = "tally", *pays: str) -> Counted:
        from combin.sensitivity import Counted

        announce(f"{self.game.slug}, {self.bet}: counting")
        found = Counted(self.game, self.bet, self.workers, self.progress)
        announce("")
        return found

    # --- Other settings --------------------------------------------------------------------------

    @property
    def counted_by(self) -> str:
        return self.plan.counted_by

    def known_play(self, alike: Sequence[DealtBet]) -> Iterator[tuple[str, Results]]:
        """The best play, each action taken always, and the lists that others have published."""
        from combin.strategies import common_actions, named
        from combin.strategies.library import published_lists

        yield OPTIMAL, partial(self._best, alike)
        if self.plan.stages:
            for action in common_actions(self.game, self.bet):
                lines = named(action, self.game, self.bet)
                yield f"always {action}", partial(_played, alike, lines)
            for lines in published_lists(self.game, self.bet):
                yield lines.name, partial(_played, alike, lines)

    def _best(self, alike: Sequence[DealtBet]) -> Iterator[BetResult]:
        """Yield the results of settings, counted once where the counts can be kept."""
        from combin.sensitivity.counted import Counted

        counted = Counted(self.game, self.bet)
        for one in alike:
            yield counted.under(one.game).result if counted.keeps else one.result()

    def dealer(self, form: str, strategy: str | None, cut: int | None) -> RoundDealer:
        from combin.logs.dealt import zone_dealer

        self.refuse(cut=cut)
        return zone_dealer(self.plan, form, strategy, self.workers, self.progress)

    # --- Cards that are seen ---------------------------------------------------------------------

    def sights(self, seen: Mapping[str, int | Sequence[int] | str] | None) -> list[Exposure]:
        from combin.questions.sights import sights

        return sights(self.plan, seen)

    def seeing(self, exposure: Exposure) -> Fraction:
        from combin.questions.sights import edge_seeing

        how = self.workers, self.progress, self.kept
        return -edge_seeing(self.game, self.bet, exposure, *how)

    def cost(self, exposure: Exposure) -> str:
        from combin.rules.exposed import exposed

        there = exposed(self.game, {exposure.zone: exposure.cards})
        plan = Plan(there, there.bet(self.bet))
        return f"{exposure.cards} of {exposure.zone} seen: {family_of(plan).cost(plan)}"

    def estimator(
        self,
        sample: int | None,
        seed: int | None,
        tell: Callable[[int, int], None] | None = None,
    ) -> Estimates | None:
        from combin.rounds.estimates import Estimates

        refuse(
            sample is None and seed is not None, "a seed goes with a sample: say of how many hands"
        )
        if sample is None:
            return None
        hands = sample, 1 if seed is None else seed
        return Estimates(self.game, self.bet, *hands, self.workers, tell, self.progress)

    def foreseen(self, among: Callable[[list[Fraction]], Fraction] = max) -> Fraction | None:
        from combin.questions.foresight import foreseen

        edge = foreseen(self.plan, self.workers, self.progress, among)
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


def _played(alike: Sequence[DealtBet], lines: Lines) -> Iterable[BetResult]:
    from combin.strategies import played

    return played([one._payoffs for one in alike], lines)
