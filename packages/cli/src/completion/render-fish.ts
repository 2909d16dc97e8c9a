import {
  type CompletedCommand,
  type CompletedGroup,
  type CompletedValue,
  defaultOf,
  isSingle,
} from './completed-command.ts'

/** Returns the completion script for fish. */
export function renderFish(groups: readonly CompletedGroup[]): string {
  return `# Completion of drawbridge for fish: drawbridge completion fish > ~/.config/fish/completions/drawbridge.fish
function __drawbridge_words
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1]" = help; and set -e words[1]
    string join -- \\n $words
end
# True if the command line has exactly these words so far.
function __drawbridge_is
    set -l words (__drawbridge_words)
    test (count $words) -eq (count $argv); and __drawbridge_begins $argv
end
# True if the command line begins with these words.
function __drawbridge_begins
    set -l words (__drawbridge_words)
    for index in (seq (count $argv))
        test "$words[$index]" = "$argv[$index]"; or return 1
    end
end
# True if a group is followed by no command of its own.
function __drawbridge_alone
    set -l words (__drawbridge_words)
    test "$words[1]" = $argv[1]; and begin; test (count $words) -eq 1; or string match -q -- '-*' $words[2]; end
end
complete -c drawbridge -f
${line('__drawbridge_is', ['-a', 'help', '-d', quote('show the help')])}${groups.map(renderGroup).join('')}`
}

function renderGroup(group: CompletedGroup): string {
  const name = line('__drawbridge_is', ['-a', group.name, '-d', quote(group.summary)])
  const ran = defaultOf(group)
  const inner = isSingle(group)
    ? group.commands.map((command) => renderCommand(command, `__drawbridge_begins ${group.name}`))
    : [
        ...group.commands.map(({ path, summary }) =>
          line(`__drawbridge_is ${group.name}`, ['-a', path.at(-1) ?? '', '-d', quote(summary)]),
        ),
        ...group.commands.map((command) => renderCommand(command, `__drawbridge_begins ${command.path.join(' ')}`)),
        ...(ran === undefined ? [] : [renderCommand(ran, `__drawbridge_alone ${group.name}`)]),
      ]
  return name + inner.join('')
}

function renderCommand({ options, arguments: values }: CompletedCommand, condition: string): string {
  const described = options.map(({ flag, summary, value }) =>
    line(condition, ['-l', flag.slice(2), ...(value === undefined ? [] : given(value)), '-d', quote(summary)]),
  )
  const positional = values.flatMap((value) => (value.kind === 'other' ? [] : [line(condition, argument(value))]))
  return [...described, ...positional].join('')
}

/** Returns the flags for an option that takes a value. */
function given(value: CompletedValue): readonly string[] {
  return value.kind === 'other' ? ['-x'] : value.kind === 'file' ? ['-r', '-F'] : ['-x', ...argument(value)]
}

function argument(value: CompletedValue): readonly string[] {
  switch (value.kind) {
    case 'words':
      return ['-a', quote(value.words.join(' '))]
    case 'folder':
      return ['-a', quote('(__fish_complete_directories (commandline -ct))')]
    case 'file':
      return ['-F']
    case 'other':
      return []
    default:
      return value satisfies never
  }
}

function line(condition: string, words: readonly string[]): string {
  return `complete -c drawbridge -n ${quote(condition)} ${words.join(' ')}\n`
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}
