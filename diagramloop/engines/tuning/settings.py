"""Settings of sets of examples and of trainings on them, checked as they come from a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, model_validator

from diagramloop.engines.training.settings import read_settings

_STRICT = ConfigDict(frozen=True, extra="forbid")
Precision = Literal["float32", "bfloat16", "float16"]


class SetSettings(BaseModel):
    """A set of examples.

    Attributes:
        make: ``package.module:Class`` of its :class:`~diagramloop.engines.tuning.examples.Examples`.
        options: of that class.
        train, validation: how many examples of each split, at most.
        apart: ``whole`` leaves out whatever shares a chart or a document with what is evaluated on, and ``item`` only
            the very items; the same holds between the splits.
        validation_share: of the subjects.
        seed: other examples for another one.
    """

    model_config = _STRICT

    make: str
    options: dict[str, Any] = {}
    train: PositiveInt
    validation: PositiveInt
    apart: Literal["whole", "item"] = "whole"
    validation_share: float = Field(0.1, gt=0, lt=1)
    seed: str = "0"


class AdapterSettings(BaseModel):
    """A low-rank adapter (LoRA): what is trained beside frozen weights.

    Attributes:
        rank, alpha, dropout: as peft calls them.
        layers: names of the linear layers that get one, as ``peft.LoraConfig.target_modules`` reads them;
            ``all-linear`` is attention and MLP, of the part that sees and of the part that speaks.
    """

    model_config = _STRICT

    rank: PositiveInt = 16
    alpha: PositiveInt = 16
    dropout: float = Field(0.0, ge=0, lt=1)
    layers: str | tuple[str, ...] = "all-linear"


class RewardSettings(BaseModel):
    """The reward of a training by reinforcement; see :class:`diagramloop.scores.reward.GraphReward`."""

    model_config = _STRICT

    format: str = "triples"
    weights: dict[str, float] = {"text/node_f1": 0.4, "text/edge_f1": 0.6}
    completions: PositiveInt = 8
    longest_completion: PositiveInt = 1024
    temperature: PositiveFloat = 1.0


class TuningSettings(BaseModel):
    """All that decides which weights a training ends with, and how often it reports.

    Attributes:
        make: ``package.module:function`` of the trainer.
        checkpoint: what is tuned: a local path or a hub id; of a folder that is an adapter, that and its base.
        revision: of the hub id.
        epochs: over the training split; at most ``steps`` of the optimiser, if given.
        batch, accumulate: examples at once on a device, and parts of a step; more parts take less memory.
        learning_rate, schedule, warm_up_steps, weight_decay: of AdamW; ``cosine`` falls to 0, as ``linear`` does.
        adapter: all weights are trained if None.
        four_bit: loads the frozen weights in 4 bits (on cuda, with bitsandbytes).
        reward: trains by reinforcement on it, and not on the completions.
        longest: tokens of an example at most; longer ones are cut.
        longest_side_px: of a picture, to which larger ones are scaled down; with it memory grows most.
        recompute: activations are computed twice instead of kept: slower, in a fraction of the memory.
        answered: examples of validation that a chat model is asked when it is tuned, and its words compared.
        longest_answer: tokens that it may write to each.
        precision: of computation on cuda; on a CPU it is float32.
        patience: validations without gain after which it stops; never if None.
        checkpoint_minutes: between two checkpoints; there is one after every validation too.
        validate_every, log_every: in steps; validation at the end of each epoch if 0.
        device: cpu or cuda.
        processes: one for each GPU, started by accelerate; the examples of a step are theirs together.
        workers: processes that prepare examples ahead.
        threads: of the processor that torch takes.
        seed: of the order of examples and of new weights.
    """

    model_config = _STRICT

    make: str
    checkpoint: str
    revision: str | None = None
    epochs: PositiveFloat = 1.0
    steps: PositiveInt | None = None
    batch: PositiveInt = 1
    accumulate: PositiveInt = 1
    learning_rate: PositiveFloat = 1e-5
    schedule: Literal["cosine", "linear", "constant"] = "linear"
    warm_up_steps: int = Field(0, ge=0)
    weight_decay: float = Field(0.0, ge=0)
    adapter: AdapterSettings | None = None
    four_bit: bool = False
    reward: RewardSettings | None = None
    longest: PositiveInt | None = None
    longest_side_px: PositiveInt = 1024
    recompute: bool = False
    answered: int = Field(0, ge=0)
    longest_answer: PositiveInt = 2048
    precision: Precision = "bfloat16"
    patience: PositiveInt | None = None
    checkpoint_minutes: PositiveFloat = 5.0
    validate_every: int = Field(0, ge=0)
    log_every: PositiveInt = 10
    device: Literal["cpu", "cuda"] = "cpu"
    workers: int = Field(0, ge=0)
    threads: PositiveInt = 1
    processes: PositiveInt = 1
    seed: int = Field(0, ge=0)

    @model_validator(mode="after")
    def _can_be_done(self) -> Self:
        if self.four_bit and (self.adapter is None or self.device != "cuda"):
            raise ValueError("weights in 4 bits are frozen: four_bit needs an adapter, and device=cuda")
        at_once = self.batch * self.accumulate * self.processes
        if self.reward is not None and at_once % self.reward.completions:
            raise ValueError(f"{at_once} completions of a step are no groups of {self.reward.completions}")
        return self


def set_settings(node: Mapping[str, Any]) -> SetSettings:
    """The settings that a configuration's node says.

    Raises:
        DiagramloopError: a name or a value is wrong; says which (INVALID).
    """
    return read_settings(SetSettings, node, "a set of examples")


def tuning_settings(node: Mapping[str, Any]) -> TuningSettings:
    """Do as :func:`set_settings`, for a training."""
    return read_settings(TuningSettings, node, "a tuning")
