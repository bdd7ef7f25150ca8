"""Settings of the agents: what plain configuration can change of one; all other thresholds are constants of its room.

Each field is ``Annotated`` with its bounds and a sentence that says what it is and its unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from diagramloop.errors import DiagramloopError, first_complaint


class Settings(BaseModel):
    """Numbers and switches by name; the name of a number ends with its unit, such as ``longest_side_px``."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @classmethod
    def of(cls, given: Self | Mapping[str, Any]) -> Self:
        """The settings themselves, or the usual ones but for the values that plain configuration gives.

        Raises:
            DiagramloopError: a name that there is not, or a value of another kind (INVALID).
        """
        if isinstance(given, cls):
            return given
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise DiagramloopError(f"{cls.__name__}: {first_complaint(error)}") from error


@dataclass(frozen=True)
class Configured:
    """Base of agents with settings: where plain configuration is given for them, the settings take its place.

    An agent declares ``settings: ItsSettings = field(default_factory=ItsSettings)``, under whatever name.

    Raises:
        DiagramloopError: there are no such settings (INVALID).
    """

    def __post_init__(self) -> None:
        for one in fields(self):
            kind = one.default_factory
            if isinstance(kind, type) and issubclass(kind, Settings):
                object.__setattr__(self, one.name, kind.of(getattr(self, one.name)))
