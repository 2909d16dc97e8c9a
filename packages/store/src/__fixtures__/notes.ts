import type { Generated } from 'kysely'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'

/** A table that only tests have. */
export type NoteTables = {
  readonly notes: { readonly id: string; readonly body: string; readonly state: Generated<string> }
}

export const createNotes = statement(
  "create table if not exists notes (id text primary key, body text not null, state text not null default 'open')",
)
export const insertNote = statement<[id: string, body: string]>('insert into notes (id, body) values ($1, $2)')
export const findNote = statement<[id: string], { id: string; body: string }>('select id, body from notes where id = $1')
export const listNotes = statement<[], { id: string }>('select id from notes order by id')

export async function withNotes(database: Promise<Database>): Promise<Database> {
  await (await database).run(createNotes)
  return database
}
