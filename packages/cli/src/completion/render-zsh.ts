import {
  type CompletedCommand,
  type CompletedGroup,
  type CompletedOption,
  type CompletedValue,
  defaultOf,
  isSingle,
} from './completed-command.ts'
import { quoteForShell } from './quote-for-shell.ts'

/** Returns the completion script for zsh. */
export function renderZsh(groups: readonly CompletedGroup[]): string {
  return `#compdef drawbridge
# Completion of drawbridge for zsh. In ~/.zshrc, after compinit: eval "$(drawbridge completion zsh)"
_drawbridge() {
  local command
  local -a candidates
  if [[ $words[2] == help ]] && (( CURRENT > 2 )); then shift words; (( CURRENT-- )); fi
  if (( CURRENT == 2 )); then
    candidates=(
${groups.map(({ name, summary }) => `      ${candidate(name, summary)}\n`).join('')}      ${candidate('help', 'show the help')}
    )
    _describe -t commands command candidates
    return
  fi
  command=$words[2]
  case $command in
${groups
  .filter((group) => !isSingle(group))
  .map(renderGroup)
  .join('')}  esac
  shift words; (( CURRENT-- ))
  case $command in
${groups.flatMap(({ commands }) => commands.map(renderCommand)).join('')}  esac
}
if [[ \${funcstack[1]} == _drawbridge ]]; then _drawbridge "$@"; else compdef _drawbridge drawbridge; fi
`
}

function renderGroup(group: CompletedGroup): string {
  const candidates = group.commands.map(({ path, summary }) => `        ${candidate(path.at(-1) ?? '', summary)}\n`)
  const ran = defaultOf(group)
  const step = 'command="$command $words[3]"; shift words; (( CURRENT-- ))'
  const next =
    ran === undefined
      ? step
      : `if [[ $words[3] == -* ]]; then command=${quoteForShell(ran.path.join(' '))}; else ${step}; fi`
  const condition = ran === undefined ? '' : ' && [[ $words[3] != -* ]]'
  return `  ${group.name})
    if (( CURRENT == 3 ))${condition}; then
      candidates=(
${candidates.join('')}      )
      _describe -t commands command candidates
      return
    fi
    ${next} ;;
`
}

function renderCommand({ path, options, arguments: values }: CompletedCommand): string {
  const specs = [...options.map(optionSpec), ...values.map((value) => `:value${action(value)}`)]
  return `  ${quoteForShell(path.join(' '))})
    _arguments -s \\
${specs.map((spec) => `      ${quoteForShell(spec)}`).join(' \\\n')} ;;
`
}

function optionSpec({ flag, summary, value }: CompletedOption): string {
  const described = `[${summary.replaceAll(/[[\]\\]/g, '\\$&')}]`
  return value === undefined ? `*${flag}${described}` : `*${flag}=${described}:value${action(value)}`
}

function action(value: CompletedValue): string {
  switch (value.kind) {
    case 'words':
      return `:(${value.words.join(' ')})`
    case 'folder':
      return ':_files -/'
    case 'file':
      return ':_files'
    case 'other':
      return ': '
    default:
      return value satisfies never
  }
}

/** An entry of _describe, in which a colon ends the name. */
function candidate(name: string, summary: string): string {
  return quoteForShell(`${name.replaceAll(':', '\\:')}:${summary}`)
}
