import type { ContentBlock } from '../result/content-block.ts'
import type { SessionKey } from '../tool/session-state.ts'

/** Words that a session hears: those of the person whom the agent works for, or of who runs it, decide. */
export interface HeardWords {
  /** Words of an `agent`, such as the report of a child or a message of another session, count as a stranger's. */
  readonly from: 'user' | 'operator' | 'agent'
  readonly text: string
}

/** A result as it left the pipeline. */
export interface EnteredResult {
  readonly tool: string
  readonly toolCallId: string
  /** True if the call may have changed something. */
  readonly isAct: boolean
  readonly content: readonly ContentBlock[]
  /** True for a message: none of its fields vouches. */
  readonly isMessage?: boolean
  /** The structured value, for programs. */
  readonly data?: unknown
  /** The length of its text, in UTF-16 units. */
  readonly size: number
}

/** One thing that entered a session: words or a result. */
export type FlowEntry = ({ readonly kind: 'heard' } & HeardWords) | ({ readonly kind: 'result' } & EnteredResult)

/** An entry with its place among all that entered. */
export interface PlacedEntry {
  /** Counts all entries, from 1. */
  readonly place: number
  readonly entry: FlowEntry
}

/** Reads what entered a session before this process, in order. */
export type ReadEarlier = () => AsyncIterable<FlowEntry>

/**
 * The record of all that a session heard and read, in order. It costs a call one push: what it means is worked out when a write is judged, by code that
 * is loaded then. What it keeps depends only on what entered, so that a session that goes on in another process keeps the same.
 */
export interface FlowJournal {
  /** Returns what entered after a place, in order. Places begin with 1. */
  after(place: number): readonly PlacedEntry[]
  /** The places of the oldest words and the oldest result that are kept. */
  readonly oldest: { readonly heard: number; readonly result: number }
  /** True once a stranger's words entered the session. */
  readonly isTainted: boolean
  /** True once a result fell out: a value that is not found may still have been a stranger's. */
  readonly isCut: boolean
  /** Reads the part from before this process. Undefined if there is none, or once it was taken. */
  readonly earlier: ReadEarlier | undefined
  /** Says how the part from before this process is read. Only the first reader counts. */
  resume(earlier: ReadEarlier): void
  hear(words: HeardWords): void
  enter(result: EnteredResult): void
  /** Takes the part from before this process, once. Rejects as its reader does; the next call then tries again. */
  takeEarlier(): Promise<void>
  /** The ledger that was made of it. */
  worked: unknown
}

/** The text of results that a journal keeps, in UTF-16 units. The oldest results fall out first. */
export const mostResultText = 8_000_000

/** The words of user and operator that a journal keeps, in UTF-16 units. Words that fall out vouch for nothing. */
export const mostHeardText = 2_000_000

/** Creates the journal of a session that has heard and read nothing. */
export function createFlowJournal(): FlowJournal {
  let heard = createShelf(mostHeardText)
  let results = createShelf(mostResultText)
  let words = new Set<string>()
  let place = 0
  let isTainted = false
  let isCut = false
  let earlier: ReadEarlier | undefined
  let isResumed = false
  let beginning: Promise<void> | undefined

  const hear: FlowJournal['hear'] = ({ from, text }) => {
    const key = `${from} ${text}`
    // A process that goes on with a session may be told again what it heard before.
    if (words.has(key) || text.length > mostHeardText) return
    words.add(key)
    if (from === 'agent') isTainted = true
    place += 1
    for (const fallen of heard.put({ place, entry: { kind: 'heard', from, text }, size: text.length }))
      if (fallen.kind === 'heard') words.delete(`${fallen.from} ${fallen.text}`)
  }
  const enter: FlowJournal['enter'] = (result) => {
    if (result.content.length === 0 && result.data === undefined) return
    if (result.content.some(({ label }) => label.trust === 'untrusted')) isTainted = true
    place += 1
    const fallen = results.put({ place, entry: { kind: 'result', ...result }, size: result.size })
    if (fallen.length > 0) isCut = true
  }
  const put = (entry: FlowEntry) => (entry.kind === 'heard' ? hear(entry) : enter(entry))

  const begin = async (read: ReadEarlier) => {
    const before = createFlowJournal()
    for await (const entry of read()) {
      if (entry.kind === 'heard') before.hear(entry)
      else before.enter(entry)
    }
    const since = journal.after(0)
    const [wasTainted, wasCut] = [isTainted, isCut]
    ;[heard, results, words] = [createShelf(mostHeardText), createShelf(mostResultText), new Set()]
    // The results that fell out here were later than all of it.
    const kept = before.after(0)
    for (const { entry } of kept) if (entry.kind === 'heard' || !wasCut) put(entry)
    const known = new Set(kept.map(({ entry }) => resultKey(entry)))
    for (const { entry } of since) if (entry.kind === 'heard' || !known.has(resultKey(entry))) put(entry)
    isTainted ||= wasTainted || before.isTainted
    isCut ||= before.isCut
    journal.worked = undefined
    earlier = undefined
  }
  const journal: FlowJournal = {
    after: (wanted) =>
      [...heard.after(wanted), ...results.after(wanted)].sort((left, right) => left.place - right.place),
    get oldest() {
      return { heard: heard.oldest(), result: results.oldest() }
    },
    get isTainted() {
      return isTainted
    },
    get isCut() {
      return isCut
    },
    get earlier() {
      return earlier
    },
    resume: (reader) => {
      if (isResumed) return
      isResumed = true
      earlier = reader
    },
    worked: undefined,
    hear,
    enter,
    takeEarlier: async () => {
      if (earlier === undefined) return
      beginning ??= begin(earlier).finally(() => {
        beginning = undefined
      })
      await beginning
    },
  }
  return journal
}

/** The journal of a session, which all its runs share. */
export const flowJournal: SessionKey<FlowJournal> = { name: 'information flow', create: createFlowJournal }

/** The record may have results of this process already. Ids alone may come again in another one. */
function resultKey(entry: FlowEntry): string {
  if (entry.kind === 'heard') return ''
  const { tool, toolCallId, isAct, content, data } = entry
  return JSON.stringify([tool, toolCallId, isAct, content, data])
}

interface SizedEntry extends PlacedEntry {
  readonly size: number
}

/** Entries of one kind, of which the oldest fall out; the latest stays whatever its size. */
function createShelf(most: number) {
  let all: SizedEntry[] = []
  let first = 0
  let total = 0
  return {
    oldest: () => all[first]?.place ?? 0,
    after: (place: number): readonly PlacedEntry[] => {
      let start = all.length
      while (start > first && (all[start - 1]?.place ?? 0) > place) start -= 1
      return all.slice(start)
    },
    /** Adds an entry, and returns those that fell out. */
    put: (added: SizedEntry): readonly FlowEntry[] => {
      all.push(added)
      total += added.size
      const before = first
      while (total > most && first < all.length - 1) {
        total -= all[first]?.size ?? 0
        first += 1
      }
      const fallen = all.slice(before, first).map(({ entry }) => entry)
      if (first > 1_000 && first > all.length / 2) {
        all = all.slice(first)
        first = 0
      }
      return fallen
    },
  }
}
