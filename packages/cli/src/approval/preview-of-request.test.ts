import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApprovalRequest, Approver } from '@drawbridge/core'
import { createScrubber } from '@drawbridge/core/scrub'
import { createMemoryAgentStore } from '@drawbridge/core/virtual'
import { type ApproverTools, createDrawbridge } from '@drawbridge/sdk'
import { previewOfRequest } from '@drawbridge/sdk/preview'
import type { ChangePreview } from '@drawbridge/tools/change'
import { expect, test } from 'vitest'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

test('what a person is shown of a file that is kept is what is kept, and not what lies on the disk by its name', async () => {
  const { home } = scratchFolder()
  const store = createMemoryAgentStore()
  await store.create({ id: 'helper', type: 'open', createdMs: 0 }, { contextFiles: { 'SOUL.md': 'kept\n' } })
  const previews: (ChangePreview | undefined)[] = []
  const showing = (tools: ApproverTools): Approver => ({
    id: 'showing',
    human: true,
    async *ask(requests) {
      for (const request of requests) {
        previews.push(await previewOfRequest(request, tools))
        yield { requestId: request.id, answer: 'deny' }
      }
    },
  })
  await using drawbridge = await createDrawbridge({
    agent: 'helper',
    user: 'ada',
    home,
    agents: { store },
    useConfig: false,
    record: 'off',
    authority: { createApprovers: (tools) => [showing(tools)] },
  })
  await writeFile(join(drawbridge.workspace, 'SOUL.md'), 'on the disk\n')
  await mkdir(join(drawbridge.workspace, 'memory'))
  await writeFile(join(drawbridge.workspace, 'memory/a.md'), 'on the disk\n')
  const session = drawbridge.openSession()
  await session.call({ name: 'fs.edit', arguments: { path: 'soul.md', edits: [{ old: 'kept', new: 'changed' }] } })
  await session.call({ name: 'fs.write_file', arguments: { path: 'memory/a.md', content: 'new\n' } })
  expect(previews).toMatchObject([
    { status: 'diff', text: expect.stringMatching(/-kept\n\+changed/) },
    { status: 'diff', text: expect.stringContaining('+new') },
  ])
  expect(JSON.stringify(previews)).not.toContain('on the disk')
})

test('a file on the disk is read there', async () => {
  const { workspace } = scratchFolder({ 'a.txt': 'one\n' })
  const request = {
    tool: 'fs.edit',
    input: { path: 'a.txt', edits: [{ old: 'one', new: 'two', replace_all: false }], create_if_missing: false },
    targets: [{ kind: 'path', real: join(workspace, 'a.txt') }],
  } as unknown as ApprovalRequest
  const tools = { scrubber: createScrubber(), readVirtual: async () => Buffer.from('elsewhere\n') }
  expect(await previewOfRequest(request, tools)).toMatchObject({ text: expect.stringContaining('-one\n+two') })
})
