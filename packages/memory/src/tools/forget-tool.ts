import { fail, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { MemoryPlace } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { z } from 'zod'
import { forgetDocument, forgetSource } from '../document/forget-document.ts'
import { type MemoryHouse, memoryOfCaller } from './memory-of-caller.ts'

const input = z.strictObject({
  path: z.string().min(1).max(1_024).optional().describe('A document, as memory.search returns it.'),
  source: z.string().min(1).max(2_048).optional().describe('Everything that came from this source, such as a URL.'),
})

const workers: ReadonlySet<string> = new Set(['sub', 'fork', 'worker'])

/** `memory.forget`: removes documents of the caller's user, or hides shared ones from this user. */
export function forgetTool(house: MemoryHouse): ToolBody {
  return defineToolBody({
    input,
    sinks: [
      { pointer: '/path', kind: 'object' },
      { pointer: '/source', kind: 'object' },
    ],
    check: ({ path, source }) =>
      (path === undefined) === (source === undefined) ? 'Give either path or source.' : undefined,
    execute: async ({ path, source }, context) => {
      const { role } = context.principal
      if (workers.has(role)) {
        fail(
          'memory_readonly',
          `A run of the role "${role}" can read the memory but not change it. Say in your answer what should be forgotten.`,
        )
      }
      const { database, places } = await memoryOfCaller(house, context)
      const gone = database === undefined ? [] : await forget(database, places, { path, source }, house.clock)
      const withdrawn = source === undefined ? 0 : await withdrawFacts(house, places, source)
      if (gone.length === 0 && withdrawn === 0) {
        const what = path === undefined ? `document from ${JSON.stringify(source)}` : `document ${JSON.stringify(path)}`
        fail('file_not_found', `The memory has no ${what}.`)
      }
      const parts = [...gone, ...(withdrawn === 0 ? [] : [`${withdrawn} statements of the knowledge`])]
      return toolOutput({ content: `Forgotten: ${parts.join(', ')}.`, data: { forgotten: gone, withdrawn } })
    },
  })
}

/** Withdraws the facts that were learned from a source, except those that all users share. */
async function withdrawFacts(house: MemoryHouse, places: readonly MemoryPlace[], source: string): Promise<number> {
  const knowledge = await house.service('knowledge')
  let count = 0
  for (const place of places.filter(({ user }) => user !== '')) count += (await knowledge?.withdraw(place, source)) ?? 0
  return count
}

/** Resolves to the paths of what is gone. */
async function forget(
  database: Database,
  places: readonly MemoryPlace[],
  { path, source }: { readonly path: string | undefined; readonly source: string | undefined },
  clock: { now(): number },
): Promise<readonly string[]> {
  if (source !== undefined) return forgetSource(database, places, source, clock)
  return path !== undefined && (await forgetDocument(database, places, path, clock)) ? [path] : []
}
