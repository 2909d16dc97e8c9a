// A command in the background: started by one call, watched and ended by others. What is left ends with the session.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, createDrawbridge } from '@drawbridge/sdk'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-background-'))
const drawbridge = await createDrawbridge({ workspace, record: 'off', authority: { approvers: [approveEverything] } })
const session = drawbridge.openSession()
const server = 'echo ready; read line; echo "got $line"; sleep 600'

async function call(name: string, args: object): Promise<string> {
  const { status, text } = await session.call({ name, arguments: args })
  console.log(status, text)
  return text
}

await call('runtime.exec', { command: server, background: true })
await call('runtime.process', { action: 'write', id: 'p1', data: 'hello\n' })
// A poll returns with the first new output, which may be "ready" alone.
for (let polls = 0; polls < 5; polls += 1) {
  const news = await call('runtime.process', { action: 'poll', id: 'p1', wait_seconds: 10 })
  if (news.includes('got hello')) break
}
await call('runtime.process', { action: 'kill', id: 'p1' })
await call('runtime.process', { action: 'log', id: 'p1', offset: 0 })
await session[Symbol.asyncDispose]()
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
