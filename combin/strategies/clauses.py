"""What follows the colon of a line: phrases joined by `and` or a comma, and alternatives separated
by `or`.

The longest run of words that is a phrase is taken as one, for phrases have an `or` of their own
(`any pair or better`). Words that can be joined in two ways are refused.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import chain

from combin.cards import RANK_NAMES, RANK_PLURALS
from combin.counting.plan import Plan
from combin.errors import SLIP, CombinError, alike, contradict, is_slip
from combin.families.listed import family_of
from combin.rules.game import Game
from combin.strategies.conditions import NUMBERS, Condition
from combin.strategies.lines import OTHERWISE, stages_named
from combin.strategies.spellings import spellings
from combin.strategies.traits import SUITED
from combin.strategies.vocabulary import View, vocabulary
from combin.texts import Misread, Stretch, runs

Conditions = tuple[Condition, ...]

# What follows `or` within a phrase.
OWN_OR = (
    r"(?:better|worse|higher|lower|more|less|fewer)\b(?!\s+than)"
    r"|(?:above|below|under|up)\s*(?:$|,)"
)
JOINT = re.compile(rf"\s*,\s*(?:and|or)\s|\s*,|\sand\s|\sor\s(?!\s*(?:{OWN_OR}))", re.IGNORECASE)
SUITS = re.compile(r"(?P<cards>[-/\w]+?)[ -]?(?P<suits>suited|offsuit|unsuited|of one suit)")
NOT_SUITED = ("offsuit", "unsuited")
DENIAL = re.compile(r"\s*(?:no|not|none|neither|never|without|unless|\w+n't)\b", re.IGNORECASE)
AND, OR, COMMA, COMMA_OR = "and", "or", ",", ", or"
TWO_WAYS = (
    "can be read in two ways: join phrases by 'and', and give each alternative a line of its own"
)

COUNTED = {*NUMBERS[1:], *RANK_NAMES, *RANK_PLURALS}


def read(view: View, said: Stretch) -> tuple[tuple[Conditions, ...], list[Misread]]:
    """Return what the words after a colon mean at a decision: of each alternative the conditions
    that must all hold; and what is wrong with the words.
    """
    groups, kinds, faults = _groups(view, said)
    if not faults and _is_ambiguous(kinds):
        faults = [said.fault(f"{said.text!r} {TWO_WAYS}")]
    if faults:
        return (), faults
    parts: list[Conditions] = [groups[0]]
    for kind, group in zip(kinds, groups[1:]):
        if kind in (OR, COMMA_OR):
            parts.append(group)
        else:
            parts[-1] += group
    return tuple(parts), []


def _kind(joint: str) -> str:
    """Return what joins two phrases: AND, OR, COMMA or COMMA_OR."""
    word = joint.replace(",", " ").strip().lower()
    if word == AND:
        return AND
    return (COMMA_OR if "," in joint else OR) if word == OR else COMMA


def _is_ambiguous(kinds: list[str]) -> bool:
    """Return whether phrases can be joined in two ways: an `or` among conditions joined otherwise,
    unless a comma before it parts whole alternatives.
    """
    if COMMA in kinds and {OR, COMMA_OR} & {*kinds}:
        return True
    among: set[str] = set()
    for kind in kinds:
        among = set() if kind == COMMA_OR else among | {kind}
        if {AND, OR} <= among:
            return True
    return False


def _groups(view: View, said: Stretch) -> tuple[list[Conditions], list[str], list[Misread]]:
    """Return the phrases read, what joins them, and what cannot be read: words that are no phrase,
    and those for which the denial of a phrase before them may hold, too.
    """
    text = said.text
    found = [*JOINT.finditer(text)]
    joints = [_kind(one.group()) for one in found]
    starts = [0, *(one.end() for one in found)]
    groups: list[Conditions] = []
    kinds: list[str] = []
    faults: dict[int, Misread] = {}
    for at, last, run, conditions in runs(text, found, partial(conditions_of, view)):
        groups.append(conditions)
        kinds += joints[last : last + 1]
        denied = _denied_from(text, starts, joints, at)
        words = said.cut(starts[denied], starts[at] + len(run))
        if not conditions:
            faults[denied] = words.fault(f"unknown phrase {words.text!r}{_hint(view, words.text)}")
        elif denied < at and joints[at - 1] == OR:
            faults.setdefault(denied, words.fault(f"{words.text!r} {TWO_WAYS}"))
    return groups, kinds, [*faults.values()]


def _denied_from(text: str, starts: list[int], joints: list[str], at: int) -> int:
    """Return the place of the denial that may hold for the words at a place: theirs, or one before
    them that no `and` parts from them, or a comma before more than a rank; where there is none, the
    place itself.
    """
    for place in range(at, -1, -1):
        if DENIAL.match(text, starts[place]):
            return place
        words = JOINT.split(text[starts[place] :], 1)[0].split()
        if place and (joints[place - 1] == AND or (joints[place - 1] == COMMA and len(words) > 1)):
            break
    return at


def conditions_of(view: View, words: str) -> Conditions:
    """Return the conditions that a phrase means, in any spelling, or two cards and their suits,
    such as ``6-5 suited``; none where it is not known.
    """
    if condition := view.read(words):
        return (condition,)
    found = SUITS.fullmatch(" ".join(words.lower().split()).replace("10", "t"))
    if not found or view.cards != 2:
        return ()
    named = view.exactly(found["cards"])
    suits = view.phrases.get("not suited" if found["suits"] in NOT_SUITED else "suited")
    return (named, suits) if named and suits and suits.trait == SUITED else ()


def searched(game: Game, bet: str, words: str) -> dict[str, tuple[Condition, ...]]:
    """Return decision -> what `words` mean there, and the conditions whose phrase or meaning has
    all of them; decisions with neither are left out.

    Raises CombinError where there are none at all.
    """
    plan = Plan(game, game.bet(bet))
    if family_of(plan).language(plan):
        [(decision, every)] = vocabulary(plan.game, plan.bet.key).items()
        having = tuple(condition for condition in every if _has(condition, words))
        if not having:
            known = {word for condition in every for word in condition.phrase.lower().split()}
            raise _no_phrase(plan, words, known)
        return {decision: having}
    found = {}
    for decision, stage in stages_named(plan).items():
        view = View(plan, stage)
        like = dict.fromkeys(chain.from_iterable(read(view, Stretch(words))[0]))
        like |= dict.fromkeys(one for one in view.phrases.values() if _has(one, words))
        if like:
            found[decision] = tuple(like)
    if not found:
        known = {word for stage in plan.stages for word in _known(View(plan, stage))}
        raise _no_phrase(plan, words, known)
    return found


def _no_phrase(plan: Plan, words: str, known: set[str]) -> CombinError:
    """Return the error that no phrase has some words; it names the nearest word."""
    near = chain.from_iterable(alike(word, known) for word in words.lower().split())
    hint = next((f" (did you mean {word!r}?)" for word in near), "")
    return CombinError(f"no phrase of {plan.game.slug} has {words!r}{hint}")


def _has(condition: Condition, words: str) -> bool:
    said = f"{condition.phrase} {condition.meaning}".lower()
    return all(word in said for word in words.lower().split())


# --- What is not known -------------------------------------------------------------------------


def _hint(view: View, words: str) -> str:
    """Return the phrase that may have been meant, or where all of them are listed."""
    # Whoever writes a hand alone means that hand or better.
    for hand in (words, f"a {words}", f"any {words.removeprefix('a ')}"):
        meant = view.read(f"{hand} or better")
        if meant and not contradict(words, meant.phrase):
            return f" (did you mean {meant.phrase!r}?)"
    if "high card" in words.lower():
        return "; say which cards are high, such as 'a card jack or higher'"
    if SUITS.fullmatch(words.lower()):
        return f"; of {NUMBERS[view.cards]} cards, say how many are 'to a flush'"
    if alike(words.lower(), [OTHERWISE]):
        return f" (did you mean {OTHERWISE!r}?)"
    for text in spellings(view, " ".join(words.lower().split())):
        for near in alike(text, view.phrases, 5):
            if is_slip(text.split(), near.split(), SLIP, _known(view) | COUNTED):
                return f" (did you mean {near!r}?)"
    return f"; combin strategy {view.plan.game.on_command_line} --words lists what can be said"


def _known(view: View) -> set[str]:
    return {*re.findall(r"[\w-]+", " ".join(view.phrases))}
