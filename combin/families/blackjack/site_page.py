"""The page of a blackjack game: its report, the effect of its rules, a hand, and practice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from combin.families.blackjack.report import BlackjackReport
from combin.render.hands import RANKS
from combin.render.number import cost, exact
from combin.render.site.game import COPIED, FILE, file_of, sections_of, ways
from combin.render.site.layout import Row, Site, of_printed, script
from combin.render.site.overview import bet_row
from combin.render.tables import quoted
from combin.rules.choices import Choice

if TYPE_CHECKING:
    from combin.families.blackjack.rule_settings import RuleSetting

SCRIPTS = ("../../exact.js", "../../cards.js", "blackjack-data.js", "../../blackjack.js", COPIED)
CHART, PLAYED = "basic-strategy", "how-it-is-played"  # sections of the report
LETTER = re.compile(r"<td[^>]*>(H|S|D|Ds|P|Rh|Rs|Rp|Zh|Zs)</td>")


CHOOSING = """<h2 id="choose-the-rules">Choose the rules</h2>
<p>The exact house edge under other house rules and any pay of a natural.</p>
<div id="rules-here"><noscript>This part needs JavaScript; it loads no data.</noscript></div>"""


TRIED = """<h2 id="ask-about-a-hand">Ask about a hand</h2>
<p>Type your cards, a slash and the dealer's card, at any point of the hand: the exact value of
every action under the rules above.</p>
<div id="ask"></div>
<h2 id="practise">Practise</h2>
<p>The first decision of each hand; hands where errors cost more come more often. Each error shows
its exact cost, and the hand comes again.</p>
<div id="practise-here"></div>"""


def page(site: Site, found: BlackjackReport, report: str) -> str:
    """Return the page of a game; report: its page in Markdown."""
    sections = sections_of(report)
    first, chart, played = (sections.pop(at) for at in ("", CHART, PLAYED))
    coloured = LETTER.sub(r'<td class="play \1">\1</td>', chart)
    parts = [
        of_printed(first),
        ways(
            ("choose-the-rules", "Choose the rules"),
            (CHART, "The chart"),
            ("ask-about-a-hand", "Ask about a hand"),
            ("practise", "Practise"),
            (FILE, "The game file"),
        ),
        CHOOSING,
        of_printed(coloured, "The chart"),
        TRIED,
        of_printed(played),
        file_of(found.game),
        *map(of_printed, sections.values()),
    ]
    return site.page(found.game.title, "\n".join(parts), 2, SCRIPTS, "game")


# --- What the scripts are given ------------------------------------------------------------------


def data_script(found: BlackjackReport, settings: Sequence[RuleSetting]) -> str:
    """Return the script that gives a page its rules, its settings and its hands, those of the first
    setting.
    """
    game = found.game
    known: dict[str, Any] = {
        "game": quoted(game.on_command_line),
        "choices": list(_choices(found, settings)),
        "printed": {name: game.chosen[name] for name in _names(found, settings)},
        "natural": exact(game.turns.natural.pays),
        "settings": [
            [dict(one.chosen), exact(one.constant), exact(one.chance)] for one in settings
        ],
        **_hands(settings[0]),
        "chart": {
            f"{_cards(spot.ranks)}/{RANKS[spot.up]}": spot.taken for spot in found.play.chart.spots
        },
    }
    return script("combin.countUp", known)


def hands_script(number: int, setting: RuleSetting) -> str:
    """Return the script that gives a page the hands of another setting, by its number."""
    return script(f"combin.countUp.others[{number}]", _hands(setting))


def _hands(setting: RuleSetting) -> dict[str, Any]:
    """Return what the page knows of the house and of every two cards."""
    game = setting.game
    house = {
        "shoe": list(game.shoe.values()),
        "hitsSoft17": game.turns.dealer.hits_soft_17,
        "looks": game.turns.natural.looks,
        "early": game.turns.surrender.when == "early",
        "charlie": game.turns.charlie or 99,
        "model": game.turns.model,
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


def _names(found: BlackjackReport, settings: Sequence[RuleSetting]) -> list[str]:
    """Return the choices that some setting makes."""
    set_ = {name for one in settings for name in one.chosen}
    return [choice.name for choice in found.game.choices if choice.name in set_]


def _choices(found: BlackjackReport, settings: Sequence[RuleSetting]) -> Iterator[list[Any]]:
    for name in _names(found, settings):
        choice = found.game.choice(name)
        if isinstance(choice, Choice):
            yield [name, choice.meaning, list(choice.values.items())]


# --- The overview --------------------------------------------------------------------------------


def rows(found: BlackjackReport) -> Iterator[Row]:
    """Yield what the overview says of a game, a row a bet."""
    lost = cost(found.base.value - found.play.chart.value)
    for key, bet in found.solution.bets.items():
        main = key == "base"
        strategy = ("a chart", lost) if main else ("no decisions", "")
        yield bet_row(found.game, bet, "bet" if main else key, *strategy)
