"""The text layer: what every engine that reads language needs, whatever it concludes from it.

:mod:`tokens` with their base forms by the :mod:`dictionary`, :mod:`sentences`, :mod:`clauses`, :mod:`phrases` that are
looked up in tokens, :mod:`bags` of weighted words that are compared, and :mod:`word_lists`, every entry of which says
where it is from.
"""
