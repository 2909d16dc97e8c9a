import { createScrubber } from '@drawbridge/core/scrub'
import { expect, test } from 'vitest'
import type { PatchChange } from './patch-input.ts'
import { previewPatch } from './preview-patch.ts'

const files: Readonly<Record<string, string>> = { 'a.txt': 'one\ntwo\n', 'old.txt': 'old\n' }
const sources = {
  currentOf: async (path: string) => {
    const text = files[path]
    return text === undefined ? undefined : new TextEncoder().encode(text)
  },
  scrubber: createScrubber(),
  signal: AbortSignal.timeout(60_000),
}
const hunk = (old: string, lines: string) => ({ old, new: lines, at_end: false })

test('a person sees every change of a patch under its path', async () => {
  const preview = await previewPatch(
    {
      changes: [
        { action: 'create', path: 'new.txt', content: 'new\n' },
        { action: 'edit', path: 'a.txt', hunks: [hunk('two\n', '2\n')], to: 'b.txt' },
        { action: 'delete', path: 'old.txt' },
      ],
    },
    sources,
  )
  expect(preview).toMatchObject({ status: 'diff', addedLines: 2, removedLines: 1, truncated: false })
  const text = preview.status === 'diff' ? preview.text : ''
  expect(text).toMatch(
    /^@@ creates new\.txt @@\n[\s\S]*\+new\n@@ a\.txt, moved to b\.txt @@\n[\s\S]*-two\n\+2\n@@ deletes old\.txt @@\n$/,
  )
})

test.each<[PatchChange, string]>([
  [{ action: 'edit', path: 'a.txt', hunks: [hunk('x\n', 'y\n')] }, 'patch_apply_failed'],
  [{ action: 'edit', path: 'c.txt', hunks: [hunk('x\n', 'y\n')] }, 'file_not_found'],
  [{ action: 'create', path: 'a.txt', content: '' }, 'path_conflict'],
  [{ action: 'delete', path: 'c.txt' }, 'file_not_found'],
])('and of one that will fail, why: %j', async (change, code) => {
  const changes: PatchChange[] = [{ action: 'delete', path: 'old.txt' }, change]
  expect(await previewPatch({ changes }, sources)).toMatchObject({
    status: 'failed',
    code,
    message: expect.stringContaining(change.path),
  })
})
