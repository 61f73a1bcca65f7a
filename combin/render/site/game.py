"""The page of a game: its report, published figures, and its interactive parts."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import cycle, islice
from shlex import join
from typing import TYPE_CHECKING, assert_never

from combin.render.cards.felt import spoken
from combin.render.rules import rules_text
from combin.render.site.layout import Site, cell, of_printed, table
from combin.render.site.markdown import html_of
from combin.render.tables import measures
from combin.rules import Deal, Decide, Draw, Part, Split, Turns
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.dossier.hands import AllHands
    from combin.dossier.paid_hands import Paid
    from combin.solving.result import BetResult

SIGNS = dict(zip("cdhs", "♣♦♥♠"))
NAMES = dict(zip("cdhs", ("clubs", "diamonds", "hearts", "spades")))

SCRIPTS = ("../../exact.js", "../../cards.js", "felt-data.js", "../../felt.js")

# What is said of asking and of practice, and the scripts.
Tried = tuple[tuple[str, str], tuple[str, ...]]
NOTHING: Tried = (("", ""), SCRIPTS)
STRATEGY = "the-strategy"
FIGURES = ("return", "house edge", "element of risk", "standard deviation", "hit frequency")
FRACTION = re.compile(r"<td([^>]*>-?\d+/\d+</td>)")
CARD = """<figure class="card">
<a href="card.pdf"><img src="card.svg" alt="The card for the wallet: print it"></a>
<figcaption><a href="card.pdf">Print the card</a></figcaption></figure>"""
PLAYED = {STRATEGY: "The strategy", "what-simpler-play-costs": ""}
RULES = "the-rules-in-short"
HANDS = (("ask-about-a-hand", "Ask"), ("practise", "Practise"))
LATER = {
    RULES: "Rules",
    "outcomes": "Outcomes",
    "other-paytables-rule-variants-and-house-rules": "Other paytables",
}
DRAWN = ("../../practice.js", "../../draw-hands.js")
ASKED = ("hands-data.js", "../../practice.js", "../../counting.js")
FILE, COPIED = "the-game-file", "../../copied.js"
LONG = 40  # lines of a file that is folded up at first


def game_page(
    site: Site,
    game: Game,
    report: str,
    base: BetResult | None = None,
    examples: Mapping[str, Sequence[Paid]] | None = None,
    what: Tried = NOTHING,
) -> str:
    """Return the page of a game.

    report: its page in Markdown. base: what its first bet comes to. examples: of the hands that
    each bet pays. what: can be tried with hands; the page does not speak of it where nothing is
    decided.
    """
    sections, ((asks, practises), scripts) = sections_of(report), what
    listed = ways(
        ("edit-the-paytable", "Paytable"),
        *([(STRATEGY, "Strategy")] if STRATEGY in sections else []),
        *([] if what is NOTHING else HANDS),
        *((at, words) for at, words in LATER.items() if at in sections),
        (FILE, "Game file"),
    )
    first = opening(sections, base, listed)
    played = [of_printed(sections.pop(at), how) for at, how in PLAYED.items() if at in sections]
    rules = sections.pop(RULES, "")
    parts = [
        first,
        FELT,
        *played,
        "" if what is NOTHING else TRIED.format(escape(asks), escape(practises)),
        of_printed(rules) if rules else "",
        _dealt(game),
        _paid(game, examples or {}),
        file_of(game),
        *map(folded, sections.values()),
    ]
    return site.page(str(game.title), "\n".join(parts), 2, (*scripts, COPIED), "game")


def sections_of(report: str) -> dict[str, str]:
    """Return the sections of a report, in Markdown, by their anchors, in its order; what stands
    before the first has none.
    """
    overview, found = {"../README.md": "../../index.html"}, {}
    for part in re.split("(?=<h2)", html_of(report, lambda to: overview.get(to, to))):
        named = re.match('<h2 id="([^"]*)"', part)
        found[named[1] if named else ""] = FRACTION.sub(r'<td class="exact"\1', part)
    return found


def opening(sections: dict[str, str], base: BetResult | None, links: str) -> str:
    """Return the first screen: the name, the figures of the first bet, the links into the page, the
    answer in words and the card. The answer leaves the sections.
    """
    card = CARD if any('"card.svg"' in section for section in sections.values()) else ""
    name, end, answer = of_printed(sections.pop("")).partition("</h1>")
    rows = measures(base, base.wager).rows if base else ()
    figures = "".join(
        f"<div><dt>{what}</dt><dd>{figure}</dd></div>"
        for what, figure, _ in rows
        if what in FIGURES
    )
    return (
        f'{name}{end}<dl class="figures">{figures}</dl>{links}'
        f'<div class="first"><div>{answer}</div>{card}</div>'
    )


def folded(section: str) -> str:
    """Return a section that opens at its heading."""
    heading, end, body = of_printed(section).partition("</h2>")
    return f'<details class="part"><summary>{heading}{end}</summary>\n{body}</details>'


def ways(*listed: tuple[str, str]) -> str:
    """Return the ways into a page: anchors and words."""
    links = "".join(f'<li><a href="#{place}">{words}</a></li>' for place, words in listed)
    return f'<nav class="ways" aria-label="On this page"><ul>{links}</ul></nav>'


# --- The rules in pictures of cards --------------------------------------------------------------


def _dealt(game: Game) -> str:
    """Return the course of a round, its cards face up as an example deal."""
    of = game.deck
    deck = (  # ranks and suits change from card to card
        rank + suit
        for turn in range(len(of.suits))
        for rank, suit in zip(reversed(of.ranks), islice(cycle(of.suits), turn, None))
    )
    rows = []
    for step in game.play:
        match step:
            case Deal(zone, cards, note):
                faces = "".join(face(next(deck)) for _ in range(cards))
                words = f"{spoken(zone)}{': ' + note if note else ''}"
                rows.append(f'<li><span class="hand">{faces}</span> {escape(words)}</li>')
            case Decide(name, actions):
                offered = " or ".join(f"<b>{escape(action.name)}</b>" for action in actions)
                rows.append(f"<li>{escape(spoken(name))}: {offered}</li>")
            case Part(name, zone):
                rows.append(f"<li>{escape(spoken(name))}: any cards of {escape(zone)}</li>")
            case Split(name, zone, into):
                words = f"{spoken(name)}: two cards of {zone} go to {into}"
                rows.append(f"<li>{escape(words)}</li>")
            case Draw():
                rows.append("<li>New cards in place of the discards</li>")
            case Turns():
                pass  # they have pages of their own
            case _:
                assert_never(step)
    return f'<ol class="dealt" aria-label="A round in cards">{"".join(rows)}</ol>'


def _paid(game: Game, examples: Mapping[str, Sequence[Paid]]) -> str:
    """Return the hands that are paid, in cards, folded up but for the main game."""
    parts = []
    for key, listed in examples.items():
        if listed:
            rows = (
                (
                    cell(
                        escape(
                            spoken(": ".join(map(game.called, filter(None, (one.table, one.line)))))
                        )
                    ),
                    cell(f'<span class="hand">{"".join(map(face, one.cards))}</span>'),
                )
                for one in listed
            )
            opened = " open" if key == game.bets[0].key else ""
            words = escape(f"Winning hands: {game.called(game.shown(key))}")
            shown = table(("hand", "example"), rows)
            parts.append(f"<details{opened}><summary>{words}</summary>{shown}</details>")
    return "\n".join(parts)


def face(card: str) -> str:
    """Return a card in pictures."""
    if card == "Jk":
        return '<span class="face joker">Joker</span>'
    rank, suit = card[0], card[1]
    words = f"{'10' if rank == 'T' else rank}{SIGNS[suit]}"
    return f'<span class="face {NAMES[suit]}">{words}</span>'


# --- The rules as they are read ------------------------------------------------------------------


def file_of(game: Game) -> str:
    """Return the section of the file of a game, which can be copied; a long one is folded up."""
    text, path = rules_text(game), game.path or f"./{game.slug}.game"
    name, command = escape(os.path.basename(path)), escape(join(["combin", "solve", path]))
    lines = text.count("\n")
    return of_printed(
        f"""<h2 id="{FILE}">The game file</h2>
<p>The rules as combin reads them. Save them as <code>{name}</code>, change what your table does
otherwise, and run <code>{command}</code>.</p>
<p><button type="button" id="copy" hidden>Copy</button> <span id="copied" role="status"></span></p>
<details{" open" * (lines <= LONG)}><summary>{name}, {lines} lines</summary>
<pre id="game-text">{escape(text)}</pre></details>"""
    )


# --- What can be tried ---------------------------------------------------------------------------


FELT = """<h2 id="edit-the-paytable">Edit the paytable</h2>
<p>Change any pay or choice: the page recomputes the exact house edge.</p>
<div id="felt"><noscript>This part needs JavaScript; it loads no data.</noscript></div>
<div id="felt-card" hidden></div>"""


TRIED = """<h2 id="ask-about-a-hand">Ask about a hand</h2>
<p>{}</p>
<div id="ask"></div>
<h2 id="practise">Practise</h2>
<p>{}</p>
<div id="practise-here"></div>"""


def tried(drawn: bool, hands: AllHands | None) -> Tried:
    """Return what can be tried with hands, and the scripts for it.

    drawn: whether the page finds what to hold by itself. hands: those that it carries or counts.
    """
    ends = "Each error shows its exact cost, and the hand comes again."
    if drawn:
        told = (
            "Click five cards: the exact value of every hold at the pays above.",
            f"Press the cards to hold, then draw. {ends}",
        )
        return told, (*SCRIPTS[:3], "../../draw.js", SCRIPTS[3], *DRAWN)
    if hands is None:
        return NOTHING
    asks = (
        "Click the cards in the order they are dealt: the exact value of every action at the rules "
        "and pays above, and the probability of each outcome."
    )
    orders = "Random hands, or costly decisions first: close decisions that still cost."
    valued = "../../set-hands.js" if hands.rules[0].house else "../../hand-values.js"
    return (asks, f"{orders} {ends}"), (*SCRIPTS, *ASKED, valued, "../../hands.js")
