"""The charts of a text with several: one that is broken is left out with its reason, and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from diagramloop.errors import FormatError
from diagramloop.graph.account import PAGES, Chart, LeftOut, Read

_REASON_LENGTH = 120


def read_pages(pages: Iterable[Callable[[int], Chart]]) -> Read:
    """All charts that can be read.

    Args:
        pages: the reader of each page in order, from the page's number, which begins at 1.

    Raises:
        FormatError: none can be read: of the first page.
    """
    charts, left_out, errors = [], [], []
    for number, read in enumerate(pages, start=1):
        try:
            charts.append(read(number))
        except FormatError as error:
            errors.append(error)
            left_out.append(LeftOut(PAGES, 1, str(error)[:_REASON_LENGTH], str(number)))
    if errors and not charts:
        raise errors[0]
    return Read(tuple(charts), tuple(left_out))


def left_out_of(numbers: Mapping[tuple[str, str], int], page: str = "") -> tuple[LeftOut, ...]:
    """Numbers of elements of a page that are left out, by their kind and the reason."""
    return tuple(LeftOut(kind, number, reason, page) for (kind, reason), number in numbers.items())
