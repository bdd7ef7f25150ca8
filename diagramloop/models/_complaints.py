"""Reading a server's complaint about a request: what it will not take, and which setting takes it out."""

from __future__ import annotations

import re

OF_THE_REQUEST = (400, 422)  # statuses whose text is about what was sent; others speak of long waits and safety, too
SERVERS_FAULT = 500  # and above
MAX_COMPLAINT = 10_000  # characters that are read
_DECLINED = ("content_policy", "moderation_blocked", "safety", "content_filter")
_TOO_LONG = (
    "context_length_exceeded",
    "context length",
    "maximum context",
    "too long",
    "too many tokens",
    "context size",
)
_NAMES_THE_LIMIT = re.compile(r"max_(?:completion_)?tokens|in the completion|completion tokens")
_CONTEXT = re.compile(r"(?:context length (?:is|of)|context size \(?|n_ctx\D{0,4}) ?(\d[\d,]{0,30})")
_OF_MESSAGES = re.compile(r"(\d[\d,]{0,30}) (?:tokens )?(?:in the messages|input tokens|from the input|of input)")

_LEFT_OUT = "{0}: null, or --option {0}=null, leaves it out"
_OTHER_FIELD = (
    "limit_field: max_completion_tokens, or --setting limit_field=max_completion_tokens, sends it under that name"
)
_LOWER = "max_tokens: N, or --setting max_tokens=N, allows answers of N tokens"
_NOT_TAKEN = re.compile(r"\b(?:not supported|unsupported|not implemented)\b")
_FORM = re.compile(r"response.?format|json.?schema|structured output|grammar")
_ONE_SCHEMA = re.compile(r"invalid (?:json )?schema|schema (?:contains|error|conversion)|grammar")
_REFUSES = ("unsupported", "not support", "not permitted", "not allowed", "unknown", "unrecognized", "extra", "use '")


def is_declined(complaint: str) -> bool:
    """True of a complaint that the request is not to be answered, whatever its form."""
    return any(sign in complaint for sign in _DECLINED)


def is_of_a_form(status: int, complaint: str) -> bool:
    """True of a complaint that may be owed to the form in which the answer was to be: asked without, one may come."""
    low = complaint[:MAX_COMPLAINT].lower()
    if status in OF_THE_REQUEST:
        return not is_declined(low) and not is_too_long(low)
    return status >= SERVERS_FAULT and bool(_FORM.search(low))


def is_of_one_schema(complaint: str) -> bool:
    """True of a complaint about what stands in a schema: others may be taken."""
    return bool(_ONE_SCHEMA.search(complaint[:MAX_COMPLAINT].lower()))


def is_too_long(complaint: str) -> bool:
    """True of a complaint that what was asked is longer than the model takes: the input itself, and not the answer that
    was allowed beside it."""
    if not any(sign in complaint for sign in _TOO_LONG):
        return False
    context, messages = _CONTEXT.search(complaint), _OF_MESSAGES.search(complaint)
    if context and messages:
        return _number(messages) >= _number(context)
    return not _NAMES_THE_LIMIT.search(complaint)


def is_not_taken(complaint: str) -> bool:
    """True of a complaint that the server never takes such a request: some, llama.cpp's among them, send it with the
    status of a fault that may pass."""
    return bool(_NOT_TAKEN.search(complaint.lower()))


def way_out(complaint: str) -> str:
    """The setting to be changed after a complaint, as the end of a message; empty where none is known."""
    low = complaint.lower()
    if _NAMES_THE_LIMIT.search(low):
        return f" ({_OTHER_FIELD if 'max_tokens' in low and any(sign in low for sign in _REFUSES) else _LOWER})"
    for field in ("temperature", "seed"):
        if re.search(rf"\b{field}\b", low):
            return f" ({_LEFT_OUT.format(field)})"
    return ""


def _number(matched: re.Match[str]) -> int:
    return int(matched[1].replace(",", ""))
