"""Simplifies a list at no extra cost: rounder hands, and no idle conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from combin.strategies.conditions import Condition
from combin.strategies.lines import Block
from combin.strategies.losses import Losses
from combin.strategies.traits import STRENGTH


def plainer(losses: Losses, place: int, loss: int, lines: Block) -> tuple[int, Block]:
    """Return a list of a decision that loses no more than `loss`, in plainer words where there are
    any, and what it loses.
    """
    always = losses.always(place)
    at = 0
    while at < len(lines):
        for trial in _trials(losses, place, lines, at):
            lost = losses.loss_of(place, trial) if trial[-1].action in always else None
            if lost is not None and lost <= loss:
                loss, lines = lost, trial
                break
        else:
            at += 1
    return loss, lines


def _trials(losses: Losses, place: int, lines: Block, at: int) -> Iterator[Block]:
    """Yield the list without one line, without one of its conditions, and with a rounder hand in
    it.
    """
    line = lines[at]
    if at < len(lines) - 1:
        yield (*lines[:at], *lines[at + 1 :])
    for condition in line.conditions:
        fewer = tuple(one for one in line.conditions if one != condition)
        yield _with(lines if fewer else lines[: at + 1], at, fewer)
    for condition in line.conditions:
        if condition.trait == STRENGTH:
            for rounder in losses.views[place].rounder(condition):
                exchanged = (rounder if one == condition else one for one in line.conditions)
                yield _with(lines, at, tuple(exchanged))


def _with(lines: Block, at: int, conditions: tuple[Condition, ...]) -> Block:
    return (*lines[:at], replace(lines[at], conditions=conditions), *lines[at + 1 :])
