"""Checks a log of a blackjack game: settles every row again, prices every decision, tests the cards
and the nets against their exact distributions.

A log may have all cards (`hands`, or the dealer's two cards), the first cards alone, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import compress, islice

from combin.checker import codes, fits
from combin.checker.causes import Causes
from combin.checker.columns import NO_CARDS, applying, untested_columns
from combin.checker.core import BY_SHOE, LogCheck, LogReader, RowsRead, Scores
from combin.checker.deals import Dealt
from combin.checker.guess import Trial, with_unread
from combin.checker.likelihood import explains
from combin.checker.opened import AskedLog
from combin.checker.options import ANY
from combin.checker.possible import Findings
from combin.checker.verdict import Verdict
from combin.errors import CombinError
from combin.families.blackjack.dealer import (
    BASE,
    CARDS,
    DEALER,
    HANDS,
    PLAYER,
    chart_of,
)
from combin.families.blackjack.judging.beside import NoDecisions
from combin.families.blackjack.judging.cards import CardsSeen
from combin.families.blackjack.judging.faults import EXAMPLES, Example, HandsCauses
from combin.families.blackjack.judging.guess import HandsGuess, with_words
from combin.families.blackjack.judging.law import BlackjackLaw, law_of
from combin.families.blackjack.judging.play import HandsPlayed
from combin.families.blackjack.judging.rows import (
    LoggedRow,
    RoundKind,
    SaidRow,
    cards_in,
    with_splits,
)
from combin.families.blackjack.judging.two_play import played_by
from combin.families.blackjack.judging.two_rows import GameRules, rules_of
from combin.families.blackjack.rounds import Decisions
from combin.families.blackjack.settle import D, H, P
from combin.logs.batch import Batch
from combin.logs.frequencies import Flow, Frequencies, Raw
from combin.logs.mapping import Reordered, Same
from combin.logs.read import Log, money
from combin.logs.schema import (
    ACTIONS,
    COUNT,
    NET,
    OPTIMAL,
    OUTCOME,
    ROUND,
    SHOE,
    STAKED,
    UNIT,
    AnyCell,
)
from combin.rules.game import Sheet
from combin.spelling import BLANKS
from combin.telling import announce
from combin.texts import Stretch

OF_ROUNDS = (ACTIONS, OUTCOME, STAKED, NET)
COLUMNS = (ROUND, SHOE, *CARDS, *OF_ROUNDS, UNIT, COUNT)
OF_DEALER = (ROUND, SHOE, DEALER, *OF_ROUNDS, UNIT, COUNT)  # of a bet on his cards
MANY = 50  # rounds, in some of which a dealer draws
MOST_ALIKE = 1 << 18  # rounds that are kept for others like them
MOST_BETS = 16  # that are staked in a round
ALL, FIRST, NONE = "all", "first", "none"  # which cards a log has


RightRound = tuple[tuple[Fraction | int | None, RoundKind], HandsPlayed]  # kind and decisions


class HandsFile(AskedLog):
    """A log of a blackjack game."""

    @cached_property
    def played(self) -> tuple[Decisions, str]:
        """The play that the log is held against, and what it is called: a file with a chart, or
        else the log's own, or else the best play of the model.
        """
        strategy, logged = self.options.strategy, self.file.facts.strategy or OPTIMAL
        if self.key != BASE and (self.options.any_play or strategy not in (None, OPTIMAL)):
            raise CombinError(f"{self.game.slug}: nothing is decided in bet {self.key!r}")
        if self.key != BASE:
            return NoDecisions(self.game), OPTIMAL
        if strategy not in (None, OPTIMAL):
            name = "the chart given" if "\n" in str(strategy) else f"chart {strategy}"
            return Decisions(self.game, chart_of(str(strategy), self.game)), name
        if logged != OPTIMAL and strategy is None:
            return Decisions(self.game, chart_of(f"{logged}\n", self.game)), "the log's own chart"
        return Decisions(self.game), self.game.turns.model

    def opened(self) -> tuple[HandsReader, Trial]:
        rules, (decisions, name) = rules_of(self.game, self.key), self.played
        known = COLUMNS if self.key == BASE else OF_DEALER
        log = self.named(known, dict.fromkeys(CARDS, 2), self.key)

        def reading(read_so: Log, chip: Fraction) -> HandsReader:
            return HandsReader(read_so, chip, decisions, name, self.sheet, rules)

        if self.key != BASE and log.sources.get(NET) != Same(NET):  # others are of the game itself
            own = {name: one for name, one in log.sources.items() if one != Same(name)}
            dealt = {name: one for name, one in log.sources.items() if name not in OF_ROUNDS}
            log = log.reading(dealt | own)
        chip, plain = self.chip, self.key != BASE or self.game.turns.switch
        log = log if plain else with_words(log)
        if self.options.any_play and not _has_cards(log):
            raise CombinError(
                f"{log.path!r}: --play {ANY} needs a column of the player's cards and one of the "
                "dealer's, as all else depends on the play"
            )
        trial = HandsGuess(log, chip, rules, reading).understood()
        # where a bet is on the dealer's cards, others are nothing to it
        whole = self.key == BASE or DEALER not in trial.log.columns
        return reading(with_unread(trial.log) if whole else trial.log, trial.chip), trial

    def explained(self, verdict: Verdict, trial: Trial, reader: LogReader) -> Verdict:
        assert isinstance(reader, HandsReader), "it was opened so"
        verdict = replace(verdict, causes=reader.causes(verdict.impossible_rows))
        trial.verify(verdict)
        if not verdict.deviates:
            return verdict
        announce("decisions deviate from the strategy; whether they follow another is tried")
        try:
            return self._played_otherwise(verdict)
        finally:
            announce("")

    def _played_otherwise(self, found: Verdict) -> Verdict:
        """Return the verdict on a log whose play deviates, with what else it may be: the chart by
        totals, or the play against the dealer's other card. Where nobody named the play, and all of
        it follows that chart, the log is judged by it.
        """
        said = {*self.chosen} | self.file.facts.choices.keys()
        named = self.options.strategy or self.file.facts.strategy or "model" in said
        totals = {} if self.options.strategy else {"model": "total"}
        by_totals = replace(self, choices={**self.choices, **totals})
        if again := by_totals.almost_followed(found):
            words = f"{_deviations(found, again)} the chart by totals"
            if again.deviates or named:
                return replace(found, hint=f"{words} (--set model=total judges by it)")
            told = f"model=total, as {words}, and not the {found.law.name} play"
            return replace(again, read_as=(*again.read_as, told))
        dealer = found.log.sources[DEALER]
        if isinstance(dealer, Same):
            second = f"{DEALER}={Reordered(dealer.column, (2, 1))}"
            options = replace(self.options, columns=(*self.options.columns, Stretch(second)))
            if again := replace(self, options=options).almost_followed(found):
                told = f"{second}, as {_deviations(found, again)} the strategy against that card"
                return replace(again, read_as=(*again.read_as, told))
        return found

    def almost_followed(self, found: Verdict) -> Verdict | None:
        """Return the verdict on a log as it may be meant instead, None where no fewer than a tenth
        of the deviations stay, or more rows are impossible.
        """
        assert found.play, "decisions deviate"
        with suppress(CombinError):
            reader, trial = self.opened()
            for batch in reader.log.batches():
                reader.take(batch)
                if not explains(found.play.rounds, reader.played.play().rounds):
                    return None
            again = LogCheck(reader, self.options.level, self.options.any_play).verdict()
            trial.verify(again)
            return again if again.impossible_rows <= found.impossible_rows else None
        return None


def _deviations(found: Verdict, again: Verdict) -> str:
    """Say how many of the deviations follow something else."""
    assert found.play and again.play, "decisions were looked at"
    every, left = found.play.rounds, again.play.rounds
    if left:
        return f"{every:,} decisions deviate from the strategy, and {left:,} from"
    return f"all {every:,} deviations follow" if every > 1 else "the one deviation follows"


def _has_cards(log: Log) -> bool:
    there = {*log.columns}
    return COUNT not in there and DEALER in there and bool(there & {PLAYER, HANDS})


class HandsReader(LogReader):
    """Reads the rows of a log of a blackjack game.

    name: of the play.
    """

    def __init__(
        self,
        log: Log,
        chip: Fraction,
        decisions: Decisions,
        name: str,
        sheet: Sheet,
        rules: GameRules,
    ) -> None:
        self.kind = [name for name in OF_ROUNDS if name in log.columns]
        if not {NET, OUTCOME} & {*self.kind}:
            raise log.none_known((*CARDS, *OF_ROUNDS))
        super().__init__(log, chip, self.kind, NET if NET in self.kind else OUTCOME)
        self.picked = BY_SHOE if self.shoes else "possible rounds"
        self.in_order = SHOE not in log.columns
        self.decisions, self.name, self.sheet, self.rules = decisions, name, sheet, rules
        best = name == decisions.game.turns.model
        self.said: list[SaidRow] = []
        self.wrong: list[Example] = []  # rows that cannot be, and some that can
        self.right: list[Example] = []
        self.cards: str | None = None  # which there are; None before the first row
        self.tested = Flow()
        self.played = played_by(decisions, self.rules, best)
        self.seen = CardsSeen(self.rules, SHOE in log.columns)
        # of what is tested
        self.kinds: Counter[tuple[Fraction | int | None, RoundKind]] = Counter()
        self.gone: Counter[int] = Counter()  # of the shoe
        # by what rows say and what their cards have in common
        self.right_rounds: dict[tuple[int, Sequence[Hashable]], RightRound] = {}
        # where amounts are shares of what a row stakes: how much was bet where that was all of it
        self.bets: Counter[AnyCell] | None = None
        if rules.own and UNIT in log.columns and STAKED in log.columns:
            self.bets = Counter() if log.sources[UNIT] == log.sources[STAKED] else None

    def take(self, batch: Batch) -> None:
        codes = self.counting.take(batch)
        kinds, known = zip(self.counting.kinds, self.counting.first), len(self.said)
        self.said += [
            self._said(dict(zip(self.kind, raw)), row) for raw, row in islice(kinds, known, None)
        ]
        if self.cards is None:
            self.cards = self._which(batch)
            if self.bets is not None and self.cards != ALL:
                raise CombinError(
                    f"{self.log.path!r}: without all cards nothing tells how much of "
                    f"{self.log.sources[STAKED]} was the first bet; say with --map which column "
                    f"has it: {UNIT}=COLUMN"
                )
        if COUNT in self.log.columns:
            return
        self.counting.flow.take(codes)
        fresh = self.counting.picked or b"\1" * len(codes)  # those that begin a shoe
        if self.shoes and NET in self.kind and self.bets is None:
            self.shoes.take(((self.said[code].net,) for code in codes), fresh)
        if self.cards == NONE:
            self.tested.take([*compress(codes, fresh)])
            return
        names = [name for name in CARDS if name in self.log.columns]
        names += [UNIT] if self.bets is not None else []
        tested = []
        for row, (code, begins, *cells) in enumerate(
            zip(codes, fresh, *(batch.columns[name] for name in names)), batch.first
        ):
            try:
                if self._row(row, code, dict(zip(names, map(str, cells))), bool(begins)):
                    tested.append(code)
            except CombinError as error:
                raise CombinError(f"{self.log.path!r}, row {row}: {error}") from None
        self.tested.take(tested)

    def _said(self, cells: Mapping[str, AnyCell], row: int) -> SaidRow:
        try:
            actions = self.rules.actions(str(cells[ACTIONS])) if ACTIONS in cells else None
            if actions and self.log.hands:
                actions = with_splits(actions)
            outcomes = self.rules.outcomes(str(cells[OUTCOME])) if OUTCOME in cells else None
        except CombinError as error:
            raise CombinError(f"{self.log.path!r}, row {row}: {error}") from None
        blank = () if self.rules.own else BLANKS  # where a bet beside the game was not made
        staked, net = (
            money(self.log, row, name, 0 if str(cells[name]).strip() in blank else cells[name])
            * self.chip
            if name in cells
            else None
            for name in (STAKED, NET)
        )
        return SaidRow(actions, outcomes, staked, net)

    def _which(self, batch: Batch) -> str:
        if not self.rules.own:
            return ALL if DEALER in self.log.columns else NONE
        if not _has_cards(self.log):
            return NONE
        dealers = [len(cards_in(str(cell))) for cell in batch.columns[DEALER]]
        seen = self.rules.turns.dealer.cards_seen
        self.seen.hidden = min(dealers, default=0) < 2
        whole = max(dealers, default=0) > seen
        if seen > 1 and HANDS in self.log.columns:  # he may draw in none of a few rounds
            whole = whole or len(dealers) < MANY
        return ALL if whole and self._has_all_of_player(batch) else FIRST

    def _has_all_of_player(self, batch: Batch) -> bool:
        """Return whether rows have all cards of the player, and not his first ones alone."""
        if HANDS in self.log.columns:
            return True
        cells = (str(cell).replace("|", " ") for cell in batch.columns[PLAYER])
        if any(len(cards_in(cell)) > self.rules.own for cell in cells):
            return True
        said = {letter for row in self.said for one in row.actions or () for letter in one}
        return ACTIONS in self.kind and said.isdisjoint((H, D, P))

    def _row(self, row: int, code: int, cells: Mapping[str, str], fresh: bool) -> bool:
        """Look at a row with cards; return whether its frequencies are tested."""
        said = self.said[code]
        if fresh:
            self.gone.clear()
        if said.net == 0 and 0 not in self.rules.possible_nets:  # no such bet was made
            return False
        whole = self.cards == ALL and self.bets is None
        cards, alike = self.rules.likeness(cells) if whole else (b"", ())
        right = self.right_rounds.get((code, alike))
        if right is None or self.rules.wrong_cards(cards, self.gone):
            return self._alone(row, code, cells, fresh, alike)
        if self.shoes:
            self.gone.update(cards)
        kind, decisions = right
        self.seen.take_hand(cards, len(alike) - 1, fresh)
        self.played.add(row, decisions)
        self.kinds[kind] += fresh
        return fresh

    def _alone(
        self, row: int, code: int, cells: Mapping[str, str], fresh: bool, alike: Sequence[Hashable]
    ) -> bool:
        """Look at a row with cards that is like none before; alike: what others may have in common
        with it.
        """
        said = self.said[code]
        played = self.rules.read(cells, said)
        wrong = self.rules.wrong_cards(played.cards, self.gone)
        if self.shoes:
            self.gone.update(played.cards)
        if not wrong and self.cards == FIRST:
            return self._first(row, said, played, fresh)
        shown = played
        if not wrong:
            shown, said, wrong = self._settled(played, said)
        if len(shown.dealt) == self.rules.own and shown.dealer:
            self.seen.take(shown, fresh)  # a card is drawn whatever the row makes of it
        if wrong:
            self._note(row, str(said), wrong, str(shown))
            if len(self.wrong) < EXAMPLES:
                self.wrong.append((played, said))
            return False
        if self.bets is not None and said.staked == self.rules.bets:
            self.bets[cells[UNIT]] += 1
        if len(self.right) < EXAMPLES:
            self.right.append((played, said))
        kind = shown.came_to[2], shown.kind
        self.kinds[kind] += fresh
        if self.rules.own:
            self.played.add(row, decisions := self.played.of(shown))
            if alike and len(self.right_rounds) < MOST_ALIKE:
                self.right_rounds[code, alike] = kind, decisions
        return fresh

    def _settled(self, played: LoggedRow, said: SaidRow) -> tuple[LoggedRow, SaidRow, str]:
        """Return a round as it was played, what its row says in units, and why it cannot be."""
        if self.bets is None:
            return self._judged(played, said)
        ways = [
            self._judged(
                played, said._replace(staked=Fraction(bets), net=said.net and bets * said.net)
            )
            for bets in range(1, MOST_BETS + 1)
        ]
        right = [one for one in ways if not one[2]]
        return next((one for one in right if self.played.follows(one[0])), (right or ways)[0])

    def _judged(self, played: LoggedRow, said: SaidRow) -> tuple[LoggedRow, SaidRow, str]:
        rounds = self.rules.rounds(played, said)
        if not rounds:
            return played, said, "no hands of these cards are played so"
        shown = next(filter(self.played.follows, rounds[1:] and rounds), rounds[0])
        return shown, said, self.rules.wrong(shown) or self.rules.differs(shown, said)

    def _first(self, row: int, said: SaidRow, played: LoggedRow, fresh: bool) -> bool:
        """Look at a row that has the first cards alone."""
        wrong = self.rules.wrong_first(played, said)
        if wrong:
            self._note(row, str(said), wrong, str(played))
            return False
        self.seen.take(played, fresh, whole=False)
        self.kinds[said.net, self._kind(said)] += fresh
        return fresh

    def _kind(self, said: SaidRow) -> RoundKind:
        """Return what kind a round is, None where the actions are not known."""
        return None if said.actions is None else self.rules.kind(said.actions)

    def _note(self, row: int, logged: str, right: str, cards: str = "") -> None:
        shown = f"{cards}: {logged}" if cards and logged else cards or logged
        self.findings.add(row, 1, shown, right, (logged if not cards else "", right))

    def wrong_rows(self, batch: Batch) -> int:
        self.take(batch)
        if self.cards == NONE:
            every = self.counting.frequencies
            self._without_cards(every, every, self.findings)
        # if no bet is another, not the bets differ, but what is staked after them
        return len(batch) if self.bets is not None and len(self.bets) < 2 else self.findings.rows

    # --- The answer ------------------------------------------------------------------------------

    def rows(self, findings: Findings, any_play: bool) -> RowsRead:
        every, tested = self.counting.frequencies, self.counting.frequencies_of(self.tested)
        if self.cards == NONE:
            tested = every if COUNT in self.log.columns else tested
            self._without_cards(every, tested, findings)
        mean, spread = self._moments()
        law, log = law_of(self.decisions, self.rules, self.name, spread), self.log
        cells, decided = self._cells(law), self.cards == ALL and law.decides
        play = self.played.play() if decided else None
        never = (
            f"nobody surrenders, and {cell.expected // 1:,} rounds are expected to"
            for cell in cells
            if cell.label[2] == Fraction(-1, 2) and not cell.observed and cell.expected > MANY
        )
        untestable = ""
        if play and play.departures:
            untestable = "the nets: some decisions deviate from the strategy"
        elif any_play and not play:
            untestable = "the nets: they depend on the play, and the log has few cards"
        joined = (
            f"rows with the same {log.sources.get(ROUND)} are hands of one round, and a row below "
            "is a round"
        )
        lacks = f"as {self._which_first if self.cards == FIRST else 'the log has none'}"
        return RowsRead(
            law=law,
            every=every,
            tested=tested,
            cells=cells,
            mean=mean,
            nets={(said.net,): said.net for said in self.said if said.net is not None},
            play=play,
            cards=Dealt() if self.cards == NONE else self.seen.dealt(self.decisions),
            untested=list(self._untested(law)),
            untestable=untestable,
            unsettled="" if self.cards == ALL else lacks,
            hint="; ".join([*filter(None, [self._other_chip]), *never]),
            read_as=(*log.guesses, *([joined] if log.hands else [])),
        )

    def _without_cards(self, every: Frequencies, tested: Frequencies, findings: Findings) -> None:
        """Count the rows of a log without cards, by their nets."""
        self.kinds.clear()
        for raw, rounds in tested.counts.items():
            said = self.said[self.counting.codes[raw]]
            self.kinds[said.net, self._kind(said)] += rounds
        for said, raw in self._impossible(every):
            right = f"no round wins {said.net}"
            findings.add(every.first[raw], every.counts[raw], str(said), right, code=codes.NET)
        for raw, rounds in every.counts.items():  # one word is of one hand, or of all together
            said = self.said[self.counting.codes[raw]]
            if said.outcomes == ("push",) and said.net in self.rules.possible_nets - {0}:
                findings.add(every.first[raw], rounds, str(said), "net 0", code=codes.NET)

    def _impossible(self, every: Frequencies) -> Iterator[tuple[SaidRow, Raw]]:
        """Yield what rows say whose net no round wins, and as the log has it."""
        for raw in every.counts:
            said = self.said[self.counting.codes[raw]]
            if said.net is not None and said.net not in self.rules.possible_nets:
                yield said, raw

    def net_of(self, value: AnyCell) -> Fraction | None:
        return money(self.log, 1, NET, value) if NET in self.kind else None

    def scores(self, nets: Mapping[AnyCell, Fraction]) -> Scores:
        ranks = {net: place for place, net in enumerate(sorted({*nets.values()}))}
        return {value: ranks[net] for value, net in nets.items()}, {}

    @property
    def _other_chip(self) -> str:
        return self.other_chip(self.rules.possible_nets, (said.net for said in self.said))

    def causes(self, impossible: int) -> Causes | None:
        """Return what may explain rows that cannot be; None where a chip of another size does, or
        no such row was settled.

        impossible: how many rows cannot be.
        """
        wrong, right = self.wrong, self.right
        if self.cards == NONE:
            every, right = self.counting.frequencies, []
            for said, raw in self._impossible(every):
                wrong = wrong + [(None, said)] * min(every.counts[raw], EXAMPLES - len(wrong))
        if not wrong or self._other_chip:
            return None
        return HandsCauses(self.sheet, self.rules, wrong, right, impossible).found()

    def _moments(self) -> tuple[Fraction | None, Fraction]:
        """Return the mean net of what is tested, None where it is not known, and the variance."""
        rounds = sum(self.kinds.values())
        total, squares = Fraction(0), Fraction(0)
        for (net, _), many in self.kinds.items():
            if net is None:
                return None, Fraction(1)
            total, squares = total + many * net, squares + many * net * net
        mean = total / rounds if rounds else None
        return mean, squares / rounds - mean**2 if mean is not None else Fraction(1)

    def _cells(self, law: BlackjackLaw) -> tuple[fits.Bin, ...]:
        """Return every kind of round, seen and expected."""
        apart = all(split is not None for _, split in self.kinds)
        observed: Counter[fits.Label] = Counter()
        for (net, split), many in self.kinds.items():
            if net is None:
                return ()
            observed[law.seen(Fraction(net), split if apart else None)] += many
        expected = law.apart if apart else law.together
        return fits.cells(observed, expected) if observed and expected else ()

    def _untested(self, law: BlackjackLaw) -> Iterator[str]:
        first, unsaid = self.cards == FIRST, ACTIONS not in self.log.columns
        yield from untested_columns(self.log, self.kind)
        yield from applying(
            (self.cards == NONE, NO_CARDS),
            (first, f"the decisions: {self._which_first}, so no row was settled again"),
            (
                self.cards == ALL and law.decides and unsaid,
                f"the logged actions: the log has no column {ACTIONS!r}, so they are inferred from "
                "cards and net",
            ),
            (
                self.rules.bets > 1,
                "the frequency of each net: of two hands together only the mean is known exactly",
            ),
            (
                self.rules.bets == 1 and not law.net_law,
                "the frequency of each net after a split: only the mean is known exactly",
            ),
            *(
                (True, f"the column {name!r}: it has the cards of the hands again")
                for name in self.log.aside
            ),
        )

    @property
    def _which_first(self) -> str:
        of = " of the dealer" if HANDS in self.log.columns else ""
        return f"the log has only the first cards{of}"
