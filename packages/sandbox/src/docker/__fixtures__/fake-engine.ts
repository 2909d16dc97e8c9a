import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FakeRequest {
  readonly method: string
  /** Without the version. */
  readonly path: string
  readonly body: unknown
}

export interface FakeAnswer {
  readonly status?: number
  readonly json?: unknown
  /** Instead of JSON. */
  readonly text?: string
  /** Takes the connection over, after the answer of an upgrade where it is one. */
  readonly stream?: (socket: Socket) => void
  /** Cuts the connection instead of answering. */
  readonly cut?: boolean
  /** Answers never. */
  readonly hangs?: boolean
}

export interface FakeEngine extends AsyncDisposable {
  readonly socket: string
  readonly requests: readonly FakeRequest[]
  /** Answers requests that this matches, before all earlier rules. */
  on(method: string, path: RegExp, answer: FakeAnswer | ((request: FakeRequest) => FakeAnswer)): void
}

/** An engine that does exactly what it is told, over a real Unix socket. By itself it is well and has one container with one exec. */
export async function startFakeEngine({ server = 'Docker/27.0', version = '1.47' } = {}): Promise<FakeEngine> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-fake-engine-')))
  const socket = join(folder, 'engine.sock')
  const requests: FakeRequest[] = []
  const rules: { method: string; path: RegExp; answer: FakeAnswer | ((request: FakeRequest) => FakeAnswer) }[] = []
  const connections = new Set<Socket>()

  const respond = async (incoming: IncomingMessage): Promise<FakeAnswer> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString('utf8')
    const path = (incoming.url ?? '').replace(/^\/v[\d.]+/, '')
    const request = { method: incoming.method ?? '', path, body: text === '' ? undefined : JSON.parse(text) }
    requests.push(request)
    const rule = rules.findLast((candidate) => candidate.method === request.method && candidate.path.test(path))
    if (rule === undefined) return { status: 404, json: { message: `no rule for ${request.method} ${path}` } }
    return typeof rule.answer === 'function' ? rule.answer(request) : rule.answer
  }
  const answerTo = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status = 200, json, text, cut, hangs } = await respond(incoming)
    if (hangs === true) return
    if (cut === true) return void incoming.socket.destroy()
    const body = text ?? (json === undefined ? '' : JSON.stringify(json))
    outgoing.writeHead(status, {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      server,
      ...(version === '' ? {} : { 'api-version': version }),
    })
    outgoing.end(body)
  }
  const http = createServer((incoming, outgoing) => void answerTo(incoming, outgoing))
  http.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.on('error', () => undefined).once('close', () => connections.delete(connection))
  })
  http.on('upgrade', (incoming: IncomingMessage, connection: Socket, head: Buffer) => {
    // Node leaves the body of an upgrade in the head.
    const path = (incoming.url ?? '').replace(/^\/v[\d.]+/, '')
    const request = { method: incoming.method ?? '', path, body: head.length === 0 ? undefined : head.toString() }
    requests.push(request)
    const rule = rules.findLast((candidate) => candidate.method === request.method && candidate.path.test(path))
    const answer = typeof rule?.answer === 'function' ? rule.answer(request) : rule?.answer
    if (answer?.stream === undefined) {
      const status = answer?.status ?? 500
      const body = JSON.stringify(answer?.json ?? { message: 'no stream' })
      connection.end(`HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      return
    }
    connection.write('HTTP/1.1 101 UPGRADED\r\nconnection: Upgrade\r\nupgrade: tcp\r\n\r\n')
    answer.stream(connection)
  })
  await new Promise<void>((resolve) => http.listen(socket, resolve))

  const on: FakeEngine['on'] = (method, path, answer) => void rules.push({ method, path, answer })
  on('GET', /^\/_ping$/, { text: 'OK' })
  on('GET', /^\/info$/, { json: { OSType: 'linux', ServerVersion: '27', MemoryLimit: true, PidsLimit: true } })
  on('GET', /^\/images\/[^/]+\/json$/, { json: { Id: 'sha256:image', Config: { Env: ['PATH=/bin'] } } })
  on('GET', /^\/containers\/json/, { json: [] })
  on('POST', /^\/containers\/create/, { status: 201, json: { Id: 'c1' } })
  on('POST', /^\/containers\/c1\/start$/, { status: 204 })
  on('GET', /^\/containers\/c1\/json$/, { json: { State: { Running: true, Pid: 100 }, ExecIDs: [] } })
  on('GET', /^\/containers\/c1\/top/, { json: { Titles: ['PID', 'PPID', 'PGID', 'STAT'], Processes: [['100', '1', '100', 'Ss']] } })
  on('DELETE', /^\/containers\/c1/, { status: 204 })
  on('POST', /^\/containers\/c1\/exec$/, { status: 201, json: { Id: 'e1' } })
  on('POST', /^\/exec\/e1\/start$/, { stream: (stream) => stream.end(frame('stdout', 'hello\n')) })
  on('GET', /^\/exec\/e1\/json$/, { json: { Running: false, ExitCode: 0, Pid: 0 } })
  return {
    socket,
    requests,
    on,
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection.destroy()
      await new Promise((resolve) => http.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One frame of output as engines send it. */
export function frame(stream: 'stdout' | 'stderr', content: string): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(8)
  header[0] = stream === 'stdout' ? 1 : 2
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}
