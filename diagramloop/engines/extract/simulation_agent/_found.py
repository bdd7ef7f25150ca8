"""Findings of a check before frequencies are known."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.engines.extract.issues import IssueKind
from diagramloop.engines.extract.simulation_agent._runs import Bools


@dataclass(frozen=True)
class Finding:
    """An issue and the runs that meet it.

    Attributes:
        kind, nodes, message: as in :class:`diagramloop.engines.extract.issues.Issue`.
        where: (runs,) that meet it; None for what no single run can meet and all of them miss.
    """

    kind: IssueKind
    nodes: tuple[str, ...]
    message: str
    where: Bools | None = None
