"""Extractors: documents to procedural graphs (text2flow)."""

from diagramloop.evaluation.contestants.extractors import EXTRACTORS, Extraction, Extractor, Round, extracted, extractor

__all__ = ["EXTRACTORS", "Extraction", "Extractor", "Round", "extracted", "extractor"]
