# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for alidade

set -l commands list check explain plan fix resume dump apply backup restore history found repair bench probe demo
# Options may stand before the command that they belong to.
set -l may_apply "not __fish_seen_subcommand_from list check explain plan fix resume dump backup restore history found repair bench probe demo"
set -l may_plan "not __fish_seen_subcommand_from list check explain resume dump apply backup restore history found repair bench probe demo"
set -l may_empty "not __fish_seen_subcommand_from list check explain resume dump backup restore history found repair bench probe demo"
set -l may_fix "not __fish_seen_subcommand_from list check explain plan resume dump apply backup restore history found repair bench probe demo"
set -l may_move "not __fish_seen_subcommand_from list check explain plan dump apply backup restore history found repair bench probe demo"
set -l may_resume "not __fish_seen_subcommand_from list check explain plan fix dump apply backup restore history found repair bench probe demo"
set -l may_journal "not __fish_seen_subcommand_from list check explain dump apply backup restore history found repair bench probe demo"
set -l may_change "not __fish_seen_subcommand_from list check explain plan fix resume dump backup history bench probe demo"
set -l may_check "not __fish_seen_subcommand_from list explain plan fix resume dump apply backup restore history found repair bench probe demo"
set -l may_demo "not __fish_seen_subcommand_from list check explain plan fix resume dump apply backup restore history found repair bench probe"
set -l may_repair "not __fish_seen_subcommand_from list check explain plan fix resume dump apply backup restore history found bench probe demo"
set -l may_found "not __fish_seen_subcommand_from list check explain plan fix resume dump apply backup restore history repair bench probe demo"
set -l may_write "not __fish_seen_subcommand_from list check explain plan dump backup history bench probe demo"
set -l may_measure "not __fish_seen_subcommand_from list check explain plan fix resume dump apply backup restore history repair demo"
set -l may_bench "not __fish_seen_subcommand_from list check explain plan fix resume dump apply backup restore history repair probe demo"

complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a list -d 'disks and partitions, verdicts, better starts'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a check -d 'what is off; the exit code says it'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a explain -d 'why partition N is off, and what cures cost'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a plan -d 'how to align all partitions, step by step'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a fix -d 'carry that plan out: move data, write the table'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a resume -d 'complete a fix that was interrupted'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a dump -d 'the table as a script that sfdisk accepts'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a apply -d 'make the table as an sfdisk script says'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a backup -d 'save every sector that the table owns'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a restore -d 'put what backup saved back onto the disk'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a history -d 'tables saved before writes, and what changed'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a found -d 'contents that no entry names, as a table'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a repair -d 'write what is damaged in a table anew'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a bench -d 'time a start against a better one, in place'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a probe -d 'find the true physical sectors, in place'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a demo -d 'make a private demo image and open it'
complete -c alidade -n '__fish_seen_subcommand_from demo' -f -a 'legacy touching gpt34 aligned openbsd 4kn raid jumper interrupted'

complete -c alidade -s J -l json -d 'write JSON'
complete -c alidade -s n -l dry-run -d 'show what would be written, write nothing'
complete -c alidade -s r -l read-only -d 'open read-only: write nothing'
complete -c alidade -n "$may_write" -l yes -d 'where it is written: do not ask'
complete -c alidade -n "$may_write" -l backup -r -d 'where it is written: save the old table here'
complete -c alidade -n "$may_apply" -l layout -x -d 'apply: sizes such as 8GB swap, rest /'
complete -c alidade -n "$may_empty" -l empty -x -d 'apply, plan, fix: nothing in N is needed'
complete -c alidade -n "$may_plan" -l to -x -a 'nudge mib' -d 'plan, fix: nearest sectors, or the grain'
complete -c alidade -n "$may_plan" -l start -x -d 'plan, fix: this start for partition N'
complete -c alidade -n "$may_journal" -l journal -r -F -d 'plan, fix, resume: the journal in this file or device'
complete -c alidade -n "$may_fix" -l no-check -d 'fix: do not compare all data at the end'
complete -c alidade -n "$may_move" -l check-content -d 'fix, resume: file system checkers, read-only'
complete -c alidade -n "$may_fix" -l slow -d 'fix: it may take more than 24 hours'
complete -c alidade -n "$may_fix" -l flush-lies -d 'fix: also on a drive whose flushes lie'
complete -c alidade -n "$may_resume" -l rollback -d 'resume: take the move back instead'
complete -c alidade -n "$may_resume" -l status -d 'resume: only tell how far it is'
complete -c alidade -n "$may_change" -l lose -x -a 'all' -d 'data given up: of partitions 1,2 or all'
complete -c alidade -n "$may_found" -l all -d 'found: search every sector'
complete -c alidade -n "$may_found" -l script -d 'found: write a script for apply and sfdisk'
complete -c alidade -n "$may_repair" -l cure -x -a 'drop: cut: end-chain' -d 'repair: what is done about a damaged entry'
complete -c alidade -n "$may_repair" -l copy -x -a 'primary backup' -d 'repair: the GPT that counts'
complete -c alidade -l physical-sector -x -a '512 4096' -d 'judge by this physical sector'
complete -c alidade -l alignment-offset -x -a '0 3584' -d 'the first physical boundary'
complete -c alidade -l sector-size -x -a '512 4096' -d 'logical sector of an image file'
complete -c alidade -l grain -x -a '4KiB 1MiB 4MiB' -d 'align to this'
complete -c alidade -l ascii -d 'draw with ASCII only'
complete -c alidade -l no-mouse -d 'leave the mouse to the terminal'
complete -c alidade -l size -x -a '80x24 100x40' -d 'draw in this part of the terminal'
complete -c alidade -l color -x -a 'auto always never' -d 'colours'
complete -c alidade -n "$may_check" -s q -l quiet -d 'check: write nothing'
complete -c alidade -n "$may_check" -s v -l verbose -d 'check: all that is known about the table'
complete -c alidade -n "$may_check" -l need -x -a 'physical grain' -d 'check: what counts as off'
complete -c alidade -n "$may_bench" -l partition -x -d 'bench: the start of this partition'
complete -c alidade -n "$may_bench" -s b -l base -x -d 'bench: this start instead'
complete -c alidade -n "$may_bench" -l against -x -d 'bench: the start to compare with'
complete -c alidade -n "$may_bench" -l workload -x -a 'all durable-4k-random durable-4k-sequential cached-4k-sequential write-4k write-16k write-64k write-1m read-4k read-16k read-64k read-1m average-read average-write access-time' -d 'bench: this workload too, or all'
complete -c alidade -n "$may_bench" -l preset -x -a 'apollo openbsd fio dd average' -d 'bench: what an article timed, beside its figures'
complete -c alidade -n "$may_bench" -l compare -r -d 'bench: beside what was kept of this drive'
complete -c alidade -n "$may_bench" -l dir -x -a '(__fish_complete_directories)' -d 'bench: files in this folder, made and removed'
complete -c alidade -n "$may_bench" -l job-files -x -a '(__fish_complete_directories)' -d 'bench: write jobs for fio there'
complete -c alidade -n "$may_bench" -s d -l device -r -d 'bench: as part-align-bench does, in place'
complete -c alidade -n "$may_bench" -s i -l stride -x -a '4096 16384' -d 'bench: from write to write'
complete -c alidade -n "$may_bench" -s s -l amount -x -a '16MiB 1GiB' -d 'bench: bytes to write'
complete -c alidade -n "$may_bench" -s S -l sync -d 'bench: flush after each write'
complete -c alidade -n "$may_bench" -l sustained -d 'bench: write until a buffer is full'
complete -c alidade -n "$may_measure" -l seconds -x -d 'bench, probe: no longer than this'
complete -c alidade -n "$may_measure" -l seed -x -d 'bench, probe: the same order and places again'
complete -c alidade -n "$may_measure" -l as-drive -d 'bench, probe: judge an image like a drive'
complete -c alidade -n "$may_demo" -l keep -d 'demo: keep the image, say its path'
complete -c alidade -n "$may_demo" -l no-open -d 'demo: only make it'
complete -c alidade -s h -l help -d 'a summary of commands and options'
complete -c alidade -s V -l version -d 'versions of alidade and its libraries'
