"""A disk on which a file finds so much room and no more."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process, or of those that it starts, grows beyond ``size`` bytes.

    The kernel says so where it would say that the disk is full, to SQLite and Arrow as to Python, in the midst of a
    write, and without a disk of one's own. Only the words differ: "File too large".
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
