import { fail, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { readDocument } from '../document/memory-documents.ts'
import { type MemoryHouse, memoryOfCaller } from './memory-of-caller.ts'
import { labelOf, shownText } from './search-tool.ts'

const input = z.strictObject({
  path: z.string().min(1).max(1_024).describe('As memory.search returns it.'),
  from: z.int().min(1).default(1).describe('The first line.'),
  lines: z.int().min(1).max(2_000).default(200).describe('The most lines.'),
})

/** `memory.get`: reads lines of a document that the caller sees. */
export function getTool(house: MemoryHouse): ToolBody {
  return defineToolBody({
    input,
    execute: async ({ path, from, lines: count }, context) => {
      const { database, places } = await memoryOfCaller(house, context)
      const document = database === undefined ? undefined : await readDocument(database, places, path)
      if (document === undefined) {
        fail('file_not_found', `The memory has no document ${JSON.stringify(path)}. Find its path with memory.search.`)
      }
      const lines = document.text.split(/\r\n|\n|\r/)
      if (from > lines.length) {
        fail('validation_error', `${path} has ${lines.length} lines, so it has no line ${from}.`)
      }
      const last = Math.min(lines.length, from + count - 1)
      const shown = lines.slice(from - 1, last).join('\n')
      const rest = last < lines.length ? ` Continue with from ${last + 1}.` : ''
      return toolOutput({
        content: [
          { type: 'text', text: `${path}, lines ${from} to ${last} of ${lines.length}.${rest}` },
          { type: 'text', text: shownText(document, shown), label: labelOf(document) },
        ],
        data: { path, from, to: last, lines: lines.length, text: shown, trust: document.trust },
      })
    },
  })
}
