# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for alidade                                    -*- shell-script -*-

_alidade_command() {
    local word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        list | check | explain | plan | fix | resume | dump | apply | backup | restore | history | found | repair | bench | probe | demo) echo "$word"; return ;;
        esac
    done
}

_alidade() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command options
    # bash takes "--color=always" for three words.
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    command=$(_alidade_command)
    case $prev in
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur"); return ;;
    --to) mapfile -t COMPREPLY < <(compgen -W 'nudge mib' -- "$cur"); return ;;
    --need) mapfile -t COMPREPLY < <(compgen -W 'physical grain' -- "$cur"); return ;;
    --physical-sector) mapfile -t COMPREPLY < <(compgen -W '512 4096' -- "$cur"); return ;;
    --sector-size) mapfile -t COMPREPLY < <(compgen -W '512 4096' -- "$cur"); return ;;
    --alignment-offset) mapfile -t COMPREPLY < <(compgen -W '0 3584' -- "$cur"); return ;;
    --cure) mapfile -t COMPREPLY < <(compgen -W 'drop: cut: end-chain' -- "$cur"); return ;;
    --copy) mapfile -t COMPREPLY < <(compgen -W 'primary backup' -- "$cur"); return ;;
    --lose) mapfile -t COMPREPLY < <(compgen -W 'all 1' -- "$cur"); return ;;
    --backup | --journal) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    --preset) mapfile -t COMPREPLY < <(compgen -W 'apollo openbsd fio dd average' -- "$cur"); return ;;
    --workload) mapfile -t COMPREPLY < <(compgen -W 'all durable-4k-random durable-4k-sequential
        cached-4k-sequential write-4k write-16k write-64k write-1m read-4k read-16k read-64k
        read-1m average-read average-write access-time' -- "$cur"); return ;;
    --dir | --job-files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
    -d | --device | --compare) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    --grain) mapfile -t COMPREPLY < <(compgen -W '4KiB 1MiB 4MiB' -- "$cur"); return ;;
    --size) mapfile -t COMPREPLY < <(compgen -W '80x24 100x40' -- "$cur"); return ;;
    esac
    if [[ $cur == -* ]]; then
        options='-J --json -n --dry-run -r --read-only --physical-sector= --alignment-offset=
            --sector-size= --grain= --ascii --no-mouse --size= --color=
            -h --help -V --version'
        [[ -z $command || $command == check ]] && options+=' -q --quiet -v --verbose --need='
        [[ -z $command || $command == @(apply|restore|repair|fix|resume) ]] &&
            options+=' --yes --backup='
        [[ -z $command || $command == @(apply|restore|repair) ]] && options+=' --lose='
        [[ -z $command || $command == @(apply|plan|fix) ]] && options+=' --empty='
        [[ -z $command || $command == apply ]] && options+=' --layout='
        [[ -z $command || $command == @(plan|fix) ]] && options+=' --to= --start='
        [[ -z $command || $command == @(plan|fix|resume) ]] && options+=' --journal='
        [[ -z $command || $command == @(fix|resume) ]] && options+=' --check-content'
        [[ -z $command || $command == fix ]] && options+=' --no-check --slow --flush-lies'
        [[ -z $command || $command == resume ]] && options+=' --rollback --status'
        [[ -z $command || $command == found ]] && options+=' --all --script'
        [[ -z $command || $command == repair ]] && options+=' --copy= --cure='
        [[ -z $command || $command == bench ]] &&
            options+=' --partition= -b --base= --against= --workload= --preset= --compare= --dir=
                --job-files= -d --device= -i --stride= -s --amount= -S --sync --sustained'
        [[ -z $command || $command == @(bench|probe) ]] &&
            options+=' --seconds= --seed= --as-drive'
        [[ -z $command || $command == demo ]] && options+=' --keep --no-open'
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return
    fi
    if [[ $command == demo ]]; then
        mapfile -t COMPREPLY < <(compgen -W \
            'legacy touching gpt34 aligned openbsd 4kn raid jumper interrupted' -- "$cur")
        return
    fi
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    [[ -n $command ]] ||
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W \
            'list check explain plan fix resume dump apply backup restore history found repair bench probe
                demo' -- "$cur")
}

complete -F _alidade alidade
