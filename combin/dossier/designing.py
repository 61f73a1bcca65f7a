"""Paytables within limits, under the choices that are varied too, beside what a player with a short
list loses against each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product

from combin.counting.keeping import keeping
from combin.errors import CombinError, refuse
from combin.exact import parse_interval, parse_number, parse_share, shown
from combin.families.listed import family_of
from combin.families.subjects import subject
from combin.records import dataclass
from combin.rules.game import Game
from combin.sensitivity import Counted
from combin.sensitivity.design import Design, Limits, Tell, design, reach
from combin.sensitivity.settings import others_of
from combin.sensitivity.spans import FALLING, Spans, spans_of, whole_numbers
from combin.solving.executor import Progress
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.subject import Subject

Varied = dict[str, Sequence[str]]  # choice -> its values

TOP = 10  # paytables that are shown by default


@dataclass(frozen=True)
class PayRanges:
    """What is asked of paytables.

    pay: name -> what it may be: ``6..12``, ``5,6,8``, one number; (6, 12), [5, 6, 8].
    limits: of edge, hit frequency and deviation.
    most: the most that any pay may be. order, only_round: see `spans_of`.
    top: how many to return.
    """

    pay: Mapping[str, object]
    limits: Limits
    most: Fraction | None = None
    order: str = FALLING
    only_round: bool = False
    top: int = TOP


def asked(
    pay: Mapping[str, object],
    edge: object = None,
    hits: object = None,
    deviation: object = None,
    max_pay: object = None,
    order: str = FALLING,
    only_round: bool = False,
    top: int = TOP,
) -> PayRanges:
    """Return what is asked, from words or numbers; raises CombinError for what says nothing."""
    limits = Limits(
        parse_interval(edge, "the edge", parse_share),
        parse_interval(hits, "the hit frequency", parse_share),
        parse_interval(deviation, "the deviation"),
    )
    refuse(
        limits == Limits(),
        "no limits are given: an edge (3..4%), a hit frequency (25%..) or a deviation (..3)",
    )
    refuse(
        any(end is not None and end < 0 for end in (*limits.hits, *limits.deviation)),
        "a hit frequency and a deviation are never below 0",
    )
    refuse(not pay, "which pays may move, and from where to where? flush=6..12")
    most = None if max_pay is None else parse_number(max_pay, "the largest pay")
    return PayRanges(pay, limits, most, order, only_round, top)


def designed(
    one: Subject, wanted: PayRanges, vary: Sequence[str] = (), tell: Tell | None = None
) -> Design:
    """Return the paytables of a bet that keep what is asked and that no other beats, under today's
    setting, or under every one of some choices.

    vary: the choices, NAME for all values of one or NAME=VALUE,VALUE. tell: see `Tell`.
    """
    varied, games = settings_varied(one, wanted, vary)
    sides = (_side(one, game, wanted) for game in games)

    def lists(counted: Counted) -> Sequence[tuple[int, Root]]:
        return [] if varied else _lists(counted, one.progress)

    kept = wanted.most, wanted.order, wanted.only_round
    with keeping():
        found = design(sides, wanted.limits, kept, wanted.top, lists, tell, varied)
        if not found.is_out_of_reach or one.game.exposed or one.game.removed:
            return found
        mending = {}
        sheet = (one.game.sheet or one.game).settling(one.bet)
        for other in others_of(sheet, found.game, found.game.priced):
            with suppress(CombinError):  # it takes too long, or lacks a pay
                if one.is_other(other.game):
                    edges = reach(*_side(one, other.game, wanted))
                    mending[other.choice.name, other.value] = edges
    return replace(found, mending=mending)


def settings_varied(
    one: Subject, wanted: PayRanges, vary: Sequence[str]
) -> tuple[Varied, list[Game]]:
    """Return the choices that are varied, and the settings that they make, the present one first;
    raises CombinError for a choice that makes no difference whatever the others are.
    """
    present, values = one.game, Varied()
    if not vary:
        return values, [present]
    refuse(
        present.exposed or present.removed,
        "choices vary in a game as it is dealt: no card is seen or gone",
    )
    sheet = (present.sheet or present).settling(one.bet)
    for name, _, words in (word.partition("=") for word in vary):
        choice = sheet.choice(name)
        values[choice.name] = [*map(choice.accept, words.split(","))] if words else choice.tried
    # Pays that move are the same in all settings.
    moved = {pay: some[0] for pay, some in _moving(one, wanted).items()}
    rules: dict[tuple[str, ...], str] = {}
    games: dict[str, Game] = {present.with_pays(moved).rules_of(one.bet): present}
    for some in product(*values.values()):
        game = sheet.resolve({**present.chosen, **dict(zip(values, some))})
        rules[some] = game.with_pays({**present.priced, **moved}).rules_of(one.bet)
        games.setdefault(rules[some], game.with_pays(present.priced))
    for at, name in enumerate(values):
        known = {(*some[:at], *some[at + 1 :]): here for some, here in rules.items()}
        refuse(
            all(known[*some[:at], *some[at + 1 :]] == here for some, here in rules.items()),
            f"{name} makes no difference to {present.shown(one.bet)} here",
        )
    return values, [game for here, game in games.items() if here in rules.values()]


def _moving(one: Subject, wanted: PayRanges) -> dict[str, Sequence[Fraction]]:
    """Return the pays that move, by address, with the values that each may take."""
    values: dict[str, Sequence[Fraction]] = {}
    for name, words in wanted.pay.items():
        address = one.pay(name)
        refuse(address in values, f"pay {address} is given twice")
        values[address] = _values(address, words)
    return values


def _side(one: Subject, game: Game, wanted: PayRanges) -> tuple[Counted, Spans]:
    """Return a bet under a setting, counted, and the paytables to look among."""
    here = subject(game, one.bet, one.workers, one.progress)
    values = _moving(here, wanted)
    counted = here.counted("design", *values)
    kept = wanted.most, wanted.order, wanted.only_round
    return counted, spans_of(counted.plan.bet, counted.ends.pays, values, *kept)


def _values(name: str, words: object) -> Sequence[Fraction]:
    """Return the values that a pay may take: the whole numbers of a range, or those of a list."""
    what = f"pay {name}"
    if isinstance(words, str) and ".." not in words:
        return [parse_number(word, what) for word in words.split(",")]
    if isinstance(words, list):
        refuse(not words, f"{what} may be what? [5, 6, 8], or (6, 12), not []")
        return [parse_number(word, what) for word in words]
    if not isinstance(words, (str, tuple)):
        return [parse_number(words, what)]
    low, high = parse_interval(words, what)
    if low is None or high is None:
        raise CombinError(f"{what} goes from where to where? 6..12, not {shown(words)}")
    return whole_numbers(name, low, high)


def _lists(counted: Counted, progress: Progress | None) -> list[tuple[int, Root]]:
    """Return what happens under the lists of a bet that a player may know: those that ship, or are
    found, up to the first that costs next to nothing.
    """
    from combin.dossier.found import found
    from combin.dossier.recommended import practical
    from combin.strategies.policies import policies_of

    if counted.is_linear:
        return []
    try:
        ladder = found(counted.game, counted.bet, progress)
    except CombinError:  # no list is written of such a bet
        return []
    rungs = ladder.rungs[: ladder.rungs.index(practical(ladder)) + 1]
    payoffs = Payoffs(counted.plan)
    policies = policies_of(payoffs, [rung.lines for rung in rungs])
    _, roots = family_of(counted.plan).followed(payoffs, policies)
    return list(zip(map(len, rungs), roots))


__all__ = ["TOP", "PayRanges", "asked", "designed"]
