"""What a sheet leaves open: choices and amounts that a user may set, and the picks that depend on
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any, ClassVar

from combin.errors import refuse
from combin.exact import parse_number
from combin.records import dataclass
from combin.rules.said import NO, SETTINGS, YES
from combin.spelling import meant


@dataclass(frozen=True)
class Choice:
    """A named alternative of the rules. The first value is the default.

    name: how the choice is set, ``--set name=value``.
    meaning: what it decides, in the words of the rule card.
    values: value -> what it means, in one line.
    alone: whether reports and tables of edges set it only where all other choices are at their
        defaults, for a game that takes long to count.
    """

    name: str
    meaning: str
    values: Mapping[str, str] = field(hash=False)
    alone: bool = False

    @property
    def default(self) -> str:
        return next(iter(self.values))

    @property
    def tried(self) -> tuple[str, ...]:
        """The values by which it is found out what the choice changes: all of them."""
        return tuple(self.values)

    def said(self, value: str) -> list[str]:
        """Return what people say for a value: its meaning, what stands there before a semicolon or
        in parentheses, words of the field, and of a choice that may be left alone yes, no, and its
        own name.
        """
        words = [word for word, setting in SETTINGS.items() if setting == (self.name, value)]
        if value in NO:
            words += NO
        elif value == "yes" or ("yes" not in self.values and not {*NO}.isdisjoint(self.values)):
            words += [self.name, *YES]
        return [
            value,
            self.values[value],
            *re.findall(r"^[^;(]+(?=;)|(?<=\().*?(?=\))", self.values[value]),
            *words,
        ]

    def accept(self, value: object) -> str:
        said = [(word, one) for one in self.values for word in self.said(one)]
        text = meant(str(value), self.values, f"the value of {self.name}", said)
        refuse(
            text not in self.values,
            f"choice {self.name} has no value {text!r}; it takes {', '.join(self.values)}",
        )
        return text


@dataclass(frozen=True)
class Amount:
    """A number the user may set. Its default is 0.

    name: how the amount is set, ``--set name=number``.
    meaning: what it is a number of.
    least: the smallest number allowed, 0 or below; any rational from there up will do.
    """

    name: str
    meaning: str
    least: Fraction = Fraction(0)
    default = "0"
    alone = False
    values: ClassVar[Mapping[str, str]] = {}  # none has a name
    tried = ("0", "1/10", "1")  # the values by which it is found out what the amount changes

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "least", parse_number(self.least, f"`least` of amount {self.name!r}")
        )
        refuse(
            self.least > 0,
            f"amount {self.name!r} is 0 unless it is set, so `least` is at most 0, not "
            f"{self.least}",
        )

    def accept(self, value: object) -> str:
        number = parse_number(value, f"choice {self.name}")
        refuse(number < self.least, f"choice {self.name} is at least {self.least}, not {value}")
        return str(number)


OTHERWISE = "otherwise"
Stated = Any  # a part of the rules as written: a `Pick` may stand for it, and for what is below it


@dataclass(frozen=True)
class Pick:
    """Stands for one of several pieces of the rules, by the value of a choice.

    choice: the name of the choice.
    values: value of the choice -> the piece it selects; `OTHERWISE` selects one for all values not
        named.
    """

    choice: str
    values: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True)
class Chosen:
    """Stands for the number that an `Amount` was set to.

    amount: the name of the amount.
    """

    amount: str
