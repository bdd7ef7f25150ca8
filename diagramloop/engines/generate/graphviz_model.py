"""The code-driven baseline (SciFlow-Bench, Section 5.1): a language model writes DOT, Graphviz draws it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from diagramloop.engines.generate._asking import ModelBacked
from diagramloop.engines.generate._drawing import drawing
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.evaluation.contestants.generators import GeneratedImage, Rejected, one_by_one
from diagramloop.evaluation.contestants.prompts import Prompt, graph_of, prompt_of
from diagramloop.graph import FlowGraph
from diagramloop.graph.dot import read_dot
from diagramloop.graph.formats import DOT
from diagramloop.models.answers import Reading, UnreadError
from diagramloop.models.answers.graphs import BEGINS

_BLOCK = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


class GraphvizModel(ModelBacked):
    """Asks a model for DOT, reads it as a graph, and has the graph drawn as all others are.

    What the model wrote never reaches Graphviz: only what a prompt can ask for does, in DOT of our own writing, so that
    no file is opened, no HTML is laid out, and no layout is asked for that takes for ever.
    """

    name = "graphviz_model"

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Generator`."""
        return one_by_one(self._draw, prompts, seed)

    def _draw(self, prompt: Prompt, seed: int) -> GeneratedImage:
        graph = self._asked("dot", {"description": prompt.text}, Program(), graph_of_dot)
        meant = prompt_of(graph, prompt.id, prompt.style)  # no lengths of edges, no invisible ones
        return drawing(self.name, meant.id, meant.style, graph_of(meant), seed)


@dataclass(frozen=True)
class Program:
    """DOT, in a fenced block or from its keyword to the last brace; whether it can be read is asked of its reader."""

    schema: ClassVar[None] = None
    decides: ClassVar[bool] = True

    def read(self, answer: str) -> Reading[str]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: there is none.
        """
        for block in _BLOCK.findall(answer):
            program = _graph_in(block)
            if program is not None:
                return Reading(program, ("fence",))
        program = _graph_in(answer)
        if program is None:
            raise UnreadError("there is no DOT graph in the answer")
        return Reading(program, () if program == answer else ("prose",))


def graph_of_dot(program: str) -> FlowGraph:
    """The graph of a program.

    Raises:
        FormatError: see :func:`diagramloop.graph.dot.read_dot`; EMPTY: one of no node.
    """
    graph = read_dot(program)
    if not graph.nodes:
        raise FormatError("the DOT graph has no node", reason=RejectionReason.EMPTY)
    return graph


def _graph_in(text: str) -> str | None:
    """All that stands between the beginning of a graph and the last brace."""
    start = BEGINS[DOT.name].search(text)
    end = text.rfind("}", start.end()) if start else -1
    return text[start.start() : end + 1] if start and end >= 0 else None
