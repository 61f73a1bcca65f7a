"""Recounts a bet with the reference program and compares it with the engine, to the last integer.

Compared are the outcomes and, at every information set, what each action is worth and which one is
taken. The reference deals zone by zone and the engine pools zones where the order does not matter,
so the engine's counts are scaled by the ratio of the two totals, exactly.

A whole deck takes the reference too long, so the decks are shortened. A deck without its low ranks
would leave much untested (nobody folds, the dealer always qualifies): ranks are kept at both ends,
on several decks of different shape. At the end stands which paths of actions the best play of the
whole deck takes, and none of these decks met.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, product
from math import comb
from typing import NamedTuple, assert_never

from combin.cards import MOST_PACKS, Deck
from combin.counting import Plan
from combin.errors import CombinError, refuse
from combin.families.listed import family_of
from combin.grouping import grouped
from combin.proof import reference
from combin.proof.comparing import TieCount
from combin.questions import solve as solver
from combin.records import dataclass
from combin.rules import (
    ALWAYS,
    All,
    Always,
    Beats,
    Below,
    Bet,
    Chose,
    Condition,
    Deal,
    Decide,
    Draw,
    Hand,
    Not,
    Part,
    Reaches,
    Split,
    Step,
    Ties,
    Turns,
)
from combin.rules import Any as AnyOf
from combin.rules.game import Game
from combin.rules.validate import validate
from combin.solving.executor import Progress, Tasks, at_once, processes
from combin.solving.payoffs import Payoffs
from combin.solving.result import AboutGame

MINUTE = 20_000_000  # what the reference does in a minute or two, in the units of `work`
SECOND = MINUTE // 60
LONG = 10 * SECOND  # from here on other processes help, each of which takes a second to start
SETTINGS = 21  # of seven cards, two of them in front
FURTHER = 8  # of the budget this part is for decks that have what the others lack
MOST_FURTHER = 3
SPREAD = 36  # sets of ranks that are tried, each in equal steps
STANDS_FOR = 40  # readings of a hand in which ranks are wild
EACH = 12  # of these units for a decision, or for reading a hand
# The decks on which a bet is recounted: how many suits and packs, and whether nearly all ranks are
# low. From a shoe a card may come again.
SHORTENED = ((2, 1, True), (4, 1, False), (3, 1, True), (2, 1, False))
SHORT_SHOES = ((1, 2, False), (1, MOST_PACKS, False), (2, 2, True), (4, 1, False))


@dataclass(frozen=True)
class Count:
    """One outcome, counted twice.

    actions: what the player did, in order.
    outcome: how it is called.
    net: units won.
    staked: units that were in play.
    engine: the engine's count in units of the reference's deals.
    reference: the reference's count.
    """

    actions: tuple[str, ...]
    outcome: str
    net: Fraction
    staked: Fraction
    engine: Fraction
    reference: int


@dataclass(frozen=True)
class TwiceFound:
    """What was computed twice, where no deals are counted.

    bet: its key. what: an action, or a measure. times: how many values. different: of these.
    """

    bet: str
    what: str
    times: int
    different: int


@dataclass(frozen=True)
class Recount:
    """How far the two counts of one bet agree.

    bet: its key.
    deck: on which it was counted.
    deals: the number of deals the reference walked.
    rows: the outcomes, each counted twice.
    sets: the number of information sets compared, each hand of cards in its own suits.
    different: the number of those at which an action is worth something else, or another one is
        taken.
    ties: the decisions at which actions are worth the same, in either count.
    answers: what the rules asked of the hands, with the answers that came.
    compared: values that were found twice, where deals are not counted.
    left_out: hands of which none were, as they may need more cards than there are.
    """

    bet: str
    deck: Deck | str
    deals: int
    rows: tuple[Count, ...]
    sets: int = 0
    different: int = 0
    ties: tuple[TieCount, ...] = ()
    answers: frozenset[tuple[Condition, bool]] = frozenset()
    compared: tuple[TwiceFound, ...] = ()
    left_out: int = 0

    @property
    def counts(self) -> int:
        """The number of counts, or of values, that were compared."""
        return len(self.rows) + sum(row.times for row in self.compared)

    @property
    def wrong(self) -> int:
        """The number of those that differ."""
        different = sum(row.different for row in self.compared)
        return different + sum(row.engine != row.reference for row in self.rows)

    @property
    def agrees(self) -> bool:
        return not (self.wrong or self.different or self.wrong_ties)

    @property
    def wrong_ties(self) -> int:
        """The number of decisions whose ties differ."""
        return sum(tie.engine != tie.reference for tie in self.ties)


def verify(
    game: Game,
    bet: str = "base",
    ranks: str | None = None,
    suits: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    packs: int | None = None,
) -> Recount:
    """Count one bet of a resolved game twice and return the comparison.

    Raises CombinError where the deck is too short for the game.

    game: the rules, on any deck.
    bet: its key.
    ranks, suits, packs: as for `on_deck`.
    progress: called now and then with the deals walked and their total.
    """
    game.bet(bet)
    short = on_deck(game, ranks, suits, packs)
    found = solver.solve(short, [bet]).bets[bet]
    counted = reference.solve(short, bet, progress)
    # Each outcome that one of the two counts has, the engine's first.
    scale, rows = Fraction(counted.deals, found.deals), []
    engine: dict[reference.Outcome, Fraction] = {
        (row.actions, row.outcome, row.net, row.staked): row.combinations * scale
        for row in found.outcomes
    }
    for end in dict.fromkeys([*engine, *counted.outcomes]):
        ours, theirs = engine.get(end, Fraction(0)), counted.outcomes.get(end, 0)
        if ours or theirs:
            rows.append(Count(*end, ours, theirs))
    plan = Plan(short, short.bet(bet))
    comparing = family_of(plan).comparing(plan)
    same = list(comparing.alike(counted))
    return Recount(
        bet,
        short.deck,
        counted.deals,
        tuple(rows),
        len(same),
        same.count(False),
        tuple(comparing.ties(found, counted)),
        frozenset(counted.answers),
    )


def on_deck(
    game: Game, ranks: str | None = None, suits: str | None = None, packs: int | None = None
) -> Game:
    """Return a resolved game on a shortened deck; raises CombinError where it is too short.

    ranks: which to use, such as ``9TJQKA``; by default those of the game's deck.
    suits: likewise, such as ``cdh``.
    packs: how many there are; by default as many as the game has.
    """
    ranks = game.deck.ranks if ranks is None else ranks
    suits = game.deck.suits if suits is None else suits
    packs = game.deck.packs if packs is None else packs
    plan = Plan(game, game.first_settled)
    refuse(
        packs > 1 and family_of(plan).of_one_pack,
        f"{game.slug} is played with one pack, not {packs}",
    )
    short = replace(game, deck=Deck(ranks, suits, game.deck.jokers, packs))
    validate(short)
    return short


@dataclass(frozen=True)
class Met:
    """How much of a bet shortened decks meet.

    bet: its key.
    met: the paths of actions that the best play of the whole deck takes, and that were met on some
        deck; none where they were not asked for.
    unmet: those that no deck has.
    rows: how many rows, and lines of paytables, can settle the bet.
    unmet_rows: those by which the best play of no deck was settled.
    answers: how many answers the hands can give to what the rules ask of them.
    unmet_answers: those that no deck gave, in words.
    kind, of: what the paths are called; of hands that count up they are kinds of hands.
    """

    bet: str
    met: tuple[reference.Path, ...] = ()
    unmet: tuple[reference.Path, ...] = ()
    rows: int = 0
    unmet_rows: tuple[str, ...] = ()
    answers: int = 0
    unmet_answers: tuple[str, ...] = ()
    kind: str = "path"
    of: str = "of full-deck optimal play"

    @property
    def lacking(self) -> tuple[str, ...]:
        """What no deck has, in words."""
        return (*map(" / ".join, self.unmet), *self.unmet_rows, *self.unmet_answers)


def paths_met(
    game: Game,
    reports: Sequence[Recount],
    progress: Progress | None = None,
    by_whole: bool = True,
) -> Iterator[Met]:
    """Yield for each bet that was recounted on shortened decks alone what was met there.

    progress: called with a bet's key, the shares of the whole deck done and their number.
    by_whole: whether the engine solves the whole deck, to tell which paths of its best play were
        met. Raises CombinError where that takes too much memory.
    """
    for bet, found in grouped((report.bet, report) for report in reports).items():
        if any(report.deck == game.deck for report in found):
            continue
        paths = {row.actions for report in found for row in report.rows if row.reference}
        taken: dict[reference.Path, None] = {}
        if by_whole and Plan(game, game.bet(bet)).decisions:
            outcomes = solver.solve(game, [bet], progress=progress)[bet].outcomes
            taken = dict.fromkeys(outcome.actions for outcome in outcomes)
        every = answers_asked(game, bet)
        given = {answer for report in found for answer in map(_in_words, report.answers)}
        yield Met(
            bet,
            tuple(path for path in taken if path in paths),
            tuple(path for path in taken if path not in paths),
            len(_names_that_settle(game, bet)),
            never_met(game, bet, found),
            len(every),
            tuple(answer for answer in every if answer not in given),
        )


def answers_asked(game: Game, bet: str) -> tuple[str, ...]:
    """Return in words each answer that hands can give to what the rules of a bet ask of them: a
    hand is below a name or reaches it, beats another or ties it.
    """
    rules = game.bet(bet)
    asked = [row.when for row in rules.rows()]
    for step in reference.steps_of(game, rules):
        match step:
            case Deal():
                asked.append(step.when)
            case Decide():
                asked += [step.when, *(action.when for action in step.actions)]
            case Draw() | Part() | Split() | Turns():
                pass
            case _:
                assert_never(step)
    return tuple(dict.fromkeys(answer for when in asked for answer in _answers(when)))


def _answers(when: Condition) -> Iterator[str]:
    """Yield the answers that hands can give to a condition or a part of it."""
    match when:
        case Not(part):
            yield from _answers(part)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from _answers(part)
        case Reaches() | Below():
            yield from (_in_words((when, True)), _in_words((when, False)))
        case Beats() | Ties():
            yield _in_words((when, True))
        case Always() | Chose():
            pass
        case _:
            assert_never(when)


def _in_words(answer: tuple[Condition, bool]) -> str:
    """Return one answer of hands, alike however it was asked."""
    when, holds = answer
    match when:
        case Reaches(hand, name):
            return f"{hand} {'reaches' if holds else 'is below'} {name}"
        case Below(hand, name):
            return f"{hand} {'is below' if holds else 'reaches'} {name}"
        case Beats(hand, other):
            return f"{hand} {'beats' if holds else 'does not beat'} {other}"
        case Ties(hand, other):
            return f"{hand} {'ties' if holds else 'does not tie'} {other}"
        case Not() | All() | AnyOf() | Always() | Chose():
            raise AssertionError("only hands answer")
        case _:
            assert_never(when)


@dataclass(frozen=True, repr=False)
class Verified(AboutGame):
    """How far the two counts of some bets of a game agree, on one deck or several.

    reports: one for each bet and deck.
    met: which paths of the best play of the whole deck shortened decks have, bet by bet.
    """

    reports: tuple[Recount, ...]
    met: tuple[Met, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return all(report.agrees for report in self.reports)


class ShortRecounts(NamedTuple):
    """Bets of a game of the user's own that agree on short decks.

    game: the rules. reports: bet -> its comparisons, none where no deck is short enough.
    lacking: bet -> what none of them met, where that is known; None where it is to be found.
    """

    game: Game
    reports: Mapping[str, tuple[Recount, ...]]
    lacking: Mapping[str, tuple[str, ...]] | None = None

    def told(self) -> Iterator[tuple[str, tuple[Recount, ...], tuple[str, ...]]]:
        """Yield each bet with its comparisons, and what none of them met."""
        for bet, found in self.reports.items():
            known = self.lacking
            unmet = never_met(self.game, bet, found) if known is None else known.get(bet, ())
            yield bet, found, unmet


def recounts(
    game: Game,
    keys: Sequence[str],
    ranks: str | None = None,
    suits: str | None = None,
    progress: Callable[..., Callable[[int, int], None] | None] = lambda key, deck="": None,
    packs: int | None = None,
    apart: bool = False,
) -> Iterator[Recount]:
    """Yield the comparisons of some bets: on the deck given, or else on those that take a minute or
    two of processor time in all.

    progress: returns what `verify` calls, for the key of a bet and, of several decks, which it is.
    apart: whether processes of their own may recount; they run the program's file anew.
    """
    given = any(part is not None for part in (ranks, suits, packs))
    for key in keys:
        if given:
            yield verify(game, key, ranks, suits, progress(key), packs)
            continue
        budget = share_of(game, key, MINUTE) if keys[1:] else MINUTE
        short = decks(game, key, budget - budget // FURTHER)
        refuse(
            not short,
            f"{game.slug}: no deck is short enough to recount {key!r} in a minute; choose "
            "ranks and suits",
        )
        reports: list[Recount] = []
        shown = partial(_on_deck_number, progress, key, reports, len(short))
        further = (
            _on(game, key, deck, shown())
            for deck in _further(game, key, reports, budget // FURTHER)
        )
        for report in chain(_together(game, key, short, shown, apart), further):
            reports.append(report)
            yield report


def _on_deck_number(
    progress: Callable[..., Callable[[int, int], None] | None],
    bet: str,
    reports: Sequence[Recount],
    planned: int,
) -> Callable[[int, int], None] | None:
    """Return what a recount calls; reports: of the decks before it, of which `planned` were."""
    number = len(reports) + 1
    of = f" of {planned}" if number <= planned else ", of rows not met yet"
    return progress(bet, f"deck {number}{of}")


def _on(
    game: Game, bet: str, deck: Deck, progress: Callable[[int, int], None] | None = None
) -> Recount:
    return verify(game, bet, deck.ranks, deck.suits, progress, deck.packs)


def _together(
    game: Game,
    bet: str,
    short: Sequence[Deck],
    shown: Callable[[], Callable[[int, int], None] | None],
    apart: bool,
) -> Iterator[Recount]:
    """Yield the comparisons on some decks: the first here and, where that takes long, the others in
    processes of their own meanwhile.
    """
    first, *others = short
    left = sum(work(replace(game, deck=deck), bet) for deck in others)
    if not apart or left < LONG or at_once(None) == 1:
        yield from (_on(game, bet, deck, shown()) for deck in short)
        return
    with processes("recounts") as pool:
        tasks = Tasks(pool)
        for deck in others:
            tasks.add(deck, _on, game, bet, deck)
        yield _on(game, bet, first, shown())
        found = dict(tasks)
        yield from (found[deck] for deck in others)


def _further(game: Game, bet: str, reports: list[Recount], budget: int) -> Iterator[Deck]:
    """Yield decks that have rows or lines which the recounts so far lack, together within the
    budget. The engine says whether a deck has one, and `reports` grows meanwhile.
    """
    left, tried = MOST_FURTHER, {report.deck for report in reports}
    for deck in _apart(game, bet, budget // MOST_FURTHER):
        if not left or not (lacking := never_met(game, bet, reports)):
            return
        if deck in tried:
            continue
        tried.add(deck)
        with suppress(CombinError):  # a deck on which the bet is not counted
            short = on_deck(game, deck.ranks, deck.suits, deck.packs)
            outcomes = solver.solve(short, [bet])[bet].outcomes
            if _names_in(one.outcome for one in outcomes).intersection(lacking):
                left -= 1
                yield deck


def _apart(game: Game, bet: str, budget: int) -> Iterator[Deck]:
    """Yield decks within the budget that are not of both ends of the ranks: the highest or the
    lowest in some suits, then ranks in equal steps, begun again at the lowest.
    """
    found = []
    for suits, is_low in product(range(len(game.deck.suits), 0, -1), (False, True)):
        deck = _shortened(game, bet, suits, 2, is_low, budget, ends=False)
        if deck is not None:
            found.append(deck)
            yield deck
    shapes = [_shortened(game, bet, 1, 1, True, budget), *found]
    needed = wild_ranks(game)
    others = [rank for rank in game.deck.ranks if rank not in needed]
    shape = max(filter(None, shapes), key=lambda shape: len(shape.ranks), default=None)
    if shape is None:
        return
    for number in range(SPREAD):
        begun, step = divmod(number, max(len(others) - 1, 1))
        places = (begun + at * (step + 1) for at in range(len(shape.ranks) - len(needed)))
        some = {*needed, *(others[place % len(others)] for place in places)}
        ranks = "".join(rank for rank in game.deck.ranks if rank in some)
        yield Deck(ranks, shape.suits, shape.jokers, shape.packs)


@lru_cache(maxsize=64)
def recounted(game: Game, bet: str, budget: int = SECOND) -> tuple[Recount, ...]:
    """Return the comparisons of a bet on short decks within its share of the budget, and on decks
    of rows that those lack within as much again; none where no deck is short enough.

    Raises CombinError where a count differs: then nothing that the engine says of this game can be
    trusted.
    """
    reports: list[Recount] = []
    share = share_of(game, bet, budget)
    short = decks(game, bet, share)
    for deck in chain(short, _further(game, bet, reports, share) if short else ()):
        with suppress(CombinError):  # a deck on which the bet is not counted
            reports.append(_on(game, bet, deck))
    for report in reports:
        refuse(
            not report.agrees,
            f"{game.slug}, {report.bet!r} on {report.deck}: the engine and the literal "
            f"reference differ ({report.wrong} of {len(report.rows)} counts, "
            f"{report.different} of {report.sets} information sets, "
            f"ties of {report.wrong_ties} decisions); "
            "this is a fault of combin, and there is no result",
        )
    return tuple(reports)


def never_met(game: Game, bet: str, reports: Sequence[Recount]) -> tuple[str, ...]:
    """Return the rows, and the lines of paytables, by which the rules may settle a bet and that
    none of its recounts met; none where the whole deck was recounted.
    """
    if any(report.deck == game.deck for report in reports):
        return ()
    met = {row.outcome for report in reports for row in report.rows if row.reference}
    return tuple(sorted(_names_that_settle(game, bet) - _names_in(met)))


def _names_that_settle(game: Game, bet: str) -> set[str]:
    """Return the rows, and the lines of paytables, by which the rules may settle a bet."""
    tables = Payoffs(Plan(game, game.bet(bet))).tables.values()
    return _names_in({result.outcome for table in tables for _, result in table})


def _names_in(outcomes: Iterable[str]) -> set[str]:
    """Return the names that make up some outcomes: of ``blind player-wins.flush``, three."""
    return {name for outcome in outcomes for name in re.split(r"[ ,.]+", outcome)} - {""}


# --- Decks -------------------------------------------------------------------------------------


def share_of(game: Game, bet: str, budget: int) -> int:
    """Return what a bet gets of a budget for all bets of a game: the base game half of it, its side
    bets the rest.
    """
    sides = len(game.bets) - 1
    if not sides:
        return budget
    return budget // 2 if bet == game.bets[0].key else budget // (2 * sides)


def decks(game: Game, bet: str, budget: int) -> tuple[Deck, ...]:
    """Return decks whose recounts stay together within the budget, in the units of `work`; none
    where even one does not. Nothing is solved to choose them.

    The whole deck where it can be recounted, else shortened ones: with few suits, so that there are
    many ranks, and with all of them; with ranks of both ends in equal parts, and low ones below a
    single high one, for with those the player folds.
    """
    if work(game, bet) <= budget:
        return (game.deck,)
    plan = Plan(game, game.bet(bet))
    shapes = SHORTENED if family_of(plan).of_one_pack else SHORT_SHOES
    for many in range(len(shapes), 0, -1):
        found = (_shortened(game, bet, *shape, budget // many) for shape in shapes)
        if short := tuple(dict.fromkeys(deck for deck in found if deck is not None)):
            return short[:many]
    return ()


def _shortened(
    game: Game,
    bet: str,
    suits: int,
    packs: int,
    is_low: bool,
    budget: int,
    ends: bool = True,
) -> Deck | None:
    """Return a deck of some suits and packs with as many ranks as the budget allows; None where so
    few are left that nothing can be dealt.

    is_low: whether a single rank is left at the upper end, and not half of them.
    ends: whether ranks are dropped from the middle; else the lowest are kept alone where `is_low`,
        or the highest.
    """
    needed, packs = wild_ranks(game), min(packs, game.deck.packs)
    ranks = sorted(game.deck.ranks, key=lambda rank: rank not in needed)  # those are kept longest
    for count in range(len(ranks), 0, -1):
        high = (1 if is_low else count // 2) if ends else (0 if is_low else count)
        kept = {*ranks[: count - high], *ranks[len(ranks) - high :], *needed}
        in_order = "".join(rank for rank in game.deck.ranks if rank in kept)
        deck = Deck(in_order, game.deck.suits[:suits], game.deck.jokers, packs)
        if len(deck) < game.most_dealt:
            return None
        if work(replace(game, deck=deck), bet) <= budget:
            return deck
    return None


def wild_ranks(game: Game) -> set[str]:
    """Return the ranks that are wild in a hand, which no deck may lack."""
    return {rank for hand in game.hands for rank in getattr(hand.ranking, "wild", "")}


def work(game: Game, bet: str) -> int:
    """Return about how much the reference has to do for a bet: the play, and the hands that are
    read. In a minute or two it does MINUTE units of it.
    """
    rules = game.bet(bet)
    _, left = work_of(game, rules, reference.steps_of(game, rules), len(game.deck))
    return left + EACH * sum(_readings(game, hand) for hand in reference.hands_of(game, rules))


def work_of(game: Game, bet: Bet, steps: Sequence[Step], cards: int) -> tuple[int, int]:
    """Return the number of ways to deal the last steps of a play, and about how much work they
    are for the reference: one for each way and hand that the last cards make, EACH for a decision.

    cards: how many are left in the deck.
    """
    dealt, open_ways, decided, last = 1, 1, 0, ""
    for step in steps:
        match step:
            case Deal():
                decided += 0 if step.when == ALWAYS else dealt * open_ways
                dealt *= comb(cards, step.cards)
                cards -= step.cards
                last = step.zone
            case Decide():
                decided += dealt * open_ways
                open_ways *= sum(not action.ends for action in step.actions)
            case Part(_, zone, _, numbers):
                decided += dealt * open_ways
                dealt *= sum(comb(game.sizes[zone], some) * comb(cards, some) for some in numbers)
            case Split():
                dealt *= 1 if step.by else SETTINGS
                decided += dealt
                last = step.into
            case Draw() | Turns():
                pass  # the ways to part the cards and those to draw are counted together
            case _:
                assert_never(step)
    made = sum(last in hand.zones for hand in reference.hands_of(game, bet))
    return dealt, dealt * max(made, 1) + EACH * decided


def _readings(game: Game, hand: Hand) -> int:
    """Return the most sets of cards that a hand is read from; where any may be used,
    and there is no joker, cards of the same ranks are read alike.
    """
    held = sum(deal.cards for deal in game.deals if deal.zone in hand.zones)
    required = sum(deal.cards for deal in game.deals if deal.zone in hand.must_use)
    ways = comb(len(game.deck), held) * comb(held, required)
    if getattr(hand.ranking, "wild", ""):
        return ways * STANDS_FOR
    if required or game.deck.jokers:
        return ways
    return min(ways, comb(len(game.deck.ranks) + held - 1, held))
