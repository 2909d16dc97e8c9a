import type { SealedColumn } from '@drawbridge/store/database'

/** The tokens of stations: `drawbridge secrets rotate` encrypts them with the new key. */
export const sealedToken: SealedColumn = { table: 'weather_stations', column: 'encrypted_token', key: 'name' }
