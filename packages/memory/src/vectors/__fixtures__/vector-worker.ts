import { flushCompileCache } from 'node:module'
import type { MemoryPlace } from '@drawbridge/room/place'
import { type DatabaseOptions, openDatabase } from '@drawbridge/store/database'
import { openJobQueue } from '@drawbridge/store/jobs'
import { memoryRoom } from '../../room.ts'
import { createMeaningIndex } from '../../search/find-by-meaning.ts'
import { searchMemory } from '../../search/search-memory.ts'
import { createVectorMaker } from '../vector-maker.ts'
import { slowEmbedder } from './slow-embedder.ts'

// Another process, which searches, and then makes vectors until it is killed by the test.
const [given = '', places = ''] = process.argv.slice(2)
const options = JSON.parse(given) as DatabaseOptions
const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const database = await openDatabase({ ...options, rooms })
const queue = await openJobQueue(database, options)
const meanings = createMeaningIndex(slowEmbedder(300), 'slow', {
  mostAtOnce: 0,
  later: (partition, dimensions) => maker.later(partition, dimensions),
})
const maker = createVectorMaker({
  queue: async () => queue,
  database: async () => database,
  index: async () => meanings,
  clock: Date,
  leaseMs: 1_000,
})
const search = { database, meanings, meaningWeight: 1 }
const query = { query: 'note', count: 6 }
await searchMemory(search, JSON.parse(places) as MemoryPlace[], query, new AbortController().signal)
flushCompileCache()
process.stdout.write('ready\n')
setInterval(() => undefined, 60_000)
