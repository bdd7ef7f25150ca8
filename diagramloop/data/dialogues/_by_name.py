"""Voices by name: which ones dialogues are synthesised in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from diagramloop.by_name import NoSuchSystemError, check_options
from diagramloop.data.dialogues._model_voice import ModelVoice
from diagramloop.data.dialogues._voices import LabelVoice, ParaphraseVoice, RecordedVoice, Voice
from diagramloop.data.sources import Transition

MADE_BY: Mapping[str, Callable[..., Voice]] = {
    voice.name: voice for voice in (LabelVoice, ParaphraseVoice, RecordedVoice, ModelVoice)
}
WITHOUT_MODEL = (LabelVoice.name, ParaphraseVoice.name, RecordedVoice.name)


def voices_named(named: Mapping[str, Mapping[str, Any]], recorded: Iterable[Transition] = ()) -> tuple[Voice, ...]:
    """The voices of these names, to speak about one chart; without a name, all those that no model words.

    Args:
        named: options of each by its name.
        recorded: what annotated users said along that chart, for the voice of that name.

    Raises:
        NoSuchSystemError: there is no such voice, or it takes other options.
        ModelError: a model-backed one cannot be made.
    """
    chosen = named or {name: {} for name in WITHOUT_MODEL}
    return tuple(_made(name, options, recorded) for name, options in chosen.items())


def _made(name: str, options: Mapping[str, Any], recorded: Iterable[Transition]) -> Voice:
    if name not in MADE_BY:
        raise NoSuchSystemError(f"no voice {name!r}; there are: {', '.join(MADE_BY)}")
    given = (recorded,) if MADE_BY[name] is RecordedVoice else ()
    try:
        check_options(MADE_BY[name], options, *given)
    except TypeError as error:
        raise NoSuchSystemError(f"voice {name!r}: {error}") from error
    return MADE_BY[name](*given, **options)
