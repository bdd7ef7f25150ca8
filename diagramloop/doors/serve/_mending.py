"""A reading that people mend: the edits of a verification, and texts that were read wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from diagramloop.doors.serve._edit_log import APPLIED, Edit, EditSession, Entry, LoggedEdit
from diagramloop.errors import RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores.verification import Verification, VerificationError, identified


class Retext(LoggedEdit):
    """A text that is really written on a node or an edge."""

    action: Literal["text"] = "text"
    kind: Literal["node", "edge"]
    id: Annotated[str, Field(max_length=1000)]
    text: Annotated[str, Field(max_length=1000)]


class MendingEntry(Entry):
    """An edit of a reading, texts among them."""

    edit: Annotated[Edit | Retext, Field(discriminator="action")]  # type: ignore[assignment]


@dataclass(frozen=True)
class Mended(Verification):
    """A verification whose elements may say something else than was read.

    Attributes:
        texts: by kind and id.
    """

    texts: Mapping[tuple[str, str], str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def all_nodes(self) -> tuple[Node, ...]:
        """Parsed and added ones, with what they say."""
        changes = {
            id: {"text": text, "text_confidence": None} for (kind, id), text in self.texts.items() if kind == "node"
        }
        return tuple(node.model_copy(update=changes.get(node.id)) for node in super().all_nodes)

    @property
    def all_edges(self) -> tuple[Edge, ...]:
        """Parsed and added ones, with their labels."""
        changes = {
            id: {"label": text, "label_confidence": None} for (kind, id), text in self.texts.items() if kind == "edge"
        }
        return tuple(edge.model_copy(update=changes.get(edge.id)) for edge in super().all_edges)

    def retext(self, edit: Retext) -> Mended:
        """Say what is written on an element.

        Raises:
            VerificationError: there is no such element, or it is excluded (MISSING).
        """
        there = self.has_node(edit.id) if edit.kind == "node" else self.has_edge(edit.id)
        if not there:
            raise VerificationError(f"no {edit.kind} {edit.id[:100]!r}", reason=RejectionReason.MISSING)
        return replace(self, texts=MappingProxyType({**self.texts, (edit.kind, edit.id): edit.text}))


_APPLIED = {**APPLIED, Retext: lambda mended, edit, _: mended.retext(edit)}


def mending(graph: FlowGraph) -> EditSession:
    """A session on a reading, before any edit."""
    return EditSession([Mended(identified(graph))], applied=_APPLIED)
