"""BPMN MIWG test suite: diagrams that many tools drew, each with the tool's own export of the model.

The Model Interchange Working Group of the OMG, https://www.omgwiki.org/bpmn-miwg, CC BY 3.0. The folder holds
``ID.png`` and ``ID.bpmn`` for the ids that ``pairs.json`` lists (``[{"id", "tool", ...}]``).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, MAX_TEXT_BYTES, check_id, read_bytes, read_json
from diagramloop.data.sources._model import Chart, Defect, Question, Rejected
from diagramloop.data.sources._rows import Ids, Row, Said, validate
from diagramloop.data.sources._splits import Split, in_split
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.bpmn import read_bpmn
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.pixels import rgb_image

_INDEX = "pairs.json"


class _Pair(Row):
    id: Ids
    tool: Said


class BpmnMiwg:
    """The folder ``root`` read as a part of the test suite; a chart's domain is the tool that drew it.

    Exports place shapes in the tool's own units. A graph has places in pixels of its picture where the model's boxes
    are found there (:mod:`diagramloop.data.sources.registration`), else none; :meth:`defects` says which and why.

    Args:
        split: a third of the tools is held, by the hash of their names.
    """

    name = "bpmn-miwg"
    licence = "CC-BY-3.0"
    public_since = "2013"

    def __init__(self, root: Path, split: Split = "all") -> None:
        self._root, self._split = root, split
        self._unplaced: dict[str, str] = {}  # why, by id, of those that were read

    def charts(self) -> Iterator[Chart | Rejected]:
        """Every listed diagram in the order of the list, or why it is not usable.

        Raises:
            SourceError: ``pairs.json`` is absent or not in its documented form.
        """
        rows = read_json(self._root, _INDEX)
        if not isinstance(rows, list):
            raise SourceError(f"{_INDEX} is not a list", reason=RejectionReason.INVALID)
        for number, row in enumerate(rows):
            id = str(row.get("id", number)) if isinstance(row, dict) else str(number)
            try:
                pair = validate(_Pair, row)
                if in_split(pair.tool, self._split, parts=3, held=0):
                    yield self._chart(pair)
            except DiagramloopError as error:
                yield Rejected.of(error, id[:100], self.name, "chart")

    def defects(self) -> Iterator[Defect]:
        """The charts that have no places, one by one, with the reason."""
        for row in self.charts():
            if isinstance(row, Chart) and row.picture and row.graph.size is None:
                yield Defect(row.id, f"no places: {self._unplaced[row.id]}", len(row.graph.nodes))

    def questions(self) -> Iterator[Question | Rejected]:
        """None: nobody asked any."""
        yield from ()

    def _chart(self, pair: _Pair) -> Chart:
        model = read_bpmn(read_bytes(self._root, f"{check_id(pair.id)}.bpmn", MAX_TEXT_BYTES))
        if not model.nodes:
            raise SourceError("nothing is drawn", reason=RejectionReason.EMPTY)
        picture = self._picture(pair.id)
        graph = self._graph(pair.id, model, picture)
        return Chart(
            id=pair.id,
            source=self.name,
            domain=pair.tool,
            licence=self.licence,
            mermaid=write_mermaid(graph).text,
            graph=graph,
            picture=picture,
            origin=f"{pair.id}.bpmn",
        )

    def _picture(self, id: str) -> bytes | None:
        return read_bytes(self._root, f"{id}.png", MAX_PICTURE_BYTES)

    def _graph(self, id: str, model: FlowGraph, picture: bytes | None) -> FlowGraph:
        """Of places that are all in the picture, or of none: a graph that has some could be compared in no way."""
        if picture is None:
            return model.without_geometry()
        from diagramloop.data.sources.registration import registered  # with packages that only readers need

        pixels = np.asarray(rgb_image(picture))
        try:
            return registered(model, pixels).on(model, (pixels.shape[1], pixels.shape[0]))
        except SourceError as error:
            self._unplaced[id] = str(error)
            return model.without_geometry()


class BpmnModels(BpmnMiwg):
    """The models alone, for one's own drawings: graphs have their places in the units of their tools, no pictures."""

    name = "bpmn-models"

    def _picture(self, id: str) -> None:
        del id

    def _graph(self, id: str, model: FlowGraph, picture: bytes | None) -> FlowGraph:
        del id, picture
        return model
