"""Files of shares: a shard of a solution, the merge of all shards, and a folder that saves the
progress of a run.

A shard of N has every Nth share of the work. What is counted depends on the rules and on combin:
each file has a hash of the rules as they are set, one of the Python that says what is counted, and
the version of combin with the hash of its kernels. A hash of all other entries shows a file that
was cut short or altered.
"""

from __future__ import annotations

import json
import os
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from combin.errors import CombinError, refuse
from combin.exact import shown
from combin.files import verify_place, whole
from combin.games import dealt_sheet
from combin.questions.shares import InMemory, Kept, Roots, Share, counted, every_share
from combin.questions.solve import payoffs_of, solve
from combin.records import dataclass
from combin.rules.exposed import exposed
from combin.rules.game import Game
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.solving.result import Solution
from combin.version import version

SHARD, SHARE = "a shard of a solution", "a share of a solution"
MOST_SHARDS = 99_999
NUMBER = re.compile(r"([1-9]\d{0,4})/([1-9]\d{0,4})", re.ASCII)
CUT = 8  # for how many workers the work is cut whose shares are kept in a folder
# The modules that say what is counted in which share.
ROOMS = {"rules", "counting", "solving", "cards.py", "ranking.py", "shards.py"}
# What all shards of a solution have in common, in words.
COMMON = {
    "game": "the games",
    "choices": "the choices",
    "pays": "the pays changed",
    "see": "the cards seen",
    "dead": "the dead cards",
    "bets": "the bets named",
    "of": "the numbers of shards",
    "rules": "the rules",
}
# What a record that is none leads to.
WRONG = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)

Record: TypeAlias = dict[str, Any]


# --- What is counted -----------------------------------------------------------------------------


def identity(game: Game) -> Record:
    """Return the version and the hashes that decide the counts of a game."""
    rules = repr(game.counted_rules)
    return {"combin": version(), "python": _python(), "rules": hash_of(rules.encode())}


def _python() -> str:
    """Return the hash of the modules that say what is counted."""
    package = Path(__file__).parent
    modules = sorted(package.rglob("*.py"))
    counting = [path for path in modules if path.relative_to(package).parts[0] in ROOMS]
    return hash_of(b"".join(path.read_bytes() for path in counting))


def _asked(name: str | PathLike[str], game: Game, bets: Sequence[str]) -> Record:
    """Return the solution that a shard is of, as its file has it."""
    return {
        "game": name if isinstance(name, str) else os.path.abspath(name),
        "choices": dict(game.chosen),
        "pays": {address: str(units) for address, units in game.priced.items()},
        "see": dict(game.exposed),
        "dead": game.removed,
        "bets": list(bets),
        **identity(game),
    }


def _game_of(asked: Record) -> Game:
    """Return the game of a shard, as it was set there."""
    pays = {address: Fraction(units) for address, units in asked["pays"].items()}
    game = dealt_sheet(asked["game"]).resolve(asked["choices"]).with_pays(pays)
    if asked["dead"]:
        game = game.without(asked["dead"])
    return exposed(game, asked["see"])


# --- Shards --------------------------------------------------------------------------------------


def shard_number(text: str) -> tuple[int, int]:
    """Return the number of a shard and of all shards: ``3/64``."""
    found = NUMBER.fullmatch(text)
    number, of = map(int, found.groups()) if found else (1, 0)
    refuse(number > of, f"a shard is its number of how many, such as 3/64, not {shown(text)}")
    return number, of


def write_shard(
    path: str,
    name: str | PathLike[str],
    game: Game,
    bets: Sequence[str],
    shard: tuple[int, int],
    workers: Workers = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> None:
    """Count one shard of a solution and write it.

    name: the game's, or the path of its file. bets: as for `solve`; all if there are none.
    shard: its number, from 1, and of how many. kept: as for `solve`, cut for as many.
    """
    asked, (number, of) = _asked(name, game, bets), shard
    refuse(
        identity(_game_of(asked)) != identity(game),
        f"{game.slug} was changed in a way that no command can; a shard is of a game by name",
    )
    verify_place(path)  # before anything is counted
    kept = InMemory(of) if kept is None else kept
    shares = list(_counted(payoffs_of(game, bets or None), shard, kept, workers, progress))
    with whole(path) as file:
        file.write(sealed({"file": SHARD, **asked, "shard": number, "of": of, "shares": shares}))


def _counted(
    asked: Sequence[Payoffs],
    shard: tuple[int, int],
    kept: Kept,
    workers: Workers,
    progress: Progress | None,
) -> Iterator[Record]:
    """Yield the shares of one shard, counted."""
    number, of = shard
    wanted = every_share(asked, of)[number - 1 :: of]
    for payoffs in asked:
        mine = [share for share in wanted if share.bet == payoffs.plan.bet.key]
        for share, roots in zip(mine, counted([payoffs], mine, kept, workers, progress)):
            yield _share_record(share, roots)


@dataclass(frozen=True)
class Shards:
    """All shards of a solution.

    name: of the game, or the path of its file.
    bets: those asked for by name; all if there are none.
    held: what was counted.
    """

    name: str
    game: Game
    bets: list[str]
    held: InMemory

    def solution(self) -> Solution:
        """Return the solution; raises CombinError where the deals are not all there."""
        try:
            return solve(self.game, self.bets or None, kept=self.held)
        except ArithmeticError as error:
            raise CombinError(f"the shards do not add up: {error}") from None


def gather(paths: Sequence[str]) -> Shards:
    """Return the shards of a solution from their files.

    Raises CombinError where they are not all shards of one, or were counted for other rules or by
    another combin than this.
    """
    records = [read(path, SHARD) for path in paths]
    try:
        for path, record in zip(paths, records):
            refuse(
                record["combin"] != version(),
                f"{path!r} was counted by combin {record['combin']}, and this is {version()}",
            )
            refuse(
                record["python"] != _python(),
                f"{path!r} was counted by a combin {version()} whose Python is not this one's",
            )
        # They are all shards of one solution, each once.
        first, seen = records[0], dict[int, str]()
        for path, record in zip(paths, records):
            for entry, words in COMMON.items():
                if record[entry] != first[entry]:
                    raise CombinError(
                        f"{path!r} does not go with {paths[0]!r}: {words} are "
                        f"{_differing(record[entry], first[entry])}"
                    )
            number, of = shard_number(f"{record['shard']}/{record['of']}")
            if number in seen:
                raise CombinError(
                    f"shard {number} of {of} is given twice: {seen[number]!r}, {path!r}"
                )
            seen[number] = path
        missing = [str(number) for number in range(1, of + 1) if number not in seen]
        if missing:
            more = f" and {len(missing) - 12} more" if len(missing) > 12 else ""
            raise CombinError(f"shards of {of} are missing: {', '.join(missing[:12])}{more}")
        return _gathered(paths, records)
    except CombinError:
        raise
    except WRONG as error:
        raise CombinError(f"the shards were altered: {error!r}") from None


def _differing(one: object, other: object) -> str:
    """Return two values that differ, of records only what differs in them."""
    if isinstance(one, dict) and isinstance(other, dict):
        one, other = (
            [f"{name}={value}" for name, value in here.items() if there.get(name) != value]
            for here, there in ((one, other), (other, one))
        )
    each = (", ".join(map(str, some)) if isinstance(some, list) else some for some in (one, other))
    return " and ".join(str(some) or "none" for some in each)


def _gathered(paths: Sequence[str], records: Sequence[Record]) -> Shards:
    """Return shards that are all there; raises CombinError where the rules are others now."""
    first = records[0]
    name, bets, game, held = first["game"], first["bets"], _game_of(first), InMemory(first["of"])
    refuse(
        first["rules"] != identity(game)["rules"],
        f"the rules of {name} are not those that the shards were counted for",
    )
    every = every_share(payoffs_of(game, bets or None), held.cut)
    for path, record in zip(paths, records):
        found = dict(map(_share, record["shares"]))
        refuse(
            list(found) != every[record["shard"] - 1 :: held.cut],
            f"{path!r} has not the shares of shard {record['shard']}",
        )
        held.update(found)
    return Shards(name, game, bets, held)


# --- A folder of shares --------------------------------------------------------------------------


class Folder:
    """Shares kept in a folder, each in a file whose name has the hash of what decides its counts. A
    file that is damaged or foreign is as good as none: its share is counted again.

    cut: for how many workers the work is cut.
    found: how many shares were there.
    """

    def __init__(self, path: str, game: Game, cut: int = CUT) -> None:
        self.cut, self.found = cut, 0
        self._slug, self._identity = game.slug, identity(game)
        self._path = path
        self._is_new = not os.path.isdir(path)
        try:
            os.makedirs(path, exist_ok=True)
        except OSError as error:
            raise CombinError(
                f"{path!r} cannot be a folder of shares: {(error.strerror or str(error)).lower()}"
            ) from None

    def get(self, share: Share) -> Roots | None:
        """Return the outcome counts of a share, None where it is not kept."""
        try:
            record = read(self._place(share), SHARE)
            found, roots = _share(record)
        except WRONG:  # a CombinError among them
            return None
        if found != share or not self._identity.items() <= record.items():
            return None
        self.found += 1
        return roots

    def __setitem__(self, share: Share, roots: Roots) -> None:
        record = {"file": SHARE, **self._identity, **_share_record(share, roots)}
        try:
            with whole(self._place(share)) as file:
                file.write(sealed(record))
        except CombinError:
            if self._is_new:
                with suppress(OSError):  # it goes where nothing could be kept in it
                    os.rmdir(self._path)
            raise

    def _place(self, share: Share) -> str:
        counted = hash_of(_text(self._identity))
        name = f"{self._slug}-{share.bet}-{counted}-{share.part + 1}-of-{share.parts}.json"
        return os.path.join(self._path, name)


# --- Files ---------------------------------------------------------------------------------------


def _share_record(share: Share, roots: Roots) -> Record:
    """Return a share as its file has it, integers as text."""
    found = [
        {
            "ends": [
                (list(path), " ".join(map(str, counts))) for path, counts in root.counts.items()
            ],
            "ties": [(number, what, str(count)) for (number, what), count in root.ties.items()],
        }
        for root in roots
    ]
    return {"bet": share.bet, "part": share.part + 1, "parts": share.parts, "happens": found}


def _share(record: Record) -> tuple[Share, Roots]:
    """Return a share from its record; raises an error of Python where that is none."""
    return Share(record["bet"], record["part"] - 1, record["parts"]), [
        Root(
            {tuple(path): array("q", map(int, text.split())) for path, text in root["ends"]},
            Counter({(place, what): int(text) for place, what, text in root["ties"]}),
        )
        for root in record["happens"]
    ]


def sealed(record: Record) -> bytes:
    """Return a record as a file, with the hash of its entries."""
    text = json.dumps({**record, "hash": hash_of(_text(record))}, indent=1)
    return f"{text}\n".encode()


def read(path: str, kind: str) -> Record:
    """Return the record in a file of combin; raises CombinError where it is no such file, or is not
    as it was written.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # a device may never end
        what = "is a directory" if os.path.isdir(path) else "is not a file"
        raise CombinError(f"{path!r}: {what}")
    try:
        with open(path, "rb") as file:
            record = json.loads(file.read())
    except OSError as error:
        raise CombinError(f"{path!r}: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict) or record.pop("hash", None) != hash_of(_text(record)):
        raise CombinError(f"{path!r} is not {kind} by combin, or was cut short or altered")
    refuse(record.get("file") != kind, f"{path!r} is not {kind}")
    return record


def _text(record: Record) -> bytes:
    return json.dumps(record, sort_keys=True, separators=(",", ":")).encode()


def hash_of(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()
