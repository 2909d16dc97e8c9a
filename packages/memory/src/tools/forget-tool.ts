import { fail, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { forgetAll, listForgotten } from '../document/forget-all.ts'
import { type MemoryHouse, memoryOfCaller } from './memory-of-caller.ts'

const input = z.strictObject({
  path: z.string().min(1).max(1_024).optional().describe('A document, as memory.search returns it.'),
  id: z.string().min(1).max(4_000).optional().describe('A document, by the id in the data of memory.search.'),
  source: z.string().min(1).max(2_048).optional().describe('Everything that came from this source, such as a URL.'),
})

const workers: ReadonlySet<string> = new Set(['sub', 'fork', 'worker'])

/** `memory.forget`: removes documents of the caller's user, or hides shared ones from this user. */
export function forgetTool(house: MemoryHouse): ToolBody {
  return defineToolBody({
    input,
    sinks: [
      { pointer: '/path', kind: 'object' },
      { pointer: '/id', kind: 'object' },
      { pointer: '/source', kind: 'object' },
    ],
    check: ({ path, id, source }) =>
      [path, id, source].filter((given) => given !== undefined).length === 1
        ? undefined
        : 'Give exactly one of path, id and source.',
    execute: async ({ path, id, source }, context) => {
      const { role } = context.principal
      if (workers.has(role)) {
        fail(
          'memory_readonly',
          `A run of the role "${role}" can read the memory but not change it. Say in your answer what should be forgotten.`,
        )
      }
      const { database, places } = await memoryOfCaller(house, context)
      const gone = database && (await forgetAll(house, database, places, { path, id, source }))
      const listed = gone === undefined ? [] : listForgotten(gone)
      if (gone === undefined || listed.length === 0) {
        const what = `document ${source === undefined ? '' : 'from '}${JSON.stringify(path ?? id ?? source)}`
        fail('file_not_found', `The memory has no ${what}.`)
      }
      const { paths: forgotten, notes, withdrawn } = gone
      return toolOutput({ content: `Forgotten: ${listed.join(', ')}.`, data: { forgotten, notes, withdrawn } })
    },
  })
}
