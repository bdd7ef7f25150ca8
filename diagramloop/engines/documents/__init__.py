"""Diagrams out of documents: PDF, Word, PowerPoint, Markdown and HTML as graphs and Markdown."""

from diagramloop.engines.documents._model import Diagram, Document, Origin, Place, Refusal
from diagramloop.engines.documents.limits import Limits
from diagramloop.engines.documents.reader import SUFFIXES, read_content, read_document
from diagramloop.engines.parse.look import DiagramKind

__all__ = [
    "SUFFIXES",
    "Diagram",
    "DiagramKind",
    "Document",
    "Limits",
    "Origin",
    "Place",
    "Refusal",
    "read_content",
    "read_document",
]
