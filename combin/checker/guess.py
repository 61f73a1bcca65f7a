"""Guesses the format of a log that another program wrote: finds columns by name or contents, and
tries every guess on the first rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate, chain, combinations, islice, pairwise, permutations, product
from shlex import quote
from time import process_time_ns

from combin.checker.check import reader_of, wrong_rows
from combin.checker.columns import BETWEEN, card_columns, columns_of, loose_zones, outcome_words
from combin.checker.core import LogCheck, LogReader
from combin.checker.law import LawCheck
from combin.checker.verdict import Verdict
from combin.errors import CombinError
from combin.exact import WHOLE
from combin.logs.mapping import KEPT, THROWN, Joined, Nothing, Same, Slice, Source, Sum, card_words
from combin.logs.read import Log, Only
from combin.logs.schema import (
    ACTIONS,
    COUNT,
    MONEY,
    NET,
    OUTCOME,
    ROUND,
    SEAT,
    SHOE,
    STAKED,
    UNIT,
    AnyCell,
)
from combin.logs.spelling import (
    NUMBERINGS,
    RANK_CODINGS,
    Numbering,
    RanksAlone,
    amount,
    card_labels,
    numbers_in,
    words_in,
)
from combin.logs.tables import short
from combin.records import dataclass
from combin.rules import Deal, Split
from combin.rules.game import Game
from combin.spelling import BLANKS, Words, bare, cards_in, meant
from combin.telling import announce

# Words in the names that other programs give to amounts, each is tried; and what they call columns
# of counts and of actions, without spaces and marks.
NETS, RETURNS, STAKES, COUNTS, PLAYED = (
    {*words.split()}
    for words in (
        "net profit win loss winloss pnl pl gain delta result",
        "payout paid return returned returns payback payoff won win wins winnings payouts payoffs "
        "credit credited coinout coinsout creditout creditsout",
        "stake stakes staked wager wagers wagered bet bets ante unit base risk risked amount "
        "coinin coinsin creditin creditsin",
        "count counts frequency freq times occurrences",
        "action actions decision decisions play plays choice choices move moves",
    )
)
# What others are called.
ENDED = {"outcome", "result", "results", "winner"}
KEYS = {"bet", "wager", "bettype", "betname", "betkey", "beton"}
MOVES = {"bet", "bets", "play", "raise", "make", "put"}  # words beside that of an action
YES_OR_NO = (KEPT | THROWN) - {""}
GAMES = {"game", "gamename", "gametype"}
NUMBER = {"id", "index", "nr", "no", "num", "number"}  # beside `shoe` or `seat`
CELL_WORDS = re.compile(r"[\s,;/|]+")
FILLERS = {"card", "cards", "hand", "hands"}  # beside the name of a zone
NUMBERED = re.compile(r"(.+)-(\d)")  # zones of single cards
SAMPLED, SECONDS = 4096, 20  # rows that tell what a column may be; how long that is tried
MOST_READINGS, MOST_WHOLE = 256, 16  # ways to read a log that are tried, on more than a few rows
MANY_COLUMNS = 50  # of a log with more, fewer readings are tried: each reads all columns
MOST_ALIKE = 16  # columns that may be the same thing, by their names
MOST_RANKS = 10  # of 13, that a log with ranks alone has
MOST_TOLD = 4  # of them, that are told where none is right

Sources = dict[str, Source]


@dataclass(frozen=True)
class Trial:
    """One way to read a log, and how its first rows agree with that.

    log: its columns.
    chip: units per chip.
    wrong: how many of the first rows cannot be.
    rows: how many these are.
    guessed: what neither the user nor a name says of it, as words of the command.
    others: the other readings that were tried, the likeliest first.
    """

    log: Log
    chip: Fraction
    wrong: int
    rows: int
    guessed: tuple[str, ...] = ()
    others: tuple[Trial, ...] = ()

    @property
    def likely(self) -> bool:
        """Whether most of the rows are possible."""
        return 2 * self.wrong <= self.rows

    @property
    def loses(self) -> bool:
        """Whether some net is below 0: a column that never is may be a payout, stake included."""
        return NET not in self.log.columns or any(net < 0 for net in self.nets() if net)

    @property
    def option(self) -> str:
        """What was guessed as options of the command."""
        maps = [word for word in self.guessed if "=" in word]
        chips = [word.replace("chip", "--chip") for word in self.guessed if "=" not in word]
        return " ".join([*(["--map", quote(",".join(maps))] if maps else []), *chips])

    def __str__(self) -> str:
        """Say how the log is read, and how many of the first rows that leaves impossible."""
        return f"{_in_words(self)} ({self.wrong:,} of the first {self.rows:,} rows are impossible)"

    def verify(self, verdict: Verdict) -> None:
        """Raise CombinError where a log that does not fit speaks against the guess by which it was
        read: by rows that cannot be, whatever was tried as their cause, or by zones that share a
        column in an order that nobody said.
        """
        explained = verdict.causes is not None and bool(verdict.causes.likely)
        in_order = not any("+" in word.partition("=")[0] for word in self.guessed)
        if verdict.fits or not self.guessed or explained or (in_order and not verdict.impossible):
            return
        against = "it does not fit"
        if verdict.impossible:
            wrong, first = verdict.impossible_rows, verdict.impossible[0].row
            rounds = f"{verdict.rounds:,} round{'s' * (verdict.rounds != 1)}"
            against = f"{wrong:,} of {rounds} are impossible, the first in row {first:,}"
        others = "; ".join(map(str, self.others[:MOST_TOLD]))
        chip = any("=" not in word for word in self.guessed)
        vary = f"; if bets vary, give the base bet of each row in a column {UNIT!r}" if chip else ""
        raise CombinError(
            f"{self.log.path!r} was read by trial with {', '.join(self.guessed)}, and so "
            f"{against}: either the log or this guess is wrong; if the guess is right, "
            f"confirm it with {self.option}{vary}{f'. Also tried: {others}' if others else ''}"
        )

    def nets(self) -> list[Fraction | None]:
        """Return the nets of the first rows in units."""
        nets = map(amount, self._columns().get(NET, ()))
        return [None if net is None else net * self.chip for net in nets]

    def says(self) -> tuple[AnyCell, ...]:
        """Return what the first rows say: their nets in units, their cards and all else."""
        others = [cells for name, cells in self._columns().items() if name not in MONEY]
        return self.nets(), str(others), self.log.numbering

    def _columns(self) -> dict[str, Sequence[AnyCell]]:
        batch = next(self.log.batches(), None)
        return batch.columns if batch else {}


def by_names(
    log: Log,
    known: Sequence[str],
    sizes: Mapping[str, int],
    key: str,
    given: Mapping[str, Source | None],
) -> Log:
    """Return a log with the columns that are known by their names, however these are written.

    known: what a log of the game may have. sizes: of those of cards, how many. given: what the user
        says columns are made of, None for those that are not to be read.
    """
    if log.only:  # the rows that are read need not be numbered one after the other
        known = [name for name in known if name != ROUND]
    found: Sources = {name: Same(name) for name in known if name in log.every}
    for name in (NET, STAKED, UNIT, OUTCOME):  # of the bet where a row has several: pair_plus_net
        wanted = {bare(key) + bare(name), bare(name) + bare(key)}
        own = [column for column in log.every if bare(column) in wanted]
        found |= {name: Same(own[0])} if own and name in known else {}
    found |= {name: source for name, source in given.items() if source}
    for name in known:
        if name not in found and (
            source := _alike(free_columns(log, found), name, sizes.get(name, 0))
        ):
            found[name] = source
    found |= _by_hand(log, sizes, found)
    if ROUND in found and ROUND not in given:
        cells = [cell for one in found[ROUND].columns for cell in log.sample().get(one, ())]
        if cells and not any(amount(cell) is not None for cell in cells):
            del found[ROUND]  # a UUID numbers nothing
    off = {name for name, source in given.items() if source is None}
    off.update(column for name in off & found.keys() for column in found[name].columns)
    kept = {name: one for name, one in found.items() if off.isdisjoint((name, *one.columns))}
    return replace(log, off=frozenset(off)).reading(kept)


def _by_hand(log: Log, sizes: Mapping[str, int], found: Mapping[str, Source]) -> Sources:
    """Return what zones of one card each are made of, `player-1`, `player-2`, where a column has
    all cards of the hand.
    """
    hands: dict[str, list[str]] = {}
    for name in sizes:
        if numbered := NUMBERED.fullmatch(name):
            hands.setdefault(bare(numbered[1]), []).append(name)
    made: Sources = {}
    for hand, zones in hands.items():
        columns = [column for column in free_columns(log, found) if _core(column) == hand]
        if len(zones) < 2 or found.keys() & set(zones) or len(columns) != 1:
            continue
        with suppress(CombinError):
            (column,) = columns
            cards = {len(card_words(str(cell))) for cell in log.sample().get(column, ())}
            if cards and min(cards) > 1 and max(cards) <= len(zones):
                made |= _shared([Deal(zone, 1) for zone in zones], column)
    return made


def of_game(log: Log, game: str) -> Log:
    """Return a log of several games with the rows of one; game: its slug."""
    sample = log.sample()
    for column in log.every:
        names = _names(sample, column) if bare(column) in GAMES else set()
        if len(names) > 1:
            own = frozenset(name for name in names if meant(name, [game], "the game") == game)
            if not own:
                raise CombinError(
                    f"{log.path!r} is a log of several games: {column!r} has "
                    f"{_told(sorted(names))}, and none of them is {game}"
                )
            return replace(log, only=(Only(column, own),))
    return log


def of_bet(log: Log, game: Game, key: str) -> Log:
    """Return a log of several bets, one a row, with the rows of one; its columns are known by
    name.
    """
    sample = log.sample()
    known = ", ".join(bet.key for bet in game.bets)
    for column in free_columns(log, log.sources):
        names = _names(sample, column) if bare(column) in KEYS else set()
        keys = {name: _bet(game, name) for name in names}
        unknown = sorted(name for name in names if not keys[name])
        if len(names) > 1 and unknown:
            raise CombinError(
                f"{log.path!r}: the rows of a log are of one bet, and {column!r} has "
                f"{_told(unknown)} of {len(names)} names, which {game.slug} has not "
                f"({known})"
            )
        if names and not unknown and {*keys.values()} != {key}:
            if key not in keys.values():
                raise CombinError(
                    f"{log.path!r} has no rows of {key!r}; {column!r} has "
                    f"{_told(sorted(names))}: name one with --bet"
                )
            own = frozenset(name for name in names if keys[name] == key)
            sources = {name: one for name, one in log.sources.items() if name != ROUND}
            return replace(log, only=(*log.only, Only(column, own, True))).reading(sources)
    return log


def _bet(game: Game, name: str) -> str:
    """Return the key of the bet that a name means, nothing where it means none."""
    with suppress(CombinError):
        return game.bet(name).key
    return ""


def _names(sample: Mapping[str, Sequence[AnyCell]], column: str) -> set[str]:
    """Return the names in a column; none where it holds amounts."""
    found = {str(cell).strip() for cell in sample.get(column, ())}
    found = {name for name in found if name.lower() not in BLANKS}
    return found if None in map(amount, found) else set()


def _told(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_TOLD} more" if len(names) > MOST_TOLD else ""
    return ", ".join(map(short, names[:MOST_TOLD])) + more


def _alike(free: Sequence[str], name: str, size: int) -> Source | None:
    """Return what a column of the log is made of, where names leave no doubt.

    size: how many cards a zone has, 0 for other columns.
    """
    found = [column for column in free if bare(column) == bare(name)]
    if not found and name in (SEAT, SHOE):
        found = [column for column in free if {*words_in(column)} - NUMBER == {name}]
    if not found and size:
        short = bare("".join(word[0] for word in words_in(name)))  # `p1` for `player-1`
        names = {bare(name), short} if NUMBERED.fullmatch(name) else {bare(name)}
        found = [column for column in free if _core(column) in names]
        found = found or [column for column in free if _core(column.split(".")[-1]) in names]
        single = {_number(column, name): column for column in free}
        for first in (0, 1):
            columns = tuple(single.get(first + place) for place in range(size))
            if size > 1 and None not in columns:
                return Joined(tuple(column for column in columns if column))
        parts = name.split("-and-")  # the turn and the river
        ends = [[one for one in free if words_in(one)[-1:] == [part]] for part in parts]
        if not found and len(parts) == size > 1 and all(len(one) == 1 for one in ends):
            return Joined(tuple(one for (one,) in ends))
    return Same(found[0]) if len(found) == 1 else None


def _core(column: str) -> str:
    """Return a name without the words for cards: `player` for `player_cards`."""
    return "".join(word for word in words_in(column) if word not in FILLERS)


def _number(column: str, zone: str) -> int | None:
    """Return which card of a zone a column holds: 3 for `player_card_3`; None for no card."""
    digits = _core(column).removeprefix(bare(zone))
    return int(digits) if WHOLE.fullmatch(digits) and _core(column).startswith(bare(zone)) else None


def share_of_cards(texts: Iterable[str]) -> Fraction:
    """Return which part of the words of some cells are cards with letters, blanks apart."""
    cards = words = 0
    for text in texts:
        with suppress(CombinError):
            cards += (many := len(cards_in(text)))
            words += many
            continue
        found = [word for word in CELL_WORDS.split(text.lower()) if word not in BLANKS]
        words += len(found)
        cards += sum(map(_is_card, found))
    return Fraction(cards, max(1, words))


def _is_card(word: str) -> bool:
    with suppress(CombinError):
        return len(cards_in(word)) == 1
    return False


def with_unread(log: Log) -> Log:
    """Return a log with its unknown columns of cards; raises CombinError for one in which most
    words are cards, and another is none.
    """
    sample, unread = log.sample(), list(log.unread)
    for column in log.ignored:
        texts = [str(cell).strip() for cell in sample.get(column, ())]
        if 2 * share_of_cards(texts) <= 1:
            continue
        for row, text in enumerate(texts, 1):
            try:
                cards_in(text)
            except CombinError as error:
                raise CombinError(
                    f"{log.path!r}, row {row}, {column}: {error}; where no card was dealt stands "
                    f"nothing, - or none; --map {quote(f'{column}=')} leaves the column out"
                ) from None
        unread.append(column)
    return replace(log, unread=tuple(unread))


def free_columns(log: Log, found: Mapping[str, Source]) -> list[str]:
    """Return the columns of the file that nothing is made of yet."""
    made = (column for source in found.values() for column in source.columns)
    used = {*log.aside, *log.off, *made}
    often = Counter(log.every)
    return [column for column in log.every if column not in used and often[column] == 1]


# --- Trials ------------------------------------------------------------------------------------


class NoReading(CombinError):
    """The columns of a log agree with the rules in no way that was tried."""


def understood(law: LawCheck, log: Log, chip: Fraction | None) -> Trial:
    """Return how a log is to be read; raises CombinError where it is not clear.

    log: with the columns known by name.
    chip: units per chip, where it is said.
    """
    log = of_bet(log, law.game, law.plan.bet.key)
    sample = log.sample()
    guess = _DealtGuess(law, log, sample, chip)
    error = None
    for way in guess.completed(guess.with_words()):
        try:
            return _DealtGuess(law, way, sample, chip).understood()
        except CombinError as found:
            error = found
    assert error, "there is a way"
    raise error


def _in_words(trial: Trial) -> str:
    words = [*trial.guessed, *([str(trial.log.numbering)] if trial.log.numbering else [])]
    return ", ".join(words) or "its own columns"


def _in_order(trials: Iterable[Trial]) -> tuple[Trial, ...]:
    found = {_in_words(one): one for one in trials}
    return tuple(sorted(found.values(), key=lambda one: one.wrong))


class Guess:
    """The ways in which a log may be meant.

    log: with the columns known by name.
    sample: the columns of the file in its first rows.
    chip: units per chip, where it is said; usual_chip: where none is.
    reading: returns what takes the rows of the log as it is read, with a chip.
    possible_nets: what a round may win, in units.
    known: the columns that a log may have. zone_names: those of cards.
    wagers: what the game calls its wagers, bare.
    is_counted: whether the whole log can be judged. few: whether no more than a few rows are tried.
    """

    is_counted = True
    few = False
    usual_chip = Fraction(1)

    def __init__(
        self,
        log: Log,
        sample: Mapping[str, Sequence[AnyCell]],
        chip: Fraction | None,
        reading: Callable[[Log, Fraction], LogReader],
        possible_nets: Set[Fraction],
        known: Sequence[str],
        zone_names: Set[str],
        wagers: Set[str] = frozenset(),
    ) -> None:
        self.log, self.chip, self.wagers = log, chip, wagers
        self.sample = {column: cells[:SAMPLED] for column, cells in sample.items()}
        self.reading, self.possible_nets = reading, possible_nets
        self.known, self.zone_names = known, zone_names
        self.free = free_columns(log, log.sources)
        self.error: CombinError | None = None  # of the first way that cannot be read
        self.widely = False  # whether any column of amounts may be a stake
        self.until = 1 << 62  # of the processor's time, when no more is tried
        self.chips: dict[Source, list[Fraction]] = {}  # of each net, where no column is the unit

    def fits(self, trial: Trial) -> bool:
        """Return whether the whole log fits as a trial reads it."""
        with suppress(CombinError):
            return LogCheck(self.reading(trial.log, trial.chip)).whole().fits
        return False

    def doubts(self, _: Trial) -> bool:
        """Return whether a log may be read otherwise than by its own columns."""
        return False

    @property
    def zones(self) -> list[Sources]:
        """For the zones that are not known by name, what they may be made of."""
        return []

    def codings(self, _: Log) -> Sequence[Numbering | RanksAlone]:
        """Return the ways to read cards that are not written with rank and suit, none where they
        are.
        """
        return ()

    def understood(self) -> Trial:
        """Return how the log is to be read; raises CombinError where it is not clear."""
        log, chip = self.log, self.chip
        first, error = None, None
        try:
            first = self.tried(log, chip or self.usual_chip)
        except CombinError as found:
            error = found
        if first and first.likely and not (self.open or self.doubts(first)):
            return self.best([first]) if first.guessed else first
        trials = self.trials()
        if trials and not any(one.rows for one in trials):
            return trials[0]  # the check refuses a log without rows
        likely = [one for one in trials if one.likely and one.rows]
        if NET not in log.columns:
            likely = [one for one in likely if one.loses]
        elif first and first.likely:
            nets, sure = first.nets(), not first.wrong
            likely = [one for one in likely if one.nets() == nets or not (sure or one.wrong)]
        if likely:
            return self.best(likely)
        if first and not self.codings(log):
            unsaid = () if chip or first.likely or self.in_units(first) else ("chip 1",)
            return replace(first, guessed=unsaid, others=_in_order(trials)[1:])
        if not log.columns and not self.open:
            raise log.none_known(self.known)
        if not trials and self.error:
            raise self.error
        if error and not self.nets() and not self.codings(log):
            raise error
        told = "; ".join(map(str, _in_order(trials)[:MOST_TOLD])) or "none can be read"
        raise NoReading(
            f"{log.path!r}: its columns agree with the rules in no way that was tried: {told}; say "
            "what they are with --map net=COLUMN,... and --chip"
        )

    def tried(self, log: Log, chip: Fraction, few: bool = False) -> Trial:
        """Return how the first rows, or but a few of them, agree with one way to read them."""
        guessed: list[str] = []
        for name, source in log.sources.items():
            if str(self.log.sources.get(name)) == str(source):  # what --map says of either
                continue
            if isinstance(source, Slice) and source.start:  # as in the zone before
                zones, _, column = guessed.pop().partition("=")
                guessed.append(f"{zones}+{name}={column}")
            else:
                guessed.append(f"{name}={source.column if isinstance(source, Slice) else source}")
        if chip != (self.chip or 1):
            guessed.append(f"chip {chip}")
        return Trial(
            log, chip, *wrong_rows(self.reading, log, chip, few or self.few), tuple(guessed)
        )

    def best(self, trials: Sequence[Trial]) -> Trial:
        """Return the trial with the fewest impossible rows; of several those whose zones are called
        most like their columns, and of these the one by which the whole log fits. Raises
        CombinError where that leaves two that say different things.
        """
        fewest = min(one.wrong for one in trials)
        left = [one for one in trials if one.wrong == fewest]
        alike = max(map(self._alike, left))
        left = [one for one in left if self._alike(one) == alike]
        best = max(left, key=lambda one: len(one.log.columns))
        others = [one for one in left if one.says() != best.says()]
        if others and self.is_counted:
            fitting = [one for one in (best, *others) if self.fits(one)]
            if not fitting or any(one.says() != fitting[0].says() for one in fitting):
                raise CombinError(
                    f"{self.log.path!r} may be read with {best.option or _in_words(best)} or with "
                    f"{others[0].option or _in_words(others[0])}; say which"
                )
            best = fitting[0]
        words = _in_words(best) if best.guessed or best.log.numbering else ""
        guesses = (f"{words}, as {best.rows:,} rows show",) if words else ()
        log = replace(best.log, guesses=guesses)
        worse = tuple(one for one in _in_order(trials) if _in_words(one) != _in_words(best))
        return replace(best, log=log, others=worse)

    def in_units(self, trial: Trial) -> bool:
        """Return whether the nets of most of the first rows are nets of the bet: the chip is right,
        whatever else is wrong.
        """
        nets = trial.nets()
        return 2 * sum(net in self.possible_nets for net in nets) >= len(nets)

    def _alike(self, trial: Trial) -> int:
        """Return how many words of the zones' names their columns share."""
        shared = 0
        for name, source in trial.log.sources.items():
            if name in self.zone_names:
                words = {word for column in source.columns for word in words_in(column)}
                shared += len(words & set(words_in(name)))
        return shared

    def _texts(self, column: str) -> list[str]:
        return [*dict.fromkeys(str(cell).strip() for cell in self.sample.get(column, ()))]

    def _amounts(self, column: str) -> list[Fraction]:
        found = list(map(amount, self._texts(column)))
        return [one for one in found if one is not None] if None not in found else []

    def trials(self) -> list[Trial]:
        """Return the ways in which the log can be read; other chips, and stakes in columns of any
        name, are tried only where no way is right without.
        """
        announce(f"what its columns are is tried, for {SECONDS} s at most")
        found, self.until = list[Trial](), process_time_ns() + SECONDS * 10**9
        for self.widely in (False, True):
            self.error = None
            options = list(islice(self._logs(), MOST_READINGS))
            found += self._read(options, [self.chip or self.usual_chip])
            if self.chip is None and all(one.wrong or UNIT in one.log.columns for one in found):
                for log in options:
                    found += self._read([log], self._chips(log))
            if not all(one.wrong for one in found):
                break
        found.sort(key=lambda one: one.wrong)
        likely = [one for one in found if one.likely][:MOST_WHOLE]
        whole = [self.tried(one.log, one.chip) for one in likely]
        return [*whole, *(one for one in found if not one.likely)]

    def _read(self, logs: Iterable[Log], chips: Iterable[Fraction]) -> Iterator[Trial]:
        for log, chip in product(logs, list(chips)):
            if process_time_ns() > self.until:
                return
            try:
                yield self.tried(log, chip, few=True)
            except CombinError as error:
                self.error = self.error or error

    def _logs(self) -> Iterator[Log]:
        """Yield the log with every set of columns that it may have."""
        own: Sources = dict(self.log.sources)
        every = list(self._money())
        for zones in self.zones or [{}]:
            codings = self.codings(self.log.reading(own | zones)) or (None,)
            for money, numbering in product(every, codings):
                log = self.log.reading(own | zones | money)
                yield replace(log, guesses=(), numbering=numbering)

    def _money(self) -> Iterator[Sources]:
        """Yield what net, stake and base wager may be made of."""
        stakes, sources = self._stakes, {*self.log.sources, *self.log.off}
        nets: list[Source | None] = [*self.nets()] or [None]
        units = [*map(Same, (*stakes, *self._staked)), None] if UNIT not in sources else [None]
        sums: list[Source | None] = [None]
        if STAKED not in sources:
            sums = [*self._of_wagers(lambda one: one >= 0), *map(Same, stakes), None]
        for net, unit, total in product(nets, units, sums):
            if unit is None or unit != total:
                found = {NET: net, UNIT: unit, STAKED: total}
                yield {name: source for name, source in found.items() if source}

    def _of_wagers(self, may_be: Callable[[Fraction], bool]) -> list[Source]:
        """Return sums of columns that say something of each wager of the bet, `results.ante` and
        `results.play`; may_be: whether an amount may be one of them.
        """
        groups: dict[str, dict[str, str]] = {}
        for column in self._named(self.wagers):
            wager = next((word for word in words_in(column) if word in self.wagers), "")
            if all(map(may_be, filter(None, map(amount, self._texts(column))))):
                groups.setdefault(bare(column).replace(wager, "", 1), {})[wager] = column
        return [
            Sum(tuple((Fraction(1), column) for column in group.values()))
            for group in groups.values()
            if len(group) == len(self.wagers) > 1
        ]

    @property
    def _stakes(self) -> list[str]:
        """The columns that may be stakes by their names, or any of amounts above 0."""
        named = self._named(STAKES | self.wagers)
        named = [one for one in named if all((amount(text) or 0) >= 0 for text in self._texts(one))]
        if named or not self.widely:
            return named
        amounts = {column: self._amounts(column) for column in self.free}
        again = (
            one for one, found in amounts.items() if 2 * len(found) <= len(self.sample.get(one, ()))
        )
        above = (one for one in again if min(amounts[one], default=0) > 0)
        return list(islice(above, MOST_ALIKE))

    def _named(self, words: Set[str]) -> list[str]:
        named = (one for one in self.free if not words.isdisjoint([*words_in(one), bare(one)]))
        amounts = (
            one for one in named if None not in map(amount, self._texts(one)[:MOST_READINGS])
        )
        return list(islice(amounts, MOST_ALIKE))

    @property
    def _staked(self) -> tuple[str, ...]:
        source = self.log.sources.get(STAKED)
        return source.columns if isinstance(source, Same) else ()

    def nets(self) -> list[Source]:
        """Return what the net may be made of where no column is called so."""
        if NET in {*self.log.sources, *self.log.off}:
            return []
        returns = self._named(RETURNS)
        pairs = product(returns, [*self._stakes, *self._staked])
        sums = [Sum(((Fraction(1), paid), (Fraction(-1), stake))) for paid, stake in pairs]
        named: list[Source] = [*map(Same, self._named(NETS)), *sums, *map(Same, returns)]
        stakes = self._of_wagers(lambda one: one >= 0)
        named += [one for one in self._of_wagers(lambda _: True) if one not in stakes]
        if named or not self.widely:
            return named
        amounts = {column: self._amounts(column) or [Fraction(0)] for column in self.free}
        both = (one for one, found in amounts.items() if min(found) < 0 < max(found))
        return [*map(Same, islice(both, MOST_ALIKE))]

    @property
    def open(self) -> bool:
        """Whether something else may be meant than the columns that are known by name."""
        return bool(self.zones or self._stakes or self.nets() or self.codings(self.log))

    def _chips(self, log: Log) -> list[Fraction]:
        """Return the chips that are tried, where the net says something of them."""
        if NET not in log.columns or UNIT in log.columns:
            return []
        net = log.sources[NET]
        if net not in self.chips:
            self.chips[net] = self.chips_of(log)
        return self.chips[net]

    def chips_of(self, log: Log) -> list[Fraction]:
        """Return the one chip that makes every net of the first rows possible, if there is one."""
        right: list[Fraction] = []
        with suppress(CombinError):
            batch = next(log.batches(), None)
            amounts = {amount(cell) for cell in batch.columns[NET]} if batch else {None}
            logged = {net for net in amounts if net}
            if None not in amounts and logged:
                possible, largest = self.possible_nets, max(logged, key=abs)
                chips = {net / largest for net in possible if net * largest > 0}
                right = [chip for chip in chips if {net * chip for net in logged} <= possible]
        return right if len(right) == 1 else []


class _DealtGuess(Guess):
    """The ways in which a log of a bet may be meant.

    law: what it is held against.
    lettered: whether some column has cards with letters.
    ranks: the ways to read ranks without suits.
    """

    def __init__(
        self,
        law: LawCheck,
        log: Log,
        sample: Mapping[str, Sequence[AnyCell]],
        chip: Fraction | None,
    ) -> None:
        super().__init__(
            *(log, sample, chip, partial(reader_of, law), law.possible_nets),
            known=columns_of(law.judging),
            zone_names={deal.zone for deal in law.game.deals},
            wagers={bare(wager.name) for wager in law.plan.bet.wagers},
        )
        self.law = law
        self.is_counted = bool(law.result.deals)
        self._actions = Words(law.words, short=True, said=law.said)
        self.lettered = any(share_of_cards(self._texts(one)) == 1 for one in self.sample)
        self.ranks = self._ranks()

    def with_words(self) -> Log:
        """Return the log with the columns that hold words of the rules, without an outcome column
        whose words the rules do not know.
        """
        outcomes = outcome_words(self.law.outcomes)
        sources: Sources = dict(self.log.sources)
        sources |= self._numbered_decisions()
        for column in self.free:
            if ACTIONS not in self.log.off and self._says_actions(column, sources):
                sources[ACTIONS] = Same(column)
        if OUTCOME not in {*sources, *self.log.off}:
            ended = [one for one in self.free if _are_outcomes(outcomes, one, self._texts(one))]
            ended.sort(key=lambda one: bare(one) not in ENDED)
            if ended:
                sources[OUTCOME] = Same(ended[0])
        if OUTCOME in sources and sources.keys() & {NET, STAKED}:
            texts = self._texts(sources[OUTCOME].columns[0])
            if texts and not any(map(outcomes.meant, texts)):
                del sources[OUTCOME]
        log = self._counts(self.log.reading(sources))
        log = replace(log, words=self._translated(log))
        guessed = [name for name, source in log.sources.items() if source != Same(name)]
        return replace(log, guesses=tuple(f"{name}={log.sources[name]}" for name in guessed))

    def _numbered_decisions(self) -> Sources:
        """Return the columns of several decisions that are numbered in their order, `decision1`,
        and have words of actions, or say with yes and no whether one was taken.
        """
        decisions, found = self.law.plan.decisions, Sources()
        for place, decision in enumerate(decisions[1:] and decisions, 1):
            for column in self.free:
                words, texts = {*words_in(column)}, self._texts(column)
                named = bool(words & PLAYED) and _all_known(self._actions, texts)
                whether = any(self._is_whether(column, one.name) for one in decision.actions)
                if str(place) in words and (named or whether):
                    found[decision.name] = Same(column)
        is_whole = len(found) == len(decisions) and not {*found, ACTIONS} & {
            *self.log.columns,
            *self.log.off,
        }
        return found if is_whole else {}

    def _says_actions(self, column: str, sources: Sources) -> bool:
        """Return whether a column has the words of actions, and nothing else says what was done."""
        decisions = self.law.plan.decisions
        names = [decision.name for decision in decisions]
        if not names or {ACTIONS, *names} & sources.keys():
            return False
        actions = decisions[0].actions if len(names) == 1 else ()
        if len(actions) == 2 and any(self._is_whether(column, one.name) for one in actions):
            return True
        words = (word for text in self._texts(column) for word in BETWEEN.split(text))
        whole = Words(self.law.words, said=self.law.said)
        is_played = bare(column) in PLAYED
        known = self._actions if is_played else whole
        return (is_played or not whole.meant(column)) and _all_known(known, words)

    def completed(self, log: Log) -> Iterator[Log]:
        """Yield the ways in which a log may be read that has only some of the columns of cards and
        decisions: as if no round came to what is missing, then with cards that settle no round.
        """
        game, of_cards = self.law.game, card_columns(self.law.game)
        zones = [name for name in of_cards if name in log.columns]
        needed = self.law.judging.needed() if zones else []
        names = [one.name for one in self.law.plan.decisions if one.name not in of_cards]
        acts = [name for name in names if name in log.columns]
        missing = [name for name in needed if name not in zones]
        missing += [name for name in names if acts and name not in acts]
        dealt = [deal.zone for deal in game.deals]
        acted = acts or not names or ACTIONS in log.columns
        money = log.sources.keys() & {NET, OUTCOME} or self.nets()
        known = money and not any(map(self._is_of_cards, free_columns(log, log.sources)))
        if not known or not (missing or (zones and not acted)):
            yield log
            return
        sources = dict(log.sources)
        if zones and acted and {*missing} <= {*dealt, *names}:
            yield log.reading(sources | dict.fromkeys(missing, Nothing()))
        whole = acts == names or not acts
        aside = [*([] if whole else acts), *(zones if self.codings(log) else [])]
        loose = loose_zones(self.law.plan, {*zones} - {*aside})
        aside += [name for name in zones if name not in (*loose, *aside)]
        left = [column for name in aside for column in sources.pop(name).columns]
        unread = tuple(column for column in left if self._is_of_cards(column))
        log = replace(log, aside=tuple(left), loose=loose, unread=unread)
        yield log.reading(sources)

    def _is_of_cards(self, column: str) -> bool:
        """Return whether a column holds cards that are no amounts."""
        return bool(self._cards(column)) and None in map(amount, self._texts(column))

    def _translated(self, log: Log) -> dict[str, str]:
        """Return words for actions -> the actions, where another word stands beside: `BET_2X`; for
        yes and no in a column that is called as one of two actions, `Raised`; and where one word is
        not known and one action is left.
        """
        decisions, actions = self.law.plan.decisions, self._actions
        found: dict[str, str] = {}
        for name in (ACTIONS, *(one.name for one in decisions)):
            source = log.sources.get(name)
            if not isinstance(source, Same):
                continue
            texts = self._texts(source.column)
            for word in {word for text in texts for word in BETWEEN.split(text)}:
                rest = "".join(part for part in words_in(word) if part not in MOVES)
                if not actions.meant(word) and (action := actions.meant(rest)):
                    found[word] = action
            own = [one for one in decisions if name == one.name or not decisions[1:]]
            names = [action.name for one in own for action in one.actions]
            for yes, no in (names, names[::-1]) if len(names) == 2 else ():
                if self._is_whether(source.column, yes):
                    found |= {text: yes if text.lower() in KEPT else no for text in texts}
        for decision in decisions:
            source = log.sources.get(decision.name)
            if source is None and len(decisions) == 1:
                source = log.sources.get(ACTIONS)
            if source is None or not self.sample.keys() >= set(source.columns):
                continue
            said = {str(cell).strip() for cell in source.cells(self.sample)}
            said = {word for word in said if word.lower() not in BLANKS}
            strange = [word for word in said if not actions.meant(word)]
            left = {one.name for one in decision.actions} - set(map(actions.meant, said))
            if len(strange) == len(left) == 1 < len(said):
                found[strange[0]] = left.pop()
        return found

    def _is_whether(self, column: str, action: str) -> bool:
        """Return whether a column says with yes and no whether an action was taken."""
        words = {text.lower() for text in self._texts(column)}
        last = "".join([one for one in words_in(column) if not one.isdecimal()][-1:])
        parts = [bare(action)[:4], *(part[:4] for part in action.split("-") if len(part) > 3)]
        return bool(words) and words <= YES_OR_NO and any(map(last.startswith, parts))

    def _counts(self, log: Log) -> Log:
        """Return a log with its column of counts, where every kind of row stands once."""
        columns = [column for column in free_columns(log, log.sources) if bare(column) in COUNTS]
        if (
            COUNT in {*log.columns, *log.off}
            or len(columns) != 1
            or self.zone_names & set(log.columns)
            or not log.columns
        ):
            return log
        batch = next(log.batches(), None)
        rows = list(zip(*batch.columns.values())) if batch else []
        if len(set(rows)) < len(rows) or None in map(amount, self._texts(columns[0])):
            return log
        return log.reading({**log.sources, COUNT: Same(columns[0])})

    def codings(self, log: Log) -> Sequence[Numbering | RanksAlone]:
        names = card_columns(self.law.game).keys() & log.sources.keys()
        sources = [log.sources[name] for name in names]
        if not all(self.sample.keys() >= set(source.columns) for source in sources):
            return ()
        texts = {str(cell) for source in sources for cell in source.cells(self.sample)}
        numbers = [] if self.ranks else list(map(numbers_in, texts))
        is_numbered = any(numbers) and None not in numbers
        return NUMBERINGS if is_numbered else self.ranks if texts else ()

    def _cards(self, column: str) -> int:
        """Return how many cards each cell of a column holds, 0 for a column of something else: also
        for one of numbers of one figure, and for numbers where other columns have letters.
        """
        texts = self._texts(column)
        if self.ranks:
            labels = self._labels(column)
            is_known = any(labels <= coding.ranks.keys() for coding in self.ranks)
            sizes = {len(card_labels(text)) for text in texts if labels and is_known} - {0}
            return min(sizes) if len(sizes) == 1 else 0
        numbers = [numbers_in(text) for text in texts]
        with suppress(CombinError):
            pairs = zip(texts, numbers)
            sizes = {len(cards_in(text) if one is None else one) for text, one in pairs} - {0}
            largest = max(chain.from_iterable(filter(None, numbers)), default=0)
            is_lettered = None in numbers or (largest >= 10 and not self.lettered)
            return min(sizes) if len(sizes) == 1 and is_lettered else 0
        return 0

    def _ranks(self) -> list[RanksAlone]:
        """Return the ways to read ranks without suits, where no column has cards with suits and
        some have the labels of most ranks.
        """
        labels = list(map(self._labels, self.sample))
        shown = {
            one: {one.ranks[label] for some in labels if some <= one.ranks.keys() for label in some}
            for one in RANK_CODINGS
        }
        taken = self.law.judging.takes_ranks and not self.lettered
        return [one for one, ranks in shown.items() if taken and len(ranks) >= MOST_RANKS]

    def _labels(self, column: str) -> set[str]:
        """Return the labels of a column of cards that come again, none of one of other amounts."""
        texts = self._texts(column)
        again = len(texts) < len(self.sample.get(column, ())) and all(
            (amount(text) or 0) >= 0 for text in texts
        )
        return {label for text in texts if again for label in card_labels(text)}

    @cached_property
    def zones(self) -> list[Sources]:
        """For the zones that are not known by name, what they may be made of: columns of as many
        cards; nothing where a zone has no such column.
        """
        judging = self.law.judging
        if self.log.loose or not self.log.off.isdisjoint(judging.needed()):
            return []
        if own := judging.sources(self.log, self.free, self.sample):
            return own
        sizes = card_columns(self.law.game)
        needed = [name for name in judging.needed() if name not in self.log.columns]
        if not needed:
            return []
        more = [step.into for step in self.law.game.play if isinstance(step, Split)]
        more = [name for name in more if name not in (*needed, *self.log.columns)]
        if by_hand := self._hands(needed):
            return by_hand
        for names in ([*needed, *more], needed) if more else (needed,):
            if found := self._zones([Deal(name, sizes[name]) for name in names]):
                return found
        return []

    def _hands(self, needed: Sequence[str]) -> list[Sources]:
        """Return what zones of single cards may be made of where a column has those of a hand."""
        hands: dict[str, list[str]] = {}
        for name in needed:
            hands.setdefault(NUMBERED.sub(r"\1", name), []).append(name)
        if min(map(len, hands.values())) < 2:
            return []
        most = max(map(len, hands.values()))
        columns = []  # that hold two cards or more in every row, and as many as may be
        for column in self.free:
            with suppress(CombinError):
                sizes = {len(card_words(text)) for text in self._texts(column)}
                if len(sizes) > 1 and min(sizes) > 1 and max(sizes) <= most:
                    columns.append(column)
        zones = [[Deal(name, 1) for name in names] for names in hands.values()]
        ways = islice(permutations(columns, len(zones)), MOST_READINGS)
        return [_merged(map(_shared, zones, way)) for way in ways]

    def _zones(self, missing: Sequence[Deal]) -> list[Sources]:
        of_size: dict[int, list[str]] = {}  # cards in a cell -> the columns of as many
        for column in self.free:
            of_size.setdefault(self._cards(column), []).append(column)
        found: list[Sources] = []
        most = MOST_READINGS * MANY_COLUMNS // max(MANY_COLUMNS, len(self.free))
        for groups in _together(missing):
            sizes = [sum(deal.cards for deal in group) for group in groups]
            if any(count > len(of_size.get(size, ())) for size, count in Counter(sizes).items()):
                continue
            ways = islice(_distinct([of_size[size] for size in sizes]), most)
            found = [_merged(map(_shared, groups, columns)) for columns in ways]
            if found:
                break  # a column a zone is what is meant where there is one
        return found


def _distinct(
    choices: Sequence[Sequence[str]], taken: tuple[str, ...] = ()
) -> Iterator[Sequence[str]]:
    """Yield the ways to take one column of each choice, and no column twice; choices are the same
    or share no column, and there are enough.
    """
    if len(taken) == len(choices):
        yield taken
        return
    for column in choices[len(taken)]:
        if column not in taken:
            yield from _distinct(choices, (*taken, column))


def _together(deals: Sequence[Deal]) -> Iterator[list[Sequence[Deal]]]:
    """Yield the ways in which zones may stand in columns, one after the other, those first that
    have the most columns.
    """
    for count in range(len(deals) - 1, -1, -1):
        for cuts in combinations(range(1, len(deals)), count):
            ends = [0, *cuts, len(deals)]
            yield [deals[begin:end] for begin, end in pairwise(ends)]


def _shared(deals: Sequence[Deal], column: str) -> Sources:
    """Return what zones are made of that one column holds, one after the other."""
    if len(deals) == 1:
        return {deals[0].zone: Same(column)}
    ends = accumulate((deal.cards for deal in deals), initial=0)
    return {deal.zone: Slice(column, *span) for deal, span in zip(deals, pairwise(ends))}


def _merged(made: Iterable[Sources]) -> Sources:
    return dict(chain.from_iterable(one.items() for one in made))


def won_by(game: Game, log: Log) -> str | None:
    """Return the first bet of whose outcomes those of a log without amounts are; None where they
    are none's.
    """
    amounts = (NETS | RETURNS) - ENDED
    if any(not amounts.isdisjoint([*words_in(column), bare(column)]) for column in log.every):
        return None
    for column, cells in log.sample().items():
        texts = {str(cell).strip() for cell in cells}
        for bet in game.bets:
            if _are_outcomes(outcome_words({row.name for row in bet.rows()}), column, texts):
                return bet.key
    return None


def _are_outcomes(known: Words, column: str, texts: Collection[str]) -> bool:
    """Return whether a column says how rounds end; one of another name has several such words, and
    is called as none of them, as where no row has names.
    """
    named = bare(column) in ENDED or (len(texts) > 1 and not known.meant(column))
    return named and _all_known(known, texts)


def _all_known(words: Words, texts: Iterable[str]) -> bool:
    """Return whether all texts that are not empty are known words, and there is one."""
    found = {text for text in texts if text.lower() not in BLANKS}
    return bool(found) and all(map(words.meant, found))
