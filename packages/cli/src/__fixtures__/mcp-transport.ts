import { env, execPath } from 'node:process'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { launcher } from './run-cli.ts'
import type { ScratchFolder } from './scratch-folder.ts'

/** Starts `drawbridge mcp` in a scratch workspace, for the official client. */
export function mcpTransport({ workspace, home }: ScratchFolder, args: readonly string[] = []): StdioClientTransport {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = env
  return new StdioClientTransport({
    command: execPath,
    args: [launcher, 'mcp', ...args],
    cwd: workspace,
    env: { PATH, NODE_COMPILE_CACHE, DRAWBRIDGE_HOME: home },
    stderr: 'pipe',
  })
}
