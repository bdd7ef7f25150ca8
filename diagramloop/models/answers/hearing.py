"""Asking a role, and hearing what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.allowances import allowance
from diagramloop.models.answer_text import answered
from diagramloop.models.answers.account import LONGEST_KEPT, AnswerCounts, UnreadAnswer, enter
from diagramloop.models.answers.wanted import Reading, ReadsBegun, UnreadError, Wanted
from diagramloop.models.chat import ChatModel, Message, Reply, Tool, ToolCall, Usage

QUOTED_WORDS = 12  # of our own instruction in a row: an answer that has so many is the instruction said again
NOTHING_USABLE = frozenset({RejectionReason.EMPTY, RejectionReason.REFUSED, RejectionReason.UNREADABLE})
"""Reasons for which a model that was reached has said nothing usable; others say that it was not reached."""

Value = TypeVar("Value")


@runtime_checkable
class ConstrainedModel(Protocol):
    """A chat model whose server can be told the form of the answer (``response_format`` of OpenAI's protocol)."""

    def constrained(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, max_tokens: int | None = None
    ) -> Reply:
        """The reply in JSON of this schema; a server that cannot is asked as :meth:`ChatModel.reply` does."""
        ...


@dataclass(frozen=True)
class Heard(Generic[Value]):
    """The answer of a model.

    Attributes:
        role: that was asked.
        value: None where the answer is unread.
        why: it is unread; empty where it was read.
        repairs: what was passed over or mended to read it.
        reply: as it came; without a text where the model declined.
        reason: under which a refusal of an item counts that needs this answer.
    """

    role: str
    value: Value | None
    why: str
    repairs: tuple[str, ...]
    reply: Reply
    reason: RejectionReason = RejectionReason.UNREADABLE

    @property
    def unread(self) -> bool:
        """True where the answer does not say what was asked."""
        return self.value is None

    @property
    def usage(self) -> Usage:
        """The cost of the answer."""
        return self.reply.usage

    def needed(self) -> Value:
        """The value.

        Raises:
            ModelError: there is none, with :attr:`reason`.
        """
        if self.value is None:
            begins = " ".join(self.reply.text[:200].split())[:80]
            raise ModelError(f"the answer as {self.role} is unread: {self.why}: {begins!r}", reason=self.reason)
        return self.value


def ask(
    model: ChatModel,
    role: str,
    messages: Sequence[Message],
    wanted: Wanted[Value],
    *,
    max_tokens: int | None = None,
) -> Heard[Value]:
    """The answer of the model as ``role``, read as ``wanted`` and counted.

    Args:
        max_tokens: of the answer; the role's allowance if None.

    Raises:
        ModelError: the model was not reached.
    """
    allowed = allowance(role) if max_tokens is None else max_tokens
    schema = wanted.schema
    try:
        if schema is not None and isinstance(model, ConstrainedModel):
            reply = model.constrained(messages, schema, max_tokens=allowed)
        else:
            reply = model.reply(messages, max_tokens=allowed)
    except ModelError as error:
        return _counted(Heard(role, None, str(error), (), *_nothing(error)), wanted)
    return hear(reply, role, messages, wanted)


def reply_or_nothing(model: ChatModel, role: str, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
    """The model's reply as ``role``, which may be calls of tools; without a text where it declined or said nothing.

    What it says and calls is counted by who reads it: :func:`hear`, :func:`count_call`.

    Raises:
        ModelError: the model was not reached.
    """
    try:
        return model.reply(messages, tools=tools, max_tokens=allowance(role))
    except ModelError as error:
        return _nothing(error)[0]


def _nothing(error: ModelError) -> tuple[Reply, RejectionReason]:
    """The reply of a model that was reached and said nothing usable; any other error is raised again."""
    if error.reason not in NOTHING_USABLE:
        raise error
    return Reply("", usage=Usage(calls=1)), error.reason


def count_nothing(role: str, error: ModelError) -> None:
    """Counts an answer that is none, of a model that was reached; for who raises ``error`` on."""
    if error.reason in NOTHING_USABLE:
        enter(role, AnswerCounts(asked=1, unread=1, decides=1), UnreadAnswer(role, "", str(error)))


def count_call(role: str, call: ToolCall, complaint: str) -> None:
    """Counts a call of a tool: it was understood, unless there is a complaint that it is no call."""
    counts = AnswerCounts(asked=1, read=int(not complaint), unread=int(bool(complaint)), decides=1)
    text = f"{call.name}({call.arguments})"[:LONGEST_KEPT]
    enter(role, counts, UnreadAnswer(role, text, complaint) if complaint else None)


def hear(reply: Reply, role: str, messages: Iterable[Message], wanted: Wanted[Value]) -> Heard[Value]:
    """A reply that came already, read as ``wanted`` and counted.

    Args:
        messages: that it answers: one that says our own instruction again is unread.
    """
    answer = answered(reply.text)
    if not answer:
        why = f"it is empty; {reply.limit}" if reply.limit else "it is empty"
        return _counted(Heard(role, None, why, (), reply, RejectionReason.EMPTY), wanted)
    if quotes_instruction(answer, messages):
        return _counted(Heard(role, None, "it says the instruction again", (), reply), wanted)
    try:
        reading = read_cut(wanted, answer) if reply.cut else wanted.read(answer)
    except UnreadError as error:
        why = f"{error}; {reply.limit}" if reply.limit else str(error)
        return _counted(Heard(role, None, why, (), reply), wanted)
    return _counted(Heard(role, reading.value, "", reading.repairs, reply), wanted)


def read_cut(wanted: Wanted[Value], answer: str) -> Reading[Value]:
    """The value of an answer that ended at a limit, by what of it is whole.

    Its last word may be the beginning of another.

    Raises:
        UnreadError: there is none.
    """
    if isinstance(wanted, ReadsBegun):
        return wanted.read_begun(answer)
    if not wanted.decides or answer.rstrip()[-1:] in "}])`":
        return wanted.read(answer)
    lines = answer.splitlines()
    whole = "\n".join(lines[:-1]) if len(lines) > 1 else re.sub(r"(?<!\S)\S+$", "", answer)
    return wanted.read(whole if "{" not in answer and "[" not in answer else answer)


def quotes_instruction(answer: str, messages: Iterable[Message]) -> bool:
    """True if an answer has :data:`QUOTED_WORDS` words in a row of a standing instruction (a system's message).

    Lines that show a form or an example do not count: an answer in the form has them.
    """
    spoken = _words(answer)
    runs = {tuple(spoken[i : i + QUOTED_WORDS]) for i in range(len(spoken) - QUOTED_WORDS + 1)}
    if not runs:
        return False
    for message in messages:
        if message.role == "system":
            for line in message.text.splitlines():
                instructed = [] if _FORM.search(line) else _words(line)
                starts = range(len(instructed) - QUOTED_WORDS + 1)
                if any(tuple(instructed[i : i + QUOTED_WORDS]) in runs for i in starts):
                    return True
    return False


_FORM = re.compile(r"[={}\[\]<>|]|->")


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _counted(heard: Heard[Value], wanted: Wanted[Value]) -> Heard[Value]:
    cut, decides = int(heard.reply.cut), int(wanted.decides)
    if heard.unread:
        counts = AnswerCounts(1, unread=1, cut=cut, decides=decides)
    else:
        counts = AnswerCounts(1, read=1, repaired=int(bool(heard.repairs)), cut=cut, decides=decides)
    text = heard.reply.text[:LONGEST_KEPT]
    enter(heard.role, counts, UnreadAnswer(heard.role, text, heard.why) if heard.unread else None)
    return heard
