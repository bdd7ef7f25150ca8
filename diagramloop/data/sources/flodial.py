"""FloDial: troubleshooting dialogues grounded in flowcharts and FAQs.

Raghu et al., "End-to-End Learning of Flowchart Grounded Task-Oriented Dialogs", EMNLP 2021. The folder holds
``knowledge-sources/CHART.json`` (see :mod:`diagramloop.graph.flodial_json`, with ``supporting_faqs`` beside the
chart), files of dialogues such as ``dialogs/test_dialogs.json`` (``{id: {"flowchart", "utterences"}}``, spelled so)
and lists of the ids of each part (:mod:`diagramloop.data.sources._flodial_splits`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from diagramloop.data.sources._dialogues import FAQ, Dialogue
from diagramloop.data.sources._files import check_id, read_json, read_text
from diagramloop.data.sources._flodial_splits import FloDialSplits
from diagramloop.data.sources._grounding import Utterance, dialogue_of, walked_path
from diagramloop.data.sources._model import Chart, Defect, Question, Rejected
from diagramloop.data.sources._rows import Row, Said, Text, validate
from diagramloop.errors import DiagramloopError, SourceError
from diagramloop.graph.algorithms import terminals
from diagramloop.graph.flodial_json import read_flodial
from diagramloop.graph.mermaid import write_mermaid

_BEFORE_THE_CHART = "chart-0"  # grounds the user's first utterance: the problem itself, no node


class _FAQRow(Row):
    id: Said
    q: Said
    a: Text


class _Knowledge(Row):
    category: Said
    supporting_faqs: Annotated[list[_FAQRow], Field(max_length=10_000, default_factory=list)]


class _Utterance(Row):
    speaker: Literal["user", "agent"]
    utterance: Text
    grounded_doc_id: Annotated[str, Field(pattern=r"^(chart|faq)-.")] | None = None

    @property
    def grounded(self) -> Utterance:
        """The utterance with the node or FAQ it is grounded in."""
        kind, _, number = (self.grounded_doc_id or "").partition("-")
        node = number if kind == "chart" and self.grounded_doc_id != _BEFORE_THE_CHART else None
        return Utterance(self.speaker, self.utterance, node, number if kind == "faq" else None)


class _DialogueRow(Row):
    flowchart: Said
    utterences: Annotated[list[_Utterance], Field(min_length=1, max_length=1_000)]


class FloDial:
    """The folder ``root`` read as FloDial; both the public repository and a part of it will do.

    Args:
        root: the folder.
        split: ``s-flo`` (charts that are seen in training) or ``u-flo`` (charts that are not), their test parts;
            ``s-flo-dev``, ``s-flo-train``, ``u-flo-dev``, ``u-flo-train``; None for all test dialogues, each with
            the names of those that it is in.

    Raises:
        SourceError: there is no such split (UNSUPPORTED).
    """

    name = "flodial"
    licence = "none stated: measure only, do not redistribute"
    public_since = "2021-10"

    def __init__(self, root: Path, split: str | None = None) -> None:
        self._root = root
        self._splits = FloDialSplits(root, split)

    def charts(self) -> Iterator[Chart | Rejected]:
        """The charts, sorted by name.

        Raises:
            SourceError: there is no knowledge-sources/*.json.
        """
        yield from self._charts.values()

    def questions(self) -> Iterator[Question | Rejected]:
        """None: FloDial asks in dialogues."""
        yield from ()

    def faqs(self, chart: str) -> tuple[FAQ, ...]:
        """The FAQs beside a chart.

        Raises:
            SourceError: there is no such usable chart, or its FAQs are not in their documented form.
        """
        self._chart_named(chart)
        return self._knowledge(chart)

    def dialogues(self) -> Iterator[Dialogue | Rejected]:
        """The dialogues of the split in file order.

        Raises:
            SourceError: the file of dialogues or of ids is absent or not in its documented form.
        """
        for id, splits in self._splits.members():
            try:
                yield self._dialogue(id, splits)
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "dialogue")

    def defects(self) -> Iterator[Defect]:
        """Defects in dialogues that are used.

        ``ungrounded``: utterances grounded in nothing (farewells); ``unspoken``: nodes of the path that no
        utterance is grounded in; ``unknown_faq``: FAQs that the chart does not have; ``unfinished``: the last
        node is not terminal.
        """
        for dialogue in self.dialogues():
            if isinstance(dialogue, Dialogue):
                counts = self._defects_of(dialogue)
                yield from (Defect(dialogue.id, kind, count) for kind, count in counts.items() if count)

    @cached_property
    def _charts(self) -> dict[str, Chart | Rejected]:
        paths = sorted(self._root.glob("knowledge-sources/*.json"))
        if not paths:
            raise SourceError(f"no knowledge-sources/*.json in {self._root.name}")
        charts: dict[str, Chart | Rejected] = {}
        for path in paths:
            try:
                charts[path.stem] = self._chart(path.stem)
            except DiagramloopError as error:
                charts[path.stem] = Rejected.of(error, path.stem, self.name, "chart")
        return charts

    def _chart(self, id: str) -> Chart:
        origin = f"knowledge-sources/{check_id(id)}.json"
        graph = read_flodial(read_text(self._root, origin))
        return Chart(
            id=id,
            source=self.name,
            domain=validate(_Knowledge, read_json(self._root, origin)).category,
            licence=self.licence,
            mermaid=write_mermaid(graph).text,
            graph=graph,
            origin=origin,
        )

    def _knowledge(self, chart: str) -> tuple[FAQ, ...]:
        rows = validate(_Knowledge, read_json(self._root, f"knowledge-sources/{check_id(chart)}.json"))
        return tuple(FAQ(row.id, row.q, row.a) for row in rows.supporting_faqs)

    def _chart_named(self, id: str) -> Chart:
        chart = self._charts.get(id)
        if not isinstance(chart, Chart):
            raise SourceError(f"no usable chart {id!r}")
        return chart

    def _dialogue(self, id: str, splits: Sequence[str]) -> Dialogue:
        if id not in self._splits.rows:
            raise SourceError(f"no file of dialogues holds {id[:100]!r}, which is listed")
        row = validate(_DialogueRow, self._splits.rows[id])
        utterances = [one.grounded for one in row.utterences]
        return dialogue_of(id, self._chart_named(row.flowchart), utterances, splits)

    def _defects_of(self, dialogue: Dialogue) -> dict[str, int]:
        utterances = validate(_DialogueRow, self._splits.rows[dialogue.id]).utterences
        graph = self._chart_named(dialogue.chart).graph
        faqs = {faq.id for faq in self._knowledge(dialogue.chart)}
        return {
            "ungrounded": sum(utterance.grounded_doc_id is None for utterance in utterances),
            "unspoken": walked_path(graph, [one.grounded for one in utterances]).unspoken,
            "unknown_faq": sum(turn.faq is not None and turn.faq not in faqs for turn in dialogue.turns),
            "unfinished": int(dialogue.path[-1] not in terminals(graph)),
        }
