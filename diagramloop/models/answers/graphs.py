"""A flowchart in an answer, in whatever notation: that of a fence or of what it begins with; triples last.

Which notations there are says the table of formats (:mod:`diagramloop.graph.formats`). JSON may also list nodes and
links as other tools do (networkx, Cytoscape, lists of pairs).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.formats import DOT, FORMATS, MERMAID, TRIPLES, Format, read, usable
from diagramloop.models.answers.structure import structured
from diagramloop.models.answers.wanted import Reading, UnreadError

MOST_BLOCKS = 20  # in fences that are looked at, the last ones
MAX_NODES = 1_000
MAX_EDGES = 2_000  # the largest chart of the data sets has some 100
LONGEST = 200_000  # characters of an answer that are looked at

_BEGINS: Mapping[str, re.Pattern[str]] = {
    "mermaid": re.compile(
        r"^[^\S\n]*(?:flowchart|graph)\b(?![^\n{]*\{)[^\n]*|^[^\S\n]*stateDiagram(?:-v2)?\b", re.MULTILINE
    ),
    "dot": re.compile(r'\b(?:strict\s+)?(?:di)?graph\b(?:\s+[\w.-]+|\s*"[^"]{0,200}")?\s*\{', re.IGNORECASE),
    "plantuml": re.compile(r"^[^\S\n]*@start\w+", re.MULTILINE),
    "bpmn": re.compile(r"<(?:\w{1,20}:)?definitions\b"),
}
"""By format how a document of it begins, wherever it stands in an answer."""
_FENCE = re.compile(
    r"^[^\S\n]*(?:```|~~~)([^\n]{0,40})\n((?:(?![^\S\n]*(?:```|~~~))[^\n]*(?:\n|\Z))*)(?:[^\S\n]*(?:```|~~~)[^\n]*)?",
    re.MULTILINE,
)
_ENDS: Mapping[str, str] = {"dot": "}", "bpmn": ">"}
_OF_GROUPS = re.compile(r"(?:subgraph\b|end$|direction\b)")  # lines of Mermaid that mean nothing by themselves
_COMMENT = re.compile(r"[ \t]+(?://|#[ \t])[^\n]*$|^[ \t]*(?://|#|%%)[^\n]*$", re.MULTILINE)
_ARROW = re.compile(r"[-–—=]{1,9}>{1,3}|[→⇒➔➜➝⟶⟹]")
_REMARK = re.compile(
    r"^\W{0,4}(?:note|notes|remark|explanation|comment|assumption|here|this|these|in this|please)\b", re.IGNORECASE
)
_CONDITIONED = re.compile(
    r"^([^\w\n]{0,20})(\w[^()\n]{0,300}?)[ \t]+\(([^()\n]{1,300})\)[ \t]*([-–—=]{1,9}>{1,3}|→)[ \t]*(?!\()([^\n]*)",
    re.MULTILINE,
)
_TARGET = re.compile(
    r"(?:[-–—=]{1,9}>{1,3}|→)[ \t]*(?:\([^()\n]{1,300}\)[ \t]*)?([^()\n>]{1,300}?)[ \t]*(?:\([^()\n]{1,300}\))?[ \t]*$",
    re.MULTILINE,
)
_CALLS = re.compile(
    r"\b\w{0,20}edge\w{0,10}\(\s*[\"']([^\"'\n]{1,300})[\"']\s*,\s*[\"']([^\"'\n]{1,300})[\"']"
    r"(?:[^)\n]{0,80}?\blabel\s*=\s*[\"']([^\"'\n]{1,300})[\"'])?",
    re.IGNORECASE,
)
_SOURCES = ("source", "from", "start", "src", "tail", "u", "parent")
_TARGETS = ("target", "to", "end", "dst", "head", "v", "child")
_LABELS = ("label", "text", "condition", "name", "value", "type")
_NODE_TEXTS = ("text", "label", "name", "title", "content", "value")
_NODE_LISTS, _EDGE_LISTS = ("nodes", "vertices"), ("edges", "links", "connections", "flows", "arrows", "relations")


@dataclass(frozen=True)
class GraphAnswer:
    """The flowchart of an answer.

    Attributes:
        text: the part that it was read from.
        notation: name of its format; ``node_link`` for other tools' JSON.
    """

    graph: FlowGraph
    text: str
    notation: str


@dataclass(frozen=True)
class Graph:
    """A flowchart of at least one edge, or of one node that has a text.

    Attributes:
        notation: that was asked for; another is read as well, and told among the repairs. Empty where any will do.
    """

    notation: str = ""
    schema: ClassVar[None] = None
    decides: ClassVar[bool] = True

    def read(self, answer: str) -> Reading[GraphAnswer]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`; of several parts the last that is one.

        Raises:
            UnreadError: there is none, or one beyond MAX_NODES or MAX_EDGES.
        """
        text = answer[:LONGEST]
        for part, notation in (*_blocks(text), (text, None)):
            for reading in self._in_part(part, notation):
                graph = reading.value.graph
                if len(graph.nodes) > MAX_NODES or len(graph.edges) > MAX_EDGES:
                    raise UnreadError(f"a graph of {len(graph.nodes)} nodes and {len(graph.edges)} edges")
                return reading
        raise UnreadError("no graph in it")

    def _in_part(self, part: str, notation: str | None) -> Iterator[Reading[GraphAnswer]]:
        """The graphs in a part: in the notation that its fence names, in those that it begins like, and so on.

        Args:
            notation: that a fence names, be it empty; None where there is no fence.
        """
        fenced = notation is not None
        around = ("fence",) if fenced else ()
        if notation and notation not in _BEGINS and (graph := _graph(part, notation)) is not None:
            yield self._reading(graph, part, notation, around)
        for name in _BEGINS:
            for written, repairs in _documents(part, name):
                graph = _graph(written, name)
                if graph is not None:
                    yield self._reading(graph, written, name, (*around, *repairs))
        parts = structured(part)
        for value in reversed(parts.values):
            written = part[value.start : value.end]
            for graph, name in _of_json(value.value, written):
                yield self._reading(graph, written, name, (*around, *filter(None, (value.repair,))))
        joined = _node_link(parts.joined) if len(parts.values) > 1 else None
        if joined is not None:
            yield self._reading(joined, part, "node_link", around)
        pairs = [list(call) for call in _CALLS.findall(part)]
        called = _node_link(pairs) if pairs else None
        if called is not None:
            yield self._reading(called, part, "code", around)
        written, repairs = _triples(part, fenced)
        graph = _graph(written, TRIPLES.name)
        if graph is not None and any(edge.source != edge.target for edge in graph.edges):
            yield self._reading(graph, written, TRIPLES.name, (*around, *repairs))

    def _reading(self, graph: FlowGraph, text: str, name: str, repairs: tuple[str, ...]) -> Reading[GraphAnswer]:
        other = (name,) if self.notation and name != self.notation else ()
        return Reading(GraphAnswer(graph, text.strip(), name), (*repairs, *other))


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """The fenced blocks, the last first, each with the format that its fence names, if that is one."""
    formats = {name: form.name for form in usable() if not form.binary for name in (form.name, *form.suffixes)}
    for match in list(_FENCE.finditer(text))[: -MOST_BLOCKS - 1 : -1]:
        if match[2].strip():
            word = match[1].strip().casefold()
            yield match[2], formats.get(word) or formats.get(f".{word}", "")


def _documents(part: str, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What may be a document of a format: from its last beginning on, whole, and without what cannot be read."""
    begins = list(_BEGINS[name].finditer(part))
    if not begins:
        return
    written = part[begins[-1].start() :]
    if name in _ENDS:
        end = written.rfind(_ENDS[name])
        written = written[: end + 1] if end >= 0 else written
    yield written, ()
    if name == MERMAID.name:
        yield from _readable_mermaid(written)
    if name == DOT.name:
        yield f"{written}{'}' * max(0, written.count('{') - written.count('}'))}", ("cut",)


def _readable_mermaid(written: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lines that are Mermaid, each once, within their groups and alone: models repeat themselves until they end."""
    head, _, rest = written.partition("\n")
    head = head.strip() if _graph(head, MERMAID.name, empty=True) is not None else "flowchart TB"
    body = [line.strip() for line in rest.splitlines() if line.strip()]
    distinct = dict.fromkeys(line for line in body if not _OF_GROUPS.match(line))
    readable = {line for line in distinct if _means_something(f"{head}\n{line}")}
    if readable:
        left_out = (f"{len(distinct) - len(readable)} of {len(distinct)} lines left out",)
        yield "\n".join([head, *_each_once(body, readable)]), left_out
        yield "\n".join([head, *(line for line in distinct if line in readable)]), left_out


def _each_once(body: Iterable[str], readable: set[str]) -> Iterator[str]:
    rest = set(readable)
    for line in body:
        if _OF_GROUPS.match(line):
            yield line
        elif line in rest:
            rest.remove(line)
            yield line


def _means_something(mermaid: str) -> bool:
    """A relation, or a node with a text: a bare word is Mermaid as well, but so it is prose."""
    graph = _graph(mermaid, MERMAID.name)
    if graph is None or graph.groups:
        return False
    return bool(graph.edges) or any(node.text != node.id for node in graph.nodes)


def _graph(written: str, name: str, empty: bool = False) -> FlowGraph | None:
    try:
        graph = read(written, name)
    except DiagramloopError as error:
        if error.reason is RejectionReason.TOO_LARGE:
            raise UnreadError(str(error)) from error
        return None
    return graph if graph.nodes or empty else None


def _of_json(value: object, written: str) -> Iterator[tuple[FlowGraph, str]]:
    for offer, form in FORMATS.objects():
        if isinstance(form, Format) and not form.binary and form.media_type == "application/json":
            graph = _graph(written, offer.name)
            if graph is not None and (graph.edges or graph.nodes):
                yield graph, offer.name
    graph = _node_link(value)
    if graph is not None:
        yield graph, "node_link"


def _node_link(value: object) -> FlowGraph | None:
    """A graph in lists of nodes and links, or of pairs; ends that no list names become nodes of that text."""
    if isinstance(value, Mapping) and isinstance(value.get("elements"), list | Mapping):
        value = value["elements"]  # Cytoscape's
    if isinstance(value, list):
        items = [item.get("data", item) if isinstance(item, Mapping) else item for item in value]
        links = [link for item in items if (link := _link(item)) is not None]
        nodes = [item for item in items if isinstance(item, Mapping) and _link(item) is None]
        return _linked(nodes, links) if links and len(links) + len(nodes) == len(items) else None
    if not isinstance(value, Mapping):
        return None
    fields = {str(key).casefold(): inner for key, inner in value.items()}
    lists = next((fields[name] for name in _EDGE_LISTS if isinstance(fields.get(name), list)), None)
    if lists is None:
        inner = [graph for each in value.values() if isinstance(each, Mapping) and (graph := _node_link(each))]
        return inner[0] if len(inner) == 1 else None
    links = [link for item in lists if (link := _link(item.get("data", item) if isinstance(item, Mapping) else item))]
    listed: Any = next((fields[name] for name in _NODE_LISTS if name in fields), [])
    if isinstance(listed, Mapping):
        listed = [
            {"id": key, **(each if isinstance(each, Mapping) else {"text": each})} for key, each in listed.items()
        ]
    return _linked(listed if isinstance(listed, list) else [], links) if links or listed else None


def _link(item: object) -> tuple[str, str, str] | None:
    """Source, target and label of a link: an object, or a list of two or three."""
    if isinstance(item, Mapping):
        fields = {str(key).casefold(): inner for key, inner in item.items()}
        source = next((fields[name] for name in _SOURCES if name in fields), None)
        target = next((fields[name] for name in _TARGETS if name in fields), None)
        label = next((fields[name] for name in _LABELS if isinstance(fields.get(name), str)), "")
        ends = [source, target]
    elif isinstance(item, Sequence) and not isinstance(item, str) and len(item) in (2, 3):
        ends, label = list(item[:2]), item[2] if len(item) == 3 and isinstance(item[2], str) else ""
    else:
        return None
    if not all(isinstance(end, str | int) and str(end).strip() for end in ends):
        return None
    return str(ends[0]), str(ends[1]), "" if label.strip() in ("-", "–", "—") else str(label)


def _linked(listed: Sequence[object], links: Sequence[tuple[str, str, str]]) -> FlowGraph | None:
    texts: dict[str, str] = {}
    for place, item in enumerate(listed):
        if isinstance(item, Mapping):
            fields: dict[str, Any] = {str(k).casefold(): v for k, v in item.get("data", item).items()}
            named = next((fields[name] for name in ("id", "key", "name", "node_id") if name in fields), place)
            texts[str(named)] = str(next((fields[n] for n in _NODE_TEXTS if isinstance(fields.get(n), str)), named))
        elif isinstance(item, str | int):
            texts[str(item)] = str(item)
    for source, target, _ in links:
        texts.setdefault(source, source)
        texts.setdefault(target, target)
    try:
        nodes = tuple(Node(id=id, text=text) for id, text in texts.items())
        return FlowGraph(nodes=nodes, edges=tuple(Edge(source=s, target=t, label=label) for s, t, label in links))
    except (DiagramloopError, ValueError):
        return None


def _triples(part: str, fenced: bool) -> tuple[str, tuple[str, ...]]:
    """The lines of triples in a part: comments and remarks fall away, and a gateway's condition comes behind it."""
    repairs: list[str] = []
    without = _COMMENT.sub("", part)
    if without != part:
        repairs.append("comments left out")
    lines = without.splitlines()
    kept = [line for line in lines if fenced or not _is_remark(line)]
    if len(kept) < len(lines):
        repairs.append("remarks left out")
    written = "\n".join(kept)
    moved = _with_conditions(written)
    if moved != written:
        repairs.append("conditions moved")
    return moved, tuple(repairs)


def _with_conditions(written: str) -> str:
    """Lines such as ``XOR1 (it boils) -> add tea`` with the condition behind the arrow.

    A bracket is a condition where the node is also spoken of without it, or with others: a name has always the same.
    """
    bases: dict[str, set[str]] = defaultdict(set)
    for _, base, text, _, _ in _CONDITIONED.findall(written):
        bases[base.casefold()].add(text)
    for target in _TARGET.findall(written):
        if target.casefold() in bases:
            bases[target.casefold()].add("")
    several = {base for base, texts in bases.items() if len(texts) > 1}
    return _CONDITIONED.sub(
        lambda line: (
            f"{line[1]}{line[2]} {line[4]} ({line[3]}) {line[5]}" if line[2].casefold() in several else line[0]
        ),
        written,
    )


def _is_remark(line: str) -> bool:
    """True for a sentence that only happens to have an arrow in it."""
    return _ARROW.search(line) is not None and _REMARK.match(line) is not None and "(" not in line.split(">")[0][:6]
