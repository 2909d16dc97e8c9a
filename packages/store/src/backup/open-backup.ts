import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { migrations } from '../migration/migrations.ts'
import { tablePath } from './backup-path.ts'
import { type BackupFile, type Manifest, manifestName, parseManifest } from './manifest.ts'
import { openPlainFile } from './plain-file.ts'

/** A backup whose every file was found whole. */
export interface OpenedBackup {
  readonly folder: string
  readonly manifest: Manifest
  /** Names this very backup. */
  readonly digest: string
  /** @throws DrawbridgeError `store_corrupt` at its end, for a file that has changed since. */
  read(file: BackupFile): AsyncGenerator<Uint8Array>
}

/**
 * Reads a backup and checks every file in it.
 * @throws DrawbridgeError `invalid_option` if the folder is not a backup, `store_corrupt` if it is incomplete or
 * damaged, `store_incompatible` if a newer program wrote it.
 */
export async function openBackup(given: string, signal?: AbortSignal): Promise<OpenedBackup> {
  const folder = resolve(given)
  const { manifest, digest } = parseManifest(await readManifest(folder))
  assertKnown(manifest)
  const read = (file: BackupFile) => readChecked(folder, file)
  for (const table of manifest.database?.tables ?? []) {
    const path = tablePath(table.name)
    if (!manifest.files.some((file) => file.path === path)) throw damaged(folder, path, 'is not in it')
  }
  for (const file of manifest.files) {
    signal?.throwIfAborted()
    for await (const _ of read(file));
  }
  return { folder, manifest, digest, read }
}

/** The size of a manifest of about a million files. */
const maxManifestBytes = 256 * 1024 * 1024

async function readManifest(folder: string): Promise<string> {
  const opened = await openPlainFile(folder, manifestName)
  if (opened !== undefined) {
    await using handle = opened
    if ((await handle.stat()).size > maxManifestBytes)
      throw damaged(folder, manifestName, 'is longer than any valid one')
    return await handle.readFile('utf8')
  }
  const there = await stat(folder).catch(() => undefined)
  if (there?.isDirectory() === true) {
    throw new DrawbridgeError(
      'store_corrupt',
      `The folder "${folder}" does not contain a complete backup: ${manifestName}, which is written last, is missing. Name a backup that was finished.`,
    )
  }
  throw new DrawbridgeError(
    'invalid_option',
    `The backup "${folder}" does not exist. Name the folder that \`drawbridge backup\` wrote.`,
  )
}

function assertKnown({ database }: Manifest): void {
  const names = database?.migrations ?? []
  const known = migrations.map(({ name }) => name)
  if (names.length > known.length) {
    throw new DrawbridgeError(
      'store_incompatible',
      `The backup has schema ${names.length}, made by a newer Drawbridge; this one knows up to ${known.length}. Update Drawbridge.`,
    )
  }
  const other = names.find((name, place) => name !== known[place])
  if (other !== undefined) {
    throw new DrawbridgeError(
      'store_incompatible',
      `The backup's database was made by an unknown version: its schema has "${other}". Use the Drawbridge that wrote it.`,
    )
  }
}

async function* readChecked(folder: string, file: BackupFile): AsyncGenerator<Uint8Array> {
  const opened = await openPlainFile(folder, file.path)
  if (opened === undefined) throw damaged(folder, file.path, 'is missing, or is not a plain file')
  await using handle = opened
  const { size } = await handle.stat()
  if (size !== file.bytes) throw damaged(folder, file.path, `has ${size} bytes, but ${file.bytes} were written`)
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== file.sha256) throw damaged(folder, file.path, 'has been changed')
}

function damaged(folder: string, path: string, how: string): DrawbridgeError {
  return new DrawbridgeError(
    'store_corrupt',
    `The backup "${folder}" is damaged: ${JSON.stringify(path)} ${how}. Nothing was changed; use another backup.`,
  )
}
