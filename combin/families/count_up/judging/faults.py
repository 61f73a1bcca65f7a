"""Why rows of a blackjack log cannot be: other rules of the game, and faults of a simulator, each
tried on rows that cannot be and on others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from combin.checker.likelihood import explains
from combin.errors import CombinError
from combin.families.count_up.house import ACE, LIMIT, SOFT, VALUES
from combin.families.count_up.judging.rows import HandRules, LoggedRound, RowRules, SaidRow
from combin.families.count_up.judging.two_rows import TwoHandRules, rules_of
from combin.families.count_up.settle import D, Ranks, Result, is_natural, nets_of, stakes, total_of
from combin.records import dataclass
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpGame, CountUpSheet

EXAMPLES = 200  # rows of each sort, those that cannot be and others, that are looked at
SEVERAL = 3  # causes that may be there together
ALONE = 2  # rows that each of them explains and no other, at least
PAYS = 2  # of naturals, as rows have them, that are tried

Example = tuple[Any, SaidRow]  # a round as it is read, None without cards, and what its row says


class PaidHand(NamedTuple):
    """What became of a hand: units staked and won, and how often it was doubled.

    split: whether it is one of several. dealer: his cards.
    """

    outcome: str
    staked: int
    won: Fraction | int
    doubled: int
    hand: Ranks
    split: bool
    dealer: Ranks

    @property
    def lost(self) -> bool:
        return self.outcome in ("lose", "bust")

    @property
    def raised(self) -> int:
        """What the hand wins at even money."""
        return 1 << self.doubled

    def against(self, his: int) -> Fraction | int:
        """Return what the hand wins against another total of the dealer's."""
        own, _ = total_of(self.hand)
        if self.outcome not in ("win", "push", "lose") or is_natural(self.dealer) or own > LIMIT:
            return self.won
        if his > LIMIT or own > his:
            return self.raised
        return 0 if own == his else -self.staked


@dataclass(frozen=True)
class HouseFault:
    """What a simulator may do wrong.

    house: rules of the house that are otherwise. won: what a hand wins instead. draws: whether the
        dealer draws, by the round and his cards so far. draws_doubled: whether a doubled hand is
        played on. nets: what a hand, of a split or not, may win besides.
    """

    words: str
    house: Mapping[str, Any] = field(default_factory=dict)
    won: Callable[[PaidHand], Fraction | int] | None = None
    draws: Callable[[LoggedRound, Ranks], bool] | None = None
    draws_doubled: bool = False
    nets: Callable[[bool], set[Fraction]] = lambda split: set()


class FaultyRules(HandRules):
    """The rules of one hand as a simulator with a fault has them."""

    def __init__(self, game: CountUpGame, fault: HouseFault) -> None:
        self.fault = fault
        super().__init__(game)
        self.house = replace(self.house, **fault.house)
        self.nets = self.nets_of_a_hand(split=False)

    def nets_of_a_hand(self, split: bool) -> set[Fraction]:
        return nets_of(self.game, self.house, split) | self.fault.nets(split)

    def draws(self, played: LoggedRound, dealer: Ranks) -> bool:
        if self.fault.draws:
            return self.fault.draws(played, dealer)
        return super().draws(played, dealer)

    def _wrong_double(self, hand: list[int], letters: str, split: bool) -> str:
        first = letters.index(D) + 1  # what follows is played on, as any hand is
        doubled = letters[:first] if self.fault.draws_doubled else letters
        return super()._wrong_double(hand, doubled, split)

    def ways(self, played: LoggedRound) -> Iterator[Result]:
        for outcomes, staked, net in super().ways(played):
            ends = [*self._ends(played, outcomes, net)]
            won = self.fault.won
            if won is None or sum(one.won for one in ends) != net:
                yield outcomes, staked, net
                continue
            paid = [won(one) for one in ends]
            yield outcomes, staked, sum(paid)
            called = ["win" if units > 0 else "lose" if units else "push" for units in paid]
            yield tuple(called), staked, sum(paid)

    def _ends(
        self, played: LoggedRound, outcomes: Sequence[str], net: Fraction | int
    ) -> Iterator[PaidHand]:
        """Yield what became of each hand, where none of a split wins a bonus."""
        hands, dealer = played.ranks
        for place, (hand, said, end) in enumerate(zip(hands, played.said, outcomes)):
            free = place > 0 and hand[0] in self.house.free_splits
            times, lost = stakes(self.house, hand, said, free)
            worth = {"win": 2**times, "push": 0, "lose": -lost, "bust": -lost}
            won = worth.get(end, Fraction(-lost, 2)) if hands[1:] else net
            yield PaidHand(end, lost, won, times, hand, len(hands) > 1, dealer)


# --- What is tried -------------------------------------------------------------------------------


def _faults(game: CountUpGame, rows: Sequence[Example]) -> Iterator[HouseFault]:
    """Yield the faults of a game; rows: those that cannot be."""
    pays = game.natural.paid("")
    yield from (_natural_wins(pay, pays) for pay in _natural_pays(rows))
    yield from _pay_faults(pays)
    yield from _dealer_faults()
    yield HouseFault("a doubled hand draws and doubles on", {"doublings": 4}, draws_doubled=True)
    yield HouseFault("three cards and more are doubled", {"doubles_later": True})
    yield HouseFault("three cards and more are given up", {"surrenders_later": True})
    yield HouseFault("hands of a split are given up", {"surrenders_split": True})


def _natural_wins(pay: Fraction, pays: Fraction) -> HouseFault:
    return HouseFault(
        f"a natural wins {pay}, not {pays}",
        won=lambda one: pay if one.won == pays and is_natural(one.hand) else one.won,
        nets=lambda split: set() if split else {pay},
    )


def _natural_pays(rows: Sequence[Example]) -> list[Fraction]:
    """Return what naturals of impossible rows win, the most frequent first; without cards, nets
    that are not whole.
    """
    nets = Counter[Fraction]()
    for played, said in rows:
        net = Fraction(said.net or 0)
        natural = net.denominator > 1 if played is None else isinstance(played, LoggedRound)
        if natural and net > 0 and (played is None or is_natural(played.ranks[0][0])):
            nets[net] += 1
    return [net for net, _ in nets.most_common(PAYS)]


def _pay_faults(pays: Fraction) -> Iterator[HouseFault]:
    """Yield faults of what hands win; pays: what a natural does."""

    def where(
        words: str,
        when: Callable[[PaidHand], bool],
        pay: Callable[[PaidHand], Fraction | int],
        nets: Callable[[bool], set[Fraction]] = lambda split: set(),
    ) -> HouseFault:
        return HouseFault(words, won=lambda one: pay(one) if when(one) else one.won, nets=nets)

    def ties(one: PaidHand) -> bool:
        return one.outcome == "push"

    yield where("a push loses", ties, lambda one: -one.staked)
    yield where("a push wins", ties, lambda one: one.raised)
    yield where(
        "a push of a split wins", lambda one: one.split and ties(one), lambda one: one.raised
    )
    yield where(
        "a doubled 21 wins against the dealer's",
        lambda one: ties(one) and one.doubled > 0 and total_of(one.hand)[0] == LIMIT,
        lambda one: one.raised,
    )
    yield where("a doubled hand wins one bet", lambda one: one.doubled > 0 < one.won, lambda one: 1)
    yield where(
        "a doubled hand loses one bet", lambda one: one.doubled > 0 and one.lost, lambda _: -1
    )
    for but, when in (
        ("", lambda one: one.lost),
        (", but to a natural", lambda one: one.lost and not is_natural(one.dealer)),
    ):
        yield where(
            f"a loss costs twice what is staked{but}",
            when,
            lambda one: 2 * one.won,
            lambda split: {Fraction(-2), Fraction(-4)},
        )
    yield where(
        "a natural wins against the dealer's",
        lambda one: not one.split and is_natural(one.hand) and is_natural(one.dealer),
        lambda one: pays,
    )
    yield where(
        "an ace and a ten of a split win as a natural",
        lambda one: one.split and is_natural(one.hand),
        lambda one: pays,
        lambda split: {pays} if split else set(),
    )
    yield where(
        "the net includes the stake",
        lambda one: True,
        lambda one: one.won + one.staked,
    )


def _dealer_faults() -> Iterator[HouseFault]:
    """Yield faults of the dealer's draws, and of what his aces count."""

    def drawn_to(limit: int) -> Callable[[LoggedRound, Ranks], bool]:
        return lambda played, dealer: total_of(dealer)[0] < limit

    def of_total(words: str, count: Callable[[Ranks], int]) -> HouseFault:
        return HouseFault(
            words,
            won=lambda one: one.against(count(one.dealer)),
            draws=lambda played, dealer: count(dealer) < 17,
        )

    def all_11(dealer: Ranks) -> int:
        return sum(VALUES[rank] + SOFT * (rank == ACE) for rank in dealer)

    def drawn_1(dealer: Ranks) -> int:
        return total_of(dealer[:2])[0] + sum(VALUES[rank] for rank in dealer[2:])

    def ahead(played: LoggedRound, dealer: Ranks) -> bool:
        totals = [total_of(hand)[0] for hand in played.ranks[0]]
        best = max((total for total in totals if total <= LIMIT), default=0)
        return drawn_to(17)(played, dealer) and total_of(dealer)[0] <= best

    yield HouseFault("the dealer draws to soft 17", {"hits_soft_17": True})
    yield HouseFault("the dealer stands on soft 17", {"hits_soft_17": False})
    yield HouseFault("the dealer stands on 16", draws=drawn_to(16))
    yield HouseFault("the dealer draws to every 17", draws=drawn_to(18))
    yield HouseFault("the dealer draws to four cards at most", draws=lambda played, dealer: (
        len(dealer) < 4 and drawn_to(17)(played, dealer)
    ))  # fmt: skip
    yield HouseFault("the dealer stands as soon as he is ahead", draws=ahead)
    yield of_total("each ace of the dealer's counts 11", all_11)
    yield of_total("an ace that the dealer draws counts 1", drawn_1)


# --- What is named -------------------------------------------------------------------------------


class _Tried(NamedTuple):
    """What was tried.

    left: which rows that cannot be still cannot. broken: which others then cannot.
    """

    words: str
    left: frozenset[int]
    broken: frozenset[int]

    @property
    def wrong(self) -> int:
        """How many rows cannot be."""
        return len(self.left) + len(self.broken)


def cause_of(
    sheet: CountUpSheet, game: CountUpGame, wrong: Sequence[Example], right: Sequence[Example]
) -> str:
    """Return what may be the cause of rows that cannot be, nothing where there are none.

    right: some others.
    """
    if not wrong:
        return ""
    tried: list[_Tried] = []
    chosen, rules_tried = _other_rules(sheet, game, wrong)
    if chosen:
        rules = rules_of(sheet.resolve({**game.chosen, **chosen}))
        said = " ".join(f"--set {name}={value}" for name, value in chosen.items())
        tried.append(_Tried(f"other rules ({said})", _left(rules, wrong), _left(rules, right)))
    for fault in _faults(game, wrong):
        with suppress(CombinError):  # rules that no game has together
            rules = rules_of(game)
            faulty = FaultyRules(game, fault)
            rules = TwoHandRules(game, faulty) if isinstance(rules, TwoHandRules) else faulty
            tried.append(_Tried(fault.words, _left(rules, wrong), _left(rules, right)))
            rules_tried += 1

    def explained(one: _Tried) -> bool:
        return explains(len(wrong), len(one.left), len(one.broken), len(right))

    least = min(one.wrong for one in tried)
    best = [one for one in tried if one.wrong == least]
    named = best[:1]
    if not explained(best[0]):
        several = sorted(filter(explained, _together(tried)), key=lambda one: one.wrong)
        named = best = [one for one in several if one.wrong == several[0].wrong] or best
    left, broken = len(best[0].left), len(best[0].broken)
    first = "the first " if len(wrong) == EXAMPLES else ""
    told = f"{left:,} of {first}{len(wrong):,} impossible rows"
    others = f" and {broken:,} of {len(right):,} others" if right else ""
    if explained(best[0]):
        words = "; or ".join(one.words for one in named)
        if left or broken:
            return f"{words}; so {told}{others} are impossible"
        return f"{words}; {told[5:] if first else 'all these rows'} would be possible so"
    none = f"none of {rules_tried:,} causes tried explains it"
    if left == len(wrong):
        return none
    said = " or ".join(one.words for one in best)
    return f"{none}; by the best ({said}) {told}{others} are impossible"


def _together(tried: Sequence[_Tried]) -> Iterator[_Tried]:
    """Yield a few causes at a time, each of which alone explains some rows."""
    for size in range(2, SEVERAL + 1):
        for some in combinations(tried, size):
            left = frozenset.intersection(*(one.left for one in some))
            others = (
                frozenset.intersection(*(one.left for one in some if one is not each))
                for each in some
            )
            if min(len(rows - left) for rows in others) >= ALONE:
                words = " and ".join(one.words for one in some)
                broken = frozenset[int]().union(*(one.broken for one in some))
                yield _Tried(f"together: {words}", left, broken)


def _left(rules: RowRules[Any], rows: Sequence[Example]) -> frozenset[int]:
    """Return the places of the rows that cannot be."""
    return frozenset(
        place
        for place, (played, said) in enumerate(rows)
        if (
            not rules.may_be(played, said) if played else (said.net or 0) not in rules.possible_nets
        )
    )


def _other_rules(
    sheet: CountUpSheet, game: CountUpGame, rows: Sequence[Example]
) -> tuple[dict[str, str], int]:
    """Return the choices by which the fewest of some rows cannot be, and how many values were
    tried. Each choice is changed alone, as long as that gains enough rows.
    """
    changed: dict[str, str] = {}
    left, tried = len(rows), 0
    while left:
        found = []
        for choice in sheet.choices:
            for value in choice.values if isinstance(choice, Choice) else ():
                if value != {**game.chosen, **changed}[choice.name]:
                    chosen = {**game.chosen, **changed, choice.name: value}
                    with suppress(CombinError):
                        rules = rules_of(sheet.resolve(chosen))
                        found.append((len(_left(rules, rows)), choice.name, value))
        tried += len(found)
        least, name, value = min(found, default=(left, "", ""))
        if left - least < max(min(3, len(rows)), left / 20):
            break
        changed[name], left = value, least
    return changed, tried
