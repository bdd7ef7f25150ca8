"""Files of diagram formats whose graphs are known: what is converted, and what is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from diagramloop.data.sources._model import DataSet, Rejected
from diagramloop.graph import FlowGraph


@dataclass(frozen=True)
class FormatFile:
    """One file of a diagram format, with the charts that its own program draws.

    Attributes:
        id: unique within its source; letters, digits, ``_``, ``-`` and ``.`` only.
        source: name of the data set.
        licence: SPDX expression, or what the data set says of itself.
        format: its name in the table of formats.
        content: of the file.
        charts: one for each of its pages, in their order; at least one, without geometry.
        origin: where in the data set it was found, relative to the data set's root.
    """

    id: str
    source: str
    licence: str
    format: str
    content: bytes
    charts: tuple[FlowGraph, ...]
    origin: str = ""


class FileSource(DataSet, Protocol):
    """A data set of files of diagram formats."""

    def files(self) -> Iterator[FormatFile | Rejected]:
        """Every file of the data set, each once, or why it is not usable."""
        ...
