import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eras } from '../../__fixtures__/connect-client.ts'

const program = join(import.meta.dirname, '../../__fixtures__/stdio-server.ts')

let folder: string
let record: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-mcp-'))
  record = join(folder, 'events')
})
afterEach(() => rmSync(folder, { recursive: true }))

const recorded = () => readFileSync(record, 'utf8').trim().split('\n')

describe.each(eras)('the official client over %s', (era) => {
  test('lists and calls over real pipes, undisturbed by what a tool prints', async () => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, record],
      env: { PATH, NODE_COMPILE_CACHE },
      stderr: 'ignore',
    })
    const mode = era === '2025-11-25' ? 'legacy' : { pin: era }
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(5)
    expect(await client.callTool({ name: 'demo__chatter' })).toMatchObject({ content: [{ text: 'printed' }] })
    const sum = await client.callTool({ name: 'demo__add', arguments: { left: 2, right: 3 } })
    expect(sum.structuredContent).toEqual({ sum: 5 })
    await client.close()
  })
})

describe('a client that speaks plain lines', () => {
  test('sees nothing but JSON-RPC, and is served on after lines that are none', async () => {
    await using server = startServer()
    server.send('not json', '', '{"a":1}', '[]', 'null', '\u0000\uffff')
    const opened = await server.initialize()
    expect(opened).toMatchObject({ result: { serverInfo: { name: 'fixture' } } })
    server.send('}{', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'demo__chatter' } })
    expect(await server.answerTo(2)).toMatchObject({ result: { content: [{ text: 'printed' }] } })
    server.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 7 } })
    expect(await server.answerTo(3)).toMatchObject({ error: { code: -32602 } })
    server.send({ jsonrpc: '2.0', id: 4, method: 'no/such' })
    expect(await server.answerTo(4)).toMatchObject({ error: { code: -32601 } })
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('is told that arguments of several megabytes are too large', async () => {
    await using server = startServer()
    await server.initialize()
    const text = 'x'.repeat(5_000_000)
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'demo__note', arguments: { text } } })
    expect(await server.answerTo(2)).toMatchObject({
      error: { code: -32600, message: expect.stringMatching(/has 5\d{6} bytes; the limit is 2097152/) },
    })
  })

  test('is refused a message of many megabytes that is none, and the server goes on', async () => {
    await using server = startServer()
    await server.initialize()
    server.send('x'.repeat(11_000_000))
    server.send({ jsonrpc: '2.0', id: 3, method: 'ping' })
    expect(await server.answerTo(3)).toMatchObject({ result: {} })
    expect(server.lines.some((line) => line.includes('"id":null') && line.includes('11000001 bytes'))).toBe(true)
  })

  test.each<[string, string, (child: ChildProcess) => void]>([
    ['its end is closed', 'demo__wait', ({ stdin }) => stdin?.end()],
    ['its end is closed while a tool hears of no abort', 'demo__stubborn', ({ stdin }) => stdin?.end()],
    [
      'it is gone altogether',
      'demo__wait',
      ({ stdin, stdout }) => [stdin, stdout].forEach((pipe) => void pipe?.destroy()),
    ],
    ['the process is told to end', 'demo__wait', (child) => void child.kill('SIGTERM')],
  ])('when %s, the running call is ended and recorded, then the process ends', async (_how, tool, end) => {
    await using server = startServer()
    await server.initialize()
    await server.startWaiting(tool)
    end(server.child)
    expect(await server.exit()).toEqual([0, null])
    expect(recorded()).toEqual(['run.started', 'tool.called', 'tool.started', 'tool.cancelled', 'run.ended'])
  })
})

interface PlainServer extends AsyncDisposable {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  errors(): string
  /** Texts as they are, objects as JSON, a line each. */
  send(...messages: readonly (string | object)[]): void
  answerTo(id: number): Promise<unknown>
  initialize(): Promise<unknown>
  /** Calls a tool that does not end, and returns when it says that it runs. */
  startWaiting(name: string): Promise<void>
  exit(): Promise<readonly unknown[]>
}

function startServer(): PlainServer {
  const child = spawn(process.execPath, [program, record], { stdio: 'pipe' })
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const exited = once(child, 'exit')
  const arrivals = createInterface({ input: child.stdout })
  arrivals.on('line', (line) => lines.push(line))
  child.stdin.on('error', () => undefined)

  const find = async (matches: (message: Record<string, unknown>) => boolean): Promise<unknown> => {
    for (;;) {
      const found = lines.map((line) => JSON.parse(line)).find(matches)
      if (found !== undefined) return found
      await once(arrivals, 'line')
    }
  }
  const send: PlainServer['send'] = (...messages) => {
    for (const message of messages)
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  }
  return {
    child,
    lines,
    errors: () => errors,
    send,
    answerTo: (id) => find((message) => message.id === id),
    initialize: () => {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'plain', version: '1' } }
      send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      return find((message) => message.id === 1)
    },
    startWaiting: async (name) => {
      const params = { name, _meta: { progressToken: 'token' } }
      send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params })
      await find((message) => message.method === 'notifications/progress')
    },
    exit: () => exited,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exited
    },
  }
}
