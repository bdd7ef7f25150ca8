"""Ways in for people and programs: command line, HTTP, agents' tools, other evaluation frameworks, the Hub."""
