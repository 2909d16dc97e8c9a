import type { EngineClient } from '../engine/engine-client.ts'
import { hasStatus } from '../engine/engine-error.ts'
import { fieldOf } from '../engine/read-fields.ts'

/** Rejects with `EngineError` where the engine does not say. */
export async function isContainerRunning(client: EngineClient, container: string): Promise<boolean> {
  try {
    const facts = await client.call({ method: 'GET', path: `/containers/${container}/json` })
    return fieldOf(facts, 'State', 'Running') === true
  } catch (error) {
    if (hasStatus(error, 404)) return false
    throw error
  }
}
