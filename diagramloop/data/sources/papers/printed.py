"""A figure as the paper's own PDF prints it: drawn by TeX, trimmed, or put together of several pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from diagramloop.data.sources.papers.eprint import PDF
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.pdf import read_pdf

LEAST_ALIKE = 70.0  # of 100: captions as LaTeX and as PDF say them differ in formulas, hyphens and ligatures only


def printed(figure: Figure, folder: Path) -> Figure:
    """The figure with the part of ``paper.pdf`` in ``folder`` that shows it; as it is where no part does.

    A printed figure is found by its caption, for a paper's macros may number figures as no reader expects; by its
    number where it has no caption.

    Raises:
        SourceError: a PDF that cannot be read; see :func:`~diagramloop.data.sources.papers.pdf.read_pdf`.
    """
    if not (folder / PDF).is_file():
        return figure
    best, most_alike = None, LEAST_ALIKE
    for candidate in read_pdf(folder).figures:
        alike = _likeness(figure, candidate)
        if candidate.graphics and alike >= most_alike:
            best, most_alike = candidate, alike + 1e-9  # of equals the first
    return figure if best is None else replace(figure, shown=best.shown)


def _likeness(figure: Figure, candidate: Figure) -> float:
    """From 0 to 100: of the captions, of which a printed one may end early."""
    if not figure.caption:
        return 100.0 if figure.number == candidate.number else 0.0
    from rapidfuzz import fuzz  # which only readers need

    length = max(min(len(figure.caption), len(candidate.caption)), 1)
    return fuzz.ratio(figure.caption[:length], candidate.caption[:length])
