"""Takes secrets out of what comes back from a server: some say the key back that they were sent, in errors or answers.

What a server says goes far: into messages, tables, reports, the store of calls. So this stands where it comes in.
"""

from __future__ import annotations

import base64
import html
import re

REDACTED = "[redacted]"
LEAST_CHARACTERS = 8  # of a key that is looked for by itself: shorter ones are words (EMPTY, ollama), as texts hold

_TOKEN = rb"(?i:\bbearer)(?:\s|%20|\+)+(?=[a-zA-Z._~+/=-]*[0-9])[\w.~+/=-]{16,}"  # somebody else's, by its looks
_REST_OF_BASE64 = rb"[\w+/=-]{0,3}"


class Redaction:
    """Replaces secrets by ``[redacted]``: as they are, and as JSON, HTML, URLs and base64 spell them.

    What looks like a token after ``Bearer`` is replaced too, whoever's it is.

    Args:
        secrets: empty ones are none.
    """

    def __init__(self, *secrets: str) -> None:
        ways = [way for secret in secrets if secret for way in _ways(_sought(secret))]
        self._secret = re.compile(b"|".join([*ways, _TOKEN]))

    def __call__(self, content: bytes) -> bytes:
        """``content`` without the secrets."""
        return self._secret.sub(REDACTED.encode(), content)

    def text(self, text: str) -> str:
        """Return a text without them, like bytes."""
        return self(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def _sought(secret: str) -> bytes:
    """The secret, or, if it is a word, the header in which it was sent."""
    return (secret if len(secret) >= LEAST_CHARACTERS else f"Bearer {secret}").encode("utf-8", "surrogatepass")


def _ways(secret: bytes) -> list[bytes]:
    """Patterns of the secret itself, and of base64 of something that holds it 0, 1 or 2 bytes after a whole group."""
    return [_spelled(secret), *(_spelled(_inside_base64(secret, shift)) + _REST_OF_BASE64 for shift in range(3))]


def _inside_base64(secret: bytes, shift: int) -> bytes:
    """The characters of base64 that are the secret's alone, ``shift`` bytes after the beginning of a group."""
    whole = (shift + len(secret)) * 8 // 6  # characters without a bit of what follows
    return base64.b64encode(b"\0" * shift + secret)[-(-shift * 8 // 6) : whole]


def _spelled(secret: bytes) -> bytes:
    return b"".join(_character(byte) for byte in secret)


def _character(byte: int) -> bytes:
    r"""A byte as it is, and as ``%2F``, ``\/``, ``\u002f``, ``&#47;``, ``&amp;`` or, in base64 for URLs, ``_``."""
    own = re.escape(bytes([byte]))
    ways = [own, b"%%(?i:%02x)" % byte, rb"\\" + own, rb"\\u00(?i:%02x)" % byte]
    ways += [b"&#0*%d;" % byte, b"&#[xX]0*(?i:%x);" % byte, re.escape(html.escape(chr(byte)).encode("latin-1"))]
    ways += {ord("/"): [b"_"], ord("+"): [b"-"], ord(" "): [rb"\+"]}.get(byte, [])
    return b"(?:" + b"|".join(sorted(set(ways))) + b")"
