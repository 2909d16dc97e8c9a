// A command in the background: started by one call, watched and ended by others. What is left ends with the session.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, createDrawbridge } from '@drawbridge/sdk'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-background-'))
const drawbridge = await createDrawbridge({ workspace, record: 'off', authority: { approvers: [approveEverything] } })
const session = drawbridge.openSession()
const server = 'echo ready; read line; echo "got $line"; sleep 600'
for (const call of [
  { name: 'runtime.exec', arguments: { command: server, background: true } },
  { name: 'runtime.process', arguments: { action: 'write', id: 'p1', data: 'hello\n' } },
  { name: 'runtime.process', arguments: { action: 'poll', id: 'p1', wait_seconds: 10 } },
  { name: 'runtime.process', arguments: { action: 'kill', id: 'p1' } },
  { name: 'runtime.process', arguments: { action: 'log', id: 'p1', offset: 0 } },
]) {
  const outcome = await session.call(call)
  console.log(outcome.status, outcome.text)
}
await session[Symbol.asyncDispose]()
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
