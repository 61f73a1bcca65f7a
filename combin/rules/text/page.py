"""A game as a page of text: reads it into a `Sheet`, and writes a sheet as it is read."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import islice

from combin.cards import Deck
from combin.errors import CombinError, nearest, refuse
from combin.ranking import Ranking
from combin.rules.blackjack import MAIN_BET, Turns
from combin.rules.choices import Pick, Stated
from combin.rules.game import Game, Sheet
from combin.rules.glossary import slugs
from combin.rules.picks import open_in
from combin.rules.text.bets import bet_lines, bet_of
from combin.rules.text.choices import (
    TOLD,
    Marked,
    Reader,
    Writer,
    wrapped,
)
from combin.rules.text.conditions import PageTerms, condition_text
from combin.rules.text.forms import Form
from combin.rules.text.hands import (
    RANKINGS,
    hand_lines,
    hand_of,
    library,
    ranking_parts,
    take_ranking,
)
from combin.rules.text.play import play_lines, steps_of
from combin.rules.text.turns import turns_lines, turns_of
from combin.rules.text.values import deck_of, deck_text, inside, name_text, plain
from combin.texts import ENOUGH, PageLine, Stretch

ONCE = ("TURNS", "PLAY", "MAIN GAME")
NAMED = (*RANKINGS, "SIDE BET")
PARTS = ("TURNS", "PLAY", "HANDS", "TERMS", *RANKINGS, "MAIN GAME", "SIDE BET", "NAMES", "NOTES")
PART = re.compile(rf"({'|'.join(PARTS)})(?:\s|$)")
LIKE_PART = re.compile(r"[A-Z][A-Z ]*(?=\s|$)|\S*")
TITLE = re.compile(r"(.*?)(?:\s+\(([^()]*)\))?")
NAME = re.compile(r'("[^"]*"|[^="]*) = ')
DECKS = Form("{packs} decks[ of {*rest}]")
NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")
EMPTY = "the page is empty; it begins with the name of the game"
NESTED = "conditions or choices are nested too deeply, or stand for themselves"
NO_GAME = "the page has no part MAIN GAME (or TURNS, for a game that counts up to 21)"


class Page:
    """A page of text that is read.

    text: what it says. file: its name, for errors.
    """

    def __init__(self, text: str, file: str) -> None:
        self.reading = Reader(file, text)
        self.terms = PageTerms(self.reading)
        self.rankings: dict[str, Ranking] = dict(library())
        self.said: dict[str, Stretch] = {}
        self.parts: list[tuple[str, Stretch, PageLine]] = []  # head, the rest of its line, it

    def placed(self, error: CombinError) -> CombinError:
        """Return an error that was found in the rules with the place of what it names."""
        said = re.sub(r"^[\w-]+: ", "", str(error))
        return self.reading.place_of(said).fault(said.replace("bet 'base'", "the main game"))

    def unused(self, sheet: Sheet) -> list[CombinError]:
        """Return what the page tells and nothing refers to: zones, terms, rankings and names; and
        each wager that is settled in several settlements.

        sheet: what the page states.
        """
        reading, game = self.reading, sheet.resolve()
        own = {*self.rankings} - {*library()}
        listed = {"a zone": reading.called["zone"], "a ranking": own, "a term": self.terms.lines}
        said = [
            (name, f"{what} that nothing refers to")
            for what, names in listed.items()
            for name in names
            if name not in reading.used
        ]
        known = {*slugs(game), *game.pays()}
        said += [
            (name, "a name of nothing in the rules") for name in game.names if name not in known
        ]
        for bet in game.bets:
            settled = [name for one in bet.settlements if not one.name for name in one.columns]
            twice = {name for name in settled if settled.count(name) > 1}
            said += [(name, "a wager settled twice; name what is paid beside") for name in twice]
        told = [(what.split()[1], name, f"{name!r} is {what}") for name, what in said]
        return [reading.place_of(f"{kind} {name!r}").fault(what) for kind, name, what in told]

    def sheet(self) -> Sheet:
        """Return the rules; raises CombinError with line and column, for all faults at once."""
        try:
            return self._sheet()
        except RecursionError:
            raise self.reading.lines[0].piece.fault(NESTED) from None

    def _sheet(self) -> Sheet:
        reading = self.reading
        reading.start.refuse(not reading.lines, EMPTY)
        first, *others = reading.lines
        reading.each(others, self._take_part)
        title = first.piece
        heads = {line.piece.line for line in others}
        is_read = not any(fault.place[0] in heads for fault in reading.faults)
        with reading.going_on():
            _ = first.alone
        for fails, what in (
            ("source" not in self.said, "the page has no line `source: my own rules`"),
            ("cards" not in self.said, "the page has no line `cards: 52`"),
            (is_read and not {"TURNS", "MAIN GAME"} & {head for head, *_ in self.parts}, NO_GAME),
        ):
            with reading.going_on():
                title.refuse(fails, what)
        self._take_names()
        made = self._made()
        reading.faults += islice(filter(None, (check() for check in reading.later)), ENOUGH)
        reading.raise_all()
        found = TITLE.fullmatch(title.words)
        assert found
        slug = found[2] or NOT_IN_SLUGS.sub("-", found[1].lower().replace("'", "")).strip("-")
        return Sheet(
            *(slug, found[1], self.said["source"].words),
            **made,
            choices=tuple(reading.choices.values()),
            names=reading.names,
            terms={name: self.terms.read[name] for name in self.terms.lines},
            rankings={name: self.rankings[name] for name in self.rankings if name not in library()},
        )

    def _take_part(self, line: PageLine) -> None:
        """Take in a line that is not indented: what the page says of itself, or a part of it."""
        piece = line.piece
        key, colon, _ = piece.text.partition(":")
        if colon and key in ("source", "cards"):
            piece.refuse(key in self.said, f"`{key}:` is told twice")
            self.said[key] = piece.cut(len(key) + 1)
            _ = line.alone  # after it is told: what stands under it is one fault, not two
        elif found := PART.match(piece.text):
            head, rest = found[1], piece.cut(found.end())
            is_again = head in ONCE and any(head == one for one, *_ in self.parts)
            piece.refuse(is_again, f"{head} is told twice; write all of it under one")
            is_end = head in (*NAMED, "MAIN GAME")  # which says itself what follows
            rest.refuse(not is_end and rest.text, f"the end of the line is expected after {head}")
            self.parts.append((head, rest, line))
        elif not TOLD.match(piece.text):
            words = LIKE_PART.match(piece.text)
            assert words
            near = nearest(words[0].lower(), ("source:", "cards:"), listed=False)
            near = near or nearest(words[0].upper(), PARTS)
            raise piece.fault(f"a part of the page, or `source:` or `cards:` is expected{near}")

    def _take_names(self) -> None:
        """Take in rankings and terms, of which other parts speak."""
        reading = self.reading
        for head, rest, line in self.parts:
            if head in RANKINGS:
                with reading.going_on(line):
                    take_ranking(reading, self.rankings, head, rest, line)
        for head, _, line in self.parts:
            if head == "TERMS":
                reading.each(reading.rules(line), self.terms.take)
        for name, pieces in self.terms.lines.items():
            with reading.going_on():
                self.terms.condition(name, pieces[0])

    def _made(self) -> dict[str, Stated]:
        """Return the deck, the play, the hands, the bets and the notes of the page."""
        reading = self.reading
        play: Stated = ()
        turns: tuple[Turns, ...] = ()
        hands: list[Marked] = []
        bets: list[Marked] = []
        notes: list[str] = []
        for head, rest, line in self.parts:
            with reading.going_on(line):
                match head:
                    case "PLAY":
                        play = steps_of(reading, self.terms, line)
                    case "TURNS":
                        turns = (turns_of(reading, line),)
                        bets.insert(0, (MAIN_BET, ()))
                    case "HANDS":
                        read = partial(hand_of, reading, self.terms.lines, self.rankings)
                        hands += reading.each(reading.rules(line), read)
                    case "MAIN GAME" | "SIDE BET":
                        bets.append(bet_of(reading, self.terms, head, rest, line))
                    case "NAMES":
                        reading.each(reading.rules(line), self._take_name)
                    case "NOTES":
                        notes += [" ".join(one.words for one in note.pieces) for note in line.under]
        deck = None
        with reading.going_on():
            deck = self._deck(self.said["cards"]) if "cards" in self.said else None
        return {
            "deck": deck,
            "play": (*play, *turns) if isinstance(play, tuple) else play,
            "hands": reading.assembled(hands),
            "bets": reading.assembled(bets),
            "notes": tuple(notes),
        }

    def _take_name(self, line: PageLine) -> None:
        """Take in what people say for a name: ``wins = the player wins``."""
        found = NAME.match(line.alone.text)
        if not found:
            raise line.piece.fault("a name, = and its words are expected")
        name = line.piece.cut(0, found.end(1))
        name.refuse(name.name in self.reading.names, f"{name.name!r} is named already")
        self.reading.names[self.reading.given("name", name)] = line.piece.cut(found.end()).words

    def _deck(self, piece: Stretch) -> Stated:
        """Read a deck; ``[packs] decks of ...`` has as many packs as is chosen."""
        self.reading.given("game", piece, "deck")
        said = DECKS.read(piece)
        if not said or not said["packs"].text.startswith("["):
            return self.reading.picked(piece, deck_of)
        rest = piece.text.removeprefix(said["packs"].text)
        return self.reading.picked(
            said["packs"], lambda packs: deck_of(packs.saying(f"{packs.text}{rest}"))
        )


Parts = list[tuple[list[str], set[str]]]  # lines, and the choices on which they depend


# --- Written -------------------------------------------------------------------------------------


def text_of(sheet: Sheet) -> str:
    """Return the page of a sheet, or of a game whose choices are made; read, it is the same.

    Raises CombinError where a part of it has no words in a game file.
    """
    from combin.rules.validate.choices import unread_hands  # what only reads needs none

    if isinstance(sheet, Game) and (unread := unread_hands(sheet)):  # under what was chosen
        sheet = replace(sheet, hands=tuple(hand for hand in sheet.hands if hand.name not in unread))
    order = [] if isinstance(sheet, Game) else [choice.name for choice in sheet.choices]
    told: set[str] = set()
    while True:
        text = _written(sheet, told)
        found = list(Reader("", text).choices)
        early = next((name for name, other in zip(found, order) if name != other), None)
        if early is None or early in told:
            return text
        told.add(early)  # its values in brackets would have it told before others


def _written(sheet: Stated, told: set[str]) -> str:
    for what in ("title", "source", "notes", "names"):
        refuse(
            open_in(getattr(sheet, what)),
            f"{what}: what depends on a choice has no words in a game file here",
        )
    writing = Writer(sheet, told)

    def part(head: str, lines: list[str], *acting: object) -> Parts:
        return [([head, *inside(lines)], writing.acting(acting))] if lines else []

    turns = [step for step in sheet.play if isinstance(step, Turns)] if sheet.has_turns else []
    play = tuple(step for step in sheet.play if step not in turns) if turns else sheet.play
    begun: Parts = [([f"cards: {_deck_text(writing, sheet.deck)}"], writing.acting(sheet.deck))]
    for step in turns:
        begun += part("TURNS", turns_lines(writing, step), step)
    begun += part("PLAY", play_lines(writing, play), play)
    told_hands = part("HANDS", hand_lines(writing, sheet.hands), sheet.hands)
    others: Parts = [(lines, set()) for lines in ranking_parts(writing)] + told_hands
    for bet, marks in writing.flat(sheet.bets):
        if not (turns and bet == MAIN_BET):
            head, *lines = bet_lines(writing, bet, marks)
            others.append(([head, *lines], writing.acting((bet, marks))))
    names = [(name, words) for name, words in sheet.names.items() if name not in writing.named]
    others += part("NAMES", [f"{name_text(name)} = {plain(words)}" for name, words in names])
    others += part("NOTES", [line for note in sheet.notes for line in wrapped(plain(note))])
    parts = begun + part("TERMS", _term_lines(writing)) + others
    page = [f"{plain(sheet.title)}  ({sheet.slug})", f"source: {plain(sheet.source)}"]
    for at, (lines, _) in enumerate(parts):
        page += [*([""] * (at > 0)), *lines, *_choice_lines(writing, parts, at)]
    return "\n".join(page) + "\n"


def _choice_lines(writing: Writer, parts: Parts, at: int) -> list[str]:
    """Return the lines of the choices that are told under part number `at`: each where it first
    acts, or after one that is told before it.
    """
    lines: list[str] = []
    last = 0
    for choice in writing.choices.values():
        acting = [spot for spot, (_, names) in enumerate(parts) if choice.name in names]
        last = max(last, min(acting, default=0))
        if last == at and (told := writing.told(choice)):
            lines += inside(told) if at else ["", *told]
    return lines


def _term_lines(writing: Writer) -> list[str]:
    """Return the lines that tell the conditions with names that were used."""
    said: dict[str, str] = {}
    while left := [name for name in writing.terms if name not in said]:  # they may speak of others
        for name in left:
            said[name] = condition_text(writing, writing.sheet.terms[name], told=True)
    told = [f"{name_text(name)} = {said[name]}" for name in writing.sheet.terms if name in said]
    return [line for one in told for line in wrapped(one)]


def _deck_text(writing: Writer, deck: Stated) -> str:
    """Return the deck; one of which only the number of packs is chosen says it in brackets."""
    values = writing.values(deck) if isinstance(deck, Pick) else {}
    by_packs = all(isinstance(one, Deck) and str(one.packs) == key for key, one in values.items())
    rests = {deck_text(replace(one, packs=1)) for one in values.values()} if by_packs else set()
    if len(rests) != 1:
        return writing.picked(deck, deck_text)
    packs = writing.picked(Pick(deck.choice, {value: value for value in values}), str)
    [rest] = rests
    return DECKS.write({"packs": packs, "rest": "" if rest == "52" else rest})
