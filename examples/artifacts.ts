// A long output: the model sees its beginning and end, the rest is stored, and `artifact.read` reads any part of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDrawbridge, defineTool } from '@drawbridge/sdk'
import { z } from 'zod'

const count = defineTool({
  name: 'demo.count',
  description: 'Counts, one number a line.',
  input: z.strictObject({ to: z.int().positive() }),
  permission: 'readonly',
  resultLimit: { lines: 10 },
  execute: ({ to }) => Array.from({ length: to }, (_, index) => `line ${index + 1}`).join('\n'),
})

const folder = await mkdtemp(join(tmpdir(), 'drawbridge-artifacts-'))
const drawbridge = await createDrawbridge({ workspace: folder, home: join(folder, 'home'), tools: { own: [count] } })
const session = drawbridge.openSession()
const { text, result } = await session.call({ name: 'demo.count', arguments: { to: 5_000 } })
console.log(text)
const { artifact, truncated } = result.meta
console.log('stored:', truncated?.totalBytes, 'bytes')
const part = await session.call({ name: 'artifact.read', arguments: { id: artifact, from_line: 2_500, max_lines: 2 } })
console.log(part.text)
await drawbridge[Symbol.asyncDispose]()
await rm(folder, { recursive: true })
