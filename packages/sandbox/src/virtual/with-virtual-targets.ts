import {
  type DeclaredTarget,
  type Failure,
  failure,
  type PathTarget,
  type Principal,
  type Target,
  type TargetResolution,
  type TargetResolver,
} from '@drawbridge/core'
import type { VirtualTree } from '@drawbridge/core/virtual'
import { closureBehind } from '../path/judge-path.ts'
import type { VirtualScene } from './virtual-scene.ts'

/**
 * Lets file tools declare what is virtual, under its one real path, as far as the caller may use it so; and tells commands that touch
 * it to leave that to the file tools. `base` has to look at the disk through the scene's probe.
 */
export function withVirtualTargets(base: TargetResolver, scene: VirtualScene): TargetResolver {
  const { places, tree } = scene
  return {
    resolve: (declared, principal) => {
      const judge = (resolution: TargetResolution): TargetResolution =>
        resolution.status === 'resolved' ? judgeAll(resolution, declared, principal) : resolution
      const resolution = base.resolve(declared, principal)
      return resolution instanceof Promise ? resolution.then(judge) : judge(resolution)
    },
  }

  function judgeAll(resolution: Resolved, declared: readonly DeclaredTarget[], principal: Principal): TargetResolution {
    const isCommand = declared.some(({ kind }) => kind === 'command' || kind === 'shell')
    const targets: Target[] = []
    for (const target of resolution.targets) {
      const refusal = isCommand ? refuseForCommand(target, scene, principal) : undefined
      if (refusal !== undefined) return refusal
      const path = target.kind === 'path' ? places.locate(target.real) : undefined
      if (target.kind !== 'path' || path === undefined) {
        targets.push(target)
        continue
      }
      const objection = objectionTo(target, path, tree, principal)
      if (objection !== undefined) return { status: 'denied', failure: objection }
      targets.push(virtualTarget(target, places.real(path)))
    }
    return { ...resolution, targets }
  }
}

type Resolved = Extract<TargetResolution, { status: 'resolved' }>

/** What the disk says of such a path (a link, say) is not about what is meant. */
function virtualTarget({ why: _, system: __, ...target }: PathTarget, real: string): PathTarget {
  return { ...target, real, zone: 'workspace', virtual: true }
}

function objectionTo(
  { access }: PathTarget,
  path: string,
  tree: VirtualTree,
  principal: Principal,
): Failure | undefined {
  if (!tree.admits(principal)) {
    return failure(
      'path_outside_roots',
      `"${path}" is kept for the agent "${tree.agent}" and its user "${tree.user}" alone. Use files of your own workspace.`,
    )
  }
  return access === 'write' || access === 'delete' ? tree.objection(path, access, principal) : undefined
}

/** Programs see the disk alone, where nothing of this lies. */
function refuseForCommand(target: Target, scene: VirtualScene, principal: Principal): TargetResolution | undefined {
  const touched = touchedBy(target, scene)
  if (touched === undefined) return undefined
  const objection = target.kind === 'path' ? objectionTo(target, touched.path, scene.tree, principal) : undefined
  if (objection !== undefined) return { status: 'denied', failure: objection }
  const hint = `"${touched.as}" leads to "${touched.path}", which Drawbridge keeps for this agent and which is not on the disk, so no command can use it. Read it with fs.read_file, find text in it with fs.search, change it with fs.edit or fs.write_file; fs.move takes it to an ordinary file.`
  return { status: 'failed', failure: failure('invalid_target', hint) }
}

function touchedBy(target: Target, { places, probe, closed }: VirtualScene) {
  switch (target.kind) {
    case 'path': {
      const path = places.locate(target.real)
      return path === undefined ? undefined : { path, as: target.declared }
    }
    case 'command': {
      const { cwd, program, argv } = target
      const [, ...words] = argv.map(({ text }) => text)
      const named = words.map((text) => (text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text))
      const spelled = named.find(
        (path) => closureBehind({ path, base: cwd, access: 'list' }, closed, probe) === 'denied',
      )
      const real = [cwd, program.path ?? ''].find((path) => places.locate(path) !== undefined)
      if (real !== undefined) return { path: places.locate(real) ?? real, as: real }
      return spelled === undefined ? undefined : { path: spelled, as: spelled }
    }
    default:
      return undefined
  }
}
