"""The OpenAI form of a conversation: what is sent, and what comes back, in which nothing is trusted."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.answer_text import after_thoughts, without_thoughts
from diagramloop.models.calls import Call
from diagramloop.models.chat import Message, Reply, Tool, ToolCall, Usage
from diagramloop.models.prompts import encodable

MAX_TOKENS = 2**31 - 1  # counted of one call
MAX_QUOTED_BYTES = 200  # of what is no answer
_CUT_OFF = "length"  # how an answer ends that was longer than it might be
CONTEXT_FULL = "context"  # and a local model's where its context does: decoded again, it would end there again
_BROKEN_OFF = ("error", "abort")  # and one that its server gave up in the middle, as gateways and engines say it
LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")  # of a request
FORM_NAME = "diagramloop_answer"  # of the schemas that are sent, by which ours are known
_THOUGHTS = ("reasoning_content", "reasoning")  # fields of a message, as servers call them


def request_of(messages: Sequence[Message], tools: Sequence[Tool]) -> dict[str, Any]:
    """The fields of a request that the conversation decides."""
    body: dict[str, Any] = {"messages": [_sent(message) for message in messages]}
    if tools:
        body["tools"] = [_offered(tool) for tool in tools]
    return body


def form_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The field ``response_format`` that asks for JSON of this schema."""
    return {"type": "json_schema", "json_schema": {"name": FORM_NAME, "schema": schema, "strict": True}}


def _sent(message: Message) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": _content(message)}
    if message.tool_calls:
        sent["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        sent["tool_call_id"] = message.tool_call_id
    return sent


def _content(message: Message) -> str | list[dict[str, Any]]:
    if not message.pictures:
        return message.text
    urls = ["data:image/png;base64," + base64.b64encode(picture).decode() for picture in message.pictures]
    return [{"type": "text", "text": message.text}, *({"type": "image_url", "image_url": {"url": u}} for u in urls)]


def _offered(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


def check_completion(call: Call) -> None:
    """Check that a model has spoken at all: what it said, :func:`reply_of` reads.

    What it said or thought up to the limit that the request set is its answer to that request, and would be the same
    again.

    Raises:
        ModelError: no JSON object, one that is an error, or one without a message; a message without a text, a call of
            a tool or a refusal; one that was cut off by the server's own limit (ENGINE_FAILED).
    """
    choice = _choice(object_of(call))
    message, ended = choice.get("message"), choice.get("finish_reason")
    if ended == _CUT_OFF and (complaint := _cut_by_server(object_of(call), dict_of(json.loads(call.request)))):
        raise no_answer(call, complaint)
    if ended in _BROKEN_OFF or not isinstance(message, dict):
        raise no_answer(call)
    spoken = isinstance(message.get("content"), str | list) or message.get("tool_calls") or _declined(choice)
    if not spoken and ended != _CUT_OFF:
        raise no_answer(call)


def object_of(call: Call) -> dict[str, Any]:
    """The JSON object that was answered.

    Raises:
        ModelError: none was, or an error with status 200 (ENGINE_FAILED).
    """
    try:
        body = json.loads(call.answer)
    except (ValueError, RecursionError) as error:
        raise no_answer(call) from error
    if not isinstance(body, dict) or body.get("error"):
        raise no_answer(call)
    return body


def no_answer(call: Call, why: str = "the server says that all is well, and sends no answer") -> ModelError:
    """The error of a call that was answered with status 200 and by no model; it quotes how the answer begins."""
    begins = call.answer[:MAX_QUOTED_BYTES].decode("utf-8", "replace")
    return ModelError(f"{why}: {begins!r}", reason=RejectionReason.ENGINE_FAILED)


def _cut_by_server(body: Mapping[str, Any], request: Mapping[str, Any]) -> str:
    """The server's own limit at which an answer was cut off; empty where it was the request's."""
    limit = _limit_in(request)
    if limit is None:
        return "the answer was cut off at the server's own limit: ask for more by max_tokens"
    if _is_by_request(body, request):
        return ""
    written = f"after {_written(body)} tokens, with {limit[0]} = {limit[1]}"
    return f"the answer was cut off at the server's own limit, {written}"


def _cut_by_request(body: Mapping[str, Any], request: Mapping[str, Any]) -> str:
    """The limit of a request at which an answer was cut off, and how it is raised."""
    name, tokens = _limit_in(request) or (LIMIT_FIELDS[0], 0)
    thinks = ", and thinking_tokens for a model that thinks first" if _thought(body) else ""
    return f"cut off at {name} = {tokens}: allow more by max_tokens of its role or kind{thinks}"


def _is_by_request(body: Mapping[str, Any], request: Mapping[str, Any]) -> bool:
    """True if it was the request that set the limit at which an answer was cut off, and not a server's full context."""
    limit, written = _limit_in(request), _written(body)
    return limit is not None and not 0 < written < limit[1]


def _written(body: Mapping[str, Any]) -> int:
    """The tokens that a server says it wrote; 0 where it does not say."""
    return _count(dict_of(body.get("usage")).get("completion_tokens"))


def _limit_in(request: Mapping[str, Any]) -> tuple[str, int] | None:
    """Name and number of the limit that a request sets."""
    return next(((n, request[n]) for n in LIMIT_FIELDS if isinstance(request.get(n), int)), None)


def _thought(body: Mapping[str, Any]) -> bool:
    """True if some of what was written are thoughts; of an answer in which nothing is said, all was."""
    message = dict_of(_choice(dict(body)).get("message"))
    counted = dict_of(dict_of(body.get("usage")).get("completion_tokens_details")).get("reasoning_tokens")
    text = _text(message.get("content"))
    thoughts = text != after_thoughts(text) or not (without_thoughts(text) or message.get("tool_calls"))
    return bool(_count(counted) or any(message.get(field) for field in _THOUGHTS) or thoughts)


def _choice(body: dict[str, Any]) -> dict[str, Any]:
    return dict_of(next(iter(list_of(body.get("choices"))), None))


def _declined(choice: dict[str, Any]) -> bool:
    return bool(dict_of(choice.get("message")).get("refusal")) or choice.get("finish_reason") == "content_filter"


def reply_of(answer: object, seconds: float, request: Mapping[str, Any]) -> Reply:
    """Read the reply in an answer's JSON; everything in it is checked, for servers differ.

    Args:
        request: that it answers, with the limit at which it may have been cut off.

    Raises:
        ModelError: declined (REFUSED); neither a text nor a call of a tool, though it ended by itself (EMPTY); cut off
            by the server's own limit (ENGINE_FAILED).
    """
    body = dict_of(answer)
    choice = _choice(body)
    message = dict_of(choice.get("message"))
    if _declined(choice):
        raise ModelError(f"declined: {str(message.get('refusal'))[:200]}", reason=RejectionReason.REFUSED)
    calls = tuple(_tool_call(dict_of(call), place) for place, call in enumerate(list_of(message.get("tool_calls"))))
    text = _text(message.get("content"))
    limit = _reached(body, request)
    if not limit and not text.strip() and not calls:
        raise ModelError("an empty answer", reason=RejectionReason.EMPTY)
    used = dict_of(body.get("usage"))
    usage = Usage(_count(used.get("prompt_tokens")), _count(used.get("completion_tokens")), seconds, 1)
    return Reply(text, calls, usage, cut=bool(limit), limit=limit)


def _reached(body: Mapping[str, Any], request: Mapping[str, Any]) -> str:
    """The limit at which an answer ended, and how it is raised; empty for one that ended by itself."""
    ended = _choice(dict(body)).get("finish_reason")
    if ended == CONTEXT_FULL:
        return "cut off at the end of the model's context"
    if ended != _CUT_OFF:
        return ""
    if complaint := _cut_by_server(body, request):
        raise ModelError(complaint, reason=RejectionReason.ENGINE_FAILED)
    return _cut_by_request(body, request)


def _text(content: object) -> str:
    """Text of the message, in one piece or, as some servers send it, in parts."""
    if isinstance(content, str):
        return encodable(content)
    return "".join(_text(dict_of(part).get("text")) for part in list_of(content))


def _tool_call(call: dict[str, Any], place: int) -> ToolCall:
    function = dict_of(call.get("function"))
    arguments = function.get("arguments")
    return ToolCall(
        encodable(str(call.get("id") or f"call-{place}")),
        encodable(str(function.get("name") or "")),
        encodable(arguments) if isinstance(arguments, str) else "{}",
    )


def dict_of(value: object) -> dict[str, Any]:
    """``value`` if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """``value`` if it is a JSON list, else an empty one."""
    return value if isinstance(value, list) else []


def _count(value: object) -> int:
    """``value`` if it counts tokens; what no table can hold counts none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_TOKENS else 0
