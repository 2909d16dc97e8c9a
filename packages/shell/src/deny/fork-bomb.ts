import type { ShellCommand } from '../model/shell-command.ts'
import { codeTexts, isNamed } from './command-facts.ts'

/** A function, or a script, that starts itself twice or in the background; the same written in an interpreter. */
export function forkBomb(command: ShellCommand): string | undefined {
  const name = command.argv[0]?.text
  if (name !== undefined && (command.piped || command.background)) {
    if (command.insideFunctions.includes(name)) return `the function ${name} starts itself`
    if (/^\$\{?0\}?$/.test(name)) return 'the script starts itself'
  }
  const loops = codeTexts(command).some((code) =>
    /\bfork\b[\s()]*(?:while|until)\b|(?:while|for|until|loop)\b[\s\S]*\bfork\b/.test(code),
  )
  if (loops) return 'forks without end'
  return isNamed(command, '%0') && command.piped ? 'the script starts itself' : undefined
}
