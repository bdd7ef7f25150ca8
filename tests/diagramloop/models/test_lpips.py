"""LPIPS: a trunk with random weights, saved to disk and loaded as the real one is."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from diagramloop.errors import ModelError, RejectionReason

torch = pytest.importorskip("torch", reason="the models extra is not installed")
lpips = pytest.importorskip("lpips", reason="the models extra is not installed")
torchvision = pytest.importorskip("torchvision", reason="the models extra is not installed")

from PIL import Image  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from diagramloop.models import golden  # noqa: E402
from diagramloop.models.lpips import TRUNK, Lpips  # noqa: E402


def picture(seed: int, side: int = 300) -> Image.Image:
    pixels = np.random.default_rng(seed).integers(0, 256, (side // 10, side // 10, 3), dtype=np.uint8)
    return Image.fromarray(pixels).resize((side, side))


@pytest.fixture(scope="module")
def trunk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    weights = torchvision.models.alexnet(weights=None).state_dict()
    path = tmp_path_factory.mktemp("trunk") / "alexnet.pth"
    torch.save({name: value for name, value in weights.items() if name.startswith("features.")}, path)
    return path


def test_equal_pictures_are_no_distance_apart_and_others_are(trunk: Path) -> None:
    measure = Lpips(str(trunk), batch=2)
    found = measure.distances([(picture(1), picture(1)), (picture(1), picture(2)), (picture(2), picture(1))])
    assert found[0] == 0.0
    assert found[1] == pytest.approx(found[2])
    assert found[1] > 0.0
    assert np.array_equal(
        found,
        Lpips(str(trunk), batch=2).distances(
            [(picture(1), picture(1)), (picture(1), picture(2)), (picture(2), picture(1))]
        ),
    )
    assert measure.distances([]).shape == (0,)


def test_the_distance_is_the_packages_own(trunk: Path) -> None:
    torch.manual_seed(0)  # the same trunk as in the file
    own = lpips.LPIPS(net="alex", pnet_rand=True, verbose=False).eval()
    sides = [
        torch.from_numpy(np.asarray(picture(seed, 256), dtype=np.float32) / 127.5 - 1.0).permute(2, 0, 1)[None]
        for seed in (1, 2)
    ]
    with torch.inference_mode():
        expected = float(own(*sides))
    assert Lpips(str(trunk)).distances([(picture(1, 256), picture(2, 256))])[0] == pytest.approx(expected, abs=1e-6)


def test_safetensors_serve_as_well(trunk: Path, tmp_path: Path) -> None:
    save_file(torch.load(trunk, weights_only=True), tmp_path / "alexnet.safetensors")
    pairs = [(picture(1), picture(2))]
    assert Lpips(str(tmp_path / "alexnet.safetensors")).distances(pairs) == Lpips(str(trunk)).distances(pairs)


def test_without_weights_there_is_no_distance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    with pytest.raises(ModelError, match=TRUNK) as caught:
        Lpips()
    assert caught.value.reason is RejectionReason.MISSING


def test_torchvisions_cache_is_looked_in(trunk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    (tmp_path / "hub" / "checkpoints").mkdir(parents=True)
    (tmp_path / "hub" / "checkpoints" / TRUNK).write_bytes(trunk.read_bytes())
    with pytest.raises(ModelError, match=f"{TRUNK} has SHA-256"):  # random numbers under the published name
        Lpips()
    digest = hashlib.sha256(trunk.read_bytes()).hexdigest()
    monkeypatch.setitem(golden.FILES, TRUNK, (digest[:8],))
    assert Lpips().distances([(picture(1), picture(1))]) == [0.0]
    assert (Lpips().name, Lpips(str(trunk)).name) == ("LPIPS-Alex", "LPIPS-Alex (not checked)")


def test_heads_of_another_release_are_refused(trunk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(golden.FILES, "LPIPS-Alex v0.1", ("0",))
    with pytest.raises(ModelError, match=r"alex\.pth has SHA-256 df73285e"):
        Lpips(str(trunk))


@pytest.mark.parametrize("content", [b"", b"cos\nsystem\n(S'true'\ntR."])
def test_what_is_no_alexnet_is_refused_and_no_pickle_is_run(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "alexnet.pth").write_bytes(content)
    with pytest.raises(ModelError) as caught:
        Lpips(str(tmp_path / "alexnet.pth"))
    assert caught.value.reason is RejectionReason.MISSING


def test_other_weights_are_refused(tmp_path: Path) -> None:
    save_file({"features.0.weight": torch.zeros(1)}, tmp_path / "alexnet.safetensors")
    with pytest.raises(ModelError, match="does not hold"):
        Lpips(str(tmp_path / "alexnet.safetensors"))
