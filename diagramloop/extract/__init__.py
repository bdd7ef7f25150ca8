"""Extractors: documents to procedural graphs (text2flow)."""

from diagramloop.extract._extractor import Extraction, Extractor, Round, extracted
from diagramloop.extract._registry import EXTRACTORS, extractor

__all__ = ["EXTRACTORS", "Extraction", "Extractor", "Round", "extracted", "extractor"]
