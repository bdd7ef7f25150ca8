"""PFDial: single turns along process flowcharts in PlantUML, in Chinese.

Zhang et al., "PFDial: A Structured Dialogue Instruction Fine-tuning Method Based on UML Flowcharts", Findings of ACL
2025. The folder holds ``test_id_formatA(main).json`` (charts like those of the training part),
``test_ood_formatA(main).json`` (others) and ``train_formatA(main).json``: lists of ``{"id": "CHART_TURN_PARAPHRASE",
"flowchart", "current_state", "next_state", "user_input", "robot_output"}``. Every row repeats its chart's text;
states are named by what is written on them, a text of several lines by the first, ``<start>`` and ``<end>`` by
their circles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from diagramloop.data.sources._dialogues import FAQ, Transition
from diagramloop.data.sources._files import check_id, read_json
from diagramloop.data.sources._model import Chart, Defect, Question, Rejected
from diagramloop.data.sources._rows import Row, Text, validate
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import Edge, FlowGraph, NodeKind
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.graph.plantuml import read_plantuml

_CIRCLES = {"<start>": NodeKind.START, "<end>": NodeKind.END}
_SUFFIX = "_formatA(main).json"
_TEST, _TRAIN = "test_", "train"


class _ChartRow(Row):
    id: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,40}(_[0-9A-Za-z]{1,40})*$")]
    flowchart: Annotated[str, Field(max_length=1_000_000)]


class _TurnRow(_ChartRow):
    current_state: Text
    next_state: Text
    user_input: Text
    robot_output: Text


@dataclass(frozen=True)
class _Raw:
    """A row as it stands in the file of ``split``."""

    split: str
    position: int
    content: Any

    @property
    def id(self) -> str:
        """``SPLIT_CHART_TURN_PARAPHRASE``; the position instead where the row has no id."""
        own = self.content.get("id") if isinstance(self.content, dict) else None
        return f"{self.split}_{own if isinstance(own, str) else self.position}"


class PFDial:
    """The folder ``root`` read as PFDial.

    Args:
        root: the folder.
        split: ``id`` (in domain), ``ood`` (out of domain), ``train``, or what stands in the name of another test file;
            None for all test parts that lie there, whose charts say to which they belong.
    """

    name = "pfdial"
    licence = "none stated: measure only, do not redistribute"
    public_since = "2025-03"

    def __init__(self, root: Path, split: str | None = None) -> None:
        self._root, self._split = root, split

    def charts(self) -> Iterator[Chart | Rejected]:
        """Each chart once, in the order of the first turn on it, named ``SPLIT_CHART``.

        Of several texts with one number the later ones are ``SPLIT_CHART-2`` and so on.

        Raises:
            SourceError: there is no file of the split, or one is not a list.
        """
        yield from self._charts.values()

    def questions(self) -> Iterator[Question | Rejected]:
        """None: PFDial asks in turns."""
        yield from ()

    def faqs(self, chart: str) -> tuple[FAQ, ...]:
        """None: the charts come without domain knowledge.

        Raises:
            SourceError: there is no such usable chart.
        """
        if not isinstance(self._charts.get(chart), Chart):
            raise SourceError(f"no usable chart {chart!r}")
        return ()

    def transitions(self) -> Iterator[Transition | Rejected]:
        """Every turn as a step along its chart, in file order; raises as :meth:`charts`.

        A turn whose states are not on its chart, or not joined by an edge of it, is rejected (INVALID).
        """
        for raw in self._rows:
            try:
                yield self._transition(raw)
            except DiagramloopError as error:
                yield Rejected.of(error, raw.id, self.name, "dialogue")

    def defects(self) -> Iterator[Defect]:
        """Defects in turns that are used.

        ``silent_user``: the user says nothing; ``ambiguous_states``: several edges fit the two states, and the first
        was taken.
        """
        for raw in self._rows:
            try:
                row, _, edges = self._step(raw)
            except DiagramloopError:
                continue  # has a row of its own among the rejected
            if not row.user_input.strip():
                yield Defect(raw.id, "silent_user", 1)
            if len(edges) > 1:
                yield Defect(raw.id, "ambiguous_states", len(edges) - 1)

    @cached_property
    def _rows(self) -> list[_Raw]:
        if self._split is not None:
            return self._rows_of(_file(check_id(self._split)))
        paths = sorted(self._root.glob(f"{_TEST}*{_SUFFIX}"))
        if not paths:
            raise SourceError(f"no {_TEST}*{_SUFFIX} in {self._root.name}")
        return [raw for path in paths for raw in self._rows_of(path.name)]

    def _rows_of(self, file: str) -> list[_Raw]:
        rows = read_json(self._root, file)
        if not isinstance(rows, list):
            raise SourceError(f"{file} is not a list of turns", reason=RejectionReason.INVALID)
        split = check_id(file.removeprefix(_TEST).removesuffix(_SUFFIX))
        return [_Raw(split, position, row) for position, row in enumerate(rows)]

    @cached_property
    def _chart_ids(self) -> dict[tuple[str, str], str]:
        """Names of the charts by split and text."""
        names: dict[tuple[str, str], str] = {}
        for raw in self._rows:
            try:
                row = validate(_ChartRow, raw.content)
            except DiagramloopError:
                continue  # its turn is rejected
            number = f"{raw.split}_{row.id.partition('_')[0]}"
            if (raw.split, row.flowchart) not in names:
                taken = set(names.values())
                free = (number, *(f"{number}-{again}" for again in range(2, len(taken) + 3)))
                names[raw.split, row.flowchart] = next(name for name in free if name not in taken)
        return names

    @cached_property
    def _charts(self) -> dict[str, Chart | Rejected]:
        charts: dict[str, Chart | Rejected] = {}
        for (split, text), id in self._chart_ids.items():
            try:
                charts[id] = self._chart(id, split, text)
            except DiagramloopError as error:
                charts[id] = Rejected.of(error, id, self.name, "chart")
        return charts

    def _chart(self, id: str, split: str, text: str) -> Chart:
        graph = read_plantuml(text)
        return Chart(
            id=check_id(id),
            source=self.name,
            domain=split,
            licence=self.licence,
            mermaid=write_mermaid(graph).text,
            graph=graph,
            origin=_file(split),
            split=split,
        )

    def _step(self, raw: _Raw) -> tuple[_TurnRow, Chart, list[Edge]]:
        """A turn, its chart, and the edges that fit its two states, at least one.

        Raises:
            SourceError: INVALID, or the reason for which the chart was rejected.
        """
        row = validate(_TurnRow, raw.content)
        chart = self._charts[self._chart_ids[raw.split, row.flowchart]]
        if isinstance(chart, Rejected):
            raise SourceError(f"its chart is not usable: {chart.detail}", reason=chart.reason)
        sources, targets = (_nodes_named(chart.graph, state) for state in (row.current_state, row.next_state))
        edges = [edge for edge in chart.graph.edges if edge.source in sources and edge.target in targets]
        if not edges:
            missing = "no edge between its states" if sources and targets else "a state that is not on the chart"
            raise SourceError(missing, reason=RejectionReason.INVALID)
        return row, chart, edges

    def _transition(self, raw: _Raw) -> Transition:
        row, chart, (edge, *_) = self._step(raw)
        return Transition(raw.id, chart.id, edge.source, row.user_input, edge.target, edge.label, row.robot_output)


def _file(split: str) -> str:
    return f"{split if split == _TRAIN else _TEST + split}{_SUFFIX}"


def _nodes_named(graph: FlowGraph, state: str) -> frozenset[str]:
    if state in _CIRCLES:
        return frozenset(node.id for node in graph.nodes if node.kind is _CIRCLES[state])
    return frozenset(node.id for node in graph.nodes if state in (node.text, node.text.partition("\n")[0]))
