"""How to read a log that another program wrote: columns are found by their names or by what is in
them, and every guess is tried on the first rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Any

from combin.checker.check import tried
from combin.checker.columns import BETWEEN, columns_of
from combin.checker.law import LawCheck
from combin.errors import CombinError
from combin.exact import WHOLE
from combin.logs.mapping import Joined, Same, Source, Sum
from combin.logs.read import Log, Only
from combin.logs.schema import ACTIONS, COUNT, MONEY, NET, OUTCOME, ROUND, STAKED, UNIT
from combin.logs.spelling import (
    BLANKS,
    NUMBERINGS,
    Numbering,
    Words,
    amount,
    bare,
    cards_in,
    numbers_in,
)
from combin.records import dataclass
from combin.rounds.settle import zones_of
from combin.rules.game import Game

# Words in the names that other programs give to amounts: each is tried.
NETS = {"net", "profit", "win", "loss", "winloss", "pnl", "pl", "gain", "delta", "result"}
RETURNS = {"payout", "paid", "return", "returned", "returns", "payback", "payoff", "won"}
STAKES = {"stake", "stakes", "staked", "wager", "wagers", "wagered", "bet", "bets", "ante", "unit"}
STAKES |= {"base", "risk", "risked"}

# What other columns are called, without spaces and marks.
COUNTS = {"count", "counts", "frequency", "freq", "times", "occurrences"}
PLAYED = {"action", "actions", "decision", "decisions", "play", "choice", "move"}
ENDED = {"outcome", "result", "results"}
KEYS = {"bet", "wager", "bettype", "betname", "betkey"}
FILLERS = {"card", "cards", "hand", "hands"}  # beside the name of a zone
MOST_READINGS = 256  # ways to read a log that are tried

Sources = dict[str, Source]


@dataclass(frozen=True)
class Trial:
    """One way to read a log, and how its first rows agree with that.

    log: its columns.
    chip: units per chip.
    wrong: how many of the first rows cannot be.
    rows: how many these are.
    """

    log: Log
    chip: Fraction
    wrong: int
    rows: int

    @property
    def likely(self) -> bool:
        """Whether most of the rows are possible."""
        return 2 * self.wrong <= self.rows

    @property
    def loses(self) -> bool:
        """Whether some net is below 0: a column that never is may be a payout, stake included."""
        return NET not in self.log.columns or any(net < 0 for net in self.nets() if net)

    def nets(self) -> list[Fraction | None]:
        """Return the nets of the first rows in units."""
        nets = map(amount, next(self.log.batches()).columns.get(NET, ()))
        return [None if net is None else net * self.chip for net in nets]

    def says(self) -> tuple[Any, ...]:
        """Return what the first rows say: their nets in units, their cards and all else."""
        columns = next(self.log.batches()).columns
        others = [cells for name, cells in columns.items() if name not in MONEY]
        return self.nets(), str(others), self.log.numbering


def by_name(log: Log, game: Game, key: str, given: Mapping[str, Source]) -> Log:
    """Return a log with the columns that are known by their names, however these are written.

    given: what the user says columns are made of.
    """
    known = columns_of(game)
    sizes = {deal.zone: deal.cards for deal in game.deals}
    found: Sources = {name: Same(name) for name in known if name in log.every}
    found |= {name: source for name in known if (source := _of_the_bet(log, name, key))}
    found |= given
    for name in known:
        if name not in found and (source := _alike(_free(log, found), name, sizes.get(name, 0))):
            found[name] = source
    return log.reading((), found)


def _of_the_bet(log: Log, name: str, key: str) -> Source | None:
    """Return the column of the bet where a row has several: `pair_plus_net`."""
    wanted = {bare(key) + bare(name), bare(name) + bare(key)}
    found = [column for column in log.every if bare(column) in wanted]
    return Same(found[0]) if found and name in (NET, STAKED, UNIT, OUTCOME) else None


def _alike(free: Sequence[str], name: str, size: int) -> Source | None:
    """Return what a column of the log is made of, where names leave no doubt.

    size: how many cards a zone has, 0 for other columns.
    """
    found = [column for column in free if bare(column) == bare(name)]
    if not found and size:
        found = [column for column in free if _core(column) == bare(name)]
        single = {_number(column, name): column for column in free}
        for first in (0, 1):
            columns = tuple(single.get(first + place) for place in range(size))
            if size > 1 and None not in columns:
                return Joined(tuple(column for column in columns if column))
    return Same(found[0]) if len(found) == 1 else None


def _words(column: str) -> list[str]:
    """Return the words of a name, small: `total` and `bet` of `totalBet`."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", column)]


def _core(column: str) -> str:
    """Return a name without the words for cards: `player` for `player_cards`."""
    return "".join(word for word in _words(column) if word not in FILLERS)


def _number(column: str, zone: str) -> int | None:
    """Return which card of a zone a column holds: 3 for `player_card_3`; None for no card."""
    digits = _core(column).removeprefix(bare(zone))
    return int(digits) if WHOLE.fullmatch(digits) and _core(column).startswith(bare(zone)) else None


def _free(log: Log, found: Mapping[str, Source]) -> list[str]:
    """Return the columns of the file that nothing is made of yet."""
    used: set[str] = set()
    for source in found.values():
        used.update(source.columns)
    return [column for column in log.every if column not in used and log.every.count(column) == 1]


# --- Trials ------------------------------------------------------------------------------------


def understood(law: LawCheck, log: Log, chip: Fraction | None) -> Trial:
    """Return how a log is to be read; raises CombinError where it is not clear.

    log: with the columns known by name.
    chip: units per chip, where it is said.
    """
    sample = log.sample()
    plain = _Guess(law, log, sample).with_words()
    guess = _Guess(law, plain, sample)
    first, error = None, None
    try:
        first = _tried(law, plain, chip or Fraction(1))
    except CombinError as found:
        error = found
    if first and first.likely and not guess.open:
        return first
    trials = guess.trials(chip)
    likely = [one for one in trials if one.likely and one.rows]
    if first and first.likely and NET in plain.columns:
        likely = [one for one in likely if one.nets() == first.nets()]
    elif NET not in plain.columns:
        likely = [one for one in likely if one.loses]
    if likely:
        return _best(likely)
    if first and not guess.numbered(plain):
        return first
    if not plain.columns and not guess.open:
        raise log.none_known(columns_of(law.game))
    if not trials and guess.error:
        raise guess.error
    if error and not guess.nets():
        raise error
    raise CombinError(
        f"{log.path!r}: its columns agree with the rules in no way that was tried; say what they "
        "are with --map net=COLUMN,..."
    )


def _tried(law: LawCheck, log: Log, chip: Fraction) -> Trial:
    return Trial(log, chip, *tried(law, log, chip))


def _best(trials: Sequence[Trial]) -> Trial:
    """Return the trial with the fewest impossible rows; raises CombinError where two such trials
    say different things.
    """
    fewest = min(one.wrong for one in trials)
    left = [one for one in trials if one.wrong == fewest]
    best = max(left, key=lambda one: len(one.log.columns))
    other = next((one for one in left if one.says() != best.says()), None)
    if other:
        raise CombinError(
            f"{best.log.path!r} may be read with {_in_words(best) or 'its own columns'} or with "
            f"{_in_words(other) or 'its own columns'}; say which with --map and --chip"
        )
    words = _in_words(best)
    guesses = (f"{words}, as {best.rows:,} rows show",) if words else ()
    return replace(best, log=replace(best.log, guesses=guesses))


def _in_words(trial: Trial) -> str:
    """Return how a log was read as words of the command."""
    log = trial.log
    words = [f"{name}={source}" for name, source in log.sources.items() if source != Same(name)]
    words += [f"chip {trial.chip}"] if trial.chip != 1 else []
    words += [str(log.numbering)] if log.numbering else []
    return ", ".join(words)


class _Guess:
    """The ways in which a log may be meant.

    law: what it is held against.
    log: with the columns known by name.
    sample: the columns of the file in its first rows.
    """

    def __init__(self, law: LawCheck, log: Log, sample: Mapping[str, Sequence[Any]]) -> None:
        self.law, self.log, self.sample = law, log, sample
        self.free = _free(log, log.sources)
        self.error: CombinError | None = None  # of the first way that cannot be read

    def with_words(self) -> Log:
        """Return the log with the columns that hold words of the rules, without an outcome column
        whose words the rules do not know; of a log of several bets, the rows of one.
        """
        outcomes = Words(self.law.outcomes)
        sources: Sources = dict(self.log.sources)
        for column in self.free:
            if self._says_actions(column, sources):
                sources[ACTIONS] = Same(column)
            ended = bare(column) in ENDED and OUTCOME not in sources
            if ended and _all_known(outcomes, self._texts(column)):
                sources[OUTCOME] = Same(column)
        if OUTCOME in sources and sources.keys() & {NET, STAKED}:
            texts = self._texts(sources[OUTCOME].columns[0])
            if texts and not any(map(outcomes.meant, texts)):
                del sources[OUTCOME]
        log = self._counts(self._one_bet(self.log.reading((), sources)))
        guessed = [name for name, source in log.sources.items() if source != Same(name)]
        return replace(log, guesses=tuple(f"{name}={log.sources[name]}" for name in guessed))

    def _says_actions(self, column: str, sources: Sources) -> bool:
        """Return whether a column has the words of actions, and nothing else says what was done."""
        decisions = [decision.name for decision in self.law.plan.decisions]
        if bare(column) not in PLAYED or not decisions or {ACTIONS, *decisions} & sources.keys():
            return False
        words: list[str] = []
        for text in self._texts(column):
            words += BETWEEN.split(text)
        return _all_known(Words(self.law.words, short=True), words)

    def _one_bet(self, log: Log) -> Log:
        """Return a log of several bets, one a row, with the rows of one."""
        keys = Words(bet.key for bet in self.law.game.bets)
        for column in self.free:
            texts = self._texts(column)
            if bare(column) in KEYS and _all_known(keys, texts):
                key = self.law.plan.bet.key
                sources = {name: one for name, one in log.sources.items() if name != ROUND}
                return replace(log.reading((), sources), only=Only(column, keys, key))
        return log

    def _counts(self, log: Log) -> Log:
        """Return a log with its column of counts, where every kind of row stands once."""
        columns = [column for column in _free(log, log.sources) if bare(column) in COUNTS]
        zones = {deal.zone for deal in self.law.game.deals}
        if COUNT in log.columns or len(columns) != 1 or zones & set(log.columns) or not log.columns:
            return log
        batch = next(log.batches(), None)
        rows = list(zip(*batch.columns.values())) if batch else []
        if len(set(rows)) < len(rows) or None in map(amount, self.sample[columns[0]]):
            return log
        return log.reading((), {**log.sources, COUNT: Same(columns[0])})

    def _texts(self, column: str) -> list[str]:
        return [str(cell).strip() for cell in self.sample.get(column, ())]

    def trials(self, chip: Fraction | None) -> list[Trial]:
        """Return all ways in which the log can be read; other chips are tried only where no way is
        likely without.
        """
        options = list(islice(self._logs(), MOST_READINGS))
        found = list(self._read(options, [chip or Fraction(1)]))
        if chip is None and not any(one.likely for one in found):
            for log in options:
                found += self._read([log], self._chips(log))
        return found

    def _read(self, logs: Iterable[Log], chips: Iterable[Fraction]) -> Iterator[Trial]:
        for log, chip in product(logs, list(chips)):
            try:
                yield _tried(self.law, log, chip)
            except CombinError as error:
                self.error = self.error or error

    def _logs(self) -> Iterator[Log]:
        """Yield the log with every set of columns that it may have."""
        own: Sources = dict(self.log.sources)
        for zones, money in product(self.zones or [{}], list(self._money())):
            log = self.log.reading((), own | zones | money)
            log = replace(log, guesses=())
            numberings: Iterable[Numbering | None] = [None]
            if self.numbered(log):
                numberings = NUMBERINGS
            for numbering in numberings:
                yield replace(log, numbering=numbering)

    def _money(self) -> Iterator[Sources]:
        """Yield what net, stake and base wager may be made of."""
        stakes, sources = self._stakes, self.log.sources
        nets: list[Source | None] = [*self.nets()] or [None]
        units = [*stakes, *self._staked, None] if UNIT not in sources else [None]
        sums = [*stakes, None] if STAKED not in sources else [None]
        for net, unit, total in product(nets, units, sums):
            if unit is None or unit != total:
                found = {NET: net, UNIT: unit and Same(unit), STAKED: total and Same(total)}
                yield {name: source for name, source in found.items() if source}

    @cached_property
    def _stakes(self) -> list[str]:
        """The columns that may be stakes by their names."""
        wagers = {bare(wager.name) for wager in self.law.plan.bet.wagers}
        return self._named(STAKES | wagers)

    def _named(self, words: set[str]) -> list[str]:
        """Return the columns of amounts whose names have one of some words."""
        found = []
        for column in self.free:
            if words.isdisjoint([*_words(column), bare(column)]):
                continue
            texts = self._texts(column)[:MOST_READINGS]
            if None not in map(amount, texts):
                found.append(column)
        return found

    @property
    def _staked(self) -> tuple[str, ...]:
        """The column of all that was staked, if it is known."""
        source = self.log.sources.get(STAKED)
        return source.columns if isinstance(source, Same) else ()

    def nets(self) -> list[Source]:
        """Return what the net may be made of where no column is called so."""
        if NET in self.log.sources:
            return []
        returns = self._named(RETURNS)
        pairs = product(returns, [*self._stakes, *self._staked])
        sums = [Sum(((Fraction(1), paid), (Fraction(-1), stake))) for paid, stake in pairs]
        return [*map(Same, self._named(NETS)), *sums, *map(Same, returns)]

    @cached_property
    def zones(self) -> list[Sources]:
        """For the zones that are not known by name, what they may be made of: columns of as many
        cards; nothing where a zone has no such column.
        """
        missing = [deal for deal in zones_of(self.law.plan) if deal.zone not in self.log.columns]
        if not missing:
            return []
        of_size: dict[int, list[str]] = {}  # cards in a cell -> the columns of as many
        for column in self.free:
            of_size.setdefault(self._cards(column), []).append(column)
        fitting = [of_size.get(deal.cards, []) for deal in missing]
        found: list[Sources] = []
        for columns in product(*fitting):
            if len(found) == MOST_READINGS:
                break
            if len(set(columns)) == len(columns):
                found.append({deal.zone: Same(one) for deal, one in zip(missing, columns)})
        return found

    @property
    def open(self) -> bool:
        """Whether something else may be meant than the columns that are known by name."""
        return bool(self.zones or self._stakes or self.nets() or self.numbered(self.log))

    def numbered(self, log: Log) -> bool:
        """Return whether the cards of a log are numbers."""
        zones = {deal.zone for deal in self.law.game.deals}
        found = False
        for name, source in log.sources.items():
            if name not in zones:
                continue
            if not self.sample.keys() >= set(source.columns):
                return False
            for text in map(str, source.cells(self.sample)):
                numbers = numbers_in(text)
                if numbers is None:
                    return False
                found = found or bool(numbers)
        return found

    def _cards(self, column: str) -> int:
        """Return how many cards each cell of a column holds, 0 for a column of something else."""
        sizes = set()
        for text in self._texts(column):
            numbers = numbers_in(text)
            try:
                sizes.add(len(cards_in(text) if numbers is None else numbers))
            except CombinError:
                return 0
        sizes.discard(0)
        return min(sizes) if len(sizes) == 1 else 0

    def _chips(self, log: Log) -> list[Fraction]:
        """Return the one chip that makes every net of the first rows possible, if there is one."""
        try:
            batch = next(log.batches(), None)
        except CombinError:
            return []
        if NET not in log.columns or batch is None:
            return []
        amounts = {amount(cell) for cell in batch.columns[NET]}
        if None in amounts:
            return []
        logged = {net for net in amounts if net}
        if not logged:
            return []
        possible = {end.net for end in self.law.possible}
        largest = max(logged, key=abs)
        chips = {net / largest for net in possible if net * largest > 0}
        right = [chip for chip in chips if {net * chip for net in logged} <= possible]
        return right if len(right) == 1 else []


def _all_known(words: Words, texts: Iterable[str]) -> bool:
    """Return whether all texts that are not empty are known words, and there is one."""
    found = {text for text in texts if text.lower() not in BLANKS}
    return bool(found) and all(map(words.meant, found))
