"""The last step: the chosen questions with people's nodes and the charts' pictures, as a data set that reads back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from diagramloop import __version__
from diagramloop.data.sources import Question
from diagramloop.engines.attribute.benchmark.asked import Asked, Dropped
from diagramloop.engines.attribute.benchmark.drawings import Looks, drawings
from diagramloop.engines.attribute.dataset import annotated, export
from diagramloop.scores.annotation import AnnotationStore
from diagramloop.scores.annotator_agreement import Agreement
from diagramloop.whole_files import write_whole

RECORD = "record.json"


@dataclass(frozen=True, slots=True)
class Built:
    """A data set that was written.

    Attributes:
        questions: in the order of the data set that they come from.
        styles: by chart, the style of its picture; charts without a picture are not in it.
        dropped: chosen questions that nobody has done (any more), pictures that could not be had.
    """

    questions: tuple[Question, ...]
    styles: dict[str, str]
    dropped: tuple[Dropped, ...]


def build(
    folder: Path, asked: Asked, store: AnnotationStore, looks: Looks, chosen: Sequence[str] | None = None
) -> Built:
    """Write the data set that :class:`diagramloop.data.sources.FlowExplainBench` reads.

    Args:
        folder: made if it is not there; drawings of an earlier run in it are taken where they are of the same chart
            and look.
        chosen: ids of questions; all that are annotated if None.
    """
    wanted = list(asked.questions) if chosen is None else list(chosen)
    annotated_questions = annotated([asked.questions[id] for id in asked.questions if id in set(wanted)], store)
    kept = {question.id for question in annotated_questions}
    lost = [_lost(id) for id in wanted if id not in kept]
    charts = [asked.charts[id] for id in dict.fromkeys(question.chart for question in annotated_questions)]
    pictures = list(drawings(charts, looks, folder))
    export(
        folder,
        [drawing.chart for drawing in pictures],
        annotated_questions,
        {drawing.chart.id: drawing.svg for drawing in pictures if drawing.svg},
    )
    without = [drawing.dropped for drawing in pictures if drawing.dropped]
    styles = {drawing.chart.id: drawing.style for drawing in pictures if drawing.style}
    return Built(tuple(annotated_questions), styles, (*lost, *without))


def write_record(folder: Path, looks: Looks, built: Built, agreements: Sequence[Agreement]) -> None:
    """Write beside a data set what it was made with: version, looks, each chart's style, and how far people agreed."""
    pairs = [asdict(pair) for pair in agreements]
    record = {"diagramloop": __version__, "looks": asdict(looks), "styles": built.styles, "agreement": pairs}
    write_whole(folder / RECORD, json.dumps(record, ensure_ascii=True, indent=1) + "\n")


def _lost(id: str) -> Dropped:
    return Dropped(id, "question", "not_annotated", "nobody has done it with nodes: it has no grounds to be scored by")
