#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [BUILD-DIR] [MESON-SETUP-OPTION...] - builds, runs every test, and closes with
# one line counted from meson's results.  Exit 0 only when nothing failed.
set -u
cd "$(dirname "$0")/.." || exit 2
if [ ! -e /proc/self ] && [ -z "${ALIDADE_WITH_PROC:-}" ]; then
    ALIDADE_WITH_PROC=1 exec tests/with_proc.sh tests/run.sh "$@"
fi
build=${1:-build}
[ $# -gt 0 ] && shift

# Some four hundred programs are linked: where it is there, this linker takes half the time.
if [ -z "${CC_LD:-}" ] && command -v ld.gold >/dev/null; then
    export CC_LD=gold
fi
if [ -d "$build/meson-info" ]; then
    meson setup --reconfigure -Dtests=enabled "$@" "$build" || exit 2
else
    # No debugger is used here: the build is a little faster without what it needs.
    meson setup -Dtests=enabled -Ddebug=false "$@" "$build" || exit 2
fi
meson compile -C "$build" || exit 2
# A machine may be slow or busy: the timeouts only end what hangs.  Many tests mostly wait,
# so four times as many run at once as there are processors.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-5}"
meson test -C "$build" --no-rebuild --print-errorlogs --timeout-multiplier 5 \
    --num-processes $((4 * $(nproc)))
status=$?

log=$build/meson-logs/testlog.json
count() { grep -cE "\"result\": \"($1)\"" "$log"; }
passed=$(count 'OK|EXPECTEDFAIL')
skipped=$(count 'SKIP')
failed=$(($(wc -l <"$log") - passed - skipped))
if [ "$skipped" -gt 0 ]; then
    echo "Skipped, with the reason each gave:"
    sed -n '/"result": "SKIP"/s/.*"name": "\([^"]*\)".*"stdout": "\([^"]*\)".*/    \1: \2/p' "$log" |
        sed 's/\\n/ /g'
fi
# What a test that passed has left out says so in a line of its own.
left_out=$(grep -E '"result": "(OK|EXPECTEDFAIL)"' "$log" |
    sed 's/.*"name": "\([^"]*\)", "stdout": "\(.*\)", "result".*/\2/; s/\\n/\n/g' |
    grep '^not tried')
if [ -n "$left_out" ]; then
    echo "Not tried, inside of tests that passed: $(echo "$left_out" | wc -l)"
    echo "$left_out" | sort | uniq -c | cut -c 1-200
fi
if [ "$failed" -gt 0 ]; then
    echo "Failed, with what each said:"
    # Their output is one JSON string a line: its escapes are made lines again.
    grep -vE '"result": "(OK|EXPECTEDFAIL|SKIP)"' "$log" | while IFS= read -r line; do
        printf '%s\n' "$line" |
            sed 's/.*"name": "\([^"]*\)", "stdout": "\(.*\)", "result".*/\1:\n\2/; s/\\n/\n/g' |
            grep -v '^ok ' | cut -c 1-300 | sed 's/^/    /' >"$build/failed.txt"
        head -n 20 "$build/failed.txt"
        tail -n +21 "$build/failed.txt" | tail -n 20
    done
    grep -vE '"result": "(OK|EXPECTEDFAIL|SKIP)"' "$log" |
        sed 's/.*"name": "\([^"]*\)".*"result": "\([^"]*\)".*/\2  \1/'
fi
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
