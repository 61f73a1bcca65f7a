"""Lays out what is found of games that count up: values, hands, charts and their prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.rules import choices_told, notes_told
from combin.render.tables import (
    TEXT,
    Block,
    Heading,
    Item,
    Table,
    answer,
    choice_words,
    command_line,
)
from combin.version import version

if TYPE_CHECKING:
    from combin.families.count_up.questions import CardsLess, HandAdvice, Line, PricedChart
    from combin.families.count_up.solve import Solved, Spot
    from combin.rules.count_up import CountUpGame

UNIT = "in units of one bet"
UPS = "23456789TA"
RANKS = "A23456789T"


def command_of(verb: str, game: CountUpGame, words: Sequence[str], name: str) -> str:
    """Return the command line that computes this again."""
    usual = {choice.name: choice.default for choice in game.choices}
    chosen = [f"{key}={value}" for key, value in game.chosen.items() if value != usual[key]]
    settings = [word for one in chosen for word in ("--set", one)]
    dead = ["--dead", game.deck.dead] if game.deck.dead else []
    return command_line(verb, [name, *words, *settings, *dead])


def _heading(game: CountUpGame) -> Iterator[Block]:
    """Yield under which rules, all of them, and by which model something holds."""
    yield Heading(game.title)
    yield Item(game.source)
    for choice in game.choices:
        value = game.chosen[choice.name]
        yield Item(f"{choice.name}={value}: {_meaning(game, choice.name)}")
    if game.deck.dead:
        yield Item(f"dead before the deal: {game.deck.dead}")
    yield ""


def _meaning(game: CountUpGame, name: str) -> str:
    choice, value = game.choice(name), game.chosen[name]
    values: Mapping[str, str] = getattr(choice, "values", {})
    return values.get(value, choice.meaning)


def _rules(game: CountUpGame) -> dict[str, Any]:
    """Return what every answer for programs begins with."""
    dead = {"dead": game.deck.dead} if game.deck.dead else {}
    return {"game": game.slug, "choices": dict(game.chosen), **dead, "version": version()}


def _edge(solved: Solved) -> str:
    edge = -solved.value
    favour = "; the player has the advantage" if edge < 0 else ""
    return f"house edge {number.percent(edge, 4)} of one bet ({number.exact(edge)}){favour}"


# --- A solution ----------------------------------------------------------------------------------


def solved_text(game: CountUpGame, solved: Solved, form: str = TEXT, command: str = "") -> str:
    """Return a game solved."""
    rows = [("game", "model", "measure", "value", "choices")]
    choices = choice_words(game.chosen)
    for key, value in _figures(solved).items():
        rows.append((game.slug, solved.model, key, number.exact(value), choices))
    return answer(
        form, _solved(game, solved), rows, lambda: _rules(game) | _solved_data(solved), command
    )


def _figures(solved: Solved) -> dict[str, Fraction]:
    figures = {
        "expected_value": solved.value,
        "house_edge": -solved.value,
        "element_of_risk": solved.element_of_risk,
        "average_wager": solved.mean_wager,
    }
    if solved.variance is not None:
        figures["variance"] = solved.variance
    return figures


def _solved_data(solved: Solved) -> dict[str, Any]:
    law = solved.law or {}
    return {
        "model": solved.model,
        "bets": {
            "base": {
                "wager": "bet",
                **{key: number.exact(value) for key, value in _figures(solved).items()},
                "law": {number.exact(net): number.exact(chance) for net, chance in law.items()},
            }
        },
    }


def _solved(game: CountUpGame, solved: Solved) -> Iterator[Block]:
    yield from _heading(game)
    yield Heading(f"base: {_edge(solved)}; model {solved.model}", 2)
    rows = [
        ("expected value", number.decimal(solved.value, 6), number.exact(solved.value)),
        ("house edge", number.percent(-solved.value, 4), number.exact(-solved.value)),
    ]
    risk, wager = solved.element_of_risk, solved.mean_wager
    rows.append(("element of risk", number.percent(risk, 4), number.exact(risk)))
    if solved.variance is not None:
        variance = solved.variance
        rows.append(("variance", number.decimal(variance, 6), number.exact(variance)))
        rows.append(("standard deviation", number.root(variance, 6), "its square root"))
    rows.append(("average total wager", number.decimal(wager, 6), number.exact(wager)))
    yield Table(("measure", UNIT, "exactly"), ("left", "right", "left"), rows)
    if solved.law is None:
        yield ""
        yield "How likely each net is, and so the variance, is known for --set splits=1 so far."
        return
    law = [
        (number.signed(net), number.decimal(chance, 9), number.exact(chance))
        for net, chance in reversed(list(solved.law.items()))
    ]
    yield Table(("net", "probability", "exactly"), ("right", "right", "left"), law)


# --- A hand --------------------------------------------------------------------------------------


def advice_text(found: HandAdvice, form: str = TEXT, command: str = "") -> str:
    """Return what each action is worth with some cards."""
    game = found.game
    cards = f"{found.cards} / {found.up}"
    choices = choice_words(game.chosen)
    rows = [("game", "model", "cards", "action", "value", "best", "choices")]
    worth = found.actions or {found.taken: found.value}
    for action, value in worth.items():
        best = "yes" if action == found.taken else ""
        rows.append((game.slug, game.model, cards, action, number.exact(value), best, choices))
    data = {
        "model": game.model,
        "cards": cards,
        "dealer_has_looked": found.looked,
        "best": found.taken,
        "actions": {action: number.exact(value) for action, value in worth.items()},
    }
    return answer(form, _advice(found, cards), rows, lambda: _rules(game) | data, command)


def _advice(found: HandAdvice, cards: str) -> Iterator[Block]:
    yield from _heading(found.game)
    yield f"Cards: {cards}"
    if found.looked:
        yield "The dealer has looked and has no natural."
    if not found.actions:
        worth = f"{number.decimal(found.value, 6)} {UNIT} ({number.exact(found.value)})"
        yield f"Nothing to decide: {found.taken}, worth {worth}."
        return
    yield f"{found.taken}"
    rows = []
    best = max(found.actions.values())
    for action, value in found.actions.items():
        marks = ["best"] if value == best else []
        if action == found.taken and value != best:
            marks.append("taken by the chart")
        rows.append((action, number.decimal(value, 6), ", ".join(marks), number.exact(value)))
    yield Table(("action", UNIT, "", "exactly"), ("left", "right", "left", "left"), rows)


# --- A chart -------------------------------------------------------------------------------------


def chart_text(
    game: CountUpGame,
    solved: Solved,
    lines: Sequence[Line],
    letters: Mapping[str, str],
    form: str = TEXT,
    command: str = "",
) -> Iterator[str]:
    """Yield a chart for people, or for programs what each action is worth with all two cards."""
    yield answer(form, _chart(game, solved, lines, letters), _spots(game, solved), dict, command)


def _chart(
    game: CountUpGame, solved: Solved, lines: Sequence[Line], letters: Mapping[str, str]
) -> Iterator[Block]:
    yield from _heading(game)
    yield Heading(f"One action a total: {_edge(solved)}", 2)
    for kind in ("hard", "soft", "pair"):
        rows = [(name, *cells) for name, cells in lines if name.startswith(kind)]
        yield Table(("", *UPS), ("left", *("left" for _ in UPS)), rows)
        yield ""
    used = {cell for _, cells in lines for cell in cells}
    for letter, meaning in letters.items():
        if letter in used:
            yield Item(f"{letter}: {meaning}")
    yield "With three cards and more D and Rh are H, Ds and Rs are S."


def _spots(game: CountUpGame, solved: Solved) -> Iterator[tuple[str, ...]]:
    names = list(dict.fromkeys(name for spot in solved.spots for name in spot.actions))
    yield ("cards", "up", "deals", *names, "best", "taken", "model", "choices")
    choices = choice_words(game.chosen)
    for spot in solved.spots:
        yield (*_spot(spot, names), solved.model, choices)


def _spot(spot: Spot, names: Sequence[str]) -> tuple[str, ...]:
    cards = " ".join(RANKS[rank] for rank in spot.ranks)
    worth = [number.exact(spot.actions[name]) if name in spot.actions else "" for name in names]
    best = next(iter(spot.actions))
    return (cards, RANKS[spot.up], str(spot.deals), *worth, best, spot.taken)


# --- What a chart is worth -----------------------------------------------------------------------


def price_text(
    found: PricedChart, form: str = TEXT, command: str = "", top: int | None = None
) -> str:
    """Return what a chart is worth, and in which cells it errs."""
    game, choices = found.game, choice_words(found.game.chosen)
    faults = found.faults if top is None else found.faults[:top]
    rows = [("game", "row", "up", "said", "best", "cost", "choices")]
    for fault in faults:
        cost = number.exact(fault.cost)
        rows.append((game.slug, fault.row, fault.up, fault.said, fault.best, cost, choices))
    data = {
        "value": number.exact(found.played.value),
        "best_chart": number.exact(found.best.value),
        "by_cards": number.exact(found.by_cards.value),
        "faults": [
            {
                "row": fault.row,
                "up": fault.up,
                "said": fault.said,
                "best": fault.best,
                "cost": number.exact(fault.cost),
            }
            for fault in faults
        ],
    }
    return answer(form, _priced(found, top), rows, lambda: _rules(game) | data, command)


def _priced(found: PricedChart, top: int | None) -> Iterator[Block]:
    yield from _heading(found.game)
    yield Heading(f"This chart: {_edge(found.played)}", 2)
    lost = found.best.value - found.played.value
    rows = [
        ("this chart", found.played.value),
        ("the best chart", found.best.value),
        ("by the cards (zero-memory)", found.by_cards.value),
    ]
    cells = [(name, number.decimal(value, 6), number.exact(value)) for name, value in rows]
    yield Table(("play", UNIT, "exactly"), ("left", "right", "left"), cells)
    yield f"It costs {_cost(lost)} of one bet against the best chart."
    if not found.faults:
        yield "No cell of it errs."
        return
    if any(fault.cost < 0 for fault in found.faults):
        yield "A cost below 0: hands of a split win more by the cell than the others lose."
    faults = found.faults if top is None else found.faults[:top]
    yield f"Cells that err: {len(found.faults)}, with what each costs by itself."
    lines = [
        (f"{fault.row} / {fault.up}", fault.said, fault.best, _cost(fault.cost)) for fault in faults
    ]
    yield Table(("cell", "says", "best", "costs"), ("left", "left", "left", "right"), lines)


def _cost(value: Fraction) -> str:
    return f"-{number.cost(-value)}" if value < 0 else number.cost(value)


# --- A card less ---------------------------------------------------------------------------------


def removals_text(found: CardsLess, form: str = TEXT, command: str = "") -> str:
    """Return what each rank that leaves the shoe adds."""
    game, value = found.game, found.whole.value
    rows = [("game", "model", "rank", "expected_value", "effect", "choices")]
    for rank, effect in found.effects.items():
        figures = number.exact(value + effect), number.exact(effect)
        rows.append((game.slug, game.model, rank, *figures, choice_words(game.chosen)))
    effects = {rank: number.exact(effect) for rank, effect in found.effects.items()}
    data = {"model": game.model, "expected_value": number.exact(value), "effects": effects}
    return answer(form, _removals(found), rows, lambda: _rules(game) | data, command)


def _removals(found: CardsLess) -> Iterator[Block]:
    yield from _heading(found.game)
    yield Heading(f"base: {_edge(found.whole)}; model {found.game.model}", 2)
    play = "the chart kept" if found.is_chart_kept else "the best play of the shoe left"
    yield (
        "What the expected net grows by when one card leaves the shoe, in hundredths of one bet, "
        f"by its rank, with {play}."
    )
    cells = [number.decimal(100 * effect, 4) for effect in found.effects.values()]
    yield Table(tuple(found.effects), ("right",) * len(cells), [cells])


# --- The rules -----------------------------------------------------------------------------------


def rules_text(game: CountUpGame) -> str:
    """Return the rules of a game, its choices with the one in force marked."""
    lines = [f"{game.title.upper()}  ({game.slug})", game.source]
    lines += [f"Played with {game.deck}.", "", "PLAY"]
    lines += [
        "  The player gets two cards, the dealer shows one. An ace counts 1 or 11, pictures 10.",
        "  The player may stand, take a card, or do what the choices allow; over 21 he has lost.",
        f"  The dealer then draws below {game.dealer.hard}, to soft hands below "
        f"{game.dealer.soft}; the higher total wins even money.",
    ]
    lines += ["", *choices_told(game), "", *notes_told(game)]
    return "\n".join(lines) + "\n"
