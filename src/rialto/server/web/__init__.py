"""The doors: HTTP routes, WebSocket, streams, the built page."""
