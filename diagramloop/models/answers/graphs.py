"""A flowchart in an answer, in whatever notation: that of a fence or of what it begins with; triples last.

Which notations there are says the table of formats (:mod:`diagramloop.graph.formats`). JSON may also list nodes and
links as other tools do (networkx, Cytoscape, lists of pairs).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import DOT, JSON, MERMAID, TRIPLES, read, usable
from diagramloop.models.answers.node_keys import with_texts
from diagramloop.models.answers.node_link import NODE_LINK, node_link_graph
from diagramloop.models.answers.structure import structured
from diagramloop.models.answers.wanted import Reading, UnreadError

MOST_BLOCKS = 20  # in fences that are looked at, the last ones
MAX_NODES = 1_000
MAX_EDGES = 2_000  # the largest chart of the data sets has some 100
LONGEST = 200_000  # characters of an answer that are looked at

BEGINS: Mapping[str, re.Pattern[str]] = {
    "mermaid": re.compile(
        r"^[^\S\n]*(?:flowchart|graph)\b(?!\s*+(?:(?:[\w.-]{1,80}|\"[^\"\n]{0,200}\")\s*+)?\{)[^\n]*|"
        r"^[^\S\n]*stateDiagram(?:-v2)?\b",
        re.MULTILINE,
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
_MERMAID_LINE = re.compile(
    r"^[^\S\n]*\w{1,60}(?:\[[^\]\n]{0,300}\]|\([^)\n]{0,300}\)|\{[^}\n]{0,300}\})[^\S\n]{0,9}(?:-->|---|-\.->|==>|--\s)",
    re.MULTILINE,
)  # of a flowchart whose head was left out
_NO_TRIPLES = re.compile(
    r"^[^\S\n]*sequenceDiagram\b|^[^\S\n]*\w{1,60}\s?-{1,2}>>|\bdigraph\b[^\n]{0,200}\{", re.MULTILINE
)
_ENDS: Mapping[str, str] = {"dot": "}", "bpmn": ">"}
_OF_GROUPS = re.compile(r"(?:subgraph\b|end$|direction\b)")  # lines of Mermaid that mean nothing by themselves
_COMMENT = re.compile(r"(?<![ \t])[ \t]++(?://|#[ \t])[^\n]*$|^[ \t]*+(?://|#|%%)[^\n]*$", re.MULTILINE)
_ARROW = re.compile(r"[-–—=]{1,9}>{1,3}|[→⇒➔➜➝⟶⟹]")
_REMARK = re.compile(
    r"^\W{0,4}(?:note|notes|remark|explanation|comment|assumption|here|this|these|in this|please)\b", re.IGNORECASE
)
_EXAMPLE = re.compile(r",\s(?:such\s+as|for\s+example|e\.g\.|and\s+I(?:['’]ll|\swill))\s", re.IGNORECASE)
_SIGN = "[-–—=]{1,9}>{1,3}|→"  # of an edge between two texts
_CONDITIONED = re.compile(
    rf"^([^\w\n]{{0,20}})(\w[^()\n]{{0,300}}?)[ \t]+\(([^()\n]{{1,300}})\)[ \t]*({_SIGN})[ \t]*(?!\()([^\n]*)",
    re.MULTILINE,
)
_TARGET = re.compile(
    rf"(?:{_SIGN})[ \t]*+(?:\([^()\n]{{1,300}}\)[ \t]*+)?([^()\n>]{{1,300}}?)(?<![ \t])[ \t]*+"
    r"(?:\([^()\n]{1,300}\)[ \t]*+)?$",
    re.MULTILINE,
)
_ON_ARROW = re.compile(r"[^\S\n]--[^\S\n]?([^\s>-][^\n>-]{0,120}?)[^\S\n]?--?>[^\S\n]")  # XOR1 --it boils--> add tea
_BEHIND_TARGET = re.compile(
    rf"^([^\w\n]{{0,8}}(?:\d{{1,3}}[.):]\s)?)(\w[^()\[\]\n→]{{0,200}}?)\s?({_SIGN})\s?([^()\[\]\n→]{{1,300}}?)\s"
    r"(?:[(\[]([^()\[\]\n]{1,300})[)\]]|:\s([^()\[\]\n:→]{1,300}?))\s*$",
    re.MULTILINE,
)  # XOR1 -> add tea (it boils), XOR1 -> add tea : it boils
_BEHIND = r"\1\2 \4 (\3) \5"
_CALLS = re.compile(
    r"\b\w{0,20}edge\w{0,10}\(\s*[\"']([^\"'\n]{1,300})[\"']\s*,\s*[\"']([^\"'\n]{1,300})[\"']"
    r"(?:[^)\n]{0,80}?\blabel\s*=\s*[\"']([^\"'\n]{1,300})[\"'])?",
    re.IGNORECASE,
)


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
        around = () if notation is None else ("fence",)
        for written, name, repairs in _candidates(part, notation):
            graph = _graph(written, name)
            if graph is not None:
                yield self._reading(graph, written, name, (*around, *repairs))
        if with_texts(part) == part:  # a list of nodes by their keys is no record
            for graph, written, name, repairs in _of_values(part):
                yield self._reading(graph, written, name, (*around, *repairs))
        written, repairs = _triples(part, notation is not None)
        triples = None if _NO_TRIPLES.search(part) else _graph(written, TRIPLES.name)
        if triples is not None and any(edge.source != edge.target for edge in triples.edges):
            yield self._reading(triples, written, TRIPLES.name, (*around, *repairs))

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


def _candidates(part: str, notation: str | None) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The documents that may stand in a part, each with its format and with what was left out of it."""
    if notation and notation not in BEGINS:
        yield part, notation, ()
    for name in BEGINS:
        yield from ((written, name, repairs) for written, repairs in _documents(part, name))
    if _MERMAID_LINE.search(part):  # its head was left out
        headed = f"flowchart TB\n{part}"
        yield from ((written, MERMAID.name, repairs) for written, repairs in _readable_mermaid(headed))


def _documents(part: str, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Candidates for a document of a format: from its last beginning on, whole, and without what cannot be read."""
    begins = list(BEGINS[name].finditer(part))
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


def _of_values(part: str) -> Iterator[tuple[FlowGraph, str, str, tuple[str, ...]]]:
    """The graphs of JSON, of tables and of calls such as ``add_edge("a", "b")``; see :class:`GraphAnswer`."""
    parts = structured(part)
    for value in reversed(parts.values):
        written = part[value.start : value.end]
        repairs = (value.repair,) if value.repair else ()
        for form in _json_formats():
            graph = _graph(written, form)
            if graph is not None:
                yield graph, written, form, repairs
        linked = node_link_graph(value.value)
        if linked is not None:
            yield linked, written, NODE_LINK, repairs
    calls = [list(call) for call in _CALLS.findall(part)]
    for name, joined in ((NODE_LINK, parts.joined if len(parts.values) > 1 else None), ("code", calls)):
        graph = node_link_graph(joined) if joined else None
        if graph is not None:
            yield graph, part, name, ()


def _json_formats() -> list[str]:
    return [form.name for form in usable() if not form.binary and form.media_type == JSON.media_type]


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
    named = "\n".join(kept)
    written = with_texts(named)
    if written != named:
        repairs.append("keys of nodes replaced")
    moved = _with_conditions(_behind_targets(_ON_ARROW.sub(r" -> (\1) ", written)))
    if moved != written:
        repairs.append("conditions moved")
    return moved, tuple(repairs)


def _behind_targets(written: str) -> str:
    """Lines such as ``XOR1 -> add tea (it boils)`` with the condition before the target, if two leave a node so."""
    sources = Counter(line[2].casefold() for line in _BEHIND_TARGET.finditer(written))
    return _BEHIND_TARGET.sub(
        lambda line: line.expand(r"\1\2 \3 (\5\6) \4") if sources[line[2].casefold()] > 1 else line[0], written
    )


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
        lambda line: line.expand(_BEHIND) if line[2].casefold() in several else line[0],
        written,
    )


def _is_remark(line: str) -> bool:
    """True for a sentence that only happens to have an arrow in it."""
    if _ARROW.search(line) is None or "(" in line.split(">")[0][:6]:
        return False
    return _REMARK.match(line) is not None or _EXAMPLE.search(line) is not None
