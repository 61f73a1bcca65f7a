"""Formats the published report of a blackjack game: its page, its entry in the index, and the small
files beside it. Pages are Markdown; each number stands with its model.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from combin.families.blackjack.report import BlackjackReport
from combin.families.blackjack.totals import house_words, otherwise
from combin.render import agreements, number
from combin.render.edges import DECIMALS, bet_name, deviation, figures
from combin.render.hands import counted_cells
from combin.render.markdown import link, marks, picture, placed
from combin.render.number import counted, decimal, exact, percent
from combin.render.page import MARKDOWN, Blocks, cited, heading, strong
from combin.render.site.markdown import anchor
from combin.render.tables import Heading, Table, choice_words, command_of, laws, layout, measures
from combin.rules.blackjack import BustBet, InsuranceBet
from combin.rules.game import Game
from combin.rules.glossary import capital

if TYPE_CHECKING:
    from combin.families.blackjack.totals import TotalsModel

EIGHTS = "8 8", "T"  # two eights against a ten, the hand that is asked about where there are eights
RULES = "What the house rules change"
AGREE_HOW = (
    f"{agreements.ROUNDS} A figure whose split assumption is not stated agrees within 0.001 %."
)
MODELS = {
    "zero-memory": "split hands are played like the same cards without a split",
    "first-hand": "split hands are all played alike, optimally for the first of them",
    "total": "one action for each total and up card",
    "full-memory": "every hand is played with knowledge of all cards of the round",
}
FILES = {
    "rules.txt": "the rules, with every choice",
    "chart.txt": "the chart; `combin price` reads it",
    "first-hands.csv": "every starting hand against every up card, with the value of each action",
    "exceptions.csv": "hands that should not be played by the chart",
    "house-rules.csv": "the edge under every house rule",
    "solution.json": "every bet, as data",
    "card.pdf": "the chart as a wallet card",
    "rack.pdf": "the three-line strategy as a card for the chip rack",
    "exact.pdf": "the chart with its exceptions, on one page",
}
MADE_BY = {  # the command and its words, of files that need not stand beside the page
    "first-hands.csv": ("situations", "--format", "csv"),
    "rack.pdf": ("card", "--format", "rack", "-o", "rack.pdf"),
    "exact.pdf": ("chart", "exact", "-o", "exact.pdf"),
}


def report(found: BlackjackReport, chart: TotalsModel, beside: Collection[str]) -> str:
    """Return the page of a game.

    chart: as it is printed. beside: the names of the files that stand beside the page.
    """
    parts = (
        _answer(found),
        agreements.section(found.agreements, partial(bet_name, main="base"), AGREE_HOW),
        (*heading("How it is played"), *_in_words(found.game)),
        _bets(found),
        _chart(chart, found.game),
        _plays(found),
        _house_rules(found),
        _natural(found),
        _why_totals_differ(found),
        _exactly(found),
        _files(found, beside),
    )
    return placed(layout((block for part in parts for block in part), MARKDOWN))


# --- The answer ----------------------------------------------------------------------------------


def _answer(found: BlackjackReport) -> Blocks:
    base, play = found.base, found.play
    edges = [base.house_edge, *(one.comparison.second.edge for one in found.varied.rows)]
    yield from (Heading(found.game.title), "")
    whose = "The player has an edge of" if base.house_edge < 0 else "The house edge is"
    edge = strong(f"{whose} {percent(abs(base.house_edge), 4)} of one bet")
    yield f"{edge} under composition-dependent optimal play."
    basic = link("the chart below", f"#{anchor('Basic strategy')}")
    yield (
        f"With basic strategy, {basic}, it is {percent(play.chart.house_edge, 4)}, "
        f"{number.cost(base.value - play.chart.value)} more."
    )
    yield f"Rules: {'; '.join(house_words(found.game))}; a fresh shoe each round."
    others = link("one other house rule", f"#{anchor(RULES)}")
    least, most = percent(min(edges), 4), percent(max(edges), 4)
    yield f"With {others} the edge runs from {least} to {most}."
    yield f"The model is `{base.model}`: {MODELS.get(base.model, base.model)}."
    if found.agreements:
        agreeing = sum(one.agrees for one in found.agreements)
        listed = link(
            counted(len(found.agreements), "published figure"), f"#{anchor(agreements.AGREES)}"
        )
        yield f"The results agree with {agreeing} of {listed}."


# --- How it is played ----------------------------------------------------------------------------


def _in_words(game: Game) -> Blocks:
    """Yield how a game is played, the rules of the house one by one."""
    dealer = game.turns.dealer
    shown = "both cards" if dealer.seen == 2 else "one card"
    hits = "hits" if dealer.hits_soft_17 else "stands on"
    yield (
        "Get closer to 21 than the dealer: a hand over 21 loses at once. Face cards count 10, aces "
        "1 or 11."
    )
    yield (
        f"You bet and get two cards; the dealer shows {shown}. You hit as often as you like, or "
        "stand; the rules below say when you may double, split or surrender."
    )
    yield (
        f"The dealer then draws to {dealer.hard - 1} and {hits} soft {dealer.hard}. Unless a rule "
        "below says otherwise, the higher total wins even money and equal totals push."
    )
    yield ""
    yield from (f"{marks('- ')}{capital(rule)}" for rule in house_words(game))
    yield ""
    yield from game.notes


# --- Bets ----------------------------------------------------------------------------------------


def _bets(found: BlackjackReport) -> Blocks:
    yield from heading("Bets")
    base = found.base
    paid = f"1; a natural {number.plain(found.game.turns.natural.pays)}"
    if found.beyond:
        paid += "; others by the rules above"
    rows = [(bet_name("base", "base"), paid, percent(base.house_edge, 4))]
    for bet in found.game.beside:
        _, side = found.sides[bet.key][0]
        rows.append((bet.key, _beside_pays(bet), percent(side.house_edge, 4)))
    yield Table(("bet", "pays (to 1)", "house edge"), ("left", "left", "right"), rows)
    yield f"The edge of the main game is for the model `{base.model}`."


def _beside_pays(bet: BustBet | InsuranceBet) -> str:
    """Return what a bet beside the game pays to one, hand by hand where it goes by them."""
    if isinstance(bet, InsuranceBet):
        return number.plain(bet.pays)
    told = []
    for place, row in enumerate(bet.paid):
        hand = row.words.removeprefix("bust ") if place < len(bet.hands) else f"{row.cards} cards"
        kinds = [f"{kind} {number.plain(pay)}" for kind, pay in reversed(row.kinds.items())]
        told.append(", ".join([f"{hand}: {number.plain(row.pays)}", *kinds]))
    return "; ".join(told)


# --- Basic strategy ------------------------------------------------------------------------------


def _chart(chart: TotalsModel, game: Game) -> Blocks:
    yield from heading("Basic strategy")
    shown = "dealer total" if game.turns.dealer.seen == 2 else "up card"
    yield (
        f"The chart found for these rules, with one action per total and {shown}. Its house edge "
        f"is {dict(chart.figures)['house edge']} (model `total`)."
    )
    for table in chart.tables:
        cells = [(label, *letters) for label, letters in table.rows]
        yield Table((table.name, *table.columns), ("left",) * (1 + len(table.columns)), cells)
    yield "; ".join(f"{strong(letter)} {told}" for letter, told in chart.key) + "."
    yield from otherwise(game, chart.key)
    yield from counted_cells(game, [row for table in chart.tables for row in table.rows])


def _plays(found: BlackjackReport) -> Blocks:
    yield from heading("Simpler and better strategies")
    play = found.play
    rows = []
    for name, solved in found.play.levels:
        lost = number.cost(max(play.by_cards.value - solved.value, Fraction(0)))
        rows.append((name, percent(solved.house_edge, 4), lost, solved.model))
    heads = ("strategy", "house edge", "cost, of one bet", "model")
    yield Table(heads, ("left", "right", "right", "left"), rows)
    if play.lines:
        lines = enumerate(play.lines.words(found.game.called("double")), 1)
        yield "The three-line strategy:"
        yield ""
        yield from (f"{marks(f'{place}. ')}{line}" for place, line in lines)
        yield ""
    yield (
        f"{counted(play.many, 'hand')} should not be played by the chart. The first of "
        f"{link(f'the {len(play.listed)} most valuable exceptions', 'exceptions.csv')}:"
    )
    first = [
        (
            *(told.replace("T", "10") for told in (one.cards, one.against)),
            *(one.said, one.best, number.cost(one.saves)),
        )
        for one in play.listed[:5]
    ]
    columns = ("cards", "dealer", "chart", "better", "saves")
    yield Table(columns, ("left", "left", "left", "left", "right"), first)


# --- House rules ---------------------------------------------------------------------------------


def _house_rules(found: BlackjackReport) -> Blocks:
    yield from heading(RULES)
    base = found.base
    listed = link("with every exact fraction", "house-rules.csv")
    yield (
        f"One rule changed at a time, under composition-dependent optimal play, model "
        f"`{base.model}` unless the row names another; also {listed}. A negative edge favours the "
        "player. The last column is the share of deals in which the best first action changes."
    )
    rows = [("rules above", "", percent(base.house_edge, 4), "", "")]
    for one in found.varied.rows:
        change, moved = percent(one.comparison.change, 4), one.comparison.moved
        rule = f"`{one.choice}={one.value}`", one.meaning
        edge = percent(one.comparison.second.edge, 4)
        signed = change if change.startswith("-") else f"+{change}"
        rows.append((*rule, edge, signed, percent(moved, 3) if moved else "none"))
    heads = ("house rule", "meaning", "house edge", "change", "strategy changes")
    yield Table(heads, ("left", "left", "right", "right", "right"), rows)
    last = [f"{choice.name}={choice.tried[-1]}" for choice in found.game.choices[:2]]
    if last:
        words = [word for one in last for word in ("--set", one)]
        yield f"For any combination of rules: `{command_of('solve', found.game, words)}`."
    for key, sides in found.sides.items():
        if len(sides) > 1:
            yield from heading(f"{key}, by choice", 3)
            yield Table(
                ("choice", "house edge", "exact"),
                ("left", "right", "left"),
                [
                    (
                        ", ".join(f"`{name}={value}`" for name, value in chosen.items())
                        or "rules above",
                        *(percent(bet.house_edge, 4), exact(bet.house_edge)),
                    )
                    for chosen, bet in sides
                ],
            )


def _natural(found: BlackjackReport) -> Blocks:
    yield from heading("The pay of a natural")
    form, pays = found.natural.form, {term.pay: term.today for term in found.natural.terms}
    chance = form.slope("natural")
    yield (
        f"Each unit that a natural pays lowers the edge by {percent(chance, 4)} of the "
        "bet, the probability of a natural that is paid so; optimal play stays the same. "
        f"The edge is 0 at {decimal(found.even_natural, 4)} to 1. Model `{found.game.turns.model}`."
    )
    usual = (Fraction(1), Fraction(6, 5), Fraction(7, 5), Fraction(3, 2), Fraction(2))
    edges = ((pay, -form.at({**pays, "natural": pay})) for pay in usual)
    rows = [(f"{number.plain(pay)} to 1", percent(edge, 4), exact(edge)) for pay, edge in edges]
    yield Table(("a natural pays", "house edge", "exact"), ("right", "right", "left"), rows)


# --- What others say -----------------------------------------------------------------------------


def _why_totals_differ(found: BlackjackReport) -> Blocks:
    if not found.agreements or found.beyond:
        return
    yield from heading("Why published totals differ in the fifth decimal")
    yield (
        "Published values of standing, hitting and doubling are exact to their last digit. Totals "
        "are not, because of split pairs: the value of a split hand depends on what the player "
        "remembers of the other hands. The best known tables remember how often a pair was split "
        "but not the cards that the other hands drew, which no real player would do. combin names "
        "its model, plays by it and counts every deal. Its totals are within 0.001 % of those "
        "tables with six decks, and within 0.002 % with one."
    )


# --- Exactly -------------------------------------------------------------------------------------


def _exactly(found: BlackjackReport) -> Blocks:
    yield from heading("Exact figures")
    game, base = found.game, found.base
    yield f"Main game, model `{base.model}`, with `{choice_words(game.chosen)}`:"
    yield measures(found.measured, "bet")
    if found.measured.outcomes:
        yield from laws(game, found.measured)
    plays = [(name, one.model, exact(one.house_edge)) for name, one in found.play.levels]
    yield Table(("strategy", "model", "house edge, exact"), ("left", "left", "left"), plays)
    for key, [(_, side), *_] in found.sides.items():
        edge = side.house_edge
        yield from heading(f"{key}: house edge {percent(edge, 4)}", 3)
        yield f"Exact house edge: `{exact(edge)}` of one bet."
        events = [
            (one.outcome, number.signed(one.net), decimal(chance, 9), exact(chance))
            for one in side.outcomes
            for chance in [Fraction(one.combinations, side.deals)]
        ]
        heads = ("event", "net", "probability", "exact")
        yield Table(heads, ("left", "right", "right", "left"), events)


def _files(found: BlackjackReport, beside: Collection[str]) -> Blocks:
    yield from heading("Files and commands")
    for name, told in FILES.items():
        if name in beside:
            yield f"{marks('- ')}{link(name, name)}: {told}"
        elif name in MADE_BY and (name != "rack.pdf" or found.play.lines):
            verb, *words = MADE_BY[name]
            yield f"{marks('- ')}`{command_of(verb, found.game, words)}`: {told}"
    if "card.svg" in beside:
        yield from ("", picture("The chart as a wallet card", "card.svg"))
    yield ""
    spots = [(spot.cards, spot.against) for spot in found.base.spots]
    asked = " / ".join(EIGHTS if EIGHTS in spots else spots[0])
    hand = command_of("advise", found.game, [asked])
    chart = command_of("chart", found.game, ["actions", "-o", "chart.svg"])
    yield f"`{hand}` prints the value of every action with a hand; `{chart}` draws the chart."
    yield (
        "No floating-point arithmetic is used between the cards and these digits. "
        f"`{command_of('solve', found.game)}` computes them again. Rules: {found.game.source}."
    )
    yield from cited(found.game)


# --- The index -----------------------------------------------------------------------------------


def entry(found: BlackjackReport, files: Sequence[str]) -> dict[str, Any]:
    """Return what the index says of a game."""
    bets = {
        key: [
            {
                "choices": dict(chosen),
                "paytable": "",
                "meaning": "",
                "pays": {},
                "meters": {},
                "wager": "bet" if key == "base" else key,
                "decimal": decimal(bet.house_edge, DECIMALS),
                **figures(bet),
                **deviation(bet),
                **({"model": bet.model} if bet.model else {}),
            }
            for chosen, bet in listed
        ]
        for key, listed in found.bets.items()
    }
    return {
        "title": found.game.title,
        "source": found.game.source,
        "bets": bets,
        "files": list(files),
        "chart": {"cost": exact(found.base.value - found.play.chart.value)},
    }
