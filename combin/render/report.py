"""How a report on a game is told: to laboratories and regulators, as a document to hand in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from combin.dossier.paid_hands import paid_hands
from combin.render import counts, number
from combin.render.agreements import AGREES, ROUNDS, row
from combin.render.cards.felt import paytables
from combin.render.declared import Declared
from combin.render.document import as_html, as_pdf
from combin.render.layout import Again, Heading, Item
from combin.render.page import edge_words, settlement_blocks
from combin.render.registry import blocks_of, written
from combin.render.rules import steps, text_of
from combin.render.shapes import (
    BET,
    COMMAND,
    EXACT,
    NUMBER,
    RATIO,
    RULES,
    TEXT,
    WHOLE,
    Field,
    Shape,
    data,
)
from combin.render.tables import (
    Block,
    Table,
    bet_words,
    chosen_rows,
    command_of,
    heading,
    in_words,
    laws,
    measures,
    ties,
)

if TYPE_CHECKING:
    from combin.dossier.handed_in import GameReport
    from combin.solving.result import BetResult

ENDINGS = {"pdf": "", "html": "html", "md": "markdown", "json": "json"}
APART = ("command", "date", "digest", "numbers", "changes", "steps")  # keys that are not compared
RARE = (17, 34, 100)  # million
LENGTHS = tuple(10**power for power in range(3, 8))
# Where each item that regulators ask for is found, or why a count of the rules has none.
NOT_HERE = "not computable from rules"
RULES_OF, FIGURES, PLAY = "Rules of play", "Wagers and their figures", "Best play"
PAYS = "Sensitivity to pays"
EXAMPLES = f"{RULES_OF} and hands paid"
PROOF, SIGNED = "Method of calculation", "Signature"
ASKED: tuple[tuple[str, str, str], ...] = (
    ("205 CMR 147.04(3)", "name of the game", "Identification"),
    ("205 CMR 147.04(3)", "petitioner, sponsor, variation or new, trademarks, test", NOT_HERE),
    ("205 CMR 147.04(3)(e)1", "summary, method of play, wagers offered", RULES_OF),
    ("205 CMR 147.04(3)(e)2", "draft of the rules, specific examples", EXAMPLES),
    ("205 CMR 147.04(3)(e)2-3", "equipment, dealing procedures, misdeals", NOT_HERE),
    ("205 CMR 147.04(3)(e)4", "true odds, payout odds, house advantage, each wager", FIGURES),
    ("205 CMR 147.04(3)(e)5-7", "samples, sketches of layout and equipment", NOT_HERE),
    ("COMAR 36.05.03.20A(1)", "description, rules of play and wagering", RULES_OF),
    ("COMAR 36.05.03.20A(3)", "true odds, payout odds, house advantage, each wager", FIGURES),
    (
        "COMAR 36.05.03.20A(2), (4)-(9)",
        "kind of game, sketches, reason, elsewhere, rights",
        NOT_HERE,
    ),
    ("16-633 C.M.R. ch. 25, 4(4)B", "object, method of play, what wins, loses, ties", RULES_OF),
    ("16-633 C.M.R. ch. 25, 4(4)D", "wagers and payout odds of each", FIGURES),
    ("16-633 C.M.R. ch. 25, 4(4)C, E-G", "equipment, inspection, shuffling, integrity", NOT_HERE),
    ("Nevada Reg. 14.230(2)", "name, rules of play and specific examples", EXAMPLES),
    ("Nevada Reg. 14.230(2)", "proposed schedule of payouts", f"{RULES_OF}, {FIGURES}"),
    ("Nevada Reg. 14.230(2)", "statistical evaluation of the theoretical percentages", FIGURES),
    ("Nevada Reg. 14.230(2)", "the person who developed the game", NOT_HERE),
    ("GLI-11 3.0, 4.8.2", "advertised awards rarer than 1 in 100 million, their odds", FIGURES),
)


def _page(found: GameReport) -> Iterator[Block]:
    game = found.game
    yield Heading("Identification", 2)
    rows = [("game", game.title), ("rules", game.source), ("SHA-256 of the rules", found.digest)]
    rows.append(("printed by", f"{command_of('show', game)} | sha256sum"))
    rows += [(f"{name}={value}", words) for name, value, words in chosen_rows(game, *found.bets)]
    pays = game.priced_in(*found.bets) | game.meters(*found.bets)
    rows += [(address, number.plain(pay)) for address, pay in pays.items()]
    rows += [("program", f"combin {found.version}")]
    yield Table(("item", "value"), ("left", "left"), [*rows, ("date", found.date or "none given")])
    yield from _rules(found)
    yield Heading(FIGURES, 2)
    for bet in found.bets.values():
        yield from _bet(found, bet)
    yield from _play(found)
    yield from _pays(found)
    if found.agreements:
        yield Heading(AGREES, 2)
        yield f"{ROUNDS} Figures are those of others for these rules and the best play."
        yield Table(
            ("bet", "measure", "published", "exact", "result", "source"),
            ("left", "left", "right", "right", "left", "left"),
            [
                (bet, *cells)
                for one in found.agreements
                for bet, _, *cells in [row(one, game.called(game.shown(one.bet)))]
            ],
        )
    yield Heading(PROOF, 2)
    yield (
        "All deals are counted, none is sampled; counts are integers, values are fractions, and "
        "only printed digits are rounded. Each count is held against its known total."
    )
    told = list(found.recounts.told())
    yield from map(Item, (counts.agreed(told), *counts.agreement(one for one in told if one[1])))
    if changes := _changes(found):
        yield Heading("Changes since the earlier report", 2)
        yield (
            f"It is of {found.against['date'] or 'no date'}, of rules with SHA-256 "
            f"{found.against['digest']}, made by {found.against['command']}."
        )
        yield Table(
            ("item", "before", "now"),
            ("left", "right", "right"),
            [
                (item, *(number.decimal(Fraction(end), 6) if "/" in end else end for end in ends))
                for item, *ends in changes
            ],
        )
    yield Heading("What regulators ask for", 2)
    yield Table(("regulation", "item", "part of this report"), ("left",) * 3, ASKED)
    yield Heading(SIGNED, 2)
    yield Table(("name", "signature", "date"), ("left",) * 3, [[30 * ".", 40 * ".", 14 * "."]])


def _rules(found: GameReport) -> Iterator[Block]:
    game = found.game
    yield Heading(RULES_OF, 2)
    yield f"Played with {game.deck}."
    if not game.keys_dealt:  # what is no step is told by its part of the page
        page = text_of(game).partition("\nTURNS")[2].partition("\nNOTES")[0]
        yield from map(Item, filter(None, map(str.strip, page.splitlines())))
    for step in steps(game) if game.keys_dealt else ():
        actions = "; ".join(f"{name}: {said}" for name, said in step.actions)
        yield Item(f"{step.line}{' ' * bool(actions)}{actions}")
        if step.drawing:
            head, *rows = step.drawing
            yield Table(head, ["left"] * len(head), rows)
    for bet in (bet for bet in game.bets if bet.key in {*found.bets} & {*game.keys_dealt}):
        for settlement in bet.settlements:
            yield from settlement_blocks(settlement, game)
        for table in paytables(bet, names=game.names):
            yield Table((table.title, ""), ("left", "right"), table.rows)
        if paid := paid_hands(game, bet.key):
            yield f"Hands paid, {game.called(game.shown(bet.key))}:"
            cells = [(game.called(one.line), " ".join(one.cards)) for one in paid]
            yield Table(("line", "for example"), ("left", "left"), cells)
    yield from game.notes


def _bet(found: GameReport, bet: BetResult) -> Iterator[Block]:
    game, unit = found.game, found.game.unit(bet.wager)
    yield Heading(game.called(game.shown(bet.key)), 3)
    over = f", over {number.grouped(bet.deals)} deals" if bet.deals else ""
    yield f"{edge_words(bet, game)}{over}."
    yield measures(bet, unit)
    if bet.outcomes:
        yield from in_words(laws(game, bet), game.names)
    yield from ties(bet)
    yield "Volatility index, and the return of rounds per unit of the money wagered on average:"
    index = found.volatility(bet)
    heads = [f"{share} %: from" if end else "to" for share in index for end in (1, 0)]
    firsts = [cell for one in index.values() for cell in (number.decimal(one, 4), "")]
    rows = [
        [number.grouped(rounds), *(number.percent(end, 2) for end in found.bands(bet, rounds))]
        for rounds in LENGTHS
    ]
    yield Table(("rounds", *heads), ("right",) * 7, [["one (index)", *firsts], *rows])
    yield (
        "Bands are those of a normal distribution with the exact mean and variance; "
        f"{command_of('session', game, ['--rounds', 'N', *bet_words(bet.key)])} has the exact ones."
    )
    if bet.lacking:
        yield f"Not asked for: {', '.join(bet.lacking)}."
        return
    nets = [Fraction(0), *(outcome.net for outcome in bet.outcomes if outcome.combinations)]
    yield (
        f"Largest win, in units of one {unit}: {number.plain(max(nets))} a player, "
        f"at most {number.plain(found.seats * max(nets))} at a table of {found.seats}; largest "
        f"loss: {number.plain(-min(nets))} a player."
    )
    for outcome in bet.outcomes:
        rarer = [n for n in RARE if outcome.combinations * n * 10**6 < bet.deals]
        if outcome.net > 0 and outcome.combinations and rarer:
            chance = number.ratio(outcome.combinations, bet.deals)
            yield Item(
                f"Rarer than 1 in {rarer[-1]} million: {outcome.outcome}, net "
                f"{number.signed(outcome.net)}, 1 in {number.one_in(chance)}."
            )


def _play(found: GameReport) -> Iterator[Block]:
    yield Heading(PLAY, 2)
    main = next(iter(found.bets.values()))
    told: list[Block] = ["No short strategy is known."]
    if found.play is not None:
        told = [
            one
            for one in islice(blocks_of(found.play), len(heading(found.game, main.key)), None)
            if not isinstance(one, Table) or one.headers[0] not in ("measure", "row")
        ]  # what it comes to stands in the table of plays
    yield from told or ["Nothing is decided."]
    simple = {f"always {action}": one.house_edge for action, one in found.always.items()}
    if found.random is not None:
        simple["at random, each action offered as likely"] = found.random
    edges = [("best play", main.house_edge), *simple.items()]
    if simple:
        yield Table(
            ("play", "house edge", "cost"),
            ("left", "right", "right"),
            [
                (name, *(number.percent(one, 4) for one in (edge, edge - main.house_edge)))
                for name, edge in edges
            ],
        )


def _pays(found: GameReport) -> Iterator[Block]:
    yield Heading(PAYS, 2)
    yield "House edge with one pay a step lower or higher, all others as they are:"
    rows = [
        (found.bets[key].house_edge, one) for key, steps in found.steps.items() for one in steps
    ]
    yield Table(
        ("pay", "today", "step", "edge, a step lower", "edge, a step higher", "change"),
        ("left", *("right",) * 5),
        [
            (
                one.pay,
                number.plain(one.today),
                number.plain(one.step),
                *(number.percent(edge, 4) for edge in (one.lower, one.higher, one.higher - today)),
            )
            for today, one in rows
        ],
    )
    if any(one.kept for _, one in rows):
        yield "Edges are those of the best play for the pays of today, upper limits for the best."
    for key, meter in found.meters.items():
        bet = found.bets[key]
        top = max(bet.outcomes, key=lambda one: one.net)
        rounds = Fraction(bet.deals, top.combinations)
        even = "none" if meter.at is None else number.decimal(meter.at, 2)
        yield Heading(f"Progressive: {found.game.called(found.game.shown(key))}", 3)
        yield Table(
            ("", "figure"),
            ("left", "right"),
            [
                (f"meter, in units of one {found.game.unit(bet.wager)}", number.plain(meter.today)),
                ("house edge there", number.percent(meter.edge_today, 4)),
                ("meter at which the bet breaks even", even),
                ("rounds between two top awards, on average", number.decimal(rounds, 0)),
                (
                    "what 1 % of each bet adds to the meter meanwhile",
                    number.decimal(rounds * Fraction("0.01"), 2),
                ),
                ("return for each 1 % of each bet that is added", "1 %"),
                ("liability: the meter, and its reset value after", number.plain(meter.today)),
            ],
        )


def _changes(found: GameReport) -> list[tuple[str, str, str]]:
    """Return what differs in the JSON of an earlier report: item, before, now."""
    before, now = dict(_leaves(found.against)), dict(_leaves(data(TOLD, found)))
    every = dict.fromkeys([*before, *now]) if found.against else ()
    return [
        (item, before.get(item, ""), now.get(item, ""))
        for item in every
        if before.get(item) != now.get(item)
    ]


def _leaves(told: object, *above: str) -> Iterator[tuple[str, str]]:
    """Yield the values of a report's JSON, each with the keys that lead to it; the parts of a list
    by their names, which may be all that they are.
    """
    parts: Mapping[str, object] = {}
    match told:
        case dict():
            parts = {key: part for key, part in told.items() if key not in APART}
        case [{}, *_]:
            parts = {_named(**one): one for one in told if isinstance(one, dict)}
        case list():
            parts = {" ".join(line.split()): "there" for line in map(str, told)}
        case _:
            yield " ".join(above), str(told)
    for key, part in parts.items():
        yield from _leaves(part, *above, key)


def _named(
    actions: Sequence[str] = (), outcome: str = "", net: str = "", pay: str = "", **_: object
) -> str:
    """Return what tells a part of a list: of a result its actions and how it ends."""
    return " ".join(filter(None, (*actions, outcome or net, pay)))


def document(found: GameReport, ending: str, command: str) -> bytes:
    """Return a report as the bytes of a file, by the ending of its name."""
    title, blocks = f"{found.game.title}: report", [*_page(found), Again(command)]
    if ending == "pdf":
        foot = f"combin {found.version} · SHA-256 of the rules {found.digest}"
        return as_pdf(title, foot, blocks, title)
    if ending == "html":
        return as_html(title, blocks).encode()
    return written(found, ENDINGS[ending], command=command).encode()


TOLD: dict[str, Shape] = RULES | {
    "command": COMMAND,
    "date": TEXT,
    "digest": TEXT,
    "seats": WHOLE,
    "bets": {...: BET},
    "always": {...: {"house_edge": RATIO}},
    "random": Field(
        {"house_edge": RATIO},
        lambda found: {"house_edge": found.random},
        when=lambda found: found.random is not None,
    ),
    "steps": {...: [{"pay": TEXT, "today": EXACT, "step": EXACT, "lower": RATIO, "higher": RATIO}]},
    "break_even": Field({...: {"at": NUMBER}}, "meters"),
    "rules": Field([TEXT], lambda found: text_of(found.game).splitlines()),
}
REPORT: Declared[GameReport] = Declared(
    "report",
    TOLD
    | {
        "changes": Field(
            [{"item": TEXT, "before": TEXT, "now": TEXT}],
            lambda found: [
                {"item": item, "before": before, "now": now}
                for item, before, now in _changes(found)
            ],
            when=lambda found: bool(found.against),
        )
    },
    Field(
        [{"bet": TEXT, "house_edge": RATIO}],
        lambda found: [
            {"bet": key, "house_edge": one.house_edge} for key, one in found.bets.items()
        ],
    ),
    _page,
    lambda it: f"{it.game.slug}: {len(it.bets)} bets",
    lambda it: [],
    has_formats=False,
)
