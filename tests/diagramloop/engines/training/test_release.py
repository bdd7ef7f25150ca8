"""Weights as they are used: graphs that say what the network says, the record, the model card."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from drawn_pages import boxes_page
from tiny_training import tiny

torch = pytest.importorskip("torch", reason="the training extra is not installed")
pytest.importorskip("onnx", reason="the training extra is not installed")

from diagramloop.engines.training.checkpoint import AVERAGED, latest, load_weights  # noqa: E402
from diagramloop.engines.training.deployed import OUTPUTS, Deployed  # noqa: E402
from diagramloop.engines.training.graph_file import check_parity, run_graph  # noqa: E402
from diagramloop.engines.training.loop import train  # noqa: E402
from diagramloop.engines.training.network import network_of  # noqa: E402
from diagramloop.engines.training.release import MODEL_CARD, release  # noqa: E402
from diagramloop.errors import ModelError  # noqa: E402

SETTINGS = tiny(
    steps=48,
    sources={"real": {"make": "drawn_pages:page_of_two_charts", "options": {}, "licence": "CC BY 4.0"}},
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    train(SETTINGS, folder)
    return folder


@pytest.fixture(scope="module")
def released(trained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("released")
    release(trained, out, "ink", code="abc")
    return out


def deployed(trained: Path) -> Deployed:
    network, checkpoint = network_of(SETTINGS.network), latest(trained)
    assert checkpoint is not None
    load_weights(network, checkpoint / AVERAGED)
    return Deployed(network)


def test_the_graph_says_what_the_network_says_of_pictures_of_any_sides(trained: Path, released: Path) -> None:
    pictures = [
        np.ascontiguousarray(boxes_page("a", 128).pixels[:height, :width]) for height, width in ((128, 96), (37, 121))
    ]
    for said, picture in zip(run_graph(released / "ink.onnx", pictures), pictures, strict=True):
        with torch.inference_mode():
            meant = dict(zip(OUTPUTS, deployed(trained)(torch.from_numpy(picture)), strict=True))
        assert said["classes"].shape == (6, -(-picture.shape[0] // 2), -(-picture.shape[1] // 2))
        for name in OUTPUTS:
            assert said[name].dtype == np.float32
            np.testing.assert_allclose(said[name], meant[name].numpy(), rtol=1e-4, atol=1e-4)


def test_another_network_is_not_the_graph(released: Path) -> None:
    with pytest.raises(ModelError, match="from the network"):
        check_parity(Deployed(network_of(SETTINGS.network, 9)), released / "ink.onnx", [boxes_page("a", 64).pixels])


def test_the_graph_in_int8_is_small_and_gives_nearly_every_cell_the_same_class(released: Path) -> None:
    record = json.loads((released / "ink.json").read_text())
    assert record["same_class_in_int8"]["all"] > 0.9
    small, large = (
        tuple(run_graph(released / name, [boxes_page("b", 64).pixels])) for name in ("ink.int8.onnx", "ink.onnx")
    )
    assert (small[0]["classes"] != large[0]["classes"]).any()


def test_the_record_says_of_what_and_how_the_weights_were_made(released: Path) -> None:
    record = json.loads((released / "ink.json").read_text())
    assert record["settings"] == SETTINGS.model_dump(mode="json")
    assert (record["steps"], record["pages"], record["code"]) == (48, 192, "abc")
    assert record["validation"]["step"] == 48
    for name, digest in record["sha256"].items():
        assert hashlib.sha256((released / name).read_bytes()).hexdigest() == digest
    assert {"ink.onnx", "ink.int8.onnx", "ink.safetensors", "ink.lineage.json", "curves.jsonl"} == set(record["sha256"])
    lineage = json.loads((released / "ink.lineage.json").read_text())
    assert lineage["things"] == ["chart-1", "chart-2"]
    assert lineage["data"] == "real (CC BY 4.0)"


def test_the_model_card_has_data_licence_and_figures(released: Path) -> None:
    card = (released / MODEL_CARD).read_text()
    for said in ("CC BY 4.0", "page_of_two_charts", "| box_f1 |", "48 steps", "`abc`"):
        assert said in card


def test_the_same_training_gives_the_same_files(trained: Path, released: Path, tmp_path: Path) -> None:
    release(trained, tmp_path, "ink", code="abc")
    for path in released.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_where_nothing_was_trained_nothing_is_released(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no checkpoint of a training"):
        release(tmp_path, tmp_path, "ink")
