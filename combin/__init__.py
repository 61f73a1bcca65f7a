"""combin: exact analysis of casino table games, from the rules as data to the optimal strategy and its value.

>>> import combin
>>> solution = combin.solve("phil-em-up")
>>> solution["base"].house_edge
Fraction(7496, 81991)
>>> combin.advise("phil-em-up", "Kh Qh Jh 3c").rows[0].best
'stay'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.advice import Advice
    from combin.checker import Verdict
    from combin.logs.simulate import Simulated
    from combin.rules import Game
    from combin.sensitivity import Aim, Comparison, Counted, Formula, Nearest, Sweep, Variations
    from combin.solution import Solution

__all__ = [
    "CombinError", "advise", "check", "compare", "count", "formula", "game_names", "load", "simulate", "solve", "sweep",
    "target", "vary",
]  # fmt: skip


def game_names() -> list[str]:
    """Return the names of the games that come with combin."""
    from combin.games import names

    return names()


def load(name: str, choices: Mapping[str, Any] | None = None, pays: Mapping[str, Any] | None = None) -> Game:
    """Return a game, resolved: by its name, or from a file of one's own (a path that ends in .py).

    choices: choice -> value, ``{"joker": "bug"}``. pays: pay -> number, ``{"five-aces": 1000, "big-8.flush": "7/2"}``.
    Raises CombinError for a name, choice, value or pay that is not known.
    """
    from combin.games import find

    settings = {choice: str(value) for choice, value in (choices or {}).items()}
    return find(name).resolve(settings).with_pays(pays or {})


def solve(
    game: str | Game,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bets: Sequence[str] | None = None,
    threads: int | None = None,
) -> Solution:
    """Return the exact solution of a game, given by name or as a resolved `Game`; the other arguments as for `load`.

    A game given as a file of one's own is recounted by the literal reference on a short deck first, here and in the functions
    below, and refused where the two differ.
    bets: which bets, by key (all by default). threads: how many count at the same time; the answer does not depend on it.
    """
    from combin.solver import solve

    return solve(_game(game, choices, pays), bets, threads)


def advise(
    game: str | Game,
    cards: str,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
) -> Advice:
    """Return every action's exact value in one situation, given by the cards seen (``As Kd Jh 8c 3d / Kc``)."""
    from combin.advice import advise

    return advise(_game(game, choices, pays), cards, bet)


def count(
    game: str | Game,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
    threads: int | None = None,
) -> Counted:
    """Return a bet with its counts at hand: ``count(...).paying({"flush": 10}).result`` solves again in milliseconds."""
    from combin.sensitivity import Counted

    return Counted(_game(game, choices, pays), bet, threads)


def formula(
    game: str | Game,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
    free: Sequence[str] = (),
) -> Formula:
    """Return the value of the best play as a linear form in the pays, and the region of pays in which that play stays best.

    free: the pays that move in the region; by default those of the paytables.
    """
    from combin.sensitivity import formula, the_pay

    counted = count(game, choices, pays, bet)
    return formula(counted, tuple(the_pay(counted.game, counted.plan.bet, pay) for pay in free))


def sweep(
    game: str | Game,
    pay: str,
    low: Any,
    high: Any,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
) -> Sweep:
    """Return the value of the best play for every value of one pay from `low` to `high`, as a piecewise linear function."""
    from combin.rules import parse_number
    from combin.sensitivity import sweep, the_pay

    counted = count(game, choices, pays, bet)
    ends = (parse_number(end, f"each end of the range of {pay}") for end in (low, high))
    return sweep(counted, the_pay(counted.game, counted.plan.bet, pay), *ends)


def target(
    game: str | Game,
    edge: Any,
    pay: str | Mapping[str, tuple[Any, Any]],
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
    step: Any = 1,
    top: int = 10,
) -> Aim | Nearest:
    """Return the pay at which a bet has an edge (a ratio: ``"1/40"``), or the paytables nearest to it.

    pay: the pay that moves, or several with their limits, ``{"flush": (5, 12), "straight": (4, 8)}``, of which all multiples of
    `step` are tried and the `top` best are returned.
    """
    from combin.rules import parse_number
    from combin.sensitivity import nearest, target, the_pay

    counted, wanted = count(game, choices, pays, bet), parse_number(edge, "the edge")
    if isinstance(pay, str):
        return target(counted, wanted, the_pay(counted.game, counted.plan.bet, pay))
    limits = {
        the_pay(counted.game, counted.plan.bet, name): (parse_number(low, name), parse_number(high, name))
        for name, (low, high) in pay.items()
    }
    if len(limits) < len(pay):
        raise CombinError(f"a pay is given twice: {', '.join(pay)}")
    return nearest(counted, wanted, limits, parse_number(step, "the step"), top)


def vary(
    game: str | Game, choices: Mapping[str, Any] | None = None, pays: Mapping[str, Any] | None = None, bets: Sequence[str] = ()
) -> Variations:
    """Return what every choice makes of the edge and of the best play, one choice at a time against the setting given.

    game: a name, or a game with its choices still open.
    """
    from combin.games import find
    from combin.sensitivity import vary

    settings = {choice: str(value) for choice, value in (choices or {}).items()}
    return vary(find(game) if isinstance(game, str) else game, settings, pays, tuple(bets))


def compare(first: Game, second: Game, bets: Sequence[str] = ()) -> tuple[Comparison, ...]:
    """Return two settings of a game, each resolved (by `load`), side by side, bet by bet."""
    from combin.sensitivity import compare

    return compare(first, second, tuple(bets))


def simulate(
    game: str | Game,
    path: str | PathLike[str],
    rounds: int,
    seed: int | None = None,
    form: str = "full",
    strategy: str | None = None,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
    threads: int | None = None,
) -> Simulated:
    """Play many rounds at random, write the log as `combin simulate` does, and return what they came to.

    path: of the log, which ends in .csv, .csv.gz, .jsonl, .jsonl.gz or .parquet. seed: the same one plays the same rounds; a
    fresh one without. form: full, outcome or tally. strategy: optimal (the default), a file of lines, one that comes with
    combin, or an action.
    """
    from combin.logs.simulate import simulate

    return simulate(_game(game, choices, pays), bet, fspath(path), rounds, seed, form, strategy, threads)


def check(
    game: str | Game,
    path: str | PathLike[str],
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str | None = None,
    strategy: str | None = None,
    chip: Any = None,
) -> Verdict:
    """Return what there is to say about a simulator's log: ``check(...).fits``, and everything that `combin check` tells.

    What is not given is what the log says of itself: choices, pays, bet, strategy (as for `simulate`), and chip, how many units
    of the base wager one chip is. Raises CombinError where the log cannot be read, or contradicts what is given.
    """
    from combin.checker import check_file
    from combin.games import find

    settings = {choice: str(value) for choice, value in (choices or {}).items()}
    found = find(game) if isinstance(game, str) else game
    return check_file(found, fspath(path), settings, pays or {}, bet, strategy, chip)


def _game(game: str | Game, choices: Mapping[str, Any] | None, pays: Mapping[str, Any] | None) -> Game:
    if isinstance(game, str):
        from combin.games import is_path
        from combin.verify import recounted

        found = load(game, choices, pays)
        if is_path(game):
            recounted(found)
        return found
    return game.resolve(choices).with_pays(pays or {})
