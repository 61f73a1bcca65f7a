"""How to read a log of a blackjack game that another program wrote: hands, actions and results
are found by what is in their columns, the money as of any game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, repeat
from typing import Any

from combin.checker.core import LogReader
from combin.checker.fits import LEAST_ORDERED
from combin.checker.guess import (
    ENDED,
    FILLERS,
    PLAYED,
    Guess,
    Sources,
    Trial,
    free_columns,
)
from combin.errors import CombinError, refuse
from combin.families.blackjack.dealer import CARDS, DEALER, HANDS, PLAYER
from combin.families.blackjack.judging.rows import (
    HOUSE_RANK,
    actions_in,
    hands_in,
    outcomes_in,
)
from combin.families.blackjack.judging.two_rows import GameRules
from combin.logs.mapping import Parted, Same, Source
from combin.logs.read import Log
from combin.logs.schema import ACTIONS, COUNT, NET, OUTCOME, ROUND, STAKED, UNIT, AnyCell
from combin.logs.spelling import amount, words_in
from combin.spelling import bare

OF_A_HAND = (HANDS, PLAYER, ACTIONS, OUTCOME)  # the columns that may say something of each hand
MARKS = "/;"  # between hands, instead of bars
ROUNDS = {"round", "game", "hand", "deal", "id", "uuid"}  # words in the name of a number of rounds
HAND = {"hand", "handno", "handnumber", "handindex", "splithand"}  # a number of the hand of a round

Sample = Mapping[str, Sequence[Any]]


def with_words(log: Log) -> Log:
    """Return a log with the columns of hands, actions and results that are known by what is in
    them. Where each hand of a split has a row, the rows of a round are joined.

    log: with the columns known by name. Raises CombinError where several rows have one round number
    and are not the hands of a split.
    """
    if not log.sample().keys() >= {*log.needed}:  # a check says what cannot be read, or has no rows
        return log
    log = _without_copies(log)
    sample, sources = log.sample(), dict(log.sources)
    if not {HANDS, PLAYER} & sources.keys():
        sources |= _found(log, sources, HANDS, FILLERS, _whole_hands, sample)
    elif HANDS not in sources:
        sources |= _other_hands(log, sources, sample)
    mark = _mark(sources.get(HANDS, sources.get(PLAYER)), sample)
    with_bars = {
        name: [str(cell).replace(mark, "|") for cell in cells] if mark else cells
        for name, cells in sample.items()
    }
    for name, words, parse in ((ACTIONS, PLAYED, actions_in), (OUTCOME, ENDED, outcomes_in)):
        if name not in sources:
            sources |= _found(log, sources, name, words, parse, with_bars)
    if mark:
        for name in OF_A_HAND:
            if isinstance(source := sources.get(name), Same):
                sources[name] = Parted(source.column, mark)
    return _joined(log.reading(sources), sample)


def _without_copies(log: Log) -> Log:
    """Return a log without a column `hands` that counts them, as no hand has one card, and without
    a column `player` that has all their cards again.
    """
    sample, sources = log.sample(), dict(log.sources)
    counts = sources[HANDS].cells(sample) if HANDS in sources else []
    if counts and all(re.fullmatch("[0-9]", str(cell).strip()) for cell in counts):
        log = log.reading({name: one for name, one in sources.items() if name != HANDS})
    if {HANDS, PLAYER} <= set(log.columns) and _are_copies(log, sample):
        own = sources.pop(PLAYER)
        log = replace(log, aside=own.columns).reading(sources)
    return log


def _are_copies(log: Log, sample: Sample) -> bool:
    """Return whether the player's cards are more than his first two, and those of the hands."""
    both = (log.sources[name].cells(sample) for name in (PLAYER, HANDS))
    with suppress(CombinError):
        pairs = [tuple(_sorted(str(cell)) for cell in row) for row in zip(*both)]
        equal = all(one == other for one, other in pairs)
        return equal and any(len(one) > 2 for one, _ in pairs)
    return False


def _sorted(text: str) -> list[int]:
    for mark in MARKS:
        text = text.replace(mark, " ")
    return sorted(card for hand in hands_in(text) for card in hand)


def _found(
    log: Log,
    sources: Sources,
    name: str,
    words: set[str],
    parse: Callable[[str], AnyCell],
    sample: Sample,
) -> Sources:
    """Return the one column whose name ends in one of some words and whose cells can be parsed."""
    columns = [
        column
        for column in free_columns(log, sources)
        if {*words_in(column)[-1:]} & words and _are_all(parse, sample.get(column, ()))
    ]
    return {name: Same(columns[0])} if len(columns) == 1 else {}


def _other_hands(log: Log, sources: Sources, sample: Sample) -> Sources:
    """Return the column of all cards where `player` has the first two: `hands.cards`."""
    columns = [
        column
        for column in free_columns(log, sources)
        if {"hand", "hands"} & {*words_in(column)} and "dealer" not in words_in(column)
    ]
    columns = [one for one in columns if _are_all(_whole_hands, sample.get(one, ()))]
    return {HANDS: Same(columns[0])} if len(columns) == 1 else {}


def _whole_hands(text: str) -> None:
    """Raise CombinError for a text that is not whole hands of cards."""
    refuse(min(map(len, hands_in(text.replace("/", " ")))) < 2, "a hand has two cards or more")


def _are_all(parse: Callable[[str], AnyCell], cells: Sequence[AnyCell]) -> bool:
    """Return whether all cells can be parsed, and there are some."""
    with suppress(CombinError):
        for cell in cells:
            parse(str(cell))
        return bool(cells)
    return False


def _mark(cards: Source | None, sample: Sample) -> str:
    """Return what stands between the hands of a cell instead of a bar, nothing where it is one."""
    texts = [str(cell) for cell in sample.get(cards.column, ())] if isinstance(cards, Same) else []
    for mark in MARKS:
        if any(mark in text and _are_all(_whole_hands, text.split(mark)) for text in texts):
            return mark
    return ""


# --- A row for each hand -------------------------------------------------------------------------


def _joined(log: Log, sample: Sample) -> Log:
    """Return a log whose rows of one round are joined, where they are hands of a split."""
    if COUNT in log.columns:
        return log
    own = log.sources[ROUND].columns if ROUND in log.columns else ()
    for column in own or _numbers(log, sample):
        cells = sample.get(column, ())
        again = [row for row in range(1, len(cells)) if cells[row] == cells[row - 1]]
        copies = all(cells[row] == cells[row - 1] for row in again for cells in sample.values())
        again = [] if copies else again
        wrong = _not_split(log, sample, again) if again else ""
        if own and wrong:
            row = again[0]
            raise CombinError(
                f"{log.path!r}, rows {row} and {row + 1} have the same {column}, {cells[row]}, and "
                f"{wrong}"
            )
        if again and wrong == "":
            found = log.reading({**log.sources, ROUND: Same(column)})
            return replace(found, hands=OF_A_HAND)
    return log


def _numbers(log: Log, sample: Sample) -> list[str]:
    """Return the columns that may number the rounds: few rows have the number of the one before."""
    columns = ((column, sample.get(column, ())) for column in free_columns(log, log.sources))
    return [
        column
        for column, cells in columns
        if ROUNDS & {*words_in(column)}
        and 4 * sum(one == other for one, other in pairwise(cells)) < len(cells)
    ]


def _not_split(log: Log, sample: Sample, again: Sequence[int]) -> str | None:
    """Return why rows that have the number of the row before are not the hands of a split, nothing
    where they are, None where the dealer's cards are others: the numbers are wrong.
    """
    texts = {name: log.sources[name].cells(sample) for name in CARDS if name in log.columns}
    cards = texts.get(HANDS, texts.get(PLAYER))
    if DEALER in texts and any(texts[DEALER][row] != texts[DEALER][row - 1] for row in again):
        return None
    if cards is None:
        numbered = [column for column in free_columns(log, log.sources) if bare(column) in HAND]
        if any(all(sample[one][row] != sample[one][row - 1] for row in again) for one in numbered):
            return ""
        return (
            "a row is a round; if these are hands of a split, log the cards too, or their place in "
            "a column 'hand'"
        )
    for row in again:
        one, other = (hands_in(str(cards[place])) for place in (row - 1, row))
        if len(one) > 1 or len(other) > 1:
            return "a row has several hands, so it is a round of one player: log one seat"
        first, second = one[0][:1], other[0][:1]
        if not first or not second or HOUSE_RANK[first[0]] != HOUSE_RANK[second[0]]:
            return (
                "a row is a round of one player: log one seat, and hands of a split with the card "
                "that was split first"
            )
    return ""


# --- Money ---------------------------------------------------------------------------------------


class HandsGuess(Guess):
    """The ways in which a log of a blackjack game may be meant.

    rules: it is held against. chips_there: those that it may have by its amounts.
    """

    few = True

    def __init__(
        self,
        log: Log,
        chip: Fraction | None,
        rules: GameRules,
        reading: Callable[[Log, Fraction], LogReader],
    ) -> None:
        known = (*CARDS, ACTIONS, OUTCOME, STAKED, NET)
        nets = rules.possible_nets
        super().__init__(log, log.sample(), chip, reading, nets, known, frozenset(CARDS))
        self.rules = rules
        self.chips_there = self.chips_of(log) if {NET, STAKED} & {*log.columns} else []
        self.usual_chip = self.chips_there[0] if len(self.chips_there) == 1 else Fraction(1)

    def doubts(self, first: Trial) -> bool:
        """Rows that cannot be may have another chip, or a bet of their own."""
        said = self.chip or UNIT in first.log.columns
        return not said and bool(first.wrong)

    def in_units(self, trial: Trial) -> bool:
        return self.chips_there == [trial.chip]

    def understood(self) -> Trial:
        found = super().understood()
        unclear = len(self.chips_there) > 1 and found.rows < LEAST_ORDERED
        refuse(
            unclear and found.chip not in (1, self.chip),
            f"{self.log.path!r} is too short to tell what a chip is: no row is impossible with "
            f"--chip {found.chip}; say it, or --chip 1",
        )
        if found.guessed or self.chip or len(self.chips_there) < 2 or self.fits(found):
            return found
        if 4 * found.wrong > found.rows:  # bets may differ
            return replace(found, guessed=("chip 1",))
        trials = self._read([found.log], [chip for chip in self.chips_there if chip != found.chip])
        refuse(
            others := [one.option for one in trials if not one.wrong],
            f"{self.log.path!r} does not fit if a chip is one unit, and is too short to tell "
            f"what a chip is; no row is impossible with {' or '.join(others)} either: say "
            "--chip 1 or another",
        )
        return found

    def chips_of(self, log: Log) -> list[Fraction]:
        """Return the chip by which most rows win or lose one bet of each hand that is dealt; where
        no amount is that of most rows, all by which the smallest one may be a net.
        """
        try:
            batch = next(log.batches(), None)
        except CombinError:
            return []
        name = NET if NET in log.columns else STAKED
        often: Counter[Fraction] = Counter()
        if batch and UNIT not in log.columns:
            counts = map(amount, batch.columns.get(COUNT, repeat(1)))
            for cell, many in zip(batch.columns[name], counts):
                if size := abs(amount(cell) or Fraction(0)):
                    often[size] += int(many or 0)
        if not often:
            return []
        bets = Fraction(self.rules.bets)
        usual, rows = often.most_common(1)[0]
        if rows >= LEAST_ORDERED and 2 * rows > often.total():
            return [bets / usual]
        return sorted(
            {abs(net) / min(often) for net in self.rules.nets if 0 < abs(net) <= 2 * bets}
        )
