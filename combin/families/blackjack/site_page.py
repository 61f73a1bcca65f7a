"""The page of a blackjack game: its report, the effect of its rules, a hand, and practice."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from combin.families.blackjack.report import BlackjackReport
from combin.render.hands import RANKS
from combin.render.number import exact
from combin.render.site.game import COPIED, FILE, file_of, folded, opening, sections_of, ways
from combin.render.site.layout import Site, label, of_printed, script
from combin.render.tables import quoted
from combin.rules.blackjack import InsuranceBet
from combin.rules.choices import Choice

if TYPE_CHECKING:
    from combin.families.blackjack.rule_settings import PageRules

SCRIPTS = (
    "../../exact.js", "../../cards.js", "../../practice.js", "../../blackjack-solver.js",
    "blackjack-data.js", "../../blackjack.js", COPIED,
)  # fmt: skip
CHART, PLAYED = "basic-strategy", "how-it-is-played"  # sections of the report
LETTER = re.compile(r"<td[^>]*>(H|S|D|Ds|P|R|Rh|Rs|Rp|Zh|Zs)([3-9]?)</td>")


CHOOSING = """<h2 id="choose-the-rules">Choose the rules</h2>
<p>The house edge under other house rules and any pay of a natural. The chart, the values of a
hand and practice follow. Common sets of rules have the exact fraction; your browser solves others
and rounds to 10 digits.</p>
<div id="rules-here"><noscript>This part needs JavaScript; it loads no data.</noscript></div>"""


TRIED = """<h2 id="ask-about-a-hand">Ask about a hand</h2>
<p>Type your cards, a slash and the dealer's card, at any point of the hand: the value of every
action under the rules above.</p>
<div id="ask"></div>
<h2 id="practise">Practise</h2>
<p>Play each hand to its end. Random hands come as they are dealt; costly decisions first deals
hands where a wrong choice is both tempting and costly, and those that the three-line strategy plays
wrong. Each error shows its cost, and the hand comes again.</p>
<div id="practise-here"></div>"""


LINKS = ways(
    ("choose-the-rules", "House rules"),
    (CHART, "Chart"),
    ("ask-about-a-hand", "Ask"),
    ("practise", "Practise"),
    (PLAYED, "How it is played"),
    ("what-the-house-rules-change", "Rule by rule"),
    (FILE, "Game file"),
)


def page(site: Site, found: BlackjackReport, report: str) -> str:
    """Return the page of a game; report: its page in Markdown."""
    sections = sections_of(report)
    chart, played = (sections.pop(at) for at in (CHART, PLAYED))
    coloured = LETTER.sub(r'<td class="play \1">\1\2</td>', chart)
    parts = [
        opening(sections, found.solution["base"], LINKS),
        CHOOSING,
        of_printed(coloured, "The chart"),
        '<div id="chart-here" hidden></div>',
        TRIED,
        of_printed(played),
        file_of(found.game),
        *map(folded, sections.values()),
    ]
    return site.page(found.game.title, "\n".join(parts), 2, SCRIPTS, "game")


# --- What the scripts are given ------------------------------------------------------------------


def data_script(found: BlackjackReport, rules: PageRules) -> str:
    """Return the script that gives a page its rules, its settings and the hands of the printed
    rules.
    """
    game, printed = found.game, found.game.chosen
    known: dict[str, Any] = {
        "game": quoted(game.on_command_line),
        "choices": [
            [name, label(game, name), choice.meaning, list(choice.values.items())]
            for name in rules.changes
            if isinstance(choice := game.choice(name), Choice)
        ],
        "printed": {name: printed[name] for name in rules.changes},
        "natural": exact(game.turns.natural.pays),
        "insurance": next(
            (exact(bet.pays) for bet in game.beside if isinstance(bet, InsuranceBet)), None
        ),
        "shoe": [*game.shoe.values()],
        "model": game.turns.model,
        "settings": [
            [dict(one.chosen), exact(one.constant), exact(one.chance)] for one in rules.settings
        ],
        "solver": rules.solver,
        "changes": rules.changes,
        "entangled": rules.entangled,
        "hands": [
            [
                "".join(RANKS[rank] for rank in spot.ranks),
                RANKS[spot.up],
                spot.deals,
                {name: exact(worth) for name, worth in actions.items()},
            ]
            for spot, actions in rules.hands
        ],
        "rule": None if found.play.lines is None else asdict(found.play.lines),
    }
    return script("combin.blackjack", known)
