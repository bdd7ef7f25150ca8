"""Sets of examples and settings of tunings that take seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from diagramloop.engines.tuning.chat_turns import CHAT
from diagramloop.engines.tuning.examples import TRAIN, VALIDATION
from diagramloop.engines.tuning.settings import TuningSettings, tuning_settings
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.pixels import png

STEPS = 6


def tiny_settings(checkpoint: Path, **changes: Any) -> TuningSettings:
    """Six steps, with a checkpoint after each."""
    usual = {"make": "x:y", "steps": STEPS, "batch": 2, "log_every": 1, "checkpoint_minutes": 1e-9}
    return tuning_settings({**usual, "checkpoint": str(checkpoint), "validate_every": STEPS, **changes})


def write_boxes(folder: Path) -> None:
    """Ten pictures of two red boxes with the masks of these."""
    from diagramloop.engines.tuning.figures import NodeInstances

    _write(folder, (_boxes(number) for number in range(10)), NodeInstances.schema)


def write_turns(folder: Path, *, pictures: bool = False, answer: str = "node is here") -> None:
    """Ten conversations with the same answer."""
    _write(folder, (_turn(number, pictures, answer) for number in range(10)), CHAT)


def _write(folder: Path, rows: Iterable[Mapping[str, Any]], schema: pa.Schema) -> None:
    folder.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), folder / "part-00000.parquet")


def _common(number: int) -> dict[str, Any]:
    split = TRAIN if number < 8 else VALIDATION
    return {"id": str(number), "split": split, "subject": str(number), "things": [f"{number:016x}"]}


def _boxes(number: int) -> dict[str, Any]:
    from diagramloop.engines.tuning.instances import annotations_of

    rng = np.random.default_rng(number)
    pixels = np.full((64, 64, 3), 255, np.uint8)
    places = [(int(rng.integers(2, 30)), int(y)) for y in (rng.integers(2, 10), rng.integers(34, 42))]
    for x, y in places:
        cv2.rectangle(pixels, (x, y), (x + 28, y + 18), (200, 60, 60), -1)
    nodes = (Node(id=str(at), box=(x, y, x + 28, y + 18)) for at, (x, y) in enumerate(places))
    objects = annotations_of(FlowGraph(nodes=tuple(nodes), edges=()))
    return {**_common(number), "picture": {"bytes": png(pixels), "path": f"{number}.png"}, "objects": objects}


def _turn(number: int, pictures: bool, answer: str) -> dict[str, Any]:
    shown = [{"bytes": png(np.full((56, 56, 3), 20 * number, np.uint8)), "path": None}] if pictures else []
    asked = [{"role": "system", "content": "box"}, {"role": "user", "content": "what is here"}]
    said = [{"role": "assistant", "content": answer}]
    return {**_common(number), "prompt": asked, "completion": said, "images": shown, "references": "box -> node"}


def killed_after(step: int) -> Any:
    """A method of the watch that ends a training after a step, before the checkpoint that would follow."""
    from diagramloop.engines.tuning.trainer import Watch

    asked = Watch.on_step_end

    def killed(self: Any, args: Any, state: Any, control: Any, **more: Any) -> None:
        asked(self, args, state, control, **more)
        if state.global_step == step:
            raise KeyboardInterrupt

    return killed
