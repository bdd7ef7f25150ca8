"""Procedural triples, the notation that PAGED and text2flow give procedural graphs to language models in."""

from diagramloop.graph.triples._read import read_triples
from diagramloop.graph.triples._walk import ToldFlow, flows, started_flows
from diagramloop.graph.triples._write import names, triple, write_triples

__all__ = ["ToldFlow", "flows", "names", "read_triples", "started_flows", "triple", "write_triples"]
