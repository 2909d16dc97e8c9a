import { type Clock, type CommandTarget, fail, type ProcessRunner, type Target } from '@drawbridge/core'
import type { LinkProbe } from '../path/link-probe.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { findProgram } from '../target/find-program.ts'
import { readHelperLines } from './read-helper-lines.ts'
import { runProgram } from './run-program.ts'
import { notFound } from './spawn-fault.ts'

export interface ProcessRunnerOptions {
  readonly targets: readonly Target[]
  readonly signal: AbortSignal
  readonly probe: LinkProbe
  readonly clock: Clock
  readonly baseEnvironment: Readonly<Record<string, string>>
  readonly searchPath: string
}

/** The programs that one call may run. See README.md for what holds of every run. */
export function createProcessRunner(options: ProcessRunnerOptions): ProcessRunner {
  const { targets, probe, searchPath, ...context } = options
  return {
    run: async (request) => {
      const target = commandTarget(request.argv, request.cwd, targets)
      return runProgram(request, { ...context, file: sameProgram(target, searchPath, probe) })
    },
    readHelperLines: (request) => {
      const [name = ''] = request.argv
      const file = findProgram(name, { cwd: request.cwd, searchPath })
      if (file === undefined) throw notFound(name)
      return readHelperLines(request, { ...context, file })
    },
  }
}

function commandTarget(argv: readonly string[], cwd: string, targets: readonly Target[]): CommandTarget {
  const found = targets
    .filter((target) => target.kind === 'command')
    .find((target) => target.cwd === cwd && !target.dynamic && isSame(target, argv))
  return (
    found ??
    fail('invalid_target', `"${argv.join(' ')}" in "${cwd}" is not among the commands that this call declared.`)
  )
}

function isSame({ argv }: CommandTarget, words: readonly string[]): boolean {
  return argv.length === words.length && argv.every((word, index) => word.text === words[index])
}

/** The file to run, as found on the search path: some programs look at the name they are called by. */
function sameProgram({ program, cwd }: CommandTarget, searchPath: string, probe: LinkProbe): string {
  const found = findProgram(program.name, { cwd, searchPath })
  if (found === undefined) throw notFound(program.name)
  const resolved = resolveRealPath(found, { probe, followLast: true })
  if (resolved.status === 'found' && resolved.real === program.path) return found
  return fail('stale_file', `"${program.name}" leads to another program than the one that was checked. Call again.`)
}
