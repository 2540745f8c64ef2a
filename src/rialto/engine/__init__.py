"""The game itself: pure, no I/O, no clock, no language."""
