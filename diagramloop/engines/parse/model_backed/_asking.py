"""Questions of a role to its vision model: instructions from a file, the case at hand as JSON, and the picture.

Nothing that is written in a picture is ever pasted into the instructions: texts that were read from it arrive as JSON
strings, and the instructions say that they, and the picture, are material and no orders.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.model_backed._view import LONGEST_SIDE, Coordinates, View, view_of
from diagramloop.engines.parse.page.picture import LEAST_SIDE_PX
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.graph import Box
from diagramloop.models import prompts
from diagramloop.models.allowances import allowance
from diagramloop.models.answer_text import json_in
from diagramloop.models.chat import ChatModel, Message, chat_model
from diagramloop.models.prompts import Prompts, as_json

MAX_ITEMS = 500  # of one kind that are taken from one answer
MAX_QUOTED = 500  # characters of one text that a prompt quotes

_FOR_ALL = "material"  # the prompt that stands behind every other

Item = TypeVar("Item", bound=BaseModel)

_LOG = logging.getLogger(__name__)


class Asker:
    """A model, and how it is shown pictures.

    Args:
        chat: a model that sees pictures, or its plain configuration; agents of the same configuration share one.
        longest_side: of what it is shown, in pixels; what is larger is scaled down.
        coordinates: in which it places things.
        max_tokens: that it may write; the role's own allowance if None.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    Raises:
        ModelError: the configuration makes no model.
        DiagramloopError: there are no such coordinates, or the side shows nothing (INVALID); or no such prompts.
    """

    def __init__(
        self,
        chat: ChatModel | Mapping[str, Any],
        longest_side: int = LONGEST_SIDE,
        coordinates: Coordinates = "thousandths",
        max_tokens: int | None = None,
        prompts: str | None = None,
    ) -> None:
        self._prompts = Prompts("diagramloop.engines.parse.model_backed", prompts)
        if coordinates not in get_args(Coordinates):
            raise DiagramloopError(f"no coordinates {coordinates!r}; there are {', '.join(get_args(Coordinates))}")
        if longest_side < LEAST_SIDE_PX:
            raise DiagramloopError(f"a longest side of {longest_side} pixels shows nothing")
        self._model = _shared(chat) if isinstance(chat, Mapping) else chat
        self._longest_side, self._coordinates, self._max_tokens = longest_side, coordinates, max_tokens

    def view(self, picture: RGB, part: Box | None = None) -> View:
        """Return the part of a picture, or all of it, as the model will see it."""
        return view_of(picture, part, longest_side=self._longest_side, coordinates=self._coordinates)

    def ask(self, prompt: str, view: View, **case: object) -> str:
        """The answer to the instructions called ``prompt``, given the view and the case at hand.

        Raises:
            ModelError: there is none; its reason says why.
        """
        width, height = view.frame
        said = as_json({"width": width, "height": height, **case})
        told = "\n\n".join(map(self._prompts.text, (prompt, _FOR_ALL)))
        messages = (Message("system", told), Message("user", said, (view.png,)))
        allowed = allowance(prompt) if self._max_tokens is None else self._max_tokens
        return self._model.reply(messages, max_tokens=allowed).text


def quoted(text: str) -> str:
    """Quote a text that was read from a picture, for a prompt."""
    return prompts.quoted(text, MAX_QUOTED)


def items_in(answer: str, name: str, kind: type[Item]) -> list[Item]:
    """The items that an answer lists: under ``name`` in a JSON object, of several the last one, or as a bare JSON list;
    of a list that was cut off, what is whole. What is no ``kind`` is dropped and counted, and so is what is beyond
    ``MAX_ITEMS``.

    Raises:
        ModelError: there is no such list (UNREADABLE).
    """
    for listed in _lists(json_in(answer), name):
        items = [item for value in listed[:MAX_ITEMS] if (item := _read(value, kind)) is not None]
        if items or not listed:
            if dropped := len(listed) - len(items):
                _LOG.warning("%d of %d %s of an answer cannot be read", dropped, len(listed), name)
            return items
    raise ModelError(f"no list of {name} in {_beginning(answer)!r}", reason=RejectionReason.UNREADABLE)


def _lists(values: list[Any], name: str) -> list[list[Any]]:
    """Candidates for the list that is meant, the likeliest first."""
    named = [value[name] for value in values if isinstance(value, Mapping) and isinstance(value.get(name), list)]
    bare = [value for value in values if isinstance(value, list)]
    return named[-1:] or [*reversed(bare), *([values] if values else [])]


def _read(item: object, kind: type[Item]) -> Item | None:
    try:
        return kind.model_validate(item)
    except ValidationError:
        return None


def _beginning(answer: str) -> str:
    return " ".join(answer[:200].split())[:80]


def _shared(configuration: Mapping[str, Any]) -> ChatModel:
    """One model for all agents and pictures of the same configuration: weights are loaded once."""
    try:
        return _made_once(json.dumps(configuration, sort_keys=True, default=os.fspath))
    except TypeError as error:
        raise ModelError(f"no chat model from what is no plain configuration: {error}") from error


@lru_cache(maxsize=2)  # a team talks to one model that sees, and at most to one more that codes
def _made_once(configuration: str) -> ChatModel:
    return chat_model(json.loads(configuration))
