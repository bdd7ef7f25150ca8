"""Language and vision models that are talked to: what is said, what comes back, and what it cost.

Three back ends implement :class:`ChatModel`: any OpenAI-compatible endpoint (:mod:`diagramloop.models.endpoint`)
and local transformers checkpoints, of words (:mod:`diagramloop.models.local_chat`) and of pictures as well
(:mod:`diagramloop.models.local_vision`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from diagramloop.by_name import NoSuchSystemError, check_options
from diagramloop.errors import ModelError
from diagramloop.plugins import Kind

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True)
class Tool:
    """A function the model may ask for; ``parameters`` is the JSON schema of its arguments, an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class ToolCall:
    """The model asks for a tool.

    Attributes:
        id: by which its result is sent back.
        name: as the model wrote it, which need not be a tool's.
        arguments: as the model wrote them: meant to be a JSON object, and not to be trusted.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Message:
    """One message of a conversation.

    Attributes:
        role: who says it.
        text: what is said.
        pictures: PNG files that go with a user's text.
        tool_calls: what an assistant's message asked for.
        tool_call_id: the call that a tool's message answers.
    """

    role: Role
    text: str = ""
    pictures: tuple[bytes, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True)
class Usage:
    """The cost of calls: tokens as the model counts them, seconds as first measured (a replay repeats them)."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.seconds + other.seconds,
            self.calls + other.calls,
        )

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens


NO_COST = Usage()


@dataclass(frozen=True)
class Reply:
    """The answer of the model: a text, calls of tools, or both.

    Attributes:
        cut: whether it ended at the limit that the request set. Asked again it would end there again, so what came is
            the answer.
        limit: that was, and how it is raised; empty where it ended by itself.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = NO_COST
    cut: bool = False
    limit: str = ""

    @property
    def message(self) -> Message:
        """The reply as the assistant's message, to go on from."""
        return Message("assistant", self.text, tool_calls=self.tool_calls)


class ChatModel(Protocol):
    """A model that continues a conversation; the same conversation gets the same reply.

    Attributes:
        name: of the model, for the leaderboard.
    """

    name: str

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """The model's next message.

        Args:
            messages: so far, the system's first if there is one.
            tools: that it may ask for.
            max_tokens: at most so many are written; the model's own limit if None.

        Raises:
            ModelError: there is no answer; its reason says why.
        """
        ...


BACK_ENDS: Kind[ChatModel] = Kind("diagramloop.back_end", ChatModel)


class NoSuchModelError(NoSuchSystemError, ModelError):
    """A configuration describes a model that there is not."""


def chat_model(options: Mapping[str, Any]) -> ChatModel:
    """The model that plain configuration describes.

    Args:
        options: ``back_end`` (``endpoint`` if absent, ``local``, ``local_vision``, or ``package.module:Class``) and the
            arguments of its constructor.

    Raises:
        NoSuchModelError: no such back end, or it takes other options.
        ModelError: it cannot be made here.
    """
    arguments = dict(options)
    name = arguments.pop("back_end", "endpoint")
    try:
        make = BACK_ENDS.maker(name)
        check_options(make, arguments)
        model: ChatModel = make(**arguments)
    except (NoSuchSystemError, ValueError, TypeError) as error:
        raise NoSuchModelError(f"no chat model from {name!r}: {error}") from error
    return model


def model_of(model: ChatModel | Mapping[str, Any]) -> ChatModel:
    """The model itself, or made from plain configuration (:func:`chat_model`).

    Raises:
        ModelError: the configuration makes none.
    """
    return chat_model(model) if isinstance(model, Mapping) else model
