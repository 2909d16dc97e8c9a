import { createScrubber } from '@drawbridge/core/scrub'
import { describe, expect, test } from 'vitest'
import { madeUpToken } from '../testing/made-up-token.ts'
import { type ChangeCall, previewChange as preview } from './preview-change.ts'

const scrubber = createScrubber()
const previewChange = (call: ChangeCall, current: Uint8Array | undefined) => preview(call, current, scrubber)

const numbered = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join('\n')
const write = { path: 'a.txt', create_dirs: true, overwrite: false, append: false }

function previewEdit(current: string | Uint8Array, ...edits: (readonly [string, string])[]) {
  const input = {
    path: 'a.txt',
    edits: edits.map(([old, next]) => ({ old, new: next, replace_all: false })),
    create_if_missing: false,
  }
  return previewChange({ tool: 'fs.edit', input }, Buffer.from(current))
}

describe('the preview of an edit', () => {
  test('shows each change in its surroundings with the right line numbers', async () => {
    expect(await previewEdit(numbered, ['line 5\n', 'five\nfünf\n'], ['line 30', 'thirty'])).toMatchObject({
      status: 'diff',
      addedLines: 3,
      removedLines: 2,
      text: [
        '@@ -2,7 +2,8 @@',
        ...[' line 2', ' line 3', ' line 4', '-line 5', '+five', '+fünf', ' line 6', ' line 7', ' line 8'],
        '@@ -27,7 +28,7 @@',
        ...[' line 27', ' line 28', ' line 29', '-line 30', '+thirty', ' line 31', ' line 32', ' line 33'],
      ].join('\n'),
    })
  })

  test('joins changes that lie close together', async () => {
    const preview = await previewEdit(numbered, ['line 10', 'ten'], ['line 12', 'twelve'])
    expect(preview).toMatchObject({ text: expect.stringMatching(/^@@ -7,9 \+7,9 @@/) })
  })

  test('says how the edit will fail', async () => {
    expect(await previewEdit('one', ['two', 'x'])).toMatchObject({ status: 'failed', code: 'text_not_found' })
  })

  test('of UTF-16 shows text', async () => {
    expect(await previewEdit(Buffer.from('\uFEFFgrün\nblau\n', 'utf16le'), ['blau', 'rot'])).toMatchObject({
      text: '@@ -1,2 +1,2 @@\n grün\n-blau\n+rot',
    })
  })
})

describe('the preview of a write', () => {
  test('compares the whole file', async () => {
    expect(
      await previewChange(
        { tool: 'fs.write_file', input: { ...write, content: 'one\nzwei\n', overwrite: true } },
        Buffer.from('one\ntwo\n'),
      ),
    ).toMatchObject({ status: 'diff', text: '@@ -1,2 +1,2 @@\n one\n-two\n+zwei' })
  })

  test('shows what a new file or an addition will hold', async () => {
    const input = { ...write, content: 'one\n' }
    expect(await previewChange({ tool: 'fs.write_file', input }, undefined)).toMatchObject({
      addedLines: 1,
      removedLines: 0,
    })
    expect(
      await previewChange({ tool: 'fs.write_file', input: { ...input, append: true } }, Buffer.from('zero\n')),
    ).toMatchObject({ text: '@@ -1,1 +1,2 @@\n zero\n+one' })
  })

  test('says when it will fail, and sums up what cannot be compared', async () => {
    const input = { ...write, content: 'x' }
    expect(await previewChange({ tool: 'fs.write_file', input }, Buffer.from('y'))).toMatchObject({
      code: 'path_conflict',
    })
    const overwrite = { ...input, overwrite: true }
    expect(await previewChange({ tool: 'fs.write_file', input: overwrite }, Buffer.from([0]))).toMatchObject({
      status: 'summary',
      text: expect.stringContaining('1 byte of binary content'),
    })
  })

  test('of very many changes is cut and says so', async () => {
    const content = Array.from({ length: 3000 }, (_, index) => `new ${index}`).join('\n')
    const old = content.replaceAll('new', 'old')
    const input = { ...write, content, overwrite: true }
    const preview = await previewChange({ tool: 'fs.write_file', input }, Buffer.from(old))
    expect(preview).toMatchObject({ status: 'diff', truncated: true, addedLines: 3000 })
  })
})

test('no preview shows a secret, also where only a part of one is in sight', async () => {
  const key = ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ')
  const end = ['-----END', 'PRIVATE', 'KEY-----'].join(' ')
  const body = Array.from({ length: 8 }, (_, index) => madeUpToken(index).slice(4))
  const current = [key, ...body, end, 'name: one', `token: ${madeUpToken(9)}`, ''].join('\n')
  const shown = await previewEdit(current, ['one', 'two'], [`token: [REDACTED]`, `token: ${madeUpToken(10)}`])
  expect(shown).toMatchObject({
    text: [
      '@@ -8,5 +8,5 @@',
      ...Array(3).fill(' [REDACTED]'),
      '-name: one',
      '-token: [REDACTED]',
      '+name: two',
      '+token: [REDACTED]',
    ].join('\n'),
  })
})
