"""Environment Curator with a vision model: the model says which way the layout flows, the pixels say the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.model_backed._asking import Asker
from diagramloop.engines.parse.model_backed._items import Items
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.graph import Direction
from diagramloop.models.chat import ChatModel


def _direction(said: object) -> object:
    """Direction as models write it: in any case, and TD as Mermaid has it beside TB."""
    return "TB" if str(said).upper() == "TD" else str(said).upper()


class _Flow(BaseModel):
    direction: Annotated[Direction, BeforeValidator(_direction)]


class ModelEnvironmentCurator:
    """Infers the global layout flow (SciFlow-Bench, Section 3.2); colours and lengths are measured, not asked for.

    Args:
        chat, how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.
    """

    def __init__(
        self,
        chat: ChatModel | Mapping[str, Any],
        **how: Any,
    ) -> None:
        self._asker = Asker(chat, **how)
        self._measuring = EmbeddedEnvironmentCurator()

    def survey(self, picture: RGB) -> Environment:
        """See :meth:`EnvironmentCurator.survey`.

        Raises:
            ModelError: no answer, or none that names a direction (UNREADABLE).
        """
        wanted = Items("flows", _Flow, least=1)
        flows = self._asker.ask("environment_curator", self._asker.view(picture), wanted)
        return replace(self._measuring.survey(picture), flow=flows[0].direction)
