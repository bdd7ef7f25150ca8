"""Papers that are PDF only."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from flowbench.errors import RejectionReason, SourceError
from flowbench.sources.papers.manuscript import PageRegion
from flowbench.sources.papers.pdf import read_pdf

for package in ("pdfplumber", "pypdfium2"):
    pytest.importorskip(package, reason="reading PDF needs the extra 'papers'")

SHIPPED = Path(__file__).parents[4] / "corpus" / "papers"


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


@pytest.mark.parametrize("content", [b"%PDF-1.4", b"%PDF-1.4\n" + b"1 0 obj" * 10_000, b"not a pdf"])
def test_a_broken_pdf_has_a_reason(tmp_path, content):
    (tmp_path / "paper.pdf").write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_pdf(tmp_path)
    assert caught.value.reason in (RejectionReason.ENGINE_FAILED, RejectionReason.EMPTY)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(("the PDF reader failed: ", "the PDF holds no text"))  # not what runs it
    assert ".py" not in str(caught.value)  # no traceback, which would tell where this machine keeps things


def test_a_reader_that_takes_too_long_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("flowbench.sources.papers._limited.PDF_LIMIT", 0.05)
    shutil.copy(SHIPPED / "dockpilot" / "eprint", tmp_path / "paper.pdf")
    with pytest.raises(SourceError) as caught:
        read_pdf(tmp_path)
    assert (str(caught.value), caught.value.reason) == ("the PDF reader: no answer in 0.05 s", RejectionReason.TIMEOUT)
