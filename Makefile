# shiying: build, test, install.
#   make demo   installs what is missing, builds, converts the samples and shows the result
#   make test   installs what is missing and runs all tests

PREFIX ?= /usr/local
DESTDIR ?=
BUILD_FLAGS = -c release --static-swift-stdlib -Xlinker -s
PROGRAM = .build/release/shiying
MAN_PAGES = $(wildcard man/man*/*) 
MAN_PAGES_ZH = $(wildcard man/zh_TW/man*/*)

.PHONY: all build demo test lint packages test-packages test-durability test-short-durability test-pipelines test-oracle \
  test-asan bench samples documentation install clean

all: build

packages:
	@Tests/scripts/install-packages build

test-packages:
	@Tests/scripts/install-packages test

build: packages
	swift build $(BUILD_FLAGS) --product shiying

demo: build
	@Tests/scripts/demo $(PROGRAM)

lint: test-packages
	swift format lint --strict --recursive --parallel Sources Tests Package.swift
	@Tests/scripts/lint

test: test-packages
	swift build --build-tests
	swift test --skip-build --disable-xctest
	$(MAKE) build
	Tests/scripts/pipelines $(PROGRAM)
	Tests/scripts/durability --short $(PROGRAM)

test-pipelines: build
	Tests/scripts/pipelines $(PROGRAM)

test-oracle: build
	Tests/scripts/oracle $(PROGRAM)

# The long form: a kill at every durable system call, full disks, random kills.
test-durability: test-packages build
	Tests/scripts/durability $(PROGRAM)

test-asan: test-packages
	swift test --disable-xctest --sanitize=address --scratch-path .build/asan

bench: test-packages build
	Tests/scripts/bench $(PROGRAM)

# The pictures and videos in samples/, made anew.
samples:
	samples/make-samples

# The man pages whose options come from the program, and the completions.
documentation: build
	$(PROGRAM) documentation --output man

install: build
	install -Dm755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/shiying
	@for page in $(MAN_PAGES); do \
	  install -Dm644 $$page $(DESTDIR)$(PREFIX)/share/man/$${page#man/}; done
	@for page in $(MAN_PAGES_ZH); do \
	  install -Dm644 $$page $(DESTDIR)$(PREFIX)/share/man/$${page#man/}; done
	@$(PROGRAM) documentation --output .build/documentation
	install -Dm644 .build/documentation/completions/shiying.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/shiying
	install -Dm644 .build/documentation/completions/_shiying $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_shiying
	install -Dm644 .build/documentation/completions/shiying.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/shiying.fish

clean:
	rm -rf .build .demo
