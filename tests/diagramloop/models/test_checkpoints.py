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
    with pytest.raises(
        ModelError, match=r"a dream needs no_such_package: pip install 'diagramloop\[sleep\]'"
    ) as caught:
        require("a dream", "json", "no_such_package", extra="sleep")
    assert caught.value.reason is RejectionReason.MISSING


@pytest.mark.parametrize(
    ("package", "line"), [("sklearn", ": pip install 'diagramloop[training]'"), ("a_package_that_nobody_has", "")]
)
def test_the_line_names_the_extra_that_brings_it_if_one_does(
    package: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diagramloop.extras.find_spec", lambda name: None)
    with pytest.raises(ModelError) as caught:
        require("a dream", package)
    assert (str(caught.value), caught.value.reason) == (f"a dream needs {package}{line}", RejectionReason.MISSING)


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


class TestAdapters:
    @pytest.fixture(autouse=True)
    def _peft(self) -> None:
        pytest.importorskip("peft", reason="the tuning extra is not installed")

    @pytest.fixture
    def adapter(self, tmp_path: Path) -> Path:
        from peft import LoraConfig, get_peft_model
        from tiny_checkpoints import save_tiny_chat
        from transformers import AutoModelForCausalLM, AutoTokenizer

        base, folder = tmp_path / "base", tmp_path / "adapter"
        save_tiny_chat(base)
        network = AutoModelForCausalLM.from_pretrained(base)
        adapted = get_peft_model(network, LoraConfig(r=2, target_modules="all-linear", init_lora_weights=False))
        adapted.save_pretrained(folder)
        AutoTokenizer.from_pretrained(base).save_pretrained(folder)
        return folder

    def test_an_adapter_is_its_base_with_other_weights(self, adapter: Path) -> None:
        kinds = ("AutoTokenizer", "AutoModelForCausalLM")
        (_, base), (_, network) = (load_checkpoint(str(each), kinds) for each in (adapter.with_name("base"), adapter))
        weights, before = network.state_dict(), base.state_dict()
        assert weights.keys() == before.keys()
        changed = {name for name in weights if not weights[name].equal(before[name])}
        assert changed == {name for name in weights if name.endswith("proj.weight")}

    @pytest.mark.parametrize(
        ("file", "content", "told"),
        [
            ("adapter_config.json", "{}", "names no base"),
            ("adapter_config.json", '{"base_model_name_or_path": 3}', "names no base"),
            ("adapter_config.json", "[", "names no base"),
            ("adapter_model.safetensors", None, "has no adapter_model.safetensors"),
            ("adapter_model.safetensors", "no weights", "cannot be loaded"),
        ],
    )
    def test_a_broken_adapter_is_refused(self, adapter: Path, file: str, content: str | None, told: str) -> None:
        (adapter / file).unlink()
        if content is not None:
            (adapter / file).write_text(content)
        with pytest.raises(ModelError, match=told):
            load_checkpoint(str(adapter), ("AutoTokenizer", "AutoModelForCausalLM"))
