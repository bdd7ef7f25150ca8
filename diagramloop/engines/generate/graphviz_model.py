"""The code-driven baseline (SciFlow-Bench, Section 5.1): a language model writes DOT, Graphviz draws it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from diagramloop.engines.generate._asking import ModelBacked
from diagramloop.engines.generate._drawing import drawing
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.evaluation.contestants.generators import GeneratedImage, Rejected, one_by_one
from diagramloop.evaluation.contestants.prompts import Prompt, graph_of, prompt_of
from diagramloop.graph import FlowGraph
from diagramloop.graph.dot import read_dot
from diagramloop.models.answer_text import answered

_BLOCK = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_NAME = r'(?:\s+[\w.-]+|\s*"[^"]{0,200}")?'
_GRAPH_START = re.compile(r"\b(?:strict\s+)?(?:di)?graph\b" + _NAME + r"\s*\{", re.IGNORECASE)


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
        graph = self._asked("dot", {"description": prompt.text}, graph_in)
        meant = prompt_of(graph, prompt.id, prompt.style)  # no lengths of edges, no invisible ones
        return drawing(self.name, meant.id, meant.style, graph_of(meant), seed)


def graph_in(answer: str) -> FlowGraph:
    """The graph whose DOT stands in a model's answer: in a fenced block, or from its keyword to the last brace.

    Raises:
        FormatError: as :func:`diagramloop.graph.dot.read_dot`; EMPTY: no graph in the answer, or one of no node.
    """
    response = answered(answer)
    program = next(filter(None, map(_graph_in, (*_BLOCK.findall(response), response))), None)
    if program is None:
        raise FormatError("there is no DOT graph in the answer", reason=RejectionReason.EMPTY)
    graph = read_dot(program)
    if not graph.nodes:
        raise FormatError("the DOT graph has no node", reason=RejectionReason.EMPTY)
    return graph


def _graph_in(text: str) -> str | None:
    """All that stands between the beginning of a graph and the last brace."""
    start = _GRAPH_START.search(text)
    end = text.rfind("}", start.end()) if start else -1
    return text[start.start() : end + 1] if start and end >= 0 else None
