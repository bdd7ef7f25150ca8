"""CLIP and SigLIP by open_clip: tiny models with random weights, saved to disk and loaded as real ones are."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagramloop.errors import ModelError, RejectionReason

torch = pytest.importorskip("torch", reason="the models extra is not installed")
open_clip = pytest.importorskip("open_clip", reason="the models extra is not installed")

from PIL import Image  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from diagramloop.models import golden  # noqa: E402
from diagramloop.models.clip import Clip  # noqa: E402

TINY: dict[str, Any] = {
    "embed_dim": 16,
    "vision_cfg": {"image_size": 32, "layers": 1, "width": 32, "head_width": 16, "patch_size": 16},
    "text_cfg": {"context_length": 16, "vocab_size": 49408, "width": 16, "heads": 2, "layers": 1},
}
LONG = " ".join(f"component {number} feeds component {number + 1}" for number in range(40))


def picture(colour: str) -> Image.Image:
    return Image.new("RGB", (40, 30), colour)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("clip"), TINY)


def saved(folder: Path, config: dict[str, Any]) -> Path:
    """A model of random weights in open_clip's own form."""
    (folder / "open_clip_config.json").write_text(json.dumps({"model_cfg": config, "preprocess_cfg": {}}))
    torch.manual_seed(0)
    arguments = {key: value for key, value in config.items() if key != "custom_text"}
    kind = open_clip.CustomTextCLIP if config.get("custom_text") else open_clip.CLIP
    weights = {name: value.clone().contiguous() for name, value in kind(**arguments).state_dict().items()}
    save_file(weights, folder / "open_clip_model.safetensors")
    return folder


def test_vectors_are_of_length_one_and_the_same_every_time(folder: Path) -> None:
    clip = Clip(str(folder), batch=2)
    pictures = [picture("white"), picture("red"), picture("blue")]
    vectors = clip.pictures(pictures), clip.texts(["a", LONG])
    assert [found.shape for found in vectors] == [(3, 16), (2, 16)]
    assert all(np.allclose(np.linalg.norm(found, axis=1), 1.0) for found in vectors)
    again = Clip(str(folder), batch=3)
    assert np.allclose(again.pictures(pictures), vectors[0], atol=1e-6)
    assert np.array_equal(Clip(str(folder), batch=2).texts(["a", LONG]), vectors[1])
    assert clip.pictures([]).shape[0] == 0


def test_vectors_are_open_clips_own(folder: Path) -> None:
    model, _, preprocess = open_clip.create_model_and_transforms(f"local-dir:{folder}")
    tokens = open_clip.get_tokenizer(f"local-dir:{folder}")(["an encoder"])
    with torch.inference_mode():
        expected = model.eval().encode_text(tokens, normalize=True).numpy()
        seen = model.encode_image(preprocess(picture("red"))[None], normalize=True).numpy()
    clip = Clip(str(folder))
    assert np.allclose(clip.texts(["an encoder"]), expected, atol=1e-6)
    assert np.allclose(clip.pictures([picture("red")]), seen, atol=1e-6)


def test_the_end_of_a_long_text_counts(folder: Path) -> None:
    clip = Clip(str(folder))
    one, other, cut = clip.texts([LONG, LONG + " and then it ends", LONG])
    assert not np.allclose(one, other)
    assert np.array_equal(one, cut)


def test_clip_has_no_probability_of_its_own_and_siglip_has(folder: Path, tmp_path: Path) -> None:
    cosines = np.array([[-0.5, 0.25]])
    assert Clip(str(folder)).probability(cosines).tolist() == [[0.0, 0.25]]
    siglip = saved(tmp_path, {**TINY, "custom_text": True, "init_logit_bias": -10.0, "init_logit_scale": np.log(10.0)})
    expected = 1.0 / (1.0 + np.exp(-(10.0 * cosines - 10.0)))
    assert Clip(str(siglip)).probability(cosines) == pytest.approx(expected)


def test_weights_from_a_file_and_their_name(folder: Path, tmp_path: Path) -> None:
    assert Clip(str(folder)).name == f"{folder.name} (not checked)"
    with pytest.raises(ModelError) as caught:
        Clip("ViT-B-32", weights=str(tmp_path / "none.safetensors"))
    assert caught.value.reason is RejectionReason.MISSING


@pytest.fixture
def tagged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An architecture of open_clip's own, tags of which are weights on this machine instead of a download."""
    for name, quick in (("tiny", {}), ("tiny-quickgelu", {"quick_gelu": True})):
        monkeypatch.setitem(open_clip.factory._MODEL_CONFIGS, name, {**TINY, **quick})
    file = str(folder / "open_clip_model.safetensors")
    tags = {"quick": {"file": file, "quick_gelu": True}, "plain": {"file": file}}
    for name in ("tiny", "tiny-quickgelu"):
        monkeypatch.setitem(open_clip.pretrained._PRETRAINED, name, tags)
    return "tiny"


def test_the_activation_is_that_of_the_weights_tag(tagged: str) -> None:
    """open_clip 3.3.0 builds the architecture's own, and warns: ViT-B-32@openai was measured with the wrong one."""
    quick, plain = Clip(tagged, "quick"), Clip(tagged, "plain")
    assert not np.allclose(quick.texts(["an encoder"]), plain.texts(["an encoder"]), atol=1e-6)
    own = open_clip.create_model("tiny-quickgelu", pretrained="quick").eval()
    with torch.inference_mode():
        expected = own.encode_text(open_clip.get_tokenizer("tiny")(["an encoder"]), normalize=True).numpy()
    assert np.allclose(quick.texts(["an encoder"]), expected, atol=1e-6)


def test_an_architecture_of_another_activation_is_refused(tagged: str) -> None:
    with pytest.raises(ModelError, match="QuickGELU mismatch"):
        Clip(f"{tagged}-quickgelu", "plain")


def test_openais_weights_are_built_as_they_were_trained() -> None:
    assert open_clip.get_pretrained_cfg("ViT-B-32", "openai")["quick_gelu"] is True
    assert "quick_gelu" not in open_clip.get_model_config("ViT-B-32")  # or this room's rule could go


def test_golden_numbers_are_held_against_what_is_loaded(tagged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unchecked = Clip(tagged, "quick")
    assert unchecked.name == "tiny@quick (not checked)"
    numbers = tuple(unchecked.texts([golden.TEXT])[0, :5].round(4).tolist())
    monkeypatch.setitem(golden.VECTORS, "tiny@quick", numbers)
    assert Clip(tagged, "quick").name == "tiny@quick"
    assert Clip(f"{tagged}-quickgelu", "quick").name == "tiny-quickgelu@quick"
    monkeypatch.setitem(golden.VECTORS, "tiny@plain", tuple(-number for number in numbers))
    with pytest.raises(ModelError, match="tiny@plain gives"):
        Clip(tagged, "plain")


def test_a_hub_ids_weights_are_the_published_ones(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub that hands out other bytes under the paper's name."""
    weights = folder / "open_clip_model.safetensors"
    monkeypatch.setattr(open_clip.factory, "_get_hf_config", lambda *_, **__: {"model_cfg": dict(TINY)})
    monkeypatch.setattr(open_clip.factory, "download_pretrained_from_hf", lambda *_, **__: str(weights))
    monkeypatch.setattr(open_clip.pretrained, "download_pretrained_from_hf", lambda *_, **__: str(weights))
    monkeypatch.setattr(open_clip, "get_tokenizer", lambda _: open_clip.SimpleTokenizer(context_length=16))
    with pytest.raises(ModelError, match="has SHA-256"):
        Clip("timm/ViT-SO400M-14-SigLIP-384", None)
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    monkeypatch.setitem(golden.FILES, "timm/ViT-SO400M-14-SigLIP-384", ("0" * 64, digest))
    assert Clip("timm/ViT-SO400M-14-SigLIP-384", None).name == "ViT-SO400M-14-SigLIP-384"


@pytest.mark.long
def test_random_weights_are_never_taken(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "open_clip_config.json").write_bytes((folder / "open_clip_config.json").read_bytes())
    with pytest.raises(ModelError, match="could not be loaded"):
        Clip(str(tmp_path))
    with pytest.raises(ModelError):
        Clip("ViT-B-32", weights=None)
    with pytest.raises(ModelError):
        Clip("no-such-architecture")


def test_part_of_the_weights_is_not_enough(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "open_clip_config.json").write_bytes((folder / "open_clip_config.json").read_bytes())
    save_file({"logit_scale": torch.ones(1)}, tmp_path / "open_clip_model.safetensors")
    with pytest.raises(ModelError):
        Clip(str(tmp_path))


def test_clipscores_default_is_the_papers_siglip() -> None:
    """DiagramEval names google/siglip-so400m-patch14-384: that open_clip has its architecture under our name."""
    from open_clip.pretrained import get_pretrained_cfg

    from diagramloop.scores.clipscore import SIGLIP

    name = Path(SIGLIP["model"]).name
    vision = open_clip.get_model_config(name)["vision_cfg"]
    assert (vision["timm_model_name"], vision["image_size"]) == ("vit_so400m_patch14_siglip_384", 384)
    assert get_pretrained_cfg(name, "webli")["hf_hub"].rstrip("/") == SIGLIP["model"]
