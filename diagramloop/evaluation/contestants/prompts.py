"""One shared prompt for every generator: what to draw, as structure and in words.

A real generator gets a prompt and nothing else; the graph it was made from stays with the scorer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from diagramloop.asking import Need
from diagramloop.graph import Direction, Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.render import Style

Name = Annotated[str, Field(min_length=1, max_length=200)]

_FLOWS: dict[Direction, str] = {
    "TB": "from top to bottom",
    "BT": "from bottom to top",
    "LR": "from left to right",
    "RL": "from right to left",
}
_STYLES: dict[Style, str] = {
    Style.SINGLE: "All boxes have the same fill colour.",
    Style.MULTI: "The boxes are filled from a small palette of colours that go together.",
    Style.DEFAULT: "The boxes are pale lavender with violet outlines.",
    Style.MONO: "Only black lines and black text, no colours.",
}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Module(_Part):
    """A frame around components; ``inside`` names the module it lies in, or is None."""

    id: Name
    text: str
    inside: str | None = None


class Component(_Part):
    """A box: its text, what it means, and the module it lies in, or None."""

    id: Name
    text: str
    kind: NodeKind = NodeKind.PROCESS
    inside: str | None = None


class Relation(_Part):
    """A connection between two components or modules; ``both_ways`` has a head at each end, ``plain`` at none."""

    source: Name
    target: Name
    text: str = ""
    both_ways: bool = False
    plain: bool = False


class PaperContext(_Part):
    """A paper's own words, for generators that draw from them (DiagramEval, Section 3).

    Attributes:
        text: its title, abstract and passages, as far as they are kept.
        caption: of the figure that is wanted.
        layout: where the parts of its own figure stand, in words; empty where that was not asked for.
    """

    text: str
    caption: str = ""
    layout: str = ""


class Prompt(_Part):
    """The request for a drawing.

    Attributes:
        id: of the item.
        text: the whole of it in English, for systems that read text; empty until it is :func:`worded`.
        components, modules, relations: the same as structure.
        direction: into which the flow runs.
        style: how it is coloured.
        paper: the paper that it was planned from; None for a chart.

    Raises:
        GraphError: a name that is repeated or does not exist.
    """

    id: Name
    text: str = ""
    components: tuple[Component, ...]
    modules: tuple[Module, ...] = ()
    relations: tuple[Relation, ...] = ()
    direction: Direction = "TB"
    style: Style = Style.DEFAULT
    paper: PaperContext | None = None

    @property
    def offers(self) -> frozenset[Need]:
        """Things that a generator may need and there are."""
        return frozenset() if self.paper is None else frozenset({Need.PAPER})

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        graph_of(self)
        return self


def prompt_of(graph: FlowGraph, id: str, style: Style = Style.DEFAULT) -> Prompt:
    """The prompt that asks for ``graph``; a function of its content and order alone.

    Components are called ``1``, ``2``, ... and modules ``M1``, ``M2``, ..., so that the author's ids, which
    may say more than the picture does, do not reach a generator.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> prompt_of(tea, 'tea').text.splitlines()[2]
        '2. "Ready?", decision: arrow to 3, labelled "yes"; arrow to 1, labelled "no"'
    """
    names = {node.id: str(i) for i, node in enumerate(graph.nodes, 1)}
    names |= {group.id: f"M{j}" for j, group in enumerate(graph.groups, 1)}

    def inside(group: str | None) -> str | None:
        return None if group is None else names[group]

    components = tuple(
        Component(id=names[n.id], text=_line(n.text), kind=n.kind, inside=inside(n.group)) for n in graph.nodes
    )
    modules = tuple(Module(id=names[g.id], text=_line(g.text), inside=inside(g.parent)) for g in graph.groups)
    relations = tuple(_relation(edge, names) for edge in graph.edges if edge.line != "invisible")
    structure = Prompt(
        id=id, components=components, modules=modules, relations=relations, direction=graph.direction, style=style
    )
    return worded(structure, "flowchart")


def worded(structure: Prompt, figure: str) -> Prompt:
    """The same prompt with a text that says all of its structure and can be understood by itself.

    Args:
        figure: what is to be drawn: a ``flowchart``, a ``scientific framework figure``.
    """
    return structure.model_copy(update={"text": _words(structure, figure)})


def graph_of(prompt: Prompt) -> FlowGraph:
    """The graph that a prompt describes; shapes follow from what the components mean.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> len(graph_of(prompt_of(tea, 'tea')).edges)
        3
    """
    nodes = (Node(id=c.id, text=c.text, kind=c.kind, shape="", group=c.inside) for c in prompt.components)
    edges = (_edge(relation) for relation in prompt.relations)
    groups = (Group(id=m.id, text=m.text, parent=m.inside) for m in prompt.modules)
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups), direction=prompt.direction)


def _relation(edge: Edge, names: dict[str, str]) -> Relation:
    (source, target), *_ = edge.arcs()
    return Relation(
        source=names[source],
        target=names[target],
        text=_line(edge.label),
        both_ways=edge.bidirectional,
        plain=edge.undirected,
    )


def _edge(relation: Relation) -> Edge:
    return Edge(
        source=relation.source,
        target=relation.target,
        label=relation.text,
        head="none" if relation.plain else "arrow",
        tail="arrow" if relation.both_ways else "none",
    )


def _words(asked: Prompt, figure: str) -> str:
    """Content first, and each box with the arrows that leave it: models that cut a prompt off read its beginning."""
    leaving: dict[str, list[Relation]] = {}
    for relation in asked.relations:
        leaving.setdefault(relation.source, []).append(relation)
    boxes = [f"{_box(element)}{_ways(leaving.get(element.id, []))}" for element in asked.components]
    frames = [f"{_frame(element)}{_ways(leaving.get(element.id, []))}" for element in asked.modules]
    lines = [f"A {figure} that runs {_FLOWS[asked.direction]}.", *boxes, *frames, ""]
    lines += [
        f"Boxes: {len(boxes)}; frames: {len(frames)}; connections, each one continuous line: {len(asked.relations)}."
    ]
    lines += ["Every text is legible, and nothing else is drawn."]
    return "\n".join([*lines, f"A white page. {_STYLES[asked.style]}"]) + "\n"


def _box(component: Component) -> str:
    plain = component.kind is NodeKind.PROCESS  # what a box is if nothing is said: words are dear
    kind = "" if plain else f", {component.kind.value.replace('_', ' ')}"
    return f'{component.id}. "{component.text}"{kind}{_inside(component.inside)}'


def _frame(module: Module) -> str:
    return f'{module.id}. "{module.text}", frame{_inside(module.inside)}'


def _inside(frame: str | None) -> str:
    return f", inside frame {frame}" if frame else ""


def _ways(leaving: Sequence[Relation]) -> str:
    return f": {'; '.join(map(_connection, leaving))}" if leaving else ""


def _connection(relation: Relation) -> str:
    kind = "line" if relation.plain else "arrow at both ends" if relation.both_ways else "arrow"
    label = f', labelled "{relation.text}"' if relation.text else ""
    return f"{kind} to {relation.target}{label}"


def _line(text: str) -> str:
    """``text`` on one line."""
    return " ".join(text.split())
