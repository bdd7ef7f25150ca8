"""The registry of attributors, and the controls."""

from __future__ import annotations

import pytest

from diagramloop.engines.attribute import AttributionTask, Attributor, attributor, regions_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node

GRAPH = FlowGraph(
    nodes=(
        Node(id="a", text="Mix flour and water", box=(0, 0, 10, 10)),
        Node(id="b", text="Knead the dough"),
        Node(id="c", text="Bake for an hour", box=(0, 40, 10, 50)),
    ),
    edges=(Edge(source="a", target="b"), Edge(source="b", target="c")),
)


def task(question: str, answer: str) -> AttributionTask:
    return AttributionTask("q", GRAPH, question, answer)


@pytest.mark.parametrize("name", ["embedded", "lexical", "everything"])
def test_those_without_a_model_are_made_by_name(name: str) -> None:
    made = attributor(name)
    assert isinstance(made, Attributor)
    assert made.name == name


def test_one_of_ones_own_is_made_by_module_and_class() -> None:
    assert attributor("diagramloop.engines.attribute.everything:Everything").name == "everything"


@pytest.mark.parametrize(
    "name",
    ["oracle", "no.such:Thing", "diagramloop.engines.attribute:absent", "diagramloop.engines.attribute:ATTRIBUTORS"],
)
def test_there_is_no_other(name: str) -> None:
    with pytest.raises(DiagramloopError, match="attributor"):
        attributor(name)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(DiagramloopError, match="cannot be made"):
        attributor("lexical", chat={})
    with pytest.raises(DiagramloopError) as caught:
        attributor("oracle")
    assert caught.value.reason is RejectionReason.MISSING


def test_what_is_no_attributor_is_refused() -> None:
    with pytest.raises(DiagramloopError, match="is no Attributor"):
        attributor("builtins:dict")


def test_everything_names_all_nodes_and_shows_those_with_a_box() -> None:
    found = attributor("everything").attribute(task("What?", ""))
    assert found.nodes == ("a", "b", "c")
    assert found.regions == ((0, 0, 10, 10), (0, 40, 10, 50)) == regions_of(GRAPH, found.nodes)


def test_lexical_names_what_is_repeated() -> None:
    assert attributor("lexical").attribute(task("What is mixed?", "Flour and water")).nodes == ("a",)
    assert attributor("lexical").attribute(task("How long is it baked?", "An hour")).nodes == ("c",)
    assert len(attributor("lexical").attribute(task("Why?", "")).nodes) == 1
