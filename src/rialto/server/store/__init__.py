"""The event store: everything that is kept, and all SQL."""
