"""Lists as strategies, and which one to play a bet by, as `combin strategy` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.errors import refuse
from combin.questions.recommended import Recommended
from combin.rules.game import Game
from combin.subject import StrategyFormat
from combin.telling import announce

if TYPE_CHECKING:
    from combin.questions.measures import StartingHand
    from combin.solving.payoffs import Payoffs
    from combin.strategies import Ladder, Lines, Priced, Rung

NEGLIGIBLE = Fraction(1, 100_000)  # cost in units; a longer list that saves less is not worth it


class Lists(StrategyFormat):
    """Lists of lines, or of what to hold."""

    game: Game

    @property
    def nothing(self) -> str:  # type: ignore[override]
        """That nothing is up to the player before all cards are known; empty where something is."""
        plan = Plan(self.game, self.game.bet(self.bet))
        plan.verify_listable()
        return "" if plan.stages else nothing_told(self.game, self.bet)

    @property
    def always(self) -> Sequence[str]:  # type: ignore[override]
        """The actions offered at every decision, whatever the cards."""
        from combin.strategies import common_actions

        return common_actions(self.game, self.bet)

    def read(self, words: str) -> Lines:
        from combin.strategies import named

        return named(words, self.game, self.bet)

    def best(self, most: int | None = None, whole: bool = False) -> Recommended:
        """Return the list to play by, by default the one that is best to learn; raises CombinError
        where every list is longer than it may be.
        """
        from combin.dossier.found import found, prove
        from combin.dossier.shipped import shipped_counts
        from combin.solving.payoffs import Payoffs
        from combin.strategies import find

        game, key, progress = self.game, self.bet, self.progress
        announce(f"{game.slug}: looking for lines")
        ladder = find(game, key, progress=progress) if whole else found(game, key, progress)
        rung = recommended(ladder) if most is None else at_most(ladder, most)
        payoffs, counts = None, shipped_counts(game, key) if ladder.shipped else None
        if ladder.shipped:
            payoffs = counts.payoffs if counts else Payoffs(Plan(game, game.bet(key)))
            prove(ladder, [rung], payoffs, progress)
        announce("")
        return Recommended(ladder, rung, most, whole, payoffs=payoffs, shipped=counts is not None)

    def price(self, words: str) -> Priced:
        from combin.strategies import price

        refuse(self.nothing, self.nothing)
        return price(self.game, self.read(words), self.bet, self.workers, self.progress)


def nothing_told(game: Game, bet: str) -> str:
    """Return, in a sentence, that a bet has no strategy."""
    return f"{game.slug}, {game.shown(bet)}: this bet has no decisions, so no strategy."


def in_words_of(found: Recommended, dialect: str) -> Recommended:
    """Return the same lists in a dialect; raises CombinError for an unknown one."""
    from combin.strategies import in_dialect

    assert found.listed, "a chart has no lines"
    ladder, rung = found.listed
    rungs = tuple(replace(one, lines=in_dialect(one.lines, dialect)) for one in ladder.rungs)
    return replace(
        found,
        ladder=replace(ladder, rungs=rungs),
        rung=rungs[ladder.rungs.index(rung)],
        dialect=dialect,
    )


def practical(ladder: Ladder) -> Rung:
    """Return the shortest list whose cost is negligible, or else the cheapest."""
    return next((rung for rung in ladder.rungs if rung.cost < NEGLIGIBLE), ladder.rungs[-1])


def recommended(ladder: Ladder) -> Rung:
    """Return the exact list if one was found, or else the practical one."""
    cheapest = ladder.rungs[-1]
    return practical(ladder) if cheapest.cost else cheapest


def at_most(ladder: Ladder, lines: int) -> Rung:
    """Return the best list of at most `lines` lines; raises CombinError where all are longer."""
    least = len(ladder.rungs[0].lines)
    refuse(
        lines < least,
        f"{ladder.game.slug}: the shortest list has {least} line{'s' if least > 1 else ''}, "
        f"not {lines}",
    )
    return [rung for rung in ladder.rungs if len(rung.lines) <= lines][-1]


def starting_hands_under(
    game: Game, lines: Lines, payoffs: Payoffs | None = None
) -> list[StartingHand]:
    """Return what a strategy in lines does with each starting hand; nothing where its bet does not
    start with two cards.

    payoffs: of its bet, where what was found for them is at hand.
    """
    from combin.dossier.shipped import shipped_counts
    from combin.questions.measures import has_starting_hands, starting_hands
    from combin.strategies import opening, parse

    if lines.bet != game.bets[0].key or not lines or not has_starting_hands(game):
        return []
    here = parse(str(lines), game, lines.bet)  # the lines may be of other choices
    counts = shipped_counts(game, lines.bet)
    return starting_hands(
        game,
        lines.bet,
        lambda plan, tally: opening(plan, tally, here),
        payoffs,
        counts.starts if counts else None,
    )
