"""The extractor as a whole: plain documents, hostile ones, soundness of every graph."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.data.sources import Document
from diagramloop.data.sources.paged import Paged
from diagramloop.engines.extract import Extractor, extractor
from diagramloop.engines.extract.embedded import MAX_CHARACTERS, Embedded
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind

sys.path.insert(0, str(Path(__file__).parent))
from soundness import GATEWAYS, defects, flow_of

PROCEDURES = yaml.safe_load(Path(__file__).with_name("procedures.yaml").read_text("utf-8"))


def graph_of(text: str) -> FlowGraph:
    return Embedded().extract(text).graph


def only(graph: FlowGraph, kind: NodeKind) -> list[str]:
    return [node.text for node in graph.nodes if node.kind is kind]


def test_the_registry_makes_it() -> None:
    made = extractor("embedded")
    assert isinstance(made, Extractor)
    assert made.name == "embedded"


@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda procedure: procedure["name"])
def test_plain_documents(procedure: dict[str, Any]) -> None:
    graph = graph_of(procedure["text"])
    assert defects(graph) == []
    assert [node.kind.value for node in graph.nodes if node.kind in GATEWAYS] == procedure["gateways"]
    ids = {node.text: node.id for node in graph.nodes}
    assert set(procedure["steps"]) <= set(ids)
    order = [ids[text] for text in procedure["steps"]]
    flow = flow_of(graph)
    assert all(nx.has_path(flow, one, other) for one, other in pairwise(order))


def test_entries_that_were_added_after_misses_can_be_left_out() -> None:
    told = "Check the order. Note that the order needs a stamp. Send the order."
    whole, part = (extractor("embedded", word_lists={"without": out}).extract(told).graph for out in ([], ["miss"]))
    assert only(whole, NodeKind.TEXT_ANNOTATION) == ["order needs stamp"]
    assert only(part, NodeKind.TEXT_ANNOTATION) == []
    assert graph_of(told) == whole


def test_every_actor_has_a_flow() -> None:
    graph = graph_of(next(p["text"] for p in PROCEDURES if p["name"] == "two actors"))
    assert [node.actor for node in graph.nodes if node.kind is NodeKind.START] == ["customer", "warehouse"]
    assert {node.actor for node in graph.nodes} == {"customer", "warehouse"}


def test_constraints_stand_beside_their_steps() -> None:
    graph = graph_of(next(p["text"] for p in PROCEDURES if p["name"] == "data and notice"))
    named = {node.id: node.text for node in graph.nodes}
    beside = {(named[e.source], named[e.target]) for e in graph.edges if e.kind is EdgeKind.CONSTRAINT}
    assert beside == {("Calendar", "enter booking"), ("confirm booking", "confirmations expire after two days")}


def test_a_question_is_written_on_its_gateway() -> None:
    graph = graph_of("Check if all items are available. If they are, ship them. If they are not, inform the clerk.")
    assert only(graph, NodeKind.XOR)[:1] == ["all items available?"]
    assert {edge.label for edge in graph.edges if edge.label} == {"yes", "no"}


def test_an_answer_that_the_text_leaves_unsaid_is_the_opposite_one() -> None:
    graph = graph_of("Check if all items are available. If they aren't, inform the clerk. Ship the items.")
    assert {edge.label for edge in graph.edges if edge.label} == {"yes", "no"}


def test_a_question_that_no_case_answers_is_a_step() -> None:
    graph = graph_of(
        "Open the shop. Check if there is an account. If the customer is new, quote prices from the list. "
        "If the customer is known, send the usual offer."
    )
    assert only(graph, NodeKind.XOR)[:1] == [""]
    assert "Check if there is account" in only(graph, NodeKind.PROCESS)


def test_cases_are_told_apart_by_all_that_their_clauses_say() -> None:
    graph = graph_of(
        "Weigh the parcel. If the weight is less than 20 kg, continue with the process. "
        "If the weight is greater than 20 kg, call a second carrier. Load the parcel."
    )
    assert len(only(graph, NodeKind.XOR)) == 2


def test_a_condition_may_say_at_least_one() -> None:
    graph = graph_of("Open the box. If at least one part is broken, return the box. Otherwise, store the box.")
    assert only(graph, NodeKind.OR) == []


def test_a_question_about_it_names_the_thing_that_was_said_before() -> None:
    graph = graph_of(
        'Check the "Draft" data object to see if it meets the rules. If it does, file it. If it does not, return it.'
    )
    assert only(graph, NodeKind.XOR)[:1] == ["Draft meets rules?"]


def test_an_end_is_that_of_what_was_told_and_not_of_the_branch_left_unsaid() -> None:
    graph = graph_of("Read the letter. If it is urgent, call the sender. The process ends.")
    assert [len(only(graph, kind)) for kind in (NodeKind.XOR, NodeKind.END)] == [1, 2]


def test_a_step_that_a_later_sentence_comes_back_to_is_not_joined_before() -> None:
    graph = graph_of(
        "Read the letter. If it is urgent, call the sender. If it is not urgent, archive the letter. "
        "Inform the boss. After calling the sender, write a note."
    )
    flows = {(graph.node_by_id[e.source].text, graph.node_by_id[e.target].text) for e in graph.edges}
    assert {("call sender", "write note"), ("archive letter", "Inform boss")} <= flows


def test_a_condition_without_alternative_gets_one() -> None:
    graph = graph_of("Read the letter. If it is urgent, call the sender. File the letter.")
    assert [edge.label for edge in graph.edges if edge.kind is EdgeKind.CONDITION] == ["urgent", "otherwise"]


def test_a_repeated_sentence_adds_nothing() -> None:
    once = "Open the file. If the file is empty, delete it. Otherwise, print it. "
    assert graph_of(once) == graph_of(once + "If the file is empty, delete it. Otherwise, print it.")


def test_a_process_without_steps() -> None:
    graph = graph_of("At the beginning, the process continues. Finally, the process ends.")
    assert [node.kind for node in graph.nodes] == [NodeKind.START, NodeKind.END]


HOSTILE = {
    "empty": ("", RejectionReason.EMPTY),
    "blank": (" \n\t\r\n ", RejectionReason.EMPTY),
    "marks": ("?! ... ,,, ;;; " * 1_000, RejectionReason.EMPTY),
    "no process": ("Of the blue sky.", RejectionReason.EMPTY),
    "two megabytes": ("Check it. " * 200_000, RejectionReason.TOO_LARGE),
    "ten thousand sentences without a full stop": ("check the order and send it " * 10_000, RejectionReason.TOO_LARGE),
    "NUL": ("\0" * 500, RejectionReason.UNREADABLE),
    "bytes": (bytes(range(256)).decode("latin-1") * 40, RejectionReason.UNREADABLE),
    "surrogates": ("\ud800" * 300, RejectionReason.UNREADABLE),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_are_refused_with_a_reason(name: str) -> None:
    text, reason = HOSTILE[name]
    with pytest.raises(DiagramloopError) as caught:
        graph_of(text)
    assert caught.value.reason is reason


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "check the order and then send it " * (MAX_CHARACTERS // 40),
        "If the order is ok, send it. Otherwise, cancel it. " * (MAX_CHARACTERS // 60),
        "(" * 3_000 + " do it now " + ")" * 3_000,
        '"' * 5_001 + " open the door",
        "Open " + "very " * 15_000 + "old doors.",
        "<SEP>" * 5_000 + "Open the door.",
        "\n".join(f"{number}. Turn screw {number}." for number in range(400)),
        "😀 Öffne die Tür. 開門。 Open the door. \ud800",
    ],
    ids=["run-on", "cases", "brackets", "quotes", "long", "separators", "list", "scripts"],
)
def test_strange_documents_end_within_seconds(text: str) -> None:
    with within(10):
        assert defects(graph_of(text)) == []


def outcome(text: str) -> RejectionReason | None:
    """Why a text has no graph, or None if it has one, which is then sound."""
    try:
        graph = graph_of(text)
    except DiagramloopError as error:
        return error.reason
    assert defects(graph) == []
    return None


PHRASES = [
    "check the order",
    "send the invoice",
    "the process ends",
    "the process continues",
    "if the stock is low",
    "if the stock is not low",
    "otherwise",
    "at the same time",
    "after checking the order",
    "return to check the order",
    "for the clerk",
    "the process begins",
    'requires accessing the data object "list"',
    "check if it is paid",
    "until it is done",
    ",",
    ", and",
    ".",
    ".",
    ".\n\n",
]


@given(st.lists(st.sampled_from(PHRASES), min_size=1, max_size=40))
def test_every_graph_is_sound(pieces: list[str]) -> None:
    assert outcome(" ".join(pieces)) in {None, RejectionReason.EMPTY}


@given(st.text(max_size=300))
def test_any_text_ends_in_a_graph_or_a_reason(text: str) -> None:
    assert outcome(text) in {None, RejectionReason.EMPTY, RejectionReason.UNREADABLE}


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    script = tmp_path / "extract.py"
    script.write_text(
        "import sys\nfrom diagramloop.engines.extract.embedded import Embedded\n"
        "print(Embedded().extract(sys.stdin.read()).graph.digest())\n"
    )
    text = "\n\n".join(procedure["text"] for procedure in PROCEDURES)
    root = Path(__file__).parents[5]
    digests = {
        subprocess.run(
            [sys.executable, str(script)],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root), "LC_ALL": locale},
        ).stdout
        for seed, locale in (("1", "C.UTF-8"), ("2", "C.UTF-8"))
    }
    assert digests == {graph_of(text).digest() + "\n"}


@pytest.mark.long
@pytest.mark.real_data
def test_every_paged_document_gives_a_sound_graph(real_data: Path) -> None:
    documents = [item for item in Paged(real_data / "paged").documents() if isinstance(item, Document)][::4]
    with within(15):
        graphs = [graph_of(document.text) for document in documents]
    assert [found for graph in graphs for found in defects(graph)] == []


def test_what_happened_before_is_told_once() -> None:
    told = "After the nurse rejects the file, the guard delivers the contract."
    assert only(graph_of(told), NodeKind.PROCESS)[0] == "nurse rejects file"
    again = only(graph_of(f"Reject the file. {told}"), NodeKind.PROCESS)
    assert [text.split()[-1] for text in again] == ["file", "contract"]


def test_a_pronoun_after_a_condition_stands_for_what_the_condition_is_about() -> None:
    graph = graph_of("If the file is wrong, the clerk opens it. Otherwise, the printer labels the order.")
    assert "open file" in only(graph, NodeKind.PROCESS)
