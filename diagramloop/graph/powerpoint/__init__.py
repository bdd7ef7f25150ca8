"""PowerPoint's slides: native shapes, and glued connectors; written by python-pptx, of the extra ``editors``."""

from diagramloop.graph._format import Format
from diagramloop.graph.powerpoint._census import powerpoint_census
from diagramloop.graph.powerpoint._read import (
    SlideReading,
    powerpoint_charts,
    read_drawing,
    read_powerpoint,
    read_slide,
)
from diagramloop.graph.powerpoint._smart_art import read_smart_art
from diagramloop.graph.powerpoint._write import write_powerpoint

__all__ = [
    "POWERPOINT",
    "SlideReading",
    "powerpoint_census",
    "powerpoint_charts",
    "read_drawing",
    "read_powerpoint",
    "read_slide",
    "read_smart_art",
    "write_powerpoint",
]

POWERPOINT = Format(
    "powerpoint",
    (".pptx",),
    read_powerpoint,
    write_powerpoint,
    media_type="application/vnd.openxmlformats-officedocument.presentationml.presentation",
    title="PowerPoint",
    binary=True,
    placed=True,
    needs="editors",
    charts=powerpoint_charts,
    census=powerpoint_census,
)
