import type { Trust } from '../result/label.ts'
import type { SessionState } from '../tool/session-state.ts'
import { flowJournal } from './flow-journal.ts'

/**
 * Returns the trust in what the model of a session writes: `untrusted` once a stranger's words entered the session, whose content
 * may be in it. It reads the part of the record from before this process if there is one.
 */
export async function sessionTrust(session: Pick<SessionState, 'use'>): Promise<Trust> {
  const journal = session.use(flowJournal)
  if (!journal.isTainted) await journal.takeEarlier()
  return journal.isTainted ? 'untrusted' : 'trusted'
}
