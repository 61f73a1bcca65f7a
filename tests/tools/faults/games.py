"""Right simulators in plain Python, one a game; a fault changes one of their methods.

`shuffled` gives the cards of a round, `dealt` what becomes of them, `play` the settled round, and
`logged` the rows that are written. They share nothing with combin but the rules; where the best
play goes by all cards of a hand, it is looked up in combin's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

import combin
from combin.families.blackjack.rounds import Decisions
from faults.hands import (
    ACE,
    DECK,
    KING,
    QUEEN,
    RANKS,
    TEN,
    VALUE,
    Strength,
    points,
    poker,
    poker_line,
    three,
    total,
)  # fmt: skip

Row = dict[str, Any]


class Simulator:
    """A simulator of one bet.

    slug, bet, choices: as combin calls the game. strategy: how it is played, in lines; empty where
    nothing is decided. cards: the columns of cards. needs: cards of a round, at most. actions: the
    columns of decisions. pack: what is shuffled.
    """

    slug = ""
    bet = "base"
    choices: ClassVar[dict[str, str]] = {}
    strategy = ""
    cards: ClassVar[Sequence[str]] = ()
    actions: ClassVar[Sequence[str]] = ()
    needs = 0
    pack = DECK

    def __init__(self, seed: int, rounds: int) -> None:
        self.dice, self.luck = random.Random(seed), random.Random(seed + 1_000_000)
        self.rounds, self.number = rounds, 0

    def shuffled(self) -> list[str]:
        """Return the cards of a round in the order in which they are dealt."""
        return self.dice.sample(self.pack, self.needs)

    def dealt(self, cards: list[str]) -> list[str]:
        """Return what becomes of the shuffled cards."""
        return cards

    def play(self, cards: list[str]) -> Row:
        """Return a settled round."""
        raise NotImplementedError

    def round(self) -> Row:
        """Deal and play one round."""
        return self.play(self.dealt(self.shuffled()))

    def logged(self, row: Row) -> list[Row]:
        """Return the rows that are written for a round."""
        return [row]

    def rows(self) -> Iterator[Row]:
        """Yield the rows of a log."""
        for number in range(1, self.rounds + 1):
            self.number = number
            yield from self.logged({"round": number, **self.round()})

    @property
    def full(self) -> list[str]:
        """The columns of a log with every card."""
        return ["round", *self.cards, *self.actions, "outcome", "staked", "net"]

    @property
    def outcomes(self) -> list[str]:
        """The columns of a log of outcomes."""
        return [*(["actions"] if self.actions else []), "outcome", "net"]


def text(cards: Sequence[str]) -> str:
    return " ".join(cards)


class Caribbean(Simulator):
    """Caribbean Stud; ace-king or better raises."""

    slug = "caribbean-stud"
    strategy = "raise: ace-king or better\nfold: otherwise"
    cards = ("player", "up", "down")
    actions = ("fold or raise",)
    needs = 10
    pays: ClassVar[dict[str, int]] = {
        "royal-flush": 100, "straight-flush": 50, "four-of-a-kind": 20, "full-house": 7, "flush": 5, "straight": 4,
        "three-of-a-kind": 3, "two-pair": 2, "pair": 1, "ace-king": 1, "less": 1,
    }  # fmt: skip
    wheel = True
    tie = 0

    def strength(self, cards: list[str]) -> Strength:
        return poker(cards, self.wheel)

    def line(self, strength: Strength) -> str:
        if strength[0]:
            return poker_line(strength)
        return "ace-king" if strength[1:3] == (ACE, KING) else "less"

    def raises(self, mine: Strength, cards: list[str]) -> bool:
        return self.line(mine) != "less"

    def qualifies(self, theirs: Strength) -> bool:
        return self.line(theirs) != "less"

    def unqualified(self, line: str) -> int:
        """Return what a round wins against a dealer who does not qualify."""
        return 1

    def won(self, mine: Strength, theirs: Strength) -> bool:
        return mine > theirs

    def play(self, cards: list[str]) -> Row:
        player, dealer = cards[:5], cards[5:]
        mine, theirs = self.strength(player), self.strength(dealer)
        line, action = self.line(mine), "raise" if self.raises(mine, cards) else "fold"
        if action == "fold":
            outcome, net = "fold", -1
        elif not self.qualifies(theirs):
            outcome, net = "dealer-does-not-qualify", self.unqualified(line)
        elif mine == theirs:
            outcome, net = "tie", self.tie
        elif self.won(mine, theirs):
            outcome, net = f"player-wins.{line}", 1 + 2 * self.pays[line]
        else:
            outcome, net = "dealer-wins", -3
        return {
            "player": text(player), "up": dealer[0], "down": text(dealer[1:]), "fold or raise": action,
            "actions": action, "outcome": outcome, "staked": 1 if action == "fold" else 3, "net": net,
        }  # fmt: skip


class ThreeCard(Simulator):
    """Three Card Poker; queen-six-four or better plays."""

    slug = "three-card-poker"
    strategy = "play: Q-6-4 or better\nfold: otherwise"
    cards = ("player", "dealer")
    actions = ("fold or play",)
    needs = 6
    bonus: ClassVar[dict[str, int]] = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
    least: Strength = (0, QUEEN)
    plays_from: Strength = (0, QUEEN, 4, 2)
    wheel = True
    unqualified = 1
    tie = 0

    def strength(self, cards: list[str]) -> Strength:
        return three(cards, self.wheel)

    def plays(self, mine: Strength, cards: list[str]) -> bool:
        return mine >= self.plays_from

    def pays_bonus(self, outcome: str) -> bool:
        return True

    def play(self, cards: list[str]) -> Row:
        player, dealer = cards[:3], cards[3:]
        mine, theirs = self.strength(player), self.strength(dealer)
        line = ("", "", "", "straight", "three-of-a-kind", "straight-flush")[mine[0]] or "less"
        action = "play" if self.plays(mine, cards) else "fold"
        if action == "fold":
            outcome, net = "fold", -1
        elif theirs < self.least:
            outcome, net = "dealer-does-not-qualify", self.unqualified
        elif mine == theirs:
            outcome, net = "tie", self.tie
        else:
            outcome, net = ("player-wins", 2) if mine > theirs else ("dealer-wins", -2)
        bonus = "none" if action == "fold" else line
        if self.pays_bonus(outcome):
            net += self.bonus.get(bonus, 0)
        return {
            "player": text(player), "dealer": text(dealer), "fold or play": action, "actions": action,
            "outcome": f"{outcome}, ante-bonus {bonus}", "staked": 1 if action == "fold" else 2, "net": net,
        }  # fmt: skip


class LetItRide(Simulator):
    """Let It Ride; a pair of tens or better rides."""

    slug = "let-it-ride"
    strategy = (
        "bet 1:\nlet-it-ride: a pair of tens or better\npull-back: otherwise\n\n"
        "bet 2:\nlet-it-ride: a pair of tens or better\npull-back: otherwise"
    )
    cards = ("player", "first", "second")
    actions = ("bet 1", "bet 2")
    needs = 5
    pays: ClassVar[dict[str, int]] = {
        "royal-flush": 1000, "straight-flush": 200, "four-of-a-kind": 50, "full-house": 11, "flush": 8, "straight": 5,
        "three-of-a-kind": 3, "two-pair": 2, "pair-of-tens-or-better": 1, "less": -1,
    }  # fmt: skip
    lowest = TEN

    def rides(self, number: int, seen: list[str], cards: list[str]) -> bool:
        values = [VALUE[card] for card in seen]
        pairs = [value for value in {*values} if values.count(value) > 1]
        most = max(map(values.count, values))
        return most > 2 or len(pairs) > 1 or any(value >= TEN for value in pairs)

    def line(self, cards: list[str]) -> str:
        mine = poker(cards)
        if mine[0] > 1:
            return poker_line(mine)
        return "pair-of-tens-or-better" if mine[0] == 1 and mine[1] >= self.lowest else "less"

    def play(self, cards: list[str]) -> Row:
        rides = [self.rides(1, cards[:3], cards), self.rides(2, cards[:4], cards)]
        actions = ["let-it-ride" if ride else "pull-back" for ride in rides]
        line, staked = self.line(cards), 1 + sum(rides)
        return {
            "player": text(cards[:3]), "first": cards[3], "second": cards[4], "bet 1": actions[0], "bet 2": actions[1],
            "actions": " / ".join(actions), "outcome": line, "staked": staked, "net": staked * self.pays[line],
        }  # fmt: skip


class CasinoHoldem(Simulator):
    """Casino Hold'em; every hand calls."""

    slug = "casino-holdem"
    strategy = "call: otherwise"
    cards = ("hole", "flop", "turn-and-river", "dealer")
    actions = ("fold or call",)
    needs = 9
    pays: ClassVar[dict[str, int]] = {
        "royal-flush": 100, "straight-flush": 20, "four-of-a-kind": 10, "full-house": 3, "flush": 2,
    }  # fmt: skip
    least: Strength = (1, 2)

    def best(self, own: list[str], board: list[str]) -> Strength:
        return poker(own + board)

    def calls(self, cards: list[str]) -> bool:
        return True

    def play(self, cards: list[str]) -> Row:
        hole, flop, later, dealer = cards[:2], cards[2:5], cards[5:7], cards[7:9]
        mine, theirs = self.best(hole, flop + later), self.best(dealer, flop + later)
        action = "call" if self.calls(cards) else "fold"
        line = poker_line(mine)
        line = line if line in self.pays else "less"
        ante = self.pays.get(line, 1)
        if action == "fold":
            outcome, net = "fold", -1
        elif theirs < self.least:
            outcome, net = f"dealer-does-not-qualify.{line}", ante
        elif mine == theirs:
            outcome, net = "tie", 0
        elif mine > theirs:
            outcome, net = f"player-wins.{line}", ante + 2
        else:
            outcome, net = "dealer-wins", -3
        return {
            "hole": text(hole), "flop": text(flop), "turn-and-river": text(later), "dealer": text(dealer),
            "fold or call": action, "actions": action, "outcome": outcome,
            "staked": 1 if action == "fold" else 3, "net": net,
        }  # fmt: skip


class Jacks(Simulator):
    """Jacks or Better; made hands and pairs are held, of all others nothing."""

    slug = "jacks-or-better"
    strategy = (
        "hold: pat straight flush, royal flush, full house, flush or straight\n"
        "hold: four of a kind or three of a kind\nhold: two pair\nhold: a high pair\nhold: a low pair\nhold none: otherwise"
    )
    cards = ("hand", "discard", "new")
    needs = 10
    pays: ClassVar[dict[str, int]] = {
        "royal-flush": 800, "straight-flush": 50, "four-of-a-kind": 25, "full-house": 9, "flush": 6, "straight": 4,
        "three-of-a-kind": 3, "two-pair": 2, "pair-of-jacks": 1, "less": 0,
    }  # fmt: skip
    lowest = RANKS.index("J")

    def holds(self, hand: list[str], cards: list[str]) -> list[str]:
        """Return the cards that are held."""
        if poker(hand)[0] in (4, 5, 6, 8):
            return hand
        values = [VALUE[card] for card in hand]
        return [card for card in hand if values.count(VALUE[card]) > 1]

    def line(self, cards: list[str]) -> str:
        mine = poker(cards)
        if mine[0] > 1:
            return poker_line(mine)
        return "pair-of-jacks" if mine[0] == 1 and mine[1] >= self.lowest else "less"

    def drawn(self, cards: list[str], many: int) -> list[str]:
        """Return the cards that are drawn."""
        return cards[5 : 5 + many]

    def play(self, cards: list[str]) -> Row:
        hand = cards[:5]
        held = self.holds(hand, cards)
        new = self.drawn(cards, 5 - len(held))
        line = self.line([*held, *new])
        return {
            "hand": text(hand), "discard": text([card for card in hand if card not in held]), "new": text(new),
            "outcome": line, "staked": 1, "net": self.pays[line] - 1,
        }  # fmt: skip


# --- Shoes ---------------------------------------------------------------------------------------


class FromShoe(Simulator):
    """Rounds dealt on from one shoe until the cut card.

    packs: of the shoe. cut: cards behind the cut card. burnt: cards that are burnt first.
    """

    packs = 8
    cut = 14
    burnt = 1

    def __init__(self, seed: int, rounds: int) -> None:
        super().__init__(seed, rounds)
        self.left: list[str] = []
        self.shoe = 0

    @property
    def full(self) -> list[str]:
        return ["shoe", *super().full]

    @property
    def outcomes(self) -> list[str]:
        return ["shoe", *super().outcomes]

    def opened(self) -> list[str]:
        """Return the cards of a shuffled shoe, the next one last."""
        cards = DECK * self.packs
        self.dice.shuffle(cards)
        return cards

    def over(self) -> bool:
        """Return whether the cut card has come."""
        return len(self.left) <= self.cut

    def shuffled(self) -> list[str]:
        if not self.shoe or self.over():
            self.left = self.opened()
            self.shoe += 1
            del self.left[len(self.left) - self.burnt :]
        return self.left[: -self.needs - 1 : -1]

    def used(self, row: Row) -> int:
        """Return how many cards a round takes from the shoe."""
        return sum(bool(row[zone]) for zone in self.cards)

    def round(self) -> Row:
        row = super().round()
        del self.left[len(self.left) - self.used(row) :]
        return {"shoe": self.shoe, **row}


class Baccarat(FromShoe):
    """Baccarat, the bet on the banker, 5 % of a win."""

    slug = "baccarat"
    cards = ("player-1", "player-2", "banker-1", "banker-2", "player-3", "banker-3")
    needs = 6
    commission = Fraction(1, 20)
    tie = 0

    def player_draws(self, player: int, banker: int) -> bool:
        return player < 6 and banker < 8

    def banker_draws(self, banker: int, player: int, third: int | None) -> bool:
        """Return whether the banker draws; third: what the player's third card counts."""
        if third is None:
            return banker < 6 and player < 8
        answers = ({*range(10)},) * 3 + ({*range(10)} - {8}, {*range(2, 8)}, {*range(4, 8)}, {6, 7})
        return banker < 7 and third in answers[banker]

    def points(self, cards: Sequence[str]) -> int:
        return points(cards)

    def play(self, cards: list[str]) -> Row:
        player, banker, rest = cards[:2], cards[2:4], cards[4:]
        mine, theirs = self.points(player), self.points(banker)
        third = fourth = ""
        if self.player_draws(mine, theirs):
            third, *rest = rest
        if max(mine, theirs) < 8 and self.banker_draws(
            theirs, mine, self.points([third]) if third else None
        ):
            fourth = rest[0]
        mine = self.points([*player, third] if third else player)
        theirs = self.points([*banker, fourth] if fourth else banker)
        if mine == theirs:
            outcome, net = "tie", Fraction(self.tie)
        elif mine > theirs:
            outcome, net = "player-wins", Fraction(-1)
        else:
            outcome, net = "banker-wins", 1 - self.commission
            if theirs == 6:
                outcome = "wins-with-6"
            if theirs == 7 and fourth:
                outcome = "wins-with-three-card-7"
        zones = dict(zip(self.cards, [*player, *banker, third, fourth]))
        return {**zones, "outcome": outcome, "staked": 1, "net": float(net)}


class DragonTiger(FromShoe):
    """Dragon Tiger, the bet on the dragon; a tie costs half."""

    slug = "dragon-tiger"
    cards = ("dragon", "tiger")
    needs = 2
    tie = -0.5
    order = "A23456789TJQK"

    def play(self, cards: list[str]) -> Row:
        dragon, tiger = (self.order.index(card[0]) for card in cards)
        if dragon == tiger:
            outcome, net = "tie", self.tie
        else:
            outcome, net = ("dragon-wins", 1) if dragon > tiger else ("tiger-wins", -1)
        return {"dragon": cards[0], "tiger": cards[1], "outcome": outcome, "staked": 1, "net": net}


class War(FromShoe):
    """Casino War; every tie goes to war."""

    slug = "casino-war"
    strategy = "war: otherwise"
    cards = ("player", "dealer", "player-in-war", "dealer-in-war")
    actions = ("surrender or war",)
    needs = 4
    packs = 6
    cut = 60
    bonus = 2

    def war(self, cards: list[str]) -> tuple[str, float]:
        mine, theirs = (VALUE[card] for card in cards[2:])
        if mine == theirs:
            return "war-tied", self.bonus
        return ("war-won", 1) if mine > theirs else ("war-lost", -2)

    def play(self, cards: list[str]) -> Row:
        mine, theirs = VALUE[cards[0]], VALUE[cards[1]]
        action, later = ("war", cards[2:]) if mine == theirs else ("", ["", ""])
        if action:
            outcome, net = self.war(cards)
        else:
            outcome, net = ("player-wins", 1) if mine > theirs else ("dealer-wins", -1)
        return {
            "player": cards[0], "dealer": cards[1], "player-in-war": later[0], "dealer-in-war": later[1],
            "surrender or war": action, "actions": action, "outcome": outcome, "staked": 2 if action else 1, "net": net,
        }  # fmt: skip

    def used(self, row: Row) -> int:
        return super().used(row) + (3 if row["actions"] else 0)  # three are burnt before a war


class RedDog(FromShoe):
    """Red Dog; spreads of seven and more raise."""

    slug = "red-dog"
    strategy = "raise: a spread of 7 or more\nstand: otherwise"
    cards = ("first", "second", "third")
    actions = ("stand or raise",)
    needs = 3
    packs = 6
    cut = 60
    pays: ClassVar[dict[int, int]] = {1: 5, 2: 4, 3: 2, 4: 1}
    alike = 11

    def raises(self, spread: int, cards: list[str]) -> bool:
        return spread >= 7

    def play(self, cards: list[str]) -> Row:
        low, high = sorted(VALUE[card] for card in cards[:2])
        spread, third, action, staked = high - low - 1, cards[2], "", 1
        if spread < 0:
            same = VALUE[third] == low
            outcome, net = ("three-alike", self.alike) if same else ("pair", 0)
        elif not spread:
            outcome, net, third = "consecutive", 0, ""
        else:
            action = "raise" if self.raises(spread, cards) else "stand"
            staked = 2 if action == "raise" else 1
            pay = self.pays[min(spread, 4)]
            won = low < VALUE[third] < high
            outcome, net = (
                (f"spread-{min(spread, 4)}", pay * staked) if won else ("outside", -staked)
            )
        return {
            "first": cards[0], "second": cards[1], "third": third, "stand or raise": action, "actions": action,
            "outcome": outcome, "staked": staked, "net": net,
        }  # fmt: skip


# --- Blackjack -----------------------------------------------------------------------------------

TENS = "TJQK"
HARD = {
    9: "HDDDDHHHHH", 10: "DDDDDDDDHH", 11: "DDDDDDDDDH", 12: "HHSSSHHHHH",
    **dict.fromkeys((13, 14, 15, 16), "SSSSSHHHHH"),
}  # fmt: skip
SOFT = {
    **dict.fromkeys((13, 14), "HHHDDHHHHH"), **dict.fromkeys((15, 16), "HHDDDHHHHH"), 17: "HDDDDHHHHH",
    18: "SDDDDSSHHH",
}  # fmt: skip
UPS = "23456789TA"
DRAWN_TO = {*((value, soft) for value in range(17) for soft in (False, True)), (17, True)}
LETTERS = {"hit": "H", "stand": "S", "double": "D"}
WORDS = {**LETTERS, "surrender": "R"}


def place_of(card: str) -> int:
    """Return the place of a card among those that count alike, an ace first."""
    return 9 if card[0] in TENS else "A23456789".index(card[0])


def wanted(hard: bool, value: int, up: str) -> str:
    """Return what the chart says of two cards; of more, D is H, or S with a soft 18."""
    table, otherwise = (
        (HARD, "H" if value < 12 else "S") if hard else (SOFT, "H" if value < 13 else "S")
    )
    return table[value][UPS.index(up)] if value in table else otherwise


def chart() -> str:
    """Return the chart as combin reads it; pairs are played by their total."""
    lines = []
    for value in range(4, 22):
        lines.append(f"hard {value} " + " ".join(wanted(True, value, up) for up in UPS))
    for value in range(12, 22):
        letters = [wanted(False, value, up) for up in UPS]
        lines.append(
            f"soft {value} "
            + " ".join("Ds" if value == 18 and one == "D" else one for one in letters)
        )
    for rank in UPS:
        value = 12 if rank == "A" else 2 * (10 if rank == "T" else int(rank))
        lines.append(f"pair {rank} " + " ".join(wanted(rank != "A", value, up) for up in UPS))
    return "\n".join(lines)


class Blackjack(Simulator):
    """Blackjack from six packs, without splits, by a chart; the dealer looks for a natural."""

    slug = "blackjack"
    choices: ClassVar[dict[str, str]] = {"splits": "1"}
    strategy = chart()
    cards = ("player", "dealer", "hands")
    actions = ("actions",)
    needs = 24
    pack = DECK * 6
    natural = 1.5
    push = 0
    looks = True

    def dealer_draws(self, value: int, soft: bool) -> bool:
        return value < 17

    def decides(self, hand: list[str], dealer: list[str], cards: list[str]) -> str:
        """Return what the player does."""
        value, soft = total(hand)
        if value >= 21:
            return "S"
        up = "T" if dealer[0][0] in TENS else dealer[0][0]
        letter = wanted(not soft, value, up)
        if letter == "D" and len(hand) > 2:
            return "S" if soft and value == 18 else "H"
        return letter

    def settled(self, value: int, theirs: int) -> tuple[str, int]:
        """Return how a hand that has not bust ends: what it is called, and 1, 0 or -1."""
        if theirs > 21 or value > theirs:
            return "win", 1
        return ("push", self.push) if value == theirs else ("lose", -1)

    def play(self, cards: list[str]) -> Row:
        hand, dealer, rest = cards[:2], cards[2:4], cards[:3:-1]
        mine, theirs = total(hand)[0] == 21, total(dealer)[0] == 21
        actions, staked = [], 1
        if mine or (theirs and self.looks):
            outcome = "push" if mine and theirs else "natural" if mine else "lose"
            net = {"push": 0, "natural": self.natural, "lose": -1}[outcome]
            return self.row(cards[:2], dealer, hand, actions, outcome, staked, net)
        while not actions or actions[-1] == "H":
            if total(hand)[0] > 21 or (actions and total(hand)[0] == 21):
                break
            actions.append(self.decides(hand, dealer, cards))
            if actions[-1] == "D":
                staked = 2
            if actions[-1] != "S":
                hand = [*hand, rest.pop()]
        value = total(hand)[0]
        if value > 21:
            return self.row(cards[:2], dealer, hand, actions, "bust", staked, -staked)
        while self.dealer_draws(*total(dealer)):
            dealer = [*dealer, rest.pop()]
        outcome, sign = self.settled(value, total(dealer)[0])
        return self.row(cards[:2], dealer, hand, actions, outcome, staked, sign * staked)

    def row(
        self, two: list[str], dealer: list[str], hand: list[str], actions: list[str], outcome: str, staked: int, net: float
    ) -> Row:  # fmt: skip
        return {
            "player": text(two), "dealer": text(dealer), "hands": text(hand), "actions": " ".join(actions),
            "outcome": outcome, "staked": staked, "net": net,
        }  # fmt: skip


class BlackjackShoe(FromShoe, Blackjack):
    """Blackjack dealt to three quarters of a shoe."""

    packs, cut, burnt = 6, 78, 0

    def used(self, row: Row) -> int:
        return len(str(row["hands"]).split()) + len(str(row["dealer"]).split())


@cache
def model_of(slug: str, *choices: tuple[str, str]) -> Decisions:
    """Return the play of combin's model, which goes by all cards of a hand."""
    return Decisions(combin.load(slug, dict(choices)))


class TwoHands(Simulator):
    """Blackjack Switch from one pack, without splits; the dealer looks for a natural. What the
    player does is looked up in combin's model, all else is done here.
    """

    slug = "blackjack-switch"
    choices: ClassVar[dict[str, str]] = {"packs": "1", "splits": "1"}
    cards = ("player", "dealer", "hands")
    actions = ("actions",)
    needs = 40
    made_natural = False
    tied = 22

    @property
    def model(self) -> Decisions:
        return model_of(self.slug, *self.choices.items())

    def switches(self, cards: list[str]) -> bool:
        """Return whether the player switches the second of his four cards, the first of all."""
        number = "".join(str(place_of(card)) for card in cards[:4])
        return bool(self.model.exchanges[place_of(cards[4])][int(number)])

    def decides(self, hand: list[str], dealer: list[str]) -> str:
        """Return what the player does."""
        ranks, up = [place_of(card) for card in hand], place_of(dealer[0])
        if len(hand) == 2 and total(hand)[0] < 21:
            return LETTERS[self.model.first[up][10 * ranks[0] + ranks[1]]]
        return "H" if self.model.hits[up][self.model.hands.of(*ranks)] else "S"

    def play(self, cards: list[str]) -> Row:
        dealer, rest = cards[4:6], cards[:5:-1]
        ended, crossed = total(dealer)[0] == 21, False
        hands = [cards[0:2], cards[2:4]]
        if not ended and self.switches(cards):
            crossed, hands = True, [[cards[0], cards[3]], [cards[2], cards[1]]]
        natural = [total(hand)[0] == 21 and (self.made_natural or not crossed) for hand in hands]
        said: list[list[str]] = [[], []]
        for hand, words, is_natural in zip(hands, said, natural):
            while (
                not (ended or is_natural)
                and total(hand)[0] <= 21
                and words[-1:] not in (["S"], ["D"])
            ):
                words.append(self.decides(hand, dealer))
                if words[-1] != "S":
                    hand.append(rest.pop())
        waits = [not one and total(hand)[0] <= 21 for one, hand in zip(natural, hands)]
        while any(waits) and not ended and total(dealer) in DRAWN_TO:
            dealer.append(rest.pop())
        outcomes, staked, net = [], 0, 0
        for hand, words, is_natural in zip(hands, said, natural):
            bet = 2 if "D" in words else 1
            outcome, sign = self.settled(total(hand)[0], total(dealer)[0], is_natural, ended)
            outcomes.append(outcome)
            staked, net = staked + bet, net + sign * bet
        actions = " || ".join(" ".join(words) or "-" for words in said)
        return {
            "player": " || ".join((text(cards[0:2]), text(cards[2:4]))), "dealer": text(dealer),
            "hands": " || ".join(map(text, hands)), "actions": f"X {actions}" if crossed else actions,
            "outcome": " || ".join(outcomes), "staked": staked, "net": net,
        }  # fmt: skip

    def settled(self, mine: int, theirs: int, natural: bool, ended: bool) -> tuple[str, int]:
        """Return how a hand ends: what it is called, and 1, 0 or -1; ended: by a natural."""
        if natural:
            return ("push", 0) if ended else ("natural", 1)
        if mine > 21:
            return "bust", -1
        if theirs == self.tied or (mine == theirs and not ended):
            return "push", 0
        return ("win", 1) if theirs > 21 or mine > theirs else ("lose", -1)


class Table(Simulator):
    """A game of blackjack with splits, its dealer looking for a natural. What the player does is
    looked up in combin's model, all else is done here.

    tied: what a natural wins against the dealer's. most: hands of a pair; most_aces: of aces, each
    with one card if one_card. tie: of equal totals. pushes: a total of the dealer's. bonuses: cards
    of a 21, at least -> what it wins.
    """

    cards = ("player", "dealer", "hands")
    actions = ("actions",)
    needs = 80
    pack = DECK * 6
    natural = 1.5
    tied = 0.0
    looks = True
    hits_soft = False
    most, most_aces, one_card = 4, 4, False
    tie = 0.0
    pushes: int | None = None
    wins_21 = False
    charlie = 99
    bonuses: ClassVar[dict[int, float]] = {}

    @property
    def model(self) -> Decisions:
        return model_of(self.slug, *self.choices.items())

    def value(self, hand: list[str]) -> int:
        """Return what a hand counts for when it is settled."""
        return total(hand)[0]

    def is_natural(self, two: list[str]) -> bool:
        return len(two) == 2 and total(two)[0] == 21

    def paid(self, two: list[str], ended: bool) -> tuple[str, float]:
        """Return what a natural is called and wins; ended: against the dealer's."""
        if not ended:
            return "natural", self.natural
        return ("natural" if self.tied > 0 else "push"), self.tied

    def dealer_draws(self, dealer: list[str]) -> bool:
        value, soft = total(dealer)
        return value < 17 or (value == 17 and soft and self.hits_soft)

    def splits(self, hands: list[list[str]], place: int, dealer: list[str]) -> bool:
        """Return whether a hand is split: a pair once more whenever that is allowed."""
        pair = place_of(hands[place][0])
        if pair != place_of(hands[place][1]):
            return False
        if len(hands) == 1:
            return self.looked_up(hands, [], place, dealer) == "split"
        return len(hands) < (self.most if pair else self.most_aces)

    def plays_on(self, hand: list[str], words: list[str], split: bool) -> bool:
        """Return whether something is to be decided with a hand."""
        if split and self.one_card and hand[0][0] == "A":
            return False
        charlie = len(hand) >= self.charlie and "D" not in words
        return total(hand)[0] < 21 and not charlie and words[-1:] not in (["S"], ["R"])

    def free(self, hand: list[str], place: int) -> bool:
        """Return whether the house put up the first bet of a hand."""
        return False

    def doubles_free(self, two: list[str]) -> bool:
        """Return whether the house puts up the second bet of a hand."""
        return False

    def looked_up(
        self, hands: list[list[str]], words: list[str], place: int, dealer: list[str]
    ) -> str:
        """Return what combin's model does with a hand."""
        up = self.model.seen([place_of(card) for card in dealer])
        ranks = [place_of(card) for card in hands[place]]
        if len(hands) == 1 and not words:
            return self.model.first[up][10 * ranks[0] + ranks[1]]
        lost = 0 if self.free(hands[place], place) else 1
        split = len(hands) > 1
        done = self.model.split(up, ranks[0], lost) if split else self.model.columns[up].values.done
        return done(self.model.hands.of(*ranks), words.count("D"))

    def decides(
        self, hands: list[list[str]], words: list[str], place: int, dealer: list[str]
    ) -> str:
        """Return what the player does with a hand."""
        return WORDS[self.looked_up(hands, words, place, dealer)]

    def goes_on(
        self, hands: list[list[str]], words: list[str], place: int, dealer: list[str]
    ) -> bool:
        """Return whether a doubled hand is given up."""
        return self.looked_up(hands, words, place, dealer) == "rescue"

    def played(
        self, two: list[str], dealer: list[str], rest: list[str]
    ) -> tuple[list[list[str]], list[list[str]]]:
        """Return the hands that two cards became, and what was done with each."""
        hands, said, place = [[*two]], [list[str]()], 0
        while place < len(hands):
            hand, words = hands[place], said[place]
            if len(hand) == 1:
                hand.append(rest.pop())
            if self.splits(hands, place, dealer):
                hands.insert(place + 1, [hand.pop()])
                said.insert(place + 1, [])
                words.append("P")
                continue
            while self.plays_on(hand, words, len(hands) > 1):
                if "D" in words:
                    words += ["R"] if self.goes_on(hands, words, place, dealer) else []
                    break
                words.append(self.decides(hands, words, place, dealer))
                if words[-1] in "HD":
                    hand.append(rest.pop())
            place += 1
        return hands, said

    def waits(self, hand: list[str], words: list[str]) -> bool:
        """Return whether the dealer draws against a hand."""
        won = "D" not in words and (self.bonus(hand) or len(hand) >= self.charlie)
        value = total(hand)[0]
        return not (won or value > 21 or "R" in words or (self.wins_21 and value == 21))

    def bonus(self, hand: list[str]) -> float:
        """Return what a hand that is not doubled wins beyond even money, 0 if it does not."""
        if total(hand)[0] != 21:
            return 0
        return max((pays for least, pays in self.bonuses.items() if len(hand) >= least), default=0)

    def bets(self, hand: list[str], words: list[str], place: int) -> tuple[int, int]:
        """Return what a hand wins, and what it loses."""
        doubled = "D" in words
        own = 0 if self.free(hand, place) else 1
        return 1 + doubled, own + (doubled and not self.doubles_free(hand[:2]))

    def settled(
        self, hand: list[str], words: list[str], place: int, dealer: list[str]
    ) -> tuple[str, float, float]:
        """Return how a hand that is no natural ends: what it is called, its stake and its net."""
        won, bet = self.bets(hand, words, place)
        value, theirs, doubled = self.value(hand), self.value(dealer), "D" in words
        if value > 21:
            return "bust", bet, -bet
        if not doubled and (pays := self.bonus(hand)):
            return "win", bet, pays
        if self.wins_21 and value == 21:
            return "win", bet, won
        if "R" in words:
            return self.given_up(bet, doubled, self.is_natural(dealer))
        if self.is_natural(dealer):
            return "lose", bet, -bet
        if len(hand) >= self.charlie and not doubled:
            return "win", bet, won
        if theirs == self.pushes:
            return "push", bet, 0
        if theirs > 21 or value > theirs:
            return "win", bet, won
        if value == theirs and self.tie >= 0:
            return ("win" if self.tie else "push"), bet, self.tie * won
        return "lose", bet, -bet * (-self.tie if value == theirs else 1)

    def given_up(self, bet: float, doubled: bool, ended: bool) -> tuple[str, float, float]:
        """Return how a hand ends that is given up; ended: against a natural."""
        if doubled:
            return "rescue", bet, -bet / 2
        return "surrender", bet, -bet if ended else -bet / 2

    def summed(self, ends: list[tuple[str, float, float]]) -> tuple[float, float]:
        """Return what is staked on all hands, and won."""
        return sum(bet for _, bet, _ in ends), sum(net for _, _, net in ends)

    def play(self, cards: list[str]) -> Row:
        two, dealer, rest = cards[:2], cards[2:4], cards[:3:-1]
        ended = self.is_natural(dealer)
        if self.is_natural(two):
            outcome, net = self.paid(two, ended)
            return self.row(two, dealer, [two], [[]], [(outcome, 1, net)])
        if ended and self.looks:
            return self.row(two, dealer, [two], [[]], [("lose", 1, -1)])
        hands, said = self.played(two, dealer, rest)
        if any(map(self.waits, hands, said)):
            while self.dealer_draws(dealer):
                dealer.append(rest.pop())
        ends = [
            self.settled(hand, words, place, dealer)
            for place, (hand, words) in enumerate(zip(hands, said))
        ]
        return self.row(two, dealer, hands, said, ends)

    def row(
        self,
        two: list[str],
        dealer: list[str],
        hands: list[list[str]],
        said: list[list[str]],
        ends: list[tuple[str, float, float]],
    ) -> Row:
        staked, net = self.summed(ends)
        nothing = "-" if len(hands) > 1 else ""
        return {
            "player": text(two), "dealer": text(dealer), "hands": " | ".join(map(text, hands)),
            "actions": " | ".join(" ".join(words) or nothing for words in said),
            "outcome": " | ".join(outcome for outcome, _, _ in ends), "staked": staked, "net": net,
        }  # fmt: skip


class Splits(Table):
    """Blackjack from six packs with splits and surrender."""

    slug = "blackjack"
    choices: ClassVar[dict[str, str]] = {"surrender": "late"}
    most_aces, one_card = 2, True


class Spanish(Table):
    """Spanish 21 from six packs."""

    slug = "spanish-21"
    pack: ClassVar[list[str]] = [card for card in DECK if card[0] != "T"] * 6
    tied = 1.5
    hits_soft = True
    wins_21 = True
    bonuses: ClassVar[dict[int, float]] = {5: 1.5, 6: 2, 7: 3}

    def suited(self, hand: list[str]) -> float:
        """Return what a 6-7-8 or 7-7-7 wins."""
        suits = {card[1] for card in hand}
        return 1.5 if len(suits) > 1 else 3 if suits == {"s"} else 2

    def bonus(self, hand: list[str]) -> float:
        if sorted(card[0] for card in hand) in (["6", "7", "8"], ["7"] * 3):
            return self.suited(hand)
        return super().bonus(hand)


class Pontoon(Spanish):
    """Pontoon from eight packs, whose dealer has no hole card."""

    slug = "pontoon"
    pack: ClassVar[list[str]] = [card for card in DECK if card[0] != "T"] * 8
    looks = False
    most, most_aces, one_card = 3, 2, True


class Exposure(Table):
    """Double Exposure from a pack, whose dealer shows both cards."""

    slug = "double-exposure"
    choices: ClassVar[dict[str, str]] = {"packs": "1"}
    pack = DECK
    needs = 52
    natural, tied = 1, 1.0
    most, most_aces, one_card = 2, 2, True
    tie = -1.0


class FreeBet(Table):
    """Free Bet Blackjack from six packs."""

    slug = "free-bet-blackjack"
    hits_soft = True
    one_card = True
    pushes = 22

    def free(self, hand: list[str], place: int) -> bool:
        return place > 0 and hand[0][0] not in TENS

    def doubles_free(self, two: list[str]) -> bool:
        value, soft = total(two)
        return not soft and 9 <= value <= 11


class SuperFun(Table):
    """Super Fun 21 from a pack."""

    slug = "super-fun-21"
    pack = DECK
    needs = 52
    natural, tied = 1, 1.0
    hits_soft = True
    charlie = 6
    bonuses: ClassVar[dict[int, float]] = {5: 2}

    def paid(self, two: list[str], ended: bool) -> tuple[str, float]:
        diamonds = all(card[1] == "d" for card in two)
        return ("natural", 2) if diamonds else super().paid(two, ended)


# --- Hands that are set ------------------------------------------------------------------------

JOKER = "Jk"
Groups = tuple[tuple[int, ...], list[int], list[int]]
Settings = dict[tuple[str, ...], tuple[Strength, Strength]]  # cards in front -> high and low hand


class PaiGow(Simulator):
    """Pai Gow Poker, 5 % of a win; both set their hands as Foxwoods does."""

    slug = "pai-gow-poker"
    strategy = "foxwoods"
    cards = ("player", "front", "dealer", "dealer-front")
    needs = 14
    pack: ClassVar[list[str]] = [*DECK, JOKER]
    commission = Fraction(1, 20)
    wheel = 23  # among the tops of straights, twice their ranks: below the ace

    def __init__(self, seed: int, rounds: int) -> None:
        super().__init__(seed, rounds)
        self.known: dict[tuple[str, ...], Settings] = {}  # of the last two hands

    def rank(self, card: str) -> int:
        return ACE if card == JOKER else VALUE[card]

    def natural(self, cards: list[str]) -> Strength:
        """Return the strength of five cards without the joker."""
        kind, *ranks = poker(cards)
        if kind not in (4, 8):
            return kind, *ranks
        top = 2 * ranks[0]
        return kind, self.wheel if ranks[0] == 3 else top

    def high(self, cards: list[str]) -> Strength:
        """Return the strength of a high hand: the joker is an ace or completes what is made."""
        if JOKER not in cards:
            return self.natural(cards)
        others = [card for card in cards if card != JOKER]
        if [card[0] for card in others] == ["A"] * 4:
            return (9,)
        completed = [self.natural([*others, card]) for card in self.completing(others)]
        made = [one for one in completed if one[0] in (4, 5, 8)]
        ace = "Ad" if others[0][1] == "c" else "Ac"  # of another suit: an ace alone makes no flush
        return max([self.natural([*others, ace]), *made])

    def completing(self, others: list[str]) -> list[str]:
        """Return the cards that the joker may be beside an ace: of one suit, if it matters theirs."""
        suits, ranks = {card[1] for card in others}, {card[0] for card in others}
        suit = suits.pop() if len(suits) == 1 else "c"
        return [f"{rank}{suit}" for rank in RANKS if rank not in ranks] if len(ranks) == 4 else []

    def low(self, cards: Sequence[str]) -> Strength:
        one, other = sorted(map(self.rank, cards), reverse=True)
        return (1, one) if one == other else (0, one, other)

    def settings(self, hand: list[str]) -> Settings:
        """Return what each two cards of a hand in front leave and make; it is asked for often."""
        key = tuple(hand)
        if key not in self.known:
            self.known = dict(list(self.known.items())[-1:])
            self.known[key] = {
                front: (self.high([card for card in hand if card not in front]), self.low(front))
                for front in combinations(hand, 2)
            }
        return self.known[key]

    def groups(self, hand: list[str]) -> Groups:
        """Return how many cards of the same rank there are, these ranks, and all other ranks."""
        counts = Counter(map(self.rank, hand))
        pairs = sorted(((many, rank) for rank, many in counts.items() if many > 1), reverse=True)
        alone = sorted((rank for rank, many in counts.items() if many == 1), reverse=True)
        return tuple(many for many, _ in pairs), [rank for _, rank in pairs], alone

    def two_pair(self, high: int, alone: list[int]) -> bool:
        """Return whether two pair stay together, the best other cards in front."""
        return (5 <= high <= 8 and alone[0] == ACE) or (1 <= high <= 4 and alone[0] >= KING)

    def wanted(self, hand: list[str]) -> Iterator[tuple[bool, list[list[int]]]]:
        """Yield what goes in front, the first of which that is there: by its ranks, or any two cards
        (no ranks); whether a straight or a flush stays behind.
        """
        many, ranks, alone = self.groups(hand)
        pairs, best = [[rank, rank] for rank in ranks], alone[:2]
        if many == (5, 2):
            yield False, [pairs[1] if ranks == [ACE, KING] else pairs[0]]
        elif many in ((4, 3), (4, 2), (3, 2, 2), (3, 2)):
            yield False, [pairs[1]]
        elif many in ((5,), (3, 3), (2, 2, 2)):
            yield False, [pairs[0]]
        elif many == (4,):
            low = ranks[0] <= 4 or (ranks[0] <= 8 and alone[0] >= KING)
            yield False, [best if low else pairs[0]]
        elif many == (3,):
            yield True, [pairs[0]]
            yield False, [[ACE, alone[0]] if ranks[0] == ACE else best]
        elif many == (2, 2):
            yield False, [best if self.two_pair(ranks[0], alone) else pairs[1]]
        elif many == (2,):
            if ranks[0] in (8, 9, 10, 11) and alone[0] == ACE:
                yield False, [[], best]
            yield True, [[]]
            yield False, [best]
        else:
            yield True, [[]]
            yield False, [alone[1:3]]

    def house(self, hand: list[str]) -> tuple[str, ...]:
        """Return what the house way puts in front."""
        every = self.settings(hand)
        for is_made, fronts in self.wanted(hand):
            allowed = []
            for front, (high, low) in every.items():
                made = high[0] in (4, 5, 8)
                ranks = sorted(map(self.rank, front), reverse=True)
                by_made = made and ([] in fronts or is_made)
                by_ranks = ranks in [sorted(one, reverse=True) for one in fronts]
                if (by_ranks and (made or not is_made)) or ([] in fronts and made):
                    allowed.append((low, JOKER in front or by_made, high, front))
            if allowed:
                return max(allowed)[3]
        raise AssertionError(hand)

    def dealers(self, hand: list[str]) -> tuple[str, ...]:
        """Return what the dealer puts in front."""
        return self.house(hand)

    def players(self, hand: list[str], dealer: list[str]) -> tuple[str, ...]:
        """Return what the player puts in front; the dealer's cards are not looked at."""
        return self.house(hand)

    def won(self, mine: Strength, theirs: Strength) -> bool:
        return mine > theirs

    def play(self, cards: list[str]) -> Row:
        player, dealer = cards[:7], cards[7:]
        front, other = self.players(player, dealer), self.dealers(dealer)
        both = [*zip(self.settings(player)[front], self.settings(dealer)[other])]
        won = [self.won(mine, theirs) for mine, theirs in both]
        outcome = "push" if any(won) and not all(won) else "win" if all(won) else "lose"
        net = {"win": float(1 - self.commission), "lose": -1, "push": 0}[outcome]
        return {
            "player": text(player), "front": text(front), "dealer": text(dealer), "dealer-front": text(other),
            "outcome": outcome, "staked": 1, "net": net,
        }  # fmt: skip


RIGHT = (
    Caribbean,
    ThreeCard,
    LetItRide,
    CasinoHoldem,
    Jacks,
    Baccarat,
    DragonTiger,
    War,
    RedDog,
    Blackjack,
    TwoHands,
    Splits,
    Spanish,
    Pontoon,
    Exposure,
    FreeBet,
    SuperFun,
    PaiGow,
)
