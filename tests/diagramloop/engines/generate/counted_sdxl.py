"""A tiny SDXL that notes every picture it paints; also a program that paints items as the pipeline's stage does."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from diagramloop.engines.generate.sdxl import SDXL
from diagramloop.models.diffusion import Sampling

ROOT = Path(__file__).parents[4]


class CountedSDXL(SDXL):
    """Writes a line to ``log`` for each picture; with as many as the environment says it waits to be killed."""

    def __init__(self, log: str, **options: Any) -> None:
        super().__init__(**options)
        paint = self._model.paint

        def counted(prompts: Sequence[str], seeds: Sequence[int], sampling: Sampling) -> list[bytes]:
            pictures = paint(prompts, seeds, sampling)
            with Path(log).open("a") as file:
                file.writelines(f"{seed}\n" for seed in seeds)
            while len(Path(log).read_text().split()) == int(os.environ.get("WAIT_AT", "0")):
                time.sleep(1)
            return pictures

        self._model.paint = counted  # type: ignore[method-assign]


def paint_items(folder: Path, out: str) -> None:
    """Paints six items into ``folder / out`` by way of the stage's own function and store."""
    from assets.generate import IMAGES, paint_all
    from assets.machinery.items import ItemRunner
    from diagramloop.engines.generate import Component, Prompt

    asked = [Prompt(id=f"i{n}", text=f"Diagram {n}", components=(Component(id="1", text="a"),)) for n in range(6)]
    items = [{"id": one.id, "prompt": one.model_dump_json(), "gold": None, "figure": None} for one in asked]
    tiny = yaml.safe_load((ROOT / "conf/generator/sdxl_tiny.yaml").read_text())["options"]
    options = {**tiny, "cache": str(folder / "cache"), "batch_size": 2, "log": str(folder / "log")}
    (folder / out).mkdir()
    make = "tests.diagramloop.engines.generate.counted_sdxl:CountedSDXL"
    runner = ItemRunner("images", folder / "store.sqlite", "v1")
    runner.stream(
        paint_all, items, {"make": make, "options": options, "seed": 0, "style": "default"}, IMAGES, folder / out
    )


if __name__ == "__main__":
    paint_items(Path(sys.argv[1]), sys.argv[2])
