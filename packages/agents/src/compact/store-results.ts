import type { ConversationEntry } from '@drawbridge/core/agent'
import { contentText, joinLabels, ownLabel } from '@drawbridge/core/artifact'
import type { House } from '@drawbridge/room'
import type { RunParts } from '../loop/run-parts.ts'

/**
 * Stores the results of calls that are shortened, so that the model can read them again. One that has an artifact, or that cannot be
 * stored whole, is left out. Returns the artifacts by the ids of the calls.
 */
export async function storeResults(
  entries: readonly ConversationEntry[],
  calls: readonly string[],
  store: RunParts['store'],
): Promise<Readonly<Record<string, string>>> {
  const wanted = new Set(calls)
  const stored: Record<string, string> = {}
  for (const entry of entries) {
    if (entry.kind !== 'result' || !wanted.has(entry.call) || entry.artifact !== undefined) continue
    const artifact = await store(entry)
    if (artifact !== undefined) stored[entry.call] = artifact
  }
  return stored
}

/** Stores a recorded result as an artifact of its session. Resolves to its id; undefined if it cannot be stored whole. */
export async function storeResult(
  { call, tool, content }: Extract<ConversationEntry, { kind: 'result' }>,
  session: string,
  { artifacts }: Pick<House, 'artifacts'>,
): Promise<string | undefined> {
  const label = content.reduce((joined, block) => joinLabels(joined, block.label), ownLabel)
  try {
    const writer = await artifacts.create({ session, tool, toolCallId: call, mediaType: 'text/plain', label })
    await writer.write(contentText(content))
    const { id, complete } = await writer.finish()
    return complete ? id : undefined
  } catch {
    // An artifact that cannot be stored costs the artifact, not the conversation.
    return undefined
  }
}
