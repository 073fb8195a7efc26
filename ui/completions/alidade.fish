# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for alidade
# What stands between "begin" and "end" is made from the tables of the program.

function __alidade_on -d 'True if the command is one of these; without one it is the editor'
    # begin commands
    set -l commands editor list check explain plan fix resume dump apply backup restore history found repair bench probe demo help
    # end commands
    for word in (commandline -opc)[2..-1]
        if contains -- $word $commands
            contains -- $word $argv
            return
        end
    end
    contains -- editor $argv
end

complete -c alidade -n "__alidade_on help" -f
# begin operands
complete -c alidade -n '__alidade_on editor help' -a editor -d 'Open the editor; without DEVICE, choose a disk'
complete -c alidade -n '__alidade_on editor help' -a list -d 'List disks and partitions with their verdicts'
complete -c alidade -n '__alidade_on editor help' -a check -d 'Report misaligned partitions and a damaged table'
complete -c alidade -n '__alidade_on editor help' -a explain -d 'Explain why partition N is misaligned'
complete -c alidade -n '__alidade_on editor help' -a plan -d 'Show how to align all partitions, step by step'
complete -c alidade -n '__alidade_on editor help' -a fix -d 'Align all partitions: move data, change the table'
complete -c alidade -n '__alidade_on editor help' -a resume -d 'Complete a fix, or take its interrupted move back'
complete -c alidade -n '__alidade_on editor help' -a dump -d 'Print the table as a script for sfdisk'
complete -c alidade -n '__alidade_on editor help' -a apply -d 'Change the table to that of an sfdisk script'
complete -c alidade -n '__alidade_on editor help' -a backup -d 'Save all sectors of the table in a file'
complete -c alidade -n '__alidade_on editor help' -a restore -d 'Write a saved table back'
complete -c alidade -n '__alidade_on editor help' -a history -d 'List saved tables, or compare tables A and B'
complete -c alidade -n '__alidade_on editor help' -a found -d 'Find contents that no entry of the table names'
complete -c alidade -n '__alidade_on editor help' -a repair -d 'Repair a damaged table'
complete -c alidade -n '__alidade_on editor help' -a bench -d 'Measure how much a misaligned start costs'
complete -c alidade -n '__alidade_on editor help' -a probe -d 'Measure the size of the physical sectors'
complete -c alidade -n '__alidade_on editor help' -a demo -d 'Create a demo disk image and open it'
complete -c alidade -n '__alidade_on editor help' -a help -d 'Explain a command: its options, examples, exit codes'
complete -c alidade -n '__alidade_on demo' -f -a 'legacy touching gpt34 aligned openbsd 4kn raid jumper interrupted'
# end operands
# begin options
complete -c alidade -n '__alidade_on editor' -s n -l dry-run -d 'The same as --read-only'
complete -c alidade -n '__alidade_on fix resume apply backup restore repair' -s n -l dry-run -d 'Show what would be written, and write nothing'
complete -c alidade -n '__alidade_on bench probe' -s n -l dry-run -d 'Show where and how much would be written'
complete -c alidade -n '__alidade_on demo' -s n -l dry-run -d 'Describe the image, and do not create it'
complete -c alidade -n '__alidade_on editor demo' -s r -l read-only -d 'Open the disk read-only'
complete -c alidade -n '__alidade_on bench probe' -s r -l read-only -d 'Only read, which shows little on hard disks'
complete -c alidade -n '__alidade_on fix resume apply restore repair' -s r -l read-only -d 'The same as --dry-run'
complete -c alidade -n '__alidade_on apply restore repair' -l yes -d 'Write without asking; what is lost needs --lose'
complete -c alidade -n '__alidade_on fix' -l yes -d 'Write without asking (see --lose, --slow)'
complete -c alidade -n '__alidade_on resume' -l yes -d 'Write without asking'
complete -c alidade -n '__alidade_on plan fix' -l to -x -a 'nudge mib' -d 'nudge: a physical sector; mib: 1 MiB; default: the faster'
complete -c alidade -n '__alidade_on plan fix' -l start -x -d 'Start partition N at 2048, or 1MiB (repeatable)'
complete -c alidade -n '__alidade_on apply' -l layout -x -d 'Sizes instead of a script: \'512MiB efi, 8GB swap, rest /\''
complete -c alidade -n '__alidade_on apply' -l strict -d 'Refuse a table that makes a misaligned start'
complete -c alidade -n '__alidade_on repair' -l copy -x -a 'primary backup' -d 'Which valid copy of the GPT: primary or backup'
complete -c alidade -n '__alidade_on repair' -l cure -x -a 'drop: cut: end-chain' -d 'Repair a damaged entry: drop:N, cut:N or end-chain'
complete -c alidade -n '__alidade_on plan fix apply' -l empty -x -d 'Nothing in partition N is needed (repeatable)'
complete -c alidade -n '__alidade_on plan fix apply restore repair' -l lose -x -a 'all free @disk' -d 'What may be lost: partitions 1,2 or all; free: what no table names; @START: what begins at this sector; @disk: a signature of the disk'
complete -c alidade -n '__alidade_on resume' -l lose -x -a 'all' -d 'Content of partitions that is given up: 1,2; with --write-table also new ones, or all'
complete -c alidade -n '__alidade_on plan fix' -l journal -r -F -d 'Keep the journal in this file on another disk'
complete -c alidade -n '__alidade_on resume' -l journal -r -F -d 'The file or device with the journal, or @ and its first sector'
complete -c alidade -n '__alidade_on editor fix resume apply restore repair' -l backup -r -F -d 'Save the old table in this new file'
complete -c alidade -n '__alidade_on fix resume' -l check-content -d 'Also run the file system checkers (read-only)'
complete -c alidade -n '__alidade_on fix resume' -l no-check -d 'Do not compare the data after its move'
complete -c alidade -n '__alidade_on fix' -l slow -d 'With --yes: allow more than 24 hours'
complete -c alidade -n '__alidade_on fix' -l flush-lies -d 'Allow a drive that confirms flushes too early'
complete -c alidade -n '__alidade_on resume' -l rollback -d 'Take the incomplete move back instead'
complete -c alidade -n '__alidade_on resume' -l write-table -d 'Write the table of the journal over what another program has changed'
complete -c alidade -n '__alidade_on resume' -l status -d 'Only show how far the move is'
complete -c alidade -n '__alidade_on found' -l all -d 'Search every sector'
complete -c alidade -n '__alidade_on found' -l script -d 'Print a script for apply and sfdisk'
complete -c alidade -n '__alidade_on check' -s q -l quiet -d 'Print nothing, only set the exit code'
complete -c alidade -n '__alidade_on check' -s v -l verbose -d 'Also print all notes, and each partition'
complete -c alidade -n '__alidade_on check' -l need -x -a 'physical grain' -d 'What counts: physical (default) or grain'
complete -c alidade -n '__alidade_on bench' -l partition -x -d 'Measure the start of this partition'
complete -c alidade -n '__alidade_on bench' -s b -l base -x -d 'Measure this start: 63, or 1MiB'
complete -c alidade -n '__alidade_on bench' -l against -x -d 'Compare it with this start'
complete -c alidade -n '__alidade_on bench' -l workload -x -a 'all durable-4k-random durable-4k-sequential cached-4k-sequential write-4k write-16k write-64k write-1m read-4k read-16k read-64k read-1m average-read average-write access-time' -d 'Also measure one of the workloads below, or all'
complete -c alidade -n '__alidade_on bench' -l preset -x -a 'apollo openbsd fio dd average' -d 'A published test: apollo, openbsd, fio, dd, average'
complete -c alidade -n '__alidade_on bench' -l compare -r -F -d 'Also show the saved result of another drive'
complete -c alidade -n '__alidade_on bench' -l dir -x -a '(__fish_complete_directories)' -d 'Time files in this folder, and remove them'
complete -c alidade -n '__alidade_on bench' -l job-files -x -a '(__fish_complete_directories)' -d 'Write jobs for fio there; some destroy data'
complete -c alidade -n '__alidade_on bench' -s d -l device -r -F -d 'As part-align-bench does; no data changes'
complete -c alidade -n '__alidade_on bench' -s i -l stride -x -a '4096 16384' -d 'With -d: from one write to the next (4096)'
complete -c alidade -n '__alidade_on bench' -s s -l amount -x -a '16MiB 1GiB' -d 'With -d, --preset: amount (16MiB, 64MiB)'
complete -c alidade -n '__alidade_on bench' -s S -l sync -d 'With -d, --preset=apollo: flush each write'
complete -c alidade -n '__alidade_on bench' -l sustained -d 'Until a cache is full: up to 256 MiB, 60 s'
complete -c alidade -n '__alidade_on bench probe' -l seconds -x -d 'Stop after this many seconds'
complete -c alidade -n '__alidade_on bench probe' -l seed -x -d 'Repeat the order and places of an earlier run'
complete -c alidade -n '__alidade_on bench probe' -l as-drive -d 'Treat any device as a drive; for tests'
complete -c alidade -n '__alidade_on demo' -l keep -d 'Keep the image and print its path'
complete -c alidade -n '__alidade_on demo' -l no-open -d 'Only create the image and print its path'
complete -c alidade -n '__alidade_on list check explain plan fix resume dump apply backup restore history found repair bench probe demo' -s J -l json -d 'Write JSON'
complete -c alidade -n '__alidade_on editor list check explain plan fix apply restore history found repair bench probe demo' -l physical-sector -x -a '512 4096' -d 'Physical sector size, not the reported one'
complete -c alidade -n '__alidade_on editor list check explain plan fix apply restore history found repair bench probe demo' -l alignment-offset -x -a '0 3584' -d 'First physical boundary (3584: jumper for XP)'
complete -c alidade -n '__alidade_on editor list check explain plan fix apply restore history found repair bench probe demo' -l grain -x -a '4KiB 1MiB 4MiB' -d 'Recommended starts are multiples of this (1MiB)'
complete -c alidade -n '__alidade_on editor list check explain plan fix resume dump apply backup restore history found repair bench probe demo' -l sector-size -x -a '512 4096' -d 'Logical sector size of an image file (512)'
complete -c alidade -n '__alidade_on editor list apply restore history repair demo' -l color -x -a 'auto always never' -d 'auto (default: on a terminal), always, never'
complete -c alidade -n '__alidade_on editor explain plan fix bench probe demo' -l ascii -d 'Draw with ASCII characters only'
complete -c alidade -n '__alidade_on editor demo' -l no-mouse -d 'Leave the mouse to the terminal'
complete -c alidade -n '__alidade_on editor demo' -l size -x -a '80x24 100x40' -d 'Use only this much of the terminal'
complete -c alidade -n '__alidade_on editor list check explain plan fix resume dump apply backup restore history found repair bench probe demo help' -s h -l help -d 'Show this help'
complete -c alidade -n '__alidade_on editor help' -s V -l version -d 'Show versions of alidade and its libraries'
# end options
