import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions } from '@drawbridge/room/asked-place'
import { findGraphId } from '../graph/open-graph.ts'
import { searchGraph } from '../graph/search-graph.ts'
import { dataOfFact, entityId, lineOfFact } from '../render-graph.ts'
import { readTime, timeOptions } from './times.ts'

/** `knowledge search`. */
export const searchCommand: RoomCommand = {
  arguments: [{ name: 'name', summary: 'a name, or words of names', variadic: true, required: false }],
  options: [
    ...callerOptions,
    { flags: '--depth <number>', summary: 'how many facts away from what is found, 0 to 5; default 2' },
    ...timeOptions,
    { flags: '--json', summary: 'write one JSON object' },
  ],
  examples: [
    ['What is known of a project', 'drawbridge knowledge search webshop'],
    ['What held a year ago', 'drawbridge knowledge search Ada --as-of 2025-11-01'],
  ],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const name = invocation.arguments.join(' ').trim()
    const depth = readDepth(options.depth)
    const asOf = readTime(options, 'asOf') ?? ground.clock.now()
    const database = await ground.database.find()
    const ids =
      database === undefined
        ? []
        : await Promise.all(askedPlaces(invocation).map((place) => findGraphId(database, place)))
    const known = ids.filter((id) => id !== undefined)
    const found =
      database === undefined
        ? { entities: [], facts: [], isCut: false }
        : await searchGraph(database, known, {
            query: name === '' ? undefined : name,
            depth,
            asOf,
            knownAt: readTime(options, 'knownAt'),
            count: name === '' ? 50 : 10,
          })
    if (options.json === true) {
      const entities = found.entities.map(({ id, ...rest }) => ({ id: entityId(id), ...rest }))
      await io.output.write(`${JSON.stringify({ entities, facts: found.facts.map(dataOfFact), more: found.isCut })}\n`)
      return
    }
    for (const { id, name: shown, type, trust } of found.entities.filter((entity) => entity.depth === 0)) {
      await io.output.write(`${shown} (${entityId(id)}, ${type}${trust === 'untrusted' ? ', untrusted' : ''})\n`)
    }
    for (const fact of found.facts) {
      await io.output.write(`${lineOfFact(fact)}${fact.trust === 'untrusted' ? '; untrusted' : ''}\n`)
    }
    if (found.entities.length === 0) await io.diagnostics.write('Nothing is known about this.\n')
  },
}

function readDepth(given: string | boolean | undefined): number {
  if (given === undefined) return 2
  if (typeof given === 'string' && /^[0-5]$/.test(given)) return Number(given)
  throw new DrawbridgeError('invalid_option', `--depth must be a number from 0 to 5, not ${JSON.stringify(given)}.`)
}
