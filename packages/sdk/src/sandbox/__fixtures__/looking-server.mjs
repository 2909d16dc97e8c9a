import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { argv, env, pid, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'

// An MCP server whose one tool says what of this machine it could get hold of: never the words themselves, only where they are.

const [, , socket, ...places] = argv
const send = (message) => stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const canRead = (path) => {
  try {
    return statSync(path).isDirectory() ? readdirSync(path).length > 0 : readFileSync(path).length > 0
  } catch {
    return false
  }
}

const othersWith = (name) =>
  readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && Number(entry) !== pid && readFileSync(`/proc/${entry}/environ`, 'utf8').includes(name)
    } catch {
      return false
    }
  }).length

const canConnect = () =>
  new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true))
    connection.on('error', () => resolve(false))
  })

const look = async () => ({
  read: places.filter(canRead),
  connected: await canConnect(),
  environment: Object.keys(env).filter((name) => name.endsWith('_TOKEN')),
  others: othersWith('OTHER_TOKEN='),
})

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'looking', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] }),
  'tools/call': async () => ({ content: [{ type: 'text', text: JSON.stringify(await look()) }] }),
  ping: () => ({}),
}

createInterface({ input: stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined && answers[method] !== undefined) send({ id, result: await answers[method](params) })
})
