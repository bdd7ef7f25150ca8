"""D2 (https://d2lang.com): shapes, containers and connections, read and written."""

from diagramloop.graph._format import Format
from diagramloop.graph.d2._read import d2_charts, read_d2
from diagramloop.graph.d2._write import write_d2

D2 = Format("d2", (".d2",), read_d2, write_d2, False, "text/plain", "D2", charts=d2_charts)

__all__ = ["D2", "d2_charts", "read_d2", "write_d2"]
