"""The compiled kernels; `combin.counting` and `combin.solver` are the only ones to import them."""

try:
    from combin.kernels import boards, removal, rows, solve, walk
    from combin.kernels.built import SOURCES
except ImportError as error:
    raise ImportError(f"combin's kernels are not compiled; run: pip install -e .  ({error})") from None

__all__ = ["SOURCES", "boards", "removal", "rows", "solve", "walk"]
