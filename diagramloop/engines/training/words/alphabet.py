"""The characters that the reader of words knows: Latin with accents of European languages, Greek, figures, signs."""

from __future__ import annotations

_PRINTABLE = range(0x21, 0x7F)  # of ASCII, without the space, which stands last as in PP-OCR's alphabets
_LATIN_1 = range(0xA1, 0x100)
_LATIN_EXTENDED_A = range(0x100, 0x180)
_GREEK = range(0x386, 0x3CF)
_SIGNS = "–—‘’“”„…•€←→↑↓↔⇒≤≥≠≈∞√∑∈∧∨¬✓"


def _letters() -> list[str]:
    codes = [*_PRINTABLE, *_LATIN_1, *_LATIN_EXTENDED_A, *_GREEK]
    characters = [chr(code) for code in codes if chr(code).isprintable()]
    return [*characters, *_SIGNS]


CHARACTERS = (*_letters(), " ")  # class 0 of the reader is CTC's blank, class n + 1 is character n
CLASS_OF = {character: number + 1 for number, character in enumerate(CHARACTERS)}


def classes_of(text: str) -> list[int] | None:
    """The classes of a text's characters; None if one of them is in no class."""
    classes = [CLASS_OF.get(character) for character in text]
    return None if None in classes else [number for number in classes if number is not None]
