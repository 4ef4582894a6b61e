# The convention of OpenBench: `make EXE=name` builds the engine, `name bench` ends with the line
# `N nodes N nps`. Cargo does the work.

EXE ?= sepoy
ifeq ($(OS),Windows_NT)
    BINARY := $(basename $(EXE)).exe
else
    BINARY := $(EXE)
endif

.PHONY: all bench test clean

all:
	cargo rustc --release --bin sepoy -- --emit link="$(BINARY)"

bench: all
	./"$(BINARY)" bench

test:
	cargo test

clean:
	cargo clean
	rm -f "$(BINARY)"
