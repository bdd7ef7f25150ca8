"""Pictures a second of the image level: the real architectures at full size, with random weights.

    python -m benchmarks.score_images [PICTURES] [DEVICE]

Weights decide what is measured, not how fast: CLIP is ViT-B/32, LPIPS has the AlexNet trunk, both made here at random,
saved and loaded as real ones are. The values they give mean nothing and are not printed.
"""

from __future__ import annotations

import io
import json
import tempfile
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import open_clip
import torch
import torchvision
import typer
from PIL import Image
from safetensors.torch import save_file

from diagramloop.models.checkpoints import available_device
from diagramloop.models.clip import Clip
from diagramloop.models.lpips import Lpips
from diagramloop.models.pixels import rgb_image
from diagramloop.scores.image_level import Drawing, ImageLevel

SIZE = (1280, 960)
PROMPT = " ".join(f"component {number} feeds component {number + 1}" for number in range(30))


def main(count: Annotated[int, typer.Argument()] = 64, device: Annotated[str, typer.Argument()] = "") -> None:
    """Print the pictures a second of each part and of all together."""
    device = device or available_device()
    pictures = [_picture(seed) for seed in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        model, trunk = _random_weights(Path(folder))
        clip, lpips = Clip(str(model), device=device), Lpips(str(trunk), device=device)
        images = [rgb_image(picture) for picture in pictures]
        level = ImageLevel({"model": str(model), "device": device}, {"trunk": str(trunk), "device": device})
        drawings = [Drawing(picture, PROMPT, source=picture) for picture in pictures]
        print(
            f"{count} pictures of {SIZE[0]} x {SIZE[1]} on {device}, random weights, {torch.get_num_threads()} threads"
        )
        for name, work in (
            ("decoding", lambda: [rgb_image(picture) for picture in pictures]),
            ("CLIP ViT-B/32, pictures", lambda: clip.pictures(images)),
            (f"CLIP ViT-B/32, prompts of {len(PROMPT.split())} words", lambda: clip.texts([PROMPT] * count)),
            ("LPIPS-Alex, pairs", lambda: lpips.distances(list(zip(images, images, strict=True)))),
            ("image level, all of it", lambda: level.measures(drawings)),
        ):
            start = time.perf_counter()
            work()
            print(f"{name:40} {count / (time.perf_counter() - start):8.1f} a second")


def _picture(seed: int) -> bytes:
    buffer = io.BytesIO()
    pixels = np.random.default_rng(seed).integers(0, 256, (SIZE[1] // 20, SIZE[0] // 20, 3), dtype=np.uint8)
    Image.fromarray(pixels).resize(SIZE, Image.Resampling.NEAREST).save(buffer, "PNG")
    return buffer.getvalue()


def _random_weights(folder: Path) -> tuple[Path, Path]:
    torch.manual_seed(0)
    config = open_clip.get_model_config("ViT-B-32")
    (folder / "open_clip_config.json").write_text(json.dumps({"model_cfg": config, "preprocess_cfg": {}}))
    weights = open_clip.CLIP(**config).state_dict()
    save_file({name: value.contiguous() for name, value in weights.items()}, folder / "open_clip_model.safetensors")
    trunk = torchvision.models.alexnet(weights=None).features.state_dict()
    path = folder / "alexnet" / "alexnet.safetensors"
    path.parent.mkdir()
    save_file({f"features.{name}": value for name, value in trunk.items()}, path)
    return folder, path


if __name__ == "__main__":
    typer.run(main)
