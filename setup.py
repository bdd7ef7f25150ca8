"""The corpus lies at the checkout's root and travels with the package, installed as ``diagramloop/corpus``.

pyproject.toml can list packages or say how to find them. This needs both: those that are found, and one from another
folder. A list by hand would leave out the next new package.
"""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["diagramloop*"]), "diagramloop.corpus"],
    package_dir={"diagramloop.corpus": "corpus"},
)
