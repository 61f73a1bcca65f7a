"""A game as a page of text: reads it into a `Sheet`, and writes a sheet as it is read."""

from __future__ import annotations

import re
from dataclasses import replace

from combin.cards import Deck
from combin.errors import CombinError, nearest
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
from combin.rules.text.hands import (
    HEADS,
    hand_lines,
    hand_of,
    library,
    ranking_parts,
    take_hand,
    take_ranking,
)
from combin.rules.text.play import play_lines, steps_of
from combin.rules.text.turns import turns_lines, turns_of
from combin.rules.text.values import deck_of, deck_text, inside, name_text, plain
from combin.texts import PageLine, Stretch

ONCE = ("TURNS", "PLAY", "MAIN GAME")
PARTS = (*("TURNS", "PLAY", "HANDS", "TERMS", *HEADS, "MAIN GAME", "SIDE BET", "NAMES", "NOTES"),)
TITLE = re.compile(r"(.*?)(?:\s+\(([^()]*)\))?")
NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")


class _PagePart:
    """A part of a page.

    head: the word that begins it. rest: what follows on its line. line: it, the others under it.
    """

    def __init__(self, head: str, rest: Stretch, line: PageLine) -> None:
        self.head, self.rest, self.line = head, rest, line


class Page:
    """A page of text that is read.

    text: what it says. file: its name, for errors.
    """

    def __init__(self, text: str, file: str) -> None:
        self.reading = Reader(file, text)
        self.terms = PageTerms(self.reading)
        self.rankings: dict[str, Ranking] = dict(library())
        self.said: dict[str, Stretch] = {}
        self.parts: list[_PagePart] = []

    def placed(self, error: CombinError) -> CombinError:
        """Return an error that was found in the rules with the place of what it names."""
        said = re.sub(r"^[\w-]+: ", "", str(error))
        return self.reading.place_of(said).fault(said.replace("bet 'base'", "the main game"))

    def unused(self, sheet: Sheet) -> list[CombinError]:
        """Return what the page tells and nothing refers to: zones, terms, rankings and names; and
        each wager that is settled nowhere, or in several settlements.

        sheet: what the page states.
        """
        reading, game = self.reading, sheet.resolve()
        own = {*self.rankings} - {*library()}
        listed = {"a zone": reading.zones, "a ranking": own, "a term": self.terms.lines}
        said = [
            (name, f"{what} that nothing refers to")
            for what, names in listed.items()
            for name in names
            if name not in reading.used
        ]
        known = {*slugs(game), *game.pays()}
        nothing = "a name of nothing in the rules"
        said += [(name, nothing) for name in game.names if name not in known]
        for bet in game.bets:
            listed_in = [(one.name, wager) for one in bet.settlements for wager in one.columns]
            for wager in bet.wagers if bet.settlements else ():
                if all(wager.name != name for _, name in listed_in):
                    said.append((wager.name, "a wager that is settled nowhere"))
                elif listed_in.count(("", wager.name)) > 1:
                    said.append((wager.name, "a wager settled twice; name what is paid beside"))
        told = [(what.split()[1], name, f"{name!r} is {what}") for name, what in said]
        return [reading.place_of(f"{kind} {name!r}").fault(what) for kind, name, what in told]

    def sheet(self) -> Sheet:
        """Return the rules; raises CombinError with line and column, for all faults at once."""
        try:
            return self._sheet()
        except RecursionError:
            raise self.reading.lines[0].piece.fault(
                "conditions or choices are nested too deeply, or stand for themselves"
            ) from None

    def _sheet(self) -> Sheet:
        reading = self.reading
        if not reading.lines:
            raise reading.start.fault("the page is empty; it begins with the name of the game")
        first, *others = reading.lines
        heads = {line.piece.line for line in others}
        for line in others:
            with reading.going_on(line):
                self._take_part(line)
        with reading.going_on():
            first = PageLine(first.alone)
        for key, example in (("source", "my own rules"), ("cards", "52")):
            if key not in self.said:
                reading.faults.append(first.piece.fault(f"the page has no line `{key}: {example}`"))
        is_read = not any(fault.place[0] in heads for fault in reading.faults)
        if is_read and not any(part.head in ("TURNS", "MAIN GAME") for part in self.parts):
            what = "the page has no part MAIN GAME (or TURNS, for a game that counts up to 21)"
            reading.faults.append(first.piece.fault(what))
        self._take_names()
        found = re.fullmatch(TITLE, first.piece.text)
        assert found
        slug = found[2] or NOT_IN_SLUGS.sub("-", found[1].lower().replace("'", "")).strip("-")
        if "cards" in self.said:
            reading.given("game", self.said["cards"], "deck")
        made = self._made()
        deck = None
        with reading.going_on():
            deck = self._deck(self.said["cards"]) if "cards" in self.said else None
        for check in reading.later:
            with reading.going_on():
                check()
        reading.raise_all()
        terms = {name: self.terms.read[name] for name in self.terms.lines}
        return Sheet(
            *(slug, found[1], self.said["source"].text, deck),
            **made,
            choices=tuple(reading.choices.values()),
            names=reading.names,
            terms=terms,
        )

    def _take_part(self, line: PageLine) -> None:
        piece = line.piece
        key, colon, _ = piece.text.partition(":")
        if colon and key in ("source", "cards"):
            if key in self.said:
                raise piece.fault(f"`{key}:` is told twice")
            self.said[key] = piece.cut(len(key) + 1)
            _ = line.alone  # after it is told: what stands under it is one fault, not two
        elif not TOLD.match(piece.text):
            head = next((head for head in PARTS if re.match(rf"{head}(?:\s|$)", piece.text)), None)
            if head is None:
                words = re.match(r"[A-Z][A-Z ]*(?=\s|$)|\S+", piece.text)
                assert words
                near = nearest(words[0].upper(), (*PARTS, "SOURCE:", "CARDS:"))
                raise piece.fault(f"a part of the page, or `source:` or `cards:` is expected{near}")
            rest = piece.cut(len(head))
            if head in ONCE and any(part.head == head for part in self.parts):
                raise piece.fault(f"{head} is told twice; write all of it under one")
            if head not in (*HEADS, "MAIN GAME", "SIDE BET") and rest.text:
                raise rest.fault(f"the end of the line is expected after {head}")
            self.parts.append(_PagePart(head, rest, line))

    def _take_names(self) -> None:
        """Take in the names of hands, rankings and terms, of which other parts speak."""
        reading = self.reading
        for part in self.parts:
            if part.head in HEADS:
                with reading.going_on(part.line):
                    take_ranking(reading, self.rankings, part.head, part.rest, part.line)
        for head, take in (
            ("HANDS", lambda line: take_hand(reading, self.rankings, line)),
            ("TERMS", self.terms.take),
        ):
            for part in self.parts:
                if part.head == head:
                    reading.each(reading.rules(part.line), take)
        for name, piece in self.terms.lines.items():
            with reading.going_on():
                self.terms.condition(name, piece)

    def _made(self) -> dict[str, Stated]:
        """Return the play, the hands, the bets and the notes of the page."""
        reading = self.reading
        play: Stated = ()
        turns: tuple[Turns, ...] = ()
        hands: list[Marked] = []
        bets: list[Marked] = []
        notes: list[str] = []
        for part in self.parts:
            lines = reading.rules(part.line)
            with reading.going_on(part.line):
                match part.head:
                    case "PLAY":
                        play = steps_of(reading, self.terms, part.line)
                    case "TURNS":
                        turns = (turns_of(reading, part.line),)
                        bets.insert(0, (MAIN_BET, ()))
                    case "HANDS":
                        hands += reading.each(lines, lambda line: hand_of(reading, line))
                    case "MAIN GAME" | "SIDE BET":
                        bets.append(bet_of(reading, self.terms, part.head, part.rest, part.line))
                    case "NAMES":
                        reading.each(lines, self._take_name)
                    case "NOTES":
                        for line in part.line.under:
                            notes.append(" ".join(piece.text for piece in line.pieces))
        return {
            "play": (*play, *turns) if isinstance(play, tuple) else play,
            "hands": reading.assembled(hands),
            "bets": reading.assembled(bets),
            "notes": tuple(notes),
        }

    def _take_name(self, line: PageLine) -> None:
        """Take in what people say for a name: ``wins = the player wins``."""
        found = re.match(r'("[^"]*"|[^="]*) = ', line.alone.text)
        if not found:
            raise line.piece.fault("a name, = and its words are expected")
        name, words = line.piece.cut(0, found.end(1)), line.piece.cut(found.end())
        if name.name in self.reading.names:
            raise name.fault(f"{name.name!r} is named already")
        self.reading.names[self.reading.given("name", name)] = words.text

    def _deck(self, piece: Stretch) -> Stated:
        """Read a deck; ``[packs] decks of ...`` has as many packs as is chosen."""
        reading = self.reading
        found = re.match(r"(\[.*\]) decks?(.*)", piece.text)
        if not found:
            return reading.picked(piece, deck_of)
        return reading.picked(
            piece.cut(0, found.end(1)),
            lambda packs: deck_of(packs.saying(f"{packs.text} decks{found[2]}")),
        )


# --- Written -------------------------------------------------------------------------------------


def text_of(sheet: Sheet) -> str:
    """Return the page of a sheet, or of a game whose choices are made; read, it is the same.

    Raises CombinError where a part of it has no words in a game file.
    """
    from combin.rules.validate.choices import unread_hands  # what only reads needs none

    if isinstance(sheet, Game) and (unread := unread_hands(sheet)):  # under what was chosen
        hands = tuple(hand for hand in sheet.hands if hand.name not in unread)
        sheet = replace(sheet, hands=hands)
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
        if open_in(getattr(sheet, what)):
            raise CombinError(f"{what}: what depends on a choice has no words in a game file here")
    writing = Writer(sheet, told)
    parts: list[tuple[list[str], set[str]]] = []  # lines, and the choices on which they depend

    def add(lines: list[str], *acting: object) -> None:
        if len(lines) > 1:
            parts.append((lines, writing.acting(acting)))

    parts.append(([f"cards: {_deck_line(writing, sheet.deck)}"], writing.acting(sheet.deck)))
    turns = [step for step in sheet.play if isinstance(step, Turns)] if sheet.has_turns else []
    for step in turns:
        add(["TURNS", *inside(turns_lines(writing, step))], step)
    play = sheet.play if not turns else tuple(step for step in sheet.play if step not in turns)
    add(["PLAY", *inside(play_lines(writing, play))], play)
    place = len(parts)
    hands = ["HANDS", *inside(hand_lines(writing, sheet.hands))]
    for lines in ranking_parts(writing):
        parts.append((lines, set()))
    add(hands, sheet.hands)
    for bet, marks in writing.flat(sheet.bets):
        if not (turns and bet == MAIN_BET):
            add(bet_lines(writing, bet, marks), bet, marks)
    named = {key: words for key, words in sheet.names.items() if key not in writing.named}
    add(
        ["NAMES", *inside([f"{name_text(name)} = {plain(words)}" for name, words in named.items()])]
    )
    add(["NOTES", *inside([line for note in sheet.notes for line in wrapped(plain(note))])])
    parts[place:place] = _terms(writing)
    page = [f"{plain(sheet.title)}  ({sheet.slug})", f"source: {plain(sheet.source)}"]
    for at, (lines, _) in enumerate(parts):
        page += [""] * bool(at) + lines + _choice_lines(writing, parts, at)
    return "\n".join(page) + "\n"


def _choice_lines(writing: Writer, parts: list[tuple[list[str], set[str]]], at: int) -> list[str]:
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


def _terms(writing: Writer) -> list[tuple[list[str], set[str]]]:
    """Return the part that tells the conditions with names that were used."""
    said: dict[str, str] = {}
    while left := [name for name in writing.terms if name not in said]:  # they may speak of others
        for name in left:
            said[name] = condition_text(writing, writing.sheet.terms[name], told=True)
    told = [f"{name_text(name)} = {said[name]}" for name in writing.sheet.terms if name in said]
    lines = [line for one in told for line in wrapped(one)]
    return [(["TERMS", *inside(lines)], set())] if lines else []


def _deck_line(writing: Writer, deck: Stated) -> str:
    """Return the deck; one of which only the number of packs is chosen says it in brackets."""
    values = writing.values(deck) if isinstance(deck, Pick) else {}
    by_packs = all(isinstance(one, Deck) and str(one.packs) == key for key, one in values.items())
    rests = {deck_text(one, with_packs=False) for one in values.values()} if by_packs else set()
    if len(rests) != 1:
        return writing.picked(deck, deck_text)
    [rest] = rests
    name = deck.choice
    choice = writing.choices[name]
    is_short = writing.is_short(choice)
    if is_short:
        writing.in_brackets.add(name)
    packs = f"[{name} {' | '.join(values)}]" if is_short else f"[{name}]"
    return f"{packs} decks" + (f" of {rest}" if rest != "52" else "")
