"""From what a system answered to its row: the one place that decides what an item of a row is, and what counts.

:mod:`.outcome` says of every item whether it is scored, :mod:`.scores` scores it, :mod:`.rows` sums a row up, and each
task has a module of its own. :func:`evaluate` does all of it in one call; the pipeline is its caching form.
"""
