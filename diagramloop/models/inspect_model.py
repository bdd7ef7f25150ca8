"""The model of an inspect_ai evaluation as a chat model: what ``inspect eval --model`` names, asked through Inspect.

Systems ask in a worker thread; the question goes to Inspect's event loop, so that its log, its limits, its cache and
its connections hold. What comes back is read as an endpoint's answer is.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any

from anyio import NoEventLoopError, from_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
    get_model,
)
from inspect_ai.tool import ToolCall as InspectCall
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import JSONSchema

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._complaints import is_of_a_form
from diagramloop.models._wire import FORM_NAME, reply_of
from diagramloop.models.allowances import TokenLimits
from diagramloop.models.chat import Message, Reply, Tool, ToolCall

STOPPED: ContextVar[list[BaseException]] = ContextVar("errors of Inspect")
"""Errors of Inspect's own, kept for who asked the system: a limit ends the sample, whatever the system does."""
_REFUSING: set[tuple[str, str | None]] = set()  # models, by name and server, that take no schema of an answer
_ENDED = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}


class InspectModel:
    """The evaluation's model.

    Args:
        role: of Inspect's ``--model-role``; its ``--model`` if None.
        max_tokens, thinking_tokens: of answers, see :class:`~diagramloop.models.allowances.TokenLimits`; Inspect's own
            ``--max-tokens`` goes before.
        constrain: whether the model is told the schema of an answer, as for
            :class:`~diagramloop.models.endpoint.Endpoint`.
    """

    name = "inspect"

    def __init__(
        self,
        role: str | None = None,
        max_tokens: int | Mapping[str, int | None] | None = None,
        thinking_tokens: int = 0,
        constrain: bool = True,
    ) -> None:
        self._role, self._constrain = role, constrain
        self._limits = TokenLimits(max_tokens, thinking_tokens)

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`ChatModel.reply`.

        Raises:
            ModelError: as an endpoint's; MISSING outside of an evaluation.
        """
        return self._answer(messages, tools, GenerateConfig(max_tokens=self._limits.of(max_tokens)))

    def constrained(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, max_tokens: int | None = None
    ) -> Reply:
        """The reply in JSON of ``schema``, or what the model says instead where it takes no such form.

        Raises:
            ModelError: as :meth:`reply`.
        """
        form = _form(schema) if self._constrain else None
        return self._answer(messages, (), GenerateConfig(max_tokens=self._limits.of(max_tokens), response_schema=form))

    def _answer(self, messages: Sequence[Message], tools: Sequence[Tool], config: GenerateConfig) -> Reply:
        try:
            output, limit = from_thread.run(self._generated, messages, tools, config)
        except NoEventLoopError as error:
            message = "there is a model of Inspect's in `inspect eval` alone"
            raise ModelError(message, reason=RejectionReason.MISSING) from error
        except Exception as error:
            STOPPED.get([]).append(error)
            complaint = f"{type(error).__name__}: {error}"
            raise ModelError(complaint, reason=RejectionReason.ENGINE_FAILED) from error
        return reply_of(_completion(output), output.time or 0.0, {"max_tokens": limit})

    async def _generated(
        self, messages: Sequence[Message], tools: Sequence[Tool], config: GenerateConfig
    ) -> tuple[ModelOutput, int | None]:
        """The output and the limit that it had; a model that is known to take no schema is told none."""
        model = get_model(role=self._role)
        config.max_tokens = model.config.max_tokens or config.max_tokens
        server = (str(model), model.api.base_url)
        if server in _REFUSING:
            config.response_schema = None
        ask = partial(model.generate, [_sent(m) for m in messages], [_offered(t) for t in tools])
        try:
            return await ask(config=config), config.max_tokens
        except Exception as error:
            status, complaint = getattr(error, "status_code", None), getattr(error, "provider_message", None)
            if config.response_schema is None or not is_of_a_form(status or 0, complaint or ""):
                raise
        config.response_schema = None
        output = await ask(config=config)
        _REFUSING.add(server)
        return output, config.max_tokens


def _form(schema: Mapping[str, Any]) -> ResponseSchema:
    """A schema as Inspect has it, which leaves out what it has no word for (how many items there are, say)."""
    return ResponseSchema(name=FORM_NAME, json_schema=JSONSchema.model_validate(dict(schema)), strict=True)


def _sent(message: Message) -> ChatMessage:
    if message.role == "system":
        return ChatMessageSystem(content=message.text)
    if message.role == "tool":
        return ChatMessageTool(content=message.text, tool_call_id=message.tool_call_id)
    if message.role == "assistant":
        return ChatMessageAssistant(content=message.text, tool_calls=[_called(c) for c in message.tool_calls] or None)
    if not message.pictures:
        return ChatMessageUser(content=message.text)
    urls = ("data:image/png;base64," + base64.b64encode(picture).decode() for picture in message.pictures)
    return ChatMessageUser(content=[ContentText(text=message.text), *(ContentImage(image=url) for url in urls)])


def _called(call: ToolCall) -> InspectCall:
    """A call as Inspect has it; what is no JSON object is told as such."""
    try:
        arguments = json.loads(call.arguments)
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        return InspectCall(id=call.id, function=call.name, arguments={}, parse_error=call.arguments)
    return InspectCall(id=call.id, function=call.name, arguments=arguments)


def _offered(tool: Tool) -> ToolInfo:
    parameters = ToolParams.model_validate(dict(tool.parameters))
    return ToolInfo(name=tool.name, description=tool.description, parameters=parameters)


def _completion(output: ModelOutput) -> dict[str, Any]:
    """An output in the form in which endpoints answer, so that it is read, and refused, in one place."""
    if output.empty:
        return {}
    reply, used = output.message, output.usage
    calls = [
        {"id": call.id, "function": {"name": call.function, "arguments": _arguments(call)}}
        for call in reply.tool_calls or ()
    ]
    message = {"content": reply.text, "tool_calls": calls}
    ended = _ENDED.get(output.stop_reason, "stop")
    counted = {"prompt_tokens": used.input_tokens, "completion_tokens": used.output_tokens} if used else {}
    return {"choices": [{"finish_reason": ended, "message": message}], "usage": counted}


def _arguments(call: InspectCall) -> str:
    """The arguments as text; of those that Inspect could not read, nothing, so that the model is told."""
    return "" if call.parse_error else json.dumps(call.arguments, ensure_ascii=False)
