"""Compares a blackjack game with the reference program on tiny shoes: the value of each action for
all two cards against all up cards, the value of the game and the mean wager.

A chart is found by the engine and given to both. A hand whose split may take more cards than a tiny
shoe has is left out, and counted. What is paid by suits is compared on the whole shoe, and a game
of two hands on a tiny shoe of its own, each way to keep or to switch their cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from combin.cards import Deck, card_text
from combin.errors import CombinError, refuse, verify_known
from combin.families.blackjack.chart import ROWS, Chart
from combin.families.blackjack.full_memory import FULL, verify_hands
from combin.families.blackjack.house import (
    LIMIT,
    RANKS,
    House,
    Pays,
    Shoe,
    house_of,
    pays_of,
    seen_of,
    told_of,
    ups_of,
    verify_plain,
    without,
)
from combin.families.blackjack.player import DOUBLE, HIT, SPLIT, SURRENDER, ZAP
from combin.families.blackjack.side_bets import side_bet
from combin.families.blackjack.solve import Solved, columns_of, solve
from combin.families.blackjack.switch import KEEP, SWITCH, Exchanged, solve_switch
from combin.proof import card_by_card as literal
from combin.proof.house_rules import HouseRules, covariance, offered, rules_of
from combin.proof.verify import Met, Recount, TwiceFound, Verified
from combin.records import dataclass
from combin.rules.blackjack import ACES, TIES, BustBet, DrawsBelow, InsuranceBet
from combin.rules.game import Game
from combin.subject import Tell

SHOES: tuple[Shoe, ...] = (  # of the ranks A to 10
    (2, 0, 0, 0, 0, 2, 0, 4, 0, 6),  # eights that become four hands
    (4, 0, 0, 0, 0, 1, 0, 2, 2, 6),  # aces that do
    (1, 2, 2, 0, 1, 2, 0, 0, 0, 8),  # small cards, and pairs of tens
    (2, 0, 0, 0, 3, 3, 0, 0, 0, 6),  # hands to double
    (3, 3, 0, 0, 2, 0, 0, 0, 0, 7),  # hands of many cards
)
QUICK: tuple[Shoe, ...] = (  # before them, where a game of one's own is recounted
    (2, 0, 0, 0, 0, 2, 0, 2, 0, 6),
    (1, 0, 0, 0, 2, 2, 0, 0, 0, 7),
    (0, 0, 0, 0, 0, 2, 3, 2, 0, 4),
)
MOST_SOON = 5  # shoes of these, and of those that others lack
BONUS_SHOES: tuple[Shoe, ...] = (  # beside them, where a 21 pays more
    (1, 0, 0, 0, 0, 3, 4, 3, 0, 3),  # 6-7-8 and 7-7-7
    (3, 4, 0, 0, 0, 0, 0, 0, 0, 7),  # a 21 of seven cards
)
TWO_HANDS: tuple[Shoe, ...] = (  # instead of them, where the player has two hands
    (2, 0, 0, 0, 0, 2, 0, 4, 0, 8),
    (2, 0, 0, 0, 3, 3, 0, 0, 0, 8),
)
MOST_CARDS = 18  # of a shoe of one's own: the reference takes minutes for more
BASE = "base"
BEST_CHART = "that the chart, found by the engine and played by both, is the best"
TWO_NATURALS = "two naturals"
VALUE, WAGER, EXCHANGED = "expected value", "average wager", "share switched"
Ranks = tuple[int, ...]  # values of cards, an ace 1
Rows = frozenset[tuple[int, bool, int]]  # up card, soft, total; an ace 1
# Rows that are hit, doubled and given up; hit with a number of cards; and what is done with doubled
# hands, None where that goes by their cards.
ChartRows = tuple[
    Rows,
    Rows,
    Rows,
    frozenset[tuple[int, bool, int, int]],
    frozenset[tuple[int, bool, int, str]] | None,
]


@dataclass(frozen=True)
class BlackjackRecount:
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

    @property
    def deck(self) -> str:
        """The cards, ``AA 66 8888 TTTTTT``, where they were dealt one by one."""
        if sum(self.shoe) > MOST_CARDS:
            return "the whole shoe"
        return " ".join(RANKS[rank] * count for rank, count in enumerate(self.shoe) if count)


def verified(game: Game, reports: Sequence[BlackjackRecount]) -> Verified:
    """Return what was compared on some shoes as of all games, bet by bet."""
    keys = dict.fromkeys(row.bet for report in reports for row in report.rows)
    found = (
        Recount(
            *(key, report.deck, 0, ()),
            compared=tuple(row for row in report.rows if row.bet == key),
            left_out=report.left_out if key == BASE else 0,
        )
        for report in reports
        for key in keys
        if any(row.bet == key for row in report.rows)
    )
    if BASE not in keys:
        return Verified(game, tuple(found))
    there, kinds = {name for one in reports for name in one.met}, kinds_of(rules_of(game))
    met = tuple((name,) for name in kinds if name in there)
    unmet = tuple((name,) for name in kinds if name not in there)
    unproved = (BEST_CHART,) if game.turns.model == "total" else ()
    of_hands = Met(BASE, met, unmet, unmet_rows=unproved, kind="kind", of="of hands")
    return Verified(game, tuple(found), (of_hands,))


def verify(
    game: Game,
    bets: Sequence[str] = (),
    ranks: str | None = None,
    suits: str | None = None,
    packs: int | None = None,
    tell: Tell = lambda text: None,
) -> Verified:
    """Return how far engine and reference agree on tiny shoes.

    bets: keys, all if none is named. ranks, suits, packs: a shoe to recount on instead, of 18 cards
        at most.
    Raises CombinError for a bet that there is not, and where no shoe is large enough or small
    enough.
    """
    for key in bets:
        verify_known(key, game.bet_keys, f"{game.slug} has no bet {key!r}")
    if game.turns.model == FULL:
        verify_plain(game.turns, f"model {FULL}")
        verify_hands(house_of(game))
    given = any(part is not None for part in (ranks, suits, packs))
    if given:
        game = replace(game, deck=_given(game, ranks, suits, packs))
    shoes = [tuple(game.shoe.values())] if given else list(_fitting(game))
    reports = []
    for number, shoe in enumerate(shoes, 1):
        tell(f"shoe {number} of {len(shoes)}")
        try:
            reports.append(recount(game, shoe, bets or game.bet_keys))
        except CombinError:
            if given:
                raise
        except literal.RunsOutError:
            if given:
                raise CombinError("the shoe runs out: some hands need more cards") from None
    tell("")
    refuse(not reports, f"{game.slug}: no tiny shoe lets all hands be played to their end")
    return verified(game, [*reports, *_by_suits(game, bets)])


@lru_cache(maxsize=64)
def recounted(game: Game, bets: tuple[str, ...]) -> Verified:
    """Return how far engine and reference agree on tiny shoes, in a few seconds: on more of them as
    long as something was not met, and on none where the game has not their cards.

    bets: keys. Raises CombinError where a value differs: then nothing that the engine says of this
    game can be trusted.
    """
    of_suits = [*_by_suits(game, bets)]
    reports: list[BlackjackRecount] = []
    found = verified(game, of_suits)
    for shoe in _fitting(game, QUICK):
        all_met = not any(one.unmet for one in found.met)
        if len(reports) == MOST_SOON or (len(reports) >= len(QUICK) and all_met):
            break
        with suppress(CombinError, literal.RunsOutError):
            reports.append(recount(game, shoe, bets))
            found = verified(game, [*reports, *of_suits])
    refuse(
        not found.agrees,
        f"{game.slug}: the engine and the literal reference differ on tiny shoes; this is a "
        f"fault of combin, and there is no result; combin verify {game.slug} tells where",
    )
    return found


def _by_suits(game: Game, bets: Sequence[str]) -> Iterator[BlackjackRecount]:
    """Yield what is paid by suits, on the whole shoe, if anything is."""
    rows = tuple(_suits_compared(game)) if BASE in (bets or game.bet_keys) else ()
    if rows:
        yield BlackjackRecount(tuple(game.shoe.values()), rows, 0, frozenset())


def _given(game: Game, ranks: str | None, suits: str | None, packs: int | None) -> Deck:
    deck = Deck(
        game.deck.ranks if ranks is None else ranks,
        game.deck.suits if suits is None else suits,
        packs=game.deck.packs if packs is None else packs,
    )
    refuse(
        len(deck) > MOST_CARDS,
        f"this shoe has {len(deck)} cards; the reference deals up to {MOST_CARDS} one by one, "
        "as of --ranks A568TJQ --suits cd --packs 1",
    )
    return deck


def _fitting(game: Game, first: Sequence[Shoe] = ()) -> Iterator[Shoe]:
    """Yield the shoes of ranks that the game has; first: those before others for one hand."""
    whole = tuple(game.shoe.values())
    of_one = (*first, *SHOES, *(BONUS_SHOES if game.turns.bonuses else ()))
    for shoe in TWO_HANDS if game.turns.switch else of_one:
        if all(many <= there for many, there in zip(shoe, whole)):
            yield shoe


def recount(game: Game, shoe: Shoe, bets: Sequence[str]) -> BlackjackRecount:
    """Return how far engine and reference agree on one shoe; raises CombinError where it runs
    out.
    """
    house, rules = house_of(game), rules_of(game)
    rows = [
        _side_compared(bet, shoe, house, rules, game.deck.suits)
        for bet in game.beside
        if bet.key in bets and any(shoe[RANKS.index(up)] for up in offered(bet) or RANKS)
    ]
    if BASE not in bets:
        return BlackjackRecount(shoe, tuple(rows), 0, frozenset())
    base: _TwoHands | _Base
    if game.turns.switch:
        base = _TwoHands(shoe, house, rules, game.turns.switch.natural)
    else:
        base = _Base(solve(shoe, house, game.turns.model), rules, game.turns.dealer)
    return BlackjackRecount(shoe, (*base.rows(), *rows), base.left_out, frozenset(base.met))


def _side_compared(
    bet: BustBet | InsuranceBet, shoe: Shoe, house: House, rules: HouseRules, suits: str
) -> TwiceFound:
    """Return how far the chances of what a bet beside the game wins agree."""
    cards = tuple(  # those of a rank of one suit after the other
        f"{RANKS[rank]}{suits[place % len(suits)]}"
        for rank, count in enumerate(shoe)
        for place in range(count)
    )
    dealt = Counter((RANKS.index(card[0]) + 1, card[1]) for card in cards)
    law: dict[Fraction, Fraction] = {}
    for one in side_bet(bet, shoe, house, dealt).events:
        law[one.net] = law.get(one.net, Fraction(0)) + one.chance
    again = literal.paid_beside(cards, rules, bet)
    same = {net: chance for net, chance in law.items() if chance} == again
    return TwiceFound(bet.key, VALUE, 1, int(not same))


def _suits_compared(game: Game) -> Iterator[TwiceFound]:
    """Yield what hands are paid by their suits, in the whole shoe."""
    house, rules = house_of(game), rules_of(game)
    for place, bonus in enumerate(rules.bonuses):
        if bonus.ranks:
            ours = house.turns.bonuses[place : place + 1]
            same = (pay for one in ours for pay in pays_of(house.deck, one))
            yield _paid_alike(literal.bonus_name(bonus), same, bonus.pays)
    if game.turns.natural.suited:
        yield _paid_alike("a natural", house.naturals, rules.naturals)
    cards = [card_text(card) for card in game.deck.cards]
    split = [
        (at, bonus) for at, bonus in enumerate(game.turns.bonuses) if bonus.ranks and bonus.split
    ]
    both = {(a, b): covariance(cards, one, other) for a, one in split for b, other in split}
    if any(both.values()):
        different = sum(house.correlated.get(pair, 0) != found for pair, found in both.items())
        yield TwiceFound(BASE, "two bonuses of a split", len(both), different)


def _paid_alike(what: str, ours: Iterable[tuple[Fraction, Fraction]], again: Pays) -> TwiceFound:
    """Return how far two distributions of what a hand wins agree."""
    engine, reference = dict[Fraction, Fraction](), dict(again)
    for pay, chance in ours:
        engine[pay] = engine.get(pay, Fraction(0)) + chance
    different = sum(engine.get(pay, 0) != reference.get(pay, 0) for pay in {*engine, *reference})
    return TwiceFound(BASE, f"{what} by suits", len(reference), different)


def table_of(found: Solved, up: int, rules: HouseRules) -> tuple[literal.Table, int]:
    """Return the table at which what is seen of the dealer's is dealt literally, and the first card
    of that; the other one, if it is seen, is not in the shoe of the table.
    """
    shown, *more = (rank + 1 for rank in seen_of(up))
    shoe = without(found.shoe, *(rank - 1 for rank in more))
    rows, free = (
        rows_of({shown: charts[up]} if up in charts else {})
        for charts in (found.charts, found.free_charts)
    )
    second = more[0] if more else None
    rules = rules.against(shown - 1)
    told = tuple(rank + 1 for rank in told_of(up))
    table = literal.Table(cards_of(shoe), rules, found.model, *rows, second, *free[:2], told=told)
    return table, shown


def cards_of(shoe: Shoe) -> Ranks:
    """Return the cards of a shoe, one by one."""
    return tuple(rank + 1 for rank, count in enumerate(shoe) for _ in range(count))


def rows_of(charts: Mapping[int, Chart]) -> ChartRows:
    """Return the rows of charts, as the reference has them; charts: up card, an ace 1 -> chart."""
    ways = [((up, *row), chart.way(row)) for up, chart in charts.items() for row in ROWS]
    hits, doubled, given_up = (
        frozenset(at for at, way in ways if action in way[:2])
        for action in (HIT, DOUBLE, SURRENDER)
    )
    counted = frozenset((*at, more) for at, way in ways for more in range(way[2], LIMIT + 1))
    counted |= {(*at, 0) for at, way in ways if way[3]}
    said = [(up, chart.doubled.first) for up, chart in charts.items() if chart.doubled]
    after = frozenset((up, *row, one) for up, rows in said for row, one in rows.items())
    return hits, doubled, given_up, counted, after if said else None


class _Base:
    """The game on one shoe, dealt literally beside the engine's solution.

    left_out: hands whose split may take more cards than there are. met: what the others were.
    """

    def __init__(self, found: Solved, rules: HouseRules, dealer: DrawsBelow) -> None:
        self.found, self.rules = found, rules
        self.left_out, self.met = 0, set[str]()
        self._times, self._different = Counter[str](), Counter[str]()
        self._value = self._wager = Fraction(0)
        for up in ups_of(found.shoe, dealer):
            self._compare(up)

    def _compare(self, up: int) -> None:
        """Deal what is seen of the dealer's and the player's two cards in their order, each where
        it is likely.
        """
        table, shown = table_of(self.found, up, self.rules)
        rest, seen = cards_of(self.found.shoe), [rank + 1 for rank in seen_of(up)]
        chance = Fraction(len({*seen}))  # the orders of what is seen
        for card in seen:
            chance *= Fraction(rest.count(card), len(rest))
            rest = literal.less(rest, card)
        for second, one, left in literal.dealt(rest):
            for third, other, last in literal.dealt(left):
                holes = literal.dealt(last) if table.told else ()
                told = [likely for likely, hole, _ in holes if hole in table.told]
                if told or not table.told:
                    both = chance * second * third * (sum(told) or 1)
                    self._hand(table, (one, other), shown, up, both)
        self.met |= table.met

    def _hand(
        self, table: literal.Table, cards: Ranks, shown: int, up: int, chance: Fraction
    ) -> None:
        first = tuple(sorted(cards))
        try:
            worth = table.values(first, shown)
        except literal.RunsOutError:
            self.left_out += cards == first
            return
        alike = self.found.house.alike if first == (10, 10) else Fraction(1)
        for unlike, share in ((False, alike), (True, 1 - alike)):
            offered = {name: one for name, one in worth.items() if name != SPLIT or not unlike}
            if share:
                self._two(table, cards, shown, up, chance * share, unlike, offered)

    def _two(
        self,
        table: literal.Table,
        cards: Ranks,
        shown: int,
        up: int,
        chance: Fraction,
        unlike: bool,
        worth: Mapping[str, literal.Result],
    ) -> None:
        """Compare two cards; unlike: whether they are no pair, though they count as much."""
        first = tuple(sorted(cards))
        spot = self.found.spot(first[0] - 1, first[1] - 1, up, unlike)
        if spot is None or (self.found.charts and spot.taken not in worth):
            self._times["deal"] += 1
            self._different["deal"] += 1
            return
        best = max(worth, key=lambda action: worth[action][0])
        net, wager = worth[spot.taken if self.found.charts else best]
        self._value, self._wager = self._value + chance * net, self._wager + chance * wager
        if cards != first:
            return
        self.met.update(_kinds_met(table, first, shown, worth))
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
            rows += [
                TwiceFound(BASE, VALUE, 1, int(self.found.value != self._value)),
                TwiceFound(BASE, WAGER, 1, int(self.found.mean_wager != self._wager)),
            ]
        return rows


class _TwoHands:
    """The game of two hands on one shoe: what all pairs of hands are worth as they are dealt and
    with their second cards exchanged, and the game.

    met: what the hands were. left_out: none; the shoe has cards for all.
    """

    left_out = 0

    def __init__(self, shoe: Shoe, house: House, rules: HouseRules, counts: bool) -> None:
        cards = cards_of(shoe)
        table = literal.TwoHands(cards, rules, counts=counts)
        found = solve_switch(shoe, house, counts)
        times, different, met = Counter[str](), Counter[str](), set[str]()
        for whole in columns_of(shoe, house):
            up, against = whole.up, Exchanged(whole, counts)
            for one, other in _pairs_of_hands(literal.less(cards, up + 1)):
                (a, b), (c, d) = one, other
                first, second = (a - 1, b - 1), (c - 1, d - 1)
                kept, switched = against.kept(first, second), against.switched(first, second)
                for what, ours, exchanged in ((KEEP, kept, False), (SWITCH, switched, True)):
                    times[what] += 1
                    both = table.both(one, other, up + 1, exchanged)
                    different[what] += (ours.net, ours.stake) != both
            hands = {tuple(sorted(one)) for one, _ in _pairs_of_hands(literal.less(cards, up + 1))}
            for hand in hands:
                offered = () if literal.is_natural(hand) else table.values(hand, up + 1)
                met.update(_kinds_met(table, hand, up + 1, offered))
        self._rows = [TwiceFound(BASE, what, many, different[what]) for what, many in times.items()]
        names, figures = (VALUE, WAGER, EXCHANGED), (found.value, found.mean_wager, found.exchanged)
        self._rows += [
            TwiceFound(BASE, what, 1, int(value != again))
            for what, value, again in zip(names, figures, table.mean())
        ]
        self.met = met | table.met

    def rows(self) -> list[TwiceFound]:
        return self._rows


def _pairs_of_hands(cards: Ranks) -> Iterator[tuple[Ranks, Ranks]]:
    """Yield two hands each of two cards, all that can be dealt."""
    for _, a, one in literal.dealt(cards):
        for _, b, two in literal.dealt(one):
            for _, c, three in literal.dealt(two):
                yield from (((a, b), (c, d)) for _, d, _ in literal.dealt(three))


# --- What was met --------------------------------------------------------------------------------


def kinds_of(house: HouseRules) -> tuple[str, ...]:
    """Return what hands there may be under the rules of a house, in words."""
    pairs, again = house.hands > 1, range(3, house.hands + 1)
    known = (
        (True, "a natural"),
        (True, "a natural of the dealer's"),
        (True, "a soft 17 of the dealer's"),
        (True, "a hard hand"),
        (True, "a soft hand"),
        (pairs, "a pair split"),
        (pairs, "aces split"),
        *((pairs, f"a pair split to {hands} hands") for hands in again),
        *((house.aces != ACES[0], f"aces split to {hands} hands") for hands in again),
        (house.doubles != frozenset(), "a double"),
        (house.surrender != "none", "a surrender"),
        (house.charlie, f"{house.charlie} cards that win"),
        (house.beats_natural or house.tied, TWO_NATURALS),
        (house.wins_21, literal.WON_AT_ONCE),
        *((True, literal.bonus_name(bonus)) for bonus in house.bonuses),
        (house.doubles_later, literal.DOUBLED_LATER),
        (house.doublings > 1, literal.DOUBLED_AGAIN),
        (house.rescue, literal.RESCUED),
        (house.surrenders_later, literal.GIVEN_UP_LATER),
        (house.surrenders_split, literal.GIVEN_UP_SPLIT),
        (house.ties != TIES[0], literal.TIE_LOST),
        (house.pushes, literal.TIED_22),
        (house.soft_doubles, literal.SOFT_DOUBLED),
        (house.free_doubles, literal.FREE_DOUBLE),
        (house.free_splits, literal.FREE_SPLIT),
        (house.zaps, ZAP),
    )
    return tuple(what for so, what in known if so)


def _kinds_met(
    table: literal.Table, first: Ranks, up: int, actions: Container[str]
) -> Iterator[str]:
    """Yield what two cards against an up card, with what is dealt after them, come to be."""
    rest, house = literal.less(table.shoe, *first, up), table.house
    holes = rest if table.second is None else (table.second,)
    natural = any(literal.is_natural((up, card)) for card in holes)
    if literal.is_natural(first):
        yield "a natural"
        if natural:
            yield TWO_NATURALS
    if natural:
        yield "a natural of the dealer's"
    if any({up, card} == {1, 6} for card in holes):
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
    if ZAP in actions:
        yield ZAP
    if house.charlie and sum((*first, *sorted(rest)[: house.charlie - 2])) <= 21:
        yield f"{house.charlie} cards that win"
