"""Words of other libraries' errors."""

from __future__ import annotations

from diagramloop.errors import ModelError, RejectionReason

_NO_MEMORY = ("out of memory", "not enough memory", "can't allocate memory")  # as torch says it, of GPUs and of CPUs


def first_line(error: Exception) -> str:
    """The first line of an error's message, or its type's name where there is none; at most 300 characters."""
    return next(iter(str(error).splitlines()), type(error).__name__)[:300]


def gave_up(name: str, error: Exception) -> ModelError:
    """The error of a network that failed at its work (ENGINE_FAILED) or had too little memory (OUT_OF_MEMORY)."""
    short = isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in _NO_MEMORY)
    reason = RejectionReason.OUT_OF_MEMORY if short else RejectionReason.ENGINE_FAILED
    return ModelError(f"{name} failed: {first_line(error)}", reason=reason)
