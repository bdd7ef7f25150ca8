"""What papers published, judged by arithmetic and set beside what is measured here."""
