"""Telling people who are not there: whose turn it is, that a game begins or has ended."""
