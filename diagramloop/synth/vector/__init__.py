"""Charts as vector drawings in the dialects of tools and models."""
