// An agent with files of its own: each user gets the template, and what one user's runs write is not seen by another's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, createDrawbridge } from '@drawbridge/sdk'
import { openAgentStore } from '@drawbridge/sdk/agents'

const folder = await mkdtemp(join(tmpdir(), 'drawbridge-agents-'))
const home = join(folder, 'home')
const store = await openAgentStore({ home, environment: {}, create: true })
await store?.create(
  { id: 'helper', type: 'open', createdMs: Date.now() },
  { contextFiles: { 'SOUL.md': 'Be brief.\n' }, memory: {} },
)
await store?.[Symbol.asyncDispose]()

const drawbridge = await createDrawbridge({
  home,
  agent: 'helper',
  user: 'ada',
  authority: { approvers: [approveEverything] },
})
const ada = drawbridge.openSession()
const bob = await drawbridge.openAgentSession({ agent: 'helper', user: 'bob' })
const read = { name: 'fs.read_file', arguments: { path: 'SOUL.md' } }
console.log('ada', (await ada.call(read)).text)
await ada.call({ name: 'fs.edit', arguments: { path: 'SOUL.md', edits: [{ old: 'brief', new: 'thorough' }] } })
await ada.call({ name: 'fs.write_file', arguments: { path: 'MEMORY.md', content: 'Ada likes tables.\n' } })
console.log('ada', (await ada.call(read)).text)
console.log('bob', (await bob.call(read)).text)
console.log('bob', (await bob.call({ name: 'fs.read_file', arguments: { path: 'MEMORY.md' } })).text)
await drawbridge[Symbol.asyncDispose]()
await rm(folder, { recursive: true })
