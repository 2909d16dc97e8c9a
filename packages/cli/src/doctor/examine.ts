import { errorMessage } from '@drawbridge/core'
import type { Finding } from '@drawbridge/room'
import { resolveHome } from '@drawbridge/sdk/folders'
import { findRooms } from '@drawbridge/sdk/rooms'
import type { Capability } from '../command-line/capability.ts'
import { capabilitiesWith } from '../room/capabilities-with.ts'
import type { Check, Surroundings } from './check.ts'

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  readonly name: string
}

/** Makes every check of every capability; one that breaks costs none of the others. */
export async function examine(
  surroundings: Surroundings,
  capabilities?: readonly Capability[],
): Promise<readonly NamedFinding[]> {
  const findings: NamedFinding[] = []
  for (const { loadChecks } of capabilities ?? (await allCapabilities(surroundings))) {
    for (const check of (await loadChecks?.()) ?? []) findings.push(await findingOf(check, surroundings))
  }
  return findings
}

async function findingOf({ name, look }: Check, surroundings: Surroundings): Promise<NamedFinding> {
  try {
    return { name, ...(await look(surroundings)) }
  } catch (error) {
    return { name, status: 'fail', message: errorMessage(error) }
  }
}

/** Returns the capabilities of this home. The check `configuration` reports a room that cannot be found. */
async function allCapabilities({ flags, io }: Surroundings): Promise<readonly Capability[]> {
  const sources = { home: resolveHome({ flag: flags.home, env: io.environment }), config: flags.config }
  const { rooms } = await findRooms(sources).catch(() => ({ rooms: [] }))
  return capabilitiesWith(rooms)
}
