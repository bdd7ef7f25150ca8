"""Papers in: fetched from arXiv, unpacked safely, read from LaTeX or PDF, their framework figure chosen and drawn."""

from diagramloop.data.sources.papers.arxiv import Arxiv, PaperReading

__all__ = ["Arxiv", "PaperReading"]
