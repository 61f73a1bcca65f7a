"""A game as its file states it, with the choices of the casino still open (`Sheet`), and with every
choice made (`Game`), the type that the engine counts and solves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, TypeVar

from combin.cards import Deck, card_text, parse_card
from combin.errors import CombinError, nearest, refuse
from combin.exact import parse_number
from combin.ranking import HandRanking, Ranking
from combin.recent import Recent
from combin.records import dataclass
from combin.results import Paged, Result, columns
from combin.rules.addresses import METER, address_of, pays_of, repaid
from combin.rules.blackjack import BustBet, DealerBet, InsuranceBet, Paid, Turns, shoe_of
from combin.rules.choices import Amount, Choice
from combin.rules.choosing import MAIN_GAME, Choosing
from combin.rules.glossary import called, capital
from combin.rules.kinds import without_is
from combin.rules.parts import Rules
from combin.rules.picks import concrete, open_in
from combin.rules.words import Bet, Condition, Deal, Decide, Draw, Hand, Part, Split
from combin.spelling import cards_in, meant

# Of sheets and what was chosen: questions about each bet ask for the same games again.
_valid: Recent[Game] = Recent(128)
_made: Recent[Game] = Recent(128)
# Sheets whose choices were found to be whole, by their identity.
whole: Recent[Choosing] = Recent(64)


@dataclass(frozen=True)
class Sheet(Paged, Choosing):
    """The rules of a game as written; a game file says `Game(...)`.

    A `Pick` or `Chosen` may stand anywhere below a field, so what the rules are can be read only
    from the `Game` that `resolve` returns. A `Game` is a sheet too, one that leaves nothing open.

    slug: its name on the command line.
    title: its name for people.
    source: where the rules were read.
    deck: the cards, a `Deck`.
    play: the deals and decisions, in their order.
    hands: the hands that the bets speak of.
    bets: the bets, the base game first; the play's decisions belong to it.
    choices: the readings, paytables and amounts that can be set.
    notes: what a reader of the results should know.
    names: name of an action, bet, wager, hand or pay -> what people say for it, where that is not
        its own words.
    path: of the file of the user's own that states them.
    terms: name -> a condition that a page of the rules says by that name.
    rankings: name -> a ranking of the game's own that a page of the rules calls so.
    """

    slug: str
    title: object
    source: object
    deck: object
    play: Any
    hands: object
    bets: Any
    choices: tuple[Choice | Amount, ...] = ()
    notes: object = ()
    names: Any = field(default_factory=dict, hash=False)
    path: str = field(default="", compare=False, repr=False)
    terms: Any = field(default_factory=dict, compare=False, repr=False)
    rankings: Any = field(default_factory=dict, compare=False, repr=False)

    def resolve(self, settings: Mapping[str, object] | None = None) -> Game:
        """Return the game with every pick replaced by what `settings` (choice -> value) and the
        defaults say.

        Every pay and stake of the rules becomes a Fraction, every other number Python's own.
        Raises CombinError for an unknown choice or value, or where the rules contradict themselves.
        """
        # A list of games starts sooner without it.
        from combin.rules.validate import validate_choices, validate_use

        is_new = id(self) not in whole
        if is_new:
            validate_choices(self)
        chosen = self.made(settings)
        # A game holds its sheet: no other sheet has its identity while the game is kept.
        game = _valid.get((id(self), *chosen.items()), lambda: _validated(_known(self, chosen)))
        if is_new:
            validate_use(self)
            whole.get(id(self), lambda: self)  # kept, so that its identity stays its own
        return game

    @property
    def stated(self) -> tuple[object, ...]:
        return (
            *(self.title, self.source, self.deck, self.play, self.hands, self.bets),
            *(self.notes, self.names),
        )

    def open_in(self, key: str) -> set[str]:
        """Return the names of the choices that the rules of one bet leave open, whatever the other
        choices are.
        """
        bets = self.bets if isinstance(self.bets, tuple) else (self.bets,)
        others = [bet for bet in bets if isinstance(bet, Bet) and bet.key != key]
        return open_in(
            (self.deck, self.play, self.hands, tuple(bet for bet in bets if bet not in others))
        )

    # --- Bets on the turns, and on the first cards beside them -----------------------------------

    @property
    def combined(self) -> bool:
        """Whether its house edges are told for all combinations of its choices, not for one at a
        time.
        """
        return not self.has_turns

    @property
    def beside(self) -> tuple[BustBet | InsuranceBet, ...]:
        """The side bets on the dealer's cards."""
        return tuple(bet for bet in self.bets if isinstance(bet, (BustBet, InsuranceBet)))

    @property
    def keys_dealt(self) -> tuple[str, ...]:
        """The keys of the bets that deals and decisions settle: all, or beside turns those on the
        first cards.
        """
        if not self.has_turns:
            return self.bet_keys
        return tuple(bet.key for bet in self.bets[1:] if not isinstance(bet, DealerBet))

    @property
    def usual_keys(self) -> tuple[str, ...]:
        """The keys of the bets that are asked where none is named: those of the turns, or all."""
        dealt = self.keys_dealt if self.has_turns else ()
        return tuple(key for key in self.bet_keys if key not in dealt)

    def bet_meant(self, key: str) -> str:
        """Return the key of the bet that a word means, or the word itself; the name of its wager
        means the main bet.
        """
        main, known = self.bets[0], self.bet_keys
        said = [(said, name) for name, said in self.names.items() if name in known]
        return meant(key, known, "the bet", [(main.base, main.key), ("main", main.key), *said])

    def settling(self, *keys: str) -> Self:
        """Return the rules by which some bets are settled: those of the game, or of its turns
        alone, or of the bets on its first cards.
        """
        if not (self.has_turns and self.keys_dealt and keys):
            return self
        asked = {*map(self.bet_meant, keys)}
        if asked <= {*self.usual_keys}:
            return self.alone
        return self if asked & {*self.usual_keys} else self.dealt or self

    @cached_property
    def alone(self) -> Self:
        """The turns and the bets that they settle as a game of their own."""
        return self._part(dealt=False)

    @cached_property
    def dealt(self) -> Self | None:
        """The bets that deals and decisions settle as a game of their own, whose main bet is
        unsettled beside turns; None without any.
        """
        if not self.has_turns:
            return self
        return self._part(dealt=True) if self.keys_dealt else None

    def with_turns(self, **parts: Any) -> Self:
        """Return the rules with some parts of its turns replaced."""
        return replace(
            self,
            play=tuple(
                replace(step, **parts) if isinstance(step, Turns) else step for step in self.play
            ),
        )

    def _part(self, dealt: bool) -> Self:
        """Return the rules of the main bet and of those that the turns settle, or do not, with
        their names and choices.
        """
        keys = self.keys_dealt if dealt else self.usual_keys
        rules = replace(
            self,
            play=tuple(step for step in self.play if isinstance(step, Turns) != dealt),
            hands=self.hands if dealt else (),
            bets=tuple(bet for bet in self.bets if bet is self.bets[0] or bet.key in keys),
            notes=() if dealt else self.notes,
            names={
                key: said for key, said in self.names.items() if (key in self.usual_keys) != dealt
            },
        )
        known = open_in(rules.stated)
        return replace(rules, choices=tuple(one for one in rules.choices if one.name in known))


@dataclass(frozen=True, repr=False)
class Game(Result, Sheet, Rules):
    """The complete rules of a game, its choices made; what `Sheet.resolve` returns.

    slug: its name on the command line.
    title: its name for people.
    source: where the rules were read.
    deck: the cards.
    play: the deals and decisions, in their order.
    hands: the hands that the bets speak of.
    bets: the bets, the base game first; the play's decisions belong to it.
    choices: the readings, paytables and amounts that can be set on the sheet.
    notes: what a reader of the results should know.
    names: name of an action, bet, wager, hand or pay -> what people say for it, where that is not
        its own words.
    chosen: choice -> the value in force.
    path: the file of one's own that it was read from; empty where it ships.
    priced: the pays that were replaced by `with_pays`, address -> units now.
    usual: the same pays, address -> units before.
    sheet: the rules with their choices open; None for a game that was not resolved from any.
    exposed: zone -> how many of its cards the player sees though they are meant to be hidden.
    removed: the cards taken from the shoe by `without`, beside those that the deck itself lacks.
    terms: name -> a condition that a page of the rules says by that name.
    rankings: name -> a ranking of the game's own that a page of the rules calls so.
    """

    title: str
    source: str
    deck: Deck
    play: tuple[Deal | Decide | Part | Draw | Split | Turns, ...]
    hands: tuple[Hand, ...]
    bets: tuple[Bet | BustBet | InsuranceBet, ...]
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)
    priced: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    usual: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    sheet: Sheet | None = field(default=None, compare=False, repr=False)
    exposed: Mapping[str, int] = field(default_factory=dict, hash=False)
    removed: str = ""
    terms: Mapping[str, Condition] = field(default_factory=dict, compare=False, repr=False)
    rankings: Mapping[str, Ranking] = field(default_factory=dict, compare=False, repr=False)

    _columns = columns(words="pay,choice,value,meaning", units="units")

    # --- Choices and pays -----------------------------------------------------------------------

    def resolve(self, settings: Mapping[str, object] | None = None) -> Game:
        """Return the game, validated again; its picks are gone, so `settings` can only say what was
        chosen.
        """
        from combin.rules.validate import validate_choices, validate_use

        validate_choices(self)
        self.verify_chosen(settings)
        game = _validated(_game_of(self, self.chosen))
        if not self.chosen:
            validate_use(self)
        return game

    def choices_of(self, *keys: str) -> tuple[Choice | Amount, ...]:
        """Return the choices that, beside the others as they are chosen, change some of these
        bets; of those that turns settle all that are theirs.
        """
        if self.has_turns and self.keys_dealt:
            parts = [self.settling(key).choices_of(key) for key in keys or self.bet_keys]
            return tuple(one for one in self.choices if any(one in part for part in parts))
        if self.sheet is None or self.has_turns:
            return self.choices
        here = self._rules(keys, self.chosen)
        found = []
        for choice in self.choices:
            others = [value for value in choice.tried if value != self.chosen[choice.name]]
            rules = (self._rules(keys, {**self.chosen, choice.name: value}) for value in others)
            if any(one != here for one in rules):
                found.append(choice)
        return tuple(found)

    def _rules(self, keys: tuple[str, ...], chosen: Mapping[str, str]) -> list[object]:
        """Return the rules of some bets where these choices are made."""
        assert self.sheet is not None
        game = _known(self.sheet, chosen)
        return [game.decides(key) for key in keys]

    def pays(self) -> dict[str, Fraction]:
        """Return every pay's address -> its value: ``flush``, ``big-8.flush``,
        ``player-wins.ante``, ``natural``, ``6-7-8-suited``, ``buster.3-cards``.
        """
        every = map(self.pays_in, self.bet_keys)
        return {address: pay for pays in every for address, pay in pays.items()}

    def pays_in(self, key: str) -> dict[str, Fraction]:
        """Return every pay of one bet, address -> its value."""
        bet = self.bet(key)
        pays = pays_of(bet)
        if self.has_turns and bet is self.bets[0]:
            self.turns.repaid(pays.setdefault)
        return pays

    def repaid(self, paid: Paid) -> Game:
        """Return the game, not validated, with each of its pays replaced."""
        play = (step.repaid(paid) if isinstance(step, Turns) else step for step in self.play)
        return replace(self, play=tuple(play), bets=tuple(repaid(bet, paid) for bet in self.bets))

    def priced_in(self, *keys: str) -> dict[str, Fraction]:
        """Return the pays of these bets that were replaced, address -> units, of the main bet if
        none is named.
        """
        known = {address for key in keys or self.bet_keys[:1] for address in self.pays_in(key)}
        return {address: pay for address, pay in self.priced.items() if address in known}

    def meters(self, *keys: str) -> dict[str, Fraction]:
        """Return the meters of these bets, address -> units."""
        meters = {}
        for bet in map(self.bet, keys):
            for table in bet.tables():
                if table.meter is not None:
                    meters[address_of(bet, table.name, METER)] = table.meter
        return meters

    def with_pays(self, pays: Mapping[str, object]) -> Game:
        """Return the game with some pays replaced; raises CombinError for an unknown address or no
        number.
        """
        new = self._changed(pays)
        if not new:
            return self
        known = self.pays()
        usual = {**{address: known[address] for address in new}, **self.usual}
        game = self.repaid(lambda address, pay: new.get(address, pay))
        return _validated(replace(game, priced={**self.priced, **new}, usual=usual))

    def pay_meant(self, name: str) -> str:
        """Return the address of the pay that a name means, or the name itself where it means none;
        the key or the name of the main bet may stand in front.
        """
        known, main = self.pays(), self.bets[0]
        own = self.pays_in(main.key)
        also = {f"{front}.{address}": address for front in (main.key, main.base) for address in own}
        return meant(name, known, "the pay", (also | self._said(known)).items())

    def _said(self, known: Collection[str]) -> dict[str, str]:
        """Return spoken name -> known name: ``buster.3`` for ``buster.3-cards``, too."""
        cards = {name.removesuffix("-cards").removesuffix("-or-more"): name for name in known}
        return cards | {said: name for name, said in self.names.items() if name in known}

    def _changed(self, pays: Mapping[str, object]) -> dict[str, Fraction]:
        """Return address -> units of the pays that are given another value than they have."""
        known = self.pays()
        new: dict[str, Fraction] = {}
        for name, value in pays.items():
            address = self.pay_meant(name)
            if address not in known:
                raise CombinError(f"{self.slug} has no pay {name!r}{nearest(name, known)}")
            refuse(address in new, f"pay {address} is given twice")
            new[address] = parse_number(value, f"pay {name}")
        return {address: pay for address, pay in new.items() if pay != known[address]}

    def _part(self, dealt: bool) -> Self:
        part = super()._part(dealt)
        if self.sheet is None:
            return _validated(replace(part, choices=self.choices))
        sheet = self.sheet.dealt if dealt else self.sheet.alone
        assert sheet is not None, "the bets of a game are those of its sheet"
        known = part.pays()
        return _validated(
            replace(
                part,
                choices=sheet.choices,
                chosen={choice.name: self.chosen[choice.name] for choice in sheet.choices},
                priced={name: pay for name, pay in self.priced.items() if name in known},
                usual={name: pay for name, pay in self.usual.items() if name in known},
                sheet=sheet if dealt else self.sheet,
            )
        )

    @property
    def others(self) -> tuple[str, ...]:
        """The keys of bets of the same game that other rules settle."""
        whole = self.sheet.bet_keys if self.sheet and self.has_turns else ()
        return tuple(key for key in whole if key not in self.bet_keys)

    @property
    def remark(self) -> str:
        """What a reader of all figures should know of them, in a sentence; empty for nothing."""
        two = self.has_turns and self.turns.switch
        return "Figures are for one of the two hands." if two else ""

    shoe = property(lambda self: shoe_of(self.deck))

    def verify_shoe(self, why: str) -> None:
        """Raise CombinError for a game that is not dealt from a shoe; why: what that rules out."""
        refuse(not self.from_shoe, f"{self.slug} is not dealt from a shoe{why}")

    def without(self, cards: str) -> Game:
        """Return the game whose shoe lacks some cards, beside those that it lacks already; raises
        CombinError where it is dealt from none, has not so many of a card, or too few are left.

        cards: ``Kh Kd``, a card as often as it is gone.
        """
        self.verify_shoe("; only there can cards be dead before the deal")
        words = " ".join(map(card_text, cards_in(cards)))
        deck = replace(self.deck, dead=f"{self.deck.dead} {words}")
        removed = sorted(map(parse_card, f"{self.removed} {words}".split()))
        return _validated(replace(self, deck=deck, removed=" ".join(map(card_text, removed))))

    def called(self, name: str) -> str:
        """Return what people say for the name of an action, bet or wager."""
        own = self.turns.names if self.has_turns else {}
        return called(name, {**own, **self.names})

    def said(self, name: str) -> str:
        """Return how advice names an action: as typed, but a double by how often it is bet."""
        return self.turns.names.get(name, name) if self.has_turns else name

    def pay_called(self, address: str) -> str:
        """Return the spoken name of a pay: ``Pair plus: flush``, ``flush``."""
        first, *rest = map(self.called, address.split("."))
        return f"{capital(first)}: {', '.join(rest)}" if rest else first

    def settings_of(self, *keys: str) -> dict[str, str]:
        """Return choice -> value of the choices that change some of these bets."""
        return {choice.name: self.chosen[choice.name] for choice in self.choices_of(*keys)}

    def unit(self, wager: str) -> str:
        """Return what people say for the wager that the figures of a bet are in: `bet` where a side
        bet has its name, `banker bet` where the main bet is shown by it.
        """
        main = self.bets[0]
        if wager in self.bet_keys:
            return "bet"
        shown = wager == main.base == self.shown(main.key)
        return f"{self.called(wager)} bet" if shown else self.called(wager)

    @property
    def counted_rules(self) -> tuple[object, ...]:
        """The rules that decide its counts."""
        return self.deck, self.play, self.hands, self.bets, self.exposed

    def bet(self, key: str) -> Bet:
        """Return the bet that a key means; raises CombinError naming the known ones."""
        found = self.bet_meant(key)
        if found not in self.bet_keys:
            known = [*self.bet_keys, *([] if self.has_turns else [self.bets[0].base])]
            raise CombinError(f"{self.slug} has no bet {key!r}{nearest(key, known)}")
        return self.bets[self.bet_keys.index(found)]

    def shown(self, key: str) -> str:
        """Return the name under which a bet is shown: a side bet's key; for the main bet that of
        its wager, `banker`, if it has no decisions and is one of several, else `main game`.
        """
        main = self.bets[0]
        is_dealt_only = all(isinstance(step, Deal) for step in self.play)
        is_one_of_several = is_dealt_only and len(main.wagers) == 1 and len(self.bets) > 1
        if key != main.key:
            return key
        return main.base if is_one_of_several else MAIN_GAME

    def decides(self, key: str) -> tuple[object, ...]:
        """Return all that decides a bet: the deck, what is dealt and decided, hands and pays; of a
        side bet what its hands are made of, or how the dealer draws.
        """
        rules, bet = self.settling(key), self.bet(key)
        if rules is not self:
            found: tuple[object, ...] = rules.decides(key)
            return found
        if isinstance(bet, DealerBet):
            drawing = isinstance(bet, BustBet) and self.turns.dealer
            looked = isinstance(bet, BustBet) and bet.offered and self.turns.natural.looks
            return self.deck, drawing, looked, bet
        if key == self.bets[0].key:
            return self.deck, self.play, self.hands, bet
        from combin.rules.facts import facts_asked, hands_settling  # a list of games needs none

        asked = (fact for deal in self.deals for fact in facts_asked(deal.when))
        names = {*hands_settling(bet), *(name for fact in asked for name in fact.hands)}
        hands = [hand for hand in self.hands if hand.name in names]
        zones = {zone for hand in hands for zone in hand.zones}
        return self.deck, [deal for deal in self.deals if deal.zone in zones], hands, bet

    def rules_of(self, key: str) -> str:
        """Return the rules of a bet as text: equal texts, equal rules."""
        return repr(self.decides(key))


def _known(sheet: Sheet, chosen: Mapping[str, str]) -> Game:
    """Return the game of a sheet whose choices were made, which may contradict itself."""
    return _made.get((id(sheet), *chosen.items()), lambda: _game_of(sheet, chosen))


def _game_of(sheet: Sheet, chosen: Mapping[str, str]) -> Game:
    where = f"game {sheet.slug!r}" if isinstance(sheet.slug, str) and sheet.slug else "the game"
    open_fields = [one.name for one in fields(Sheet) if one.name != "choices"]
    parts = {name: concrete(getattr(sheet, name), chosen, where) for name in open_fields}
    parts["hands"] = _with_runs(parts["hands"], parts["deck"])
    listed = parts["hands"] if isinstance(parts["hands"], tuple) else ()
    hands = {hand.name: hand for hand in listed if isinstance(hand, Hand)}
    parts |= {name: without_is(parts[name], hands) for name in ("play", "bets")}
    terms = {}
    for name, when in parts["terms"].items():
        with suppress(CombinError):  # it may speak of a hand that was not chosen
            terms[name] = without_is(when, hands)
    parts["terms"] = terms
    if isinstance(sheet, Game):
        return replace(sheet, **parts, sheet=sheet.sheet or sheet)
    return Game(**parts, choices=sheet.choices, chosen=chosen, sheet=sheet)


def _with_runs(hands: object, deck: object) -> object:
    """Return hands whose rankings say what straights are made of; what are no hands are refused
    later, by name.
    """
    if not isinstance(hands, tuple) or not isinstance(deck, Deck):
        return hands
    return tuple(
        replace(hand, ranking=hand.ranking.with_runs_of(deck.ranks))
        if isinstance(hand, Hand) and isinstance(hand.ranking, HandRanking)
        else hand
        for hand in hands
    )


G = TypeVar("G", bound=Game)


def _validated(game: G) -> G:
    from combin.rules.validate import validate

    try:
        validate(game)
    except CombinError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        # A value is of a kind that no word expects.
        raise CombinError(f"{game.slug}: the rules do not fit together ({error})") from None
    return game
