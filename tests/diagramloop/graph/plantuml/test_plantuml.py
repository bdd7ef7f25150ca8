"""PlantUML against an interpreter of its programs, by hand, and with hostile texts."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.plantuml import graph_of, parse, print_program, read_plantuml, write_plantuml
from diagramloop.graph.plantuml import program as p
from tests.diagramloop.graph.graphs import graphs
from tests.diagramloop.graph.plantuml.programs import programs, words

EVERYTHING = """
text before is no part of it
@startuml name
title Orders
skinparam {
  monochrome true
}
' a comment
/' another
   one '/
|Shop|
start
:Take the
order;
note right: by phone
if (In (our) stock?) is (no) then
  |#pink|Warehouse|
  -> asks;
  :Order it|
  kill
(much later) elseif (Closed?) then (yes)
  end
else (it is)
endif
partition "Pack it" {
  while (More?) is (yes)
    :Wrap;
    if (Torn?) then (yes)
      break
    endif
    backward :Next;
  endwhile (no)
}
fork
  #green:Ship/
fork again
  -[dashed]-> later\\nperhaps;
  :Bill;
end fork {and}
switch (How?)
case (by car)
  repeat :Drive;
  repeat while (There?) is (not yet) not (there)
case (on foot)
  split
    :Walk;
  split again
    :Run;
    detach
  end split
endswitch
floating note left
  two
  lines
end note
stop
"""


def labelled(graph: FlowGraph) -> list[str]:
    """Edges as ``source -label-> target`` in texts; circles and bars by their kind."""
    name = {node.id: node.text.replace("\n", " ") or node.kind.value for node in graph.nodes}
    return [f"{name[e.source]} -{e.label}-> {name[e.target]}" for e in graph.edges]


def test_every_construct() -> None:
    graph = read_plantuml(EVERYTHING)
    assert graph.title == "Orders"
    assert labelled(graph) == [
        "start --> Take the order",
        "Take the order --> In (our) stock?",
        "In (our) stock? -no\nasks-> Order it",
        "In (our) stock? -much later-> Closed?",
        "Closed? -yes-> end",
        "Closed? -it is-> More?",
        "More? -yes-> Wrap",
        "Wrap --> Torn?",
        "Torn? --> Next",
        "Next --> More?",
        "More? -no-> and",
        "Torn? -yes-> and",
        "and --> Ship",
        "and -later\nperhaps-> Bill",
        "Ship --> and",
        "Bill --> and",
        "and --> How?",
        "How? -by car-> Drive",
        "Drive --> There?",
        "There? -not yet-> Drive",
        "How? -on foot-> Walk",
        "How? -on foot-> Run",
        "There? -there-> end",
        "Walk --> end",
        "by phone --> Take the order",
        "two lines --> Run",
    ]
    by_text = {node.text: node for node in graph.nodes}
    assert (by_text["Order it"].kind, by_text["Order it"].actor) == (NodeKind.SUBROUTINE, "Warehouse")
    assert by_text["Ship"].kind is NodeKind.IO
    assert by_text["Take the\norder"].actor == "Shop"
    assert {graph.group_by_id[node.group].text for node in graph.nodes if node.group} == {"Pack it"}
    assert [edge.kind for edge in graph.edges].count(EdgeKind.CONSTRAINT) == 2
    assert [node.kind for node in graph.nodes[-2:]] == [NodeKind.NOTE] * 2


@given(program=programs())
def test_a_printed_program_is_read_back_as_it_was(program: p.Program) -> None:
    assert parse(print_program(program)) == program


@given(program=programs())
def test_the_graph_says_what_an_interpreter_says(program: p.Program) -> None:
    graph = graph_of(program)
    starts = [node.id for node in graph.nodes if node.kind is NodeKind.START]
    assert set(_walks(graph, starts[0], 6)) == words(program, 6)


def _walks(graph: FlowGraph, at: str, length: int) -> Iterator[tuple[str, ...]]:
    """Words along a walk from ``at``; a decision's answer is a word, other edges are silent."""
    yield ()
    node = graph.node_by_id[at]
    if node.kind is NodeKind.END and length:
        yield ("end",)
        return
    said = () if node.kind is NodeKind.START else (node.text,)
    if length < len(said) or not length:
        return
    yield said
    for edge in graph.edges:
        if edge.source == at:
            answered = (*said, edge.label) if node.kind is NodeKind.DECISION else said
            if len(answered) <= length:
                yield from ((*answered, *more) for more in _walks(graph, edge.target, length - len(answered)))


@given(program=programs())
def test_what_was_read_is_written_with_its_losses_declared(program: p.Program) -> None:
    graph = graph_of(program)
    written = write_plantuml(graph)
    back = read_plantuml(written.text)
    if not written.dropped:
        assert back == graph
    if not {"nodes", "edges", "nodes.text"} & set(written.dropped):
        assert Counter(node.text for node in back.nodes) == Counter(node.text for node in graph.nodes)
        assert Counter(edge.label for edge in back.edges) == Counter(edge.label for edge in graph.edges)


@pytest.mark.parametrize(
    "body",
    [
        (p.Action("a"), p.Choice("b?", (p.Branch("yes", (p.Action("c"),)), p.Branch("no", ()))), p.Action("d")),
        (p.While("b?", "yes", (p.Action("c"),), "no"), p.Action("d")),
        (p.Repeat((p.Action("c"),), "b?", "yes", "no"), p.Action("d")),
        (p.Parallel("fork", ((p.Action("a"),), (p.Action("b"), p.Action("c")))), p.Action("d")),
        (p.While("a?", "x", (p.Repeat((p.Action("c"),), "b?", "yes", "no"),), "y"), p.Stop("end")),
        (p.Lane("Shop"), p.Action("a"), p.Lane("Store"), p.Action("b", "|")),
        (p.Action("a"), p.Remark("why"), p.Remark("when"), p.Action("b")),
    ],
    ids=["choice", "while", "repeat", "fork", "nested loops", "lanes", "notes"],
)
def test_structured_graphs_lose_nothing(body: p.Body) -> None:
    graph = graph_of(p.Program((p.Start(), *body, *(() if isinstance(body[-1], p.Stop) else (p.Stop(),))), "t"))
    assert write_plantuml(graph).dropped in {(), ("edges.order",)}


@given(graph=graphs())
def test_any_graph_is_written_or_refused(graph: FlowGraph) -> None:
    with contextlib.suppress(FormatError):
        read_plantuml(write_plantuml(graph).text)


@given(
    kinds=st.lists(
        st.sampled_from([NodeKind.PROCESS, NodeKind.DECISION, NodeKind.AND, NodeKind.IO]), min_size=1, max_size=7
    ),
    ends=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from(["", "yes", "no"])), max_size=12),
)
def test_jumps_lose_no_node_and_no_edge(kinds: list[NodeKind], ends: list[tuple[int, int, str]]) -> None:
    nodes = tuple(Node(id=f"v{at}", text=f"text {at}", kind=kind) for at, kind in enumerate(kinds))
    inside = [end for end in ends if max(end[:2]) < len(nodes)]
    graph = FlowGraph(
        nodes=nodes, edges=tuple(Edge(source=f"v{a}", target=f"v{b}", label=label) for a, b, label in inside)
    )
    back = read_plantuml(write_plantuml(graph).text)
    texts = [{node.id: node.text for node in one.nodes if node.text} for one in (graph, back)]
    said = [
        Counter((names.get(e.source), e.label, names.get(e.target)) for e in one.edges)
        for names, one in zip(texts, (graph, back), strict=True)
    ]
    if NodeKind.AND not in kinds:
        assert Counter(texts[0].values()) == Counter(texts[1].values())
        assert said[0] == said[1]
    assert len(back.nodes) == len(graph.nodes)
    assert len(back.edges) == len(graph.edges)


def test_jumps() -> None:
    graph = read_plantuml(
        "start\nlabel up\n:a;\nif (b?) then (yes)\ngoto up\nelse (no)\ngoto down\nendif\n:c;\nlabel down\nstop"
    )
    assert labelled(graph) == ["start --> a", "a --> b?", "c --> end", "b? -yes-> a", "b? -no-> end"]
    assert labelled(read_plantuml(":a;\nif (b?) then (yes)\ngoto x\nendif\nlabel x"))[-2:] == [
        "b? --> end",
        "b? -yes-> end",
    ]
    with pytest.raises(FormatError):
        read_plantuml("goto nowhere")


def test_what_is_open_at_the_end_is_closed() -> None:
    whole = "@startuml\nstart\nif (a?) then (b)\n:c;\nendif\n@enduml"
    assert read_plantuml(whole.removesuffix("endif\n@enduml")) == read_plantuml(whole)
    assert labelled(read_plantuml(whole))[-1] == "a? --> end"


@pytest.mark.parametrize("word", ["break\n", ""])
def test_a_loop_without_a_test(word: str) -> None:
    graph = read_plantuml(f"repeat\n:a;\nif (b?) then (yes)\n{word}endif\nrepeat while ()\n:c;")
    back = ["b? --> a"] if word else ["b? -yes-> a", "b? --> a"]
    onward = ["b? -yes-> c"] if word else ["b? -yes-> c", "b? --> c"]
    assert labelled(graph) == ["a --> b?", *back, *onward]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("@startuml\nstart\n\0", RejectionReason.UNREADABLE),
        ("endif", RejectionReason.SYNTAX),
        ("while (a)\nendif", RejectionReason.SYNTAX),
        ("if (a then (b)", RejectionReason.SYNTAX),
        ("(*) --> a\nb c", RejectionReason.SYNTAX),
        ("(*) --> a\nendif", RejectionReason.SYNTAX),
        ("switch (a)\n:b;\ncase (c)", RejectionReason.SYNTAX),
        ("!include secret.puml", RejectionReason.UNSUPPORTED),
        (":a;\n" * 20_001, RejectionReason.TOO_LARGE),
        ("repeat\n" * 200, RejectionReason.TOO_LARGE),
        ("if (a) then\n" + "elseif (b) then\n" * 200, RejectionReason.TOO_LARGE),
        ("x" * 2_000_001, RejectionReason.TOO_LARGE),
    ],
)
def test_hostile_texts_are_refused_by_reason(text: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_plantuml(text)
    assert caught.value.reason is reason


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "piece", ["/'", "if(", "(", "; ", "|", "->", "#", "split\n:a;\nsplit again\n:b;\nend split\n-> x;\n"]
)
def test_long_texts_take_no_longer_than_their_length(piece: str) -> None:
    with contextlib.suppress(FormatError):
        read_plantuml(piece * (1_900_000 // len(piece)))


@given(
    lines=st.lists(st.sampled_from([*EVERYTHING.splitlines(), "}", "end", "endwhile", "repeat", "break"]), max_size=30)
)
def test_shuffled_lines_are_read_or_refused(lines: list[str]) -> None:
    with contextlib.suppress(FormatError):
        read_plantuml("\n".join(lines))


def test_every_real_chart_is_read(real_data) -> None:
    rows = json.loads((real_data / "pfdial/test_id_formatA(main).json").read_text())
    charts = [read_plantuml(text) for text in dict.fromkeys(row["flowchart"] for row in rows)]
    assert len(charts) == 81
    losses = Counter(bool({"nodes", "edges"} & set(write_plantuml(chart).dropped)) for chart in charts)
    assert losses[False] == 81
