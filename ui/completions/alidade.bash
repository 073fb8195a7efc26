# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for alidade                                    -*- shell-script -*-

_alidade_command() {
    local word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        list | check | explain | demo) echo "$word"; return ;;
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
    --need) mapfile -t COMPREPLY < <(compgen -W 'physical grain' -- "$cur"); return ;;
    --physical-sector) mapfile -t COMPREPLY < <(compgen -W '512 4096' -- "$cur"); return ;;
    --sector-size) mapfile -t COMPREPLY < <(compgen -W '512 4096' -- "$cur"); return ;;
    --alignment-offset) mapfile -t COMPREPLY < <(compgen -W '0 3584' -- "$cur"); return ;;
    --grain) mapfile -t COMPREPLY < <(compgen -W '4KiB 1MiB 4MiB' -- "$cur"); return ;;
    --size) mapfile -t COMPREPLY < <(compgen -W '80x24 100x40' -- "$cur"); return ;;
    esac
    if [[ $cur == -* ]]; then
        options='-J --json -r --read-only --physical-sector= --alignment-offset=
            --sector-size= --grain= --ascii --size= --color= -h --help -V --version'
        [[ -z $command || $command == check ]] && options+=' -q --quiet --need='
        [[ -z $command || $command == demo ]] && options+=' --keep --no-open'
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return
    fi
    if [[ $command == demo ]]; then
        mapfile -t COMPREPLY < <(compgen -W \
            'legacy touching gpt34 aligned openbsd 4kn raid jumper' -- "$cur")
        return
    fi
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    [[ -n $command ]] ||
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W \
            'list check explain demo' -- "$cur")
}

complete -F _alidade alidade
