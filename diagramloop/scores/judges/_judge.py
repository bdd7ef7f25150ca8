"""The protocol of a judge, and judges by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from diagramloop.graph import FlowGraph
from diagramloop.plugins import Kind
from diagramloop.scores.parts import Part


@runtime_checkable
class Judge(Protocol):
    """Gives a mark from 1 to 5, brought to [0, 1], or says why there is none.

    What a system failed to make (None, or what cannot be decoded) has the lowest mark, and nobody is asked.

    Attributes:
        name: for the leaderboard; the same judge marks every system.
    """

    name: str

    def alignment(self, prompt: str, graph: FlowGraph | None) -> Part:
        """Judge the agreement of ``graph``, read from a picture, with ``prompt`` (SciFlow-Bench, Appendix A.2)."""
        ...

    def visual_flow(self, picture: bytes | None) -> Part:
        """Judge the support of a picture for one clear reading of its flow (SciFlow-Bench, Appendix A.3)."""
        ...


JUDGES: Kind[Judge] = Kind("diagramloop.judge", Judge)


class NoJudge:
    """No judge: every mark is missing."""

    name = "none"

    def alignment(self, prompt: str, graph: FlowGraph | None) -> Part:  # noqa: ARG002
        """See :class:`Judge`."""
        return _NONE

    def visual_flow(self, picture: bytes | None) -> Part:  # noqa: ARG002
        """See :class:`Judge`."""
        return _NONE


_NONE = Part(None, missing="no judge is configured")


def judge_named(name: str, options: Mapping[str, Any] | None = None) -> Judge:
    """The judge called ``name``, made with ``options``; see :meth:`diagramloop.plugins.Kind.made`."""
    return JUDGES.made(name, **(options or {}))
