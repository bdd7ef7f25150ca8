from __future__ import annotations

import pytest
from scripted_endpoint import Drip, Hang, Status, tool_call

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import Message, Tool, Usage, chat_model
from diagramloop.models.endpoint import Endpoint
from tests.diagramloop.models.endpoints import HELLO, endpoint


def test_a_text_comes_back_with_what_it_cost(scripted_endpoint):
    scripted_endpoint.script = ["good day"]
    reply = endpoint(scripted_endpoint).reply(HELLO, max_tokens=7)
    assert reply.text == "good day"
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.calls) == (10, 5, 1)
    assert reply.usage.seconds > 0
    (sent,) = scripted_endpoint.requests
    assert sent["temperature"] == 0
    assert sent["max_tokens"] == 7
    assert sent["messages"][0] == {"role": "system", "content": "Be brief."}


def test_a_call_is_made_once(scripted_endpoint, tmp_path):
    store = tmp_path / "calls.sqlite"
    first = endpoint(scripted_endpoint, store=store).reply(HELLO)
    second = endpoint(scripted_endpoint, store=store, mode="replay").reply(HELLO)
    assert first == second  # the seconds too
    assert len(scripted_endpoint.requests) == 1


def test_a_store_that_only_replays_lets_nothing_out(scripted_endpoint, tmp_path):
    store = tmp_path / "calls.sqlite"
    endpoint(scripted_endpoint, store=store).reply(HELLO)
    replaying = endpoint(scripted_endpoint, store=store, mode="replay")
    with pytest.raises(ModelError, match="only replays") as caught:
        replaying.reply([Message("user", "Something else?")])
    assert caught.value.reason is RejectionReason.MISSING
    assert len(scripted_endpoint.requests) == 1


def test_a_store_made_with_one_server_replays_with_another(scripted_endpoint, tmp_path):
    store = tmp_path / "calls.sqlite"
    kept = endpoint(scripted_endpoint, store=store).reply(HELLO)
    elsewhere = Endpoint("tiny", "http://127.0.0.1:9/v1", store=store, mode="replay")
    assert elsewhere.reply(HELLO) == kept


def test_refusals_are_answers_and_are_kept(scripted_endpoint, tmp_path):
    scripted_endpoint.script = [{"refusal": "no"}, "yes"]
    model = endpoint(scripted_endpoint, store=tmp_path / "c")
    for _ in range(2):
        with pytest.raises(ModelError, match="declined"):
            model.reply(HELLO)
    assert len(scripted_endpoint.requests) == 1


def test_a_hanging_server_is_given_up(scripted_endpoint):
    scripted_endpoint.script = [Hang(60)]
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint, seconds=0.3, attempts=1).reply(HELLO)
    assert caught.value.reason is RejectionReason.TIMEOUT


def test_a_server_that_never_ends_is_given_up_by_the_time_of_the_whole(scripted_endpoint):
    scripted_endpoint.script = [Drip(0.02)]
    with pytest.raises(ModelError, match="no whole answer") as caught:
        endpoint(scripted_endpoint, seconds=0.3, attempts=1).reply(HELLO)
    assert caught.value.reason is RejectionReason.TIMEOUT


def test_no_packed_answer_is_asked_for(scripted_endpoint):
    endpoint(scripted_endpoint).reply(HELLO)
    ((_, headers),) = scripted_endpoint.addressed
    assert headers["accept-encoding"] == "identity"


def test_what_redirects_is_not_followed(scripted_endpoint):
    there = Status(307, headers={"location": f"{scripted_endpoint.base_url}/elsewhere"})
    scripted_endpoint.script = [there, "taken in"]
    with pytest.raises(ModelError, match="where nothing is sent"):
        endpoint(scripted_endpoint).reply(HELLO)
    assert len(scripted_endpoint.requests) == 1


def test_an_answer_in_parts_is_read_as_one(scripted_endpoint):
    parts = [{"type": "text", "text": "good "}, None, {"type": "image_url"}, {"type": "text", "text": "day"}]
    scripted_endpoint.script = [{"content": parts}]
    assert endpoint(scripted_endpoint).reply(HELLO).text == "good day"


def test_what_no_table_can_carry_is_not_let_in(scripted_endpoint):
    message = {"content": "a\ud800b", "tool_calls": [{"id": "\udfff", "function": {"name": "\ud800", "arguments": {}}}]}
    usage = {"prompt_tokens": 10**40, "completion_tokens": True}
    scripted_endpoint.script = [Status(200, {"choices": [{"message": message}], "usage": usage})]
    reply = endpoint(scripted_endpoint).reply(HELLO)
    (call,) = reply.tool_calls
    assert (reply.text, call.id, call.name, call.arguments) == ("a?b", "?", "?", "{}")
    assert reply.usage.tokens == 0


@pytest.mark.parametrize(
    "address", ["", "localhost:9/v1", "file:///etc/passwd", "http://[", "http://x:99999", "http://\udcff"]
)
def test_what_is_no_address_is_not_spoken_to(address):
    with pytest.raises(ModelError, match="no address of a server") as caught:
        Endpoint("tiny", address)
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.faults
@pytest.mark.parametrize("address", ["https://me:canary@127.0.0.1:9/v1", "https://canary@127.0.0.1:9/v1"])
def test_a_key_in_an_address_is_refused_unsaid(address):
    """Logs quote addresses, and they stand in params.yaml and dvc.lock."""
    with pytest.raises(ModelError, match="key_env") as caught:
        Endpoint("tiny", address)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize("options", [{"attempts": 0}, {"seconds": 0}, {"seconds": float("nan")}])
def test_no_attempt_is_no_endpoint(scripted_endpoint, options):
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint, **options)
    assert caught.value.reason is RejectionReason.INVALID


def test_no_server_at_all():
    with pytest.raises(ModelError, match="refused") as caught:
        Endpoint("tiny", "http://127.0.0.1:9/v1", attempts=1).reply(HELLO)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


def test_tools_and_pictures_are_sent_and_tool_calls_come_back_as_written(scripted_endpoint):
    scripted_endpoint.script = [tool_call("bfs", '{"node": '), "done"]
    model = endpoint(scripted_endpoint)
    tools = [Tool("bfs", "Walks.", {"type": "object", "properties": {"node": {"type": "string"}}})]
    asked = Message("user", "Where?", pictures=(b"\x89PNG",))
    reply = model.reply([asked], tools=tools)
    (call,) = reply.tool_calls
    assert (call.name, call.arguments) == ("bfs", '{"node": ')
    model.reply([asked, reply.message, Message("tool", "broken JSON", tool_call_id=call.id)], tools=tools)
    first, second = scripted_endpoint.requests
    assert first["tools"][0]["function"]["name"] == "bfs"
    assert first["messages"][0]["content"][1]["image_url"]["url"] == "data:image/png;base64,iVBORw=="
    assert second["messages"][1]["tool_calls"][0]["function"]["arguments"] == '{"node": '
    assert second["messages"][2] == {"role": "tool", "content": "broken JSON", "tool_call_id": call.id}


def test_the_key_goes_to_the_server_and_not_into_the_store(scripted_endpoint, tmp_path, monkeypatch):
    monkeypatch.setenv("A_KEY", "sk-secret")
    endpoint(scripted_endpoint, store=tmp_path / "c", key_env="A_KEY").reply(HELLO)
    assert all(b"sk-secret" not in part.read_bytes() for part in tmp_path.iterdir())


def test_made_from_plain_configuration(scripted_endpoint):
    model = chat_model({"model": "tiny", "base_url": scripted_endpoint.base_url})
    assert model.name == "tiny"
    with pytest.raises(ModelError, match="no chat model"):
        chat_model({"back_end": "nowhere:Nothing"})
    with pytest.raises(ModelError, match="no chat model"):
        chat_model({"no_such_option": 1})


def test_costs_add_up():
    assert Usage(1, 2, 0.5, 1) + Usage(3, 4, 0.25, 2) == Usage(4, 6, 0.75, 3)
    assert Usage(1, 2).tokens == 3
