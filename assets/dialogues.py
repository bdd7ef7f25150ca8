"""Dialogues: those that a source has along its charts, or that are synthesised along the paths of its charts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from assets import SOURCES
from assets._dialogues import dialogue_form, faqs_form
from assets._graphs import to_cell
from assets._ingested import sample, write_items
from assets.machinery import MACHINERY, Row, StageReport, StageRun, stage
from diagramloop.converse.synthesis import LabelVoice, ParaphraseVoice, RecordedVoice, Voice, synthesise
from diagramloop.sources import FAQ, Chart, Dialogue, Rejected, Transition, open_dialogues, open_transitions

CODE = (
    *MACHINERY,
    *SOURCES,
    "assets/_dialogues.py",
    "assets/_graphs.py",
    "assets/_ingested.py",
    "diagramloop/converse",
)
DIALOGUES = pa.schema([(name, pa.string()) for name in ("id", "chart", "voice", "graph", "dialogue", "faqs")])
REFERENCE = "reference"  # the voice of the users of a source's own dialogues


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[dialogues]"},
    params=("sources.{source}",),
    code=CODE,
)
def dialogues(run: StageRun) -> StageReport:
    """Every dialogue of a source with its chart and FAQs; or, if it is to, synthesised along its paths."""
    assert run.data is not None
    node = run.param("sources.{source}")
    made = _synthesised(node["read"], run.data) if node["synthesise"] else _annotated(node["read"], run.data)
    return write_items(run, sample(made, node["limit"]), _row, DIALOGUES)


@dataclass(frozen=True)
class _Held:
    """A dialogue with what an agent and a user are given for it."""

    dialogue: Dialogue
    voice: str
    chart: Chart
    faqs: tuple[FAQ, ...]

    @property
    def id(self) -> str:
        return self.dialogue.id


def _annotated(name: str, root: Path) -> Iterator[_Held | Rejected]:
    """The source's own dialogues; those along a chart that is not usable are rejected by the source itself."""
    source = open_dialogues(name, root)
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    for found in source.dialogues():
        if isinstance(found, Dialogue):
            yield _Held(found, REFERENCE, charts[found.chart], source.faqs(found.chart))
        else:
            yield found


def _synthesised(name: str, root: Path) -> Iterator[_Held | Rejected]:
    """A dialogue along every path of every chart in each voice: the labels themselves, paraphrases, recorded words."""
    source = open_transitions(name, root)
    recorded: dict[str, list[Transition]] = defaultdict(list)
    for turn in source.transitions():
        if isinstance(turn, Transition):
            recorded[turn.chart].append(turn)
    for chart in source.charts():
        if isinstance(chart, Rejected):
            yield chart
            continue
        voices: tuple[Voice, ...] = (LabelVoice(), ParaphraseVoice(), RecordedVoice(recorded[chart.id]))
        for voice in voices:
            for found in synthesise(chart, voice):
                yield _Held(found, voice.name, chart, ()) if isinstance(found, Dialogue) else found


def _row(held: _Held) -> Row:
    return {
        "id": held.id,
        "chart": held.chart.id,
        "voice": held.voice,
        "graph": to_cell(held.chart.graph),
        "dialogue": dialogue_form.dump_json(held.dialogue).decode(),
        "faqs": faqs_form.dump_json(held.faqs).decode(),
    }
