import {
  type CompletedCommand,
  type CompletedGroup,
  type CompletedValue,
  defaultOf,
  isSingle,
} from './completed-command.ts'
import { quoteForShell } from './quote-for-shell.ts'

/** Returns the completion script for bash, 3.2 or newer. */
export function renderBash(groups: readonly CompletedGroup[]): string {
  const names = [...groups.map(({ name }) => name), 'help', '--help', '--version']
  return `# Completion of drawbridge for bash. In ~/.bashrc: eval "$(drawbridge completion bash)"
_drawbridge_offer() {
  local candidate
  while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen "$@" -- "$current")
}
_drawbridge() {
  local current=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD-1]} first=1 command arguments='' words='' kind=''
  COMPREPLY=()
  # bash takes "--mode=plan" for three words.
  if [[ $current == '=' ]]; then current=''
  elif [[ $option == '=' ]]; then option=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [[ \${COMP_WORDS[1]} == help ]]; then first=2; fi
  if ((COMP_CWORD <= first)); then _drawbridge_offer -W ${quoteForShell(names.join(' '))}; return; fi
  command=\${COMP_WORDS[first]}
  case $command in
${groups
  .filter((group) => !isSingle(group))
  .map(renderGroup)
  .join('')}  esac
  case $command in
${groups.flatMap(({ commands }) => commands.map(renderCommand)).join('')}  *) return ;;
  esac
  case $kind in
  words) _drawbridge_offer -W "$words" ;;
  folder) compopt -o filenames 2>/dev/null; _drawbridge_offer -d ;;
  file) compopt -o filenames 2>/dev/null; _drawbridge_offer -f ;;
  esac
}
complete -F _drawbridge drawbridge
`
}

/** The second word of a group: one of its commands, or an option of the command that the group alone runs. */
function renderGroup(group: CompletedGroup): string {
  const names = group.commands.map(({ path }) => path.at(-1)).join(' ')
  const ran = defaultOf(group)
  const options = ran === undefined ? '' : ` ${ran.options.map(({ flag }) => flag).join(' ')}`
  const other =
    ran === undefined
      ? ''
      : `; if [[ \${COMP_WORDS[first+1]} == -* ]]; then command=${quoteForShell(ran.path.join(' '))}; fi`
  return `  ${group.name})
    if ((COMP_CWORD == first + 1)); then _drawbridge_offer -W ${quoteForShell(names + options)}; return; fi
    command="$command \${COMP_WORDS[first+1]}"${other} ;;
`
}

function renderCommand({ path, options, arguments: values }: CompletedCommand): string {
  const valued = options.flatMap(({ flag, value }) =>
    value === undefined ? [] : [`    ${flag}) ${assign(value)} ;;\n`],
  )
  const flags = options.map(({ flag }) => flag).join(' ')
  const words = values.flatMap((value) => (value.kind === 'words' ? value.words : [])).join(' ')
  const files = values.find(({ kind }) => kind === 'file' || kind === 'folder')?.kind
  const positional =
    files !== undefined
      ? `kind=${files}`
      : words === ''
        ? `kind=words words=${quoteForShell(flags)}`
        : `kind=words words=${quoteForShell(words)}`
  return `  ${quoteForShell(path.join(' '))})
    case $option in
${valued.join('')}    *) if [[ $current == -* ]]; then kind=words words=${quoteForShell(flags)}; else ${positional}; fi ;;
    esac ;;
`
}

function assign(value: CompletedValue): string {
  return value.kind === 'words' ? `kind=words words=${quoteForShell(value.words.join(' '))}` : `kind=${value.kind}`
}
