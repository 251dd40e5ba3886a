"""Which software made a report: its version, and a digest of its own source files."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import tablegames

SUFFIXES = frozenset({".py", ".toml", ".typ", ".j2"})
"""What the figures and the pages are made of: code, the law, the templates."""


def software_line() -> str:
    """The version, and the digest by which an installed copy is compared with another."""
    return f"tablegames {tablegames.__version__}; SHA-256 of its source files {source_digest()}"


@cache
def source_digest() -> str:
    """The SHA-256 over all source files of the installed package."""
    return digest_of(Path(tablegames.__path__[0]))


def digest_of(folder: Path) -> str:
    """The SHA-256 over a folder's source files: of each, in the order of their paths, the path and the file's own SHA-256.

    A line is ``PATH``, a blank, and the digest in hexadecimal digits; ends of lines in a file count as one sign.
    """
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in SUFFIXES}
    whole = sha256()
    for name, path in sorted(files.items()):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{name} {sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()
