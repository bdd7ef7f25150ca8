"""Reading BPMN."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from diagramloop.graph._model import FlowGraph
from diagramloop.graph._pages import read_pages
from diagramloop.graph.account import Chart, Read
from diagramloop.graph.bpmn._diagram import BpmnDiagram
from diagramloop.graph.bpmn._model import BpmnModel
from diagramloop.graph.bpmn._pages import Page, main_page, not_drawn, pages_of
from diagramloop.graph.bpmn._xml import parsed


def read_bpmn(document: str | bytes) -> FlowGraph:
    """The graph of a BPMN document's main chart: the largest of those of a whole process.

    Edges one of whose ends is not drawn are left out, as nothing shows where they end.

    Raises:
        FormatError: as :func:`bpmn_charts`.
    """
    return bpmn_charts(document).graph


def bpmn_charts(document: str | bytes) -> Read:
    """All diagrams of a BPMN document; of one without any what each collaboration, and each process else, has.

    Raises:
        FormatError: EMPTY; TOO_LARGE (bytes, depth, nodes or edges); SYNTAX (no XML); UNSAFE (a document type,
            entities); INVALID (XML of something else); UNSUPPORTED (BPMN without a process).
    """
    model = BpmnModel(parsed(document))
    pages = pages_of(model)
    read = read_pages([partial(_chart, model, page) for page in pages])
    numbers = [chart.number for chart in read.charts]
    meant = main_page(pages) + 1
    main = numbers.index(meant) if meant in numbers else read.main
    return replace(read, left_out=(*read.left_out, *not_drawn(model, pages)), main=main)


def _chart(model: BpmnModel, page: Page, number: int = 1) -> Chart:
    diagram = BpmnDiagram(model, page)
    return Chart(diagram.graph(), page.name, number, diagram.left_out)
