import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The way to a server: a program to start, or an address with a token. */
export type Reach =
  | { readonly kind: 'stdio'; readonly args: readonly string[]; readonly cwd: string; readonly env: Record<string, string> }
  | { readonly kind: 'http'; readonly url: URL; readonly token: string }

/** The result of a call, whatever client made it. */
export interface SeenResult {
  readonly isError: boolean
  readonly text: string
}

/** A client that is connected. */
export interface OpenClient extends AsyncDisposable {
  list(): Promise<readonly string[]>
  call(name: string, input: Readonly<Record<string, string>>): Promise<SeenResult>
}

/** A client that people use. */
export interface RealClient {
  readonly name: string
  /** True if it shows forms to its user, who says yes. */
  readonly asks: boolean
  open(reach: Reach, tools: string): Promise<OpenClient>
}

/** The parts of the clients of both generations that are alike. */
interface AnyClient {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<unknown>
  close(): Promise<void>
}

const information = { name: 'test', version: '1.0.0' }
const capabilities = { elicitation: { form: {} } }
const yes = async () => ({ action: 'accept', content: { decision: 'allow_once' } }) as const
const bearer = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

function seen(result: unknown): SeenResult {
  const { isError = false, content } = result as { isError?: boolean; content: readonly { readonly text?: string }[] }
  return { isError, text: content.map(({ text = '' }) => text).join('\n') }
}

function opened(client: AnyClient): OpenClient {
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => seen(await client.callTool({ name, arguments: input })),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function sdk2(name: string, mode: 'legacy' | 'auto' | { readonly pin: string }): RealClient {
  return {
    name,
    asks: true,
    open: async (reach) => {
      const client = new Client(information, { capabilities, versionNegotiation: { mode } })
      client.setRequestHandler('elicitation/create', yes)
      await client.connect(
        reach.kind === 'http'
          ? new StreamableHTTPClientTransport(reach.url, bearer(reach.token))
          : new StdioClientTransport({ command: execPath, args: [...reach.args], cwd: reach.cwd, env: reach.env, stderr: 'ignore' }),
      )
      return opened(client as unknown as AnyClient)
    },
  }
}

const sdk1: RealClient = {
  name: 'SDK v1',
  asks: true,
  open: async (reach, tools) => {
    const load = async (path: string, name: string): Promise<unknown> => {
      const url = pathToFileURL(join(tools, 'node_modules/@modelcontextprotocol/sdk/dist/esm', path)).href
      return ((await import(url)) as Readonly<Record<string, unknown>>)[name]
    }
    const Client1 = (await load('client/index.js', 'Client')) as new (...given: unknown[]) => AnyClient & {
      setRequestHandler(schema: unknown, handler: unknown): void
    }
    const client = new Client1(information, { capabilities })
    client.setRequestHandler(await load('types.js', 'ElicitRequestSchema'), yes)
    type AnyTransport = new (...given: unknown[]) => unknown
    if (reach.kind === 'http') {
      const Http1 = (await load('client/streamableHttp.js', 'StreamableHTTPClientTransport')) as AnyTransport
      await client.connect(new Http1(reach.url, bearer(reach.token)))
    } else {
      const Stdio1 = (await load('client/stdio.js', 'StdioClientTransport')) as AnyTransport
      const { args, cwd, env } = reach
      await client.connect(new Stdio1({ command: execPath, args: [...args], cwd, env, stderr: 'ignore' }))
    }
    return opened(client)
  },
}

const run = promisify(execFile)

/** Each of its requests is a process with a connection of its own. */
const inspector: RealClient = {
  name: "the Inspector's command line",
  asks: false,
  open: async (reach, tools) => {
    const launcher = join(tools, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
    const request = async (...words: readonly string[]) => {
      const target =
        reach.kind === 'http'
          ? [reach.url.href, '--transport', 'http', '--header', `Authorization: Bearer ${reach.token}`]
          : [execPath, ...reach.args]
      // It hands no variables of its own on to the program.
      const variables = reach.kind === 'http' ? [] : Object.entries(reach.env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
      const surroundings = reach.kind === 'http' ? {} : { cwd: reach.cwd }
      // It ends with a code of its own if a tool failed, and prints the result all the same.
      const { stdout, stderr } = await run(execPath, [launcher, '--cli', ...target, ...variables, ...words], {
        ...surroundings,
        maxBuffer: 64 * 1024 * 1024,
      }).catch((error: unknown) => error as { readonly stdout: string; readonly stderr: string })
      if (stdout === '') throw new Error(`It printed nothing: ${stderr}`)
      return JSON.parse(stdout) as unknown
    }
    return {
      list: async () => ((await request('--method', 'tools/list')) as { tools: { name: string }[] }).tools.map(({ name }) => name),
      call: async (name, input) => {
        const words = Object.entries(input).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
        return seen(await request('--method', 'tools/call', '--tool-name', name, ...words))
      },
      [Symbol.asyncDispose]: async () => undefined,
    }
  },
}

/** The clients of the proof, in each era that they speak. */
export const realClients: readonly RealClient[] = [
  sdk1,
  sdk2('SDK v2, up to 2025-11-25', 'legacy'),
  sdk2('SDK v2, 2026-07-28', { pin: '2026-07-28' }),
  sdk2('SDK v2, whichever the server speaks', 'auto'),
  inspector,
]
