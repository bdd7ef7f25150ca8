"""Prompts of the language models. Each is a file; ``$name`` in it stands for a part.

Above the line ``=== case ===`` a prompt says what is always so (the system's message), below it comes the case (the
user's), whose parts are put in as JSON, so that no document can end its quotation and go on as an instruction. A
prompt without that line, as papers print them, is one message, and texts are put into it as they are. Whatever the
answer, it is only ever read as what was asked for (:mod:`diagramloop.models.answers`).
"""

from __future__ import annotations

import os
from string import Template

from diagramloop.models.chat import Message
from diagramloop.models.prompts import Prompts, as_json, encodable

CASE = "=== case ==="


class ExtractionPrompts(Prompts):
    """The prompts of extractors, each replaced by that of ``folder`` which has it (:class:`Prompts`)."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        super().__init__("diagramloop.engines.extract", folder)

    def messages(self, name: str, **parts: object) -> list[Message]:
        """The prompt called ``name`` with its parts put into its slots, ready to be sent.

        Raises:
            KeyError: a part is missing.
        """
        quoted = {slot: as_json(part) for slot, part in parts.items()}
        plain = {slot: encodable(part) if isinstance(part, str) else quoted[slot] for slot, part in parts.items()}
        standing, line, case = self.text(name).partition(CASE)
        above = Template(standing).substitute(plain).strip()
        if not line:
            return [Message("user", above)]
        below = Message("user", Template(case).substitute(quoted).strip())
        return [Message("system", above), below] if above else [below]
