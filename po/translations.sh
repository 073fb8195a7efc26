#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# translations.sh [--complete] - lists the sentences of the source that a translation
# lacks, and counts them.  Exit 1 for a catalogue that msgfmt refuses; with --complete
# also where anything is missing.
set -u
cd "$(dirname "$0")/.." || exit 2
made=$(mktemp -d) || exit 2
trap 'rm -rf "$made"' EXIT
failed=0 missing=0

# shellcheck disable=SC2046 # one file a word
xgettext --keyword=_ --keyword=N_ --keyword=NC_:1c,2 --keyword=ngettext:1,2 \
    --from-code=UTF-8 -o "$made/now.pot" $(grep -v '^#' po/POTFILES) || exit 2

while read -r lang; do
    msgfmt --check -o /dev/null "po/$lang.po" || { failed=1; continue; }
    msgmerge -q -N "po/$lang.po" "$made/now.pot" -o "$made/$lang.po" || exit 2
    # The header is the first paragraph wherever anything is left.
    msgattrib --untranslated --no-obsolete --no-wrap "$made/$lang.po" | sed '1,/^$/d' \
        >"$made/left"
    count=$(grep -c '^msgid ' "$made/left")
    grep -vE '^(msgstr|$)' "$made/left"
    echo "$lang: $count sentences are not translated"
    missing=$((missing + count))
done <po/LINGUAS

[ "$failed" -eq 0 ] || exit 1
[ "${1:-}" != --complete ] || [ "$missing" -eq 0 ]
