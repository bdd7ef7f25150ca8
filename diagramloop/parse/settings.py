"""Settings of the agents: every threshold of one agent in one frozen object that can be given by configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.errors import DiagramloopError, first_complaint

Share = Annotated[float, Field(ge=0, le=1)]
"""A part of a whole, a quantile, a similarity or a confidence."""

Levels = Annotated[int, Field(ge=0, le=255)]
"""A difference of colours: of the levels of a channel."""


class Settings(BaseModel):
    """Thresholds by name; a name ends with its unit, such as ``reach_text_heights`` or ``tile_px``."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @classmethod
    def of(cls, given: Self | Mapping[str, Any]) -> Self:
        """The settings themselves, or the usual ones but for what plain configuration gives, part by part.

        Raises:
            DiagramloopError: a name that there is not, or a value of another kind (INVALID).
        """
        if isinstance(given, cls):
            return given
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise DiagramloopError(f"{cls.__name__}: {first_complaint(error)}") from error
