import { posix } from 'node:path'
import { isInterpreterName } from '@drawbridge/shell/cover'
import type { CommandTarget, Target } from '../target/target.ts'

const shells = /^(?:ba|z|da|k|fi|c|tc)?sh$/

/**
 * The files whose content decides what the commands of a call do: programs named by a path, and the scripts that interpreters
 * and shells are given. Absolute paths; pure, so some may not exist.
 */
export function scriptsOf(targets: readonly Target[]): readonly string[] {
  const paths = targets.flatMap((target) => (target.kind === 'command' ? scriptsOfCommand(target) : []))
  return [...new Set(paths)].sort()
}

function scriptsOfCommand({ argv, program, cwd }: CommandTarget): readonly string[] {
  const [name, ...words] = argv
  if (name === undefined) return []
  const own = name.text.includes('/') ? [program.path ?? posix.resolve(cwd, name.text)] : []
  const base = posix.basename(name.text)
  if (!isInterpreterName(base) && !shells.test(base)) return own
  // Which word is the script depends on the interpreter's options; every word that could be one is looked at.
  const operands = words.filter((word) => word.static && word.text !== '' && !word.text.startsWith('-'))
  return [...own, ...operands.map(({ text }) => posix.resolve(cwd, text))]
}
