"""Runs the command line: ``python -m combin``."""

from combin.cli import main

main()
