"""Ways in which simulators are broken: each a small change of a right one.

The classes at the top change how cards are dealt or rounds are chosen and written, for any game;
`spread` says which games get them. Those below change the rules of one game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from faults.games import (
    Baccarat,
    Blackjack,
    BlackjackShoe,
    Caribbean,
    CasinoHoldem,
    DragonTiger,
    Exposure,
    FreeBet,
    FromShoe,
    Jacks,
    LetItRide,
    PaiGow,
    Pontoon,
    RedDog,
    Row,
    Simulator,
    Spanish,
    Splits,
    SuperFun,
    Table,
    ThreeCard,
    TwoHands,
    War,
)
from faults.hands import ACE, DECK, QUEEN, RANKS, SUITS, VALUE, Strength, poker, total

OFTEN = 0.02  # of the rounds that a flaw of some rounds spoils
FLAWS: list[type[Simulator]] = []


def flaw(kind: type) -> type:
    """Add a broken simulator to the list."""
    FLAWS.append(kind)
    return kind


def spread(*games: type[Simulator]) -> Any:
    """Give a flaw to some games, and add each to the list."""

    def given(kind: type) -> type:
        for game in games:
            made = type(f"{game.__name__}{kind.__name__}", (kind, game), {"__doc__": kind.__doc__})
            FLAWS.append(made)
        return kind

    return given


def placed(cards: list[str], place: int, card: str) -> list[str]:
    """Return cards with one of them put in a place; if it is among them, two change places."""
    return [
        card if at == place else cards[place] if held == card else held
        for at, held in enumerate(cards)
    ]


# --- Shuffles ------------------------------------------------------------------------------------


class Fisher(Simulator):
    """Shuffles by exchanges, with numbers of its own."""

    def below(self, size: int) -> int:
        return self.dice.randrange(size)

    def shuffled(self) -> list[str]:
        pack = [*self.pack]
        for place in range(self.needs):
            other = place + self.below(len(pack) - place)
            pack[place], pack[other] = pack[other], pack[place]
        return pack[: self.needs]


@spread(Caribbean)
class Modulo(Fisher):
    """the shuffle takes a 15-bit number modulo the cards left"""

    def below(self, size: int) -> int:
        return self.dice.getrandbits(15) % size


@spread(Caribbean, ThreeCard)
class LowBits(Fisher):
    """the shuffle takes the low bits of a linear congruential generator"""

    state = 1

    def below(self, size: int) -> int:
        self.state = (1103515245 * self.state + 12345) % 2**31
        return self.state % size


@spread(Caribbean, Jacks)
class HighBits(Fisher):
    """the shuffle takes the high 15 bits of a linear congruential generator, modulo the cards left"""

    state = 1

    def below(self, size: int) -> int:
        self.state = (214013 * self.state + 2531011) % 2**32
        return (self.state >> 17) % size


@spread(Caribbean)
class Randu(Fisher):
    """the shuffle takes RANDU modulo the cards left"""

    state = 1

    def below(self, size: int) -> int:
        self.state = 65539 * self.state % 2**31
        return self.state % size


@spread(Caribbean, Jacks)
class FewSeeds(Simulator):
    """every round is shuffled from one of 32,768 seeds"""

    def shuffled(self) -> list[str]:
        return random.Random(self.dice.getrandbits(15)).sample(self.pack, self.needs)


@spread(Caribbean, CasinoHoldem)
class SwapsAll(Simulator):
    """the shuffle exchanges each card with any card of the pack"""

    def shuffled(self) -> list[str]:
        pack = [*self.pack]
        for place in range(len(pack)):
            other = self.dice.randrange(len(pack))
            pack[place], pack[other] = pack[other], pack[place]
        return pack[: self.needs]


@spread(Caribbean)
class SwapsAllOn(Simulator):
    """the same, from the order of the round before"""

    order: list[str] | None = None

    def shuffled(self) -> list[str]:
        pack = self.order or [*self.pack]
        for place in range(len(pack)):
            other = self.dice.randrange(len(pack))
            pack[place], pack[other] = pack[other], pack[place]
        self.order = pack
        return pack[: self.needs]


@spread(Caribbean)
class OffByOne(Simulator):
    """the shuffle never leaves a card where it is, from the order of the round before"""

    order: list[str] | None = None

    def shuffled(self) -> list[str]:
        pack = self.order or self.dice.sample(self.pack, len(self.pack))
        for place in range(len(pack) - 1, 0, -1):
            other = self.dice.randrange(place)
            pack[place], pack[other] = pack[other], pack[place]
        self.order = pack
        return pack[: self.needs]


@spread(Caribbean)
class SortsByCoin(Simulator):
    """the pack is sorted by tossing a coin for each comparison"""

    def shuffled(self) -> list[str]:
        return sorted(self.pack, key=cmp_to_key(lambda a, b: self.dice.choice((-1, 1))))[
            : self.needs
        ]


class Riffled(Simulator):
    """Used cards go under the others, and the pack is riffled."""

    riffles = 0
    order: list[str] | None = None

    def shuffled(self) -> list[str]:
        pack = self.order or self.dice.sample(self.pack, len(self.pack))
        if self.order:
            pack = pack[self.needs :] + pack[: self.needs]
        for _ in range(self.riffles):
            cut = sum(self.dice.random() < 0.5 for _ in pack)
            left, right, pack = pack[:cut][::-1], pack[cut:][::-1], []
            while left or right:
                from_left = self.dice.random() * (len(left) + len(right)) < len(left)
                pack.append((left if from_left else right).pop())
        self.order = pack
        return pack[: self.needs]


@spread(Caribbean, Jacks)
class NeverShuffled(Riffled):
    """the pack is never shuffled; used cards go under it"""


@spread(Caribbean)
class ThreeRiffles(Riffled):
    """three riffles between rounds"""

    riffles = 3


@spread(Caribbean, CasinoHoldem)
class SixRiffles(Riffled):
    """six riffles between rounds"""

    riffles = 6


@spread(Caribbean)
class Overhand(Riffled):
    """ten overhand shuffles between rounds"""

    def shuffled(self) -> list[str]:
        super().shuffled()
        pack = self.order or []
        for _ in range(10):
            parts: list[list[str]] = [[]]
            for card in pack:
                if parts[-1] and self.dice.random() < 0.2:
                    parts.append([])
                parts[-1].append(card)
            pack = [card for part in reversed(parts) for card in part]
        self.order = pack
        return pack[: self.needs]


# --- Cards ---------------------------------------------------------------------------------------


@spread(Caribbean, ThreeCard, Jacks, CasinoHoldem)
class Favoured(Simulator):
    """the ace of spades is put first in one deal of fifty"""

    def dealt(self, cards: list[str]) -> list[str]:
        return placed(cards, 0, "As") if self.luck.random() < OFTEN else cards


@spread(Caribbean, Jacks)
class Missing(Simulator):
    """the pack lacks the deuce of clubs"""

    pack = [card for card in DECK if card != "2c"]


@spread(Caribbean, LetItRide)
class TwoAces(Simulator):
    """the pack has the ace of spades twice, and no deuce of clubs"""

    pack = ["As" if card == "2c" else card for card in DECK]


@spread(Caribbean, Jacks)
class Spades(Simulator):
    """a spade is put first in one deal of fifty"""

    def dealt(self, cards: list[str]) -> list[str]:
        spade = f"{self.luck.choice(RANKS)}s"
        return placed(cards, 0, spade) if self.luck.random() < OFTEN else cards


@spread(Caribbean)
class Late(Simulator):
    """an ace is put first in one deal of twenty-five, from round 1,000 on"""

    def dealt(self, cards: list[str]) -> list[str]:
        late = self.number >= 1000 and self.luck.random() < 2 * OFTEN
        return placed(cards, 0, f"A{self.luck.choice(SUITS)}") if late else cards


class Remembers(Simulator):
    """Keeps the deal before."""

    last: list[str] | None = None

    def again(self, cards: list[str], last: list[str]) -> list[str]:
        raise NotImplementedError

    def dealt(self, cards: list[str]) -> list[str]:
        if self.last and self.luck.random() < OFTEN:
            cards = self.again(cards, self.last)
        self.last = cards
        return cards


@spread(Caribbean, CasinoHoldem, Jacks)
class Repeats(Remembers):
    """one deal in fifty is the one before"""

    def again(self, cards: list[str], last: list[str]) -> list[str]:
        return last


@spread(Caribbean, LetItRide)
class Carried(Remembers):
    """the last card is the next deal's first, once in fifty"""

    def again(self, cards: list[str], last: list[str]) -> list[str]:
        return placed(cards, 0, last[-1])


@spread(Caribbean, ThreeCard)
class Sticky(Remembers):
    """the third card stays for the next deal, once in fifty"""

    def again(self, cards: list[str], last: list[str]) -> list[str]:
        return placed(cards, 2, last[2])


# --- Rounds that are chosen ----------------------------------------------------------------------


@spread(Caribbean, ThreeCard, Jacks, LetItRide, Blackjack)
class Redeals(Simulator):
    """the house deals again in one of ten rounds that it would lose"""

    def round(self) -> Row:
        row = super().round()
        return super().round() if row["net"] > 0 and self.luck.random() < 0.1 else row


@spread(Caribbean, CasinoHoldem)
class RedealsLarge(Simulator):
    """the house deals again in half of the rounds that win five units or more"""

    def round(self) -> Row:
        row = super().round()
        return super().round() if row["net"] >= 5 and self.luck.random() < 0.5 else row


@spread(Caribbean, ThreeCard)
class Compensates(Simulator):
    """after a win, half of the wins are dealt again, and after a loss half of the losses"""

    last = 0.0

    def round(self) -> Row:
        row = super().round()
        if row["net"] * self.last > 0 and self.luck.random() < 0.5:
            row = super().round()
        self.last = row["net"]
        return row


@spread(Caribbean, Blackjack)
class Streaks(Simulator):
    """a result unlike the one before is dealt again, once in twenty"""

    last = 0.0

    def round(self) -> Row:
        row = super().round()
        if row["net"] * self.last < 0 and self.luck.random() < 0.05:
            row = super().round()
        self.last = row["net"]
        return row


@spread(Caribbean, ThreeCard)
class Turns(Simulator):
    """one round in ten that is lost is dealt again in odd rounds, and one that is won in even rounds"""

    def round(self) -> Row:
        row = super().round()
        side = 1 if self.number % 2 else -1
        return super().round() if row["net"] * side < 0 and self.luck.random() < 0.1 else row


class Picks(Simulator):
    """Plays two runs of a hundred rounds, and logs one of them."""

    def better(self, one: list[Row], other: list[Row]) -> bool:
        """Return whether the first run is logged."""
        raise NotImplementedError

    def rows(self) -> Iterator[Row]:
        for first in range(1, self.rounds + 1, 100):
            self.number = first
            one, other = ([self.round() for _ in range(100)] for _ in range(2))
            rows = one if self.better(one, other) else other
            for number, row in enumerate(rows[: self.rounds + 1 - first], first):
                yield from self.logged({"round": number, **row})


def won(rows: list[Row]) -> float:
    return float(sum(row["net"] for row in rows))


@spread(Caribbean, ThreeCard)
class PicksWorse(Picks):
    """of two runs of a hundred rounds the one is logged that the player wins less in"""

    def better(self, one: list[Row], other: list[Row]) -> bool:
        return won(one) <= won(other)


@spread(Caribbean, ThreeCard)
class PicksMiddle(Picks):
    """of two runs of a hundred rounds the one is logged whose mean is closer to the edge"""

    edge = 5.0

    def better(self, one: list[Row], other: list[Row]) -> bool:
        return abs(won(one) + self.edge) <= abs(won(other) + self.edge)


# --- Rows ----------------------------------------------------------------------------------------


class Unnumbered(Simulator):
    """Writes no number of the round."""

    @property
    def full(self) -> list[str]:
        return super().full[1:]


@spread(Caribbean, CasinoHoldem)
class Twice(Unnumbered):
    """one row in fifty is written twice, rounds not numbered"""

    def logged(self, row: Row) -> list[Row]:
        return [row, row] if self.luck.random() < OFTEN else [row]


@spread(Caribbean)
class TwiceNumbered(Simulator):
    """one row in fifty is written twice, rounds numbered"""

    def logged(self, row: Row) -> list[Row]:
        return [row, row] if self.luck.random() < OFTEN else [row]


@spread(Caribbean, ThreeCard)
class Drops(Unnumbered):
    """one win in twenty is not written, rounds not numbered"""

    def logged(self, row: Row) -> list[Row]:
        return [] if row["net"] > 0 and self.luck.random() < 0.05 else [row]


@spread(Caribbean)
class DropsAny(Unnumbered):
    """one row in fifty is not written, rounds not numbered"""

    def logged(self, row: Row) -> list[Row]:
        return [] if self.luck.random() < OFTEN else [row]


@spread(Caribbean, Jacks, PaiGow)
class Sign(Simulator):
    """one net in two hundred has the other sign"""

    def logged(self, row: Row) -> list[Row]:
        return [{**row, "net": -row["net"]}] if self.luck.random() < 0.005 else [row]


# --- Caribbean Stud ------------------------------------------------------------------------------


@flaw
class CaribbeanFlush(Caribbean):
    """a flush pays 6"""

    pays = {**Caribbean.pays, "flush": 6}


@flaw
class CaribbeanRoyal(Caribbean):
    """a royal flush pays 250"""

    pays = {**Caribbean.pays, "royal-flush": 250}


@flaw
class CaribbeanQueen(Caribbean):
    """the dealer qualifies with ace-queen"""

    def qualifies(self, theirs: Strength) -> bool:
        return theirs >= (0, ACE, QUEEN)


@flaw
class CaribbeanPair(Caribbean):
    """the dealer qualifies with a pair only"""

    def qualifies(self, theirs: Strength) -> bool:
        return theirs[0] > 0


@flaw
class CaribbeanUnqualified(Caribbean):
    """a flush or better is paid although the dealer does not qualify"""

    def unqualified(self, line: str) -> int:
        return 1 + 2 * self.pays[line] if self.pays[line] >= 5 else 1


@flaw
class CaribbeanWheel(Caribbean):
    """A-2-3-4-5 is no straight"""

    wheel = False


@flaw
class CaribbeanKickers(Caribbean):
    """only the first two ranks decide between hands of one kind"""

    def strength(self, cards: list[str]) -> Strength:
        return super().strength(cards)[:3]


@flaw
class CaribbeanFolds(Caribbean):
    """a pair of twos is folded"""

    def raises(self, mine: Strength, cards: list[str]) -> bool:
        return mine[:2] != (1, 0) and super().raises(mine, cards)


@flaw
class CaribbeanPeeks(Caribbean):
    """a lost pair is folded once in ten: the player knows the dealer's hand"""

    def raises(self, mine: Strength, cards: list[str]) -> bool:
        theirs = poker(cards[5:])
        lost = mine[0] == 1 and theirs > mine and self.luck.random() < 0.1
        return not lost and super().raises(mine, cards)


# --- Three Card Poker ----------------------------------------------------------------------------


@flaw
class ThreeOrder(ThreeCard):
    """a flush beats a straight"""

    def strength(self, cards: list[str]) -> Strength:
        kind, *ranks = super().strength(cards)
        return ({2: 3, 3: 2}.get(kind, kind), *ranks)

    def pays_bonus(self, outcome: str) -> bool:
        return False


@flaw
class ThreeBonus(ThreeCard):
    """the ante bonus is not paid if the dealer wins"""

    def pays_bonus(self, outcome: str) -> bool:
        return outcome != "dealer-wins"


@flaw
class ThreeJack(ThreeCard):
    """the dealer qualifies with jack-high"""

    least = (0, VALUE["Jc"])


@flaw
class ThreePush(ThreeCard):
    """the ante is returned if the dealer does not qualify"""

    unqualified = 0


@flaw
class ThreeTie(ThreeCard):
    """a tie loses the ante"""

    tie = -1


@flaw
class ThreePlays(ThreeCard):
    """queen-six-three plays"""

    plays_from = (0, QUEEN, 4, 1)


# --- Let It Ride, Casino Hold'em -----------------------------------------------------------------


@flaw
class RideNines(LetItRide):
    """a pair of nines is paid"""

    lowest = VALUE["9c"]


@flaw
class RideHouse(LetItRide):
    """a full house pays 12"""

    pays = {**LetItRide.pays, "full-house": 12}


@flaw
class RideWaits(LetItRide):
    """the first bet is pulled back with a pair of tens"""

    def rides(self, number: int, seen: list[str], cards: list[str]) -> bool:
        tens = sum(card[0] == "T" for card in seen) == 2 and number == 1
        return not tens and super().rides(number, seen, cards)


@flaw
class RideSees(LetItRide):
    """the last card is seen before the second bet, once in a hundred"""

    def rides(self, number: int, seen: list[str], cards: list[str]) -> bool:
        if number == 2 and self.luck.random() < 0.01:
            return self.line(cards) != "less"
        return super().rides(number, seen, cards)


@flaw
class HoldemFives(CasinoHoldem):
    """the dealer qualifies with a pair of fives"""

    least = (1, 3)


@flaw
class HoldemBoard(CasinoHoldem):
    """a hand is ranked by one card of the player and four of the board at least"""

    def best(self, own: list[str], board: list[str]) -> Strength:
        return max(poker([card, *board]) for card in own)


@flaw
class HoldemFlush(CasinoHoldem):
    """a flush pays 3"""

    pays = {**CasinoHoldem.pays, "flush": 3}


# --- Jacks or Better -----------------------------------------------------------------------------


@flaw
class JacksTable(Jacks):
    """a full house pays 8"""

    pays = {**Jacks.pays, "full-house": 8}


@flaw
class JacksTens(Jacks):
    """a pair of tens is paid"""

    lowest = VALUE["Tc"]


@flaw
class JacksHolds(Jacks):
    """with two pair only the higher one is held"""

    def holds(self, hand: list[str], cards: list[str]) -> list[str]:
        held = super().holds(hand, cards)
        high = max((VALUE[card] for card in held), default=0)
        two = len(held) == 4 and len({card[0] for card in held}) == 2
        return [card for card in held if VALUE[card] == high] if two else held


@flaw
class JacksBreaks(Jacks):
    """a pair of deuces is thrown away"""

    def holds(self, hand: list[str], cards: list[str]) -> list[str]:
        held = super().holds(hand, cards)
        return [] if len(held) == 2 and held[0][0] == "2" else held


@flaw
class JacksReturns(Jacks):
    """a card that was thrown may be drawn again"""

    def drawn(self, cards: list[str], many: int) -> list[str]:
        held = self.holds(cards[:5], cards)
        rest = [card for card in DECK if card not in held]
        return self.luck.sample(rest, many)


@flaw
class JacksMeans(Jacks):
    """a draw that makes three of a kind or better is drawn again, once in twenty"""

    def drawn(self, cards: list[str], many: int) -> list[str]:
        held = self.holds(cards[:5], cards)
        new = cards[5 : 5 + many]
        if many and poker([*held, *new])[0] >= 3 and self.luck.random() < 0.05:
            rest = [card for card in DECK if card not in cards[:5]]
            return self.luck.sample(rest, many)
        return new


# --- Shoes ---------------------------------------------------------------------------------------


@flaw
class BaccaratEight(Baccarat):
    """the banker draws on 3 against an 8"""

    def banker_draws(self, banker: int, player: int, third: int | None) -> bool:
        return (banker, third) == (3, 8) or super().banker_draws(banker, player, third)


@flaw
class BaccaratSix(Baccarat):
    """the banker stands on 6 against a 6"""

    def banker_draws(self, banker: int, player: int, third: int | None) -> bool:
        return (banker, third) != (6, 6) and super().banker_draws(banker, player, third)


@flaw
class BaccaratFive(Baccarat):
    """the player stands on 5"""

    def player_draws(self, player: int, banker: int) -> bool:
        return player < 5 and banker < 8


@flaw
class BaccaratNatural(Baccarat):
    """the player draws against a natural 8"""

    def player_draws(self, player: int, banker: int) -> bool:
        return player < 6 and banker < 9


@flaw
class BaccaratTie(Baccarat):
    """a tie loses"""

    tie = -1


@flaw
class BaccaratCommission(Baccarat):
    """the commission is 4 %"""

    commission = Fraction(1, 25)


@flaw
class BaccaratSixPays(Baccarat):
    """a win with 6 pays half"""

    def play(self, cards: list[str]) -> Row:
        row = super().play(cards)
        return {**row, "net": 0.5} if row["outcome"] == "wins-with-6" else row


@flaw
class BaccaratNames(Baccarat):
    """a win with 6 is called a win, once in ten"""

    def logged(self, row: Row) -> list[Row]:
        wrong = row["outcome"] == "wins-with-6" and self.luck.random() < 0.1
        return [{**row, "outcome": "banker-wins"}] if wrong else [row]


class ShoeLacks(FromShoe):
    """Leaves some cards out of each shoe."""

    def left_out(self) -> list[str]:
        raise NotImplementedError

    def opened(self) -> list[str]:
        cards = super().opened()
        for card in self.left_out():
            cards.remove(card)
        return cards


@spread(Baccarat, DragonTiger)
class LacksNine(ShoeLacks):
    """each shoe lacks one nine"""

    def left_out(self) -> list[str]:
        return [f"9{self.luck.choice(SUITS)}"]


@spread(Baccarat, War)
class LacksNines(ShoeLacks):
    """each shoe lacks a nine of each suit"""

    def left_out(self) -> list[str]:
        return [f"9{suit}" for suit in SUITS]


@spread(Baccarat)
class PacksSeven(FromShoe):
    """a shoe of seven packs is said to have eight"""

    packs = 7


@spread(Baccarat, RedDog)
class TwoShoes(FromShoe):
    """one ace of spades stands in the place of a deuce of clubs in each shoe"""

    def opened(self) -> list[str]:
        cards = super().opened()
        cards[cards.index("2c")] = "As"
        return cards


@spread(Baccarat, War)
class SameShoe(FromShoe):
    """every shoe has the order of the one before, cut anew"""

    order: list[str] | None = None

    def opened(self) -> list[str]:
        self.order = self.order or super().opened()
        cut = self.dice.randrange(len(self.order))
        self.order = self.order[cut:] + self.order[:cut]
        return [*self.order]


@spread(Baccarat)
class ShoeRiffles(FromShoe):
    """two riffles between shoes"""

    order: list[str] | None = None

    def opened(self) -> list[str]:
        pack = self.order or super().opened()
        for _ in range(2 if self.order else 0):
            cut = sum(self.dice.random() < 0.5 for _ in pack)
            left, right, pack = pack[:cut][::-1], pack[cut:][::-1], []
            while left or right:
                from_left = self.dice.random() * (len(left) + len(right)) < len(left)
                pack.append((left if from_left else right).pop())
        self.order = pack
        return [*pack]


@spread(Baccarat, DragonTiger)
class BurnsTens(FromShoe):
    """a ten-value card that would come first in a round is burnt, once in ten"""

    def shuffled(self) -> list[str]:
        cards = super().shuffled()
        while cards[0][0] in "TJQK" and self.luck.random() < 0.1:
            self.left.pop()
            cards = self.left[: -self.needs - 1 : -1]
        return cards


@spread(Baccarat)
class ShoeSeeds(FromShoe):
    """every shoe is shuffled from one of 256 seeds"""

    def opened(self) -> list[str]:
        cards = DECK * self.packs
        random.Random(self.dice.getrandbits(8)).shuffle(cards)
        return cards


@spread(Baccarat)
class ReshufflesGood(FromShoe):
    """the house shuffles after a round that the bank wins with a natural nine, once in two"""

    nine = False

    def over(self) -> bool:
        return super().over() or self.nine

    def round(self) -> Row:
        row = super().round()
        natural = not row["banker-3"] and not row["player-3"] and row["net"] > 0
        self.nine = natural and self.luck.random() < 0.5
        return row


@flaw
class TigerTie(DragonTiger):
    """a tie is a push"""

    tie = 0


@flaw
class TigerAce(DragonTiger):
    """the ace is high"""

    order = "23456789TJQKA"


@flaw
class TigerSuits(DragonTiger):
    """equal ranks are decided by suit"""

    def play(self, cards: list[str]) -> Row:
        row = super().play(cards)
        dragon, tiger = (SUITS.index(card[1]) for card in cards)
        if row["outcome"] != "tie" or dragon == tiger:
            return row
        outcome, net = ("dragon-wins", 1) if dragon > tiger else ("tiger-wins", -1)
        return {**row, "outcome": outcome, "net": net}


@flaw
class WarEven(War):
    """a tied war wins one unit"""

    bonus = 1


@flaw
class WarBoth(War):
    """a war that is won wins both bets"""

    def war(self, cards: list[str]) -> tuple[str, float]:
        name, net = super().war(cards)
        return name, 2 if name == "war-won" else net


@flaw
class WarSurrenders(War):
    """a pair of aces surrenders"""

    def play(self, cards: list[str]) -> Row:
        row = super().play(cards)
        if not row["actions"] or cards[0][0] != "A":
            return row
        gone = {
            "surrender or war": "surrender",
            "actions": "surrender",
            "player-in-war": "",
            "dealer-in-war": "",
        }
        return {**row, **gone, "outcome": "surrender", "staked": 1, "net": -0.5}


@flaw
class DogAlike(RedDog):
    """three alike pays 10"""

    alike = 10


@flaw
class DogSpread(RedDog):
    """a spread of three pays 1"""

    pays = {**RedDog.pays, 3: 1}


@flaw
class DogRaises(RedDog):
    """a spread of six raises"""

    def raises(self, spread: int, cards: list[str]) -> bool:
        return spread >= 6


# --- Blackjack -----------------------------------------------------------------------------------


@flaw
class JackSoft(Blackjack):
    """the dealer hits soft 17"""

    def dealer_draws(self, value: int, soft: bool) -> bool:
        return value < 17 or (value == 17 and soft)


@flaw
class JackNatural(Blackjack):
    """a natural pays 6 to 5"""

    natural = 1.2


@flaw
class JackPush(Blackjack):
    """a push loses"""

    push = -1


@flaw
class JackStands(Blackjack):
    """the dealer stands on 16"""

    def dealer_draws(self, value: int, soft: bool) -> bool:
        return value < 16


@flaw
class JackLate(Blackjack):
    """the dealer does not look for a natural"""

    looks = False


@flaw
class JackHits(Blackjack):
    """hard 16 stands against a ten"""

    def decides(self, hand: list[str], dealer: list[str], cards: list[str]) -> str:
        sixteen = total(hand) == (16, False) and dealer[0][0] in "TJQK"
        return "S" if sixteen else super().decides(hand, dealer, cards)


@flaw
class JackKnows(Blackjack):
    """the player stands if the next card would bust him, once in ten"""

    def decides(self, hand: list[str], dealer: list[str], cards: list[str]) -> str:
        used = len(hand) + 2
        bust = total([*hand, cards[used]])[0] > 21
        return "S" if bust and self.luck.random() < 0.1 else super().decides(hand, dealer, cards)


@flaw
class JackTens(Blackjack):
    """the shoe has one ten of each suit for a nine more"""

    pack = [
        card if at % 6 or card[0] != "9" else f"T{card[1]}"
        for at, card in enumerate(sorted(DECK * 6))
    ]


@flaw
class JackSecond(Blackjack):
    """the dealer draws two cards and keeps the better one, once in ten"""

    def dealt(self, cards: list[str]) -> list[str]:
        if (
            self.luck.random() < 0.1
            and total([cards[2], cards[3]])[0] < total([cards[2], cards[9]])[0]
        ):
            return placed_at(cards, 3, 9)
        return cards


@flaw
class JackNoSpade(BlackjackShoe):
    """each shoe lacks its aces of spades"""

    def opened(self) -> list[str]:
        return [card for card in super().opened() if card != "As"]


@flaw
class JackFive(BlackjackShoe):
    """a shoe of five packs is said to have six"""

    packs = 5


@flaw
class JackEndless(BlackjackShoe):
    """a drawn card is put back into the shoe at once"""

    def opened(self) -> list[str]:
        return self.dice.choices(DECK, k=6 * len(DECK))


@flaw
class JackCut(SameShoe, BlackjackShoe):
    """every shoe has the order of the one before, cut anew"""


@flaw
class JackAgain(BlackjackShoe):
    """a card of a round is dealt again in the next, once in twenty rounds"""

    def round(self) -> Row:
        row = super().round()
        if self.luck.random() < 0.05:
            self.left[-1] = str(row["player"]).split()[0]
        return row


@flaw
class JackEven(Blackjack):
    """a natural against an ace is paid even money"""

    def row(
        self,
        two: list[str],
        dealer: list[str],
        hand: list[str],
        actions: list[str],
        outcome: str,
        staked: int,
        net: float,
    ) -> Row:
        even = outcome in ("natural", "push") and not actions and dealer[0][0] == "A"
        return super().row(
            two, dealer, hand, actions, "natural" if even else outcome, staked, 1 if even else net
        )


def placed_at(cards: list[str], one: int, other: int) -> list[str]:
    """Return cards of which two have changed places."""
    found = [*cards]
    found[one], found[other] = found[other], found[one]
    return found


# --- Blackjack with splits -----------------------------------------------------------------------

Hands = list[list[str]]
End = tuple[str, float, float]  # what a hand is called, its stake and its net


def attribute(game: type[Table], doc: str, **changed: Any) -> None:
    """Add a simulator of a game of which some attributes are other ones, described by `doc`."""
    name = f"{game.__name__}{''.join(word.title() for word in changed)}{len(FLAWS)}"
    FLAWS.append(type(name, (game,), {"__doc__": doc, **changed}))


attribute(Splits, "a natural of a game with splits pays even money", natural=1)
attribute(Splits, "a tie of naturals loses", tied=-1.0)
attribute(Splits, "a tie of naturals wins", tied=1.0)
attribute(Splits, "a push wins", tie=1.0)
attribute(Splits, "a push loses half", tie=-0.5)
attribute(Splits, "the dealer's 22 pushes", pushes=22)
attribute(Splits, "a player's 21 wins at once", wins_21=True)
attribute(Splits, "five cards win", charlie=5)
attribute(Splits, "aces are split again", most_aces=4)
attribute(Splits, "a pair becomes five hands", most=5)
attribute(Splits, "a pair becomes two hands at most", most=2)
attribute(Splits, "each round is dealt from five packs", pack=DECK * 5)
attribute(
    Splits, "no nine of hearts is ever dealt", pack=[card for card in DECK * 6 if card != "9h"]
)
attribute(
    Splits,
    "the shoe has an ace of hearts for a deuce of clubs",
    pack=["Ah" if at == 0 else card for at, card in enumerate(sorted(DECK * 6))],
)
attribute(Spanish, "a tie of naturals is a push", tied=0.0)
attribute(Spanish, "21 of five, six and seven cards pays even money", bonuses={})
attribute(Spanish, "a player's 21 ties with the dealer's", wins_21=False)
attribute(Spanish, "the dealer stands on soft 17", hits_soft=False)
attribute(Spanish, "one ten is left in each pack", pack=[*Spanish.pack, *["Td"] * 6])
attribute(Pontoon, "the dealer has a hole card, and looks for a natural", looks=True)
attribute(Pontoon, "a pair becomes four hands", most=4)
attribute(Exposure, "all ties push", tie=0.0)
attribute(Exposure, "a tie of naturals pushes", tied=0.0)
attribute(Exposure, "a natural pays 3 to 2", natural=1.5)
attribute(Exposure, "a pair becomes three hands", most=3)
attribute(FreeBet, "the dealer busts with 22", pushes=None)
attribute(FreeBet, "the dealer's 23 pushes, and his 22 busts", pushes=23)
attribute(SuperFun, "six cards win nothing at once", charlie=99)
attribute(SuperFun, "five cards of 21 pay 3 to 2", bonuses={5: 1.5})
attribute(SuperFun, "a tie of naturals is a push", tied=0.0)


@flaw
class SplitsShoe(Splits):
    """a drawn card is put back before the next one"""

    def shuffled(self) -> list[str]:
        return self.dice.choices(self.pack, k=self.needs)


@flaw
class SplitsRiffled(Splits):
    """a shoe is never shuffled: the cards of a round go under the others"""

    order: list[str] | None = None

    def shuffled(self) -> list[str]:
        self.order = self.order or self.dice.sample(self.pack, len(self.pack))
        return self.order[: self.needs]

    def play(self, cards: list[str]) -> Row:
        row = super().play(cards)
        used = len(f"{row['hands']} {row['dealer']}".replace("|", "").split())
        assert self.order, "it was dealt from"
        self.order = self.order[used:] + self.order[:used]
        return row


@flaw
class SplitsHard(Splits):
    """the dealer draws to a hard 17"""

    def dealer_draws(self, dealer: list[str]) -> bool:
        return super().dealer_draws(dealer) or total(dealer) == (17, False)


@flaw
class SplitsSoftEighteen(Splits):
    """the dealer hits soft 17 and soft 18"""

    def dealer_draws(self, dealer: list[str]) -> bool:
        value, soft = total(dealer)
        return value < 17 or (soft and value < 19)


@flaw
class SplitsFive(Splits):
    """the dealer stops with five cards"""

    def dealer_draws(self, dealer: list[str]) -> bool:
        return len(dealer) < 5 and super().dealer_draws(dealer)


@flaw
class SplitsAceOne(Splits):
    """the dealer counts each ace as one"""

    def dealer_draws(self, dealer: list[str]) -> bool:
        value, soft = total(dealer)
        return value - 10 * soft < 17


@flaw
class SplitsAceLate(Splits):
    """an ace that is drawn counts one when hands are settled"""

    def value(self, hand: list[str]) -> int:
        value, soft = total(hand)
        drawn = soft and all(card[0] != "A" for card in hand[:2])
        return value - 10 if drawn else value


class Valued(Splits):
    """Counts a rank otherwise when a hand is settled."""

    rank = "J"
    more = 1

    def value(self, hand: list[str]) -> int:
        return super().value(hand) + self.more * sum(card[0] == self.rank for card in hand)


@flaw
class SplitsJack(Valued):
    """a jack counts 11 when hands are settled"""


@flaw
class SplitsQueen(Valued):
    """a queen counts 12 when hands are settled"""

    rank, more = "Q", 2


@flaw
class SplitsBusts(Splits):
    """the dealer busts with a 21 of three cards or more"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        bust = len(dealer) > 2 and total(dealer)[0] == 21 and name in ("push", "lose")
        return ("win", bet, bet) if bust else (name, bet, net)


@flaw
class SplitsTied(Splits):
    """a tie at 21 is won by the player"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        won = name == "push" and total(hand)[0] == 21
        return ("win", bet, bet) if won else (name, bet, net)


@flaw
class SplitsMade(Splits):
    """an ace and a ten of a split win as a natural"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        made = self.is_natural(hand)
        return ("win", 1, 1.5) if made else super().settled(hand, words, place, dealer)


class Ended(Table):
    """Changes the net of some hands."""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        """Return the net of a hand."""
        raise NotImplementedError

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        return name, bet, self.changed(name, words, bet, net)


@flaw
class SplitsWon(Ended, Splits):
    """a doubled hand that wins is paid one bet"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return min(net, 1)


@flaw
class SplitsLost(Ended, Splits):
    """a doubled hand that loses loses one bet"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return max(net, -1)


@flaw
class SplitsReturned(Ended, Splits):
    """a surrender loses nothing"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return 0 if name == "surrender" else net


@flaw
class SplitsKept(Ended, Splits):
    """a surrender loses the whole bet"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return -1 if name == "surrender" else net


@flaw
class SplitsBoth(Splits):
    """a bust pushes if the dealer busts"""

    def waits(self, hand: list[str], words: list[str]) -> bool:
        return "R" not in words

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        pushes = name == "bust" and total(dealer)[0] > 21
        return ("push", bet, 0) if pushes else (name, bet, net)


@flaw
class SplitsEarly(Splits):
    """the dealer does not look before a surrender, which keeps half against his natural"""

    def play(self, cards: list[str]) -> Row:
        self.looks = self.looked_up([cards[:2]], [], 0, cards[2:3]) != "surrender"
        return super().play(cards)

    def given_up(self, bet: float, doubled: bool, ended: bool) -> End:
        return super().given_up(bet, doubled, ended=False)


@flaw
class SplitsTwice(Splits):
    """the first hand of a split is settled twice"""

    def summed(self, ends: list[End]) -> tuple[float, float]:
        staked, net = super().summed(ends)
        return staked, net + (ends[0][2] if len(ends) > 1 else 0)


@flaw
class SplitsOnce(Splits):
    """of the hands of a split the last one is not settled"""

    def summed(self, ends: list[End]) -> tuple[float, float]:
        staked, net = super().summed(ends)
        return staked, net - (ends[-1][2] if len(ends) > 1 else 0)


@flaw
class SplitsEqual(Splits):
    """each hand of a split ends as the first one"""

    def summed(self, ends: list[End]) -> tuple[float, float]:
        staked, net = super().summed(ends)
        return staked, ends[0][2] * len(ends) if len(ends) > 1 else net


class Decided(Splits):
    """Plays some hands otherwise."""

    def instead(self, hand: list[str], words: list[str], split: bool, dealer: list[str]) -> str:
        """Return what is done with a hand, nothing if what the model says."""
        raise NotImplementedError

    def decides(self, hands: Hands, words: list[str], place: int, dealer: list[str]) -> str:
        other = self.instead(hands[place], words, len(hands) > 1, dealer)
        return other or super().decides(hands, words, place, dealer)


@flaw
class SplitsAces(Decided):
    """split aces are hit below 17"""

    one_card = False

    def instead(self, hand: list[str], words: list[str], split: bool, dealer: list[str]) -> str:
        aces = split and hand[0][0] == "A"
        return ("H" if total(hand)[0] < 17 else "S") if aces else ""


@flaw
class SplitsThree(Decided):
    """eleven of three cards is doubled"""

    def instead(self, hand: list[str], words: list[str], split: bool, dealer: list[str]) -> str:
        return "D" if len(hand) == 3 and total(hand)[0] == 11 else ""


@flaw
class SplitsUndoubled(Decided):
    """eleven of a split is hit, and not doubled"""

    def instead(self, hand: list[str], words: list[str], split: bool, dealer: list[str]) -> str:
        return "H" if split and total(hand)[0] == 11 else ""


@flaw
class SplitsLateSurrender(Decided):
    """sixteen of three cards is given up against a ten"""

    def instead(self, hand: list[str], words: list[str], split: bool, dealer: list[str]) -> str:
        three = len(hand) == 3 and not split and total(hand) == (16, False)
        return "R" if three and dealer[0][0] in "TJQK" else ""


@flaw
class SplitsSees(Decided):
    """the player stands on 12 to 16 if he would on the dealer's hidden card, once in ten"""

    def instead(self, hand: list[str], words: list[str], split: bool, dealer: list[str]) -> str:
        stiff = 12 <= total(hand)[0] <= 16 and dealer[1][0] in "456"
        return "S" if stiff and self.luck.random() < 0.1 else ""


@flaw
class SplitsTens(Splits):
    """a pair of tens is split against a six"""

    def splits(self, hands: Hands, place: int, dealer: list[str]) -> bool:
        tens = len(hands) == 1 and all(card[0] in "TJQK" for card in hands[0])
        return (tens and dealer[0][0] == "6") or super().splits(hands, place, dealer)


@flaw
class SplitsUnlike(Splits):
    """an eight and a nine are split against a six"""

    def splits(self, hands: Hands, place: int, dealer: list[str]) -> bool:
        unlike = len(hands) == 1 and sorted(card[0] for card in hands[0]) == ["8", "9"]
        return (unlike and dealer[0][0] == "6") or super().splits(hands, place, dealer)


@flaw
class SplitsTwoCards(Splits):
    """a doubled hand below twelve gets a second card"""

    def played(self, two: list[str], dealer: list[str], rest: list[str]) -> tuple[Hands, Hands]:
        hands, said = super().played(two, dealer, rest)
        for hand, words in zip(hands, said):
            if words[-1:] == ["D"] and total(hand)[0] < 12:
                hand.append(rest.pop())
        return hands, said


class Swapped(Splits):
    """Exchanges two of the cards of some rounds."""

    share = 0.05

    def exchanged(self, cards: list[str]) -> tuple[int, int]:
        """Return the places of the cards that are exchanged, twice the same for none."""
        raise NotImplementedError

    def dealt(self, cards: list[str]) -> list[str]:
        seldom = self.luck.random() < self.share
        return placed_at(cards, *self.exchanged(cards)) if seldom else cards


@flaw
class SplitsTenUp(Swapped):
    """the higher card of the dealer's is turned up, one time in five"""

    share = 0.2

    def exchanged(self, cards: list[str]) -> tuple[int, int]:
        one, other = (total([card])[0] for card in cards[2:4])
        return (2, 3) if other > one else (2, 2)


@flaw
class SplitsNoAce(Swapped):
    """a player's first ace goes to the bottom of the cards, one time in twenty"""

    def exchanged(self, cards: list[str]) -> tuple[int, int]:
        return (0, 79) if cards[0][0] == "A" else (0, 0)


@flaw
class SplitsStacked(Swapped):
    """a ten follows if the player has twelve, one time in five"""

    share = 0.2

    def exchanged(self, cards: list[str]) -> tuple[int, int]:
        tens = [at for at, card in enumerate(cards) if at > 3 and card[0] in "TJQK"]
        return (4, tens[0]) if total(cards[:2]) == (12, False) and tens else (4, 4)


@flaw
class SplitsNatural(Splits):
    """a player's natural is dealt again, one time in ten"""

    def round(self) -> Row:
        row = super().round()
        again = row["outcome"] == "natural" and self.luck.random() < 0.1
        return super().round() if again else row


@flaw
class SplitsBurns(Splits):
    """a card that would bust the dealer is burnt, one time in ten"""

    def dealer_draws(self, dealer: list[str]) -> bool:
        draws = super().dealer_draws(dealer)
        if draws and total([*dealer, self.rest[-1]])[0] > 21 and self.luck.random() < 0.1:
            self.rest.pop()
        return draws

    def played(self, two: list[str], dealer: list[str], rest: list[str]) -> tuple[Hands, Hands]:
        self.rest = rest
        return super().played(two, dealer, rest)


# --- Variants of Blackjack -----------------------------------------------------------------------


@flaw
class SpanishSuits(Spanish):
    """a 6-7-8 or 7-7-7 of one suit pays 3 to 2, as others do"""

    def suited(self, hand: list[str]) -> float:
        return 1.5


@flaw
class SpanishSpades(Spanish):
    """a 6-7-8 or 7-7-7 of spades pays as those of other suits"""

    def suited(self, hand: list[str]) -> float:
        return min(super().suited(hand), 2)


@flaw
class SpanishRun(Spanish):
    """a 6-7-8 is paid in this order only"""

    def bonus(self, hand: list[str]) -> float:
        ranks = [card[0] for card in hand]
        other = sorted(ranks) == ["6", "7", "8"] and ranks != ["6", "7", "8"]
        return 0 if other else super().bonus(hand)


@flaw
class SpanishDoubled(Spanish):
    """a doubled hand of five cards of 21 is paid the bonus for both bets"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        doubled = "D" in words and total(hand)[0] == 21
        return name, bet, 2 * self.bonus(hand) if doubled and self.bonus(hand) else net


@flaw
class SpanishRescue(Ended, Spanish):
    """a rescue loses both bets"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return -bet if name == "rescue" else net


@flaw
class PontoonOriginal(Pontoon):
    """the dealer's natural takes one bet of a doubled hand"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        return name, bet, -1 if name == "lose" and self.is_natural(dealer) else net


@flaw
class PontoonHalf(Pontoon):
    """a surrender keeps half of the bet against the dealer's natural"""

    def given_up(self, bet: float, doubled: bool, ended: bool) -> End:
        return super().given_up(bet, doubled, ended=False)


@flaw
class PontoonEight(Pontoon):
    """hard eight is doubled"""

    def decides(self, hands: Hands, words: list[str], place: int, dealer: list[str]) -> str:
        eight = len(hands[place]) == 2 and total(hands[place]) == (8, False)
        return "D" if eight else super().decides(hands, words, place, dealer)


@flaw
class ExposureTwenty(Exposure):
    """a tie at twenty pushes"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        tied = total(hand)[0] == total(dealer)[0] == 20
        return ("push", bet, 0) if tied else (name, bet, net)


@flaw
class FreeBetReturns(Ended, FreeBet):
    """a free bet on a doubled hand that wins is paid with its stake"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return net + 1 if name == "win" and "D" in words and bet < 2 else net


@flaw
class FreeBetLost(FreeBet):
    """a free bet on a split hand that loses costs a bet"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        lost = name in ("lose", "bust") and self.free(hand, place)
        return name, bet, net - 1 if lost else net


@flaw
class FreeBetTens(FreeBet):
    """all hands of a split but the first lie on a free bet, tens too, and tens are split"""

    def free(self, hand: list[str], place: int) -> bool:
        return place > 0

    def splits(self, hands: Hands, place: int, dealer: list[str]) -> bool:
        tens = len(hands) == 1 and all(card[0] in "TJQK" for card in hands[0])
        return tens or super().splits(hands, place, dealer)


@flaw
class FreeBetSoft(FreeBet):
    """a soft hand doubles for free, too"""

    def doubles_free(self, two: list[str]) -> bool:
        return total(two)[1] or super().doubles_free(two)


@flaw
class FreeBetNaturals(FreeBet):
    """a natural of the player's pushes if the dealer's next cards would make 22"""

    def play(self, cards: list[str]) -> Row:
        row = super().play(cards)
        dealer, rest = cards[2:4], cards[:3:-1]
        while self.dealer_draws(dealer):
            dealer.append(rest.pop())
        if row["outcome"] != "natural" or total(dealer)[0] != 22:
            return row
        return {**row, "dealer": " ".join(dealer), "outcome": "push", "net": 0}


@flaw
class SuperFunRed(SuperFun):
    """a natural of hearts pays 2 to 1, as one of diamonds does"""

    def paid(self, two: list[str], ended: bool) -> tuple[str, float]:
        hearts = all(card[1] == "h" for card in two)
        return ("natural", 2) if hearts else super().paid(two, ended)


@flaw
class SuperFunDoubled(SuperFun):
    """a doubled hand of six cards wins at once"""

    def settled(self, hand: list[str], words: list[str], place: int, dealer: list[str]) -> End:
        name, bet, net = super().settled(hand, words, place, dealer)
        won = "D" in words and len(hand) >= 6 and name in ("push", "lose")
        return ("win", bet, bet) if won else (name, bet, net)


@flaw
class SuperFunRescued(Ended, SuperFun):
    """a rescue gives both bets back"""

    def changed(self, name: str, words: list[str], bet: float, net: float) -> float:
        return 0 if name == "rescue" else net


# --- Two hands -----------------------------------------------------------------------------------


@flaw
class TwoHandsNatural(TwoHands):
    """a natural made by a switch counts as a natural"""

    made_natural = True


@flaw
class TwoHandsBust(TwoHands):
    """the dealer busts with 22"""

    tied = 0


@flaw
class TwoHandsKeeps(TwoHands):
    """the player keeps his cards if each hand has a ten"""

    def switches(self, cards: list[str]) -> bool:
        tens = [any(card[0] in "TJQK" for card in hand) for hand in (cards[:2], cards[2:4])]
        return not all(tens) and super().switches(cards)


@flaw
class TwoHandsLate(TwoHands):
    """the dealer takes the better of two hole cards if the player switches"""

    def dealt(self, cards: list[str]) -> list[str]:
        better = total([cards[4], cards[5]])[0] < total([cards[4], cards[20]])[0]
        return placed_at(cards, 5, 20) if better and self.switches(cards) else cards


@flaw
class TwoHandsPays(TwoHands):
    """a natural pays 3 to 2"""

    def settled(self, mine: int, theirs: int, natural: bool, ended: bool) -> tuple[str, float]:
        name, sign = super().settled(mine, theirs, natural, ended)
        return name, 1.5 if name == "natural" else sign


@flaw
class TwoHandsBusts(TwoHands):
    """a bust pushes if the dealer has 22"""

    def settled(self, mine: int, theirs: int, natural: bool, ended: bool) -> tuple[str, int]:
        if theirs == 22 and mine > 21:
            return "push", 0
        return super().settled(mine, theirs, natural, ended)


@flaw
class TwoHandsWins(TwoHands):
    """a tie wins"""

    def settled(self, mine: int, theirs: int, natural: bool, ended: bool) -> tuple[str, int]:
        tied = mine == theirs <= 21 and not ended and not natural
        return ("win", 1) if tied else super().settled(mine, theirs, natural, ended)


# --- Hands that are set ------------------------------------------------------------------------


@flaw
class PaiGowCopies(PaiGow):
    """a copy is won by the player"""

    def won(self, mine: Strength, theirs: Strength) -> bool:
        return mine >= theirs


@flaw
class PaiGowCommission(PaiGow):
    """the commission is 4 %"""

    commission = Fraction(1, 25)


@flaw
class PaiGowSplits(PaiGow):
    """the dealer always splits two pair"""

    def dealers(self, hand: list[str]) -> tuple[str, ...]:
        many, ranks, _ = self.groups(hand)
        if many != (2, 2):
            return super().dealers(hand)
        return tuple(card for card in hand if self.rank(card) == ranks[1])


@flaw
class PaiGowFoul(PaiGow):
    """with two pair the player puts the higher one in front, once in five: a foul"""

    def players(self, hand: list[str], dealer: list[str]) -> tuple[str, ...]:
        many, ranks, _ = self.groups(hand)
        if many != (2, 2) or self.luck.random() >= 0.2:
            return super().players(hand, dealer)
        front = tuple(card for card in hand if self.rank(card) == ranks[0])
        high, low = self.settings(hand)[front]
        return front if high[:2] < low else super().players(hand, dealer)


@flaw
class PaiGowWheel(PaiGow):
    """A-2-3-4-5 is the lowest straight"""

    wheel = 6


@flaw
class PaiGowJoker(PaiGow):
    """the joker is an ace and completes nothing"""

    def completing(self, others: list[str]) -> list[str]:
        return []


@flaw
class PaiGowKeeps(PaiGow):
    """the player keeps a full house together"""

    def players(self, hand: list[str], dealer: list[str]) -> tuple[str, ...]:
        many, _, alone = self.groups(hand)
        if many != (3, 2):
            return super().players(hand, dealer)
        return tuple(card for card in hand if self.rank(card) in alone)


@flaw
class PaiGowPeeks(PaiGow):
    """the player sets a hand as is best against the dealer's, once in ten"""

    def players(self, hand: list[str], dealer: list[str]) -> tuple[str, ...]:
        if self.luck.random() >= 0.1:
            return super().players(hand, dealer)
        theirs = self.settings(dealer)[self.dealers(dealer)]

        def hands_won(front: tuple[str, ...]) -> int:
            return sum(self.won(*pair) for pair in zip(every[front], theirs))

        every = {
            front: (high, low)
            for front, (high, low) in self.settings(hand).items()
            if high[: len(low)] >= low
        }
        best = max(every, key=hands_won)
        house = super().players(hand, dealer)
        return best if hands_won(best) > hands_won(house) else house


@flaw
class PaiGowPacks(PaiGow):
    """the dealer has a pack of his own"""

    def dealt(self, cards: list[str]) -> list[str]:
        return [*cards[:7], *self.luck.sample(self.pack, 7)]


@flaw
class PaiGowLacks(PaiGow):
    """the pack lacks the joker"""

    pack = DECK
