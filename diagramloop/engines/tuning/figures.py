"""Examples of pictures: charts of a data set drawn in other colours, with their masks or with letters and Mermaid."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from diagramloop.data.sources import Chart, open_source
from diagramloop.data.synth import Drawing, drawn, look_named
from diagramloop.data.synth.drawing import decoded, random_numbers
from diagramloop.engines.parse.labelled_picture import labelled_picture, marks, under_marks
from diagramloop.engines.parse.model_backed._asking import Asker
from diagramloop.engines.parse.model_backed._mermaid import Mermaid
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.tuning.chat_turns import CHAT, Teacher, chat_row
from diagramloop.engines.tuning.examples import COMMON, PICTURE, THINGS, Subject
from diagramloop.engines.tuning.instances import ANNOTATION, annotations_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.lineage import chart_fingerprint, drawing_fingerprint
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import write_mermaid

OWN = "own"
Texts = Literal["random", "own"]
_SYLLABLES = [a + b for a in "bcdfghklmnprstvwz" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")]
_MOST_SYLLABLES = 4


class Figures:
    """Charts of a data set, drawn anew.

    Args:
        root: the data set's folder.
        charts: a data set of charts by name, or ``package.module:Class``.
        chart_options: of it, such as a split.
        look, look_options: in which they are drawn (:data:`diagramloop.data.synth.drawn.LOOKS`); ``own`` shows the data
            set's own pictures as they are.
        texts: ``random`` words in place of each chart's own, or its ``own``.

    Raises:
        DiagramloopError: no such data set or look, or it takes other options.
    """

    varies = True

    def __init__(
        self,
        root: Path,
        charts: str = "corpus",
        chart_options: Mapping[str, Any] | None = None,
        look: str = "tinted",
        look_options: Mapping[str, Any] | None = None,
        texts: Texts = "random",
    ) -> None:
        self._source = open_source(charts, root, **(chart_options or {}))
        self.licence: str = self._source.licence
        self._look = None if look == OWN else look_named(look, look_options or {})
        self._texts = texts

    def subjects(self) -> Sequence[Subject]:
        """See :class:`~diagramloop.engines.tuning.examples.Examples`: the charts that can be read.

        A drawing of the data set's own is part of what its chart says: others may have drawn the same.
        """
        return [Subject(id, self._things(chart)) for id, chart in self._charts.items()]

    def drawing(self, subject: str, seed: str) -> Drawing:
        """The chart drawn; raises as :func:`diagramloop.data.synth.drawn`."""
        chart = self._charts[subject]
        if self._look is None:
            return Drawing(decoded(chart.picture or b""), chart.graph, OWN, seed)
        worded = chart.graph if self._texts == "own" else reworded(chart.graph, random_numbers(f"texts {seed}"))
        return drawn(worded, self._look, seed)

    def _things(self, chart: Chart) -> tuple[str, ...]:
        own = (drawing_fingerprint(chart.source, chart.id),) if self._look is None else ()
        return (*own, chart_fingerprint(chart.graph))

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        found = (chart for chart in self._source.charts() if isinstance(chart, Chart))
        return {chart.id: chart for chart in found if self._look or chart.picture}


class NodeInstances(Figures):
    """Pictures with the masks and boxes of their nodes: what FlowMask2Former learns (Follow the Flow, A.2)."""

    schema = pa.schema([*COMMON, pa.field("picture", PICTURE), pa.field("objects", pa.list_(ANNOTATION)), *THINGS])

    def row(self, subject: str, seed: str) -> Mapping[str, Any]:
        """See :class:`~diagramloop.engines.tuning.examples.Examples`."""
        made = self.drawing(subject, seed)
        objects = annotations_of(made.graph)
        if not objects:
            raise DiagramloopError(f"no node of {subject} has an outline", reason=RejectionReason.EMPTY)
        return {"picture": {"bytes": made.png, "path": f"{subject}.png"}, "objects": objects}


class LetteredMermaid(Figures):
    """Pictures with letters on the nodes, and the Mermaid under these letters: what Flow2Mermaid learns.

    Args:
        longest_side: of what the model is shown, in pixels, as the parser ``flow2mermaid`` shows it.
        figures: see :class:`Figures`.
    """

    schema = CHAT

    def __init__(self, root: Path, longest_side: int = 1024, **figures: Any) -> None:
        super().__init__(root, **figures)
        self._teacher = Teacher()
        self._asker = Asker(self._teacher, longest_side=longest_side)

    def row(self, subject: str, seed: str) -> Mapping[str, Any]:
        """See :class:`~diagramloop.engines.tuning.examples.Examples`: the very prompt of the parser
        ``flow2mermaid``.
        """
        made = self.drawing(subject, seed)
        id_of = marks(made.graph)
        boxes = {mark: made.graph.node_by_id[id].box for mark, id in id_of.items()}
        shown = labelled_picture(made.png, {mark: box for mark, box in boxes.items() if box is not None})
        gold = write_mermaid(under_marks(made.graph.without_geometry(), id_of)).text
        self._teacher.answer = gold
        self._asker.ask("flow2mermaid", self._asker.view(read_picture(shown)), Mermaid())
        return chat_row(self._teacher.heard, gold, gold)


def reworded(graph: FlowGraph, rng: np.random.Generator) -> FlowGraph:
    """The graph with random words for all words in it, as many and about as long; signs without letters stay."""
    nodes = tuple(_with_text(node, "text", rng) for node in graph.nodes)
    edges = tuple(_with_text(edge, "label", rng) for edge in graph.edges)
    groups = tuple(group.model_copy(update={"text": _random(group.text, rng)}) for group in graph.groups)
    return graph.replace(nodes=nodes, edges=edges, groups=groups)


def _with_text(element: Any, name: str, rng: np.random.Generator) -> Any:
    return element.model_copy(update={name: _random(getattr(element, name), rng)})


def _random(text: str, rng: np.random.Generator) -> str:
    return "\n".join(" ".join(_word(word, rng) for word in line.split(" ")) for line in text.split("\n"))


def _word(word: str, rng: np.random.Generator) -> str:
    """A word of syllables, about as long, with the same signs around it and the same capitals."""
    inner = word.strip(string.punctuation)
    if not any(sign.isalpha() for sign in inner):
        return word
    count = min(_MOST_SYLLABLES, max(1, round(len(inner) / 2.5)))
    made = "".join(_SYLLABLES[place] for place in rng.integers(0, len(_SYLLABLES), count).tolist())
    shaped = made.upper() if inner.isupper() and len(inner) > 1 else made.capitalize() if inner[0].isupper() else made
    return word.replace(inner, shaped, 1)
