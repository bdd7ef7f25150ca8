"""Model back ends; each is imported only when it is used."""
