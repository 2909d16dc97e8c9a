import { resolve } from 'node:path'
import { printClientConfig } from '@drawbridge/mcp'
import { resolveWorkspace } from '@drawbridge/sdk/folders'
import { sessionAgent } from '../agents/session-agent.ts'
import { ownCommandLine } from '../command-line/own-command-line.ts'
import type { Io } from '../io/io.ts'
import type { McpFlags } from './mcp-flags.ts'

/** Prints the entry that makes a client start this very command, with absolute paths: clients start programs from anywhere. */
export async function printMcpConfig(client: string, flags: McpFlags, { output, diagnostics }: Io): Promise<void> {
  const [command, launcher] = ownCommandLine()
  await using caller = await sessionAgent(flags)
  const args = [launcher, 'mcp']
  // Without it a kept agent works in its own folder.
  if (caller.options.agents === undefined) args.push('--workspace', resolveWorkspace(flags.workspace))
  if (flags.home !== undefined) args.push('--home', resolve(flags.home))
  if (flags.config !== undefined) args.push('--config', resolve(flags.config))
  if (flags.mode !== undefined) args.push('--mode', flags.mode)
  for (const path of flags.deny ?? []) args.push('--deny', path)
  if (flags.agent !== undefined) args.push('--agent', flags.agent)
  if (flags.user !== undefined) args.push('--user', flags.user)
  if (flags.dialect !== undefined) args.push('--dialect', flags.dialect)
  if (flags.approve !== 'ask') args.push('--approve', flags.approve)
  // So that records and questions tell the clients apart. A generic entry is for any number of them.
  const name = flags.client ?? (client === 'generic' ? undefined : client)
  if (name !== undefined) args.push('--client', name)
  const { file, text } = printClientConfig(client, { command, args })
  await diagnostics.write(`Put this into ${file}:\n`)
  await output.write(text)
}
