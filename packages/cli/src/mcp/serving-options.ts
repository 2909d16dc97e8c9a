import { clientQuestioner, type ServingOptions, type ToolSession } from '@drawbridge/mcp'
import type { Drawbridge } from '@drawbridge/sdk'
import { homeCommand } from '@drawbridge/sdk/folders'
import { readVersion } from '../command-line/read-version.ts'
import type { Io } from '../io/io.ts'
import type { CommandSessionOptions } from '../session/open-command-session.ts'
import type { McpFlags } from './mcp-flags.ts'

/**
 * Returns the options of sessions for MCP clients. What a client's model reads stays within the workspace: who sits behind a client
 * need not be who owns this machine's other folders.
 */
export function mcpSessionOptions(flags: McpFlags): CommandSessionOptions {
  const asks = flags.approve === 'ask'
  return {
    flags,
    dialect: flags.dialect ?? 'configured',
    readScope: 'workspace',
    loopEnds: 'call',
    desk: asks,
    ...(asks ? { questioners: [clientQuestioner] } : {}),
  }
}

/** Returns the options for the clients of a Drawbridge. Errors and changes are written to the diagnostics. */
export function servingOptions(
  drawbridge: Drawbridge,
  { approve }: Pick<McpFlags, 'approve'>,
  { diagnostics }: Pick<Io, 'diagnostics'>,
): ServingOptions & Required<Pick<ToolSession, 'toolsVersion'>> {
  const { registry, policySource } = drawbridge
  const { elicitation = true, unaskedWaitSeconds } = drawbridge.clientApprovals()
  let toldProblem: string | undefined
  let toldPending = ''
  return {
    name: 'drawbridge',
    version: readVersion(),
    instructions: `The tools work in ${drawbridge.workspace}. Calls that change something may need a person's approval.`,
    events: drawbridge.events,
    ...(drawbridge.offer === undefined ? {} : { offer: drawbridge.offer }),
    toolsVersion: async () => {
      await policySource.refresh()
      const problem = policySource.problem()
      if (problem !== toldProblem && problem !== undefined) await diagnostics.write(`drawbridge: ${problem}\n`)
      toldProblem = problem
      const pending = drawbridge.pendingSettings().join(', ')
      if (pending !== toldPending && pending !== '')
        await diagnostics.write(`drawbridge: changed, but taking effect only at the next start: ${pending}\n`)
      toldPending = pending
      // A grant changes what a caller is shown, and no tool.
      const hasServers = registry.list().some(({ name }) => name.startsWith('mcp.'))
      const grants = hasServers ? await drawbridge.house.service('mcpGrants') : undefined
      return registry.version + policySource.version() + (grants?.version() ?? 0)
    },
    elicitation: approve === 'ask' && elicitation,
    ...(unaskedWaitSeconds === undefined ? {} : { unaskedWaitMs: unaskedWaitSeconds * 1_000 }),
    ...(drawbridge.hasDesk
      ? {
          approvalHint: `To answer: ${homeCommand('approvals', drawbridge.home)}`,
          questionHint: `To answer: ${homeCommand('questions', drawbridge.home)}`,
        }
      : {}),
    onError: (error) => void diagnostics.write(`drawbridge: ${error.message}\n`),
  }
}
