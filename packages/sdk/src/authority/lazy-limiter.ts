import type { Cleanup } from '@drawbridge/core/base'
import type { Limiter } from '@drawbridge/core/limits'
import type { DatabaseLimiterOptions } from '@drawbridge/store/authority'
import type { HomeDatabase } from '../database/home-database.ts'
import { loadOnce } from './load-once.ts'

/** The limiter that all processes on the home's database share, which is opened with the first call. */
export function lazyLimiter(database: HomeDatabase, options: DatabaseLimiterOptions, cleanup: Cleanup): Limiter {
  const load = loadOnce(async () => {
    const { createDatabaseLimiter } = await import('@drawbridge/store/authority')
    return createDatabaseLimiter(await database.obtain(), options)
  }, cleanup)
  return { acquire: async (request) => (await load()).acquire(request) }
}
