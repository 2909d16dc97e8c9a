import { type DeclaredTarget, type Failure, failure, type Principal, type Target } from '@drawbridge/core'
import type { CommandTarget, TargetResolution, TargetResolver } from '@drawbridge/core/target'
import { closureBehind } from '../path/judge-path.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import { patternMatches } from '../target/pattern-matches.ts'
import type { VirtualPlaces } from './virtual-places.ts'
import type { VirtualScene } from './virtual-scene.ts'

/**
 * Lets file tools declare what is virtual, under its one real path, as far as the caller may use it so; and tells commands that touch
 * it to leave that to the file tools. `base` has to look at the disk through the scene's probe.
 */
export function withVirtualTargets(base: TargetResolver, scene: VirtualScene): TargetResolver {
  const { places } = scene
  return {
    resolve: (declared, principal, denials) => {
      const judge = (resolution: TargetResolution): TargetResolution =>
        resolution.status === 'resolved' ? judgeAll(resolution, declared, principal) : resolution
      const resolution = base.resolve(declared, principal, denials)
      return resolution instanceof Promise ? resolution.then(judge) : judge(resolution)
    },
  }

  function judgeAll(resolution: Resolved, declared: readonly DeclaredTarget[], principal: Principal): TargetResolution {
    const isCommand = declared.some(({ kind }) => kind === 'command' || kind === 'shell')
    const { targets } = resolution
    for (const target of targets) {
      const objection = objectionTo(target, scene, principal)
      if (objection !== undefined) return { status: 'denied', failure: objection }
    }
    const touched = isCommand ? targets.map((target) => touchedBy(target, scene)).find(isTouched) : undefined
    if (touched !== undefined) return { status: 'failed', failure: failure('invalid_target', hint(touched)) }
    return { ...resolution, targets: targets.map((target) => asVirtual(target, places)) }
  }
}

type Resolved = Extract<TargetResolution, { status: 'resolved' }>

/** The state of such a path on disk (that it is a link, for example) is irrelevant. */
function asVirtual(target: Target, places: VirtualPlaces): Target {
  const path = target.kind === 'path' ? places.locate(target.real) : undefined
  if (target.kind !== 'path' || path === undefined) return target
  const { why: _, system: __, ...rest } = target
  return { ...rest, real: places.real(path), zone: 'workspace', protected: false, virtual: true }
}

/** Returns the reason that the caller may not use a virtual file, or not in this way. */
function objectionTo(target: Target, { places, tree }: VirtualScene, principal: Principal): Failure | undefined {
  const path = target.kind === 'path' ? places.locate(target.real) : undefined
  if (target.kind !== 'path' || path === undefined) return undefined
  if (!tree.admits(principal)) {
    return failure(
      'path_outside_roots',
      `"${path}" belongs to the agent "${tree.agent}" and its user "${tree.user}". Use files of your own workspace.`,
    )
  }
  const { access } = target
  return access === 'write' || access === 'delete' ? tree.objection(path, access, principal) : undefined
}

interface Touched {
  /** Virtual path, or as it is written. */
  readonly path: string
  readonly as: string
}

function isTouched(touched: Touched | undefined): touched is Touched {
  return touched !== undefined
}

/** Programs see only the disk, which has none of these files. */
function hint({ path, as }: Touched): string {
  const what = as === path ? `"${path}" is stored by Drawbridge` : `"${as}" leads to "${path}", which Drawbridge stores`
  return `${what} for this agent and not on disk, so commands cannot use it. Read it with fs.read_file, find text in it with fs.search, change it with fs.edit or fs.write_file; fs.move moves it to an ordinary file.`
}

function touchedBy(target: Target, scene: VirtualScene): Touched | undefined {
  const { places, probe, closed } = scene
  switch (target.kind) {
    case 'path': {
      const path = places.locate(target.real) ?? foundBy(target.real, places)
      return path === undefined ? undefined : { path, as: target.declared }
    }
    case 'command': {
      const { cwd, program, argv } = target
      const inside = [cwd, program.path ?? ''].flatMap((real) => places.locate(real) ?? []).at(0)
      if (inside !== undefined) return { path: inside, as: inside }
      const words = argv.map(({ text }) => (text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text))
      const named = words.find((path) => closureBehind({ path, base: cwd, access: 'list' }, closed, probe) === 'denied')
      return named === undefined ? coveredBy(target, scene) : { path: named, as: named }
    }
    default:
      return undefined
  }
}

/** Returns a file on disk that has a virtual name and that an unquoted pattern would match. */
function foundBy(pattern: string, places: VirtualPlaces): string | undefined {
  return patternMatches(pattern)
    .paths.flatMap(({ path }) => places.locate(path) ?? [])
    .at(0)
}

/**
 * A bare word may be a pattern or a message as well as a path. If a file on disk has that name, it counts as a path: a
 * program would find the wrong file there.
 */
function coveredBy({ argv, cwd }: CommandTarget, { places, disk }: VirtualScene): Touched | undefined {
  for (const { text } of argv.slice(1)) {
    const names = [text, text.slice(text.search(/[^=:@]*$/)), /^-[^-]/.test(text) ? text.slice(2) : text]
    for (const name of new Set(names)) {
      const path = name === '' || name.includes('/') ? undefined : places.locate(`${cwd}/${name}`)
      if (path !== undefined && isThere(`${cwd}/${name}`, disk)) return { path, as: name }
    }
  }
  return undefined
}

function isThere(path: string, disk: LinkProbe): boolean {
  try {
    return disk.inspect(path).kind !== 'missing'
  } catch {
    return false
  }
}
