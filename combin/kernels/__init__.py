"""The compiled kernels; only `combin.counting`, `combin.sensitivity`, `combin.solver` and `combin.strategy` import them."""

try:
    from combin.kernels import boards, lines, pool, removal, rows, solve, traits, walk
    from combin.kernels.built import SOURCES
except ImportError as error:
    raise ImportError(f"combin's kernels are not compiled in {__path__[0]}; run: pip install -e .  ({error})") from None

__all__ = ["SOURCES", "boards", "lines", "pool", "removal", "rows", "solve", "traits", "walk"]
