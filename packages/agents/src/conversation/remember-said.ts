import type { Principal } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { ownerOf } from '@drawbridge/room/place'

/** The end of a run, as memory sees it. */
export interface EndedRun {
  readonly house: Pick<House, 'service' | 'clock'>
  readonly principal: Principal
  readonly run: string
  /** The messages of the user, oldest first. */
  readonly words: readonly string[]
}

/**
 * Hands what the user said in a run to the memory. Only runs that a person talks to remember: a child's task is not the person's words. A
 * memory that fails does not fail the run.
 */
export async function rememberSaid({ house, principal, run, words }: EndedRun): Promise<void> {
  const { role, session } = principal
  if (words.length === 0 || (role !== 'main' && role !== 'orchestrator')) return
  try {
    const writer = await house.service('memoryWriter')
    const owner = { ...ownerOf(principal), project: '' }
    await writer?.remember({ owner, session, run, words, timeMs: house.clock.now() })
  } catch {
    // The session still has the words.
  }
}
