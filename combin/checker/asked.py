"""What a log is compared with: rules, bet, chip and strategy, from its header and the user."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from combin.checker.columns import card_columns, columns_of
from combin.checker.guess import won_by
from combin.checker.law import LawCheck
from combin.checker.laws import law_of
from combin.checker.opened import AskedLog
from combin.counting import Plan
from combin.errors import refuse, verify_known
from combin.families.listed import family_of
from combin.logs.read import Log
from combin.logs.schema import OPTIMAL
from combin.rules import Way
from combin.rules.choices import Choice
from combin.rules.house_ways import HOUSE_WAYS
from combin.strategies import Lines, is_by_lines, list_or_way, parse


class Asked(AskedLog):
    """What a log of a game that is dealt is held against."""

    @cached_property
    def named_bet(self) -> str | None:
        """The bet that the log or the user names, or the outcomes of a log without amounts."""
        return super().named_bet or won_by(self.game, self.file)

    @property
    def plan(self) -> Plan:
        return Plan(self.game, self.game.bet(self.key))

    @cached_property
    def log(self) -> Log:
        """The log with the columns that are said, or known by their names."""
        judging = family_of(self.plan).judging(self.plan)
        return self.named(columns_of(judging), card_columns(self.game), self.key)

    @cached_property
    def played(self) -> tuple[Lines | Way | None, str]:
        """The strategy that the log follows (None: the best play) and what it is called."""
        game, key, facts = self.game, self.key, self.file.facts
        plan, said = self.plan, facts.strategy or OPTIMAL
        logged: Lines | Way | None = None
        if said != OPTIMAL and not is_by_lines(game, key):
            what = f"{self.file.path!r}: its strategy {said[:60]!r} is no house way"
            verify_known(said, HOUSE_WAYS, what)
            logged = HOUSE_WAYS[said]
        elif said != OPTIMAL and plan.stages:
            logged = parse(said, game, key, "the log's strategy")
        strategy = self.options.strategy
        if strategy is None:
            return logged, said if "\n" not in said else "the log's own lines"
        lines = None if strategy == OPTIMAL else list_or_way(strategy, game, key)
        refuse(
            isinstance(lines, Way) and not family_of(plan).decides(plan),
            f"{game.slug}: the rules set every hand of bet {key!r}, so it has no strategies",
        )
        refuse(
            facts.strategy is not None and lines != logged,
            f"the log says that it was played by another strategy than {strategy!r}",
        )
        return lines, strategy

    def law(self) -> LawCheck:
        """Return the law of all that is said; it is counted."""
        return law_of(self.game, self.key, *self.played)

    def others(self) -> Iterator[tuple[str, Asked]]:
        """Yield what else may be meant where neither the log nor the user says it, in words of the
        command: another value of a choice that the bet depends on, or another bet, at each of its
        own.
        """
        said = {*self.chosen, *self.file.facts.choices}
        for name in sorted(self.sheet.open_in(self.key) - said):
            choice = self.sheet.choice(name)
            for value in choice.values if isinstance(choice, Choice) else ():
                if value != choice.default:
                    chosen = {**self.chosen, name: value}
                    yield f"--set {name}={value}", replace(self, choices=chosen)
        for bet in self.game.bets if self.named_bet is None else ():
            if bet.key != self.key:
                other, words = replace(self, bet=bet.key), f"--bet {bet.key}"
                yield words, other
                yield from ((f"{words} {more}", one) for more, one in other.others())
