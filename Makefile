# `make demo` and `make test` are complete on a machine that has only Python (3.11 or newer) and make.
# What is tested with, and builds the package, is in requirements.lock, by version and digest; `make lock` writes it anew.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := -m pip install --quiet --disable-pip-version-check
LOCK := requirements.lock
INSTALLED := $(VENV)/.installed
RIVALS_INSTALLED := $(VENV)/.rivals-installed
DEMO := .venv-demo
DEMO_INSTALLED := $(DEMO)/.installed
LOCKING := .venv-lock

.PHONY: demo test test-full bench docs lock clean

demo: $(DEMO_INSTALLED)
	@sh demo.sh "$(DEMO)/bin/tablegames"

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

# The newest versions that pyproject.toml allows, for every Python and system that it is for.
lock:
	$(PYTHON) -m venv $(LOCKING)
	$(LOCKING)/bin/python $(PIP) 'uv>=0.8'
	$(LOCKING)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --upgrade \
	    --default-index https://pypi.org/simple --no-emit-index-url --custom-compile-command "make lock" \
	    --extra test --group build --output-file $(LOCK) pyproject.toml

$(RIVALS_INSTALLED): $(INSTALLED)
	$(BIN)/python $(PIP) --editable '.[bench]'
	@touch $@

# A virtual environment of our own; made again only when the project's requirements change.
$(INSTALLED): pyproject.toml $(LOCK)
	$(NEW_ENOUGH)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --require-hashes --requirement $(LOCK)
	$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Another for the demonstration, with what the package itself needs and no more.
$(DEMO_INSTALLED): pyproject.toml
	$(NEW_ENOUGH)
	$(PYTHON) -m venv $(DEMO)
	$(DEMO)/bin/python $(PIP) --editable .
	@touch $@

NEW_ENOUGH = $(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("tablegames needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'

clean:
	rm -rf $(VENV) $(DEMO) $(LOCKING) docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
