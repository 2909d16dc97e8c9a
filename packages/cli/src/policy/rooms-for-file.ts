import { resolve } from 'node:path'
import type { Room } from '@drawbridge/room'
import { operatorFileOf } from '@drawbridge/sdk/config'
import { homePath } from '@drawbridge/sdk/folders'
import { findRooms } from '@drawbridge/sdk/rooms'
import type { Io } from '../io/io.ts'

/** The rooms of the home if the file is the operator's own: what any other file names is not run to check it. */
export async function roomsForFile(file: string, environment: Io['environment']): Promise<readonly Room[] | undefined> {
  const home = homePath({ env: environment })
  if (resolve(file) !== operatorFileOf({ home })) return undefined
  const { rooms, problems } = await findRooms({ home })
  return problems.length === 0 ? rooms : undefined
}
