import type { Principal } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import type { CompactSection } from './compact-section.ts'

/** A compaction that a run is about to make. */
export interface IntendedCompaction {
  /** `shorten`: old results become notes. `summarise`: earlier messages become a summary. */
  readonly kind: 'shorten' | 'summarise'
  /** Tokens of the prompt, and of the model's window. */
  readonly tokens: number
  readonly window: number
  /** True if the run cannot go on without it. */
  readonly isNeeded: boolean
  /** Aborted if the run is stopped meanwhile. */
  readonly signal: AbortSignal
}

/** Someone who knows if a run may make its conversation smaller. */
export interface CompactionConsent {
  /** Resolves to false if the person does not want it now. */
  ask(
    intended: IntendedCompaction,
    caller: { readonly principal: Principal; readonly workspace: string },
  ): Promise<boolean>
}

declare module '@drawbridge/core' {
  interface Services {
    readonly compactionConsent: CompactionConsent
  }
}

/** The time for which a run waits for an answer where nothing is set, in seconds. */
const defaultWaitSeconds = 120

/** Creates the service `compactionConsent`. A child, a run that asks nobody, and one whose question nobody answers, go ahead. */
export function createCompactionConsent(
  { service, clock, ids, limitsOf }: Pick<House, 'service' | 'clock' | 'ids' | 'limitsOf'>,
  { notify = false, waitSeconds = defaultWaitSeconds }: CompactSection = {},
): CompactionConsent {
  return {
    ask: async ({ signal, ...intended }, { principal, workspace }) => {
      const asksNobody = principal.parents.length > 0 || limitsOf(principal.run)?.mode === 'non-interactive'
      if (!notify || asksNobody) return true
      const questioner = await service('questioner')
      const now = clock.now()
      const reply = await questioner?.ask(
        {
          id: ids.next('question'),
          questions: [{ kind: 'yes_no', header: 'Compaction', question: questionOf(intended) }],
          ...{ principal, workspace, askedAt: now, waitsUntil: now + waitSeconds * 1_000 },
        },
        signal,
      )
      if (reply === undefined) return true
      return reply.status === 'answered' && reply.answers[0]?.chosen[0] === 'yes'
    },
  }
}

function questionOf({ kind, tokens, window, isNeeded }: Omit<IntendedCompaction, 'signal'>): string {
  const action =
    kind === 'shorten' ? 'Replace old results of calls by short notes?' : 'Replace earlier messages by a summary?'
  const end = isNeeded ? ' If not, the run ends, since the next request does not fit.' : ''
  return `The conversation has about ${tokens} tokens, and the window of the model ${window}. ${action} The originals stay in the record.${end}`
}
