import type { MemoryWriter, SaidWords } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { wasForgotten } from '../document/forgotten.ts'
import { notesPath } from '../document/remembered-notes.ts'
import type { MemorySection } from '../section.ts'
import { addNotes } from './add-notes.ts'
import { chooseNotes } from './choose-notes.ts'

/** The kind of the jobs that remember what was said. */
const writeJob = 'memory.write'

/** The longest time that choosing may take, in milliseconds. */
const longestJobMs = 60_000

const saidWords = z.strictObject({
  owner: z.strictObject({ agent: z.string(), user: z.string(), project: z.string() }),
  session: z.string(),
  run: z.string(),
  words: z.array(z.string()),
  timeMs: z.number(),
})

/** The parts of the house that the writer needs. */
export type WriterHouse = Pick<House, 'database' | 'service' | 'clock' | 'scrubber'>

/**
 * Creates the service `memoryWriter`. It is not a tool, reads only what a person said, and writes one document of that agent and user. Its
 * jobs are done by this process too, from the first one on.
 */
export function createMemoryWriter(
  house: WriterHouse,
  section: MemorySection | undefined,
): MemoryWriter & AsyncDisposable {
  let working: Promise<AsyncDisposable> | undefined
  return {
    recalls: section?.recall !== false,
    remember: async (said) => {
      if (section?.write !== true || (await house.service('modelCaller'))?.isAvailable !== true) return
      const queue = await house.service('jobQueue')
      if (queue === undefined) return
      await queue.enqueue(writeJob, said satisfies SaidWords, { key: `${said.session}/${said.run}` })
      // A command that ends lets its job finish: a second one adds nothing twice.
      working ??= queue.work(writeJob, async ({ payload }) => {
        await writeSaid(house, saidWords.parse(payload), AbortSignal.timeout(longestJobMs))
      })
      await working
    },
    [Symbol.asyncDispose]: async () => {
      await (await working)?.[Symbol.asyncDispose]()
    },
  }
}

/** Remembers what is worth it of a person's words, and has its facts learned. Resolves to how many notes are new. */
export async function writeSaid(
  house: WriterHouse,
  { owner, session, words, timeMs }: SaidWords,
  signal: AbortSignal,
): Promise<number> {
  const caller = await house.service('modelCaller')
  if (caller === undefined || !caller.isAvailable) return 0
  const source = `session ${session}`
  const database = await house.database.obtain()
  // Words that were forgotten meanwhile are not even sent to a model.
  if (await wasForgotten(database, owner, { path: notesPath, source, timeMs })) return 0
  const scrubbed = words.map((text) => house.scrubber.scrub(text).text)
  const notes = await chooseNotes(caller, scrubbed, signal)
  const clock = { now: () => timeMs }
  const added = notes.length === 0 ? 0 : await addNotes(database, owner, { notes, source }, clock)
  const knowledge = await house.service('knowledge')
  if (added > 0) await knowledge?.learn({ owner, text: notes.join('\n'), source, trust: 'trusted', timeMs })
  return added
}
