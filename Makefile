# make demo    run lazuli on the examples (installs and builds what is missing)
# make test    formatting, lints, all tests; LAZULI_LONG=1 adds the slow suites
# make build   the release binary, target/release/lazuli

.PHONY: build demo test install

build: install
	@cargo build --release --quiet --package lazuli

demo: build
	@scripts/demo.sh

# The dev profile: it checks overflow and internal assertions, and Cargo.toml gives it enough optimisation.
test: install
	@if cargo fmt --version >/dev/null 2>&1; then cargo fmt --all --check; fi
	@if cargo clippy --version >/dev/null 2>&1; then cargo clippy --quiet --workspace --all-targets -- -D warnings; fi
	@cargo test --workspace --quiet

install:
	@scripts/install.sh
