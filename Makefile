# `make play` opens the table, `make test` proves everything. Both need only Python >= 3.11.
PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/pip --disable-pip-version-check
LOCKED := $(PIP) install --quiet --no-deps --require-hashes
PYTEST ?= $(BIN)/python -m pytest -n auto --dist loadgroup

# A stamp's name holds a checksum of what was installed, so nothing is done twice and a changed
# lock is noticed whatever the file times say.
sum       = $(shell cat $(1) | cksum | tr ' ' '-')
PLAY_KEY := .venv/.play-$(call sum,requirements/runtime.txt requirements/node.txt pyproject.toml hatch_build.py)
TEST_KEY := .venv/.test-$(call sum,requirements/lock.txt requirements/research.txt requirements/torch.txt pyproject.toml)
QUICK_KEY := .venv/.quick-$(call sum,requirements/quick.txt)

.PHONY: play test quick check cover bench long client wheel screenshots format lock clean help

play: $(PLAY_KEY) client
	@$(BIN)/rialto play $(ARGS)

test: $(TEST_KEY) client chromium postgresql
	$(MAKE) --jobs=2 check compiled
	$(BIN)/python hatch_build.py npm run --silent test
	$(MAKE) cover
	$(PYTEST) $(ARGS)

# Needs neither a compiler nor Node, Chromium or torch, and installs the package nowhere.
QUICK := tests/engine tests/test_layers.py tests/test_locales.py tests/test_sentences.py \
         tests/test_words_used.py tests/test_web_rooms.py tests/test_docs.py
quick: $(QUICK_KEY) ## ruff, and what plain Python can prove: rules, stories, records, words
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	RIALTO_JIT=0 PYTHONPATH=src $(PYTEST) -q -m "not long and not compiled" $(QUICK) $(ARGS)

.PHONY: compiled
compiled: $(TEST_KEY) # once, instead of by every worker of the tests
	@$(BIN)/python -m tests.compiled

check: $(TEST_KEY) client
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/python hatch_build.py npm run --silent check

cover: $(TEST_KEY) ## branch coverage of the engine, in plain mode
	RIALTO_JIT=0 $(PYTEST) -q -m "not long and not compiled" --cov=rialto.engine --cov-branch \
	  --cov-report=term --cov-fail-under=98 tests/engine tests/fair

bench: $(PLAY_KEY)
	@$(BIN)/rialto bench $(ARGS)

long: $(TEST_KEY) client chromium postgresql ## statistics, load and GPU figures: add a line for each
	$(BIN)/python -m pytest -m long $(ARGS) || [ $$? -eq 5 ]
	$(BIN)/mypy --strict --platform win32 src
	$(BIN)/mypy --strict --platform darwin src
	$(BIN)/rialto bench
	$(BIN)/python -m rialto.research.speed
	$(BIN)/python -m tests.browser.lighthouse .venv/lighthouse
	$(BIN)/python -m tests.browser.others
	$(BIN)/python -m tests.browser.speed
	RIALTO_JIT=0 $(BIN)/python -m tests.server.speed engines
	RIALTO_JIT=0 $(BIN)/python -m tests.server.speed processes --games 200 --rate 200
	RIALTO_JIT=0 $(BIN)/python -m tests.server.speed cold
	RIALTO_JIT=0 $(BIN)/python -m tests.server.speed bots
	RIALTO_JIT=0 $(BIN)/python -m tests.server.speed reviews --rate 20
	$(BIN)/python -m tests.server.kills .venv/kills --kills 1000 && rm -r .venv/kills
	$(BIN)/python -m tests.server.storms --kills 500 --crashes 20 --pauses 20 --cuts 20 --lost 20
	if [ "$$(id -u)" = 0 ]; then \
	  $(BIN)/python -m tests.server.storms --kills 20 --crashes 0 --pauses 0 --cuts 0 --lost 0 --drops 20; \
	else echo "only root can pull cables between networks: left out"; fi
	RIALTO_JIT=0 $(BIN)/python -m tests.server.reach
	$(BIN)/python -m tests.browser.clicks
	$(BIN)/python -m tests.browser.walk --afresh
	$(BIN)/python -m tests.browser.barriers
	# The last, for it is known to fail (docs/measurements-server.md), and the others are to be run.
	RIALTO_JIT=0 $(BIN)/python -m tests.server.speed compare --against 824a827

client: $(PLAY_KEY) ## rebuild the browser client if web/ has changed
	@$(BIN)/python hatch_build.py

wheel: client ## the whole game as one file for pip or pipx, in dist/
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

screenshots: $(TEST_KEY) client chromium ## the pictures of the README, and more
	$(BIN)/python -m tests.browser.screenshots docs/screens
	$(BIN)/python -m tests.browser.app_pictures

format: $(TEST_KEY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python hatch_build.py npm run --silent format

help:
	@echo "make play    open the table (the first time: install)"
	@echo "make test    install everything, check, run every test"
	@echo "make quick   within a minute: ruff, the engine in plain Python, stories, words"
	@echo "make check   ruff, mypy --strict, prettier, eslint, svelte-check, tsc"
	@echo "also: cover bench long client wheel screenshots format lock clean; ARGS='...' is passed on"

# ---- installing

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Rialto needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Making .venv"
	@$(PYTHON) -m venv .venv

$(PLAY_KEY): | $(BIN)/python
	@echo "Installing Rialto (once; a minute or two)"
	@$(LOCKED) -r requirements/runtime.txt
	@if $(BIN)/python hatch_build.py needs-node; then $(LOCKED) -r requirements/node.txt; fi
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@rm -f .venv/.play-* && touch $@

$(TEST_KEY): | $(PLAY_KEY)
	@echo "Installing the test and research tools (once; several minutes)"
	@$(LOCKED) -r requirements/lock.txt
	@$(LOCKED) -r requirements/research.txt
	@$(PIP) install --quiet -r requirements/torch.txt
	@rm -f .venv/.test-* && touch $@

$(QUICK_KEY): | $(BIN)/python
	@$(LOCKED) -r requirements/quick.txt
	@rm -f .venv/.quick-* && touch $@

.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the browser tests"; \
	    apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	  else \
	    echo "The browser tests need Chromium as 'chromium' on the PATH; please install it with your system's package manager." >&2; exit 1; \
	  fi; }

.PHONY: postgresql
postgresql:
	@command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing PostgreSQL for the tests of the store"; \
	    apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null; \
	  else \
	    echo "The tests of the store need PostgreSQL 13 or newer ('initdb' and 'pg_ctl' on the PATH or in /usr/lib/postgresql/*/bin); please install it with your system's package manager." >&2; exit 1; \
	  fi; }

# ---- locks: no URL, host or path goes into them

UV  := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header
GPU := torch triton cuda-bindings cuda-pathfinder cuda-toolkit \
       nvidia-cublas nvidia-cuda-cupti nvidia-cuda-nvrtc nvidia-cuda-runtime nvidia-cudnn-cu13 \
       nvidia-cufft nvidia-cufile nvidia-curand nvidia-cusolver nvidia-cusparse \
       nvidia-cusparselt-cu13 nvidia-nccl-cu13 nvidia-nvjitlink nvidia-nvshmem-cu13 nvidia-nvtx

lock: | $(BIN)/python
	$(PIP) install --quiet uv
	$(UV) pyproject.toml --extra dev --group build -o requirements/lock.txt
	$(UV) pyproject.toml --group build -c requirements/lock.txt -o requirements/runtime.txt
	$(UV) --group node -o requirements/node.txt
	$(UV) --group quick -c requirements/lock.txt -o requirements/quick.txt
	$(UV) --group postgres -c requirements/lock.txt -o requirements/postgres.txt
	$(UV) pyproject.toml --extra research -c requirements/lock.txt -c requirements/torch.txt \
	  $(addprefix --no-emit-package ,$(GPU)) -o requirements/research.txt
	@if grep -nE '://|^--|^nvidia|^cuda|^triton|^torch' requirements/lock.txt requirements/runtime.txt requirements/node.txt requirements/quick.txt requirements/postgres.txt requirements/research.txt; \
	  then echo "The lines above must not be in a lock" >&2; exit 1; fi
	$(BIN)/python hatch_build.py npm install --package-lock-only --ignore-scripts

clean:
	rm -rf .venv web/node_modules src/rialto/server/client dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis htmlcov .coverage
