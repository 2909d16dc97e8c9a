import type { Approver } from '@drawbridge/core'
import type { Cleanup } from '@drawbridge/core/base'
import { deskIdentity } from '@drawbridge/store'
import type { ApprovalDeskOptions } from '@drawbridge/store/authority'
import type { HomeDatabase } from '../database/home-database.ts'
import { loadOnce } from './load-once.ts'

/** The approval desk of the home's database, which is opened when something is asked. */
export function lazyDesk(database: HomeDatabase, options: ApprovalDeskOptions, cleanup: Cleanup): Approver {
  const load = loadOnce(async () => {
    const { createApprovalDesk } = await import('@drawbridge/store/authority')
    return createApprovalDesk(await database.obtain(), options)
  }, cleanup)
  return {
    ...deskIdentity,
    async *ask(requests, signal, watch) {
      const desk = await load()
      yield* desk.ask(requests, signal, watch)
    },
  }
}
