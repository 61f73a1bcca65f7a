"""The rules by which rows of a bet on the dealer's cards are judged, insurance or a bust bet, as
the reference reads them, and what takes the place of a play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import cycle

from combin.families.blackjack.dealer import DEALER
from combin.families.blackjack.house import LIMIT, RANKS, house_of
from combin.families.blackjack.judging.rows import (
    END_NAMED,
    NO_SUIT,
    HandRules,
    LoggedRound,
    SaidRow,
    cards_in,
    text_of,
)
from combin.families.blackjack.rounds import Decisions
from combin.families.blackjack.settle import Result, is_natural, total_of
from combin.families.blackjack.side_bets import came_to, ends_of
from combin.proof.house_rules import insures, offered, pay_beside
from combin.rules.game import Game
from combin.spelling import Words, bare

# Suits that stand for those that a log leaves out, cycled: of several colours, of one, of one suit.
ANY_SUITS = ("cd", "cs", "h", "s")


class BesideRules(HandRules):
    """The rules of a bet on the dealer's cards; a round is an empty hand against these.

    A bet that is offered on some cards alone has fewer cards that may be any of the shoe.
    """

    own = 0

    def __init__(self, game: Game, key: str) -> None:
        self.key, self.bet = key, next(one for one in game.beside if one.key == key)
        self.ends, self.ups = Words(ends_of(self.bet)), offered(self.bet)
        self.given = (1 if insures(self.bet) else 2) if self.ups else 0
        super().__init__(game)

    def nets_of_a_hand(self, split: bool) -> set[Fraction]:
        return set() if split else {Fraction(-1), *self.game.pays_in(self.key).values()}

    def outcomes(self, text: str) -> tuple[str, ...]:
        return (self.ends.meant(text) or END_NAMED.get(bare(text), text),)

    def read(self, cells: Mapping[str, str], said: SaidRow) -> LoggedRound:
        return LoggedRound([[]], cards_in(cells[DEALER]), [""])

    def plays(self, played: LoggedRound) -> list[LoggedRound]:
        return [played]

    def wrong(self, played: LoggedRound) -> str:
        _, dealer = played.ranks
        if not dealer:
            return "the dealer has two cards or more"
        if RANKS[dealer[0]] not in (self.ups or RANKS):
            return f"{self.bet.key} is offered against {' or '.join(self.ups)}"
        if insures(self.bet) and len(dealer) == 2:  # what he draws is nothing to the bet
            return ""
        looks = self.ups and self.turns.against(dealer[0] + 1).natural.looks == "first"
        if looks and is_natural(dealer):
            return f"the dealer looks first, and {self.bet.key} is not offered on his natural"
        return self._wrong_dealer(played)

    def ways(self, played: LoggedRound) -> Iterator[Result]:
        ranks, known = played.ranks[1], max(played.dealer) < NO_SUIT
        is_won = is_natural(ranks[:2]) if insures(self.bet) else total_of(ranks)[0] > LIMIT
        for suits in ("",) if known else ANY_SUITS:
            texts = zip(map(text_of, zip(played.dealer)), cycle(suits or [""]))
            cards = [card + suit for card, suit in texts]
            words, _ = came_to(self.bet, [*zip(ranks, (card[1] for card in cards))])
            yield (words,), 1, pay_beside(self.bet, cards) if is_won else Fraction(-1)


class NoDecisions(Decisions):
    """What takes the place of decisions where nothing is decided."""

    def __init__(self, game: Game) -> None:
        self.game, self.house = game, house_of(game)
