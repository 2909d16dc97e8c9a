import {
  assertNever,
  type CommandWord,
  type DeclaredTarget,
  failure,
  type PathTarget,
  type Target,
  type TargetResolution,
  type TargetResolver,
} from '@drawbridge/core'
import { type BoundaryOptions, createBoundaries } from '../path/boundaries.ts'
import { closedFailure } from '../path/closed-path.ts'
import { closureBehind, judgePath, type PathVerdict } from '../path/judge-path.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import { type AnalysedCommand, type CommandAnalyser, type CommandAnalysis, plainAnalyser } from './command-analysis.ts'
import { findProgram } from './find-program.ts'
import { resolveUrl } from './resolve-url.ts'

export interface TargetResolverOptions extends BoundaryOptions {
  /** Where bare program names are looked up. Default: `PATH` of this process. */
  readonly searchPath?: string | undefined
  /** Default: argv as it stands, and every shell line unknown. */
  readonly analyser?: CommandAnalyser | undefined
}

type Declared<Kind extends DeclaredTarget['kind']> = Extract<DeclaredTarget, { kind: Kind }>

/**
 * Turns declared targets into real paths, programs and hosts. Deterministic for one state of the disk, changes nothing.
 * Throws `invalid_option` where a folder of the options cannot be resolved.
 */
export function createTargetResolver(
  options: TargetResolverOptions,
  probe: LinkProbe = systemLinkProbe,
): TargetResolver {
  const boundaries = createBoundaries(options, probe)
  const analyser = options.analyser ?? plainAnalyser
  const searchPath = options.searchPath ?? process.env.PATH ?? ''

  return { resolve: (declared) => resolveAll(declared, boundaries.workspace) }

  function resolveAll(declared: readonly DeclaredTarget[], base: string): TargetResolution {
    const targets: Target[] = []
    for (const target of declared) {
      const resolution = resolveOne(target, base)
      if (resolution.status !== 'resolved') return resolution
      targets.push(...resolution.targets)
    }
    return { status: 'resolved', targets }
  }

  function resolveOne(target: DeclaredTarget, base: string): TargetResolution {
    switch (target.kind) {
      case 'path':
        return resolvePath(target, base)
      case 'command':
        return resolveCommand(target.cwd, base, (cwd) => analyser.analyseArgv(target.argv, cwd))
      case 'shell':
        return resolveCommand(target.cwd, base, (cwd) => analyser.analyseShell(target.command, cwd))
      case 'url':
        return resolveUrl(target)
      case 'session':
      case 'agent':
      case 'server':
      case 'dynamic':
        return { status: 'resolved', targets: [target] }
      default:
        return assertNever(target)
    }
  }

  function resolvePath(target: Declared<'path'>, base: string): TargetResolution {
    const verdict = judgePath({ path: target.path, base, access: target.access }, boundaries, probe)
    return verdict.status === 'judged' ? { status: 'resolved', targets: [pathTarget(target, verdict)] } : verdict
  }

  /** A folder outside of the workspace is a target of its own, so that policy sees where the command runs. */
  function resolveCommand(
    folder: string | undefined,
    base: string,
    analyse: (cwd: string) => CommandAnalysis,
  ): TargetResolution {
    const resolved = resolvePath({ kind: 'path', path: folder ?? base, access: 'list' }, base)
    const place = resolved.status === 'resolved' ? resolved.targets[0] : undefined
    if (place?.kind !== 'path') return resolved
    const { commands, touches } = analyse(place.real)
    const targets: Target[] = place.zone === 'workspace' ? [] : [place]
    for (const command of commands) {
      const resolution = resolveSimpleCommand(command, place.real)
      if (resolution.status !== 'resolved') return resolution
      targets.push(...resolution.targets)
    }
    const touched = resolveAll(touches, place.real)
    return touched.status === 'resolved' ? { status: 'resolved', targets: [...targets, ...touched.targets] } : touched
  }

  function resolveSimpleCommand({ cwd: folder, ...command }: AnalysedCommand, base: string): TargetResolution {
    const cwd = judgePath({ path: folder ?? base, base, access: 'list' }, boundaries, probe)
    if (cwd.status !== 'judged') return cwd
    const name = command.argv[0].text
    if (name === '' && !command.dynamic) {
      return {
        status: 'failed',
        failure: failure('invalid_target', 'The command is empty. Give a program and its arguments.'),
      }
    }
    const found = findProgram(name, { cwd: cwd.real, searchPath })
    const executable = found === undefined ? undefined : judgeProgram(found, cwd.real)
    const refusal = executable?.status === 'denied' ? executable : closedAmong(command.argv.slice(1), cwd.real)
    if (refusal !== undefined) return refusal
    const path = executable?.status === 'judged' ? executable.real : undefined
    return {
      status: 'resolved',
      targets: [
        { kind: 'command', ...command, cwd: cwd.real, program: path === undefined ? { name } : { name, path } },
      ],
    }
  }

  /** A program lies where it lies: read roots bind what tools read, not what the system runs. */
  function judgeProgram(path: string, base: string): PathVerdict {
    return judgePath({ path, base, access: 'list' }, { ...boundaries, readScope: 'anywhere' }, probe)
  }

  /** What is closed to tools is closed to commands too, as far as their words spell it out. The wall is the sandbox. */
  function closedAmong(words: readonly CommandWord[], base: string): TargetResolution | undefined {
    for (const { text } of words) {
      const path = text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text
      const closure = closureBehind({ path, base, access: 'list' }, boundaries, probe)
      if (closure !== undefined) return { status: 'denied', failure: closedFailure(path, closure) }
    }
    return undefined
  }
}

function pathTarget(
  { path, access, recursive = false }: Declared<'path'>,
  { status: _, ...judged }: Extract<PathVerdict, { status: 'judged' }>,
): PathTarget {
  return { kind: 'path', declared: path, access, recursive, ...judged }
}
