"""Right logs fit: a short run of `tests/tools/faults/alarms.py`, and the interval that it prints."""

from __future__ import annotations

import pytest

from faults.alarms import FINEST, interval, is_beyond, judged, kept_laws, table
from faults.flaws import FLAWS
from faults.right import FAMILIES, RightLog, in_python, right_logs

LOGS = 20
LONG = "set hands"  # whose law takes long to count


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(
    "family",
    [pytest.param(name, marks=pytest.mark.whole if name == LONG else ()) for name in FAMILIES],
)
def test_right_logs_fit(family):
    with kept_laws():
        refused = [f"{log}: {why}" for log, why in judged(right_logs(1, LOGS, family)) if why]
    assert not is_beyond(len(refused), LOGS), refused


def test_logs_that_are_refused_are_noticed():
    """Logs of a dealer whose ace is high stand for right ones that a check takes for wrong."""
    (broken,) = (kind for kind in FLAWS if kind.__name__ == "TigerAce")
    logs = [RightLog(n, "shoe", in_python(broken), "cards", ".csv", 250) for n in range(3)]
    with kept_laws():
        found = list(judged(logs))
    assert [log for log, why in found if why.startswith("impossible")] == logs
    assert is_beyond(len(logs), len(logs))
    assert "| shoe | 3 | 3 | 100.00 % | 29.24 % to 100.00 % |" in table(found)


@pytest.mark.slow
@pytest.mark.parametrize(("found", "tried"), [(0, 12), (12, 12), (3, 333), (7, 2_000)])
def test_the_interval_is_that_of_clopper_and_pearson(found, tried):
    beta = pytest.importorskip("scipy.stats").beta
    low = beta.ppf(0.025, found, tried - found + 1) if found else 0
    high = beta.ppf(0.975, found + 1, tried - found) if found < tried else 1
    for end, right in zip(interval(found, tried), (low, high)):
        assert abs(float(end) - right) <= 1 / FINEST
