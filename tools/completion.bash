# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
#
# Completion in bash, with the package bash-completion, for all programs of comba.

_comba ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} i
  COMPREPLY=()

  # The command of comba-run, and that of comba-info behind "--".
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- ]] || [[ ${1##*/} == comba-run && ${COMP_WORDS[i]} != -* ]]; then
      [[ ${COMP_WORDS[i]} != -- ]] || i=$((i + 1))
      _command_offset "$i"
      return
    fi
  done
  case ${1##*/},$current in
    comba-system,*) COMPREPLY=($(compgen -W "on off status" -- "$current")) ;;
    *,-*) COMPREPLY=($(compgen -W "$("$1" --help 2> /dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$current")) ;;
    comba-run,*) COMPREPLY=($(compgen -c -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}

complete -F _comba comba-run comba-info comba-tune comba-bench comba-system
