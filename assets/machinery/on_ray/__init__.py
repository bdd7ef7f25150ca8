"""Items on a cluster of Ray: the same bytes as on one machine, on as many as there are. Needs the extra ``ray``."""
