"""Answers to the nodes that ground them (Follow the Flow)."""
