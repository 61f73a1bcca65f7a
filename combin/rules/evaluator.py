"""Evaluates the syntax tree of a game file: names, literals, exact arithmetic and constructors."""

from __future__ import annotations

import ast
import operator
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar, get_args

from combin.errors import CombinError, nearest
from combin.rules.constructors import OFFERED, construct
from combin.rules.game import Sheet
from combin.rules.ways import Way
from combin.rules.words import Always, Condition, Is

MAX_ITEMS = 50_000  # values in all, a name counted as everything it stands for
MAX_BITS = 256  # of a numerator or denominator

DECIMAL = re.compile(r"(?=[\d.]*\d)[\d_]*\.?[\d_]*", re.ASCII)
FRACTION = re.compile(r"-?\d{1,40}(/\d{1,40}|\.\d{1,40})?", re.ASCII)
# A number that is kept as it is written.
Number = TypeVar("Number", bound="int | Fraction")
ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


class Evaluator:
    """Evaluates the statements of one file in order; each expression is one of a few harmless
    kinds.

    file: its name, for errors.
    source: its text.
    """

    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.lines = source.split("\n")
        self.names: dict[str, Any] = {}
        self.weights: dict[str, int] = {}
        self.items = 0

    def sheet(self, tree: ast.Module) -> Sheet:
        """Return the value of GAME; raises CombinError, with the line, for anything a game file
        cannot hold.
        """
        self._evaluate(tree)
        sheet = self.names.get("GAME")
        if not isinstance(sheet, Sheet):
            raise CombinError(
                f"{self.file}: the file states no game; it ends with GAME = Game(...)"
            )
        conditions = {*get_args(Condition), Is} - {Always}
        terms = {name: one for name, one in self.names.items() if type(one) in conditions}
        hands = {part.name for part in sheet.hands} if isinstance(sheet.hands, tuple) else set()
        named = {name.lower().replace("_", "-"): one for name, one in terms.items()}
        told = {f"{name}-made" if name in hands else name: one for name, one in named.items()}
        return replace(sheet, terms=told)

    def way(self, tree: ast.Module) -> Way:
        """Return the value of WAY; raises CombinError as `sheet` does."""
        self._evaluate(tree)
        way = self.names.get("WAY")
        if not isinstance(way, Way):
            raise CombinError(f"{self.file}: the file states no way; it ends with WAY = Way(...)")
        return way

    def _evaluate(self, tree: ast.Module) -> None:
        try:
            for place, statement in enumerate(tree.body):
                self.statement(statement, first=place == 0)
        except RecursionError:
            raise CombinError(f"{self.file}: expressions are nested too deeply") from None

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
                called = _called(node)
                raise self.refuse(
                    node,
                    f"{called} is no part of a game file; it holds NAME = value and "
                    "from MODULE import NAME",
                )

    def define(self, node: ast.AST, name: str, value: object, weight: int) -> None:
        if name in self.names:
            raise self.refuse(node, f"{name} is defined twice")
        self.names[name] = value
        self.weights[name] = weight

    def imports(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if module not in OFFERED:
            near = nearest(module, OFFERED)
            raise self.refuse(node, f"a game file cannot import from {node.module!r}{near}")
        offered = OFFERED[module]
        for alias in node.names:
            if alias.name not in offered:
                near = nearest(alias.name, offered)
                raise self.refuse(alias, f"{module} offers no {alias.name!r} to a game file{near}")
            self.define(alias, alias.asname or alias.name, offered[alias.name], 1)

    def value(self, node: ast.expr) -> object:
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

    def literal(self, node: ast.Constant) -> object:
        value = node.value
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            if not value.isprintable():
                raise self.refuse(node, "the text holds a character that cannot be printed")
            return value
        if isinstance(value, int):
            return self.bounded(node, value)
        return self.decimal(node)

    def decimal(self, node: ast.Constant) -> Fraction:
        """Return the number that the source writes, before Python made a float of it."""
        line = self.lines[node.lineno - 1].encode()
        text = line[node.col_offset : node.end_col_offset].decode()
        if len(text) > MAX_BITS or not DECIMAL.fullmatch(text):
            raise self.refuse(
                node,
                f"{text[:40]} is no number that a game file can hold; write 9, 12.5 or "
                "Fraction(7, 2)",
            )
        number = Fraction(text.replace("_", ""))
        self.bounded(node, number)
        return number

    def bounded(self, node: ast.AST, number: Number) -> Number:
        bits = max(number.numerator.bit_length(), number.denominator.bit_length())
        if bits > MAX_BITS:
            raise self.refuse(node, f"the number has more than {MAX_BITS} bits")
        return number

    def named(self, node: ast.AST, name: str) -> object:
        if name not in self.names:
            near = _importable(name) or nearest(name, self.names)
            raise self.refuse(node, f"{name} is not defined above{near}")
        value = self.names[name]
        if isinstance(value, type):
            raise self.refuse(node, f"{name} needs its arguments, {name}(...)")
        self.items += self.weights[name]
        return value

    def mapping(self, node: ast.Dict) -> dict[str, object]:
        pairs: dict[str, object] = {}
        for key, value in zip(node.keys, node.values):
            name = None if key is None else self.value(key)
            if not isinstance(name, str):
                raise self.refuse(key or node, "the keys of a dict are names in quotes")
            if name in pairs:
                raise self.refuse(key or node, f"{name!r} stands twice in this dict")
            pairs[name] = self.value(value)
        return pairs

    def number(self, node: ast.expr) -> int | Fraction:
        value = self.value(node)
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise self.refuse(node, "arithmetic takes numbers only")
        return value

    def arithmetic(self, node: ast.BinOp) -> int | Fraction:
        left = self.number(node.left)
        right = self.number(node.right)
        if isinstance(node.op, ast.Div):
            return self.bounded(node, self.fraction(node, [left, right]))
        if type(node.op) not in ARITHMETIC:
            raise self.refuse(node, "arithmetic is + - * / only")
        made: int | Fraction = ARITHMETIC[type(node.op)](left, right)
        return self.bounded(node, made)

    def fraction(self, node: ast.AST, parts: list[Any]) -> Fraction:
        if parts and isinstance(parts[0], str) and FRACTION.fullmatch(parts[0]):
            parts = [parts[0]]
        elif not 1 <= len(parts) <= 2 or not all(type(part) in (int, Fraction) for part in parts):
            raise self.refuse(node, "a fraction is Fraction(7, 2) or Fraction('7/2')")
        try:
            return Fraction(*parts)
        except ZeroDivisionError:
            raise self.refuse(node, "division by zero") from None

    def call(self, node: ast.Call, name: str) -> object:
        made = self.names.get(name)
        if not isinstance(made, type):
            known = [other for other, value in self.names.items() if isinstance(value, type)]
            near = _importable(name) or nearest(name, known)
            raise self.refuse(node, f"{name}(...) is no constructor that this file imports{near}")
        self.verify_not_unpacked(node)
        parts = [self.value(part) for part in node.args]
        words = self.words(node, name)
        if made is Fraction:
            return self.bounded(node, self.fraction(node, [*parts, *words.values()]))
        try:
            return construct(made, parts, words)
        except (TypeError, ValueError, AttributeError) as error:
            raise self.refuse(node, str(error)) from None

    def words(self, node: ast.Call, name: str) -> dict[str, object]:
        """Return the arguments that a call gives by name."""
        words: dict[str, object] = {}
        for word in node.keywords:
            field = str(word.arg)
            if field in words:
                raise self.refuse(node, f"{name} is given {field!r} twice")
            words[field] = self.value(word.value)
        return words

    def verify_not_unpacked(self, node: ast.Call) -> None:
        starred = [part for part in node.args if isinstance(part, ast.Starred)]
        doubly = [word for word in node.keywords if word.arg is None]
        if starred or doubly:
            raise self.refuse(node, "arguments are not unpacked with * or ** in a game file")


def _importable(name: str) -> str:
    """Return ``" (import it from X)"`` for a word that a game file may import."""
    module = next((module for module, offered in OFFERED.items() if name in offered), "")
    return f" (import it from {module})" if module else ""


def _called(node: ast.AST) -> str:
    """Return the spoken name of a piece of syntax: ``a FunctionDef`` as ``def``."""
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
