"""Checks a log against the exact distribution: impossible rows, the play, the frequencies, and what
the log could have shown.
"""

from combin.checker.check import check
from combin.checker.columns import columns_of
from combin.checker.file import check_file
from combin.checker.law import LawCheck
from combin.checker.laws import law_of
from combin.checker.options import CheckOptions
from combin.checker.verdict import Verdict

__all__ = ["CheckOptions", "LawCheck", "Verdict", "check", "check_file", "columns_of", "law_of"]
