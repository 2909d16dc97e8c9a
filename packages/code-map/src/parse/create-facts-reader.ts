import { hash } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'
import { createThreadPool, type ThreadPool } from '@drawbridge/sandbox/thread'
import type { ParseAnswer, ParseJob, SourceFacts } from './source-facts.ts'

export interface SourceText {
  readonly language: string
  readonly text: string
}

export interface FactsReader {
  /**
   * Resolves to the facts of each source, undefined for those that could not be parsed in time. Rejects only with the reason of the
   * signal.
   */
  read(sources: readonly SourceText[], context: ReadContext): Promise<ParseAnswer>
}

export interface ReadContext {
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** The longest time for the sources of one call of `read`, in milliseconds. Then their thread ends, whatever it is busy with. */
const maxReadMs = 20_000

/** Facts kept for the next call. They depend on the text alone, so that no caller learns what another may see. */
const keptFacts = 4_000

/** Parses in a thread, and each text once. */
export function createFactsReader(own?: ThreadPool<ParseJob, ParseAnswer>): FactsReader {
  // A list of tools creates a reader and parses nothing.
  let threads = own
  const kept = new Map<string, SourceFacts>()
  const keep = (key: string, facts: SourceFacts): void => {
    kept.delete(key)
    kept.set(key, facts)
    const [oldest] = kept.keys()
    if (kept.size > keptFacts && oldest !== undefined) kept.delete(oldest)
  }
  return {
    read: async (sources, context) => {
      const keys = sources.map(({ language, text }) => `${language} ${hash('sha256', text)}`)
      const known = keys.map((key) => kept.get(key))
      const missing = sources.filter((_, index) => known[index] === undefined)
      if (missing.length > 0) threads ??= parseThreads()
      const parsed = missing.length === 0 || threads === undefined ? [] : await parseInTime(threads, missing, context)
      let next = 0
      return keys.map((key, index) => {
        const facts = known[index] ?? parsed[next++]
        if (facts !== undefined) keep(key, facts)
        return facts
      })
    },
  }
}

const parseThreads = () =>
  createThreadPool<ParseJob, ParseAnswer>({ module: import.meta.resolve('@drawbridge/code-map/parse-thread') })

async function parseInTime(
  threads: ThreadPool<ParseJob, ParseAnswer>,
  sources: readonly SourceText[],
  { signal, clock }: ReadContext,
): Promise<ParseAnswer> {
  const limit = new AbortController()
  const timer = clock.after(maxReadMs, () => limit.abort(new Error('Parsing took too long.')))
  try {
    return await threads.run({ sources }, AbortSignal.any([signal, limit.signal]))
  } catch {
    // The thread was ended, or died of what it read. The map reports its sources as left out.
    signal.throwIfAborted()
    return sources.map(() => undefined)
  } finally {
    timer[Symbol.dispose]()
  }
}
