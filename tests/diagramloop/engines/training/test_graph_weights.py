"""Weights of an exported graph go on being trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_pages import boxes_page
from tiny_training import tiny

torch = pytest.importorskip("torch", reason="the training extra is not installed")
pytest.importorskip("onnx", reason="the training extra is not installed")

from diagramloop.engines.training.checkpoint import State  # noqa: E402
from diagramloop.engines.training.deployed import OUTPUTS, Deployed  # noqa: E402
from diagramloop.engines.training.graph_file import run_graph  # noqa: E402
from diagramloop.engines.training.graph_weights import load_graph  # noqa: E402
from diagramloop.engines.training.loop import train  # noqa: E402
from diagramloop.engines.training.network import network_of  # noqa: E402
from diagramloop.engines.training.release import release  # noqa: E402
from diagramloop.engines.training.settings import NetworkSettings  # noqa: E402
from diagramloop.errors import ModelError  # noqa: E402

SETTINGS = tiny(steps=48)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    training, out = tmp_path_factory.mktemp("training"), tmp_path_factory.mktemp("released")
    train(SETTINGS, training)
    release(training, out, "ink")
    return out


def agreement(graph: Path) -> float:
    """Share of ink whose class the graph and the network that has its weights see alike."""
    network = network_of(SETTINGS.network)
    load_graph(network, graph)
    picture = np.ascontiguousarray(boxes_page("a", 128).pixels)
    (said,) = run_graph(graph, [picture])
    with torch.inference_mode():
        meant = dict(zip(OUTPUTS, Deployed(network)(torch.from_numpy(picture)), strict=True))
    one, other = said["classes"].argmax(axis=0), meant["classes"].numpy().argmax(axis=0)
    return float((one == other)[(one > 0) | (other > 0)].mean())


@pytest.mark.long
def test_the_network_says_what_the_graph_says(released: Path) -> None:
    assert agreement(released / "ink.onnx") > 0.999
    assert agreement(released / "ink.int8.onnx") > 0.95


def test_normalisations_are_those_of_drawn_pages(released: Path) -> None:
    """Else the first step would throw away what was learned: training normalises by what it sees."""
    network = network_of(SETTINGS.network)
    load_graph(network, released / "ink.onnx")
    norms = [each for each in network.modules() if isinstance(each, torch.nn.BatchNorm2d)]
    for norm in norms:
        assert torch.allclose(norm.weight, (norm.running_var + norm.eps).sqrt())


@pytest.mark.long
def test_a_training_begins_with_shipped_weights_by_name() -> None:
    settings = tiny(network=NetworkSettings().model_dump(), begin_with="synthetic")
    state = State.beginning(settings)
    stem = next(iter(state.network.state_dict().values()))
    assert not torch.equal(stem, next(iter(network_of(settings.network).state_dict().values())))


@pytest.mark.parametrize(("weights", "said"), [("nobody", "no weights"), ("torn.onnx", "torn.onnx")])
def test_a_graph_that_is_none_is_named(
    weights: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("torn.onnx").write_bytes(b"\x00\x01 no graph")
    with pytest.raises(ModelError, match=said):
        State.beginning(tiny(begin_with=weights))


def test_a_graph_of_another_network_is_refused(released: Path) -> None:
    with pytest.raises(ModelError, match="another network"):
        load_graph(network_of(NetworkSettings()), released / "ink.onnx")
