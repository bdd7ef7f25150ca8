"""Common parts of the readers: validated JSON rows, attributed nodes that exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from diagramloop.data.sources._model import Question, Rejected
from diagramloop.errors import RejectionReason, SourceError, first_complaint
from diagramloop.graph import FlowGraph

Text = Annotated[str, StringConstraints(max_length=100_000)]
Said = Annotated[str, StringConstraints(max_length=100_000, pattern=r"\S")]  # says something
NOT_LABELLED = "no node is attributed yet: diagramloop benchmark builds labels"
Ids = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]


class Row(BaseModel):
    """A row of a data set's JSON: types as written, never converted; keys that are not named are left alone."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


_Row = TypeVar("_Row", bound=Row)


def validate(model: type[_Row], raw: Any) -> _Row:
    """``raw`` as a ``model``.

    Raises:
        SourceError: INVALID, with the first offending key.
    """
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise SourceError(str(first_complaint(error, "row")), reason=RejectionReason.INVALID) from error


def attributed(ids: Iterable[str], graph: FlowGraph) -> tuple[str, ...]:
    """``ids`` that name a node of ``graph``, each once, in order.

    Raises:
        SourceError: none does (INVALID).
    """
    known = tuple(id for id in dict.fromkeys(ids) if id in graph.node_by_id)
    if not known:
        raise SourceError("no attributed node is a node of the chart", reason=RejectionReason.INVALID)
    return known


def labelled(question: Question | Rejected, source: str) -> Question | Rejected:
    """A question that has attributed nodes, as it is; one that has none yet, rejected (EMPTY)."""
    if isinstance(question, Rejected) or question.attribution:
        return question
    return Rejected(question.id, source, "question", RejectionReason.EMPTY, NOT_LABELLED)
