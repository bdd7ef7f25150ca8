"""On what all rooms stand and what knows no chart: words (`text`), the room for foreign processes (`room`)."""
