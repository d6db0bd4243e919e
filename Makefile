# Two commands do all the set-up there is: `make demo` shows the table, `make test` checks the checkout.

RUN := .venv/bin

.PHONY: demo test quick lint typing lock bench screenshots clean

demo: .venv/.installed
	$(RUN)/pennysight demo

test: lint
	scripts/system-parts tests
	$(RUN)/pytest -n auto --dist loadfile --no-loadscope-reorder

quick: .venv/.installed-dev
	$(RUN)/pytest -m "not slow"

# The README's pictures, taken anew in a browser.
screenshots: .venv/.installed-dev
	PENNYSIGHT_PICTURES=docs/images $(RUN)/pytest tests/webapp/page/test_page_pictures.py

lint: .venv/.installed-dev typing
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy -p pennysight
	$(RUN)/mypy tests benchmarks
	$(RUN)/lint-imports
	scripts/check-javascript

.venv/.installed: requirements.lock pyproject.toml scripts/install
	scripts/install requirements.lock $@

.venv/.installed-dev: requirements-dev.lock pyproject.toml scripts/install
	scripts/install requirements-dev.lock $@

# mypy finds the top-level folders under their installed name through these links.
typing:
	@mkdir -p build/typing/pennysight
	@for name in calibration gamelog rules vision webapp; do ln -sfn ../../../$$name build/typing/pennysight/$$name; done

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate -q pyproject.toml --group build -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate -q pyproject.toml --group dev -o requirements-dev.lock

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis tests/javascript/node_modules
