"""The semantic agent: holds the logic of gateways and flows against the text (text2flow, Section 4.3.2)."""

from diagramloop.engines.extract.semantic_agent._embedded import EmbeddedSemanticAgent
from diagramloop.engines.extract.semantic_agent._model import ModelSemanticAgent
from diagramloop.engines.extract.semantic_agent._protocol import SemanticAgent

__all__ = ["EmbeddedSemanticAgent", "ModelSemanticAgent", "SemanticAgent"]
