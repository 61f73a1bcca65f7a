"""Rows of a blackjack log: their cards and actions, and why a row is impossible."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Generic, NamedTuple, TypeVar

from combin.cards import RANKS as CARD_RANKS
from combin.cards import SUITS, card, card_text, rank_of
from combin.errors import CombinError
from combin.families.blackjack.dealer import BASE, DEALER, HANDS, PLAYER
from combin.families.blackjack.house import ACE, LIMIT, RANKS, TEN
from combin.families.blackjack.settle import (
    LETTER,
    D,
    H,
    More,
    P,
    R,
    Result,
    S,
    common_suit,
    draws,
    is_natural,
    is_paid,
    nets_of,
    paid_suits,
    settled,
    to_beat,
    total_of,
)
from combin.rules.blackjack import value_of
from combin.rules.game import Game
from combin.spelling import BLANKS, bare
from combin.spelling import LETTERS as SYMBOLS

BARS = "||"  # between the two hands of a player, where one may be split
NO_SUIT = 64  # added to the rank of a card whose suit is not said
ACTION = {letter: action for action, letter in LETTER.items()}
WORDS = {
    H: "h hit hits draw draws card",
    S: "s stand stands stay stays stick",
    D: "d double doubles doubled doubledown dd",
    P: "p split splits splitted",
    R: "r surrender surrenders surrendered rescue rescues rescued forfeit",
}
NAMED = {word: letter for letter, words in WORDS.items() for word in words.split()}
# What a log may call the end of a hand.
ENDS = {
    "natural": "natural blackjack bj",
    "win": "win wins won w player",
    "push": "push pushes tie tied draw standoff p",
    "lose": "lose loses lost loss l dealer house",
    "bust": "bust busts busted",
    "surrender": "surrender surrenders surrendered",
    "rescue": "rescue rescues rescued forfeit",
}
END_NAMED = {word: end for end, words in ENDS.items() for word in words.split()}
# The more general words that are right, too.
BROADER = {"natural": "win", "bust": "lose", "surrender": "lose", "rescue": "lose"}

CARDS = {card_text(card(r, s)): card(r, s) for r in range(13) for s in range(4)}
CARDS |= {rank: NO_SUIT + place for place, rank in enumerate(CARD_RANKS)}
CARD = re.compile(r"(10|[2-9tjqka])\s*([cdhs]?)", re.IGNORECASE)
HOUSE_RANK = {
    number: value_of(CARD_RANKS[number - NO_SUIT if number >= NO_SUIT else rank_of(number)]) - 1
    for number in CARDS.values()
}
RANKS_OF = bytes(HOUSE_RANK.get(number, number) for number in range(256))


# The cards of a row, and what it has in common with others.
Likeness = tuple[bytes, tuple[Hashable, ...]]
# Whether a pair was split; of two hands whether cards were exchanged, and how many were split.
RoundKind = bool | tuple[bool, int] | None  # None: not known


class SaidRow(NamedTuple):
    """What a row says apart from its cards; None where the log has no such column.

    actions: of each hand, letters. outcomes: what became of each hand. staked, net: in units.
    """

    actions: tuple[str, ...] | None
    outcomes: tuple[str, ...] | None
    staked: Fraction | None
    net: Fraction | None

    def __str__(self) -> str:
        words = []
        if self.actions is not None:
            words.append(" | ".join(" ".join(letters) or "-" for letters in self.actions))
        if self.outcomes is not None:
            words.append(" | ".join(self.outcomes))
        words += [f"net {_signed(self.net)}"] if self.net is not None else []
        words += [f"{self.staked} staked"] if self.staked is not None else []
        return ", ".join(words)


def _signed(units: Fraction | int) -> str:
    return f"+{units}" if units > 0 else str(units)


class LoggedRow:
    """What a row has of a round.

    dealer: his cards. two: the rounds of each of the player's first hands. exchanged: whether a
        card of one comes from the other. came_to: what became of each hand, the units staked and
        won, once that is settled.
    """

    dealer: list[int]
    two: Sequence[LoggedRound]
    exchanged: bool
    came_to: tuple[tuple[str, ...], int, Fraction | int]

    @property
    def cards(self) -> list[int]:
        """All cards."""
        own = [card for one in self.two for hand in one.hands for card in hand]
        return own + self.dealer

    @property
    def in_turn(self) -> tuple[str, int]:
        """What was done with all hands in turn, without the letters that draw no card, and how
        many splits there were.
        """
        letters = "".join(words for one in self.two for words in one.said)
        return letters.replace(S, "").replace(P, ""), letters.count(P)

    @property
    @abstractmethod
    def dealt(self) -> Sequence[int]:
        """The player's first cards."""

    @property
    @abstractmethod
    def drawn(self) -> list[int]:
        """The cards after the first ones in their order; none where that is not known."""

    @property
    @abstractmethod
    def kind(self) -> RoundKind:
        """Whether a pair was split, and of two hands whether cards were exchanged."""


Row = TypeVar("Row", bound=LoggedRow)


class LoggedRound(LoggedRow):
    """The cards of a hand, split or not, and what was done with them.

    hands, dealer: the cards. said: of each hand, letters. first: the player's first two cards as
        the row has them; none where it does not say. exchanged: whether the second of them comes
        from another hand of his.
    """

    def __init__(
        self,
        hands: list[list[int]],
        dealer: list[int],
        said: Sequence[str],
        first: Sequence[int] = (),
        exchanged: bool = False,
    ) -> None:
        self.hands, self.dealer, self.said, self.two = hands, dealer, said, (self,)
        self.first, self.exchanged = first, exchanged

    @cached_property
    def ranks(self) -> tuple[list[list[int]], list[int]]:
        """The ranks of the hands and of the dealer's cards."""
        rank = HOUSE_RANK.__getitem__
        return [list(map(rank, hand)) for hand in self.hands], list(map(rank, self.dealer))

    @property
    def dealt(self) -> Sequence[int]:
        one, *others = self.hands
        return self.first or ([one[0], others[0][0]] if others else one[:2])

    @property
    def drawn(self) -> list[int]:
        return [] if len(self.hands) > 1 else [*self.hands[0][2:], *self.dealer[2:]]

    @property
    def kind(self) -> RoundKind:
        return len(self.hands) > 1

    def __str__(self) -> str:
        own = " | ".join(map(text_of, self.hands))
        return " against ".join(filter(None, (own, text_of(self.dealer))))


def text_of(cards: Sequence[int]) -> str:
    return " ".join(
        CARD_RANKS[one - NO_SUIT] if one >= NO_SUIT else card_text(one) for one in cards
    )


def cards_in(text: str) -> list[int]:
    """Return the cards of a cell, with or without suits; raises CombinError where one is none."""
    try:
        return [CARDS[word] for word in text.split()]
    except KeyError:
        plain = re.sub(r"[\s,;/+&._-]+", " ", text.translate(SYMBOLS)).strip()
        if plain.lower() in BLANKS:
            return []
        if rest := CARD.sub("", plain).strip():
            raise CombinError(f"{rest.split()[0][:20]!r} is no card") from None
        found = CARD.findall(plain)
        return [
            CARDS[rank.upper().replace("10", "T") + (suit.lower() if suit.lower() in SUITS else "")]
            for rank, suit in found
        ]


def hands_in(text: str) -> list[list[int]]:
    """Return the cards of each hand in a cell."""
    return [cards_in(part) for part in text.split("|")]


def actions_in(text: str) -> tuple[str, ...]:
    """Return the letters of each hand; raises CombinError for a word that is no action."""
    found = []
    for part in text.split("|"):
        letters = ""
        for word in re.findall(r"[^\W_]+", part.lower()):
            if word in NAMED:
                letters += NAMED[word]
            elif {*word.upper()} <= NAMED.keys() | ACTION.keys() and len(word) < 20:
                letters += word.upper()
            elif word not in BLANKS:
                raise CombinError(
                    f"no action is called {word[:20]!r}; they are "
                    f"{', '.join(f'{letter} ({ACTION[letter]})' for letter in WORDS)}"
                )
        found.append(letters)
    return tuple(found)


def with_splits(actions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letters of each hand of a round, where a log may leave out those of splits or
    repeat them for each hand.
    """
    splits = len(actions) - 1
    if sum(letters.count(P) for letters in actions) == splits:
        return actions
    first, *others = (letters.lstrip(P) for letters in actions)
    return (P * splits + first, *others)


def outcomes_in(text: str) -> tuple[str, ...]:
    """Return what became of each hand; raises CombinError for a word that is none of ENDS."""
    found = []
    for part in text.split("|"):
        if bare(part) not in END_NAMED:
            raise CombinError(
                f"no outcome is called {part.strip()[:20]!r}; they are {', '.join(ENDS)}"
            )
        found.append(END_NAMED[bare(part)])
    return tuple(found)


# --- What the rules allow ------------------------------------------------------------------------


class RowRules(Generic[Row]):
    """Settles rows by the rules, and says why one cannot be.

    own: how many of the first cards are the player's. given: how many of the dealer's are not any
        of the shoe, each as likely.
    key: of the bet. bets: that are made in a round.
    copies: card -> how many there are in a shoe; without a suit, all of its rank.
    nets: what a round may win in which no pair is split.
    """

    own: int
    nets: set[Fraction]
    key, bets, given = BASE, 1, 0

    def __init__(self, game: Game) -> None:
        self.game, self.turns = game, game.turns
        self.suits = paid_suits(self.turns, game.deck.suits)
        self.copies = Counter(game.deck.copies)
        for number, many in game.deck.copies.items():
            self.copies[NO_SUIT + rank_of(number)] += many
        self.there = (+self.copies).keys()
        self.fewest = min((+self.copies).values())

    @property
    def split_nets(self) -> Set[Fraction]:
        """What a round may win in which a pair is split, and no other."""
        return set()

    @cached_property
    def possible_nets(self) -> Set[Fraction]:
        """What a round may win."""
        return self.nets | self.split_nets

    # --- What rows of one hand and of two have each their own way of ---

    @abstractmethod
    def actions(self, text: str) -> tuple[str, ...]:
        """Return what a cell says was done with each hand."""

    @abstractmethod
    def outcomes(self, text: str) -> tuple[str, ...]:
        """Return what a cell says became of each hand."""

    @abstractmethod
    def kind(self, said: Sequence[str]) -> RoundKind:
        """Return what kind a round is by what was done with each hand."""

    @abstractmethod
    def read(self, cells: Mapping[str, str], said: SaidRow) -> Row:
        """Return the round of a row; cells: its cards."""

    @abstractmethod
    def wrong_first(self, played: Row, said: SaidRow) -> str:
        """Return why a round cannot be of which the first cards are known; raises CombinError
        where they are not.
        """

    @abstractmethod
    def wrong(self, played: Row) -> str:
        """Return why a round cannot be, by its cards and actions; empty where it can."""

    @abstractmethod
    def ways(self, played: Row) -> Iterator[Result]:
        """Yield what a round may come to; several where it is paid by suits that the cards do not
        have.
        """

    @abstractmethod
    def plays(self, played: Row) -> list[Row]:
        """Return a round with all that may have been done for as many cards."""

    # --- What they share ---

    def likeness(self, cells: Mapping[str, str]) -> Likeness:
        """Return all cards of a row, and what it has in common with others that can be or not,
        and are settled, as it is; nothing where the row is like no other.
        """
        return b"", ()

    def wrong_cards(self, cards: Sequence[int], gone: Counter[int]) -> str:
        """Return which card is dealt more often than there is; gone: those dealt before."""
        if not gone and len(cards) - len(kinds := {*cards}) < self.fewest and kinds <= self.there:
            return ""
        for one, many in Counter(cards).items():
            if many + gone[one] > self.copies[one]:
                has = f"{self.copies[one]}" if self.copies[one] else "none"
                return f"the shoe has {has} of {text_of([one])}"
        return ""

    def settled(self, played: Row, row: SaidRow | None = None) -> Result:
        """Return what became of each hand, the units staked and won.

        row: what it says decides what is paid for suits that the cards do not have.
        """
        ways = self.ways(played)
        found = next(ways)
        if row is None or found[2] == row.net:
            return found
        return next((way for way in ways if way[2] == row.net), found)

    def differs(self, played: Row, row: SaidRow) -> str:
        """Return what a row ought to say of its round, as far as it says something else."""
        outcomes, staked, net = played.came_to = self.settled(played, row)
        right = []
        if row.outcomes is not None and not _agree(row.outcomes, outcomes, net):
            rest = iter(outcomes)
            each = (" | ".join(islice(rest, len(one.hands))) for one in played.two)
            right.append(f" {BARS} ".join(each))
        if row.net not in (None, net):
            right.append(f"net {_signed(net)}")
        if row.staked not in (None, staked):
            right.append(f"{staked} staked")
        return ", ".join(right)

    def rounds(self, played: Row, row: SaidRow) -> list[Row]:
        """Return the rounds that show what a row shows: one where it says what was done with each
        hand; else all that agree with it, or one that does not; none where no hands of these cards
        are played as it says.

        played: as the row is read.
        """
        if row.actions is None:
            shown = self.plays(played)
        elif len(row.actions) == 1 < sum(len(one.hands) for one in played.two):
            shown = [one for one in self.plays(played) if one.in_turn == played.in_turn]
        else:
            return [played]
        allowed = [one for one in shown if not self.wrong(one)]
        return [one for one in allowed if not self.differs(one, row)] or [*allowed, *shown][:1]

    def may_be(self, played: Row, row: SaidRow) -> bool:
        """Return whether a row can be by itself; played: as it is read."""
        if self.wrong_cards(played.cards, Counter()):
            return False
        rounds = (one for one in self.rounds(played, row) if not self.wrong(one))
        return any(_says(row, way) for one in rounds for way in self.ways(one))


class HandRules(RowRules[LoggedRound]):
    """The rules of one hand. split_nets: what a round may win in which a pair is split."""

    own = 2

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.nets = self.nets_of_a_hand(split=False)
        self._dealers: dict[bytes, tuple[Hashable, ...]] = {}  # what their cards come to

    def nets_of_a_hand(self, split: bool) -> set[Fraction]:
        """Return what a hand may win; split: one of several."""
        return nets_of(self.turns, self.game.deck.suits, split)

    def draws(self, played: LoggedRound, dealer: Sequence[int]) -> bool:
        """Return whether the dealer draws to his cards so far."""
        return draws(self.turns, dealer)

    @cached_property
    def split_nets(self) -> set[Fraction]:
        each = self.nets_of_a_hand(split=True)
        nets = each if self.turns.pairs.hands > 1 else set()
        for _ in range(self.turns.pairs.hands - 1):
            nets = {net + more for net in nets for more in each}
        return nets

    @property
    def made_counts(self) -> bool:
        """Whether a natural that is made by exchanging cards counts as one."""
        return self.game.turns.switch is not None and self.game.turns.switch.natural

    def is_natural(self, played: LoggedRound) -> bool:
        """Return whether the player has a natural."""
        (one, *others), _ = played.ranks
        return not others and is_natural(one) and (not played.exchanged or self.made_counts)

    def actions(self, text: str) -> tuple[str, ...]:
        return actions_in(text)

    def outcomes(self, text: str) -> tuple[str, ...]:
        return outcomes_in(text)

    def kind(self, said: Sequence[str]) -> RoundKind:
        return any(P in letters for letters in said)

    def read(self, cells: Mapping[str, str], said: SaidRow) -> LoggedRound:
        whole = HANDS in cells
        hands = hands_in(cells[HANDS if whole else PLAYER])
        first = cards_in(cells[PLAYER].replace("|", " ")) if whole and PLAYER in cells else []
        return LoggedRound(hands, cards_in(cells[DEALER]), said.actions or (), first)

    def likeness(self, cells: Mapping[str, str]) -> Likeness:
        """The dealer's cards count by the first one, how he draws, and their total. A split is like
        no other, as each hand has cards of its own.
        """
        text = cells[HANDS if HANDS in cells else PLAYER] if self.own else "|"
        if "|" in text or self.suits:
            return b"", ()
        hand, dealer = bytes(cards_in(text)), bytes(cards_in(cells[DEALER]))
        if HANDS in cells and bytes(cards_in(cells.get(PLAYER, ""))) not in (b"", hand[:2]):
            return b"", ()
        ranks, his = hand.translate(RANKS_OF), dealer.translate(RANKS_OF)
        if his not in self._dealers:
            drawn = all(draws(self.turns, his[:size]) for size in range(2, len(his)))
            self._dealers[his] = his[:1], min(len(his), 3), drawn, total_of(his)
        return hand + dealer, (*sorted(ranks[:2]), *ranks[2:], self._dealers[his])

    def wrong_first(self, played: LoggedRound, said: SaidRow) -> str:
        two, dealer, seen = played.dealt, played.dealer, self.turns.dealer.cards_seen
        if len(two) != 2 or len(dealer) < seen:
            raise CombinError(f"the player has two cards, and the dealer shows {seen}")
        if said.net is None:
            return ""
        if self.is_natural(played):
            suits = {common_suit(two)} if max(two) < NO_SUIT else {*self.suits} or {""}
            nets = {self.turns.natural.paid(suit) for suit in suits}
            if played.ranks[1][0] in (ACE, TEN) and not self.turns.natural.beats:
                nets.add(self.turns.natural.tied)
            return (
                "" if said.net in nets else f"a natural wins {' or '.join(map(str, sorted(nets)))}"
            )
        return "" if said.net in self.possible_nets else f"no round wins {said.net}"

    def wrong(self, played: LoggedRound) -> str:
        hands, dealer = played.ranks
        if not dealer or not all(hands) or min(map(len, hands)) < 2:
            return "a hand has two cards or more, and the dealer one"
        if len(hands) != len(played.said):
            return f"actions for {len(hands)} hands, not for {len(played.said)}"
        if played.first and not begins(played.hands, played.first):
            return f"the hands begin with the cards {text_of(played.first)}"
        ended = self._ended(played)
        if ended is not None:
            return ended or self._wrong_dealer(played)
        for wrong in self._wrong_hands(hands, played.said, dealer[0]):
            return wrong
        return self._wrong_dealer(played)

    def _ended(self, played: LoggedRound) -> str | None:
        """Return why a round that ends with the first cards cannot be; None where it goes on."""
        ((hand, *others), dealer), letters = played.ranks, played.said[0]
        if self.is_natural(played):
            return "" if letters in ("", S) else "nothing is done with a natural"
        if not is_natural(dealer) or self.turns.natural.looks != "first":
            return None
        early = (
            letters == R
            and self.turns.surrender.when == "early"
            and self.turns.dealer.cards_seen == 1
        )
        if others or len(hand) > 2 or not (letters == "" or early):
            return "the dealer looks first, and his natural ends the round"
        return ""

    def _wrong_hands(self, hands: list[list[int]], said: Sequence[str], up: int) -> Iterator[str]:
        splits, pair = sum(letters.count(P) for letters in said), hands[0][0]
        if len(hands) != splits + 1 or (splits and not said[0].startswith(P)):
            yield f"{splits + 1} hands, after {splits} splits"
        if any(hand[0] != pair for hand in hands):
            yield "only two cards of equal value are split"
        if len(hands) > (most := self.turns.pairs.most_hands(pair == ACE)):
            yield "no pair is split" if most == 1 else f"a pair becomes at most {most} hands"
        for hand, letters in zip(hands, said):
            if wrong := self._wrong_hand(hand, letters.lstrip(P), len(hands) > 1, up):
                yield wrong

    def _wrong_hand(self, hand: list[int], letters: str, split: bool, up: int) -> str:
        drawn = letters.count(H) + letters.count(D)
        if R in letters and (wrong := self._wrong_end(letters, split)):
            return wrong
        if P in letters or S in letters[:-1]:
            return f"nothing follows {letters[0] if P in letters else S} but what it leads to"
        if len(hand) != 2 + drawn:
            return f"{2 + drawn} cards after {' '.join(letters) or 'no action'}"
        if split and drawn and self.turns.pairs.one_card(hand[0] == ACE):
            return "split aces get one card each"
        if D in letters and (wrong := self._wrong_double(hand, letters, split)):
            return wrong
        for size in range(2, len(hand) + (R in letters)):
            if wrong := self._has_ended(hand[:size], letters[: size - 2], split, up):
                return f"{wrong} and {'is not given up' if size == len(hand) else 'gets no card'}"
        return ""

    def _has_ended(self, hand: list[int], letters: str, split: bool, up: int) -> str:
        """Return why nothing is done any more with a hand, which has these letters so far."""
        total, _ = total_of(hand)
        if total > LIMIT:
            return f"a hand of {total} has bust"
        if len(hand) == self.turns.charlie and D not in letters:
            return f"a hand of {len(hand)} cards has won"
        return "this 21 has won" if is_paid(self.turns, hand, letters, up, split) else ""

    def _wrong_end(self, letters: str, split: bool) -> str:
        turns = self.turns
        if letters.count(R) > 1 or not letters.endswith(R):
            return f"nothing follows {R}"
        if D in letters:
            return "" if turns.double.rescue else "no doubled hand is rescued"
        if not turns.surrender.when:
            return "no surrender is offered"
        if letters != R and not turns.surrender.later:
            return "only two cards are given up"
        return "no hand of a split is given up" if split and not turns.surrender.split else ""

    def _wrong_double(self, hand: list[int], letters: str, split: bool) -> str:
        double, hits = self.turns.double, letters.index(D)
        doubled = letters[hits:].rstrip(S + R)
        if hits and not double.later:
            return "only two cards are doubled, for one card more"
        if {*doubled} != {D} or letters[:hits] != H * hits:
            return "a doubled hand gets one card more"
        if len(doubled) > double.times:
            most = "once" if double.times == 1 else f"{double.times} times"
            return f"a hand is doubled {most}"
        if split and not double.split:
            return "no hand of a split is doubled"
        for size in range(2 + hits, 2 + hits + len(doubled)):
            total, soft = total_of(hand[:size])
            if not double.allows(total, soft):
                return f"{'soft ' if soft else ''}{total} is not doubled"
        return ""

    def _wrong_dealer(self, played: LoggedRound) -> str:
        turns, (hands, dealer), size = self.turns, played.ranks, len(played.dealer)
        against = (
            not is_natural(dealer)
            and not self.is_natural(played)
            and any(
                to_beat(turns, hand, letters, dealer[0], len(hands) > 1)
                for hand, letters in zip(hands, played.said)
            )
        )
        if size == 1:
            asks = turns.dealer.cards_seen > 1 or self._asks_for_natural(played)
            open_natural = dealer[0] in (ACE, TEN) and asks
            return "the dealer's second card is missing" if against or open_natural else ""
        for drawn in range(2, size):
            if not self.draws(played, dealer[:drawn]):
                return f"the dealer stands on {_total(dealer[:drawn])}"
        if self.draws(played, dealer) and (against or size > 2):
            return f"the dealer draws to {_total(dealer)}"
        return ""

    def _asks_for_natural(self, played: LoggedRound) -> bool:
        """Return whether a dealer's natural would change what the round comes to."""
        turns, (hands, dealer) = self.turns, played.ranks
        if self.is_natural(played):
            return not turns.natural.beats
        if turns.natural.looks != "never":
            return turns.natural.looks == "original"
        return any(
            total_of(hand)[0] <= LIMIT
            and not is_paid(turns, hand, letters, dealer[0], len(hands) > 1)
            for hand, letters in zip(hands, played.said)
        )

    def ways(self, played: LoggedRound) -> Iterator[Result]:
        hands, dealer = played.ranks
        counts = not played.exchanged or self.made_counts
        suits = [""] * len(hands)
        known = max(map(max, played.hands)) < NO_SUIT
        if self.suits and known:
            suits = [*map(common_suit, played.hands)]
        asked: set[int] = set()

        def paid(place: int, hand: More) -> Fraction:
            asked.add(place)
            return hand.paid(suits[place])

        yield settled(self.turns, hands, played.said, dealer, paid, counts)
        if not asked or not self.suits or known:
            return
        for some in product(self.suits, repeat=len(asked)):
            for place, suit in zip(asked, some):
                suits[place] = suit
            yield settled(self.turns, hands, played.said, dealer, paid, counts)

    def plays(self, played: LoggedRound) -> list[LoggedRound]:
        hands, about = played.hands, (played.first, played.exchanged)
        splits = P * (len(hands) - 1)
        return [
            LoggedRound(hands, played.dealer, [splits + first, *others], *about)
            for first, *others in product(*([*self._plays(len(hand) - 2)] for hand in hands))
        ]

    def _plays(self, drawn: int) -> Iterator[str]:
        """Yield the letters by which a hand may have got so many cards."""
        turns = self.turns
        ends = ["", R] if turns.surrender.when or turns.double.rescue else [""]
        for doubled in range(min(drawn, turns.double.times) + 1):
            for end in ends:
                yield H * (drawn - doubled) + D * doubled + end


def begins(hands: list[list[int]], first: Sequence[int]) -> bool:
    """Return whether hands may begin with two cards."""
    one, *others = hands
    if not others:
        return Counter(one[:2]) == Counter(first[:2])
    return any(Counter((one[0], other[0])) == Counter(first[:2]) for other in others)


def _total(ranks: Sequence[int]) -> str:
    total, soft = total_of(ranks)
    return f"{'soft ' if soft else ''}{total}"


def _agree(logged: tuple[str, ...], outcomes: tuple[str, ...], net: Fraction | int) -> bool:
    """Return whether a log may say this of hands; one word alone may be about all of them."""
    pairs = zip(logged, outcomes)
    if len(logged) == len(outcomes) and all(one in (end, BROADER.get(end)) for one, end in pairs):
        return True
    return logged == ("win" if net > 0 else "lose" if net < 0 else "push",)


def _says(row: SaidRow, way: Result) -> bool:
    """Return whether a row says what a round comes to."""
    outcomes, staked, net = way
    return (
        row.net in (None, net)
        and row.staked in (None, staked)
        and (row.outcomes is None or _agree(row.outcomes, outcomes, net))
    )


def ranks_text(ranks: Sequence[int]) -> str:
    """Return ranks as letters, ``8 8``."""
    return " ".join(RANKS[rank] for rank in ranks)
