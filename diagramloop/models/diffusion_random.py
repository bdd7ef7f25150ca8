"""Checkpoints of the real text-to-image architectures with random weights: to test and to measure with, not to judge.

``tiny`` ones are a few megabytes, saved in the library's own format and loaded from there like any other; ``full``
ones have the published sizes and are made in memory.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import yaml

Size = Literal["tiny", "full"]


@cache
def architectures() -> dict[str, dict[str, Any]]:
    """Return the content of ``diffusion_architectures.yaml``, by name."""
    text = files("diagramloop.models").joinpath("diffusion_architectures.yaml").read_text("utf-8")
    known: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return known


def random_pipeline(architecture: str, size: Size, seed: int, device: str = "cpu", dtype: str = "float32") -> Any:
    """A diffusers pipeline with random weights, made where they are to lie: full sizes fit no other memory twice."""
    import diffusers
    import torch

    described = architectures()[architecture]
    before = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, dtype))
    try:
        with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
            torch.manual_seed(seed)
            parts = {name: _part(part, size, device) for name, part in described["parts"].items()}
    finally:
        torch.set_default_dtype(before)
    return getattr(diffusers, described["pipeline"])(**parts, **described.get("extra", {}))


def random_checkpoint(architecture: str, seed: int, folder: Path) -> Path:
    """The folder of the tiny checkpoint with this seed, made within ``folder`` unless it is there already.

    The same seed gives the same bytes; the folder's name tells checkpoints of different seeds, descriptions and
    library versions apart. Many processes may ask at once: whoever is first puts the whole folder in its place.
    """
    built_by = {name: version(name) for name in ("torch", "transformers", "diffusers")}
    identity = json.dumps([architectures()[architecture], seed, built_by], sort_keys=True)
    wanted = folder / f"{architecture}-tiny-{seed}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}"
    if wanted.is_dir():
        return wanted
    folder.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(dir=folder, prefix=".making-"))
    try:
        random_pipeline(architecture, "tiny", seed).save_pretrained(making, safe_serialization=True)
        making.rename(wanted)
    except OSError:
        if not wanted.is_dir():  # nobody else was first
            raise
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return wanted


def _part(part: Mapping[str, Any], size: Size, device: str) -> Any:
    import torch

    library, _, name = part["make"].partition(".")
    make = getattr(import_module(library), name)
    if "alphabet" in part:
        return _ALPHABETS[part["alphabet"]](make)
    config = part.get("full", {}) if size == "full" else _merged(part.get("full", {}), part.get("tiny", {}))
    if not issubclass(make, torch.nn.Module):
        return make(**config)
    with torch.device(device):
        return (make(make.config_class(**config)) if library == "transformers" else make(**config)).eval()


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with ``changes``, in nested mappings too."""
    merged = dict(base)
    for key, value in changes.items():
        inner = merged.get(key)
        merged[key] = _merged(inner, value) if isinstance(inner, Mapping) and isinstance(value, Mapping) else value
    return merged


def _bytes() -> list[str]:
    from tokenizers.pre_tokenizers import ByteLevel

    return sorted(ByteLevel.alphabet())


def _clip_tokenizer(make: Any) -> Any:
    """Every byte, within a word and at its end."""
    signs = ["<|startoftext|>", "<|pad|>", "<|endoftext|>", *_bytes(), *(sign + "</w>" for sign in _bytes())]
    return make(vocab=_numbered(signs), merges=[], model_max_length=77, pad_token="<|pad|>")  # noqa: S106


def _t5_tokenizer(make: Any) -> Any:
    """Every printable ASCII character, each as likely as the others."""
    signs = ["▁", *(chr(code) for code in range(33, 127))]
    vocabulary = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *((sign, -5.0) for sign in signs)]
    return make(vocab=vocabulary, extra_ids=0, model_max_length=300)


def _qwen_tokenizer(make: Any) -> Any:
    """Every byte."""
    signs = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", *_bytes()]
    return make(vocab=_numbered(signs), merges=[], extra_special_tokens=["<|im_start|>", "<|im_end|>"])


def _numbered(signs: list[str]) -> dict[str, int]:
    return {sign: number for number, sign in enumerate(signs)}


_ALPHABETS = {"word_ends": _clip_tokenizer, "characters": _t5_tokenizer, "bytes": _qwen_tokenizer}
