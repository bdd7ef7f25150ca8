"""Docling's classes, filled in: imported by Docling alone, for it is a large package."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from docling.datamodel.pipeline_options import PictureDescriptionBaseOptions
from docling.models.picture_description_base_model import PictureDescriptionBaseModel, _passes_classification
from docling_core.types.doc import DescriptionMetaField, PictureClassificationLabel, PictureMeta

from diagramloop.engines.documents._model import Diagram
from diagramloop.engines.documents.picture import read_figure
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph.json_form import write_json

NAMESPACE = "diagramloop"
FLOW_CHARTS = [PictureClassificationLabel.FLOW_CHART]


class FlowchartOptions(PictureDescriptionBaseOptions):  # type: ignore[misc]
    """Options: the parser's name, beside Docling's own. None as ``classification_allow`` has all pictures looked at."""

    kind: ClassVar[str] = NAMESPACE
    parser: str = CHECKED
    classification_allow: list[PictureClassificationLabel] | None = FLOW_CHARTS


class FlowchartDescription(PictureDescriptionBaseModel):  # type: ignore[misc]
    """Describes a flow chart by its Mermaid, as a code block; its graph and kind are custom fields of the description.

    A picture that is no diagram is left without a description; its meta field ``refusal`` says why.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.provenance = NAMESPACE

    @classmethod
    def get_options_type(cls) -> type[FlowchartOptions]:
        """The options by which Docling finds this model."""
        return FlowchartOptions

    def __call__(self, doc: Any, element_batch: Iterable[Any]) -> Iterator[Any]:
        """The items of a batch, those that are flow charts described."""
        del doc
        for element in element_batch:
            if self.enabled and self._chosen(element.item):
                self._describe(element)
            yield element.item

    def _chosen(self, item: Any) -> bool:
        o = self.options
        return bool(
            _passes_classification(
                item.meta, o.classification_allow, o.classification_deny, o.classification_min_confidence
            )
        )

    def _describe(self, element: Any) -> None:
        content = io.BytesIO()
        element.image.convert("RGB").save(content, "PNG")
        item = element.item
        item.meta = item.meta or PictureMeta()
        try:
            diagram = read_figure(content.getvalue(), parser=self.options.parser)
        except DiagramloopError as error:
            item.meta.set_custom_field(NAMESPACE, "refusal", {"reason": error.reason.value, "message": str(error)})
            return
        item.meta.description = _description(diagram)


def _description(diagram: Diagram) -> Any:
    text = f"```mermaid\n{diagram.mermaid.rstrip()}\n```"
    said = DescriptionMetaField(text=text, created_by=NAMESPACE, confidence=diagram.confidence)
    said.set_custom_field(NAMESPACE, "graph", json.loads(write_json(diagram.graph).text))
    said.set_custom_field(NAMESPACE, "kind", diagram.kind)
    return said
