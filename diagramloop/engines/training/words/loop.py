"""The training of the reader of words: CTC on lines by hand and in print, checkpoints and validation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import ctc_loss

from diagramloop.engines.parse.text.recogniser import HALF_WHITE, at_height, published
from diagramloop.engines.parse.text.word_reader import trained_columns
from diagramloop.engines.training.checkpoint import (
    State,
    check_same,
    latest,
    load_weights,
    optimiser_of,
    read_state,
    restore,
    save,
)
from diagramloop.engines.training.curves import Curves, Progress, check_finite, say
from diagramloop.engines.training.loop import check_device, learning_rate
from diagramloop.engines.training.words.hand_lines import load_lines
from diagramloop.engines.training.words.lessons import (
    LINES,
    Lesson,
    lessons,
    prepare,
)
from diagramloop.engines.training.words.network import WordReader
from diagramloop.engines.training.words.published import begin_with_published
from diagramloop.engines.training.words.settings import HEIGHT, WordsSettings, words_settings
from diagramloop.engines.training.words.words_right import Word, figures_of, words_in

_CURVE_STEPS = 25  # between two points of the training's curve
_STEEPEST = 5.0  # length to which a gradient is cut
# What may change while a training goes on.
_CHANGEABLE = frozenset(
    ("steps", "cool_down", "checkpoint_every", "validate_every", "validation_words", "device", "threads", "workers")
)


def train(settings: WordsSettings, folder: Path) -> State:
    """Trains the reader, from the last checkpoint in ``folder`` if there is one.

    Raises:
        DiagramloopError: a setting cannot be used, or the checkpoint is of others (INVALID); a source cannot be read.
        ModelError: the weights to begin with cannot be loaded, or the loss is no number (ENGINE_FAILED).
    """
    check_device(settings.device)
    torch.set_num_threads(settings.threads)
    folder.mkdir(parents=True, exist_ok=True)
    prepare(settings, folder)
    state = _resumed(folder, settings)
    if state.step < settings.steps:
        _Training(settings, folder, state).run()
    return state


class _Training:
    def __init__(self, settings: WordsSettings, folder: Path, state: State) -> None:
        self._settings, self._folder, self._state = settings, folder, state
        self._curves = Curves(folder, state.step)
        lines = load_lines(folder / LINES.format(split="validation"))
        self._validation = words_in(lines, settings.validation_words)
        self._losses: list[float] = []

    def run(self) -> None:
        settings, state = self._settings, self._state
        progress = Progress(state.step, settings.steps, settings.batch)
        for lesson in lessons(settings, self._folder, state.step):
            self._losses.append(_step(state, lesson, settings))
            progress.took(state.step, self._losses[-1])
            self._note()

    def _note(self) -> None:
        """Writes what is due after a step: curves, validation, a checkpoint."""
        settings, step = self._settings, self._state.step
        last = step == settings.steps
        if step % _CURVE_STEPS == 0 or last:
            loss = sum(self._losses) / len(self._losses)
            self._curves.add(step, "train", {"rate": learning_rate(step - 1, settings), "loss": loss})
            self._losses = []
        if step % settings.validate_every == 0 or last:
            figures = figures_of(read(self._state.averaged, self._validation, settings.device), self._validation)
            self._curves.add(step, "validation", figures)
            say(f"step {step}, validation: {figures}")
        if step % settings.checkpoint_every == 0 or last:
            save(self._folder, self._state, settings)


def _resumed(folder: Path, settings: WordsSettings) -> State:
    """The state of the last checkpoint, or that before the first step."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(int.from_bytes(settings.seed.encode()[-8:], "big") >> 1)
        network = WordReader()
    place = latest(folder)
    if place is None:
        _begin(network, Path(settings.begin_with) if settings.begin_with else published())
    for part in [network.stem, *network.blocks][: settings.frozen]:
        part.requires_grad_(False)
    averaged = WordReader()
    averaged.load_state_dict(network.state_dict())
    for each in (network, averaged):
        each.to(settings.device, memory_format=torch.channels_last)
    state = State(network, averaged, optimiser_of(network, settings.learning_rate, settings.weight_decay))
    if place is not None:
        before = words_settings(read_state(place)["settings"])
        check_same(_deciding(before), _deciding(settings), place)
        restore(state, place)
    return state


def _deciding(settings: WordsSettings) -> dict[str, Any]:
    """The settings that a training must keep."""
    return settings.model_dump(mode="json", exclude=set(_CHANGEABLE))


def _begin(network: WordReader, weights: Path) -> None:
    load = begin_with_published if weights.suffix == ".onnx" else load_weights
    load(network, weights)


def _step(state: State, lesson: Lesson, settings: WordsSettings) -> float:
    """One step of the optimiser. Returns the loss."""
    state.network.train()
    for group in state.optimiser.param_groups:
        group["lr"] = learning_rate(state.step, settings)
    state.optimiser.zero_grad(set_to_none=True)
    with torch.autocast(settings.device, torch.bfloat16, enabled=settings.device == "cuda"):
        logits = state.network(network_input(lesson.lines, settings.device))
    loss = _loss(logits.float(), lesson)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(state.network.parameters(), _STEEPEST)
    state.optimiser.step()
    state.average(settings.averaging)
    state.step += 1
    value = float(loss.detach())
    check_finite(value, state.step)
    return value


def _loss(logits: Any, lesson: Lesson) -> Any:
    """CTC's loss (Graves et al. 2006) a character, so that long lines count as much as short ones."""
    shares = logits.log_softmax(-1).transpose(0, 1)
    classes, lengths = (torch.from_numpy(each).to(logits.device) for each in (lesson.classes, lesson.lengths))
    steps = torch.full_like(lengths, logits.shape[1])
    return ctc_loss(shares, classes, steps, lengths, zero_infinity=True)


def network_input(lines: Any, device: str) -> Any:
    """Lines (N, H, W) of bytes as the network sees them, (N, 3, H, W) from -1 to 1."""
    grey = torch.from_numpy(lines).to(device, non_blocking=True).float().div(HALF_WHITE).sub(1)
    return grey[:, None].expand(-1, 3, -1, -1).contiguous(memory_format=torch.channels_last)


def read(network: Any, words: Sequence[Word], device: str) -> list[Any]:
    """Logarithms of probabilities, shape (positions, classes), of each word; each is seen alone, at its own width."""
    network.eval()
    answers = []
    with torch.inference_mode():
        for word in words:
            columns = trained_columns(word.grey.shape[1] / word.grey.shape[0], HEIGHT)
            line = at_height(word.grey, columns, HEIGHT)
            answers.append(network(network_input(line[None], device))[0].float().log_softmax(-1).cpu().numpy())
    return answers
