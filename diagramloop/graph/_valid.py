"""Graphs of documents that nobody vouches for: valid, within the caps, or refused with the reason."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from diagramloop.errors import FormatError, GraphError, RejectionReason, first_complaint
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting


def valid_graph(**parts: Any) -> FlowGraph:
    """The graph of these parts.

    Raises:
        FormatError: more of them than any reader takes (TOO_LARGE); a value, a reference or an id that a graph cannot
            have (INVALID).
    """
    for name, limit in (("nodes", MAX_NODES), ("groups", MAX_NODES), ("edges", MAX_EDGES)):
        check_count(name, len(parts.get(name, ())), limit)
    try:
        return check_nesting(FlowGraph(**parts))
    except ValidationError as error:
        raise FormatError(str(first_complaint(error)), reason=RejectionReason.INVALID) from error
    except GraphError as error:
        raise FormatError(str(error), reason=RejectionReason.INVALID) from error
