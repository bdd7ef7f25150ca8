"""Folders of prompts of one's own, which systems name: ``prompts: FOLDER`` in their options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from diagramloop.models.prompts import folder_digest

PROMPTS = "prompts"  # the option's name


def prompt_folders(options: Any) -> list[str]:
    """The folders named anywhere in ``options``, each once, in order of name."""
    return sorted(set(_named(options)))


def prompts_identity(options: Any) -> list[str]:
    """A line for each of those folders, with the digest of what is in it."""
    return [f"{folder} {folder_digest(folder)}" for folder in prompt_folders(options)]


def _named(options: Any) -> Iterator[str]:
    if isinstance(options, Mapping):
        for name, value in options.items():
            if name == PROMPTS and isinstance(value, str):
                yield value
            else:
                yield from _named(value)
    elif isinstance(options, list):
        for value in options:
            yield from _named(value)
