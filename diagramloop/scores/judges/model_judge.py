"""A vision-language model as the judge (SciFlow-Bench, Appendices A.2 and A.3; the paper asks GPT-4o).

It sees the prompt and the graph, or the picture, and nothing that tells which system made it. All of these come from
outside: texts are quoted as JSON and cut to size, pictures are drawn anew so that nothing hidden in their files is
sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from diagramloop.errors import ModelError, PictureError
from diagramloop.graph import Edge, FlowGraph
from diagramloop.models.answer_text import answered, sayable
from diagramloop.models.answers import Choice, Chosen, ask
from diagramloop.models.chat import ChatModel, Message, model_of
from diagramloop.models.pixels import png, rgb_image
from diagramloop.models.prompts import Prompts, as_json
from diagramloop.scores.parts import Part

MAX_ELEMENTS = 400  # nodes, groups, or edges that the judge is shown of a graph
MAX_LABEL = 200  # characters of a label
MAX_PROMPT = 20_000  # characters of a prompt
MAX_SIDE = 2_048  # pixels of a picture

_MARK = Choice("mark", dict.fromkeys(("1", "2", "3", "4", "5"), ""), optional=False)
_AGAIN = "That was not a mark. Answer with one digit from 1 to 5 and nothing else."


class ModelJudge:
    """The judge.

    Args:
        model: a chat model that sees pictures, or its configuration (:func:`diagramloop.models.chat.chat_model`).
        max_tokens: of an answer; the allowance of a mark if None, see :mod:`diagramloop.models.allowances`.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    Attributes:
        name: of the model.
    """

    def __init__(
        self, model: ChatModel | Mapping[str, Any], max_tokens: int | None = None, prompts: str | None = None
    ) -> None:
        self._model = model_of(model)
        self._prompts = Prompts("diagramloop.scores.judges", prompts)
        self._max_tokens = max_tokens
        self.name = self._model.name

    def alignment(self, prompt: str, graph: FlowGraph | None) -> Part:
        """See :meth:`Judge.alignment`; what is beyond bounds is left out and counted in what the model is shown."""
        if graph is None:
            return Part(0.0, self.name)
        material = {"request": sayable(prompt)[:MAX_PROMPT], "graph": _shown(graph)}
        return self._marked("alignment", Message("user", as_json(material)))

    def visual_flow(self, picture: bytes | None) -> Part:
        """See :meth:`Judge.visual_flow`."""
        try:
            drawn = _redrawn(picture or b"")
        except PictureError:
            return Part(0.0, self.name)
        return self._marked("visual_flow", Message("user", "The diagram to be marked:", (drawn,)))

    def _marked(self, question: str, material: Message) -> Part:
        messages = [Message("system", self._prompts.text(question)), material]
        try:
            mark = self._mark(question, messages)
        except ModelError as error:
            return Part(None, self.name, f"the judge {self.name}: {error}")
        return Part((int(mark.key) - 1) / 4, self.name)

    def _mark(self, question: str, messages: list[Message]) -> Chosen:
        """The mark, asked for once more if the answer is none.

        Raises:
            ModelError: there is no answer; UNREADABLE, twice no mark.
        """
        heard = ask(self._model, question, messages, _MARK, max_tokens=self._max_tokens)
        if heard.unread and heard.reply.text:
            answer = Message("assistant", answered(heard.reply.text)[:MAX_LABEL])
            again = [*messages, answer, Message("user", _AGAIN)]
            heard = ask(self._model, question, again, _MARK, max_tokens=self._max_tokens)
        return heard.needed()


def _shown(graph: FlowGraph) -> dict[str, Any]:
    """The graph as the judge is shown it, under names that say nothing."""
    names = {node.id: f"c{number}" for number, node in enumerate(graph.nodes, 1)}
    names |= {group.id: f"m{number}" for number, group in enumerate(graph.groups, 1)}
    parts: dict[str, list[dict[str, str]]] = {"modules": [], "components": [], "connections": []}
    for group in graph.groups:
        parts["modules"].append(_told(name=names[group.id], title=group.text, inside=names.get(group.parent or "", "")))
    for node in graph.nodes:
        inside = names.get(node.group or "", "")
        parts["components"].append(_told(name=names[node.id], text=node.text, kind=node.kind, inside=inside))
    for edge in graph.edges:
        if edge.arcs():
            parts["connections"].append(_told(ways=_ways(edge, names), label=edge.label))
    return _cut(parts)


def _cut(parts: Mapping[str, list[dict[str, str]]]) -> dict[str, Any]:
    """At most :data:`MAX_ELEMENTS` of each part, and how many are left out."""
    shown: dict[str, Any] = {part: rows[:MAX_ELEMENTS] for part, rows in parts.items()}
    left_out = {part: len(rows) - MAX_ELEMENTS for part, rows in parts.items() if len(rows) > MAX_ELEMENTS}
    return shown | ({"left out": left_out} if left_out else {})


def _ways(edge: Edge, names: Mapping[str, str]) -> str:
    return " and ".join(f"{names[u]} to {names[v]}" for u, v in edge.arcs())


def _told(**facts: str) -> dict[str, str]:
    return {name: " ".join(sayable(fact).split())[:MAX_LABEL] for name, fact in facts.items() if fact}


def _redrawn(picture: bytes) -> bytes:
    """The picture as a PNG of at most 2,048 pixels a side that holds its pixels and nothing else."""
    return png(np.asarray(rgb_image(picture, MAX_SIDE)))
