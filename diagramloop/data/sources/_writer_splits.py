"""Splits of a data set by who drew its pages."""

from __future__ import annotations

from typing import Literal, get_args

from diagramloop.errors import RejectionReason, SourceError

WriterSplit = Literal["train", "validation", "test"]
SplitChoice = WriterSplit | Literal["all"]


def check_split(split: str) -> None:
    """Check that there is such a split.

    Raises:
        SourceError: there is none (INVALID).
    """
    known = ("all", *get_args(WriterSplit))
    if split not in known:
        raise SourceError(f"no split {split!r}: {', '.join(known)}", reason=RejectionReason.INVALID)
