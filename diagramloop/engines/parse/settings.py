"""Settings of the agents: every threshold of one agent in one frozen object that can be given by configuration."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from diagramloop.errors import DiagramloopError, first_complaint


def _odd(value: int) -> int:
    if value % 2 == 0:
        raise ValueError("an odd number is needed")
    return value


Length = Annotated[float, Field(gt=0)]  # in the unit that the field's name ends with
Ratio = Annotated[float, Field(gt=0)]  # how many times as much
Count = Annotated[int, Field(gt=0)]
Odd = Annotated[int, Field(gt=0), AfterValidator(_odd)]  # side of a window with a middle
Angle = Annotated[float, Field(gt=0, lt=90)]
Levels = Annotated[int, Field(ge=0, le=255)]  # difference of two values of a colour channel
Bits = Annotated[int, Field(ge=0, lt=8)]  # binary digits of a value of a colour channel
Share = Annotated[float, Field(ge=0, le=1)]  # of a whole; a quantile is one too
Percentile = Annotated[float, Field(ge=0, le=100)]
Radians = Annotated[float, Field(gt=0, le=math.pi)]
Cost = Annotated[float, Field(ge=0)]  # in edges more: what has the least explains best


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
