# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for alidade                                    -*- shell-script -*-
# What stands between "begin" and "end" is made from the tables of the program.

_alidade_options() { # command
    case $1 in
    # begin options
    editor) echo '-n --dry-run -r --read-only --backup= --physical-sector= --alignment-offset= --grain= --sector-size= --color= --ascii --no-mouse --size= -h --help -V --version' ;;
    list) echo '-J --json --physical-sector= --alignment-offset= --grain= --sector-size= --color= -h --help' ;;
    check) echo '-q --quiet -v --verbose --need= -J --json --physical-sector= --alignment-offset= --grain= --sector-size= -h --help' ;;
    explain) echo '-J --json --physical-sector= --alignment-offset= --grain= --sector-size= --ascii -h --help' ;;
    plan) echo '--to= --start= --empty= --lose= --journal= -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --ascii -h --help' ;;
    fix) echo '-n --dry-run -r --read-only --yes --to= --start= --empty= --lose= --journal= --backup= --check-content --no-check --slow --flush-lies -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --ascii -h --help' ;;
    resume) echo '-n --dry-run -r --read-only --yes --lose= --journal= --backup= --check-content --no-check --rollback --write-table --status -J --json --sector-size= -h --help' ;;
    dump) echo '-J --json --sector-size= -h --help' ;;
    apply) echo '-n --dry-run -r --read-only --yes --layout= --strict --empty= --lose= --backup= -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --color= -h --help' ;;
    backup) echo '-n --dry-run -J --json --sector-size= -h --help' ;;
    restore) echo '-n --dry-run -r --read-only --yes --lose= --backup= -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --color= -h --help' ;;
    history) echo '-J --json --physical-sector= --alignment-offset= --grain= --sector-size= --color= -h --help' ;;
    found) echo '--all --script -J --json --physical-sector= --alignment-offset= --grain= --sector-size= -h --help' ;;
    repair) echo '-n --dry-run -r --read-only --yes --copy= --cure= --lose= --backup= -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --color= -h --help' ;;
    bench) echo '-n --dry-run -r --read-only --partition= -b --base= --against= --workload= --preset= --compare= --dir= --job-files= -d --device= -i --stride= -s --amount= -S --sync --sustained --seconds= --seed= --as-drive -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --ascii -h --help' ;;
    probe) echo '-n --dry-run -r --read-only --seconds= --seed= --as-drive -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --ascii -h --help' ;;
    demo) echo '-n --dry-run -r --read-only --keep --no-open -J --json --physical-sector= --alignment-offset= --grain= --sector-size= --color= --ascii --no-mouse --size= -h --help' ;;
    help) echo '-h --help -V --version' ;;
    # end options
    esac
}

# What comes after an option, or as an operand of a command: words, files ...
_alidade_values() { # option, or command
    case $1 in
    # begin values
    --to) echo 'words  nudge mib' ;;
    --start) echo 'nothing' ;;
    --layout) echo 'nothing' ;;
    --copy) echo 'words  primary backup' ;;
    --cure) echo 'words  drop: cut: end-chain' ;;
    --empty) echo 'nothing' ;;
    --lose) echo 'words  all free @disk' ;;
    --journal) echo 'files' ;;
    --backup) echo 'files' ;;
    --need) echo 'words  physical grain' ;;
    --partition) echo 'nothing' ;;
    -b | --base) echo 'nothing' ;;
    --against) echo 'nothing' ;;
    --workload) echo 'words  all durable-4k-random durable-4k-sequential cached-4k-sequential write-4k write-16k write-64k write-1m read-4k read-16k read-64k read-1m average-read average-write access-time' ;;
    --preset) echo 'words  apollo openbsd fio dd average' ;;
    --compare) echo 'files' ;;
    --dir) echo 'folders' ;;
    --job-files) echo 'folders' ;;
    -d | --device) echo 'files' ;;
    -i | --stride) echo 'words  4096 16384' ;;
    -s | --amount) echo 'words  16MiB 1GiB' ;;
    --seconds) echo 'nothing' ;;
    --seed) echo 'nothing' ;;
    --physical-sector) echo 'words  512 4096' ;;
    --alignment-offset) echo 'words  0 3584' ;;
    --grain) echo 'words  4KiB 1MiB 4MiB' ;;
    --sector-size) echo 'words  512 4096' ;;
    --color) echo 'words  auto always never' ;;
    --size) echo 'words  80x24 100x40' ;;
    # end values
    # begin operands
    demo) echo 'words legacy touching gpt34 aligned openbsd 4kn raid jumper interrupted' ;;
    help) echo 'words editor list check explain plan fix resume dump apply backup restore history found repair bench probe demo help' ;;
    # end operands
    esac
}

_alidade() {
    # begin commands
    local commands='editor list check explain plan fix resume dump apply backup restore history found repair bench probe demo help'
    # end commands
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=editor word values
    # bash takes "--color=always" for three words.
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ " $commands " == *" $word "* ]] && command=$word && break
    done
    values=$(_alidade_values "$prev")
    if [[ $prev != -* || -z $values ]]; then
        if [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_alidade_options "$command")" -- "$cur")
            [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
            return
        fi
        values=$(_alidade_values "$command")
    fi
    case $values in
    words*) mapfile -t COMPREPLY < <(compgen -W "${values#words }" -- "$cur") ;;
    folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    nothing) ;;
    *) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    esac
    [[ $command == editor && -z $values ]] &&
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$commands" -- "$cur")
}

complete -F _alidade alidade
