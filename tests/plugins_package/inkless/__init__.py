"""A parser, a metric and a format from outside."""
