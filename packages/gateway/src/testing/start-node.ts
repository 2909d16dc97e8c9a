import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { GatewaySection } from '@drawbridge/access'
import { onTestFinished } from 'vitest'
import { type TestGateway, writeScriptedHome } from './open-test-gateway.ts'

/** A node in a process of its own. */
export interface StartedNode {
  readonly node: string
  /** Without a path. */
  readonly url: string
  kill(signal: NodeJS.Signals): void
}

/** Starts a node in a process of its own, which ends with the test. Its home is not that of the gateway whose workspace it uses. */
export async function startNode(
  { workspace }: Pick<TestGateway, 'workspace'>,
  {
    script,
    configuration,
    section,
  }: {
    readonly script: Parameters<typeof writeScriptedHome>[1]
    readonly configuration: object
    readonly section?: GatewaySection
  },
): Promise<StartedNode> {
  const home = join(workspace, '..', 'other-home')
  await writeScriptedHome(home, script, configuration)
  const file = join(import.meta.dirname, '../__fixtures__/serve-node.ts')
  const child = spawn(process.execPath, [file, JSON.stringify({ workspace, home, section })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, node } = JSON.parse(line) as { url: string; node: string }
  return { node, url, kill: (signal) => void child.kill(signal) }
}
