import { isInterpreterName } from '../profile/interpreter-names.ts'
import type { ShellCommand } from '../shell-command.ts'
import { shellNames } from '../unwrap/shell-names.ts'
import { covers } from './covers.ts'

const scriptRunners = /^(?:run|run-script|exec|x|dlx|task)$/

/**
 * Returns the narrowest rule worth offering for a command: the shortest prefix that names the sub-command (`git
 * status`, `npm run build`) and covers this command. `undefined` if there is none: shells, launchers, inline code,
 * commands that nothing covers.
 */
export function suggestPrefix(command: ShellCommand): string | undefined {
  const { argv, call } = command
  if (
    argv.length === 0 ||
    call.transparent ||
    call.inner.some((inner) => inner.denyOnly !== true) ||
    shellNames.has(call.name)
  )
    return undefined
  if (!argv.slice(0, call.named).every((word) => word.static)) return undefined
  const named = scriptRunners.test(argv[call.named - 1]?.text ?? '') ? call.named + 1 : call.named
  const first = Math.max(named, isInterpreterName(call.name) ? 2 : 1)
  for (let length = first; length <= Math.min(first + 2, argv.length); length += 1) {
    const words = argv.slice(0, length).map((word) => word.text)
    // An option would be granted with every value: `curl -o`, `python3 -c`.
    if (words.slice(1).some((word) => word.startsWith('-'))) return undefined
    if (covers(words, command)) return words.map(quote).join(' ')
  }
  return undefined
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
