"""Convert: a file of a diagram format in, the graphs that its own program draws out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.data.sources import FormatFile, Rejected, sample
from diagramloop.evaluation import conversion
from diagramloop.evaluation.contestants.conversion_controls import CONTROLS
from diagramloop.evaluation.contestants.converters import CONVERTERS, AskedFile, Conversion, converted, lacks_format
from diagramloop.evaluation.conversion import READ_SHARE, ConversionItem, account_rows, board_of
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import ItemScore
from diagramloop.evaluation.tasks._parse import graph_prediction, write_graph
from diagramloop.evaluation.tasks._task import (
    Answers,
    Posed,
    Posing,
    Rows,
    Scored,
    Scoring,
    System,
    found,
    gold_system,
    place_of,
    refusals,
)
from diagramloop.graph.formats import format_named


@dataclass(frozen=True)
class Convert(Scored):
    """Files of diagram formats, and the graphs that they hold."""

    name: ClassVar = "convert"
    scoring: ClassVar[Scoring] = conversion
    kind: ClassVar = CONVERTERS
    confidences: ClassVar = (READ_SHARE,)

    @property
    def shown(self) -> tuple[str, ...]:
        """See :class:`Task`."""
        return (*super().shown, READ_SHARE)

    def pose(self, data: DataSet) -> Posing:
        """Every file, with a board for each format."""
        files = sample(data.files().files(), self.limit)
        items = []
        for file in files:
            if isinstance(file, FormatFile):
                gold = Conversion(file.charts)
                item = ConversionItem(file.id, board_of(data.label, file.format), gold)
                things = tuple(map(chart_fingerprint, file.charts))
                items.append(Posed(item, AskedFile(file.id, file.format, file.content), gold, things))
        rejected = refusals("files", (file for file in files if isinstance(file, Rejected)))
        return Posing(data.label, tuple(items), (rejected,))

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """A converter, a control, or a function from a file to its graphs."""
        if system == "gold":
            return gold_system()
        if isinstance(system, str) and system in CONTROLS:
            return System(system, lambda posed: CONTROLS[system](posed.gold.charts), control=True)
        chosen = found(CONVERTERS, system, options)

        def answer(posed: Posed) -> Conversion:
            return converted(chosen.made, posed.asked, chosen.name)

        def lacking(posed: Posed) -> str:
            return lacks_format(chosen.made, posed.asked)

        return System(chosen.name, answer, chosen.lineages, calls=chosen.calls, lacks=lacking)

    def confidence_rows(self, rows: Sequence[LeaderboardRow], scores: Sequence[ItemScore], answers: Answers) -> Rows:
        """Cells of what converters say that they left out."""
        del scores
        return account_rows(rows, ((posed.item.place.data, answer) for posed, answer in answers))

    def prediction(self, content: Any, posed: Posed | None = None) -> Conversion:
        """A graph, a text or a record that holds one in any notation, or a file of one."""
        del posed
        return content if isinstance(content, Conversion) else Conversion((graph_prediction(content),))

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """``ID`` and the suffix of its format; the gold as ``ID.json``, with all charts in one."""
        suffix = format_named(posed.asked.format).result_suffix
        place_of(asked, posed.id, suffix).write_bytes(posed.asked.content)
        write_graph(place_of(gold, posed.id, ".json"), posed.gold.graph)
