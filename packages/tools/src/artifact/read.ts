import { fail } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { readPage } from './read-page.ts'

/** Most bytes that one page can have: below the limit of a result, so that a page is never cut itself. */
const maxPageBytes = 40_000

/**
 * Pages through an output that was too long to show whole, by lines or by bytes.
 * Data: `{id, mediaType, totalBytes, complete, offset, bytes, next_offset?, from_line?, lines?, next_line?}`.
 */
export const artifactRead = defineToolBody({
  input: field.object({
    id: field.string().describe('The artifact id from the truncation notice.'),
    from_line: field.int().min(1).optional().describe('First line to read, from 1.'),
    max_lines: field.int().min(1).max(2_000).default(500),
    offset: field.int().min(0).optional().describe('First byte to read, from 0.'),
    bytes: field.int().min(1).max(maxPageBytes).default(maxPageBytes),
  }),
  // Bytes bound a page; many short lines must not cut it again.
  resultLimit: { lines: maxPageBytes, artifact: false },
  check: ({ from_line, offset }) =>
    from_line !== undefined && offset !== undefined ? 'give from_line or offset, not both' : undefined,
  execute: async ({ id, from_line, max_lines, offset, bytes }, { artifacts }) => {
    const artifact = await artifacts?.find(id)
    if (artifacts === undefined || artifact === undefined) {
      return fail('file_not_found', `This session has no artifact "${id}". It may have expired: run the call again.`)
    }
    const part =
      offset === undefined
        ? ({ by: 'lines', fromLine: from_line ?? 1, maxLines: max_lines, maxBytes: bytes } as const)
        : ({ by: 'bytes', offset, maxBytes: bytes } as const)
    return readPage(artifact, (range) => artifacts.read(id, range), part)
  },
})
