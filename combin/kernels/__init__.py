"""The compiled kernels; imported only by modules that count, solve, settle or record in bulk."""

try:
    from combin.kernels import memory  # the smallest: where it is compiled, all are
    from combin.kernels.built import SOURCES
except ImportError as error:
    raise ImportError(
        f"combin's kernels are not compiled in {__path__[0]}; run: pip install -e .  ({error})"
    ) from None

__all__ = ["SOURCES", "memory"]
