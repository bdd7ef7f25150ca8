"""LPIPS, the learned perceptual distance of two pictures (Zhang et al. 2018), with the AlexNet trunk."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import ModelError
from diagramloop.models.checkpoints import available_device, require
from diagramloop.models.golden import UNCHECKED, file_agrees

if TYPE_CHECKING:
    from PIL.Image import Image

Floats = NDArray[np.float64]

SIDE = 256  # pixels to which pictures are brought, as SciFlow-Bench's published evaluator does
TRUNK = "alexnet-owt-7be5be79.pth"  # as torchvision calls what it downloads


class Lpips:
    """The distance; its calibrated heads come with the package lpips, the trunk from a file, and nothing is downloaded.

    Args:
        trunk: path of AlexNet's weights as torchvision writes them (``.pth`` or ``.safetensors``; the classifier may be
            left out); None for those in torchvision's cache.
        device: as torch calls it; the accelerator there is, else the CPU, if None.
        batch: pairs compared at once.

    Attributes:
        name: for the leaderboard; says so where the trunk is no file that torchvision published.

    Raises:
        ModelError: a package or the trunk's weights are missing, they are no AlexNet, or what has torchvision's name is
            not torchvision's, or the heads are not those of lpips 0.1.4 (MISSING).
    """

    def __init__(self, trunk: str | None = None, device: str | None = None, batch: int = 32) -> None:
        require("LPIPS", "torch", "torchvision", "lpips")
        self._device, self._batch = device or available_device(), batch
        place = Path(trunk) if trunk else _cached_trunk()
        self._model = _loaded(place).to(self._device)
        self.name = "LPIPS-Alex" if file_agrees(place.name, place) else "LPIPS-Alex" + UNCHECKED

    def distances(self, pairs: Sequence[tuple[Image, Image]]) -> Floats:
        """The distance of each pair of RGB pictures, brought to 256 x 256; 0 for equal ones, shape (len(pairs),)."""
        import torch

        distances = [np.zeros(0)]
        with torch.inference_mode():
            for start in range(0, len(pairs), self._batch):
                some = pairs[start : start + self._batch]
                sides = (torch.stack([_pixels(pair[side]) for pair in some]).to(self._device) for side in (0, 1))
                distances.append(self._model(next(sides), next(sides)).flatten().double().cpu().numpy())
        return np.concatenate(distances)


def _pixels(picture: Image) -> Any:
    """Channels first, from -1 to 1, shape (3, 256, 256)."""
    import torch
    from PIL.Image import Resampling

    small = picture.resize((SIDE, SIDE), Resampling.BILINEAR)
    return torch.from_numpy(np.asarray(small, dtype=np.float32) / 127.5 - 1.0).permute(2, 0, 1)


def _cached_trunk() -> Path:
    import torch

    return Path(torch.hub.get_dir()) / "checkpoints" / TRUNK


def _loaded(trunk: Path) -> Any:
    import lpips

    file_agrees("LPIPS-Alex v0.1", Path(lpips.__file__).with_name("weights") / "v0.1" / "alex.pth")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # lpips asks torchvision for an empty trunk in an old way
        model = lpips.LPIPS(net="alex", pnet_rand=True, verbose=False)  # all that is random here is replaced
    if not trunk.is_file():
        raise ModelError(f"LPIPS needs AlexNet's weights: there is no {trunk.name} in the given place")
    try:
        weights = _weights(trunk)
        features = {name.removeprefix("features."): value for name, value in weights.items() if "features." in name}
        wanted = {name: features[name.split(".", 1)[1]] for name in model.net.state_dict()}
        model.net.load_state_dict(wanted, strict=True)
    except Exception as error:  # a broken file fails in as many ways as there are readers
        message = f"{trunk.name} does not hold AlexNet's weights: {type(error).__name__}"
        raise ModelError(message) from error
    return model.eval()


def _weights(trunk: Path) -> Mapping[str, Any]:
    if trunk.suffix == ".safetensors":
        from safetensors.torch import load_file

        return load_file(trunk)
    import torch

    weights: Mapping[str, Any] = torch.load(trunk, map_location="cpu", weights_only=True)
    return weights
