import type { ContentBlock } from '../result/content-block.ts'
import type { SessionKey } from '../tool/session-state.ts'

/** Words that decide: those of the person whom the agent works for, or of who runs it. */
export interface HeardWords {
  readonly from: 'user' | 'operator'
  readonly text: string
}

/** A result as it left the pipeline. */
export interface EnteredResult {
  readonly tool: string
  readonly toolCallId: string
  /** True if the call may have changed something. */
  readonly isAct: boolean
  readonly content: readonly ContentBlock[]
  /** The structured value, for programs. */
  readonly data?: unknown
  /** The length of its text. */
  readonly size: number
}

export type FlowEntry = ({ readonly kind: 'heard' } & HeardWords) | ({ readonly kind: 'result' } & EnteredResult)

/**
 * The record of all that a session heard and read, in order. It costs a call one push: what it means is worked out when a write is judged, by code that
 * is loaded then.
 */
export interface FlowJournal {
  readonly entries: readonly FlowEntry[]
  /** True once a stranger's words entered the session. */
  readonly isTainted: boolean
  /** Reads the part from before this process. Undefined once that was done. */
  earlier: (() => Promise<readonly FlowEntry[]>) | undefined
  hear(words: HeardWords): void
  enter(result: EnteredResult): void
  /** Adds the part from before this process, in front. */
  begin(entries: readonly FlowEntry[]): void
  /** The ledger that was made of it. */
  worked: unknown
}

/** The text that a journal keeps, in UTF-16 units. The oldest results of strangers fall out first; words of the user stay. */
const mostText = 8_000_000

export function createFlowJournal(): FlowJournal {
  const entries: FlowEntry[] = []
  let size = 0
  let isTainted = false
  const add = (entry: FlowEntry) => {
    entries.push(entry)
    size += sizeOf(entry)
    if (entry.kind === 'result' && isUntrusted(entry)) isTainted = true
    while (size > mostText) {
      const oldest = entries.findIndex(({ kind }) => kind === 'result')
      const [gone] = oldest < 0 || oldest === entries.length - 1 ? [] : entries.splice(oldest, 1)
      if (gone === undefined) break
      size -= sizeOf(gone)
    }
  }
  const journal: FlowJournal = {
    entries,
    get isTainted() {
      return isTainted
    },
    earlier: undefined,
    worked: undefined,
    hear: (words) => add({ kind: 'heard', ...words }),
    enter: (result) => {
      if (result.content.length > 0 || result.data !== undefined) add({ kind: 'result', ...result })
    },
    begin: (before) => {
      const since = entries.splice(0)
      size = 0
      journal.worked = undefined
      for (const entry of [...before, ...since]) add(entry)
    },
  }
  return journal
}

/** The journal of a session, which all its runs share. */
export const flowJournal: SessionKey<FlowJournal> = { name: 'information flow', create: createFlowJournal }

function isUntrusted({ content }: EnteredResult): boolean {
  return content.some(({ label }) => label.trust === 'untrusted')
}

function sizeOf(entry: FlowEntry): number {
  return entry.kind === 'heard' ? entry.text.length : entry.size
}
