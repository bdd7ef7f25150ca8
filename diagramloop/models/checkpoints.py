"""Local checkpoints in the format of transformers: only safetensors weights (a pickle could run code), and no code of
the checkpoint's own. An adapter (LoRA, as peft writes it) stands for its base with the adapter merged into it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from diagramloop import extras
from diagramloop.errors import ModelError
from diagramloop.models.weights import about_to_load

RECORD, LINEAGE = "record.json", "lineage.json"
"""Beside weights of the project's own making: what they are, and what they were made of."""
ADAPTER, ADAPTER_WEIGHTS = "adapter_config.json", "adapter_model.safetensors"


def require(what: str, *packages: str, extra: str | None = None) -> None:
    """Refuse to go on without ``packages``, as :func:`diagramloop.extras.require` does.

    Raises:
        ModelError: one of them is not installed (MISSING).
    """
    extras.require(what, *packages, extra=extra, error=ModelError)


def available_device() -> str:
    """The accelerator that torch finds, else ``cpu``."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def load_checkpoint(
    checkpoint: str,
    kinds: tuple[str, str],
    *,
    revision: str | None = None,
    device: str = "cpu",
    dtype: str | None = None,
    **changes: Any,
) -> tuple[Any, Any]:
    """Load a preparation of the input, and the network, ready to be used.

    Args:
        checkpoint: path of its folder, or hub id; of an adapter only a path.
        kinds: names of the classes of transformers that read them.
        revision: of the hub id.
        device, dtype: as torch calls them; the checkpoint's own dtype if None.
        changes: of the network's configuration, such as other classes: weights that do not fit then are random. A
            ``quantization_config`` is none, and quantised weights are where it puts them.

    Raises:
        ModelError: it cannot be loaded (MISSING).
    """
    about_to_load(checkpoint)
    base = base_of(checkpoint)
    import transformers

    safe = {"revision": revision, "trust_remote_code": False}
    prepares, computes = (getattr(transformers, kind) for kind in kinds)
    quantised = "quantization_config" in changes
    fitting = {**changes, "ignore_mismatched_sizes": bool(changes) and not quantised}
    try:
        processor = prepares.from_pretrained(checkpoint, **safe)
        network = computes.from_pretrained(base, use_safetensors=True, dtype=dtype or "auto", **fitting, **safe)
        if base != checkpoint:
            network = merged(network, checkpoint)
    except Exception as error:  # on broken files its readers leak type, key, runtime and their own errors
        raise ModelError(f"checkpoint {checkpoint!r} cannot be loaded: {type(error).__name__}: {error}") from error
    return processor, (network if quantised else network.to(device)).eval()


def record_digest(checkpoint: str) -> str | None:
    """SHA-256 (hex) of the record of a checkpoint of the project's own making, which names the bytes of its weights."""
    place = Path(checkpoint) / RECORD
    return hashlib.sha256(place.read_bytes()).hexdigest() if place.is_file() else None


def base_of(checkpoint: str) -> str:
    """The checkpoint that an adapter was trained beside; of what is no adapter, itself.

    Raises:
        ModelError: the adapter names no base, or it is not in the form of safetensors (MISSING).
    """
    place = Path(checkpoint) / ADAPTER
    if not place.is_file():
        return checkpoint
    if not place.with_name(ADAPTER_WEIGHTS).is_file():
        raise ModelError(f"the adapter {checkpoint!r} has no {ADAPTER_WEIGHTS}")
    try:
        named = json.loads(place.read_text(encoding="utf-8"))["base_model_name_or_path"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"the adapter {checkpoint!r} names no base: {error}") from error
    if not isinstance(named, str) or not named:
        raise ModelError(f"the adapter {checkpoint!r} names no base")
    return named


def merged(network: Any, adapter: str) -> Any:
    """The network with the weights of an adapter merged into its own.

    Raises:
        ModelError: peft is not installed (MISSING).
    """
    require(f"the adapter {adapter!r}", "peft")
    from peft import PeftModel

    return PeftModel.from_pretrained(network, adapter, use_safetensors=True).merge_and_unload()
