"""The table online: routes, live games, store and protocol."""
