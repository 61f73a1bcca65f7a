"""The page of a blackjack game: its report, the effect of its rules, a hand, and practice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from combin.dossier.count_up import CountUpReport
from combin.render.count_up import RANKS
from combin.render.count_up_page import anchor
from combin.render.number import cost, exact, percent, root
from combin.render.site.layout import Row, Site, cell, of_printed, script
from combin.render.site.markdown import html_of
from combin.render.site.overview import SORTED, figure
from combin.render.tables import quoted
from combin.rules.choices import Choice
from combin.rules.choosing import MAIN_GAME

if TYPE_CHECKING:
    from combin.dossier.count_up_site import RuleSetting

SCRIPTS = ("../../exact.js", "../../cards.js", "count-up-data.js", "../../count-up.js")
CHART = "Basic strategy"
PLAYED = '<h2 id="how-it-is-played"'
UNKNOWN = "unknown"  # the law where a pair is split again
LETTER = re.compile(r"<td[^>]*>(H|S|D|Ds|P|Rh|Rs|Rp|Zh|Zs)</td>")


def count_up_page(site: Site, found: CountUpReport, report: str) -> str:
    """Return the page of a game; report: its page in Markdown."""
    body = html_of(report, lambda to: "../../index.html" if to == "../README.md" else to)
    first, *sections = re.split(r"(?=<h2)", body)
    chart = [one for one in sections if f'id="{anchor(CHART)[1:]}"' in one]
    played = [one for one in sections if one.startswith(PLAYED)]
    others = [one for one in sections if one not in chart + played]
    coloured = [LETTER.sub(r'<td class="play \1">\1</td>', one) for one in chart]
    parts = [
        of_printed(first),
        _ways(),
        _rules(),
        *(of_printed(one, "The chart") for one in coloured),
        _tried(),
        *map(of_printed, [*played, *others]),
    ]
    return site.page(found.game.title, "\n".join(parts), 2, SCRIPTS, "game")


def _ways() -> str:
    ways = [
        ("choose-the-rules", "Choose the rules"),
        (anchor(CHART)[1:], "The chart"),
        ("ask-about-a-hand", "Ask about a hand"),
        ("practise", "Practise"),
    ]
    links = "".join(f'<li><a href="#{place}">{words}</a></li>' for place, words in ways)
    return f'<nav class="ways" aria-label="On this page"><ul>{links}</ul></nav>'


def _rules() -> str:
    return """<h2 id="choose-the-rules">Choose the rules</h2>
<p>The exact house edge under other house rules and any pay of a natural.</p>
<div id="rules-here"><noscript>This part needs JavaScript; it loads no data.</noscript></div>"""


def _tried() -> str:
    return """<h2 id="ask-about-a-hand">Ask about a hand</h2>
<p>Type your cards, a slash and the dealer's card, at any point of the hand: the exact value of
every action under the rules above.</p>
<div id="ask"></div>
<h2 id="practise">Practise</h2>
<p>The first decision of each hand; hands where errors cost more come more often. Each error shows
its exact cost, and the hand comes again.</p>
<div id="practise-here"></div>"""


# --- What the scripts are given ------------------------------------------------------------------


def count_up_script(found: CountUpReport, settings: Sequence[RuleSetting]) -> str:
    """Return the script that gives a page its rules, its settings and its hands, those of the first
    setting.
    """
    game = found.game
    known: dict[str, Any] = {
        "game": quoted(game.on_command_line),
        "choices": list(_choices(found, settings)),
        "printed": {name: game.chosen[name] for name in _names(found, settings)},
        "natural": exact(game.natural.pays),
        "settings": [
            [dict(one.chosen), exact(one.constant), exact(one.chance)] for one in settings
        ],
        **_hands(settings[0]),
        "chart": {
            f"{_cards(spot.ranks)}/{RANKS[spot.up]}": spot.taken for spot in found.play.chart.spots
        },
    }
    return script("combin.countUp", known)


def count_up_hands(number: int, setting: RuleSetting) -> str:
    """Return the script that gives a page the hands of another setting, by its number."""
    return script(f"combin.countUp.others[{number}]", _hands(setting))


def _hands(setting: RuleSetting) -> dict[str, Any]:
    """Return what the page knows of the house and of every two cards."""
    game = setting.game
    surrender = game.surrender
    house = {
        "shoe": list(game.shoe.values()),
        "hitsSoft17": game.dealer.soft > game.dealer.hard,
        "looks": game.natural.looks,
        "early": surrender is not None and surrender.when == "early",
        "charlie": game.charlie or 99,
        "model": game.model,
        "workedOut": setting.worked_out,
    }
    hands = [
        [
            _cards(one.spot.ranks),
            RANKS[one.spot.up],
            one.spot.deals,
            {name: exact(worth) for name, worth in one.actions.items()},
        ]
        for one in setting.hands
    ]
    return {"house": house, "hands": hands}


def _cards(ranks: tuple[int, int]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def _names(found: CountUpReport, settings: Sequence[RuleSetting]) -> list[str]:
    """Return the choices that some setting makes."""
    set_ = {name for one in settings for name in one.chosen}
    return [choice.name for choice in found.game.choices if choice.name in set_]


def _choices(found: CountUpReport, settings: Sequence[RuleSetting]) -> Iterator[list[Any]]:
    for name in _names(found, settings):
        choice = found.game.choice(name)
        if isinstance(choice, Choice):
            yield [name, choice.meaning, list(choice.values.items())]


# --- The overview --------------------------------------------------------------------------------


def count_up_rows(found: CountUpReport) -> Iterator[Row]:
    """Yield what the overview says of a game, a row a bet."""
    game, base = found.game, found.base
    title = cell(f'<a href="games/{game.slug}/index.html">{escape(game.title)}</a>', game.title)
    lost = cost(base.value - found.play.chart.value)
    deviation = UNKNOWN if base.variance is None else root(base.variance, 4)
    yield (
        title,
        cell(MAIN_GAME),
        figure(base.house_edge, percent(base.house_edge, 4)),
        cell("bet"),
        figure(base.element_of_risk, percent(base.element_of_risk, 4)),
        cell(deviation),
        cell(UNKNOWN),
        cell("a chart"),
        cell(lost),
    )
    for key, listed in found.sides.items():
        edge, variance = listed[0].found.house_edge, listed[0].variance
        hits = listed[0].hit_frequency
        yield (
            title,
            cell(escape(key)),
            figure(edge, percent(edge, 4)),
            cell(escape(key)),
            figure(edge, percent(edge, 4)),
            cell(root(variance, 4), root(variance, SORTED)),
            figure(hits, percent(hits, 2)),
            cell("no decisions"),
            cell(""),
        )
