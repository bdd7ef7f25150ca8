"""The image level and CLIPScore: measured with tiny models on disk, missing with reasons, nothing replaced."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph, Node
from diagramloop.scores import Part, image_level
from diagramloop.scores.clipscore import ClipScore
from diagramloop.scores.image_level import Drawing, ImageLevel

torch = pytest.importorskip("torch", reason="the models extra is not installed")
open_clip = pytest.importorskip("open_clip", reason="the models extra is not installed")
torchvision = pytest.importorskip("torchvision", reason="the models extra is not installed")
pytest.importorskip("lpips", reason="the models extra is not installed")

from PIL import Image  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from diagramloop.models.clip import Clip  # noqa: E402

TINY: dict[str, Any] = {
    "embed_dim": 8,
    "vision_cfg": {"image_size": 32, "layers": 1, "width": 32, "head_width": 16, "patch_size": 16},
    "text_cfg": {"context_length": 16, "vocab_size": 49408, "width": 16, "heads": 2, "layers": 1},
    "init_logit_bias": -1.0,
}
GRAPH = FlowGraph(nodes=(Node(id="a", text="encoder"),))
NAMES = {"semantic_consistency", "perceptual_similarity", "visual_flow", "alignment"}


class Marker:
    """A judge that counts what it is asked."""

    name = "marker"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def alignment(self, prompt: str, graph: FlowGraph | None) -> Part:
        self.asked.append(prompt)
        return Part(0.75, self.name)

    def visual_flow(self, picture: bytes | None) -> Part:
        return Part(0.5 if picture else 0.0, self.name)


def png(seed: int) -> bytes:
    buffer = io.BytesIO()
    pixels = np.random.default_rng(seed).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Options of a tiny CLIP and of LPIPS with a random trunk."""
    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("models")
    (folder / "open_clip_config.json").write_text(json.dumps({"model_cfg": TINY, "preprocess_cfg": {}}))
    weights = {name: value.clone().contiguous() for name, value in open_clip.CLIP(**TINY).state_dict().items()}
    save_file(weights, folder / "open_clip_model.safetensors")
    trunk = torchvision.models.alexnet(weights=None).features.state_dict()
    save_file({f"features.{name}": value for name, value in trunk.items()}, folder / "alexnet.st.safetensors")
    return {"clip": {"model": str(folder)}, "lpips": {"trunk": str(folder / "alexnet.st.safetensors")}}


@pytest.fixture(scope="module")
def level(models: dict[str, dict[str, Any]]) -> ImageLevel:
    return ImageLevel(**models)


def test_every_part_is_measured_and_names_its_maker(models: dict[str, dict[str, Any]]) -> None:
    drawing = Drawing(png(1), prompt="an encoder and a loss", graph=GRAPH, source=png(1))
    (parts,) = ImageLevel(**models, judge=Marker()).measures([drawing])
    clip = Clip(**models["clip"])
    picture = Image.open(io.BytesIO(png(1))).convert("RGB")
    cosine = float((clip.pictures([picture]) * clip.texts([drawing.prompt])).sum())
    assert parts["semantic_consistency"] == Part(pytest.approx(max(cosine, 0.0), abs=1e-5), by=clip.name)
    assert parts["perceptual_similarity"] == Part(1.0, by="LPIPS-Alex (not checked)")
    assert parts["visual_flow"] == Part(0.5, by="marker")
    assert parts["alignment"] == Part(0.75, by="marker")


def test_batches_change_nothing(level: ImageLevel, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = [Drawing(png(at), prompt=f"prompt {at}", source=png(at + 1)) for at in range(5)]
    together = level.measures(drawings)
    assert together == level.measures(drawings)
    monkeypatch.setattr(image_level, "_AT_ONCE", 2)
    for one, other in zip(level.measures(drawings), together, strict=True):
        for name in ("semantic_consistency", "perceptual_similarity"):
            assert one[name].value == pytest.approx(other[name].value, abs=2e-5)


def test_what_was_not_drawn_has_nothing_and_is_not_left_out(level: ImageLevel) -> None:
    drawings = [Drawing(picture, prompt="p", source=png(1)) for picture in (None, b"", b"broken", png(1)[:80])]
    for parts in level.measures(drawings):
        assert parts["semantic_consistency"].value == parts["perceptual_similarity"].value == 0.0


def test_without_a_prompt_or_a_source_there_is_nothing_to_compare(models: dict[str, dict[str, Any]]) -> None:
    judge = Marker()
    (parts,) = ImageLevel(**models, judge=judge).measures([Drawing(png(1))])
    assert {name for name, part in parts.items() if part.value is None} == NAMES - {"visual_flow"}
    assert parts["alignment"].missing == parts["semantic_consistency"].missing == "there is no structured visual prompt"
    assert parts["perceptual_similarity"].missing == "there is no readable source figure"
    assert judge.asked == []


def test_what_is_not_configured_is_missing() -> None:
    (parts,) = ImageLevel().measures([Drawing(png(1), prompt="p", source=png(1))])
    assert {name: part.missing for name, part in parts.items()} == {
        "semantic_consistency": "no CLIP model is configured",
        "perceptual_similarity": "no LPIPS model is configured",
        "visual_flow": "no judge is configured",
        "alignment": "no judge is configured",
    }


def test_options_that_do_not_exist_are_an_error() -> None:
    with pytest.raises(DiagramloopError, match="colour"):
        ImageLevel(clip={"colour": "red"})


def test_weights_that_are_missing_are_named(tmp_path: Path) -> None:
    level = ImageLevel(clip={"model": str(tmp_path)}, lpips={"trunk": str(tmp_path / "alexnet.pth")})
    (parts,) = level.measures([Drawing(png(1), prompt="p", source=png(1))])
    assert "cannot be loaded" in parts["semantic_consistency"].missing
    assert "alexnet.pth" in parts["perceptual_similarity"].missing
    assert parts["semantic_consistency"].value is parts["perceptual_similarity"].value is None


def test_clipscore_of_text_and_image(models: dict[str, dict[str, Any]]) -> None:
    score = ClipScore(models["clip"])
    same, unlike, lost, bare = score.measures(
        [
            Drawing(png(1), source=png(1), caption="boxes in a row"),
            Drawing(png(2), source=png(1), caption="boxes in a row"),
            Drawing(None, source=png(1), caption="boxes in a row"),
            Drawing(png(1)),
        ]
    )
    assert same["clipscore_image"].value == 1.0
    assert unlike["clipscore_image"].value < 1.0  # type: ignore[operator]
    assert 0.0 < same["clipscore_text"].value < 1.0  # type: ignore[operator]
    assert lost["clipscore_text"].value == lost["clipscore_image"].value == 0.0
    assert bare["clipscore_text"].missing == "there is no caption of the source figure"
    assert bare["clipscore_image"].missing == "there is no readable source figure"
    (nothing,) = ClipScore(None).measures([Drawing(png(1))])
    assert {part.missing for part in nothing.values()} == {"no CLIP model is configured"}
