import { type DeclaredTarget, failure, type Target } from '@drawbridge/core'
import { shorten } from '@drawbridge/core/base'
import type { PathDenials, PathTarget, TargetResolution } from '@drawbridge/core/target'
import type { Boundaries } from '../path/boundaries.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'
import { type AnalysedCommand, type CommandAnalyser, type CommandAnalysis, plainAnalyser } from './command-analysis.ts'
import { deniedWords } from './denied-words.ts'
import { lookAtCode } from './look-at-code.ts'
import { obeyedInside } from './obeyed-inside.ts'
import { type ListedEntry, listFolder } from './pattern-matches.ts'
import { createProgramResolver, type DeclaredCommand } from './program-resolver.ts'
import { type ReachContext, targetsBelow, targetsOfPattern } from './reached-targets.ts'
import { findShell, shellElsewhere } from './shell-program.ts'
import { type IsTracked, trackedFiles } from './tracked-files.ts'

/** The context in which declared targets are resolved. */
export interface TargetPlace {
  /** The base of relative paths. Absolute and real. */
  readonly base: string
  readonly by: 'tool' | 'program'
  readonly denials: PathDenials | undefined
}

/** The parts of a command resolver. */
export interface CommandResolverOptions {
  readonly boundaries: Boundaries
  readonly probe: LinkProbe
  readonly searchPath: string
  /** True if programs are in another tree and known only by name. */
  readonly isElsewhere: boolean
  readonly programPath: ((name: string) => string | undefined) | undefined
  /** Default: the words of a command as they are, and every shell line unknown. */
  readonly analyser: CommandAnalyser | undefined
  /** Resolves what a command touches: paths and everything that is not a command. */
  resolve(declared: readonly DeclaredTarget[], place: TargetPlace): TargetResolution
}

/** Resolves a declared command with all that it reaches. */
export type ResolveCommand = (command: DeclaredCommand, place: TargetPlace) => TargetResolution

/** Makes the part of a target resolver that reads commands. */
export function createCommandResolver({
  boundaries,
  probe,
  searchPath,
  isElsewhere,
  programPath,
  analyser = plainAnalyser,
  resolve,
}: CommandResolverOptions): ResolveCommand {
  const shell = isElsewhere ? shellElsewhere : findShell()
  const programs = createProgramResolver({ boundaries, probe, searchPath, shell, isElsewhere, programPath })
  return resolveCommand

  /** A folder outside of the workspace is a target of its own, so that policy sees where the command runs. */
  function resolveCommand(command: DeclaredCommand, { base, denials }: TargetPlace): TargetResolution {
    if (wordsOf(command).some((word) => word.includes('\0'))) return commandWithNul
    const own = { base, by: 'tool', denials } as const
    const resolved = resolve([{ kind: 'path', path: command.cwd ?? base, access: 'list' }], own)
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
      const resolution = resolve([one], inside)
      if (resolution.status !== 'resolved') return resolution
      reached.push(...resolution.targets)
      if (one.kind !== 'path') continue
      const below = resolution.targets.flatMap((target) =>
        target.kind === 'path' ? targetsBelow(one, target, context) : [],
      )
      const met = resolve(below, inside)
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
    const obeyedBy = (script: string, folder: string) => obeyedInside(analyser.analyseShell(script, folder), folder)
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
        const led = resolve([{ kind: 'path', path, access: 'read' }], { ...place, denials: undefined })
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

  function analyse(command: DeclaredCommand, cwd: string): CommandAnalysis {
    const { analyseArgv, analyseShell } = analyser
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
  return [
    { kind: 'dynamic', of: 'path', why: `"${shorten(command, 120)}" may touch files that it does not name (${why})` },
  ]
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

function wordsOf(command: DeclaredCommand): readonly string[] {
  return command.kind === 'shell' ? [command.command] : command.argv
}

function withoutSystem({ system: _, ...place }: PathTarget): PathTarget {
  return place
}
