"""The manual builds without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs import DOCS


def test_the_manual_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install 'tablegames[docs]'")
    from sphinx.cmd.build import build_main

    assert build_main(["-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(tmp_path)]) == 0
    page = (tmp_path / "rules" / "high-card-flush.html").read_text(encoding="utf-8")
    assert 'id="law-678a-6-c"' in page
