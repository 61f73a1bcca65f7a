"""What follows from one declaration: JSON, rows and columns, of a shape with everything in it."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

from combin.render.shapes import (
    COUNT,
    FLAG,
    LEAVES,
    RATIO,
    TEXT,
    UNITS,
    WHOLE,
    Field,
    cells,
    columns_of,
    data,
    numbers,
    schema,
    within,
)
from declared import faults

PART = {"least": (UNITS, None), "is_open": FLAG}
ROW = {
    "name": TEXT,
    "cards": [TEXT],
    "edge": Field(RATIO, lambda row: -row.value),
    "pays": {...: UNITS},
    "part": (PART, None),
    "rows": [{"deals": COUNT}],
    "deals": COUNT,
    "lines?": WHOLE,
    **within("part", {"model?": TEXT}),
}
FOUND = SimpleNamespace(
    name="ante",
    cards=("As", "Kd"),
    value=Fraction(-1, 3),
    pays={"flush": Fraction(5, 2)},
    part=SimpleNamespace(least=None, is_open=True, model="total"),
    rows=({"deals": 7},),
    deals=10**30,
    lines=None,
)
TOLD = {
    "name": "ante",
    "cards": ["As", "Kd"],
    "edge": "1/3",
    "pays": {"flush": "5/2"},
    "part": {"least": None, "is_open": True},
    "rows": [{"deals": "7"}],
    "deals": str(10**30),
    "model": "total",
}


def test_json_is_read_off_the_attributes():
    assert data(ROW, FOUND) == TOLD
    assert data({"part": (PART, None), "lines?": WHOLE}, {"part": None, "lines": 0}) == {
        "part": None,
        "lines": 0,
    }


def test_a_row_has_a_column_for_each_word_and_number():
    row = cells(ROW, TOLD)
    assert row == {
        "name": "ante",
        "cards": "As / Kd",
        "edge": "1/3",
        "flush": "5/2",
        "part_least": "",
        "part_is_open": "yes",
        "deals": str(10**30),
        "lines": "",
        "model": "total",
    }
    kinds = {name: (kind, unit) for name, kind, unit in columns_of(ROW)}
    assert kinds.pop("") == (Fraction, "units"), "what a game names"
    assert kinds.keys() == row.keys() - {"flush"} == cells(ROW, None).keys()
    assert kinds["part_least"] == (Fraction, "units") and kinds["edge"] == (Fraction, "ratio")
    assert kinds["deals"] == kinds["lines"] == (int, "") and kinds["cards"] == (str, "")


def test_schema_and_numbers_are_those_of_the_shape():
    said = schema(ROW)
    assert said["required"] == ["name", "cards", "edge", "pays", "part", "rows", "deals"]
    assert not [*faults(said, TOLD, LEAVES)] and [*faults(said, TOLD | {"edge": "a third"}, LEAVES)]
    assert numbers(ROW, TOLD) == {
        "edge": "0.33333333333333333",
        "pays": {"flush": "2.5"},
        "rows": [{"deals": "7"}],
        "deals": str(10**30),
    }
