import { fail, type Principal } from '@drawbridge/core'
import type { VirtualChange, VirtualTree } from '@drawbridge/core/virtual'
import type { FileBackups } from '../files/backups.ts'
import { bytesOfText } from './text-of-bytes.ts'
import type { VirtualPlaces } from './virtual-places.ts'
import type { VirtualScene } from './virtual-scene.ts'

/** The dependencies with which one call uses the tree. */
export interface VirtualCall {
  readonly tree: VirtualTree
  readonly places: VirtualPlaces
  /** Ends with the tree's objection if the caller may not change a path. */
  permit(virtual: string, change: VirtualChange): void
  /** Keeps a text that is about to go. Resolves to whether it was kept. */
  backUp(virtual: string, text: string): Promise<boolean>
}

export function createVirtualCall(
  { tree, places }: VirtualScene,
  principal: Principal,
  backups: FileBackups | undefined,
): VirtualCall {
  return {
    tree,
    places,
    permit: (virtual, change) => {
      const objection = tree.objection(virtual, change, principal)
      if (objection !== undefined) fail(objection.code, objection.message)
    },
    backUp: async (virtual, text) => (await backups?.saveBytes(places.real(virtual), bytesOfText(text))) ?? false,
  }
}
