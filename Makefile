# shiying: build, test, install. Missing Debian packages are installed on the way (apt-get, as root or with sudo).
#
#   make demo              builds, converts the samples and shows the result
#   make test              every test that fits into a change: units, shell, package, durability in its short form
#
#   make build             the release program, .build/release/shiying
#   make lint              format, house rules, manual pages
#   make test-oracle       copies against originals as other decoders see them (Pillow and libheif from PyPI)
#   make test-live         Live Photos of every video of the corpus as exiftool, ffmpeg and mediainfo see them
#   make test-hdr          gain maps of copies as libultrahdr, libheif and exiftool see them, in stops
#   make test-gif          GIFs of every video of the corpus as giflib, ffmpeg, gifsicle, ImageMagick, Pillow and Chromium see them
#   make test-collages     collages of a hundred random mixes of the corpus, as Pillow, exiftool and ffmpeg see them
#   make test-viewers      copies as darktable, gThumb and Shotwell open them; installs these
#   make test-durability   the long form: a kill at every system call, full disks, 200 random kills
#   make test-asan         the unit tests with AddressSanitizer
#   make fuzz              every parser under libFuzzer, 20 minutes each; Tests/scripts/fuzz says more
#   make bench-hdr         who keeps HDR of which file, this program and others
#   make bench             tables of times beside other tools; make bench-gif, bench-collage: those alone
#   make samples           draws samples/ anew
#   make documentation     writes the pages in man/ that come from the program
#   make install           program, manual, completions, desktop files; DESTDIR and PREFIX as usual

PREFIX ?= /usr/local
DESTDIR ?=
PROGRAM = .build/release/shiying
BUILD_FLAGS = -c release --static-swift-stdlib -Xlinker -s

.PHONY: all build demo test unit-tests lint bench samples documentation install clean packages test-packages \
  bench-gif bench-collage bench-hdr test-pipelines test-oracle test-live test-gif test-hdr test-collages test-viewers test-package test-durability \
  test-durability-short test-asan fuzz

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
	Tests/scripts/lint

test: unit-tests test-pipelines test-package test-durability-short

unit-tests: test-packages
	swift build --build-tests
	swift test --skip-build --disable-xctest

test-pipelines: test-packages build
	Tests/scripts/pipelines $(PROGRAM)

test-package: test-packages build
	Tests/scripts/package $(PROGRAM)

test-oracle: test-packages build
	Tests/scripts/oracle $(PROGRAM)

test-live: test-packages build
	Tests/scripts/live $(PROGRAM)

test-hdr: test-packages build
	Tests/scripts/hdr $(PROGRAM)

bench-hdr: test-packages build
	Tests/scripts/hdr --bench $(PROGRAM)

test-gif: test-packages build
	Tests/scripts/gif $(PROGRAM)

test-collages: test-packages build
	Tests/scripts/collages $(PROGRAM)

test-viewers: test-packages build
	Tests/scripts/viewers $(PROGRAM)

test-durability-short: test-packages build
	Tests/scripts/durability --short $(PROGRAM)

test-durability: test-packages build
	Tests/scripts/durability $(PROGRAM)

test-asan: test-packages
	ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/scripts/leaks-of-libraries:print_suppressions=0 \
	  swift test --disable-xctest --sanitize=address --scratch-path .build/asan

fuzz: test-packages
	Tests/scripts/fuzz

bench: test-packages build
	Tests/scripts/bench $(PROGRAM)
	Tests/scripts/bench-formats $(PROGRAM)
	Tests/scripts/bench-live $(PROGRAM)
	Tests/scripts/bench-gif $(PROGRAM)
	Tests/scripts/bench-collage $(PROGRAM)

bench-collage: test-packages build
	Tests/scripts/bench-collage $(PROGRAM)

bench-gif: test-packages build
	Tests/scripts/bench-gif $(PROGRAM)

samples:
	samples/make-samples

documentation: build
	$(PROGRAM) documentation --output .build/documentation
	mkdir -p man
	cp -R .build/documentation/man* .build/documentation/zh_TW man/

# What is there is installed as it is: make build first as yourself, then sudo make install.
install:
	@test -x $(PROGRAM) || { echo "make build first" >&2; exit 1; }
	install -Dm755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/shiying
	@rm -rf .build/documentation
	$(PROGRAM) documentation --output .build/documentation
	@for root in .build/documentation man; do \
	  (cd $$root && find . -path '*man[157]/*' -type f) | while read -r page; do \
	    target=$(DESTDIR)$(PREFIX)/share/man/$${page#./}.gz; \
	    install -d "$$(dirname "$$target")" && gzip -9nc "$$root/$$page" >"$$target" && chmod 644 "$$target"; \
	  done; \
	done
	install -Dm644 .build/documentation/completions/shiying.bash \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/shiying
	install -Dm644 .build/documentation/completions/_shiying \
	  $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_shiying
	install -Dm644 .build/documentation/completions/shiying.fish \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/shiying.fish
	for name in shiying shiying-video; do \
	  install -Dm644 ".build/documentation/applications/$$name.desktop" \
	    "$(DESTDIR)$(PREFIX)/share/applications/$$name.desktop" || exit 1; \
	done

clean:
	rm -rf .build .demo
