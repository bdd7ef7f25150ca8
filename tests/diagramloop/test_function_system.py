"""A plain function is a system of its kind wherever one is named: it gets one task, and its options every time."""

from __future__ import annotations

from typing import Any

import pytest

from diagramloop.engines.answer import Answer, AnswerTask, answered, answerer
from diagramloop.engines.attribute import Attribution, AttributionTask, attributed, attributor
from diagramloop.engines.extract import Extractor, extracted, extractor
from diagramloop.engines.generate import Generator, Prompt, Rejected, generator, prompt_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.parsers import SVG, graph_read, parser, reads
from diagramloop.function_system import takes_task
from diagramloop.graph import FlowGraph, Node
from diagramloop.render import Style

HERE = __name__
ONE = FlowGraph(nodes=(Node(id="a", text="Start"),))


def drawn(picture: bytes, title: str = "") -> FlowGraph:
    return ONE.replace(title=title or picture.decode())


drawn.reads = SVG  # type: ignore[attr-defined]


def told(text: str, *, title: str = "") -> FlowGraph:
    return ONE.replace(title=title or text)


def grounds(task: AttributionTask) -> Attribution:
    return Attribution(tuple(node.id for node in task.graph.nodes))


def said(task: AnswerTask, prefix: str = "") -> str:
    return prefix + task.question


said.reads_graph = False  # type: ignore[attr-defined]


def painted(prompt: Prompt) -> bytes:
    if not prompt.components:
        raise DiagramloopError("nothing to paint", reason=RejectionReason.EMPTY)
    return b"png of " + prompt.id.encode()


class Own:
    """An extractor that a function makes."""

    name = "own"

    def __init__(self, title: str) -> None:
        self.title = title

    def extract(self, text: str) -> Any:
        return extractor(f"{HERE}:told", title=self.title).extract(text)


def maker(title: str = "made") -> Own:
    return Own(title)


MADE = Own("standing")


def test_a_function_is_a_parser_an_extractor_an_attributor_an_answerer_and_a_generator() -> None:
    read = parser(f"{HERE}:drawn", title="mine")
    assert reads(read) == SVG
    assert graph_read(read, b"x", "drawn")[0].title == "mine"
    assert extracted(extractor(f"{HERE}:told"), "a text", "told").graph.title == "a text"
    assert attributed(attributor(f"{HERE}:grounds"), AttributionTask("q", ONE, "?", "!"), "grounds").nodes == ("a",)
    speaker = answerer(f"{HERE}:said", prefix="so: ")
    assert speaker.reads_graph is False  # type: ignore[attr-defined]
    assert answered(speaker, AnswerTask("q", "why?"), "said") == Answer("so: why?")


def test_a_function_that_paints_rejects_one_prompt_and_paints_the_next() -> None:
    painter = generator(f"{HERE}:painted")
    assert isinstance(painter, Generator)
    prompts = [prompt_of(graph, id, Style.MONO) for id, graph in (("none", FlowGraph()), ("one", ONE))]
    refused, made = painter.generate(prompts, seed=1)
    assert isinstance(refused, Rejected)
    assert refused.reason is RejectionReason.EMPTY
    assert not isinstance(made, Rejected)
    assert (made.id, made.png, made.provenance.generator) == ("one", b"png of one", f"{HERE}:painted")


@pytest.mark.parametrize(
    ("make", "options", "wanted"),
    [
        (told, {}, True),
        (told, {"title": "x"}, True),
        (said, {"prefix": "x"}, True),
        (maker, {}, False),
        (maker, {"title": "x"}, False),
        (Own, {}, False),
        (Own.__init__, {"self": 1, "title": "x"}, False),
        (dict.fromkeys, {}, True),
        (min, {}, False),  # built in: nobody knows what it takes
    ],
)
def test_what_lacks_the_task_alone_is_the_system_itself(make: Any, options: dict[str, Any], wanted: bool) -> None:
    assert takes_task(make, options) is wanted


def test_what_makes_a_system_and_what_is_one_are_told_apart() -> None:
    made = extractor(f"{HERE}:maker", title="given")
    assert isinstance(made, Own)
    assert extracted(made, "", "own").graph.title == "given"
    assert extractor(f"{HERE}:MADE") is MADE
    assert isinstance(extractor(f"{HERE}:told"), Extractor)
    with pytest.raises(DiagramloopError, match="is made already"):
        extractor(f"{HERE}:MADE", title="too late")


def test_options_that_a_function_does_not_take_are_told_before_any_task() -> None:
    with pytest.raises(DiagramloopError, match=r"cannot be made: .*titel.*did you mean 'title'") as refused:
        extractor(f"{HERE}:told", titel="x")
    assert refused.value.reason is RejectionReason.INVALID


def test_an_answer_of_another_kind_is_a_fault_of_the_function() -> None:
    with pytest.raises(TypeError, match="returned int, a FlowGraph was expected"):
        extracted(extractor("operator:length_hint"), "a text", "length_hint")


def test_a_text_in_which_no_graph_is_read_is_refused() -> None:
    with pytest.raises(DiagramloopError, match="no triple like"):
        extracted(extractor("html:escape"), "a text", "escape")
