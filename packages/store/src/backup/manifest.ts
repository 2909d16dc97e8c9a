import { createHash } from 'node:crypto'
import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { DatabaseKind } from '../database/statement.ts'
import { isBackupPath } from './backup-path.ts'

/** The manifest of a complete backup; written last. */
export const manifestName = 'manifest.json'

export const backupFormat = 1

/** A file of a backup as its manifest describes it. */
export interface BackupFile {
  /** Below the backup's folder, with `/`: `database/TABLE.jsonl`, or `home/…`. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly executable: boolean
}

/** A table of a backup as its manifest describes it. */
export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The number of rows. */
  readonly rows: number
  /** The last number that its counter has given. */
  readonly counter: number | null
}

/** The database as the manifest of a backup describes it. */
export interface BackupDatabase {
  readonly kind: DatabaseKind
  /** The names of the migrations that made its schema, in order. */
  readonly migrations: readonly string[]
  /** The names of the migrations of each room. Absent in backups from before there were rooms. */
  readonly rooms?: Readonly<Record<string, readonly string[]>>
  readonly tables: readonly BackupTable[]
}

/** The contents of a backup. */
export interface Manifest {
  readonly format: typeof backupFormat
  /** ISO 8601. */
  readonly createdAt: string
  /** Null if the home had none yet. */
  readonly database: BackupDatabase | null
  readonly includesKey: boolean
  readonly files: readonly BackupFile[]
}

/** With a digest of itself in front, so that damage to it is found as well. */
export function encodeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ digest: digestOf(manifest), ...manifest }, undefined, 1)}\n`
}

/** @throws DrawbridgeError `store_corrupt` for what was damaged, `store_incompatible` for what a newer program wrote. */
export function parseManifest(text: string): { readonly manifest: Manifest; readonly digest: string } {
  const parsed = parseObject(text)
  if (parsed === undefined) throw damaged()
  const { digest, ...manifest } = parsed
  if (typeof manifest.format === 'number' && manifest.format > backupFormat) {
    throw new DrawbridgeError(
      'store_incompatible',
      `The backup has format ${manifest.format}, made by a newer Drawbridge; this one knows up to ${backupFormat}. Update Drawbridge.`,
    )
  }
  if (typeof digest !== 'string' || digest !== digestOf(manifest) || !isManifest(manifest)) throw damaged()
  const outside = manifest.files.find(({ path }) => !isBackupPath(path))
  if (outside !== undefined) {
    throw new DrawbridgeError(
      'store_corrupt',
      `The backup names a path that leads elsewhere: ${JSON.stringify(outside.path)}. It is not used.`,
    )
  }
  return { manifest, digest }
}

function digestOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isJsonObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function damaged(): DrawbridgeError {
  return new DrawbridgeError('store_corrupt', `The backup's ${manifestName} is damaged. Use another backup.`)
}

function isManifest(value: Record<string, unknown>): value is Record<string, unknown> & Manifest {
  const { format, createdAt, database, includesKey, files } = value
  return (
    format === backupFormat &&
    isText(createdAt) &&
    /^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(createdAt) &&
    typeof includesKey === 'boolean' &&
    (database === null || isDatabase(database)) &&
    isListOf(files, isFile)
  )
}

function isDatabase(value: unknown): value is BackupDatabase {
  return (
    isJsonObject(value) &&
    (value.kind === 'sqlite' || value.kind === 'postgres') &&
    isListOf(value.migrations, isName) &&
    (value.rooms === undefined ||
      (isJsonObject(value.rooms) && Object.values(value.rooms).every((names) => isListOf(names, isName)))) &&
    isListOf(value.tables, isTable)
  )
}

function isTable(value: unknown): value is BackupTable {
  return (
    isJsonObject(value) &&
    isName(value.name) &&
    isListOf(value.columns, isName) &&
    isCount(value.rows) &&
    (value.counter === null || Number.isSafeInteger(value.counter))
  )
}

function isFile(value: unknown): value is BackupFile {
  return (
    isJsonObject(value) &&
    isText(value.path) &&
    isCount(value.bytes) &&
    isText(value.sha256) &&
    typeof value.executable === 'boolean'
  )
}

/** Returns true for the name of a table, column or migration; messages repeat it. */
function isName(value: unknown): value is string {
  return isText(value) && /^[\w.-]{1,100}$/.test(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem)
}
