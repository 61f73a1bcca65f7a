"""Refuses to test where combin is not compiled, or is compiled from other sources than those beside these tests."""

import hashlib
from pathlib import Path

import pytest

EXT = Path(__file__).parents[1] / "_ext"


def pytest_sessionstart() -> None:
    try:
        from combin.kernels import SOURCES
    except ImportError as error:
        pytest.exit(str(error), returncode=2)
    sources = sorted([*EXT.glob("*.pxd"), *EXT.glob("*.pyx")], key=lambda path: path.name)
    digest = hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=8).hexdigest()
    if digest != SOURCES:
        pytest.exit(f"the kernels were compiled from {SOURCES}, the sources are {digest}; run: pip install -e .", returncode=2)
