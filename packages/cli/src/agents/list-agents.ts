import type { Io } from '../io/io.ts'
import { agentJson } from './agent-json.ts'
import { type AgentFlags, findAgents } from './open-agents.ts'

/** Lists the agents that have a row, by name. */
export async function listAgents(flags: AgentFlags, io: Io): Promise<void> {
  await using store = await findAgents(flags, io)
  const agents = (await store?.list()) ?? []
  const { output, diagnostics } = io
  if (flags.json === true) return output.write(`${JSON.stringify({ agents: agents.map(agentJson) })}\n`)
  if (agents.length === 0)
    return diagnostics.write('There are no agents. Create one: drawbridge agents create NAME --type open\n')
  const width = Math.max(...agents.map(({ id }) => id.length))
  const rows = agents.map(({ id, type, createdMs }) => {
    return `${id.padEnd(width)}  ${type.padEnd(10)}  created ${new Date(createdMs).toISOString()}\n`
  })
  await output.write(rows.join(''))
}
