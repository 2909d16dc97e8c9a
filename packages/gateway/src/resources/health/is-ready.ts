import { statement } from '@drawbridge/store/database'
import type { Gateway } from '../../server/gateway.ts'

const ping = statement<[], { one: number }>('select 1 as one')
const longestMs = 1_000

/** Resolves to true if the database answers within a second and new work is taken. */
export async function isReady({ database, isDraining, clock }: Gateway): Promise<boolean> {
  if (isDraining()) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  using _limit = clock.after(longestMs, () => resolve(false))
  database.get(ping).then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise
}
