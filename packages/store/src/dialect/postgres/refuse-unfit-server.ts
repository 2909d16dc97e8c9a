import { DrawbridgeError } from '@drawbridge/core'

/** The oldest major version that the tests run on. */
const oldestServer = 15

/** The properties that a server reports. */
export interface Server {
  /** Such as `15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string
  /** `on` or `off`. */
  readonly fsync: string
}

/** @throws DrawbridgeError `store_incompatible` for a server that is too old, or that cannot keep what `durability` promises. */
export function refuseUnfitServer(
  { version, fsync }: Server,
  { name, durability }: { readonly name: string; readonly durability: 'process' | 'power' | undefined },
): void {
  if (Number.parseInt(version, 10) < oldestServer) {
    throw new DrawbridgeError(
      'store_incompatible',
      `The database ${name} runs on PostgreSQL ${version}; Drawbridge needs ${oldestServer} or newer. Upgrade the server, or use SQLite.`,
    )
  }
  if (durability === 'power' && fsync === 'off') {
    throw new DrawbridgeError(
      'store_incompatible',
      `The server of the database ${name} runs with fsync off and loses data in a power failure. Set fsync = on, or store.durability to process.`,
    )
  }
}
