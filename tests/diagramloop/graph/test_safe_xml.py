"""XML that nobody vouches for: what is refused, and how soon."""

from __future__ import annotations

import pytest

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.safe_xml import MAX_BYTES, children, read_xml, tag_of, tagged


def test_names_are_without_their_namespace() -> None:
    root = read_xml('<a xmlns="urn:x"><b><c/></b><!-- c --><c i="1"/></a>')
    assert (tag_of(root), [tag_of(child) for child in children(root, "c")]) == ("a", ["c"])
    assert [element.get("i") for element in tagged(root, "c")] == [None, "1"]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("", RejectionReason.EMPTY),
        (" " * (MAX_BYTES + 1), RejectionReason.TOO_LARGE),
        ("<a>" * 6_000_000, RejectionReason.TOO_LARGE),  # at once: nobody reads it to its end
        ("<a>", RejectionReason.SYNTAX),
        ("<!DOCTYPE a><a/>", RejectionReason.UNSAFE),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', RejectionReason.UNSAFE),
        (b'<?xml version="1.0" encoding="none"?><a/>', RejectionReason.UNREADABLE),
    ],
)
def test_what_is_refused(document: str | bytes, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as told:
        read_xml(document)
    assert told.value.reason is reason
