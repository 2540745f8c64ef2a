"""The `rialto` command."""
