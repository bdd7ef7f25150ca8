"""Recognisers of one's own: what their files say of themselves is taken, what is no recogniser is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse import HMAS
from diagramloop.engines.parse._agents import agent_set
from diagramloop.engines.parse.ablation import NoTextSpotter
from diagramloop.engines.parse.hypotheses import CheckedParser
from diagramloop.engines.parse.text import word_reader
from diagramloop.engines.parse.text.recogniser import HEIGHT, Grey, Reading, published
from diagramloop.engines.parse.text.recognisers import ByPage
from diagramloop.engines.parse.text.recognisers import onnx as own
from diagramloop.engines.parse.text.word_reader import WordNetwork, WordReader
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.models.pixels import png

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

ALPHABET = "Да нет"  # whatever the picture: the second letter
WIDE = 8  # columns for a position


def recogniser(path: Path, height: int = 40, width: int | str = "width", classes: int = 0, **how) -> Path:
    """A file of a recogniser that reads the alphabet's second letter once, on any picture."""
    characters = how.get("characters", "\n".join(ALPHABET))
    classes = classes or len(ALPHABET) + 2
    bias = np.zeros(classes, np.float32)
    bias[2] = 9.0
    weights = [
        numpy_helper.from_array(np.full((classes, 3, 1, 1), how.get("weight", 0.0), np.float32), "w"),
        numpy_helper.from_array(bias, "b"),
        numpy_helper.from_array(np.array([2], np.int64), "rows"),
    ]
    if how.get("outside"):
        weights[1].ClearField("raw_data")
        weights[1].data_location = TensorProto.EXTERNAL
        place = weights[1].external_data.add()
        place.key, place.value = "location", "bias.bin"
        (path.parent / "bias.bin").write_bytes(bias.tobytes())
    nodes = [
        helper.make_node("AveragePool", ["x"], ["pooled"], kernel_shape=[height, WIDE], strides=[height, WIDE]),
        helper.make_node("Conv", ["pooled", "w", "b"], ["scores"]),
        helper.make_node("Squeeze", ["scores", "rows"], ["flat"]),
        helper.make_node("Transpose", ["flat"], ["turned"], perm=[0, 2, 1]),
        helper.make_node(how.get("last", "Softmax"), ["turned"], ["y"]),
    ]
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["lines", 3, height, width])
    answer = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["lines", "positions", classes])
    graph = helper.make_graph(nodes, "reader", [given], [answer], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if characters:
        helper.set_model_props(model, {"character": characters})
    path.write_bytes(model.SerializeToString())
    return path


def line(width: int = 90, height: int = 30) -> np.ndarray:
    page = np.full((height, width), 255, np.uint8)
    cv2.putText(page, "yes", (4, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 0, 2)
    return page


def test_alphabet_and_height_are_the_file_s_own(tmp_path: Path) -> None:
    network = WordNetwork(recogniser(tmp_path / "a.onnx"))
    assert (network.height, "".join(network.characters)) == (40, ALPHABET + " ")
    (reading,) = WordReader(tmp_path / "a.onnx", None).read([line()])
    assert reading.text == "а"
    assert reading.confidence > 0.99


def test_an_alphabet_without_a_space_is_taken(tmp_path: Path) -> None:
    (reading,) = WordReader(recogniser(tmp_path / "a.onnx", classes=len(ALPHABET) + 1), None).read([line()])
    assert reading.text == "а"


@pytest.mark.parametrize("width", [30, 90, 2000])
def test_a_line_fits_an_input_of_one_width(tmp_path: Path, width: int) -> None:
    network = WordNetwork(recogniser(tmp_path / "a.onnx", width=320))
    shown = min(320, width * network.height / 30)
    assert network.answer(line(width)).shape == (np.ceil(shown / WIDE), len(ALPHABET) + 2)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"characters": ""}, "character"),
        ({"characters": "a\nb"}, "a blank, 2 characters and a space"),
        ({"classes": 40}, "40 classes"),
        ({"last": "Identity"}, "no probabilities"),
        ({"weight": np.nan}, "no probabilities"),
        ({"height": 8}, "lines of 8 pixels"),
        ({"outside": True}, "no reader of words"),
    ],
)
def test_what_is_no_recogniser_says_why(tmp_path: Path, how: dict, why: str) -> None:
    with pytest.raises(ModelError, match=why) as refused:
        own(str(recogniser(tmp_path / "a.onnx", **how)))
    assert refused.value.reason is RejectionReason.UNREADABLE


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError) as missing:
        WordNetwork(tmp_path / "nowhere.onnx")
    assert missing.value.reason is RejectionReason.MISSING
    path = recogniser(tmp_path / "a.onnx")
    monkeypatch.setattr(word_reader, "MOST_BYTES", path.stat().st_size - 1)
    with pytest.raises(ModelError) as large:
        WordNetwork(path)
    assert large.value.reason is RejectionReason.TOO_LARGE


def test_broken_bytes_are_no_model(tmp_path: Path) -> None:
    content = recogniser(tmp_path / "a.onnx").read_bytes()
    for kept in (0, 1, len(content) // 2, len(content) - 40):
        (tmp_path / "b.onnx").write_bytes(content[:kept])
        with pytest.raises(ModelError):
            WordNetwork(tmp_path / "b.onnx")


def test_the_published_file_is_one_of_one_s_own() -> None:
    network = WordNetwork(published())
    assert network.height == HEIGHT
    assert len(network.characters) > 18_000


class Shouting:
    """Reads every line as the same word."""

    def read(self, strips):
        return [Reading("SHOUT", 1.0, (0.5,) * 5) for _ in strips]


@pytest.mark.parametrize("agents", [{}, "learned"])
def test_any_team_reads_with_a_recogniser_of_one_s_own(agents) -> None:
    team = HMAS.of({**agent_set(agents), "recogniser": {"make": f"{__name__}:Shouting"}})
    spotter = getattr(team.text_spotter, "reading", team.text_spotter)
    assert isinstance(spotter.recogniser, Shouting)


def test_a_spotter_that_reads_by_itself_takes_no_recogniser() -> None:
    with pytest.raises(DiagramloopError, match="takes no recogniser"):
        HMAS(text_spotter=NoTextSpotter(), recogniser=Shouting())


def test_a_checked_reading_is_by_the_recogniser_that_is_named(tmp_path: Path) -> None:
    page = np.full((300, 600, 3), 255, np.uint8)
    for x in (40, 400):
        cv2.rectangle(page, (x, 100), (x + 140, 180), (0, 0, 0), 2)
        cv2.putText(page, "order", (x + 25, 148), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 2, cv2.LINE_AA)
    cv2.arrowedLine(page, (182, 140), (396, 140), (0, 0, 0), 2)
    parser = CheckedParser([{}], recogniser=str(recogniser(tmp_path / "a.onnx")))
    assert {node.text for node in parser.parse(png(page)).graph.nodes} == {"а"}


def test_rapidocr_reads_with_the_same_file(tmp_path: Path) -> None:
    rapidocr = pytest.importorskip("rapidocr")
    path = recogniser(tmp_path / "a.onnx", height=HEIGHT)
    theirs = rapidocr.RapidOCR(params={"Rec.model_path": str(path), "Global.log_level": "critical"})
    picture = np.repeat(line()[:, :, None], 3, axis=2)
    read = theirs(picture, use_det=False, use_cls=False, use_rec=True)
    assert read.txts == tuple(reading.text for reading in WordReader(path, None).read([line()]))


@dataclass(frozen=True)
class Sure:
    """Reads each strip as its name, with a probability of its own."""

    name: str
    probability: float | None
    characters: str = "ab"

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        return [Reading(self.name, 0.9, (), self.probability) for _ in strips]


@given(st.floats(0, 1), st.integers(0, 60))
def test_a_page_is_read_by_the_reader_of_print_where_that_is_sure_of_it(probability: float, count: int) -> None:
    page = [np.full((20, 40), 255, np.uint8)] * count
    read = ByPage(Sure("print", probability), Sure("hand", None)).read(page)
    assert [reading.text for reading in read] == ["print" if probability > 0.78 else "hand"] * count


def test_what_has_hardly_a_letter_tells_nothing_of_the_page() -> None:
    page = [np.full((20, 40), 255, np.uint8)] * 3
    assert [reading.text for reading in ByPage(Sure("a", 1.0), Sure("hand", None)).read(page)] == ["hand"] * 3
