"""Settings of a training, checked as they come from a file or a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError, model_validator

from diagramloop.errors import DiagramloopError, first_complaint

_Settings = TypeVar("_Settings", bound=BaseModel)
_STRICT = ConfigDict(frozen=True, extra="forbid")
_PX = 32  # sides of crops are multiples of it: the stride of the deepest features of five levels


class NetworkSettings(BaseModel):
    """Size of the network.

    Attributes:
        widths: features of each level, finest first; the first level has half the picture's resolution.
        dilations: of the layers that follow at the coarsest level, so that a pixel is seen with all of its node.
    """

    model_config = _STRICT

    widths: tuple[PositiveInt, ...] = Field((24, 48, 96, 192, 320), min_length=2)
    dilations: tuple[PositiveInt, ...] = (1, 2, 4)


class LossSettings(BaseModel):
    """Weights of the parts of the loss.

    Attributes:
        classes: of each class, ground first: ink covers some hundredths of a page, heads a thousandth.
        dense, inside, course, centre, size, kind: of the parts.
    """

    model_config = _STRICT

    classes: tuple[float, float, float, float, float, float] = (0.4, 1.5, 3.0, 1.5, 1.0, 1.5)
    dense: float = 1.0
    inside: float = 0.5
    course: float = 0.5
    centre: float = 0.1
    size: float = 0.2
    kind: float = 0.1


class SourceSettings(BaseModel):
    """Source of training pages.

    Attributes:
        make: ``package.module:function``, called with a seed (a string) and ``options``, returns an InkPage.
        options: keyword arguments of that function.
        share: of all pages, relative to the other sources' shares.
        licence: of the pages, for the model card.
    """

    model_config = _STRICT

    make: str
    options: dict[str, Any] = {}
    share: float = Field(1.0, gt=0)
    licence: str = "not said"


class PageSetSettings(BaseModel):
    """A set of pages that are drawn or taken once.

    Attributes:
        sources: by name, where they come from.
        train, validation: how many pages of each split.
        seed: other pages for another one.
    """

    model_config = _STRICT

    sources: dict[str, SourceSettings] = Field(min_length=1)
    train: PositiveInt
    validation: PositiveInt
    seed: str = "0"


class TrainingSettings(BaseModel):
    """All that decides which weights a training ends with, and how often it reports.

    Attributes:
        sources: by name, where pages come from.
        validation_sources: the same for validation; the training's own sources, with other seeds, if None.
        validation_pages: how many pages of them.
        seed: of pages, crops and first weights.
        begin_with: weights to begin with: a file (safetensors), an exported graph (ONNX), or the name of shipped ones;
            random ones if None.
        steps: of the optimiser.
        batch: crops of a step.
        accumulate: parts that a step's crops are seen in, one after the other; more parts take less memory.
        crop_px: side of a crop.
        crops_per_page: crops cut from each page drawn.
        echoes: steps for each set of crops that is drawn: what was drawn is seen again, turned and mirrored. More than
            one where processors draw slower than the network learns, as beside a GPU.
        echo_window: sets of crops that are kept to be seen again, on the device.
        learning_rate: the highest.
        warm_up: share of the steps in which the rate rises.
        cool_down: share of the steps, the last ones, in which it falls to 0: a training can be made longer by resuming
            from a checkpoint before these (Haegele et al. 2024).
        weight_decay: of AdamW.
        averaging: decay of the moving average of the weights, which is what is validated and exported.
        checkpoint_every, validate_every: in steps.
        device: cpu or cuda.
        mixed_precision: computes in bfloat16 on cuda.
        threads: of the processor that the network takes.
        workers: processes that draw pages; 0 draws in the training's own. No choice of these two changes the pages.
    """

    model_config = _STRICT

    network: NetworkSettings = NetworkSettings()
    loss: LossSettings = LossSettings()
    sources: dict[str, SourceSettings] = Field(min_length=1)
    validation_sources: dict[str, SourceSettings] | None = None
    validation_pages: PositiveInt = 32
    seed: str = "0"
    begin_with: str | None = None
    steps: PositiveInt = 20_000
    batch: PositiveInt = 8
    accumulate: PositiveInt = 1
    crop_px: int = Field(384, ge=64, multiple_of=_PX)
    crops_per_page: PositiveInt = 1
    echoes: PositiveInt = 1
    echo_window: PositiveInt = 64
    learning_rate: float = Field(2e-3, gt=0)
    warm_up: float = Field(0.03, ge=0, le=1)
    cool_down: float = Field(0.25, ge=0, le=1)
    weight_decay: float = Field(0.01, ge=0)
    averaging: float = Field(0.998, ge=0, lt=1)
    checkpoint_every: PositiveInt = 500
    validate_every: PositiveInt = 500
    device: str = "cpu"
    mixed_precision: bool = True
    threads: PositiveInt = 1
    workers: int = Field(0, ge=0)

    @model_validator(mode="after")
    def _parts_are_whole(self) -> Self:
        if self.batch % self.accumulate:
            raise ValueError(f"{self.batch} crops cannot be seen in {self.accumulate} equal parts")
        if self.batch % self.crops_per_page:
            raise ValueError(f"{self.batch} crops cannot come from pages of {self.crops_per_page} crops each")
        return self

    @property
    def pages_per_step(self) -> int:
        """Pages that are drawn for a set of crops."""
        return self.batch // self.crops_per_page

    @property
    def drawn_sets(self) -> int:
        """Sets of crops that are drawn for all steps."""
        return -(-self.steps // self.echoes)

    @property
    def for_validation(self) -> Mapping[str, SourceSettings]:
        """Sources of the pages of validation."""
        return self.validation_sources or self.sources


# What may change while a training goes on: how long, how often, how fast, and on what.
CHANGEABLE = frozenset(("steps", "cool_down", "checkpoint_every", "validate_every", "device", "threads", "workers"))


def training_settings(node: Mapping[str, Any]) -> TrainingSettings:
    """The settings that a configuration's node says.

    Raises:
        DiagramloopError: a name or a value is wrong; says which (INVALID).
    """
    return read_settings(TrainingSettings, node, "a training")


def page_set_settings(node: Mapping[str, Any]) -> PageSetSettings:
    """Do as :func:`training_settings`, for a set of pages."""
    return read_settings(PageSetSettings, node, "a set of pages")


def read_settings(kind: type[_Settings], node: Mapping[str, Any], what: str) -> _Settings:
    """The settings of a kind that a node says; ``what`` they are of, errors tell.

    Raises:
        DiagramloopError: a name or a value is wrong; says which (INVALID).
    """
    try:
        return kind.model_validate(node)
    except ValidationError as error:
        raise DiagramloopError(f"settings of {what}: {first_complaint(error, 'settings')}") from error
