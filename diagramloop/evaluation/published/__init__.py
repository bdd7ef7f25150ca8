"""Published values of papers, judged by arithmetic and set beside what is measured here."""
