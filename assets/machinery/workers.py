"""The processes that work on the items of a stage. They end themselves when their parent is killed."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import Literal


class Workers:
    """A pool of ``count`` processes, used by one step of a stage after the other.

    A new Python imports for longer than most steps compute. So the processes are copies of this one, forked on
    entry: when what the stage needs is imported and nothing has run yet. A copy made beside threads can hang on a
    lock that one of them held; where there are any, and instead of a pool that broke, there are new processes.
    """

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        if self.count > 1 and sys.platform == "linux" and threading.active_count() == 1:
            self._pool = self._made("fork")
            self._pool.submit(os.getpid).result()  # the first call forks all of them
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def pool(self) -> ProcessPoolExecutor:
        """The pool, started when there is none."""
        self._pool = self._pool or self._made("spawn")
        return self._pool

    def end(self) -> None:
        """Ends the processes, if there are any."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _made(self, start: Literal["fork", "spawn"]) -> ProcessPoolExecutor:
        context = multiprocessing.get_context(start)
        return ProcessPoolExecutor(self.count, mp_context=context, initializer=_die_with_parent)


def _die_with_parent() -> None:
    """In a worker: ends it when the process that started it is killed, which cannot tell it so."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
