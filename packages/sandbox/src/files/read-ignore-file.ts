import { join } from 'node:path'
import { fail } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { PathTarget } from '@drawbridge/core/target'
import { judgePath } from '../path/judge-path.ts'
import { zoneOf } from '../path/path-place.ts'
import { openFolderIfAny } from './anchored-folder.ts'
import type { GrantContext } from './grant.ts'
import { lookUp } from './look-up.ts'
import { openIn } from './open-granted.ts'

const maxBytes = 1024 * 1024

/**
 * Returns the text of a folder's `.gitignore`; undefined if it has none. A link counts as none, as it does for git. Rules above a
 * target affect its listing, so this may read the folders above it, within the target's root.
 */
export async function readIgnoreFile(path: string, context: GrantContext): Promise<string | undefined> {
  const { boundaries, probe } = context
  const verdict = judgePath({ path, base: boundaries.workspace, access: 'list' }, boundaries, probe)
  if (verdict.status !== 'judged') return fail(verdict.failure.code, verdict.failure.message)
  const reaches = context.targets
    .filter((target) => target.kind === 'path')
    .some((target) => isWithin(target.real, verdict.real) || isBetween(verdict.real, target, context))
  if (!reaches) fail('invalid_target', `The ignore rules of "${path}" do not bear on any path that this call declared.`)

  const real = join(verdict.real, '.gitignore')
  if (context.denials?.find(real, 'read') !== undefined) return undefined
  const folder = await openFolderIfAny(verdict.real)
  if (folder === undefined) return undefined
  await using held = folder
  if ((await lookUp(held.at('.gitignore'))).kind !== 'file') return undefined
  const granted = { path: real, real, access: 'read', sharedContentKnown: true, sensitiveKnown: false } as const
  const { handle } = await openIn(held, granted, 0)
  await using file = handle
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(maxBytes), 0, maxBytes, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

/** Returns true if a folder is above a target and still inside the root of the target. */
function isBetween(folder: string, target: PathTarget, { boundaries }: GrantContext): boolean {
  const { root } = zoneOf(target.real, target.access, boundaries)
  return root !== undefined && isWithin(root, folder) && isWithin(folder, target.real)
}
