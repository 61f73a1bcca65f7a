"""Other spellings of the phrases, as players, authors and dealers write them.

Every spelling is rewritten step by step into a phrase that the vocabulary defines; what a step does
not know it leaves alone, so that nothing is taken for something like it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS
from combin.strategies.conditions import NUMBERS
from combin.strategies.dialects import Found
from combin.strategies.hands import ACE, cards_or_higher, every_card, line_words, some_cards

if TYPE_CHECKING:
    from combin.strategies.vocabulary import View

RANK = f"(?P<rank>{'|'.join(RANK_NAMES)})"
RANKED = f"(?:an? )?(?:{'|'.join((*RANK_PLURALS, *RANK_NAMES))})"
NUMBER = f"(?P<number>{'|'.join(NUMBERS[1:])})"
SHAPE = "(?P<shape>straight flush|straight)"
HIGHER = "(?:higher|better|above|up|more)"
BELOW = "(?:lower than|below|under|less than|smaller than)"
ABOVE = "(?:higher than|above|over|more than|greater than)"

FIGURES = {"1": "one"} | {str(i + 2): name for i, name in enumerate(RANK_NAMES[:9])}

# Words of one meaning. Each row: pattern -> what stands for it.
PLAIN = (
    (r"outside straight|open ended straight", "open-ended straight"),
    (r"\bdeuce(s?)\b", r"two\1"),
    (r"\btrey(s?)\b", r"three\1"),
    (r"\b(?:with no|without any|without a|without) gaps?\b", "with no gap"),
    (rf"^with (?=(?:at least )?(?:a|{'|'.join(NUMBERS[1:])}) high cards?$)", ""),
    (r"\bto (?:a|the) royal\b(?! flush)", "to a royal flush"),
    (r"\bto the (flush|straight)", r"to a \1"),
    (r"^(?:with )?(?:a |the )?joker$", "the joker"),
    (r"^without (?:the |a )?joker$", "no joker"),
    (r"\bthe dealer(?:'s)? (?:face[ -])?up ?card\b|\bdealer's (?:up ?)?card\b", "the up card"),
    (r"\b(?:the )?dealer (?:shows|has) ", "the up card is "),
    (r"\bup-?card\b", "up card"),
    (
        r"matches (?:any of yours|one of your cards|any of your cards|your hand)",
        "matches one of yours",
    ),
    (r"matches (?:no card of yours|none of your cards)", "matches none of yours"),
    (r"^(the up card is .+) or (?:less|below|under)$", r"\1 or lower"),
    (r"^(the up card is .+) or (?:better|above|more)$", r"\1 or higher"),
    (rf"^(?:at least )?{NUMBER}(?: or more)? points?(?: or more)?$", r"at least \g<number> points"),
    (r"^(?:less than|under|below) (\w+) points?$", r"fewer than \1 points"),
    (r"\bone points\b", "one point"),
    (rf"^{NUMBER} or more ", r"at least \g<number> "),
    (r"^the board is (two|three|four|five) of (?:a|one) suit$", r"\1 of a suit on the board"),
    (r"^(.+) of (?:one|the same) suit on the board$", r"\1 of a suit on the board"),
    (r"^(?:a rainbow board|the board is (?:a )?rainbow)$", "fewer than two of a suit on the board"),
    (r"^(?:a paired board|the board is paired)$", "any pair or better on the board"),
    (r"^(?:an unpaired board|the board is (?:not |un)paired)$", "less than any pair on the board"),
    (r"^(?:an? )?(?:gutshot|inside straight)(?: straight)?(?: draw)?$", "an inside straight draw"),
    (r"^(?:a )?backdoor flush draw$", "three to a flush with a hidden card"),
)


def spellings(view: View, text: str) -> Iterator[str]:
    """Yield the phrases that a text, in small letters and single spaces, may stand for, itself
    first.
    """
    yield text
    text = re.sub(r"\b(10|[2-9])'?s\b", lambda found: RANK_PLURALS[int(found[1]) - 2], text)
    text = re.sub(r"(?<![-/\w])(10|[1-9])(?![-/\w])", lambda found: FIGURES[found[1]], text)
    text = re.sub(r"\b([tjqka])'s\b", lambda found: RANK_PLURALS[_of_letter(found[1])], text)
    ends = rf"(?<= )([tjqka])(?= or (?:{HIGHER}|[tjqk])$)|(?<= )([tjqk])(?= or |$)"
    spoken = re.sub(ends, lambda found: RANK_NAMES[_of_letter(found[0])], text)
    for pattern, replacement in PLAIN:
        spoken = re.sub(pattern, replacement, spoken)
    spoken = re.sub(rf"(?P<cards>^.*\bcards?) {ABOVE} (?:an? )?{RANK}$", _next_or_higher, spoken)
    yield spoken
    if view.shoe:
        return  # the others speak of the hands of one pack
    for pattern, write in _OF_CARDS:
        if found := re.fullmatch(pattern, spoken):
            yield from [found.expand(write)] if isinstance(write, str) else write(view, found)


def _of_letter(letter: str) -> int:
    return RANKS.index(letter.upper())


# --- Cards by their ranks ----------------------------------------------------------------------


def _rank(found: Found) -> int:
    return RANK_NAMES.index(found["rank"])


def _all_of(view: View, found: Found) -> Iterator[str]:
    yield every_card(_rank(found))


def _next_or_higher(found: Found) -> str:
    rank = _rank(found) + 1
    return f"{found['cards']} {RANK_NAMES[rank]} or higher" if rank <= ACE else found[0]


def _none_of(view: View, found: Found) -> Iterator[str]:
    """None of several ranks: the highest, for phrases count cards from a rank upward."""
    named = (*RANK_PLURALS, *RANK_NAMES)
    words = found["ranks"].replace(",", "").split()
    ranks = {named.index(word) % len(RANKS) for word in words if word in named}
    if len(ranks) == len(RANKS) - min(ranks):
        yield f"no {cards_or_higher(min(ranks), one=True)}"


def _some_below(view: View, found: Found) -> Iterator[str]:
    """Some card is below a rank: one of them at least is not that high."""
    rank, others = _rank(found), view.cards - 1
    if rank == ACE:
        yield f"at most {NUMBERS[others]} ace{'s' if others > 1 else ''}"
    yield f"at most {NUMBERS[others]} card{'s' if others > 1 else ''} {RANK_NAMES[rank]} or higher"


def _count_of(found: Found) -> int:
    return NUMBERS.index(found["number"]) if found["number"] else 1


def _from_rank(view: View, count: int, rank: int) -> Iterator[str]:
    """So many cards of a rank or higher; all of them are every card."""
    if count == view.cards > 1:
        yield every_card(rank)
    yield some_cards(count, rank)


def _so_many(view: View, found: Found) -> Iterator[str]:
    return _from_rank(view, _count_of(found), _rank(found))


def _high(view: View, found: Found) -> Iterator[str]:
    """High cards, where the paytable says which: the ranks whose pairs win."""
    if view.high_card is not None:
        count = view.cards if found["every"] else _count_of(found)
        yield from _from_rank(view, count, view.high_card)


def _no_high(view: View, found: Found) -> Iterator[str]:
    if view.high_card is not None:
        yield f"no card {RANK_NAMES[view.high_card]} or higher"


# --- Draws -------------------------------------------------------------------------------------


def _draw(view: View, found: Found) -> Iterator[str]:
    if view.cards >= view.ranking.size - 1:
        yield f"{NUMBERS[view.ranking.size - 1]} to {found['draw']}"


def _suited(view: View, found: Found) -> Iterator[str]:
    if _count_of(found) > 1 and view.cards > 2:
        yield f"{found['number']} to a flush"


def _gaps(view: View, found: Found) -> Iterator[str]:
    """Cards near a straight cannot have more gaps than ranks are missing: then nothing is asked. A
    spread counts the ranks from the lowest card to the highest, gaps and all.
    """
    count = _count_of(found)
    gaps = NUMBERS.index(found["gaps"] or found["spread"]) - (count if found["spread"] else 0)
    to = f"{found['number']} to a {found['shape']}"
    if gaps >= view.ranking.size - count:
        yield to
    elif gaps >= 0:
        plural = "s" if gaps > 1 else ""
        yield f"{to} with {f'at most {NUMBERS[gaps]} gap{plural}' if gaps else 'no gap'}"


# --- Hands -------------------------------------------------------------------------------------


def _paying(view: View, found: Found) -> Iterator[str]:
    """Hands that the paytable pays, from the least that wins."""
    if view.table is not None:
        paid = [line for number, line in enumerate(view.table.lines) if view.table.net(number) > 0]
        if paid:
            yield line_words(paid[-1])


def _hand_or_higher(view: View, found: Found) -> Iterator[str]:
    """A hand, not a card: `ten or higher` may be either."""
    if found["hand"].split()[-1] not in RANK_NAMES:
        yield f"{found['hand']} or better"


MANY = rf"(?:at least )?(?:an?|any|one|{NUMBER})"
# Each row: pattern -> what stands for it, or what writes that.
_OF_CARDS: tuple[tuple[str, str | Callable[[View, Found], Iterator[str]]], ...] = (
    (rf"no cards? {BELOW} (?:an? )?{RANK}", _all_of),
    (rf"(?:all|each|every|each of your|all your) cards? (?:an? |of )?{RANK} or {HIGHER}", _all_of),
    (rf"(?:your )?lowest card (?:is )?(?:an? )?{RANK} or {HIGHER}", _all_of),
    (r"no cards? ace or higher", "no ace"),
    (rf"no cards? {RANK} or higher", r"no card \g<rank> or higher"),
    (rf"(?:no|neither|without) (?P<ranks>{RANKED}(?:(?:,? n?or|,) {RANKED})*)", _none_of),
    (rf"(?:an?|any|one|some) card {BELOW} (?:an? )?{RANK}", _some_below),
    (rf"(?:your )?highest card (?:is )?(?:an? )?(?P<number>){RANK} or {HIGHER}", _so_many),
    (rf"{MANY} cards? (?:of |an? )?{RANK} or {HIGHER}", _so_many),
    (r"(?:at least )?(?:one|any) (?P<number>)(?P<rank>ace)", _so_many),
    (rf"(?:at least )?{NUMBER} (?P<rank>ace)s", _so_many),
    (rf"(?:(?P<every>every|all|only)|{MANY}) high cards?", _high),
    (r"no high cards?", _no_high),
    (
        r"(?:any )?(?P<draw>an? (?:royal flush|straight flush|flush|open-ended straight"
        r"|inside straight)) draw",
        _draw,
    ),
    (rf"{NUMBER} (?:cards )?in a row", r"\g<number> to a straight with no gap"),
    (
        rf"{NUMBER} suited (?:cards )?in a row",
        r"\g<number> to a straight flush with no gap",
    ),
    (
        rf"{NUMBER} (?:suited(?: cards)?|cards of (?:one|a|the same) suit|of (?:a|one) suit)",
        _suited,
    ),
    (
        rf"{NUMBER} to an? {SHAPE}(?: with at most (?P<gaps>{'|'.join(NUMBERS)}) gaps?|,?(?: with)?"
        rf"(?: a)? spread(?: of)?(?: at most)? (?P<spread>{'|'.join(NUMBERS)}))",
        _gaps,
    ),
    (r"(?:any|a) (?:paying|winning) hand", _paying),
    (
        rf"(?:a )?(?:pair of )?(?P<plural>{'|'.join(RANK_PLURALS)}) or (?:better|higher)",
        r"a pair of \g<plural> or better",
    ),
    (r"(?P<hand>.+) or (?:higher|above)", _hand_or_higher),
    (r"(?:below|under|lower than|worse than) (?P<hand>.+)", r"less than \g<hand>"),
)
