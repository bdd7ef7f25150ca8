"""hdBPMN as a source, in both of its forms."""

from __future__ import annotations

import io
import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diagramloop.data.sources import Chart, HdBpmn, Rejected
from diagramloop.data.sources.fetch import read_manifest
from diagramloop.data.sources.hdbpmn import Page
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.models.pixels import opened

ID = "ex00_writer0001"
MODEL = """<?xml version="1.0"?><!-- {"backgroundSize":100} -->
<definitions xmlns:di="d" xmlns:dc="c"><process id="p"><task id="t" name="Pack"/><task id="u" name="Send"/>
<sequenceFlow id="f" sourceRef="t" targetRef="u"/></process><di:BPMNDiagram><di:BPMNPlane>
<di:BPMNShape bpmnElement="t"><dc:Bounds x="10" y="20" width="30" height="15"/></di:BPMNShape>
<di:BPMNShape bpmnElement="u"><dc:Bounds x="60" y="20" width="30" height="15"/></di:BPMNShape>
<di:BPMNEdge bpmnElement="f"><di:waypoint x="40" y="27"/><di:waypoint x="60" y="27"/></di:BPMNEdge>
</di:BPMNPlane></di:BPMNDiagram></definitions>"""
WORDS = """<annotation><object><name> Pack </name><bndbox><xmin>48</xmin><ymin>88</ymin><xmax>120</xmax><ymax>120</ymax>
</bndbox></object></annotation>"""


def picture(width: int = 200, height: int = 120, orientation: int = 1) -> bytes:
    image, stream, exif = Image.new("RGB", (width, height), "white"), io.BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    image.save(stream, "JPEG", exif=exif)
    return stream.getvalue()


def listed(root: Path, *rows: object, model: str = MODEL, words: str | None = WORDS) -> HdBpmn:
    """The form with an index: pictures twice as large as the models' units, words marked at four times."""
    for folder in ("models", "pictures", "words"):
        (root / folder).mkdir()
    (root / "index.json").write_text(json.dumps(list(rows)), encoding="utf-8")
    (root / f"models/{ID}.bpmn").write_text(model, encoding="utf-8")
    (root / f"pictures/{ID}.jpg").write_bytes(picture())
    if words is not None:
        (root / f"words/{ID}.xml").write_text(words, encoding="utf-8")
    return HdBpmn(root)


def row(**changes: object) -> dict[str, object]:
    scales = {"model_scale": 2, "picture_scale": 0.5}
    return {"id": ID, "split": "train", "picture": f"pictures/{ID}.jpg", **scales, **changes}


def released(root: Path, **bytes_of: bytes) -> HdBpmn:
    """The form as the data set is released."""
    files = {"annotations": (MODEL.encode(), "bpmn"), "images": (picture(), "jpg"), "words": (WORDS.encode(), "xml")}
    for folder, (content, end) in files.items():
        (root / folder / "ex00").mkdir(parents=True)
        (root / folder / "ex00" / f"{ID}.{end}").write_bytes(bytes_of.get(folder, content))
    (root / "writer_split.csv").write_text("writer,split\nwriter0001,val\n", encoding="utf-8")
    return HdBpmn(root)


def test_a_listed_page_has_everything_in_pixels_of_its_picture(tmp_path: Path) -> None:
    (page,) = listed(tmp_path, row()).pages()
    assert isinstance(page, Page)
    assert (page.id, page.split, page.writer, page.graph.size) == (ID, "train", "writer0001", (200, 120))
    assert [node.box for node in page.graph.nodes] == [(20, 40, 80, 70), (120, 40, 180, 70)]
    assert page.graph.edges[0].path == ((80, 54), (120, 54))
    assert [(word.text, word.box) for word in page.words] == [("Pack", (24, 44, 60, 60))]


def test_a_released_page_takes_its_scale_from_the_width_that_its_model_says(tmp_path: Path) -> None:
    (page,) = released(tmp_path).pages()
    assert isinstance(page, Page)
    assert (page.split, page.picture) == ("validation", tmp_path / f"images/ex00/{ID}.jpg")
    assert page.graph.nodes[0].box == (20, 40, 80, 70)
    assert page.words[0].box == (48, 88, 120, 120)  # marked in pixels of the picture


def test_a_chart_is_of_its_writer_and_attributed(tmp_path: Path) -> None:
    (chart,) = listed(tmp_path, row()).charts()
    assert isinstance(chart, Chart)
    assert (chart.domain, chart.licence, chart.origin) == ("writer0001", "CC-BY-4.0", f"pictures/{ID}.jpg")
    assert chart.picture == picture()


def test_a_picture_that_says_it_is_turned_is_given_as_it_is_stored(tmp_path: Path) -> None:
    (chart,) = released(tmp_path, images=picture(orientation=6)).charts()
    assert isinstance(chart, Chart)
    assert chart.picture is not None
    with opened(chart.picture, 100_000) as image:
        assert (image.size, image.getexif().get(0x0112)) == ((200, 120), None)
        assert np.asarray(image).min() > 250


@pytest.mark.parametrize(("split", "count"), [("train", 1), ("validation", 0), ("test", 0), ("all", 1)])
def test_splits_are_those_of_the_writers(tmp_path: Path, split: str, count: int) -> None:
    listed(tmp_path, row())
    assert len(list(HdBpmn(tmp_path, split).charts())) == count  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "../x"}, RejectionReason.UNSAFE),
        ({"id": "page"}, RejectionReason.INVALID),
        ({"split": "held"}, RejectionReason.INVALID),
        ({"picture": "../../secret/x.jpg"}, RejectionReason.UNSAFE),
        ({"model_scale": 0}, RejectionReason.INVALID),
        ({"model_scale": float("inf")}, RejectionReason.INVALID),
        ({"picture": "pictures/absent.jpg"}, RejectionReason.MISSING),
        ({"id": "ex00_writer0002"}, RejectionReason.MISSING),
    ],
)
def test_bad_rows_are_rejected_one_by_one(tmp_path: Path, changes: dict[str, object], reason: RejectionReason) -> None:
    first, second = listed(tmp_path, row(**changes), row()).charts()
    assert isinstance(first, Rejected)
    assert first.reason is reason
    assert isinstance(second, Chart)


@pytest.mark.parametrize(
    ("model", "words", "reason"),
    [
        ("<definitions/>", WORDS, RejectionReason.UNSUPPORTED),
        (MODEL.replace("bpmnElement", "other"), WORDS, RejectionReason.EMPTY),
        ("<x", WORDS, RejectionReason.SYNTAX),
        (MODEL, "<x", RejectionReason.SYNTAX),
        (MODEL, "<!DOCTYPE a><a/>", RejectionReason.UNSAFE),
        (MODEL, WORDS.replace("<xmin>48</xmin>", ""), RejectionReason.INVALID),
        (MODEL, WORDS.replace("48", "inf"), RejectionReason.INVALID),
    ],
)
def test_bad_models_and_words_are_rejected(tmp_path: Path, model: str, words: str, reason: RejectionReason) -> None:
    (found,) = listed(tmp_path, row(), model=model, words=words).pages()
    assert isinstance(found, Rejected)
    assert found.reason is reason


def test_a_page_without_marked_words_has_none(tmp_path: Path) -> None:
    (page,) = listed(tmp_path, row(), words=None).pages()
    assert isinstance(page, Page)
    assert page.words == ()


@pytest.mark.parametrize("comment", ["", "<!-- {} -->", '<!-- {"backgroundSize": 0} -->', "<!-- [[[ -->"])
def test_a_released_model_that_does_not_say_its_width_is_rejected(tmp_path: Path, comment: str) -> None:
    model = MODEL.replace('<!-- {"backgroundSize":100} -->', comment).encode()
    (found,) = released(tmp_path, annotations=model).pages()
    assert isinstance(found, Rejected)
    assert (found.reason, "wide" in found.detail) == (RejectionReason.INVALID, True)


def test_a_split_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no split 'dev'"):
        HdBpmn(tmp_path, split="dev")  # type: ignore[arg-type]


def test_a_folder_of_neither_form_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        list(HdBpmn(tmp_path).charts())


def test_the_manifest_names_the_release_and_its_licence() -> None:
    manifest = read_manifest("hdbpmn")
    assert manifest.licence == HdBpmn.licence
    assert manifest.files[0].url.endswith("/v1.0.0")
    assert manifest.files[0].unpack is not None
    assert manifest.files[0].unpack.folder == "hdBPMN-1.0.0/data"


def test_the_data_at_hand(real_data: Path) -> None:
    for split, writers in (("train", range(65)), ("validation", range(65, 86))):
        pages = list(islice(HdBpmn(real_data / "hdbpmn", split).pages(), 8))  # type: ignore[arg-type]
        assert all(isinstance(p, Page) and int(p.writer[-4:]) in writers and p.graph.nodes and p.words for p in pages)
