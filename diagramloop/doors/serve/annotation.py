"""The page on which people pick the nodes that ground an answer (Follow the Flow, Figures 23 and 24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from diagramloop.data.sources import Chart, Question
from diagramloop.doors.serve._charts import ChartPictures
from diagramloop.doors.serve._server import body_of, in_thread, json_response, page
from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.scores.annotation import Annotation, AnnotationStore, Rubric
from diagramloop.scores.annotation_agreements import KeptLabel, agreements

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute


class _Saved(BaseModel):
    """The message that the page sends with every click."""

    model_config = ConfigDict(extra="forbid", strict=True)

    annotator: str
    question: str
    nodes: list[str]
    rubric: dict[str, int] = {}
    note: str = ""
    none: bool = False


class AnnotationPage:
    """Questions on charts, and a store that every click goes to.

    Args:
        charts: at least those that are asked about.
        questions: in the order in which they are shown.
        log: file of the annotations.
        labels: by question, a model's label, which is shown to be confirmed or mended; none are if empty.
    """

    def __init__(
        self,
        charts: Iterable[Chart],
        questions: Iterable[Question],
        log: Path,
        labels: Mapping[str, KeptLabel] | None = None,
    ) -> None:
        known = {chart.id: chart for chart in charts}
        self._questions = {question.id: question for question in questions if question.chart in known}
        self._pictures = ChartPictures({chart.id: (chart.graph, chart.picture) for chart in known.values()})
        offered = {id: [n.id for n in known[asked.chart].graph.nodes] for id, asked in self._questions.items()}
        self.store = AnnotationStore(log, offered)
        self._labels = dict(labels or {})

    def routes(self) -> list[BaseRoute]:
        """The page, its data, and where it saves."""
        from starlette.routing import Route

        return [
            page("annotation.html"),
            Route("/api/questions", self._list),
            Route("/api/question", self._show),
            Route("/api/picture", self._picture),
            Route("/api/agreement", self._agreement),
            Route("/api/annotation", self._save, methods=["POST"]),
        ]

    async def _list(self, request: Request) -> Response:
        annotations = await in_thread(self.store.of, request.query_params.get("annotator", ""))
        done = {id for id, annotation in annotations.items() if annotation.done}
        listed = [
            {"id": id, "chart": asked.chart, "question": asked.question, "done": id in done}
            for id, asked in self._questions.items()
        ]
        return json_response(listed)

    async def _show(self, request: Request) -> Response:
        question = self._asked(request)
        annotation = (await in_thread(self.store.of, request.query_params.get("annotator", ""))).get(question.id)
        chart = await in_thread(self._pictures.shown, question.chart)
        body = {
            "id": question.id,
            "question": question.question,
            "answer": question.answers[0],
            "type": question.type.value,
            "chart": chart,
            "annotation": _told(annotation) if annotation else None,
            "label": _proposed(self._labels.get(question.id)),
        }
        return json_response(body)

    async def _picture(self, request: Request) -> Response:
        from starlette.responses import Response

        png = await in_thread(self._pictures.picture, self._asked(request).chart)
        return Response(png, media_type="image/png")

    async def _agreement(self, _: Request) -> Response:
        return json_response([asdict(pair) for pair in await in_thread(agreements, self.store, self._labels)])

    async def _save(self, request: Request) -> Response:
        saved = _valid(await body_of(request))
        return json_response(_told(await in_thread(self._kept, saved, _rubric(saved.rubric))))

    def _kept(self, saved: _Saved, rubric: Rubric) -> Annotation:
        return self.store.save(saved.annotator, saved.question, saved.nodes, rubric, saved.note, none=saved.none)

    def _asked(self, request: Request) -> Question:
        id = request.query_params.get("id", "")
        if id not in self._questions:
            raise DiagramloopError(f"no question {id[:100]!r}", reason=RejectionReason.MISSING)
        return self._questions[id]


def _valid(body: dict[str, Any]) -> _Saved:
    try:
        return _Saved.model_validate(body)
    except ValidationError as error:
        raise DiagramloopError(f"no annotation: {first_complaint(error).message}") from error


def _rubric(points: dict[str, int]) -> Rubric:
    """The rubric as far as it is filled in; the store checks the range of the scores."""
    try:
        return Rubric(**points)  # type: ignore[arg-type]
    except TypeError as error:
        raise DiagramloopError(f"a rubric has {', '.join(field.name for field in fields(Rubric))}") from error


def _told(annotation: Annotation) -> dict[str, Any]:
    return {
        **asdict(annotation),
        "done": annotation.done,
        "score": annotation.rubric.score,
        "verdict": annotation.rubric.verdict,
    }


def _proposed(label: KeptLabel | None) -> dict[str, Any] | None:
    """A label as it is shown: its nodes, the reason for them, and whose they are."""
    return None if label is None else {"nodes": label.nodes, "reason": label.reason, "model": label.model}
