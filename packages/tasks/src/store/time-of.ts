import { type Clock, systemClock } from '@drawbridge/core/base'
import { type Connection, serverTime, statement } from '@drawbridge/store/database'

const readTime = statement<[], { readonly now: number }>(`select ${serverTime} as now`)

/**
 * Returns the time by which leases are judged, in milliseconds since the Unix epoch: that of the server, so that nodes whose clocks differ
 * agree. SQLite is on one machine, and there and with a clock of a test it is that clock.
 */
export async function timeOf(connection: Connection, clock: Pick<Clock, 'now'>): Promise<number> {
  if (connection.kind === 'sqlite' || clock !== systemClock) return clock.now()
  return (await connection.get(readTime))?.now ?? clock.now()
}
