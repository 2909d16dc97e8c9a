import type { Gateway } from '../server/gateway.ts'
import type { Caller } from './caller.ts'

const provenMs = 10 * 60_000

/** Returns true if the person behind a caller proved within ten minutes who they are. */
export function isProven({ session }: Caller, { clock }: Pick<Gateway, 'clock'>): boolean {
  return session !== undefined && clock.now() - session.provenAt <= provenMs
}
