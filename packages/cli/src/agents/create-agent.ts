import { systemClock } from '@drawbridge/core/base'
import { type AgentRecord, type AgentType, isAgentId } from '@drawbridge/core/virtual'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { agentJson } from './agent-json.ts'
import { type AgentFlags, makeAgents } from './open-agents.ts'
import { readTemplate } from './read-template.ts'

export interface CreateAgentFlags extends AgentFlags {
  readonly type: AgentType
  readonly template?: string
}

/** The maximum number of names listed; no one reads more. */
const maxNamed = 20

/** Gives an agent a row, and what all of its users begin with. */
export async function createAgent(id: string, flags: CreateAgentFlags, io: Io): Promise<ExitCode> {
  if (!isAgentId(id)) {
    throw new UsageError(
      `"${id}" is not a valid name for an agent. Begin with a letter or digit, then use letters, digits, ".", "_" and "-", at most 64 characters.`,
    )
  }
  const { output, diagnostics } = io
  const template = flags.template === undefined ? undefined : readTemplate(flags.template)
  await using store = await makeAgents(flags, io)
  const agent: AgentRecord = { id, type: flags.type, createdMs: systemClock.now() }
  if (!(await store.create(agent, template))) {
    await diagnostics.write(
      `drawbridge: The agent "${id}" already exists. Choose another name, or remove it: drawbridge agents remove ${id}\n`,
    )
    return exitCodes.failed
  }
  const files = Object.keys({ ...template?.contextFiles, ...template?.memory })
  const ignored = template?.ignored ?? []
  if (ignored.length > 0) await diagnostics.write(`Ignored files of the template: ${ignored.join(', ')}.\n`)
  if (flags.json === true) await output.write(`${JSON.stringify({ agent: agentJson(agent), files })}\n`)
  else {
    const kept =
      files.length === 0
        ? 'without files'
        : `with ${files.length > maxNamed ? `${files.length} files` : files.join(', ')}`
    await output.write(`Created the ${agent.type} agent "${id}" ${kept}.\n`)
  }
  return exitCodes.ok
}
