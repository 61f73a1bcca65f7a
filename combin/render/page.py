"""Formats the published report of a game: its page, and the small files beside it.

Pages are Markdown, tables in the dialect that forges show. Figures are those at the choices'
defaults unless the page says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from combin.dossier.charts import GRIDS, kinds
from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.dossier.settings import ANY, Setting, is_searched_once
from combin.render import agreements, number, pay_section
from combin.render.cards.felt import paytables, spoken
from combin.render.cards.model import chosen
from combin.render.citation import bibtex
from combin.render.markdown import link, marks, picture, placed
from combin.render.number import counted
from combin.render.rules import held, is_unmade, steps
from combin.render.tables import (
    Heading,
    Table,
    at_meter,
    bet_words,
    choice_words,
    command_line,
    command_of,
    filled,
    in_words,
    is_summed,
    laws,
    layout,
    measures,
    of_rules,
    returning,
    separated,
    stake_inside,
    ties,
)
from combin.rules import Amount, Cell, Choice, Pays, Settlement
from combin.rules.game import Game
from combin.rules.glossary import called

if TYPE_CHECKING:
    from combin.solving.result import BetResult
    from combin.strategies import Ladder, Lines, Rung

MARKDOWN = "pipe"  # the table dialect of forges, with the alignment of columns
Blocks = Iterator[str | Table]
CHOICES = "Other paytables, rule variants and house rules"
CHOICES_ANCHOR = "other-paytables-rule-variants-and-house-rules"  # as forges make it of the heading

CHARTS = {
    "actions.svg": "Optimal play of each starting hand",
    "values.svg": "Expected value of each starting hand",
    "match-ups.svg": "Gain from raising with ace-king",
    "law.svg": "The net result of one round",
    "strategy.svg": "The strategy, and how often each line is used",
    "rounds.svg": "The probability of being ahead after many rounds",
    "ladder.svg": "Strategy length against cost",
}
ELSEWHERE = ("actions.svg", "ladder.svg")  # shown in the section of the strategy


# --- Words -------------------------------------------------------------------------------------


def edge_words(result: BetResult, game: Game) -> str:
    """Return the edge, whose it is and what it is divided by: ``House edge 9.1425 % of one
    ante``.
    """
    whose = "Player's edge" if result.house_edge < 0 else "House edge"
    edge = number.percent(abs(result.house_edge), 4)
    return f"{whose} {edge} of {unit_words(result, game)}{returning(result)}"


def unit_words(result: BetResult, game: Game) -> str:
    """Return what an edge is divided by, and at which meter: ``one bet, the meter at
    100,000``.
    """
    return f"one {game.unit(result.wager)}{at_meter(game.meters(result.key))}"


def searched_words(ladder: Ladder) -> str:
    """Return what is proved of the lists and what is only searched."""
    if ladder.exact is None:
        return (
            "The costs are exact. The search found no perfect list, and no cheaper list of any of "
            "these lengths; it proves neither."
        )
    return (
        "The costs are exact. The search found no shorter or cheaper list; it does not prove that "
        "there is none."
    )


def ladder_table(ladder: Ladder, beside: Collection[str]) -> Table:
    """Return the table of all rungs: lines, cost and the house edge of who plays them.

    beside: the files to which the table may lead.
    """
    inside = stake_inside(ladder.game, ladder.bet)
    return filled(
        Table(
            (
                "lines",
                f"cost, of one {ladder.game.unit(ladder.game.bet(ladder.bet).base)}",
                "return with this list",
                "house edge with this list",
                "cost, exact",
            ),
            ("right", "right", "right", "right", "left"),
            [
                (
                    _linked(str(len(rung.lines)), lines_name(rung), beside),
                    number.cost(rung.cost),
                    number.percent(inside + ladder.optimum - rung.cost, 4) if inside else "",
                    number.percent(rung.cost - ladder.optimum, 4),
                    number.exact(rung.cost),
                )
                for rung in ladder.rungs
            ],
        )
    )


def _linked(words: str, name: str, beside: Collection[str]) -> str:
    """Return words that lead to a file, where it stands beside the page."""
    return link(words, name) if name in beside else words


def lines_name(rung: Rung) -> str:
    """Return the file of a rung's list."""
    return f"lines/{len(rung.lines)}.txt"


def setting_lines_name(name: str) -> str:
    """Return the file of the lines for a setting of that name; the default one has none."""
    return f"lines/{name}.txt" if name else "strategy.txt"


def setting_card_name(name: str) -> str:
    """Return the file of the card for a setting of that name; the default one has none."""
    return f"cards/{name}.pdf" if name else "card.pdf"


def chart_name(name: str, kind: str) -> str:
    """Return the file of a kind of chart for a setting of that name; the default one has none."""
    return f"charts/{name}-{kind}.svg" if name else f"{kind}.svg"


def lines_of(setting: Setting) -> str:
    """Return the file of the lines that a setting is best played by."""
    return setting_lines_name(setting.name if setting.ladder else setting.of)


# --- The page of a game ------------------------------------------------------------------------


def report(found: Report, beside: Collection[str]) -> str:
    """Return the page of a game.

    beside: the names of the files that stand beside it; the page leads to these alone, and says
        which commands make the others.
    """
    game = found.game
    parts = (
        _answer(found),
        agreements.section(found.agreements, lambda key: game.called(game.shown(key))),
        _rules(game),
        _outcomes(found),
        _strategy(found, beside),
        _simple(found) if found.simple else (),
        _settings(found, beside) if game.choices else (),
        pay_section.section(found.pays, beside),
        _pictures(found, beside),
        () if found.unsearched else _card(found),
        _method(found),
    )
    return placed(layout((block for part in parts for block in part), MARKDOWN))


def strong(words: str) -> str:
    """Return words in bold type."""
    return f"{marks('**')}{words}{marks('**')}"


def heading(text: str, level: int = 2) -> list[str]:
    """Return a heading with room around it."""
    return ["", Heading(text, level), ""]


def _answer(found: Report) -> Blocks:
    game, base = found.game, found.base
    whose = "The player has an edge of" if base.house_edge < 0 else "The house edge is"
    edge = abs(base.house_edge)
    figure = f"{number.percent(edge, 4)} of {unit_words(base, game)}{returning(base)}"
    yield from (Heading(game.title), "")
    yield f"{strong(f'{whose} {figure}')} under optimal play, exactly {number.exact(edge)}."
    yield _in_lines(found)
    yield from _chosen(found)
    if len(found.solution.bets) > 1:
        yield Table(
            ("bet", "house edge", "per", "exact"),
            ("left", "right", "left", "left"),
            [
                (
                    _bet_name(found, key),
                    number.percent(bet.house_edge, 4),
                    unit_words(bet, found.game).removeprefix("one "),
                    number.exact(bet.house_edge),
                )
                for key, bet in found.solution.bets.items()
            ],
        )
    yield (
        f"Rules: {found.game.source}. All figures are exact; only the printed digits are rounded."
    )


def _bet_name(found: Report, key: str) -> str:
    return found.game.called(found.game.shown(key))


def _main(found: Report) -> tuple[Setting, ...]:
    """Return the settings of the main game, the default first."""
    return found.settings[found.game.bets[0].key]


def _chosen(found: Report) -> Iterator[str]:
    """Yield which choices these figures are for, and between which edges the others lie."""
    listed = _main(found)
    if len(listed) < 2:
        return
    here = choice_words(listed[0].named)
    edges = [setting.result.house_edge for setting in listed]
    least, most = number.percent(min(edges), 4), number.percent(max(edges), 4)
    others = link("other paytables, rule variants and house rules", f"#{CHOICES_ANCHOR}")
    words = " ".join(chosen(listed[0].game, listed[0].result.key))
    yield f"{words} In commands: `{here}`."
    yield f"Under {others} the edge runs from {least} to {most}."


def _in_lines(found: Report) -> str:
    """Return one sentence on how that is played."""
    if found.unsearched:
        return "No short strategy has been searched for."
    if found.ladder is None:
        return "There are no decisions."
    best = recommended(found.ladder)
    count = len(best.lines)
    there = link(f"strategy of {counted(count, 'line')}", "#the-strategy")
    if not best.cost:
        return f"A {there} plays it perfectly."
    unit = found.game.unit(found.base.wager)
    return f"A {there} costs only {number.cost(best.cost)} of one {unit} more."


# --- Rules -------------------------------------------------------------------------------------


def _rules(game: Game) -> Blocks:
    yield from heading("The rules in short")
    yield from (f"Played with {game.deck}.", "")
    for place, step in enumerate(steps(game), 1):
        yield f"{marks(f'{place}. ')}{step.line}"
        yield from (f"{marks('   - ')}{strong(name)}: {said}" for name, said in step.actions)
        if step.drawing:
            head, *rows = step.drawing
            yield from ("", Table(head, ["left"] * len(head), rows), "")
    for settlement in game.bets[0].settlements:
        if len(settlement.rows) > 2:  # what each wager gets depends on more than a paytable
            yield from settlement_blocks(settlement, game)
    for bet in game.bets:
        for table in paytables(bet, names=game.names):
            yield from ("", Table((table.title, ""), ("left", "right"), table.rows))
    for note in game.notes:
        yield from (note, "")
    yield from ("", f"{link('The full rules, as combin reads them', 'rules.txt')}.")


def settlement_blocks(settlement: Settlement, game: Game) -> Blocks:
    names = game.names
    title = f" ({called(settlement.name, names)})" if settlement.name else ""
    rows = [
        (
            spoken(row.name, names),
            held(row.when),
            *(
                "no bet" if is_unmade(wager, row, settlement.rows, game) else _paid(cell)
                for wager, cell in zip(settlement.columns, row.cells)
            ),
        )
        for row in settlement.rows
    ]
    yield from ("", f"The first line that applies settles the bet{title}:")
    columns = [called(wager, names) for wager in settlement.columns]
    yield Table(("", "if", *columns), ("left",) * (2 + len(columns)), rows)


def _paid(cell: Cell) -> str:
    """Return what a wager gets, in words."""
    if isinstance(cell, Pays):
        named = f"{called(cell.table.name)} table".strip()
        if isinstance(cell.by, str):
            return f"by the {named}, {called(cell.by)} hand"
        return f"by the {named} and the margin of {cell.by.hand} over {cell.by.other}"
    if cell > 0:
        return f"{number.plain(cell)} to 1"
    return "push" if not cell else "lost" if cell == -1 else f"{number.plain(-cell)} lost"


# --- Outcomes ----------------------------------------------------------------------------------


def _outcomes(found: Report) -> Blocks:
    yield from heading("Outcomes")
    hit = "any return, a returned stake included" if found.base.for_one else "a net win"
    yield (
        "The element of risk is the expected loss divided by the average total wager. The hit "
        f"frequency is the probability of {hit}."
    )
    for key, bet in found.solution.bets.items():
        yield from heading(spoken(_bet_name(found, key)), 3)
        yield f"{edge_words(bet, found.game)}, over {number.grouped(bet.deals)} deals."
        yield measures(bet, found.game.unit(bet.wager))
        yield from in_words(laws(found.game, bet), found.game.names)
        if is_summed(found.game, bet):
            listed = link(f"all {len(bet.outcomes)} outcomes", "outcomes.csv")
            yield f"Outcomes with the same net share a row; the file has {listed}."
        else:
            yield f"Also {link('as CSV', 'outcomes.csv')}."
        yield from ("", *ties(bet))


# --- The strategy ------------------------------------------------------------------------------


def _strategy(found: Report, charts: Collection[str]) -> Blocks:
    yield from heading("The strategy")
    if found.ladder is None and not found.unsearched:
        elsewhere = ""
        if any(setting.ladder for setting in _main(found)):
            table = link("the table of choices", f"#{CHOICES_ANCHOR}")
            elsewhere = f" Some choices add decisions; {table} links to their strategies."
        yield f"There are no decisions.{elsewhere}"
        return
    if found.ladder is None:
        yield (
            f"There are {number.grouped(found.unsearched)} different hands. `combin advise` prints "
            "the value of every setting of seven cards."
        )
        if "actions.svg" in charts:
            yield from ("", picture(CHARTS["actions.svg"], "actions.svg"))
        return
    best = recommended(found.ladder)
    yield _verdict(found.ladder, best, charts)
    yield from _lists(found.game, best.lines)
    yield from _words(best.lines)
    listed = link("as a text file", "strategy.txt")
    yield from ("", f"Also {listed}, which `combin price` reads.")
    if "actions.svg" in charts:
        yield from ("", picture(CHARTS["actions.svg"], "actions.svg"))
    if len(found.ladder.rungs) > 1:
        yield from heading("Shorter lists", 3)
        yield f"The best lists found, by number of lines. {searched_words(found.ladder)}"
        yield ladder_table(found.ladder, charts)
        shortest = found.ladder.rungs[0]
        yield (
            f"Also {link('as CSV', 'ladder.csv')}. `{_lines_command(found.ladder, shortest)}` "
            f"prints the list of {counted(len(shortest), 'line')}."
        )
        if "ladder.svg" in charts:
            yield from ("", picture(CHARTS["ladder.svg"], "ladder.svg"))


def _verdict(ladder: Ladder, best: Rung, beside: Collection[str]) -> str:
    """Return how good the list is, over how many situations; of an exact one also that a shorter
    list does as well, if one was found.
    """
    situations = number.grouped(sum(ladder.situations.values()))
    there = f"There are {situations} different situations up to suit symmetry."
    lines = f"list of {counted(len(best.lines), 'line')}"
    order = "Play the first line that fits."
    if best.cost:
        wager = ladder.game.unit(ladder.game.bet(ladder.bet).base)
        cost = f"{number.cost(best.cost)} of one {wager} ({number.exact(best.cost)})"
        return f"This {lines} costs {cost} against optimal play. {there} {order}"
    perfect = f"This {lines} is perfect: it costs nothing against optimal play. {there} {order}"
    shortest = next(rung for rung in ladder.rungs if not rung.cost)
    if shortest is best:
        return perfect
    listed = _linked(counted(len(shortest), "line"), lines_name(shortest), beside)
    return f"{perfect} A list of {listed} does as well but is harder to learn."


def _lists(game: Game, lines: Lines) -> Blocks:
    for decision, listed in lines.blocks.items():
        if len(lines.blocks) > 1:
            yield from ("", Heading(spoken(decision), 3))
        yield ""
        for place, line in enumerate(listed, 1):
            when = line.when if len(listed) > 1 else "always"
            yield f"{marks(f'{place}. ')}{strong(game.called(line.action))}: {when}"


def _words(lines: Lines) -> Blocks:
    """Yield what each phrase means, folded up."""
    meanings = {
        condition.phrase: condition.meaning
        for block in lines.blocks.values()
        for line in block
        for condition in line.conditions
        if condition.meaning != condition.phrase
    }
    if meanings:
        yield from ("", marks("<details><summary>Definitions</summary>"), "")
        for phrase, meaning in meanings.items():
            yield f"{marks('- *')}{phrase}{marks('*')}: {meaning}."
        yield from ("", marks("</details>"))


def _lines_command(ladder: Ladder, rung: Rung) -> str:
    return command_of(
        "strategy", ladder.game, [*bet_words(ladder.bet), "--lines", str(len(rung.lines))]
    )


def _simple(found: Report) -> Blocks:
    yield from heading("What simpler play costs")
    wager = found.game.unit(found.base.wager)
    yield (
        "The exact cost of each strategy over all deals. The house edge under optimal play is "
        f"{number.percent(found.base.house_edge, 4)}."
    )
    yield filled(
        Table(
            (
                "strategy",
                "return",
                "house edge",
                f"cost, of one {wager}",
                "exact",
                "its errors",
            ),
            ("left", "right", "right", "right", "left", "left"),
            [
                (
                    spoken(way.title.removeprefix(f"{found.game.title}: ")),
                    number.percent(result.returned, 4) if result.for_one else "",
                    number.percent(result.house_edge, 4),
                    number.cost(way.priced.cost),
                    number.exact(way.priced.cost),
                    f"`{command_of('price', found.game, [way.argument])}`",
                )
                for way in found.simple
                for result in [way.priced.result]
            ],
        )
    )


# --- Choices -----------------------------------------------------------------------------------


def _settings(found: Report, beside: Collection[str]) -> Blocks:
    game = found.game
    yield from heading(CHOICES)
    for choice in game.choices:
        yield from _choice(choice)
    for key, listed in found.settings.items():
        if len(listed) > 1:
            yield from heading(f"{spoken(_bet_name(found, key))}, by choice", 3)
            if any(setting.lines for setting in listed):
                yield (
                    "Each row names the best list found and its cost against optimal play under "
                    "those rules."
                )
            main = key == game.bets[0].key
            yield _choices(listed, main, beside)
            if main:
                if is_searched_once(game, key):
                    own = command_of("strategy", listed[-1].game)
                    yield from (
                        "",
                        "The search was run for the first of these only; "
                        f"`{own}` runs it for another.",
                    )
                yield from _made_on_demand(found, listed[-1])
            yield from pay_section.variations(found.pays, key)


def _made_on_demand(found: Report, last: Setting) -> Blocks:
    """Yield the commands for lines, a card and a chart of a setting, and for those of all."""
    words = [["chart", "law", "-o", "law.svg"]]
    if not found.unsearched:
        words.insert(0, ["card", "-o", "card.pdf"])
    if last.lines:
        words.insert(0, ["strategy"])
    asked = [f"`{command_of(verb, last.game, some)}`" for verb, *some in words]
    yield from ("", f"For any of these rules: {', '.join(asked)}.")
    if not found.unsearched and not found.game.path:
        what = "Cards and lines" if last.lines else "Cards"
        yield f"{what} for all of them: `combin publish --all --only {found.game.slug}`."


def _choice(choice: Choice | Amount) -> Iterator[str]:
    """Yield what a choice is about, and what its values mean."""
    if isinstance(choice, Amount):
        yield f"{marks('- ')}`{choice.name}`: {choice.meaning}"
        return
    yield f"{marks('- ')}`{choice.name}`: {choice.meaning}."
    for value, meaning in choice.values.items():
        yield f"{marks('  - ')}`{value}`: {meaning}"


def _choices(listed: Sequence[Setting], main: bool, beside: Collection[str]) -> Table:
    """Return the table of a bet's settings, where anything is decided with the lines of each.

    main: whether it is the main game; then settings may have cards and charts.
    """
    first = listed[0]
    cards = {setting.name: setting_card_name(setting.name) in beside for setting in listed}
    decided = any(setting.lines for setting in listed)
    printed = main and any(cards[setting.name] for setting in listed[1:])
    drawn = main and any(_charts_cell(setting, beside) for setting in listed[1:])
    rows = []
    for setting in listed:
        name, result = setting.name, setting.result
        row = [value if value != ANY else "any" for value in setting.choices.values()]
        row += [number.percent(result.returned, 4)] if result.for_one else []
        row += [number.percent(result.house_edge, 4), number.exact(result.house_edge)]
        row += [_lines_cell(setting, beside)] if decided else []
        row += [link("card", setting_card_name(name)) if cards[name] else "-"] if printed else []
        row += [_charts_cell(setting, beside)] if drawn else []
        rows.append(row)
    edge = f"house edge of {unit_words(first.result, first.game)}"
    headers = [*first.choices, *(["return"] * first.result.for_one), edge, "exactly"]
    headers += ["strategy"] if decided else []
    headers += ["print"] if printed else []
    headers += ["charts"] if drawn else []
    aligns = ["left"] * len(headers)
    aligns[len(first.choices)] = aligns[headers.index(edge)] = "right"
    return Table(headers, aligns, rows)


def _lines_cell(setting: Setting, beside: Collection[str]) -> str:
    if setting.lines is None or setting.cost is None:
        return "-"
    listed = _linked(counted(len(setting.lines), "line"), lines_of(setting), beside)
    cost = f"cost {number.cost(setting.cost)}" if setting.cost else "perfect"
    text = f"{listed}, {cost}"
    if not setting.lost:
        return text
    others = _linked("other lines", setting_lines_name(setting.of), beside)
    return f"{text}; {others} cost {number.cost(setting.lost)}"


def _charts_cell(setting: Setting, beside: Collection[str]) -> str:
    named = ((kind, chart_name(setting.name, kind)) for kind in GRIDS)
    return ", ".join(link(kind, name) for kind, name in named if name in beside)


# --- Pictures, card, method --------------------------------------------------------------------


def _pictures(found: Report, beside: Collection[str]) -> Blocks:
    yield from heading("Charts")
    for name in CHARTS:
        if name in beside and name not in ELSEWHERE:
            yield from (picture(CHARTS[name], name), "")
    listed = ("ladder", "strategy") if found.ladder is None else ()
    for kind in kinds(found.game):
        if f"{kind}.svg" not in beside and kind not in listed:
            drawn = command_of("chart", found.game, [kind, "-o", f"{kind}.svg"])
            yield f"{marks('- ')}{CHARTS[f'{kind}.svg']}: `{drawn}`"


def _card(found: Report) -> Blocks:
    yield from heading("A card for the wallet")
    yield (
        f"85.6 x 54 mm, two sides: {link('print it', 'card.pdf')}. For a sheet of ten with crop "
        "marks, for A6, or with fewer lines:"
    )
    others = [["--format", "sheet-a4", "-o", "sheet.pdf"], ["--format", "a6", "-o", "card.pdf"]]
    if found.ladder and len(found.ladder.rungs) > 1:
        others.append(["--lines", str(len(found.ladder.rungs[0].lines)), "-o", "card.pdf"])
    yield from typed(command_of("card", found.game, words) for words in others)
    yield picture(f"Strategy card of {found.game.title}", "card.svg")


def _method(found: Report) -> Blocks:
    yield from heading("How this was computed")
    for key, bet in found.solution.bets.items():
        yield (
            f"{marks('- ')}{spoken(_bet_name(found, key))}: {number.grouped(bet.deals)} deals, "
            "all counted."
        )
    yield ""
    yield (
        "Nothing is sampled. Counts are integers and values are fractions; hands that differ only "
        "by a permutation of the suits "
        "are counted together. Every count is checked against its known total, and `combin verify` "
        "compares combin with a second, independent program that deals every round of a shortened "
        "deck."
    )
    game = found.game
    read = sha256(Path(game.path).read_bytes()).hexdigest() if game.path else ""
    file = f" from `{game.path}`, SHA-256 `{read}`" if read else ""
    yield from ("", f"To reproduce this page{file}:")
    commands = [command_of("solve", game), command_of("verify", game)]
    if found.ladder:
        commands.append(command_of("strategy", game, ["--ladder"]))
    if found.simple:
        commands.append(command_of("price", game, [found.simple[-1].argument]))
    if not found.unsearched:
        commands.append(command_of("card", game, ["-o", "card.pdf"]))
    commands.append(command_line("publish", ["--only", game.on_command_line]))
    yield from typed(commands)
    yield f"All figures as data: {link('solution.json', 'solution.json')}."
    yield from cited(game)


def cited(game: Game) -> Blocks:
    """Yield the entry by which a page is cited."""
    yield from ("", "To cite these figures:")
    yield from typed(bibtex(game).splitlines())


def typed(commands: Iterable[str]) -> Blocks:
    """Yield lines as they are typed or pasted."""
    yield from ("", marks("```"), *map(marks, commands), marks("```"), "")


# --- Files beside the page ---------------------------------------------------------------------


def strategy_file(ladder: Ladder, rung: Rung) -> str:
    """Return a list as a file that `combin price` reads, with its cost in a comment."""
    wager = ladder.game.unit(ladder.game.bet(ladder.bet).base)
    cost = "perfect, it costs nothing against optimal play"
    if rung.cost:
        cost = f"costs {number.exact(rung.cost)} of one {wager} against optimal play"
    return f"# {ladder.game.title}, {counted(len(rung.lines), 'line')}: {cost}.\n{rung.lines}"


def ladder_csv(ladder: Ladder) -> str:
    """Return the ladder as CSV: lines, exact cost, exact house edge, the command for the list."""
    rows = [
        (
            str(len(rung.lines)),
            number.exact(rung.cost),
            number.exact(rung.cost - ladder.optimum),
            _lines_command(ladder, rung),
        )
        for rung in ladder.rungs
    ]
    table = [("lines", "cost", "house_edge", "command"), *rows]
    return "".join(separated(of_rules(table, ladder.game, ladder.bet), "csv"))
