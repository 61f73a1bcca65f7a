"""Logs as other programs write them: one correct log in many spellings, each read with the verdict
of the original or refused in one line that holds.
"""

import csv
import gzip
import io
import json

import pytest

import combin

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


@pytest.mark.parametrize("spelling", READ)
def test_a_spelling_is_read(spelling, rows, right, tmp_path):
    assert said(combin.check(GAME, written(tmp_path, spelling, rows))) == right


@pytest.mark.parametrize("spelling", READ)
def test_what_is_wrong_is_wrong_in_every_spelling(spelling, spoilt, tmp_path):
    found = combin.check(GAME, written(tmp_path, spelling, spoilt))
    assert not found.fits and found.replayed and found.impossible_rows == 2
