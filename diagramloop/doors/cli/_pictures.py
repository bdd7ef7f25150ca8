"""Pictures and diagrams as commands read them."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.doors.cli._batch import Batch, Input
from diagramloop.doors.cli._formats import tell_account
from diagramloop.doors.cli._gate import estimate_of
from diagramloop.doors.python.reading import Reading, readings
from diagramloop.evaluation.contestants.parsers import picture_parser


def read_pictures(item: Input, batch: Batch, parser: str, recogniser: str, *, stated: bool) -> Sequence[Reading]:
    """The readings of a file's pages that a batch is of; what is lost is told, and how sure they are is kept.

    Args:
        parser: its name, which is looked up for bitmaps alone.
        recogniser: of letters, or empty for the parser's own.
        stated: see :func:`diagramloop.doors.python.reading.read`.
    """
    chosen = picture_parser(parser, recogniser) if recogniser else parser
    several = readings(item.read_bytes(), item.name, page=batch.page, parser=chosen, stated=stated)
    tell_account(several[0].account, item, batch)
    batch.estimates[item.path] = estimate_of([reading.graph for reading in several])
    return several
