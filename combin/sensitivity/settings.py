"""Settings side by side: edge and optimal play under every choice, or under any two settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from combin.counting import Plan
from combin.counting.memory import most_sets
from combin.errors import refuse
from combin.families.listed import family_of
from combin.questions.solve import solve
from combin.records import dataclass
from combin.results import Result
from combin.rules import Amount, Choice
from combin.rules.game import Game, Sheet
from combin.sensitivity.counted import Counted, Place
from combin.sensitivity.sweep import Change, changes_of
from combin.solving.induction import reach
from combin.solving.result import AboutGame

Settled = Callable[[Any, str], Any]
Edges = Mapping[tuple[str, str], Fraction]  # bet and its rules, as `rules_of` has them -> its edge

# Information sets of a decision, beyond which two best plays are not compared.
MOST_SETS = 2_000_000


@dataclass(frozen=True)
class Side:
    """One bet under one setting.

    game: as resolved.
    wager: the name of the base wager.
    edge: the house edge, of one unit of the wager.
    model: of play, where there are several.
    found: how its family solved it, where that is at hand.
    """

    game: Game
    wager: str
    edge: Fraction
    model: str = ""
    found: Any = None


@dataclass(frozen=True)
class Comparison:
    """One bet under two settings.

    bet: its key.
    first, second: the bet under each setting.
    changes: where the second's best play differs, at every information set that either comes to;
        None where the two do not decide on the same cards, or on too many.
    many: whether they are too many.
    """

    bet: str
    first: Side
    second: Side
    changes: tuple[Change, ...] | None
    many: bool = False

    @property
    def change(self) -> Fraction:
        """The second edge less the first."""
        return self.second.edge - self.first.edge

    @property
    def situations(self) -> int:
        """At how many situations another play is best, as far as that is known."""
        return sum(change.situations for change in self.changes or ())

    @property
    def moved(self) -> Fraction:
        """The probability of cards with which another play is best, as far as that is known."""
        return sum((change.share for change in self.changes or ()), Fraction(0))


@dataclass(frozen=True)
class Variation:
    """One value of one choice against the present setting.

    choice, value: their names.
    meaning: of the value, in a line.
    comparison: with the present setting.
    """

    choice: str
    value: str
    meaning: str
    comparison: Comparison


@dataclass(frozen=True, repr=False)
class Variations(AboutGame):
    """Everything that can be chosen about a game, one choice at a time; what makes no difference to
    a bet is left out.

    edges: bet -> its edge in the present setting.
    rows: choice by choice, bet by bet.
    """

    edges: Mapping[str, Side]
    rows: tuple[Variation, ...]

    @property
    def settings(self) -> tuple[Variation, ...]:
        """The present setting of each bet, beside itself, and then `rows`."""
        present = (Comparison(key, side, side, ()) for key, side in self.edges.items())
        return (*(Variation("", "", "", one) for one in present), *self.rows)


class Comparisons(Result, tuple[Comparison, ...]):
    """The bets of a game under two settings, one by one."""

    @property
    def game(self) -> Game:
        """The game under the first setting."""
        return self[0].first.game


def vary(
    sheet: Sheet,
    settings: Mapping[str, str] | None = None,
    pays: Mapping[str, object] | None = None,
    bets: tuple[str, ...] = (),
    tell: Callable[[str], None] = lambda text: None,
    settled: Settled | None = None,
) -> Variations:
    """Return every value of every choice against a setting, one at a time, bet by bet.

    sheet: with its choices open.
    settings, pays: the setting they are compared with; the defaults if not given.
    bets: keys; all by default.
    tell: called with what is solved next.
    settled: takes a game and the key of a bet; gives it under that setting, as `SettledBet` is.
    """
    refuse(
        isinstance(sheet, Game) and sheet.chosen,
        f"{sheet.slug} is resolved already; `vary` takes its name, or the game with its "
        "choices open",
    )
    settled = settled or SettledBet
    present = sheet.resolve(settings).with_pays(pays or {})
    others = list(others_of(sheet, present, pays or {}))
    rows: list[Variation] = []
    edges: dict[str, Side] = {}
    for key in bets or present.usual_keys:
        here = settled(present, present.bet(key).key)
        some = [other for other in others if here.is_other(other.game)]
        names = [f"{key}: {other.choice.name}={other.value}" for other in some]

        def tell_next(at: int, names: Sequence[str] = names) -> None:
            tell(names[at])

        for other, one in zip(some, here.against([other.game for other in some], tell_next)):
            comparison = replace(one, changes=_alike(one.changes)) if here.by_hand else one
            rows.append(Variation(other.choice.name, other.value, other.meaning, comparison))
        edges[key] = here.side
    return Variations(present, edges, tuple(rows))


def _alike(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes, those that change alike as one with the example of the first."""
    found: dict[tuple[object, ...], Change] = {}
    for one in changes:
        alike = found.setdefault(
            (one.decision, one.history, one.before, one.after),
            replace(one, situations=0, share=Fraction(0)),
        )
        found[alike.decision, alike.history, alike.before, alike.after] = replace(
            alike,
            situations=alike.situations + one.situations,
            share=alike.share + one.share,
        )
    return tuple(found.values())


def compare(
    first: Game,
    second: Game,
    bets: tuple[str, ...] = (),
    settled: Settled | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Comparisons:
    """Return the bets of two settings of a game (both resolved) side by side: those named, or all
    that both have; settled, tell: as for `vary`.
    """
    made: Settled = settled or SettledBet
    keys = bets or [key for key in first.usual_keys if key in second.bet_keys]
    here = (made(first, first.bet(key).key) for key in keys)
    words = f"{first.slug}: the second setting"
    return Comparisons(one for bet in here for one in bet.against([second], lambda _: tell(words)))


@dataclass(frozen=True)
class _Other:
    """A value of a choice that is not the present one, and the game set so."""

    choice: Choice | Amount
    value: str
    game: Any

    @property
    def meaning(self) -> str:
        if isinstance(self.choice, Amount):
            return self.choice.meaning
        return self.choice.values[self.value]


def others_of(sheet: Sheet, present: Game, pays: Mapping[str, object]) -> Iterator[_Other]:
    """Yield every value of every choice that is not the present one."""
    for choice in sheet.choices:
        for value in choice.tried:
            if value != present.chosen[choice.name]:
                other = sheet.resolve({**present.chosen, choice.name: value})
                # A line may stand in the paytable of one value of a choice alone.
                known = other.pays() if pays else {}
                had = {name: pay for name, pay in pays.items() if other.pay_meant(name) in known}
                yield _Other(choice, value, other.with_pays(had))


class SettledBet:
    """A bet under its present setting, counted when it is first asked for.

    by_hand: whether changes of play are told hand by hand, and not by kinds of hands.
    """

    by_hand = False

    def __init__(
        self, game: Game, key: str, counted: Counted | None = None, known: Edges | None = None
    ) -> None:
        """counted: a bet of any setting, pooled; it is used where it is this one.

        known: edges of bets, to save solving them again.
        """
        self.game, self.key, self.known = game, key, known or {}
        self.plan = Plan(game, game.bet(key))
        self._counted: dict[bool, Counted] = {}
        if counted and (counted.game, counted.bet) == (game, key):
            self._counted[True] = counted
        if self._is_small() and not self._is_known(game):
            self.side = self._side(game, self.counted(together=True).result.house_edge)
        else:
            self.side = self._solved(game)

    def counted(self, together: bool) -> Counted:
        if together not in self._counted:
            self._counted[together] = Counted(self.game, self.key, together=together)
        return self._counted[together]

    def is_other(self, game: Game) -> bool:
        """Return True if a game makes another bet of it."""
        return game.rules_of(self.key) != self.game.rules_of(self.key)

    def against(
        self, games: Iterable[Game], tell: Callable[[int], None] = lambda at: None
    ) -> Iterator[Comparison]:
        """Yield this bet beside the same bet of other games; tell: is told which is next."""
        for at, game in enumerate(games):
            refuse(
                game.slug != self.game.slug,
                f"two settings of one game are compared, not {self.game.slug} and {game.slug}",
            )
            tell(at)
            yield self._beside(game.settling(self.key))

    def _beside(self, other: Game) -> Comparison:
        plan = Plan(other, other.bet(self.key))
        is_alike = plan.counted_by == self.plan.counted_by and self._is_small()
        undecided = not (plan.decisions or self.plan.decisions)
        if undecided and (self._is_known(other) or not is_alike):
            return Comparison(self.key, self.side, self._solved(other), ())
        sees_same = _seen(plan) == _seen(self.plan)
        if not is_alike and not (sees_same and self._is_kept()):
            return Comparison(self.key, self.side, self._solved(other), None, sees_same)
        here = self.counted(together=is_alike)
        there = here.under(other) if is_alike else Counted(other, self.key, together=False)
        side = self._side(other, there.result.house_edge)
        return Comparison(self.key, self.side, side, _differing(here, there))

    def _is_small(self) -> bool:
        """Return True if information sets that decide alike can be kept together."""
        return self._is_kept() or (len(self.plan.stages) < 2 and not self._is_whole())

    def _is_kept(self) -> bool:
        """Return True if every information set can be kept."""
        return not self._is_whole() and most_sets(self.plan) <= MOST_SETS

    def _is_whole(self) -> bool:
        """Return True if no information set is ever at hand."""
        return not family_of(self.plan).keeps

    def _is_known(self, game: Game) -> bool:
        return (self.key, game.rules_of(self.key)) in self.known

    def _solved(self, game: Game) -> Side:
        if self._is_known(game):
            return self._side(game, self.known[self.key, game.rules_of(self.key)])
        return self._side(game, solve(game, [self.key]).bets[self.key].house_edge)

    def _side(self, game: Game, edge: Fraction) -> Side:
        return Side(game, game.bet(self.key).base, edge)


def _seen(plan: Plan) -> str:
    """Return the decisions of a plan and the cards seen there, as text."""
    stages = [(stage.number, stage.roles) for stage in plan.stages]
    decisions = [
        (decision.name, [action.name for action in decision.actions]) for decision in plan.decisions
    ]
    return repr((plan.game.deck, stages, decisions))


# --- Where two best plays differ ---------------------------------------------------------------


def _differing(first: Counted, second: Counted) -> tuple[Change, ...]:
    """Return the changes of the second's optimal play; both have their information sets in the
    same order.
    """
    found: list[tuple[Place, int, int]] = []
    for number, (one, other) in enumerate(zip(first.solved, second.solved)):
        here = reach(one.plan, one.tally, one.actions)
        there = reach(other.plan, other.tally, other.actions)
        for (history, ways), (other_history, other_ways) in zip(here, there):
            old, new = one[history], other[other_history]
            level, matching = one.tally.levels[old.place], other.tally.levels[new.place]
            if level is not matching and level.states != matching.states:
                raise ArithmeticError(
                    f"{first.game.slug}: two settings do not list the same information sets"
                )
            # The stakes of the second may order its actions otherwise.
            names = [path[-1][1].name for path in old.paths]
            number_of = [names.index(path[-1][1].name) for path in new.paths]
            for at, (before, taken) in enumerate(zip(old.action, new.action)):
                after = number_of[taken]
                if before != after and (ways[at] or other_ways[at]):
                    found.append(((number, old.place, history, at), before, after))
    return changes_of(first, found)
