import type { Finding } from '@drawbridge/room'
import { examineStore, type StoreExamination } from '@drawbridge/sdk/backup'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Surroundings } from './check.ts'

const looks = new WeakMap<Surroundings, Promise<StoreExamination>>()

/** Examines the store once for all checks, so that a silent server is only waited for once. */
export function lookAtStore(surroundings: Surroundings): Promise<StoreExamination> {
  const known = looks.get(surroundings)
  if (known !== undefined) return known
  const { flags, io } = surroundings
  const home = resolveHome({ flag: flags.home, env: io.environment })
  const look = examineStore({ home, environment: io.environment, config: flags.config })
  looks.set(surroundings, look)
  return look
}

/** Returns the settings of the database, without them if a check would have to open or change it to read them. */
export async function readableRows(surroundings: Surroundings): Promise<{ readonly rows?: readonly [] }> {
  return (await withoutStore(surroundings)) === undefined ? {} : { rows: [] }
}

/**
 * Returns the finding of a check that would have to open a database that cannot be used, or that opening would change.
 */
export async function withoutStore(surroundings: Surroundings): Promise<Finding | undefined> {
  const { database } = await lookAtStore(surroundings)
  if (database?.status === 'unusable') {
    return {
      status: 'warn',
      message: 'Not checked, because the database cannot be used.',
      advice: 'See "database" above.',
    }
  }
  if (database?.status === 'opened' && database.schema < database.newestSchema) {
    return {
      status: 'ok',
      message: 'Not checked: the schema of the database is older, and the check would migrate it.',
    }
  }
  return undefined
}
