"""Extractors: documents to procedural graphs (text2flow)."""

from flowbench.extract._extractor import Extraction, Extractor, Round
from flowbench.extract._registry import EXTRACTORS, extractor

__all__ = ["EXTRACTORS", "Extraction", "Extractor", "Round", "extractor"]
