# `make demo` and `make test` are complete on a machine that has only Python (3.11 or newer) and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
RIVALS_INSTALLED := $(VENV)/.rivals-installed

.PHONY: demo test test-full bench docs clean

demo: $(INSTALLED)
	@sh demo.sh "$(BIN)/tablegames"

test: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --dist loadfile -m "not full"

test-full: $(INSTALLED)
	$(BIN)/pytest -n auto --dist loadfile

# The manual, in docs/_build; a warning is an error.
docs: $(INSTALLED)
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build

# A quarter of an hour; the tables go to standard output and to benchmarks/results.md.
bench: $(RIVALS_INSTALLED)
	$(BIN)/python -m benchmarks.bench

$(RIVALS_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

# A virtual environment of our own; made again only when the project's requirements change.
$(INSTALLED): pyproject.toml
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("tablegames needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
