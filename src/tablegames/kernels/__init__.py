"""Numerics that games share: they count facts, and know no odds and no paytable.

Compiled code is kept in a cache beside the source or in the user's cache folder.  Where neither can be written, this package,
imported before any kernel, gives Numba a temporary folder for the life of the process.
"""

import atexit
import contextlib
import os
import shutil
import tempfile
from pathlib import Path


def _writable(folder: Path) -> bool:
    """Whether a file can be made in a folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


if "NUMBA_CACHE_DIR" not in os.environ:
    _user = Path(os.environ.get("XDG_CACHE_HOME") or Path(os.environ.get("HOME") or "/", ".cache"))
    if not (_writable(Path(__file__).parent / "__pycache__") or _writable(_user / "numba")):
        with contextlib.suppress(
            OSError
        ):  # and where there is none either, code is compiled by each process for itself
            os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="tablegames-")
            atexit.register(shutil.rmtree, os.environ["NUMBA_CACHE_DIR"], ignore_errors=True)
