"""Agents of the inverse parser that see by a small network: what is ink of what is learned, not told by rules."""
