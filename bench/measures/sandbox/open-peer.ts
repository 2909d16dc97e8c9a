import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SandboxManager } from '@anthropic-ai/sandbox-runtime'
import { errorMessage } from '@drawbridge/core'
import { rgPath } from '@vscode/ripgrep'
import type { Way } from '../../lib/time-in-turn.ts'

export type Peer =
  | ({ readonly status: 'open'; readonly run: Way } & AsyncDisposable)
  | { readonly status: 'absent'; readonly reason: string }

/** `@anthropic-ai/sandbox-runtime` with the same aims: no network, the workspace alone to write. */
export async function openPeer(workspace: string): Promise<Peer> {
  const ripgrep = { command: rgPath }
  const { errors } = await SandboxManager.checkDependenciesAsync(ripgrep)
  if (errors.length > 0) return { status: 'absent', reason: `it needs what is not here: ${errors.join(', ')}.` }
  const problem = await start(workspace, ripgrep)
  if (problem !== undefined) return { status: 'absent', reason: `it does not start here: ${problem}` }
  return {
    status: 'open',
    run: () => runInPeer(workspace),
    [Symbol.asyncDispose]: () => SandboxManager.reset(),
  }
}

/** Returns the reason that it did not start; undefined if it did. */
async function start(workspace: string, ripgrep: { readonly command: string }): Promise<string | undefined> {
  try {
    await SandboxManager.initialize({
      ripgrep,
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: [], allowWrite: [workspace], denyWrite: [] },
    })
    await runInPeer(workspace)
    return undefined
  } catch (error) {
    await SandboxManager.reset()
    return errorMessage(error)
  }
}

async function runInPeer(workspace: string): Promise<void> {
  const command = await SandboxManager.wrapWithSandbox('true')
  const child = spawn(command, { shell: true, cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  SandboxManager.cleanupAfterCommand()
  if (code !== 0) throw new Error(`"true" ended with ${code}: ${errors.split('\n')[0]}`)
}
