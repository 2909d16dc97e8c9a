import { describePrograms, type ProgramGrants } from '@drawbridge/tools'
import type { KeptAgent } from './kept-agent.ts'

/** What stands in the generated part of `TOOLS.md`: the programs with credentials that the agent may run for its user. */
export function describeTools(grants: ProgramGrants, { record, user }: KeptAgent): string | undefined {
  const section = describePrograms(grants.of({ agent: record.id, user }).list())
  return section === '' ? undefined : section
}
