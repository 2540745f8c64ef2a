"""What a command says instead of a stack trace."""


class Complaint(Exception):
    """Bad input: one line for the user, exit code 2."""
