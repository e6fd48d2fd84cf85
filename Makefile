# Everything happens in .venv and in this folder; nothing is installed system-wide.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Python compiles a module when it is first imported; most modules of the tools never are.
INSTALL := $(PIP) install --no-compile
STAMP := .venv/.stamp
# What playing needs is installed by itself; the build backend and its needs make the installation editable.
GAMES := .venv/.games
# The lock has a pip of its own: the one that Python brings is unpacked to install it, and not installed first.
UNPACK := import ensurepip, os, sysconfig, zipfile; \
	there = sysconfig.get_config_var("WHEEL_PKG_DIR") or os.path.join(os.path.dirname(ensurepip.__file__), "_bundled"); \
	name = next(name for name in os.listdir(there) if name.startswith("pip-")); \
	zipfile.ZipFile(os.path.join(there, name)).extractall(".venv/pip")
BUILDS := editables|hatchling|packaging|pathspec|pluggy|tomlkit|trove-classifiers
LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links --quiet $(LOCKFLAGS)

AUDIT := .venv/audit/bin/python -m pip_audit --disable-pip --no-deps --progress-spinner off

.DEFAULT_GOAL := help
# Python keeps what it has compiled, whatever the environment says: else every process that a test
# starts, and every worker, compiles the whole tree again.
unexport PYTHONDONTWRITEBYTECODE

# What most changes can break: the engine, the referee, the rules of the games, the laws of the repository.
QUICK := engine kit referee ambush battleboard derelict desert dicechess repo

.PHONY: help setup play quick test nightly mutants fuzz audit docs bench golden format lock release clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name what; do \
		printf '  make %-8s %s\n' "$$name" "$$what"; done

setup: $(STAMP) ## make .venv with everything at its locked version

$(STAMP): $(GAMES) requirements-dev.lock
	@echo "installing what developing needs into .venv, about a minute"
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

$(GAMES): pyproject.toml requirements.lock
	@test -n "$(PYTHON)" || { echo "Meanwhile needs Python 3.11 or newer, and none is on the PATH." \
		"Install one, or name it: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Meanwhile needs Python 3.11 or newer; $(PYTHON) is" \
		"$$("$(PYTHON)" -V 2>/dev/null || echo "not a Python that runs")." \
		"Name another: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments: its venv module is missing." \
		"On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/python || "$(PYTHON)" -m venv --without-pip .venv
	@echo "installing what playing needs into .venv, about half a minute"
	@awk '/^[a-z]/ { wanted = /^($(BUILDS))==/ } wanted' requirements-dev.lock >.venv/build.lock
	@"$(PYTHON)" -c '$(UNPACK)' || $(BIN)/python -m ensurepip >.venv/pip.log
	@PYTHONPATH=.venv/pip $(INSTALL) --no-deps --require-hashes -r requirements.lock -r .venv/build.lock
	@rm -rf .venv/pip
	@$(INSTALL) --no-deps --no-build-isolation --no-index -e .
	@touch $@

play: $(GAMES) ## play a game against a robot, here in the terminal
	@$(BIN)/meanwhile play

quick: setup ## in a minute: engine, referee, rules of games, laws of the repository
	$(BIN)/ruff check .
	$(BIN)/python -m tests.repo.english
	$(BIN)/pytest $(QUICK:%=tests/%) -m "not nightly and not at_night and not slow" -n auto --dist worksteal

# Types are checked beside the tests, which leave a core idle now and then. In a fresh clone one process
# compiles the tests before the workers begin; else each of them compiles all.
test: setup ## what must pass before a change goes in: format, lint, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@mkdir -p build
	@$(BIN)/mypy >build/types.txt 2>&1 & types=$$!; \
		test -d tests/__pycache__ || $(BIN)/pytest --collect-only -q >/dev/null 2>&1; \
		echo "$(BIN)/pytest -n auto --dist worksteal"; $(BIN)/pytest -n auto --dist worksteal; tests=$$?; \
		echo "$(BIN)/mypy"; wait $$types; types=$$?; cat build/types.txt; exit $$((tests ? tests : types))

nightly: .venv/fuzz/.stamp ## what takes a night: random play, kills, faults, years of games
	$(BIN)/python -m tests.nightly

mutants: .venv/mutants/.stamp ## which changes of the program no test notices; ROOM="slots menu" for some rooms
	.venv/mutants/bin/python -m tests.mutation $(ROOM)

# Of its own: what tries the tests is no part of what they run with.
.venv/mutants/.stamp: $(STAMP) tests/mutation/requirements.lock
	@test -x .venv/mutants/bin/python || "$(PYTHON)" -m venv .venv/mutants
	.venv/mutants/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r tests/mutation/requirements.lock
	.venv/mutants/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --no-index -e .
	@touch $@

fuzz: .venv/fuzz/.stamp ## what strangers can send, made up by a machine; TARGET="mail order" SECONDS=600
	nice .venv/fuzz/bin/python -m tests.fuzz $(or $(TARGET),all) --seconds $(or $(SECONDS),60)

.venv/fuzz/.stamp: $(STAMP) tests/fuzz/requirements.lock
	@test -x .venv/fuzz/bin/python || "$(PYTHON)" -m venv .venv/fuzz
	.venv/fuzz/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r tests/fuzz/requirements.lock
	.venv/fuzz/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --no-index -e .
	@touch $@

audit: .venv/audit/.stamp ## which packages of the lock files have faults that are known; needs a network
	@mkdir -p build; echo jinja2==2.4.1 >build/known.txt
	@! $(AUDIT) -r build/known.txt >/dev/null 2>&1 || { echo "not audited: the index knows no faults" >&2; exit 2; }
	@$(AUDIT) $(addprefix -r ,$(wildcard *.lock tests/*/*.lock))

.venv/audit/.stamp: $(STAMP) tests/audit/requirements.lock
	@test -x .venv/audit/bin/python || "$(PYTHON)" -m venv .venv/audit
	.venv/audit/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r tests/audit/requirements.lock
	@touch $@

docs: .venv/docs/.stamp ## the pages and the reference as a site for browsers, in build/site
	$(BIN)/python -m tests.site write
	.venv/docs/bin/zensical build --strict --clean --config-file build/pages.yml
	$(BIN)/python -m tests.site check

.venv/docs/.stamp: $(STAMP) tests/site/requirements.lock
	@test -x .venv/docs/bin/python || "$(PYTHON)" -m venv .venv/docs
	.venv/docs/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r tests/site/requirements.lock
	@touch $@

bench: setup ## measure what orders, games, pictures and mails cost, beside the goals
	$(BIN)/python -m tests.bench

golden: setup ## write the golden playthroughs anew; review them as a diff
	$(BIN)/python -m engine.testing --write $(wildcard tests/*/test_contract.py)

format: setup ## format, and mend what lint can mend by itself
	$(BIN)/ruff check --fix --exit-zero --quiet .
	$(BIN)/ruff format .

lock: ## newest allowed versions into all lock files (needs uv on the PATH)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH: pip install uv, in any environment" >&2; exit 1; }
	$(LOCK) --upgrade pyproject.toml -o requirements.lock
	$(LOCK) --upgrade pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) --upgrade pyproject.toml --group dev --group mutation -c requirements-dev.lock -o tests/mutation/requirements.lock
	$(LOCK) --upgrade pyproject.toml --group dev --group fuzz -c requirements-dev.lock -o tests/fuzz/requirements.lock
	$(LOCK) --upgrade --group zoo -c requirements-dev.lock -o tests/outside/requirements.lock
	$(LOCK) --upgrade --group audit -c requirements-dev.lock -o tests/audit/requirements.lock
	$(LOCK) --upgrade --group docs -c requirements-dev.lock -o tests/site/requirements.lock

# The version of the build backend comes from the lock and the time in the archives from the commit: whoever builds a
# commit, wherever and with or without a network, gets the same bytes.
release: setup ## wheel and sdist of the last commit into dist/
	@git diff --quiet HEAD || { echo "There are changes that are not committed; a release is made of a commit." >&2; exit 1; }
	rm -rf build/release dist
	mkdir -p build/release dist
	git archive HEAD | tar -x -C build/release
	cd build/release && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) "$(abspath $(BIN))/python" -m hatchling build --directory "$(CURDIR)/dist"
	cd dist && sha256sum meanwhile-*

clean: ## remove .venv and everything made here
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find bot engine mail meanwhile renderers tests -name __pycache__ -type d -prune -exec rm -rf {} +
