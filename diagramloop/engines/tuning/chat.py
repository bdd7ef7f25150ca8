"""Language and vision models tuned on conversations: on right answers (SFT) or a reward (GRPO), whole or by LoRA."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import transformers
from datasets import Dataset, Image, List, disable_progress_bars
from peft import LoraConfig
from trl import GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer

from diagramloop.engines.parse.model_backed._view import scaled_down
from diagramloop.engines.tuning.answers import answer_figures
from diagramloop.engines.tuning.examples import TRAIN, VALIDATION
from diagramloop.engines.tuning.settings import AdapterSettings, TuningSettings
from diagramloop.engines.tuning.trainer import arguments, begin, best, fit, resumed
from diagramloop.models.checkpoints import load_checkpoint, require
from diagramloop.models.local_chat import LocalChat
from diagramloop.models.local_vision import LocalVision
from diagramloop.models.pixels import png, rgb_image
from diagramloop.scores.reward import GraphReward

_WORDS = ("AutoTokenizer", "AutoModelForCausalLM")  # of transformers' classes
_PICTURES = ("AutoProcessor", "AutoModelForImageTextToText")
_PEFT_CARD = "README.md"  # of a form without figures
_COLUMNS = ("prompt", "completion", "images", "references")


def train(settings: TuningSettings, examples: Path, kept: Path, out: Path) -> dict[str, Any]:
    """Trains a model of words on a set of conversations, and writes its weights, or an adapter, and its tokenizer.

    Args:
        examples: folder of the set (:data:`~diagramloop.engines.tuning.chat_turns.CHAT`).
        kept: folder of the checkpoints.
        out: an empty folder.

    Returns:
        Figures of the validation split: mean loss and share of right tokens, or the mean reward; and of the answers
        that it writes.

    Raises:
        ModelError: the checkpoint cannot be loaded (MISSING), memory does not suffice, or the loss is no number.
    """
    figures = _trained(settings, examples, kept, out, _WORDS)
    return {**figures, **answer_figures(LocalChat, settings, examples, out)}


def train_vision(settings: TuningSettings, examples: Path, kept: Path, out: Path) -> dict[str, Any]:
    """Do as :func:`train`, with a model that sees pictures, such as Qwen2-VL."""
    figures = _trained(settings, examples, kept, out, _PICTURES)
    return {**figures, **answer_figures(LocalVision, settings, examples, out)}


def _trained(settings: TuningSettings, examples: Path, kept: Path, out: Path, kinds: tuple[str, str]) -> dict[str, Any]:
    begin(settings)
    disable_progress_bars()
    processor, network = load_checkpoint(
        settings.checkpoint, kinds, revision=settings.revision, device=settings.device, **_loading(settings)
    )
    network = resumed(network, kept).train()
    made = {
        "model": network,
        "processing_class": processor,
        "train_dataset": conversations(examples, TRAIN, kept, settings),
        "eval_dataset": conversations(examples, VALIDATION, kept, settings),
        "peft_config": None if settings.adapter is None else adapter(settings.adapter),
    }
    trainer = _by_reward(settings, kept, made) if settings.reward else _by_answers(settings, kept, made)
    fit(trainer, settings, kept)
    if trainer.is_world_process_zero():
        best(trainer, settings).save_pretrained(out)
        processor.save_pretrained(out)
        (out / _PEFT_CARD).unlink(missing_ok=True)
    found = trainer.evaluate()
    return {ours: float(found[name]) for name, ours in _FIGURES.items() if name in found}


_FIGURES = {"eval_loss": "loss", "eval_mean_token_accuracy": "tokens_right", "eval_reward": "reward"}


def _by_answers(settings: TuningSettings, kept: Path, made: Mapping[str, Any]) -> Any:
    told = SFTConfig(**arguments(settings, kept), max_length=settings.longest, completion_only_loss=True)
    return SFTTrainer(args=told, **made)


def _by_reward(settings: TuningSettings, kept: Path, made: Mapping[str, Any]) -> Any:
    assert settings.reward is not None
    wanted = settings.reward
    told = GRPOConfig(
        **{**arguments(settings, kept), "per_device_eval_batch_size": wanted.completions},
        num_generations=wanted.completions,
        max_completion_length=wanted.longest_completion,
        temperature=wanted.temperature,
    )
    return GRPOTrainer(args=told, reward_funcs=GraphReward(wanted.format, wanted.weights), **made)


def adapter(settings: AdapterSettings) -> LoraConfig:
    """Settings of LoRA as peft takes them."""
    layers = settings.layers if isinstance(settings.layers, str) else list(settings.layers)
    return LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=layers,
        task_type="CAUSAL_LM",
    )


def conversations(folder: Path, split: str, kept: Path, settings: TuningSettings) -> Dataset:
    """A split of a set of conversations, memory-mapped, with its pictures scaled down."""
    shards = [str(path) for path in sorted(folder.glob("part-*.parquet"))]
    found = Dataset.from_parquet(shards, cache_dir=str(kept / "read"), columns=["split", *_COLUMNS])
    rows = found.filter(lambda row: row["split"] == split).remove_columns("split")
    if not any(len(row["images"]) for row in rows.take(1)):
        return rows.remove_columns("images")
    side = settings.longest_side_px
    rows = rows.cast_column("images", List(Image(decode=False)))
    small = rows.map(lambda row: {"images": [_small(each["bytes"], side) for each in row["images"]]})
    return small.cast_column("images", List(Image()))


def _small(picture: bytes, longest_side_px: int) -> dict[str, Any]:
    import numpy as np

    shown = scaled_down(np.asarray(rgb_image(picture)), longest_side_px)
    return {"bytes": png(shown), "path": None}


def _loading(settings: TuningSettings) -> dict[str, Any]:
    """Form of the frozen weights: in 4 bits, or in that of computation."""
    if not settings.four_bit:
        return {"dtype": settings.precision if settings.device == "cuda" and settings.adapter else "float32"}
    require("four_bit=true", "bitsandbytes", extra="tuning")
    import torch

    quantised = transformers.BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=getattr(torch, settings.precision),
    )
    return {"dtype": settings.precision, "quantization_config": quantised}
