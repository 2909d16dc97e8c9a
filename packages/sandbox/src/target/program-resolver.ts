import type { DeclaredTarget } from '@drawbridge/core'
import type { CommandWord, Invocation, TargetResolution } from '@drawbridge/core/target'
import type { Boundaries } from '../path/boundaries.ts'
import { closureBehind, judgePath, type PathVerdict } from '../path/judge-path.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import { closedFailure } from '../path/path-place.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import type { AnalysedCommand } from './command-analysis.ts'
import { findProgramIn } from './find-program.ts'
import type { ShellProgram } from './shell-program.ts'
import { isWritable } from './trusted-search-path.ts'

export interface ProgramResolverOptions {
  readonly boundaries: Boundaries
  readonly probe: LinkProbe
  readonly searchPath: string
  readonly shell: ShellProgram
  /** Programs are files of another tree, known by their names only. */
  readonly isElsewhere: boolean
  /** Returns the file of a bare name, if it should not be looked up. */
  readonly programPath?: ((name: string) => string | undefined) | undefined
}

/** Finds the programs of commands, and those that are closed. */
export interface ProgramResolver {
  /** One simple command, to be run in `base` unless it says otherwise. */
  resolve(command: AnalysedCommand, base: string): TargetResolution
  /** Returns what is started for a declared command. */
  invocation(command: DeclaredCommand, cwd: string): Invocation
}

export type DeclaredCommand = Extract<DeclaredTarget, { kind: 'command' | 'shell' }>

export function createProgramResolver(options: ProgramResolverOptions): ProgramResolver {
  const { boundaries, probe, searchPath, shell, isElsewhere, programPath } = options
  const fileOf = (name: string): string => programPath?.(name) ?? name

  return {
    resolve: ({ cwd: folder, ...command }, base) => {
      const by = folder === undefined ? 'tool' : 'program'
      const cwd = judgePath({ path: folder ?? base, base, access: 'list', by }, boundaries, probe)
      if (cwd.status !== 'judged') return cwd
      const { text: name, static: isKnown } = command.argv[0]
      const executable = isKnown ? judgeProgram(name, cwd.real) : undefined
      const refusal = executable?.status === 'denied' ? executable : closedAmong(command.argv.slice(1), cwd.real)
      if (refusal !== undefined) return refusal
      const found = executable?.status === 'judged' ? { path: executable.real } : {}
      if (!isKnown || !isReplaceable(name, { base: cwd.real, real: found.path }))
        return {
          status: 'resolved',
          targets: [{ kind: 'command', ...command, cwd: cwd.real, program: { name, ...found } }],
        }
      const unapproved = command.unapproved === 'core' ? 'contained' : command.unapproved
      const program = { name, ...found, replaceable: true }
      return { status: 'resolved', targets: [{ kind: 'command', ...command, unapproved, cwd: cwd.real, program }] }
    },
    invocation: (declared, cwd) => {
      if (declared.kind === 'shell') {
        const { command: line } = declared
        return { command: { line }, argv: shell.argv(line), program: programOf(shell.file, cwd), cwd }
      }
      const { argv } = declared
      return { command: { argv }, argv, program: programOf(argv[0] ?? '', cwd), cwd }
    },
  }

  function programOf(name: string, cwd: string): Invocation['program'] {
    if (isElsewhere) return { name, elsewhere: true }
    const judged = judgeProgram(name, cwd)
    return judged?.status === 'judged' ? { name: fileOf(name), path: judged.real } : { name }
  }

  /** Returns true if the file of a name, or the link found under it, is in a folder that calls may write. */
  function isReplaceable(name: string, { base, real }: { readonly base: string; readonly real: string | undefined }) {
    if (real === undefined) return false
    const found = findProgramIn(boundaries.view, fileOf(name), { cwd: base, searchPath })
    const link = found === undefined ? undefined : resolveRealPath(found, { probe, followLast: false })
    return isWritable(real, boundaries) || (link?.status === 'found' && isWritable(link.real, boundaries))
  }

  /** A program may be anywhere: read roots apply to reads by tools, not to programs that the system runs. */
  function judgeProgram(name: string, base: string): PathVerdict | undefined {
    const path = isElsewhere ? undefined : findProgramIn(boundaries.view, fileOf(name), { cwd: base, searchPath })
    return path === undefined
      ? undefined
      : judgePath({ path, base, access: 'list' }, { ...boundaries, readScope: 'anywhere' }, probe)
  }

  /**
   * Paths closed to tools are closed to commands too, as far as their words spell them out. Only a sandbox enforces it
   * fully.
   */
  function closedAmong(words: readonly CommandWord[], base: string): TargetResolution | undefined {
    for (const { text } of words) {
      const path = text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text
      const closure = closureBehind({ path, base, access: 'list', by: 'program' }, boundaries, probe)
      if (closure !== undefined) return { status: 'denied', failure: closedFailure(path, closure) }
    }
    return undefined
  }
}
