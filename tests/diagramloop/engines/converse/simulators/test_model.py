"""The user by a chat model: what it is told, and how it fails."""

from __future__ import annotations

import json

import pytest
from scripted_endpoint import Hang, Script, ScriptedEndpoint

from diagramloop.data.sources import Dialogue, DialogueTurn, Turn, TurnKind
from diagramloop.engines.converse import converse, simulator
from diagramloop.engines.converse.always_first import AlwaysFirst
from diagramloop.engines.converse.simulators.model import MAX_UTTERANCE, ModelUser
from diagramloop.errors import Cause, ModelError, RejectionReason
from diagramloop.graph.mermaid import read_mermaid
from tests.diagramloop.engines.converse.kettle import KETTLE
from tests.diagramloop.engines.converse.told_model import COST, ToldModel

CHART = read_mermaid(KETTLE)
TURNS = (
    DialogueTurn("user", "It is plugged in and cold.", None, None, TurnKind.OPENING),
    DialogueTurn("agent", "Does the lamp light up?", "lamp", None, TurnKind.NODE),
    DialogueTurn("user", "It stays dark.", "lamp", None, TurnKind.ANSWER),
    DialogueTurn("agent", "Then replace the fuse.", "fuse", None, TurnKind.NODE),
)
DIALOGUE = Dialogue("d", "own", "kettle", "CC0-1.0", TURNS, ("lamp", "fuse"), ("no",), ("plug",), ("yes",))
ASKED = Turn("agent", "Does the lamp light up?", "lamp", "node")


def test_it_knows_its_background_its_path_and_the_reference() -> None:
    model = ToldModel('"My kettle is cold."')
    user = ModelUser(model).start(DIALOGUE, CHART)
    assert user.open() == "My kettle is cold."
    system, part = model.heard[-1]
    assert system.role == "system"
    assert json.loads(part.text) == {
        "problem": "The kettle stays cold",
        "background": [{"step": "Is the kettle plugged in?", "case": "yes"}],
        "path": [{"step": "Does its lamp light up?", "case": "no"}, {"step": "Replace the fuse", "case": ""}],
        "reference": [{"speaker": turn.speaker, "text": turn.text} for turn in TURNS],
    }


def test_it_hears_the_agent_and_remembers_itself() -> None:
    model = ToldModel("Dark.")
    user = ModelUser(model).start(DIALOGUE, CHART)
    user.open()
    user.reply(ASKED)
    assert [message.role for message in model.heard[-1]] == ["system", "user", "assistant", "user"]
    assert json.loads(model.heard[-1][-1].text) == {"assistant": "Does the lamp light up?"}
    assert user.usage == COST + COST


def test_it_speaks_no_endless_sentences() -> None:
    assert len(ModelUser(ToldModel("cold " * 9_999)).start(DIALOGUE, CHART).open()) == MAX_UTTERANCE


@pytest.mark.parametrize("said", [*RejectionReason, "", " ", "<think>What now?</think>", "\x00"])
def test_saying_nothing_is_an_error_with_a_reason(said: str | RejectionReason) -> None:
    user = ModelUser(ToldModel(said)).start(DIALOGUE, CHART)
    with pytest.raises(ModelError) as caught:
        user.open()
    the_worlds = isinstance(said, RejectionReason) and said.cause is Cause.WORLD
    assert caught.value.reason is (said if the_worlds else RejectionReason.NOT_ASKED)


def test_a_dialogue_with_a_server_as_user(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = ["Cold.", "Yes, I did.", "Lit."]
    user = simulator("model", model={"model": "m", "base_url": scripted_endpoint.base_url})
    held = converse(AlwaysFirst(), user, DIALOGUE, CHART, distractions=0)
    assert held.ended == "terminal"
    assert next(turn.text for turn in held.turns if turn.speaker == "user") == "Cold."


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (["Cold.", {"refusal": "No."}], RejectionReason.NOT_ASKED),
        (["Cold.", ""], RejectionReason.NOT_ASKED),
        (["Cold.", Hang(1.0)], RejectionReason.TIMEOUT),
    ],
)
def test_a_server_that_stops_playing_ends_in_a_reason(
    scripted_endpoint: ScriptedEndpoint, script: Script, reason: RejectionReason
) -> None:
    scripted_endpoint.script = script
    options = {"model": "m", "base_url": scripted_endpoint.base_url, "seconds": 0.3, "attempts": 1}
    with pytest.raises(ModelError) as caught:
        converse(AlwaysFirst(), ModelUser(options), DIALOGUE, CHART)
    assert caught.value.reason is reason
