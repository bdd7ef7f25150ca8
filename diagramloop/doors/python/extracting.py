"""`diagramloop.extract`: the procedural graph that a text describes."""

from __future__ import annotations

from pathlib import Path

from diagramloop.doors.python.diagrams import text_of
from diagramloop.engines.extract import Extraction, extracted, extractor


def extract(text: str | Path, *, extractor_name: str = "embedded") -> Extraction:
    """Extract the graph of a text; its ``graph`` goes wherever a diagram does.

    Args:
        text: the text itself, or a file of it by its :class:`~pathlib.Path`.
        extractor_name: who extracts; the embedded one needs no model.

    Raises:
        DiagramloopError: there is no such file or extractor (MISSING), or nothing is done in the text (EMPTY).
    """
    if isinstance(text, Path):
        text = text_of(text)
    return extracted(extractor(extractor_name), text, extractor_name)
