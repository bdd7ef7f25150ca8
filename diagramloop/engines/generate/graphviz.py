"""The embedded generator: a prompt's structure as DOT, drawn by Graphviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from diagramloop.engines.generate._drawing import drawing
from diagramloop.evaluation.contestants.generators import GeneratedImage, Rejected, one_by_one
from diagramloop.evaluation.contestants.prompts import Prompt, graph_of


class Graphviz:
    """Takes components and relations from the prompt's structure: the row of perfect obedience."""

    name = "graphviz"

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Generator`."""
        return one_by_one(self._draw, prompts, seed)

    def _draw(self, prompt: Prompt, seed: int) -> GeneratedImage:
        return drawing(self.name, prompt.id, prompt.style, graph_of(prompt), seed)
