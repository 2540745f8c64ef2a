"""How the engine is run, plain or compiled, and where compiled code is kept. Knows no rules."""
