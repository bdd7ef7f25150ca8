"""State diagrams against Mermaid's own parser, other kinds of diagrams by name, and formulae as they are written."""

# ruff: noqa: E501 (a diagram is a line)
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mermaidx.engines._common import run_event_loop

from diagnosis.graph_mermaid import MermaidOracle
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.graph.mermaid._text import decode, encode

ASK = """
globalThis.__states = function (code) {
  globalThis.__renderResult = null; globalThis.__renderError = null;
  mermaid.mermaidAPI.getDiagramFromText(code).then(diagram => {
    const data = diagram.db.getData();
    globalThis.__renderResult = JSON.stringify({
      nodes: data.nodes.map(({id, label, description, shape, isGroup, parentId}) =>
        ({id, label, description, shape, isGroup, parentId})),
      edges: data.edges.map(({start, end, label}) => ({start, end, label})),
    });
  }).catch(error => { globalThis.__renderError = (error && error.message) || String(error); });
};"""
NAMELESS = {"stateStart", "stateEnd", "fork", "join", "choice"}

EXAMPLES = (
    "[*] --> Still\nStill --> [*]\nStill --> Moving\nMoving --> Still\nMoving --> Crash\nCrash --> [*]",
    's1\nstate "This is described" as s2\ns3 : so is this\ns2 --> s3: a way',
    "[*] --> First\nstate First {\n[*] --> second\nsecond --> [*]\n}\n[*] --> Alone\nAlone : of its name\nstate Alone {\nx\n}",
    "[*] --> A\nstate A {\n[*] --> B\nstate B {\n[*] --> C\nC --> [*]\n}\n}\nA --> D",
    "state if_state <<choice>>\n[*] --> Positive\nPositive --> if_state\nif_state --> False: n < 0\nif_state --> True : n >= 0",
    "state fork_state <<fork>>\n[*] --> fork_state\nfork_state --> Two\nfork_state --> Three\nstate join_state <<join>>\n"
    "Two --> join_state\nThree --> join_state\njoin_state --> [*]",
    "One: The first\nnote right of One\nwords here,\nof two lines\nend note\nOne --> Two\nnote left of Two : short",
    "[*] --> Active\nstate Active {\n[*] --> NumOff\nNumOff --> NumOn : press\n--\n[*] --> CapsOff\nCapsOff --> CapsOn : press\n}",
    "direction LR\n[*] --> A\nA --> B\nB --> C\nstate B {\ndirection TB\na --> b\n}\nB --> D",
    "A --> B\nstate C {\nB --> D\n}\nstate E {\nD --> F\n}\nA : one\nA : two",
    "classDef bad fill:#f00,color:white\n[*] --> Idle\nIdle --> Broken:::bad\nclass Idle bad\n%% remark\nBroken:::bad --> [*]",
    "accTitle: doors\naccDescr {\nseveral\nlines\n}\n[*] --> Open\nOpen --> Shut : push<br/>hard",
)


@pytest.fixture(scope="module")
def oracle() -> Iterator[MermaidOracle]:
    oracle = MermaidOracle()
    oracle._run(lambda: oracle._engine._ctx.eval(ASK))
    yield oracle
    oracle.close()


def drawn(oracle: MermaidOracle, text: str) -> dict[str, Any]:
    def ask() -> str:
        context = oracle._engine._ctx
        context.eval(f"__states({json.dumps(text)})")
        run_event_loop(context.eval, oracle._engine._run_job)
        return str(context.eval("globalThis.__renderResult"))

    return dict(json.loads(oracle._run(ask)))


def text_of(row: dict[str, Any]) -> str:
    if row["shape"] in NAMELESS:
        return ""
    return decode("\n".join((row["label"], *(row.get("description") or ()))))


def drawn_graph(rows: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """States with what holds them, and transitions; frames around notes and regions are none."""
    by_id = {row["id"]: row for row in rows["nodes"]}
    frames = {id for id, row in by_id.items() if row["shape"] in ("divider", "noteGroup")}

    def holder(row: dict[str, Any]) -> str:
        outer = by_id.get(row.get("parentId"))
        while outer is not None and outer["id"] in frames:
            outer = by_id.get(outer.get("parentId"))
        return "" if outer is None else text_of(outer)

    states = [(text_of(row), bool(row["isGroup"]), holder(row)) for id, row in by_id.items() if id not in frames]

    def way(edge: dict[str, Any]) -> tuple[str, str, str]:
        return text_of(by_id[edge["start"]]), text_of(by_id[edge["end"]]), decode(edge.get("label") or "")

    ends = [{by_id[edge["start"]]["shape"], by_id[edge["end"]]["shape"]} for edge in rows["edges"]]
    drawn_ways = [edge for edge, shapes in zip(rows["edges"], ends, strict=True) if "note" not in shapes]
    return sorted(states), sorted(map(way, drawn_ways))


def read_graph(graph: FlowGraph) -> tuple[list[Any], list[Any]]:
    text = {end.id: end.text for end in graph.ends}
    states = [(node.text, False, text.get(node.group or "", "")) for node in graph.nodes]
    states += [(group.text, True, text.get(group.parent or "", "")) for group in graph.groups]
    ways = [edge for edge in graph.edges if edge.kind is not EdgeKind.CONSTRAINT]
    return sorted(states), sorted((text[edge.source], text[edge.target], edge.label) for edge in ways)


@pytest.mark.parametrize("rows", EXAMPLES)
def test_states_are_those_that_mermaid_draws(oracle: MermaidOracle, rows: str) -> None:
    text = f"stateDiagram-v2\n{rows}"
    assert read_graph(read_mermaid(text)) == drawn_graph(drawn(oracle, text))


def test_kinds_and_directions() -> None:
    graph = read_mermaid(
        "stateDiagram\ndirection RL\nstate c <<choice>>\n[*] --> c\nstate B {\ndirection LR\n}\nc --> [*]"
    )
    assert [node.kind for node in graph.nodes] == [NodeKind.DECISION, NodeKind.START, NodeKind.END]
    assert (graph.direction, graph.groups[0].direction) == ("RL", "LR")


def test_notes_point_to_their_states() -> None:
    graph = read_mermaid("stateDiagram\nstate B {\nA --> C\nnote left of C : why\n}\nnote right of B\nwhen\nend note")
    pointers = [edge for edge in graph.edges if edge.kind is EdgeKind.CONSTRAINT]
    notes = [graph.node_by_id[edge.source] for edge in pointers]
    assert [(note.text, note.kind, note.group) for note in notes] == [
        ("why", NodeKind.NOTE, "B"),
        ("when", NodeKind.NOTE, None),
    ]
    assert [edge.target for edge in pointers] == ["C", "B"]


@pytest.mark.parametrize("rows", ["}", "a --> ", "state {", "a --> b c d", "a ==> => b"])
def test_what_is_no_statement_is_refused_with_its_line(rows: str) -> None:
    with pytest.raises(FormatError, match="line 2") as error:
        read_mermaid(f"stateDiagram-v2\n  {rows}")
    assert error.value.reason is RejectionReason.SYNTAX


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("sequenceDiagram", "a sequence diagram"),
        ("classDiagram-v2", "a class diagram"),
        ("erDiagram", "an entity relationship diagram"),
        ("gitGraph:", "a graph of commits"),
        ("xychart-beta", "an XY chart"),
        ("architecture-beta", "an architecture diagram"),
        ("pie title Pets", "a pie chart"),
        ("sankey-beta", "a Sankey diagram"),
        ("block-beta", "a block diagram"),
        ("C4Context", "a C4 diagram"),
    ],
)
def test_other_kinds_are_refused_by_name(word: str, name: str) -> None:
    with pytest.raises(FormatError, match=f"line 2, column 3: {name}; flowcharts and state diagrams are read") as error:
        read_mermaid(f"%% remark\n  {word}\n  a\n")
    assert error.value.reason is RejectionReason.UNSUPPORTED


def test_formulae_stay_as_they_are_written() -> None:
    graph = read_mermaid('flowchart LR\na["$$\\nu = c / \\lambda$$"] -- "$$\\nabla f$$" --> b["so $$x_1 < 2$$<br>and"]')
    assert [node.text for node in graph.nodes] == ["$$\\nu = c / \\lambda$$", "so $$x_1 < 2$$\nand"]
    assert graph.edges[0].label == "$$\\nabla f$$"


@given(st.text(alphabet='$$$$ab \\n*&<"#;', max_size=14), st.booleans())
def test_texts_with_formulae_come_back(text: str, markdown: bool) -> None:
    words = " ".join(text.split())
    assert decode(encode(words, markdown=markdown), markdown=markdown) == words
