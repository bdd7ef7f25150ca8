"""Every system that asks a model, with a model that answers badly: an answer or a typed error, and never nothing."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_model import SmallModel, small_model

from diagramloop.engines.answer import ANSWERERS
from diagramloop.engines.attribute import ATTRIBUTORS
from diagramloop.engines.converse import AGENTS
from diagramloop.engines.extract import EXTRACTORS
from diagramloop.engines.generate import GENERATORS
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import PARSERS
from diagramloop.models.allowances import KINDS
from diagramloop.models.answers import Choice, ask
from diagramloop.models.chat import Message, Reply
from diagramloop.plugins import Kind
from tests.diagramloop.models.asked_systems import SYSTEMS, After, Asking

BLIND = [name for name, asking in SYSTEMS.items() if not asking.sees]
SEEING = [name for name, asking in SYSTEMS.items() if asking.sees]


class Elsewhere:
    """A model that is not with it."""

    name = "elsewhere"

    def reply(self, messages: object, *, tools: object = (), max_tokens: int | None = None) -> Reply:
        return Reply("I do not know. It may rain today.")


def outcome_of(asking: Asking, model: After) -> object:
    """The system's outcome: the only errors are typed ones."""
    try:
        return asking.call(model)
    except DiagramloopError as error:
        return error


def test_every_role_is_asked_here() -> None:
    assert {asking.role for asking in SYSTEMS.values()} == {role for kind in KINDS.values() for role in kind.roles}


@pytest.mark.parametrize(
    "kind", [EXTRACTORS, ATTRIBUTORS, ANSWERERS, AGENTS, GENERATORS, PARSERS], ids=lambda kind: kind.word
)
def test_every_system_that_talks_to_a_model_is_here(kind: Kind[object]) -> None:
    talking = {
        name
        for name in kind
        if any("ChatModel" in str(each.annotation) for each in inspect.signature(kind.maker(name)).parameters.values())
    }
    assert talking
    assert talking <= SYSTEMS.keys()


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_question_says_how_long_its_answer_may_be(name: str) -> None:
    """And a model whose answers have nothing to do with it does no harm."""
    model = After(Elsewhere(), SYSTEMS[name].told)
    assert outcome_of(SYSTEMS[name], model) not in (None, "")
    assert SYSTEMS[name].role in model.asked
    assert "" not in model.asked


def answered_by(small: SmallModel, name: str) -> object:
    """The system's outcome with the small model, which was asked in the system's role; printed for who looks."""
    model = After(small, SYSTEMS[name].told)
    outcome = outcome_of(SYSTEMS[name], model)
    print(name, repr(outcome)[:300])
    assert SYSTEMS[name].role in model.asked
    return outcome


@pytest.fixture(scope="module")
def small() -> Iterator[SmallModel]:
    with small_model() as model:
        yield model


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", BLIND)
def test_a_rambling_model_gives_an_answer_or_a_reason(small: SmallModel, name: str) -> None:
    outcome = answered_by(small, name)
    assert outcome not in (None, "")


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", SEEING)
def test_a_model_that_reads_no_pictures_says_so(small: SmallModel, name: str) -> None:
    outcome = answered_by(small, name)
    assert "image" in (str(outcome) if isinstance(outcome, DiagramloopError) else repr(outcome)).lower()


WAYS = Choice("way", {"W1": "It boils.", "W2": "It does not boil."}, optional=False)
HOT = [Message("system", "Which way is meant? Say its key."), Message("user", "Bubbles rise in the kettle.")]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_rambling_model_that_is_told_the_schema_names_one_of_the_keys(small: SmallModel) -> None:
    """llama.cpp heeds it; of the same model asked without, not even this is to be had."""
    heard = ask(small, "matcher", HOT, WAYS)
    assert heard.needed().key in WAYS.choices
    assert not heard.repairs
    assert not heard.reply.cut


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_schema_that_llama_cpp_refuses_is_left_out(small: SmallModel) -> None:
    broken = {"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}
    for schema in (broken, broken, WAYS.schema):
        reply = small.constrained(HOT, schema, max_tokens=40)
        assert reply.text
    assert WAYS.read(reply.text).value.key in WAYS.choices


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_rambling_answer_ends_at_our_limit_and_is_marked(small: SmallModel) -> None:
    reply = small.reply([Message("user", "Count from one to one hundred.")], max_tokens=8)
    assert (reply.cut, reply.usage.completion_tokens) == (True, 8)
    assert "max_tokens = 8" in reply.limit


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_talk_goes_on_in_the_terminal(small: SmallModel, tmp_path: Path) -> None:
    chart = tmp_path / "chart.mmd"
    chart.write_text("flowchart TD\n A{Is it on?} -->|no| B[Switch it on]\n A -->|yes| C[Call us]")
    command = [sys.executable, "-c", "from diagramloop.doors.cli import main; main()", "converse", str(chart)]
    told = [*command, "--model", "small", "--base-url", small.url, "--setting", "max_tokens.utterance=40"]
    done = subprocess.run(told, input="The lamp is dark.\n", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0
    assert done.stdout.strip()
