import type { Label } from '@drawbridge/core'
import { createMemoryArtifactStore } from '@drawbridge/core/artifact'
import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PageRequest, readPage } from './read-page.ts'

const foreign: Label = { sources: [{ tool: 'web.fetch' }], trust: 'untrusted', readers: ['ann'] }

async function pagesOf(text: string, first: PageRequest) {
  const store = createMemoryArtifactStore({ clock: systemClock, ids: createSystemIdSource(), maxBytes: 1e7 })
  const writer = await store.create({
    session: 's',
    tool: 't',
    toolCallId: 'c',
    mediaType: 'text/plain',
    label: foreign,
  })
  await writer.write(text)
  const artifact = await writer.finish()
  const bytes: Uint8Array[] = []
  const labels: unknown[] = []
  let request: PageRequest | undefined = first
  while (request !== undefined) {
    const page = await readPage(artifact, (range) => store.read(artifact.id, 's', range), request)
    const data = page.data as { offset: number; bytes: number; next_offset?: number; next_line?: number }
    if (typeof page.content !== 'string') labels.push(page.content[0]?.label)
    bytes.push(await store.read(artifact.id, 's', { offset: data.offset, length: data.bytes }))
    request = next(first, data)
  }
  return { joined: Buffer.concat(bytes).toString(), pages: bytes.length, labels }
}

function next(first: PageRequest, data: { next_offset?: number; next_line?: number }): PageRequest | undefined {
  if (first.by === 'lines' && data.next_line !== undefined) return { ...first, fromLine: data.next_line }
  if (data.next_offset !== undefined) return { by: 'bytes', offset: data.next_offset, maxBytes: first.maxBytes }
  return undefined
}

describe('paging through an artifact', () => {
  test('gives the whole text, by lines and by bytes, splitting no character', async () => {
    const text = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 })
      .map((lines) => lines.join('\n'))
    const request = fc.oneof(
      fc.record({
        by: fc.constant('lines' as const),
        fromLine: fc.constant(1),
        maxLines: fc.integer({ min: 1, max: 7 }),
        maxBytes: fc.integer({ min: 8, max: 90 }),
      }),
      fc.record({
        by: fc.constant('bytes' as const),
        offset: fc.constant(0),
        maxBytes: fc.integer({ min: 8, max: 90 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(text, request, async (whole, first) => {
        expect((await pagesOf(whole, first)).joined).toBe(Buffer.from(whole).toString())
      }),
      { numRuns: 60 },
    )
  })

  test('carries the label of what was stored', async () => {
    const { labels } = await pagesOf('words of a stranger', { by: 'bytes', offset: 0, maxBytes: 100 })
    expect(labels).toEqual([foreign])
  })

  test('says where it goes on, and where a line is that does not exist', async () => {
    const { pages } = await pagesOf('a\n'.repeat(10), { by: 'lines', fromLine: 1, maxLines: 4, maxBytes: 1_000 })
    expect(pages).toBe(3)
    await expect(pagesOf('a\nb\n', { by: 'lines', fromLine: 9, maxLines: 1, maxBytes: 10 })).rejects.toThrow(
      'no line 9',
    )
  })
})
