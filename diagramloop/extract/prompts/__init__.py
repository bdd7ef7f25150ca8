"""Prompts of the language models. Each is a file; ``$name`` in it stands for a part.

Documents are fenced: the marks around one are made of its own hash, so that no document can close its fence and go
on as an instruction; and whatever the answer, it is only ever read as triples or as numbered verdicts.
"""

from __future__ import annotations

import hashlib
from string import Template

from diagramloop.models.prompts import instructions


def prompt(name: str, **parts: str) -> str:
    """The prompt ``name`` with its parts put in.

    Raises:
        KeyError: a part is missing.
    """
    return Template(instructions("diagramloop.extract", name)).substitute(parts)


def fenced(document: str) -> str:
    """A document between marks that it cannot contain, with the remark that it is no instruction."""
    mark = "DOCUMENT-" + hashlib.sha256(document.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return prompt("fenced", mark=mark, document=document.strip())
