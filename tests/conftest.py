"""Refuses to test where combin is not compiled from the sources beside these tests; runs commands in this process."""

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


@pytest.fixture
def run(capsys):
    """Return a function that runs a command in this process: (status, stdout, stderr)."""

    from combin import cli

    def run_command(*arguments):
        with pytest.raises(SystemExit) as caught:
            cli.main([str(argument) for argument in arguments])
        output = capsys.readouterr()
        return caught.value.code, output.out, output.err

    return run_command
