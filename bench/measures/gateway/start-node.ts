import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Cleanup } from '@drawbridge/core/base'

/** An order for a node. */
export type NodeCommand =
  | { readonly type: 'memory' }
  /** `perSecond` absent: as fast as events are committed. */
  | { readonly type: 'emit'; readonly seconds: number; readonly perSecond?: number; readonly sessions: number }

/** A node in a process of its own. */
export interface BenchNode {
  readonly url: string
  /** The address of the framework without the gateway. */
  readonly bare: string
  readonly home: string
  /** Sends a request as the owner. */
  send(method: string, path: string, body?: object): Promise<Response>
  /** Runs an order in the process of the node. */
  run(command: NodeCommand): Promise<Readonly<Record<string, number>>>
}

/** The number of files in the workspace of a node. */
export const files = 64

/** Starts a node, which ends with the measure. @param prefix The beginning of the names of its sessions. */
export async function startNode(
  cleanup: Cleanup,
  { store, prefix = 's' }: { readonly store?: object; readonly prefix?: string } = {},
): Promise<BenchNode> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-bench-gateway-')))
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')]
  await mkdir(workspace)
  await mkdir(home, { mode: 0o700 })
  for (let place = 0; place < files; place += 1) await writeFile(join(workspace, `${place}.txt`), `line ${place}\n`)
  const models = { default: 'demo/script', providers: { demo: { type: 'scripted', script: 'script.json' } } }
  await writeFile(join(home, 'script.json'), '[]')
  await writeFile(
    join(home, 'drawbridge.jsonc'),
    JSON.stringify({ models, ...(store === undefined ? {} : { store }) }),
    { mode: 0o600 },
  )
  const script = join(import.meta.dirname, 'server-of-gateway.ts')
  const child = spawn(process.execPath, ['--expose-gc', script, JSON.stringify({ workspace, home, prefix })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanup.use({
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('The node has ended.')
    return JSON.parse(value)
  }
  const { url, bare, secret } = (await answer()) as { url: string; bare: string; secret: string }
  return {
    ...{ url, bare, home },
    send: (method, path, body) =>
      fetch(new URL(path, url), {
        ...{ method, headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    run: async (command) => {
      child.stdin.write(`${JSON.stringify(command)}\n`)
      return answer()
    },
  }
}
