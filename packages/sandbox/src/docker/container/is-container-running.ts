import type { EngineClient } from '../engine/engine-client.ts'
import { hasStatus } from '../engine/engine-error.ts'
import { fieldOf, numberOf } from '../engine/read-fields.ts'
import type { RunningContainer } from './running-container.ts'

/**
 * Returns true if it runs without a restart: a restarted container has lost its state. Rejects with `EngineError` if
 * the engine does not answer.
 */
export async function isContainerRunning(
  client: EngineClient,
  { id, enginePid }: Pick<RunningContainer, 'id' | 'enginePid'>,
): Promise<boolean> {
  try {
    const facts = await client.call({ method: 'GET', path: `/containers/${id}/json` })
    return fieldOf(facts, 'State', 'Running') === true && numberOf(facts, 'State', 'Pid') === enginePid
  } catch (error) {
    if (hasStatus(error, 404)) return false
    throw error
  }
}
