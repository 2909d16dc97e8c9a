import type { Clock } from '../clock/clock.ts'
import { fail } from '../outcome/tool-fault.ts'
import type { Trust } from '../result/label.ts'
import { checkLimits, type DocumentLimits } from './document-limits.ts'
import { documentRow } from './document-row.ts'
import {
  type DocumentChange,
  type DocumentInfo,
  type DocumentOwner,
  type DocumentStore,
  hiddenDocument,
  type StoredDocument,
} from './document-store.ts'
import type { VirtualContent, VirtualFile } from './interceptor.ts'

/** One user's documents over those that all users of the agent share. Changes go to the upper layer alone. */
export interface LayeredDocuments {
  list(): Promise<readonly VirtualFile[]>
  readAll(): Promise<readonly VirtualContent[]>
  read(path: string): Promise<VirtualContent | undefined>
  write(path: string, text: string, version: string | undefined, trust: Trust): Promise<VirtualContent>
  remove(path: string, version: string): Promise<void>
}

export interface LayeredDocumentsOptions {
  readonly store: DocumentStore
  readonly agent: string
  readonly user: string
  readonly limits: DocumentLimits
  readonly clock: Pick<Clock, 'now'>
}

export function createLayeredDocuments(options: LayeredDocumentsOptions): LayeredDocuments {
  const { store, agent, user, limits, clock } = options
  const own: DocumentOwner = { agent, user }
  const shared: DocumentOwner = { agent }

  return {
    list: async () => merge(await Promise.all([store.list(own), store.list(shared)])).map(({ file }) => file),
    readAll: async () =>
      merge(await Promise.all([store.readAll(own), store.readAll(shared)])).map(({ row, layer }) =>
        contentOf(row, layer),
      ),
    read: async (path) => {
      const mine = await store.find(own, path)
      if (mine !== undefined) return mine.hash === hiddenDocument ? undefined : contentOf(mine, 'own')
      const theirs = await store.find(shared, path)
      return theirs === undefined ? undefined : contentOf(theirs, 'shared')
    },
    write: async (path, text, version, trust) => {
      const row = documentRow({ path, text, modifiedMs: clock.now(), trust })
      checkLimits(row, (await store.list(own)).filter(isShown), limits)
      await mustBeShared(path, version)
      const saved = await save({ path, text, modifiedMs: row.modifiedMs, trust }, version)
      if (!saved) stale(path)
      return contentOf(row, 'own')
    },
    remove: async (path, version) => {
      await mustBeShared(path, version)
      const { expected } = readVersion(version)
      const hides = (await store.find(shared, path)) !== undefined
      const removed = hides
        ? await store.save(own, { path, text: null, expected, modifiedMs: clock.now(), trust: 'trusted' })
        : expected !== undefined && (await store.remove(own, path, expected))
      if (!removed) stale(path)
    },
  }

  /** A new document replaces no document, or the mark that hid one. */
  async function save(change: Omit<DocumentChange, 'expected'>, version: string | undefined): Promise<boolean> {
    const { expected } = readVersion(version)
    if (await store.save(own, { ...change, expected })) return true
    return version === undefined && (await store.save(own, { ...change, expected: hiddenDocument }))
  }

  /** The document read from the lower layer must still exist, although it is not the one that is overwritten. */
  async function mustBeShared(path: string, version: string | undefined): Promise<void> {
    const { layer, hash } = readVersion(version)
    if (layer === 'shared' && (await store.find(shared, path))?.hash !== hash) stale(path)
  }
}

type Layer = 'own' | 'shared'

function contentOf({ path, text, bytes, modifiedMs, hash, trust }: StoredDocument, layer: Layer): VirtualContent {
  return { path, text: text ?? '', bytes, modifiedMs, version: `${layer}:${hash}`, trust }
}

/** Returns the required state of the user's row for a change of a version that was read. */
function readVersion(version: string | undefined): {
  readonly layer?: Layer
  readonly hash?: string
  readonly expected: string | undefined
} {
  if (version === undefined) return { expected: undefined }
  const [layer, hash = ''] = version.split(':')
  return layer === 'own' ? { layer, hash, expected: hash } : { layer: 'shared', hash, expected: undefined }
}

function merge<Row extends DocumentInfo>([mine, theirs]: readonly [readonly Row[], readonly Row[]]) {
  const named = new Set(mine.map(({ path }) => path))
  const rows = [
    ...mine.filter(isShown).map((row) => ({ row, layer: 'own' as const })),
    ...theirs.filter(({ path }) => !named.has(path)).map((row) => ({ row, layer: 'shared' as const })),
  ]
  return rows.map(({ row, layer }) => {
    const { path, bytes, modifiedMs } = row
    return { row, layer, file: { path, bytes, modifiedMs } }
  })
}

function isShown({ hash }: DocumentInfo): boolean {
  return hash !== hiddenDocument
}

/** Ends with `stale_file`. */
export function stale(path: string): never {
  return fail('stale_file', `"${path}" changed since it was read. Read it again before changing it.`)
}
