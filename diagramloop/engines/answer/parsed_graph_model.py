"""A model that answers from the picture with the graph between that was read of it.

Structure between seeing and answering: Ye et al., "Beyond End-to-End VLMs: Leveraging Intermediate Text Representations
for Superior Flowchart Understanding" (TextFlow, 2024), which shows the text alone; Follow the Flow, Section 5.2, reads
the graph likewise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.asking import Need
from diagramloop.engines.answer._asking import MAX_QUOTED, AskedModel
from diagramloop.evaluation.contestants.answerers import AnswerTask, graph_of, picture_of
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models import prompts as quoting
from diagramloop.models.chat import ChatModel


class ParsedGraphModel(AskedModel):
    """Gives the graph as Mermaid text, and the picture beside it; see :class:`AskedModel`.

    Args:
        chat: the model, or its plain configuration.
        picture: whether it sees the picture too; without, a model of words will do.
        prompts: a folder of one's own.
    """

    name = "parsed_graph_model"

    def __init__(self, chat: ChatModel | Mapping[str, Any], picture: bool = True, prompts: str | None = None) -> None:
        super().__init__(chat, prompts)
        self._picture = picture
        self.needs = (Need.PICTURE,) if picture else ()

    def told(self, task: AnswerTask) -> dict[str, str]:
        """The graph as Mermaid text.

        Raises:
            AnswerError: none was read (NO_DIAGRAM, EMPTY).
        """
        return {"flowchart": quoting.quoted(write_mermaid(graph_of(task)).text, MAX_QUOTED)}

    def pictures(self, task: AnswerTask) -> tuple[bytes, ...]:
        """The chart's picture, unless it is not to be seen.

        Raises:
            AnswerError: the task has none (NOT_ASKED).
        """
        return (picture_of(task),) if self._picture else ()
