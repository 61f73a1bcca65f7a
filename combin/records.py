"""Frozen data classes that need no compilation when a command starts, which makes starting faster.

`dataclasses` writes and compiles six functions for each class, which takes half a millisecond; here
five of them are shared by all classes. Everything else is as `dataclasses` has it, whose own
functions (`field`, `fields`, `replace`, `asdict`) work on what is made here. Python 3.13 compiles
the six at once: where that is the oldest Python, this module can go.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
    from typing import Any
else:

    def dataclass(made=None, **asked):
        """Make a class a data class, as `dataclasses.dataclass` does; a mutable or an ordered one
        is made there.
        """
        if made is None:
            return lambda made: dataclass(made, **asked)
        if not asked.get("frozen") or asked.get("order"):
            return dataclasses.dataclass(made, **asked)
        del asked["frozen"]
        asked.update(init=False, eq=False)
        said = made.__doc__
        found = _frozen(dataclasses.dataclass(made, **{**asked, "repr": False}), **asked)
        found.__doc__ = said  # a data class without one says how it is called, here wrongly
        return found


def _frozen(made: type, repr: bool = True, **_: bool) -> type:
    """Give a class without functions those of a frozen data class; what it has itself stays."""
    fields = dataclasses.fields(made)
    compared = _values([one for one in fields if one.compare])
    hashed = _values([one for one in fields if one.compare and one.hash is not False])
    shown = [one.name for one in fields if one.repr]

    def __eq__(self: object, other: object) -> object:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    def __hash__(self: object) -> int:
        return hash(hashed(self))

    def __repr__(self: object) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({values})"

    shared: dict[str, Any] = {
        "__init__": _constructor(made, fields),
        "__eq__": __eq__,
        "__hash__": __hash__,
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_set,
    }
    if repr:
        shared["__repr__"] = __repr__
    for name, function in shared.items():
        if made.__dict__.get(name) is None:  # a class with __eq__ of its own has None as its hash
            setattr(made, name, function)
    return made


def _values(fields: list[dataclasses.Field[object]]) -> Callable[[object], object]:
    """Return the reader of these fields of a record: a tuple, of one field its value."""
    return attrgetter(*(one.name for one in fields)) if fields else lambda record: ()


def _refuse_to_set(self: object, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _constructor(made: type, fields: tuple[dataclasses.Field[object], ...]) -> Callable[..., None]:
    """Return a constructor that sets every field and calls `__post_init__` where there is one."""
    given: dict[str, Any] = {"put": object.__setattr__, "unset": dataclasses.MISSING}
    positional: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    for one in fields:
        value = one.name
        if one.default_factory is not dataclasses.MISSING:
            given[f"make_{one.name}"] = one.default_factory
            value = f"make_{one.name}()"
            if one.init:
                value += f" if {one.name} is unset else {one.name}"
        elif not one.init:
            continue
        body.append(f"put(self, {one.name!r}, {value})")
        if one.init:
            (by_name if one.kw_only else positional).append(_parameter(one, given))
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ["self", *positional, *(["*", *by_name] if by_name else [])]
    lines = [f"def __init__({', '.join(parameters)}):", *(body or ["pass"])]
    exec("\n ".join(lines), given)
    constructor: Callable[..., None] = given["__init__"]
    constructor.__annotations__ = {one.name: one.type for one in fields if one.init}
    return constructor


def _parameter(field: dataclasses.Field[object], given: dict[str, object]) -> str:
    """Return a parameter as it is written, its default among what the constructor is given."""
    if field.default is not dataclasses.MISSING:
        given[f"default_{field.name}"] = field.default
        return f"{field.name}=default_{field.name}"
    if field.default_factory is not dataclasses.MISSING:
        return f"{field.name}=unset"
    return field.name
