"""Opponents that play from a View, and the arena that says how strong they are."""
