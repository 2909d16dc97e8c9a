import { compileOperatorPatterns, createScrubber, createSecretRegistry, type Scrubber } from '@drawbridge/core/scrub'
import { describe, expect, test } from 'vitest'
import { previewBeside, previewChange } from '../preview-change.ts'
import { editBeside, workOutEdit } from './edit-beside.ts'

const signal = new AbortController().signal
const scrubber = createScrubber()
const large = `${'filler of the file\n'.repeat(20_000)}the end\n`
const input = (old: string, next: string, all = false) => ({
  path: 'a.txt',
  edits: [{ old, new: next, replace_all: all }],
  create_if_missing: false,
})
const joined = (result: Awaited<ReturnType<typeof editBeside>>) => {
  if (result.status === 'failed') return result
  return { ...result, pieces: Buffer.concat(result.pieces).toString() }
}

describe('a change of a large file', () => {
  test.each([
    ['an edit', input('the end', 'an end')],
    ['an edit of many places', input('filler', 'stuff', true)],
    ['an edit that fails', input('the and', 'an end')],
    [
      'a diff',
      { path: 'a.txt', unified_diff: '@@ -20001,1 +20001,1 @@\n-the end\n+an end\n', create_if_missing: false },
    ],
  ])('that is %s is worked out beside the event loop as it would be on it', async (_what, wish) => {
    const bytes = Buffer.from(large)
    let turns = 0
    const turn = setInterval(() => (turns += 1), 0)
    const beside = await editBeside(wish, bytes, { scrubber, signal })
    clearInterval(turn)
    expect(turns).toBeGreaterThan(0)
    expect(joined(beside)).toEqual(joined(await workOutEdit(wish, bytes, scrubber)))
  })

  test('has ranges of a bounded number, which cover all that changed', async () => {
    const result = await editBeside(input('filler', 'stuff', true), Buffer.from(large), { scrubber, signal })
    expect(result).toMatchObject({ status: 'planned', ranges: { length: 1_000 } })
    const last = result.status === 'planned' ? result.ranges.at(-1) : undefined
    expect(last).toEqual({ oldStartLine: 1_000, oldEndLine: 20_000, newStartLine: 1_000, newEndLine: 20_000 })
  })

  test('shows no secret that only this process knows', async () => {
    const dynamic = createSecretRegistry()
    dynamic.register('velvet-anchor', { scope: 'process' })
    const compiled = await compileOperatorPatterns([{ id: 'ticket', pattern: 'TICKET-[0-9]+' }])
    if (compiled.status !== 'ready') throw new Error('the pattern was refused')
    const knowing: Scrubber = createScrubber({ dynamic, patterns: compiled.patterns })
    const bytes = Buffer.from(`${large}velvet-anchor and TICKET-77\nlast\n`)
    const wish = input('last', 'first')
    const result = await editBeside(wish, bytes, { scrubber: knowing, signal })
    expect(result).toMatchObject({ diff: expect.stringContaining(' [REDACTED] and [REDACTED]') })
    const call = { tool: 'fs.edit', input: wish } as const
    const preview = await previewBeside(call, bytes, { scrubber: knowing, signal })
    expect(preview).toEqual(await previewChange(call, bytes, knowing))
    expect(preview).toMatchObject({ text: expect.stringContaining(' [REDACTED] and [REDACTED]') })
  })

  test('ends with its signal', async () => {
    const controller = new AbortController()
    const wish = input('x\n'.repeat(100_000), 'y')
    const pending = editBeside(wish, Buffer.from(' x\n'.repeat(2_000_000)), { scrubber, signal: controller.signal })
    setImmediate(() => controller.abort(new Error('time is up')))
    await expect(pending).rejects.toThrow('time is up')
  })
})
