import { agentsFolder } from '@drawbridge/sdk/agents'
import { resolveHome } from '@drawbridge/sdk/folders'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { noSuchAgent } from './no-such-agent.ts'
import { type AgentFlags, findAgents } from './open-agents.ts'

/** Removes an agent with all that is kept of it, for all of its users. Their folders on the disk stay. */
export async function removeAgent(id: string, flags: AgentFlags, io: Io): Promise<ExitCode> {
  await using store = await findAgents(flags, io)
  if (store === undefined || !(await store.remove(id))) return await noSuchAgent(id, store, io)
  const home = resolveHome({ flag: flags.home, env: io.environment })
  if (flags.json === true) await io.output.write(`${JSON.stringify({ removed: id })}\n`)
  else await io.output.write(`Removed the agent "${id}", its files and its memory.\n`)
  await io.diagnostics.write(`The folders of its users stay below ${agentsFolder(home)}.\n`)
  return exitCodes.ok
}
