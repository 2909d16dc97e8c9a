import type { Clock } from '@drawbridge/core/base'
import type { JobQueue, RunningJob } from '@drawbridge/core/job'
import { ModelError } from '@drawbridge/core/model'
import { type Database, statement } from '@drawbridge/store/database'
import { z } from 'zod'
import { type Partition, syncIndex } from '../index/sync-index.ts'
import type { MeaningIndex } from '../search/find-by-meaning.ts'

/** Makes missing vectors in the background. */
export interface VectorMaker extends AsyncDisposable {
  /**
   * Has a job make the vectors that a partition lacks. Resolves once the job is kept; this process, or another one that searches, does it.
   * @param dimensions The length of the vectors.
   */
  later(partition: Partition, dimensions: number): Promise<void>
}

/** The parts that a maker needs. */
export interface VectorMakerParts {
  readonly queue: () => Promise<JobQueue | undefined>
  readonly database: () => Promise<Database>
  readonly index: () => Promise<MeaningIndex | undefined>
  readonly clock: Pick<Clock, 'now'>
  /** The time after which the job of a process that died is done by another one. Milliseconds. Default: that of the queue. */
  readonly leaseMs?: number | undefined
}

/** The kind of the jobs that make vectors. */
export const vectorsJob = 'memory.vectors'
/** The chunks that get their vectors, and keep them, together. */
const batchSize = 100

const wanted = z.strictObject({ model: z.string(), partition: z.int() })
const findPlace = statement<[id: number], { agent: string; user_name: string; project: string }>(
  'select agent_id as agent, user_id as user_name, project from memory_partitions where id = $1',
)

/**
 * Creates a maker. Its jobs keep each batch, so that a killed process loses one at most, and wait as long as the provider asks. A vector
 * belongs to a text, so that a chunk that changed meanwhile gets none of an old one.
 */
export function createVectorMaker(parts: VectorMakerParts): VectorMaker {
  const { clock } = parts
  const asked = new Map<string, number>()
  let working: Promise<AsyncDisposable> | undefined

  const goOn = async (job: RunningJob, afterMs: number): Promise<void> => {
    const runAt = clock.now() + afterMs
    await (await parts.queue())?.enqueue(vectorsJob, job.payload, {
      key: `${job.key?.replace(/ after .*/, '')} after ${runAt}`,
      runAt,
    })
  }

  const work = async (job: RunningJob): Promise<void> => {
    const { model, partition: id } = wanted.parse(job.payload)
    const index = await parts.index()
    if (index?.model !== model) throw new Error(`This process has not the model ${JSON.stringify(model)} for vectors.`)
    const database = await parts.database()
    try {
      for (let made = 1; made > 0 && !job.signal.aborted; ) {
        const place = await database.get(findPlace, id)
        // A text that was forgotten since the last search is not sent to a model.
        const partition = place && (await syncIndex(database, { ...place, user: place.user_name }))
        made = partition === undefined ? 0 : await index.embed(database, partition, job.signal, batchSize)
        if (made === 0) return
      }
    } catch (error) {
      const waitMs =
        ModelError.isInstance(error) && error.code === 'rate_limited' ? error.details.retryAfterMs : undefined
      if (waitMs === undefined && !job.signal.aborted) throw error
      await goOn(job, waitMs ?? 0)
      return
    }
    // This process ends: another one does the rest.
    await goOn(job, 0)
  }

  return {
    later: async ({ id, version }, dimensions) => {
      const [index, queue] = [await parts.index(), await parts.queue()]
      const name = `${id}/${dimensions}`
      if (index === undefined || queue === undefined || asked.get(name) === version) return
      const payload = { model: index.model, partition: id } satisfies z.infer<typeof wanted>
      await queue.enqueue(vectorsJob, payload, { key: `${index.model}/${name}/${version}` })
      asked.set(name, version)
      working ??= queue.work(vectorsJob, work, { leaseMs: parts.leaseMs })
      await working
    },
    [Symbol.asyncDispose]: async () => {
      await (await working)?.[Symbol.asyncDispose]()
    },
  }
}
