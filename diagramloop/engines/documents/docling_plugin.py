"""A plug-in for Docling: pictures that it classifies as flow charts are described by their Mermaid and their graph.

Docling finds it by its entry point where ``allow_external_plugins`` is set; it is chosen as any description of pictures
is: ``PdfPipelineOptions(do_picture_classification=True, do_picture_description=True,
picture_description_options=flowchart_options())``.
"""

from __future__ import annotations

from typing import Any


def picture_description() -> dict[str, list[type[Any]]]:
    """The models that Docling is to know."""
    from diagramloop.engines.documents._docling_model import FlowchartDescription

    return {"picture_description": [FlowchartDescription]}


def flowchart_options(**options: Any) -> Any:
    """Options for Docling's pipeline, as its other descriptions of pictures have them.

    Args:
        options: such as ``parser``, ``scale`` or ``classification_allow``.
    """
    from diagramloop.engines.documents._docling_model import FlowchartOptions

    return FlowchartOptions(**options)
