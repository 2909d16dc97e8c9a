import { fail } from '@drawbridge/core'
import type { PathDenials } from '@drawbridge/core/target'
import { deniedText } from '../files/denied-text.ts'
import type { VirtualCall } from './virtual-call.ts'
import { entryAt } from './virtual-entries.ts'
import type { VirtualPath } from './write-virtual.ts'

/** Deletes a file, or with `recursive` every file of a folder. */
export async function removeVirtual(
  { path, virtual }: VirtualPath,
  { recursive }: { readonly recursive: boolean },
  call: VirtualCall,
  denials?: PathDenials,
): Promise<{ readonly backedUp: boolean }> {
  const files = await call.tree.list()
  const entry = entryAt(virtual, files, call.places)
  switch (entry.kind) {
    case 'missing':
      return fail('file_not_found', `"${path}" does not exist, so there is nothing to delete.`)
    case 'file':
      return { backedUp: await removeFile(virtual, call) }
    case 'directory': {
      if (!recursive) {
        fail('is_a_directory', `"${path}" is a folder. Delete recursively to remove it and its contents.`)
      }
      const below = files.filter((each) => each.path.startsWith(`${virtual}/`))
      for (const file of below) {
        const denial = denials?.find(call.places.real(file.path), 'delete')
        if (denial !== undefined)
          fail('denied_by_policy', `"${path}" was not changed: ${deniedText(file.path, denial)}`)
      }
      const kept: boolean[] = []
      for (const file of below) {
        kept.push(await removeFile(file.path, call))
      }
      return { backedUp: kept.length > 0 && kept.every(Boolean) }
    }
    default:
      return entry satisfies never
  }
}

/** Resolves to whether a backup was kept. What is gone already is nothing to complain about. */
async function removeFile(virtual: string, call: VirtualCall): Promise<boolean> {
  call.permit(virtual, 'delete')
  const current = await call.tree.read(virtual)
  if (current === undefined) return false
  const backedUp = await call.backUp(virtual, current.text)
  await call.tree.remove(virtual, current.version)
  return backedUp
}
