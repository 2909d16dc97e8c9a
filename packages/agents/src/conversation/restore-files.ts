import type { Session } from '@drawbridge/core'
import type { ConversationEntry, FileFact, RestoredFile } from '@drawbridge/core/agent'
import { createFileHistory } from '@drawbridge/sandbox/folder'

/** The place and the means of restoring files. */
export interface RestoreOptions {
  readonly session: Pick<Session, 'openRun'>
  /** The folder of the data, with the backups. */
  readonly home: string
  /** The folder that the session works in. */
  readonly workspace: string
}

interface Stretch {
  /** In their order. Never empty. */
  readonly changes: readonly FileFact[]
  readonly first: FileFact
  readonly last: FileFact
}

/**
 * Puts the files that calls changed in a stretch of a conversation back to what they were before it, if each is still as the last of
 * those calls left it. It is done by calls, so that the policy decides and the record has it. What commands changed is not known.
 */
export async function restoreFiles(
  entries: readonly ConversationEntry[],
  { session, home, workspace }: RestoreOptions,
): Promise<readonly RestoredFile[]> {
  const since = entries[0]?.time ?? 0
  const history = createFileHistory({ home, workspace })
  const stretches = new Map<string, Stretch>()
  for (const entry of entries) {
    for (const fact of entry.kind === 'result' ? (entry.files ?? []) : []) {
      if (fact.change === 'read') continue
      const known = stretches.get(fact.path)
      stretches.set(fact.path, {
        first: known?.first ?? fact,
        last: fact,
        changes: [...(known?.changes ?? []), fact],
      })
    }
  }
  if (stretches.size === 0) return []
  const run = session.openRun()
  const nameOf = (tool: string) => run.snapshot.names.exposedName(tool) ?? tool
  const restored: RestoredFile[] = []
  for (const [path, { first, last, changes }] of [...stretches].reverse())
    restored.push({ path, ...(await restoreOne(path, { first, last, changes })) })
  run.end('completed')
  return restored.reverse()

  async function restoreOne(path: string, { first, last, changes }: Stretch): Promise<Omit<RestoredFile, 'path'>> {
    if (last.change === 'changed' && last.hash === undefined) return { state: 'not_ours' }
    const now = await history.hashOf(path)
    if (now !== (last.change === 'deleted' ? undefined : last.hash)) return { state: 'changed_since' }
    if (first.created === true) {
      if (now === undefined) return { state: 'restored' }
      return outcomeOf(await run.call({ name: nameOf('fs.delete'), arguments: { path } }))
    }
    const content = await history.textBefore(path, {
      since,
      changes: changes.filter(({ created }) => created !== true).length,
    })
    if (content === undefined) return { state: 'no_backup' }
    return outcomeOf(
      await run.call({ name: nameOf('fs.write_file'), arguments: { path, content, overwrite: now !== undefined } }),
    )
  }
}

function outcomeOf({ status, text }: { readonly status: string; readonly text: string }): Omit<RestoredFile, 'path'> {
  return status === 'ok' ? { state: 'restored' } : { state: 'refused', message: text }
}
