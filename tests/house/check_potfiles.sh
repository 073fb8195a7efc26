#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_potfiles.sh TOP - each file with words for people is in po/POTFILES, and only those
set -u
cd "$1" || exit 2
failed=0
say() { echo "$1"; failed=1; }

words=$(grep -rlE '(^|[^A-Za-z0-9_])(_|N_|ngettext)\(' src ui --include='*.c' --include=refusal_list.h |
    LC_ALL=C sort)
listed=$(grep -v '^#' po/POTFILES)
[ "$listed" = "$(echo "$listed" | LC_ALL=C sort -u)" ] ||
    say "po/POTFILES is not sorted, or names a file twice"
for file in $words; do
    echo "$listed" | grep -qxF "$file" ||
        say "$file has words for people but is not in po/POTFILES"
done
for file in $listed; do
    echo "$words" | grep -qxF "$file" ||
        say "$file is in po/POTFILES but has no words for people"
done
exit $failed
