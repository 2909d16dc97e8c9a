// Hooks as functions: one denies calls before anyone is asked, one adds a note for the model to a result.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, createDrawbridge } from '@drawbridge/sdk'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-hooks-'))
await writeFile(join(workspace, 'style.md'), 'Use short words.\n')
const drawbridge = await createDrawbridge({
  workspace,
  record: 'off',
  authority: {
    approvers: [approveEverything],
    hooks: {
      preToolUse: [
        {
          name: 'freeze',
          matcher: { tools: ['fs.write_file', 'fs.edit'], target: { path: '*/release/*' } },
          run: () => ({ verdict: 'deny', reason: 'Releases are frozen until Monday.' }),
        },
      ],
      postToolUse: [
        {
          name: 'remind',
          matcher: { tools: ['fs.read_file'] },
          run: (_facts, { isError }) => (isError ? undefined : 'Reminder: the style guide is in style.md.'),
        },
      ],
    },
  },
})
const session = drawbridge.openSession()
for (const call of [
  { name: 'fs.write_file', arguments: { path: 'release/notes.md', content: 'x' } },
  { name: 'fs.write_file', arguments: { path: 'draft/notes.md', content: 'x' } },
  { name: 'fs.read_file', arguments: { path: 'style.md' } },
]) {
  const outcome = await session.call(call)
  console.log(outcome.status, outcome.text)
}
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
