"""Every system that asks a model, with a model that answers badly: an answer or a typed error, and never nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from small_model import SmallModel, small_model

from diagramloop.attribute import AttributionTask, attributor
from diagramloop.converse import SIMULATORS, agent, converse
from diagramloop.errors import DiagramloopError
from diagramloop.extract import extractor
from diagramloop.generate import Component, Prompt, Relation, generator
from diagramloop.generate.planning.model_backed import ModelMethodologist, ModelVisualTranslator
from diagramloop.graph import formats
from diagramloop.parse.reading import parser
from diagramloop.render import Style, draw
from diagramloop.score.faithfulness import FaithfulnessJudge
from diagramloop.score.judges.model_judge import ModelJudge
from diagramloop.sources import Dialogue, DialogueTurn, Paper, Passage

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

CHART = formats.read("flowchart TD\n A{Is it on?} -->|no| B[Switch it on]\n A -->|yes| C[Call us]", "mermaid")
DRAWN = draw(CHART, (Style.DEFAULT,), key="chart")[Style.DEFAULT]
DOCUMENT = "Boil the water. If it boils, add tea, otherwise wait."
ASKED = AttributionTask("task", CHART, "What if it is off?", "Switch it on.")
SHOWN = AttributionTask("task", DRAWN.graph, "What if it is off?", "Switch it on.", DRAWN.png)
PROMPT = Prompt(
    id="prompt",
    text="A reader, then a writer.",
    components=(Component(id="r", text="Reader"), Component(id="w", text="Writer")),
    relations=(Relation(source="r", target="w"),),
)
PAPER = Paper(
    *("paper", "test", "cs", "CC0-1.0", "Read and write", "We read, then write."),
    *((Passage("Method", "A reader reads the text. A writer writes it."),), "Our method.", (), b""),
)
TALK = Dialogue(
    *("talk", "test", "chart", "CC0-1.0"),
    (
        DialogueTurn("user", "The lamp is dark.", None, None, "opening"),
        DialogueTurn("agent", "Is it on?", "A", None, "answer"),
        DialogueTurn("user", "It is not.", None, None, "answer"),
        DialogueTurn("agent", "Switch it on.", "B", None, "answer"),
    ),
    ("A", "B"),
    ("no",),
)


def extracted(name: str) -> Callable[[SmallModel], object]:
    return lambda model: extractor(name, model=model).extract(DOCUMENT).graph


def attributed(name: str, task: AttributionTask) -> Callable[[SmallModel], object]:
    return lambda model: attributor(name, chat=model).attribute(task).nodes


def talked(name: str, user: str = "replay", **options: Any) -> Callable[[SmallModel], object]:
    def turns(model: SmallModel) -> object:
        simulator = SIMULATORS.made(user, **({"model": model} if user == "model" else {}))
        talk = converse(agent(name, model=model, **options), simulator, TALK, CHART, budget=0.5, distractions=0)
        return talk.turns

    return turns


def drawn(name: str) -> Callable[[SmallModel], object]:
    return lambda model: next(iter(generator(name, model=model).generate([PROMPT], 0)))


SYSTEMS: dict[str, Callable[[SmallModel], object]] = {
    **{name: extracted(name) for name in ("zero_shot", "few_shot", "self_refine", "actor_critic", "text2flow")},
    "flow_path_agent": attributed("flow_path_agent", ASKED),
    "visprog": attributed("visprog", SHOWN),  # its program is text, of a chart that has places
    "floca": talked("floca"),
    "graph_serialisation": talked("graph_serialisation"),
    "rag_graph_serialisation": talked("rag_graph_serialisation", similarity="lexical"),
    "simulator": talked("graph_serialisation", "model"),
    "methodologist": lambda model: ModelMethodologist(model).method(PAPER),
    "visual_translator": lambda model: ModelVisualTranslator(model).prompt("id", "A reader, then a writer.", "Ours."),
    "graphviz_model": drawn("graphviz_model"),
    "svg_model": drawn("svg_model"),
    "faithfulness": lambda model: FaithfulnessJudge(model).faithfulness(["It is off."], ["It is on."]),
    "alignment": lambda model: ModelJudge(model).alignment("A reader, then a writer.", CHART),
}
SHOWN_A_PICTURE: dict[str, Callable[[SmallModel], object]] = {
    **{name: attributed(name, SHOWN) for name in ("boxes", "set_of_marks")},
    "vision": talked("vision"),
    "vision_parser": lambda model: parser("vision_parser", chat=model).parse(DRAWN.png),
    "visual_flow": lambda model: ModelJudge(model).visual_flow(DRAWN.png),
}


@pytest.fixture(scope="module")
def model():
    with small_model() as model:
        yield model


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rambling_model_gives_an_answer_or_a_reason(model, name):
    before = len(model.asked)
    try:
        outcome = SYSTEMS[name](model)
    except DiagramloopError as error:
        outcome = error
    print(name, repr(outcome)[:300])
    assert len(model.asked) > before
    assert all(asked is not None for asked in model.asked), "a role that says not how long its answer may be"
    assert outcome is not None
    assert outcome != ""


@pytest.mark.parametrize("name", SHOWN_A_PICTURE)
def test_a_model_that_reads_no_pictures_says_so(model, name):
    try:
        outcome = repr(SHOWN_A_PICTURE[name](model))
    except DiagramloopError as error:
        outcome = str(error)
    assert "image" in outcome.lower()


def test_a_talk_goes_on_in_the_terminal(model, tmp_path):
    chart = tmp_path / "chart.mmd"
    chart.write_text("flowchart TD\n A{Is it on?} -->|no| B[Switch it on]\n A -->|yes| C[Call us]")
    command = [sys.executable, "-c", "from diagramloop.cli import main; main()", "converse", str(chart)]
    told = [*command, "--model", "small", "--base-url", model.url, "--setting", "max_tokens.utterance=40"]
    done = subprocess.run(told, input="The lamp is dark.\n", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0
    assert done.stdout.strip()
