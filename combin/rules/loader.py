"""Reads a game file as data: names, literals, exact arithmetic and the rules' own constructors; no
code of the file runs.

A file from a stranger can be wrong but not harmful: everything else is refused with its line, and
sizes are bounded.
"""

from __future__ import annotations

import ast
import operator
import os
import re
import stat
import warnings
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from combin import cards, ranking, rules
from combin.errors import CombinError, nearest
from combin.rules import Amount, Choice, Chosen, Decide, Pick
from combin.rules.game import Game
from combin.rules.picks import EXACT
from combin.rules.sheet import Sheet

NOWHERE = os.path.join(
    os.devnull, "game"
)  # the parser opens the file of its name to quote a line, and here there is none
MAX_BYTES = 200_000  # the longest built-in game has 7,000
MAX_ITEMS = 50_000  # values in all, a name counted as everything it stands for
MAX_BITS = 256  # of a numerator or denominator
MAX_PATHS = 10_000  # ways through all decisions

DECIMAL = re.compile(r"(?=[\d.]*\d)[\d_]*\.?[\d_]*", re.ASCII)
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}

# What a field's annotation begins with -> what a value of it must be.
KINDS = {
    "str": (str, "text in quotes"),
    "int": (int, "a whole number"),
    "bool": (bool, "True or False"),
    "tuple": (tuple, "a tuple, (item,) for one"),
    "Mapping": (dict, "a dict, {name: value}"),
    "HandRanking": (ranking.HandRanking, "a hand ranking"),
    "Deck": (cards.Deck, "a Deck"),
}

NUMBERS = (
    "less",
    "meter",
    "share",
    "stake",
    "least",
    "adds",
)  # fields that hold numbers, or a dict of them


def _offered(module: Any, allowed: tuple[type, ...]) -> dict[str, Any]:
    """Return the public constructors of frozen data and the constants of the allowed types in
    `module`.
    """
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (isinstance(value, allowed) or (isinstance(value, type) and is_dataclass(value)))
    }


OFFERED = {
    "combin.rules": _offered(rules, (Fraction, rules.Always)) | {"OTHERWISE": rules.OTHERWISE},
    "combin.ranking": _offered(ranking, (ranking.HandRanking,)),
    "combin.cards": {"Deck": cards.Deck},
    "fractions": {"Fraction": Fraction},
}


def load(path: str) -> Sheet:
    """Return the sheet that a file states, its choices open; every value of every choice has been
    tried.

    Raises CombinError, with file and line where there is one, for anything that is not a game.
    """
    file = str(path)
    source = _read(file)
    game = _Reader(file, source).game(_parse(file, source))
    try:
        _verify_game(game)
    except (
        TypeError,
        ValueError,
        AttributeError,
        LookupError,
        RecursionError,
        ArithmeticError,
        StopIteration,
    ) as error:
        reason = (
            str(error)
            if isinstance(error, CombinError)
            else f"the rules do not fit together ({error})"
        )
        raise CombinError(f"{file}: {reason}") from None
    return game


# --- From file to syntax tree ------------------------------------------------------------------


def _read(file: str) -> str:
    try:
        # Without waiting: a pipe has no writer, perhaps, and what a path leads to may change until
        # it is opened.
        with open(
            file,
            "rb",
            opener=lambda path, flags: os.open(path, flags | getattr(os, "O_NONBLOCK", 0)),
        ) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise CombinError(f"{file}: this is not a file")
            data = stream.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise CombinError(f"{file}: this is not a file") from None
    except (OSError, ValueError) as error:
        if isinstance(error, CombinError):
            raise
        raise CombinError(
            f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    if len(data) > MAX_BYTES:
        raise CombinError(f"{file}: a game file has at most {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise CombinError(f"{file}: this is not a text file in UTF-8") from None


def _parse(file: str, source: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source, NOWHERE)
    except SyntaxError as error:
        raise CombinError(f"{file}:{error.lineno or 1}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise CombinError(f"{file}: expressions are nested too deeply") from None
    except ValueError as error:
        raise CombinError(f"{file}: {error}") from None


# --- From syntax tree to values ----------------------------------------------------------------


class _Reader:
    """Evaluates the statements of one file in order; each expression is one of a few harmless
    kinds.
    """

    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.lines = source.split("\n")
        self.names: dict[str, Any] = {}
        self.weights: dict[str, int] = {}
        self.items = 0

    def game(self, tree: ast.Module) -> Sheet:
        try:
            for place, statement in enumerate(tree.body):
                self.statement(statement, first=place == 0)
        except RecursionError:
            raise CombinError(f"{self.file}: expressions are nested too deeply") from None
        game = self.names.get("GAME")
        if not isinstance(game, Sheet):
            raise CombinError(
                f"{self.file}: the file states no game; it ends with GAME = Game(...)"
            )
        return game

    def refuse(self, node: ast.AST, what: str) -> CombinError:
        return CombinError(f"{self.file}:{getattr(node, 'lineno', 1)}: {what}")

    def statement(self, node: ast.stmt, first: bool) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if first:
                return
            case ast.ImportFrom(level=0):
                self.imports(node)
            case ast.Assign(targets=[ast.Name(id=name)]):
                before = self.items
                value = self.value(node.value)
                self.define(node, name, value, self.items - before)
            case _:
                raise self.refuse(
                    node,
                    f"{_called(node)} is no part of a game file; it holds NAME = value and imports",
                )

    def define(self, node: ast.AST, name: str, value: Any, weight: int) -> None:
        if name in self.names:
            raise self.refuse(node, f"{name} is defined twice")
        self.names[name] = value
        self.weights[name] = weight

    def imports(self, node: ast.ImportFrom) -> None:
        offered = OFFERED.get(node.module or "")
        if offered is None:
            raise self.refuse(
                node,
                "a game file cannot import from "
                f"{node.module!r}{nearest(node.module or '', OFFERED)}",
            )
        for alias in node.names:
            if alias.name not in offered:
                raise self.refuse(
                    alias,
                    f"{node.module} offers no {alias.name!r} to a game "
                    f"file{nearest(alias.name, offered)}",
                )
            self.define(alias, alias.asname or alias.name, offered[alias.name], 1)

    def value(self, node: ast.expr) -> Any:
        self.items += 1
        if self.items > MAX_ITEMS:
            raise self.refuse(node, f"the file holds more than {MAX_ITEMS:,} values")
        match node:
            case ast.Constant():
                return self.literal(node)
            case ast.Name(id=name):
                return self.named(node, name)
            case ast.Tuple(elts=parts):
                return tuple(map(self.value, parts))
            case ast.Dict():
                return self.mapping(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.number(operand)
            case ast.BinOp():
                return self.arithmetic(node)
            case ast.Call(func=ast.Name(id=name)):
                return self.call(node, name)
        raise self.refuse(
            node,
            f"{_called(node)} is no part of a game file; it holds literals, tuples, dicts, "
            "constructors",
        )

    def literal(self, node: ast.Constant) -> Any:
        value = node.value
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            if not value.isprintable():
                raise self.refuse(node, "the text holds a character that cannot be printed")
            return value
        if isinstance(value, int):
            return self.bounded(node, value)
        text = self.lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
        if len(text) > MAX_BITS or not DECIMAL.fullmatch(text):
            raise self.refuse(
                node,
                f"{text[:40]} is no number that a game file can hold; write 9, 12.5 or "
                "Fraction(7, 2)",
            )
        return self.bounded(node, Fraction(text.replace("_", "")))

    def bounded(self, node: ast.AST, value: Any) -> Any:
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise self.refuse(node, f"the number has more than {MAX_BITS} bits")
        return value

    def named(self, node: ast.AST, name: str) -> Any:
        if name not in self.names:
            raise self.refuse(node, f"{name} is not defined above{nearest(name, self.names)}")
        value = self.names[name]
        if isinstance(value, type):
            raise self.refuse(node, f"{name} needs its arguments, {name}(...)")
        self.items += self.weights[name]
        return value

    def mapping(self, node: ast.Dict) -> dict[str, Any]:
        pairs: dict[str, Any] = {}
        for key, value in zip(node.keys, node.values):
            name = None if key is None else self.value(key)
            if not isinstance(name, str):
                raise self.refuse(key or node, "the keys of a dict are names in quotes")
            if name in pairs:
                raise self.refuse(key or node, f"{name!r} stands twice in this dict")
            pairs[name] = self.value(value)
        return pairs

    def number(self, node: ast.expr) -> Any:
        value = self.value(node)
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise self.refuse(node, "arithmetic takes numbers only")
        return value

    def arithmetic(self, node: ast.BinOp) -> Any:
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(node.op, ast.Div):
            return self.bounded(node, self.fraction(node, [left, right]))
        if type(node.op) not in ARITHMETIC:
            raise self.refuse(node, "arithmetic is + - * / only")
        return self.bounded(node, ARITHMETIC[type(node.op)](left, right))

    def fraction(self, node: ast.AST, parts: list[Any]) -> Fraction:
        if (
            parts
            and isinstance(parts[0], str)
            and re.fullmatch(r"-?\d{1,40}(/\d{1,40}|\.\d{1,40})?", parts[0], re.ASCII)
        ):
            parts = [parts[0]]
        elif not 1 <= len(parts) <= 2 or not all(type(part) in (int, Fraction) for part in parts):
            raise self.refuse(node, "a fraction is Fraction(7, 2) or Fraction('7/2')")
        try:
            return Fraction(*parts)
        except ZeroDivisionError:
            raise self.refuse(node, "division by zero") from None

    def call(self, node: ast.Call, name: str) -> Any:
        made = self.names.get(name)
        if not isinstance(made, type):
            known = [other for other, value in self.names.items() if isinstance(value, type)]
            raise self.refuse(
                node, f"{name}(...) is no constructor that this file imports{nearest(name, known)}"
            )
        if any(isinstance(part, ast.Starred) for part in node.args) or any(
            word.arg is None for word in node.keywords
        ):
            raise self.refuse(node, "arguments are not unpacked with * or ** in a game file")
        parts = [self.value(part) for part in node.args]
        if made is Fraction:
            return self.bounded(
                node,
                self.fraction(node, parts + [self.value(word.value) for word in node.keywords]),
            )
        words = {str(word.arg): self.value(word.value) for word in node.keywords}
        return self.construct(node, made, parts, words)

    def construct(self, node: ast.AST, made: type, parts: list[Any], words: dict[str, Any]) -> Any:
        word = _word(made)
        known = {field.name: field for field in fields(made)}
        if len(parts) > len(known):
            expected = f"at most {len(known)} arguments ({', '.join(known)})"
            raise self.refuse(node, f"{word} takes {expected}, not {len(parts)}")
        given = dict(zip(known, parts))
        for name, value in words.items():
            if name not in known:
                raise self.refuse(node, f"{word} has no field {name!r}{nearest(name, known)}")
            if name in given:
                raise self.refuse(node, f"{word} is given {name!r} twice")
            given[name] = value
        kinds = _kinds(made)
        for name, field in known.items():
            if name in given:
                self.verify_kind(node, f"{word}'s {name}", kinds[name], given[name])
                self.verify_numbers(node, f"{word}'s {name}", name, given[name])
            elif field.default is MISSING and field.default_factory is MISSING:
                raise self.refuse(node, f"{word} needs {name!r}")
        try:
            return made(**given)
        except (TypeError, ValueError, AttributeError) as error:
            raise self.refuse(node, str(error)) from None

    def verify_kind(self, node: ast.AST, what: str, annotation: str, value: Any) -> None:
        kind, words = KINDS.get(re.split(r"\W", annotation)[0], (object, ""))
        fits = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if (
            not fits
            and not isinstance(value, (Pick, Chosen))
            and not (value is None and "None" in annotation)
        ):
            raise self.refuse(node, f"{what} is {words}")
        inner = re.findall(r"\w+", annotation)[1:]
        open_kinds = {
            "Any",
            *EXACT,
        }  # those of numbers are looked at when every value of every choice is tried
        if inner and not open_kinds & {*inner} and isinstance(value, (tuple, dict)):
            for part in value.values() if isinstance(value, dict) else value:
                if type(part).__name__ not in (*inner, "Pick", "Chosen"):
                    raise self.refuse(
                        node, f"{what} hold {annotation}, and {_shown(part)} is none of it"
                    )

    def verify_numbers(self, node: ast.AST, what: str, name: str, value: Any) -> None:
        if name not in NUMBERS or (name == "meter" and value is None):
            return
        for part in value.values() if isinstance(value, dict) else (value,):
            if type(part) not in (int, Fraction, Pick, Chosen):
                raise self.refuse(node, f"{what} is a number, not {_shown(part)}")


def _word(made: type) -> str:
    """Return the name by which a game file calls a constructor."""
    return "Game" if made is Sheet else made.__name__


def _kinds(made: type) -> dict[str, str]:
    """Return what each field of a word holds once nothing is open: field -> annotation."""
    return {field.name: str(field.type) for field in fields(Game if made is Sheet else made)}


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, (str, int, Fraction)) else f"a {type(value).__name__}"


def _called(node: ast.AST) -> str:
    """Return what people call a piece of syntax: ``a FunctionDef`` as ``def``."""
    words = {
        "FunctionDef": "a function",
        "AsyncFunctionDef": "a function",
        "Lambda": "a function",
        "ClassDef": "a class",
        "If": "a branch",
        "IfExp": "a branch",
        "For": "a loop",
        "While": "a loop",
        "Import": "a plain import",
        "Attribute": "a dot",
        "Subscript": "an index",
        "JoinedStr": "an f-string",
        "List": "a list (use a tuple)",
        "Set": "a set (use a tuple)",
        "ListComp": "a comprehension",
        "DictComp": "a comprehension",
        "SetComp": "a comprehension",
        "GeneratorExp": "a comprehension",
        "Call": "this call",
        "Compare": "a comparison",
        "AugAssign": "an augmented assignment",
        "AnnAssign": "an annotation",
        "ImportFrom": "a relative import",
        "Starred": "unpacking with *",
        "Assign": "an assignment to more than one name",
        "Expr": "a bare expression",
    }
    return words.get(type(node).__name__, f"{type(node).__name__.lower()}")


# --- From values to a game that fits together --------------------------------------------------


def _verify_game(game: Sheet) -> None:
    if not NAME.fullmatch(game.slug):
        raise CombinError(
            f"the slug is lower-case letters and digits with hyphens, not {game.slug!r}"
        )
    if _paths(game.play) > MAX_PATHS:
        raise CombinError(f"the decisions can be taken in more than {MAX_PATHS:,} ways")
    for choice in game.choices:
        if not isinstance(choice, (Choice, Amount)):
            raise CombinError(f"each of choices is a Choice or an Amount, not {choice!r}")
        if isinstance(choice, Choice) and not choice.values:
            raise CombinError(f"choice {choice.name!r} has no values")
    game.resolve({})
    for choice in game.choices:
        for value in (
            choice.values
            if isinstance(choice, Choice)
            else (str(choice.least), str(choice.least + 1))
        ):
            game.resolve({choice.name: value})


def _paths(item: Any) -> int:
    """Return a bound on the ways through the decisions below `item`, whatever is chosen."""
    if isinstance(item, Pick):
        return max(map(_paths, item.values.values()), default=1)
    if isinstance(item, tuple):
        ways = 1
        for part in item:
            ways = min(ways * _paths(part), MAX_PATHS + 1)
        return ways
    if isinstance(item, Decide):
        return _width(item.actions)
    return 1


def _width(actions: Any) -> int:
    if isinstance(actions, Pick):
        return max(map(_width, actions.values.values()), default=1)
    return len(actions) if isinstance(actions, tuple) else 1
