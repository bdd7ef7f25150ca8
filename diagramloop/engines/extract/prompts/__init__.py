"""Prompts of the language models. Each is a file; ``$name`` in it stands for a part.

Documents are fenced: the marks around one are made of its own hash, so that no document can close its fence and go
on as an instruction; and whatever the answer, it is only ever read as triples or as numbered verdicts.
"""

from __future__ import annotations

import hashlib
import os

from diagramloop.models.prompts import Prompts


class ExtractionPrompts(Prompts):
    """The prompts of extractors, each replaced by that of ``folder`` which has it (:class:`Prompts`)."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        super().__init__("diagramloop.engines.extract", folder)

    def fenced(self, document: str) -> str:
        """A document between marks that it cannot contain, with the remark that it is no instruction."""
        mark = "DOCUMENT-" + hashlib.sha256(document.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return self.filled("fenced", mark=mark, document=document.strip())
