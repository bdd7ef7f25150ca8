"""The model card (Mitchell et al. 2019) of tuned weights, made from their record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

MODEL_CARD = "MODEL_CARD.md"
_CARD = """# {name}

`{checkpoint}` tuned by `{make}`{adapter}. What the base itself was trained on is its makers' to say; the lineage beside
this card counts what was seen here.

| file | SHA-256 |
|---|---|
{files}

## Data
{train:,} examples for training and {validation:,} for validation, made by `{set_make}` with seed `{set_seed}`; licence
of their source: {licence}. {left_out:,} subjects were left out, for something is evaluated on them.

| option | value |
|---|---|
{options}

## Training
| setting | value |
|---|---|
{settings}

## Figures
Of the validation split, of whose charts or documents none was trained on:

| figure | value |
|---|---|
{figures}

## Limits
Validation is on the kind of data that it was tuned on: boards say what it does elsewhere. Code `{code}`.
"""


def model_card(record: Mapping[str, Any]) -> str:
    """The card as Markdown.

    Args:
        record: as :func:`diagramloop.engines.tuning.release.release` returns it.
    """
    settings, made = dict(record["settings"]), record["set"]
    taught = made["settings"]
    adapter = settings.pop("adapter")
    return _CARD.format(
        name=record["name"],
        checkpoint=settings.pop("checkpoint"),
        make=settings.pop("make"),
        adapter=f", as an adapter (LoRA) of rank {adapter['rank']} on `{adapter['layers']}`" if adapter else "",
        files=_rows((f"`{file}`", f"`{digest[:16]}`") for file, digest in record["sha256"].items()),
        train=record["examples"]["train"],
        validation=record["examples"]["validation"],
        set_make=taught["make"],
        set_seed=taught["seed"],
        licence=made["licence"],
        left_out=made["evaluated_and_left_out"],
        options=_rows((name, f"`{value}`") for name, value in sorted(taught["options"].items())),
        settings=_rows((name, f"`{value}`") for name, value in settings.items() if value is not None),
        figures=_rows((name, _shown(value)) for name, value in record["figures"].items()),
        code=record["code"] or "not recorded",
    )


def _shown(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "-" if value is None else f"`{value}`"


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
