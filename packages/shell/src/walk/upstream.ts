import type { ShellCommand } from '../shell-command.ts'

const lateUpstream = new WeakMap<ShellCommand, readonly ShellCommand[]>()

/** Adds sources of a command that are known only after it: the writers into the `>(…)` that contains it. */
export function addUpstream(command: ShellCommand, sources: readonly ShellCommand[]): void {
  lateUpstream.set(command, [...(lateUpstream.get(command) ?? []), ...sources])
}

/** Every command whose output this one may read. */
export function sourcesOf(command: ShellCommand): readonly ShellCommand[] {
  const late = lateUpstream.get(command)
  return late === undefined ? command.upstream : [...command.upstream, ...late]
}
