"""Logs as other programs write them: one correct log in many spellings, each read with the verdict
of the original or refused in one line that holds.
"""

import csv
import gzip
import io
import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import combin
from combin import cli
from combin.cards import card_text, parse_card

GAME, ROUNDS, SEED = "three-card-poker", 600, 5
SUITS = dict(zip("cdhs", "♣♦♥♠"))
RANKS = "23456789TJQKA"


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """Return the rows of a correct log with every card, as text by column."""
    path = tmp_path_factory.mktemp("log") / "log.csv"
    combin.simulate(GAME, path, ROUNDS, seed=SEED)
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


@pytest.fixture(scope="module")
def right(rows, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "log.csv"
    path.write_text(text(rows))
    return said(combin.check(GAME, path))


def said(verdict):
    """Return what a verdict says of the rounds."""
    return verdict.fits, verdict.rounds, verdict.mean, verdict.replayed, len(verdict.impossible)


def text(rows, delimiter=",", end="\n", header=True, **options):
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter, lineterminator=end, **options)
    if header:
        writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def renamed(rows, **names):
    """Return the rows with other names of columns, the words of a name with _ between."""
    names = {old.replace("_", " "): new for old, new in names.items()}
    return [{names.get(name, name): cell for name, cell in row.items()} for row in rows]


def cells(rows, change, *names):
    """Return the rows with some cells written otherwise."""
    return [{**row, **{name: change(row[name]) for name in names}} for row in rows]


def without(rows, *names):
    return [{name: cell for name, cell in row.items() if name not in names} for row in rows]


def cards(rows, change):
    """Return the rows with the cards of both zones written otherwise."""
    return cells(rows, lambda cell: change(cell.split()), "player", "dealer")


def each(spell, between=" "):
    return lambda rows: text(cards(rows, lambda words: between.join(map(spell, words))))


def number(first, by_suit, ace_first):
    """Return a function that writes a card as a number."""
    ranks = "A" + RANKS[:-1] if ace_first else RANKS

    def spell(word):
        rank, suit = ranks.index(word[0]), "shdc".index(word[1])
        return str(first + (13 * suit + rank if by_suit else 4 * rank + suit))

    return spell


def money(rows, change, *names):
    return cells(rows, lambda cell: change(int(cell)), *(names or ("net", "staked")))


def returned(rows, net="payout", staked="stake"):
    """Return the rows with what came back instead of the net."""
    made = [
        {**row, net: str(int(row["net"]) + int(row["staked"])), staked: row["staked"]}
        for row in rows
    ]
    return without(made, "net", *({"staked"} - {staked}))


def varied(rows):
    """Return the rows with a stake of 1 to 5 dollars, money in dollars."""
    made = []
    for place, row in enumerate(rows):
        ante = place % 5 + 1
        made.append({
            **without([row], "net", "staked")[0],
            "ante": f"${ante}.00",
            "total bet": f"${ante * int(row['staked'])}.00",
            "profit": f"{'-' if row['net'].startswith('-') else ''}${ante * abs(int(row['net']))}.00",
        })  # fmt: skip
    return made


def split(rows):
    """Return the rows with a column a card."""
    made = []
    for row in rows:
        single = {
            f"{zone}_{place}": card
            for zone in ("player", "dealer")
            for place, card in enumerate(row[zone].split(), 1)
        }
        made.append({**single, **without([row], "player", "dealer")[0]})
    return made


def symbol(word):
    """Return the character of a whole card."""
    start = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}[word[1]]
    return chr(start + 1 + "A23456789TJ?QK".index(word[0]))


def named(word):
    names = dict(zip("TJQKA", ("10", "Jack", "Queen", "King", "Ace")))
    suits = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
    return f"{names.get(word[0], word[0])} of {suits[word[1]]}"


def lines(rows, **options):
    return "".join(json.dumps(row, **options) + "\n" for row in rows)


def typed(row):
    """Return a row with numbers that are numbers, and cards in lists."""
    found = dict(row)
    for name in ("round", "staked", "net"):
        found[name] = int(row[name])
    return {**found, "player": row["player"].split(), "dealer": row["dealer"].split()}


def floats(row):
    return {**row, "net": float(row["net"]), "staked": float(row["staked"])}


READ = {  # name of the file's ending and spelling -> content
    "csv as it stands": text,
    "csv lines end in CR LF": lambda rows: text(rows, end="\r\n"),
    "csv lines end in CR": lambda rows: text(rows, end="\r"),
    "csv with a byte order mark": lambda rows: text(rows).encode("utf-8-sig"),
    "csv in UTF-16": lambda rows: text(rows).encode("utf-16"),
    "csv with semicolons": lambda rows: text(rows, ";"),
    "tsv with tabs": lambda rows: text(rows, "\t"),
    "txt with bars": lambda rows: text(rows, "|"),
    "csv that a spreadsheet wrote": lambda rows: "sep=;\n" + text(rows, ";"),
    "csv all quoted": lambda rows: text(rows, quoting=csv.QUOTE_ALL),
    "csv empty lines between": lambda rows: text(rows).replace("\n", "\n\n"),
    "csv spaces around names": lambda rows: text(renamed(rows, net=" net ", outcome="outcome ")),
    "csv a comma at the end": lambda rows: text([{**row, "": ""} for row in rows]),
    "csv a column of places first": lambda rows: text(
        [{"": str(place), **row} for place, row in enumerate(rows)]
    ),
    "csv a column that nobody knows": lambda rows: text(
        [{**row, "time": "10:00", "outcme": "x"} for row in rows]
    ),
    "csv capitals": lambda rows: text([{name.upper(): row[name] for name in row} for row in rows]),
    "csv names_with_lines": lambda rows: text(
        [{name.replace(" ", "_"): row[name] for name in row} for row in rows]
    ),
    "csv namesWithHumps": lambda rows: text(
        renamed(rows, fold_or_play="foldOrPlay", player="playerCards", dealer="dealerCards")
    ),
    "csv player_hand": lambda rows: text(renamed(rows, player="Player Hand", dealer="Dealer Hand")),
    "csv zones of other names": lambda rows: text(renamed(rows, player="hand", dealer="house")),
    "csv a column a card": lambda rows: text(split(rows)),
    "csv profit": lambda rows: text(renamed(rows, net="profit")),
    "csv win/loss": lambda rows: text(renamed(rows, net="Win/Loss")),
    "csv payout and stake": lambda rows: text(returned(rows)),
    "csv return and total bet": lambda rows: text(returned(rows, "Total Return", "Total Bet")),
    "csv payout and staked": lambda rows: text(returned(rows, "payout", "staked")),
    "csv net without stake": lambda rows: text(without(rows, "staked")),
    "csv net without outcome": lambda rows: text(without(rows, "outcome")),
    "csv action": lambda rows: text(renamed(rows, fold_or_play="action")),
    "csv decision, shortened": lambda rows: text(
        cells(renamed(rows, fold_or_play="decision"), lambda word: word[0].upper(), "decision")
    ),
    "csv actions in capitals": lambda rows: text(cells(rows, str.upper, "fold or play")),
    "csv outcomes in capitals": lambda rows: text(
        cells(rows, lambda word: word.replace("-", "_").upper(), "outcome")
    ),
    "csv outcomes in other words": lambda rows: text(
        cells(rows, lambda word: "won" if "wins" in word else "other", "outcome")
    ),
    "csv result of other words": lambda rows: text(
        cells(renamed(rows, outcome="result"), lambda word: "?", "result")
    ),
    "csv money 5.00": lambda rows: text(money(rows, lambda net: f"{net}.00")),
    "csv money +5": lambda rows: text(money(rows, "{:+d}".format)),
    "csv money $5": lambda rows: text(
        money(rows, lambda net: f"-${-net}" if net < 0 else f"${net}")
    ),
    "csv money $-5": lambda rows: text(money(rows, "${}".format)),
    "csv money ($5)": lambda rows: text(
        money(rows, lambda net: f"(${-net})" if net < 0 else f"${net}")
    ),
    "csv money 5,00": lambda rows: text(money(rows, "{},00".format), ";"),
    "csv money 5 €": lambda rows: text(money(rows, "{} €".format)),
    "csv money with another minus": lambda rows: text(
        money(rows, lambda net: str(net).replace("-", "\u2212"))
    ),
    "csv money in dollars, five a unit": lambda rows: text(money(rows, lambda net: str(5 * net))),
    "csv money in cents": lambda rows: text(money(rows, lambda net: str(100 * net))),
    "csv money 2,500.00": lambda rows: text(money(rows, lambda net: f"{2500 * net:,}.00")),
    "csv stakes that vary": lambda rows: text(varied(rows)),
    "csv cards small": each(str.lower),
    "csv cards in capitals": each(str.upper),
    "csv cards 10h": each(lambda word: word.replace("T", "10")),
    "csv cards without spaces": each(str, ""),
    "csv cards 10h without spaces": each(lambda word: word.replace("T", "10"), ""),
    "csv cards with commas": each(str, ","),
    "csv cards with hyphens": each(str, "-"),
    "csv cards with symbols": each(lambda word: word[0] + SUITS[word[1]]),
    "csv cards with symbols before": each(lambda word: SUITS[word[1]] + word[0], ""),
    "csv cards with the suit before": each(lambda word: word[1].upper() + word[0]),
    "csv cards in words": each(named, ", "),
    "csv cards as characters": each(symbol, ""),
    "csv cards as a list of Python": lambda rows: text(cards(rows, repr)),
    "csv cards 0..51": each(number(0, True, False)),
    "csv cards 0..51, rank by rank": each(number(0, False, False)),
    "csv cards 1..52": each(number(1, True, True)),
    "csv cards 1..52, aces last": each(number(1, True, False), ","),
    "jsonl": lines,
    "jsonl of numbers and lists": lambda rows: lines(map(typed, rows)),
    "ndjson with decimals": lambda rows: lines(map(floats, rows)),
    "jsonl of symbols": lambda rows: lines(
        cards(rows, lambda words: [word[0] + SUITS[word[1]] for word in words])
    ),
    "json, a list": lambda rows: json.dumps(rows),
    "json, a list over many lines": lambda rows: json.dumps(list(map(typed, rows)), indent=2),
    "json, numbers of cards": lambda rows: json.dumps(
        cards(rows, lambda words: [int(number(0, True, False)(word)) for word in words])
    ),
    "csv.gz": lambda rows: gzip.compress(text(rows).encode()),
    "jsonl.gz": lambda rows: gzip.compress(lines(rows).encode()),
    "dat of any ending": text,
    "log, packed and not named so": lambda rows: gzip.compress(text(rows).encode()),
}


@pytest.fixture(scope="module")
def spoilt(rows):
    """Return the rows of a simulator that pays two rounds wrongly."""
    wins = [place for place, row in enumerate(rows) if row["net"] == "2"][:2]
    return [{**row, "net": "3"} if place in wins else row for place, row in enumerate(rows)]


def written(tmp_path, spelling, rows):
    """Return the path of a log in a spelling."""
    content = READ[spelling](rows)
    path = tmp_path / f"log.{spelling.split(',')[0].split()[0]}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.slow
@pytest.mark.parametrize("spelling", READ)
def test_a_spelling_is_read(spelling, rows, right, tmp_path):
    assert said(combin.check(GAME, written(tmp_path, spelling, rows))) == right


# Where cards are numbers there are many readings to try: most of a minute each.
NUMBERED = ("cards 0..51, rank by rank", "cards 1..52", "numbers of cards")


@pytest.mark.slow
@pytest.mark.parametrize(
    "spelling",
    [
        pytest.param(one, marks=pytest.mark.whole) if any(map(one.__contains__, NUMBERED)) else one
        for one in READ
    ],
)
def test_what_is_wrong_is_wrong_in_every_spelling(spelling, spoilt, tmp_path):
    """Where names say how it is read; where that was guessed, the reading may be what is wrong."""
    path = written(tmp_path, spelling, spoilt)
    try:
        found = combin.check(GAME, path)
    except combin.CombinError as error:
        guessed = "was read by trial with" in str(error) and "2 of 600 rounds" in str(error)
        assert guessed and spelling not in ("csv as it stands", "jsonl", "csv.gz"), error
    else:
        assert not found.fits and found.replayed and found.impossible_rows == 2


# --- Files -------------------------------------------------------------------------------------


def test_zstandard_is_read_and_a_part_of_it_refused(rows, right, tmp_path):
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "log.csv.zst"
    whole = zstandard.compress(text(rows).encode())
    half, other = text(rows)[:5000].encode(), text(rows)[5000:].encode()
    for content in (whole, zstandard.compress(half) + zstandard.compress(other)):
        path.write_bytes(content)
        assert said(combin.check(GAME, path)) == right
    for content in (whole[:-100], b"\x28\xb5\x2f\xfd" + whole[20:], b"net\n1\n"):
        path.write_bytes(content)
        with pytest.raises(combin.CombinError, match="is no whole zstd file"):
            combin.check(GAME, path)


@pytest.mark.whole
@pytest.mark.slow
def test_several_files_are_one_log(rows, right, tmp_path, monkeypatch, run):
    """Named one by one, as a pattern or as a folder; the tenth comes after the ninth."""
    duckdb = pytest.importorskip("duckdb")
    folder = tmp_path / "log" / "day=1"
    folder.mkdir(parents=True)
    (folder.parent / "_SUCCESS").write_text("")
    for place in range(12):
        part = folder / f"part-{place}.csv"
        part.write_text(text(rows[50 * place : 50 * place + 50]))
    names = [str(folder / f"part-{place}.csv") for place in range(12)]
    for path in (names, str(folder / "part-*.csv"), folder.parent):
        found = combin.check(GAME, path)
        assert said(found) == right
    monkeypatch.chdir(folder)
    assert run("check", GAME, *names)[0] == run("check", GAME, "part-*.csv")[0] == 0
    assert "row 51, the first" not in run("check", GAME, names[0], names[2])[1]
    assert "named twice" in run("check", GAME, names[0], names[0])[2]
    Path("part-3.csv").write_text("net\n1\n")
    assert "no one log: only one has the column" in run("check", GAME, "part-*.csv")[2]
    for place in range(12):
        table = f"read_csv('{names[place]}', all_varchar=true)"
        if place != 3:
            duckdb.sql(f"COPY (FROM {table}) TO '{names[place][:-4]}.parquet' (FORMAT parquet)")
    found = combin.check(GAME, "part-*.parquet")
    assert [one.logged for one in found.impossible] == ["round 201"] and found.rounds == 550


def test_files_that_begin_again_are_one_log(tmp_path):
    for seed in (1, 2):
        combin.simulate(GAME, tmp_path / f"{seed}.csv", 300, seed=seed)
    found = combin.check(GAME, tmp_path)
    assert (found.fits, found.rounds, found.log.facts.rounds) == (True, 600, 600)
    combin.simulate(GAME, tmp_path / "3.csv", 300, strategy="play")
    with pytest.raises(combin.CombinError, match="are not of the same game, bet and play"):
        combin.check(GAME, tmp_path)


def test_standard_input(rows, right, monkeypatch):
    for content in (text(rows).encode(), gzip.compress(lines(rows).encode())):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert said(combin.check(GAME, "-")) == right


TYPES = {
    "text": "SELECT * FROM log",
    "whole numbers": "SELECT * REPLACE (net::TINYINT AS net, round::UINTEGER AS round) FROM log",
    "floats": "SELECT * REPLACE (net::DOUBLE AS net, staked::FLOAT AS staked) FROM log",
    "decimals": "SELECT * REPLACE (net::DECIMAL(9, 2) AS net, staked::DECIMAL(9, 4) AS staked) "
    "FROM log",
    "lists": "SELECT * REPLACE (string_split(player, ' ') AS player) FROM log",
    "numbers of other names": "SELECT * EXCLUDE (net), net::DOUBLE + staked::DOUBLE AS payout FROM log",
}


@pytest.mark.slow
@pytest.mark.parametrize("types", TYPES)
def test_parquet_of_any_type(types, rows, right, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    (tmp_path / "log.csv").write_text(text(rows))
    path = tmp_path / "log.parquet"
    database = duckdb.connect()
    database.sql(f"CREATE TABLE log AS FROM read_csv('{tmp_path}/log.csv', all_varchar=true)")
    database.sql(f"COPY ({TYPES[types]}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")
    assert said(combin.check(GAME, path)) == right


# --- Columns -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_user_says_what_columns_are(rows, right, tmp_path, run):
    made = [
        {
            "five": str(5 * int(row["net"])),
            "back": str(int(row["net"]) + int(row["staked"])),
            "in": row["staked"],
            "mine and theirs": f"{row['player']} {row['dealer']}",
            "a-b": row["fold or play"],
        }
        for row in rows
    ]
    path = tmp_path / "log.csv"
    path.write_text(text(made))
    cards = "player+dealer=mine and theirs,fold or play=a-b"
    for money in (
        "net=back-in",
        "net=five/5",
        "net=1/5*five",
        "net=-in + back",
        "net=2*back-back-in",
    ):
        status, out, err = run("check", GAME, path, "--map", f"{money},{cards}")
        assert status == 0 and "none; every row was settled again" in out, err
        assert f"--map '{money},{cards}'" in out
    (tmp_path / "names.txt").write_text(f"# mine\n{money}\n\n{cards}".replace(",", "\n"))
    assert run("check", GAME, path, "--map", tmp_path / "names.txt")[0] == 0
    given = dict(pair.split("=") for pair in f"{money},{cards}".split(","))
    assert said(combin.check(GAME, path, columns=given)) == right
    for words, complaint in (
        ("net=bakc-in", "'bakc' is no column of the file (did you mean 'back'?)"),
        ("ent=back", "no column of a log is called 'ent' (did you mean 'net'?)"),
        ("net=back-in,net=five", "'net' is said twice"),
        ("net=back/0", "divides by 0"),
        ("net=3", "names no column"),
        ("player=a-b+x", "the file has no column 'x'"),
        ("round=in+five", "round is one column"),
        ("player+net=five", "only zones share one column of cards"),
        ("nothing", "a file of such lines, not 'nothing'"),
    ):
        status, out, err = run("check", GAME, path, "--map", words)
        assert (status, out, err.count("\n")) == (2, "", 1) and complaint in err, err
    status, out, err = run("check", GAME, path, "--map", "ent=back,nte=five")
    assert (status, out, err.count("\n")) == (2, "", 2)
    assert "--map:1:1: no column of a log is called 'ent' (did you mean 'net'?)" in err
    assert "--map:1:10: no column of a log is called 'nte'" in err


def test_a_file_without_a_header(rows, right, tmp_path, run):
    path = tmp_path / "log.csv"
    path.write_text(text(rows, header=False))
    names = list(rows[0])
    assert said(combin.check(GAME, path, header=names)) == right
    status, out, err = run("check", GAME, path)
    assert (status, out) == (2, "") and "--header NAME,..." in err
    assert run("check", GAME, path, "--header", ",".join(names))[0] == 0
    assert "7 cells, and the header has 2" in run("check", GAME, path, "--header", "a,net")[2]


@pytest.mark.slow
def test_what_was_guessed_is_shown(rows, tmp_path, run):
    path = tmp_path / "log.csv"
    path.write_text(text(varied(rows)))
    status, out, err = run("check", GAME, path)
    assert (status, err) == (0, "")
    assert "found by trial: net=profit, unit=ante, staked=total bet, as 600 rows show" in out
    told = json.loads(run("check", GAME, path, "--json")[1])
    assert told["read_as"] == ["net=profit, unit=ante, staked=total bet, as 600 rows show"]
    path.write_text(text(money(rows, lambda net: str(5 * net))))
    assert "found by trial: chip 1/5" in run("check", GAME, path)[1]


def test_two_readings_that_differ_are_refused(tmp_path, run):
    """Two columns that may be the net, and say opposite things."""
    path = tmp_path / "log.csv"
    path.write_text("win,profit\n-1,1\n1,-1\n")
    status, out, err = run("check", GAME, path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "may be read with --map net=win or with --map net=profit; say which" in err
    assert run("check", GAME, path, "--map", "net=win")[0] == 0


@pytest.mark.slow
def test_the_dealers_cards_in_one_column(tmp_path, run):
    """A log of Caribbean Stud in dollars, the stake varying; the order of zones is guessed."""
    path = tmp_path / "log.csv"
    combin.simulate("caribbean-stud", path, 90, seed=3)
    found = [line for line in path.read_text().splitlines() if line[0] != "#"]
    rows = list(csv.DictReader(found))
    made = []
    for place, row in enumerate(rows):
        ante = 5 * (place % 3 + 1)
        made.append({
            "hand_id": place,
            "Player Cards": row["player"],
            "Dealer Cards": f"{row['up']} {row['down']}",
            "Action": row["fold or raise"].title(),
            "Result": "WIN" if int(row["net"]) > 0 else "LOSS",
            "Ante": ante,
            "Total Wagered": ante * int(row["staked"]),
            "Total Return": ante * (int(row["net"]) + int(row["staked"])),
        })  # fmt: skip
    path.write_text(text(made))
    status, out, err = run("check", "caribbean-stud", path)
    assert status == 0 and "every row was settled again" in out
    found = "up+down=Dealer Cards, net=Total Return-Total Wagered, unit=Ante, staked=Total Wagered"
    assert found in out and "unknown columns are ignored: 'hand_id', 'Result'" in err
    for row in made:  # the card that is seen stands last, so the decisions seem to be others
        row["Dealer Cards"] = " ".join(row["Dealer Cards"].split()[::-1])
        row["Raised"] = row.pop("Action") == "Raise"
        row["Gewinn"] = row.pop("Total Return") - row["Total Wagered"]
    path.write_text(text(made))
    status, out, err = run("check", "caribbean-stud", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    words = "up+down=Dealer Cards,net=Gewinn,unit=Ante"
    assert f"confirm it with --map '{words}" in err
    assert run("check", "caribbean-stud", path, "--map", words)[0] == 1


def test_a_net_is_trusted_and_a_stake_beside_it_no_puzzle(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("net,stake\n2,2\n-2,2\n-2,2\n2,2\n")
    assert combin.check(GAME, path).read_as == ("staked=stake, as 4 rows show",)


@pytest.mark.slow
def test_what_no_reading_explains_is_refused(tmp_path, run):
    path = tmp_path / "log.csv"
    for content in ("payout,stake\n" + "17,3\n23,7\n" * 20, "payout\n" + "0\n2\n" * 20):
        path.write_text(content)
        status, out, err = run("check", GAME, path)
        assert (status, out, err.count("\n")) == (2, "", 1) and "in no way that was tried" in err


@pytest.mark.slow  # eight numberings under every setting: ten seconds
def test_numbers_that_no_numbering_explains_name_those_that_were_tried(rows, tmp_path, run):
    path = written(tmp_path, "csv cards 1..52", [{**row, "net": "7"} for row in rows])
    status, out, err = run("check", GAME, path)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert "is not a card" not in err
    for told in ("agree with the rules in no way that was tried: ", "cards are numbers from 1 on"):
        assert told in err


# --- Several bets ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def both(tmp_path_factory, rows):
    """Return rows of Three Card Poker with what pair plus won beside the base bet."""
    folder = tmp_path_factory.mktemp("both")
    combin.simulate(GAME, folder / "pair.csv", ROUNDS, seed=SEED, bet="pair-plus")
    lines = [line for line in (folder / "pair.csv").read_text().splitlines() if line[0] != "#"]
    return list(csv.DictReader(lines))


def test_several_bets_in_a_row(both, tmp_path):
    made = [
        {"round": row["round"], "player": row["player"], "net": "0", "Pair Plus Net": row["net"]}
        for row in both
    ]
    path = tmp_path / "log.csv"
    path.write_text(text(made))
    found = combin.check(GAME, path, bet="pair-plus")
    assert found.fits and found.replayed and found.rounds == ROUNDS


def test_one_bet_a_row(rows, both, tmp_path, run):
    made = []
    for row, side in zip(rows, both):
        made.append({"bet": "base", **{name: row[name] for name in ("round", "outcome", "net")}})
        made.append(
            {"bet": "Pair Plus", **{name: side[name] for name in ("round", "outcome", "net")}}
        )
    path = tmp_path / "log.csv"
    path.write_text(text(made))
    for key, of in (("base", rows), ("pair-plus", both)):
        found = combin.check(GAME, path, bet=key)
        assert found.fits and found.rounds == ROUNDS
        assert found.mean * ROUNDS == sum(int(row["net"]) for row in of)
    line = f"log.csv (the rows of 'Pair Plus', without {ROUNDS:,} of 'base') fits"
    assert line in run("check", GAME, path, "--bet", "pair-plus")[1].splitlines()[0]
    made[3]["bet"] = "Foo"
    path.write_text(text(made))
    status, out, err = run("check", GAME, path, "--bet", "pair-plus")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "'bet' has 'Foo' of 3 names, which three-card-poker has not (base, pair-plus" in err
    path.write_text(text([row for row in made if row["bet"] == "Pair Plus"]))
    status, out, err = run("check", GAME, path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "has no rows of 'base'; 'bet' has 'Pair Plus': name one with --bet" in err


@pytest.mark.slow
def test_one_game_a_row(rows, tmp_path, run):
    """Rows of another game, whose nets are none of this one, between those of the game."""
    made = [{"game": "Three Card Poker", "net": row["net"]} for row in rows]
    made = [one for row in made for one in (row, {"game": "Roulette", "net": "35"})]
    path = tmp_path / "log.csv"
    path.write_text(text(made))
    status, out, err = run("check", GAME, path)
    assert (status, err) == (0, "")
    line = f"log.csv (the rows of 'Three Card Poker', without {ROUNDS:,} of 'Roulette') fits"
    assert line in out.splitlines()[0]
    assert combin.check(GAME, path).rounds == ROUNDS
    for game in ("baccarat", "blackjack"):
        status, out, err = run("check", game, path)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert f"'game' has 'Roulette', 'Three Card Poker', and none of them is {game}" in err


def test_stakes_of_a_side_bet_that_vary(both, tmp_path):
    made = [
        {
            "Stake": f"{place % 7 + 1}.50",
            "Payout": str((Fraction(place % 7 + 1) + Fraction(1, 2)) * (int(row["net"]) + 1)),
        }
        for place, row in enumerate(both)
    ]
    path = tmp_path / "log.csv"
    path.write_text(text(made))
    found = combin.check(GAME, path, bet="pair-plus")
    assert found.fits and found.mean * ROUNDS == sum(int(row["net"]) for row in both)


def test_a_tally_of_other_names(tmp_path):
    path = tmp_path / "log.csv"
    combin.simulate(GAME, path, 5000, seed=1, form="tally")
    kept = [line for line in path.read_text().splitlines() if line[0] != "#"]
    path.write_text("\n".join([kept[0].replace("count", "Frequency"), *kept[1:]]))
    found = combin.check(GAME, path)
    assert found.fits and found.rounds == 5000


@pytest.mark.slow
def test_jokers_and_several_decisions(tmp_path):
    """Cards of 53 that are numbers, and all that the player did in one column, shortened."""
    path = tmp_path / "log.csv"
    combin.simulate("phil-em-up", path, 3000, seed=2)
    pack = [parse_card(rank + suit) for suit in "shdc" for rank in "A" + RANKS[:-1]]
    places = {card_text(card): str(place) for place, card in enumerate(pack, 1)} | {"Jk": "53"}
    found = [line for line in path.read_text().splitlines() if line[0] != "#"]
    rows = cells(
        list(csv.DictReader(found)),
        lambda cell: " ".join(places[word] for word in cell.split()),
        *("hole", "exposed", "last"),
    )
    path.write_text(text(rows))
    verdict = combin.check("phil-em-up", path)
    assert verdict.fits and verdict.replayed
    assert "from 1 on, suit by suit, aces first" in verdict.read_as[0]
    combin.simulate("let-it-ride", path, 3000, seed=2, form="outcome")
    right = said(combin.check("let-it-ride", path))
    made = path.read_text().replace("actions", "Decisions").replace("let it ride", "l")
    path.write_text("".join(f"{line}\n" for line in made.splitlines() if line[0] != "#"))
    assert said(combin.check("let-it-ride", path)) == right


def test_status_and_one_line_for_what_is_refused(tmp_path, capsys):
    path = tmp_path / "log.csv"
    for content in ("a,b\n1,2\n", "when\n10:00\n", "stake\n1\n", "net,net\n1,1\n"):
        path.write_text(content)
        with pytest.raises(SystemExit) as caught:
            cli.main(["check", GAME, str(path)])
        output = capsys.readouterr()
        assert (caught.value.code, output.out, output.err.count("\n")) == (2, "", 1)


@pytest.mark.slow
def test_a_mangled_spelling_is_judged_or_refused_in_one_line(rows, tmp_path):
    """Words put in and bytes taken out at random: never anything but a verdict or one line."""
    dice, refused = Random(3), 0
    words = [
        "$",
        "-",
        "(",
        ")",
        ";",
        ",",
        "10",
        "As",
        "♠",
        "[",
        "]",
        "{",
        "}",
        "null",
        "NaN",
        "1e9",
        "1/0",
        "0",
        "net",
        "stake",
        "payout",
        "unit",
        "bet",
        "Jk",
        "|",
        "x",
    ]
    for _ in range(60):
        path = written(tmp_path, dice.choice(list(READ)), rows[:60])
        content = bytearray(path.read_bytes())
        for _ in range(dice.choice([1, 2, 4])):
            at = dice.randrange(min(len(content), dice.choice([60, 400, 5000])))
            content[at : at + dice.choice([0, 1, 3])] = dice.choice(words).encode()
        path.write_bytes(content)
        try:
            assert combin.check(GAME, path).rounds > 0
        except combin.CombinError as error:
            refused += 1
            assert str(error) and "\n" not in str(error)
    assert 10 < refused < 60


@pytest.mark.parametrize("ending", ["jsonl", "json"])
def test_a_key_that_comes_twice_is_refused(ending, tmp_path):
    path = tmp_path / f"log.{ending}"
    rows = ['{"net": -1}', '{"net": -1, "x": {"net": 1, "net": 2}}']
    path.write_text(f"[{','.join(rows)}]" if ending == "json" else "\n".join(rows))
    with pytest.raises(combin.CombinError, match="row 2 has 'net' twice"):
        combin.check(GAME, path, bet="pair-plus")


def test_long_and_empty_answers_are_one_short_line(tmp_path, run):
    path, maps = tmp_path / "log.csv", tmp_path / "map.txt"
    maps.write_text("".join(f"nothing{place}=net\n" for place in range(5000)))
    path.write_text("\n" * 20_000 + "net\n-1\n")
    for words, said in (
        ((), "starts with more than 10,000 lines that are comments or empty"),
        (("--header", ""), "--header takes NAME,..., the names of the columns, not ''"),
        (("--fail-on", ""), "--fail-on: nothing is called ''"),
    ):
        status, out, err = run("check", GAME, path, *words)
        assert (status, out, err.count("\n")) == (2, "", 1) and said in err
    path.write_text("net\n-1\n")
    status, out, err = run("check", GAME, path, "--map", maps)
    assert (status, out, err.count("\n")) == (2, "", 21) and len(err) < 10_000
    assert "map.txt:20:1: no column of a log is called 'nothing19'" in err
    assert "'nothing20'" not in err and err.endswith("and 30 more\n")


@pytest.mark.slow
def test_wagers_and_streets_in_objects(tmp_path):
    """Ultimate Texas Hold'em, the wagers one by one, the board by streets, other words."""
    game, path = "ultimate-texas-holdem", tmp_path / "log.csv"
    combin.simulate(game, path, 120, seed=3)
    rows = csv.DictReader(one for one in path.read_text().splitlines() if one[0] != "#")
    made, total = [], Fraction(0)
    for row in rows:
        acts = [row[name] for name in ("before the flop", "after the flop", "after the river")]
        words = [f"BET_{act.upper()}" if act[0].isdigit() else act.upper() for act in acts if act]
        turn, river = row["turn-and-river"].split()
        net, staked = (Fraction(row[name]) / 2 for name in ("net", "staked"))
        total += net
        made.append({
            "holeCards": row["hole"].split(), "dealerCards": row["dealer"].split(),
            "community": {"flop": row["flop"].split(), "turn": turn, "river": river},
            "actions": words, "wagers": {"ante": 5, "blind": 5, "play": 5 * int(staked - 2)},
            "results": {"ante": float(5 * net) - 10, "blind": 20, "play": -10},
        })  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text(lines(made))
    found = combin.check(game, path)
    assert found.fits and found.replayed and found.mean * 120 == total
    assert "net=results.ante+results.blind+results.play, unit=wagers.ante" in found.read_as[0]
