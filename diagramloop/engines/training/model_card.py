"""The model card (Mitchell et al. 2019) of a weight, made from its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_CARD = """# {name}

A network that sees the ink of diagrams: for each pixel ground, connector, head, border, text or frame, whether it is
inside of a node, and the course of its line from tail to head; centres of nodes with their size and kind. It reads no
text and says no edges: the parser's agents do. U-Net with {parameters:,} parameters, widths {widths}.

| file | what | bytes |
|---|---|---|
{files}

## Data
{pages:,} pages were drawn or taken for {steps:,} steps of {batch} crops of {crop_px} px, seed `{seed}`.

| source | made by | share | licence | SHA-256 of the list of real things seen |
|---|---|---|---|---|
{sources}

## Figures
On {validation_pages} pages that it was not trained on, at step {validated}:

| figure | value |
|---|---|
{figures}

The ONNX graph is within {difference:.1e} of the weights. The graph in int8 gives {same:.2%} of all cells the same
class, and {same_ink:.2%} of those that are ink.

## Limits
Trained on diagrams alone: on other pictures its answers mean nothing. Validation is of the kinds of pages that it was
trained on; boards say what it does elsewhere. The graph in int8 may differ in last bits between kinds of processors.

Code `{code}`.
"""


def model_card(record: Mapping[str, Any]) -> str:
    """The card as Markdown.

    Args:
        record: as :func:`diagramloop.engines.training.release.release` returns it.
    """
    settings, validation, name = record["settings"], dict(record["validation"]), record["name"]
    sources = (
        (source, f"`{each['make']}`", f"{each['share']:g}", each["licence"], f"`{record['things'][source][:16]}`")
        for source, each in sorted(settings["sources"].items())
    )
    kinds = {f"{name}.onnx": "graph, float32", f"{name}.int8.onnx": "graph, int8"}
    validated = validation.pop("step", "none")
    return _CARD.format(
        name=name,
        parameters=record["parameters"],
        widths=", ".join(map(str, settings["network"]["widths"])),
        files=_rows((f"`{file}`", kinds[file], f"{size:,}") for file, size in sorted(record["bytes"].items())),
        pages=record["pages"],
        steps=record["steps"],
        **{field: settings[field] for field in ("batch", "crop_px", "seed", "validation_pages")},
        sources=_rows(sources),
        validated=validated,
        figures=_rows((figure, "-" if value is None else f"{value:.3f}") for figure, value in validation.items()),
        difference=record["largest_difference_of_graph"],
        same=record["same_class_in_int8"]["all"],
        same_ink=record["same_class_in_int8"]["ink"],
        code=record["code"] or "not recorded",
    )


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
