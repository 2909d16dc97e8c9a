import { type Connection, statement } from '@drawbridge/store/database'

const findEnd = statement<[session: string, node: string], { status: string | null }>(
  'select status from session_nodes where session_id = $1 and id = $2',
)
const findSession = statement<[session: string], { id: string }>('select id from sessions where id = $1')

/**
 * Returns a function that tells if the result of a call of a session is recorded: false if the call ended without one, undefined if it may
 * still come.
 */
export function callEnds(connection: Connection, session: string): (call: string) => Promise<boolean | undefined> {
  return async (call) => {
    const end = await connection.get(findEnd, session, `result/${call}`)
    if (end !== undefined) return end.status === 'completed' || end.status === 'failed'
    // A session without a record tells its model, and nobody later.
    return (await connection.get(findSession, session)) === undefined ? true : undefined
  }
}
