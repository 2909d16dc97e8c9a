import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { profileJson, readAgentFacts } from './agent-facts.ts'
import { agentJson, documentJson } from './agent-json.ts'
import { noSuchAgent } from './no-such-agent.ts'
import { type AgentFlags, findAgents } from './open-agents.ts'

/** Says what an agent is: its definition, and what all of its users begin with. */
export async function showAgent(id: string, flags: AgentFlags, io: Io): Promise<ExitCode> {
  await using store = await findAgents(flags, io)
  const agent = await store?.find(id)
  const facts = (await readAgentFacts(flags, io)).get(id)
  if (agent === undefined && facts === undefined) return await noSuchAgent(id, store, io)
  const owner = { agent: id }
  const [files, memory] =
    store === undefined || agent === undefined
      ? [[], []]
      : await Promise.all([store.contextFiles.list(owner), store.memory.list(owner)])
  const profile = facts === undefined ? {} : profileJson(facts)
  if (flags.json === true) {
    const known = { id, ...(agent === undefined ? {} : agentJson(agent)), ...profile }
    const json = { agent: known, files: files.map(documentJson), memory: memory.map(documentJson) }
    await io.output.write(`${JSON.stringify(json)}\n`)
  } else {
    const settings = Object.entries(profile).map(([key, value]) =>
      key === 'prompt'
        ? `  ${key}:\n${escapeUnprintable(String(value)).replaceAll(/^/gm, '    ')}\n`
        : `  ${key}: ${escapeToOneLine(typeof value === 'string' ? value : JSON.stringify(value))}\n`,
    )
    const head = agent === undefined ? 'by name' : `${agent.type}, created ${new Date(agent.createdMs).toISOString()}`
    const rows = [...files, ...memory].map(({ path, bytes }) => `  ${escapeToOneLine(path)}  ${bytes} bytes\n`)
    await io.output.write(`${id}: ${head}\n${settings.join('')}${rows.join('')}`)
  }
  return exitCodes.ok
}
