# A thin front for CMake, which does the work. `make help` lists the targets.
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
FUZZ_HOURS ?= 4
TIMES ?= 20
JOBS := $(shell nproc)
ifeq ($(origin CC),default)
CC := gcc
endif

CONFIGURE := cmake --log-level=NOTICE -S . -DPLEACH_TEST_SECONDS=300
COMPILE := cmake --build
# Tests that run nothing of src/ which others do not, or not a build's own copy.
UNCOUNTED := ^(attack-linear|attack-kills|attack-matrix|browser|page-model|python|check-.*|cli-library)$$
# Races are looked for where there is enough for several threads to do.
RACES := TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_WAIT_POLICY=passive
GROW_RACING := $(RACES) build-thread/pleach grow -q --threads 4 --max-iterations 10 \
	build-thread/many.jsonl -o build-thread/many.json
# What the attacks want to know of a build with sanitizers.
SANITIZED := PLEACH_SANITIZED=1 LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0
# Waiting OpenMP threads must not keep the processor from other tests.
CTEST := OMP_WAIT_POLICY=passive ctest -j $(JOBS) --output-on-failure

.PHONY: build demo test lint static sanitize sanitize-all clang install python deb dist site \
	bench results fuzz fuzz-campaign properties figures attack matrix reliability coverage clean help

build: ## build the library and the command: build/pleach
	@scripts/bootstrap build
	@$(CONFIGURE) -B build -DCMAKE_C_COMPILER=$(CC) -DPLEACH_TESTS=OFF
	@$(COMPILE) build -j $(JOBS)

demo: build ## weave examples/animals.jsonl: its tree, and demo.html to look at
	build/pleach grow examples/animals.jsonl
	build/pleach grow examples/animals.jsonl -o demo.html -o demo.json
	@echo "Open demo.html in a browser to look around."

test: ## build with gcc and clang, run every test, once more with sanitizers
	@scripts/bootstrap test
	@scripts/bootstrap browser || echo "The browser tests will be skipped."
	@scripts/bootstrap site || echo "The links of the documents will not be tested."
	@$(CONFIGURE) -B build -DCMAKE_C_COMPILER=$(CC) -DPLEACH_TESTS=ON
	@$(COMPILE) build -j $(JOBS)
	@$(MAKE) --no-print-directory clang sanitize
	$(CTEST) --test-dir build

lint: ## look for common mistakes and a wrong layout, in seconds
	@scripts/bootstrap lint
	@scripts/lint

static: ## conversions, both compilers' analyzers, clang-tidy, cppcheck (takes minutes)
	@scripts/bootstrap lint
	@scripts/static

clang: ## build the library and the command with clang
	@scripts/bootstrap test
	@$(CONFIGURE) -B build-clang -DCMAKE_C_COMPILER=clang -DPLEACH_TESTS=OFF
	@$(COMPILE) build-clang -j $(JOBS)

sanitize: ## run the unit, fault and property tests with sanitizers
	@scripts/bootstrap test
	@$(CONFIGURE) -B build-sanitize -DCMAKE_C_COMPILER=$(CC) \
		-DPLEACH_SANITIZE=ON -DPLEACH_TESTS=ON
	@$(COMPILE) build-sanitize -j $(JOBS)
	$(CTEST) --test-dir build-sanitize -L 'unit|fault|property'
	@$(CONFIGURE) -B build-thread -DCMAKE_C_COMPILER=clang \
		-DPLEACH_SANITIZE=thread -DPLEACH_TESTS=ON -DPLEACH_MPI=OFF
	@$(COMPILE) build-thread -j $(JOBS) --target unit-threads pleach-command
	$(RACES) build-thread/tests/unit-threads
	@scripts/sample --users 300 examples/animals-taxonomy.tsv -o build-thread/many.jsonl
	for solver in consensus joint rap ap; do $(GROW_RACING) --solver $$solver || exit 1; done

# Each test has ten times the usual time: sanitizers are slow, and valgrind is.
sanitize-all: sanitize ## all tests with sanitizers of both compilers (an hour)
	@$(CONFIGURE) -B build-sanitize -DPLEACH_TEST_SECONDS=3000
	$(CTEST) --test-dir build-sanitize -L 'oracle|cli'
	for part in run faults; do $(SANITIZED) PLEACH=$(CURDIR)/build-sanitize/pleach tests/attack/$$part --all || exit 1; done
	@$(CONFIGURE) -B build-sanitize-clang -DCMAKE_C_COMPILER=clang \
		-DPLEACH_SANITIZE=ON -DPLEACH_TESTS=ON -DCMAKE_C_FLAGS_RELEASE=-O1 \
		-DPLEACH_TEST_SECONDS=3000
	@$(COMPILE) build-sanitize-clang -j $(JOBS)
	$(CTEST) --test-dir build-sanitize-clang -L 'unit|fault|property|oracle|cli'
	for time in 1 2 3; do $(GROW_RACING) --solver joint || exit 1; done
	@$(MAKE) --no-print-directory build
	tests/memcheck build/pleach

install: build ## install below PREFIX (default /usr/local)
	cmake --install build --prefix $(PREFIX)

python: build ## build Python's wheel, and an environment that has it
	@scripts/bootstrap python
	scripts/python build build/python

deb: ## build Debian packages of what is committed, in build/deb
	@scripts/bootstrap deb
	scripts/deb build/deb

dist: ## pack what is committed as a source tarball with its sum, in build/dist
	scripts/dist build/dist

site: ## make pages of the documents, with a search: build/site/index.html
	@scripts/bootstrap site
	@rm -rf build/site
	scripts/site build/site

bench: build ## run the benchmarks (BENCH=--full: up to a million saplings)
	@scripts/bootstrap bench
	bench/run $(BENCH)

results: build ## measure anew and rewrite docs/results.md (takes minutes)
	@scripts/bootstrap bench
	@test -f build/bench.json || bench/run $(BENCH)
	scripts/results

# The usual cases come first, so what is found here is found again.
properties: ## property tests with TIMES (default 20) as many random cases
	@scripts/bootstrap test
	@$(CONFIGURE) -B build -DCMAKE_C_COMPILER=$(CC) -DPLEACH_TESTS=ON -DPLEACH_TEST_SECONDS=7200
	@$(COMPILE) build -j $(JOBS)
	PLEACH_TIMES=$(TIMES) $(CTEST) --test-dir build -L property

fuzz: ## feed each reader random input for FUZZ_SECONDS (default 60)
	@scripts/bootstrap fuzz
	@$(CONFIGURE) -B build-fuzz -DCMAKE_C_COMPILER=clang -DPLEACH_FUZZ=ON \
		-DPLEACH_SANITIZE=ON -DPLEACH_TESTS=OFF
	@$(COMPILE) build-fuzz -j $(JOBS)
	tests/fuzz/run build-fuzz $(FUZZ_SECONDS)

fuzz-campaign: fuzz ## FUZZ_HOURS (default 4) of processor time, spread over the targets
	tests/fuzz/run build-fuzz $(FUZZ_HOURS)h --jobs $(JOBS)

attack: build ## all hostile inputs, forged results, failing calls, 200 kills (takes minutes)
	@scripts/bootstrap test
	tests/attack/run --all
	tests/attack/forge --all
	tests/attack/faults --all
	tests/attack/kills 200
	tests/attack/serve 50 --all
	tests/attack/linear --all
	tests/attack/matrix

matrix: build clang ## the same bytes from builds, threads, locales, processes
	tests/attack/matrix --all

reliability: build clang ## attack, and write what came of it to docs/reliability.md
	@scripts/bootstrap test
	scripts/reliability

figures: ## measure the sources anew, into docs/design.md
	scripts/figures --write

coverage: ## run the tests; 95 % of the lines and 85 % of the branches of src/
	@scripts/bootstrap coverage
	@$(CONFIGURE) -B build-coverage -DCMAKE_C_COMPILER=gcc \
		-DCMAKE_BUILD_TYPE=Coverage -DPLEACH_TESTS=ON -DPLEACH_TEST_SECONDS=3000 \
		"-DCMAKE_C_FLAGS=-O0 --coverage -fprofile-update=atomic -DPL_COUNT_COVERAGE"
	@$(COMPILE) build-coverage -j $(JOBS)
	@find build-coverage -name '*.gcda' -delete
	-$(CTEST) --test-dir build-coverage -E '$(UNCOUNTED)' # without optimisation, limits of time are missed
	scripts/coverage build-coverage

clean: ## remove everything that was built
	rm -rf build build-lint build-clang build-sanitize build-sanitize-clang \
		build-static* build-thread build-fuzz build-coverage
	rm -f demo.json demo.html

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' \
		Makefile
