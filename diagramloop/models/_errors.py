"""What the errors of other libraries say."""

from __future__ import annotations


def first_line(error: Exception) -> str:
    """The first line of an error's message, or its type's name where there is none; at most 300 characters."""
    return next(iter(str(error).splitlines()), type(error).__name__)[:300]
