"""Formats the rules of a game as combin reads them, to compare with the rule card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from html import escape
from itertools import chain
from textwrap import wrap
from typing import assert_never

from combin.dossier.tableau import Tableau, tableau
from combin.ranking import HandRanking, Points, Spread
from combin.records import dataclass
from combin.render import number
from combin.render.layout import MACHINE, MARKDOWN, TEXT, Heading, dump_json, layout, separated
from combin.render.tables import of_rules, provenance
from combin.rules import (
    ALWAYS,
    Action,
    All,
    Always,
    Any,
    Beats,
    Below,
    Chose,
    Condition,
    Deal,
    Decide,
    Draw,
    Not,
    Part,
    Reaches,
    Split,
    Ties,
    Turns,
)
from combin.rules.game import Game
from combin.rules.glossary import glossary
from combin.rules.text.hands import library
from combin.rules.text.page import text_of as text_of
from combin.rules.text.values import points_text

WIDTH = 98  # of a line, without the mark of a comment
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

DRAWN = "by points (D: drawn, S: not, -: cannot come):"

JOKER = {
    "ace-or-straight-flush": "The joker completes a straight flush; otherwise it is an ace of no "
    "suit.",
    "any-ace-or-straight-flush": "The joker completes a straight flush; otherwise it is an ace of "
    "any suit not held.",
    "wild": "The joker is any card, whatever makes the best hand.",
    "bug": "The joker is an ace, or completes a straight, a flush or a straight flush.",
}


def rules_text(game: Game, form: str = TEXT) -> str:
    """Return the rules of a game as the page of text that is read; with choices open where all are
    at their defaults. In the formats of programs: what they read of it.
    """
    if form in MACHINE:
        return _for_programs(game, form)
    sheet = game.sheet if not (game.priced or game.exposed or game.removed) else None
    is_usual = sheet is not None and game.chosen == sheet.made({})
    broken = partial(wrap, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    told = (line for one in _told(game, is_usual) for line in broken(one, WIDTH))
    page = f"{text_of(sheet if sheet and is_usual else game)}\n"
    page += "".join(f"# {line}\n" for line in told)
    if form.endswith("html"):
        page = f"<pre>{escape(page)}</pre>\n"
    elif form in MARKDOWN:
        fence = max(("```", *(f"{ticks}`" for ticks in re.findall("`+", page))), key=len)
        page = f"{fence}\n{page}{fence}\n"
    elif form.startswith("latex"):
        kept = page.replace(r"\end{verbatim}", r"\end {verbatim}")  # which does not end it
        page = f"\\begin{{verbatim}}\n{kept}\\end{{verbatim}}\n"
    else:
        return page
    return f"{layout([Heading(game.title)], form)}\n{page}"


def _for_programs(game: Game, form: str) -> str:
    pays = {
        bet.key: {address: number.exact(pay) for address, pay in game.pays_in(bet.key).items()}
        for bet in game.bets
    }
    if form == "json":
        from combin.version import version

        about = {
            "title": game.title,
            "source": game.source,
            "bets": pays,
            "notes": list(game.notes),
            "names": glossary(game),
        }
        return dump_json(provenance(game, version()) | about)
    rows = ((game.slug, key, *pay) for key, paid in pays.items() for pay in paid.items())
    return "".join(separated(of_rules(chain([("game", "bet", "pay", "units")], rows), game), form))


def _told(game: Game, is_usual: bool) -> Iterator[str]:
    """Yield what a page does not say but by names: its rankings, and what commands take."""
    for ranking in dict.fromkeys(hand.ranking for hand in game.hands):
        match ranking:
            case HandRanking(name, _, families, joker):
                yield f"{name}, best first: {' > '.join(families)}"
                yield from [f"  {JOKER[joker]}"] if joker else []
            case Points(name, _, modulo) if ranking in library().values():
                yield f"{name}: {points_text(ranking)}{f', modulo {modulo}' if modulo else ''}"
            case Spread(name):
                yield f"{name}, nearest first: equal < {' < '.join(ranking.known_names())}"
    rankings = [hand.ranking for hand in game.hands if isinstance(hand.ranking, HandRanking)]
    runs = [one for one in rankings if any("straight" in name for name in one.families)]
    yield from sorted({_straights(one) for one in runs})
    if game.chosen and not is_usual:
        yield f"Set: {' '.join(f'{name}={value}' for name, value in game.chosen.items())}"
    called = game.on_command_line
    yield from [f"combin show {called} NAME=VALUE sets a choice."] if game.chosen else []
    yield f"combin show {called} --format csv names each pay for --pay NAME=NUMBER."


def rules_line(game: Game) -> str:
    """Return in a line which game it is, and its settings."""
    settings = (f"{name}={value}" for name, value in game.chosen.items())
    bets = " ".join(bet.key for bet in game.bets)
    return ", ".join((f"{game.slug}: {game.title}", f"bets {bets}", *settings))


# --- Words and columns -------------------------------------------------------------------------


def _count(items: int, noun: str) -> str:
    return f"{WORDS[items] if items < len(WORDS) else items} {noun}{'' if items == 1 else 's'}"


def _numbers(numbers: Sequence[int]) -> str:
    """Return ``0, 1, 2 or 3`` for the numbers that are possible."""
    *others, last = map(str, numbers)
    return (f"{', '.join(others)} or {last}" if others else last).capitalize()


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


# --- The play ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayStep:
    """A step of the play.

    line: a sentence.
    actions: each action of a decision, and what it means.
    drawing: the table by which a card is dealt, its head first.
    """

    line: str
    actions: Sequence[tuple[str, str]] = ()
    drawing: Sequence[tuple[str, ...]] = ()


def steps(game: Game) -> Iterator[PlayStep]:
    """Yield the steps of the play."""
    yield PlayStep(_stakes(game))
    for step in game.play:
        match step:
            case Deal(zone, cards, note, when):
                told_note = f": {note}" if note else ""
                dealt = f"{_count(cards, 'card').capitalize()} to {zone}{told_note}"
                if by_points := tableau(game, step):
                    yield PlayStep(f"{dealt}, {DRAWN}", drawing=[*_drawing(by_points)])
                else:
                    yield PlayStep(f"{dealt}{_only(when)}.")
            case Decide(name, actions, when):
                yield PlayStep(
                    f"Decision: {name}{_only(when)}.",
                    [(game.called(action.name), _meaning(action, game)) for action in actions],
                )
            case Part(name, zone, into, numbers):
                yield PlayStep(
                    f"Decision: {name}. {_numbers(numbers)} cards of {zone} go to {into}."
                )
            case Split(name, zone, into, way):
                kind = "Fixed" if way else "Decision"
                ruled = f"by the house way {way.name}" if way else "the player chooses which"
                yield PlayStep(
                    f"{kind}: {name}. Two cards of {zone} go to {into}, {ruled}; they may not "
                    "outrank the five that stay."
                )
            case Draw(zone, like, note):
                told_note = f": {note}" if note else ""
                yield PlayStep(f"Cards to {zone}, as many as in {like}{told_note}.")
            case Turns():
                pass  # the part TURNS of the page tells them
            case _:
                assert_never(step)
    yield PlayStep("All bets are settled." if len(game.bets) > 1 else "The bet is settled.")


def _drawing(rule: Tableau) -> Iterator[tuple[str, ...]]:
    """Yield a drawing rule: what is known, then a row for each number of points."""
    points = [column.points for column in rule.columns]
    cards = [column.card for column in rule.columns]
    for name, cells in ((rule.other, points), (rule.card, cards)):
        if name and any(cells):
            yield (name, *cells)
    marks = {True: "D", False: "S", None: "-"}
    for place, held in enumerate(rule.rows):
        yield (f"{rule.hand} {held}", *(marks[column.drawn[place]] for column in rule.columns))


def _only(when: Condition) -> str:
    """Return in words when a step happens, nothing where it always does."""
    return "" if when == ALWAYS else f", only if {applies(when)}"


def _stakes(game: Game) -> str:
    base, *sides = (
        [
            f"{_units(wager.stake)} on {game.called(wager.name)}"
            for wager in bet.wagers
            if wager.stake
        ]
        for bet in game.bets
    )
    optional = f"; optional: {_listed([*chain(*sides)])}" if sides else ""
    return f"Wagered: {_listed(base)}{optional}."


def _units(units: Fraction) -> str:
    return f"{number.plain(units)} unit{'' if units == 1 else 's'}"


def _meaning(action: Action, game: Game) -> str:
    parts = [
        f"{_units(units)} more on {game.called(wager)}"
        if units > 0
        else f"take back {_units(-units)} of {game.called(wager)}"
        for wager, units in action.adds.items()
        if units
    ]
    if action.ends:
        parts.append("the player makes no further decision")
    if action.when != ALWAYS:
        parts.append(f"only if {applies(action.when)}")
    return "; ".join(parts) or "nothing changes"


def _straights(ranking: HandRanking) -> str:
    """Return what straights are made of."""
    if ranking.lowest_run is None:
        return f"A straight follows {'-'.join(ranking.running)}; the ace is only high."
    if not ranking.lowest_run:
        return "A straight runs ace-high or ace-low and never around the corner."
    lowest = "-".join("A" + ranking.running[: ranking.size - 1])
    return f"A straight runs ace-high or ace-low, {lowest} the lowest, and never around the corner."


def applies(when: Condition) -> str:
    """Return a condition in words."""
    match when:
        case Chose(action, at):
            return f"the player chose {action}" + (f" {at}" if at else "")
        case Reaches(hand, name) if name.isdigit():
            return f"{hand} is {name} or more"
        case Reaches(hand, name):
            return f"{hand} is {name.removesuffix('-or-better')} or better"
        case Below(hand, name):
            return f"{hand} is below {name}"
        case Beats(hand, other):
            return f"{hand} beats {other}"
        case Ties(hand, other):
            return f"{hand} equals {other}"
        case Not(part):
            return f"not ({applies(part)})"
        case All(parts):
            return _exactly(parts) or " and ".join(map(_part, parts))
        case Any(parts):
            inside = between(parts)
            if inside:
                return "{} is between {} and {}".format(*inside)
            return " or ".join(map(_part, parts))
        case Always():
            return "otherwise"
        case _:
            assert_never(when)


def between(parts: Sequence[Condition]) -> tuple[str, str, str] | None:
    """Return the hand that one of some conditions has between two others, and these; None where
    they are other ones.
    """
    joined = [both for both in parts if isinstance(both, All)]
    beats = [part for both in joined for part in both.parts if isinstance(part, Beats)]
    if len(beats) != 4:
        return None
    hand, low, high = beats[0].hand, beats[0].other, beats[1].hand
    above = All((Beats(hand, low), Beats(high, hand)))
    below = All((Beats(hand, high), Beats(low, hand)))
    return (hand, low, high) if tuple(parts) == (above, below) else None


def _exactly(parts: Sequence[Condition]) -> str:
    """Return in words that a hand has just so many points, nothing for other conditions."""
    if len(parts) != 2:
        return ""
    least, above = parts
    if not (isinstance(least, Reaches) and isinstance(above, Below) and least.hand == above.hand):
        return ""
    points = least.name
    is_next = points.isdigit() and above.name == str(int(points) + 1)
    return f"{least.hand} is {points}" if is_next else ""


def _part(when: Condition) -> str:
    """Return a condition that is joined to others in words."""
    match when:
        case All() | Any():
            alone = _exactly(when.parts) if isinstance(when, All) else between(when.parts)
            return applies(when) if alone else f"({applies(when)})"
        case Always() | Chose() | Reaches() | Below() | Beats() | Ties() | Not():
            return applies(when)
        case _:
            assert_never(when)
