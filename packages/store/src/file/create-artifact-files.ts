import { copyFile, link, mkdir, open, readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifact, ArtifactStore } from '@drawbridge/core/artifact'
import type { Clock, IdSource } from '@drawbridge/core/base'
import { ArtifactFileWriter } from './artifact-file-writer.ts'
import {
  artifactFiles,
  folderBytes,
  readDescription,
  readDescriptions,
  removeArtifact,
  sessionFolder,
} from './artifact-folder.ts'

/** Limits are read at each use, so that they may change. */
export interface ArtifactFilesOptions {
  /** Created if missing, readable by its owner alone. */
  readonly folder: string
  readonly clock: Clock
  readonly ids: IdSource
  /** Most bytes of one artifact. Default 64 MiB. */
  readonly maxArtifactBytes?: number
  /** Most bytes of all artifacts of one session; the oldest make room for a new one. Default 512 MiB. */
  readonly maxSessionBytes?: number
  /** The time for which artifacts are stored, in milliseconds. Default 7 days. */
  readonly retentionMs?: number
}

/** Artifacts as files: the operations for the pipeline and for operators. */
export interface ArtifactFiles extends ArtifactStore {
  /** Lists the artifacts of one session or of all, newest first. */
  list(session?: string): Promise<readonly Artifact[]>
  /** Returns one artifact as each session has it that may read it. */
  locate(id: string): Promise<readonly Artifact[]>
  remove(id: string, session: string): Promise<void>
  /** Removes what is past its retention; resolves to how many those were. */
  prune(): Promise<number>
}

const mebibyte = 1_048_576
const day = 86_400_000

/** The default limits. */
export const defaultArtifactLimits = {
  maxArtifactBytes: 64 * mebibyte,
  maxSessionBytes: 512 * mebibyte,
  retentionMs: 7 * day,
} as const

/** Creates the artifact store that keeps each artifact as a file. */
export function createArtifactFiles(options: ArtifactFilesOptions): ArtifactFiles {
  const { folder, clock, ids } = options
  const limitsNow = () => ({ ...defaultArtifactLimits, ...options })

  const isExpired = (artifact: Artifact) => artifact.createdAt + limitsNow().retentionMs < clock.now()
  const find = async (id: string, session: string): Promise<Artifact | undefined> => {
    const artifact = await readDescription(sessionFolder(folder, session), id)
    return artifact === undefined || isExpired(artifact) || artifact.session !== session ? undefined : artifact
  }
  const list = async (session?: string): Promise<readonly Artifact[]> => {
    const folders = session === undefined ? await allFolders(folder) : [sessionFolder(folder, session)]
    const artifacts = (await Promise.all(folders.map(readDescriptions))).flat()
    return artifacts.sort((left, right) => right.createdAt - left.createdAt)
  }

  return {
    create: async (origin) => {
      const target = sessionFolder(folder, origin.session)
      await mkdir(target, { recursive: true, mode: 0o700 })
      const { maxArtifactBytes, maxSessionBytes } = limitsNow()
      const room = await makeRoom(target, { maxSessionBytes, wantedBytes: Math.min(maxArtifactBytes, maxSessionBytes) })
      const maxBytes = Math.min(maxArtifactBytes, room)
      return ArtifactFileWriter.open({ id: ids.next('artifact'), folder: target, origin, maxBytes, now: clock.now })
    },
    find,
    read: async (id, session, { offset, length }) => {
      const files = artifactFiles(sessionFolder(folder, session), id)
      if (files === undefined || (await find(id, session)) === undefined) return new Uint8Array()
      await using file = await open(files.content, 'r')
      const buffer = new Uint8Array(Math.max(0, Math.min(length, limitsNow().maxArtifactBytes)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset)
      return buffer.subarray(0, bytesRead)
    },
    share: async (id, from, to) => {
      const artifact = await find(id, from)
      const source = artifactFiles(sessionFolder(folder, from), id)
      const target = artifactFiles(sessionFolder(folder, to), id)
      if (artifact === undefined || source === undefined || target === undefined) return undefined
      await mkdir(sessionFolder(folder, to), { recursive: true, mode: 0o700 })
      // The bytes are on the disk once, and stay there until both sessions have let go of them.
      await link(source.content, target.content).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') await copyFile(source.content, target.content)
      })
      const shared = { ...artifact, session: to }
      await writeFile(target.description, JSON.stringify(shared), { mode: 0o600 })
      return shared
    },
    list,
    locate: async (id) => {
      const folders = await allFolders(folder)
      const found = await Promise.all(folders.map((each) => readDescription(each, id)))
      return found.flatMap((artifact) => (artifact === undefined || isExpired(artifact) ? [] : [artifact]))
    },
    remove: async (id, session) => removeArtifact(sessionFolder(folder, session), id),
    prune: async () => {
      const expired = (await list()).filter(isExpired)
      for (const artifact of expired) await removeArtifact(sessionFolder(folder, artifact.session), artifact.id)
      for (const emptied of await allFolders(folder)) await rmdir(emptied).catch(() => undefined)
      return expired.length
    },
  }
}

async function allFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name))
}

/** Removes the session's oldest artifacts until the wanted bytes fit; resolves to the bytes that are free then. */
async function makeRoom(
  folder: string,
  { maxSessionBytes, wantedBytes }: { readonly maxSessionBytes: number; readonly wantedBytes: number },
): Promise<number> {
  let used = await folderBytes(folder)
  if (used + wantedBytes <= maxSessionBytes) return maxSessionBytes - used
  for (const artifact of (await readDescriptions(folder)).toReversed()) {
    if (used + wantedBytes <= maxSessionBytes) break
    await removeArtifact(folder, artifact.id)
    used = await folderBytes(folder)
  }
  return Math.max(0, maxSessionBytes - used)
}
