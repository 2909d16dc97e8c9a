import { randomBytes } from 'node:crypto'
import { cp, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fail } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import { type AnchoredFolder, makeFolder, openFolder } from './anchored-folder.ts'
import { errnoOf, explainingErrors } from './fault-from-errno.ts'
import type { PathGrant } from './grant.ts'
import { type Entry, lookUp, type PresentEntry } from './look-up.ts'
import { removeTree } from './remove-tree.ts'
import { type SaveOptions, saveEntry } from './save-entry.ts'
import { surveyTree } from './survey-tree.ts'

export interface Move {
  readonly from: PathGrant
  readonly to: PathGrant
  readonly overwrite: boolean
  readonly createDirectories?: boolean
}

/** Moves an entry; across devices by copying it whole before the old one goes. */
export async function moveGranted(
  { from, to, overwrite, createDirectories = false }: Move,
  options: SaveOptions,
): Promise<{ readonly backedUp: boolean }> {
  if (from.real === to.real)
    fail('path_conflict', `"${from.path}" and "${to.path}" are the same place. Nothing was moved.`)
  if (isWithin(from.real, to.real))
    fail('path_conflict', `"${from.path}" cannot be moved into itself. Choose a place outside it.`)
  await using source = await openFolder(dirname(from.real))
  await using destination = await folderFor(dirname(to.real), createDirectories)
  const entry = await lookUp(source.at(basename(from.real)))
  if (entry.kind === 'missing') fail('file_not_found', `"${from.path}" does not exist, so there is nothing to move.`)
  if (entry.kind === 'directory') {
    const { isForbidden, denials } = options
    // An entry is read at its new place, which may be denied although its old place is not.
    const denialOf = (real: string) =>
      denials?.find(real, 'delete', 'read') ?? denials?.find(`${to.real}${real.slice(from.real.length)}`, 'write')
    await surveyTree(source, basename(from.real), from, { isForbidden, denialOf })
  }
  const existing = await lookUp(destination.at(basename(to.real)))
  mustBeFree(existing, to, overwrite)
  const backedUp = existing.kind !== 'missing' && (await saveEntry(destination, to, existing.kind, options))
  await transfer(source, destination, { from, to, overwrite }, entry.kind)
  await Promise.all([source.sync(), destination.sync()])
  return { backedUp }
}

function folderFor(folder: string, createDirectories: boolean): Promise<AnchoredFolder> {
  return explainingErrors(folder, () => (createDirectories ? makeFolder(folder) : openFolder(folder)))
}

function mustBeFree(existing: Entry, { path }: PathGrant, overwrite: boolean): void {
  if (existing.kind === 'missing') return
  if (!overwrite) fail('path_conflict', `"${path}" already exists. Allow replacing it, or choose another name.`)
  if (existing.kind === 'directory')
    fail(
      'is_a_directory',
      `"${path}" is a folder, which a move does not replace. Name a path in it, or delete it first.`,
    )
}

async function transfer(
  source: AnchoredFolder,
  destination: AnchoredFolder,
  { from, to }: Move,
  kind: PresentEntry['kind'],
): Promise<void> {
  const oldPath = source.at(basename(from.real))
  const newPath = destination.at(basename(to.real))
  try {
    await rename(oldPath, newPath)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    const temporary = destination.at(`.drawbridge-${randomBytes(8).toString('hex')}.tmp`)
    await cp(oldPath, temporary, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      errorOnExist: true,
    })
    await rename(temporary, newPath)
    await (kind === 'directory' ? removeTree(source, basename(from.real)) : unlink(oldPath))
  }
}
