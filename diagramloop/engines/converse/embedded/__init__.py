"""The embedded roles: word lists and a small trained model, offline on a CPU, English and Chinese."""

from diagramloop.engines.converse.embedded.intent import EmbeddedIntent
from diagramloop.engines.converse.embedded.matcher import EmbeddedMatcher
from diagramloop.engines.converse.embedded.phrasing import EmbeddedPhrasing
from diagramloop.engines.converse.embedded.retriever import EmbeddedRetriever

__all__ = ["EmbeddedIntent", "EmbeddedMatcher", "EmbeddedPhrasing", "EmbeddedRetriever"]
