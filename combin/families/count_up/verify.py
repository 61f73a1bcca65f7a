"""Recounts a game that counts up with the literal reference, on tiny shoes, and compares it with
the engine: what each action is worth for all two cards against all up cards, the value and the mean
wager.

A chart is found by the engine and given to both. A hand whose split may take more cards than a tiny
shoe has is left out, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from combin.cards import Deck
from combin.errors import CombinError, nearest
from combin.families.count_up.full_memory import FULL, verify_hands
from combin.families.count_up.house import ACE, House, Shoe, house_of, verify_plain
from combin.families.count_up.player import DOUBLE, SPLIT, SURRENDER
from combin.families.count_up.questions import shoe_of_game
from combin.families.count_up.side_bets import side_bet
from combin.families.count_up.solve import Solved, solve
from combin.proof import count_up as literal
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.count_up import ACES, BustBet, CountUpGame, InsuranceBet

SHOES: tuple[Shoe, ...] = (  # of the ranks A to 10
    (2, 0, 0, 0, 0, 2, 0, 4, 0, 6),  # eights that become four hands
    (4, 0, 0, 0, 0, 1, 0, 2, 2, 6),  # aces that do
    (1, 2, 2, 0, 1, 2, 0, 0, 0, 8),  # small cards, and pairs of tens
    (2, 0, 0, 0, 3, 3, 0, 0, 0, 6),  # hands to double
    (3, 3, 0, 0, 2, 0, 0, 0, 0, 7),  # hands of many cards
)
MOST_CARDS = 18  # of a shoe of one's own: the reference takes minutes for more
BASE = "base"
VALUE, WAGER = "expected value", "average wager"
Tell = Callable[[str], None]
Ranks = tuple[int, ...]  # values of cards, an ace 1
Rows = frozenset[tuple[int, bool, int]]  # up card, soft, total


@dataclass(frozen=True)
class TwiceFound:
    """What was computed twice.

    bet: its key. what: an action, or a measure. times: how many values. different: of these.
    """

    bet: str
    what: str
    times: int
    different: int


@dataclass(frozen=True)
class CountUpRecount:
    """How far engine and reference agree on one shoe.

    shoe: how many cards of each rank, the ace first.
    rows: what was compared.
    left_out: hands whose split may take more cards than there are.
    met: what the hands were that were compared, in words.
    """

    shoe: Shoe
    rows: tuple[TwiceFound, ...]
    left_out: int
    met: frozenset[str]

    @property
    def agrees(self) -> bool:
        return not any(row.different for row in self.rows)


@dataclass(frozen=True, repr=False)
class CountUpVerified(Result):
    """How far engine and reference agree on tiny shoes.

    game: the rules. reports: one a shoe.
    """

    game: CountUpGame
    reports: tuple[CountUpRecount, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return all(report.agrees for report in self.reports)

    @cached_property
    def met(self) -> tuple[str, ...]:
        """What the hands were that were compared, in words."""
        found = {name for report in self.reports for name in report.met}
        return tuple(name for name in kinds_of(house_of(self.game)) if name in found)

    @cached_property
    def unmet(self) -> tuple[str, ...]:
        """What the rules have beside, and no hand was."""
        return tuple(name for name in kinds_of(house_of(self.game)) if name not in self.met)

    _columns = columns(words="shoe,bet,compared,model", counts="times,different")


def verify(
    game: CountUpGame,
    bets: Sequence[str] = (),
    ranks: str | None = None,
    suits: str | None = None,
    packs: int | None = None,
    tell: Tell = lambda text: None,
) -> CountUpVerified:
    """Return how far engine and reference agree on tiny shoes.

    bets: keys, all if none is named. ranks, suits, packs: a shoe to recount on instead, of 18 cards
        at most.
    Raises CombinError for a bet that there is not, and where no shoe is large enough or small
    enough.
    """
    known = (BASE, *(bet.key for bet in game.bets))
    for key in bets:
        if key not in known:
            raise CombinError(f"{game.slug} has no bet {key!r}{nearest(key, known)}")
    verify_plain(house_of(game), "verify")
    if game.model == FULL:
        verify_hands(house_of(game))
    given = any(part is not None for part in (ranks, suits, packs))
    shoes = [_given(game, ranks, suits, packs)] if given else list(_fitting(game))
    reports = []
    for number, shoe in enumerate(shoes, 1):
        tell(f"shoe {number} of {len(shoes)}")
        try:
            reports.append(recount(game, shoe, bets or known))
        except CombinError:
            if given:
                raise
    tell("")
    if not reports:
        raise CombinError(f"{game.slug}: no tiny shoe lets all hands be played to their end")
    return CountUpVerified(game, tuple(reports))


def _given(game: CountUpGame, ranks: str | None, suits: str | None, packs: int | None) -> Shoe:
    deck = Deck(
        game.deck.ranks if ranks is None else ranks,
        game.deck.suits if suits is None else suits,
        packs=game.deck.packs if packs is None else packs,
    )
    if len(deck) > MOST_CARDS:
        raise CombinError(
            f"this shoe has {len(deck)} cards; the reference deals up to {MOST_CARDS} one by one, "
            "as of --ranks A568TJQ --suits cd --packs 1"
        )
    return shoe_of_game(replace(game, deck=deck))


def _fitting(game: CountUpGame) -> Iterator[Shoe]:
    """Yield the shoes of ranks that the game has."""
    whole = shoe_of_game(game)
    for shoe in SHOES:
        if all(many <= there for many, there in zip(shoe, whole)):
            yield shoe


def recount(game: CountUpGame, shoe: Shoe, bets: Sequence[str]) -> CountUpRecount:
    """Return how far engine and reference agree on one shoe; raises CombinError where it runs
    out.
    """
    house = house_of(game)
    cards = tuple(rank + 1 for rank, count in enumerate(shoe) for _ in range(count))
    rows = [
        _side_compared(bet, shoe, cards, house)
        for bet in game.bets
        if bet.key in bets and (shoe[ACE] or isinstance(bet, BustBet))
    ]
    if BASE not in bets:
        return CountUpRecount(shoe, tuple(rows), 0, frozenset())
    found = solve(shoe, house, game.model)
    table = literal.Table(cards, house, game.model, *_charts(found))
    base = _Base(found, table)
    return CountUpRecount(shoe, (*base.rows(), *rows), base.left_out, frozenset(base.met))


def _side_compared(
    bet: BustBet | InsuranceBet, shoe: Shoe, cards: Ranks, house: House
) -> TwiceFound:
    value = side_bet(bet, shoe, house).value
    if isinstance(bet, InsuranceBet):
        wins = literal.insured(cards)
        again = bet.pays * wins - (1 - wins)
    else:
        law, most = literal.busts(cards, house), max(bet.by_cards)
        pays = {many: bet.by_cards.get(min(many, most), Fraction(-1)) for many in law}
        again = sum((pays[many] * law[many] for many in law), Fraction(0)) - 1 + sum(law.values())
    return TwiceFound(bet.key, VALUE, 1, int(value != again))


def _charts(found: Solved) -> tuple[Rows, Rows, Rows]:
    """Return the rows of the charts in which hands are hit, doubled and given up, as the
    reference has them.
    """
    hits = ((up + 1, *row) for up, chart in found.charts.items() for row in chart.hits)
    doubled, given_up = (
        frozenset(
            (up + 1, *row)
            for up, chart in found.charts.items()
            for row, said in chart.first.items()
            if said == action
        )
        for action in (DOUBLE, SURRENDER)
    )
    return frozenset(hits), doubled, given_up


class _Base:
    """The game on one shoe, dealt literally beside the engine's solution.

    left_out: hands whose split may take more cards than there are. met: what the others were.
    """

    def __init__(self, found: Solved, table: literal.Table) -> None:
        self.found, self.table = found, table
        self.left_out, self.met = 0, set[str]()
        self._times, self._different = Counter[str](), Counter[str]()
        self._value = self._wager = Fraction(0)
        self._compare()

    def _compare(self) -> None:
        """Deal the player's two cards and the dealer's in their order, each where it is likely."""
        for chance, one, left in literal.dealt(self.table.shoe):
            for second, other, less in literal.dealt(left):
                for third, up, _ in literal.dealt(less):
                    self._hand((one, other), up, chance * second * third)

    def _hand(self, cards: Ranks, up: int, chance: Fraction) -> None:
        first = tuple(sorted(cards))
        try:
            worth = self.table.values(first, up)
        except literal.RunsOutError:
            self.left_out += cards == first
            return
        spot = self.found.spot(first[0] - 1, first[1] - 1, up - 1)
        if spot is None:
            self._different["deals"] += 1
            return
        if self.found.charts:
            taken = spot.taken  # the chart's
        else:
            taken = max(worth, key=lambda action: worth[action][0])
        net, wager = worth[taken]
        self._value, self._wager = self._value + chance * net, self._wager + chance * wager
        if cards != first:
            return
        self.met.update(_kinds_met(self.table, first, up, worth))
        for action in dict.fromkeys((*worth, *spot.actions)):
            ours = spot.actions.get(action), 1 + spot.extra.get(action, Fraction(0))
            self._times[action] += 1
            self._different[action] += ours != worth.get(action)

    def rows(self) -> list[TwiceFound]:
        rows = [
            TwiceFound(BASE, action, times, self._different[action])
            for action, times in self._times.items()
        ]
        if not self.left_out:
            for what, ours, again in (
                (VALUE, self.found.value, self._value),
                (WAGER, self.found.mean_wager, self._wager),
            ):
                rows.append(TwiceFound(BASE, what, 1, int(ours != again)))
        return rows


# --- What was met --------------------------------------------------------------------------------


def kinds_of(house: House) -> tuple[str, ...]:
    """Return what hands there may be under the rules of a house, in words."""
    pairs, again = house.hands > 1, range(3, house.hands + 1)
    return (
        "a natural",
        "a natural of the dealer's",
        "a soft 17 of the dealer's",
        "a hard hand",
        "a soft hand",
        *(("a pair split", "aces split") if pairs else ()),
        *(f"a pair split to {hands} hands" for hands in again if pairs),
        *(f"aces split to {hands} hands" for hands in again if house.aces != ACES[0]),
        *(("a double",) if house.doubles != frozenset({0}) else ()),
        *(("a surrender",) if house.surrender != "none" else ()),
        *((f"{house.charlie} cards that win",) if house.charlie else ()),
    )


def _kinds_met(
    table: literal.Table, first: Ranks, up: int, actions: Mapping[str, object]
) -> Iterator[str]:
    """Yield what two cards against an up card, with what is dealt after them, come to be."""
    rest, house = literal.less(table.shoe, *first, up), table.house
    if literal.is_natural(first):
        yield "a natural"
    if any(literal.is_natural((up, card)) for card in rest):
        yield "a natural of the dealer's"
    if any({up, card} == {1, 6} for card in rest):
        yield "a soft 17 of the dealer's"
    if SPLIT in actions:
        name = "aces split" if first[0] == 1 else "a pair split"
        yield name
        yield from (f"{name} to {2 + more} hands" for more in range(1, rest.count(first[0]) + 1))
    elif not literal.is_natural(first):
        yield "a soft hand" if literal.is_soft(first) else "a hard hand"
    if DOUBLE in actions:
        yield "a double"
    if SURRENDER in actions:
        yield "a surrender"
    if house.charlie and sum((*first, *sorted(rest)[: house.charlie - 2])) <= 21:
        yield f"{house.charlie} cards that win"
