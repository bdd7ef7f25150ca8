"""The bytes of a document that is text."""

from __future__ import annotations

from diagramloop.errors import FormatError, RejectionReason

MAX_CHARACTERS = 10_000_000


def decoded(content: bytes) -> str:
    """Text in UTF-8, without a byte order mark.

    Raises:
        FormatError: it is not (UNREADABLE), or too long (TOO_LARGE).
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"not UTF-8 text (byte {error.start})", reason=RejectionReason.UNREADABLE) from error
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"more than {MAX_CHARACTERS} characters", reason=RejectionReason.TOO_LARGE)
    return text
