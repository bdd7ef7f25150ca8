"""How much of everything one picture may hold: what no diagram has so much of is refused before it costs much.

Time and memory of reading follow these counts, not the picture's bytes: 5 kB of dashes can be 26,000 marks. Each limit
is several times what the fullest chart of the data sets has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.errors import PictureError, RejectionReason

TABLE = 250_000  # numbers that are held at once of a table that grows with the square of something


@dataclass(frozen=True)
class Budget:
    """The most of each kind that is read of one picture.

    Attributes:
        pixels: of the picture, judged by its header: an A0 poster at 300 dots an inch.
        marks: connected pieces of what is drawn; a chart of 100 nodes has some 3,000, most of them letters.
        regions: flat ones as large as a node; more are paper's squares, and only the largest are looked at.
        outlines: of regions that may be nodes, alone and with those beside them.
        rectangles: that four straight lines may make.
        straight_lines: level or upright ones each.
        text_lines: of a chart of 100 nodes some 300.
        strokes: pieces of lines between their ends and crossings.
        joins: pairs of strokes' ends at which a line may go on.
        line_ends: at nodes and frames.
        edges: pairs of such ends that one line may join.
    """

    pixels: int = 150_000_000
    specks: int = 30_000
    marks: int = 8_000
    regions: int = 800
    shafts: int = 5_000
    symbols: int = 400
    outlines: int = 2_000
    rectangles: int = 3_000
    straight_lines: int = 1_500
    text_lines: int = 600
    text_columns: int = 60_000
    line_pixels: int = 4_000_000
    strokes: int = 6_000
    joins: int = 300_000
    line_ends: int = 1_200
    edges: int = 6_000

    def check(self, kind: str, count: int) -> None:
        """Passes where ``count`` of a kind, named as the attribute is, are affordable.

        Raises:
            PictureError: there are more (TOO_LARGE).
        """
        most = int(getattr(self, kind))
        if count > most:
            message = f"over {most:,} {kind.replace('_', ' ')}: more than any diagram has"
            raise PictureError(message, reason=RejectionReason.TOO_LARGE)


BUDGET = Budget()


def in_chunks(rows: int, columns: int, numbers: int = TABLE) -> Iterator[slice]:
    """Slices of the rows of a table such that each holds no more than so many ``numbers``, or one row."""
    step = max(1, numbers // max(1, columns))
    return (slice(start, start + step) for start in range(0, rows, step))
