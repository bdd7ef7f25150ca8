"""Drawings made beforehand, with the graphs that they show: ``TOOL/NAME.png``, ``.svg`` and ``.json``.

A folder for each tool; ``NAME.json`` is a graph as :func:`diagramloop.graph.json_form.write_json` writes it, with or
without places. The SVG may be absent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, check_id, read_bytes, read_text
from diagramloop.data.sources._model import Chart, Question, Rejected
from diagramloop.data.sources._splits import Split, in_split
from diagramloop.errors import DiagramloopError, SourceError
from diagramloop.graph.json_form import read_json
from diagramloop.graph.mermaid import write_mermaid


class Drawings:
    """The folder ``root`` as a data set; a chart's domain is the tool that drew it.

    Args:
        only: names of tools; all if None.
        leave_out: names of tools that are not read.
        split: which half of the charts, by the SHA-256 of their names, whatever tool drew them.
        every: one of so many drawings of each tool.
    """

    name = "drawings"
    licence = "that of the charts drawn"

    def __init__(
        self,
        root: Path,
        only: Collection[str] | None = None,
        leave_out: Collection[str] = (),
        split: Split = "all",
        every: int = 1,
    ) -> None:
        self._root, self._only, self._leave_out = root, only, frozenset(leave_out)
        self._split, self._every = split, every

    def charts(self) -> Iterator[Chart | Rejected]:
        """Every chosen drawing by tool and name; ids are ``TOOL.NAME``.

        Raises:
            SourceError: there is no folder of a tool.
        """
        tools = sorted(path.name for path in self._root.iterdir() if path.is_dir())
        if not tools:
            raise SourceError(f"no TOOL/NAME.json in {self._root.name}")
        for tool in (t for t in tools if t not in self._leave_out and (self._only is None or t in self._only)):
            names = sorted(path.stem for path in (self._root / tool).glob("*.json"))
            chosen = (name for name in names if in_split(f"chart|{name}", self._split))
            for name in islice(chosen, 0, None, self._every):
                id = f"{tool}.{name}"
                try:
                    yield self._chart(check_id(id), tool, f"{tool}/{name}")
                except DiagramloopError as error:
                    yield Rejected.of(error, id, self.name, "chart")

    def questions(self) -> Iterator[Question | Rejected]:
        """None."""
        yield from ()

    def _chart(self, id: str, tool: str, origin: str) -> Chart:
        graph = read_json(read_text(self._root, f"{origin}.json"))
        svg = read_text(self._root, f"{origin}.svg") if (self._root / f"{origin}.svg").exists() else ""
        picture = read_bytes(self._root, f"{origin}.png", MAX_PICTURE_BYTES)
        text = write_mermaid(graph).text
        return Chart(id, self.name, tool, self.licence, text, graph, picture, f"{origin}.json", svg)
