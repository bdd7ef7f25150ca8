"""Readings that check themselves: what each explains of its picture, and how sure every part is, without gold."""
