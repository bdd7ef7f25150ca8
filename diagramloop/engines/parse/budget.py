"""Limits of one picture's contents: more than any diagram has is refused before it costs much.

Time and memory of reading follow these counts, not the picture's bytes: 5 kB of dashes can be 26,000 marks. Each limit
is several times what the fullest chart of the data sets has; next to it stand the most of 27 drawn charts (BPMN MIWG,
FlowExplainBench) and of 250 photographs (hdBPMN), of each kind but the first three of some 20, and in brackets of those
on squared paper.
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
        specks: connected pieces of what is drawn, whatever their size.
        marks: those that are more than a lone pixel; a chart of 100 nodes has some 3,000, most of them letters.
        regions: flat ones as large as a node. Of more, those of one size are paper's squares, and of the others only
            the largest are looked at.
        shafts: flat ones as large as a block arrow's shaft, of which only the largest are looked at.
        symbols: compact shapes full of ink, seen once or twice.
        outlines: of regions that may be nodes: of each alone, of it with those beside it, and once more where gaps are
            closed, each time those of the largest regions first. Of more only so many are looked at.
        rectangles: that four straight lines may make.
        straight_lines: level or upright ones each; with more there are no frames.
        lines_found: of text; with more it is no diagram.
        text_lines: that are read, nodes' first; the others are unread. Of a chart of 100 nodes some 300.
        text_columns: of their pixels, at the height at which they are read.
        line_pixels: of what may be lines, at the scale at which they are followed.
        strokes: pieces of lines between their ends and crossings.
        joins: pairs of strokes' ends at which a line may go on.
        line_ends: at nodes and frames.
        edges: pairs of such ends that one line may join.
        way_states: places under a heading that searches for ways along ink have looked at, all together.
    """

    pixels: int = 150_000_000
    specks: int = 30_000  # drawn 1,235, photographed 3,273
    marks: int = 8_000  # drawn 1,032, photographed 1,854
    regions: int = 800  # drawn 90, photographed 408 (334 that are no squares)
    shafts: int = 5_000  # photographed 477 (2,386)
    symbols: int = 400  # drawn 36, photographed 17
    outlines: int = 250  # drawn 95, photographed 482 (3,121)
    rectangles: int = 3_000  # drawn 230, photographed 811
    straight_lines: int = 1_500  # drawn 151, photographed 316
    lines_found: int = 3_000
    text_lines: int = 600  # drawn 115, photographed 125 (317)
    text_columns: int = 60_000  # drawn 12,552, photographed 8,536 (29,672)
    line_pixels: int = 3_000_000  # drawn 425,059, photographed 144,413 (399,462)
    strokes: int = 6_000  # drawn 782, photographed 3,845 (5,443)
    joins: int = 300_000  # drawn 2,110, photographed 42,030 (81,286)
    line_ends: int = 1_200  # drawn 104, photographed 360 (891)
    edges: int = 6_000  # drawn 52, photographed 2,025 (3,265)
    way_states: int = 150_000  # drawn 33,755, photographed 28,891

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
