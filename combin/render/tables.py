"""Formats what all results have in common, and solutions: pages for people, CSV and JSON for
programs.

People read rounded decimals beside the exact fraction; programs read exact values only.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.layout import (
    MACHINE,
    MARKDOWN,
    TEXT,
    Again,
    Block,
    Heading,
    Item,
    Step,
    Table,
    columns,
    dump_json,
    filled,
    layout,
    separated,
    verify_format,
)
from combin.render.shapes import BET, RULES, SHAPES, data
from combin.rules import Amount
from combin.rules.game import Game
from combin.rules.glossary import NONE, called, capital

if TYPE_CHECKING:
    from combin.solving.result import BetResult, Outcome, Solution

Line = tuple[tuple[str, ...], str, Fraction, int]  # of a law: actions, outcome, net, combinations
SIGNIFICANT = 4  # digits of the rarest probability in a table
MOST_COUNTED = 10**30  # deals, beyond which a table has no combinations
LONG = 40  # rows beyond which the joint law of several settlements is summed up by net result


# --- What every result says of itself ----------------------------------------------------------


def command_of(verb: str, game: Game, words: Sequence[str] = (), name: str = "") -> str:
    """Return the command line that computes this again; `name` is the game as the user
    called it.
    """
    defaults = {choice.name: choice.default for choice in game.choices}
    settings = [
        ("--set", f"{key}={value}")
        for key, value in game.chosen.items()
        if value != defaults.get(key)
    ]
    settings += [("--dead", game.removed)] if game.removed else []
    prices = [("--pay", f"{address}={number.exact(pay)}") for address, pay in game.priced.items()]
    chosen = [word for pair in settings for word in pair]
    paid = [word for pair in prices for word in pair]
    return command_line(
        verb, [name or game.on_command_line, *words, *chosen, *see_words(game.exposed), *paid]
    )


def see_words(seen: Mapping[str, int]) -> list[str]:
    """Return the words of a command that say which hidden cards are seen."""
    return [word for zone, count in seen.items() for word in ("--see", f"{zone}={count}")]


def seen_lines(seen: Mapping[str, int]) -> list[str]:
    """Return a line for each zone of which the player sees hidden cards."""
    return [f"the player also sees {cards_of(count)} of {zone}" for zone, count in seen.items()]


def command_line(verb: str, words: Sequence[str]) -> str:
    """Return a command as it is typed."""
    return " ".join(map(quoted, ["combin", verb, *words]))


def quoted(word: str) -> str:
    """Return a word as a shell reads it back; what cannot be printed (a byte of a path that is no
    text) by its number.
    """
    import shlex

    if word.isprintable():
        return shlex.quote(word)
    letters = (
        c
        if c.isprintable() and c not in "'\\"
        else "".join(f"\\{byte:03o}" for byte in os.fsencode(c))
        for c in word
    )
    return f"$'{''.join(letters)}'"


def bet_words(key: str) -> list[str]:
    """Return the words of a command that choose a bet; none for the game itself."""
    return ["--bet", key] if key != "base" else []


def bets_words(game: Game, keys: Iterable[str]) -> list[str]:
    """Return the words of a command that choose some bets; none for all."""
    asked = list(keys)
    if len(asked) == len(game.bet_keys):
        return []
    return [word for key in asked for word in ("--bet", key)]


def answer(
    form: str,
    blocks: Iterable[Block],
    rows: Iterable[Sequence[str]],
    told: Callable[[], Mapping[str, object]],
    command: str = "",
    has_formats: bool = True,
) -> str:
    """Return one answer as a page for people, as rows, or as data.

    command: gives the answer again, as text; empty where none is told. It ends every row.
    has_formats: whether it gives other formats, too.
    """
    words = format_words(form) if command and has_formats else []
    whole = " ".join([command, *words])
    if form == "json":
        return dump_json({**told(), **({"command": whole} if whole else {})})
    if form in MACHINE and whole:
        lines = iter(rows)
        rows = chain([(*next(lines), "command")], ((*row, whole) for row in lines))
    if form in MACHINE:
        return "".join(separated(rows, form))
    return layout([*blocks, *(["", Again(whole)] if whole else [])], form)


def format_words(form: str) -> list[str]:
    """Return the words of a command that choose a format."""
    if form == TEXT:
        return []
    return ["--json"] if form == "json" else ["--format", form]


def heading(game: Game, *keys: str) -> list[str]:
    """Return the lines that say which rules a result about some bets is about: choices, pays and
    meters that change them.
    """
    lines = [game.source]
    lines += [f"{name}={value}: {meaning}" for name, value, meaning in chosen_rows(game, *keys)]
    lines += seen_lines(game.exposed)
    if game.deck.dead:
        lines.append(f"dead before the deal: {game.deck.dead}")
    meters = game.meters(*keys)
    for address, pay in (game.priced_in(*keys) | meters).items():
        usual = f", usually {number.plain(game.usual[address])}" if address in game.usual else ""
        lines.append(
            f"{address} {'stands at' if address in meters else 'pays'} {number.plain(pay)}{usual}"
        )
    return [Heading(game.title), *map(Item, lines), ""]


def chosen_rows(game: Game, *keys: str) -> Iterator[tuple[str, str, str]]:
    """Yield the choices that some bets depend on, with their values and what these mean."""
    for choice in game.choices_of(*keys):
        value = game.chosen[choice.name]
        meaning = choice.meaning if isinstance(choice, Amount) else choice.values[value]
        yield choice.name, value, meaning


def cards_of(count: int) -> str:
    """Return a number of cards in words: ``1 card``, ``2 cards``."""
    return number.counted(count, "card")


def at_meter(meters: Mapping[str, Fraction]) -> str:
    """Return what is said beside an edge of where the meters of its bet stand: ``, the meter at
    100,000``; or nothing.
    """
    if len(meters) > 1:
        return "".join(f", {address} at {number.plain(units)}" for address, units in meters.items())
    return "".join(f", the meter at {number.plain(units)}" for units in meters.values())


def choice_words(choices: Mapping[str, str], between: str = " ") -> str:
    """Return choices as programs read them in a cell: ``joker=bug variant=rule``."""
    return between.join(f"{name}={value}" for name, value in choices.items())


def pay_words(game: Game, key: str, stated: Sequence[str] = ()) -> str:
    """Return the pays of a bet that were replaced, and its meters, in a cell.

    stated: pays that the row itself states, left out here.
    """
    pays = game.priced_in(key) | game.meters(key)
    return " ".join(
        f"{address}={number.exact(pay)}" for address, pay in pays.items() if address not in stated
    )


def of_rules(rows: Iterable[Sequence[str]], game: Game, bet: str = "") -> Iterator[Sequence[str]]:
    """Yield rows, the first of them headers, with what they need to be made again: game, bet,
    choices and pays.

    bet: the bet that all rows are about; where it is not given, a column names it.
    """
    rows = iter(rows)
    head = next(rows)
    place = {name: at for at, name in enumerate(head)}
    rules: dict[tuple[str, str], dict[str, str]] = {}
    more = [name for name in ("game", "bet", "choices", "pays") if name not in head]
    yield (*head, *more)
    for row in rows:
        key = bet or row[place["bet"]]
        moved = row[place["pay"]] if "pay" in place else ""
        if (key, moved) not in rules:
            choices = choice_words(game.settings_of(key))
            pays = pay_words(game, key, (*head, moved))
            rules[key, moved] = {"game": game.slug, "bet": key, "choices": choices, "pays": pays}
        yield (*row, *(rules[key, moved][name] for name in more))


def provenance(game: Game, signed: str = "") -> dict[str, Any]:
    """Return what every json result begins with; signed: by which combin, if not this."""
    told: dict[str, Any] = data(RULES, SimpleNamespace(game=game, version=signed))
    return told


# --- A solution --------------------------------------------------------------------------------


def solution_text(result: Solution, form: str = TEXT, command: str = "") -> str:
    """Return a `Solution` in the format `form`; `command` is how the user got it."""
    game, bets = result.game, result.bets
    command = command or command_of("solve", game, bets_words(game, bets))
    cells = ((game.slug, *row) for bet in bets.values() for row in _outcome_rows(bet))
    head = [*heading(game, *bets), *([game.remark] if game.remark else [])]
    blocks = (block for bet in bets.values() for block in (*_bet(game, bet), ""))
    asks_all = bool(game.others) and len(bets) == len(game.bet_keys)
    other = [f"Other bets, by --bet: {', '.join(game.others)}."] if asks_all else []
    return answer(
        form,
        chain(head, blocks, other),
        of_rules(chain([("game", *OUTCOMES)], cells), game),
        lambda: data(SHAPES["Solution"], result),
        command,
    )


def solution_line(result: Solution) -> str:
    """Return in a line the edges of a solution."""
    game = result.game
    edges = (f"{game.shown(key)} {edge_words(bet)}" for key, bet in result.bets.items())
    return f"{game.slug}: {', '.join(edges)}"


def bet_text(bet: BetResult, form: str = TEXT) -> str:
    """Return the result of one bet in the format `form`."""
    blocks: list[Block] = [f"{bet.key}{at_meter(bet.meters)}", measures(bet, bet.wager), *ties(bet)]
    return answer(form, blocks, [OUTCOMES, *_outcome_rows(bet)], lambda: data(BET, bet))


def bet_line(bet: BetResult) -> str:
    """Return in a line the edge of a bet."""
    return f"{bet.key}: {edge_words(bet)}"


def edge_words(bet: BetResult) -> str:
    """Return the house edge and where its meter stands: ``47.7252 %, the meter at 100,000``."""
    return f"{number.percent(bet.house_edge, 4)}{at_meter(bet.meters)}"


OUTCOMES = ("bet", "actions", "outcome", "net", "staked", "combinations", "deals")


def _outcome_rows(bet: BetResult) -> Iterator[tuple[str, ...]]:
    """Yield the outcomes; of a bet without them what it comes to on average."""
    if not bet.outcomes:
        mean = number.exact(bet.expected_value), number.exact(bet.average_wager)
        yield (bet.key, "", "mean", *mean, "", "")
    for row in bet.outcomes:
        cells = (
            " / ".join(row.actions),
            row.outcome,
            number.exact(row.net),
            number.exact(row.staked),
        )
        yield (bet.key, *cells, str(row.combinations), str(bet.deals))


def _bet(game: Game, bet: BetResult) -> Iterator[Block]:
    edge = (
        f"house edge {number.percent(bet.house_edge, 4)} of one {game.unit(bet.wager)} "
        f"({number.exact(bet.house_edge)}){at_meter(game.meters(bet.key))}{returning(bet)}"
    )
    favour = "; the edge favours the player" if bet.house_edge < 0 else ""
    model = f"; model {bet.model}" if bet.model else ""
    yield Heading(f"{game.called(game.shown(bet.key))}: {edge}{favour}{model}", 2)
    yield captioned(measures(bet, game.unit(bet.wager)), game, bet.key, "figures")
    if bet.outcomes:
        yield from in_words(laws(game, bet), game.names)
    if bet.lacking:
        yield f"Not asked for: {', '.join(bet.lacking)}."
    if is_summed(game, bet) and len(bet.outcomes) > LONG:
        yield f"Joint distribution of all {len(bet.outcomes)} outcomes: --format csv or --json."
    yield from ties(bet)


def returning(bet: BetResult) -> str:
    """Return what stands beside the edge where pays are for 1: ``, a return of 99.5439 %``."""
    return f", a return of {number.percent(bet.returned, 4)}" if bet.for_one else ""


def stake_inside(game: Game, key: str) -> Fraction:
    """Return the units that what a bet is worth has inside it as its players say it: the stake,
    where pays are for 1 and no action changes it; else none.
    """
    bet = game.bet(key)
    staked = {wager.name for wager in bet.wagers}
    actions = [action for decision in game.decisions for action in decision.actions]
    if not bet.for_one or not all(staked.isdisjoint(action.adds) for action in actions):
        return Fraction(0)
    return sum((wager.stake for wager in bet.wagers), Fraction(0))


def captioned(table: Table, game: Game, key: str, what: str) -> Table:
    """Return a table about a bet with the caption and the label that it needs on paper."""
    side = f", {game.called(key)}" if key != game.bet_keys[0] else ""
    caption = f"{game.title}{side}{at_meter(game.meters(key))}: {what}"
    label = "-".join([game.slug, key, *re.findall("[A-Za-z0-9]+", what)])
    return replace(table, caption=caption, label=label)


def is_summed(game: Game, bet: BetResult) -> bool:
    """Return whether the joint law of a bet's settlements is so long that its table is summed up
    by net result.
    """
    unnamed = not any(row.outcome for row in bet.outcomes)
    return unnamed or (len(game.bet(bet.key).settlements) > 1 and len(bet.outcomes) > LONG)


def laws(game: Game, bet: BetResult) -> list[Table]:
    """Return the tables of all that can happen: where the player's way makes the table long, first
    a short one by what happens, whatever he did.
    """
    by_way = law(game, bet)
    short = hand_law(bet, "net" if is_summed(game, bet) else "outcome")
    if 2 * len(short.rows) > len(by_way.rows):
        return [captioned(by_way, game, bet.key, "outcomes")]
    return [
        captioned(short, game, bet.key, "outcomes"),
        captioned(by_way, game, bet.key, "outcomes by play"),
    ]


def law(game: Game, bet: BetResult) -> Table:
    """Return the table of all that can happen: outcome, net, combinations, probability, true odds,
    return.
    """
    if is_summed(game, bet):
        sums: Counter[tuple[tuple[str, ...], Fraction]] = Counter()
        for row in bet.outcomes:
            sums[row.actions, _worth(bet, row)] += row.combinations
        lines = [(actions, "", net, count) for (actions, net), count in sums.items()]
        return _law(bet, (), _ordered(game, lines))
    names = game.names if bet.for_one else NONE
    lines = [
        (row.actions, names.get(row.outcome, row.outcome), _worth(bet, row), row.combinations)
        for row in bet.outcomes
    ]
    return _law(bet, ("outcome",), _ordered(game, lines))


def ties(bet: BetResult) -> Iterator[str]:
    """Yield a sentence for each decision at which two best actions have equal value."""
    for tie in bet.ties:
        where = f"{number.grouped(tie.situations)} situation{'s' if tie.situations > 1 else ''}"
        deals = f"{number.grouped(tie.deals)} of {number.grouped(bet.deals)} deals"
        name = capital(tie.decision)
        yield f"{name}: the best actions tie in {where} ({deals}); {tie.taken} is taken."


def in_words(found: Iterable[Table], names: Mapping[str, str]) -> Iterator[Table]:
    """Yield tables with their actions and outcomes in words: ``player-wins.full-house`` ->
    ``Player wins: full house``; names: what people say for some.
    """

    def words(header: str, cell: str) -> str:
        if header == "the player":
            return " / ".join(called(action, names) for action in cell.split(" / "))
        if header == "outcome":
            return capital(": ".join(called(part, names) for part in cell.split(".")))
        return cell

    for table in found:
        yield replace(table, rows=[[*map(words, table.headers, row)] for row in table.rows])


def measures(bet: BetResult, unit: str) -> Table:
    """Return the table of a bet's figures, rounded and exact, in a unit."""

    def figure(name: str, value: Fraction) -> tuple[str, str, str]:
        return name, number.decimal(value, 6), number.exact(value)

    def share(name: str, value: Fraction) -> tuple[str, str, str]:
        return name, number.percent(value, 4), number.exact(value)

    rows = [
        figure("expected value", bet.expected_value),
        *([share("return", bet.returned)] if bet.for_one else []),
        share("house edge", bet.house_edge),
        share("element of risk", bet.element_of_risk),
    ]
    if bet.variance is not None:
        rows.append(figure("variance", bet.variance))
        rows.append(("standard deviation", number.root(bet.variance, 6), "its square root"))
    if bet.hit_frequency is not None:
        rows.append(share("hit frequency", bet.hit_frequency))
    rows.append(figure("average total wager", bet.average_wager))
    if "exchanged" in bet.figures:  # of two hands whose cards may be switched
        rows.append(share("hands switched", bet.figures["exchanged"]))
    return Table(("measure", f"in units of one {unit}", "exact"), ("left", "right", "left"), rows)


def _worth(bet: BetResult, row: Outcome) -> Fraction:
    """Return what a round comes to, as players of the bet count it: its net, or its pay for 1."""
    return row.paid if bet.for_one else row.net


def _ordered(game: Game, lines: list[Line]) -> list[Line]:
    """Return the lines in the order of the actions in the rules, then the largest net first."""
    actions = [action.name for decision in game.decisions for action in decision.actions]
    return sorted(lines, key=lambda line: ([actions.index(action) for action in line[0]], -line[2]))


def _law(bet: BetResult, names: tuple[str, ...], lines: list[Line]) -> Table:
    """Return the table of a law: what the player did, what happened, its net, how often and how
    much it returns.

    names: ``outcome``, where each line has one.
    """
    if any(actions for actions, *_ in lines):
        names = ("the player", *names)
    rows = []
    for actions, outcome, net, count in lines:
        known = {"the player": " / ".join(actions), "outcome": outcome}
        rows.append(([known[name] for name in names], [net], count, net * count))
    return _weighed_table(bet, names, rows)


def hand_law(bet: BetResult, by: str) -> Table:
    """Return the table of what happens, whatever the player did; by: ``outcome`` or ``net``."""
    groups: dict[str | Fraction, list[Outcome]] = {}
    for row in bet.outcomes:
        groups.setdefault(row.outcome if by == "outcome" else _worth(bet, row), []).append(row)
    rows = []
    for group in groups.values():
        won = sum((_worth(bet, row) * row.combinations for row in group), Fraction(0))
        named = [group[0].outcome] if by == "outcome" else []
        deals = sum(row.combinations for row in group)
        rows.append((named, [_worth(bet, row) for row in group], deals, won))
    rows.sort(key=lambda row: -max(row[1]))
    return _weighed_table(bet, ("outcome",) if by == "outcome" else (), rows)


# What stands in a line of a law: its names, its nets, its combinations, and what they win in all.
Weight = tuple[list[str], list[Fraction], int, Fraction]


def _weighed_table(bet: BetResult, names: Sequence[str], rows: Sequence[Weight]) -> Table:
    rare = min((count for _, _, count, _ in rows if count), default=1)
    places = number.places_for(number.ratio(rare, bet.deals), SIGNIFICANT, 6)
    cells = []
    for named, nets, count, won in rows:
        chance = number.ratio(count, bet.deals)
        rarity = (number.one_in(chance), number.odds(chance))
        worth = _span(nets, number.plain if bet.for_one else number.signed)
        cells.append([*named, worth, *_weighed(count, won, bet, places, *rarity)])
    deals = sum(count for _, _, count, _ in rows)
    won = sum((won for *_, won in rows), Fraction(0))
    cells.append(["total", *("" for _ in names), *_weighed(deals, won, bet, places, "", "")])
    what = "pays" if bet.for_one else "net"
    headers = (*names, what, "combinations", "probability", "1 in", "true odds", "return")
    if bet.deals > MOST_COUNTED:  # chances, and no counts
        kept = [at for at, name in enumerate(headers) if name not in ("combinations", "true odds")]
        headers = tuple(headers[at] for at in kept)
        cells = [[row[at] for at in kept] for row in cells]
    return Table(headers, ("left",) * len(names) + ("right",) * (len(headers) - len(names)), cells)


def _span(worth: Sequence[Fraction], written: Callable[[Fraction], str]) -> str:
    low, high = written(min(worth)), written(max(worth))
    return high if low == high else f"{low} to {high}"


def _weighed(
    count: int, won: Fraction, bet: BetResult, places: int, one_in: str, odds: str
) -> tuple[str, ...]:
    """Return a number of deals, their share of all, how rare that is, and what they return."""
    share, returned = number.ratio(count, bet.deals), number.ratio(won, bet.deals)
    chance = number.decimal(share, places)
    return number.grouped(count), chance, one_in, odds, number.decimal(returned, places)


__all__ = [
    "MACHINE",
    "MARKDOWN",
    "TEXT",
    "Again",
    "Block",
    "Heading",
    "Item",
    "Step",
    "Table",
    "columns",
    "dump_json",
    "filled",
    "layout",
    "separated",
    "verify_format",
]
