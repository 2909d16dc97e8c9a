import { fail } from '@drawbridge/core'
import type { MachineScope } from '@drawbridge/core/machine'
import type { VirtualChange, VirtualContent, VirtualTree } from '@drawbridge/core/virtual'
import type { FileBackups } from '../files/backups.ts'
import { bytesOfText } from './text-of-bytes.ts'
import type { VirtualPlaces } from './virtual-places.ts'
import type { VirtualScene } from './virtual-scene.ts'

/** The dependencies with which one call uses the tree. */
export interface VirtualCall {
  /** Its reads and writes keep the trust in each file. */
  readonly tree: Pick<VirtualTree, 'list' | 'read' | 'remove'> & {
    /** `isAddition`: what was in the file stays. */
    write(
      path: string,
      text: string,
      before: Pick<VirtualContent, 'version' | 'trust'> | undefined,
      isAddition: boolean,
    ): Promise<VirtualContent | undefined>
  }
  readonly places: VirtualPlaces
  /** Ends with the tree's objection if the caller may not change a path. */
  permit(virtual: string, change: VirtualChange): void
  /** Keeps a text that is about to go. Resolves to whether it was kept. */
  backUp(virtual: string, text: string): Promise<boolean>
}

export function createVirtualCall(
  { tree, places }: VirtualScene,
  { principal, provenance }: Pick<MachineScope, 'principal' | 'provenance'>,
  backups: FileBackups | undefined,
): VirtualCall {
  /** Files that held a stranger's words at some time of this call. */
  const foreign = new Set<string>()
  const changed = new Set<string>()
  return {
    tree: {
      list: () => tree.list(),
      read: async (path) => {
        const content = await tree.read(path)
        if (content !== undefined) {
          const trust = content.trust ?? 'untrusted'
          if (trust === 'untrusted') foreign.add(path)
          provenance?.noteRead(places.real(path), trust)
        }
        return content
      },
      remove: async (path, version) => {
        changed.add(path)
        await tree.remove(path, version)
      },
      write: async (path, text, before, isAddition) => {
        const own = (await provenance?.trustOfWrite(places.real(path))) ?? 'untrusted'
        // A call that changes a file twice may put back what was there.
        const replaces = !isAddition && provenance?.replacesContent === true && !changed.has(path)
        changed.add(path)
        const keepsForeign = [...foreign].some((each) => each !== path || !replaces)
        const trust =
          keepsForeign || (!replaces && before !== undefined && before.trust !== 'trusted') ? 'untrusted' : own
        if (trust === 'untrusted') foreign.add(path)
        return tree.write(path, text, before?.version, trust)
      },
    },
    places,
    permit: (virtual, change) => {
      const objection = tree.objection(virtual, change, principal)
      if (objection !== undefined) fail(objection.code, objection.message)
    },
    backUp: async (virtual, text) => (await backups?.saveBytes(places.real(virtual), bytesOfText(text))) ?? false,
  }
}
