"""Chat models tuned: they learn, killed they end in the same weights, and systems load the adapter as a checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl", reason="the tuning extra is not installed")

from tiny_checkpoints import save_tiny_chat, save_tiny_qwen_vl
from tiny_tuning import STEPS, killed_after, tiny_settings, write_turns

from diagramloop.engines.training.curves import read_curves
from diagramloop.engines.tuning import chat, trainer
from diagramloop.models.chat import Message
from diagramloop.models.local_chat import LocalChat
from diagramloop.models.local_vision import LocalVision

LEARNED = 0.95  # of the first loss, that the last one is below
ADAPTED = {"learning_rate": 0.05, "adapter": {"rank": 4}, "longest_answer": 6}
ASKED = [Message("system", "box"), Message("user", "what is here")]


def tuned(place: Path, name: str, train: Any = chat.train, **changes: Any) -> dict[str, Any]:
    kept, out = place / f"{name}-kept", place / f"{name}-out"
    for folder in (kept, out):
        folder.mkdir(exist_ok=True)
    return train(tiny_settings(place / "checkpoint", **{**ADAPTED, **changes}), place / "set", kept, out)


def losses(place: Path, name: str) -> list[float]:
    return [line["loss"] for line in read_curves(place / f"{name}-kept") if line["of"] == "train"]


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    save_tiny_chat(folder / "checkpoint")
    write_turns(folder / "set", answer="node is here")
    return folder


def test_an_adapter_learns_and_killed_ends_in_the_same_weights(words: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = tuned(words, "whole", answered=1)
    assert losses(words, "whole")[-1] < LEARNED * losses(words, "whole")[0]
    assert {"loss", "tokens_right", "word_f1"} <= figures.keys()
    with monkeypatch.context() as patch:
        patch.setattr(trainer.Watch, "on_step_end", killed_after(STEPS // 2))
        with pytest.raises(KeyboardInterrupt):
            tuned(words, "killed")
    assert len(losses(words, "killed")) == STEPS // 2 - 1
    tuned(words, "killed")
    assert losses(words, "killed") == losses(words, "whole")
    whole, killed = (words / f"{name}-out" / "adapter_model.safetensors" for name in ("whole", "killed"))
    assert whole.read_bytes() == killed.read_bytes()
    before, after = (LocalChat(str(words / name), max_tokens=3) for name in ("checkpoint", "whole-out"))
    assert before.reply(ASKED).text != after.reply(ASKED).text


def test_all_weights_are_trained_without_an_adapter_and_it_stops_early_with_the_best(words: Path) -> None:
    wild = {"adapter": None, "learning_rate": 0.5, "schedule": "constant", "validate_every": 1, "patience": 2}
    figures = tuned(words, "all", **wild, steps=30)
    validated = [line["loss"] for line in read_curves(words / "all-kept") if line["of"] == "validation"]
    assert len(validated) < 30
    assert figures["loss"] == pytest.approx(min(validated), abs=1e-4)
    assert (words / "all-out" / "model.safetensors").is_file()


def test_a_reward_is_learned_from(words: Path) -> None:
    reward = {"weights": {"text/node_f1": 1}, "completions": 8, "longest_completion": 12, "temperature": 3}
    figures = tuned(words, "reward", reward=reward, batch=8, steps=3, validate_every=3)
    curve = [line for line in read_curves(words / "reward-kept") if line["of"] == "train"]
    assert any(line["reward"] > 0 for line in curve)
    assert any(line["gradient"] > 0 for line in curve)
    assert 0 <= figures["reward"] <= 1
    LocalChat(str(words / "reward-out"))


def test_a_model_that_sees_learns_with_adapters_on_both_its_halves(tmp_path: Path) -> None:
    from safetensors.torch import load_file

    save_tiny_qwen_vl(tmp_path / "checkpoint")
    write_turns(tmp_path / "set", pictures=True)
    tuned(tmp_path, "seen", chat.train_vision, learning_rate=0.02, steps=2 * STEPS)
    assert losses(tmp_path, "seen")[-1] < LEARNED * losses(tmp_path, "seen")[0]
    trained = "\n".join(load_file(tmp_path / "seen-out" / "adapter_model.safetensors"))
    assert all(part in trained for part in ("visual", "language_model", "mlp", "q_proj"))
    from diagramloop.models.pixels import png

    page = png(chat_picture())
    assert LocalVision(str(tmp_path / "seen-out"), max_tokens=2).reply([Message("user", "what", (page,))])


def chat_picture() -> Any:
    import numpy as np

    return np.full((56, 56, 3), 40, np.uint8)
