"""The training loop: AdamW, a rate that rises, stays and falls, a moving average, checkpoints and validation."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import torch

from diagramloop.engines.training.checkpoint import State, resumed, save
from diagramloop.engines.training.curves import Curves, Progress, check_finite, say
from diagramloop.engines.training.echoes import Echoes
from diagramloop.engines.training.loss import loss_parts
from diagramloop.engines.training.network import Said
from diagramloop.engines.training.pages import Places, batches, validation_crops
from diagramloop.engines.training.settings import TrainingSettings
from diagramloop.engines.training.targets import Targets
from diagramloop.engines.training.validation import as_tensors, network_input, validate
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason

_CURVE_STEPS = 25  # between two points of the training's curve
_STEEPEST = 5.0  # length to which a gradient is cut, so that one strange page ruins nothing


def train(settings: TrainingSettings, folder: Path, places: Places | None = None) -> State:
    """Trains the network, from the last checkpoint in ``folder`` if there is one.

    Args:
        places: what options of sources stand for on this machine, by the value that they have in ``settings``.

    Returns:
        The state after the last step, which is also the last checkpoint.

    Raises:
        DiagramloopError: a setting cannot be used, or the checkpoint is of others (INVALID); a source cannot be asked.
        ModelError: memory does not suffice (OUT_OF_MEMORY), or the loss is no number (ENGINE_FAILED).
    """
    check_device(settings.device)
    torch.set_num_threads(settings.threads)
    folder.mkdir(parents=True, exist_ok=True)
    with _memory(settings):
        state = resumed(folder, settings)
        if state.step < settings.steps:
            _Training(settings, folder, state, places or {}).run()
        return state


class _Training:
    def __init__(self, settings: TrainingSettings, folder: Path, state: State, places: Places) -> None:
        self._settings, self._folder, self._state, self._places = settings, folder, state, places
        self._curves = Curves(folder, state.step)
        say(f"from step {state.step}: drawing {settings.validation_pages} pages for validation")
        self._validation = validation_crops(settings, places)

    def run(self) -> None:
        settings, state = self._settings, self._state
        progress, sums = Progress(state.step, settings.steps, settings.batch), _Means()
        echoes = Echoes(settings, state.step)
        drawn = (as_tensors(each, settings.device) for each in batches(settings, echoes.first_drawn, self._places))
        for truth in _timed(echoes.steps(drawn), progress):
            parts = self._step(truth)
            check_finite(sum(parts.values()), state.step)
            sums.add(parts)
            progress.took(state.step, sum(parts.values()))
            self._note(sums)

    def _step(self, truth: Targets) -> dict[str, float]:
        """One step of the optimiser. Returns the parts of the loss."""
        settings, state = self._settings, self._state
        state.network.train()
        rate = learning_rate(state.step, settings)
        for group in state.optimiser.param_groups:
            group["lr"] = rate
        state.optimiser.zero_grad(set_to_none=True)
        parts = [self._backward(part) for part in _split(truth, settings.accumulate)]
        torch.nn.utils.clip_grad_norm_(state.network.parameters(), _STEEPEST)
        state.optimiser.step()
        state.average(settings.averaging)
        state.step += 1
        return {name: float(sum(part[name] for part in parts)) for name in parts[0]}

    def _backward(self, truth: Targets) -> dict[str, Any]:
        settings = self._settings
        mixed = settings.mixed_precision and settings.device == "cuda"
        with torch.autocast(settings.device, torch.bfloat16, enabled=mixed):
            said = self._state.network(network_input(truth.pixels))
        said = Said(*(each.float() for each in said))
        parts = {name: part / settings.accumulate for name, part in loss_parts(said, truth, settings.loss).items()}
        torch.stack(list(parts.values())).sum().backward()
        return {name: part.detach() for name, part in parts.items()}

    def _note(self, sums: _Means) -> None:
        """Writes what is due after a step: curves, validation, a checkpoint."""
        settings, step = self._settings, self._state.step
        last = step == settings.steps
        if step % _CURVE_STEPS == 0 or step % settings.checkpoint_every == 0 or last:
            self._curves.add(step, "train", {"rate": learning_rate(step - 1, settings), **sums.taken()})
        if step % settings.validate_every == 0 or last:
            figures = validate(self._state.averaged, self._validation, settings.loss, settings.batch)
            self._curves.add(step, "validation", figures)
            say(f"step {step}, validation: " + ", ".join(f"{name} {_shown(value)}" for name, value in figures.items()))
        if step % settings.checkpoint_every == 0 or last:
            save(self._folder, self._state, settings)


class _Means:
    def __init__(self) -> None:
        self._parts: list[dict[str, float]] = []

    def add(self, parts: dict[str, float]) -> None:
        self._parts.append(parts)

    def taken(self) -> dict[str, float]:
        """Means of what was added since the last time, and of its sum as the loss."""
        parts, self._parts = self._parts, []
        means = {name: sum(each[name] for each in parts) / len(parts) for name in parts[0]}
        return {"loss": sum(means.values()), **means}


class Schedule(Protocol):
    """Settings of a rate that rises, stays and falls, as :class:`TrainingSettings` describes them."""

    @property
    def steps(self) -> int: ...
    @property
    def learning_rate(self) -> float: ...
    @property
    def warm_up(self) -> float: ...
    @property
    def cool_down(self) -> float: ...


def learning_rate(step: int, settings: Schedule) -> float:
    """The rate of a step: it rises in a line, stays, and falls by half a cosine."""
    rising, falling = settings.warm_up * settings.steps, settings.cool_down * settings.steps
    up = min(1.0, (step + 1) / rising) if rising else 1.0
    down = min(1.0, (settings.steps - step) / falling) if falling else 1.0
    return settings.learning_rate * up * (1 - math.cos(math.pi * down)) / 2


def _timed(steps: Iterator[Targets], progress: Progress) -> Iterator[Targets]:
    while True:
        began = time.monotonic()
        try:
            truth = next(steps)
        except StopIteration:
            return
        progress.waited(time.monotonic() - began)
        yield truth


def _split(truth: Targets, parts: int) -> Sequence[Targets]:
    size = len(truth.pixels) // parts
    return [Targets(*(array[at : at + size] for array in truth)) for at in range(0, size * parts, size)]


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def check_device(device: str) -> None:
    """Raises DiagramloopError if there is no such device (INVALID), ModelError if this machine has none (MISSING)."""
    if device not in ("cpu", "cuda"):
        raise DiagramloopError(f"a training runs on cpu or cuda, not on {device!r}")
    if device == "cuda" and not torch.cuda.is_available():
        raise ModelError("torch finds no CUDA device: take device=cpu, or install torch for CUDA")


@contextmanager
def _memory(settings: TrainingSettings) -> Iterator[None]:
    try:
        yield
    except (MemoryError, RuntimeError) as error:  # on a CPU torch raises the latter
        if not isinstance(error, MemoryError | torch.OutOfMemoryError) and "can't allocate memory" not in str(error):
            raise
        raise ModelError(
            f"memory does not suffice for {settings.batch // settings.accumulate} crops of {settings.crop_px} px at "
            f"once: take more parts (accumulate={settings.accumulate * 2}) or smaller crops (crop_px)",
            reason=RejectionReason.OUT_OF_MEMORY,
        ) from error
