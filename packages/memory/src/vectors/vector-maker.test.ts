import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Embedder, ModelError } from '@drawbridge/core/model'
import { visiblePlaces } from '@drawbridge/room/place'
import { type Database, type DatabaseOptions, statement } from '@drawbridge/store/database'
import { openJobQueue } from '@drawbridge/store/jobs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases, onServer } from '../../../store/src/__fixtures__/describe-databases.ts'
import { removeNoteAt, writeNote } from '../document/memory-documents.ts'
import { vectorKey } from '../index/index-chunk.ts'
import { memoryRoom } from '../room.ts'
import { createMeaningIndex } from '../search/find-by-meaning.ts'
import { searchMemory } from '../search/search-memory.ts'
import { directionOf, slowEmbedder } from './__fixtures__/slow-embedder.ts'
import { packVector } from './pack-vector.ts'
import { createVectorMaker, vectorsJob } from './vector-maker.ts'

const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const signal = new AbortController().signal
const places = visiblePlaces({}, '')
const listVectors = statement<[], { text_hash: string; vector: Uint8Array }>(
  'select text_hash, vector from memory_vectors',
)
const listTexts = statement<[], { partition: number; text: string; text_hash: string }>(
  'select partition, text, text_hash from memory_chunks',
)

describeDatabases('vectors in the background', ({ kind, open, options }) => {
  const start = async (embedder: Embedder) => {
    const chosen = options()
    if (chosen.kind === 'postgres') await onServer(chosen.url, 'drop schema if exists drawbridge_jobs cascade')
    const database = await open({ rooms })
    const queue = await openJobQueue(database, chosen)
    onTestFinished(() => queue[Symbol.asyncDispose]())
    return { database, queue, ...makerOn(database, queue, embedder) }
  }
  const search = async (database: Database, meanings: ReturnType<typeof createMeaningIndex>, query = 'note') =>
    searchMemory({ database, meanings, meaningWeight: 1 }, places, { query, count: 6 }, signal)

  test('follow while a chunk is found by its words at once, and wait as long as the provider asks', {
    timeout: 60_000,
  }, async () => {
    let refusals = 2
    const embed: Embedder['embed'] = async (texts) => {
      if (texts.includes('note 1') && refusals > 0) {
        refusals -= 1
        throw new ModelError('rate_limited', 'slow down', { retryable: true, retryAfterMs: 1_500 })
      }
      return { vectors: texts.map(directionOf), model: 'slow', dimensions: 4 }
    }
    const { database, queue, meanings } = await start({ model: 'slow', embed })
    await write(database, 1)
    const early = await search(database, meanings)
    expect(early.hits.map(({ text }) => text)).toEqual(['note 1'])
    expect(early.degraded).toContain('1 chunks have no vector yet')
    await vi.waitFor(async () => expect(await vectorsOf(database)).toHaveLength(1), 30_000)
    const jobs = await queue.list({ kind: vectorsJob })
    // Each refusal ended a job well, and the next one came when the provider allowed it.
    expect(jobs.filter(({ lastError }) => lastError !== undefined)).toEqual([])
    const runs = jobs.map(({ runAt, createdAt }) => runAt - createdAt).toSorted((one, other) => one - other)
    expect(runs.filter((waited) => waited > 1_000)).toHaveLength(2)
    expect((await search(database, meanings)).degraded).toBeUndefined()
  })

  test('of a text that changed while its vector was made are those of the new text', { timeout: 60_000 }, async () => {
    let changed = false
    const embed: Embedder['embed'] = async (texts) => {
      if (texts.includes('note 1') && !changed) {
        changed = true
        await write(database, 1, 'quite another text')
        await search(database, meanings, 'another')
      }
      return { vectors: texts.map(directionOf), model: 'slow', dimensions: 4 }
    }
    const { database, meanings } = await start({ model: 'slow', embed })
    await write(database, 1)
    await search(database, meanings)
    await vi.waitFor(async () => {
      const found = await search(database, meanings, 'another')
      expect(found).toMatchObject({ degraded: undefined, hits: [{ text: 'quite another text' }] })
    }, 30_000)
    await expectOwnVectors(database)
  })

  test('of a text that was forgotten meanwhile are not made, and nobody sends it to the model again', {
    timeout: 60_000,
  }, async () => {
    const sent: string[] = []
    const embed: Embedder['embed'] = async (texts) => {
      sent.push(...texts)
      if (!texts.includes('note 1')) return { vectors: texts.map(directionOf), model: 'slow', dimensions: 4 }
      await forget(database, 1)
      throw new ModelError('rate_limited', 'slow down', { retryable: true, retryAfterMs: 300 })
    }
    const { database, queue, meanings } = await start({ model: 'slow', embed })
    await write(database, 1)
    await search(database, meanings, 'secret')
    await vi.waitFor(async () => {
      const jobs = await queue.list({ kind: vectorsJob })
      expect(jobs.length).toBeGreaterThan(1)
      expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'done'))
    }, 30_000)
    expect(sent.filter((text) => text === 'note 1')).toHaveLength(1)
    expect(await vectorsOf(database)).toEqual([])
  })

  test('are gone with the text that was forgotten, also if it was while they were made', {
    timeout: 60_000,
  }, async () => {
    let during: (() => Promise<unknown>) | undefined
    const embed: Embedder['embed'] = async (texts) => {
      if (texts.includes('note 2')) await during?.()
      return { vectors: texts.map(directionOf), model: 'now', dimensions: 4 }
    }
    const { database } = await start(slowEmbedder(1))
    const meanings = createMeaningIndex({ model: 'now', embed }, 'now')
    await write(database, 1)
    await search(database, meanings)
    expect(await vectorsOf(database)).toHaveLength(1)
    await forget(database, 1)
    await search(database, meanings)
    expect(await vectorsOf(database)).toEqual([])
    during = async () => {
      await forget(database, 2)
      during = undefined
      await search(database, createMeaningIndex({ model: 'now', embed }, 'now', { mostAtOnce: 0 }))
    }
    await write(database, 2)
    await search(database, meanings)
    expect(await vectorsOf(database)).toEqual([])
  })

  test('of one user tell another one nothing: a text that both have lacks its vector until it is made for each', async () => {
    const { database } = await start(slowEmbedder(1))
    const text = 'The password of the safe is four words.'
    const [ada, eve] = ['ada', 'eve'].map((user) => ({ agent: 'default', user, project: '' }))
    if (ada === undefined || eve === undefined) throw new Error('There are two users.')
    const label = { trust: 'trusted', source: '' } as const
    await writeNote(database, { place: ada, path: 'memory/safe.md', text, label }, 1)
    const degradedFor = async (user: string, mostAtOnce: number) => {
      const meanings = createMeaningIndex(slowEmbedder(1), 'slow', { mostAtOnce })
      const found = await searchMemory(
        { database, meanings, meaningWeight: 1 },
        visiblePlaces({ user }, ''),
        { query: 'guess', count: 6 },
        signal,
      )
      return found.degraded
    }
    expect(await degradedFor('ada', 128)).toBeUndefined()
    await writeNote(database, { place: eve, path: 'memory/guess.md', text, label }, 1)
    expect(await degradedFor('eve', 0)).toContain('1 chunks have no vector yet')
    await removeNoteAt(database, eve, 'memory/guess.md')
    expect(await degradedFor('eve', 0)).toBeUndefined()
    expect(await degradedFor('ada', 0)).toBeUndefined()
  })

  test('are all made, each of its own text, although the process that made them was killed', {
    timeout: 120_000,
  }, async () => {
    const { database, meanings } = await start(slowEmbedder(1))
    for (let index = 0; index < 700; index += 1) await write(database, index)
    const worker = startWorker(options())
    await vi.waitFor(async () => expect((await vectorsOf(database)).length).toBeGreaterThan(0), 30_000)
    await worker.kill()
    expect((await vectorsOf(database)).length).toBeLessThan(700)
    // The killed process had a job, which the next one that searches takes over once its lease has ended.
    await search(database, meanings)
    await vi.waitFor(
      async () => expect(await vectorsOf(database)).toHaveLength(700),
      kind === 'sqlite' ? 30_000 : 90_000,
    )
    await expectOwnVectors(database)
    expect((await search(database, meanings)).degraded).toBeUndefined()
  })
})

function makerOn(database: Database, queue: Awaited<ReturnType<typeof openJobQueue>>, embedder: Embedder) {
  const meanings = createMeaningIndex(embedder, 'slow', {
    mostAtOnce: 0,
    later: (partition, dimensions) => maker.later(partition, dimensions),
  })
  const parts = { queue: async () => queue, database: async () => database, index: async () => meanings }
  const maker = createVectorMaker({ ...parts, clock: Date, leaseMs: 1_000 })
  onTestFinished(() => maker[Symbol.asyncDispose]())
  return { meanings, maker }
}

function write(database: Database, index: number, text = `note ${index}`): Promise<void> {
  const [place] = places
  if (place === undefined) throw new Error('A caller sees its own place.')
  return writeNote(database, { place, path: `memory/${index}.md`, text, label: { trust: 'trusted', source: '' } }, 1)
}

async function forget(database: Database, index: number): Promise<void> {
  const [place] = places
  if (place !== undefined) await removeNoteAt(database, place, `memory/${index}.md`)
}

function vectorsOf(database: Database) {
  return database.all(listVectors)
}

/** Expects the vector of each chunk to be that of its own text. */
async function expectOwnVectors(database: Database): Promise<void> {
  const vectors = new Map((await vectorsOf(database)).map((row) => [row.text_hash, [...new Int8Array(row.vector)]]))
  for (const { partition, text, text_hash: hash } of await database.all(listTexts)) {
    expect(hash).toBe(vectorKey(partition, text))
    expect(vectors.get(hash)).toEqual([...packVector(directionOf(text))])
  }
}

function startWorker(options: DatabaseOptions) {
  const file = join(import.meta.dirname, '__fixtures__/vector-worker.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(options), JSON.stringify(places)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
