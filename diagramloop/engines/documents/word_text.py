"""The words of Word's paragraphs and tables."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from diagramloop.engines.documents.limits import Budget
from diagramloop.engines.documents.markdown_table import markdown_table
from diagramloop.engines.documents.office_xml import attribute, pieces, tag_of

WORD_COLUMNS = 63
"""What Word gives a table at most, for tables that do not tell their grid."""
_SIGNS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_INLINE = ("r", "hyperlink")


class Styles:
    """The names of the styles of paragraphs.

    Args:
        part: XML of the styles; empty where a document has none.
    """

    def __init__(self, part: bytes, budget: Budget) -> None:
        self._names: dict[str | None, str] = {}
        for style in pieces(part, 1, budget.check_time) if part else ():
            if style is None or tag_of(style) != "style" or attribute(style, "type") != "paragraph":
                continue
            name = _value(style, "name")
            self._names.setdefault(attribute(style, "styleId"), name)
            if attribute(style, "default") in ("1", "true", "on"):
                self._names[None] = name

    def name_of(self, paragraph: Element) -> str:
        """In lower case; that of the usual style where a paragraph names none that there is."""
        properties = _child(paragraph, "pPr")
        style = None if properties is None else _value(properties, "pStyle")
        return self._names.get(style, self._names.get(None, "")).lower()


def paragraph_text(paragraph: Element) -> str:
    """All that stands in its runs, and in those of its links."""
    return "".join(_run_text(run) for run in _runs(paragraph))


def _runs(paragraph: Element) -> Iterator[Element]:
    for child in paragraph:
        if tag_of(child) == "r":
            yield child
        elif tag_of(child) == "hyperlink":
            yield from (run for run in child if tag_of(run) == "r")


def _run_text(run: Element) -> str:
    text = ""
    for piece in run:
        tag = tag_of(piece)
        if tag == "t":
            text += piece.text or ""
        elif tag == "br":
            text += "\n" if attribute(piece, "type") in (None, "textWrapping") else ""
        else:
            text += _SIGNS.get(tag, "")
    return text


def table_markdown(table: Element, budget: Budget) -> str:
    """A table, each cell as often as it spans columns and rows of the table's grid.

    Raises:
        OverBudgetError: more cells or characters than the budget has.
    """
    columns = _grid_columns(table)
    rows: list[list[str]] = []
    characters = 0
    above: dict[int, tuple[str, int]] = {}
    for row in _children(table, "tr"):
        cells: list[str] = []
        here: dict[int, tuple[str, int]] = {}
        for cell in _children(row, "tc"):
            place = len(cells)
            text, span = _cell(cell, above.get(place), columns - place)
            budget.spend("cells", span)
            characters += len(text) * span
            budget.check("characters", characters)
            here[place] = (text, span)
            cells.extend([text] * span)
        rows.append(cells)
        above = here
    return markdown_table(rows)


def _grid_columns(table: Element) -> int:
    grid = _child(table, "tblGrid")
    columns = 0 if grid is None else len(_children(grid, "gridCol"))
    return columns or WORD_COLUMNS


def _cell(cell: Element, above: tuple[str, int] | None, columns: int) -> tuple[str, int]:
    """A cell's text, and how many of the columns that are left it spans; those of the cell that it goes on with."""
    properties = _child(cell, "tcPr")
    if properties is not None and above is not None:
        merge = _child(properties, "vMerge")
        if merge is not None and attribute(merge, "val") in (None, "continue"):
            return above
    span = "" if properties is None else _value(properties, "gridSpan")
    text = "\n".join(paragraph_text(paragraph) for paragraph in _children(cell, "p"))
    wanted = int(span) if span.isdecimal() and len(span) < 9 else columns if span else 1
    return text, max(1, min(wanted, columns))


def _children(element: Element, tag: str) -> list[Element]:
    return [child for child in element if tag_of(child) == tag]


def _child(element: Element, tag: str) -> Element | None:
    return next((child for child in element if tag_of(child) == tag), None)


def _value(element: Element, tag: str) -> str:
    """The value of the child of that name."""
    child = _child(element, tag)
    return "" if child is None else attribute(child, "val") or ""
