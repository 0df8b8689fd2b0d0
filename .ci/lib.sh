# What the scripts beside this file share, which source it from the root of the repository: checks and tests are run and counted, also after a failure.

passed=0
failed=0
failures=()
failed_tests=""

# Says whether something listens on a port of this machine.
answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Brings the programs that only tests run, and starts or restarts no service by it: tests whose program is missing are skipped by name, and fail with REQUIRE_SERVICES=1.
provide() {
  if dpkg --status "$@" >/dev/null 2>&1 || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then return; fi
  local install=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends --no-upgrade "$@")
  "${install[@]}" || { apt-get update -qq && "${install[@]}"; } || printf 'could not install: %s\n' "$*"
}

# Installs what the tests start besides the running services.
provide_programs() {
  provide faketime haproxy
  provide redis-sentinel
  provide galera-4 rsync
  provide mariadb-plugin-spider
  provide_postgresql
  provide pgbouncer
  provide python3-requests python3-pandas
  provide python3-pymysql
  provide chromium
}

# Installs PostgreSQL, which Debian's package starts, unless one listens already.
provide_postgresql() {
  answers 5432 || provide postgresql
}

# Starts a MariaDB, a Redis and a PostgreSQL that are installed and do not run: a server that a test has ended must not fail the tests after it.
start_servers() {
  start_server 3306 mariadbd-safe --user=mysql
  start_server 6379 redis-server --bind 127.0.0.1 --save ''
  if [ -n "$(pg_newest)" ]; then start_server 5432 pg_ctlcluster --foreground "$(pg_newest)" main start; fi
  create_postgresql_role
}

# Prints the newest version of PostgreSQL that has a cluster on this machine.
pg_newest() {
  ls /etc/postgresql 2>/dev/null | sort --numeric-sort | tail -n 1
}

# Creates the role of the tests (test/support/services.ts), which may create databases, if a PostgreSQL of this machine lacks it.
create_postgresql_role() {
  if [ -n "${POSTGRESQL_TEST_URL:-}" ] || [ "$(id -u)" != 0 ] || ! answers 5432 || ! command -v psql >/dev/null; then return; fi
  su postgres -c 'psql --quiet --no-psqlrc' <<'END' || printf 'could not create the role query_test of PostgreSQL\n'
SELECT $$CREATE ROLE query_test LOGIN CREATEDB PASSWORD 'query_test'$$ WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'query_test') \gexec
END
}

# Starts a server in the background by a command, unless its port answers or the command is missing, and waits up to a minute until it does.
start_server() {
  local port=$1
  shift
  if answers "$port" || [ "$(id -u)" != 0 ] || ! command -v "$1" >/dev/null; then return; fi
  printf 'nothing answers on port %s, starting %s\n' "$port" "$1"
  setsid "$@" >/dev/null 2>&1 </dev/null &
  for _ in {1..60}; do
    if answers "$port"; then return; fi
    sleep 1
  done
}

# Runs one check and counts it.
check() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    failures+=("$name")
  fi
}

# Prints of reports of jest how many tests passed and failed, where a suite counts as the last report that has it says; a suite that cannot even be loaded is one failure. "suites" prints those that failed instead, "tests" the names and the reasons of the tests that failed.
read_reports() {
  node -e '
    const [what, ...reports] = process.argv.slice(1);
    const suites = new Map(reports.flatMap((path) => JSON.parse(fs.readFileSync(path)).testResults.map((suite) => [suite.name, suite])));
    const count = (suite, status) => suite.assertionResults.filter((test) => test.status === status).length;
    const failures = (suite) => count(suite, "failed") || (suite.status === "failed" ? 1 : 0);
    const sum = (of) => [...suites.values()].reduce((total, suite) => total + of(suite), 0);
    const reason = (message) => message.replace(/\u001b\[[0-9;]*m/g, "").split("\n").filter((line) => line.trim() !== "").slice(0, 3).join(" | ").slice(0, 300);
    const failed = (suite) => suite.assertionResults.filter((test) => test.status === "failed").map((test) => `${test.fullName}: ${reason(test.failureMessages.join("\n"))}`);
    const named = (suite) => (failures(suite) ? [`- ${path.relative(".", suite.name)}`, ...(failed(suite).length ? failed(suite) : [reason(suite.message)]).map((line) => `  - ${line}`)] : []);
    if (what === "tests") console.log([...suites.values()].flatMap(named).join("\n"));
    else if (what === "suites") console.log([...suites.values()].filter(failures).map(({ name }) => path.relative(".", name)).join(" "));
    else console.log(sum((suite) => count(suite, "passed")), sum(failures));
  ' "$@"
}

# Runs the tests of a script of package.json, of which further arguments choose some, and counts each. Suites that fail have a second try, alone, since many measure time on a machine that does other work besides; the output names them.
tests() {
  local reports counts
  reports=$(mktemp -d)
  printf '\n== %s (REQUIRE_SERVICES=%s, node %s)\n' "$*" "${REQUIRE_SERVICES:-0}" "$(node --version)"
  # a test that fails may leave something open, which the process would wait for
  if ! npm run "$1" -- --ci --forceExit --json --outputFile="$reports/1" "${@:2}"; then
    local suites
    suites=$(read_reports suites "$reports/1")
    printf '\n== %s, second try: %s\n' "$*" "$suites"
    start_servers
    # shellcheck disable=SC2086 # paths of this repository have no spaces
    [ -z "$suites" ] || npm run "$1" -- --ci --forceExit --runInBand --json --outputFile="$reports/2" --runTestsByPath $suites
  fi
  counts=$(read_reports counts "$reports"/*) || counts="0 1"
  [ "${counts#* }" = 0 ] || failed_tests+="$(read_reports tests "$reports"/*)"$'\n'
  rm -rf "$reports"
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
  [ "${counts#* }" = 0 ] || failures+=("$*")
}

if [ -n "${CI:-}" ] || { answers 3306 && answers 6379; }; then
  export REQUIRE_SERVICES="${REQUIRE_SERVICES:-1}"
fi

# Runs a function in the background, whose output `join` prints and whose tests it counts. One function at a time.
beside() {
  beside_folder=$(mktemp -d)
  (
    passed=0 failed=0 failures=() failed_tests=""
    "$@"
    printf '%d %d\n' "$passed" "$failed" >"$beside_folder/counts"
    printf '%s\n' "${failures[@]}" >"$beside_folder/failures"
    printf '%s' "$failed_tests" >"$beside_folder/failed_tests"
  ) >"$beside_folder/output" 2>&1 &
  beside_process=$!
}

# Waits for what `beside` runs, if anything.
join() {
  local counted_passed counted_failed
  [ -n "${beside_process:-}" ] || return 0
  wait "$beside_process"
  beside_process=""
  cat "$beside_folder/output"
  read -r counted_passed counted_failed <"$beside_folder/counts" || counted_failed=1
  passed=$((passed + counted_passed))
  failed=$((failed + counted_failed))
  mapfile -t -O "${#failures[@]}" failures < <(grep . "$beside_folder/failures")
  [ ! -s "$beside_folder/failed_tests" ] || failed_tests+="$(cat "$beside_folder/failed_tests")"$'\n'
  rm -rf "$beside_folder"
}

# Prints what failed and the last line, "N passed, N failed", and ends with it.
finish() {
  if [ "$failed" -gt 0 ]; then printf '\nfailed: %s\n%s' "${failures[*]}" "$failed_tests"; fi
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ]
}
