"""Formats the charts and rules of blackjack games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.rules import choices_told, first_cards_told, notes_told
from combin.render.tables import (
    MACHINE,
    TEXT,
    Block,
    Heading,
    Item,
    Table,
    dump_json,
    heading,
    provenance,
    separated,
)
from combin.rules.blackjack import BustBet, InsuranceBet

if TYPE_CHECKING:
    from combin.families.blackjack.letters import ChartFound, LetterChart, Line, Worth
    from combin.rules.blackjack import BlackjackGame, Bonus

RANKS = "A23456789T"
WORTH = "When to switch: what two cards are worth, in percent of a bet"
SWITCHED_21 = "soft 21, switched"
ADDED = (
    "Add what both hands are worth as dealt, and with the second cards switched; switch if the "
    "second sum is larger."
)
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def _meaning(game: BlackjackGame, name: str) -> str:
    choice, value = game.choice(name), game.chosen[name]
    values: Mapping[str, str] = getattr(choice, "values", {})
    return values.get(value, choice.meaning)


# --- A chart -------------------------------------------------------------------------------------


def chart_page(found: ChartFound) -> Iterator[Block]:
    """Yield the page of a chart that was found."""
    how, edge = "One action per total", f"{number.percent(-found.value, 4)} of one bet"
    switched = found.exchanged is not None
    how += ", the switch by the table" if switched else ""
    favour = "; the edge favours the player" if found.value > 0 else ""
    yield from heading(found.game)
    yield Heading(f"{how}: house edge {edge} ({number.exact(-found.value)}){favour}", 2)
    yield from chart_blocks(found.game, found.chart)
    if found.exchanged is not None:
        often = number.percent(found.exchanged, 4)
        yield f"Figures are for one of the two hands. The player switches in {often} of deals."


def chart_blocks(game: BlackjackGame, chart: LetterChart) -> Iterator[Block]:
    """Yield a chart, what its letters mean, and the table by which two hands are switched."""
    yield from rows_of_chart(chart.rows, chart.heads)
    aligns = ("left",) * (1 + len(chart.heads))
    if chart.free:
        yield Heading("Hands on a free bet, pairs by their totals", 2)
        rows = [(f"free {name}", *cells) for name, cells in chart.free]
        yield Table(("", *chart.heads), aligns, rows)
        yield ""
    yield from letters_told(game, (*chart.rows, *chart.free), chart.letters)
    if chart.worth:
        yield ""
        yield Heading(WORTH, 2)
        # a line that began with the name of a row would be read as one of the chart
        worths = [(f"worth {label}", *cells) for label, cells in worth_rows(chart.worth)]
        yield Table(("", *chart.heads), ("left", *("right",) * len(chart.heads)), worths)
        yield ADDED
        if chart.looked:
            yield "The dealer has no natural: he has looked before the switch."


def worth_rows(worth: Sequence[Worth]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each row of two cards, and what it is worth against each of the dealer's
    cards, as text.
    """
    for name, worths in worth:
        label = SWITCHED_21 if name == "soft 21" else name
        yield label, tuple("-" if one is None else str(one) for one in worths)


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
