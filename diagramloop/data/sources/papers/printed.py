"""A figure as the paper's own PDF prints it: drawn by TeX, trimmed, or put together of several pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from diagramloop.data.sources.papers.eprint import PDF
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.pdf import read_pdf

LEAST_ALIKE = 70.0  # of 100: captions as LaTeX and as PDF say them differ in formulas, hyphens and ligatures only


def printed(figure: Figure, folder: Path) -> Figure | None:
    """The figure with the part of ``paper.pdf`` in ``folder`` that shows it; None where no part does.

    A printed figure is found by its caption, for a paper's macros may number figures as no reader expects; by its
    number where it has no caption.

    Raises:
        SourceError: a PDF that cannot be read; see :func:`~diagramloop.data.sources.papers.pdf.read_pdf`.
    """
    if not (folder / PDF).is_file():
        return None
    candidates = [candidate for candidate in read_pdf(folder).figures if candidate.graphics]
    best = max(candidates, key=partial(_likeness, figure), default=None)
    if best is None or _likeness(figure, best) < LEAST_ALIKE:
        return None
    return replace(figure, shown=best.shown)


def _likeness(figure: Figure, candidate: Figure) -> float:
    """From 0 to 100: of the captions, of which a printed one may end early."""
    if not figure.caption:
        return 100.0 if figure.number == candidate.number else 0.0
    from rapidfuzz import fuzz  # which only readers need

    length = max(min(len(figure.caption), len(candidate.caption)), 1)
    return fuzz.ratio(figure.caption[:length], candidate.caption[:length])
