"""Blackjack games in few words: `CountUp`, a way to write a `Game` with `Turns`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from combin.cards import Deck
from combin.records import dataclass
from combin.rules.blackjack import (
    MAIN_BET,
    MODELS,
    TIES,
    Bonus,
    BustBet,
    Double,
    DrawsBelow,
    InsuranceBet,
    Natural,
    Pairs,
    Surrender,
    Switch,
    TieRule,
    Turns,
    Zap,
)
from combin.rules.choices import Amount, Choice
from combin.rules.game import Sheet
from combin.rules.words import Bet, Deal, Decide, Draw, Hand, Part, Split


@dataclass(frozen=True)
class CountUp:
    """A game whose main bet is settled by `Turns`; what it makes is a `Game`.

    dealer, natural, actions, charlie, wins_21, bonuses, model, ties: of its `Turns`.
    bets: the bets beside the game itself, an `InsuranceBet`, a `BustBet`, or a `SideBet` on the
        first cards.
    play, hands: for bets on the first cards, their deals, in the order of the table, and the hands
        that the bets speak of.
    slug, title, source, deck, choices, notes, names: as a `Game` has them.
    """

    slug: str
    title: str
    source: str
    deck: Deck
    dealer: DrawsBelow
    natural: Natural
    actions: tuple[Double | Pairs | Surrender | Switch | Zap, ...]
    charlie: int | None = None
    wins_21: bool = False
    bonuses: tuple[Bonus, ...] = ()
    model: str = MODELS[0]
    bets: tuple[Bet | BustBet | InsuranceBet, ...] = ()
    choices: tuple[Choice | Amount, ...] = ()
    notes: tuple[str, ...] = ()
    ties: TieRule = TIES[0]
    play: tuple[Deal | Decide | Part | Draw | Split, ...] = ()
    hands: tuple[Hand, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __new__(cls, *given: Any, **words: Any) -> Sheet:  # type: ignore[misc]
        said = object.__new__(cls)
        cls.__init__(said, *given, **words)
        turns = Turns(**{one.name: getattr(said, one.name) for one in fields(Turns)})
        return Sheet(
            *(said.slug, said.title, said.source, said.deck),
            play=(*said.play, turns),
            hands=said.hands,
            bets=(MAIN_BET, *said.bets),
            choices=said.choices,
            notes=said.notes,
            names=said.names,
        )
