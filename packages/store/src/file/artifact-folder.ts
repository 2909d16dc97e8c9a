import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifact } from '@drawbridge/core/artifact'

/** Ids are our own; any other text is not an artifact and never becomes part of a path. */
const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** Returns the folder of one session's artifacts below the artifacts folder. */
export function sessionFolder(folder: string, session: string): string {
  return join(folder, createHash('sha256').update(session).digest('hex').slice(0, 32))
}

/** The two files of an artifact: its bytes, and what is known about them. Undefined for what cannot be an id. */
export function artifactFiles(
  folder: string,
  id: string,
): { readonly content: string; readonly description: string } | undefined {
  if (!idPattern.test(id)) return undefined
  return { content: join(folder, `${id}.bin`), description: join(folder, `${id}.json`) }
}

/** Reads the description; undefined if it is missing or describes another artifact. */
export async function readDescription(folder: string, id: string): Promise<Artifact | undefined> {
  const files = artifactFiles(folder, id)
  if (files === undefined) return undefined
  try {
    const artifact = JSON.parse(await readFile(files.description, 'utf8')) as Artifact
    return artifact.id === id ? artifact : undefined
  } catch {
    return undefined
  }
}

/** All artifacts of one session's folder, newest first. */
export async function readDescriptions(folder: string): Promise<readonly Artifact[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  const artifacts = await Promise.all(ids.map((id) => readDescription(folder, id)))
  return artifacts
    .filter((artifact) => artifact !== undefined)
    .sort((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1))
}

/** Bytes that all files of a folder take, unfinished ones included. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

export async function removeArtifact(folder: string, id: string): Promise<void> {
  const files = artifactFiles(folder, id)
  if (files === undefined) return
  await rm(files.description, { force: true })
  await rm(files.content, { force: true })
}
