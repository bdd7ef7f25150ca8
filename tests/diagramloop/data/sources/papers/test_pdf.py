"""Papers that are PDF only."""

from __future__ import annotations

import contextlib
import io
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from benchmarks._hostile_documents import FONT, page_file, stream
from diagramloop.base.room import Room
from diagramloop.data.sources.papers._rooms import PDF_LIMITS
from diagramloop.data.sources.papers.graphics import PageRegion
from diagramloop.data.sources.papers.pdf import PAPER, read_pdf
from diagramloop.data.sources.papers.pdf_page import page_content, page_scan, pages_in
from diagramloop.errors import Cause, RejectionReason, SourceError
from diagramloop.evaluation.data_sets import shipped_corpus

for package in ("pdfplumber", "pypdfium2"):
    pytest.importorskip(package, reason="reading PDF needs the extra 'papers'")

SHIPPED = shipped_corpus() / "papers"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pdf")
    shutil.copy(SHIPPED / "dockpilot" / "eprint", folder / "paper.pdf")
    return read_pdf(folder)


def test_title_and_abstract(made):
    assert made.title == "DockPilot: Docking an Underwater Vehicle in Murky Water"
    assert made.abstract.startswith("Docking stations are lit, but murky water swallows light.")


def test_two_columns_are_read_one_after_the_other(made):
    assert [passage.section for passage in made.passages] == [
        "Introduction",
        "Introduction",
        "Method",
        "Method > Localisation",
        "Method > Guidance",
        "Experiments",
        "Conclusion",
    ]
    localisation = made.passages[3].text
    assert localisation.startswith(
        "Localisation has three parts: a range tracker, a bearing tracker and a pose filter."
    )
    assert localisation.endswith("weighs them by their variance and estimates the pose of the vehicle.")


def test_figures_with_their_regions(made):
    wide, narrow = made.figures
    assert (wide.number, wide.wide, narrow.wide) == (1, True, False)
    assert wide.caption.startswith("Overview of the DockPilot architecture.")
    assert wide.mentions == ("Figure 1 gives an overview of the architecture.",)
    for figure in made.figures:
        (region,) = figure.graphics
        assert isinstance(region, PageRegion)
        assert region.box is not None
        assert region.box[2] - region.box[0] > 150
        assert region.box[3] - region.box[1] > 100


def page(*lines: tuple[Any, ...], drawn: tuple[tuple[float, ...], ...] = ()) -> dict[str, Any]:
    """A page of 600 by 800 points in the reader's form: lines as (text, left, top, size[, font])."""
    words = []
    for text, left, top, size, *font in lines:
        for word in text.split():
            right = left + 0.5 * size * len(word)
            words.append([word, left, top, right, top + size, size, font[0] if font else "CMR10"])
            left = right + 0.3 * size
    return {"width": 600.0, "height": 800.0, "words": words, "drawn": [list(box) for box in drawn]}


def paper(*lines: str, first: float = 400.0) -> list[tuple[str, float, float, float]]:
    """Lines of text of ten points across the page, one under the other."""
    return [(line, 60.0, first + 12 * at, 10.0) for at, line in enumerate(lines)]


@pytest.fixture
def described(monkeypatch):
    def read(*pages):
        monkeypatch.setattr("diagramloop.data.sources.papers.pdf.pages_in", lambda _: len(pages))
        monkeypatch.setattr("diagramloop.data.sources.papers.pdf.page_content", lambda _, number: pages[number])
        return read_pdf(Path("no-file-is-opened"))

    return read


def test_who_wrote_it_is_neither_heading_nor_paragraph(described):
    title = [("A Study of Grains", 200, 50, 16), ("A. Author", 100, 90, 12), ("B. Author", 400, 90, 12)]
    abstract = [("Abstract", 270, 150, 9), ("We weigh all of the grains.", 60, 170, 9)]
    made = described(
        page(
            *title, *abstract, ("1 Introduction", 60, 380, 12), *paper("Grains are weighed one by one and never twice.")
        )
    )
    assert (made.title, made.abstract) == ("A Study of Grains", "We weigh all of the grains.")
    assert [(p.section, p.text) for p in made.passages] == [
        ("Introduction", "Grains are weighed one by one and never twice.")
    ]


def test_headings_as_large_as_the_text(described):
    made = described(
        page(
            ("Title of the Paper", 200, 50, 16),
            *(
                (line, 60, 100 + 12 * at, 10, "CMBX10")
                for at, line in enumerate(["Abstract—We weigh", "all of", "the grains."])
            ),
            ("II. M ETHOD", 250, 150, 10),
            *paper("Grains are weighed one by one and", "V. Author weighs them twice.", first=165),
            ("B. Encoder of Grains", 60, 200, 10, "CMTI10"),
            *paper("The encoder encodes all grains, as", first=214),
            ("B. Author says of it", 60, 226, 10, "CMTI10"),
        )
    )
    assert made.abstract == "We weigh all of the grains."
    assert [(p.section, p.text) for p in made.passages] == [
        ("M ETHOD", "Grains are weighed one by one and V. Author weighs them twice."),
        ("M ETHOD > Encoder of Grains", "The encoder encodes all grains, as B. Author says of it"),
    ]


def test_an_abstract_with_its_heading_run_in(described):
    text = [("1 Introduction", 60, 450, 12), *paper("Abstract notions are dealt with here too.", first=470)]
    made = described(page(("Title", 200, 50, 16), *paper("Abstract—We weigh all of the grains.", first=100), *text))
    assert made.abstract == "We weigh all of the grains."
    assert [p.text for p in made.passages] == ["Abstract notions are dealt with here too."]


@pytest.mark.parametrize("caption", ["Figure 2: Overview of it.", "Fig. 2. Overview of it.", "Fig. 2 Overview of it."])
def test_a_sentence_that_goes_on_with_a_figure_is_no_caption(described, caption):
    text = paper(
        "What comes next is told, for the sake of all readers, in", "Figure 2. The curve that it shows is flat."
    )
    made = described(page(*text, (caption, 60, 700, 10), drawn=((60, 600, 300, 690),)))
    assert [(f.number, f.caption, len(f.graphics), len(f.mentions)) for f in made.figures] == [
        (2, "Overview of it.", 1, 1)
    ]


@pytest.mark.parametrize("captions", ["below", "above"])
def test_a_figure_below_or_above_its_caption(described, captions):
    boxes = {"below": ((60, 540, 300, 690), (60, 150, 300, 290)), "above": ((60, 720, 300, 780), (60, 320, 300, 360))}
    made = described(
        page(
            ("Figure 1: Overview of it.", 60, 300, 10),
            *paper("Grains are weighed one by one and never twice by us."),
            ("Figure 2: Details of it.", 60, 700, 10),
            drawn=boxes[captions],
        )
    )
    low, high = boxes[captions]
    for figure, (left, top, right, bottom) in zip(made.figures, (high, low), strict=True):
        (region,) = figure.graphics
        assert region == PageRegion(PAPER, 0, (left - 4, top - 4, right + 4, bottom + 4))


@pytest.mark.parametrize("captions", ["below", "above"])
def test_figures_that_follow_one_another(described, captions):
    """Each caption is nearer to the other figure's drawing than to nothing, and all are on one side of theirs."""
    boxes = ((60, 100, 300, 190), (60, 230, 300, 290))
    tops = {"below": (200, 300), "above": (85, 205)}[captions]
    lines = [(f"Figure {n}: Overview.", 60, top, 10) for n, top in enumerate(tops, start=1)]
    text = paper("Grains are weighed one by one and never twice by us.", first=500)
    made = described(page(*lines, *text, drawn=boxes))
    assert [[g.box[1] + 4 for g in figure.graphics] for figure in made.figures] == [[100], [230]]


def test_words_lead_from_one_part_of_a_figure_to_the_next(described):
    text = paper("Grains are weighed one by one and never twice by us.", first=60)
    lines = [("Words", 150, 180, 10), ("Figure 1: Overview.", 60, 280, 10)]
    made = described(page(*text, *lines, drawn=((60, 120, 300, 150), (60, 230, 300, 270))))
    assert [g.box[1] for g in made.figures[0].graphics] == [116]
    apart = described(page(*text, lines[1], drawn=((60, 120, 300, 150), (60, 230, 300, 270))))
    assert [g.box[1] for g in apart.figures[0].graphics] == [226]


@pytest.mark.parametrize("content", [b"%PDF-1.4", b"%PDF-1.4\n" + b"1 0 obj" * 10_000, b"not a pdf"])
def test_a_broken_pdf_has_a_reason(tmp_path, content):
    (tmp_path / "paper.pdf").write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_pdf(tmp_path)
    assert caught.value.reason in (RejectionReason.UNREADABLE, RejectionReason.EMPTY)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(("the PDF reader failed: ", "the PDF holds no text"))  # not what runs it
    assert ".py" not in str(caught.value)  # no traceback, which would tell where this machine keeps things


def locked_pdf() -> bytes:
    """A file that asks for a password which nobody has."""
    key = b"<" + b"00" * 32 + b">"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[]/Count 0>>",
        b"<</Filter/Standard/V 1/R 2/P -4/O" + key + b"/U" + key + b">>",
    ]
    content, table = b"%PDF-1.4\n", b"xref\n0 4\n0000000000 65535 f \n"
    for number, one in enumerate(objects, start=1):
        table += b"%010d 00000 n \n" % len(content)
        content += b"%d 0 obj%bendobj\n" % (number, one)
    end = b"trailer<</Size 4/Root 1 0 R/Encrypt 3 0 R/ID[<00><00>]>>\nstartxref\n%d\n%%%%EOF" % len(content)
    return content + table + end


def test_a_pdf_with_a_password_is_unreadable_and_not_tried_again(tmp_path):
    (tmp_path / "paper.pdf").write_bytes(locked_pdf())
    for read in (read_pdf, lambda folder: pages_in(folder / "paper.pdf")):
        with pytest.raises(SourceError, match="assword") as caught:
            read(tmp_path)
        assert caught.value.reason is RejectionReason.UNREADABLE
        assert caught.value.reason.cause is Cause.ITEM


def test_of_damaged_files_none_is_tried_again(tmp_path):
    whole = (SHIPPED / "dockpilot" / "eprint").read_bytes()
    chance, reasons = random.Random(0), []
    for _ in range(8):
        damaged = bytearray(whole)
        for at in chance.sample(range(len(whole)), len(whole) // 40):
            damaged[at] = chance.randrange(256)
        (tmp_path / "paper.pdf").write_bytes(damaged)
        try:
            read_pdf(tmp_path)
        except SourceError as error:
            reasons.append(error.reason)
    assert reasons
    assert {reason.cause for reason in reasons} == {Cause.ITEM}


def test_a_fault_of_the_machine_is_tried_again(tmp_path):
    with pytest.raises(SourceError) as caught:
        pages_in(tmp_path / "nowhere.pdf")
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


def test_a_reader_that_takes_too_long_is_ended(tmp_path, monkeypatch):
    hasty = Room(
        "the PDF reader", "diagramloop.data.sources.papers._pdf_room", limits=replace(PDF_LIMITS, seconds=0.05)
    )
    monkeypatch.setattr("diagramloop.data.sources.papers._rooms._pdf_room", lambda: hasty)
    (tmp_path / "paper.pdf").write_bytes(page_file(stream(b"9 9 9 9 re S\n" * 100_000)))
    with contextlib.closing(hasty), pytest.raises(SourceError, match=r"^the PDF reader failed: .*0\.05 s") as caught:
        page_content(tmp_path / "paper.pdf", 0)
    assert caught.value.reason is RejectionReason.TIMEOUT


def test_a_file_that_changed_is_read_anew(tmp_path):
    file = tmp_path / "paper.pdf"
    for count in (1, 2):
        file.write_bytes(page_file(stream(b"9 9 9 9 re S\n" * count)))
        assert len(page_content(file, 0)["drawn"]) == count


@pytest.mark.parametrize(
    "content", [b" " * 30_000_001, b"BT /F 9 Tf (" + b"abc " * 10_001 + b") Tj ET", b"n " * 400_001]
)
def test_of_a_page_that_never_ends_there_is_a_beginning(tmp_path, content):
    (tmp_path / "paper.pdf").write_bytes(page_file(stream(content), resources=FONT))
    content = page_content(tmp_path / "paper.pdf", 0)
    assert content["cut"]
    assert 0 <= len(content["words"]) <= 20_000


@pytest.mark.faults
@pytest.mark.parametrize("dots_per_inch", [400, 600])
def test_a_page_that_was_scanned_finely_and_in_colours_has_its_place_in_the_room(tmp_path, dots_per_inch):
    colours = np.random.default_rng(0).integers(0, 255, (120, 80, 3), np.uint8)
    scanned = Image.fromarray(colours).resize((827 * dots_per_inch // 100, 1169 * dots_per_inch // 100))
    scanned.save(tmp_path / "paper.pdf", resolution=dots_per_inch)
    with Image.open(io.BytesIO(page_scan(tmp_path / "paper.pdf", 0))) as picture:
        assert picture.height == min(scanned.height, 5_000)
