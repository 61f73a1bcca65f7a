"""Deals and plays rounds of a blackjack game card by card: the player by decisions made once, the
dealer by his rule.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from combin.cards import RANKS as CARD_RANKS
from combin.cards import card_text, rank_of
from combin.counting import zeros
from combin.errors import CombinError, refuse
from combin.families.blackjack.chart import Chart
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.house import (
    ACE,
    LIMIT,
    SEEN,
    SOFT,
    TEN,
    VALUES,
    beyond,
    falling,
    house_of,
)
from combin.families.blackjack.lattice import NONE, lattice_of
from combin.families.blackjack.player import DOUBLE, HIT, RESCUE, SPLIT, STAND, SURRENDER, has_ended
from combin.families.blackjack.settle import (
    LETTER,
    More,
    Ranks,
    common_suit,
    is_natural,
    nets_of,
    settled,
    to_beat,
)
from combin.families.blackjack.solve import BEATEN, PAID, TIED, Solved, columns_of, gathered
from combin.families.blackjack.split_play import Play
from combin.families.blackjack.switch import (
    Four,
    Switched,
    alike,
    deals_of,
    exchange,
    natural_of,
    solve_switch,
)
from combin.kernels import deal
from combin.rules.blackjack import Turns, value_of
from combin.rules.game import Game
from combin.telling import announce, counter, paced

# Rules by which rounds are not dealt and judged, as `beyond` has them.
UNDEALT = (
    "a dealer who looks under an ace alone",
    "a double for more than one bet",
    "a surrender against some cards alone",
    "two cards given back for two others",
    "a hint of the hole card",
    "a split of like tens alone",
)
BLOCK = 1 << 16  # rounds from one stream of random numbers, or cards of shoes dealt on
AHEAD = 16  # cards dealt for a round; the few that take more get the rest of their shoe
BEYOND = 1 << 62  # streams of those, by the number of the round
APART = " | "  # between the hands of a split
BESIDE = " || "  # between the two hands of a player who may exchange their second cards
EXCHANGED = "X"  # stands before what was done with them, if he did
RANK_OF = bytes(
    value_of(CARD_RANKS[rank_of(card)]) - 1 if rank_of(card) < len(CARD_RANKS) else 0
    for card in range(64)
).ljust(256, b"\0")
_LETTERS = [
    bytes(
        ord(card_text(card)[at]) if card < 64 and rank_of(card) < len(CARD_RANKS) else 63
        for card in range(256)
    )
    for at in (0, 1)
]


class HandsEnd(NamedTuple):
    """How a round ended.

    actions: what was done with each hand, a letter each, as a log has it.
    outcome: what became of each hand.
    staked, net: chips put down, and won less lost.
    """

    actions: str
    outcome: str
    staked: int
    net: int


# --- The player ----------------------------------------------------------------------------------


def undealt(turns: Turns) -> Iterator[str]:
    """Yield the rules by which rounds are not dealt and judged."""
    yield from (told for told in beyond(turns) if told in UNDEALT)
    if turns.double.goes_on and (turns.double.free or turns.pairs.free):
        yield "free bets and hands that are doubled again or rescued"


class Decisions:
    """What is done with each hand against each up card.

    solved: the game as it is played so. alone: one hand, of a game of two each by itself.
    hands: all hands.
    columns: what is seen -> what every action is worth.
    first: what is seen of the dealer's -> two cards, as 10 times the first plus the other -> what
        is done.
    hits: what is seen -> of each hand, whether it is hit.
    exchanges: what is seen -> the cards of two hands, as the digits of a number -> whether the
        second ones are exchanged; none in a game of one hand.
    """

    def __init__(self, game: Game, charts: Mapping[int, Chart] | None = None) -> None:
        """charts: those to play by, one for each up card; the model of the game if None.

        Raises CombinError for a model by which a hand of a split is not played by its own cards.
        """
        refuse(
            charts is None and game.turns.model == FULL,
            f"{game.slug}: rounds of model={FULL} are neither dealt nor checked so far",
        )
        for told in undealt(game.turns):
            raise CombinError(
                f"{game.slug}: rounds with {told} are neither dealt nor checked so far"
            )
        if game.turns.switch:
            announce(f"{game.slug}: solving")
        self.game, self.house, shoe = game, house_of(game), tuple(game.shoe.values())
        model = "total" if charts is not None else game.turns.model
        self.hands = lattice_of(shoe, self.house.turns.charlie)
        self.columns = {one.up: one for one in columns_of(shoe, self.house, model, charts)}
        self.alone = gathered(shoe, self.house, model, self.columns.values())
        self.solved: Solved | Switched = self.alone
        self.exchanges: dict[int, bytearray] = {}
        if game.turns.switch:
            tell = counter(paced(lambda done, every: f"{done} of {every} up cards solved"))
            columns, counts = self.columns.values(), game.turns.switch.natural
            self.solved = solve_switch(shoe, self.house, counts, columns, tell)
            self.exchanges = {up: _exchanges(gains) for up, gains in self.solved.gains.items()}
        self.first = [[""] * 100 for _ in SEEN]
        for spot in self.alone.spots:
            one, other = spot.ranks
            self.first[spot.up][10 * one + other] = spot.taken
            self.first[spot.up][10 * other + one] = spot.taken
        self.hits = [
            self.columns[up].values.hits if up in self.columns else bytearray()
            for up in range(len(SEEN))
        ]

    def seen(self, dealer: Ranks) -> int:
        """Return the number of what is seen of the dealer's cards."""
        return (
            SEEN.index(tuple(sorted(dealer[:2])))
            if self.house.turns.dealer.cards_seen > 1
            else dealer[0]
        )

    @cached_property
    def nets(self) -> dict[Fraction | None, Fraction]:
        """The chance of each net of rounds without a split; under None that a pair is split."""
        found: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
        looks = self.house.turns.natural.looks == "first"
        for up, column in self.columns.items():
            spots = [spot for spot in self.alone.spots if spot.up == up]
            for net, chance in column.law([one for one in spots if one.taken != SPLIT]).items():
                found[net] += chance
            for spot in spots:
                if spot.taken == SPLIT:
                    natural = spot.natural if looks else Fraction(0)
                    share = Fraction(spot.deals, self.alone.deals)
                    found[Fraction(-1)] += natural * share
                    found[None] += (1 - natural) * share
        return dict(found)

    @cached_property
    def kinds(self) -> dict[tuple[bool, int], Fraction]:
        """The chance that the second cards of two hands are exchanged, or not, and that so many of
        the hands are then split.
        """
        found: defaultdict[tuple[bool, int], Fraction] = defaultdict(Fraction)
        assert isinstance(self.solved, Switched), "there are two hands"
        every = falling(sum(self.solved.shoe), 5)
        for up, column in self.columns.items():
            for first, second, orders in deals_of(column.unseen):
                share = Fraction(orders * column.dealt, every)
                better = self.solved.gains[up][*first, *second] > 0
                if self.house.turns.natural.looks == "first":
                    natural = natural_of(column, first, second)
                    found[better and not self.house.turns.looks_first, 0] += natural * share
                    share *= 1 - natural
                hands = exchange(first, second) if better else (first, second)
                splits = sum(self.first[up][10 * a + b] == SPLIT for a, b in hands)
                found[better, splits] += share
        return dict(found)

    def split(self, up: int, pair: int, lost: int = 1) -> Play:
        """Return what is done with each hand of a pair that was split; lost: how many units it
        loses: none where it lies on a free bet.
        """
        return self.columns[up].split_actions(pair, lost).action


def _exchanges(gains: Mapping[Four, Fraction]) -> bytearray:
    """Return the cards of two hands, as the digits of a number -> whether the second ones are
    exchanged.
    """
    found = bytearray(10_000)
    for cards, gain in gains.items():
        if gain > 0:
            for a, b, c, d in alike(cards):
                found[1000 * a + 100 * b + 10 * c + d] = True
    return found


class PlayedHand(NamedTuple):
    """A hand of two cards as it was played.

    hands: the cards of each hand that it became. said: what was done with each.
    counts: whether an ace and a ten are a natural.
    """

    hands: list[list[int]]
    said: list[list[str]]
    counts: bool = True


class DealtRound(NamedTuple):
    """A round that was played; its cards are numbered as they were dealt, the player's first, then
    the dealer's.

    end: how it ended.
    drawn, used: the cards before the dealer's draws, and all.
    hands: of each hand that was dealt the cards of those it became; None where there is one of
        each.
    """

    end: HandsEnd
    drawn: int
    used: int
    hands: list[list[list[int]]] | None


class BlackjackTable:
    """Where rounds are played.

    chip: units of one chip, in which money is counted.
    own: how many of the first cards are the player's.
    """

    def __init__(self, decisions: Decisions) -> None:
        self.decisions, self.house = decisions, decisions.house
        self.turns = turns = self.house.turns
        nets = nets_of(turns, self.house.deck.suits)
        self.chip = Fraction(1, lcm(*(net.denominator for net in nets)))
        self._plain = not beyond(turns)
        self._made_counts = turns.switch is not None and turns.switch.natural
        self.own = 4 if decisions.exchanges else 2
        self._early = self.turns.surrender.when == "early"
        self._draw_below = (17, 18 if self.turns.dealer.hits_soft_17 else 17)
        self._ends: dict[tuple[str, str, int, Fraction | int], HandsEnd] = {}

    def play(self, cards: Ranks, dealt: bytes = b"") -> DealtRound:
        """Play a round with cards in their order; raises IndexError where they run out.

        dealt: the cards themselves, by whose suits a hand may be paid.
        """
        if not self._plain or self.own > 2:
            return self._by_rules(cards, dealt)
        one, other, up, hole = cards[:4]
        action = self.decisions.first[up][10 * one + other]
        natural = up + hole == TEN and (up == ACE or hole == ACE)
        if action == PAID:
            net = Fraction(0) if natural else self.turns.natural.pays
            return self._ended("", "push" if natural else "natural", net)
        if (
            natural
            and self.turns.natural.looks == "first"
            and not (self._early and action == SURRENDER)
        ):
            return self._ended("", "lose", Fraction(-1))
        if action == SURRENDER:
            net = Fraction(-1) if natural and not self._early else Fraction(-1, 2)
            return self._ended(LETTER[SURRENDER], "surrender", net)
        if action == SPLIT:
            return self._by_rules(cards, dealt)
        hands, at, said, stake = self.decisions.hands, 4, "S", 1
        hand = hands.after[hands.after[0][one]][other]
        if action == DOUBLE:
            said, stake = "D", 2
            hand, at = hands.after[hand][cards[4]], 5
        elif action == HIT:
            after, hits, going = hands.after, self.decisions.hits[up], 1
            while going:
                hand = after[hand][cards[at]]
                at += 1
                going = hand != NONE and hits[hand]
            said = "H " * (at - 4)
            ended = hand == NONE or hands.size[hand] == self.turns.charlie
            said = said[:-1] if ended else said + "S"
        if hand == NONE:
            word, used = "bust", at
        elif natural:
            word, used = "lose", at
        elif hands.size[hand] == self.turns.charlie:
            word, used = "win", at
        else:
            his, used = self._drawn(cards, at)
            own = hands.total[hand]
            word = "win" if his > LIMIT or own > his else "push" if own == his else "lose"
        if natural and self.turns.natural.takes_one:
            stake = 1
        won = stake if word == "win" else 0 if word == "push" else -stake
        return DealtRound(self._end(said, word, stake, won), at, used, None)

    def _ended(self, said: str, word: str, net: Fraction) -> DealtRound:
        """Return a round that ended with the first four cards."""
        return DealtRound(self._end(said, word, 1, net), 4, 4, None)

    def _end(self, said: str, word: str, stake: int, net: Fraction | int) -> HandsEnd:
        """Return the one record of rounds that end so; stake, net: in units."""
        key = said, word, stake, net
        if key not in self._ends:
            self._ends[key] = HandsEnd(said, word, int(stake / self.chip), int(net / self.chip))
        return self._ends[key]

    def _drawn(self, cards: Ranks, at: int) -> tuple[int, int]:
        """Return what the dealer comes to, and how many cards were dealt by then."""
        up, hole = cards[self.own : self.own + 2]
        hard, ace = VALUES[up] + VALUES[hole], ACE in (up, hole)
        below, below_soft = self._draw_below
        while True:
            if ace and hard + SOFT <= LIMIT:
                if hard + SOFT >= below_soft:
                    return hard + SOFT, at
            elif hard >= below:
                return hard, at
            card = cards[at]
            at += 1
            hard += VALUES[card]
            ace = ace or card == ACE

    def _by_rules(self, cards: Ranks, dealt: bytes) -> DealtRound:
        """Play a round whose rules or hands are beyond those of `play`."""
        at = self.own + 2
        dealer = cards[self.own : at]
        up, looked = (
            self.decisions.seen(dealer),
            is_natural(dealer) and self.turns.natural.looks == "first",
        )
        crossed = self._exchanges(cards, up) and not (looked and self.turns.looks_first)
        counts, played = not crossed or self._made_counts, []
        both = (0, 1), (2, 3)
        first = both[: self.own // 2] if not crossed else exchange(*both)
        for hand in first:
            one, at = self._play_hand(cards, up, [*hand], at, looked, counts)
            played.append(one)
        return self._settled(cards, dealt, played, crossed, at)

    def _exchanges(self, cards: Ranks, up: int) -> bool:
        """Return whether the second cards of two hands are exchanged."""
        if self.own == 2:
            return False
        a, b, c, d = cards[:4]
        return bool(self.decisions.exchanges[up][1000 * a + 100 * b + 10 * c + d])

    def _play_hand(
        self, cards: Ranks, up: int, hand: list[int], at: int, looked: bool, counts: bool
    ) -> tuple[PlayedHand, int]:
        """Play a hand of two cards; return it, and how many cards were dealt by then.

        looked: whether a natural of the dealer's has ended the round. counts: whether an ace and a
            ten are a natural.
        """
        one, other = (cards[card] for card in hand)
        action = self.decisions.first[up][10 * one + other]
        if action == PAID and not counts:
            action = STAND
        if action == SPLIT and not looked:
            hands, words, at = self._split(cards, up, hand, at)
            return PlayedHand(hands, words), at
        said: list[str] = []
        early = self._early and action == SURRENDER
        if action not in (PAID, TIED, BEATEN) and (early or not looked):
            number = self.decisions.hands.of(one, other)
            values = self.decisions.columns[up].values

            def done(hand: int, times: int) -> str:
                return action if hand == number and not times else values.done(hand, times)

            at = self._played_on(cards, up, done, hand, said, at, split=False)
        return PlayedHand([hand], [said], counts), at

    def _settled(
        self, cards: Ranks, dealt: bytes, played: list[PlayedHand], crossed: bool, at: int
    ) -> DealtRound:
        """Return a round whose hands are played; at: how many cards were dealt by then."""
        first, used = cards[self.own : self.own + 2], at
        if not is_natural(first) and any(self._waits(cards, one) for one in played):
            used = self._drawn(cards, at)[1]
        dealer = [*first, *cards[at:used]]
        words, outcomes, stake, net = [], [], 0, Fraction(0)
        for one in played:
            actions = [" ".join(letters) for letters in one.said]

            def paid(place: int, won: More, one: PlayedHand = one) -> Fraction:
                return won.paid(common_suit(dealt[card] for card in one.hands[place]))

            held = [[cards[card] for card in hand] for hand in one.hands]
            came, staked, won = settled(self.turns, held, actions, dealer, paid, one.counts)
            # a stroke where nothing is decided
            alone = len(played) == len(actions) == 1
            words.append(actions[0] if alone else APART.join(done or "-" for done in actions))
            outcomes.append(APART.join(came))
            stake, net = stake + staked, net + won
        if crossed:
            words[0] = f"{EXCHANGED} {words[0]}"
        end = self._end(BESIDE.join(words), BESIDE.join(outcomes), stake, net)
        return DealtRound(end, at, used, [one.hands for one in played])

    def _waits(self, cards: Ranks, played: PlayedHand) -> bool:
        """Return whether the dealer draws against what a hand became."""
        held = [[cards[card] for card in hand] for hand in played.hands]
        split, up = len(held) > 1, cards[self.own]
        if not split and played.counts and is_natural(held[0]):
            return False
        return any(
            to_beat(self.turns, hand, " ".join(words), up, split)
            for hand, words in zip(held, played.said)
        )

    def _split(
        self, cards: Ranks, up: int, two: list[int], at: int
    ) -> tuple[list[list[int]], list[list[str]], int]:
        """Play a pair that is split; return its hands, what was done with each, and how many cards
        were dealt by then.
        """
        pairs, act, pair = self.turns.pairs, self.decisions.split, cards[two[0]]
        most = pairs.most_hands(pair == ACE)
        hands, said, place = [[card] for card in two], [["P"], []], 0
        while place < len(hands):
            hand = hands[place]
            if len(hand) == 1:
                hand.append(at)
                at += 1
            if cards[hand[1]] == pair and len(hands) < most:
                hands.insert(place + 1, [hand.pop()])
                said[place].append("P")
                said.insert(place + 1, [])
                continue
            if not pairs.one_card(pair == ACE):
                done = act(up, pair, 0 if place and VALUES[pair] in pairs.free else 1)
                at = self._played_on(cards, up, done, hand, said[place], at, split=True)
            place += 1
        return hands, said, at

    def _played_on(
        self,
        cards: Ranks,
        up: int,
        done: Play,
        hand: list[int],
        said: list[str],
        at: int,
        split: bool,
    ) -> int:
        """Play a hand, and return how many cards were dealt by then."""
        hands, house, times = self.decisions.hands, self.house, 0
        number = hands.of(*(cards[card] for card in hand))
        while number != NONE and (times or not has_ended(hands, house, up, number, split)):
            action = done(number, times)
            if action != STAND or not times:
                said.append(LETTER[SURRENDER if action == RESCUE else action])
            if action in (STAND, SURRENDER, RESCUE):
                break
            hand.append(at)
            number = hands.after[number][cards[at]]
            at += 1
            times += action == DOUBLE
            if times and not self.turns.double.goes_on:
                break
        return at


# --- The deal ------------------------------------------------------------------------------------


class RoundTexts(NamedTuple):
    """Rounds as a log has them.

    shoes: of each round the number of its shoe; none where each has one of its own.
    players, dealers, hands: the cards in letters: the first ones, the dealer's, and the player's
        hands at the end. ends: how they ended.
    """

    shoes: list[int]
    players: list[str]
    dealers: list[str]
    hands: list[str]
    ends: list[HandsEnd]


class BlackjackRounds:
    """Rounds dealt at random.

    cut: the cards that stay behind the cut card of a shoe, from which rounds are dealt on as long
        as it has not come; None for a fresh shoe each round.
    """

    def __init__(self, decisions: Decisions, cut: int | None = None) -> None:
        self.table = BlackjackTable(decisions)
        self.deck = bytes(decisions.game.deck.cards)
        self.cut = cut
        most = len(self.deck) - self.table.own - 2
        refuse(
            cut is not None and not 0 < cut <= most,
            f"of {len(self.deck)} cards 1 to {most} stay behind the cut card, not {cut}",
        )

    def play(self, rounds: int, seed: int) -> Iterator[RoundTexts]:
        """Yield so many rounds, block by block; a seed below 2**64 plays the same ones again."""
        left, block = rounds, 0
        while left:
            yield (
                made := self._fresh(seed, block, min(BLOCK, left))
                if self.cut is None
                else self._dealt_on(seed, block, self.cut, left)
            )
            left -= len(made.ends)
            block += 1

    def _fresh(self, seed: int, block: int, rounds: int) -> RoundTexts:
        """Return rounds that have a shoe each."""
        width = min(AHEAD * self.table.own // 2, len(self.deck))
        cards = shuffled(seed, block, self.deck, width, rounds)
        ranks, letters = cards.translate(RANK_OF), letters_of(cards)
        found = RoundTexts([], [], [], [], [])
        for number, at in enumerate(range(0, len(cards), width), block * BLOCK):
            text = letters[3 * at : 3 * (at + width)]
            try:
                played = self.table.play(ranks[at : at + width], cards[at : at + width])
            except IndexError:
                whole = self._whole(seed, number, cards[at : at + width])
                played, text = self.table.play(whole.translate(RANK_OF), whole), letters_of(whole)
            _add(found, played, text, self.table.own)
        return found

    def _whole(self, seed: int, number: int, begun: bytes) -> bytes:
        """Return the whole shoe of a round, of which the first cards are known."""
        rest = list(self.deck)
        for card in begun:
            rest.remove(card)
        return begun + shuffled(seed, BEYOND + number, bytes(rest), len(rest), 1)

    def _dealt_on(self, seed: int, block: int, cut: int, most: int) -> RoundTexts:
        """Return the rounds of some shoes, at most so many."""
        size = len(self.deck)
        many = max(1, BLOCK // size)
        cards = shuffled(seed, block, self.deck, size, many)
        ranks, letters = cards.translate(RANK_OF), letters_of(cards)
        found = RoundTexts([], [], [], [], [])
        for shoe in range(many):
            at, end = shoe * size, (shoe + 1) * size
            while at < end - cut:
                try:
                    played = self.table.play(ranks[at:end], cards[at:end])
                except (IndexError, ValueError):
                    raise CombinError(
                        f"a shoe runs out in a round: leave more than {cut} cards behind the cut"
                    ) from None
                found.shoes.append(block * many + shoe + 1)
                _add(found, played, letters[3 * at : 3 * (at + played.used)], self.table.own)
                at += played.used
                if len(found.ends) == most:
                    return found
        return found


def shuffled(seed: int, block: int, deck: bytes, width: int, rounds: int) -> bytes:
    """Return the first cards of some shuffled shoes."""
    cards, masks = bytearray(rounds * width), zeros("Q", rounds)
    deal.deal(seed, block, deck, array("q", [width]), cards, masks)
    return bytes(cards)


def letters_of(cards: bytes) -> str:
    """Return cards as text, three letters each, the last of them a space."""
    text = bytearray(b" ") * (3 * len(cards))
    text[::3], text[1::3] = (cards.translate(letters) for letters in _LETTERS)
    return text.decode()


def _add(found: RoundTexts, played: DealtRound, text: str, own: int) -> None:
    """Add a round; text: its cards, three letters each. own: how many of the first ones are the
    player's.
    """
    end, drawn, used, hands = played
    found.players.append(BESIDE.join([text[3 * card : 3 * card + 5] for card in range(0, own, 2)]))
    found.dealers.append(text[3 * own : 3 * own + 5] + text[3 * drawn - 1 : 3 * used - 1])
    if hands is None:
        found.hands.append(text[:5] + text[11 : 3 * drawn - 1])
    else:
        words = (
            APART.join(" ".join(text[3 * card : 3 * card + 2] for card in hand) for hand in became)
            for became in hands
        )
        found.hands.append(BESIDE.join(words))
    found.ends.append(end)
