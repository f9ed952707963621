# Everything a newcomer, a developer and CI run. `make help` lists it.

# gocv is compiled module by module: with these it builds against the OpenCV
# that Debian 12, Debian 13 and Ubuntu 24.04 ship (4.6 to 4.10). This is the
# only place where they are written down; `make -s tags` prints them. With nopalm
# beside them the programs build without OpenCV's dnn, and know no hands by sight.
TAGS := gocv_specific_modules,gocv_calib3d,gocv_videoio,gocv_imgcodecs,gocv_imgproc,gocv_features2d

GO := go
GOLANGCI_LINT := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GREMLINS := github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
ROOM := arm/grbl
GAMES := 20
PEOPLE := 10
SOAK := 25
KILLS := 200
SIGNALS := 200
HOURS := 24
SETUPS := 40
STRESS := 150
FILMS := 16
GAME := english
TABLES := 40
MINUTES := 120
FIRST := 100000
READER := 8000
BOARDS := 1000000
DEVICE := cpu
TIME := 100
THINK := 100ms
PIECES := 5
RULES := english
POSITIONS := 1000
THREADS := 2
OLD := 492471e
CHECKS := 2000
EDITS := 10000
SPRT := 80,120
JOBS := 0

.PHONY: nightly mutants guard-network palm properties book page cluster parts screenshots tables endings levels man drawn dist archives deb play demo test test-all race tests pictures stress films guard reader games guarded-games guarded-hands people set-ups day kills signals soak build cross homework-check strength bench size lint fence format deps tags help clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

play: build ## install what is missing, then play on the simulated table in a browser
	bin/draughtsman play --human page --pdn bin/play.pdn

demo: build ## install what is missing, then see a whole game on the simulated table played
	bin/draughtsman play --sim --side white --pdn bin/play.pdn
	@printf '%s\n' "" "The game was added to bin/play.pdn. What to try next:" \
		"  bin/draughtsman play --human page             # play it yourself, in a browser" \
		"  bin/draughtsman play --human terminal         # or type your moves" \
		"  bin/draughtsman plan --pdn bin/play.pdn       # what the arm did, motion by motion" \
		"  bin/checkers analyse bin/play.pdn             # what the engine thinks of each move"

# What go vet finds make lint finds, too.
test: TESTFLAGS = -short -vet=off ## run the tests, without the long ones
test: tests

# Tests that measure, for minutes each. Most have targets of their own: pictures, stress, games, people, guard,
# guarded-hands.
NIGHTLY := TestFilmChanged|TestSlowLight|TestPiecesFarOffTheMiddle|TestDiscBeside|TestHandsOfAllColours|TestChangedLabelledPictures|TestVariedBoards|TestStress|TestWatchedGame|TestGuardedHands|TestWholeGames|TestGamesForPeople|TestAHandIsSeenUntilItGoes

test-all: TESTFLAGS = -skip '$(NIGHTLY)' ## run the long tests, too, but for those that measure: up to half an hour, in which the machine should do nothing else
test-all: tests

nightly: TESTFLAGS = ## run everything, with what takes hours: all tests, the race detector, properties from other seeds, games, killed processes, signals and a soak
nightly: tests race properties games kills signals soak

# Where things run beside each other. What sees computes in one thread, but for cameras: the race detector has nothing
# to find there, and slows down the drawing of pictures most. Scripts start programs hundreds of times, which load
# slowly with it. Drivers whose motions nobody disturbs run as in the tests that disturb them.
NOT_RACED := TestScripts|TestNewGamesAreSetUp|TestConfigurationsInThePages
CONCURRENT := ./arm/... ./cmd/checkers ./cmd/draughtsman ./cmd/lab ./vision/camera \
	$(addprefix ./engine/,book/... dxp endgame hub league learn process search/...) \
	$(addprefix ./internal/,armcheck calibrating cli drivers/... robot/... sentence service simulation \
		table table/firmware table/servos table/stream table/world watch web)

race: deps ## run the tests with the race detector where things run beside each other, without the long ones and scripts
	$(GO) test -tags $(TAGS) -timeout 30m -race -short -skip '$(NOT_RACED)' $(CONCURRENT)

# Examples of properties are drawn from a seed, so that a test that passes does so again.
export RAPID_SEED := 1

tests: deps
	@command -v python3 >/dev/null || echo "python3 is missing: arms and players that Python programs make are not tried (.build/install-deps python3)" >&2
	$(GO) test -tags $(TAGS) -timeout 1h $(TESTFLAGS) ./...

properties: deps ## hold each property against CHECKS=2000 examples that nobody has seen, from another seed each time, and make EDITS=10000 edits of the user's files by lot: half an hour
	RAPID_SEED=0 RAPID_CHECKS=$(CHECKS) $(GO) test -tags $(TAGS) -timeout 4h -count 1 -run "^($$(grep -rl 'rapid\.Check' \
		--include='*_test.go' . | xargs awk '/^func Test/ { name = $$2; sub(/\(.*/, "", name) } /rapid\.Check/ { print name }' | \
		sort -u | paste -sd '|'))\$$" ./...
	RAPID_SEED=0 $(GO) test -tags $(TAGS) -timeout 4h -count 1 -v -run TestEditedFiles ./cmd/draughtsman -edits $(EDITS)

pictures: deps ## measure finding and reading on the labelled pictures in DRAUGHTSMAN_TESTDATA
	$(GO) test -tags $(TAGS) -count 1 -v -run 'Labelled|Film' ./vision/... ./internal/watch

stress: deps ## find and read boards in STRESS=150 pictures drawn by lot from seeds FIRST=100000 on, and print the rates by kind
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -v -run TestStress ./vision/detect -pictures $(STRESS) -first $(FIRST)
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -v -run TestVariedBoards ./vision/squares -pictures $(STRESS) -first $(FIRST)

drawn: build ## draw TABLES=40 tables of each set from seeds FIRST=100000 on, five pictures each, and read them: each picture by itself, and by the first of its table
	rm -rf bin/drawn
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -run TestDrawLabelled ./internal/testkit/boards -labelled $(CURDIR)/bin/drawn -tables $(TABLES) -first $(FIRST)
	bin/lab score bin/drawn/labels.json
	bin/lab score bin/drawn/labels.json --calibrate-with first-of-setup

films: deps ## film FILMS=16 games of GAME=english on tables of each set drawn by lot from seeds FIRST=100000 on, and record them
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -v -run TestFilmsByLot ./internal/watch -films $(FILMS) -first $(FIRST) -game $(GAME)

guard: deps ## watch arms for hands on TABLES=40 tables drawn by lot, and print how often one was held for nothing, the hands that were seen, and whether it waited until they had gone; ASIDE=1: arms that nothing is tuned on
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -v -run TestTablesByLot ./vision/hands -tables $(TABLES) $(if $(ASIDE),-aside -first 2000000,)

reader: ## draw tables from READER=8000 seeds and train the network that reads squares with BOARDS=1000000 looks at them on DEVICE=cpu or cuda: a night on two cores; it goes on where it was cut off
	.build/install-deps python3-torch python3-matplotlib
	@mkdir -p bin/reader
	$(GO) test -tags $(TAGS) -c -o bin/reader/draw ./vision/squares
	bin/reader/draw -test.v -test.run TestDrawSquares -test.timeout 0 -draw $(CURDIR)/bin/reader/shards -tables $(READER)
	/usr/bin/python3 vision/squares/training/train.py --shards bin/reader/shards --boards $(BOARDS) --device $(DEVICE) \
		--checkpoint bin/reader/checkpoint --curve bin/reader/curve.png --out vision/squares/reader.weights

# The palm detector of MediaPipe, and where it lies among the package's files.
PALM := @mediapipe/hands@0.4.1675469240
PALM_FILES := package/hands_solution_packed_assets.data

palm: deps ## fetch the palm detector by npm, make the model that finds hands of it, and hold its checksum
	@.build/install-deps python3-onnx
	@command -v npm >/dev/null || { echo "npm is missing: install it as root by apt-get install npm" >&2; exit 1; }
	@mkdir -p bin/palm
	npm pack --silent --pack-destination bin/palm $(PALM)
	tar -xzf bin/palm/mediapipe-hands-*.tgz -C bin/palm $(PALM_FILES)
	/usr/bin/python3 vision/palm/conversion/convert.py bin/palm/$(PALM_FILES) vision/palm/palm.onnx.gz vision/palm/testdata/golden.json
	$(GO) test -tags $(TAGS) -count 1 -run 'TestModelIs|TestNetworkComputes' ./vision/palm

guard-network: ## draw TABLES=40 tables from seed FIRST=100000 on and train the network that tells hands from the arm for MINUTES=120; it goes on where it was cut off. With TABLES=1200 an hour of drawing
	.build/install-deps python3-torch
	@mkdir -p bin/guard/shards
	$(GO) test -tags $(TAGS) -c -o bin/guard/draw ./vision/hands
	cd vision/hands && $(CURDIR)/bin/guard/draw -test.run TestDrawTables -test.timeout 0 -draw $(CURDIR)/bin/guard/shards -tables $(TABLES) -first $(FIRST)
	/usr/bin/python3 vision/hands/training/train.py --shards bin/guard/shards --minutes $(MINUTES) \
		--checkpoint bin/guard/checkpoint --out vision/hands/hands.weights

# The tests of cmd/draughtsman that a browser takes part in.
IN_BROWSER := TestPage|TestSimPage|TestWatchPage|InTheBrowser|TestPadIsHeld|TestCornersByKeys|TestServeCalibratesFirst

page: deps ## try the pages in Chromium, play games and calibrate there, and have axe-core look for what keeps people from using them
	@.build/install-deps chromium
	@.build/fetch-axe
	$(GO) test -tags $(TAGS) -count 1 -v -run Page ./internal/web
	$(GO) test -tags $(TAGS) -count 1 -v -timeout 1h -run '$(IN_BROWSER)' ./cmd/draughtsman

cluster: deps ## have two processes share self-play, a league and endgame tables by GNU parallel, which it installs, and kill one
	@.build/install-deps parallel
	$(GO) test -tags $(TAGS) -count 1 -v -run 'TestScripts/cluster|TestKubernetes|TestSlurm|TestCommandsOfThePage' ./cmd/checkers

screenshots: deps ## take the pictures of the pages in docs anew, in Chromium
	@.build/install-deps chromium
	mkdir -p bin/screenshots
	DRAUGHTSMAN_SCREENSHOTS=$(CURDIR)/bin/screenshots $(GO) test -tags $(TAGS) -count 1 -timeout 1h \
		-run 'TestPagePlays|TestCalibrateInTheBrowser' ./cmd/draughtsman
	cp bin/screenshots/the_arm_in_motion-moving.jpg docs/page.jpg
	cp bin/screenshots/a_game_on_a_phone-turn.jpg docs/page-phone.jpg
	cp bin/screenshots/a_game_with_a_mouse-report.jpg docs/page-report.jpg
	cp bin/screenshots/calibrate-board.jpg docs/page-calibrate.jpg

games: deps ## play GAMES=20 games on the simulated table, watch another, and hold them against the truth
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -v -run "TestWholeGames|TestWatchedGame|TestForgotten" ./cmd/draughtsman -games $(GAMES)

people: deps ## play PEOPLE=10 games on the simulated table in which moves are taken back, and one each that is resigned, drawn, set up, solved and shown, and hold them against the truth
	$(GO) test -tags $(TAGS) -timeout 4h -count 1 -v -run TestGamesForPeople ./cmd/lab -people $(PEOPLE)

guarded-games: deps ## play GAMES=20 games on each simulated table with a late, slow or bursting camera, thin and thick arms, and keys, to the end, and print how often and how long the arm was held for nothing: two to three minutes a game
	$(GO) test -tags $(TAGS) -timeout 24h -count 1 -v -run TestGuardedGames ./cmd/draughtsman -guarded $(GAMES) $(if $(FIRST),-guarded-first $(FIRST),)

guarded-hands: deps ## play GAMES=20 games on a simulated table to which hands come while the arm moves, from FIRST=1 on, and count how far the tool moves under them: three to five minutes a game
	$(GO) test -tags $(TAGS) -timeout 24h -count 1 -v -run TestGuardedHands ./cmd/draughtsman -guarded $(GAMES) $(if $(FIRST),-guarded-first $(FIRST),)

set-ups: deps ## have the arm of a simulated table set up SETUPS=40 positions with men and kings, one from the other, while its line fails and discs fall: half a minute each
	$(GO) test -tags $(TAGS) -timeout 24h -count 1 -v -run TestSetUpsInTrouble ./cmd/lab -setups $(SETUPS)

day: deps ## serve a simulated table for HOURS=24 of its hours, game after game with faults, and print how the memory grows: about two hours
	$(GO) test -tags $(TAGS) -timeout 24h -count 1 -v -run TestServedDay ./cmd/lab -hours $(HOURS)

kills: deps ## kill the process that plays KILLS=200 times in games on the simulated table, and go on with them; bin/kills keeps what happened
	$(GO) test -tags $(TAGS) -timeout 4h -count 1 -v -run TestKilledProcesses ./cmd/draughtsman -kills $(KILLS) -keep $(CURDIR)/bin/kills

signals: deps ## ask programs SIGNALS=200 times at random moments to end, and see that the arm stands: ten minutes
	$(GO) test -tags $(TAGS) -timeout 4h -count 1 -v -parallel 4 -run TestSignalsAtRandom ./cmd/draughtsman -signals $(SIGNALS) -signals-first $(FIRST)

soak: build ## play SOAK=25 games on the simulated table while everything goes wrong that can
	bin/lab soak $(SOAK)

build: deps ## build the programs into bin/
	@mkdir -p bin
	$(GO) build -tags $(TAGS) -o bin/ ./cmd/...

man: build ## write the manual pages, which are the programs' help, into bin/man
	@mkdir -p bin/man
	bin/draughtsman --man >bin/man/draughtsman.1
	bin/checkers --man >bin/man/checkers.1
	bin/homework --man >bin/man/homework.1
	bin/calibrate --man >bin/man/calibrate.1

dist: archives deb ## make what is handed out, in bin/dist: archives of the programs that need no robot, and a package for this Debian
	.build/check-dist

archives:
	.build/dist archives

deb: ## make the package of draughtsman for the Debian or Ubuntu that this runs on
	@.build/install-deps dpkg-dev
	.build/dist deb

cross: ## build the programs that need no robot for Linux, macOS and Windows into bin/, and check them for Windows
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) vet ./cmd/checkers ./cmd/homework ./cmd/calibrate
	@for system in linux darwin windows; do for machine in amd64 arm64; do \
		echo $$system-$$machine; mkdir -p bin/$$system-$$machine; \
		GOOS=$$system GOARCH=$$machine CGO_ENABLED=0 $(GO) build -o bin/$$system-$$machine/ \
			./cmd/checkers ./cmd/homework ./cmd/calibrate || exit 1; done; done

homework-check: ## try the homework agent in 1,000 random positions with limits from 0.01 s
	$(GO) test -v -count 1 -timeout 1h -run TestRandomPositions ./cmd/homework -positions 1000

strength: GAMES = 2000
strength: ## play the engine against the one at commit OLD=492471e, at THINK=100ms a move, until an SPRT decides between SPRT=80,120 Elo, GAMES=2000 games at most, JOBS=0 at once: one a free processor
	.build/strength $(OLD) $(SPRT) $(THINK) $(GAMES) $(JOBS)

parts: ## play 100 games against plain alpha-beta, and matches of GAMES=20 games at THINK=100ms a move that show what each part of the engine is worth
	$(GO) test -v -count 1 -timeout 24h -parallel 1 -run 'TestBeatsAlphaBeta|TestMatches' ./engine/search -plain 100 -games $(GAMES) -nodes 0 -think $(THINK)

book: ## build the opening book that comes with the program, of POSITIONS=1000 positions; it goes on where it was cut off, and begins anew with another engine
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -o bin/ ./cmd/checkers
	bin/checkers book build --out bin/english.book --positions $(POSITIONS) --threads $(THREADS)
	cp bin/english.book engine/book/english.book

levels: deps ## play GAMES=20 games between each two neighbouring levels
	$(GO) test -tags $(TAGS) -timeout 2h -count 1 -v -run TestLevelsKeepTheirOrder ./internal/robot -level-games $(GAMES)

tables: ## make the endgame tables of PIECES=5 pieces of RULES=english draughts in bin/tables, a minute of CPU, and verify them; those of 6 take half an hour and 3 GB
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -o bin/ ./cmd/checkers
	bin/checkers tables build --rules $(RULES) --pieces $(PIECES) --dir bin/tables --threads 2
	bin/checkers tables check --rules $(RULES) --dir bin/tables --threads 2

endings: tables ## play GAMES=20 games from ballots by the tables of PIECES=5 pieces, and see that what they call won is won
	$(GO) test -v -count 1 -timeout 24h -run TestWonEndingsAreWon ./engine/search \
		-adjudicated $(GAMES) -tables $(CURDIR)/bin/tables

mutants: bin/gremlins ## change ROOM=arm/grbl in every small way, and print which changes its tests do not see: minutes to hours
	bin/gremlins unleash ./$(ROOM) --tags $(TAGS) --workers 1 --timeout-coefficient 20 --output-statuses lt

match: ## play homework against the reference opponent: nine games, TIME=100 seconds of CPU time each
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -o bin/ ./cmd/checkers ./cmd/homework
	bin/checkers referee --games 9 --time $(TIME) --a 'homework' --b 'checkers agent minimax --depth 4' --a-first 5

bench: deps ## print how fast the engine counts and searches and how deep it gets, then run the benchmarks
	GOMAXPROCS=1 CGO_ENABLED=0 $(GO) run ./cmd/checkers bench
	$(GO) test -tags $(TAGS) -run '^$$' -bench . -benchtime 1s ./...
	$(GO) test -count 1 -v -run TestTimeOfMoves ./internal/drivers

size: deps ## print the lines of product and tests by room, the packages, and how much of ours each program imports
	.build/size

lint: deps bin/golangci-lint ## check style, layers and formatting
	bin/golangci-lint run --build-tags $(TAGS) ./...
	$(GO) mod tidy -diff

fence: bin/golangci-lint ## see that the lint refuses an import that is forbidden, planted in every room
	$(GO) test -count 1 -v -run TestFence ./docs

format: bin/golangci-lint ## format the code
	bin/golangci-lint fmt ./...

bin/golangci-lint:
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin $(GO) install $(GOLANGCI_LINT)

bin/gremlins:
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin $(GO) install $(GREMLINS)

deps: # OpenCV and a C++ compiler, for gocv
	@.build/install-deps

tags:
	@echo $(TAGS)

clean: ## remove what was built
	rm -rf bin
