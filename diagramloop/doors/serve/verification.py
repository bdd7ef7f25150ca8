"""The page on which people verify parsed graphs against their figures (SciFlow-Bench, Appendix B)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from diagramloop.doors.serve._edit_log import EditLog, EditSession
from diagramloop.doors.serve._figures import RECORD, VERIFIED, ParsedGraphs, figures_of
from diagramloop.doors.serve._server import body_of, in_thread, json_response, page
from diagramloop.doors.serve._verified_graph import shown
from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.graph import Edge, Node
from diagramloop.graph.json_form import write_json
from diagramloop.scores.annotator_agreement import Agreement, agreement
from diagramloop.scores.verification import Reliability, agreed, reliability
from diagramloop.whole_files import write_whole

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute


class _Sent(BaseModel):
    """The message that the page sends with every edit."""

    model_config = ConfigDict(extra="forbid", strict=True)

    annotator: str
    figure: str
    edit: dict[str, Any]
    seen: int


class VerificationPage:
    """The figures of a folder, and the log that every edit goes to.

    Args:
        root: a folder of pictures or of papers; see :mod:`diagramloop.doors.serve._figures`.
        log: file of the edits.
        domain: of figures that lie in no folder of a domain.

    Raises:
        DiagramloopError: there are no figures.
    """

    def __init__(self, root: Path, log: Path, domain: str = "") -> None:
        self._figures = figures_of(root, domain)
        self.log = EditLog(log, ParsedGraphs(self._figures))

    def table(self) -> list[Reliability]:
        """Table 1, of all figures that anybody has finished."""
        return reliability(
            (self._figures[figure].domain or "no domain", [session.verification for session in by.values()])
            for figure, by in self._finished().items()
        )

    def agreement(self) -> list[Agreement]:
        """Of each pair of annotators over the parsed elements of the figures that both have finished."""
        kept: dict[str, dict[str, list[str]]] = {}
        offered: dict[str, list[str]] = {}
        for figure, by in self._finished().items():
            for annotator, session in by.items():
                verification = session.verification
                offered[figure] = _elements(verification.parsed.nodes, verification.parsed.edges)
                graph = verification.verified
                kept.setdefault(annotator, {})[figure] = _elements(graph.nodes, graph.edges)
        return [agreement(pair, kept[pair[0]], kept[pair[1]], offered) for pair in combinations(sorted(kept), 2)]

    def routes(self) -> list[BaseRoute]:
        """The page, its data, and where it saves."""
        from starlette.routing import Route

        return [
            page("verification.html"),
            Route("/api/figures", self._list),
            Route("/api/figure", self._show),
            Route("/api/picture", self._picture),
            Route("/api/table", self._table),
            Route("/api/edit", self._edit, methods=["POST"]),
        ]

    def _finished(self) -> dict[str, dict[str, EditSession]]:
        by_figure = {
            figure: {who: session for who, session in by.items() if session.finished}
            for figure, by in self.log.sessions().items()
        }
        return {figure: by for figure, by in by_figure.items() if by}

    def _listed(self, annotator: str) -> list[dict[str, Any]]:
        begun = self.log.begun(annotator)
        return [{"id": id, "domain": figure.domain, "state": begun.get(id, "")} for id, figure in self._figures.items()]

    def _take(self, sent: _Sent) -> dict[str, Any]:
        session = self.log.edit(sent.annotator, sent.figure, sent.edit, sent.seen)
        if session.entries[-1].edit.action in ("finish", "reopen"):
            self._write(sent.figure)
        return shown(session)

    def _write(self, figure: str) -> None:
        """The graph that all who finished agree on, and what each of them changed; nothing new where nobody has."""
        if by := self._finished().get(figure):
            folder = self._figures[figure].folder
            record = {who: _record(session) for who, session in by.items()}
            graph = agreed([session.verification for session in by.values()])
            folder.mkdir(exist_ok=True)
            write_whole(folder / VERIFIED, write_json(graph).text)
            write_whole(folder / RECORD, json.dumps(record, indent=1) + "\n")

    async def _list(self, request: Request) -> Response:
        return json_response(await in_thread(self._listed, request.query_params.get("annotator", "")))

    async def _show(self, request: Request) -> Response:
        annotator, figure = (request.query_params.get(name, "") for name in ("annotator", "id"))
        session = await in_thread(self.log.session, annotator, figure)
        return json_response({"id": figure, "domain": self._figures[figure].domain, **shown(session)})

    async def _picture(self, request: Request) -> Response:
        from starlette.responses import Response

        id = request.query_params.get("id", "")
        if id not in self._figures:
            raise DiagramloopError(f"no figure {id[:100]!r}", reason=RejectionReason.MISSING)
        return Response(self._figures[id].picture, media_type=self._figures[id].media_type)

    async def _table(self, _: Request) -> Response:
        rows, pairs = await in_thread(self.table), await in_thread(self.agreement)
        return json_response({"table": [asdict(row) for row in rows], "agreement": [asdict(pair) for pair in pairs]})

    async def _edit(self, request: Request) -> Response:
        return json_response(await in_thread(self._take, _valid(await body_of(request))))


def _elements(nodes: Sequence[Node], edges: Sequence[Edge]) -> list[str]:
    """Names of nodes and edges that cannot be mixed up."""
    return [*(f"node {node.id}" for node in nodes), *(f"edge {edge.id}" for edge in edges)]


def _record(session: EditSession) -> dict[str, Any]:
    verification = session.verification
    return {
        "excluded": {"nodes": verification.excluded_nodes, "edges": verification.excluded_edges},
        "added": {"nodes": [node.id for node in verification.nodes], "edges": [edge.id for edge in verification.edges]},
        "edits": len(session.entries),
        "seconds": round(session.seconds, 1),
    }


def _valid(body: dict[str, Any]) -> _Sent:
    try:
        return _Sent.model_validate(body)
    except ValidationError as error:
        raise DiagramloopError(f"no edit: {first_complaint(error).message}") from error
