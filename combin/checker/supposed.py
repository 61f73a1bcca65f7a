"""The faults that a simulator may have: each leads to rules, a strategy, a chip or a column, and so
to an exact distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, assert_never

from combin.checker.asked import Asked
from combin.checker.causes import other_values
from combin.checker.law import LawCheck, played_by
from combin.checker.laws import law_of
from combin.checker.possible import RowKind, possible_by
from combin.checker.resettled import resettled
from combin.errors import CombinError
from combin.logs.schema import smallest_chip
from combin.ranking import ACE_HIGH, ACE_LOW, BACCARAT, HandRanking
from combin.records import dataclass
from combin.rounds.settle import End
from combin.rules import ALWAYS, LOSE, PUSH, All, Beats, Below, Deal, Reaches, Ties, Way, words
from combin.rules.addresses import address_of
from combin.rules.exposed import exposed
from combin.rules.facts import Under, facts_asked, left_where, path_key
from combin.rules.game import Game
from combin.rules.house_ways import HOUSE_WAYS
from combin.rules.parts import is_decision
from combin.rules.words import Always, Bet, Chose, Condition, Not
from combin.sensitivity.linear import EndForms
from combin.solving.result import Outcome, result_of
from combin.strategies import Lines, common_actions, is_by_lines, named
from combin.strategies.library import published_lists

STEPS = (1, -1, 2, -2)  # by which each pay may be wrong, whatever the log says
MOST_READ = 200  # pays that are read off impossible rows, the likeliest first
NEAR = 2  # thresholds on each side of a qualifying hand
# Units of a chip in units of another, as casinos and programs count.
CHIPS = tuple(map(Fraction, ("2", "4", "5", "10", "20", "25", "50", "100", "1000")))

Pays = Mapping[str, Fraction]  # address -> value


@dataclass(frozen=True)
class Supposition:
    """One thing that may be otherwise.

    words: what it is.
    option: how the command says it; empty where it cannot.
    law: finds the law; None where it is not answered without counting more.
    counts: about how many times the deals are counted for it.
    game: the rules, where these are otherwise.
    chip: how many units of the log are one.
    moved: how many rows further on the amounts of a row stand.
    plays: whether the strategy is otherwise.
    nets_only: whether the outcomes keep their names, and not their nets.
    lines: a law with the lines that are played, not counted yet.
    things: how many are otherwise: of equally likely causes the simplest comes first.
    """

    words: str
    option: str
    law: Callable[[], LawCheck]
    counts: int = 0
    game: Game | None = None
    chip: Fraction = Fraction(1)
    moved: int = 0
    plays: bool = False
    nets_only: bool = False
    lines: LawCheck | None = None
    things: int = 1


# --- Pays ----------------------------------------------------------------------------------------


class _WorthEnd(NamedTuple):
    """An end, what one unit more on each pay adds to it, and in how many deals it comes."""

    end: End
    slopes: Pays
    deals: int


class PayEnds:
    """The ends of a law as their pays move, each hand paid on the line on which it is paid now.

    law: with its root.
    pays: address -> value now.
    happening: the ends that come about under the strategy.
    possible: all that some play leads to.
    """

    def __init__(self, law: LawCheck) -> None:
        assert law.root is not None, "it was counted"
        self.law = law
        self.pays = law.game.pays_in(law.key)
        forms, found = EndForms(law.payoffs).forms, Counter[tuple[End, Any]]()
        every: set[tuple[End, Any]] = set()
        for path, table in law.payoffs.tables.items():
            counts = law.root.counts.get(path_key(path), ())
            for number, ((way, result), form) in enumerate(zip(table, forms[path])):
                end = End(path_key(way), result.outcome, result.net, result.staked)
                slopes = tuple((one, form.slope(one)) for one in form.coefficients)
                if end in law.possible:
                    every.add((end, slopes))
                if number < len(counts) and counts[number]:
                    found[end, slopes] += counts[number]
        self.happening = [
            _WorthEnd(end, dict(slopes), deals) for (end, slopes), deals in found.items()
        ]
        self.possible = [_WorthEnd(end, dict(slopes), 0) for end, slopes in every]

    def paying(self, pays: Pays) -> dict[End, Fraction]:
        """Return the chances of all ends at other pays."""
        shares: dict[End, Fraction] = {}
        for one in self.happening:
            more = sum(
                (
                    one.slopes[address] * (pay - self.pays[address])
                    for address, pay in pays.items()
                    if address in one.slopes
                ),
                Fraction(0),
            )
            end = one.end._replace(net=one.end.net + more)
            part = Fraction(one.deals, self.law.result.deals)
            shares[end] = shares.get(end, Fraction(0)) + part
        return shares

    def candidates(self, kinds: Mapping[RowKind, int]) -> Iterator[tuple[str, dict[str, Fraction]]]:
        """Yield pays that may be wrong, in words: each a little, as impossible rows have it, those
        of a tie, and all of a table.
        """
        near = [(one, pay + step) for one, pay in self.pays.items() for step in STEPS]
        for address, pay in dict.fromkeys([*self._read(kinds), *near]):
            called = self.law.game.pay_called(address)
            yield f"{called} pays {pay}, not {self.pays[address]}", {address: pay}
        yield from self._ties()
        yield from self._tables()

    def _read(self, kinds: Mapping[RowKind, int]) -> list[tuple[str, Fraction]]:
        """Return the pays by which some impossible rows would be right, the likeliest first."""
        found: Counter[tuple[str, Fraction]] = Counter()
        is_possible = possible_by(self.law)
        for kind, rows in kinds.items():
            if kind.net is not None and not is_possible(kind):
                for pay in set(self._right(kind)):
                    found[pay] += rows
        order = sorted(found, key=lambda one: (-found[one], abs(one[1] - self.pays[one[0]]), one))
        return order[:MOST_READ]

    def _right(self, kind: RowKind) -> Iterator[tuple[str, Fraction]]:
        """Yield the pays at which one of the ends like a row would have its net."""
        assert kind.net is not None, "a row without is not read"
        for end, slopes, _ in self.possible:
            same = zip(kind[:2], end[:2])
            if kind.net != end.net and all(logged in (None, right) for logged, right in same):
                for address, slope in slopes.items():
                    yield address, self.pays[address] + (kind.net - end.net) / slope

    def _ties(self) -> Iterator[tuple[str, dict[str, Fraction]]]:
        for row in self.law.plan.bet.rows():
            if not row.name or not _asks_tie(row.when):
                continue
            own = [one for one in self.pays if f".{row.name}." in f".{one}"]
            for does, pay in (("loses", LOSE), ("pushes", PUSH), ("wins", Fraction(1))):
                new = {address: pay for address in own if self.pays[address] != pay}
                if new:
                    yield f"a tie {does} ({_said(new)})", new

    def _tables(self) -> Iterator[tuple[str, dict[str, Fraction]]]:
        """Yield every paytable, read as to 1 where it is for 1, or the other way round."""
        for name, table in {table.name: table for table in self.law.plan.bet.tables()}.items():
            lines = [address_of(self.law.plan.bet, name, line) for line in table.pays]
            own = [one for one in lines if one in self.pays]
            step, words = (1, "to 1, not for 1") if table.for_one else (-1, "for 1, not to 1")
            if len(own) > 1:
                which = f"the pays of {self.law.game.called(name)}" if name else "the pays"
                yield f"{which} are {words}", {one: self.pays[one] + step for one in own}


def _said(pays: Pays) -> str:
    return ",".join(f"{address}={pay}" for address, pay in pays.items())


def repaying(law: LawCheck) -> Iterator[Supposition]:
    """Yield each pay a little otherwise, for a law whose ends are not counted."""
    for address, pay in law.game.pays_in(law.key).items():
        for other in (pay + step for step in STEPS):
            with suppress(CombinError):  # no game pays so
                words = f"{law.game.pay_called(address)} pays {other}, not {pay}"
                game = law.game.with_pays({address: other})
                yield setting(law, game, words, f"--pay {address}={other}")


def paying(law: LawCheck, words: str, pays: Pays) -> Supposition:
    """Return the supposition that some pays are otherwise."""
    game, option = law.game.with_pays(pays), f"--pay {_said(pays)}"
    things = words.count(" and ") + 1
    return Supposition(words, option, _again(law, game), 0, game, things=things)


def _again(law: LawCheck, game: Game) -> Callable[[], LawCheck]:
    """Return what finds the law of other rules, from what was counted where that is enough."""

    def found() -> LawCheck:
        return resettled(law, game) or law_of(game, law.key, law.lines, law.name)

    return found


def _asks_tie(when: Condition) -> bool:
    match when:
        case Ties():
            return True
        case All(parts) | words.Any(parts):
            return any(map(_asks_tie, parts))
        case Always() | Chose() | Beats() | Reaches() | Below() | Not():
            return False
        case _:
            assert_never(when)


# --- Rules ---------------------------------------------------------------------------------------


def choosing(asked: Asked, law: LawCheck) -> Iterator[Supposition]:
    """Yield every other value of every choice that changes the bet."""
    for name, value, other in other_values(asked.sheet, law.game, law.key):
        with suppress(CombinError):
            words = f"{name} is {value}, not {law.game.chosen[name]}"
            yield setting(law, other, words, f"--set {name}={value}")


def setting(law: LawCheck, other: Game, words: str, option: str) -> Supposition:
    """Return the supposition that choices are otherwise; other: the rules with these."""
    counts, things = 0 if resettled(law, other) else 1, option.count("=")
    return Supposition(words, option, _again(law, other), counts, other, things=things)


def qualifying(law: LawCheck) -> Iterator[Supposition]:
    """Yield every hand near the one that a row of the settlement, or a card that is dealt on a
    condition, asks for.
    """
    rows = [(row.when, "qualifies with") for row in law.plan.bet.rows()]
    rows += [(deal.when, "is measured against") for deal in law.game.deals]
    asked: dict[tuple[str, str], str] = {}
    for when, verb in rows:
        facts = (one for one in facts_asked(when) if isinstance(one, Under))
        asked = {**{(fact.hand, fact.name): verb for fact in facts}, **asked}
    for (hand, name), verb in asked.items():
        for other in _near(law.game, hand, name):
            with suppress(CombinError):
                game = _measured(law.game, law.plan.bet, hand, name, other)
                words = f"the {hand} {verb} {other}, not {name}"
                counted = partial(law_of, game, law.key, law.lines, law.name)
                yield Supposition(words, "", counted, 1, game)


def ranking(law: LawCheck) -> Iterator[Supposition]:
    """Yield totals that are not taken modulo ten and aces at the other end, in all hands, then in
    those alone on which no card is dealt.
    """
    ways = (
        ("an ace is low, not high", ACE_HIGH, ACE_LOW),
        ("an ace is high, not low", ACE_LOW, ACE_HIGH),
        ("totals are not taken modulo ten", BACCARAT, replace(BACCARAT, modulo=0)),
    )
    facts = (fact for deal in law.game.deals for fact in facts_asked(deal.when))
    drawn = {fact.hand for fact in facts if isinstance(fact, Under)}
    for said, own, other in ways:
        for apart, more in ((set[str](), ""), (drawn, " where hands are compared")):
            hands = tuple(
                replace(one, ranking=other) if one.ranking == own and one.name not in apart else one
                for one in law.game.hands
            )
            if hands != law.game.hands and (apart or not more):
                game = replace(law.game, hands=hands)
                counted = partial(law_of, game, law.key, law.lines, law.name)
                yield Supposition(said + more, "", counted, 1, game)


def _near(game: Game, hand: str, name: str) -> list[str]:
    ranking = game.hand(hand).ranking
    here, found = ranking.threshold(name), dict[int, str]()
    names = list(ranking.known_names())
    if isinstance(ranking, HandRanking) and "high-card" in ranking.families:
        names += ["ace-queen", "ace-jack"]
    for other in names:
        with suppress(CombinError):
            found.setdefault(ranking.threshold(other), other)
    found.pop(here, None)
    below = sorted((one for one in found if one < here), reverse=True)[:NEAR]
    above = sorted(one for one in found if one > here)[:NEAR]
    order = sorted([*below, *above], key=lambda one: abs(one - here))
    return [found[one] for one in order]


def _measured(game: Game, bet: Bet, hand: str, name: str, other: str) -> Game:
    """Return a game in which a hand is measured against another named one."""

    def measured(one: Condition) -> Condition:
        match one:
            case Reaches() | Below():
                return replace(one, name=other) if (one.hand, one.name) == (hand, name) else one
            case Always() | Chose() | Beats() | Ties() | Not() | All() | words.Any():
                return one
            case _:
                assert_never(one)

    settlements = []
    for one in bet.settlements:
        rows = ((row, left_where(row.when, measured)) for row in one.rows)
        again = tuple(replace(row, when=when) for row, when in rows if when is not None)
        settlements.append(replace(one, rows=again))
    new = replace(bet, settlements=tuple(settlements))
    play = tuple(
        replace(step, when=left_where(step.when, measured) or ALWAYS)
        if isinstance(step, Deal)
        else step
        for step in game.play
    )
    return replace(
        game, play=play, bets=tuple(new if one.key == bet.key else one for one in game.bets)
    )


# --- Play ----------------------------------------------------------------------------------------


def playing(law: LawCheck) -> Iterator[Supposition]:
    """Yield each action taken always, and every strategy that comes with combin for the bet; of
    hands that are set every house way.
    """
    found: dict[str, Lines | Way] = {}
    if not is_by_lines(law.game, law.key):
        found |= HOUSE_WAYS
    else:
        found |= {one: named(one, law.game, law.key) for one in common_actions(law.game, law.key)}
        found |= {one.name: one for one in published_lists(law.game, law.key)}
    for name, lines in found.items():
        if lines != law.lines:
            words = f"the strategy {name} is played, not {law.name}"
            option, uncounted = f"--strategy {name}", replace(law, lines=lines, name=name)

            def counted(law: LawCheck = uncounted, lines: Lines | Way = lines) -> LawCheck:
                root = played_by(law.payoffs, lines)
                return replace(law, result=result_of(law.payoffs, root), root=root, tied=False)

            yield Supposition(words, option, counted, 1, plays=True, lines=uncounted)


def seeing(law: LawCheck) -> Iterator[Supposition]:
    """Yield a player who sees one card of each hidden zone, and plays that best."""
    play = law.game.play
    first = next((place for place, step in enumerate(play) if is_decision(step)), None)
    if first is None or law.lines is not None or not law.decides:
        return
    for step in play[first:]:
        if isinstance(step, Deal) and step.when == ALWAYS:
            with suppress(CombinError):
                game = exposed(law.game, {step.zone: 1})
                words = f"the player sees one card of {step.zone} before he decides"
                yield Supposition(words, "", partial(law_of, game, law.key), 12, plays=True)


# --- Money ---------------------------------------------------------------------------------------


def changing(law: LawCheck, kinds: Mapping[RowKind, int], chip: Fraction) -> Iterator[Supposition]:
    """Yield other chips: those by which casinos count, and the one that the nets suggest."""
    logged = {kind.net for kind in kinds if kind.net}
    if not logged:
        return
    read = smallest_chip(law.possible_nets) / smallest_chip(logged)
    largest = max(map(abs, logged))
    factors = [read, *CHIPS, *(Fraction(1) / one for one in CHIPS)]
    factors += sorted({abs(net) / largest for net in law.possible_nets if net})
    for factor in dict.fromkeys(one for one in factors if one != 1):
        words = f"a chip is {chip * factor} units, not {chip}"
        yield Supposition(words, f"--chip {chip * factor}", lambda: law, chip=factor)


def adding(law: LawCheck) -> Iterator[tuple[Supposition, Bet]]:
    """Yield each other bet whose net is added to that of this one, with the same cards."""
    bet = law.plan.bet
    for other in law.game.bets:
        if other.key == law.key or law.game.depends_on_actions(other):
            continue
        words = f"the net is that of {law.key} and {other.key} together"
        wagers = (*bet.wagers, *other.wagers)
        both = replace(bet, wagers=wagers, settlements=(*bet.settlements, *other.settlements))
        bets = tuple(both if one == bet else one for one in law.game.bets)
        game = replace(law.game, bets=bets)
        yield Supposition(words, "", partial(_together, law, game), 2, game, nets_only=True), other


def _together(law: LawCheck, game: Game) -> LawCheck:
    """Return the law of two bets on the same cards, their nets and stakes added up; the outcome is
    that of the first.
    """
    counted = law_of(game, law.key, law.lines, law.name)
    found: Counter[End] = Counter()
    for way, settled, values, count in counted.happening():
        outcome = law.payoffs.settler.settle(way, values).outcome
        found[End(path_key(way), outcome, settled.net, settled.staked)] += count
    ended = tuple(Outcome(*end, count) for end, count in found.items())
    possible = frozenset(
        end._replace(outcome=one.outcome)
        for end in counted.possible
        for one in law.possible
        if one.actions == end.actions
    )
    return replace(counted, result=replace(counted.result, outcomes=ended), possible=possible)
