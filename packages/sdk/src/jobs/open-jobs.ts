import { DrawbridgeError } from '@drawbridge/core'
import type { House, HouseGround } from '@drawbridge/room'
import { createOutbox, openJobQueue, type StoredJobQueue, type StoredOutbox } from '@drawbridge/store/jobs'

/**
 * Opens the queue of a house, creating its database if necessary.
 * @throws DrawbridgeError `invalid_option` if the operator chose files.
 */
export async function openJobs(house: House): Promise<StoredJobQueue> {
  const { database, clock, scrubber } = house
  const opened = await database.obtain()
  return openJobQueue(opened, await optionsOf(house), { clock, scrub: (text) => scrubber.scrub(text).text })
}

export async function openOutbox({ database, clock }: House): Promise<StoredOutbox> {
  return createOutbox(await database.obtain(), { clock })
}

/** The queue as commands and checks look at it; undefined if nothing was ever kept. */
export async function findJobs(ground: HouseGround): Promise<StoredJobQueue | undefined> {
  const database = await ground.database.find()
  return database && openJobQueue(database, await optionsOf(ground), { clock: ground.clock })
}

async function optionsOf({ database }: HouseGround) {
  const options = await database.options()
  if (options !== undefined) return options
  throw new DrawbridgeError(
    'invalid_option',
    'Jobs need a database, but the configuration says store.kind "files". Set it to "sqlite" or "postgres".',
  )
}
