"""Questions of a role to a chat model: standing instructions from a file, the case at hand as one JSON object.

As everywhere (:mod:`diagramloop.models.prompts`), and what comes back is only ever looked up among what may be said
(:mod:`diagramloop.models.answers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from diagramloop.models import answers, prompts
from diagramloop.models.answers import Heard, Wanted
from diagramloop.models.chat import ChatModel, Message, model_of

if TYPE_CHECKING:
    from diagramloop.data.sources import Turn

Value = TypeVar("Value")
MAX_QUOTED = 4_000  # characters of one text that a prompt quotes; beyond, a text is no utterance nor a label
MAX_HISTORY = 40  # latest turns that a prompt quotes


class ModelRole:
    """A role that a chat model plays.

    Args:
        model: or its plain configuration, see :func:`diagramloop.models.chat.chat_model`.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    Raises:
        ModelError: the configuration makes none.
        DiagramloopError: the folder does not hold such prompts.
    """

    def __init__(self, model: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = own_prompts(prompts)


def own_prompts(folder: str | None) -> prompts.Prompts:
    """The prompts of conversation, each replaced by that of ``folder`` which has it."""
    return prompts.Prompts("diagramloop.engines.converse", folder)


SHIPPED = own_prompts(None)


def quoted(text: str) -> str:
    """``text`` as a prompt quotes it, see :func:`diagramloop.models.prompts.quoted`."""
    return prompts.quoted(text, MAX_QUOTED)


def told(history: Sequence[Turn]) -> list[dict[str, str]]:
    """The latest turns for a prompt, oldest first."""
    return [{"speaker": turn.speaker, "text": quoted(turn.text)} for turn in history[-MAX_HISTORY:]]


def named(texts: Iterable[str], letter: str) -> dict[str, str]:
    """Names ``letter``1, ``letter``2, ... by which the model is to speak of ``texts``."""
    return {f"{letter}{number}": text for number, text in enumerate(texts, start=1)}


def ask(
    model: ChatModel,
    role: str,
    case: Mapping[str, Any],
    wanted: Wanted[Value],
    said_by: prompts.Prompts = SHIPPED,
) -> Heard[Value]:
    """The answer of the model as ``role`` to the case at hand.

    Args:
        said_by: the prompts, of which the role's is one.

    Raises:
        ModelError: the model was not reached.
    """
    messages = (Message("system", said_by.text(role)), Message("user", prompts.as_json(case)))
    return answers.ask(model, role, messages, wanted)
