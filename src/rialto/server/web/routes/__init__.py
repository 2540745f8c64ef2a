"""The HTTP side, one file for each thing a client comes for."""
