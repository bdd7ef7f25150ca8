"""The systems of each task: the protocols, the kinds of plug-ins, what they are given and what they return.

The referee's side: a contestant fulfils one of these protocols, and is found by its entry point.
"""
