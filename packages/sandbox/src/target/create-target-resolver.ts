import { type DeclaredTarget, failure, type Target } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import type { Invocation, PathDenials, PathTarget, TargetResolution, TargetResolver } from '@drawbridge/core/target'
import { type BoundaryOptions, createBoundaries } from '../path/boundaries.ts'
import { judgePath, type PathVerdict } from '../path/judge-path.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'
import { type AnalysedCommand, type CommandAnalyser, type CommandAnalysis, plainAnalyser } from './command-analysis.ts'
import { deniedLinks } from './denied-links.ts'
import { deniedWords } from './denied-words.ts'
import { lookAtCode } from './look-at-code.ts'
import { obeyedInside } from './obeyed-inside.ts'
import { type ListedEntry, listFolder } from './pattern-matches.ts'
import { createProgramResolver } from './program-resolver.ts'
import { type ReachContext, targetsBelow, targetsOfPattern } from './reached-targets.ts'
import { resolveUrl } from './resolve-url.ts'
import { findShell, shellElsewhere } from './shell-program.ts'
import { type IsTracked, trackedFiles } from './tracked-files.ts'
import { withDenied } from './with-denied.ts'

export interface TargetResolverOptions extends BoundaryOptions {
  /** The search path for bare program names. Default: `PATH` of this process. */
  readonly searchPath?: string | undefined
  /**
   * Returns the absolute path of the file that a bare name stands for; undefined if the name is to be looked up. Default: all are.
   */
  readonly programPath?: ((name: string) => string | undefined) | undefined
  /**
   * `machine` (default) if programs are files of this machine, `own` if they are in another tree and known only by
   * name.
   */
  readonly programs?: 'machine' | 'own' | undefined
  /**
   * Loads the analyser of commands at the first command. It spells paths as `view` does, if that is set. Default: the words of a
   * command as they are, and every shell line unknown.
   */
  readonly analyser?: (() => Promise<CommandAnalyser>) | undefined
}

/** The context in which declared targets are resolved. */
interface TargetPlace {
  /** The base of relative paths. Absolute and real. */
  readonly base: string
  readonly by: 'tool' | 'program'
  readonly denials: PathDenials | undefined
}

type Declared<Kind extends DeclaredTarget['kind']> = Extract<DeclaredTarget, { kind: Kind }>

/**
 * Turns declared targets into real paths, programs and hosts. Deterministic for one state of the disk; changes nothing. Throws
 * `invalid_option` if a folder of the options cannot be resolved.
 */
export function createTargetResolver(
  options: TargetResolverOptions,
  probe: LinkProbe = systemLinkProbe,
): TargetResolver {
  const boundaries = createBoundaries(options, probe)
  const { analyser: load, programPath } = options
  const searchPath = options.searchPath ?? process.env.PATH ?? ''
  const isElsewhere = options.programs === 'own'
  const shell = isElsewhere ? shellElsewhere : findShell()
  const programs = createProgramResolver({ boundaries, probe, searchPath, shell, isElsewhere, programPath })
  let analyser = load === undefined ? plainAnalyser : undefined

  return {
    resolve: (declared, _principal, denials) => {
      const isReady = analyser !== undefined || load === undefined || !declared.some(isCommand)
      const place = { base: boundaries.workspace, by: 'tool', denials } as const
      return isReady ? resolveAll(declared, place) : resolveLater(declared, place, load)
    },
  }

  async function resolveLater(
    declared: readonly DeclaredTarget[],
    place: TargetPlace,
    loadAnalyser: () => Promise<CommandAnalyser>,
  ): Promise<TargetResolution> {
    analyser = await loadAnalyser()
    return resolveAll(declared, place)
  }

  function resolveAll(declared: readonly DeclaredTarget[], place: TargetPlace): TargetResolution {
    const targets: Target[] = []
    const invocations: Invocation[] = []
    for (const target of declared) {
      const resolution = resolveOne(target, place)
      if (resolution.status !== 'resolved') return resolution
      targets.push(...resolution.targets)
      invocations.push(...(resolution.invocations ?? []))
    }
    return { status: 'resolved', targets, ...(invocations.length === 0 ? {} : { invocations }) }
  }

  function resolveOne(target: DeclaredTarget, place: TargetPlace): TargetResolution {
    switch (target.kind) {
      case 'path':
        return resolvePath(target, place)
      case 'command':
      case 'shell':
        return resolveCommand(target, place)
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

  function resolvePath(target: Declared<'path'>, { base, by, denials }: TargetPlace): TargetResolution {
    const verdict = judgePath({ path: target.path, base, access: target.access, by }, boundaries, probe)
    if (verdict.status !== 'judged') return verdict
    const found = pathTarget(target, verdict)
    const isWhole = by === 'program' || target.whole === true
    const { view } = boundaries
    const isKept = target.reach?.tracked === true ? trackedFiles(boundaries.workspace) : undefined
    return {
      status: 'resolved',
      targets: [
        ...withDenied(found, denials, { by, isWhole, isFolder: verdict.isFolder, view, isKept }),
        ...deniedLinks(found, denials, { isProgram: by === 'program', isFolder: verdict.isFolder }),
      ],
    }
  }

  /** A folder outside of the workspace is a target of its own, so that policy sees where the command runs. */
  function resolveCommand(command: Declared<'command' | 'shell'>, { base, denials }: TargetPlace): TargetResolution {
    if (wordsOf(command).some((word) => word.includes('\0'))) return commandWithNul
    const own = { base, by: 'tool', denials } as const
    const resolved = resolvePath({ kind: 'path', path: command.cwd ?? base, access: 'list' }, own)
    const place = resolved.status === 'resolved' ? resolved.targets[0] : undefined
    if (place?.kind !== 'path') return resolved
    const cwd = place.real
    const invocation = programs.invocation(command, cwd)
    if ((invocation.argv[0] ?? '') === '') return emptyCommand
    const { commands, touches, patterns = [] } = analyse(command, cwd)
    const isPlain = place.zone === 'workspace' && denials?.find(cwd, 'read', 'list') === undefined
    // To run programs in a folder is more than to look at it.
    const targets: Target[] = isPlain ? [] : [command.cwd === undefined ? place : withoutSystem(place)]
    for (const simple of commands) {
      const { unnamed, ...known } = withCode(simple, cwd)
      const resolution = programs.resolve(known, cwd)
      if (resolution.status !== 'resolved') return resolution
      targets.push(...resolution.targets)
      if (denials !== undefined && boundaries.view === undefined) targets.push(...unnamedFiles(known, unnamed))
    }
    const inside = { base: cwd, by: 'program', denials } as const
    const context = reachContext(inside)
    const declared = [...touches, ...patterns.flatMap((pattern) => targetsOfPattern(pattern, context))]
    const reached: Target[] = []
    for (const one of declared) {
      const resolution = resolveOne(one, inside)
      if (resolution.status !== 'resolved') return resolution
      reached.push(...resolution.targets)
      if (one.kind !== 'path') continue
      const below = resolution.targets.flatMap((target) =>
        target.kind === 'path' ? targetsBelow(one, target, context) : [],
      )
      const met = resolveAll(below, inside)
      if (met.status !== 'resolved') return met
      reached.push(...met.targets)
    }
    const spelled = denials === undefined ? [] : targets.flatMap(spelledOut(reached, denials))
    return {
      status: 'resolved',
      targets: [...targets, ...reached, ...spelled],
      invocations: [invocation],
    }
  }

  /** Adds the code that it runs or obeys, as far as such files exist. */
  function withCode({ code = [], ...simple }: AnalysedCommand, cwd: string): AnalysedCommand {
    if (code.length === 0) return simple
    const obeyedBy = (script: string, folder: string) =>
      obeyedInside((analyser ?? plainAnalyser).analyseShell(script, folder), folder)
    const folder = simple.cwd ?? boundaries.view?.paths.toInside(cwd) ?? cwd
    const toHost = (path: string) => (boundaries.view === undefined ? path : boundaries.view.paths.toHost(path))
    const found = lookAtCode(code, { obeyedBy, folder, toHost })
    return found.length === 0 ? simple : { ...simple, code: found }
  }

  function spelledOut(touched: readonly Target[], denials: PathDenials): (target: Target) => readonly Target[] {
    return (target) => (target.kind === 'command' ? deniedWords(target, { denials, touched, boundaries, probe }) : [])
  }

  function reachContext(place: TargetPlace): ReachContext {
    const { denials } = place
    let tracked: IsTracked | undefined
    return {
      list: listInside,
      isSensitive: (path) => isSensitivePath(path, boundaries),
      isDenied: (path, { access, recursive = false }) => {
        const mayHold = recursive || access === 'write' || access === 'delete'
        const real = hostOf(path)
        if (denials === undefined) return false
        return denials.find(real, access) !== undefined || (mayHold && denials.mayLieBelow(real, access))
      },
      isTracked: () => (tracked ??= trackedFiles(boundaries.workspace)),
      follow: (path) => {
        const led = resolvePath({ kind: 'path', path, access: 'read' }, { ...place, denials: undefined })
        return led.status === 'resolved'
          ? led.targets[0]
          : { kind: 'dynamic', of: 'path', why: `"${path}" leads to a place that no tool may access` }
      },
      isShown,
    }
  }

  /** No program meets a file that the view hides. */
  function isShown(path: string): boolean {
    return boundaries.view === undefined || boundaries.view.paths.toInside(path) !== undefined
  }

  function listInside(folder: string): readonly ListedEntry[] {
    const place = boundaries.view === undefined ? folder : boundaries.view.paths.toHost(folder)
    return place === undefined ? [] : listFolder(place)
  }

  /** Rules speak of paths of this machine. */
  function hostOf(inside: string): string {
    return boundaries.view?.paths.toHost(inside) ?? inside
  }

  function analyse(command: Declared<'command' | 'shell'>, cwd: string): CommandAnalysis {
    const { analyseArgv, analyseShell } = analyser ?? plainAnalyser
    const folder = boundaries.view?.paths.toInside(cwd) ?? cwd
    return command.kind === 'shell' ? analyseShell(command.command, folder) : analyseArgv(command.argv, folder)
  }
}

/**
 * Returns the targets that a command may touch beyond its words, if a rule denies paths and no sandbox masks them:
 * programs, scripts and hooks can open any file.
 */
function unnamedFiles({ argv, code = [], readonly }: AnalysedCommand, unnamed: string | undefined): readonly Target[] {
  const [script] = readonly ? [] : code
  const why = unnamed ?? (script === undefined ? undefined : `it runs or obeys ${script.path}`)
  if (why === undefined) return []
  const command = argv.map(({ text }) => text).join(' ')
  const shown = command.length > 120 ? `${command.slice(0, 120)}…` : command
  return [{ kind: 'dynamic', of: 'path', why: `"${shown}" may touch files that it does not name (${why})` }]
}

const emptyCommand: TargetResolution = {
  status: 'failed',
  failure: failure('invalid_target', 'The command is empty. Give a program and its arguments.'),
}

/** No system starts a program with such a word. */
const commandWithNul: TargetResolution = {
  status: 'failed',
  failure: failure(
    'invalid_target',
    'The command contains a NUL character, which a word of a command cannot. Leave it out, or let a program such as printf create it.',
  ),
}

function wordsOf(command: Declared<'command' | 'shell'>): readonly string[] {
  return command.kind === 'shell' ? [command.command] : command.argv
}

function withoutSystem({ system: _, ...place }: PathTarget): PathTarget {
  return place
}

function isCommand({ kind }: DeclaredTarget): boolean {
  return kind === 'command' || kind === 'shell'
}

function pathTarget(
  { path, access, recursive = false }: Declared<'path'>,
  { status: _, isFolder: __, isThere: ___, ...judged }: Extract<PathVerdict, { status: 'judged' }>,
): PathTarget {
  return { kind: 'path', declared: path, access, recursive, ...judged }
}
