"""BPMN 2.0 XML (OMG formal/2013-12-09): what its diagrams draw, or without any what its model says, as FlowGraphs.

Of a model that is drawn only that counts which the diagram interchange part has a shape or an edge for. Flow nodes,
data, stores and annotations become nodes; pools, lanes, expanded sub-processes and groups become groups; sequence
flows, message flows and associations become edges. Coordinates are the diagram's own units, not the pixels of any
picture; what is not drawn has none.
"""

from diagramloop.graph.bpmn._census import bpmn_census
from diagramloop.graph.bpmn._read import bpmn_charts, read_bpmn
from diagramloop.graph.bpmn._write import write_bpmn

__all__ = ["bpmn_census", "bpmn_charts", "read_bpmn", "write_bpmn"]
