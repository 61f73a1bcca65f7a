"""Formats the rules by which hands grow: blackjack and its kin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.rules.blackjack import BustBet, InsuranceBet, Turns

if TYPE_CHECKING:
    from combin.rules.blackjack import Bonus
    from combin.rules.game import Game

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def pays_told(game: Game) -> Iterator[str]:
    """Yield what wins beyond even money, sentence by sentence."""
    natural = game.turns.natural
    if natural.beats:
        yield "The player's natural beats the dealer's."
    for suit, pay in natural.suited.items():
        yield f"A natural of {SUITS[suit]} pays {number.plain(pay)} to 1."
    if game.turns.wins_21:
        yield "A player's 21 wins at once, even against a dealer's natural."
    for bonus in game.turns.bonuses:
        yield _bonus_told(bonus)


def _bonus_told(bonus: Bonus) -> str:
    what = bonus.words if bonus.ranks else f"a {bonus.words}"
    pays = [f"{what} pays {number.plain(bonus.pays)} to 1"]
    if bonus.suited is not None:
        pays.append(f"of one suit {number.plain(bonus.suited)}")
    if bonus.spades is not None:
        pays.append(f"of spades {number.plain(bonus.spades)}")
    split = "" if bonus.split else " and not after a split"
    return f"{what[0].upper()}{', '.join(pays)[1:]}, at once; not after a double{split}."


def turns_told(game: Game) -> Iterator[str]:
    """Yield how the hands of a game grow and what they win, and the bets on the dealer's cards."""
    shown = "one card" if game.turns.dealer.cards_seen == 1 else "both cards"
    if game.turns.dealer.groups:
        shown += f", and says of which ranks the other is: {', '.join(game.turns.dealer.groups)}"
    yield "PLAY"
    yield f"  The player gets two cards; the dealer shows {shown}. Aces count 1 or 11, pictures 10."
    yield "  The player may hit, stand, or do what the choices allow. A hand over 21 loses at once."
    yield (
        f"  The dealer draws to hard totals below {game.turns.dealer.hard} and soft totals below "
        f"{game.turns.dealer.soft}. The higher total wins even money."
    )
    yield from (f"  {line}" for line in pays_told(game))
    for told in (_ties, _free, _limits, _two_hands):
        yield from told(game.turns)
    yield from _beside(game)


def _beside(game: Game) -> Iterator[str]:
    """Yield what the bets beside the game are on, and what they pay."""
    for bet in game.beside:
        ends = f"busts{_offered(bet)}" if isinstance(bet, BustBet) else "has a natural"
        yield f"  Bet {bet.key}, that the dealer {ends}, pays (to 1): {beside_pays(bet)}."


def _offered(bet: BustBet) -> str:
    """Return when a bet on a bust is made."""
    shown = f"shows one of {', '.join(bet.offered)}" if bet.offered[1:] else f"shows {bet.offered}"
    return f", made when he {shown} and has looked for a natural" if bet.offered else ""


def beside_pays(bet: BustBet | InsuranceBet) -> str:
    """Return what a bet beside the game pays to one, hand by hand where it goes by them."""
    if isinstance(bet, InsuranceBet):
        return number.plain(bet.pays)
    told = []
    for place, row in enumerate(bet.paid):
        hand = row.words.removeprefix("bust ") if place < len(bet.hands) else f"{row.cards} cards"
        kinds = [f"{kind} {number.plain(pay)}" for kind, pay in reversed(row.kinds.items())]
        told.append(", ".join([f"{hand}: {number.plain(row.pays)}", *kinds]))
    return "; ".join(told)


def _ties(turns: Turns) -> Iterator[str]:
    """Yield what differs from blackjack where hands tie."""
    if turns.ties == "lose":
        tied = "wins" if turns.natural.tied else "ties"
        yield f"  The dealer wins ties; a player's natural against a dealer's natural {tied}."
    elif turns.ties != "push":
        yield f"  The dealer wins ties of {', '.join(map(str, turns.ties))}."
    if turns.dealer.pushes:
        but = " or ".join(map(str, turns.dealer.beaten))
        all_ = f"all hands still in play{f' but a {but}, which wins' if but else ''}"
        yield f"  A dealer's {turns.dealer.pushes} pushes {all_}."


def _limits(turns: Turns) -> Iterator[str]:
    """Yield what may be done with some hands, or against some cards."""
    if turns.natural.looks == "ace":
        yield "  The dealer looks for a natural under an ace alone; under a ten one takes all bets."
    if turns.double.up_to > 2:
        most = turns.double.up_to
        yield f"  A double may be for up to {most} times the bet, and is for the most."
    if turns.pairs.aces == "once":
        yield "  Split aces are played on like other hands, and are not split again."
    if not turns.pairs.unlike:
        yield "  Two cards that count ten are split only if they are of one rank."
    if turns.surrender.ups:
        yield f"  Half the bet may be given up against {', '.join(turns.surrender.ups)} alone."
    if turns.zap.totals:
        totals = ", ".join(map(str, turns.zap.totals))
        yield f"  Two cards of hard {totals} may be zapped, given back for two others, once."


def _free(turns: Turns) -> Iterator[str]:
    """Yield which bets the house puts up."""
    if turns.double.free:
        totals = ", ".join(map(str, turns.double.free))
        yield f"  Doubles on a two-card hard {totals} are free: that bet can be won but not lost."
    if turns.pairs.free:
        cards = ", ".join("ace" if value == 1 else str(value) for value in turns.pairs.free)
        yield f"  Splits of a pair of {cards} are free: the house pays for the extra bets."


def _two_hands(turns: Turns) -> Iterator[str]:
    """Yield what is done before two hands are played."""
    if turns.switch:
        yield "  The player has two hands, a bet on each, and may switch their second cards."
        counts = "a natural" if turns.switch.natural else "an ordinary 21"
        yield f"  An ace and a ten-value card brought together by a switch count as {counts}."
