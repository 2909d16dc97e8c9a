import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import {
  listSettingsFolder,
  readSettingsFile,
  removeSettingsFile,
  replaceSettingsFile,
} from '@drawbridge/sandbox/settings-file'
import { z } from 'zod'

/** A file that is about to be written. */
export interface FileChange {
  readonly path: string
  /** Undefined if the file is new. */
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array
}

const manifestSchema = z.object({
  createdAt: z.number(),
  files: z.array(z.object({ path: z.string(), copy: z.string().nullable(), after: z.string() })),
})

/** The files of one import as they were before. */
export interface Backup extends z.output<typeof manifestSchema> {
  readonly id: string
  /** Absolute. */
  readonly folder: string
}

/** The result of bringing one file back. */
export interface RestoredFile {
  readonly path: string
  readonly result: 'restored' | 'removed' | 'as it was' | 'changed since'
}

const root = (home: string) => join(home, 'mcp-backups')
const manifestName = 'manifest.json'
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Keeps copies in the home, for its owner alone: never next to the files, where they could be committed with secrets in them. */
export async function backUp(home: string, changes: readonly FileChange[], now: number): Promise<Backup> {
  const taken = new Set(await listSettingsFolder(root(home)))
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  let id = stamp
  for (let count = 2; taken.has(id); count += 1) id = `${stamp}-${count}`
  const folder = join(root(home), id)
  const files = changes.map(({ path, before, after }, index) => ({
    path,
    copy: before === undefined ? null : `${index}`,
    after: digest(after),
  }))
  for (const [index, { before }] of changes.entries())
    if (before !== undefined) await replaceSettingsFile(join(folder, `${index}`), { before: undefined, bytes: before })
  const manifest = { createdAt: now, files }
  const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`)
  await replaceSettingsFile(join(folder, manifestName), { before: undefined, bytes })
  return { ...manifest, id, folder }
}

/** Returns the backups, oldest first. A folder without a whole manifest is none. */
export async function listBackups(home: string): Promise<readonly Backup[]> {
  const found: Backup[] = []
  for (const id of await listSettingsFolder(root(home))) {
    const folder = join(root(home), id)
    const manifest = await readSettingsFile(join(folder, manifestName))
    if (manifest.status === 'read') found.push({ ...manifestSchema.parse(JSON.parse(manifest.text)), id, folder })
  }
  return found.toSorted((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1))
}

/**
 * Brings the files back byte for byte. One that was changed after the import stays as it is, unless `force` is set.
 * @throws DrawbridgeError `invalid_option` if a copy is missing.
 */
export async function restoreBackup(
  { folder, files }: Backup,
  { force }: { readonly force: boolean },
): Promise<readonly RestoredFile[]> {
  const results: RestoredFile[] = []
  for (const { path, copy, after } of files) {
    const kept = copy === null ? undefined : await readSettingsFile(join(folder, copy))
    if (kept !== undefined && kept.status !== 'read')
      throw new DrawbridgeError(
        'invalid_option',
        `The backup of "${path}" is missing from ${folder}. The file was left as it is.`,
      )
    results.push({ path, result: await bringBack(path, kept?.bytes, { after, force }) })
  }
  return results
}

async function bringBack(
  path: string,
  wanted: Uint8Array | undefined,
  { after, force }: { readonly after: string; readonly force: boolean },
): Promise<RestoredFile['result']> {
  const now = await readSettingsFile(path)
  const before = now.status === 'read' ? now.bytes : undefined
  const isAsWanted =
    wanted === undefined ? now.status === 'missing' : before !== undefined && digest(before) === digest(wanted)
  if (isAsWanted) return 'as it was'
  if (now.status === 'failed' || ((before === undefined || digest(before) !== after) && !force)) return 'changed since'
  if (wanted === undefined) {
    await removeSettingsFile(path, { before })
    return 'removed'
  }
  await replaceSettingsFile(path, { before, bytes: wanted })
  return 'restored'
}
