"""The training loop: the loss falls, killed it goes on to the same weights, mistakes are told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from patience import wait_until
from tiny_training import TINY, tiny

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from diagramloop.engines.training import loop  # noqa: E402
from diagramloop.engines.training.checkpoint import AVERAGED, WEIGHTS, latest  # noqa: E402
from diagramloop.engines.training.curves import CURVES, read_curves  # noqa: E402
from diagramloop.engines.training.loop import learning_rate, train  # noqa: E402
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason  # noqa: E402

ROOT = Path(__file__).parents[4]


def weights(folder: Path) -> list[bytes]:
    checkpoint = latest(folder)
    assert checkpoint is not None
    return [(checkpoint / name).read_bytes() for name in (WEIGHTS, AVERAGED)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training that was not disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    train(tiny(steps=24), folder)
    return folder


def test_the_loss_falls_and_curves_say_so(whole: Path) -> None:
    curve = [line for line in read_curves(whole) if line["of"] == "train"]
    assert [line["step"] for line in curve] == [4, 8, 12, 16, 20, 24]
    assert curve[-1]["loss"] < 0.6 * curve[0]["loss"]
    figures = [line for line in read_curves(whole) if line["of"] == "validation"]
    assert [line["step"] for line in figures] == [8, 16, 24]
    assert figures[-1]["loss"] < figures[0]["loss"]


@pytest.mark.long
def test_a_killed_training_goes_on_to_the_same_weights_and_curves(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(yaml.safe_dump({**TINY, "steps": 24}))
    folder = tmp_path / "training"
    command = [
        sys.executable,
        "-m",
        "diagramloop.engines.training",
        "train",
        str(folder),
        "--settings",
        f"{tmp_path}/tiny.yaml",
    ]
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths, "OMP_NUM_THREADS": "1"})
    wait_until(lambda: latest(folder) is not None)
    process.send_signal(signal.SIGKILL)
    process.wait()
    train(tiny(steps=24), folder)
    assert weights(folder) == weights(whole)
    assert (folder / CURVES).read_text() == (whole / CURVES).read_text()


@pytest.mark.long
def test_worker_processes_draw_the_same_pages(whole: Path, tmp_path: Path) -> None:
    train(tiny(steps=24, workers=1), tmp_path)
    assert weights(tmp_path) == weights(whole)


def test_a_finished_training_is_not_done_again_and_a_longer_one_goes_on(tmp_path: Path) -> None:
    train(tiny(), tmp_path)
    before = weights(tmp_path)
    assert train(tiny(), tmp_path).step == 8
    assert weights(tmp_path) == before
    assert train(tiny(steps=12), tmp_path).step == 12
    assert weights(tmp_path) != before


def test_a_folder_of_other_settings_is_refused_and_new_weights_may_begin_with_its_own(tmp_path: Path) -> None:
    train(tiny(), tmp_path / "one")
    with pytest.raises(DiagramloopError, match=r"was made with seed '0', and now it is to be '1': .*begin_with="):
        train(tiny(seed="1"), tmp_path / "one")
    checkpoint = latest(tmp_path / "one")
    assert checkpoint is not None
    state = loop.resumed(tmp_path / "two", tiny(seed="1", begin_with=str(checkpoint / AVERAGED)))
    averaged = loop.resumed(tmp_path / "one", tiny()).averaged.state_dict()
    assert state.step == 0
    assert all(torch.equal(value, averaged[name]) for name, value in state.network.state_dict().items())


def test_a_licence_may_be_told_later(tmp_path: Path) -> None:
    train(tiny(), tmp_path)
    said = {name: {**source, "licence": "CC BY 4.0"} for name, source in TINY["sources"].items()}  # type: ignore[attr-defined]
    assert train(tiny(sources=said), tmp_path).step == 8


@pytest.mark.parametrize("name", ["weights.safetensors", "averaged.safetensors", "optimiser.pt"])
def test_a_damaged_checkpoint_is_told(tmp_path: Path, name: str) -> None:
    train(tiny(), tmp_path)
    checkpoint = latest(tmp_path)
    assert checkpoint is not None
    (checkpoint / name).write_bytes((checkpoint / name).read_bytes()[:100])
    with pytest.raises(ModelError, match=name) as damaged:
        train(tiny(steps=9), tmp_path)
    assert damaged.value.reason is RejectionReason.UNREADABLE


def test_parts_of_a_batch_give_nearly_the_same_step(tmp_path: Path) -> None:
    at_once, in_parts = (
        train(tiny(steps=1, accumulate=parts, network={"widths": [8, 8], "dilations": []}), tmp_path / str(parts))
        for parts in (1, 2)
    )
    for one, two in zip(at_once.network.parameters(), in_parts.network.parameters(), strict=True):
        assert (one - two).abs().max() <= 2.5 * learning_rate(0, tiny(steps=1))  # the first step of Adam is the rate


def test_too_little_memory_says_what_to_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: can't allocate memory: 9 bytes")

    monkeypatch.setattr(loop, "loss_parts", fails)
    with pytest.raises(ModelError, match=r"4 crops of 64 px at once: .*accumulate=2") as told:
        train(tiny(), tmp_path)
    assert told.value.reason is RejectionReason.OUT_OF_MEMORY


def test_a_loss_that_is_no_number_ends_the_training(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no number at step"):
        train(tiny(loss={"classes": [float("nan")] * 6}), tmp_path)
    assert latest(tmp_path) is None


def test_the_rate_rises_stays_and_falls_to_nothing() -> None:
    settings = tiny(steps=100, warm_up=0.1, cool_down=0.2)
    rates = [learning_rate(step, settings) / settings.learning_rate for step in range(101)]
    assert rates[0] == pytest.approx(0.1)
    assert rates[10:80] == [1.0] * 70
    assert rates[90] == pytest.approx(0.5)
    assert rates[100] == 0
    assert rates[80:] == sorted(rates[80:], reverse=True)


def test_a_device_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(DiagramloopError, match="on cpu or cuda, not on 'tpu'"):
        train(tiny(device="tpu"), tmp_path)
