"""BPMN MIWG test suite: diagrams that many tools drew, each with the tool's own export of the model.

The Model Interchange Working Group of the OMG, https://www.omgwiki.org/bpmn-miwg, CC BY 3.0. The folder holds
``ID.png`` and ``ID.bpmn`` for the ids that ``pairs.json`` lists (``[{"id", "tool", ...}]``).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.bpmn import read_bpmn
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.sources._files import MAX_PICTURE_BYTES, MAX_TEXT_BYTES, check_id, read_bytes, read_json
from diagramloop.sources._model import Chart, Question, Rejected
from diagramloop.sources._rows import Ids, Row, Said, validate
from diagramloop.sources._splits import Split, in_split

_INDEX = "pairs.json"


class _Pair(Row):
    id: Ids
    tool: Said


class BpmnMiwg:
    """The folder ``root`` read as a part of the test suite; a chart's domain is the tool that drew it.

    Graphs have no geometry: exports place shapes in the tool's own units, which are not the picture's pixels.

    Args:
        split: a third of the tools is held, by the hash of their names.
    """

    name = "bpmn-miwg"
    licence = "CC-BY-3.0"

    def __init__(self, root: Path, split: Split = "all") -> None:
        self._root, self._split = root, split

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

    def questions(self) -> Iterator[Question | Rejected]:
        """None: nobody asked any."""
        yield from ()

    def _chart(self, pair: _Pair) -> Chart:
        graph = self._graph(read_bpmn(read_bytes(self._root, f"{check_id(pair.id)}.bpmn", MAX_TEXT_BYTES)))
        return Chart(
            id=pair.id,
            source=self.name,
            domain=pair.tool,
            licence=self.licence,
            mermaid=write_mermaid(graph).text,
            graph=graph,
            picture=self._picture(pair.id),
            origin=f"{pair.id}.bpmn",
        )

    def _picture(self, id: str) -> bytes | None:
        return read_bytes(self._root, f"{id}.png", MAX_PICTURE_BYTES)

    def _graph(self, model: FlowGraph) -> FlowGraph:
        return _drawn(model).without_geometry()


class BpmnModels(BpmnMiwg):
    """The models alone, for one's own drawings: graphs have their places in the units of their tools, no pictures."""

    name = "bpmn-models"

    def _picture(self, id: str) -> None:
        del id

    def _graph(self, model: FlowGraph) -> FlowGraph:
        return _drawn(model)


def _drawn(graph: FlowGraph) -> FlowGraph:
    if not graph.nodes:
        raise SourceError("nothing is drawn", reason=RejectionReason.EMPTY)
    return graph
