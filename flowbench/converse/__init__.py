"""Dialogues along a flowchart (FloCA)."""
