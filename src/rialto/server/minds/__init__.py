"""Bots at server tables: worker processes and levels."""
