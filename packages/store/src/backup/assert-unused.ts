import { existsSync } from 'node:fs'
import { DrawbridgeError } from '@drawbridge/core'

/**
 * A process that has a home open goes on writing into it wherever it is moved, and its records would be lost to the new one.
 * @throws DrawbridgeError `store_unavailable` where another process has the database open.
 */
export async function assertUnused(file: string): Promise<void> {
  if (!existsSync(file)) return
  const { isOpenElsewhere } = await import('../dialect/sqlite/is-open-elsewhere.ts')
  if (!isOpenElsewhere(file)) return
  throw new DrawbridgeError(
    'store_unavailable',
    `Another process has the database ${file} open. End what runs on this home (servers, MCP clients), then restore.`,
  )
}
