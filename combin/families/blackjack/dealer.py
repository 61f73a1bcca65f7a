"""Deals rounds of a blackjack game for a log of them, and says what columns that has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, islice
from operator import add

from combin.errors import refuse
from combin.exact import whole_number
from combin.families.blackjack.chart import Chart
from combin.families.blackjack.house import RANKS
from combin.families.blackjack.ladder import Charts
from combin.families.blackjack.letters import lines
from combin.families.blackjack.rounds import (
    AHEAD,
    RANK_OF,
    BlackjackRounds,
    Decisions,
    HandsEnd,
    RoundTexts,
    letters_of,
    shuffled,
)
from combin.families.blackjack.settle import draws, is_natural
from combin.families.blackjack.side_bets import came_to
from combin.families.contract import RoundDealer
from combin.logs import schema
from combin.logs.schema import OPTIMAL, SHOE
from combin.logs.write import Cell, LogWriter, RowLayout
from combin.proof.house_rules import offered
from combin.rounds.settle import End
from combin.rules.blackjack import BustBet, InsuranceBet
from combin.rules.game import Game
from combin.solving.result import BetResult

PLAYER, DEALER, HANDS = "player", "dealer", "hands"
CARDS = (PLAYER, DEALER, HANDS)
BASE = "base"
FEW = 1 << 13  # shoes of a bet on the dealer's cards from one stream of random numbers


def chart_of(strategy: str, game: Game) -> dict[int, Chart]:
    """Return the chart in a file, or given as text of several lines; raises CombinError where it is
    none, or where the game has two hands.
    """
    refuse(
        game.turns.switch, f"{game.slug}: two hands are played by their cards, and not by a chart"
    )
    return Charts(game, BASE).read(strategy)


class HandsDealer(RoundDealer):
    """Deals the rounds of a game, each from a fresh shoe or on from one.

    decisions: by which they are played.
    """

    def __init__(self, game: Game, form: str, strategy: str | None, cut: int | None) -> None:
        names = schema.columns(form, CARDS, (schema.ACTIONS,))
        if cut is not None:
            cut = whole_number(cut, "cut", 1, len(game.deck))
            self.facts: Mapping[str, str] = {"cut": str(cut)}
            self.remarks: Sequence[str] = ("The exact figures are for rounds from a fresh shoe.",)
            if schema.ROUND in names:
                names.insert(1, SHOE)
        charts = None
        self.played, self.strategy = f"model {game.turns.model}", OPTIMAL
        if strategy not in (None, OPTIMAL):
            charts, self.played = chart_of(str(strategy), game), f"chart {strategy}"
        self.decisions = Decisions(game, charts)
        if charts is not None:
            cells = lines(self.decisions.alone)
            self.strategy = "\n".join(f"{name} {' '.join(row)}" for name, row in cells)
        if game.turns.switch:
            both = "Figures are for both hands together, in units of the bet on one."
            self.remarks = (both, *self.remarks)
        rounds = BlackjackRounds(self.decisions, cut)
        self._rounds: BlackjackRounds | BesideRounds = rounds
        self.form, self.layout, self.chip = form, RowLayout(names), rounds.table.chip
        self._ends: Counter[HandsEnd] = Counter()

    def play(self, rounds: int, seed: int, log: LogWriter) -> Iterator[tuple[bytes, int]]:
        for made in self._rounds.play(rounds, seed):
            rows = () if self.form == "tally" else self._rows(made, self._ends.total() + 1)
            self._ends.update(made.ends)
            yield log.rows(rows), self._ends.total()

    def _rows(self, made: RoundTexts, first: int) -> Iterable[Sequence[Cell]]:
        """Return rounds as rows of cells; first: the number of the first."""
        names = self.layout.names
        dealt = {
            schema.ROUND: range(first, first + len(made.ends)),
            SHOE: made.shoes,
            **dict(zip(CARDS, (made.players, made.dealers, made.hands))),
        }
        kept = [name for name in HandsEnd._fields if name in names]  # after what is dealt
        ends = (tuple(getattr(end, name) for name in kept) for end in made.ends)
        return map(add, zip(*(dealt[name] for name in names if name in dealt)), ends)

    def tally(self) -> Sequence[Sequence[Cell]]:
        return sorted((*end, many) for end, many in self._ends.items())

    @property
    def ends(self) -> dict[End, int]:
        return {
            End(
                (end.actions,) if end.actions else (),
                end.outcome,
                end.net * self.chip,
                end.staked * self.chip,
            ): many
            for end, many in self._ends.items()
        }

    def law(self) -> BetResult:
        """Of two hands, the figures of both together."""
        found = self.decisions.solved
        figures = {
            "expected_value": found.hands * found.value,
            "average_wager": found.hands * found.mean_wager,
        }
        figures |= {} if found.variance is None else {"variance": found.variance}
        return BetResult(BASE, "bet", 0, (), figures=figures)


class BesideRounds:
    """Rounds of a bet on the dealer's cards, each from a fresh shoe; where the bet is not offered
    there is none.

    chip: units of one chip.
    """

    def __init__(self, game: Game, bet: BustBet | InsuranceBet, chip: Fraction) -> None:
        self.bet, self.turns, self.chip = bet, game.turns, chip
        self.deck, self.insures = bytes(game.deck.cards), isinstance(bet, InsuranceBet)
        self.ups = offered(bet)

    def play(self, rounds: int, seed: int) -> Iterator[RoundTexts]:
        """Yield so many rounds, block by block; a seed below 2**64 plays the same ones again."""
        left, width = rounds, min(AHEAD, len(self.deck))
        for block in count():
            cards = shuffled(seed, block, self.deck, width, FEW)
            dealt = (self._dealers(cards[at : at + width]) for at in range(0, len(cards), width))
            found = RoundTexts([], [], [], [], [])
            for own in islice(filter(None, dealt), left):
                text = letters_of(own)
                words, net = came_to(self.bet, [*zip(own.translate(RANK_OF), text[1::3])])
                found.dealers.append(text.rstrip())
                found.ends.append(
                    HandsEnd("", words, int(Fraction(1) / self.chip), int(net / self.chip))
                )
            yield found
            left -= len(found.ends)
            if not left:
                return

    def _dealers(self, cards: bytes) -> bytes:
        """Return the dealer's cards, none where the bet is not offered; cards: in their order."""
        ranks, size = cards.translate(RANK_OF), 2
        looked = self.turns.against(ranks[0] + 1).natural.looks == "first"
        looks = self.ups and not self.insures and looked
        if RANKS[ranks[0]] not in (self.ups or RANKS) or (looks and is_natural(ranks[:2])):
            return b""
        while not self.insures and size < len(cards) and draws(self.turns, ranks[:size]):
            size += 1
        return cards[:size]


class BesideDealer(HandsDealer):
    """Deals the rounds of a bet on the dealer's cards; result: what it comes to."""

    def __init__(
        self, game: Game, bet: BustBet | InsuranceBet, form: str, result: BetResult
    ) -> None:
        self.result, self.form = result, form
        self.layout = RowLayout(schema.columns(form, (DEALER,)))
        self.chip = schema.smallest_chip(one.net for one in result.outcomes)
        self.played, self.strategy = "nothing to decide", None
        self._rounds, self._ends = BesideRounds(game, bet, self.chip), Counter()

    def law(self) -> BetResult:
        return self.result
