"""A PDF from one of the Typst templates of this package: what a user typed reaches it as data, never as source.

A template is written by us and read from ``templates/``.  It finds its data as JSON in ``sys.inputs.data`` and charts as SVG
text in ``sys.inputs``, by ``image(bytes(sys.inputs.at("NAME")))``.  The fonts are those inside the typst package and
Matplotlib's DejaVu, which have the suit signs; none of the machine's is used, so the same input gives the same bytes
everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tablegames.law import Refused

TEMPLATES = Path(__file__).parent / "templates"
NO_IMAGES: Mapping[str, bytes] = {}
DATA = "data"


def pdf(template: str, data: object, images: Mapping[str, bytes] = NO_IMAGES) -> bytes:
    """The bytes of a PDF.

    ``template`` is a file of ``templates/`` without its ``.typ``; it must set ``document(date: none)``.  ``data`` is anything
    JSON can hold; ``images`` are SVG files by a name other than ``data``.
    Raises :class:`~tablegames.law.Refused` where the libraries of ``tablegames[reports]`` are not installed.
    """
    fonts = _fonts()
    import typst

    inputs = {name: image.decode() for name, image in images.items()} | {DATA: json.dumps(data, ensure_ascii=False)}
    return typst.compile(
        TEMPLATES / f"{template}.typ", root=TEMPLATES, font_paths=fonts, sys_inputs=inputs, format="pdf"
    )


@cache
def _fonts() -> Any:
    """The fonts of the two packages."""
    try:
        import matplotlib
        import typst
    except ModuleNotFoundError as missing:
        raise Refused(f"a PDF needs {missing.name}: pip install 'tablegames[reports]'") from None
    return typst.Fonts(include_system_fonts=False, font_paths=[Path(matplotlib.get_data_path(), "fonts", "ttf")])
