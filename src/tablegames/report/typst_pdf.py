"""A PDF from one of the Typst templates of this package: what a user typed reaches it as data, never as source.

A template is written by us and read from ``templates/``.  It finds its data as JSON in ``sys.inputs.data`` and charts as SVG
text in ``sys.inputs``, by ``image(bytes(sys.inputs.at("NAME")))``.  The fonts are those inside the typst package and
Matplotlib's DejaVu, which have the suit signs; none of the machine's is used, so the same input gives the same bytes
everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tablegames.core.law import Refused

TEMPLATES = Path(__file__).parent / "templates"
NO_IMAGES: Mapping[str, bytes] = {}
DATA = "data"
LONGEST_WORD = 24
PIECE = 12
BREAK = "\u200b"
"""A place where a line may be broken, without width; ``page.typ`` makes boxes of what stands between two."""
UNBROKEN = "\u00a0"
"""A blank at which no line is broken."""


def pdf(template: str, data: object, images: Mapping[str, bytes] = NO_IMAGES) -> bytes:
    """The bytes of a PDF.

    ``template`` is a file of ``templates/`` without its ``.typ``; it must set ``document(date: none)``.  ``data`` is anything
    JSON can hold; ``images`` are SVG files by a name other than ``data``.
    Raises :class:`~tablegames.core.law.Refused` where the libraries of ``tablegames[reports]`` are not installed.
    """
    fonts = _fonts()
    import typst

    inputs = {name: image.decode() for name, image in images.items()} | {DATA: json.dumps(data, ensure_ascii=False)}
    return typst.compile(
        TEMPLATES / f"{template}.typ", root=TEMPLATES, font_paths=fonts, sys_inputs=inputs, format="pdf"
    )


def breakable(text: str) -> str:
    """A text whose long words may be broken; percent signs stay with their numbers, paragraphs with their signs.

    >>> breakable("90 % of a_name_longer_than_a_column").split("\u200b")
    ['90\\xa0% of a_name_longe', 'r_than_a_col', 'umn']
    """
    kept = re.sub(r"(?<=\d) (?=%)|(?<=§) (?=\d)", UNBROKEN, text)
    return re.sub(
        rf"[^\s{UNBROKEN}]{{{LONGEST_WORD},}}", lambda word: BREAK.join(re.findall(rf".{{1,{PIECE}}}", word[0])), kept
    )


def shortened(text: str, most: int) -> str:
    """A text of no more than so many signs, the last of them an ellipsis where some are left out.

    >>> shortened("a house", 7), shortened("another house", 7)
    ('a house', 'anothe…')
    """
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@cache
def _fonts() -> Any:
    """The fonts of the two packages."""
    try:
        import matplotlib
        import typst
    except ModuleNotFoundError as missing:
        raise Refused(f"a PDF needs {missing.name}: pip install 'tablegames[reports]'") from None
    return typst.Fonts(include_system_fonts=False, font_paths=[Path(matplotlib.get_data_path(), "fonts", "ttf")])
