"""What the benchmark makes: one module per group, one declared stage per artifact."""

SOURCES = (
    "diagramloop/by_name.py",
    "diagramloop/errors.py",
    "diagramloop/graph",
    "diagramloop/models",
    "diagramloop/render",
    "diagramloop/sources",
    "diagramloop/whole_files.py",
)
"""``code`` of every stage that knows a data set's types: the library's sources and all that they stand on."""
