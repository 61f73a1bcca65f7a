"""How a log is read and judged, as the user says it; the rules are apart."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from combin.checker.fits import LEVEL
from combin.errors import refuse
from combin.exact import parse_share
from combin.logs.schema import AnyCell
from combin.records import dataclass
from combin.texts import Stretch

ANY = "any"  # play, for the user


@dataclass(frozen=True)
class CheckOptions:
    """What a user says of a check; all of it may be left out.

    strategy: as a user names it; by default the log's own, or else the best play.
    chip: units per chip, by default what the log says.
    columns: what columns of the log are made of, words such as `net=payout-stake`.
    header: the names of the columns, where the file does not say them.
    level: of all tests together.
    play: `any` where it is no part of the verdict.
    """

    strategy: str | None = None
    chip: Any = None
    columns: Sequence[Stretch] = ()
    header: Sequence[str] | None = None
    level: Fraction = LEVEL
    play: str | None = None

    @property
    def any_play(self) -> bool:
        """Whether any play will do; raises CombinError where that cannot be asked."""
        if self.play is None:
            return False
        refuse(
            self.play != ANY,
            f"--play is {ANY}, which sets the play apart from the dealing, not {self.play}",
        )
        refuse(self.strategy is not None, f"--play {ANY} and --strategy contradict each other")
        return True

    @property
    def words(self) -> tuple[str, ...]:
        """The same as words of the command."""
        said = {
            "--strategy": self.strategy,
            "--play": self.play,
            "--chip": self.chip,
            "--map": ",".join(column.text for column in self.columns),
            "--header": ",".join(self.header or ()),
            "--alpha": self.level if self.level != LEVEL else None,
        }
        return tuple(word for one in said.items() if one[1] for word in map(str, one))


USUAL = CheckOptions()


def level_of(said: AnyCell, what: str = "alpha") -> Fraction:
    """Return the level of all tests together, LEVEL where nobody says it."""
    if said is None:
        return LEVEL
    level = parse_share(said, what)
    refuse(not 0 < level < 1, f"{what} is a share between 0 and 100 %, such as 1%, not {said}")
    return level
