"""Holds the measures of the house: `measures.json` beside this module has the statements of each
room, and numbers that may only fall. A room may rise where another falls; no sum rises.
"""

from __future__ import annotations

import gc
import json

import pytest

from measures import TABLE, circles, held, measures

SLACK = 60  # statements; a table that lags further behind holds nothing


@pytest.fixture(scope="module")
def measured():
    gc.disable()  # the collector would look at millions of nodes again and again
    yield measures()
    gc.enable()


@pytest.fixture(scope="module")
def table():
    return json.loads(TABLE.read_text(encoding="utf-8"))


def test_no_measure_of_the_house_rises(measured, table):
    assert measured.keys() == table.keys()
    now, most = held(measured), held(table)
    assert not {name: (most[name], now[name]) for name in most if now[name] > most[name]}


def test_the_table_is_that_of_this_source(measured, table):
    assert measured["statements"].keys() == table["statements"].keys()
    gained = held(table)["statements"] - held(measured)["statements"]
    assert gained <= SLACK, "write the table anew: python tests/tools/measures.py --write"


def test_modules_in_a_circle_are_found():
    imports = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"f"}, "f": {"e"}}
    assert circles(imports) == [("a", "b", "c"), ("e", "f")]
