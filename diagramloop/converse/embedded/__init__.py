"""The embedded roles: word lists and a small trained model, offline on a CPU, English and Chinese."""

from diagramloop.converse.embedded.intent import EmbeddedIntent
from diagramloop.converse.embedded.matcher import EmbeddedMatcher
from diagramloop.converse.embedded.phrasing import EmbeddedPhrasing
from diagramloop.converse.embedded.retriever import EmbeddedRetriever

__all__ = ["EmbeddedIntent", "EmbeddedMatcher", "EmbeddedPhrasing", "EmbeddedRetriever"]
