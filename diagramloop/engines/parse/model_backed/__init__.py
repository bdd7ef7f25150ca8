"""Agents of the inverse parser behind which a vision model stands; each takes the place of an embedded one.

A model sees the picture and answers in JSON or Mermaid. Nothing else of its answer goes on: regions are clipped to
the picture, ids that are not on the board are dropped, and what is written in the picture (which may ask for
anything) has at most changed what is drawn in the graph.
"""

from diagramloop.engines.parse.model_backed.environment_curator import ModelEnvironmentCurator
from diagramloop.engines.parse.model_backed.flow2mermaid import Flow2Mermaid
from diagramloop.engines.parse.model_backed.fusion_arbiter import ModelFusionArbiter
from diagramloop.engines.parse.model_backed.mask2former import Mask2FormerShapeHunter
from diagramloop.engines.parse.model_backed.shape_hunter import ModelShapeHunter
from diagramloop.engines.parse.model_backed.text_spotter import ModelTextSpotter
from diagramloop.engines.parse.model_backed.topology_coder import ModelTopologyCoder
from diagramloop.engines.parse.model_backed.vision_parser import VisionParser

__all__ = [
    "Flow2Mermaid",
    "Mask2FormerShapeHunter",
    "ModelEnvironmentCurator",
    "ModelFusionArbiter",
    "ModelShapeHunter",
    "ModelTextSpotter",
    "ModelTopologyCoder",
    "VisionParser",
]
