"""Local checkpoints in the format of transformers: only safetensors weights (a pickle could run code), and no code of
the checkpoint's own."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from diagramloop.errors import ModelError
from diagramloop.models.weights import about_to_load


def require(what: str, *packages: str, extra: str = "models") -> None:
    """Refuse to go on without ``packages``, which come with the ``extra`` of diagramloop.

    Raises:
        ModelError: one of them is not installed (MISSING).
    """
    if absent := [name for name in packages if find_spec(name) is None]:
        raise ModelError(f"{what} needs {', '.join(absent)}: install diagramloop[{extra}]")


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
) -> tuple[Any, Any]:
    """Load a preparation of the input, and the network, ready to be used.

    Args:
        checkpoint: path of its folder, or hub id.
        kinds: names of the classes of transformers that read them.
        revision: of the hub id.
        device, dtype: as torch calls them; the checkpoint's own dtype if None.

    Raises:
        ModelError: it cannot be loaded (MISSING).
    """
    about_to_load(checkpoint)
    import transformers

    safe = {"revision": revision, "trust_remote_code": False}
    prepares, computes = (getattr(transformers, kind) for kind in kinds)
    try:
        processor = prepares.from_pretrained(checkpoint, **safe)
        network = computes.from_pretrained(checkpoint, use_safetensors=True, dtype=dtype or "auto", **safe)
    except Exception as error:  # on broken files its readers leak type, key, runtime and their own errors
        raise ModelError(f"checkpoint {checkpoint!r} cannot be loaded: {type(error).__name__}: {error}") from error
    return processor, network.to(device).eval()
