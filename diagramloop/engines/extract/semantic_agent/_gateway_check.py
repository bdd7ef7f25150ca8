"""Gateway logic by cue phrases: does the kind of a gateway contradict the words of its span? (Equation 4)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from diagramloop.engines.extract import repairs
from diagramloop.engines.extract.embedded.cues import CueKind
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.naming import named
from diagramloop.engines.extract.semantic_agent._fragments import Fragment, gateways
from diagramloop.engines.extract.semantic_agent._grounding import TextGrounding
from diagramloop.graph import FlowGraph, NodeKind

_CHOICE = frozenset({CueKind.CONDITION, CueKind.OTHERWISE, CueKind.CONTRAST})


def gateway_feedback(grounding: TextGrounding, graph: FlowGraph) -> Iterator[Feedback]:
    """A suggestion for each branching gateway whose span speaks for another kind and for no other than that."""
    places = grounding.places(graph)
    for gateway in gateways(graph):
        kind = said_kind(grounding, _span(gateway, places))
        if kind is not None and kind is not gateway.gateway.kind:
            id = gateway.gateway.id
            text = (
                f"The text tells the branches of {named(graph, id)} as {_TOLD[kind]}: make it an {kind.value.upper()}."
            )
            yield Feedback(text, structural=False, repair=partial(repairs.of_kind, id=id, kind=kind))


def said_kind(grounding: TextGrounding, span: list[int]) -> NodeKind | None:
    """The kind of gateway that the cues of some sentences speak for; None where they speak for none, or for two."""
    cues = grounding.told(span)
    if CueKind.PARALLEL in cues:
        return None if cues & _CHOICE or CueKind.INCLUSIVE in cues else NodeKind.AND
    if cues & _CHOICE:
        return NodeKind.OR if CueKind.INCLUSIVE in cues else NodeKind.XOR
    return None


def _span(gateway: Fragment, places: dict[str, int]) -> list[int]:
    """s_g: the sentences that tell the branches' first steps."""
    return sorted({places[edge.target] for edge in gateway.flows if edge.target in places})


_TOLD = {
    NodeKind.XOR: "cases of which one holds",
    NodeKind.OR: "cases of which several may hold",
    NodeKind.AND: "done side by side",
}
