"""Completion for shells and the manual page, made from the help of the commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from combin.cli.common import write

SHELLS = ("bash", "zsh", "fish")
ASKS = "_COMBIN_COMPLETE"  # the variable by which a shell asks for words
AS_IT_STANDS = "\b\n"  # begins a paragraph that click does not wrap


@click.command(short_help="Print the completion script of a shell.")
@click.argument("shell", type=click.Choice(SHELLS), metavar="bash|zsh|fish")
def completion(shell: str) -> None:
    """Print the script with which a shell completes commands, options and games. Start a new shell
    afterwards; zsh looks in the folders of $fpath.

    \b
    combin completion bash > ~/.local/share/bash-completion/completions/combin
    combin completion zsh > ~/.zfunc/_combin
    combin completion fish > ~/.config/fish/completions/combin.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(click.Command("combin"), {}, "combin", ASKS)
    write(script.source_template % script.source_vars())


@click.command(short_help="Print the manual page.")
@click.pass_context
def manual(context: click.Context) -> None:
    """Print the manual page of all commands, for `man`.

    \b
    combin manual > ~/.local/share/man/man1/combin.1
    """
    assert context.parent is not None
    write("\n".join(_page(context.parent)) + "\n")


def _page(whole: click.Context) -> Iterator[str]:
    """Yield the lines of the page, in the macros of man(7)."""
    from combin.version import RELEASE

    group = whole.command
    assert isinstance(group, click.Group)
    name, _, rest = cleandoc(group.help or "").partition("\n\n")
    yield f'.TH COMBIN 1 "" "combin {RELEASE}"'
    yield from (".SH NAME", f"combin \\- {_escaped(name.strip())}")
    yield from (".SH SYNOPSIS", ".B combin", "COMMAND [OPTION]... [ARGUMENT]...")
    yield from (".SH DESCRIPTION", *_paragraphs(rest), *_options(whole))
    yield ".SH COMMANDS"
    for word in group.list_commands(whole):
        command = group.get_command(whole, word)
        assert command is not None
        with click.Context(command, parent=whole, info_name=word) as one:
            pieces = " ".join(command.collect_usage_pieces(one))
            yield from (f".SS {_escaped(f'combin {word} {pieces}')}", *_paragraphs(command.help))
            yield from _options(one)
    title, _, statuses = (group.epilog or "").removeprefix(AS_IT_STANDS).partition(":\n")
    yield from (f".SH {title.upper()}", *_paragraphs(AS_IT_STANDS + statuses))


def _paragraphs(text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a help text; examples keep their lines."""
    for paragraph in cleandoc(text or "").split("\n\n"):
        lines = map(_escaped, paragraph.removeprefix(AS_IT_STANDS).splitlines())
        kept = paragraph.startswith(AS_IT_STANDS)
        yield from (".PP", *([".nf"] if kept else []), *lines, *([".fi"] if kept else []))


def _options(context: click.Context) -> Iterator[str]:
    for option in context.command.get_params(context):
        if record := option.get_help_record(context):
            yield from (".TP", f".B {_escaped(record[0])}", _escaped(record[1]))


def _escaped(line: str) -> str:
    """Return a line as roff reads it: no sign of it is a command."""
    text = line.strip("\n").replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text)
