// The library in thirty lines: the built-in tools, one of your own, an approver, and outcomes as values.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith, createDrawbridge, defineTool } from '@drawbridge/sdk'
import { z } from 'zod'

const countWords = defineTool({
  name: 'text.count_words',
  description: 'Counts the words of a text.',
  input: z.strictObject({ text: z.string() }),
  permission: 'readonly',
  execute: ({ text }) => text.split(/\s+/).filter((word) => word !== '').length,
})
const onlyEdits = approveWith('only-edits', ({ tool }) =>
  tool === 'fs.edit' ? { answer: 'allow_once' } : { answer: 'deny', reason: 'only edits today' },
)

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-library-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({
  workspace,
  tools: { own: [countWords] },
  authority: { approvers: [onlyEdits] },
})
const session = drawbridge.openSession()
for (const call of [
  { name: 'fs.read_file', arguments: { path: 'note.md' } },
  { name: 'text.count_words', arguments: { text: 'to be or not to be' } },
  { name: 'fs.edit', arguments: { path: 'note.md', edits: [{ old: 'closed', new: 'raised' }] } },
  { name: 'fs.delete', arguments: { path: 'note.md' } },
]) {
  const outcome = await session.call(call)
  console.log(call.name, outcome.status, outcome.text)
}
console.log(await readFile(join(workspace, 'note.md'), 'utf8'))
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
