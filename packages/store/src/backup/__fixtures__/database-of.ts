import { join } from 'node:path'
import { lampRoom } from '../../__fixtures__/lamp-room.ts'
import type { DatabaseOptions } from '../../database/index.ts'

/** Where a restore puts the database: into the new home, unless there is a server. With the room that `fillTables` fills. */
export function databaseOf(server?: DatabaseOptions): (home: string) => DatabaseOptions {
  const rooms = [lampRoom()]
  return (home) =>
    server?.kind === 'postgres' ? { ...server, rooms } : { kind: 'sqlite', file: join(home, 'drawbridge.db'), rooms }
}

export const sqlite = databaseOf()
