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

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.model_backed._view import LONGEST_SIDE, Coordinates, View, view_of
from diagramloop.engines.parse.page.picture import LEAST_SIDE_PX
from diagramloop.errors import DiagramloopError, ModelError
from diagramloop.graph import Box
from diagramloop.models import prompts
from diagramloop.models.answers import Wanted, ask
from diagramloop.models.chat import ChatModel, Message, chat_model
from diagramloop.models.prompts import Prompts, as_json

MAX_QUOTED = 500  # characters of one text that a prompt quotes

_FOR_ALL = "material"  # the prompt that stands behind every other

Value = TypeVar("Value")

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

    def ask(self, prompt: str, view: View, wanted: Wanted[Value], **case: object) -> Value:
        """The answer to the instructions called ``prompt``, given the view and the case at hand.

        Raises:
            ModelError: there is none, or it is unread (UNREADABLE); its reason says why.
        """
        width, height = view.frame
        material = as_json({"width": width, "height": height, **case})
        instructions = "\n\n".join(map(self._prompts.text, (prompt, _FOR_ALL)))
        messages = (Message("system", instructions), Message("user", material, (view.png,)))
        heard = ask(self._model, prompt, messages, wanted, max_tokens=self._max_tokens)
        if heard.repairs:
            _LOG.warning("the answer as %s: %s", prompt, ", ".join(heard.repairs))
        return heard.needed()


def quoted(text: str) -> str:
    """Quote a text that was read from a picture, for a prompt."""
    return prompts.quoted(text, MAX_QUOTED)


def _shared(configuration: Mapping[str, Any]) -> ChatModel:
    """One model for all agents and pictures of the same configuration: weights are loaded once."""
    try:
        return _made_once(json.dumps(configuration, sort_keys=True, default=os.fspath))
    except TypeError as error:
        raise ModelError(f"no chat model from what is no plain configuration: {error}") from error


@lru_cache(maxsize=2)  # a team talks to one model that sees, and at most to one more that codes
def _made_once(configuration: str) -> ChatModel:
    return chat_model(json.loads(configuration))
