"""How long a test waits before it says that something hangs. Long, for the machine may be busy:
whatever is right after a while is right. Nothing passes because it was quick."""

PATIENCE_S = 120.0
"""For an answer, or for something to be seen."""
PROCESS_S = 1800.0
"""For a process that may have to compile first."""
