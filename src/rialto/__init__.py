"""Rialto, the board game, as one engine for people, bots and research."""
