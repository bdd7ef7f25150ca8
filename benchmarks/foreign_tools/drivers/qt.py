"""Qt: a painter on QSvgGenerator, as Qt's own diagram editors export."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from command_line import Drawn
from places import corners, headed, is_oval, label_place, triangle, way


@cache
def _application() -> Any:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    return QGuiApplication([])


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    _application()
    from PySide6.QtCore import QBuffer, QRectF, QSize
    from PySide6.QtGui import QFont, QPainter
    from PySide6.QtSvg import QSvgGenerator

    buffer, generator = QBuffer(), QSvgGenerator()
    generator.setOutputDevice(buffer)
    w, h = round(chart["width"]) + 20, round(chart["height"]) + 20
    generator.setSize(QSize(w, h))
    generator.setViewBox(QRectF(-10, -10, w, h))
    generator.setResolution(96)
    painter = QPainter(generator)
    painter.setFont(QFont("DejaVu Sans", 8))
    for group in chart["groups"]:
        _shape(painter, group, "#f0f0f0", top=True)
    for edge in chart["edges"]:
        _line(painter, edge)
    for node in chart["nodes"]:
        _shape(painter, node, "#ffffff", top=False)
    painter.end()
    return Drawn(bytes(buffer.data().data()).decode("utf-8"))


def _polygon(points: list[tuple[float, float]]) -> Any:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPolygonF

    return QPolygonF([QPointF(x, y) for x, y in points])


def _shape(painter: Any, element: dict[str, Any], fill: str, *, top: bool) -> None:
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QBrush, QColor

    box = QRectF(*(element[side] for side in ("x", "y", "width", "height")))
    painter.setBrush(QBrush(QColor(fill)))
    if is_oval(element):
        painter.drawEllipse(box)
    elif element.get("shape") == "rounded":
        painter.drawRoundedRect(box, 8, 8)
    else:
        painter.drawPolygon(_polygon(corners(element)))
    at = Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box, int(Qt.AlignmentFlag.AlignHCenter | at), element["text"])


def _line(painter: Any, edge: dict[str, Any]) -> None:
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QBrush

    pen = painter.pen()
    pen.setStyle(Qt.PenStyle.DashLine if edge["dotted"] else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.drawPolyline(_polygon(way(edge)))
    pen.setStyle(Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(QBrush(Qt.GlobalColor.black))
    for points in headed(edge):
        painter.drawPolygon(_polygon(triangle(points)))
    x, y = label_place(edge)
    for i, line in enumerate(edge["label"].split("\n")):
        painter.drawText(QPointF(x + 4, y + 14 * i), line)
