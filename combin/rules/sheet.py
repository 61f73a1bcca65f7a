"""A game as its file states it, with the choices of the casino still open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from combin.recent import Recent
from combin.records import dataclass
from combin.rules.choices import Amount, Choice
from combin.rules.choosing import Choosing
from combin.rules.picks import open_in
from combin.rules.words import Bet

if TYPE_CHECKING:
    from combin.rules.game import Game

# Sheets whose choices were found to be whole, by their identity.
_validated: Recent[Sheet] = Recent(64)


@dataclass(frozen=True)
class Sheet(Choosing):
    """The rules of a game as written; a game file says `Game(...)`.

    A `Pick` or `Chosen` may stand anywhere below a field, so what the rules are can be read only
    from the `Game` that `resolve` returns. A `Game` is a sheet too, one that leaves nothing open.

    slug: its name on the command line.
    title: its name for people.
    source: where the rules were read.
    deck: the cards, a `Deck`.
    play: the deals and decisions, in their order.
    hands: the hands that the bets speak of.
    bets: the bets, the base game first; the play's decisions belong to it.
    choices: the readings, paytables and amounts that can be set.
    notes: what a reader of the results should know.
    names: name of an action, bet, wager, hand or pay -> what people say for it, where that is not
        its own words.
    path: of the file of the user's own that states them.
    """

    slug: str
    title: object
    source: object
    deck: object
    play: object
    hands: object
    bets: Any
    choices: tuple[Choice | Amount, ...] = ()
    notes: object = ()
    names: object = field(default_factory=dict, hash=False)
    path: str = field(default="", compare=False, repr=False)

    def resolve(self, settings: Mapping[str, Any] | None = None) -> Game:
        """Return the game with every pick replaced by what `settings` (choice -> value) and the
        defaults say.

        Every pay and stake of the rules becomes a Fraction, every other number Python's own.
        Raises CombinError for an unknown choice or value, or where the rules contradict themselves.
        """
        from combin.rules.game import game_of
        from combin.rules.validate import validate_choices, validate_use

        is_new = id(self) not in _validated
        if is_new:
            validate_choices(self)
        game = game_of(self, self.made(settings))
        if is_new:
            validate_use(self)
            _validated.get(id(self), lambda: self)  # kept, so that its identity stays its own
        return game

    @property
    def stated(self) -> tuple[object, ...]:
        return (
            *(self.title, self.source, self.deck, self.play, self.hands, self.bets),
            *(self.notes, self.names),
        )

    def open_in(self, key: str) -> set[str]:
        """Return the names of the choices that the rules of one bet leave open, whatever the other
        choices are.
        """
        bets = self.bets if isinstance(self.bets, tuple) else (self.bets,)
        others = [bet for bet in bets if isinstance(bet, Bet) and bet.key != key]
        return open_in(
            (self.deck, self.play, self.hands, tuple(bet for bet in bets if bet not in others))
        )
