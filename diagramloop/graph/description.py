"""Descriptions: a graph told in words, short and long, for who does not see it (WCAG 2.2, success criterion 1.1.1).

The long form is a format: a numbered list of steps, below each what follows it. It is read back without a loss of
steps, ways, conditions and groups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from diagramloop.errors import FormatError, GraphError, RejectionReason
from diagramloop.graph._elements import Edge, EdgeKind, Group, Node, NodeKind
from diagramloop.graph._limits import MAX_CHARACTERS, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written, losses
from diagramloop.graph.algorithms import feedback_arcs, roots, terminals
from diagramloop.graph.algorithms._depth import finished
from diagramloop.graph.procedural import GATEWAYS

_KINDS: Mapping[NodeKind, tuple[str, str]] = {  # name, and the shape that it is usually drawn in
    NodeKind.START: ("Start", "sm-circ"),
    NodeKind.END: ("End", "framed-circle"),
    NodeKind.DECISION: ("Decision", "diam"),
    NodeKind.XOR: ("Choice", "diam"),
    NodeKind.OR: ("One or more", "diam"),
    NodeKind.AND: ("Side by side", "fork"),
    NodeKind.IO: ("Input or output", "lean-r"),
    NodeKind.SUBROUTINE: ("Subprocess", "fr-rect"),
    NodeKind.STORE: ("Store", "cyl"),
    NodeKind.DOCUMENT: ("Document", "doc"),
    NodeKind.EVENT: ("Event", "circle"),
    NodeKind.CONNECTOR: ("Connector", "circle"),
    NodeKind.NOTE: ("Note", "text"),
    NodeKind.DATA_OBJECT: ("Data", "doc"),
    NodeKind.TEXT_ANNOTATION: ("Annotation", "text"),
    NodeKind.MODULE: ("Module", "rect"),
    NodeKind.ICON: ("Icon", "icon"),
    NodeKind.UNKNOWN: ("Unknown", "rect"),
}
_STEP_KIND = ("", "rect")
_KIND_NAMED = {name: kind for kind, (name, _) in _KINDS.items()}
_NO_TEXT = "(no text)"
_SHORT_PX, _MOST_WORDS = 150, 6  # characters of a short description; words of a step that it quotes
_HEAD = " a flowchart of "
_STEP = re.compile(r"(\d{1,9})\. (.+)")
_GROUP = re.compile(r"Group (\d{1,9}), ([^\n]*): (?:of group (\d{1,9}), )?(?:with steps? ([\d, ]+)|empty)\.")
_HOST = re.compile(r"   - Interrupts (step|group) (\d{1,9})\.")
_WAY = re.compile(r"   - (?:Then|(?:If|With) (.*),) (go|both ways|joined) (?:back )?to (step|group) (\d{1,9})\.")
_VERBS = {(False, False): "go", (True, False): "both ways", (False, True): "joined"}  # of both heads, of none
_HEADS = {"go": ("arrow", "none"), "both ways": ("arrow", "arrow"), "joined": ("none", "none")}


def alternative(graph: FlowGraph) -> str:
    """A short text alternative: how many steps, where it begins and ends, decisions and ways back; some 150 characters.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> alternative(read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a'))
        'A flowchart of 3 steps, from "Start" to "Go"; 1 decision, 1 way back.'
    """
    title = f"{_one_line(graph.title)}:{_HEAD}" if graph.title.strip() else f"A{_HEAD[2:]}"
    walked = graph.with_interruptions()
    starts, ends = roots(walked), terminals(walked)
    ways = [_reach("from", graph, starts), _reach("to", graph, ends)]
    reach = f", {' '.join(filter(None, ways))}" if any(ways) else ""
    features = ", ".join(_features(walked, starts, ends))
    steps = _counted(len(graph.nodes), "step") or "no steps"
    return f"{title}{steps}{reach}{f'; {features}' if features else ''}."


def _features(graph: FlowGraph, starts: Sequence[str], ends: Sequence[str]) -> list[str]:
    """The numbers of starts and ends where there are several, of decisions, ways back and groups."""
    several = [_counted(len(ids), name) for ids, name in ((starts, "start"), (ends, "end")) if len(ids) > 1]
    decisions = sum(node.kind is NodeKind.DECISION or node.kind in GATEWAYS for node in graph.nodes)
    backwards = _counted(len(_ways_back(graph)), "way back", "ways back")
    counts = [_counted(decisions, "decision"), backwards, _counted(len(graph.groups), "group")]
    return [*several, *filter(None, counts)]


def write_description(graph: FlowGraph) -> Written:
    """The long description, as Markdown: the short one, then each step in the order of the flow with what follows it.

    Steps are numbered; looks, actors, and ids are not told, nor are line breaks.

    Raises:
        FormatError: more characters than a text may have (TOO_LARGE).
    """
    ordered = _in_order(graph)
    number = _numbers(ordered, "step ")
    ways = _ways(ordered, number)
    lines = [alternative(ordered), ""]
    for place, node in enumerate(ordered.nodes, 1):
        lines.append(f"{place}. {_named(node)}")
        if node.attached is not None and node.attached in number:
            lines.append(f"   - Interrupts {number[node.attached]}.")
        lines += ways[node.id]
    members = _members(ordered)
    for place, group in enumerate(ordered.groups, 1):
        lines += ["", _group_line(place, group, members[group.id], number), *ways[group.id]]
    text = "\n".join(lines) + "\n"
    check_count("characters", len(text), MAX_CHARACTERS)
    return Written(text, losses(_renamed(ordered), read_description(text)))


def read_description(text: str) -> FlowGraph:
    """The graph of a long description.

    Raises:
        FormatError: there is no numbered step (EMPTY), or one goes to a step that is not there (INVALID).
    """
    check_count("characters", len(text), MAX_CHARACTERS)
    head, *lines = text.split("\n")
    described = _Described()
    for line in lines:
        described.take(line)
    return described.graph(head)


class _Described:
    """The elements of a description, line by line."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._groups: list[Group] = []
        self._edges: list[Edge] = []
        self._group_of: dict[str, str] = {}
        self._source = ""

    def take(self, line: str) -> None:
        """One line; what tells nothing of the graph is passed over.

        Raises:
            FormatError: a way that follows no step (INVALID).
        """
        if step := _STEP.fullmatch(line):
            self._source = step[1]
            self._nodes.append(_node(step[1], step[2]))
        elif group := _GROUP.fullmatch(line):
            self._source = f"group {group[1]}"
            parent = f"group {group[3]}" if group[3] else None
            self._groups.append(Group(id=self._source, text=_written(group[2]), parent=parent))
            self._group_of |= dict.fromkeys((group[4] or "").split(", "), self._source)
        elif (host := _HOST.fullmatch(line)) and self._nodes:
            self._nodes[-1] = self._nodes[-1].model_copy(update={"attached": _id(host[1], host[2])})
        elif way := _WAY.fullmatch(line):
            self._edges.append(self._edge(way, line))

    def _edge(self, way: re.Match[str], line: str) -> Edge:
        if not self._source:
            raise FormatError(f"{line.strip()!r} follows no step", reason=RejectionReason.INVALID)
        head, tail = _HEADS[way[2]]
        return Edge(source=self._source, target=_id(way[3], way[4]), label=way[1] or "", head=head, tail=tail)

    def graph(self, head: str) -> FlowGraph:
        """The graph of all lines, with the title of the first one.

        Raises:
            FormatError: no step (EMPTY), or elements that do not fit together (INVALID).
        """
        if not self._nodes:
            raise FormatError("no numbered step", reason=RejectionReason.EMPTY)
        nodes = tuple(node.model_copy(update={"group": self._group_of.get(node.id)}) for node in self._nodes)
        title, marked, _ = head.rpartition(f":{_HEAD}")
        try:
            return FlowGraph(
                nodes=nodes, edges=tuple(self._edges), groups=tuple(self._groups), title=title if marked else ""
            )
        except GraphError as error:
            raise FormatError(f"no description: {error}", reason=RejectionReason.INVALID) from error


def table(graph: FlowGraph) -> str:
    """The steps as a Markdown table: number, kind, text, and what follows."""
    ordered = _in_order(graph)
    number = _numbers(ordered)
    following: dict[str, list[str]] = {id: [] for id in number}
    for edge in ordered.edges:
        following[edge.source].append(f"{_one_line(edge.label)}: {number[edge.target]}".removeprefix(": "))
    rows = [("Step", "Kind", "Text", "Next"), ("---:", "---", "---", "---")]
    for place, node in enumerate(ordered.nodes, 1):
        kind = _KINDS.get(node.kind, ("Step",))[0]
        rows.append((str(place), kind, _one_line(node.text), "; ".join(following[node.id])))
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in rows)


def _in_order(graph: FlowGraph) -> FlowGraph:
    """The graph with its nodes in the order of the flow, the first branch first, and its edges as they leave them."""
    place = {id: number for number, id in enumerate(_walked(graph.with_interruptions()))}
    place |= {group.id: len(place) + number for number, group in enumerate(graph.groups)}
    nodes = tuple(sorted(graph.nodes, key=lambda node: place[node.id]))
    drawn = [edge.forward for edge in graph.edges if edge.line != "invisible"]
    return graph.replace(nodes=nodes, edges=tuple(sorted(drawn, key=lambda edge: place[edge.source])))


def _walked(graph: FlowGraph) -> dict[str, None]:
    """The nodes' ids from the starts on, each before what follows it; then those of rings that no start leads to."""
    onward: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for source, target in graph.arcs():
        if source in onward and target in onward:
            onward[source].append(target)
    begins = [id for id in reversed(roots(graph)) if id in onward]
    reached = finished(begins, lambda id: reversed(onward[id]))[::-1]
    others = finished([*begins, *onward], lambda id: reversed(onward[id]))[::-1]
    return dict.fromkeys([*reached, *others])


def _ways_back(graph: FlowGraph) -> set[tuple[str, str]]:
    """The arcs that close a ring; a line without a direction closes none."""
    one_way = [edge for edge in graph.edges if not (edge.undirected or edge.bidirectional)]
    return set(feedback_arcs(graph.replace(edges=tuple(one_way))))


def _numbers(ordered: FlowGraph, step: str = "") -> dict[str, str]:
    """The name of each node and group by its id."""
    numbers = {node.id: f"{step}{place}" for place, node in enumerate(ordered.nodes, 1)}
    return numbers | {group.id: f"group {place}" for place, group in enumerate(ordered.groups, 1)}


def _members(ordered: FlowGraph) -> dict[str, list[str]]:
    """The numbers of the nodes in each group."""
    members: dict[str, list[str]] = {group.id: [] for group in ordered.groups}
    for place, node in enumerate(ordered.nodes, 1):
        if node.group is not None:
            members[node.group].append(str(place))
    return members


def _renamed(ordered: FlowGraph) -> FlowGraph:
    """The graph as its description names it: ids are numbers, spaces are single; in looks nobody has lost anything."""
    ids = _numbers(ordered)
    nodes = []
    for node in ordered.nodes:
        inside, host = ids.get(node.group or ""), ids.get(node.attached or "")
        (_, shape) = _KINDS.get(node.kind, _STEP_KIND)
        plain = {"text": _one_line(node.text), "group": inside, "attached": host, "shape": shape, "kind": node.kind}
        nodes.append(Node(id=ids[node.id], **plain))
    groups = []
    for group in ordered.groups:
        plain = {"id": ids[group.id], "text": _one_line(group.text), "parent": ids.get(group.parent or "")}
        groups.append(Group.model_validate(plain))
    edges = [_renamed_edge(edge, ids) for edge in ordered.edges]
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups), title=_one_line(ordered.title))


def _renamed_edge(edge: Edge, ids: Mapping[str, str]) -> Edge:
    heads = _HEADS[_VERBS[edge.bidirectional, edge.undirected]]
    ends = {"source": ids[edge.source], "target": ids[edge.target], "head": heads[0], "tail": heads[1]}
    return Edge.model_validate({**ends, "label": _one_line(edge.label)})


def _ways(ordered: FlowGraph, number: Mapping[str, str]) -> dict[str, list[str]]:
    """The lines of what follows each node and group."""
    back = _ways_back(ordered)
    ways: dict[str, list[str]] = {id: [] for id in number}
    for edge in ordered.edges:
        label = _one_line(edge.label)
        conjunction = "If" if _is_condition(edge, ordered) else "With"
        lead = f"{conjunction} {label}," if label else "Then"
        backwards = "back " if (edge.source, edge.target) in back else ""
        verb = _VERBS[edge.bidirectional, edge.undirected]
        ways[edge.source].append(f"   - {lead} {verb} {backwards}to {number[edge.target]}.")
    return ways


def _is_condition(edge: Edge, graph: FlowGraph) -> bool:
    source = graph.node_by_id.get(edge.source)
    asks = source is not None and (source.kind is NodeKind.DECISION or source.kind in GATEWAYS)
    return asks or edge.kind is EdgeKind.CONDITION


def _group_line(place: int, group: Group, inside: Sequence[str], number: Mapping[str, str]) -> str:
    parent = "" if group.parent is None else f"of {number[group.parent]}, "
    content = f"with step{'s' * (len(inside) > 1)} {', '.join(inside)}" if inside else "empty"
    return f"Group {place}, {_one_line(group.text) or _NO_TEXT}: {parent}{content}."


def _named(node: Node) -> str:
    text = _one_line(node.text) or _NO_TEXT
    (kind, _) = _KINDS.get(node.kind, _STEP_KIND)
    return f"{kind}: {text}" if kind else text


def _node(number: str, text: str) -> Node:
    kind, colon, rest = text.partition(": ")
    if colon and kind in _KIND_NAMED:
        named = _KIND_NAMED[kind]
        return Node(id=number, text=_written(rest), kind=named, shape=_KINDS[named][1])
    return Node(id=number, text=_written(text))


def _written(text: str) -> str:
    return "" if text == _NO_TEXT else text


def _id(kind: str, number: str) -> str:
    return number if kind == "step" else f"group {number}"


def _reach(preposition: str, graph: FlowGraph, ids: Sequence[str]) -> str:
    """The step at which a chart begins or ends, if that is one with a text."""
    text = graph.node_by_id[ids[0]].text if len(ids) == 1 else ""
    return f"{preposition} {_quoted(text)}" if text.strip() else ""


def _quoted(text: str) -> str:
    words = text.split()
    cut = " ".join(words[:_MOST_WORDS])
    return f'"{cut}{" ..." if len(words) > _MOST_WORDS else ""}"'


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _counted(count: int, name: str, several: str = "") -> str:
    if count == 0:
        return ""
    return f"{count} {name if count == 1 else several or f'{name}s'}"
