"""Blackjack games as data: hands that grow card by card, against a dealer who draws by a rule.

An ace counts 1 or 11 and pictures 10; who has more than 21 has bust. The player may always stand
and hit; what else he may do is said by a word for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any, NamedTuple, TypeVar

from combin.cards import RANKS, Deck, card_text, parse_card
from combin.errors import CombinError, nearest
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.choices import Amount, Choice
from combin.rules.choosing import MAIN_GAME, Choosing, Resolved
from combin.rules.game import Game, Sheet, whole
from combin.rules.picks import concrete, open_in
from combin.rules.words import ALWAYS, PUSH, Bet, Row, Settlement, Wager
from combin.spelling import cards_in, meant

S = TypeVar("S", bound="Sheet | BlackjackSheet")

MODELS = ("zero-memory", "first-hand", "total", "full-memory")
LOOKS = ("first", "never", "original", "ace")
ACES = ("one-card", "resplit", "hit", "once")
GIVEN_UP = ("late", "early")
TIES = ("push", "lose")
PUSHES = (None, 22)
NATURAL = "natural"  # the pay that may vary
INSURE = "insure"  # what is done with a bet that the dealer has a natural
SPLIT_TO = (1, 2, 3, 4, 5)
SHOWN = "A23456789T"  # the dealer's card as rules name it, T for all that count ten
GROUPED = 'groups such as ("2345", "6789", "TJQKA"), all ranks, those that count ten in one'
TieRule = str | tuple[int, ...]  # push, lose, or the totals that lose
Seen = int | tuple[str, ...]  # how many of the dealer's cards are seen, or what is told of one
# What the cards of a hand that has bust, and of the dealer's, come to at most, an ace counted 1.
MOST_PLAYED, MOST_DRAWN = 31, 26


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

    def paid(self, suit: str) -> Fraction:
        """Return what it wins; suit: of both cards, empty where they have two."""
        return self.suited.get(suit, self.pays)


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


@dataclass(frozen=True)
class Pairs:
    """The player may split two cards of equal value.

    hands: how many hands they may become.
    aces: `one-card`: once, and each ace gets one card; `resplit`: one card, and an ace that comes
        may be split again; `hit`: as other pairs; `once`: so, but once.
    free: what the cards count, an ace 1, of which the house puts up the bets of further hands.
    """

    hands: int
    aces: str = "one-card"
    free: tuple[int, ...] = ()


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


@dataclass(frozen=True)
class Zap:
    """The player may give back his first two cards for two others, once, before all else.

    totals: the hard totals with which he may. An ace and a ten-value card that come so are a 21.
    """

    totals: tuple[int, ...]


@dataclass(frozen=True)
class Bonus:
    """A hand that wins more than even money, and at once, unless it is doubled.

    pays: what it wins.
    cards: so many cards, or more; 0: any number.
    ranks: these cards, ``678``; empty: any.
    up: the dealer shows this rank; empty: any.
    suited, spades: what it wins where all cards are of one suit, or are spades; as others if None.
    split: whether a hand of a split wins it.
    total: what it counts; None: any number up to 21.
    """

    pays: Fraction
    cards: int = 0
    ranks: str = ""
    up: str = ""
    suited: Fraction | None = None
    spades: Fraction | None = None
    split: bool = True
    total: int | None = 21

    def paid(self, suit: str) -> Fraction:
        """Return what it wins; suit: of all cards, empty where they have several."""
        suited = self.pays if self.suited is None or not suit else self.suited
        return self.spades if self.spades is not None and suit == "s" else suited


@dataclass(frozen=True)
class Switch:
    """The player has two hands with a bet on each, and may exchange their second cards first.

    natural: whether an ace and a ten-value card that come together so are a natural, and not 21.
    """

    natural: bool = False


@dataclass(frozen=True)
class BustBet:
    """A bet that the dealer busts, whatever the player has; he draws to the end for it.

    key: its name on the command line.
    pays: with how many cards he busts, ``"3"`` -> what it wins; the most stand for more, too.
    """

    key: str
    pays: Mapping[str, Fraction] = field(hash=False)

    @property
    def by_cards(self) -> dict[int, Fraction]:
        """Number of cards -> what it wins, in ascending order."""
        return dict(sorted((int(cards), pay) for cards, pay in self.pays.items()))


@dataclass(frozen=True)
class InsuranceBet:
    """A bet that the dealer has a natural, offered when he shows an ace.

    key: its name on the command line.
    pays: what it wins.
    """

    key: str
    pays: Fraction


# What the bets on the first cards stand beside, where they are a game of their own.
UNSETTLED = Bet(
    "base",
    (Wager("bet", Fraction(1)),),
    "bet",
    (Settlement(("bet",), (Row("", ALWAYS, (PUSH,)),)),),
)


class KnownBet(NamedTuple):
    """A bet as it is asked for.

    key: its name. base: the wager of which one unit is what figures are of.
    settlements, wagers: none that is read here. for_one: whether pays are for 1.
    """

    key: str
    base: str = "bet"
    settlements: tuple[()] = ()
    wagers: tuple[()] = ()
    for_one: bool = False


@dataclass(frozen=True)
class BlackjackSheet(Choosing):
    """The rules of a blackjack game as written; a game file says `CountUp(...)`.

    slug: its name on the command line.
    title: its name for people.
    source: where the rules were read.
    deck: the cards.
    dealer: the rule by which the dealer draws.
    natural: what a natural wins, and how the dealer's is found.
    actions: what the player may do beside standing and hitting.
    charlie: so many cards win unless the dealer has a natural; None: no number does.
    wins_21: whether a player's 21 wins at once, whatever the dealer has.
    bonuses: hands that win more; of those that a hand has, the first.
    model: how the hands of a split are played.
    bets: the bets beside the game itself, an `InsuranceBet`, a `BustBet`, or a `SideBet` on the
        first cards.
    play, hands: for bets on the first cards, their deals, in the order of the table, and the hands
        that the bets speak of.
    ties: what a total like the dealer's does, `push` or `lose`; or the totals that lose, ``(17,)``.
    choices: the readings that can be set.
    notes: what a reader of the results should know.
    names: name of a bet, hand or pay -> what people say for it, where that is not its own words.
    path: of the file of the user's own that states them.
    """

    slug: str
    title: object
    source: object
    deck: object
    dealer: object
    natural: object
    actions: object
    charlie: object = None
    wins_21: object = False
    bonuses: object = ()
    model: object = MODELS[0]
    bets: Any = ()
    choices: tuple[Choice | Amount, ...] = ()
    notes: object = ()
    ties: object = TIES[0]
    play: object = ()
    hands: object = ()
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    path: str = field(default="", compare=False, repr=False)

    combined = False

    @property
    def stated(self) -> tuple[object, ...]:
        return (
            *(self.title, self.source, self.deck, self.dealer, self.natural, self.actions),
            *(self.charlie, self.wins_21, self.bonuses, self.model, self.bets, self.notes),
            *(self.ties, self.play, self.hands, self.names),
        )

    @property
    def beside(self) -> tuple[BustBet | InsuranceBet, ...]:
        """The side bets on the dealer's cards."""
        return tuple(bet for bet in self.bets if not isinstance(bet, Bet))

    @property
    def usual_keys(self) -> tuple[str, ...]:
        """The bets that are asked where none is named: all but those on the first cards."""
        return ("base", *(bet.key for bet in self.beside))

    def bet_meant(self, key: str) -> str:
        """Return the key of the bet that a word means, or the word itself."""
        said = {said: name for name, said in self.names.items() if name in self.bet_keys}
        return meant(key, self.bet_keys, "the bet", {"main": "base", **said})

    def settling(self, *keys: str) -> Any:
        """Return the rules by which some bets are settled: the game alone, or the bets on its first
        cards as a game whose deals are counted; all rules for some of both.
        """
        if self.beside == self.bets or not keys:
            return self
        asked = {*map(self.bet_meant, keys)}
        if asked <= {*self.usual_keys}:
            return self.alone
        return self if asked & {*self.usual_keys} else self.dealt

    @cached_property
    def alone(self) -> BlackjackSheet:
        """The rules of the game and of the bets on the dealer's cards."""
        names = {key: said for key, said in self.names.items() if key in self.usual_keys}
        return _narrowed(replace(self, bets=self.beside, play=(), hands=(), names=names))

    @cached_property
    def dealt(self) -> Sheet | None:
        """The bets on the first cards as a game of their own; None without any."""
        bets = tuple(bet for bet in self.bets if isinstance(bet, Bet))
        if not bets:
            return None
        names = {name: said for name, said in self.names.items() if name not in self.usual_keys}
        said = self.slug, self.title, self.source
        rules = Sheet(*said, self.deck, self.play, self.hands, (UNSETTLED, *bets), self.choices)
        return _narrowed(replace(rules, names=names, path=self.path))

    @property
    def bet_keys(self) -> tuple[str, ...]:
        """The keys of the bets, that of the game itself first."""
        return ("base", *(bet.key for bet in self.bets))

    def resolve(self, settings: Mapping[str, object] | None = None) -> BlackjackGame:
        """Return the game with its choices made; raises CombinError as `Sheet.resolve` does."""
        from combin.rules.validate import validate_choices, validate_use

        is_new = id(self) not in whole
        if is_new:
            validate_choices(self)
        chosen = self.made(settings)
        where = f"game {self.slug!r}"
        names = [one.name for one in fields(BlackjackSheet) if one.name != "choices"]
        parts = {name: concrete(getattr(self, name), chosen, where) for name in names}
        game = BlackjackGame(**parts, choices=self.choices, chosen=chosen, sheet=self)
        _validate(game)
        if is_new:
            validate_use(self)
            whole.get(id(self), lambda: self)
        return game


@dataclass(frozen=True, repr=False)
class BlackjackGame(Result, BlackjackSheet, Resolved):
    """A blackjack game with nothing left open.

    chosen: choice -> the value in force.
    priced: the pays that were replaced by `with_pays`, address -> units now. usual: before.
    sheet: the rules with their choices open.
    """

    title: str
    source: str
    deck: Deck
    dealer: DrawsBelow
    natural: Natural
    actions: tuple[Double | Pairs | Surrender | Switch | Zap, ...]
    charlie: int | None = None
    wins_21: bool = False
    bonuses: tuple[Bonus, ...] = ()
    model: str = MODELS[0]
    bets: tuple[BustBet | InsuranceBet | Bet, ...] = ()
    notes: tuple[str, ...] = ()
    ties: TieRule = TIES[0]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)
    priced: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    usual: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    sheet: BlackjackSheet | None = field(default=None, compare=False, repr=False)

    _columns = columns(words="choice,value,meaning")

    def resolve(self, settings: Mapping[str, object] | None = None) -> BlackjackGame:
        """Return the game itself: `settings` can only say what was chosen."""
        self.verify_chosen(settings)
        return self

    @property
    def shoe(self) -> dict[int, int]:
        """What a card counts, an ace 1 -> how many such cards there are."""
        counts = dict.fromkeys(range(1, 11), 0)
        for card in self.deck.cards:
            counts[value_of(card_text(card)[0])] += 1
        return counts

    def suited(self, ranks: str) -> dict[str, Fraction]:
        """Return suit -> how likely all cards of a hand of these ranks are of that suit.

        Cards that count alike may change places, so that suits are dealt to a hand as to any
        others, whatever else is known of the ranks.
        """
        return {suit: self.both_suited((ranks, suit), ("", suit)) for suit in self.deck.suits}

    def both_suited(self, one: tuple[str, str], other: tuple[str, str]) -> Fraction:
        """Return how likely all cards of a hand of some ranks are of one suit, and all of another
        hand's of one, too; each with its ranks and its suit.
        """
        alike: Counter[tuple[int, str]] = Counter()
        for card, many in self.deck.copies.items():
            text = card_text(card)
            alike[value_of(text[0]), text[1]] += many
        first, second = (Counter(map(value_of, ranks)) for ranks, _ in (one, other))
        chance = Fraction(1)
        for value in {*first, *second}:
            there, left = (alike[value, suit] for _, suit in (one, other))
            left -= first[value] if one[1] == other[1] else 0
            ways = perm(there, first[value]) * perm(max(left, 0), second[value])
            every = sum(alike[value, suit] for suit in self.deck.suits)
            chance *= Fraction(ways, perm(every, first[value] + second[value]) or 1)
        return chance

    @cached_property
    def alone(self) -> BlackjackGame:
        sheet = (self.sheet or self).alone
        rules = replace(self, bets=self.beside, play=(), hands=(), names=sheet.names)
        chosen = self._chosen_in(sheet)
        return replace(rules, choices=sheet.choices, chosen=chosen, priced={}, usual={})

    @cached_property
    def dealt(self) -> Game | None:
        sheet = (self.sheet or self).dealt if self.beside != self.bets else None
        if sheet is None:
            return None
        game = sheet.resolve(self._chosen_in(sheet))
        gone = Counter(self.deck.dead.split()) - Counter(game.deck.dead.split())
        game = game.without(" ".join(gone.elements())) if gone else game
        return game.with_pays(self.priced)

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(key for key in (self.sheet or self).bet_keys if key not in self.bet_keys)

    def _chosen_in(self, sheet: Choosing) -> dict[str, str]:
        return {choice.name: self.chosen[choice.name] for choice in sheet.choices}

    def bet(self, key: str) -> KnownBet | Bet:
        """Return the bet that a key means; raises CombinError naming the known ones."""
        found = self.bet_meant(key)
        if found not in self.bet_keys:
            raise CombinError(f"{self.slug} has no bet {key!r}{nearest(key, self.bet_keys)}")
        rules = self.settling(found)
        return KnownBet(found) if rules is self else rules.bet(found)

    def choices_of(self, *keys: str) -> tuple[Choice | Amount, ...]:
        """Return the choices that change some bets: of the game and of bets on its play all that
        do not belong to the bets on the first cards.
        """
        if self.beside == self.bets:
            return self.choices
        found = [self.settling(key).choices_of(key) for key in keys or self.bet_keys]
        return tuple(choice for choice in self.choices if any(choice in some for some in found))

    def shown(self, key: str) -> str:
        """Return the name under which a bet is shown."""
        return MAIN_GAME if key == "base" else key

    def called(self, name: str) -> str:
        """Return what people say for an action; a double of up to so many times is for the most."""
        times = self.double.up_to if self.double else 2
        return {3: "triple", 4: "quadruple"}.get(times, name) if name == "double" else name

    said = called

    def rules_of(self, key: str) -> str:
        """Return what decides a bet, as text: equal texts, equal rules."""
        rules: Game | BlackjackGame = self.settling(key)
        if rules is not self:
            return rules.rules_of(key)
        dealer = self.dealer
        beside = [(isinstance(bet, BustBet) and dealer, bet) for bet in self.bets if bet.key == key]
        return repr((self.deck, beside) if beside else replace(self, bets=()).stated[2:])

    @property
    def remark(self) -> str:
        """What a reader of all figures should know of them, in a sentence; empty for nothing."""
        return "Figures are for one of the two hands." if self.switch else ""

    def with_pays(self, pays: Mapping[str, Any]) -> BlackjackGame:
        """Return the game with some pays of its bets on the first cards replaced; what others pay
        choices say.
        """
        if not pays:
            return self
        if self.dealt is None:
            raise CombinError(
                f"{self.slug}: its pays are choices, such as natural; `combin show {self.slug}` "
                "lists them"
            )
        found = self.dealt.with_pays(pays)
        return replace(self, priced=found.priced, usual=found.usual)

    def pays(self) -> dict[str, Fraction]:
        """Return every pay's address -> its value, of the bets on the first cards."""
        return self.dealt.pays() if self.dealt else {}

    def pay_meant(self, name: str) -> str:
        """Return the address of the pay that a name means, or the name itself."""
        return self.dealt.pay_meant(name) if self.dealt else name

    def priced_in(self, *keys: str) -> dict[str, Fraction]:
        dealt = [key for key in keys if isinstance(self.settling(key), Game)]
        return self.dealt.priced_in(*dealt) if self.dealt else {}

    @property
    def counted_rules(self) -> tuple[object, ...]:
        """The rules that decide its values."""
        return self.stated

    @property
    def double(self) -> Double | None:
        return next((one for one in self.actions if isinstance(one, Double)), None)

    @property
    def pairs(self) -> Pairs | None:
        return next((one for one in self.actions if isinstance(one, Pairs)), None)

    @property
    def surrender(self) -> Surrender | None:
        return next((one for one in self.actions if isinstance(one, Surrender)), None)

    @property
    def zap(self) -> Zap | None:
        return next((one for one in self.actions if isinstance(one, Zap)), None)

    @property
    def switch(self) -> Switch | None:
        return next((one for one in self.actions if isinstance(one, Switch)), None)

    def without(self, cards: str) -> BlackjackGame:
        """Return the game whose shoe lacks some cards, ``Kh Kd``."""
        words = sorted(
            map(parse_card, f"{self.deck.dead} {' '.join(map(card_text, cards_in(cards)))}".split())
        )
        deck = replace(self.deck, dead=" ".join(map(card_text, words)))
        game = replace(self, deck=deck)
        _validate(game)
        return game


def _narrowed(rules: S) -> S:
    """Return rules with the choices that stand in them."""
    known = open_in(rules.stated)
    return replace(rules, choices=tuple(one for one in rules.choices if one.name in known))


def value_of(rank: str) -> int:
    """Return what a rank counts, ``A`` 1."""
    return 1 if rank == "A" else int(rank) if rank.isdecimal() else 10


def _validate_totals(game: BlackjackGame, refuse: Callable[[str], CombinError]) -> None:
    """Raise CombinError for a total that no hand has."""
    for name, free, counts in (
        ("totals of Double", game.double.totals if game.double else (), range(4, 22)),
        ("soft of Double", game.double.soft if game.double else (), range(12, 22)),
        ("Double", game.double.free if game.double else (), range(4, 22)),
        ("Pairs", game.pairs.free if game.pairs else (), range(1, 11)),
        ("ties", () if isinstance(game.ties, str) else game.ties, range(17, 22)),
        ("beaten", game.dealer.beaten, range(17, 22)),
        ("totals of Zap", game.zap.totals if game.zap else (), range(4, 21)),
    ):
        for value in free:
            if value not in counts:
                which = name if name[0].islower() else f"`free` of {name}"
                raise refuse(f"{which} has {counts[0]} to {counts[-1]}, not {value!r}")


def _validate_parts(game: BlackjackGame, refuse: Callable[[str], CombinError]) -> None:
    """Raise CombinError for a part of a game that is of another kind than it should be."""
    for text in (game.slug, game.title, game.source, *game.notes):
        if not isinstance(text, str) or not text.strip():
            raise refuse(f"each of slug, title, source and notes is text, not {text!r}")
    for name, part, kind in (
        ("deck", game.deck, Deck),
        ("dealer", game.dealer, DrawsBelow),
        ("natural", game.natural, Natural),
        ("actions", game.actions, tuple),
    ):
        if not isinstance(part, kind):
            raise refuse(f"{name} is a {kind.__name__}, not {part!r}")
    kinds = [type(one) for one in game.actions]
    for one in kinds:
        if one not in (Double, Pairs, Surrender, Switch, Zap):
            raise refuse("each of actions is a Double, Pairs, a Surrender, a Switch or a Zap")
        if kinds.count(one) > 1:
            raise refuse(f"there are two {one.__name__} among the actions")


def _validate(game: BlackjackGame) -> None:
    """Raise CombinError, in one line, for the first thing that does not fit."""

    def refuse(what: str) -> CombinError:
        return CombinError(f"{game.slug}: {what}")

    _validate_parts(game, refuse)
    for name, value, known in (
        ("model", game.model, MODELS[:1] if game.switch else MODELS),
        ("charlie", game.charlie, (None, 5, 6, 7)),
        ("what the dealer draws below", game.dealer.hard, (17,)),
        ("what the dealer draws below, if soft,", game.dealer.soft, (17, 18)),
        ("`looks` of Natural", game.natural.looks, LOOKS if game.dealer.seen == 1 else LOOKS[:1]),
        (
            "`seen` of DrawsBelow",
            game.dealer.seen,
            (1,) if game.switch else (game.dealer.seen,) if _told(game) else (1, 2, GROUPED),
        ),
        ("`pushes` of DrawsBelow", game.dealer.pushes, PUSHES),
        (
            "ties",
            game.ties,
            [game.ties] if isinstance(game.ties, tuple) else (*TIES, "totals such as (17,)"),
        ),
        ("`hands` of Pairs", game.pairs.hands if game.pairs else 2, SPLIT_TO),
        ("`aces` of Pairs", game.pairs.aces if game.pairs else ACES[0], ACES),
        ("`when` of Surrender", game.surrender.when if game.surrender else "late", GIVEN_UP),
        ("`times` of Double", game.double.times if game.double else 1, (1, 2, 3)),
        ("`up_to` of Double", game.double.up_to if game.double else 2, (2, 3, 4)),
    ):
        if value not in known:
            listed = f"one of {', '.join(map(str, known))}" if len(known) > 1 else f"{known[0]}"
            raise refuse(f"{name} is {listed}, not {value!r}")
    if not isinstance(game.natural.pays, Fraction) or game.natural.pays < 0:
        raise refuse(f"a natural pays a number, 0 or more, not {game.natural.pays!r}")
    if not isinstance(game.natural.tied, Fraction) or game.natural.tied < 0:
        raise refuse(f"a tied natural wins a number, 0 or more, not {game.natural.tied!r}")
    _validate_totals(game, refuse)
    double, given_up, zap = game.double, game.surrender, game.zap
    late = given_up is None or given_up.when == "late"
    ups = given_up.ups if given_up else ""
    plain = game.switch is None and game.dealer.seen != 2
    for fails, what in (
        (
            zap and not zap.totals,
            "a Zap has totals with which two cards are given back, such as (15, 16)",
        ),
        (game.deck.jokers, "a blackjack game has no joker"),
        (
            game.natural.looks == "original" and (game.wins_21 or game.bonuses),
            "where a 21 wins at once, `looks` of Natural is first or never",
        ),
        (
            game.charlie and double and double.times > 1,
            "a hand that may be doubled again does not win by its number of cards",
        ),
        (
            not late and given_up and (given_up.later or given_up.split),
            "a Surrender that comes later, or after a split, is `late`",
        ),
        (
            not late and _told(game),
            "half the bet is given up `late` where something is told of the hole card",
        ),
        (
            game.dealer.beaten and not game.dealer.pushes,
            "`beaten` of DrawsBelow are totals that win where the dealer pushes",
        ),
        (zap and not plain, "a Zap is for one hand, against one card"),
        (
            game.dealer.seen != 1 and any(isinstance(bet, InsuranceBet) for bet in game.bets),
            "insurance is priced for a player who knows the ace alone, not what is seen or told of "
            "the other card; leave it out",
        ),
        (ups and not plain, "`ups` of Surrender are for one hand, against one card"),
        (
            not {*ups} <= {*SHOWN},
            f"`ups` of Surrender are of {SHOWN}, T for 10 to K, not {ups!r}",
        ),
    ):
        if fails:
            raise refuse(what)
    _validate_pays(game)
    _validate_bets(game)
    hands = (game.pairs.hands if game.pairs else 1) * (2 if game.switch else 1)
    if sum(value * count for value, count in game.shoe.items()) <= MOST_PLAYED * hands + MOST_DRAWN:
        raise refuse(f"the shoe may run out: it has {len(game.deck)} cards for {hands} hands")


def _told(game: BlackjackGame) -> bool:
    """Return whether the player is told of which group of all ranks the hole card is; ranks that
    count alike are in one.
    """
    groups = tuple(map(str, game.dealer.groups))
    values = [value for group in groups for value in {*map(value_of, group)}]
    all_once = sorted("".join(groups)) == sorted({*game.deck.ranks})
    return all_once and len(values) == len({*values})


def _validate_pays(game: BlackjackGame) -> None:
    """Raise CombinError for pays of a 21 and of naturals of a suit that do not fit."""
    numbers: list[object] = [*game.natural.suited.values()]
    for suit in game.natural.suited:
        if suit not in tuple(game.deck.suits):
            raise CombinError(f"{game.slug}: a suit is one of {game.deck.suits}, not {suit!r}")
    if not isinstance(game.bonuses, tuple):
        raise CombinError(f"{game.slug}: bonuses is a tuple, not {game.bonuses!r}")
    for bonus in game.bonuses:
        if not isinstance(bonus, Bonus):
            raise CombinError(f"{game.slug}: each of bonuses is a Bonus, not {bonus!r}")
        numbers += [bonus.pays, *(one for one in (bonus.suited, bonus.spades) if one is not None)]
        values = [value_of(rank) for rank in bonus.ranks if rank in tuple(RANKS)]
        ace = 10 if 1 in values and sum(values) <= 11 else 0
        for fails, what in (
            (
                bonus.ranks and (len(values) < len(bonus.ranks) or sum(values) + ace != 21),
                f"the ranks of a Bonus make 21, not {bonus.ranks!r}",
            ),
            (
                bonus.total not in ((21,) if bonus.ranks else (None, *range(4, 22))),
                f"a Bonus counts 4 to 21, or None, not {bonus.total!r}",
            ),
            (
                not bonus.ranks and (bonus.cards < 3 or bonus.suited or bonus.spades),
                "a Bonus has ranks, or three cards or more of no suit",
            ),
            (
                bonus.up and bonus.up not in tuple(RANKS),
                f"the dealer shows a rank, not {bonus.up!r}",
            ),
        ):
            if fails:
                raise CombinError(f"{game.slug}: {what}")
    for pay in numbers:
        if not isinstance(pay, Fraction) or pay < 0:
            raise CombinError(f"{game.slug}: a hand wins a number, 0 or more, not {pay!r}")


def _validate_bets(game: BlackjackGame) -> None:
    """Raise CombinError for bets beside the game that do not fit."""
    if not isinstance(game.bets, tuple):
        raise CombinError(f"{game.slug}: bets is a tuple, not {game.bets!r}")
    for bet in game.bets:
        if not isinstance(bet, (BustBet, InsuranceBet, Bet)):
            raise CombinError(
                f"{game.slug}: each of bets is a BustBet, an InsuranceBet or a SideBet"
            )
        if not isinstance(bet.key, str) or not bet.key or bet.key == "base":
            raise CombinError(f"{game.slug}: a bet has a name of its own, not {bet.key!r}")
        if isinstance(bet, Bet):
            continue  # checked with the deals and hands that it reads
        pays = bet.pays.items() if isinstance(bet, BustBet) else [("3", bet.pays)]
        for cards, pay in pays:
            known = cards.isdecimal() and int(cards) >= 3
            if not known or not isinstance(pay, Fraction) or pay < 0:
                raise CombinError(
                    f"{game.slug}: {bet.key} pays a number, 0 or more, for 3 cards and more, "
                    f"not {pay!r} for {cards!r}"
                )
    keys = [bet.key for bet in game.bets]
    if len(set(keys)) < len(keys):
        raise CombinError(f"{game.slug}: two bets have one name: {', '.join(keys)}")
