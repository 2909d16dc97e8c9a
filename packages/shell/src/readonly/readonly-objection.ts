import { surroundingsObjection } from '../cover/surroundings-objection.ts'
import type { ShellCommand } from '../shell-command.ts'

/** Returns the reason that a command is not known to be read-only; `undefined` if it is. */
export function readonlyObjection(command: ShellCommand): string | undefined {
  const { argv, call } = command
  if (command.speculative) return 'it is only a guess at what is started'
  if (!command.isFunction && argv.length > 0) {
    if (!call.readonly) return call.change ?? `${call.name} is not known to be read-only`
    if (call.effects.has('network')) return `${call.name} reaches out to the network`
  }
  for (const word of argv) {
    if (word.static || word.pipe !== undefined || word.pattern) continue
    if (word === argv[0]) return `${word.text} is not known beforehand`
    // A test shows nothing but its outcome.
    if (word.secret && call.name !== '[' && call.name !== 'test') return `${word.text} could show a secret`
  }
  if (command.stdin?.secret === true) return `${command.stdin.text} could show a secret`
  return surroundingsObjection(command)
}
