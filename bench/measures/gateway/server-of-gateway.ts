import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { openGateway } from '@drawbridge/gateway'
import { createDrawbridge } from '@drawbridge/sdk'
import type { Hono } from 'hono'
import type { NodeCommand } from './start-node.ts'

/** A node of the gateway in a process of its own, so that its memory and its time are its own. Commands come as lines of JSON. */
const { workspace, home, prefix } = JSON.parse(process.argv[2] ?? '') as {
  readonly workspace: string
  readonly home: string
  readonly prefix: string
}
const open = new Set<string>()
await using drawbridge = await createDrawbridge({
  ...{ workspace, home, dialect: 'canonical', record: 'database' },
  authority: { desk: true, readScope: 'workspace', limiting: 'off' },
})
await using server = await openGateway({
  ...{ drawbridge, build: '0.0.0' },
  section: { port: 0, requests: { burst: 1_000_000, perSecond: 1_000_000 } },
  onError: (error) => void process.stderr.write(`${error.stack}\n`),
})
const { access } = server.gateway
const made = await access.users.create({ name: `owner-${process.pid}`, role: 'owner', createdBy: 'bench' })
if (typeof made === 'string') throw new Error(made)
const { secret } = await access.keys.create({
  ...{ userId: made.user.id, name: 'bench', scopes: ['all'], human: false, createdBy: 'bench' },
})
const bare = await openBareRoute()
const say = (value: object) => void process.stdout.write(`${JSON.stringify(value)}\n`)
say({ url: server.url, bare: bare.url, secret })
for await (const line of createInterface(process.stdin)) say(await obey(JSON.parse(line) as NodeCommand))
bare.close()

async function obey(command: NodeCommand): Promise<object> {
  switch (command.type) {
    case 'memory':
      globalThis.gc?.()
      return { bytes: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed }
    case 'emit':
      return emit(command)
    default:
      return command satisfies never
  }
}

/** Events are recorded for sessions that are open in this process. Names tell those of two nodes apart. */
function openOnce(id: string): void {
  if (open.has(id)) return
  open.add(id)
  drawbridge.openSession({ id, principal: { channel: 'bench' } })
}

function sessionOf(place: number): string {
  return `${prefix}${place}`
}

/** Records events at a rate, or as fast as they are committed; returns how many were acknowledged. */
async function emit({ seconds, perSecond, sessions }: Extract<NodeCommand, { type: 'emit' }>): Promise<object> {
  for (let place = 0; place < sessions; place += 1) openOnce(sessionOf(place))
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1_000
  let [begun, acknowledged] = [0, 0]
  const one = async () => {
    const session = sessionOf(begun % sessions)
    begun += 1
    const reported = { type: 'run.reported', reason: 'completed', turns: 1, calls: 3, denied: 0 } as const
    if (await drawbridge.house.emit({ session, run: `run-${session}` }, reported)) acknowledged += 1
  }
  if (perSecond === undefined) {
    const lane = async () => {
      while (elapsed() < seconds) await one()
    }
    await Promise.all(Array.from({ length: 200 }, lane))
    return { acknowledged, seconds: elapsed() }
  }
  const pending: Promise<void>[] = []
  while (elapsed() < seconds) {
    while (begun < elapsed() * perSecond) pending.push(one())
    await wait(5)
  }
  await Promise.all(pending)
  return { acknowledged, seconds: elapsed() }
}

/** The framework with one route that makes the same call, and nothing of the gateway. */
async function openBareRoute(): Promise<{ readonly url: string; close(): void }> {
  const [{ Hono: App }, { openHttpServer }] = [await import('hono'), await import('@drawbridge/net/server')]
  const app: Hono = new App()
  const session = drawbridge.openSession({ principal: { channel: 'bench' } })
  app.post('/nothing', async (context) => context.json({ ok: (await context.req.json()) !== undefined }))
  app.post('/call', async (context) => {
    const { arguments: given } = await context.req.json<{ arguments: object }>()
    return context.json(await session.call({ name: 'fs.read_file', arguments: given }))
  })
  const opened = await openHttpServer({
    ...{ address: '127.0.0.1', port: 0, limits: { graceMs: 100, connections: 64 } },
    onError: () => undefined,
    fetch: async (request) => app.fetch(request),
  })
  return { url: opened.url, close: () => void opened.close() }
}
