import { escapeToOneLine } from '@drawbridge/core/base'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { agentJson, documentJson } from './agent-json.ts'
import { noSuchAgent } from './no-such-agent.ts'
import { type AgentFlags, findAgents } from './open-agents.ts'

/** Says what an agent is, and what all of its users begin with. */
export async function showAgent(id: string, flags: AgentFlags, io: Io): Promise<ExitCode> {
  await using store = await findAgents(flags, io)
  const agent = await store?.find(id)
  if (store === undefined || agent === undefined) return await noSuchAgent(id, store, io)
  const owner = { agent: id }
  const [files, memory] = await Promise.all([store.contextFiles.list(owner), store.memory.list(owner)])
  if (flags.json === true) {
    const json = { agent: agentJson(agent), files: files.map(documentJson), memory: memory.map(documentJson) }
    await io.output.write(`${JSON.stringify(json)}\n`)
  } else {
    const rows = [...files, ...memory].map(({ path, bytes }) => `  ${escapeToOneLine(path)}  ${bytes} bytes\n`)
    await io.output.write(
      `${agent.id}: ${agent.type}, created ${new Date(agent.createdMs).toISOString()}\n${rows.join('')}`,
    )
  }
  return exitCodes.ok
}
