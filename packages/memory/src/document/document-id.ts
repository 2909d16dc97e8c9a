import type { MemoryPlace } from '@drawbridge/room/place'
import { z } from 'zod'

/** The place and the path of a document: two places may have one of the same path. */
export interface DocumentName {
  readonly place: MemoryPlace
  readonly path: string
}

const named = z.tuple([z.string(), z.string(), z.string(), z.string()])

/** Returns the id that names one document among those of all places. */
export function idOfDocument({ place: { agent, user, project }, path }: DocumentName): string {
  return Buffer.from(JSON.stringify([agent, user, project, path])).toString('base64url')
}

/** Reads an id back; undefined if it is not one. It says nothing about who may see the document. */
export function readDocumentId(id: string): DocumentName | undefined {
  const read = named.safeParse(jsonOf(id))
  if (!read.success) return undefined
  const [agent, user, project, path] = read.data
  return { place: { agent, user, project }, path }
}

function jsonOf(id: string): unknown {
  try {
    return JSON.parse(Buffer.from(id, 'base64url').toString())
  } catch {
    return undefined
  }
}
