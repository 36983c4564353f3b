# make demo    run lazuli on the examples (installs and builds what is missing)
# make test    formatting, lints, all tests; LAZULI_LONG=1 adds the slow suites
# make lint    formatting and lints alone
# make build   the release binary, target/release/lazuli

.PHONY: build demo test lint install

build: install
	@cargo build --release --quiet --package lazuli

demo: build
	@scripts/demo.sh

# The dev profile: it checks overflow and internal assertions, and Cargo.toml gives it enough optimisation.
test: install lint
	@cargo test --workspace --quiet

lint:
	@cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 || \
		{ echo "make: formatting and lints are required, but rustfmt or clippy is missing: rustup component add rustfmt clippy" >&2; exit 1; }
	@cargo fmt --all --check
	@cargo clippy --quiet --workspace --all-targets -- -D warnings

install:
	@scripts/install.sh
