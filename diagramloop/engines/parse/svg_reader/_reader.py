"""From a drawing to its graph, by geometry alone."""

from __future__ import annotations

import numpy as np

from diagramloop.engines.parse.svg_reader._assembly import Assembly
from diagramloop.engines.parse.svg_reader._boxes import with_boxes
from diagramloop.engines.parse.svg_reader._drawing import Drawing
from diagramloop.engines.parse.svg_reader._drawn_letters import with_letters_read
from diagramloop.engines.parse.svg_reader._sketched import tidied
from diagramloop.engines.parse.svg_reader._stretches import connected
from diagramloop.engines.parse.svg_reader.bodies import without_rules, without_sheets
from diagramloop.engines.parse.svg_reader.connectors import connectors
from diagramloop.engines.parse.svg_reader.regions import regions
from diagramloop.engines.parse.svg_reader.roles import roles
from diagramloop.engines.parse.svg_reader.titles import free_texts
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import FlowGraph

MAX_OUTLINES = 3_000
FONT_SIZE = 14.0  # px, of a drawing without text: the unit of all lengths


def read_drawing(drawn: Drawing) -> FlowGraph:
    """The graph of a drawing, with boxes, outlines and paths in its pixels.

    Raises:
        FormatError: more lines and shapes than are read (TOO_LARGE).
    """
    drawn = with_letters_read(drawn)
    unit = float(np.median([text.font_size for text in drawn.texts])) if drawn.texts else FONT_SIZE
    outlines = tidied(connected(with_boxes(drawn.outlines, drawn.texts), unit), unit)
    if len(outlines) > MAX_OUTLINES:
        raise FormatError(f"more than {MAX_OUTLINES} lines and shapes", reason=RejectionReason.TOO_LARGE)
    split = connectors(outlines, drawn.texts, unit)
    found, free = regions(split.outlines, split.texts, drawn.size, unit)
    lines = without_sheets(split.connectors, [region for region in found if not region.outer], unit)
    lines = without_rules(lines, [region for region in found if region.outer], unit)
    told = roles(found, lines, unit)
    texts = free_texts(free, told)
    return Assembly(told.nodes, told.frames, texts, lines, unit, drawn.size).graph()
