"""The formats of a report: each renders the one content model as bytes, the same for the same content."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tablegames.core.law import Refused
from tablegames.report.document import Document

CHART_LIBRARY = ("matplotlib.style", "matplotlib.figure", "matplotlib.backends.backend_svg")


class Format(NamedTuple):
    """A format: the module that renders it, imported when it is used, whether it shows charts, and the libraries it needs."""

    module: str
    charts: bool
    libraries: tuple[str, ...] = ()

    def load(self) -> None:
        """Import what the format needs: most of a second, which costs little beside an analysis."""
        for module in (f"{__name__}.{self.module}", *(CHART_LIBRARY if self.charts else ())):
            import_module(module)


FORMATS = {
    "pdf": Format("pdf", charts=True, libraries=("typst", "matplotlib")),
    "html": Format("html", charts=True, libraries=("jinja2", "matplotlib")),
    "xlsx": Format("xlsx", charts=False, libraries=("xlsxwriter",)),
    "md": Format("markdown", charts=False),
    "json": Format("json_file", charts=False),
}
"""The formats by the ending of a file's name."""


def format_named(name: str) -> Format:
    """A format by the ending that files of it have, without the point.

    Refused before anything is worked out: another ending, and a format whose libraries are not installed.
    """
    if name not in FORMATS:
        raise Refused(f"a report is {', '.join(FORMATS)}, not {name or 'without an ending'!a}")
    for library in FORMATS[name].libraries:
        if find_spec(library) is None:
            raise Refused(f"a report as {name} needs {library}: pip install 'tablegames[reports]'")
    return FORMATS[name]


def format_of(path: Path) -> Format:
    """The format of a file, by the ending of its name; refused as :func:`format_named` does."""
    suffix = path.suffix.removeprefix(".").lower()
    if suffix not in FORMATS:
        raise Refused(f"{path}: a report's name ends in {', '.join(f'.{name}' for name in FORMATS)}")
    return format_named(suffix)


def render(document: Document, form: Format) -> bytes:
    """The bytes of a report in a format."""
    renderer: Callable[[Document], bytes] = import_module(f"{__name__}.{form.module}").render
    return renderer(document)
