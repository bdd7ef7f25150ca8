"""The embedded extractor: procedural graphs from text without a language model."""

from __future__ import annotations

from flowbench.extract._extractor import Extraction
from flowbench.extract.embedded.builder import build
from flowbench.extract.embedded.reading import read
from flowbench.extract.embedded.segmentation import sentences
from flowbench.extract.embedded.tagger import Weights, mentions, shipped_weights

__all__ = ["Embedded"]


class Embedded:
    name = "embedded"

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights

    def extract(self, text: str) -> Extraction:
        document = sentences(text)
        found = mentions(document, self._weights or shipped_weights())
        readings = [read(sentence, here) for sentence, here in zip(document, found, strict=True)]
        return Extraction(build(readings))
