"""A plugin of pytest: `assert_fits` fails a test with the verdict on rounds that do not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def assert_fits(game: Any, rows: Any, **options: Any) -> Any:
    """Check rounds as `combin.check` does and return the verdict; fail the test where they do not
    fit, with the text of the verdict.

    options: all that `combin.check` takes beside the game and the rows.
    """
    __tracebackhide__ = True
    import combin

    verdict = combin.check(game, rows, **options)
    if not verdict.fits:
        pytest.fail(str(verdict), pytrace=False)
    return verdict


@pytest.fixture(name="assert_fits")
def _assert_fits() -> Callable[..., Any]:
    """Return the function that fails a test where rounds do not fit: assert_fits(game, rows)."""
    return assert_fits
