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
    Row,
    Split,
    Ties,
    Turns,
)
from combin.rules.game import Game
from combin.rules.glossary import called, capital, glossary, series
from combin.rules.text.hands import library
from combin.rules.text.page import text_of as text_of
from combin.rules.text.values import points_text

WIDTH = 98  # of a line, without the mark of a comment
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

DRAWN = "by points (D: draws, S: stands, -: cannot occur):"
ARTICLE = re.compile(r"^(?:pair|suited|natural)\b|\b(?:straight|flush|full house)\b")  # of one hand

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


def _number(items: int) -> str:
    return WORDS[items] if items < len(WORDS) else str(items)


def _count(items: int, noun: str) -> str:
    return f"{_number(items)} {noun}{'' if items == 1 else 's'}"


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
    for step, before in zip(game.play, (None, *game.play)):
        match step:
            case Deal(when=when):
                if by_points := tableau(game, step):
                    line = f"{_dealt(step, game)}, {DRAWN}"
                    yield PlayStep(line, drawing=[*_drawing(by_points)])
                else:
                    yield PlayStep(f"{_dealt(step, game)}{_only(when)}.")
            case Decide(name, actions, when):
                yield PlayStep(
                    f"Decision: {called(name)}{_only(when)}.",
                    [(game.called(action.name), _meaning(action, game)) for action in actions],
                )
            case Part():
                yield PlayStep(f"Decision: {called(step.name)}. {_parted(step, game)}.")
            case Split(name, _, into, way):
                chosen = f"Decision: {called(name)}. You choose two cards for {called(into)}"
                if way:
                    chosen = (
                        f"The {capital(called(way.name))} house way chooses two cards for "
                        f"{called(into)}"
                    )
                yield PlayStep(f"{chosen}; they may not outrank the five that stay.")
            case Draw(zone, like):
                if not (isinstance(before, Part) and before.into == like):  # else told there
                    yield PlayStep(
                        f"{capital(called(zone))}: as many new cards as in {called(like)}."
                    )
            case Turns():
                pass  # the part TURNS of the page tells them
            case _:
                assert_never(step)
    yield PlayStep("All bets are settled." if len(game.bets) > 1 else "The bet is settled.")


def _dealt(deal: Deal, game: Game) -> str:
    """Return who gets which cards, as far as the note of a deal says it: ``You get two cards``."""
    noun, comma, rest = deal.note.partition(",")
    owned = re.fullmatch(r"the (\w+)'s (.*)", noun)
    if not owned:
        cards = _count(deal.cards, "card")
        if noun.startswith("community card"):
            cards, noun = f"{_number(deal.cards)} {noun}", ""
        told = noun if "card" in noun else " ".join(filter(None, (cards, noun)))
        return f"{capital(called(deal.zone))}: {told}{comma}{rest}"
    who, what = owned.groups()
    bare = what.removeprefix("own ") in ("card", "cards")
    is_you = who == "player" and game.is_decided
    if bare or (deal.cards > 1 and re.fullmatch(r"[\w-]+ cards", what)):
        what = f"{_number(deal.cards)} {what.removeprefix('own ')}"
    else:
        what = f"{'your' if is_you else 'a'} {what}"
    if rest == " face down until now":
        return f"The {who} turns over {what}"
    return f"{'You get' if is_you else f'The {who} gets'} {what}{comma}{rest}"


def _parted(part: Part, game: Game) -> str:
    """Return what a player does with the cards of a zone who moves some of them."""
    size = game.sizes[part.zone]
    is_any = part.cards == tuple(range(size + 1))
    numbers = "any" if is_any else series(map(str, part.cards), "or")
    cards = f"{numbers} of the {_count(size, 'card')}"
    if any(part.into in hand.zones for hand in game.hands):
        return f"You choose {cards} for {called(part.into)}"
    are_replaced = any(isinstance(step, Draw) and step.like == part.into for step in game.play)
    return f"Discard {cards}{'; each is replaced' if are_replaced else ''}"


def _drawing(rule: Tableau) -> Iterator[tuple[str, ...]]:
    """Yield a drawing rule: what is known, then a row for each number of points."""
    points = [column.points for column in rule.columns]
    cards = [column.card for column in rule.columns]
    for name, cells in ((rule.other, points), (rule.card, cards)):
        if name and any(cells):
            yield (called(name), *cells)
    marks = {True: "D", False: "S", None: "-"}
    for place, held in enumerate(rule.rows):
        yield (
            f"{called(rule.hand)} {held}",
            *(marks[column.drawn[place]] for column in rule.columns),
        )


def _only(when: Condition) -> str:
    """Return in words when a step happens, nothing where it always does."""
    return "" if when == ALWAYS else f", only {offered(when)}"


def _stakes(game: Game) -> str:
    base, *sides = (
        [(wager.stake, game.called(wager.name)) for wager in bet.wagers if wager.stake]
        for bet in game.bets
    )
    made = series([_units(units) + _on(name) for units, name in base])
    listed = [name if units == 1 else f"{name}, {_units(units)}" for units, name in chain(*sides)]
    optional = f" Optional bet{'s' * (len(listed) > 1)}: {series(listed)}." if listed else ""
    return f"Bet {made}.{optional}"


def _on(wager: str, word: str = "on") -> str:
    """Return the wager on which units are put, nothing where its name says no more than a unit."""
    if wager in ("bet", "bets", "coin", "wager"):
        return ""
    return f" {word} {'the ' if wager[0].islower() else ''}{wager}"


def _units(units: Fraction) -> str:
    return f"{number.plain(units)} unit{'' if units == 1 else 's'}"


def _meaning(action: Action, game: Game) -> str:
    parts = []
    for wager, units in action.adds.items():
        name = game.called(wager)
        if units > 0:
            parts.append(f"bet {_units(units)} more{_on(name)}")
        elif units:
            parts.append(f"take back {_units(-units)}{_on(name, 'of')}")
    if action.ends:
        parts.append("no more decisions")
    if action.when != ALWAYS:
        parts.append(f"only {offered(action.when)}")
    return "; ".join(parts) or "no further bet"


def is_unmade(wager: str, row: Row, rows: Sequence[Row], game: Game) -> bool:
    """Return whether a wager has nothing on it where the first row that fits is `row`: the play bet
    after a fold, a raise whose actions have rows of their own above, or one that is not offered.
    """
    if any(one.stake for bet in game.bets for one in bet.wagers if one.name == wager):
        return False
    raises = [
        (step, action)
        for step in game.decisions
        for action in step.actions
        if action.adds.get(wager)
    ]
    above = {other.when for other in rows[: rows.index(row)]}
    if all(
        Chose(action.name) in above or excludes(row.when, step.when, game)
        for step, action in raises
    ):
        return True
    if not isinstance(when := row.when, Chose):
        return False
    may_be_made = False
    for step in game.decisions:
        for action in step.actions:
            is_chosen = action.name == when.action and when.at in ("", step.name)
            if is_chosen and (may_be_made or action.adds.get(wager)):
                return False
        may_be_made |= any(one.adds.get(wager) and not one.ends for one in step.actions)
    return True


def excludes(when: Condition, other: Condition, game: Game) -> bool:
    """Return True if a hand below the one that `other` asks for is part of a condition."""
    parts = when.parts if isinstance(when, All) else (when,)
    return isinstance(other, Reaches) and any(
        isinstance(part, Below)
        and part.hand == other.hand
        and ranking.threshold(part.name) <= ranking.threshold(other.name)
        for part in parts
        for ranking in (game.hand(other.hand).ranking,)
    )


def _straights(ranking: HandRanking) -> str:
    if ranking.lowest_run is None:
        return f"A straight follows {'-'.join(ranking.running)}; the ace is only high."
    if not ranking.lowest_run:
        return "A straight runs ace-high or ace-low and never around the corner."
    lowest = "-".join("A" + ranking.running[: ranking.size - 1])
    return f"A straight runs ace-high or ace-low, {lowest} the lowest, and never around the corner."


def offered(when: Condition) -> str:
    """Return when an action is offered: ``with a pair of aces or better``."""
    # A hand that the player needs is his.
    return f"if {held(when)}".replace("if player has ", "with ")


def held(when: Condition) -> str:
    """Return a condition in the words of a sentence."""
    match when:
        case Chose(action, at):
            return called(f"the player chose {action}" + (f" {at}" if at else ""))
        case Reaches(hand, name) if (points := name.removeprefix(f"{hand}-")).isdigit():
            return f"{called(hand)} is {points} or more"
        case Reaches(hand, name):
            return f"{called(hand)} has {one_hand(name.removesuffix('-or-better'))} or better"
        case Below(hand, name):
            return f"{called(hand)} is below {one_hand(name)}"
        case Beats(hand, other):
            return f"{called(hand)} beats {called(other)}"
        case Ties(hand, other):
            return f"{called(hand)} ties {called(other)}"
        case Not(Beats(hand, other)):
            return f"{called(hand)} does not beat {called(other)}"
        case Not(part):
            return f"not ({held(part)})"
        case All(parts):
            told: list[str] = []
            for before, part in zip((ALWAYS, *parts), parts):
                if exact := _exactly(before, part):
                    told[-1] = exact
                else:
                    is_open = isinstance(part, Any) and not between(part.parts)
                    told.append(f"({held(part)})" if is_open else held(part))
            return " and ".join(told)
        case Any(parts):
            inside = between(parts)
            if inside:
                return "{} is between {} and {}".format(*map(called, inside))
            return series(map(held, parts), "or")
        case Always():
            return "otherwise"
        case _:
            assert_never(when)


def _exactly(least: Condition, above: Condition) -> str:
    """Return in words that a hand has just so many points, nothing for other conditions."""
    if not (isinstance(least, Reaches) and isinstance(above, Below) and least.hand == above.hand):
        return ""
    points = least.name
    is_next = points.isdigit() and above.name == str(int(points) + 1)
    return f"{called(least.hand)} is {points}" if is_next else ""


def one_hand(name: str) -> str:
    """Return the name of a hand as it stands in a sentence: ``a pair of aces``, ``king high``."""
    words = called(name)
    return f"a {words}" if ARTICLE.search(words) else words


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
