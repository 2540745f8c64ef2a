"""Keeping a server: what its operator orders, and what people want forgotten."""
