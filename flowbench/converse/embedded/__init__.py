"""The embedded roles: word lists and a small trained model, offline on a CPU, English and Chinese."""

from flowbench.converse.embedded._tokens import is_chinese
from flowbench.converse.embedded.intent import EmbeddedIntent
from flowbench.converse.embedded.matcher import EmbeddedMatcher
from flowbench.converse.embedded.phrasing import EmbeddedPhrasing
from flowbench.converse.embedded.retriever import EmbeddedRetriever

__all__ = ["EmbeddedIntent", "EmbeddedMatcher", "EmbeddedPhrasing", "EmbeddedRetriever", "is_chinese"]
