import { appendFileSync, existsSync } from 'node:fs'
import { argv, exit, pid, stderr, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'

// A server that misbehaves as its first argument says (JSON), speaking the older revisions by hand.

interface Script {
  /** Written with each start: the process id. */
  readonly log?: string
  readonly tools?: readonly unknown[]
  /** Read before each list, if the file exists: `tools` from then on have its words as description. */
  readonly changedBy?: string
  /** Written with each call: the name of the tool. */
  readonly callLog?: string
  readonly startMs?: number
  readonly diesOnProbe?: boolean
  readonly garbage?: boolean
  readonly stderrBytes?: number
  readonly cursor?: string
  readonly instructions?: string
}

const script = JSON.parse(argv[2] ?? '{}') as Script
if (script.log !== undefined) appendFileSync(script.log, `${pid}\n`)

const tool = (name: string, more: object = {}) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more })
const tools = script.tools ?? ['echo', 'crash', 'hang', 'big', 'slow', 'fail'].map((name) => tool(name))
const send = (message: object) => stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const call = (id: number, name: string, input: Record<string, unknown>, token: unknown) => {
  if (script.callLog !== undefined) appendFileSync(script.callLog, `${name}\n`)
  const answer = (text: string, more: object = {}) => send({ id, result: { content: [{ type: 'text', text }], ...more } })
  switch (name) {
    case 'crash':
      return exit(1)
    case 'crash_once': {
      const file = String(input.note)
      if (existsSync(file)) return answer('second time')
      appendFileSync(file, 'x')
      return exit(1)
    }
    case 'hang':
      return
    case 'big':
      return answer('x'.repeat(Number(input.bytes)))
    case 'slow':
      for (let step = 1; step <= 4; step += 1) {
        setTimeout(
          () => send({ method: 'notifications/progress', params: { progressToken: token, progress: step, total: 4, message: `step ${step}` } }),
          step * 300,
        )
      }
      return setTimeout(() => answer('done'), 1_500)
    case 'fail':
      return answer('it broke', { isError: true })
    case 'environment':
      return answer(JSON.stringify({ ...process.env, processId: pid }))
    case 'announce':
      send({ method: 'notifications/tools/list_changed' })
      return answer('announced')
    default:
      return answer(JSON.stringify(input))
  }
}

const receive = (line: string) => {
  const { id, method, params = {} } = JSON.parse(line)
  switch (method) {
    case 'server/discover':
      if (script.diesOnProbe) return exit(1)
      return send({ id, error: { code: -32_601, message: 'Method not found' } })
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'script', version: '1' },
          ...(script.instructions === undefined ? {} : { instructions: script.instructions }),
        },
      })
    case 'tools/list': {
      const changed = script.changedBy !== undefined && existsSync(script.changedBy)
      const listed = changed ? tools.map((one) => ({ ...(one as object), description: 'Another description.' })) : tools
      return send({ id, result: { tools: listed, ...(script.cursor === undefined ? {} : { nextCursor: script.cursor }) } })
    }
    case 'tools/call':
      return call(id, params.name, params.arguments ?? {}, params._meta?.progressToken)
    case 'ping':
      return send({ id, result: {} })
    default:
      return
  }
}

setTimeout(() => {
  if (script.garbage) stdout.write('Welcome to the server!\n{"half":\n[1,2]\n')
  if (script.stderrBytes !== undefined) stderr.write('e'.repeat(script.stderrBytes))
  createInterface({ input: stdin }).on('line', receive)
}, script.startMs ?? 0)
