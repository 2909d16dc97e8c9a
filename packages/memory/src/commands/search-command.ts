import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions } from '@drawbridge/room/asked-place'
import { searchMemory } from '../search/search-memory.ts'
import type { MemorySection } from '../section.ts'
import { searchOf } from '../tools/memory-of-caller.ts'

/** `memory search`. */
export const searchCommand: RoomCommand<MemorySection> = {
  arguments: [{ name: 'words', summary: 'words, names or a question', variadic: true }],
  options: [
    ...callerOptions,
    { flags: '--count <number>', summary: 'the most passages; default 6' },
    { flags: '--json', summary: 'write one JSON object' },
  ],
  examples: [['Find a decision', 'drawbridge memory search database pool size']],
  run: async (invocation) => {
    const { options, io, ground, section } = invocation
    const query = invocation.arguments.join(' ')
    const count = readCount(options.count)
    const database = await ground.database.find()
    const interruption = io.catchInterrupts()
    try {
      const { hits, degraded } =
        database === undefined
          ? { hits: [], degraded: undefined }
          : await searchMemory(
              await searchOf(await invocation.openHouse(), section, database),
              askedPlaces(invocation),
              { query, count },
              interruption.signal,
            )
      if (options.json === true) {
        const results = hits.map(({ path, firstLine, lastLine, quality, scores, text, trust, source, modifiedMs }) => ({
          path,
          lines: [firstLine, lastLine],
          quality,
          ...scores,
          text,
          trust,
          source,
          date: new Date(modifiedMs).toISOString(),
        }))
        await io.output.write(`${JSON.stringify({ results, degraded })}\n`)
        return
      }
      for (const { path, firstLine, lastLine, quality, text, trust } of hits) {
        const mark = trust === 'untrusted' ? ', untrusted' : ''
        await io.output.write(
          `${path}:${firstLine}-${lastLine} (${quality}${mark})\n${text.replaceAll(/^/gm, '  ')}\n\n`,
        )
      }
      if (hits.length === 0) await io.diagnostics.write(`Nothing in the memory matches ${JSON.stringify(query)}.\n`)
      if (degraded !== undefined) await io.diagnostics.write(`Degraded: ${degraded}.\n`)
    } finally {
      interruption[Symbol.dispose]()
    }
  },
}

function readCount(given: string | boolean | undefined): number {
  if (given === undefined) return 6
  if (typeof given === 'string' && /^\d{1,2}$/.test(given) && Number(given) >= 1 && Number(given) <= 50)
    return Number(given)
  throw new DrawbridgeError('invalid_option', `--count must be a number from 1 to 50, not ${JSON.stringify(given)}.`)
}
