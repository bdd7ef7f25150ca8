"""Which language model a command asks, and where its answers are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

SERVER = "https://api.openai.com/v1"

Model = Annotated[str | None, typer.Option("--model", help="Language model, as its server calls it.")]
BaseUrl = Annotated[
    str, typer.Option("--base-url", help="OpenAI-compatible server; its key is taken from OPENAI_API_KEY.")
]
Calls = Annotated[Path | None, typer.Option("--calls", help="Keep the model's answers in this file and replay them.")]


def configured(model: str | None, base_url: str, calls: Path | None) -> dict[str, Any] | None:
    """The configuration that :func:`diagramloop.models.chat_model` takes; None where no model is named."""
    return {"model": model, "base_url": base_url, "store": calls} if model else None
