import { statement } from '../database/statement.ts'
import type { MigrationEntry } from '../migration/migrations.ts'
import type { RoomSchema } from '../migration/room-schema.ts'
import type { SealedColumn } from '../secret/sealed-column.ts'

/** The column of `lampRoom` that is encrypted. */
export const lampToken: SealedColumn = { table: 'lamp_owners', column: 'encrypted_token', key: 'id' }

const steps: readonly MigrationEntry[] = [
  {
    name: '0001-owners',
    load: async () => ({
      migration: ({ text }) => [
        `create table lamp_owners (id ${text} primary key, encrypted_token ${text}, key_id ${text})`,
      ],
    }),
  },
  {
    name: '0002-colours',
    load: async () => ({ migration: ({ text }) => [`alter table lamp_owners add column colour ${text}`] }),
  },
]

/** A room with one table, as far as the given number of its migrations goes. */
export function lampRoom(versions = steps.length): RoomSchema {
  return { room: 'lamp', migrations: steps.slice(0, versions), sealed: [lampToken] }
}

export const insertOwner = statement<[id: string, token: string | null, keyId: string | null]>(
  'insert into lamp_owners (id, encrypted_token, key_id) values ($1, $2, $3)',
)
export const selectOwners = statement<[], { id: string; encrypted_token: string | null; key_id: string | null }>(
  'select id, encrypted_token, key_id from lamp_owners order by id',
)
