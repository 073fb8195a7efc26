# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for alidade

set -l commands list check explain demo
# Options may stand before the command that they belong to.
set -l may_check "not __fish_seen_subcommand_from list explain demo"
set -l may_demo "not __fish_seen_subcommand_from list check explain"

complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a list -d 'disks and partitions, verdicts, better starts'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a check -d 'what is off; the exit code says it'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a explain -d 'why partition N is off, and what cures cost'
complete -c alidade -n "not __fish_seen_subcommand_from $commands" -a demo -d 'make a private demo image and open it'
complete -c alidade -n '__fish_seen_subcommand_from demo' -f -a 'legacy touching gpt34 aligned openbsd 4kn raid jumper'

complete -c alidade -s J -l json -d 'write JSON'
complete -c alidade -s r -l read-only -d 'open for looking only'
complete -c alidade -l physical-sector -x -a '512 4096' -d 'judge by this physical sector'
complete -c alidade -l alignment-offset -x -a '0 3584' -d 'the first physical boundary'
complete -c alidade -l sector-size -x -a '512 4096' -d 'logical sector of an image file'
complete -c alidade -l grain -x -a '4KiB 1MiB 4MiB' -d 'align to this'
complete -c alidade -l ascii -d 'draw with ASCII only'
complete -c alidade -l size -x -a '80x24 100x40' -d 'draw in this part of the terminal'
complete -c alidade -l color -x -a 'auto always never' -d 'colours'
complete -c alidade -n "$may_check" -s q -l quiet -d 'check: write nothing'
complete -c alidade -n "$may_check" -l need -x -a 'physical grain' -d 'check: what counts as off'
complete -c alidade -n "$may_demo" -l keep -d 'demo: keep the image, say its path'
complete -c alidade -n "$may_demo" -l no-open -d 'demo: only make it'
complete -c alidade -s h -l help -d 'a summary of commands and options'
complete -c alidade -s V -l version -d 'versions of alidade and its libraries'
