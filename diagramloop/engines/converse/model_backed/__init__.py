"""FloCA's roles played by a chat model; the flowchart stays with the tool.

A role answers from a closed set (an outgoing edge, a purpose, an FAQ) or with words to say. Whatever else a model
writes, in good faith or because a user or a chart talked it into it, is none of these: the dialogue then stays
at its node. So an illegal transition cannot be expressed, let alone made.
"""

from diagramloop.engines.converse.model_backed.intent import ModelIntent
from diagramloop.engines.converse.model_backed.matcher import ModelMatcher
from diagramloop.engines.converse.model_backed.phrasing import ModelPhrasing
from diagramloop.engines.converse.model_backed.retriever import ModelRetriever

__all__ = ["ModelIntent", "ModelMatcher", "ModelPhrasing", "ModelRetriever"]
