"""The page on which people are led along a flowchart (FloCA), the chart beside what is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.data.sources import FAQ
from diagramloop.doors.serve._charts import ChartPictures
from diagramloop.doors.serve._server import body_of, in_thread, json_response, page
from diagramloop.doors.serve._sessions import Sessions
from diagramloop.engines.converse.walkthrough import Decision, Walkthrough
from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.evaluation.contestants.agents import Agent
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import ChatModel

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

MAX_UTTERANCE = 4000  # characters
MAX_TURNS = 1000  # of a conversation, both speakers'
_CHART = "chart"
_FORMATS: dict[str, tuple[str, Callable[[Walkthrough], str]]] = {
    "json": ("application/json", Walkthrough.as_json),
    "md": ("text/markdown; charset=utf-8", Walkthrough.as_markdown),
}


class _Step(BaseModel):
    """The message that the page sends to say something or to go back."""

    model_config = ConfigDict(extra="forbid", strict=True)

    session: Annotated[str, Field(max_length=100)]
    utterance: str = ""


class ConversationPage:
    """A chart, and a dialogue along it for each page that is open.

    Args:
        chart: to be led along.
        faqs: to draw on.
        model: that plays FloCA's roles; without one the embedded ones do.
        agent: that leads in place of FloCA.

    Raises:
        FlowchartError: the chart cannot be walked.
    """

    def __init__(
        self,
        chart: FlowGraph,
        faqs: Sequence[FAQ] = (),
        model: ChatModel | None = None,
        agent: Agent | None = None,
    ) -> None:
        Walkthrough(chart, faqs, model, agent)  # a chart that cannot be walked is told of now, not to the first page
        self._chart, self._faqs = chart, faqs
        self._pictures = ChartPictures({_CHART: (chart, None)})
        self._begun: Callable[[], Walkthrough] = lambda: Walkthrough(chart, faqs, model, agent)
        self._sessions: Sessions[Walkthrough] = Sessions()

    def routes(self) -> list[BaseRoute]:
        """The page, the chart, and the steps of a dialogue; each step is answered by where the dialogue then stands."""
        from starlette.routing import Route

        steps = {"say": _say, "undo": _undo, "restart": _restart}
        taking = [Route(f"/api/{name}", self._taking(step), methods=["POST"]) for name, step in steps.items()]
        return [
            page("conversation.html"),
            Route("/api/chart", self._show_chart),
            Route("/api/picture", self._picture),
            Route("/api/session", self._begin, methods=["POST"]),
            Route("/api/session", self._show),
            Route("/api/transcript", self._transcript),
            *taking,
        ]

    async def _show_chart(self, _: Request) -> Response:
        drawn = await in_thread(self._pictures.shown, _CHART)
        return json_response({"title": self._chart.title, "chart": drawn, "faqs": [faq.question for faq in self._faqs]})

    async def _picture(self, _: Request) -> Response:
        from starlette.responses import Response

        return Response(await in_thread(self._pictures.picture, _CHART), media_type="image/png")

    async def _begin(self, request: Request) -> Response:
        await body_of(request)
        id = await in_thread(lambda: self._sessions.begin(self._begun()))
        return json_response({"id": id, **await in_thread(self._use, id, _state)})

    async def _show(self, request: Request) -> Response:
        return json_response(await in_thread(self._use, request.query_params.get("id", ""), _state))

    async def _transcript(self, request: Request) -> Response:
        from starlette.responses import Response

        form = request.query_params.get("as", "md")
        if form not in _FORMATS:
            raise DiagramloopError(
                f"no format {form[:20]!r}: {', '.join(_FORMATS)}", reason=RejectionReason.UNSUPPORTED
            )
        media_type, write = _FORMATS[form]
        written = await in_thread(self._use, request.query_params.get("id", ""), write)
        saved_as = {"content-disposition": f'attachment; filename="conversation.{form}"'}
        return Response(written.encode("utf-8", "replace"), media_type=media_type, headers=saved_as)

    def _taking(self, step: Callable[[Walkthrough, str], None]) -> Callable[[Request], Any]:
        async def take(request: Request) -> Response:
            wanted = _valid(await body_of(request))

            def taken(walk: Walkthrough) -> dict[str, Any]:
                step(walk, wanted.utterance)
                return _state(walk)

            return json_response(await in_thread(self._use, wanted.session, taken))

        return take

    def _use(self, session: str, act: Callable[[Walkthrough], Any]) -> Any:
        with self._sessions.using(session) as walk:
            return act(walk)


def _say(walk: Walkthrough, utterance: str) -> None:
    if len(utterance) > MAX_UTTERANCE:
        raise DiagramloopError(f"more than {MAX_UTTERANCE} characters", reason=RejectionReason.TOO_LARGE)
    if not utterance.strip():
        raise DiagramloopError("nothing was said", reason=RejectionReason.EMPTY)
    if len(walk.turns) >= MAX_TURNS:
        raise DiagramloopError("this conversation has grown too long: begin anew", reason=RejectionReason.TOO_LARGE)
    walk.say(utterance.strip())


def _undo(walk: Walkthrough, _: str) -> None:
    if not walk.undo():
        raise DiagramloopError("there is nothing to take back", reason=RejectionReason.EMPTY)


def _restart(walk: Walkthrough, _: str) -> None:
    if walk.turns:
        walk.restart()


def _valid(body: dict[str, Any]) -> _Step:
    try:
        return _Step.model_validate(body)
    except ValidationError as error:
        raise DiagramloopError(f"no step: {first_complaint(error).message}") from error


def _state(walk: Walkthrough) -> dict[str, Any]:
    """State of a dialogue for the page."""
    turns = [{"speaker": turn.speaker, "text": turn.text} for turn in walk.turns]
    decisions = [_told(walk, decision) for decision in walk.decisions]
    return {
        "turns": turns,
        "node": walk.node,
        "path": walk.path,
        "ways": walk.ways,
        "finished": walk.finished,
        "progress": asdict(walk.progress),
        "explains": walk.explains,
        "decisions": decisions,
    }


def _told(walk: Walkthrough, decision: Decision) -> dict[str, Any]:
    return {"at": walk.text(decision.node), "edge": decision.edge, "confidence": decision.confidence}
