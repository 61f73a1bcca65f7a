"""Strategy cards: the best list that fits on the front, its cost, and the figures of playing it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.dossier.examples import examples
from combin.dossier.phrases import points_rule
from combin.dossier.recommended import at_most, recommended, starting_hands_under
from combin.dossier.settings import decides
from combin.dossier.shipped import shipped_counts
from combin.dossier.way_words import way_lines
from combin.errors import refuse
from combin.render.cards import ANYHOW, CardModel, Request, card_model, fit, fits_front
from combin.render.cards.model import SET, Longer, blocks_of, longer, notes
from combin.rules.glossary import called, capital
from combin.rules.house_ways import HOUSE_WAYS
from combin.strategies import is_by_lines, named, verify_listed
from combin.strategies.turned import affirmed, denies
from combin.version import RELEASE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combin.families.set_hands.ways import Ways
    from combin.render.cards.model import Lines as Phrases
    from combin.rules import Way
    from combin.rules.game import Game
    from combin.solving.result import BetResult, Solution
    from combin.strategies import Ladder, Lines, Rung

MUCH = Fraction(1, 100)  # of one unit: what a list that fits in front may cost
A6 = "a6"  # the format that has room for a square of starting hands, and for every list


def card_of(
    solution: Solution, fmt: str = "wallet", most: int | None = None, asked: Request = ANYHOW
) -> CardModel:
    """Return the card of the best list.

    most: how many lines the list may have; None for as many as fit.
    Raises CombinError where `most` is given and nothing is decided, or every list is longer.
    """
    game = solution.game
    key = game.bets[0].key
    if not is_by_lines(game, key):
        if most is not None:
            verify_listed(game, key)
        return card_of_way(solution, _ways(game, key).told(), asked)
    if not decides(game, key):
        refuse(
            most is not None,
            f"{game.slug}: nothing is decided, so there is no list of so many lines",
        )
        return _model(solution, None, None, None, fmt, asked)
    from combin.dossier.found import found

    ladder = found(game, key)
    if most is not None:
        rung = at_most(ladder, most)
        played = _proved(ladder, rung)
        return _model(solution, affirmed(game, rung.lines), rung.cost, played, fmt, asked)
    return best_fitting(solution, ladder, fmt, asked)[1]


def best_fitting(
    solution: Solution,
    ladder: Ladder,
    fmt: str = "wallet",
    asked: Request = ANYHOW,
    played: BetResult | None = None,
    pricing: Callable[[Lines], BetResult | None] | None = None,
) -> tuple[Rung, CardModel]:
    """Return the best list that the front of a card of two sides has room for in readable type, or
    both sides where such a list costs much or the card is A6, and the card; the recommended list,
    where that is another, is for the back.

    played: what the recommended list comes to, to save pricing it again.
    pricing: finds the same of another list.
    """
    best = recommended(ladder)
    shorter = [rung for rung in reversed(ladder.rungs) if len(rung.lines) < len(best.lines)]
    game = solution.game
    lines = affirmed(game, best.lines)
    model = _model(solution, lines, best.cost, played or _proved(ladder, best), fmt, asked)
    if not shorter or (fit(model, fmt)["sides"] <= 2 if fmt == A6 else fits_front(model, fmt)):
        return best, model
    wager = game.unit(solution.bets[ladder.bet].wager)
    behind = (
        None
        if fmt == A6
        else longer(
            phrased(lines, asked.dialect),
            best.cost,
            wager,
            where="on the A6 card" if fit(model, A6)["sides"] <= 2 else "too long for a card",
        )
    )

    def tried(rung: Rung) -> CardModel:
        said = _phrases(game, affirmed(game, rung.lines), fmt, asked)
        said_below = notes(said, rung.cost, wager, points_rule(rung.lines))
        return replace(model, blocks=blocks_of(said), notes=said_below, longer=behind)

    def on_two(rung: Rung) -> bool:
        return int(fit(tried(rung), fmt)["sides"]) <= 2

    # The shorter a list, the sooner it fits.
    room = on_two if fmt == A6 else lambda rung: fits_front(tried(rung), fmt)
    fronts = shorter[bisect_left(shorter, True, key=room) :] or shorter[-1:]
    rung = next(filter(on_two, fronts), fronts[0])
    if rung.cost > MUCH:
        fitting = shorter[bisect_left(shorter, True, key=on_two) :]
        rung = fitting[0] if fitting else rung
    shown = affirmed(game, rung.lines)
    if denies(shown) and not denies(lines) and int(fit(model, fmt)["sides"]) <= 2:
        return best, model
    played = pricing(rung.lines) if pricing and rung.cost else _proved(ladder, rung)
    return rung, _model(solution, shown, rung.cost, played, fmt, asked, behind)


def _proved(ladder: Ladder, rung: Rung) -> BetResult | None:
    """Return what a list that ships comes to, priced again; None for one that was found now."""
    from combin.dossier.found import prove

    return prove(ladder, [rung])[0] if ladder.shipped else None


def _ways(game: Game, key: str) -> Ways:
    from combin.families.set_hands.ways import Ways

    return Ways(game, key)


def card_of_way(solution: Solution, ways: Sequence[Way], asked: Request = ANYHOW) -> CardModel:
    """Return the card of the first way to set hands, with its exact cost; a second one, of the
    house, is for the back.
    """
    game, key = solution.game, solution.game.bets[0].key
    optimum, counts = solution.bets[key].expected_value, shipped_counts(game, key)

    def played(way: Way) -> BetResult:
        if counts and HOUSE_WAYS.get(way.name) == way and way.name in counts.lists:
            return counts.result(way.name)
        return _ways(game, key).set_by(way)

    def said(way: Way) -> Phrases:
        return {way.name: [(SET, line) for _, line in way_lines(way)]}

    way, *others = ways
    behind = None
    for house in others:
        what = f"The dealer's house way, {capital(called(house.name))}"
        lost = optimum - played(house).expected_value
        behind = longer(said(house), lost, game.unit(solution.bets[key].wager), what)
    by_it = played(way)
    cost = optimum - by_it.expected_value or None  # none where he may not do better
    return _laid_out(solution, said(way), cost, asked, by_it, behind)


def card_of_lines(
    solution: Solution,
    lines: Lines,
    fmt: str = "wallet",
    asked: Request = ANYHOW,
    played: BetResult | None = None,
) -> CardModel:
    """Return the card of a strategy in lines, with its exact cost.

    played: what it comes to, to save pricing it again.
    """
    if played is None:
        played = _priced(solution, lines)
    cost = solution.bets[lines.bet].expected_value - played.expected_value
    return _model(solution, lines, cost, played, fmt, asked)


def card_of_named(
    solution: Solution, strategy: str, fmt: str = "wallet", asked: Request = ANYHOW
) -> CardModel:
    """Return the card of a strategy as a user names it."""
    key = solution.game.bets[0].key
    if is_by_lines(solution.game, key):
        return card_of_lines(solution, named(strategy, solution.game, key), fmt, asked)
    return card_of_way(solution, [_ways(solution.game, key).read(strategy)], asked)


def phrased(lines: Lines | None, dialect: str = "") -> Phrases:
    """Return decision -> the actions and phrases of a list; nothing for none.

    dialect: whose words to write in, empty for the vocabulary's own.
    """
    from combin.strategies import in_dialect

    said = in_dialect(lines, dialect) if lines and dialect else lines
    blocks = said.blocks if said else {}
    return {
        decision: [(line.action, line.when) for line in block] for decision, block in blocks.items()
    }


def _priced(solution: Solution, lines: Lines) -> BetResult:
    from combin.counting import Plan
    from combin.solving.payoffs import Payoffs
    from combin.strategies import parse, played

    here = parse(str(lines), solution.game, lines.bet)  # the lines may be of other choices
    return played([Payoffs(Plan(solution.game, solution.game.bet(lines.bet)))], here)[0]


def _model(
    solution: Solution,
    lines: Lines | None,
    cost: Fraction | None,
    played: BetResult | None,
    fmt: str,
    asked: Request,
    behind: Longer | None = None,
) -> CardModel:
    """Return the card; a list that costs something is priced, for the figures of a card are those
    of its lines.
    """
    if lines and cost and played is None:
        played = _priced(solution, lines)
    if lines:
        shown = examples(solution.game, lines)
        asked = replace(asked, examples=shown, points=points_rule(lines))
        if fmt == A6:
            asked = replace(asked, hands=starting_hands_under(solution.game, lines))
    priced = played if cost else None
    said = _phrases(solution.game, lines, fmt, asked)
    return _laid_out(solution, said, cost, asked, priced, behind)


def _phrases(game: Game, lines: Lines | None, fmt: str, asked: Request) -> Phrases:
    """Return the phrases of a list; on A6 in the groups that its language has, if any."""
    if lines and fmt == A6 and not asked.dialect:
        from combin.counting import Plan
        from combin.families.listed import family_of

        plan = Plan(game, game.bet(lines.bet))
        language = family_of(plan).language(plan)
        if grouped := language.grouped(game, lines) if language else {}:
            return grouped
    return phrased(lines, asked.dialect)


def _laid_out(
    solution: Solution,
    said: Phrases,
    cost: Fraction | None,
    asked: Request,
    played: BetResult | None,
    behind: Longer | None = None,
) -> CardModel:
    """Return the card of some lines; a side bet with decisions of its own shows no edge, for the
    card does not tell how it is played.
    """
    from combin.counting import Plan
    from combin.families.listed import family_of

    base, *sides = (Plan(solution.game, bet) for bet in solution.game.bets)
    untold = [plan.bet.key for plan in sides if family_of(plan).decisions(plan)]
    last = [decision.name for decision in base.decisions] if not said else []
    asked = replace(asked, untold=untold, last=last)
    return card_model(replace(solution, version=RELEASE), said, cost, asked, played, behind)
