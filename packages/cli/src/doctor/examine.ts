import { errorMessage } from '@drawbridge/core'
import type { Finding } from '@drawbridge/room'
import { builtInRooms } from '@drawbridge/sdk/built-in-rooms'
import { resolveHome } from '@drawbridge/sdk/folders'
import { findRooms } from '@drawbridge/sdk/rooms'
import type { CommandContext } from '../command-line/configure-command.ts'
import type { Check, Surroundings } from './check.ts'

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  readonly name: string
}

/** Makes every check of every capability. The check `configuration` reports a room that cannot be found. */
export async function examine(
  surroundings: Surroundings,
  checksWith: CommandContext['checksWith'],
): Promise<readonly NamedFinding[]> {
  const { flags, io } = surroundings
  const home = resolveHome({ flag: flags.home, env: io.environment })
  const { rooms } = await findRooms({ home, config: flags.config }).catch(() => ({ rooms: builtInRooms }))
  return examineAll(await checksWith(rooms), surroundings)
}

/** Makes these checks; one that breaks costs none of the others. */
export async function examineAll(
  checks: readonly Check[],
  surroundings: Surroundings,
): Promise<readonly NamedFinding[]> {
  const findings: NamedFinding[] = []
  for (const { name, look } of checks) {
    try {
      findings.push({ name, ...(await look(surroundings)) })
    } catch (error) {
      findings.push({ name, status: 'fail', message: errorMessage(error) })
    }
  }
  return findings
}
