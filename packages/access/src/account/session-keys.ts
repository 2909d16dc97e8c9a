import { runNodeId } from '@drawbridge/core/event'
import { type Database, statement } from '@drawbridge/store/database'
import type { ApiKey } from './keys.ts'

/** The keys that sessions work for: none of them answers what its own session asks. */
export interface SessionKeys {
  /** Notes that a key opened a session, wrote to it or made a call in it. Keys that answer nothing are left out. */
  note(session: string, key: Pick<ApiKey, 'id' | 'human'> | undefined): Promise<void>
  /**
   * Returns true if a key had a part in a session.
   * @param parents The ids of the runs above the one that asks, which may be in other sessions.
   */
  hadPart(key: string, where: { readonly session: string; readonly parents: readonly string[] }): Promise<boolean>
}

const insertPart = statement<[session: string, key: string]>(
  'insert into gateway_session_keys (session_id, key_id) values ($1, $2) on conflict (session_id, key_id) do nothing',
)
const selectPart = statement<[session: string, key: string], { key_id: string }>(
  'select key_id from gateway_session_keys where session_id = $1 and key_id = $2',
)
const selectPartOfRun = statement<[node: string, key: string], { key_id: string }>(
  `select key_id from gateway_session_keys join session_nodes
    on session_nodes.session_id = gateway_session_keys.session_id and session_nodes.id = $1
    where key_id = $2 limit 1`,
)

/** Creates the store of what keys had a part in. */
export function createSessionKeys(database: Database): SessionKeys {
  return {
    note: async (session, key) => {
      if (key?.human === true) await database.run(insertPart, session, key.id)
    },
    hadPart: async (key, { session, parents }) => {
      if ((await database.get(selectPart, session, key)) !== undefined) return true
      for (const run of parents)
        if ((await database.get(selectPartOfRun, runNodeId(run), key)) !== undefined) return true
      return false
    },
  }
}
