"""RAG-enhanced graph serialisation: only the retrieved part of the chart in the prompt (FloCA, Section 6.1, 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from diagramloop.engines.converse.end_to_end import EndToEnd, Sight, View, nodes_of
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.graph_serialisation import edge_list
from diagramloop.engines.converse.retrievers import EMBEDDED
from diagramloop.evaluation.contestants.agents import Retriever
from diagramloop.models.chat import ChatModel
from diagramloop.scores import similarity_named

RETRIEVED = 5  # nodes per turn; the edges that touch them are shown


class RagGraphSerialisation(EndToEnd):
    """The model reads the edges that touch the nodes most like what was just said; see :class:`EndToEnd`.

    Args:
        model, retriever, prompts: see :class:`EndToEnd`.
        similarity: of texts, by name (:func:`diagramloop.scores.similarity_named`).
        retrieved: how many nodes.
    """

    name = "rag_graph_serialisation"

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any],
        retriever: Retriever | str = EMBEDDED,
        similarity: str = "minilm",
        retrieved: int = RETRIEVED,
        prompts: str | None = None,
    ) -> None:
        super().__init__(model, retriever, prompts)
        self._similarity = similarity_named(similarity)
        self._retrieved = retrieved

    def view(self, tool: FlowchartTool) -> View:
        """The neighbourhood of the retrieved nodes, retrieved anew every turn."""
        text = nodes_of(tool)
        ids = list(text)

        def retrieved(utterance: str) -> Sight:
            alike = self._similarity.matrix([utterance], list(text.values()))[0]
            nearest = np.argsort(-alike, kind="stable")[: self._retrieved]
            return Sight(edge_list(tool, {ids[number] for number in nearest.tolist()}))

        return retrieved
