import { describePrograms } from '@drawbridge/tools'
import type { Credentials } from '../credentials/open-credentials.ts'
import type { StoredAgent } from './stored-agent.ts'

/**
 * Returns the generated section of `TOOLS.md`: the programs with credentials that the agent may currently run for its
 * user.
 */
export async function describeTools(
  { grants, refresh }: Pick<Credentials, 'grants' | 'refresh'>,
  { record, user }: StoredAgent,
): Promise<string | undefined> {
  await refresh?.()
  const section = describePrograms(grants.of({ agent: record.id, user }).list())
  return section === '' ? undefined : section
}
