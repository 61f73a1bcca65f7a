"""The order of practice, what is kept of errors, and the grade."""

from __future__ import annotations

from math import exp, isclose

from scripts import scripted

SCRIPTS = ("exact.js", "cards.js", "practice.js")
STORE = """
const storage = {};
globalThis.localStorage = { getItem: (name) => storage[name] ?? null, setItem: (name, text) => { storage[name] = text; } };
"""
REFUSED = """
Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("denied"); }, configurable: true });
"""
COURSE = """
const session = combin.practice.session("x", "ante");
const met = [session.grade()];
session.next(() => true);
session.answer("missed", 0.25);
session.answer("known", 0);
for (let hand = 0; hand < 4; hand++) met.push(session.next(() => true));
met.push(session.factor("missed"), session.factor("known"), session.grade());
session.answer(null, 1);
const later = combin.practice.session("x", "ante");
met.push(later.next((key) => key !== "missed"), later.next(() => true));
later.forget();
met.push(later.next(() => true), combin.practice.session("x").grade());
return met;
"""


def test_likely_errors_are_dealt_where_the_gap_is_the_noise():
    spots = [(1, 0.1, 0), (1, 1.5, 0), (2, 0.05, 0.05), (5, 0, 0)]
    written = [dict(zip(("frequency", "gap", "loss"), spot)) for spot in spots]
    ruled = scripted(SCRIPTS, f"return combin.practice.likely({written}, 0.1);")
    near = [often * gap / 0.1 * exp(1 - gap / 0.1) for often, gap, _ in spots]
    half = [weight / sum(near) / 2 for weight in near]
    expected = [half[0], half[1], half[2] + 0.5, half[3]]
    assert all(map(isclose, ruled, expected))
    unruled = scripted(
        SCRIPTS, f"return combin.practice.likely({written}.map(({{loss, ...spot}}) => spot), 0.1);"
    )
    assert all(map(isclose, unruled, (2 * weight for weight in half)))


def test_a_weight_is_picked_as_often_as_it_is_large():
    body = "return [0, 0.19, 0.21, 0.999999].map((at) => combin.practice.pick([1, 0, 4, 0], () => at));"
    assert scripted(SCRIPTS, body) == [0, 0, 2, 2]


def test_a_missed_spot_comes_again_and_is_kept_for_the_next_session():
    met = scripted(SCRIPTS, COURSE, STORE)
    assert met[0] == "No hands yet."
    assert met[1:7] == [None, None, None, "missed", 2, 0.5]
    assert met[7].startswith("1 of 2 right (50 %); errors cost 0.2500 antes, 0.1250 a decision.")
    assert met[8:11] == [None, "missed", None] and met[11] == "No hands yet."


def test_a_browser_that_keeps_nothing_practises_all_the_same():
    met = scripted(SCRIPTS, COURSE, REFUSED)
    assert met[1:7] == [None, None, None, "missed", 2, 0.5] and met[8:10] == [None, None]


def test_however_many_spots_are_missed_every_other_hand_is_new():
    """Each error comes again within the hands that those missed before it need."""
    body = """
    const session = combin.practice.session("x"), met = [];
    for (let hand = 0; hand < 60; hand++) {
      const again = session.next(() => true);
      met.push(again);
      session.answer(again ?? `new ${hand}`, 0.1);
    }
    return met;"""
    met = scripted(SCRIPTS, body, STORE)
    assert all(None in pair for pair in zip(met, met[1:]))
    assert met[:4] == [None] * 4 and met[4:12:2] == [f"new {at}" for at in range(4)]
