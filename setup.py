"""The corpus lies at the checkout's root and travels with the package, installed as ``diagramloop/corpus``."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["diagramloop*"]), "diagramloop.corpus"],
    package_dir={"diagramloop.corpus": "corpus"},
)
