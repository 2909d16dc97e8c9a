// A policy of your own, in code: what exists, what runs without a question, what never runs. `explain` says what would happen.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDrawbridge, type DrawbridgeConfig } from '@drawbridge/sdk'

const config: DrawbridgeConfig = {
  tools: { allow: ['group:fs'], deny: ['fs.delete'] },
  permissions: {
    rules: [
      { id: 'notes', tools: 'fs.*', when: { path: 'notes/**', access: 'write' }, then: 'allow' },
      {
        id: 'frozen',
        tools: '*',
        when: { path: 'notes/2024/**', access: 'write' },
        then: 'deny',
        reason: 'It is closed.',
      },
    ],
  },
}

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-policy-'))
const drawbridge = await createDrawbridge({ workspace, config, record: 'off' })
const session = drawbridge.openSession()
for (const path of ['notes/today.md', 'notes/2024/may.md', 'elsewhere.md']) {
  const { decision } = await session.explain({ name: 'fs.write_file', arguments: { path, content: 'x' } })
  console.log(path, decision?.verdict, decision?.rule)
}
const { hidden } = await session.explain({ name: 'fs.delete', arguments: { path: 'notes/today.md' } })
console.log('fs.delete', hidden?.reason)
const outcome = await session.call({ name: 'fs.write_file', arguments: { path: 'notes/2024/may.md', content: 'x' } })
console.log(outcome.status, outcome.text)
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
