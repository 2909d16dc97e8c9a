import { DrawbridgeError } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { type DocumentStore, documentRow } from '@drawbridge/core/virtual'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { agentJson } from './agent-json.ts'
import { noSuchAgent } from './no-such-agent.ts'
import { type AgentFlags, findAgents } from './open-agents.ts'
import { readTemplate } from './read-template.ts'

export interface UpdateAgentFlags extends AgentFlags {
  readonly template: string
}

/** Gives all users of an agent what a template says now. What it does not have stays, and so does what is a user's own. */
export async function updateAgent(id: string, flags: UpdateAgentFlags, io: Io): Promise<ExitCode> {
  const { contextFiles, memory, ignored } = readTemplate(flags.template)
  await using store = await findAgents(flags, io)
  const agent = await store?.find(id)
  if (store === undefined || agent === undefined) return await noSuchAgent(id, store, io)
  const changed = [
    ...(await saveAll(store.contextFiles, id, contextFiles)),
    ...(await saveAll(store.memory, id, memory)),
  ]
  const { output, diagnostics } = io
  if (ignored.length > 0) await diagnostics.write(`Ignored files of the template: ${ignored.join(', ')}.\n`)
  if (flags.json === true) await output.write(`${JSON.stringify({ agent: agentJson(agent), changed })}\n`)
  else await output.write(changed.length === 0 ? 'Nothing changed.\n' : `Changed ${changed.join(', ')}.\n`)
  return exitCodes.ok
}

/** Resolves to the paths that changed. */
async function saveAll(
  documents: DocumentStore,
  agent: string,
  texts: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const [path, text] of Object.entries(texts)) {
    if (await saveOne(documents, agent, { path, text })) changed.push(path)
  }
  return changed
}

const maxTries = 10

/** Returns true if the document had to be changed. A concurrent write is overwritten: the template wins. */
async function saveOne(
  documents: DocumentStore,
  agent: string,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<boolean> {
  const change = { path, text, modifiedMs: systemClock.now(), trust: 'trusted' as const }
  const { hash } = documentRow(change)
  for (let tries = 0; tries < maxTries; tries += 1) {
    const expected = (await documents.find({ agent }, path))?.hash
    if (expected === hash) return false
    if (await documents.save({ agent }, { ...change, expected })) return true
  }
  throw new DrawbridgeError(
    'store_unavailable',
    `"${path}" of the agent "${agent}" keeps changing, or the agent was removed. Try again.`,
  )
}
