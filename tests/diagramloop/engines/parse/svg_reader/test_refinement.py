"""Refinement by a model: merged, added, removed, connected; ids that are not there are dropped and counted."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.parse.svg_reader import ReadSvg, read_svg
from diagramloop.engines.parse.svg_reader.refinement import NodeOperations, with_edges, with_nodes_refined
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.evaluation.contestants.parsers import graph_read, parser
from diagramloop.graph import Edge, FlowGraph, Node

ROOT = Path(__file__).parents[5]
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><g fill="none" stroke="black">
<rect x="10" y="10" width="80" height="40"/><rect x="190" y="10" width="80" height="40"/><path d="M90 30H190"/></g>
<text x="20" y="34" font-size="12">Image</text><text x="200" y="34" font-size="12">Model</text>
<text x="120" y="90" font-size="12">42</text></svg>"""


def graph() -> FlowGraph:
    nodes = tuple(Node(id=f"N{i}", text=f"t{i}", box=(i, 0, i + 1, 1)) for i in range(1, 5))
    return FlowGraph(nodes=nodes, edges=(Edge(source="N1", target="N2", label="a"), Edge(source="N2", target="N3")))


def operations(**said: object) -> NodeOperations:
    return NodeOperations.model_validate(said)


def test_a_merged_node_takes_text_box_and_edges() -> None:
    refined, dropped = with_nodes_refined(graph(), operations(merges=[{"keep_id": "N3", "remove_id": "N2"}]))
    assert [(n.id, n.text, n.box) for n in refined.nodes][1] == ("N3", "t3\nt2", (2, 0, 4, 1))
    assert list(refined.arcs()) == [("N1", "N3")]
    assert dropped == 0


def test_removed_nodes_lose_their_edges_and_added_ones_have_none() -> None:
    refined, dropped = with_nodes_refined(
        graph(), operations(removes=[{"id": "N2"}, {"id": "N9"}], adds=[{"text": "icon"}])
    )
    assert [n.text for n in refined.nodes] == ["t1", "t3", "t4", "icon"]
    assert refined.edges == ()
    assert dropped == 1


def test_chains_of_merges_end_and_circles_are_dropped() -> None:
    chain = [
        {"keep_id": "N2", "remove_id": "N1"},
        {"keep_id": "N3", "remove_id": "N2"},
        {"keep_id": "N1", "remove_id": "N3"},
    ]
    refined, dropped = with_nodes_refined(graph(), operations(merges=[*chain, {"keep_id": "N4", "remove_id": "N4"}]))
    assert [n.id for n in refined.nodes] == ["N3", "N4"]
    assert refined.edges == ()
    assert dropped == 2


def test_edges_by_the_model_keep_what_is_drawn() -> None:
    refined, dropped = with_edges(graph(), [("N1", "N2"), ("N3", "N1"), ("N3", "N1"), ("N1", "N9")])
    assert [(e.source, e.target, e.label) for e in refined.edges] == [("N1", "N2", "a"), ("N3", "N1", "")]
    assert dropped == 1


def refined(server: ScriptedEndpoint, *answers: str, edges: bool = False) -> ReadSvg:
    server.script = list(answers)
    chat = {"model": "m", "base_url": server.base_url, "attempts": 1}
    return read_svg(SVG, refine={"make": "model", "options": {"chat": chat, "edges": edges}})


def test_end_to_end(scripted_endpoint: ScriptedEndpoint) -> None:
    pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")
    plain = {node.text: node.id for node in read_svg(SVG).graph.nodes}
    answer = f'Thinking. FINAL: {{"removes": [{{"id": "{plain["42"]}"}}]}}'
    pairs = f'[["{plain["Image"]}", "{plain["Model"]}"]]'
    read = refined(scripted_endpoint, answer, pairs, edges=True)
    assert [node.text for node in read.graph.nodes] == ["Image", "Model"]
    assert list(read.graph.arcs()) == [(plain["Image"], plain["Model"])]
    assert read.usage.calls == 2
    assert "image_url" in str(scripted_endpoint.requests[0])


PLAIN = '{"removes": [{"id": "N3"}]}'
SLIPS = {
    "fenced": (f"```json\n{PLAIN}\n```", '```\n[["N1", "N2"]]\n```'),
    "nothing is null": ('{"merges": null, "adds": null, "removes": [{"id": "N3"}]}', '[["N1", "N2"]]'),
    "bare ids": ('{"removes": ["N3"]}', '{"edges": [["N1", "N2"]]}'),
    "objects for pairs": (PLAIN, '[{"source": "N1", "target": "N2", "label": ""}]'),
    "from and to, in an object": (PLAIN, '{"edges": [{"to": "N2", "from": "N1"}]}'),
    "pairs for objects": ('{"merges": [["N2", "N2"]], "removes": ["N3"]}', '[["N1", "N2"]]'),
    "thoughts and prose": (f"<think>{{}}</think>I would say {PLAIN}, for it is a number.", 'So: [["N1", "N2"]].'),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_of_models_are_understood(slip: str, scripted_endpoint: ScriptedEndpoint) -> None:
    pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")
    read = refined(scripted_endpoint, *SLIPS[slip], edges=True)
    assert [node.text for node in read.graph.nodes] == ["Image", "Model"]
    assert list(read.graph.arcs()) == [("N1", "N2")]


THINKING = "THINKING PHASE:\nThe texts [1] and [2] belong to boxes; N1 leads to N2, not to N3.\n\nFINAL ANSWER:\n"


def test_the_forms_that_the_paper_prints_are_understood(scripted_endpoint: ScriptedEndpoint) -> None:
    """DiagramEval, Appendix A.3, Listings 3 and 4: thinking, a signal, then JSON."""
    operations = '{"merges": [], "adds": [{"text": "Input Image"}], "removes": [{"id": "N3"}]}'
    pairs = 'First I looked at the arrow.\n\nFinal Answer JSON: [["N2", "N1"]]'
    read = refined(scripted_endpoint, THINKING + operations, pairs, edges=True)
    assert [node.text for node in read.graph.nodes] == ["Image", "Model", "Input Image"]
    assert list(read.graph.arcs()) == [("N2", "N1")]


def test_so_are_those_for_nothing(scripted_endpoint: ScriptedEndpoint) -> None:
    read = refined(scripted_endpoint, THINKING + "{}", "Final Answer JSON: []", edges=True)
    assert [node.text for node in read.graph.nodes] == ["Image", "Model", "42"]
    assert read.graph.edges == ()


def test_answers_in_no_form_and_refiners_that_are_none(scripted_endpoint: ScriptedEndpoint) -> None:
    pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")
    with pytest.raises(ModelError) as unreadable:
        refined(scripted_endpoint, "I would not know.")
    assert unreadable.value.reason is RejectionReason.UNREADABLE
    with pytest.raises(DiagramloopError) as missing:
        read_svg(SVG, refine={"make": "oracle"})
    assert missing.value.reason is RejectionReason.MISSING


def test_the_papers_row_as_it_is_configured(scripted_endpoint: ScriptedEndpoint) -> None:
    """conf/parser/svg_reader_model_edges.yaml: the edges are the model's alone, in the direction that it says."""
    pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")
    plain = read_svg(SVG).graph
    ids = {node.text: node.id for node in plain.nodes}
    scripted_endpoint.script = ["{}", f'[["{ids["Model"]}", "{ids["42"]}"], ["{ids["Model"]}", "nobody"]]']
    options = yaml.safe_load((ROOT / "conf/parser/svg_reader_model_edges.yaml").read_text("utf-8"))["options"]
    chat = {"model": "m", "base_url": scripted_endpoint.base_url, "attempts": 1}
    options["refine"]["options"]["chat"] = chat
    read, _ = graph_read(parser("svg_reader", **{**options, "scale": 1.0}), SVG.encode(), "svg_reader")
    assert list(plain.arcs()) != list(read.arcs()) == [(ids["Model"], ids["42"])]
    asked = [str(request) for request in scripted_endpoint.requests]
    assert len(asked) == 2
    assert all("image_url" in one for one in asked)
