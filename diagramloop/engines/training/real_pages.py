"""Real pages to learn from: hdBPMN's, with the truth of their pixels as far as their models give it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import numpy as np

from diagramloop.data.sources.hdbpmn import HdBpmn, Page
from diagramloop.data.synth.ink_page import InkPage
from diagramloop.data.synth.real_page import real_page
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.models.pixels import rgb_image


def hdbpmn_page(seed: str, folder: str, split: str = "train") -> InkPage:
    """A page of the split, chosen by the seed: a source of training pages.

    Args:
        folder: of hdBPMN.
        split: of its writers: train or validation.

    Raises:
        SourceError: there is no such folder, or it has no page of the split.
    """
    pages = _pages(folder, split)
    page = pages[int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "little") % len(pages)]
    pixels = np.ascontiguousarray(np.asarray(rgb_image(page.picture.read_bytes())))
    return real_page(pixels, page.graph, [word.box for word in page.words])


def things_of_hdbpmn(folder: str, split: str = "train") -> list[str]:
    """Fingerprints of the charts on the pages of a split, as boards know them."""
    return sorted({chart_fingerprint(page.graph) for page in _pages(folder, split)})


hdbpmn_page.things = things_of_hdbpmn  # type: ignore[attr-defined]  # as pages.things_of asks of a source


@lru_cache(maxsize=2)
def _pages(folder: str, split: str) -> tuple[Page, ...]:
    found = tuple(page for page in HdBpmn(Path(folder), split).pages() if isinstance(page, Page))  # type: ignore[arg-type]
    if not found:
        raise SourceError(f"hdBPMN in {folder} has no page of the split {split!r}", reason=RejectionReason.EMPTY)
    return found
