"""Addresses of the web as messages and records show them: without the keys that some hold."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from diagramloop.models.redaction import REDACTED, Redaction

_SECRET = re.compile(r"token|key|secret|password|sig|credential", re.IGNORECASE)  # in a parameter's name
_CREDENTIALS = re.compile(r"(?<=//)[^/?#]*@")
_PARAMETER = re.compile(r"(?<=[?&])([^=&#]*+)(=[^&#]*+)?+")


def shown(url: str) -> str:
    """``url`` without a user's name and password, and without values of parameters that are named as secrets are.

    >>> shown("https://me:pass@host/a?part=1&access_token=abc")
    'https://host/a?part=1&access_token=[redacted]'
    """
    return _PARAMETER.sub(_hidden, _CREDENTIALS.sub("", url, count=1))


def redaction_of(url: str) -> Redaction:
    """Takes out of messages what is secret in ``url``: a server may say back what it was sent."""
    parts = urlsplit(url)
    parameters = (value for name, value in parse_qsl(parts.query) if _SECRET.search(name))
    return Redaction(parts.username or "", parts.password or "", *parameters)


def _hidden(parameter: re.Match[str]) -> str:
    return f"{parameter[1]}={REDACTED}" if parameter[2] and _SECRET.search(parameter[1]) else parameter[0]
