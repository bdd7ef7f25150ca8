"""Checkpoints that are none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tiny_checkpoints import save_tiny_mask2former

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.checkpoints import load_checkpoint, require

KINDS = ("AutoImageProcessor", "Mask2FormerForUniversalSegmentation")


def test_what_is_missing_is_said() -> None:
    require("nothing", "json")
    with pytest.raises(ModelError, match=r"a dream needs no_such_package: install diagramloop\[sleep\]") as caught:
        require("a dream", "json", "no_such_package", extra="sleep")
    assert caught.value.reason is RejectionReason.MISSING


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for package in ("torch", "torchvision", "transformers"):
        pytest.importorskip(package, reason="the extra `models` is not installed")
    folder = tmp_path_factory.mktemp("mask2former")
    save_tiny_mask2former(folder)
    return folder


@pytest.fixture
def checkpoint(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("model.safetensors", b"no weights"),
        ("model.safetensors", b"\xff" * 4_000),
        ("config.json", b"{"),
        ("config.json", b"[]"),
        ("config.json", b'{"model_type": "no such model"}'),
        ("preprocessor_config.json", b"\xff"),
    ],
)
def test_a_broken_checkpoint_is_refused(checkpoint: Path, file: str, content: bytes) -> None:
    (checkpoint / file).write_bytes(content)
    with pytest.raises(ModelError):
        load_checkpoint(str(checkpoint), KINDS)


def test_no_pickle_is_read(checkpoint: Path) -> None:
    (checkpoint / "model.safetensors").rename(checkpoint / "pytorch_model.bin")
    with pytest.raises(ModelError):
        load_checkpoint(str(checkpoint), KINDS)
