"""The weights of a training as they are used: ONNX graphs, the record of what they were made of, a model card."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from diagramloop.data.synth.ink_page import CLASS_NAMES
from diagramloop.engines.training.checkpoint import AVERAGED, last_checkpoint, load_weights, read_state
from diagramloop.engines.training.curves import CURVES, last_validation
from diagramloop.engines.training.deployed import Deployed
from diagramloop.engines.training.graph_file import Pixels, agreement, check_parity, write_graph, write_quantised
from diagramloop.engines.training.model_card import model_card
from diagramloop.engines.training.network import network_of, parameter_count
from diagramloop.engines.training.pages import Places, Steps, things_of, validation_crops
from diagramloop.engines.training.settings import TrainingSettings, training_settings
from diagramloop.whole_files import write_json, write_whole

_CALIBRATING = 4  # steps, whose crops say the ranges of features
_COMPARED = 8  # crops of validation
MODEL_CARD = "MODEL_CARD.md"


def release(folder: Path, out: Path, name: str, code: str = "", places: Places | None = None) -> dict[str, Any]:
    """Writes what there is to use of the last checkpoint of a training.

    ``NAME.onnx`` and ``NAME.int8.onnx`` are graphs, ``NAME.safetensors`` the weights, ``NAME.json`` the record,
    ``NAME.lineage.json`` fingerprints of real things seen, as boards count them, beside the curves and the model card.

    Args:
        folder: of the training.
        out: an empty folder.
        name: of the weights.
        code: identity of the code that trained, for the record.
        places: as they were given to the training.

    Returns:
        The record.

    Raises:
        ModelError: there is no checkpoint (MISSING), or a graph is not the network (ENGINE_FAILED).
    """
    checkpoint = last_checkpoint(folder)
    state = read_state(checkpoint)
    settings = training_settings(state["settings"])
    shutil.copyfile(checkpoint / AVERAGED, out / f"{name}.safetensors")
    if (folder / CURVES).is_file():
        shutil.copyfile(folder / CURVES, out / CURVES)
    exported = _graphs(settings, checkpoint, out / name, places or {})
    things = things_of(settings.sources, places or {})
    write_json(out / f"{name}.lineage.json", _lineage(name, settings, things))
    record = {
        "name": name,
        "classes": list(CLASS_NAMES),
        "steps": state["step"],
        "pages": -(-state["step"] // settings.echoes) * settings.pages_per_step,
        "code": code,
        "settings": settings.model_dump(mode="json"),
        "things": {source: _digest("\n".join(found).encode()) for source, found in things.items()},
        "validation": last_validation(folder, state["step"]),
        **exported,
        "sha256": {path.name: _digest(path.read_bytes()) for path in sorted(out.iterdir())},
    }
    write_json(out / f"{name}.json", record)
    write_whole(out / MODEL_CARD, model_card(record))
    return record


def _graphs(settings: TrainingSettings, checkpoint: Path, stem: Path, places: Places) -> dict[str, Any]:
    network = network_of(settings.network)
    load_weights(network, checkpoint / AVERAGED)
    deployed, graph, quantised = Deployed(network), Path(f"{stem}.onnx"), Path(f"{stem}.int8.onnx")
    compared = [_picture(crop.pixels) for crop in validation_crops(settings, places)[:_COMPARED]]
    steps = Steps(settings, places)
    seen = [_picture(pixels) for step in range(min(_CALIBRATING, len(steps))) for pixels in steps[step].pixels]
    write_graph(deployed, graph)
    write_quantised(graph, quantised, seen)
    return {
        "parameters": parameter_count(network),
        "largest_difference_of_graph": check_parity(deployed, graph, [*compared, _odd(compared[0])]),
        "same_class_in_int8": agreement(graph, quantised, compared),
        "bytes": {path.name: path.stat().st_size for path in (graph, quantised)},
    }


def _lineage(name: str, settings: TrainingSettings, things: Mapping[str, list[str]]) -> dict[str, Any]:
    """In the form of :mod:`diagramloop.evaluation.lineage`."""
    made_of = ", ".join(f"{source} ({each.licence})" for source, each in sorted(settings.sources.items()))
    every = sorted({thing for found in things.values() for thing in found})
    return {"weight": f"{name}.onnx", "data": made_of, "use": "trained on", "things": every}


def _picture(pixels: Pixels) -> Pixels:
    """Channels last, as pictures come."""
    return np.ascontiguousarray(pixels.transpose(1, 2, 0))


def _odd(picture: Pixels) -> Pixels:
    """A part whose sides are multiples of nothing."""
    return np.ascontiguousarray(picture[: picture.shape[0] * 3 // 4 + 1, : picture.shape[1] * 2 // 3 + 1])


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
