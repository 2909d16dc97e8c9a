import { clientQuestioner, serveMcpOverStdio } from '@drawbridge/mcp'
import { homeCommand } from '@drawbridge/sdk/folders'
import { readVersion } from '../command-line/read-version.ts'
import type { Io } from '../io/io.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import type { McpFlags } from './mcp-flags.ts'

/**
 * Serves one MCP client until it hangs up. What the client's model reads stays within the workspace: who sits behind a client
 * need not be who owns this machine's other folders.
 */
export async function runMcpServer(flags: McpFlags, { diagnostics }: Io): Promise<void> {
  const { dialect = 'configured' } = flags
  const asks = flags.approve === 'ask'
  await using opened = await openCommandSession({
    flags,
    dialect,
    readScope: 'workspace',
    loopEnds: 'call',
    desk: asks,
    ...(asks ? { questioners: [clientQuestioner] } : {}),
  })
  const { drawbridge, session } = opened
  const { registry, policySource } = drawbridge
  const { elicitation = true, unaskedWaitSeconds } = drawbridge.clientApprovals()
  let toldProblem: string | undefined
  let toldPending = ''
  await serveMcpOverStdio({
    name: 'drawbridge',
    version: readVersion(),
    instructions: `The tools work in ${drawbridge.workspace}. Calls that change something may need a person's approval.`,
    openRun: () => session.openRun(),
    events: drawbridge.events,
    toolsVersion: async () => {
      await policySource.refresh()
      const problem = policySource.problem()
      if (problem !== toldProblem && problem !== undefined) await diagnostics.write(`drawbridge: ${problem}\n`)
      toldProblem = problem
      const pending = drawbridge.pendingSettings().join(', ')
      if (pending !== toldPending && pending !== '')
        await diagnostics.write(`drawbridge: changed, but taking effect only at the next start: ${pending}\n`)
      toldPending = pending
      return registry.version + policySource.version()
    },
    elicitation: asks && elicitation,
    ...(unaskedWaitSeconds === undefined ? {} : { unaskedWaitMs: unaskedWaitSeconds * 1_000 }),
    ...(drawbridge.hasDesk
      ? {
          approvalHint: `To answer: ${homeCommand('approvals', drawbridge.home)}`,
          questionHint: `To answer: ${homeCommand('questions', drawbridge.home)}`,
        }
      : {}),
    onError: (error) => void diagnostics.write(`drawbridge: ${error.message}\n`),
  })
}
