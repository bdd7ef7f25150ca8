"""Dialogues and conversations in a column of a table: their JSON form, checked when it is read again."""

from __future__ import annotations

from pydantic import TypeAdapter

from diagramloop.data.sources import FAQ, Conversation, Dialogue

dialogue_form = TypeAdapter(Dialogue)
faqs_form = TypeAdapter(tuple[FAQ, ...])
conversation_form = TypeAdapter(Conversation)
