"""Blackjack games as data: hands that grow card by card, against a dealer who draws by a rule.

An ace counts 1 or 11 and pictures 10; who has more than 21 has bust. The player may always stand
and hit; what else he may do is said by a word for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import perm
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from combin.cards import SUITS, Deck, card_text
from combin.records import dataclass
from combin.rules.checks import (
    check_among,
    check_names,
    check_pay,
    check_range,
    check_tuple,
    check_type,
    refuse,
)
from combin.rules.words import ALWAYS, PUSH, Bet, Row, Settlement, Wager
from combin.spelling import SUIT_NAMES

if TYPE_CHECKING:
    from combin.rules.game import Game

MODELS = ("zero-memory", "first-hand", "total", "full-memory")
LOOKS = ("first", "never", "original", "ace")
ACES = ("one-card", "resplit", "hit", "once")
GIVEN_UP = ("late", "early")
TIES = ("push", "lose")
PUSHES = (None, 22)
NATURAL = "natural"  # the pay of one
INSURE = "insure"  # what is done with a bet that the dealer has a natural
SPLIT_TO = (1, 2, 3, 4, 5)
TEN = 10
SHOWN = "A23456789T"  # the dealer's card as rules name it, T for all that count ten
GROUPED = 'groups such as ("2345", "6789", "TJQKA"), all ranks, those that count ten in one'
TieRule = str | tuple[int, ...]  # push, lose, or the totals that lose
Seen = int | tuple[str, ...]  # how many of the dealer's cards are seen, or what is told of one
Paid = Callable[[str, Fraction], Fraction]  # address of a pay, and its value -> that in its place
KINDS = ("spades", "suited", "coloured")  # of hands paid apart, each within those after it
# What the cards of a hand that has bust, and of the dealer's, come to at most, an ace counted 1.
MOST_PLAYED, MOST_DRAWN = 31, 26
STAKE = (Wager("bet", Fraction(1)),)
# The bet that turns settle; beside them bets on the first cards are a game of their own, in which
# it comes back.
MAIN_BET = Bet("base", STAKE, "bet", (Settlement(("bet",), (Row("", ALWAYS, (PUSH,)),)),))


@dataclass(frozen=True)
class DrawsBelow:
    """The rule by which the dealer draws.

    hard: he draws to a hard total below this.
    soft: he draws to a soft total below this.
    beaten: the player's totals that win against that all the same.
    seen: how many of his first two cards the player sees before he plays; or groups of ranks,
        ``("2345", "6789", "TJQKA")``: he sees one, and is told of which group the other is.
    pushes: a total over 21 with which he does not bust but ties with all hands in play; None: no.
    """

    hard: int = 17
    soft: int = 17
    seen: Seen = 1
    pushes: int | None = None
    beaten: tuple[int, ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of ranks of one of which the player is told that the other card is."""
        return self.seen if isinstance(self.seen, tuple) else ()

    @property
    def cards_seen(self) -> int:
        """How many cards the player sees."""
        return self.seen if isinstance(self.seen, int) else 1

    @property
    def hits_soft_17(self) -> bool:
        return self.soft > self.hard

    def tells(self, deck: Deck) -> bool:
        """Return whether the player is told of which group of all ranks the hole card is; ranks
        that count alike are in one.
        """
        groups = tuple(map(str, self.groups))
        values = [value for group in groups for value in {*map(value_of, group)}]
        return sorted("".join(groups)) == sorted({*deck.ranks}) and len(values) == len({*values})

    def validate(self, game: Game) -> None:
        """Raise CombinError where the dealer of a game cannot draw so."""
        check_among(game, self.hard, (17,), "what the dealer draws below")
        check_among(game, self.soft, (17, 18), "what the dealer draws below, if soft,")
        check_among(
            game,
            self.seen,
            (self.seen,) if self.tells(game.deck) else (1, 2, GROUPED),
            "how many cards the dealer shows",
        )
        check_among(game, self.pushes, PUSHES, "the total with which the dealer ties")
        check_range(game, self.beaten, range(17, 22), "beaten")
        refuse(
            game,
            self.beaten and not self.pushes,
            "the dealer loses to totals where he ties with others only",
        )


@dataclass(frozen=True)
class Natural:
    """An ace and a ten-value card, the first two.

    pays: what it wins, unless the dealer has one too.
    looks: when the dealer finds his own: `first`, before anybody plays; `never`: he takes his
        second card last, and all that is staked goes with it; `original`: so, but only the first
        bet goes; `ace`: first under an ace, and never under a ten.
    beats: whether it wins where the dealer has one too.
    suited: a suit -> what it wins where both cards are of that suit.
    tied: what it wins against the dealer's.
    """

    pays: Fraction
    looks: str = "first"
    beats: bool = False
    suited: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    tied: Fraction = Fraction(0)

    ranks: ClassVar[str] = "AT"

    @property
    def by_suit(self) -> bool:
        """Whether what it wins goes by suits."""
        return bool(self.suited)

    @property
    def takes_one(self) -> bool:
        """Whether the dealer's takes one unit, whatever was done."""
        return self.looks != "never"

    def paid(self, suit: str) -> Fraction:
        """Return what it wins; suit: of both cards, empty where they have two."""
        return self.suited.get(suit, self.pays)

    def repaid(self, paid: Paid) -> Natural:
        """Return it with each of its pays replaced but that of a tie."""
        pays, suits = paid(NATURAL, self.pays), dict(zip(SUITS, SUIT_NAMES))
        return replace(
            self,
            pays=pays,
            suited={
                suit: paid(f"{NATURAL}-of-{suits[suit]}", pay) for suit, pay in self.suited.items()
            },
        )

    def validate(self, game: Game) -> None:
        """Raise CombinError where naturals of a game cannot be paid or found so."""
        turns = game.turns
        check_among(
            game,
            self.looks,
            LOOKS if turns.dealer.seen == 1 else LOOKS[:1],
            "how the dealer looks for a natural",
        )
        check_pay(game, self.pays, "a natural pays")
        check_pay(game, self.tied, "a tied natural wins")
        for suit, pay in self.suited.items():
            refuse(
                game,
                suit not in tuple(game.deck.suits),
                f"a suit is one of {game.deck.suits}, not {suit!r}",
            )
            check_pay(game, pay, "a hand wins")
        refuse(
            game,
            self.looks == "original" and (turns.wins_21 or turns.bonuses),
            "where a 21 wins at once, the dealer looks first or never",
        )
        refuse(
            game,
            self.tied and turns.dealer.cards_seen == 1,
            "a tied natural wins only if both dealer cards are seen",
        )


@dataclass(frozen=True)
class Double:
    """The player may double his bet for one card more on his first two.

    totals: the hard totals for which he may; none: any two cards.
    split: whether he may with a hand of a split.
    later: whether he may with three cards and more.
    times: how often one hand may be doubled.
    rescue: whether half of what is on a doubled hand may be given up for the other half.
    soft: the soft totals for which he may, too.
    free: the hard totals for which the house puts up the second bet: it is won, but not lost.
    up_to: how many times the bet there may be on the hand; who gains by a bet more gains most by
        the most.
    """

    totals: tuple[int, ...] = ()
    split: bool = True
    later: bool = False
    times: int = 1
    rescue: bool = False
    soft: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    up_to: int = 2

    @property
    def is_offered(self) -> bool:
        """Whether some hand may be doubled."""
        return bool(not self.totals or {*self.totals} - {0} or self.soft)

    @property
    def goes_on(self) -> bool:
        """Whether there is something to decide once a hand is doubled."""
        return self.rescue or self.times > 1

    def allows(self, total: int, soft: bool) -> bool:
        """Return whether two cards of this total may be doubled; soft: an ace counts 11."""
        return not self.totals or total in (self.soft if soft else self.totals)

    def validate(self, game: Game) -> None:
        """Raise CombinError where a bet of a game cannot be doubled so."""
        check_range(game, self.totals, range(4, 22), "totals of Double")
        check_range(game, self.soft, range(12, 22), "soft of Double")
        check_range(game, self.free, range(4, 22), "`free` of a double")
        check_among(game, self.times, (1, 2, 3), "`times` of a double")
        check_among(game, self.up_to, (2, 3, 4), "`up to` of a double")
        refuse(
            game,
            game.turns.charlie and self.times > 1,
            "a hand that may be doubled again does not win by its number of cards",
        )
        refuse(
            game,
            self.free and self.up_to > 2,
            "a double for free is for one bet more, so no total may be doubled for more than one "
            "bet beside it",
        )


@dataclass(frozen=True)
class Pairs:
    """The player may split two cards of equal value.

    hands: how many hands they may become.
    aces: `one-card`: once, and each ace gets one card; `resplit`: one card, and an ace that comes
        may be split again; `hit`: as other pairs; `once`: so, but once.
    free: what the cards count, an ace 1, of which the house puts up the bets of further hands.
    unlike: whether two that count ten may be split where they are of two ranks, a jack and a queen.
    """

    hands: int
    aces: str = "one-card"
    free: tuple[int, ...] = ()
    unlike: bool = True

    def most_hands(self, aces: bool) -> int:
        """Return how many hands a pair may become; aces: whether it is of aces."""
        return min(2, self.hands) if aces and self.aces in ("one-card", "once") else self.hands

    def one_card(self, aces: bool) -> bool:
        """Return whether hands of a split get one card each, so that nothing is decided."""
        return aces and self.aces in ("one-card", "resplit")

    def validate(self, game: Game) -> None:
        """Raise CombinError where pairs cannot be split so."""
        check_among(game, self.hands, SPLIT_TO, "`hands` of a split")
        check_among(game, self.aces, ACES, "`aces` of a split")
        check_range(game, self.free, range(1, 11), "`free` of a split")
        refuse(
            game,
            game.turns.switch is not None and not self.unlike,
            "`unlike` of Pairs is for one hand: of two, what counts ten is one rank",
        )


@dataclass(frozen=True)
class Surrender:
    """The player may give up half his bet with his first two cards.

    when: `early`, before the dealer looks for a natural, or `late`, unless he has one.
    later: whether he may with three cards and more.
    split: whether he may with a hand of a split.
    ups: the dealer's cards against which he may, ``TA``; empty: any.
    """

    when: str
    later: bool = False
    split: bool = False
    ups: str = ""

    def validate(self, game: Game) -> None:
        """Raise CombinError where half a bet cannot be given up so."""
        check_among(game, self.when, GIVEN_UP, "`when` of a surrender")
        for fails, what in (
            (
                self.when != "late" and (self.later or self.split),
                "a Surrender that comes later, or after a split, is `late`",
            ),
            (
                self.when != "late" and game.turns.dealer.tells(game.deck),
                "half the bet is given up `late` where something is told of the hole card",
            ),
            (
                self.ups and not game.turns.is_plain,
                "`ups` of Surrender are for one hand, against one card",
            ),
            (
                not {*self.ups} <= {*SHOWN},
                f"`ups` of Surrender are of {SHOWN}, T for 10 to K, not {self.ups!r}",
            ),
        ):
            refuse(game, fails, what)


@dataclass(frozen=True)
class Zap:
    """The player may give back his first two cards for two others, once, before all else.

    totals: the hard totals with which he may. An ace and a ten-value card that come so are a 21.
    """

    totals: tuple[int, ...]

    def validate(self, game: Game) -> None:
        """Raise CombinError where two cards cannot be given back so."""
        check_range(game, self.totals, range(4, 21), "totals of Zap")
        refuse(
            game,
            not self.totals,
            "a Zap has totals with which two cards are given back, such as (15, 16)",
        )
        refuse(game, not game.turns.is_plain, "a Zap is for one hand, against one card")


@dataclass(frozen=True)
class PayingHand:
    """A hand that wins what is said of it, by its suits.

    pays: what it wins.
    cards: so many cards, or more; 0: any number.
    ranks: these cards, ``678``; empty: any.
    up: the dealer shows this rank; empty: any.
    suited, spades: what it wins where all cards are of one suit, or are spades; as others if None.
    """

    pays: Fraction
    cards: int = 0
    ranks: str = ""
    up: str = ""
    suited: Fraction | None = None
    spades: Fraction | None = None

    @property
    def words(self) -> str:
        """What hand it is, in words."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """What its pay is called: ``21-of-7-or-more-cards``, ``6-7-8``."""
        return self.words.replace(" ", "-")

    @property
    def kinds(self) -> dict[str, Fraction]:
        """Kind of hand that is paid apart -> what it wins."""
        told = {kind: getattr(self, kind, None) for kind in KINDS}
        return {kind: pay for kind, pay in told.items() if pay is not None}

    def repaid(self, front: str, paid: Paid) -> Self:
        """Return the hand with each of its pays replaced; front: of their addresses."""
        kinds: dict[str, Any] = {
            kind: paid(f"{front}{self.name}-{kind}", pay) for kind, pay in self.kinds.items()
        }
        return replace(self, pays=paid(f"{front}{self.name}", self.pays), **kinds)

    def check_pays(self, game: Game, what: str) -> None:
        """Refuse what it wins that is no number, or below 0; what: wins it."""
        for pay in (self.pays, *self.kinds.values()):
            check_pay(game, pay, what)


@dataclass(frozen=True)
class Bonus(PayingHand):
    """A hand that wins more than even money, and at once, unless it is doubled.

    split: whether a hand of a split wins it.
    total: what it counts; None: any number up to 21.
    """

    split: bool = True
    total: int | None = 21

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many of its cards count 1, 2 and so on to 10; empty: any."""
        values = [*map(value_of, self.ranks)]
        return tuple(map(values.count, range(1, 11))) if values else ()

    @property
    def by_suit(self) -> bool:
        """Whether what it wins goes by suits."""
        return bool(self.kinds)

    def fits(self, up: int) -> bool:
        """Return whether the dealer shows the card for it; up: what that counts."""
        return not self.up or value_of(self.up) == up

    @property
    def words(self) -> str:
        total = "hand" if self.total is None else str(self.total)
        what = "-".join(self.ranks) or f"{total} of {self.cards} or more cards"
        return what + (f" against {self.up}" if self.up else "")

    @property
    def name(self) -> str:
        return super().name + ("" if self.split else "-unsplit")

    def paid(self, suit: str) -> Fraction:
        """Return what it wins; suit: of all cards, empty where they have several."""
        suited = self.pays if self.suited is None or not suit else self.suited
        return self.spades if self.spades is not None and suit == "s" else suited

    def covers(self, other: Bonus) -> bool:
        """Return whether each hand with another bonus has this one, too."""
        return (
            self.cards <= max(other.cards, len(other.ranks))
            and sorted(self.ranks) in ([], sorted(other.ranks))
            and self.up in ("", other.up)
            and self.total in (None, other.total)
            and self.split >= other.split
        )

    def validate(self, game: Game) -> None:
        """Raise CombinError where no hand of a game is such, or it cannot be paid so."""
        values = [value_of(rank) for rank in self.ranks if rank in tuple(SHOWN)]
        ace = 10 if 1 in values and sum(values) <= 11 else 0
        for fails, what in (
            (
                self.ranks and (len(values) < len(self.ranks) or sum(values) + ace != 21),
                f"the ranks of a Bonus make 21, T for 10 to K, not {self.ranks!r}",
            ),
            (
                self.total not in ((21,) if self.ranks else (None, *range(4, 22))),
                f"a Bonus counts 4 to 21, or None, not {self.total!r}",
            ),
            (
                not self.ranks and (self.cards < 3 or self.suited or self.spades),
                "a Bonus has ranks, or three cards or more of no suit",
            ),
            (
                self.up and self.up not in tuple(SHOWN),
                f"the dealer shows one of {SHOWN}, T for 10 to K, not {self.up!r}",
            ),
        ):
            refuse(game, fails, what)
        self.check_pays(game, "a hand wins")


@dataclass(frozen=True)
class Switch:
    """The player has two hands with a bet on each, and may exchange their second cards first.

    natural: whether an ace and a ten-value card that come together so are a natural, and not 21.
    """

    natural: bool = False

    def validate(self, game: Game) -> None:
        """Raise CombinError where two hands cannot be played."""
        check_among(game, game.turns.model, MODELS[:1], "model")
        check_among(game, game.turns.dealer.seen, (1,), "how many cards the dealer shows")


@dataclass(frozen=True)
class Bust(PayingHand):
    """A hand with which the dealer busts.

    up, last: one of these is the card that he shows, or the one with which he busts, ``23456``.
    coloured: what it wins where all cards are red or all are black.
    most: so many cards at most; 0: any number.
    """

    coloured: Fraction | None = None
    last: str = ""
    most: int = 0

    @property
    def words(self) -> str:
        least = self.cards or 3
        many = f"{least} to {self.most} cards" if self.most else f"{least} or more cards"
        many = f"{least} cards" if self.most == least else many
        parts = (
            (self.ranks, f" with {'-'.join(self.ranks)}"),
            ((self.cards or self.most) and not self.ranks, f" with {many}"),
            (self.last, f" ending in {self.last}"),
            (self.up, f" against {self.up}"),
        )
        return "bust" + "".join(told for so, told in parts if so)

    @property
    def name(self) -> str:
        return super().name.removeprefix("bust-").removeprefix("with-")

    @property
    def said(self) -> tuple[str, str, str]:
        """The ranks that it names: of the card shown, of the last, and of all."""
        return self.up, self.last, self.ranks

    def paid(self, kind: str) -> Fraction:
        """Return what a hand of a kind wins; empty: of none."""
        return self.kinds.get(kind, self.pays)

    def validate(self, game: Game, key: str) -> None:
        """Raise CombinError where a dealer cannot bust so; key: of the bet that pays for it."""
        named = "".join(self.said)
        for fails, what in (
            (
                not {*named} <= {*SHOWN},
                f"goes by ranks, {SHOWN}, T for 10 to K, not {named!r}",
            ),
            (
                self.ranks and not 21 < sum(map(value_of, self.ranks)) <= MOST_DRAWN,
                f"pays for cards with which a dealer busts, not {self.ranks!r}",
            ),
            (
                0 < self.cards < 3 or 0 < self.most < max(3, self.cards),
                f"pays for 3 cards and more, not {self.cards} to {self.most}",
            ),
        ):
            refuse(game, fails, f"{key} {what}")
        self.check_pays(game, f"{key} pays")


@dataclass(frozen=True)
class DealerBet(Bet):
    """A bet of one unit on the dealer's cards, which says itself what it wins.

    key: its name on the command line. wagers, base, settlements: one stake, settled by no row.
    """

    wagers: tuple[Wager, ...] = field(default=STAKE, init=False, repr=False)
    base: str = field(default="bet", init=False, repr=False)
    settlements: tuple[Settlement, ...] = field(default=(), init=False, repr=False)

    def repaid(self, paid: Paid) -> DealerBet:
        """Return the bet with each of its pays replaced."""
        raise NotImplementedError


@dataclass(frozen=True)
class BustBet(DealerBet):
    """A bet that the dealer busts, whatever the player has; he draws to the end for it.

    key: its name on the command line.
    pays: with how many cards he busts, ``"3"`` -> what it wins; the most stand for more, too.
    hands: that are paid, before these; of those that a hand is, the first.
    offered: the dealer's cards on which it may be made, once he has no natural if he looks for one;
        empty: it is made before the deal.
    """

    pays: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    hands: tuple[Bust, ...] = ()
    offered: str = ""

    @cached_property
    def paid(self) -> tuple[Bust, ...]:
        """All hands that are paid, those by their number of cards alone in ascending order."""
        by_cards = sorted((int(cards), pay) for cards, pay in self.pays.items())
        most = {len(by_cards) - 1: 0}
        counted = (
            Bust(pay, cards=cards, most=most.get(place, cards))
            for place, (cards, pay) in enumerate(by_cards)
        )
        return (*self.hands, *counted)

    def repaid(self, paid: Paid) -> BustBet:
        again = [hand.repaid(f"{self.key}.", paid) for hand in self.paid]
        pays = {str(hand.cards): hand.pays for hand in again[len(self.hands) :]}
        return replace(self, hands=tuple(again[: len(self.hands)]), pays=pays)

    def validate(self, game: Game) -> None:
        """Raise CombinError where it pays for nothing, or for hands with which he cannot bust."""
        for cards, pay in self.pays.items():
            refuse(
                game,
                cards not in map(str, range(3, MOST_DRAWN + 1)),
                f"{self.key} pays for '3' to '{MOST_DRAWN}' cards, not for {cards!r}",
            )
            check_pay(game, pay, f"{self.key} pays")
        check_tuple(game, self.hands, Bust, f"the hands of {self.key}")
        for hand in self.hands:
            hand.validate(game, self.key)
        refuse(game, not self.paid, f"{self.key} pays for nothing; it needs `pays` or `hands`")
        check_names(game, f"hand of {self.key!r}", [hand.name for hand in self.paid])
        shoe = shoe_of(game.deck)
        for rank in self.offered:
            refuse(
                game,
                rank not in tuple(SHOWN) or not shoe[value_of(rank)],
                f"{self.key} is offered on cards of the shoe, not {rank!r}",
            )


@dataclass(frozen=True)
class InsuranceBet(DealerBet):
    """A bet that the dealer has a natural, offered when he shows an ace.

    key: its name on the command line.
    pays: what it wins.
    """

    pays: Fraction

    def repaid(self, paid: Paid) -> InsuranceBet:
        return replace(self, pays=paid(self.key, self.pays))

    def validate(self, game: Game) -> None:
        """Raise CombinError where it cannot be paid, or a natural is not all that is unknown."""
        check_pay(game, self.pays, f"{self.key} pays")
        refuse(
            game,
            game.turns.dealer.seen != 1,
            "insurance is priced for a player who knows the ace alone, not what is seen or told of "
            "the other card; leave it out",
        )


Word = TypeVar("Word", Double, Pairs, Surrender, Zap)


@dataclass(frozen=True)
class Turns:
    """The step of a play in which hands grow card by card: the player's, and then the dealer's.

    dealer: the rule by which the dealer draws.
    natural: what a natural wins, and how the dealer's is found.
    actions: what the player may do beside standing and hitting.
    charlie: so many cards win unless the dealer has a natural; None: no number does.
    wins_21: whether a player's 21 wins at once, whatever the dealer has.
    bonuses: hands that win more; of those that a hand has, the first.
    model: how the hands of a split are played.
    ties: what a total like the dealer's does, `push` or `lose`; or the totals that lose, ``(17,)``.
    """

    dealer: DrawsBelow
    natural: Natural
    actions: tuple[Double | Pairs | Surrender | Switch | Zap, ...]
    charlie: int | None = None
    wins_21: bool = False
    bonuses: tuple[Bonus, ...] = ()
    model: str = MODELS[0]
    ties: TieRule = TIES[0]

    def _said(self, usual: Word) -> Word:
        """Return the word of a kind; usual: what holds without one."""
        return next((one for one in self.actions if isinstance(one, type(usual))), usual)

    @cached_property
    def double(self) -> Double:
        """How the bet may be doubled; without the word no total may be."""
        return self._said(Double((0,), split=False))

    @cached_property
    def pairs(self) -> Pairs:
        return self._said(Pairs(hands=1))

    @cached_property
    def surrender(self) -> Surrender:
        """When half the bet may be given up, `when` empty: never."""
        return self._said(Surrender(""))

    @cached_property
    def zap(self) -> Zap:
        return self._said(Zap(()))

    @cached_property
    def switch(self) -> Switch | None:
        return next((one for one in self.actions if isinstance(one, Switch)), None)

    @property
    def looks_first(self) -> bool:
        """Whether a dealer's natural ends the round before anything is decided."""
        return self.natural.looks == "first" and self.surrender.when != "early"

    def amended(self, kind: type, **said: Any) -> Turns:
        """Return the step with what the word of a kind says replaced."""
        return replace(
            self,
            actions=tuple(
                replace(one, **said) if isinstance(one, kind) else one for one in self.actions
            ),
        )

    def without(self, *kinds: type) -> Turns:
        """Return the step without the words of some kinds."""
        return replace(
            self, actions=tuple(one for one in self.actions if not isinstance(one, kinds))
        )

    def against(self, up: int) -> Turns:
        """Return the step against a card of the dealer's; up: what it counts."""
        turns, ups = self, self.surrender.ups
        if self.natural.looks == "ace":
            natural = replace(self.natural, looks="first" if up == 1 else "never")
            turns = replace(self, natural=natural)
        return turns.without(Surrender) if ups and up not in map(value_of, ups) else turns

    @property
    def is_plain(self) -> bool:
        """Whether one hand is played, and the dealer shows one card."""
        return self.switch is None and self.dealer.seen != 2

    @property
    def names(self) -> dict[str, str]:
        """Action -> what people say for it; a double of up to so many times is for the most."""
        times = self.double.up_to
        return {"double": {3: "triple", 4: "quadruple"}[times]} if times > 2 else {}

    def repaid(self, paid: Paid) -> Turns:
        """Return the step with each of its pays replaced."""
        natural = self.natural.repaid(paid)
        if self.dealer.cards_seen == 2:
            natural = replace(natural, tied=paid(f"tied-{NATURAL}", natural.tied))
        return replace(
            self, natural=natural, bonuses=tuple(bonus.repaid("", paid) for bonus in self.bonuses)
        )

    def validate(self, game: Game) -> None:
        """Raise CombinError, in one line, for the first thing of a game that does not fit."""
        check_type(game, self.dealer, DrawsBelow, "dealer")
        check_type(game, self.natural, Natural, "natural")
        kinds = (Double, Pairs, Surrender, Switch, Zap)
        check_tuple(game, self.actions, kinds, "the actions")
        for kind in kinds:
            refuse(
                game,
                sum(isinstance(one, kind) for one in self.actions) > 1,
                f"there are two {kind.__name__} among the actions",
            )
        check_tuple(game, self.bonuses, Bonus, "the bonuses")
        check_among(game, self.model, MODELS, "model")
        check_among(game, self.charlie, (None, 5, 6, 7), "charlie")
        if isinstance(self.ties, tuple):
            check_range(game, self.ties, range(17, 22), "ties")
        else:
            check_among(game, self.ties, (*TIES, "totals such as (17,)"), "ties")
        refuse(game, game.deck.jokers, "a blackjack game has no joker")
        for part in (self.dealer, self.natural, *self.actions, *self.bonuses, *game.beside):
            part.validate(game)
        for first, later in combinations(self.bonuses, 2):
            refuse(
                game,
                first.covers(later),
                f"the bonus {later.name} is never paid: {first.name} is paid before it",
            )
        hands = self.pairs.hands * (2 if self.switch else 1)
        total = sum(value * count for value, count in shoe_of(game.deck).items())
        refuse(
            game,
            total <= MOST_PLAYED * hands + MOST_DRAWN,
            f"the shoe may run out: it has {len(game.deck)} cards for {hands} hands",
        )


def value_of(rank: str) -> int:
    """Return what a rank counts, ``A`` 1."""
    return 1 if rank == "A" else int(rank) if rank.isdecimal() else 10


def shoe_of(deck: Deck) -> dict[int, int]:
    """Return what a card counts, an ace 1 -> how many such cards there are."""
    counts = dict.fromkeys(range(1, 11), 0)
    for card in deck.cards:
        counts[value_of(card_text(card)[0])] += 1
    return counts


def tens_of(deck: Deck) -> dict[str, int]:
    """Return the ranks that count ten -> how many such cards there are."""
    ranks = (card_text(card)[0] for card in deck.cards)
    return dict(Counter(rank for rank in ranks if value_of(rank) == TEN))


def suits_of(deck: Deck) -> Counter[tuple[int, str]]:
    """Return what a card counts, and its suit -> how many such cards there are."""
    found: Counter[tuple[int, str]] = Counter()
    for card, many in deck.copies.items():
        text = card_text(card)
        found[value_of(text[0]), text[1]] += many
    return found


def suit_chances(deck: Deck, ranks: str) -> dict[str, Fraction]:
    """Return suit -> how likely all cards of a hand of these ranks are of that suit.

    Cards that count alike may change places, so that suits are dealt to a hand as to any others,
    whatever else is known of the ranks.
    """
    return {suit: both_suited(deck, (ranks, suit), ("", suit)) for suit in deck.suits}


def both_suited(deck: Deck, one: tuple[str, str], other: tuple[str, str]) -> Fraction:
    """Return how likely all cards of a hand of some ranks are of one suit, and all of another
    hand's of one, too; each with its ranks and its suit.
    """
    alike = suits_of(deck)
    first, second = (Counter(map(value_of, ranks)) for ranks, _ in (one, other))
    chance = Fraction(1)
    for value in {*first, *second}:
        there, left = (alike[value, suit] for _, suit in (one, other))
        left -= first[value] if one[1] == other[1] else 0
        ways = perm(there, first[value]) * perm(max(left, 0), second[value])
        every = sum(alike[value, suit] for suit in deck.suits)
        chance *= Fraction(ways, perm(every, first[value] + second[value]) or 1)
    return chance
