"""Loading of weights, or not: a configuration is checked by making every system, a matter of a second without them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from diagramloop.errors import ModelError

_left = ContextVar("weights that are left where they are", default=False)


@contextmanager
def left_where_they_are() -> Iterator[None]:
    """Whatever loads weights meanwhile raises :class:`ModelError` (MISSING) instead, as where there are none."""
    before = _left.set(True)
    try:
        yield
    finally:
        _left.reset(before)


def about_to_load(checkpoint: object) -> None:
    """To be called before a checkpoint is looked for, and before the libraries that load it are imported.

    Raises:
        ModelError: it is left where it is.
    """
    if _left.get():
        raise ModelError(f"checkpoint {checkpoint!r} is not loaded for a check")
