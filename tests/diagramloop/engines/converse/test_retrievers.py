"""One retriever for all agents of a board, by its name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from diagramloop.engines.converse.end_to_end import EndToEnd
from diagramloop.engines.converse.floca import FloCA
from diagramloop.engines.converse.floca_tools import FloCATools
from diagramloop.engines.converse.graph_serialisation import GraphSerialisation
from diagramloop.engines.converse.model_backed._asking import own_prompts
from diagramloop.engines.converse.rag_graph_serialisation import RagGraphSerialisation
from diagramloop.engines.converse.retrievers import retriever_of
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.agents import Found
from tests.diagramloop.engines.converse.boiling import FAQS, kettle
from tests.diagramloop.engines.converse.told_model import ToldModel

INSTRUCTIONS = own_prompts(None).text("retriever")
AGENTS: tuple[Callable[..., FloCA | FloCATools | EndToEnd], ...] = (
    lambda model, **options: FloCA(model=model, **options),
    GraphSerialisation,
    lambda model, **options: RagGraphSerialisation(model, similarity="lexical", **options),
)


def retrievals(model: ToldModel) -> int:
    """The times that the model was asked for an FAQ."""
    return sum(messages[0].text == INSTRUCTIONS for messages in model.heard)


@pytest.mark.parametrize("agent", AGENTS)
def test_no_agent_asks_its_model_for_knowledge_unless_all_are_told_to(agent: Callable[..., FloCA]) -> None:
    for options, asked in (({}, False), ({"retriever": "embedded"}, False), ({"retriever": "model"}, True)):
        model = ToldModel('{"purpose": "question"}')
        session = agent(model, **options).start(kettle(), FAQS)
        session.say("My kettle is broken.")
        session.say("Where do I find that lamp?")
        assert (retrievals(model) > 0) == asked


def test_a_retriever_of_ones_own_is_taken() -> None:
    class Silent:
        def find(self, question: str, *_: object) -> Found:
            return Found(None)

    mine = Silent()
    assert retriever_of(mine, None) is mine


@pytest.mark.parametrize("agent", [FloCA, lambda **options: FloCATools(ToldModel(""), **options)])
def test_a_retriever_that_is_not_there_is_refused(agent: Callable[..., object]) -> None:
    with pytest.raises(DiagramloopError, match="no retriever 'nearest'"):
        agent(retriever="nearest")


def test_a_model_that_is_not_there_finds_nothing() -> None:
    with pytest.raises(DiagramloopError, match="no retriever 'model'"):
        FloCA(retriever="model")
