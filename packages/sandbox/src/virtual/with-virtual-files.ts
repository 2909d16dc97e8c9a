import type { Target } from '@drawbridge/core'
import type { Machine, MachineScope } from '@drawbridge/core/machine'
import type { FileBackups } from '../files/backups.ts'
import { createVirtualFileAccess } from './create-virtual-file-access.ts'
import { readVirtualHelperLines } from './read-virtual-helper-lines.ts'
import { createVirtualCall } from './virtual-call.ts'
import type { VirtualScene } from './virtual-scene.ts'

/** The options of `withVirtualFiles`. */
export interface VirtualFilesOptions {
  readonly scene: VirtualScene
  /** A folder of Drawbridge's own that holds copies of virtual files for search programs while they run. */
  readonly scratch: string
  /** The backups of overwritten and deleted content. Without it nothing is kept. */
  readonly backups?: FileBackups | undefined
}

/** A machine in whose workspace what is virtual lies as well. `base` has to be made with the scene's options and probe. */
export function withVirtualFiles(base: Machine, { scene, scratch, backups }: VirtualFilesOptions): Machine {
  return {
    ...base,
    files: (scope) => filesOf(scope),
    processes: (scope) => {
      const disk = base.processes(scope)
      const files = base.files(scope)
      return {
        ...disk,
        readHelperLines: (request) =>
          readVirtualHelperLines(request, { scene, scratch, disk, files, provenance: scope.provenance }),
      }
    },
    ...(base.hashFile === undefined ? {} : { hashFile: (path) => hashOf(path) }),
  }

  function filesOf(scope: MachineScope) {
    const { targets, denials } = scope
    return createVirtualFileAccess({
      scene,
      targets,
      denials,
      call: createVirtualCall(scene, scope, backups),
      disk: base.files(scope),
      moving: base.files({ ...scope, targets: targets.flatMap(withReading) }),
    })
  }

  /** No program runs what is virtual. */
  async function hashOf(path: string): Promise<string | undefined> {
    return scene.places.locate(path) === undefined ? base.hashFile?.(path) : undefined
  }
}

/** Moving a file into the store means reading it. */
function withReading(target: Target): readonly Target[] {
  return target.kind === 'path' && target.access === 'delete' ? [target, { ...target, access: 'read' }] : [target]
}
