"""A bet of a blackjack game, the main game, insurance or a bust bet, as questions ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError, refuse
from combin.families.blackjack.full_memory import FULL, MOST_HANDS, takes
from combin.families.blackjack.house import RANKS, House, Shoe, falling, house_of, ups_of, without
from combin.families.blackjack.ladder import Charts
from combin.families.blackjack.questions import (
    FIRST_ACTION,
    advise,
    by_model,
    shoe_of_game,
    situations,
    solve,
    solved_from,
    solved_games,
    valued_by,
)
from combin.families.blackjack.side_bets import outcomes_of, result_of
from combin.families.blackjack.solve import Solved
from combin.families.blackjack.solve import solve as solved
from combin.families.blackjack.switch import KEEP, SWITCH, Switched, deals_of
from combin.families.blackjack.switch_chart import (
    ChartOfTwo,
    chart_of_two,
    kept_in,
    situations_of_two,
)
from combin.families.repaid import Repaid
from combin.rules.blackjack import InsuranceBet, suits_of
from combin.rules.game import Game
from combin.solving.executor import at_once
from combin.solving.result import BetResult
from combin.subject import LAW, OPTIMAL, VALUE, CountAsked, Results
from combin.telling import announce, counter, note, paced

if TYPE_CHECKING:
    from combin.families.contract import RoundDealer
    from combin.proof.verify import ShortRecounts, Verified
    from combin.questions.advice import Advice, Situations
    from combin.questions.card_counting import CardCounting
    from combin.questions.protection import Exposure
    from combin.questions.spreads import BettingSpread
    from combin.rules.game import Game
    from combin.sensitivity import Change, Counted
    from combin.sensitivity.settings import Comparison, Side

End = tuple[str, Fraction, Fraction]  # how a bet ends, its net, and how likely
HOLE, NEXT = "hole", "next"  # the dealer's other card, and the first one to be drawn
SETS_A_SECOND = 5_500  # solved under full memory, against all up cards


class BlackjackBet(Repaid):
    """A bet of a blackjack game.

    shoe: its cards, of which some may be gone. house: its rules, where they have been read.
    """

    game: Game

    listed = False
    by_hand = True  # as `SettledBet` has it
    family = "blackjack games"
    reasons = MappingProxyType(
        {
            "bet": "this is asked of the game itself, not of a bet beside it",
            "tally": "its hands are not counted; formula has the value for every pay of a natural",
            "design": "the distribution of its net is not known, so no hit frequency is",
            "plays": "several plays of one hand are for video poker",
            "strategy": "a bet on the dealer's cards has no decisions, so it has no strategies",
            "cut": "a bet on the dealer's cards is dealt from a fresh shoe each round",
            "shard": "shards are of deals that are counted, and its hands are not dealt one by one",
            "executor": "an executor is used for the main game under model=full-memory alone",
        }
    )

    def __init__(
        self, game: Game, *asked: Any, shoe: Shoe = (), house: House | None = None
    ) -> None:
        super().__init__(game, *asked)
        self.refuse(resume=self.kept)
        self.shoe, self.house = shoe or tuple(game.shoe.values()), house or house_of(game)
        self.beside = next((one for one in game.beside if one.key == self.bet), None)
        self.model = "" if self.beside else game.turns.model
        self.hands_out = self.model == FULL

    def tell_cost(self) -> None:
        if self.model == FULL and self.house.turns.pairs.hands == MOST_HANDS:
            sets, size = takes(shoe_of_game(self.game))
            size, seconds = size * at_once(self.workers) // 10**6 + 1, sets // SETS_A_SECOND + 1
            note(
                f"full memory: {sets:,} sets of cards against each up card, {size} MB, "
                f"about {seconds} s of processor time"
            )

    @cached_property
    def solved(self) -> Solved | Switched:
        """The game by its model."""
        return solved_from(self.game, self.shoe, self.house, self._tell, self.workers)

    @property
    def _tell(self) -> Callable[[int, int], None] | None:
        parts = "up cards" if self.game.turns.switch or self.model == FULL else "split pairs"
        return counter(paced(lambda done, total: f"{done} of {total} {parts}"))

    def result(self, need: str = VALUE) -> BetResult:
        if self.beside:
            return result_of(self.beside, self.shoe, self.house, suits_of(self.game.deck))
        game, found = self.game, self.solved if need == VALUE else self._solved_further(need)
        figures = {
            "expected_value": found.value,
            "average_wager": found.mean_wager,
            "variance": found.variance,
            "exchanged": found.exchanged,
        }
        ends = [("", net, chance) for net, chance in reversed([*(found.law or {}).items()])]
        lacking = ["the variance (--variance)"] if found.variance is None else []
        if found.law is None and not self.house.correlated:
            lacking.append("the distribution of the net (--law)")
        return BetResult(
            *(self.bet, self.wager, *outcomes_of(ends)),
            model=self.model,
            figures={name: figure for name, figure in figures.items() if figure is not None},
            lacking=() if game.turns.switch or game.turns.zap.totals else tuple(lacking),
            found=found,
        )

    def _solved_further(self, need: str) -> Solved:
        """Return the game with its variance, or with its distribution."""
        refuse(
            self.game.turns.switch,
            f"{self.game.slug}: the {need} is not available for two hands, which end against "
            "one dealer",
        )
        pairs = self.game.turns.pairs
        resplit = pairs.hands > 2 and self.model != FULL
        if need == LAW and resplit and not self.house.correlated:
            takes = "one to three minutes"
            if pairs.free and pairs.hands > 3:  # the hands of a free split differ
                takes = "ten minutes or more"
            note(
                f"up to {pairs.hands} hands of a pair share a shoe, with a million sets of cards "
                f"(splits=2: in seconds): {takes} of processor time"
            )
        return solve(self.game, None, need, self.workers, self._tell)

    # --- One hand, all hands, a count ------------------------------------------------------------

    def advise(self, cards: str) -> Advice:
        self.refuse(bet=self.beside)
        return advise(self.game, cards)

    def situations(self) -> Situations:
        self.refuse(bet=self.beside)
        if self.game.turns.switch:
            return situations_of_two(self.game, self._tell)
        return situations(self.game)

    def card_counting(self, asked: CountAsked) -> CardCounting | BettingSpread:
        """With a trigger, a cut or bets the game itself is a bet, too, made by the count."""
        from combin.families.blackjack import play_counting
        from combin.families.blackjack.card_counting import card_counting
        from combin.questions.card_counting import LEVEL

        if self.beside:
            self.refuse(**asked.at_table)
            largest = LEVEL if asked.level is None else asked.level
            return card_counting(self.game, self.bet, asked.tags, asked.trigger, asked.cut, largest)
        betting = {**asked.at_table, "trigger": asked.trigger, "cut": asked.cut}
        if any(one not in (None, False) for one in betting.values()):
            return play_counting.betting_spread(self.game, asked, announce)
        return play_counting.play_counting(self.game, asked.tags, asked.level, announce)

    def dealer(self, form: str, strategy: str | None, cut: int | None) -> RoundDealer:
        from combin.families.blackjack.dealer import BesideDealer, HandsDealer

        if self.beside:
            self.refuse(strategy=strategy if strategy != OPTIMAL else None, cut=cut)
            return BesideDealer(self.game, self.beside, form, self.result())
        return HandsDealer(self.game, form, strategy, cut)

    def verify(
        self, bets: Sequence[str], ranks: str | None, suits: str | None, packs: int | None
    ) -> Verified:
        from combin.families.blackjack.verify import verify

        return verify(self.game, bets, ranks, suits, packs, announce)

    def recounted(self, bets: Sequence[str]) -> ShortRecounts:
        from combin.families.blackjack.verify import recounted
        from combin.proof.verify import ShortRecounts

        found = recounted(self.game, tuple(bets))
        reports = {key: tuple(one for one in found.reports if one.bet == key) for key in bets}
        return ShortRecounts(self.game, reports, {one.bet: one.lacking for one in found.met})

    # --- Pays ------------------------------------------------------------------------------------

    def counted(self, question: str = "tally", *pays: str) -> Counted:
        from combin.families.blackjack.linear_pays import LinearBet, SolvedBet, is_linear_in

        if question == "tally":
            raise self.refused(question)
        self.tell_cost()
        switch = bool(self.game.turns.switch)
        played = [pay for pay in pays if not self.beside and (switch or not is_linear_in(pay))]
        if not played:
            return LinearBet(self, question == "design")
        found = SolvedBet(self)
        if question == "sweep" or (question == "target" and found.is_convex and not pays[1:]):
            return found
        raise CombinError(
            f"{self.game.slug}: how hands are played, those of a split too, changes with "
            f"{played[0]}, so that {question} has no exact answer; `combin sweep` solves at values "
            "of it"
        )

    # --- Rules -----------------------------------------------------------------------------------

    @property
    def format(self) -> Charts:
        return Charts(self.game, self.bet, self.workers, self.progress)

    def settled(self) -> BlackjackBet:
        return self

    @property
    def side(self) -> Side:
        """The bet under its setting."""
        from combin.sensitivity.settings import Side

        found = None if self.beside else self.solved
        return Side(self.game, self.wager, -self.value, self.model, found)

    def is_other(self, game: Game) -> bool:
        """Return whether a game makes another bet of it, and one that is solved soon."""
        soon = self.model == FULL and game.turns.pairs.hands <= MOST_HANDS
        return super().is_other(game) and (bool(self.beside) or game.turns.model != FULL or soon)

    @property
    def counted_by(self) -> str:
        return super().counted_by if self.beside else str(valued_by(self.game))

    def known_play(self, alike: Sequence[BlackjackBet]) -> Iterator[tuple[str, Results]]:
        def best() -> Iterator[BetResult]:
            self.tell_cost()
            self._solve_together(alike)
            return (one.result() for one in alike)

        yield OPTIMAL, best

    def _solve_together(
        self, bets: Sequence[BlackjackBet], tell: Callable[[int], None] = lambda at: None
    ) -> None:
        """Solve this bet of some games; what counts alike is counted once."""
        if not self.beside:
            for one, found in zip(bets, solved_games([one.game for one in bets], tell)):
                one.solved = found

    def against(
        self, games: Sequence[Game], tell: Callable[[int], None] = lambda at: None
    ) -> Iterator[Comparison]:
        """Yield this bet beside the same bet of other games; what counts alike is counted once.

        tell: is told which is next.
        """
        from combin.sensitivity.settings import Comparison

        for game in games:
            if not game.has_turns or (game.turns.switch is None) != (
                self.game.turns.switch is None
            ):
                slug = self.game.slug
                raise CombinError(f"{slug} is compared with another setting of {slug} only")
        if games:
            self.tell_cost()
        others = [BlackjackBet(game, self.bet) for game in games]
        self._solve_together([self, *others], lambda at: tell(at - 1) if at else None)
        for other in others:
            changes = () if self.beside else tuple(changes_of(self.solved, other.solved))
            yield Comparison(self.bet, self.side, other.side, changes)

    # --- Cards that are seen ---------------------------------------------------------------------

    def sights(self, seen: Mapping[str, Any] | None) -> list[Exposure]:
        """The hole card, unless the dealer shows both cards, and the next card of the shoe; of two
        hands the play of both decides which of them takes that.
        """
        from combin.families.blackjack.protection import MODELS
        from combin.questions.protection import Exposure

        self.refuse(seen=seen)
        refuse(
            self.beside,
            f"{self.game.slug}: bet {self.bet!r} has no decisions, so seen cards change nothing",
        )
        refuse(
            self.house.turns.dealer.groups or self.house.turns.zap.totals,
            f"{self.game.slug}: protect is not available with a hint or a zap",
        )
        refuse(
            self.model not in MODELS,
            f"{self.game.slug}: protect answers model {' and '.join(MODELS)}",
        )
        insurance = [bet.key for bet in self.game.beside if isinstance(bet, InsuranceBet)]
        hole = [
            Exposure(HOLE, 1, None, words="the dealer's hole card"),
            *(
                Exposure(HOLE, 1, None, words="the hole card, with insurance", beside=key)
                for key in insurance
            ),
        ]
        following = Exposure(NEXT, 1, None, words="the next card of the shoe")
        return (hole if self.house.turns.dealer.cards_seen == 1 else []) + (
            [] if self.game.turns.switch else [following]
        )

    def seeing(self, exposure: Exposure) -> Fraction:
        from combin.families.blackjack.protection import insured, with_next_card

        if exposure.zone == NEXT:
            show = counter(paced(lambda done, every: f"{done} of {every} up cards"))
            return with_next_card(self.shoe, self.house, self.model, show)
        pays = [
            bet.pays
            for bet in self.game.beside
            if isinstance(bet, InsuranceBet) and bet.key == exposure.beside
        ]
        return self._with_hole_card + (insured(self.shoe, *pays) if pays else 0)

    @cached_property
    def _with_hole_card(self) -> Fraction:
        from combin.families.blackjack import protection, switch

        if not self.game.turns.switch:
            return protection.with_hole_card(self.shoe, self.house, self.model)
        show = counter(paced(lambda done, every: f"{done} of {every} pairs of dealer's cards"))
        return switch.with_hole_card(self.shoe, self.house, self.game.turns.switch.natural, show)

    def cost(self, exposure: Exposure) -> str:
        against = "for all first hands" if exposure.zone == NEXT else "against each up card"
        return f"{exposure.words}: each of up to 10 {against}"

    # --- The shoe --------------------------------------------------------------------------------

    def ranks(self) -> dict[str, dict[str, int]]:
        return {name: {name: many} for name, many in zip(RANKS, self.shoe)}

    def without(self, card: str) -> BlackjackBet:
        left = without(self.shoe, RANKS.index(card))
        return BlackjackBet(self.game, self.bet, self.workers, shoe=left, house=self.house)

    def usual(self) -> Solved | ChartOfTwo | None:
        """Return the chart found, of two hands with the table by which cards are switched."""
        if self.beside:
            return None
        return (
            chart_of_two(self.game)
            if self.game.turns.switch
            else solve(by_model(self.game, "total"))
        )

    def by(self, policy: Solved | ChartOfTwo) -> Fraction:
        if isinstance(policy, ChartOfTwo):
            whole = self.shoe == policy.chart.shoe
            return policy.value if whole else kept_in(self.game, policy, self.shoe)
        if self.shoe == policy.shoe:
            return policy.value
        ups = ups_of(self.shoe, self.house.turns.dealer)
        charts = {up: policy.charts[up] for up in ups if up in policy.charts}
        return solved(self.shoe, self.house, "total", charts).value


def changes_of(first: Solved | Switched, second: Solved | Switched) -> Iterator[Change]:
    """Yield the first hands of which two settings take another action; of two hands the deals of
    which they switch cards otherwise, the most likely first.
    """
    from combin.sensitivity import Change

    if isinstance(first, Solved):
        assert isinstance(second, Solved), "both are of one hand"
        for spot in first.spots:
            other = second.spot(*spot.ranks, spot.up, spot.unlike)
            if other and spot.taken != other.taken:
                cards = f"{spot.cards} / {spot.against}"
                share = Fraction(spot.deals, first.deals)
                yield Change(FIRST_ACTION, (), spot.taken, other.taken, 1, share, cards)
        return
    assert isinstance(second, Switched), "both are of two hands"
    found = []
    for up, gains in first.gains.items():
        others = second.gains.get(up, {})
        for one, two, orders in deals_of(without(first.shoe, up)):
            four = (*one, *two)
            if four in others and (gains[four] > 0) != (others[four] > 0):
                found.append((-orders * first.shoe[up], up, four, gains[four] > 0))
    for deals, up, four, switched in sorted(found):
        taken = (SWITCH, KEEP) if switched else (KEEP, SWITCH)
        a, b, c, d = (RANKS[rank] for rank in four)
        share = Fraction(-deals, falling(sum(first.shoe), 5))
        yield Change(SWITCH, (), *taken, 1, share, f"{a} {b}, {c} {d} / {RANKS[up]}")
