"""What the benchmark makes: one module per group, one declared stage per artifact."""

SOURCES = (
    "flowbench/by_name.py",
    "flowbench/errors.py",
    "flowbench/graph",
    "flowbench/models",
    "flowbench/render",
    "flowbench/sources",
    "flowbench/whole_files.py",
)
"""``code`` of every stage that knows a data set's types: the library's sources and all that they stand on."""
