"""Effects of removal: the change of every bet's value when a card of a rank leaves the shoe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from combin.cards import RANKS, SUITS, card_text
from combin.counting import Plan, method_of
from combin.questions.solve import results, solve
from combin.ranking import Points
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.dead import verify_shoe, without
from combin.rules.game import Game
from combin.solving.executor import Workers
from combin.solving.payoffs import Payoffs
from combin.version import version

ACE_FIRST = RANKS[-1] + RANKS[:-1]
Tell = Callable[[str], None]  # the rank that is removed next; empty: done


@dataclass(frozen=True)
class Effects:
    """What the ranks add to one bet when a card of them leaves the shoe.

    bet: its key.
    wager: units are those of this wager.
    value: the expected net with the whole shoe.
    effects: rank -> what the expected net grows by, the best play being that of the shoe left; the
        mean over the cards of the rank.
    """

    bet: str
    wager: str
    value: Fraction
    effects: dict[str, Fraction]


@dataclass(frozen=True, repr=False)
class Removals(Result):
    """The effects of removal on some bets of a game.

    game: the rules.
    bets: one a bet.
    version: of combin.
    """

    game: Game
    bets: tuple[Effects, ...]
    version: str

    _columns = columns(words="rank", units="expected_value_without,effect")


def removals(
    game: Game,
    bets: Sequence[str] | None = None,
    threads: Workers = None,
    tell: Tell | None = None,
) -> Removals:
    """Return what each rank that leaves the shoe adds to the value of some bets.

    bets: which ones, by key; all of them by default.
    tell: called before each rank is removed.
    Raises CombinError for a game that is not dealt from a shoe.
    """
    keys = [bet.key for bet in game.bets] if bets is None else list(bets)
    ranks = [rank for rank in ACE_FIRST if rank in game.deck.ranks]
    asked = game
    if not game.decisions:  # rules with a card less are checked anew, bet by bet
        needed = (game.bets[0].key, *keys)
        left = tuple(bet for bet in game.bets if bet.key in needed)
        asked = replace(game, bets=left, names={})  # names would speak of the other bets
    verify_shoe(game)
    lacking = {key: _Lacking(asked, key, threads) for key in keys}
    removed = {rank: _values(asked, rank, lacking, tell) for rank in ranks}
    whole = solve(game, keys, threads)
    if tell:
        tell("")
    found = []
    for key in keys:
        value = whole[key].expected_value
        effects = {rank: values[key] - value for rank, values in removed.items() if values}
        found.append(Effects(key, game.bet(key).base, value, effects))
    return Removals(game, tuple(found), version())


class _Lacking:
    """The expected net of a bet when a card is gone: one number for all cards that its hands treat
    alike.
    """

    def __init__(self, game: Game, key: str, threads: Workers) -> None:
        self._game, self._key, self._threads = game, key, threads
        plan = Plan(game, game.bet(key))
        self._whole = Payoffs(plan)
        kinds = method_of(plan).kinds(plan)
        self._kinds = {card_text(card): kind for card, kind in kinds.items()}
        self._values: dict[int, Fraction] = {}

    def value(self, card: str) -> Fraction:
        kind = self._kinds[card]
        if kind not in self._values:
            left = without(self._game, card)
            payoffs = Payoffs(Plan(left, left.bet(self._key)), self._whole)
            [result] = results([payoffs], self._threads)
            self._values[kind] = result.expected_value
        return self._values[kind]


def _values(
    game: Game, rank: str, lacking: Mapping[str, _Lacking], tell: Tell | None
) -> dict[str, Fraction]:
    """Return the expected net of each bet when a card of a rank is gone; nothing where the shoe has
    none.
    """
    if tell:
        tell(rank)
    cards = _cards(game, rank)
    total = sum(cards.values())
    if not total:
        return {}
    return {
        key: sum((copies * bet.value(card) for card, copies in cards.items()), Fraction(0)) / total
        for key, bet in lacking.items()
    }


def _cards(game: Game, rank: str) -> dict[str, int]:
    """Return card -> its copies for the cards of a rank that are not alike to all bets."""
    copies = {card_text(card): number for card, number in game.deck.copies.items()}
    cards = {card: number for card, number in copies.items() if card[0] == rank}
    return cards if _looks_at_suits(game) else dict(list(cards.items())[:1])


def _looks_at_suits(game: Game) -> bool:
    """Return whether a suit may differ from another: cards are dead, or a hand names a card."""
    rankings = [hand.ranking for hand in game.hands]
    values = [card for one in rankings if isinstance(one, Points) for card in one.values]
    return bool(game.deck.dead) or any(card[1:] in SUITS for card in values if card[1:])
