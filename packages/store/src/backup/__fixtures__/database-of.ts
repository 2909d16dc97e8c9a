import { join } from 'node:path'
import type { DatabaseOptions } from '../../database/index.ts'

/** Where a restore puts the database: into the new home, unless there is a server. */
export function databaseOf(server?: DatabaseOptions): (home: string) => DatabaseOptions {
  return (home) => (server?.kind === 'postgres' ? server : { kind: 'sqlite', file: join(home, 'drawbridge.db') })
}

export const sqlite = databaseOf()
