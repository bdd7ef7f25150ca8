"""Refinement by a vision model (DiagramEval, Section 4.1): nodes merged, added and removed; edges, if asked for.

The model sees the rendered drawing and the list of what was extracted. It speaks of nodes by ids of our making; what it
says of others is dropped and counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, BeforeValidator, Field, TypeAdapter, model_validator

from diagramloop.graph import Box, Edge, FlowGraph, Node
from diagramloop.models.answer_text import sayable
from diagramloop.models.answers import Record, ask
from diagramloop.models.chat import ChatModel, Message, Usage, model_of
from diagramloop.models.prompts import Prompts, as_json
from diagramloop.plugins import Kind

MAX_ITEMS = 500  # of one kind that are taken from one answer
MAX_TEXT = 500  # characters of a text that is quoted or added

Answer = TypeVar("Answer")
_Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


def _as_object(*names: str) -> BeforeValidator:
    """Models also say ``"N1"`` for ``{"id": "N1"}``, and ``["N1", "N2"]`` for an object of two."""

    def named(value: object) -> object:
        said = value if isinstance(value, list) else [value]
        plain = len(said) == len(names) and all(isinstance(part, str) for part in said)
        return dict(zip(names, said, strict=True)) if plain else value

    return BeforeValidator(named)


def _as_pair(value: object) -> object:
    """Models also say ``{"source": "N1", "target": "N2"}`` for ``["N1", "N2"]``."""
    forms = (("source", "target"), ("from", "to"))
    found = next((names for names in forms if isinstance(value, dict) and set(names) <= value.keys()), None)
    return [value[name] for name in found] if found and isinstance(value, dict) else value


def _as_list(value: object) -> object:
    """Models also say null for nothing, and ``{"edges": [...]}`` for a list."""
    if isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    return [] if value is None else value


class _Merge(BaseModel):
    keep_id: str
    remove_id: str


class _Add(BaseModel):
    text: _Text


class _Remove(BaseModel):
    id: str


_Few, _List = Field(max_length=MAX_ITEMS), BeforeValidator(_as_list)


class NodeOperations(BaseModel):
    """The changes that a model wants; see the module."""

    merges: Annotated[list[Annotated[_Merge, _as_object("keep_id", "remove_id")]], _Few, _List] = []
    adds: Annotated[list[Annotated[_Add, _as_object("text")]], _Few, _List] = []
    removes: Annotated[list[Annotated[_Remove, _as_object("id")]], _Few, _List] = []

    @model_validator(mode="before")
    @classmethod
    def _names_changes(cls, value: object) -> object:
        """An object of other things says nothing of changes; only an empty one says that there are none."""
        if isinstance(value, dict) and value and not cls.model_fields.keys() & value.keys():
            raise ValueError(f"it has none of {', '.join(cls.model_fields)}")
        return value


_Pair = Annotated[tuple[str, str], BeforeValidator(_as_pair)]
_PAIRS: TypeAdapter[list[tuple[str, str]]] = TypeAdapter(Annotated[list[_Pair], BeforeValidator(_as_list)])


@dataclass(frozen=True)
class Refined:
    """The graph after refinement.

    Attributes:
        dropped: operations and edges that named no node of the graph.
        usage: of all calls.
    """

    graph: FlowGraph
    dropped: int
    usage: Usage


@runtime_checkable
class Refiner(Protocol):
    """Corrects an extracted graph by the look of the drawing."""

    def refine(self, graph: FlowGraph, picture: bytes) -> Refined:
        """The corrected graph.

        Args:
            picture: the rendered drawing, PNG.
        """
        ...


REFINERS: Kind[Refiner] = Kind("diagramloop.refiner", Refiner)


class ModelRefiner:
    """Asks a vision model.

    Args:
        chat: the model or its plain configuration.
        edges: whether it also says which nodes are connected (the paper's way), instead of the drawn geometry.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    Raises:
        ModelError: the configuration makes no model.
        DiagramloopError: the folder does not hold such prompts.
    """

    def __init__(self, chat: ChatModel | Mapping[str, Any], *, edges: bool = False, prompts: str | None = None) -> None:
        self._model, self._edges = model_of(chat), edges
        self._prompts = Prompts("diagramloop.engines.parse.svg_reader", prompts)

    def refine(self, graph: FlowGraph, picture: bytes) -> Refined:
        """See :class:`Refiner`.

        Raises:
            ModelError: no answer, or none in the form (UNREADABLE).
        """
        operations, usage = self._asked("refine_nodes", graph, picture, TypeAdapter(NodeOperations))
        graph, dropped = with_nodes_refined(graph, operations)
        if self._edges:
            pairs, more = self._asked("connect_nodes", graph, picture, _PAIRS)
            graph, unknown = with_edges(graph, pairs)
            dropped, usage = dropped + unknown, usage + more
        return Refined(graph, dropped, usage)

    def _asked(self, role: str, graph: FlowGraph, picture: bytes, form: TypeAdapter[Answer]) -> tuple[Answer, Usage]:
        listed = [{"id": node.id, "text": sayable(node.text[:MAX_TEXT])} for node in graph.nodes]
        told, case = self._prompts.text(role), as_json({"nodes": listed})
        messages = [Message("system", told), Message("user", case, (picture,))]
        heard = ask(self._model, role, messages, Record(form))
        return heard.needed(), heard.usage


def with_nodes_refined(graph: FlowGraph, operations: NodeOperations) -> tuple[FlowGraph, int]:
    """The graph after merges, removals and additions, in this order, and how many named no node that is there.

    Edges of a node that was merged into another are the other's; those of a removed node are removed.
    """
    nodes = dict(graph.node_by_id)
    stands_for: dict[str, str] = {}
    dropped = 0
    for merge in operations.merges:
        if merge.keep_id == merge.remove_id or not {merge.keep_id, merge.remove_id} <= nodes.keys():
            dropped += 1
            continue
        nodes[merge.keep_id] = _merged(nodes[merge.keep_id], nodes.pop(merge.remove_id))
        stands_for[merge.remove_id] = merge.keep_id
    for removal in operations.removes:
        dropped += nodes.pop(removal.id, None) is None
    added = tuple(Node(id=f"A{i}", text=add.text, shape="") for i, add in enumerate(operations.adds, 1))
    known = nodes.keys() | graph.group_by_id.keys()
    edges = [_moved(edge, stands_for) for edge in graph.edges]
    merged_away = [a.source != a.target and b.source == b.target for a, b in zip(graph.edges, edges, strict=True)]
    kept = [e for e, gone in zip(edges, merged_away, strict=True) if not gone and {e.source, e.target} <= known]
    return graph.replace(nodes=(*nodes.values(), *added), edges=tuple(kept)), dropped


def with_edges(graph: FlowGraph, pairs: Sequence[tuple[str, str]]) -> tuple[FlowGraph, int]:
    """The graph with these directed edges instead of its own, and how many pairs named no node that is there.

    An edge that is also drawn keeps its label and its path.
    """
    drawn = {pair: edge for edge in graph.edges for pair in edge.arcs()}
    wanted = dict.fromkeys(pair for pair in pairs if set(pair) <= graph.node_by_id.keys())
    edges = [
        (drawn[pair] if pair in drawn else Edge(source=pair[0], target=pair[1])).model_copy(
            update={"source": pair[0], "target": pair[1], "head": "arrow", "tail": "none"}
        )
        for pair in wanted
    ]
    return graph.replace(edges=tuple(edges)), sum(not set(pair) <= graph.node_by_id.keys() for pair in pairs)


def _merged(kept: Node, other: Node) -> Node:
    text = "\n".join(text for text in (kept.text, other.text) if text)
    return kept.model_copy(update={"text": text, "box": _around(kept.box, other.box), "polygon": None})


def _around(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _moved(edge: Edge, stands_for: Mapping[str, str]) -> Edge:
    return edge.model_copy(
        update={"source": _final(edge.source, stands_for), "target": _final(edge.target, stands_for)}
    )


def _final(id: str, stands_for: Mapping[str, str]) -> str:
    """Last node of a chain of merges; each merged node is gone, so that no chain returns."""
    while id in stands_for:
        id = stands_for[id]
    return id
