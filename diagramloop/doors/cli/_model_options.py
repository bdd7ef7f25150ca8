"""Which language model a command asks, how, and where its answers are kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

SERVER = "https://api.openai.com/v1"

Recogniser = Annotated[
    str,
    typer.Option(
        "--recogniser",
        help="What reads lines of text in pictures: FILE.onnx of PP-OCR or RapidOCR, of any size or language, or a "
        "name of `diagramloop plugins`.",
        metavar="FILE|NAME",
    ),
]
Model = Annotated[str | None, typer.Option("--model", help="Language model, as its server calls it.")]
BaseUrl = Annotated[
    str, typer.Option("--base-url", help="OpenAI-compatible server; its key is taken from OPENAI_API_KEY.")
]
Calls = Annotated[Path | None, typer.Option("--calls", help="Keep the model's answers in this file and replay them.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        help="A field of every request: top_p=0.9. temperature=null leaves it out. Repeat for several.",
        metavar="KEY=VALUE",
        show_default=False,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--setting",
        help="Of how it is asked, as in conf/model: seconds=600, thinking_tokens=8000, max_tokens.plan=4000, "
        "limit_field=max_completion_tokens. Repeat for several.",
        metavar="KEY=VALUE",
        show_default=False,
    ),
]


def configured(
    model: str | None,
    base_url: str,
    calls: Path | None,
    options: Iterable[str] | None = None,
    settings: Iterable[str] | None = None,
) -> dict[str, Any] | None:
    """The configuration that :func:`diagramloop.models.chat_model` takes; None where no model is named.

    Raises:
        typer.BadParameter: no ``KEY=VALUE``; an option or a setting, and no model.
    """
    extra, keys = _pairs("--option", options), _pairs("--setting", settings)
    if model is None:
        if extra or keys:
            raise typer.BadParameter(f"{'--option' if extra else '--setting'} is of a language model: add --model")
        return None
    configuration: dict[str, Any] = {"model": model, "base_url": base_url, "store": calls}
    if extra:
        configuration["extra"] = extra
    for key, value in keys.items():
        place, _, name = key.partition(".")
        if name:
            inside = configuration.setdefault(place, {})
            if not isinstance(inside, dict):
                raise typer.BadParameter(f"--setting {key}: {place} has a value of its own already")
            inside[name] = value
        else:
            configuration[key] = value
    return configuration


def _pairs(option: str, given: Iterable[str] | None) -> dict[str, Any]:
    """Keys and values, which are YAML: numbers, true and false, null, lists, texts."""
    pairs: dict[str, Any] = {}
    for pair in given or ():
        key, sign, value = pair.partition("=")
        if not (sign and key.strip()):
            raise typer.BadParameter(f"{option} {pair!r} is no KEY=VALUE")
        try:
            pairs[key.strip()] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise typer.BadParameter(f"{option} {key}: {value!r} cannot be read as YAML") from error
    return pairs
