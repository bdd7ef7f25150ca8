"""Common parts of all trainings: arguments of transformers' Trainer, checkpoints by the clock, curves, and going on.

Killed at any time, a training goes on from its last whole checkpoint, on a CPU to the same weights.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from transformers import EarlyStoppingCallback, PrinterCallback, TrainerCallback, set_seed
from transformers.utils.logging import disable_progress_bar

from diagramloop.engines.training.curves import Curves, check_finite, say
from diagramloop.engines.tuning.settings import TuningSettings
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._errors import first_line, gave_up
from diagramloop.models.checkpoints import ADAPTER

_KEPT = 2  # checkpoints, so that one that was cut short has another behind it
_NAMES = {"loss": "loss", "learning_rate": "rate", "grad_norm": "gradient", "reward": "reward"}
_STATE = "trainer_state.json"  # written last: a checkpoint without it was cut short


def begin(settings: TuningSettings) -> None:
    """Prepares torch for a training: threads, and the seed of all that follows.

    Raises:
        ModelError: there is no such device (MISSING).
    """
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise ModelError("torch finds no CUDA device: take device=cpu, or install torch for CUDA")
    torch.set_num_threads(settings.threads)
    set_seed(settings.seed)
    disable_progress_bar()


def arguments(settings: TuningSettings, folder: Path) -> dict[str, Any]:
    """Arguments of transformers' ``TrainingArguments``, and of those that TRL makes of them."""
    on_gpu = settings.device == "cuda"
    validated = "steps" if settings.validate_every else "epoch"
    return {
        "output_dir": str(folder),
        "num_train_epochs": settings.epochs,
        "max_steps": settings.steps or -1,
        "per_device_train_batch_size": settings.batch,
        "per_device_eval_batch_size": settings.batch,
        "gradient_accumulation_steps": settings.accumulate,
        "learning_rate": settings.learning_rate,
        "lr_scheduler_type": settings.schedule,
        "warmup_steps": settings.warm_up_steps,
        "weight_decay": settings.weight_decay,
        "optim": "adamw_torch",
        "bf16": on_gpu and settings.precision == "bfloat16",
        "fp16": on_gpu and settings.precision == "float16",
        "use_cpu": not on_gpu,
        "activation_checkpointing": settings.recompute,
        "eval_strategy": validated,
        "save_strategy": validated,
        "eval_steps": settings.validate_every or None,
        "save_steps": settings.validate_every or 500,  # not asked for where each epoch is saved
        "save_total_limit": _KEPT,
        "metric_for_best_model": "loss",
        "greater_is_better": False,
        "restore_callback_states_from_checkpoint": True,
        "logging_steps": settings.log_every,
        "logging_nan_inf_filter": False,
        "seed": settings.seed,
        "data_seed": settings.seed,
        "dataloader_num_workers": settings.workers,
        "dataloader_pin_memory": on_gpu,
        "report_to": "none",
        "disable_tqdm": True,
        "log_level": "error",
    }


def fit(trainer: Any, settings: TuningSettings, folder: Path) -> None:
    """Trains, from the last whole checkpoint in ``folder`` if there is one.

    Raises:
        ModelError: memory does not suffice (OUT_OF_MEMORY), or the loss is no number (ENGINE_FAILED).
    """
    last = latest(folder)
    trainer.remove_callback(PrinterCallback)
    watch = Watch(Curves(folder, _step(last)), settings.checkpoint_minutes)
    trainer.add_callback(watch)
    if settings.patience is not None:
        trainer.add_callback(EarlyStoppingCallback(settings.patience))
    with memory(settings):
        trainer.train(resume_from_checkpoint=None if last is None else str(last))
    trainer.remove_callback(watch)


def resumed(network: Any, folder: Path) -> Any:
    """The network with the weights of the last whole checkpoint in ``folder``, or as it is.

    The Trainer itself passes over weights whose names transformers writes in another form than it holds them (a Swin
    backbone's): it would go on with the first ones, and say nothing.
    """
    last = latest(folder)
    if last is None or (last / ADAPTER).is_file():
        return network
    return type(network).from_pretrained(last, use_safetensors=True, dtype=network.dtype).to(network.device)


def best(trainer: Any, settings: TuningSettings) -> Any:
    """The trainer's network with its best weights, where it is to stop early, else with the last ones.

    Not left to the Trainer, for the reason that :func:`resumed` has.
    """
    place, network = trainer.state.best_model_checkpoint, trainer.accelerator.unwrap_model(trainer.model)
    if settings.patience is None or place is None:
        return network
    if (Path(place) / ADAPTER).is_file():
        network.load_adapter(place, network.active_adapter, is_trainable=True)
    else:
        network.load_state_dict(type(network).from_pretrained(place, use_safetensors=True).state_dict())
    return network


def latest(folder: Path) -> Path | None:
    """The last whole checkpoint; those that were cut short are removed."""
    found = sorted(folder.glob("checkpoint-*"), key=lambda path: int(path.name.rpartition("-")[2]))
    for place in reversed(found):
        if _step(place):
            return place
        shutil.rmtree(place)
    return None


def _step(place: Path | None) -> int:
    """The step of a checkpoint; 0 where it is not whole, or there is none."""
    try:
        return 0 if place is None else int(json.loads((place / _STATE).read_text(encoding="utf-8"))["global_step"])
    except (OSError, ValueError, KeyError):
        return 0


class Watch(TrainerCallback):
    """Keeps curves, asks for a checkpoint when it is time, and stops what has gone wrong.

    Args:
        curves: to be added to.
        minutes: between two checkpoints.
        clock: gives seconds.
    """

    def __init__(self, curves: Curves, minutes: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._curves, self._seconds, self._clock = curves, 60 * minutes, clock
        self._saved = self._began = clock()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Asks for a checkpoint if the last one is old."""
        del args, state
        if self._clock() - self._saved >= self._seconds:
            control.should_save = True

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Notes that there is one."""
        del args, state, control
        self._saved = self._clock()

    def on_log(self, args: Any, state: Any, control: Any, logs: Mapping[str, Any] | None = None, **_: Any) -> None:
        """Adds to the curves, and says how far it is.

        Raises:
            ModelError: the loss is no number (ENGINE_FAILED).
        """
        del args, control
        told = logs or {}
        if "loss" in told:
            check_finite(float(told["loss"]), state.global_step)
        if not state.is_world_process_zero:
            return
        for what, prefix in (("train", ""), ("validation", "eval_")):
            figures = {ours: float(told[prefix + name]) for name, ours in _NAMES.items() if prefix + name in told}
            if figures:
                self._curves.add(state.global_step, what, figures)
        speed = state.global_step / max(1e-9, self._clock() - self._began)
        shown = ", ".join(f"{name} {value:.4g}" for name, value in told.items() if isinstance(value, int | float))
        say(f"step {state.global_step} of {state.max_steps}, {speed:.2f} steps/s: {shown}")


@contextmanager
def memory(settings: TuningSettings) -> Iterator[None]:
    """Errors of memory say what to change.

    Raises:
        ModelError: memory does not suffice (OUT_OF_MEMORY).
    """
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if gave_up("", error).reason is not RejectionReason.OUT_OF_MEMORY:
            raise
        told = f"memory does not suffice ({first_line(error)}): take {', or '.join(remedies(settings))}"
        raise ModelError(told, reason=RejectionReason.OUT_OF_MEMORY) from error


def remedies(settings: TuningSettings) -> list[str]:
    """Changes of settings that save memory, the one that costs least first."""
    smaller = max(1, settings.batch // 2)
    offered = {
        f"batch={smaller} with accumulate={settings.accumulate * settings.batch // smaller}": settings.batch > 1,
        "recompute=true": not settings.recompute,
        "an adapter, which trains few weights": settings.adapter is None,
        "four_bit=true": settings.device == "cuda" and settings.adapter is not None and not settings.four_bit,
        f"longest_side_px={settings.longest_side_px // 2}": True,
        f"longest={(settings.longest or 0) // 2}": settings.longest is not None,
    }
    return [change for change, helps in offered.items() if helps]
