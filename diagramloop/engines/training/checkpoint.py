"""The state of a training on disk: killed at any time, it goes on from the last checkpoint to the same weights."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from pydantic import BaseModel
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from diagramloop.engines.parse.learned.ink_network import SHIPPED
from diagramloop.engines.training.graph_weights import load_graph
from diagramloop.engines.training.network import InkNetwork, network_of
from diagramloop.engines.training.settings import CHANGEABLE, TrainingSettings, training_settings
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.whole_files import whole_folder

WEIGHTS, AVERAGED = "weights.safetensors", "averaged.safetensors"
_OPTIMISER, _STATE = "optimiser.pt", "state.json"
_LICENCES = {"__all__": {"licence"}}
_KEPT = 2  # checkpoints, so that one that a full disk cut short has another behind it
_SLOW_START = 10  # steps: the average follows quickly at first, for random weights are worth nothing


@dataclass
class State:
    """State that a training has come to.

    Attributes:
        network: with the weights that are trained.
        averaged: with their moving average.
        optimiser: AdamW.
        step: how many steps were taken.
    """

    network: nn.Module
    averaged: nn.Module
    optimiser: torch.optim.AdamW
    step: int = 0

    @classmethod
    def beginning(cls, settings: TrainingSettings) -> State:
        """The state before the first step.

        Raises:
            ModelError: the weights to begin with cannot be loaded (MISSING).
        """
        network = network_of(settings.network, int.from_bytes(settings.seed.encode()[-8:], "big") >> 1)
        if settings.begin_with is not None:
            begin_with(network, settings.begin_with)
        averaged = network_of(settings.network)
        averaged.load_state_dict(network.state_dict())
        for each in (network, averaged):
            each.to(settings.device)
        return cls(network, averaged, optimiser_of(network, settings.learning_rate, settings.weight_decay))

    def average(self, decay: float) -> None:
        """Moves the average towards the weights by one step."""
        kept = min(decay, (1 + self.step) / (_SLOW_START + self.step))
        with torch.no_grad():
            for mean, now in zip(self.averaged.state_dict().values(), self.network.state_dict().values(), strict=True):
                mean.lerp_(now, 1 - kept) if mean.is_floating_point() else mean.copy_(now)


def save(folder: Path, state: State, settings: BaseModel) -> None:
    """Writes a checkpoint, whole or not at all, and removes those that are older than the last two."""
    with whole_folder(_place(folder, state.step)) as place:
        save_file(_plain(state.network), place / WEIGHTS)
        save_file(_plain(state.averaged), place / AVERAGED)
        torch.save(state.optimiser.state_dict(), place / _OPTIMISER)
        said = {"step": state.step, "settings": settings.model_dump(mode="json")}
        (place / _STATE).write_text(json.dumps(said, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for old in _checkpoints(folder)[:-_KEPT]:
        shutil.rmtree(old)


def latest(folder: Path) -> Path | None:
    """The last checkpoint there is."""
    return next(reversed(_checkpoints(folder)), None)


def last_checkpoint(folder: Path) -> Path:
    """The last checkpoint of a training.

    Raises:
        ModelError: there is none (MISSING).
    """
    checkpoint = latest(folder)
    if checkpoint is None:
        raise ModelError(f"no checkpoint of a training in {folder}")
    return checkpoint


def read_state(checkpoint: Path) -> dict[str, Any]:
    """The step and the settings of a checkpoint."""
    state: dict[str, Any] = json.loads((checkpoint / _STATE).read_text(encoding="utf-8"))
    return state


def resumed(folder: Path, settings: TrainingSettings) -> State:
    """The state of the last checkpoint, or that before the first step.

    Raises:
        DiagramloopError: the checkpoint is of other settings (INVALID).
        ModelError: it is damaged (UNREADABLE).
    """
    state, place = State.beginning(settings), latest(folder)
    if place is not None:
        before = training_settings(read_state(place)["settings"])
        check_same(_deciding(before), _deciding(settings), place)
        restore(state, place)
    return state


def restore(state: State, place: Path) -> None:
    """Puts what a checkpoint holds into a state.

    Raises:
        ModelError: it is damaged (UNREADABLE).
    """
    load_weights(state.network, place / WEIGHTS)
    load_weights(state.averaged, place / AVERAGED)
    try:
        state.optimiser.load_state_dict(torch.load(place / _OPTIMISER, map_location="cpu", weights_only=True))
    except Exception as error:  # of torch, zip files and pickles, each with its own
        raise ModelError(f"{place / _OPTIMISER}: {error}", reason=RejectionReason.UNREADABLE) from error
    state.step = read_state(place)["step"]


def begin_with(network: InkNetwork, weights: str) -> None:
    """Puts weights that were trained before into the network.

    Args:
        weights: a file of weights (safetensors), an exported graph (ONNX), or the name of shipped ones.

    Raises:
        ModelError: as :func:`load_weights`, or there are none of that name (MISSING).
    """
    path = Path(weights)
    if not path.suffix:
        path = SHIPPED / f"{weights}.onnx"
    load = load_graph if path.suffix == ".onnx" else load_weights
    load(network, path)


def load_weights(network: nn.Module, path: Path) -> None:
    """Puts the weights of a file into the network.

    Raises:
        ModelError: there are none (MISSING), the file is damaged, or is of another network (UNREADABLE).
    """
    try:
        network.load_state_dict(load_file(path))
    except FileNotFoundError as error:
        raise ModelError(f"no weights at {path}") from error
    except (SafetensorError, RuntimeError) as error:
        raise ModelError(f"{path}: {error}", reason=RejectionReason.UNREADABLE) from error


def optimiser_of(network: nn.Module, learning_rate: float, weight_decay: float) -> torch.optim.AdamW:
    """AdamW under which biases and scales of normalisations do not decay."""
    parameters = list(network.parameters())
    kernels = {"params": [each for each in parameters if each.ndim > 1], "weight_decay": weight_decay}
    others = {"params": [each for each in parameters if each.ndim <= 1], "weight_decay": 0.0}
    return torch.optim.AdamW([kernels, others], lr=learning_rate)


def _plain(network: nn.Module) -> dict[str, Any]:
    return {name: value.detach().cpu().contiguous() for name, value in network.state_dict().items()}


def _place(folder: Path, step: int) -> Path:
    return folder / "checkpoints" / f"{step:09d}"


def _checkpoints(folder: Path) -> list[Path]:
    return sorted(place for place in (folder / "checkpoints").glob("[0-9]*") if place.is_dir())


def check_same(old: dict[str, Any], new: dict[str, Any], place: Path) -> None:
    """Compares the settings of a checkpoint with those that a training is to go on with.

    Raises:
        DiagramloopError: they differ; names the first one (INVALID).
    """
    if name := next((name for name in new if new[name] != old[name]), None):
        raise DiagramloopError(
            f"{place} was made with {name} {old[name]!r}, and now it is to be {new[name]!r}: take another folder, "
            f"with begin_with={place / AVERAGED} to begin with these weights"
        )


def _deciding(settings: TrainingSettings) -> dict[str, Any]:
    """The settings that a training must keep; what licence its pages have it need not."""
    return settings.model_dump(mode="json", exclude={**dict.fromkeys(CHANGEABLE, True), "sources": _LICENCES})
