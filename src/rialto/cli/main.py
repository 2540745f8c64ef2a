"""`rialto play | serve | arena | replay | verify | perft | bench`."""

import sys


def main() -> int:
    """Until the commands are here: say so."""
    print("rialto: no command yet", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
