"""A graph as the lines of text that the published evaluator compares, and such lines as spans."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.triples import ToldFlow, flows, names, started_flows, triple

_ARTIFACTS = {"DataObject": NodeKind.DATA_OBJECT, "TextAnnotation": NodeKind.TEXT_ANNOTATION}
_GATEWAY = re.compile(r"(XOR|OR|AND)\d*|(xor|or|and)\d")
_CONDITION = re.compile(r"^(?>(.*?)->\s*+\()(.*)\)\s*+(?=\S)")
_BRACKETS = re.compile(r"^[^(]*+\((.*)\)")
_ARTIFACT_TEXT = re.compile(r"^[^(]*+\(.+\)")


@dataclass(frozen=True, slots=True)
class End:
    """One end of a span.

    Attributes:
        name: all that the line says of it.
        kind: None where the published reader takes it for no node: a bracket that the greedy search for a condition
            left over, and data or a text without closing bracket or without words.
        text: of an action its name, of others what stands in brackets.
    """

    name: str
    kind: NodeKind | None
    text: str
    actor: str


@dataclass(frozen=True, slots=True)
class Span:
    """One line."""

    line: str
    source: End
    target: End
    condition: str

    @property
    def kind(self) -> EdgeKind:
        """Constraint where an end is an artifact, else sequence, whether conditional or not."""
        touched = {self.source.kind, self.target.kind}
        return EdgeKind.CONSTRAINT if touched & set(_ARTIFACTS.values()) else EdgeKind.SEQUENCE

    @property
    def soft_kind(self) -> EdgeKind:
        """The same as :attr:`kind`, but condition where there is one."""
        return EdgeKind.CONDITION if self.condition else self.kind


def told(graph: FlowGraph, *, gold: bool) -> str:
    """The lines of a graph: of gold what its Starts reach, of a prediction all."""
    named = {id: _one_line(name) for id, name in names(graph).items()}
    return "\n\n".join(_paragraph(flow, named) for flow in (started_flows(graph) if gold else flows(graph)))


def _paragraph(flow: ToldFlow, named: dict[str, str]) -> str:
    header = [f"For {_one_line(flow.root.actor)}:"]
    lines = (triple(named[e.source], _one_line(e.label), named[e.target]) for e in flow.edges)
    return "\n".join([*header, *lines])


def _one_line(text: str) -> str:
    """Breaks would end a line; other white space is kept, for it makes tokens."""
    return " ".join(text.splitlines())


def spans(lines: Iterable[str]) -> list[Span]:
    """The lines that the published reader takes; it passes over all others."""
    actor = ""
    described: list[Span] = []
    for line in map(str.strip, lines):
        if "->" in line:
            described += _span(line, actor)
        elif line.startswith(("For", "for")):
            actor = line[3:].replace(":", "").strip()
    return described


def _span(line: str, actor: str) -> list[Span]:
    match = _CONDITION.search(line)
    condition = match[2].strip() if match else ""
    ends = (f"{match[1]}->{line[match.end() :]}" if match else line).split("->")
    return [Span(line, _end(ends[0], actor), _end(ends[1], actor), condition)] if len(ends) == 2 else []


def _end(name: str, actor: str) -> End:
    name = name.strip()
    kind = _kind(name)
    inside = _BRACKETS.search(name)
    bracketed = inside[1].strip() if inside else ""
    return End(name, kind, name if kind is NodeKind.PROCESS else bracketed, actor)


def _kind(name: str) -> NodeKind | None:
    if not any(map(str.isalnum, name)):
        return None
    for word, kind in _ARTIFACTS.items():
        if word in name and "(" in name:
            return kind if _ARTIFACT_TEXT.search(name) else None
    if name.startswith(("Start", "start")):
        return NodeKind.START
    if name.startswith(("End", "end")):
        return NodeKind.END
    gateway = _GATEWAY.match(name)
    return NodeKind((gateway[1] or gateway[2]).lower()) if gateway else NodeKind.PROCESS
