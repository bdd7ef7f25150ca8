"""The parts of FloDial: which dialogue belongs to which.

*S-Flo* and *U-Flo* divide the same dialogues in two ways, by charts that are seen and that are not seen in training,
so that a dialogue can be in a part of either. ``dialogs/NAME-test.json`` lists the test part of each
(``{"tst": [ids]}``), ``dialogs/NAME.json`` the two others (``{"trn", "val"}``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from diagramloop.data.sources._files import read_json
from diagramloop.errors import RejectionReason, SourceError

TEST_DIALOGUES = "dialogs/test_dialogs.json"


class _List(NamedTuple):
    file: str
    key: str


SPLITS: Mapping[str, _List] = {
    f"{name}{part}": _List(f"dialogs/{name}{file}.json", key)
    for name in ("s-flo", "u-flo")
    for part, file, key in (("", "-test", "tst"), ("-dev", "", "val"), ("-train", "", "trn"))
}
"""By name, where the ids of a part are listed; the test parts have the plain names."""
TEST_SPLITS = ("s-flo", "u-flo")


class FloDialSplits:
    """The parts of the data set in a folder.

    Args:
        root: the folder.
        chosen: a name in :data:`SPLITS`; None for the test dialogues, whichever parts they are in.

    Raises:
        SourceError: there is no part of that name (UNSUPPORTED).
    """

    def __init__(self, root: Path, chosen: str | None) -> None:
        if chosen is not None and chosen not in SPLITS:
            told = f"FloDial has no split {chosen!r}; there are: {', '.join(SPLITS)}"
            raise SourceError(told, reason=RejectionReason.UNSUPPORTED)
        self._root, self._chosen = root, chosen

    @cached_property
    def rows(self) -> dict[str, Any]:
        """Every dialogue that may be in the part, by id, as it stands in its file.

        Raises:
            SourceError: there is no file of dialogues (MISSING), or one is not in its documented form.
        """
        files = [TEST_DIALOGUES] if self._chosen is None else self._files()
        return {id: row for file in files for id, row in self._object(file, "an object of dialogues").items()}

    def members(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The id of each dialogue of the part, in the order of the files, with the names of the parts that it is in.

        Those that a list names and no file holds come last.

        Raises:
            SourceError: as :meth:`rows`, or the list of the chosen part is not there or not in its form.
        """
        listed = {name: self._listed(name) for name in self._looked_at()}
        for id in self.rows:
            parts = tuple(name for name, ids in listed.items() if id in ids)
            if parts or self._chosen is None:
                yield id, parts
        if self._chosen is not None:
            yield from ((id, (self._chosen,)) for id in listed[self._chosen] if id not in self.rows)

    def _looked_at(self) -> tuple[str, ...]:
        if self._chosen is not None:
            return (self._chosen,)
        return tuple(name for name in TEST_SPLITS if (self._root / SPLITS[name].file).exists())

    def _files(self) -> list[str]:
        """The files of dialogues that lie there, whatever their part is called."""
        found = sorted(path.relative_to(self._root).as_posix() for path in self._root.glob("dialogs/*dialogs.json"))
        return found or [TEST_DIALOGUES]

    def _listed(self, name: str) -> dict[str, None]:
        file, key = SPLITS[name]
        ids = self._object(file, "an object of lists of ids").get(key)
        if not isinstance(ids, list):
            raise SourceError(f'{file} has no list "{key}" of ids', reason=RejectionReason.INVALID)
        return dict.fromkeys(map(str, ids))

    def _object(self, file: str, what: str) -> dict[str, Any]:
        rows = read_json(self._root, file)
        if not isinstance(rows, dict):
            raise SourceError(f"{file} is not {what}", reason=RejectionReason.INVALID)
        return rows
