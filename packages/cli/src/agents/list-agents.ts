import { defined, escapeToOneLine } from '@drawbridge/core/base'
import type { Io } from '../io/io.ts'
import { readAgentFacts } from './agent-facts.ts'
import { agentJson } from './agent-json.ts'
import { type AgentFlags, findAgents } from './open-agents.ts'

/** Lists the agents that have a row, a definition, or a place in the operator's configuration, by name. */
export async function listAgents(flags: AgentFlags, io: Io): Promise<void> {
  await using store = await findAgents(flags, io)
  const stored = new Map(((await store?.list()) ?? []).map((agent) => [agent.id, agent]))
  const facts = await readAgentFacts(flags, io)
  const agents = [...new Set([...stored.keys(), ...facts.keys()])].toSorted().map((id) => {
    const [record, known] = [stored.get(id), facts.get(id)]
    return { id, record, known }
  })
  const { output, diagnostics } = io
  if (flags.json === true) {
    const json = agents.map(({ id, record, known }) => ({
      id,
      ...(record === undefined ? {} : agentJson(record)),
      ...(known === undefined
        ? {}
        : { definedIn: known.definedIn, ...defined({ description: known.profile.description }) }),
    }))
    return output.write(`${JSON.stringify({ agents: json })}\n`)
  }
  if (agents.length === 0)
    return diagnostics.write(
      'There are no agents. Define one in agents/NAME/AGENT.md of the data folder, or store one: drawbridge agents create NAME --type open\n',
    )
  const width = Math.max(...agents.map(({ id }) => id.length))
  const rows = agents.map(({ id, record, known }) => {
    const created = record === undefined ? [] : [`created ${new Date(record.createdMs).toISOString()}`]
    const described = known?.profile.description === undefined ? [] : [escapeToOneLine(known.profile.description)]
    const words = [...created, ...described, ...(known === undefined ? [] : [`(${known.definedIn})`])]
    return `${id.padEnd(width)}  ${(record?.type ?? 'by name').padEnd(10)}  ${words.join('  ')}\n`
  })
  await output.write(rows.join(''))
}
