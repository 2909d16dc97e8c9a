import type { Knowledge, LearnedText } from '@drawbridge/core/agent'
import type { JobQueue, RunningJob } from '@drawbridge/core/job'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { extractFacts } from './extract-facts.ts'
import { withdrawSource } from './graph/change-graph.ts'
import { type RecordedFact, recordFacts } from './graph/record-facts.ts'
import { builtInKnowledge, type KnowledgeSection } from './section.ts'

/** The kind of the jobs that learn facts. */
export const learnJob = 'knowledge.learn'

const learned = z.strictObject({
  owner: z.strictObject({ agent: z.string(), user: z.string(), project: z.string() }),
  text: z.string(),
  source: z.string(),
  trust: z.enum(['trusted', 'untrusted']),
  timeMs: z.number(),
  /** The time at which the job was asked for. */
  askedMs: z.number().optional(),
})

/** The parts of the house that the service needs. */
export type LearningHouse = Pick<House, 'database' | 'service' | 'clock' | 'scrubber'>

/** Creates the service `knowledge`. Its jobs are done by this process too, from the first one on. */
export function createKnowledge(
  house: LearningHouse,
  section: KnowledgeSection | undefined,
): Knowledge & AsyncDisposable {
  let working: Promise<AsyncDisposable> | undefined
  const work = (queue: JobQueue) => {
    working ??= queue.work(learnJob, async (job) => {
      await learnFromJob(house, section, job)
    })
    return working
  }
  return {
    learn: async (text) => {
      if (section?.extract === false || text.text.trim() === '') return
      if ((await house.service('modelCaller'))?.isAvailable !== true) return
      const queue = await house.service('jobQueue')
      if (queue === undefined) return
      // A withdrawal after it was said also counts for a job that comes later.
      await queue.enqueue(learnJob, { ...text, askedMs: text.timeMs } satisfies z.infer<typeof learned>)
      await work(queue)
    },
    withdraw: async (owner, source) => {
      const database = await house.database.find()
      return database === undefined ? 0 : withdrawSource(database, owner, source, house.clock.now())
    },
    [Symbol.asyncDispose]: async () => {
      await (await working)?.[Symbol.asyncDispose]()
    },
  }
}

/** The longest time that a job may take, in milliseconds: a command that ends lets it finish. */
const longestJobMs = 120_000

async function learnFromJob(
  house: LearningHouse,
  section: KnowledgeSection | undefined,
  { payload }: RunningJob,
): Promise<void> {
  await learnFacts(house, section, learned.parse(payload), AbortSignal.timeout(longestJobMs))
}

/**
 * Extracts the facts of a text and records them. Without a model there are none.
 * @param text.askedMs A job is not done if its source was withdrawn since this time.
 */
export async function learnFacts(
  house: LearningHouse,
  section: KnowledgeSection | undefined,
  { owner, text, source, trust, timeMs, askedMs }: LearnedText & { readonly askedMs?: number | undefined },
  signal: AbortSignal,
): Promise<readonly RecordedFact[]> {
  const caller = await house.service('modelCaller')
  if (caller === undefined || !caller.isAvailable) return []
  const scrubbed = house.scrubber.scrub(text).text
  const facts = await extractFacts(
    caller,
    { text: scrubbed, trust, timeMs, leastConfidence: section?.confidence ?? builtInKnowledge.confidence },
    signal,
  )
  if (facts.length === 0) return []
  return recordFacts(await house.database.obtain(), owner, facts, { source, trust, askedMs }, house.clock.now())
}
