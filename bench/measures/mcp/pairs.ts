import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { createDrawbridge } from '@drawbridge/sdk'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { argumentsOf } from '../dispatch/the-tool.ts'

/** The way between client and server. */
export type Way = 'stdio' | 'http'

/** A client with its server, which is a process of its own. */
export interface Pair extends AsyncDisposable {
  /** Makes this many calls, one after the other. Throws unless each is answered. */
  call(count: number): Promise<void>
}

const place = (file: string) => join(import.meta.dirname, file)
let calls = 0

/** Opens the SDK's client and server. */
export async function openSdkPair(way: Way): Promise<Pair> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const listening = way === 'http' ? await startListening(['server-of-sdk.ts', 'http']) : undefined
  await client.connect(
    listening === undefined
      ? new StdioClientTransport({ command: execPath, args: [place('server-of-sdk.ts'), 'stdio'] })
      : new StreamableHTTPClientTransport(new URL(listening.url)),
  )
  return {
    call: async (count) => {
      for (let call = 0; call < count; call += 1) {
        calls += 1
        const result = await client.callTool({ name: 'look', arguments: argumentsOf(calls) })
        if (result.isError === true) throw new Error(JSON.stringify(result))
      }
    },
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await listening?.end()
    },
  }
}

/** Opens our client, with everything on, and our server, with everything on. */
export async function openOwnPair(way: Way, record: 'off' | 'database'): Promise<Pair> {
  const listening = way === 'http' ? await startListening(['server-of-ours.ts', 'http', record]) : undefined
  const server =
    listening === undefined
      ? { command: execPath, args: [place('server-of-ours.ts'), 'stdio', record] }
      : { url: listening.url, headers: { Authorization: 'Bearer bench' } }
  const own = await openClient(
    { bench: { ...server, era: 'modern', sharing: 'process', trustAnnotations: true } },
    record,
  )
  await own.agree('bench')
  let session: ReturnType<typeof own.openSession> | undefined
  return {
    call: async (count) => {
      session ??= own.openSession()
      for (let call = 0; call < count; call += 1) {
        calls += 1
        const outcome = await session.call({ name: 'mcp.bench.bench__look', arguments: argumentsOf(calls) })
        if (outcome.status !== 'ok') throw new Error(`${outcome.status}: ${outcome.message}`)
      }
    },
    [Symbol.asyncDispose]: async () => {
      await own[Symbol.asyncDispose]()
      await listening?.end()
    },
  }
}

/** A Drawbridge that is a client of servers. */
export interface OwnClient extends AsyncDisposable {
  /** Starts a server, and agrees to all that it offers. */
  agree(server: string): Promise<void>
  openSession(): ReturnType<Awaited<ReturnType<typeof createDrawbridge>>['openSession']>
}

/** Opens a Drawbridge with these servers in its configuration. */
export async function openClient(
  servers: Readonly<Record<string, object>>,
  record: 'off' | 'database' = 'off',
): Promise<OwnClient> {
  const root = await mkdtemp(join(tmpdir(), 'drawbridge-bench-client-'))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) await mkdir(folder, { mode: 0o700 })
  // A call that somebody is asked about costs what that person costs. A rule that names the tool allows it, whatever it may touch; without
  // the rule the calls would fail, since there is nobody to ask.
  const permissions: unknown = JSON.parse('{"rules":[{"tools":["mcp.bench.bench__look"],"then":"allow"}]}')
  await writeFile(join(home, 'drawbridge.jsonc'), JSON.stringify({ mcp: { servers }, permissions }))
  const drawbridge = await createDrawbridge({
    home,
    workspace,
    record,
    authority: { limiting: 'off' },
  })
  const mcp = await drawbridge.house.service('mcpServers')
  if (mcp === undefined) throw new Error('There are no servers.')
  return {
    agree: async (id) => {
      const server = mcp.get(id)
      await server.agree(await server.inspect(AbortSignal.timeout(60_000)), 'bench')
      const isListed = () => drawbridge.registry.list().some(({ name }) => name.startsWith(`mcp.${id}.`))
      while (!isListed()) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    openSession: () => drawbridge.openSession(),
    [Symbol.asyncDispose]: async () => {
      await drawbridge[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function startListening([file = '', ...rest]: readonly string[]) {
  const child: ChildProcess = spawn(execPath, [place(file), ...rest], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (child.stdout === null) throw new Error('The server has no output.')
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    end: async () => {
      const ended = once(child, 'exit')
      child.stdin?.end()
      await ended
    },
  }
}
