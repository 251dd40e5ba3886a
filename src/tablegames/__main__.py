"""``python -m tablegames``."""

from tablegames.cli import main

main()
