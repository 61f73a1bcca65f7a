"""Which combin this is: its release and the hash of the sources its kernels were compiled from."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _installed


def version() -> str:
    """Return ``0.1.0+kernels.<hash>``."""
    from combin.kernels import SOURCES

    try:
        release = _installed("combin")
    except PackageNotFoundError:
        release = "0"
    return f"{release}+kernels.{SOURCES}"
