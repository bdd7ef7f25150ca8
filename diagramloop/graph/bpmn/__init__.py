"""BPMN 2.0 XML (OMG formal/2013-12-09): what its largest diagram draws, as a FlowGraph.

Of the model only that counts which the diagram interchange part has a shape or an edge for. Flow nodes, data, stores
and annotations become nodes; pools, lanes, expanded sub-processes and groups become groups; sequence flows, message
flows and associations become edges. Coordinates are the diagram's own units, not the pixels of any picture.
"""

from diagramloop.graph.bpmn._read import read_bpmn
from diagramloop.graph.bpmn._write import write_bpmn

__all__ = ["read_bpmn", "write_bpmn"]
