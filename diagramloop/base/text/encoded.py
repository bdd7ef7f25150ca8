"""Content that is encoded in a text: bytes as base64, characters as references of HTML. Errors are typed."""

from __future__ import annotations

import base64
import html
import re

from diagramloop.errors import FormatError, RejectionReason

_LEADING_ZEROS = re.compile(r"(?<=&#)0++(?=\d)")
_BEYOND_UNICODE = re.compile(r"&#\d{8,}+;?")  # Python makes no number of more than 4,300 digits


def decoded_base64(text: str, *, strict: bool = True) -> bytes:
    """The bytes that ``text`` stands for.

    Args:
        strict: whether signs that are no base64 are refused; else those of ASCII are passed over.

    Raises:
        FormatError: no base64 (UNREADABLE).

    Example:
        >>> from diagramloop.base.text.encoded import decoded_base64
        >>> decoded_base64("dGVh")
        b'tea'
    """
    try:
        return base64.b64decode(text, validate=strict)
    except ValueError as error:  # binascii's is one
        raise FormatError(f"not base64: {error}", reason=RejectionReason.UNREADABLE) from error


def unescaped(text: str) -> str:
    """``text`` with HTML's character references as the characters; one beyond Unicode becomes U+FFFD.

    Example:
        >>> from diagramloop.base.text.encoded import unescaped
        >>> unescaped("3 &#62; 2 &amp; 1")
        '3 > 2 & 1'
    """
    if "&#" in text:
        text = _BEYOND_UNICODE.sub("\ufffd", _LEADING_ZEROS.sub("", text))
    return html.unescape(text)
