"""Frozen data classes are as `dataclasses` makes them: both are made of the same classes and give
the same answers.
"""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest

from combin import records


def made(dataclass: Callable[..., Any]) -> dict[str, Any]:
    """Return classes of every form in use, made by one of the two functions."""

    @dataclass(frozen=True)
    class Nothing:
        pass

    @dataclass(frozen=True)
    class One:
        """One field."""

        name: str

    @dataclass(frozen=True)
    class Several:
        name: str
        units: int = 3
        table: dict[str, int] = dataclasses.field(default_factory=dict, hash=False)
        place: str = dataclasses.field(default="", compare=False, repr=False)
        own: list[int] = dataclasses.field(default_factory=list, init=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "name", self.name.strip())

        @cached_property
        def twice(self) -> int:
            return 2 * self.units

    @dataclass(frozen=True)
    class More(Several):
        last: bool = True

    @dataclass(frozen=True, kw_only=True)
    class Named:
        b: int
        a: int = 1

    @dataclass(frozen=True, repr=False)
    class Quiet:
        a: int

        def __repr__(self) -> str:
            return f"<{self.a}>"

    @dataclass(frozen=True)
    class Like:
        a: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Like)

    @dataclass(frozen=True, order=True)
    class Ordered:
        a: int

    @dataclass
    class Open:
        a: int = 0

    return {key: value for key, value in locals().items() if isinstance(value, type)}


OURS, THEIRS = made(records.dataclass), made(dataclasses.dataclass)

# class -> arguments that make values of it
VALUES: tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...] = (
    ("Nothing", (), {}),
    ("One", ("a",), {}),
    ("One", (), {"name": "b"}),
    ("Several", (" a ",), {}),
    ("Several", ("a", 4), {"place": "elsewhere"}),
    ("Several", ("a", 3, {"x": 1}), {}),
    ("More", ("a", 3, {}, "", False), {}),
    ("More", (), {"name": "a", "last": False}),
    ("Named", (), {"b": 2}),
    ("Quiet", (7,), {}),
    ("Like", (1,), {}),
    ("Like", (2,), {}),
    ("Ordered", (1,), {}),
    ("Open", (), {}),
)


def values(classes: dict[str, Any]) -> list[Any]:
    return [classes[name](*given, **named) for name, given, named in VALUES]


def test_values_show_and_compare_as_those_of_dataclasses():
    ours, theirs = values(OURS), values(THEIRS)
    assert [repr(one) for one in ours] == [repr(one) for one in theirs]
    assert [[a == b for b in ours] for a in ours] == [[a == b for b in theirs] for a in theirs]
    assert ours[0] != 0
    assert [vars(one) for one in ours] == [vars(one) for one in theirs]
    assert [dataclasses.asdict(one) for one in ours] == [dataclasses.asdict(one) for one in theirs]


def test_equal_values_have_equal_hashes_and_dictionaries_are_left_out():
    assert len(set(map(hash, values(OURS)[1:8]))) == len(set(map(hash, values(THEIRS)[1:8])))
    for a in values(OURS)[:11]:
        for b in values(OURS)[:11]:
            assert a != b or hash(a) == hash(b)
    with pytest.raises(TypeError, match="unhashable"):
        hash(OURS["Open"]())


@pytest.mark.parametrize("classes", [OURS, THEIRS], ids=["ours", "theirs"])
def test_a_value_cannot_be_changed(classes):
    value = classes["Several"]("a")
    for change in (lambda: setattr(value, "name", "b"), lambda: delattr(value, "name")):
        with pytest.raises(dataclasses.FrozenInstanceError, match="field 'name'"):
            change()
    assert value.twice == 6 and value == classes["Several"]("a")


@pytest.mark.parametrize("classes", [OURS, THEIRS], ids=["ours", "theirs"])
@pytest.mark.parametrize(
    ("name", "given", "named"),
    [("One", (), {}), ("One", (1, 2), {}), ("One", (), {"nam": 1}), ("Named", (1,), {})],
)
def test_wrong_arguments_are_refused(classes, name, given, named):
    with pytest.raises(TypeError, match="__init__"):
        classes[name](*given, **named)


def test_its_fields_are_those_of_dataclasses():
    for name, ours in OURS.items():
        theirs = THEIRS[name]
        assert [one.name for one in dataclasses.fields(ours)] == [
            one.name for one in dataclasses.fields(theirs)
        ]
        assert ours.__match_args__ == theirs.__match_args__
    assert OURS["One"].__doc__ == THEIRS["One"].__doc__
    assert dataclasses.replace(OURS["More"]("a"), units=5).twice == 10


def test_the_words_of_the_language_can_be_sent_elsewhere():
    from combin.rules import Deal

    deal = Deal("player", 5)
    assert pickle.loads(pickle.dumps(deal)) == deal and hash(deal) == hash(Deal("player", 5))
