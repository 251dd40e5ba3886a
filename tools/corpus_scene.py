"""A scene's desk: it runs commands in this process, and writes what each prints and makes to a file of its own."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import traceback
import zipfile
from hashlib import sha256
from pathlib import Path
from shlex import join

import corpus_world as world

LONGEST = 400_000
"""Characters of a text that is written whole; of a longer one the ends and its SHA-256."""
ENDS = 60_000


class Desk:
    """Where a scene's commands are run, and its outputs written."""

    def __init__(self, folder: Path, output: Path, root: Path) -> None:
        self.folder, self.output, self.root = folder, output, root
        self.count = 0
        self.seen: dict[Path, tuple[int, int]] = {}
        self.names: set[str] = set()

    def known(self) -> None:
        """Take the files that are there as known."""
        self.changed()

    def changed(self) -> list[Path]:
        """The files of the folder that are new or changed since last asked."""
        found = []
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and ".kept" not in path.parts:
                state = (path.stat().st_mtime_ns, path.stat().st_size)
                if self.seen.get(path) != state:
                    self.seen[path] = state
                    found.append(path)
        return found

    def run(self, words: list[str], stdin: bytes = b"", source: str = "") -> str:
        """Run a command, and write how it ended; its standard output."""
        line = join(words) + (f" {source}" if source else f" <<< {stdin.decode()!r}" if stdin else "")
        world.named(line)
        code, out, err = ended(words, stdin)
        parts = [f"$ tablegames {line}", f"exit {code}", "--- standard output", out, "--- standard error", err]
        for path in self.changed():
            parts += [f"--- file {path.relative_to(self.folder)}", shown(path)]
        self.write(line, "\n".join(parts))
        return out

    def write(self, name: str, text: str) -> None:
        """Write one output under a name made of ``name``."""
        digest = sha256(name.encode()).hexdigest()[:6]
        short = re.sub(r"[^A-Za-z0-9.=_-]+", "_", name).strip("_.")[:100]
        file = plain = f"{short}-{digest}" if name != short else short
        again = 1
        while file in self.names:  # the same command a second time
            again += 1
            file = f"{plain}-{again}"
        self.names.add(file)
        (self.output / f"{file}.txt").write_text(self.normal(text), encoding="utf-8", errors="surrogateescape")
        self.count += 1

    def normal(self, text: str) -> str:
        """A text without what is of this run and machine only."""
        import tablegames

        text = text.replace(str(self.folder), "TMP").replace(str(self.root), "ROOT")
        text = re.sub(rf"(?<![\w.]){re.escape(tablegames.__version__)}(?![\w]|\.\d)", "VERSION", text)
        text = re.sub(r"^compiling the kernels that this needs.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"\btook \d+\.\d\d s", "took T s", text)
        return re.sub(r"defect-\d{8}T\d{6}-\d+\.txt", "defect-TIME.txt", text)


def ended(words: list[str], stdin: bytes) -> tuple[object, str, str]:
    """``tablegames WORDS`` in this process: its exit code, standard output and standard error."""
    from tablegames.cli.app import main

    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.argv = ["tablegames", *words]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout, sys.stderr = io.TextIOWrapper(out, encoding="utf-8"), io.TextIOWrapper(err, encoding="utf-8")
    code: object = "none: main returned"
    terminated = signal.getsignal(signal.SIGTERM)
    try:
        main()
    except SystemExit as exit_:
        code = exit_.code or 0
    except BaseException:
        code = traceback.format_exc()
    finally:
        signal.signal(signal.SIGTERM, terminated)  # an export takes it for its process
        sys.stdout.flush()
        sys.stderr.flush()
        printed, complained = out.getvalue(), err.getvalue()
        sys.argv, sys.stdin, sys.stdout, sys.stderr = saved
    return code, shortened(printed.decode("utf-8", "replace")), shortened(complained.decode("utf-8", "replace"))


def shortened(text: str) -> str:
    """A text whole, or its ends and its SHA-256."""
    if len(text) <= LONGEST:
        return text
    digest = sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    return f"({len(text)} characters, SHA-256 {digest})\n{text[:ENDS]}\n...\n{text[-ENDS:]}"


def shown(path: Path) -> str:
    """A file as text: what it holds as far as a person can read it, and its SHA-256."""
    content, ending = path.read_bytes(), path.suffix
    digest = f"({len(content)} bytes, SHA-256 {sha256(content).hexdigest()})"
    if ending == ".pdf":
        said = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=False)
        return f"{digest}\n{shortened(said.stdout.decode('utf-8', 'replace'))}"
    if ending == ".xlsx":
        with zipfile.ZipFile(path) as book:
            parts = [f"--- part {name}\n{written(book.read(name))}" for name in sorted(book.namelist())]
        return "\n".join([digest, *parts])
    if ending == ".parquet":
        from pyarrow import parquet

        table = parquet.read_table(path)
        rows = [str(row) for row in table.slice(0, 500).to_pylist()]
        return "\n".join([digest, str(table.schema), f"{table.num_rows} rows", *rows])
    return written(content)


def written(content: bytes) -> str:
    """Bytes as text where they are text, tags on lines of their own; else their SHA-256."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return f"({len(content)} bytes, SHA-256 {sha256(content).hexdigest()})"
    if "\0" in text:
        return f"({len(content)} bytes, SHA-256 {sha256(content).hexdigest()})"
    return shortened(text.replace("><", ">\n<") if text.startswith("<?xml") else text)
