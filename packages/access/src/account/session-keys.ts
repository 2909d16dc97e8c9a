import { defined } from '@drawbridge/core/base'
import { runNodeId } from '@drawbridge/core/event'
import { type Database, statement } from '@drawbridge/store/database'
import type { ApiKey } from './keys.ts'

/** The sender of the last message of a session: a person, or the holder of a key. */
export interface SessionSender {
  readonly userId: string
  /** Absent for a person in a browser. */
  readonly keyId?: string
}

/** The keys that sessions work for: none of them answers what its own session asks, and the run ends with the one that it works for. */
export interface SessionKeys {
  /** Notes that a key opened a session, wrote to it or made a call in it. Keys that answer nothing are left out. */
  note(session: string, key: Pick<ApiKey, 'id' | 'human'> | undefined): Promise<void>
  /**
   * Returns true if a key had a part in a session.
   * @param parents The ids of the runs above the one that asks, which may be in other sessions.
   */
  hadPart(key: string, where: { readonly session: string; readonly parents: readonly string[] }): Promise<boolean>
  /** Notes whose words a session works for from now on. */
  noteSender(session: string, sender: SessionSender): Promise<void>
  /** Returns whose words a session works for; undefined if they did not come over HTTP. */
  sender(session: string): Promise<SessionSender | undefined>
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

const writeSender = statement<[session: string, user: string, key: string | null]>(
  `insert into gateway_session_senders (session_id, user_id, key_id) values ($1, $2, $3)
    on conflict (session_id) do update set user_id = excluded.user_id, key_id = excluded.key_id`,
)
const selectSender = statement<[session: string], { user_id: string; key_id: string | null }>(
  'select user_id, key_id from gateway_session_senders where session_id = $1',
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
    noteSender: async (session, { userId, keyId }) =>
      void (await database.run(writeSender, session, userId, keyId ?? null)),
    sender: async (session) => {
      const row = await database.get(selectSender, session)
      return row && { userId: row.user_id, ...defined({ keyId: row.key_id ?? undefined }) }
    },
  }
}
