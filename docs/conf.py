"""The manual: Sphinx with MyST and Furo.  `make docs` builds it with warnings as errors, into docs/_build."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import tablegames

project = "tablegames"
author = "the tablegames contributors"
version = release = tablegames.__version__
copyright = "the tablegames contributors, MIT licence"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "api_pages",
    "command_pages",
    "figure_pages",
    "law_pages",
]
exclude_patterns = ["_build", "one_card"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False

smartquotes = False  # an apostrophe before Em is no opening quotation mark

html_theme = "furo"
html_title = "tablegames"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sphinx = False
