import { defined } from '@drawbridge/core/base'
import { serveMcpOverStdio } from '@drawbridge/mcp'
import type { Io } from '../io/io.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import type { McpFlags } from './mcp-flags.ts'
import { mcpSessionOptions, servingOptions } from './serving-options.ts'

/** Serves one MCP client over standard input and output until it hangs up. */
export async function runMcpServer(flags: McpFlags, io: Io): Promise<void> {
  const principal = { channel: 'mcp', ...defined({ chat: flags.client }) }
  await using opened = await openCommandSession({ ...mcpSessionOptions(flags), principal })
  const { drawbridge, session } = opened
  await serveMcpOverStdio({ ...servingOptions(drawbridge, flags, io), openRun: () => session.openRun() })
}
