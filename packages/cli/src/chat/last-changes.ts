import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Outcome } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { createFileBackups } from '@drawbridge/sandbox'
import type { Session } from '@drawbridge/sdk'

/** A change of one file by a call. */
interface FileChange {
  readonly path: string
  readonly created: boolean
  /** Undefined if the file was deleted. */
  readonly hashAfter: string | undefined
}

/** The changes of this chat, newest last, and the means to take back the last one. */
export interface LastChanges {
  note(tool: string, outcome: Outcome): void
  /** Takes back the last change, if the file is still as it left it. Returns what happened, for the person. */
  undo(session: Pick<Session, 'call'>): Promise<string>
}

/** Remembers the changes in a working folder. */
export function createLastChanges(workspace: string, home: string): LastChanges {
  const changes: FileChange[] = []
  const backups = createFileBackups({ folder: join(home, 'backups') })
  return {
    note: (tool, outcome) => {
      const change = outcome.status === 'ok' ? changeOf(tool, outcome.result.data) : undefined
      if (change !== undefined) changes.push(change)
    },
    undo: async (session) => {
      const change = changes.at(-1)
      if (change === undefined)
        return 'No change of this chat can be taken back. What commands changed is not known here.'
      const file = resolve(workspace, change.path)
      if ((await hashOf(file)) !== change.hashAfter)
        return `"${change.path}" has changed since, so it stays as it is. Earlier contents are in ${join(home, 'backups')}.`
      const call = change.created
        ? { name: 'fs.delete', arguments: { path: change.path } }
        : await restoring(file, change.path)
      if (call === undefined) return `There is no backup of "${change.path}" that is text, so it stays as it is.`
      const outcome = await session.call(call)
      if (outcome.status !== 'ok') return `"${change.path}" stays as it is: ${outcome.status}, ${outcome.code}.`
      changes.pop()
      return change.created ? `Deleted "${change.path}", which was new.` : `Restored "${change.path}".`
    },
  }

  async function restoring(file: string, path: string) {
    const [newest] = await backups.list(file)
    if (newest === undefined) return undefined
    const bytes = await readFile(newest.path).catch(() => undefined)
    const content = bytes?.toString('utf8')
    if (bytes === undefined || content === undefined || !Buffer.from(content).equals(bytes)) return undefined
    return { name: 'fs.write_file', arguments: { path, content, overwrite: true } }
  }
}

function changeOf(tool: string, data: unknown): FileChange | undefined {
  if (!isJsonObject(data) || typeof data.path !== 'string') return undefined
  const { path, created, hash, hash_after: hashAfter, kind } = data
  switch (tool) {
    case 'fs.edit':
      return typeof hashAfter === 'string' ? { path, created: created === true, hashAfter } : undefined
    case 'fs.write_file':
      return typeof hash === 'string' ? { path, created: created === true, hashAfter: hash } : undefined
    case 'fs.delete':
      return kind === 'file' ? { path, created: false, hashAfter: undefined } : undefined
    default:
      return undefined
  }
}

async function hashOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined)
  return bytes === undefined ? undefined : createHash('sha256').update(bytes).digest('hex')
}
