"""The plug-ins, in the programs that they are for."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from tests.diagramloop.engines.documents.made import drawn_png, photograph


@pytest.fixture(scope="module")
def markitdown() -> Any:
    return pytest.importorskip("markitdown", reason="pip install markitdown").MarkItDown(enable_plugins=True)


def test_markitdown_finds_us_and_pictures_become_mermaid(markitdown: Any, tmp_path: Path) -> None:
    (tmp_path / "tea.png").write_bytes(drawn_png())
    said = markitdown.convert(tmp_path / "tea.png").markdown
    assert said.startswith("```mermaid\nflowchart")
    assert "Pour the tea" in said


def test_markitdown_goes_on_by_itself_where_there_is_no_diagram(markitdown: Any, tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text("<h1>Tea</h1><p>Only <b>words</b>.</p>")
    assert "**words**" in markitdown.convert(tmp_path / "tea.html").markdown  # as its own converter writes it


def test_markitdown_reads_what_a_document_links_beside_it(markitdown: Any, tmp_path: Path) -> None:
    (tmp_path / "tea.png").write_bytes(drawn_png())
    (tmp_path / "tea.md").write_text("# Tea\n\n![](tea.png)\n")
    assert "```mermaid" in markitdown.convert(tmp_path / "tea.md").markdown


def test_docling_describes_flow_charts_by_their_mermaid() -> None:
    pytest.importorskip("docling.models.picture_description_base_model", reason="pip install docling")
    from docling.datamodel.accelerator_options import AcceleratorOptions
    from docling.datamodel.base_models import ItemAndImageEnrichmentElement
    from docling.models.factories.picture_description_factory import PictureDescriptionFactory
    from docling_core.types.doc import DoclingDocument
    from docling_core.types.doc.document import (
        PictureClassificationMetaField,
        PictureClassificationPrediction,
        PictureMeta,
    )
    from PIL import Image

    from diagramloop.engines.documents.docling_plugin import flowchart_options

    factory = PictureDescriptionFactory()
    factory.load_from_plugins(allow_external_plugins=True)
    assert "diagramloop" in factory.registered_kind
    model = factory.create_instance(
        flowchart_options(parser="hmas_embedded"),
        enabled=True,
        enable_remote_services=False,
        artifacts_path=None,
        accelerator_options=AcceleratorOptions(),
    )
    document = DoclingDocument(name="tea")
    elements = []
    for label, content in (("flow_chart", drawn_png()), ("bar_chart", drawn_png()), ("flow_chart", photograph())):
        item = document.add_picture()
        told = PictureClassificationPrediction(class_name=label, confidence=0.9)
        item.meta = PictureMeta(classification=PictureClassificationMetaField(predictions=[told]))
        elements.append(ItemAndImageEnrichmentElement(item=item, image=Image.open(io.BytesIO(content))))
    chart, other, photo = model(document, elements)
    assert "Pour the tea" in chart.meta.description.text
    assert chart.meta.description.diagramloop__kind == "flowchart"
    assert other.meta.description is None
    assert photo.meta.description is None
    assert photo.meta.diagramloop__refusal["reason"] == "no_diagram"
