"""Costs of hostile documents: each ends read or refused, within 10 s of processor time and 300 MB of its whole tree.

The processor time is that of a machine for which limits are written (:mod:`processor_time`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from processor_time import slowness

from benchmarks._hostile_documents import HOSTILE_DOCUMENTS
from benchmarks.read_hostile import WITHIN_BYTES, WITHIN_SECONDS, Cost, cost_of
from diagramloop.errors import RejectionReason

QUICK = ("wide_cells.docx", "parts.docx", "spans.html", "few_brackets.html", "cycles.pdf", "large_page.pdf")
LONG = ("shapes.pptx", "paragraphs.docx", "tables.docx", "brackets.html", "styles.docx")  # 7 to 18 s of processor time
RIGHT = ("wide_cells.docx", "parts.docx", "paragraphs.docx", "styles.docx", "parts.pptx", "spans.html")
LEFT_OUT = {
    "merged_cells.docx": "too_large: not read: the first 10000000 characters of a document are",
    "runs.docx": "too_large: not read: a paragraph or table of more than 300000 elements",
    "tables.docx": "too_large: not read: a paragraph or table of more than 300000 elements",
    "shapes.pptx": "too_large: not read: the first 20000 shapes of a document are",
    "rectangles.pdf": "too_large: not read: a page of more than is read of one",
    "same_rectangles.pdf": "too_large: not read: a page of more than is read of one",
    "letters.pdf": "too_large: not read: a page of more than is read of one",
    "blanks.pdf": "too_large: not read: a page of more than is read of one",
    "forms.pdf": "too_large: not read: a page of more than is read of one",
    "pages.pdf": "too_large: not read: the first 200 of 1000 pages are",
}
READ_OR_REFUSED = ("read", *RejectionReason)
PATIENCE_SECONDS = 200.0  # by the clock, of a machine that is busy otherwise


def cost(name: str, folder: Path) -> Cost:
    for package in {".docx": (), ".pptx": ("pptx",), ".pdf": ("pdfplumber", "pypdfium2")}.get(Path(name).suffix, ()):
        pytest.importorskip(package, reason="documents need the extra 'documents'")
    path = folder / name
    path.write_bytes(HOSTILE_DOCUMENTS[name]())
    return cost_of(path, PATIENCE_SECONDS)


def hold(name: str, folder: Path) -> None:
    used = cost(name, folder)
    assert used.outcome.startswith(READ_OR_REFUSED), used
    assert RejectionReason.ENGINE_FAILED not in used.outcome, used
    assert used.outcome == "read" or name not in RIGHT, used
    assert LEFT_OUT.get(name, "") in used.outcome, used
    assert used.seconds <= WITHIN_SECONDS * slowness(), used
    assert used.bytes <= WITHIN_BYTES, used


@pytest.mark.parametrize("name", QUICK)
def test_quick_ones_end_within_the_bounds(name: str, tmp_path: Path) -> None:
    hold(name, tmp_path)


@pytest.mark.faults
@pytest.mark.parametrize("name", [name for name in HOSTILE_DOCUMENTS if name not in (*QUICK, *LONG)])
def test_every_other_one_ends_within_the_bounds(name: str, tmp_path: Path) -> None:
    hold(name, tmp_path)


@pytest.mark.faults
@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_the_longest_end_within_the_bounds(name: str, tmp_path: Path) -> None:
    hold(name, tmp_path)
