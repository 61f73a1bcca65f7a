"""Formats the hands, charts and rules of blackjack games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.rules import choices_told, first_cards_told, notes_told
from combin.render.tables import (
    MACHINE,
    TEXT,
    Block,
    Heading,
    Item,
    Table,
    answer,
    choice_words,
    command_of,
    dump_json,
    heading,
    provenance,
    separated,
)
from combin.rules.blackjack import BustBet, InsuranceBet
from combin.rules.choosing import MAIN_GAME

if TYPE_CHECKING:
    from combin.families.blackjack.letters import Line
    from combin.families.blackjack.questions import (
        BlackjackSituations,
    )
    from combin.families.blackjack.solve import Solved, Spot
    from combin.families.blackjack.switch import Switched
    from combin.rules.blackjack import BlackjackGame, Bonus

RANKS = "A23456789T"
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def _meaning(game: BlackjackGame, name: str) -> str:
    choice, value = game.choice(name), game.chosen[name]
    values: Mapping[str, str] = getattr(choice, "values", {})
    return values.get(value, choice.meaning)


def _edge(solved: Solved | Switched) -> str:
    edge = -solved.value
    favour = "; the edge favours the player" if edge < 0 else ""
    return f"house edge {number.percent(edge, 4)} of one bet ({number.exact(edge)}){favour}"


# --- A chart -------------------------------------------------------------------------------------


def situations_text(found: BlackjackSituations, form: str = TEXT, command: str = "") -> str:
    """Return a chart for people, or for programs what each action is worth with all two cards."""
    command = command or command_of("situations", found.game)
    if form == "json":  # this command has no --json
        return dump_json({**_spots_data(found), "command": f"{command} --format json"})
    if form in MACHINE:
        return answer(form, (), _spots(found), lambda: _spots_data(found), command)
    return answer(form, _chart(found), (), dict, command)


def situations_line(found: BlackjackSituations) -> str:
    """Return in a line whose situations they are."""
    return f"{found.game.slug}: {MAIN_GAME}"


def _chart(found: BlackjackSituations) -> Iterator[Block]:
    lines = found.lines
    yield from heading(found.chart_game)
    yield Heading(f"One action per total: {_edge(found.chart)}", 2)
    yield from rows_of_chart(lines, found.heads)
    if found.free_lines:
        yield Heading("Hands on a free bet, pairs by their totals", 2)
        rows = [(f"free {name}", *cells) for name, cells in found.free_lines]
        yield Table(("", *found.heads), ("left", *("left" for _ in found.heads)), rows)
        yield ""
    yield from letters_told(found.chart_game, (*lines, *found.free_lines), found.letters)


def rows_of_chart(lines: Sequence[Line], heads: Sequence[str]) -> Iterator[Block]:
    """Yield a chart, its pairs apart from its totals."""
    for kind in ("hard", "soft", "pair"):
        rows = [(name, *cells) for name, cells in lines if name.startswith(kind)]
        yield Table(("", *heads), ("left", *("left" for _ in heads)), rows)
        yield ""


def letters_told(
    game: BlackjackGame, lines: Sequence[Line], letters: Mapping[str, str]
) -> Iterator[Block]:
    """Yield what the letters of a chart mean, also with three cards and more."""
    used, double = {cell for _, cells in lines for cell in cells}, game.called("double")
    for letter, meaning in letters.items():
        if letter in used:
            yield Item(f"{letter}: {meaning.replace('double', double)}")
    later = {"D": game.double and game.double.later, "R": game.surrender and game.surrender.later}
    told = []
    for pair, still in ((("D", "Ds"), double), (("Rh", "Rs"), "surrender")):
        kept = [letter for letter in pair if letter in used and later[letter[0]]]
        told += [f"{' and '.join(kept)} still {still}{'s' * (len(kept) == 1)}"] if kept else []
    for pair, means in ((("D", "Rh"), "H"), (("Ds", "Rs"), "S")):
        lost = [letter for letter in pair if letter in used and not later[letter[0]]]
        told += [f"{' and '.join(lost)} mean{'s' * (len(lost) == 1)} {means}"] if lost else []
    if told:
        yield f"With three or more cards {', '.join(told)}."
    if game.double is not None and (game.double.rescue or game.double.times > 1):
        yield "After a double, rescue and redoubling are optimal for the cards."


def _spots(found: BlackjackSituations) -> Iterator[tuple[str, ...]]:
    game = found.game
    head, *rows = first_hands(found.found)
    yield ("game", *head, "choices")
    choices = choice_words(game.chosen)
    yield from ((game.slug, *row, choices) for row in rows)


def first_hands(solved: Solved) -> Iterator[tuple[str, ...]]:
    """Yield a head, and every two cards against every up card with what each action is worth."""
    names = list(dict.fromkeys(name for spot in solved.spots for name in spot.actions))
    yield ("cards", "up", "deals", *names, "best", "taken", "model")
    yield from ((*_spot(spot, names), solved.model) for spot in solved.spots)


def _spots_data(found: BlackjackSituations) -> dict[str, Any]:
    head, *rows = _spots(found)
    return provenance(found.game) | {"situations": [dict(zip(head, row)) for row in rows]}


def _spot(spot: Spot, names: Sequence[str]) -> tuple[str, ...]:
    cards = " ".join(RANKS[rank] for rank in spot.ranks)
    worth = [number.exact(spot.actions[name]) if name in spot.actions else "" for name in names]
    best = next(iter(spot.actions))
    return (cards, spot.against, str(spot.deals), *worth, best, spot.taken)


# --- The rules -----------------------------------------------------------------------------------


def pays_told(game: BlackjackGame) -> Iterator[str]:
    """Yield what wins beyond even money, sentence by sentence."""
    natural = game.natural
    if natural.beats:
        yield "The player's natural beats the dealer's."
    for suit, pay in natural.suited.items():
        yield f"A natural of {SUITS[suit]} pays {number.plain(pay)} to 1."
    if game.wins_21:
        yield "A player's 21 wins at once, even against a dealer's natural."
    for bonus in game.bonuses:
        yield _bonus_told(bonus)


def _bonus_told(bonus: Bonus) -> str:
    total = "hand" if bonus.total is None else bonus.total
    what = "-".join(bonus.ranks) if bonus.ranks else f"a {total} of {bonus.cards} or more cards"
    against = f" against {bonus.up}" if bonus.up else ""
    pays = [f"{what}{against} pays {number.plain(bonus.pays)} to 1"]
    if bonus.suited is not None:
        pays.append(f"of one suit {number.plain(bonus.suited)}")
    if bonus.spades is not None:
        pays.append(f"of spades {number.plain(bonus.spades)}")
    split = "" if bonus.split else " and not after a split"
    return f"{what[0].upper()}{', '.join(pays)[1:]}, at once; not after a double{split}."


def rules_text(game: BlackjackGame, form: str = TEXT) -> str:
    """Return the rules of a game, its choices with the one in force marked."""
    if form == "json":
        return dump_json(provenance(game) | {"title": game.title, "source": game.source})
    if form in MACHINE:
        head = ("game", "choice", "value", "meaning")
        rows = [
            (game.slug, name, value, _meaning(game, name)) for name, value in game.chosen.items()
        ]
        return "".join(separated([head, *rows], form))
    shown = "one card" if game.dealer.cards_seen == 1 else "both cards"
    if game.dealer.groups:
        shown += f", and says of which ranks the other is: {', '.join(game.dealer.groups)}"
    lines = [f"{game.title.upper()}  ({game.slug})", game.source]
    lines += [f"Played with {game.deck}.", "", "PLAY"]
    lines += [
        f"  The player gets two cards; the dealer shows {shown}. Aces count 1 or 11, pictures 10.",
        "  The player may hit, stand, or do what the choices allow. A hand over 21 loses at once.",
        f"  The dealer draws to hard totals below {game.dealer.hard} and soft totals below "
        f"{game.dealer.soft}. The higher total wins even money.",
        *(f"  {line}" for line in pays_told(game)),
        *_ties(game),
        *_free(game),
        *_limits(game),
        *_two_hands(game),
        *_beside(game),
    ]
    lines += first_cards_told(game.dealt) if game.dealt else []
    lines += ["", *choices_told(game), "", *notes_told(game)]
    text = "\n".join(lines) + "\n"
    return f"<pre>{escape(text)}</pre>\n" if form == "html" else text


def _beside(game: BlackjackGame) -> Iterator[str]:
    """Yield what the bets beside the game are on, and what they pay."""
    for bet in game.beside:
        ends = "busts" if isinstance(bet, BustBet) else "has a natural"
        yield f"  Bet {bet.key}, that the dealer {ends}, pays (to 1): {beside_pays(bet)}."


def beside_pays(bet: BustBet | InsuranceBet) -> str:
    """Return what a bet beside the game pays to one, by the number of cards where it goes by it."""
    if isinstance(bet, BustBet):
        return "; ".join(
            f"{cards} cards: {number.plain(pay)}" for cards, pay in bet.by_cards.items()
        )
    return number.plain(bet.pays)


def rules_line(game: BlackjackGame) -> str:
    """Return in a line which game it is, and its settings."""
    settings = (f"{name}={value}" for name, value in game.chosen.items())
    return ", ".join((f"{game.slug}: {game.title}", *settings))


def _ties(game: BlackjackGame) -> Iterator[str]:
    """Yield what differs from blackjack where hands tie."""
    if game.ties == "lose":
        tied = "wins" if game.natural.tied else "ties"
        yield f"  The dealer wins ties; a player's natural against a dealer's natural {tied}."
    elif game.ties != "push":
        yield f"  The dealer wins ties of {', '.join(map(str, game.ties))}."
    if game.dealer.pushes:
        but = " or ".join(map(str, game.dealer.beaten))
        all_ = f"all hands still in play{f' but a {but}, which wins' if but else ''}"
        yield f"  A dealer's {game.dealer.pushes} pushes {all_}."


def _limits(game: BlackjackGame) -> Iterator[str]:
    """Yield what may be done with some hands, or against some cards."""
    if game.natural.looks == "ace":
        yield "  The dealer looks for a natural under an ace alone; under a ten one takes all bets."
    if game.double and game.double.up_to > 2:
        yield f"  A double may be for up to {game.double.up_to} times the bet, and is for the most."
    if game.pairs and game.pairs.aces == "once":
        yield "  Split aces are played on like other hands, and are not split again."
    if game.surrender and game.surrender.ups:
        yield f"  Half the bet may be given up against {', '.join(game.surrender.ups)} alone."
    if game.zap:
        totals = ", ".join(map(str, game.zap.totals))
        yield f"  Two cards of hard {totals} may be zapped, given back for two others, once."


def _free(game: BlackjackGame) -> Iterator[str]:
    """Yield which bets the house puts up."""
    if game.double and game.double.free:
        totals = ", ".join(map(str, game.double.free))
        yield f"  Doubles on a two-card hard {totals} are free: that bet can be won but not lost."
    if game.pairs and game.pairs.free:
        cards = ", ".join("ace" if value == 1 else str(value) for value in game.pairs.free)
        yield f"  Splits of a pair of {cards} are free: the house pays for the extra bets."


def _two_hands(game: BlackjackGame) -> Iterator[str]:
    """Yield what is done before two hands are played."""
    if game.switch:
        yield "  The player has two hands, a bet on each, and may switch their second cards."
        counts = "a natural" if game.switch.natural else "an ordinary 21"
        yield f"  An ace and a ten-value card brought together by a switch count as {counts}."
