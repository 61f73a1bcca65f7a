"""Runs shares in parallel: the only place that knows threads, processes and clusters.

Whoever has shares of work gives a function and what it is called with. Where both are plain values,
threads, processes and any other `concurrent.futures.Executor` can do the work.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from combin.errors import CombinError, missing, refuse
from combin.exact import shown, thread_count
from combin.kernels import memory
from combin.patience import want_long
from combin.version import version

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from combin.counting import Plan

# How many threads, or what does the work; None: one thread a core.
Workers: TypeAlias = "int | Executor | None"
# Called with a bet's key, the shares of its work that are done, and their number.
Progress = Callable[[str, int, int], None]
PATIENCE = 10  # seconds in which a scheduler answers
UNSAID = "ignore:resource_tracker"  # an option of Python's -W
Item = TypeVar("Item")
Made = TypeVar("Made")


def workers_of(threads: object, executor: object) -> Workers:
    """Return the executor or number of threads; raises CombinError where a caller gives neither a
    number of threads nor an executor, or both.
    """
    if executor is None:
        return thread_count(threads)
    from concurrent.futures import Executor

    refuse(threads is not None, "threads and executor contradict each other: give one of them")
    if not isinstance(executor, Executor):
        raise CombinError(f"executor is a concurrent.futures.Executor, not {shown(executor)}")
    return executor


def at_once(workers: Workers) -> int:
    """Return the number of calls that run at the same time."""
    if isinstance(workers, int) and workers:
        return workers
    count: int | None = getattr(workers, "_max_workers", None)
    # An executor of dask does not say it; its client does.
    threads = getattr(getattr(workers, "_client", None), "nthreads", None)
    if threads:
        count = sum(threads().values())
    return count or os.cpu_count() or 1


def in_threads(workers: Workers) -> bool:
    """Return True if all work is done in this process."""
    if workers is None or isinstance(workers, int):
        return True
    from concurrent.futures import ThreadPoolExecutor

    return isinstance(workers, ThreadPoolExecutor)


def verify_here(workers: Workers, what: str) -> None:
    """Raise CombinError where others are to do what is done in this process alone."""
    refuse(
        not in_threads(workers), f"{what}: this is counted in one process; leave out the executor"
    )


@contextmanager
def threads(workers: Workers) -> Iterator[Executor]:
    """Return threads for many small works, one after the other: where others would do them, one a
    core.
    """
    from concurrent.futures import ThreadPoolExecutor  # work of one starts sooner without it

    if isinstance(workers, ThreadPoolExecutor):
        yield workers
    else:
        with ThreadPoolExecutor(at_once(workers if in_threads(workers) else None)) as pool:
            yield pool


def handed_out(
    work: Callable[[Item], Made], items: Iterable[Item], workers: Workers
) -> Iterator[Made]:
    """Yield the result of `work` for each item, in order, as `in_order` does; anyone may do it:
    `work`, items and results are plain values.
    """
    if in_threads(workers):
        yield from in_order(work, items, workers)
    else:
        import pickle  # other work starts sooner without it

        assert workers is not None and not isinstance(workers, int)
        sent = partial(_done_elsewhere, version(), pickle.dumps(work))
        yield from _in_order(sent, items, workers, 2 * at_once(workers))


def _done_elsewhere(sender: str, work: bytes, item: Any) -> Any:
    """Return the result of some work on an item; raises CombinError where it was sent by another
    combin, whose integers might be others.
    """
    want_long(True)  # who sent it has asked
    refuse(
        sender != version(), f"a worker has combin {version()}, and the work is of combin {sender}"
    )
    return _unpacked(work)(item)


@lru_cache(maxsize=1)
def _unpacked(work: bytes) -> Callable[[object], object]:
    """Return some work, unpacked once in a process: what one share finds for all stays with it."""
    import pickle

    found: Callable[[object], object] = pickle.loads(work)
    return found


def in_order(
    work: Callable[[Item], Made], items: Iterable[Item], workers: Workers
) -> Iterator[Made]:
    """Yield the result of `work` for each item, in order; no more than a few results wait to be
    taken.

    It is done in this process, for `work` may write to its memory: where others would do it, there
    is one thread a core.
    """
    if not in_threads(workers):
        workers = None
    count = at_once(workers)
    if workers is not None and not isinstance(workers, int):
        yield from _in_order(work, items, workers, 2 * count)
    elif count == 1 or (isinstance(items, Sized) and len(items) == 1):
        yield from map(work, items)
    else:
        from concurrent.futures import ThreadPoolExecutor  # work of one starts sooner without it

        with ThreadPoolExecutor(count) as threads:
            yield from _in_order(work, items, threads, 2 * count)


def _in_order(
    work: Callable[[Item], Made], items: Iterable[Item], executor: Executor, ahead: int
) -> Iterator[Made]:
    waiting: deque[Future[Made]] = deque()
    try:
        for item in items:
            waiting.append(executor.submit(work, item))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def counted(
    plan: Plan, work: Callable[[int, int], Made], workers: Workers, progress: Progress | None = None
) -> Iterator[Made]:
    """Yield the result of `work` for each share of a bet's deals, in order; it is called with the
    number of the share, from 0, and how many shares there are.
    """
    from combin.counting import method_of, prepare  # blackjack starts sooner without it

    parts = method_of(plan).shares(plan, at_once(workers))
    if in_threads(workers):
        prepare(plan)
    if progress:
        progress(plan.bet.key, 0, parts)
    for done, made in enumerate(handed_out(partial(_part, work, parts), range(parts), workers), 1):
        yield made
        if progress:
            progress(plan.bet.key, done, parts)


def _part(work: Callable[[int, int], Made], parts: int, part: int) -> Made:
    return work(part, parts)


# --- Processes and clusters --------------------------------------------------------------------


class Tasks:
    """Calls that run in an executor. Iterating yields key and result of each as it is done; more
    may be added meanwhile.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._running: dict[Future[Any], Hashable] = {}

    def add(self, key: Hashable, work: Callable[..., object], *arguments: object) -> None:
        with undisturbed():  # a process may be started for it
            self._running[self._executor.submit(work, *arguments)] = key

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        from concurrent.futures import FIRST_COMPLETED, wait

        while self._running:
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                yield self._running.pop(future), future.result()


@contextmanager
def processes(doing: str) -> Iterator[Executor]:
    """Return processes, one a core, that are given up at the first error.

    They are not forked: a library may already have threads in this process, and a fork would wait
    for them for ever. Raises CombinError where one of them is ended from outside.

    doing: what they do, for the error.
    """
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    try:
        with undisturbed():
            pool = ProcessPoolExecutor(
                os.cpu_count() or 1, get_context("spawn"), _started, (gc.get_threshold(),)
            )
        with pool:
            try:
                yield pool
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenExecutor:
        raise CombinError(f"a process that {doing} was ended from outside") from None


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Return the executor of the cluster whose dask scheduler listens at an address.

    A share whose worker is lost is done by another. Raises CombinError where dask is missing, no
    scheduler answers, or the cluster is lost on the way.
    """
    try:
        from distributed import CancelledError, Client, KilledWorker
    except ImportError:
        raise missing("a dask cluster needs distributed", "distributed") from None
    import logging

    # What ends the work is said in one line; dask would log tracebacks beside it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if not _answers(address):
        raise CombinError(f"no dask scheduler answers at {shown(address)}")
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        try:
            yield client.get_executor(pure=False)
        except KilledWorker:
            raise CombinError("a share of the work ended every worker that took it") from None
        except CancelledError:
            raise CombinError(f"the dask cluster at {shown(address)} was lost") from None


def _answers(address: str) -> bool:
    """Return True if a dask scheduler listens at an address; the client itself would wait
    for others for ever, and prints a traceback where it gives up.
    """
    import asyncio

    from distributed.comm import connect

    async def close() -> None:
        await (await connect(address, timeout=PATIENCE)).close()

    try:
        asyncio.run(asyncio.wait_for(close(), PATIENCE))
    except (OSError, ValueError):
        return False
    return True


@contextmanager
def named(name: str) -> Iterator[Executor]:
    """Return the executor of a name: processes, or dask: and the address of a scheduler."""
    kind, _, address = name.partition(":")
    if name == "processes":
        with processes("counts") as pool:
            yield pool
    elif kind == "dask" and address:
        with cluster(address) as executor:
            yield executor
    else:
        raise CombinError(
            f"an executor is threads, processes or dask:tcp://HOST:PORT, not {shown(name)}"
        )


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold signals back, here and in processes started meanwhile: a process interrupted while it
    starts would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    # A signal ends this process at once; then the tracker gives back what processes share, and need
    # not say so.
    if UNSAID not in sys.warnoptions:
        sys.warnoptions.append(UNSAID)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    # The tracker is a process too, and lets signals through again when it starts.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    assert parent, "a worker has one"
    connection.wait([parent.sentinel])
    os._exit(1)


def _started(thresholds: tuple[int, ...]) -> None:
    """Make a worker ready: large arrays come and go, and an interrupt ends it at once and silently;
    the parent reports it. A worker whose parent was killed ends, too: nobody else tells it.

    thresholds: how often the parent searches for cycles of objects.
    """
    from threading import Thread

    gc.set_threshold(*thresholds)
    memory.keep()
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())
